//! Programs that play.

use super::random::Numbers;
use crate::event::Act;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::raises::RaiseRange;
use crate::terms::ChipAmount;
use cards::CardSet;

/// Decides for a player. One `Player` may play every seat; a slice of them plays one seat each.
///
/// Only [`act`](Player::act) must be written. A player sees the whole [`Hand`], other cards and the stub included: a
/// program that is to be measured fairly looks at `hand.held(seat)`, `hand.up(other)` and the boards only.
pub trait Player {
    /// The decision of the player in turn. [`HandRules::options`] says what is allowed.
    fn act(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> Act;

    /// The cards to change in a draw, or to give up in the Pineapple games. Stands pat, or gives up the lowest cards.
    fn discards(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> CardSet {
        let count = usize::from(room.plan(hand).discard);
        if room.plan(hand).draw > 0 {
            return CardSet::default();
        }
        let mut left = hand.down(seat);
        let mut given = CardSet::default();
        for _ in 0..count {
            let lowest = left.iter().min_by_key(|card| card.rank());
            if let Some(card) = lowest {
                left.remove(card);
                given.insert(card);
            }
        }
        given
    }

    /// Front, middle and back of a Chinese hand. The ranks held most often go to the back, the rest by height.
    fn sets(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> [CardSet; 3] {
        let _ = room;
        let [a, b, c, d] = hand.held(seat).suits();
        let two = a & b | a & c | a & d | b & c | b & d | c & d;
        let three = a & b & (c | d) | c & d & (a | b);
        let four = a & b & c & d;
        let layers = [four, three & !four, two & !three, (a | b | c | d) & !two];
        let of_ranks = |ranks: u16| CardSet::from_suits([a & ranks, b & ranks, c & ranks, d & ranks]);
        let mut left = layers.into_iter().flat_map(|ranks| of_ranks(ranks).iter());
        let mut take = |count: usize| left.by_ref().take(count).collect::<CardSet>();
        let (back, middle) = (take(5), take(5));
        [take(3), middle, back]
    }

    /// Whether the hand is tabled at the showdown; else it is given up unseen. Tables it.
    fn shows(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> bool {
        let _ = (room, hand, seat);
        true
    }

    /// How many times the rest of the board is dealt where all are all-in and the book allows up to `most`. Once.
    fn runs(&mut self, room: &HandRules<'_>, hand: &Hand, most: u8) -> u8 {
        let _ = (room, hand, most);
        1
    }
}

/// One player a seat, in the order of the positions. Other kinds of players at one table are boxed:
/// `[Box<dyn Player>]`.
///
/// # Panics
/// If there are fewer players than the hand has.
impl<P: Player> Player for [P] {
    fn act(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> Act {
        self[seat].act(room, hand, seat)
    }

    fn discards(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> CardSet {
        self[seat].discards(room, hand, seat)
    }

    fn sets(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> [CardSet; 3] {
        self[seat].sets(room, hand, seat)
    }

    fn shows(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> bool {
        self[seat].shows(room, hand, seat)
    }

    /// All who are in the hand must agree: the least of what they say.
    fn runs(&mut self, room: &HandRules<'_>, hand: &Hand, most: u8) -> u8 {
        hand.live().iter().map(|seat| self[seat].runs(room, hand, most)).min().unwrap_or(1)
    }
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn act(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> Act {
        (**self).act(room, hand, seat)
    }

    fn discards(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> CardSet {
        (**self).discards(room, hand, seat)
    }

    fn sets(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> [CardSet; 3] {
        (**self).sets(room, hand, seat)
    }

    fn shows(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> bool {
        (**self).shows(room, hand, seat)
    }

    fn runs(&mut self, room: &HandRules<'_>, hand: &Hand, most: u8) -> u8 {
        (**self).runs(room, hand, most)
    }
}

/// Checks, calls, posts the bring-in and stands pat. Where the rules leave only opening or folding, opens for the least.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckCall;

impl Player for CheckCall {
    #[inline]
    fn act(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> Act {
        if matches!(hand.due(), Due::BringIn(_)) {
            return Act::BringIn;
        }
        if room.must_open(hand) {
            return room.raises(hand, seat).map_or(Act::Fold, |raises| Act::Raise(raises.least));
        }
        Act::Call
    }
}

/// Plays by chance, always within the rules: 27 times in a hundred a bet or raise where one is allowed (of those 40 in a
/// hundred the least, 10 the most), 45 times a fold when facing a wager, else a check or call.
#[derive(Clone, Debug)]
pub struct RandomLegal {
    /// Where chance comes from.
    pub numbers: Numbers,
    /// How often in a hundred a bet or raise is made where it is allowed.
    pub raises: u64,
    /// How often in a hundred a hand is folded to a wager.
    pub folds: u64,
    /// How often in a hundred a hand is folded though a check is free.
    pub free_folds: u64,
    /// How often in a hundred a hand is given up unseen at the showdown.
    pub mucks: u64,
    /// How often in a hundred the board is run more than once where that is allowed.
    pub runs: u64,
}

impl RandomLegal {
    /// A player with the numbers of a seed.
    pub const fn new(seed: u64) -> RandomLegal {
        RandomLegal { numbers: Numbers::new(seed), raises: 27, folds: 45, free_folds: 0, mucks: 0, runs: 0 }
    }

    /// A total to bet or raise to.
    fn amount(&mut self, raises: RaiseRange, chip: ChipAmount) -> ChipAmount {
        let RaiseRange { least, most, only_ends, .. } = raises;
        match self.numbers.below(100) {
            0..40 => least,
            40..50 => most,
            _ if only_ends => {
                if self.numbers.percent(50) {
                    least
                } else {
                    most
                }
            }
            _ => {
                let to = self.numbers.between(least, most);
                (to - to % chip.max(1)).max(least)
            }
        }
    }
}

impl Player for RandomLegal {
    fn act(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> Act {
        let Some(options) = room.options(hand) else { return Act::Fold };
        debug_assert_eq!(options.seat, seat);
        if options.kitty && self.numbers.percent(25) {
            return Act::TakeKitty;
        }
        let chance = self.numbers.below(100);
        if let Some(raises) = options.raise
            && chance < self.raises
        {
            return Act::Raise(self.amount(raises, room.terms().chip));
        }
        match options {
            _ if options.bring_in.is_some() => Act::BringIn,
            // Open or fold: half of those who did not open by chance do so all the same.
            _ if options.call.is_none() => match options.raise {
                Some(raises) if self.numbers.percent(50) => Act::Raise(raises.least),
                _ => Act::Fold,
            },
            _ if options.call > Some(0) && self.numbers.percent(self.folds) => Act::Fold,
            _ if options.call == Some(0) && self.free_folds > 0 && self.numbers.percent(self.free_folds) => {
                Act::Fold
            }
            _ => Act::Call,
        }
    }

    fn discards(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> CardSet {
        let (draw, mut count) = (room.plan(hand).draw, usize::from(room.plan(hand).discard));
        if draw > 0 {
            count = self.numbers.below(u64::from(draw) + 1) as usize;
        }
        let mut left = hand.down(seat);
        let mut given = CardSet::default();
        for _ in 0..count.min(left.len()) {
            let at = self.numbers.below(left.len() as u64) as usize;
            if let Some(card) = left.iter().nth(at) {
                left.remove(card);
                given.insert(card);
            }
        }
        given
    }

    fn shows(&mut self, _: &HandRules<'_>, _: &Hand, _: usize) -> bool {
        self.mucks == 0 || !self.numbers.percent(self.mucks)
    }

    fn runs(&mut self, _: &HandRules<'_>, _: &Hand, most: u8) -> u8 {
        if self.runs > 0 && self.numbers.percent(self.runs) {
            self.numbers.between(1, i64::from(most)) as u8
        } else {
            1
        }
    }
}
