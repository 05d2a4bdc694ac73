//! Bonus prizes (chapter 16): offered on a sign, verified by a manager, paid or delivered.

use super::event::PaymentMeans;
use super::words::name;
use engine::{Actor, Machine, Refusal, Sink};
use money::Money;
use rulebook::room::{Point, RoomBook};
use rulebook::{Act, RoleId, Ruled};
use std::fmt;

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prize {
    Cash(Money),
    /// Goods or services.
    Goods(String),
}

/// A bonus as the sign shows it (16.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeOn {
    pub prize: Prize,
    /// What qualifies for it.
    pub outcomes: String,
    /// The tables that take part.
    pub tables: Vec<u32>,
    /// The sign stands on the tables or close to them.
    pub signed: bool,
}

/// How far a claim has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Notified,
    Verified,
    /// Goods are to be delivered.
    Outstanding,
    Given,
    Rejected,
}

/// A player who may get a bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BonusClaim {
    pub bonus: usize,
    /// At which table.
    pub table: u32,
    pub seat: u8,
    /// In which round of play of that table.
    pub round: u64,
    /// How far it has come.
    pub progress: Progress,
}

/// The bonuses of a room.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BonusState {
    /// What is offered.
    pub offered: Vec<PrizeOn>,
    pub claims: Vec<BonusClaim>,
}

/// What the bonuses are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BonusCommand {
    /// A bonus is offered.
    Offer(PrizeOn),
    /// The dealer says that a hand qualifies.
    Notify { bonus: usize, table: u32, seat: u8, round: u64, folded: bool },
    /// A manager has looked at the hand.
    Verify { claim: usize, qualifies: bool },
    /// The prize is given, goods later.
    Award { claim: usize, means: PaymentMeans },
    /// The goods are delivered.
    Deliver { claim: usize },
}

/// What happened to a bonus prize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BonusEvent {
    Offered(PrizeOn),
    Notified { bonus: usize, table: u32, seat: u8, round: u64 },
    Verified { claim: usize },
    Rejected { claim: usize },
    Paid { claim: usize, amount: Money, means: PaymentMeans },
    Outstanding { claim: usize },
    Delivered { claim: usize },
}

/// Why it is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BonusReason {
    NoSign,
    NothingSaid,
    NoSuchBonus { bonus: usize },
    NotThatTable { bonus: usize, table: u32 },
    Folded { seat: u8 },
    NotifiedAlready { seat: u8, table: u32, claim: usize },
    NoSuchClaim { claim: usize },
    NotVerified { claim: usize },
    VerifiedAlready { claim: usize },
    RejectedAlready { claim: usize },
    GivenAlready { claim: usize },
    NotAwarded { claim: usize },
    ToBeDelivered { claim: usize },
    RoleTooLow { needs: String },
}

impl fmt::Display for BonusReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |claim: usize| claim.saturating_add(1);
        match *self {
            BonusReason::NoSign => f.write_str("no sign at the tables shows the bonus"),
            BonusReason::NothingSaid => f.write_str("a bonus has a prize, outcomes that qualify, and tables"),
            BonusReason::NoSuchBonus { bonus } => write!(f, "there is no bonus {}", of(bonus)),
            BonusReason::NotThatTable { bonus, table } => {
                write!(f, "bonus {} is not offered at table {table}", of(bonus))
            }
            BonusReason::Folded { seat } => {
                write!(f, "{} has folded, and a folded hand gets no bonus", name(seat))
            }
            BonusReason::NotifiedAlready { seat, table, claim } => write!(
                f,
                "{} at table {table} has been named for this bonus in this round: claim {}",
                name(seat),
                of(claim)
            ),
            BonusReason::NoSuchClaim { claim } => write!(f, "there is no claim {}", of(claim)),
            BonusReason::NotVerified { claim } => {
                write!(f, "the hand of claim {} has not been verified", of(claim))
            }
            BonusReason::VerifiedAlready { claim } => {
                write!(f, "the hand of claim {} is verified already", of(claim))
            }
            BonusReason::RejectedAlready { claim } => {
                write!(f, "the hand of claim {} was found not to qualify", of(claim))
            }
            BonusReason::GivenAlready { claim } => {
                write!(f, "the prize of claim {} has been given", of(claim))
            }
            BonusReason::NotAwarded { claim } => {
                write!(f, "the prize of claim {} has not been awarded", of(claim))
            }
            BonusReason::ToBeDelivered { claim } => {
                write!(f, "the prize of claim {} is awarded, and is to be delivered", of(claim))
            }
            BonusReason::RoleTooLow { ref needs } => write!(f, "this needs the role {needs} or above"),
        }
    }
}

