//! What a tabled hand is: the dealer announces it, and the order of hands says by which clause.

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::irregularities::NotRuled;
use crate::reason::Reason;
use crate::seats::Seats;
use cards::FewCards as Cards;
use cards::HandRank;
use engine::{Actor, Refusal, Sink};
use rulebook::room::{Part, Point};
use rulebook::{Act, Ruled};
use std::cmp::Ordering;

/// One thing that a hand is: on which run of the board, for which part of the pot.
#[derive(Clone, Copy, Debug)]
pub struct PartRank<'b> {
    /// The run, from 0.
    pub run: u8,
    /// The part of the pot.
    pub part: &'b Part,
    /// Its rank; none where it does not qualify.
    pub rank: HandRank,
}

impl PartRank<'_> {
    /// In words.
    pub fn words(&self) -> String {
        self.part.order().words(self.rank)
    }
}

impl<'b> HandRules<'b> {
    /// What a player's hand is now, run by run and part by part; nothing while a card of it is unseen, or while it has
    /// more or fewer cards than make a hand.
    pub fn speaks(&self, hand: &Hand, seat: usize) -> Vec<PartRank<'b>> {
        let mut all = Vec::new();
        if seat >= hand.players() || hand.unseen[seat] > 0 || hand.board_unseen > 0 {
            return all;
        }
        let parts = &self.game.part;
        if self.policy.chinese {
            if !hand.set.has(seat) {
                return all;
            }
            let sets = hand.sets[seat % 4].iter().zip(parts);
            all.extend(sets.map(|(set, part)| PartRank { run: 0, part, rank: part.order().rank(*set) }));
            return all;
        }
        for run in 0..hand.runs {
            for ranker in self.rankers.iter().flatten() {
                let board = hand.boards[usize::from(run * self.boards + ranker.on)];
                if ranker.ranks(hand.held(seat).len(), board.len()) {
                    let rank = ranker.rank(hand.held(seat), board);
                    all.push(PartRank { run, part: ranker.part, rank });
                }
            }
        }
        all
    }

    /// The dealer announces a tabled hand before the pots are pushed: cards speak, whatever was said (8.7).
    pub(crate) fn announce(
        &self,
        hand: &mut Hand,
        seat: usize,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.expect(hand, hand.due == Due::Pay)?;
        if seat >= hand.players() || !hand.live.has(seat) {
            return self.no(Reason::NoSuchPlayer, Point::DeadHand);
        }
        let tabled = hand.shown.has(seat) || self.policy.chinese;
        if !tabled || hand.unseen[seat] > 0 {
            return self.no(Reason::Unseen { seat: seat as u8 }, Point::CardsSpeak);
        }
        self.all_have_discarded(hand)?;
        for PartRank { run, part, rank } in self.speaks(hand, seat) {
            let listed = part.listed();
            let Some(category) = listed.order().category(rank) else { continue };
            let event = Event::Announced { seat: seat as u8, run, part: part.of, category };
            self.say(hand, out, event, listed.cite(rank));
        }
        Ok(())
    }

    /// Two Chinese hands, set by set: the higher one wins (13.4.2). A fouled hand is not compared.
    pub(crate) fn compare(
        &self,
        hand: &mut Hand,
        seat: usize,
        with: usize,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.expect(hand, self.policy.chinese && hand.due == Due::Pay)?;
        if seat >= hand.players() || with >= hand.players() || seat == with {
            return self.no(Reason::NoSuchPlayer, Point::ChineseCompare);
        }
        let compared = hand.live.and(hand.set);
        if let Some(void) = [seat, with].into_iter().find(|&seat| !compared.has(seat)) {
            return self.no(Reason::NothingSet { seat: void as u8 }, Point::ChineseCompare);
        }
        if self.is_foul(hand, seat) || self.is_foul(hand, with) {
            return self.no(Reason::NotNow(hand.due), Point::ChineseFoul);
        }
        let (own, others) = (self.speaks(hand, seat), self.speaks(hand, with));
        for (own, other) in own.iter().zip(&others) {
            let result = own.rank.cmp(&other.rank);
            let point = match result {
                Ordering::Greater => Point::ChineseWins,
                Ordering::Less => Point::ChineseLoses,
                Ordering::Equal => Point::ChineseTies,
            };
            let event = Event::Compared { seat: seat as u8, with: with as u8, part: own.part.of, result };
            self.say(hand, out, event, self.cite(point));
        }
        Ok(())
    }

    /// A hand of the showdown is shown because a player at the table asks for it.
    pub(crate) fn ask(
        &self,
        hand: &mut Hand,
        seat: usize,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let cite = self.game.showdown.asked.unwrap_or(self.game.showdown.clause);
        if seat >= hand.players() || !hand.to_show.has(seat) {
            return Err(Refusal::new(Reason::NoSuchPlayer, cite));
        }
        let Due::Show(_) = hand.due else { return self.expect(hand, false) };
        self.say(hand, out, Event::Shown { seat: seat as u8, cards: Cards::default() }, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// More than one run of the board: all who remain agree, and a manager allows it (12.6.1).
    pub(crate) fn ask_runs(
        &self,
        hand: &mut Hand,
        times: u8,
        agreed: Seats,
        by: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.runs_granted(hand, agreed, by)?;
        self.run(hand, times, out)
    }

    /// Whether a manager allows more than one run, and all who remain have agreed.
    pub(crate) fn runs_granted(&self, hand: &Hand, agreed: Seats, by: Actor) -> Result<(), Refusal<Reason>> {
        if let Some(power) = self.book.ladder.power(Act::AllowRuns).filter(|power| !by.may(power)) {
            let needs = NotRuled::RoleTooLow { needs: power.least.value };
            return Err(Refusal::new(Reason::NotRuled(needs), power.least.cite));
        }
        match hand.live.less(agreed).from(0) {
            Some(seat) => self.no(Reason::NotAgreed { seat: seat as u8 }, Point::RunAgreed),
            None => Ok(()),
        }
    }
}
