//! A player for tests: by chance, and sometimes with what a sensible player would never do.

use cards::CardSet;
use room::sim::{Numbers, Player, RandomLegal};
use room::{Act, Hand, HandRules};

/// Plays by chance: tame in one hand, wild in the next.
pub(crate) struct Wild(pub(crate) RandomLegal);

impl Wild {
    pub(crate) fn new(seed: u64, mucks: u64) -> Wild {
        Wild(RandomLegal { free_folds: 6, mucks, runs: 60, ..RandomLegal::new(seed) })
    }

    /// Another temper for another hand.
    pub(crate) fn change(&mut self, numbers: &mut Numbers) {
        (self.0.raises, self.0.folds) = [(27, 45), (60, 10), (15, 5)][numbers.below(3) as usize];
    }
}

impl Player for Wild {
    fn act(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> Act {
        // A wager that is allowed only because it puts everybody all-in.
        let cover = room.raises(hand, seat).ok().and_then(|raises| raises.cover);
        match cover.filter(|_| room.options(hand).is_some_and(|options| options.bring_in.is_none())) {
            Some(to) if self.0.numbers.percent(20) => Act::Raise(to),
            _ => self.0.act(room, hand, seat),
        }
    }

    fn discards(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> CardSet {
        self.0.discards(room, hand, seat)
    }

    /// Front, middle and back as they come: often a foul.
    fn sets(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> [CardSet; 3] {
        if self.0.numbers.percent(60) {
            return self.0.sets(room, hand, seat);
        }
        let mut left = hand.held(seat);
        [3, 5, 5].map(|count| {
            let mut set = CardSet::default();
            for _ in 0..count {
                let at = self.0.numbers.below(left.len() as u64) as usize;
                if let Some(card) = left.iter().nth(at) {
                    left.remove(card);
                    set.insert(card);
                }
            }
            set
        })
    }

    fn shows(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> bool {
        self.0.shows(room, hand, seat)
    }

    fn runs(&mut self, room: &HandRules<'_>, hand: &Hand, most: u8) -> u8 {
        self.0.runs(room, hand, most)
    }
}
