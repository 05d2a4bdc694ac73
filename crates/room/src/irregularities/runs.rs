//! The board more than once: the stub too short for it (14.13), cards turned before all agreed (14.14).

use super::RuleResult;
use super::matching::MatchedRow;
use super::refuse;
use super::reports::{IrregularityEvent, NotRuled, Reshuffle};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::stub::Stub;
use cards::FewCards as Cards;
use engine::Sink;
use rulebook::Ruled;
use rulebook::room::Point;

impl HandRules<'_> {
    /// How many of so many runs the stub and then the burns can complete.
    pub(super) fn runs_with_burns(&self, hand: &Hand, times: u8) -> u8 {
        let to_come = &self.plans[hand.street()..usize::from(self.streets)];
        let (mut stub, mut burned) = (hand.stub.len(), usize::from(hand.burned));
        let mut first_burn = !hand.burnt_street;
        let mut take = |burned: &mut usize, burn: bool| {
            if stub == 0 {
                stub = std::mem::take(burned);
            }
            if stub == 0 {
                return false;
            }
            stub -= 1;
            *burned += usize::from(burn);
            true
        };
        for run in 0..times {
            for plan in to_come {
                let burn = plan.burn && std::mem::replace(&mut first_burn, true);
                let cards = usize::from(plan.board) * usize::from(self.boards);
                if burn && !take(&mut burned, true) || !(0..cards).all(|_| take(&mut burned, false)) {
                    return run;
                }
            }
        }
        times
    }

    /// The stub is too short for the runs that were allowed: the burns help, or fewer runs are dealt (J77).
    pub(super) fn short_runs(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let times = matched.report.count;
        let most = self.game.runs.map_or(1, |runs| runs.value);
        self.only_when(hand, self.may_run(hand), cite)?;
        if times > most || times <= self.runs_possible(hand) {
            return refuse(NotRuled::CannotBe, cite);
        }
        let runs = self.runs_with_burns(hand, times);
        if runs == 0 {
            return self.stub_has(hand, hand.stub.len() + 1);
        }
        self.ruled(hand, matched, out);
        let event = IrregularityEvent::Arranged { arrangement: hand.remedies.arrangement, row: matched.at };
        self.note(hand, out, event, cite);
        if runs > 1 {
            self.say(hand, out, Event::Runs(runs), cite);
        }
        Ok(())
    }

    /// Deals the board from a stub that will run out.
    #[cold]
    pub(crate) fn deal_short(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) -> RuleResult {
        while hand.due == Due::Board {
            if hand.stub.is_empty() {
                self.refill(hand, out);
            } else if hand.burnt_street {
                let (card, board) = (hand.stub.top(), hand.board_at);
                self.say(hand, out, Event::ToBoard { board, card }, self.board_cite(hand));
            } else {
                self.burn(hand, out);
            }
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// The same where the cards are recorded as they fall.
    #[cold]
    pub(crate) fn record_short(
        &self,
        hand: &mut Hand,
        cards: &Cards,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        for card in cards.iter() {
            self.refill(hand, out);
            self.burn(hand, out);
            self.refill(hand, out);
            let board = hand.board_at;
            self.say(hand, out, Event::ToBoard { board, card }, self.board_cite(hand));
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// The stub is out in the middle of a board: the burns are shuffled (14.13). Where only the number of cards is
    /// known nobody waits for that.
    pub(crate) fn refill(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) {
        if !hand.stub.is_empty() {
            return;
        }
        let cite = self.cite(Point::RunShortStub);
        let row = hand.remedies.row;
        self.note(hand, out, IrregularityEvent::ReshuffleDue { of: Reshuffle::Burns, row }, cite);
        if !hand.stub.is_known() {
            let stub = Stub::unseen(usize::from(hand.burned));
            self.say(hand, out, Event::Shuffled(stub), cite);
        }
    }

    /// Cards were turned before all agreed: this street is dealt once (14.14).
    pub(super) fn street_once(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        self.only_when(hand, self.may_run(hand), cite)?;
        let cards = matched.report.cards;
        let known = hand.stub.is_known();
        if !known && cards.is_empty() {
            return refuse(NotRuled::WhichCards, cite);
        }
        let mut trial = *hand;
        let mut nothing = Vec::new();
        if known {
            self.deal(&mut trial, &mut nothing)?
        } else {
            self.board(&mut trial, &cards, &mut nothing)?
        }
        if known
            && !cards.is_empty()
            && !hand.stub.rest().skip(1).zip(cards.iter()).all(|(a, b)| Some(a) == b)
        {
            return refuse(NotRuled::CannotBe, cite);
        }
        self.ruled(hand, matched, out);
        if known { self.deal(hand, out) } else { self.board(hand, &cards, out) }
    }
}
