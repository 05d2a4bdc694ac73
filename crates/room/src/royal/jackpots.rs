//! The machine of the jackpots: opened, linked, fed by the house, corrected.

use super::event::{Command, Event, Offer};
use super::reason::Reason;
use super::state::{Equipment, FlopDemand, Jackpot, Prize, Round, State, Table, Terms, Win};
use super::witness::{is_eligible, is_royal, one_in};
use engine::{Actor, Machine, Refusal, Sink};
use money::Money;
use rulebook::room::{IrregularityKind, Point, RoomBook};
use rulebook::{Act, Cite, RoleId, Ruled};

/// The most that a jackpot can be: $10 billion.
pub(super) const MOST: Money = Money::from_cents(1_000_000_000_000);
/// More rounds than anybody forgets to record.
const MOST_ROUNDS: u32 = 10_000;

/// The jackpots of a room under one book.
#[derive(Clone, Copy, Debug)]
pub struct Jackpots<'b> {
    pub(super) book: &'b RoomBook,
}

pub(super) type RoyalRefusal = Refusal<Reason>;

impl<'b> Jackpots<'b> {
    /// The jackpots of a room under a book.
    pub const fn new(book: &'b RoomBook) -> Jackpots<'b> {
        Jackpots { book }
    }

    pub(super) fn cite(&self, point: Point) -> Cite {
        self.book.law.cite(point)
    }

    pub(super) fn no<T>(&self, reason: Reason, point: Point) -> Result<T, RoyalRefusal> {
        Err(Refusal::new(reason, self.cite(point)))
    }

    pub(super) fn at_least(&self, actor: Actor, least: RoleId, cite: Cite) -> Result<(), RoyalRefusal> {
        if actor.holds(least) {
            Ok(())
        } else {
            let needs = self.book.ladder.name(least).to_string();
            Err(Refusal::new(Reason::RoleTooLow { needs }, cite))
        }
    }

    /// Any member of staff is the dealer or stands above.
    pub(super) fn dealer(&self, actor: Actor, point: Point) -> Result<(), RoyalRefusal> {
        self.at_least(actor, RoleId::default(), self.cite(point))
    }

    pub(super) fn power(&self, actor: Actor, act: Act) -> Result<(), RoyalRefusal> {
        let Some(least) = self.book.ladder.least(act) else { return self.dealer(actor, Point::Other) };
        self.at_least(actor, least.value, least.cite)
    }

    /// Who may put something right, and by which clause: the row of the book.
    fn clause_of(&self, actor: Actor, what: IrregularityKind) -> Result<Cite, RoyalRefusal> {
        let Some(row) = self.book.irregularities.iter().find(|row| row.what == what) else {
            self.power(actor, Act::CorrectMeter)?;
            return Ok(self.cite(Point::Other));
        };
        self.at_least(actor, row.least, row.clause)?;
        Ok(row.clause)
    }

    /// By which clause a hand is recorded where the equipment is down.
    pub(super) fn malfunction(&self, actor: Actor) -> Result<Cite, RoyalRefusal> {
        self.clause_of(actor, IrregularityKind::JackpotMalfunction)
    }

    pub(super) fn jackpot<'s>(&self, state: &'s State, jackpot: usize) -> Result<&'s Jackpot, RoyalRefusal> {
        let found = state.jackpots.get(jackpot);
        found.map_or_else(|| self.no(Reason::NoSuchJackpot { jackpot }, Point::JackpotTables), Ok)
    }

    pub(super) fn table<'s>(
        &self,
        state: &'s State,
        table: u32,
    ) -> Result<(usize, &'s Jackpot, &'s Table), RoyalRefusal> {
        match state.find(table) {
            Some((at, linked)) => Ok((at, &state.jackpots[at], linked)),
            None => self.no(Reason::NoSuchTable { table }, Point::JackpotTables),
        }
    }

    pub(super) fn round(&self, table: &Table) -> Result<Round, RoyalRefusal> {
        table
            .round
            .map_or_else(|| self.no(Reason::NoRound { table: table.table }, Point::JackpotIncrement), Ok)
    }

    fn terms(&self, terms: &Terms, value: Money) -> Result<(), RoyalRefusal> {
        let fits = |amount: Money| !amount.is_negative() && amount <= MOST;
        let all = [terms.contribution, terms.reset, terms.unit, value].into_iter().all(fits);
        if all && !terms.unit.is_zero() { Ok(()) } else { self.no(Reason::WrongTerms, Point::JackpotPaid) }
    }

    fn link(
        &self,
        state: &State,
        jackpot: usize,
        table: u32,
        game: usize,
        equipment: &Equipment,
        short_deck: bool,
    ) -> Result<Option<u64>, RoyalRefusal> {
        self.jackpot(state, jackpot)?;
        if state.find(table).is_some() {
            return self.no(Reason::TableHasOne { table }, Point::JackpotTables);
        }
        let Some(game) = self.book.games.get(game) else {
            return self.no(Reason::NoSuchGame, Point::JackpotGames);
        };
        if !is_eligible(game) {
            return self.no(Reason::WrongGame { name: game.name.clone() }, Point::JackpotGames);
        }
        for (there, what) in
            [(equipment.button, "jackpot button"), (equipment.console, "jackpot management console")]
        {
            if !there {
                return self.no(Reason::EquipmentMissing { table, what }, Point::JackpotEquipment);
            }
        }
        if !equipment.display {
            return self.no(Reason::NoDisplay { table }, Point::JackpotDisplay);
        }
        let cards = game.deck.value.len();
        let one_in = one_in(cards);
        match cards < 52 {
            true if !short_deck => self.no(Reason::ShortDeck { one_in }, Point::JackpotGames),
            short => Ok(short.then_some(one_in)),
        }
    }

    /// The pool with so much more.
    fn fits(&self, jackpot: &Jackpot, amount: Money) -> Result<(), RoyalRefusal> {
        if jackpot.value.checked_add(amount).is_some_and(|value| value <= MOST) {
            Ok(())
        } else {
            self.no(Reason::TooMuch, Point::JackpotIncrement)
        }
    }

    /// What happens, with clauses.
    fn rule(
        &self,
        state: &State,
        actor: Actor,
        command: &Command,
    ) -> Result<Vec<Ruled<Event>>, RoyalRefusal> {
        let said = |event, point| Ruled::new(event, self.cite(point));
        match *command {
            Command::Open { terms, value } => {
                self.power(actor, Act::CorrectMeter)?;
                self.terms(&terms, value)?;
                Ok(vec![said(Event::Opened { terms, value }, Point::JackpotTables)])
            }
            Command::Link { jackpot, table, game, ref equipment, short_deck } => {
                self.power(actor, Act::CorrectMeter)?;
                let warning = self.link(state, jackpot, table, game, equipment, short_deck)?;
                let mut told = vec![
                    said(Event::Fitted { table }, Point::JackpotEquipment),
                    said(Event::Linked { jackpot, table, game }, Point::JackpotGames),
                ];
                told.extend(
                    warning.map(|one_in| said(Event::ShortDeck { table, one_in }, Point::JackpotGames)),
                );
                Ok(told)
            }
            Command::Unlink { table } => {
                self.power(actor, Act::CorrectMeter)?;
                let (_, jackpot, linked) = self.table(state, table)?;
                if linked.round.is_some() {
                    return self.no(Reason::RoundUnderWay { table }, Point::JackpotTables);
                }
                if jackpot.wins.iter().any(|win| win.table == table) {
                    return self.no(Reason::WinsPending { table }, Point::JackpotTables);
                }
                Ok(vec![said(Event::Unlinked { table }, Point::JackpotTables)])
            }
            Command::Display { jackpot, ref place } => {
                self.dealer(actor, Point::JackpotDisplay)?;
                self.jackpot(state, jackpot)?;
                let event = Event::Displayed { jackpot, place: place.clone() };
                Ok(vec![said(event, Point::JackpotDisplay)])
            }
            Command::Report { table, working } => {
                self.dealer(actor, Point::JackpotWorking)?;
                self.table(state, table)?;
                Ok(vec![said(Event::Reported { table, working }, Point::JackpotWorking)])
            }
            Command::Begin { table } => {
                self.dealer(actor, Point::JackpotIncrement)?;
                let (_, jackpot, linked) = self.table(state, table)?;
                if linked.round.is_some() {
                    return self.no(Reason::RoundUnderWay { table }, Point::JackpotIncrement);
                }
                if !linked.working.is_well() {
                    // Nothing is recorded; a manager credits the round.
                    return Ok(vec![said(Event::Begun { table }, Point::JackpotWorking)]);
                }
                let amount = jackpot.terms.contribution;
                self.fits(jackpot, amount)?;
                Ok(vec![
                    said(Event::Begun { table }, Point::JackpotIncrement),
                    said(Event::Contributed { table, amount }, Point::JackpotIncrement),
                ])
            }
            Command::Complete { table } => {
                self.dealer(actor, Point::JackpotIncrement)?;
                self.round(self.table(state, table)?.2)?;
                Ok(vec![said(Event::Completed { table }, Point::RoundEnds)])
            }
            Command::Void { table } => {
                self.dealer(actor, Point::JackpotReversed)?;
                let (at, jackpot, linked) = self.table(state, table)?;
                let round = self.round(linked)?;
                let amount = jackpot.terms.contribution;
                let mut told = Vec::new();
                if let Some(&Win { seat, .. }) = jackpot.last_of(table).filter(|_| round.recorded) {
                    let event = Event::Disqualified { jackpot: at, table, seat };
                    told.push(said(event, Point::JackpotReversed));
                }
                if round.in_pool {
                    told.push(said(Event::Reversed { table, amount }, Point::JackpotReversed));
                }
                told.push(said(Event::Voided { table }, Point::JackpotReversed));
                Ok(told)
            }
            Command::CorrectFlop { table, flop } => {
                let cite = self.clause_of(actor, IrregularityKind::FlopErrorAtJackpot)?;
                let (at, jackpot, linked) = self.table(state, table)?;
                let Some(&round) = linked.last_round() else {
                    return self.no(Reason::NoRound { table }, Point::JackpotIncrement);
                };
                let paid = round.win.zip(round.prize);
                let waits = jackpot.last_of(table).filter(|_| round.recorded && paid.is_none());
                if paid.is_some() && self.power(actor, Act::CorrectMeter).is_err() {
                    return Err(Refusal::new(Reason::PaidAlready { table }, cite));
                }
                let win = waits.copied().or(round.win);
                let tabled = win.map(|win| win.hole).or(round.demanded.map(|demand| demand.hole));
                if flop.len() != 3 || !(tabled.unwrap_or_default() & flop).is_empty() {
                    return Err(Refusal::new(Reason::CardsMissing, cite));
                }
                let mut told = vec![Ruled::new(Event::FlopCorrected { table, flop }, cite)];
                // Paid or not, it is settled by the corrected flop (17.6.3, J89).
                if let Some(Win { seat, hole, flop: was, .. }) = win.filter(|win| !is_royal(win.hole, flop)) {
                    told.push(Ruled::new(
                        match paid {
                            Some((_, Prize { amount, drawn, .. })) => {
                                self.fits(jackpot, drawn)?;
                                Event::TakenBack { jackpot: at, table, seat, amount, drawn, hole, was, flop }
                            }
                            None => Event::Disqualified { jackpot: at, table, seat },
                        },
                        cite,
                    ));
                }
                Ok(told)
            }
            Command::Adjust { table, rounds } => {
                let cite = self.clause_of(actor, IrregularityKind::RoundUnrecorded)?;
                let (_, jackpot, _) = self.table(state, table)?;
                let amount = jackpot.terms.contribution.checked_mul(i64::from(rounds));
                let Some(amount) = amount.filter(|_| (1..=MOST_ROUNDS).contains(&rounds)) else {
                    return Err(Refusal::new(Reason::Rounds { most: MOST_ROUNDS }, cite));
                };
                self.fits(jackpot, amount)?;
                Ok(vec![Ruled::new(Event::Adjusted { table, rounds, amount }, cite)])
            }
            Command::Credit { table } => {
                let cite = self.malfunction(actor)?;
                let (_, jackpot, linked) = self.table(state, table)?;
                if self.round(linked)?.counted {
                    return Err(Refusal::new(Reason::AlreadyCounted { table }, cite));
                }
                let amount = jackpot.terms.contribution;
                self.fits(jackpot, amount)?;
                Ok(vec![Ruled::new(Event::Contributed { table, amount }, cite)])
            }
            Command::DemandFlop { table, seat, hole, others_folded } => {
                self.demand_flop(state, actor, table, FlopDemand { seat, hole }, others_folded)
            }
            Command::Record { table, ref claim } => self.record(state, actor, table, claim),
            Command::Confirm { table, deck_counted } => self.confirm(state, actor, table, deck_counted),
            Command::Pay { table, means } => self.pay(state, actor, table, means),
        }
    }
}

