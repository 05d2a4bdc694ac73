//! Draw and Pineapple: replacements to the wrong player (14.3), discards that were forgotten (14.12).

use super::RuleResult;
use super::matching::MatchedRow;
use super::reports::{CardPlace, IrregularityEvent, NotRuled, Omission};
use super::{IrregularityReport, refuse};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use engine::{Hidden, Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::{Point, Remedy};

impl HandRules<'_> {
    /// Replacements fell to the wrong player: seen, he keeps them; unseen, they go to whose turn it was (14.3).
    pub(super) fn wrong_drawer(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let wrong = matched.live_seat(hand)?;
        self.only_when(hand, hand.due == Due::Replace, cite)?;
        let Some(right) = hand.owed.iter().position(|&owed| owed > 0).filter(|&right| right != wrong) else {
            return refuse(NotRuled::CannotBe, cite);
        };
        let to = if matched.row.ruling == Remedy::KeepsThem { wrong } else { right };
        let count = matched.report.number();
        if count == 0 || count > hand.owed[to] {
            return Err(Refusal::new(Reason::WrongCards { due: hand.owed[to] }, cite));
        }
        let burn = usize::from(!hand.burnt_street);
        self.stub_has(hand, burn + usize::from(count))?;
        // Unseen cards need no names, even where the stub is not known.
        let cards = if hand.stub.is_known() || matched.report.cards.all_known() && matched.report.seen {
            self.coming(hand, matched, burn, usize::from(count))?
        } else {
            let mut unseen = crate::Cards::default();
            (0..count).for_each(|_| {
                unseen.push(None);
            });
            unseen
        };
        self.ruled(hand, matched, out);
        self.burn(hand, out);
        for card in cards.iter() {
            self.say(hand, out, Event::Dealt { seat: to as u8, card: Hidden::new(card), up: false }, cite);
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// A duty is left out, and nobody notices.
    pub(super) fn omit(
        &self,
        hand: &mut Hand,
        omission: Omission,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        match omission {
            Omission::NoBurn => {
                let cite = self.cite(Point::BurnMissed);
                let due = matches!(hand.due, Due::Hole | Due::Board | Due::Replace | Due::Community);
                self.only_when(hand, due && !hand.burnt_street, cite)?;
                self.note(hand, out, IrregularityEvent::BurnMissed, cite);
            }
            Omission::NoDiscard => {
                let cite = self.cite(Point::DiscardMissed);
                let Due::Discard(seat) = hand.due else { return self.only_when(hand, false, cite) };
                self.only_when(hand, self.plan(hand).discard > 0, cite)?;
                self.note(hand, out, IrregularityEvent::DiscardMissed { seat }, cite);
                self.go_on(hand, out);
            }
        }
        Ok(())
    }

    /// The round of the discard is still open: the card goes now (14.12.1).
    pub(super) fn discard_now(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let seat = matched.live_seat(hand)?;
        if !hand.remedies.undiscarded.has(seat) {
            return refuse(NotRuled::CannotBe, cite);
        }
        let due = self.plans[usize::from(hand.remedies.undiscarded_on)].discard;
        let IrregularityReport { cards, .. } = matched.report;
        if cards.len() != usize::from(due) || cards.twice().is_some() {
            return Err(Refusal::new(Reason::WrongCards { due }, cite));
        }
        let unknown = cards.iter().filter(Option::is_none).count();
        if unknown > usize::from(hand.unseen[seat]) {
            return Err(Refusal::new(Reason::WrongCards { due }, cite));
        }
        cards.iter().flatten().try_for_each(|card| self.holds(hand, seat, card))?;
        self.ruled(hand, matched, out);
        for card in cards.iter() {
            self.carry(hand, out, card, CardPlace::Down(seat as u8), CardPlace::Muck, cite);
        }
        self.note(hand, out, IrregularityEvent::DiscardMade { seat: seat as u8 }, cite);
        Ok(())
    }

    /// A hand with a card too many cannot win (14.12.2).
    pub(crate) fn all_have_discarded(&self, hand: &Hand) -> RuleResult {
        match hand.remedies.undiscarded.and(hand.live).from(0) {
            Some(seat) => {
                refuse(NotRuled::NotDiscarded { seat: seat as u8 }, self.cite(Point::DiscardMissed))
            }
            None => Ok(()),
        }
    }
}
