//! The board: dealt too early, or with too many cards at once (14.8.3, 14.9 to 14.11).

use super::RuleResult;
use super::matching::MatchedRow;
use super::refuse;
use super::reports::{CardPlace, IrregularityEvent, NotRuled, Reshuffle, StreetArrangement};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use engine::{Hidden, Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::{Point, Remedy};

impl HandRules<'_> {
    /// A flop of too many cards goes back, its burn stays; it is dealt again without one (14.9.3, J80).
    pub(super) fn flop_too_many(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let dealt = self.last_dealt(hand);
        let due = self.plans[usize::from(dealt)].board;
        let lies = due >= 3 && self.can_deal_again(hand) && hand.runs == 1;
        if lies {
            return self.flop_back(hand, matched, usize::from(due), out);
        }
        let due = self.plan(hand).board;
        let awaited = hand.due == Due::Board && due >= 3 && hand.board_owed == due;
        self.only_when(hand, awaited, cite)?;
        let count = matched.report.number();
        if count <= due {
            return refuse(NotRuled::CannotBe, cite);
        }
        // RuleResult of the bottom board while the top one is due: that comes first, as always.
        let top_first = matched.report.bottom && self.another_board_follows(hand);
        if top_first && !hand.stub.is_known() {
            return Err(Refusal::new(Reason::NotNow(hand.due), cite));
        }
        let before = usize::from(!hand.burnt_street) + if top_first { usize::from(due) } else { 0 };
        let cards = self.coming(hand, matched, before, usize::from(count))?;
        self.ruled(hand, matched, out);
        self.burn(hand, out);
        for _ in 0..if top_first { due } else { 0 } {
            let (card, board) = (hand.stub.top(), hand.board_at);
            self.say(hand, out, Event::ToBoard { board, card }, self.board_cite(hand));
        }
        for card in cards.iter() {
            self.carry(hand, out, card, CardPlace::Stub, CardPlace::Aside, cite);
        }
        let event = IrregularityEvent::ReshuffleDue { of: Reshuffle::Rest, row: Some(matched.at) };
        self.note(hand, out, event, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// It was noticed when the flop lay there: the cards too many are those on top of the stub, or they are named after
    /// the flop's. With a top flop its bottom one goes back too, for it came out of the wrong cards.
    fn flop_back(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        due: usize,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let first = if matched.report.bottom { self.boards - 1 } else { 0 };
        let count = usize::from(matched.report.number());
        let flop = hand.boards[usize::from(first)];
        let mut extra = cards::FewCards::default();
        for card in matched.report.cards.iter() {
            if !card.is_some_and(|card| flop.contains(card)) {
                extra.push(card);
            }
        }
        let all_there = extra.is_empty() || matched.report.cards.len() == extra.len() + due;
        if count <= due || !all_there || hand.board_unseen > 0 {
            return refuse(NotRuled::CannotBe, cite);
        }
        let named = super::IrregularityReport { cards: extra, ..*matched.report };
        let cards = self.coming(hand, &MatchedRow { report: &named, ..*matched }, 0, count - due)?;
        self.ruled(hand, matched, out);
        for board in first..self.boards {
            for card in hand.boards[usize::from(board)].iter() {
                self.carry(hand, out, Some(card), CardPlace::Board(board), CardPlace::Aside, cite);
            }
        }
        for card in cards.iter() {
            self.carry(hand, out, card, CardPlace::Stub, CardPlace::Aside, cite);
        }
        self.note(hand, out, IrregularityEvent::BoardAgain { board: first, burn: false }, cite);
        let event = IrregularityEvent::ReshuffleDue { of: Reshuffle::Rest, row: Some(matched.at) };
        self.note(hand, out, event, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// Cards of the next street came before the round was over: they are set aside, their burn stays, and the streets
    /// to come are arranged as the row has it.
    pub(super) fn board_early(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = matched.cite();
        let next = usize::from(hand.street) + 1;
        let flop = matches!(matched.row.ruling, Remedy::NewFlopNoBurn | Remedy::BottomThenNewTop);
        let open = self.in_round(hand) || matches!(hand.due, Due::Discard(_));
        self.only_when(hand, open && next < usize::from(self.streets), cite)?;
        let plan = self.plans[next];
        if flop != (plan.board >= 3) || plan.board == 0 {
            return refuse(NotRuled::CannotBe, cite);
        }
        let burn = usize::from(plan.burn && hand.remedies.arrangement.no_burn >> next & 1 == 0);
        let cards = self.coming(hand, matched, burn, usize::from(plan.board))?;
        self.ruled(hand, matched, out);
        if burn == 1 {
            let burned = hand.stub.top();
            let clause = self.game.street[next].burn.unwrap_or_else(|| self.cite(Point::Burn));
            self.say(hand, out, Event::Burned(Hidden::new(burned)), clause);
        }
        for card in cards.iter() {
            self.carry(hand, out, card, CardPlace::Stub, CardPlace::Aside, cite);
        }
        let (here, after) = (1 << next, 1u8.checked_shl(next as u32 + 1).unwrap_or(0));
        let was = hand.remedies.arrangement;
        let arrangement = match matched.row.ruling {
            // Burn, new fourth, its round, then the set-aside card is shuffled in and the fifth has no burn.
            Remedy::SetAsideFourth => {
                StreetArrangement { no_burn: was.no_burn | after, shuffle: was.shuffle | after, ..was }
            }
            // Bottom fourth, burn, top fourth, its round; bottom fifth, shuffle, top fifth.
            Remedy::SetAsideTopFourth => StreetArrangement {
                no_burn: was.no_burn | here | after,
                bottom_first: was.bottom_first | here | after,
                burn_between: was.burn_between | here,
                shuffle: was.shuffle | after,
            },
            // The bottom board, shuffle, the top board.
            Remedy::SetAsideTopFifth | Remedy::BottomThenNewTop => StreetArrangement {
                no_burn: was.no_burn | here,
                bottom_first: was.bottom_first | here,
                shuffle: was.shuffle | here,
                ..was
            },
            // Shuffle, and the same street again without a burn.
            _ => StreetArrangement { no_burn: was.no_burn | here, shuffle: was.shuffle | here, ..was },
        };
        self.note(hand, out, IrregularityEvent::Arranged { arrangement, row: matched.at }, cite);
        Ok(())
    }

    /// Several cards were opened where one was due: the right one plays, the others go as the row has it.
    pub(super) fn opened_together(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let (cite, report) = (matched.cite(), matched.report);
        let single = self.plan(hand).board == 1 && hand.board_owed == 1;
        self.only_when(hand, hand.due == Due::Board && single, cite)?;
        let count = usize::from(report.number());
        if count < 2 {
            return refuse(NotRuled::WhichCards, cite);
        }
        let at_top = self.another_board_follows(hand);
        // RuleResult of the bottom board while the top one is due: that comes first, as always.
        let top_first = at_top && report.bottom;
        if top_first && !hand.stub.is_known() {
            return Err(Refusal::new(Reason::NotNow(hand.due), cite));
        }
        let burn = usize::from(!hand.burnt_street);
        let cards = self.coming(hand, matched, burn + usize::from(top_first), count)?;
        self.ruled(hand, matched, out);
        self.burn(hand, out);
        if top_first {
            let (card, board) = (hand.stub.top(), hand.board_at);
            self.say(hand, out, Event::ToBoard { board, card }, self.board_cite(hand));
        }
        let plays = if at_top && !top_first { 2 } else { 1 };
        for (at, card) in cards.iter().enumerate() {
            if at < plays {
                let board = hand.board_at;
                self.say(hand, out, Event::ToBoard { board, card }, cite);
                continue;
            }
            let to = match matched.row.ruling {
                Remedy::ExtraIsNextBurn => CardPlace::Burns,
                Remedy::ExtraIsMucked => CardPlace::Muck,
                _ => CardPlace::Aside,
            };
            self.carry(hand, out, card, CardPlace::Stub, to, cite);
        }
        match matched.row.ruling {
            Remedy::ExtraIsNextBurn => self.next_burn_is_made(hand, matched, out),
            Remedy::ExtrasShuffledIn => {
                let event = IrregularityEvent::ReshuffleDue { of: Reshuffle::Rest, row: Some(matched.at) };
                self.note(hand, out, event, cite);
            }
            _ => {}
        }
        self.go_on(hand, out);
        Ok(())
    }
}
