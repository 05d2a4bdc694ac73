//! What a tabled hand is: the dealer announces it, and the order of hands says by which clause.

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::reason::Reason;
use crate::room::Room;
use cards::HandRank;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::{Part, Point};

/// One thing that a hand is: on which run of the board, for which part of the pot.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'b> {
    /// The run, from 0.
    pub run: u8,
    /// The part of the pot.
    pub part: &'b Part,
    /// Its rank; none where it does not qualify.
    pub rank: HandRank,
}

impl Spoken<'_> {
    /// In words.
    pub fn words(&self) -> String {
        self.part.order().words(self.rank)
    }
}

impl<'b> Room<'b> {
    /// What a player's hand is now, run by run and part by part; nothing while a card of it is unseen.
    pub fn speaks(&self, hand: &Hand, seat: usize) -> Vec<Spoken<'b>> {
        let mut all = Vec::new();
        if seat >= hand.players() || hand.unseen[seat] > 0 || hand.board_unseen > 0 {
            return all;
        }
        let parts = &self.game.part;
        if self.policy.chinese {
            let sets = hand.sets[seat % 4].iter().zip(parts).filter(|(set, _)| !set.is_empty());
            all.extend(sets.map(|(set, part)| Spoken { run: 0, part, rank: part.order().rank(*set) }));
            return all;
        }
        for run in 0..hand.runs {
            for ranker in self.rankers.iter().flatten() {
                let board = hand.boards[usize::from(run * self.boards + ranker.on)];
                let enough = hand.held(seat).len() + board.len() >= 5;
                if enough && (!ranker.exactly_two || board.len() >= 3) {
                    let rank = ranker.rank(hand.held(seat), board);
                    all.push(Spoken { run, part: ranker.part, rank });
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
        for Spoken { run, part, rank } in self.speaks(hand, seat) {
            let listed = part.listed();
            let Some(category) = listed.order().category(rank) else { continue };
            let event = Event::Announced { seat: seat as u8, run, part: part.of, category };
            self.say(hand, out, event, listed.cite(rank));
        }
        Ok(())
    }
}
