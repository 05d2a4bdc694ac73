//! A burn that was left out (14.2.6, 14.9.2).

use super::matching::MatchedRow;
use super::reports::{CardPlace, IrregularityEvent, IrregularityReport, NotRuled, Reshuffle};
use super::{RuleResult, refuse};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use cards::Card;
use cards::FewCards as Cards;
use engine::{Refusal, Sink};
use rulebook::Ruled;

impl HandRules<'_> {
    /// Nobody has acted on a flop without a burn: it goes back, is shuffled in, a card is burned, a new flop comes.
    pub(super) fn flop_with_burn(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let dealt = self.last_dealt(hand);
        let missed = hand.remedies.missed >> dealt & 1 == 1;
        self.only_when(hand, missed && self.can_deal_again(hand), cite)?;
        self.ruled(hand, matched, out);
        for board in 0..self.boards {
            for card in hand.boards[usize::from(board)].iter() {
                self.carry(hand, out, Some(card), CardPlace::Board(board), CardPlace::Aside, cite);
            }
        }
        self.note(hand, out, IrregularityEvent::BoardAgain { board: 0, burn: true }, cite);
        let event = IrregularityEvent::ReshuffleDue { of: Reshuffle::Rest, row: Some(matched.at) };
        self.note(hand, out, event, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// Whether the cards of the street can be moved on by one: every hand that got one is there, and the stub has the last.
    pub(super) fn can_rebuild(&self, hand: &Hand) -> bool {
        let dealt = self.last_dealt(hand);
        let missed = hand.remedies.missed >> dealt & 1 == 1 && hand.runs == 1;
        let now = self.can_deal_again(hand) || hand.due == Due::Pay;
        let places = self.fell_to(hand);
        // A hand that is gone lies in the muck.
        let is_there = |place: &CardPlace| match *place {
            CardPlace::Up(seat) | CardPlace::Down(seat) => hand.live.has(usize::from(seat)),
            _ => true,
        };
        missed && now && !places.is_empty() && places.iter().all(is_there) && !hand.stub.is_empty()
    }

    /// The cards of the street in the order in which they fell: as they were named, or where the deck is known and nothing
    /// is named, those that left the stub last.
    fn fell(
        &self,
        hand: &Hand,
        matched: &MatchedRow<'_>,
        places: &[CardPlace],
    ) -> Result<Cards, Refusal<Reason>> {
        let named = matched.report.cards;
        let lies = |(place, card): (&CardPlace, Option<Card>)| match (*place, card) {
            (CardPlace::Board(board), Some(card)) => hand.boards[usize::from(board)].contains(card),
            (CardPlace::Up(seat) | CardPlace::Down(seat), Some(card)) => {
                hand.held(usize::from(seat)).contains(card)
            }
            (CardPlace::Down(seat), None) => hand.unseen[usize::from(seat)] > 0,
            _ => false,
        };
        let fits = |cards: &Cards| {
            cards.len() == places.len()
                && cards.twice().is_none()
                && places.iter().zip(cards.iter()).all(lies)
        };
        if !named.is_empty() {
            return if fits(&named) { Ok(named) } else { refuse(NotRuled::CannotBe, matched.cite()) };
        }
        let dealt: Cards = hand.stub.dealt_last(places.len()).collect();
        if fits(&dealt) { Ok(dealt) } else { refuse(NotRuled::WhichCards, matched.cite()) }
    }

    /// Where the cards that were dealt last fell, in order.
    fn fell_to(&self, hand: &Hand) -> Vec<CardPlace> {
        let plan = &self.plans[usize::from(self.last_dealt(hand))];
        if plan.board > 0 {
            let boards = (0..self.boards).flat_map(|board| (0..plan.board).map(move |_| board));
            return boards.map(CardPlace::Board).collect();
        }
        if plan.draw > 0 {
            let drawn = (0..hand.players()).flat_map(|seat| hand.discards[seat].iter().map(move |_| seat));
            return drawn.map(|seat| CardPlace::Down(seat as u8)).collect();
        }
        let up = plan.up & 1 == 1;
        let receivers = hand.live.or(hand.ghosts);
        let face = |seat: usize| if up { CardPlace::Up(seat as u8) } else { CardPlace::Down(seat as u8) };
        receivers.iter().map(face).collect()
    }

    /// The first card becomes the burn, every other moves on by one, and the last place gets the next card. What one
    /// player has done stands (J81).
    pub(super) fn rebuild(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let places = self.fell_to(hand);
        let fell = self.fell(hand, matched, &places)?;
        let named = IrregularityReport { cards: fell, ..*matched.report };
        self.ruled(hand, &MatchedRow { report: &named, ..*matched }, out);
        let mut to = CardPlace::Burns;
        for (&from, card) in places.iter().zip(fell.iter()) {
            self.carry(hand, out, card, from, to, cite);
            to = from;
        }
        let next = hand.stub.top();
        self.carry(hand, out, next, CardPlace::Stub, to, cite);
        self.opens_anew(hand, out, cite);
        Ok(())
    }
}
