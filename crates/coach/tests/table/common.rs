//! What the tests of the coach share: the six games, and chance from a seed.

use cards::{CardId, ShuffleKey, Shuffler};
use coach::{Coach, Coaches, practice_sign};
use rulebook::{Rulebook, Variant};
use std::sync::{Arc, OnceLock};

/// Every book and game.
pub(crate) const PAIRS: [(&str, &str); 6] = [
    ("crown-sydney-poker-minors-3.3", "caribbean-stud"),
    ("crown-sydney-poker-minors-3.3", "mississippi-stud"),
    ("crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"),
    ("star-sydney-mississippi-stud-4", "mississippi-stud"),
    ("crown-melbourne-mississippi-stud-3.0", "mississippi-stud"),
    ("crown-melbourne-three-card-poker-5.1", "three-card-poker"),
];

/// A book and its game, read once.
pub(crate) fn game(pair: usize) -> (&'static Rulebook, &'static Variant) {
    static BOOKS: [OnceLock<Rulebook>; PAIRS.len()] = [const { OnceLock::new() }; PAIRS.len()];
    let (book, game) = PAIRS[pair];
    let book = BOOKS[pair].get_or_init(|| Rulebook::open(book).unwrap());
    (book, book.variant(game).unwrap())
}

/// The coach of a game, solved once.
pub(crate) fn coach(pair: usize) -> Arc<Coach> {
    static COACHES: OnceLock<Coaches> = OnceLock::new();
    let (book, game) = game(pair);
    COACHES.get_or_init(Coaches::default).get(book, game, &practice_sign(book, game)).unwrap()
}

/// Chance from a seed.
pub(crate) struct Chance(Shuffler);

impl Chance {
    /// From a seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(Shuffler::new(&ShuffleKey::from_seed(seed)))
    }

    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// A long number.
    pub(crate) fn long(&mut self) -> u64 {
        (0..8).fold(0, |long, _| long << 8 | self.0.below(256) as u64)
    }

    /// A shuffled deck.
    pub(crate) fn deck(&mut self) -> [CardId; 52] {
        let mut deck = std::array::from_fn(|at| CardId::new(at as u8).unwrap());
        self.0.shuffle(&mut deck);
        deck
    }
}