impl Machine for Jackpots<'_> {
    type State = State;
    type Command = Command;
    type Event = Event;
    type Reason = Reason;
    type Offer = Offer;

    fn offers(&self, state: &State, actor: Actor) -> Vec<Offer> {
        let may = |command: Command| self.rule(state, actor, &command).is_ok();
        let mut offers = Vec::new();
        if self.power(actor, Act::CorrectMeter).is_ok() {
            offers.push(Offer::Open);
        }
        for table in state.jackpots.iter().flat_map(|jackpot| &jackpot.tables).map(|linked| linked.table) {
            let each = [
                (Command::Begin { table }, Offer::Begin { table }),
                (Command::Complete { table }, Offer::Complete { table }),
                (Command::Void { table }, Offer::Void { table }),
                (Command::Confirm { table, deck_counted: true }, Offer::Confirm { table }),
                (Command::Pay { table, means: super::PaymentMeans::Chips }, Offer::Pay { table }),
                (Command::Adjust { table, rounds: 1 }, Offer::Adjust { table }),
                (Command::Credit { table }, Offer::Credit { table }),
            ];
            offers.extend(each.into_iter().filter(|(command, _)| may(command.clone())).map(|each| each.1));
            if self.may_record(state, actor, table).is_ok() {
                offers.push(Offer::Record { table });
            }
        }
        offers
    }

    fn decide(
        &self,
        state: &State,
        actor: Actor,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoyalRefusal> {
        for event in self.rule(state, actor, command)? {
            out.take(event);
        }
        Ok(())
    }

    fn evolve(&self, state: &mut State, event: &Event) {
        super::settle::evolve(state, event);
    }
}
