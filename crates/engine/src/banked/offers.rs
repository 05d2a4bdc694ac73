//! What would be accepted now: the buttons.

use super::Banked;
use super::command::{Command, CorrectionReason, Decision, Offer};
use super::state::{FoundWhen, Hand, Holder, Patron, Phase, Table, Warning};
use crate::machine::{Actor, Machine, Sink};
use money::Money;
use rulebook::{Medium, Place};

/// Takes events and forgets them.
pub(super) struct Nowhere;

impl<E> Sink<E> for Nowhere {
    fn take(&mut self, _: E) {}
}

impl Banked<'_> {
    /// Every command of a round and of its players. Commands with free content (a sign, a notice, limits, pay
    /// tables, a ruling, a count, cards to record, a loss limit) are asked for, not offered.
    pub(super) fn all_offers(&self, table: &Table, actor: Actor) -> Vec<Offer> {
        let mut offers = Vec::new();
        let places = table.sign.as_ref().map_or(0, |sign| usize::from(sign.seats));
        let accepted = |command: &Command| self.decide(table, actor, command, &mut Nowhere).is_ok();
        for seat in 0..places {
            for wager in 0..self.game.wager.len() {
                self.wager_offers(table, actor, (seat, wager), &mut offers);
            }
            self.decision_offers(table, actor, seat, &mut offers);
            if table.phase == Phase::Awards
                && accepted(&Command::Award { seat, amount: Money::from_cents(1) })
            {
                offers.push(Offer::Award { seat });
            }
            let patron = Patron::default();
            let mut exact = Command::of_a_box(seat).to_vec();
            exact.push(Command::Sit { seat, blind_of: None, patron });
            for other in 0..places {
                exact.push(Command::Sit { seat, blind_of: Some(other), patron });
                exact.push(Command::PlaceForAnother { seat, by: other });
            }
            for warning in
                [Warning::UnderMinimum, Warning::CannotWager, Warning::ShortWager, Warning::LossLimit]
            {
                exact.push(Command::RecordWarning { seat, warning });
            }
            for found in [FoundWhen::Before, FoundWhen::During, FoundWhen::After] {
                exact.push(Command::RecordInvalidCard { seat, found });
            }
            offers.extend(exact.into_iter().filter(accepted).map(Offer::Exactly));
        }
        offers.extend(Command::PLAIN.into_iter().filter(accepted).map(Offer::Exactly));
        let shared = [Holder::Dealer, Holder::Board, Holder::JackpotCards, Holder::Burn];
        let holders = (0..places).map(|seat| Holder::Seat(seat as u8)).chain(shared);
        let corrects =
            |of: &Holder| accepted(&Command::TakeBackRecord { of: *of, why: CorrectionReason::Misread });
        let records = holders.filter(|of| table.dealt_live(*of) > 0).filter(corrects);
        offers.extend(records.map(|of| Offer::TakeBackRecord { of }));
        if self.staff(actor).is_ok() && self.could_deal(table) {
            offers.push(Offer::Deal);
        }
        offers
    }

    fn could_deal(&self, table: &Table) -> bool {
        let mut deck = [super::state::ACE; 52];
        for (at, card) in deck.iter_mut().enumerate() {
            *card = cards::CardId::new(at as u8).unwrap_or(*card);
        }
        self.deal(table, Some(&deck), &mut Nowhere).is_ok()
    }

    fn wager_offers(
        &self,
        table: &Table,
        actor: Actor,
        (seat, wager): (usize, usize),
        offers: &mut Vec<Offer>,
    ) {
        if table.phase != Phase::Betting {
            return;
        }
        let accepted = |command: &Command| self.decide(table, actor, command, &mut Nowhere).is_ok();
        let found = &table.seats[seat];
        let (mut from, mut to) = self.first_range(table, seat, wager);
        if self.game.wager[wager].place == Place::Jackpot {
            let cost =
                table.sign.as_ref().and_then(|sign| sign.jackpot.as_ref()).map(|jackpot| jackpot.wager);
            (from, to) = (cost.unwrap_or(from), cost.unwrap_or(to));
        }
        let chip = table.sign.as_ref().map_or(Money::from_cents(1), |sign| sign.smallest_chip);
        let (from, to) = (in_chips_up(from, chip), in_chips_down(to, chip));
        let place = |amount| Command::Place {
            seat,
            wager,
            amount,
            medium: Medium::Chips,
            proxy: false,
            checked: true,
        };
        if from <= to && accepted(&place(from)) {
            offers.push(Offer::Place { seat, wager, from, to, chip });
        }
        let held = found.stakes[wager];
        let (least, most) = self.first_range(table, seat, wager);
        // The loss limit already counts what lies here.
        let most = match found.patron.loss {
            Some((limit, lost)) => {
                let left = limit - lost - found.at_stake();
                most.max(held + left.max(Money::ZERO))
                    .min(self.first_most(table, found, wager).unwrap_or(held + left))
            }
            None => most,
        };
        let from = in_chips_up((least - held).max(chip), chip);
        let to = in_chips_down(most - held, chip);
        if from <= to && accepted(&Command::TopUp { seat, wager, amount: from }) {
            offers.push(Offer::TopUp { seat, wager, from, to, chip });
        }
        if !held.is_zero() && accepted(&Command::TakeBack { seat, wager, amount: held }) {
            let keeps = self.limits(table, found, wager).0.unwrap_or(Money::ZERO);
            let part = held - in_chips_up(keeps, chip);
            let part = if self.jackpot == Some(wager) { Money::ZERO } else { part };
            offers.push(Offer::TakeBack { seat, wager, all: held, part, chip });
        }
        let refuse = Command::RefuseWager { seat, wager };
        offers.extend(Some(refuse).into_iter().filter(accepted).map(Offer::Exactly));
    }

    fn decision_offers(&self, table: &Table, actor: Actor, seat: usize, offers: &mut Vec<Offer>) {
        let accepted = |command: &Command| self.decide(table, actor, command, &mut Nowhere).is_ok();
        let decide = |decision| Command::Decide { seat, decision };
        let rest = [
            Decision::Check,
            Decision::Fold,
            Decision::FoldAnte,
            Decision::Cannot,
            Decision::Absent,
            Decision::Concede,
        ];
        offers.extend(rest.map(decide).into_iter().filter(accepted).map(Offer::Exactly));
        let Phase::Deciding(step) = table.phase else { return };
        let found = &table.seats[seat];
        if found.hand != Hand::Live || found.decided {
            return;
        }
        let mut stakes = self.stakes(table, usize::from(step), found.stakes[self.ante]);
        if let Some((limit, lost)) = found.patron.loss {
            let left = limit - lost - found.at_stake();
            stakes.to = stakes.to.min(left);
            stakes.only.retain(|amount| *amount <= left);
        }
        let bet = |amount| decide(Decision::Bet { amount, checked: true, token: false });
        if stakes.from <= stakes.to && accepted(&bet(stakes.from)) {
            let chip = table.sign.as_ref().map_or(Money::from_cents(1), |sign| sign.smallest_chip);
            offers.push(Offer::Bet { seat, from: stakes.from, to: stakes.to, only: stakes.only, chip });
        }
    }
}

/// The least of at least so much that chips make.
fn in_chips_up(amount: Money, chip: Money) -> Money {
    let over = amount.cents().rem_euclid(chip.cents());
    if over == 0 { amount } else { amount + (chip - Money::from_cents(over)) }
}

/// The most of at most so much that chips make.
fn in_chips_down(amount: Money, chip: Money) -> Money {
    amount - Money::from_cents(amount.cents().rem_euclid(chip.cents()))
}
