//! Paying: odds and pay tables, rounding and caps, jackpot prizes and awards.

use super::event::{Event, Settled};
use super::payoff::HandFacts;
use super::reason::Reason;
use super::settle::{Paying, folded};
use super::state::{FoundWhen, Phase, Seat, Table};
use super::{Banked, BankedRefusal, Out};
use crate::machine::{Actor, Refusal};
use crate::sign::{MOST, Sign};
use cards::HandRank;
use money::{Money, Odds, Rounding};
use rulebook::{Act, Against, Cite, Pays, Place, Prize, PrizeAmount};

impl Banked<'_> {
    /// What a win still depends on: the token is kept, and a wager with an invalid card is not paid.
    pub(super) fn after_winning(
        &self,
        table: &Table,
        (at, wager): (usize, usize),
        (result, paid, returned): (Settled, Money, Money),
        stake: Money,
        out: &mut impl Out,
    ) -> (Settled, Money, Money) {
        let seat = &table.seats[at];
        if result != Settled::Win {
            return (result, paid, returned);
        }
        if let Some(withheld) = self.withheld(table, seat, self.jackpot == Some(wager)) {
            out.say(Event::WinningsWithheld { seat: at as u8, wager: wager as u8 }, withheld);
            return (Settled::Void, Money::ZERO, returned);
        }
        match self.book.table.wagers.token.filter(|_| seat.tokens & 1 << wager != 0) {
            Some(token) => {
                out.say(Event::TokenKept { seat: at as u8, wager: wager as u8 }, token);
                (result, paid, returned - stake)
            }
            None => (result, paid, returned),
        }
    }

    /// Winnings of a player with an invalid card, or who must not bet, are withheld. A jackpot wager that somebody
    /// else laid on the box is judged by that player's card.
    pub(super) fn withheld(&self, table: &Table, seat: &Seat, jackpot: bool) -> Option<Cite> {
        let patrons = self.book.table.patrons.as_ref()?;
        let owner = seat.jackpot_by.filter(|_| jackpot).map_or(seat, |by| &table.seats[usize::from(by)]);
        match (owner.patron.invalid_card, owner.patron.employee) {
            (Some(FoundWhen::During), _) => Some(patrons.found_during),
            (_, true) => Some(patrons.employee),
            _ => None,
        }
    }

    /// What a win pays, rounded once and capped where the pay table says so.
    pub(super) fn winnings(&self, pays: Option<&Pays>, paying: &Paying<'_>, out: &mut impl Out) -> Money {
        let (seat, wager) = (paying.at as u8, paying.wager as u8);
        let mut cap = None;
        let odds = match pays {
            Some(Pays::Odds(odds)) => *odds,
            Some(Pays::Table(id)) => {
                let Some((table, line)) = self.line(paying.sign, id, paying.rank) else { return Money::ZERO };
                out.say(
                    Event::PayLineApplied { seat, wager, odds: line.pays.0 },
                    line.clause.unwrap_or(table.clause),
                );
                cap = table.capped.zip(paying.sign.max_payout);
                line.pays.0
            }
            None => return Money::ZERO,
        };
        let mut paid = self.rounded(paying, odds, out);
        if let Some((cite, most)) = cap.filter(|(_, most)| paid > *most) {
            paid = most;
            out.say(Event::PaymentCapped { seat, wager }, cite);
        }
        paid
    }

    pub(super) fn rounded(&self, paying: &Paying<'_>, odds: Odds, out: &mut impl Out) -> Money {
        let exact = odds.pays(paying.stake, Rounding::UP_TO_CENT).unwrap_or(Money::ZERO);
        let unit = paying.sign.rounding(self.book);
        if unit == Rounding::UP_TO_CENT {
            return exact;
        }
        let paid = odds.pays(paying.stake, unit).unwrap_or(exact);
        if paid != exact {
            let event = Event::PaymentRounded { seat: paying.at as u8, wager: paying.wager as u8 };
            out.say(event, self.book.table.pay.rounding.cite);
        }
        paid
    }

    /// The prize of the sign's option for a hand.
    pub(super) fn prize(&self, sign: &Sign, rank: HandRank) -> Option<(u8, &Prize)> {
        let option = self.book.jackpots.option(sign.jackpot.as_ref()?.option)?;
        let found = option.prizes.iter().enumerate().find(|(_, prize)| rank >= prize.from);
        found.map(|(at, prize)| (at as u8, prize))
    }

    /// A jackpot hand: a fixed prize is paid now, a part of the meter when the meter says what it is.
    pub(super) fn jackpot_win(
        &self,
        paying: &Paying<'_>,
        staked: Money,
        (place, prize, clause): (u8, &Prize, Cite),
        out: &mut impl Out,
    ) -> Option<u8> {
        let (at, wager) = (paying.at, paying.wager);
        if let Some(last) = self.game.jackpot_last {
            out.say(Event::FactShown, last);
        }
        let cite = if self.book.jackpots.prize_decides { prize.clause } else { clause };
        let fixed = match prize.pays {
            PrizeAmount::Meter | PrizeAmount::Share(_) => {
                out.say(Event::JackpotHit { seat: at as u8, prize: place }, prize.clause);
                return Some(place);
            }
            PrizeAmount::Flat(amount) => amount,
            PrizeAmount::For(odds) => {
                out.say(Event::PayLineApplied { seat: at as u8, wager: wager as u8, odds }, prize.clause);
                let unit = paying.sign.rounding(self.book);
                odds.hands_over(staked, unit).unwrap_or(Money::ZERO)
            }
        };
        self.say_settled(out, (at, wager), staked, (Settled::Win, fixed, Money::ZERO), cite);
        None
    }

    /// What the sign adds for everybody else when the meter is won.
    pub(super) fn pay_bonuses(
        &self,
        table: &Table,
        sign: &Sign,
        (entitled, hits): (u16, [bool; 2]),
        out: &mut impl Out,
    ) {
        let (Some(bonus), Some(jackpot)) = (&self.book.jackpots.bonus, &sign.jackpot) else { return };
        let wager = self
            .game
            .wager
            .iter()
            .position(|rules| rules.place == Place::Bonus && rules.of.as_deref() == Some("jackpot"));
        let Some(wager) = wager else { return };
        let royal = jackpot.bonus_royal.filter(|_| hits[0]).unwrap_or(Money::ZERO);
        let flush = jackpot.bonus_straight_flush.filter(|_| hits[1]).unwrap_or(Money::ZERO);
        let amount = royal + flush;
        if amount.is_zero() {
            return;
        }
        out.say(Event::FactShown, bonus.eligible);
        for at in table.dealt_areas().rev() {
            if entitled & 1 << at == 0 {
                out.say(Event::FactShown, bonus.not_winner);
                continue;
            }
            let result = (Settled::Win, amount, Money::ZERO);
            self.say_settled(out, (at, wager), Money::ZERO, result, bonus.clause);
        }
    }

    pub(super) fn award(
        &self,
        table: &Table,
        actor: Actor,
        (at, amount): (usize, Money),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let cite = self.authority(actor, Act::DetermineTopJackpot)?;
        let waiting = table.phase == Phase::Awards && self.seat(table, at)?.awaits;
        let (true, Some(wager)) = (waiting, self.jackpot) else {
            return Err(Refusal::new(Reason::NothingAwarded, cite));
        };
        if amount.is_negative() {
            return Err(Refusal::new(Reason::AmountNotPositive, cite));
        }
        if amount > MOST {
            return Err(Refusal::new(Reason::AmountTooLarge, cite));
        }
        let seat = &table.seats[at];
        let sign = table.sign.as_deref();
        let Some(sign) = sign else { return Err(self.no(Reason::NotOpen)) };
        let rules = &self.game.wager[wager];
        let known = HandFacts {
            folded: folded(seat),
            qualifies: false,
            against: Against::Equal,
            method: sign.method.fact(),
        };
        let rank = self.hand(table, at, rules.hand, rules.order);
        let case = self.case(rules, &known, rank, true);
        let clause = match self.prize(sign, rank) {
            Some((place, prize)) if self.book.jackpots.prize_decides => {
                self.together(table, place, prize.clause)
            }
            _ => case.clause,
        };
        out.say(Event::FactShown, cite);
        let staked = seat.stakes[wager];
        let result = (Settled::Win, amount, Money::ZERO);
        let result = self.after_winning(table, (at, wager), result, Money::ZERO, out);
        self.say_settled(out, (at, wager), staked, result, clause);
        if table.boxes().iter().filter(|seat| seat.awaits).count() == 1 {
            out.say(Event::RoundClosed, self.book.table.round);
        }
        Ok(())
    }

    /// The clause of an award where it falls together with others.
    pub(super) fn together(&self, table: &Table, place: u8, alone: Cite) -> Cite {
        let count = |royal: bool| {
            table.boxes().iter().filter(|seat| seat.hit.is_some_and(|hit| (hit == 0) == royal)).count()
        };
        let shares = &self.book.jackpots.shares;
        match (place, count(true), count(false)) {
            (0, _, 1..) => shares.royal,
            (0, 2.., 0) => shares.pool,
            (1.., 0, 2..) => shares.several.cite,
            _ => alone,
        }
    }

    pub(super) fn say_settled(
        &self,
        out: &mut impl Out,
        (at, wager): (usize, usize),
        staked: Money,
        (result, paid, returned): (Settled, Money, Money),
        cite: Cite,
    ) {
        let event =
            Event::WagerSettled { seat: at as u8, wager: wager as u8, staked, result, paid, returned };
        out.say(event, cite);
    }
}