/// What would be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusOffer {
    Offer,
    Notify { bonus: usize },
    Verify { claim: usize },
    Award { claim: usize },
    Deliver { claim: usize },
}

/// The bonuses of a room under one book.
#[derive(Clone, Copy, Debug)]
pub struct Bonuses<'b> {
    book: &'b RoomBook,
}

type BonusRefusal = Refusal<BonusReason>;

impl<'b> Bonuses<'b> {
    /// The bonuses of a room under a book.
    pub const fn new(book: &'b RoomBook) -> Bonuses<'b> {
        Bonuses { book }
    }

    fn no<T>(&self, reason: BonusReason, point: Point) -> Result<T, BonusRefusal> {
        Err(Refusal::new(reason, self.book.law.cite(point)))
    }

    /// A manager verifies; everything else is the dealer's.
    fn role(&self, actor: Actor, act: Option<Act>) -> Result<(), BonusRefusal> {
        let power = act.and_then(|act| self.book.ladder.least(act));
        let least = power.map_or(RoleId::default(), |power| power.value);
        if actor.holds(least) {
            Ok(())
        } else {
            let needs = self.book.ladder.name(least).to_string();
            let cite = power.map_or(self.book.law.cite(Point::Bonus), |power| power.cite);
            Err(Refusal::new(BonusReason::RoleTooLow { needs }, cite))
        }
    }

    fn claim<'s>(
        &self,
        state: &'s BonusState,
        claim: usize,
        at: Progress,
    ) -> Result<(&'s BonusClaim, &'s Prize), BonusRefusal> {
        let Some(found) = state.claims.get(claim) else {
            return self.no(BonusReason::NoSuchClaim { claim }, Point::Bonus);
        };
        let reason = match (found.progress, at) {
            (progress, at) if progress == at => return Ok((found, &state.offered[found.bonus].prize)),
            (Progress::Notified, _) => BonusReason::NotVerified { claim },
            (Progress::Verified, Progress::Notified) => BonusReason::VerifiedAlready { claim },
            (Progress::Verified, _) => BonusReason::NotAwarded { claim },
            (Progress::Outstanding, _) => BonusReason::ToBeDelivered { claim },
            (Progress::Given, _) => BonusReason::GivenAlready { claim },
            (Progress::Rejected, _) => BonusReason::RejectedAlready { claim },
        };
        self.no(reason, Point::Bonus)
    }

    fn rule(
        &self,
        state: &BonusState,
        actor: Actor,
        command: &BonusCommand,
    ) -> Result<Ruled<BonusEvent>, BonusRefusal> {
        let said = |event, point| Ok(Ruled::new(event, self.book.law.cite(point)));
        match *command {
            BonusCommand::Offer(ref bonus) => {
                self.role(actor, Some(Act::VerifyBonus))?;
                let empty = match &bonus.prize {
                    Prize::Cash(amount) => amount.cents() <= 0,
                    Prize::Goods(what) => what.trim().is_empty(),
                };
                if empty || bonus.outcomes.trim().is_empty() || bonus.tables.is_empty() {
                    return self.no(BonusReason::NothingSaid, Point::SignBonus);
                }
                if !bonus.signed {
                    return self.no(BonusReason::NoSign, Point::SignBonus);
                }
                said(BonusEvent::Offered(bonus.clone()), Point::SignBonus)
            }
            BonusCommand::Notify { bonus, table, seat, round, folded } => {
                self.role(actor, None)?;
                let Some(offered) = state.offered.get(bonus) else {
                    return self.no(BonusReason::NoSuchBonus { bonus }, Point::Bonus);
                };
                if !offered.tables.contains(&table) {
                    return self.no(BonusReason::NotThatTable { bonus, table }, Point::SignBonus);
                }
                if folded {
                    return self.no(BonusReason::Folded { seat }, Point::BonusFolded);
                }
                // In a round of play a hand has a bonus once.
                let same = |claim: &BonusClaim| {
                    (claim.bonus, claim.table, claim.seat, claim.round) == (bonus, table, seat, round)
                };
                if let Some(claim) = state.claims.iter().position(same) {
                    return self.no(BonusReason::NotifiedAlready { seat, table, claim }, Point::Bonus);
                }
                said(BonusEvent::Notified { bonus, table, seat, round }, Point::Bonus)
            }
            BonusCommand::Verify { claim, qualifies } => {
                self.role(actor, Some(Act::VerifyBonus))?;
                self.claim(state, claim, Progress::Notified)?;
                if qualifies {
                    said(BonusEvent::Verified { claim }, Point::Bonus)
                } else {
                    said(BonusEvent::Rejected { claim }, Point::Bonus)
                }
            }
            BonusCommand::Award { claim, means } => {
                self.role(actor, None)?;
                match *self.claim(state, claim, Progress::Verified)?.1 {
                    Prize::Cash(amount) => said(BonusEvent::Paid { claim, amount, means }, Point::BonusCash),
                    Prize::Goods(_) => said(BonusEvent::Outstanding { claim }, Point::BonusGoods),
                }
            }
            BonusCommand::Deliver { claim } => {
                self.role(actor, None)?;
                self.claim(state, claim, Progress::Outstanding)?;
                said(BonusEvent::Delivered { claim }, Point::BonusGoods)
            }
        }
    }
}

impl Machine for Bonuses<'_> {
    type State = BonusState;
    type Command = BonusCommand;
    type Event = BonusEvent;
    type Reason = BonusReason;
    type Offer = BonusOffer;

    fn offers(&self, state: &BonusState, actor: Actor) -> Vec<BonusOffer> {
        let may = |command: BonusCommand| self.rule(state, actor, &command).is_ok();
        let mut offers = Vec::new();
        if self.role(actor, Some(Act::VerifyBonus)).is_ok() {
            offers.push(BonusOffer::Offer);
        }
        if self.role(actor, None).is_ok() {
            offers.extend((0..state.offered.len()).map(|bonus| BonusOffer::Notify { bonus }));
        }
        for claim in 0..state.claims.len() {
            let each = [
                (BonusCommand::Verify { claim, qualifies: true }, BonusOffer::Verify { claim }),
                (BonusCommand::Award { claim, means: PaymentMeans::Chips }, BonusOffer::Award { claim }),
                (BonusCommand::Deliver { claim }, BonusOffer::Deliver { claim }),
            ];
            offers.extend(each.into_iter().filter(|each| may(each.0.clone())).map(|each| each.1));
        }
        offers
    }

    fn decide(
        &self,
        state: &BonusState,
        actor: Actor,
        command: &BonusCommand,
        out: &mut impl Sink<Ruled<BonusEvent>>,
    ) -> Result<(), BonusRefusal> {
        out.take(self.rule(state, actor, command)?);
        Ok(())
    }

    fn evolve(&self, state: &mut BonusState, event: &BonusEvent) {
        let (claim, progress) = match *event {
            BonusEvent::Offered(ref bonus) => return state.offered.push(bonus.clone()),
            BonusEvent::Notified { bonus, table, seat, round } => {
                let claim = BonusClaim { bonus, table, seat, round, progress: Progress::Notified };
                return state.claims.push(claim);
            }
            BonusEvent::Verified { claim } => (claim, Progress::Verified),
            BonusEvent::Rejected { claim } => (claim, Progress::Rejected),
            BonusEvent::Paid { claim, .. } | BonusEvent::Delivered { claim } => (claim, Progress::Given),
            BonusEvent::Outstanding { claim } => (claim, Progress::Outstanding),
        };
        if let Some(claim) = state.claims.get_mut(claim) {
            claim.progress = progress;
        }
    }
}
