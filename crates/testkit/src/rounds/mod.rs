//! Random legal rounds, each repeated by its number: every game of every book, every kind of sign, and cards that make
//! what is rare happen often.

mod cards;
mod seats;
mod sign;

use crate::dice::Dice;
use crate::naive::{self, Book, Game, Round};
use rulebook::{Rulebook, Variant};
use std::sync::OnceLock;

pub(crate) use seats::dollars;

/// A game under a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    CaribbeanStud,
    SydneyMississippi,
    UltimateHoldem,
    StarMississippi,
    MelbourneMississippi,
    ThreeCard,
}

/// A round, and what it was dealt from.
#[derive(Debug, Clone)]
pub struct Thrown {
    /// What is played.
    pub pair: Pair,
    /// The number that repeats it.
    pub seed: u64,
    /// From a shuffler, and not from a shoe.
    pub shuffler: bool,
    pub round: Round,
}

impl Pair {
    /// All of them.
    pub const ALL: [Pair; 6] = [
        Pair::CaribbeanStud,
        Pair::SydneyMississippi,
        Pair::UltimateHoldem,
        Pair::StarMississippi,
        Pair::MelbourneMississippi,
        Pair::ThreeCard,
    ];

    /// The book's id.
    pub const fn book_id(self) -> &'static str {
        match self {
            Pair::CaribbeanStud | Pair::SydneyMississippi | Pair::UltimateHoldem => {
                "crown-sydney-poker-minors-3.3"
            }
            Pair::StarMississippi => "star-sydney-mississippi-stud-4",
            Pair::MelbourneMississippi => "crown-melbourne-mississippi-stud-3.0",
            Pair::ThreeCard => "crown-melbourne-three-card-poker-5.1",
        }
    }

    /// The game's id.
    pub const fn game_id(self) -> &'static str {
        match self {
            Pair::CaribbeanStud => "caribbean-stud",
            Pair::UltimateHoldem => "ultimate-texas-holdem",
            Pair::ThreeCard => "three-card-poker",
            _ => "mississippi-stud",
        }
    }

    /// The book.
    pub fn book(self) -> Rulebook {
        Rulebook::open(self.book_id()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The game in its book.
    pub fn game(self, book: &Rulebook) -> &Variant {
        book.variant(self.game_id()).expect("the book has the game")
    }

    /// Whether the book is Crown Sydney's.
    pub const fn is_crown_sydney(self) -> bool {
        matches!(self, Pair::CaribbeanStud | Pair::SydneyMississippi | Pair::UltimateHoldem)
    }

    /// The spots that have limits, each with about how many Antes lie there.
    pub const fn spots(self) -> &'static [(&'static str, i64)] {
        match self {
            Pair::CaribbeanStud => &[("ante", 1), ("bet", 2)],
            Pair::UltimateHoldem => &[("ante", 1), ("blind", 1), ("trips", 1), ("play", 3)],
            Pair::ThreeCard => &[("ante", 1), ("pair-plus", 1), ("six-card-bonus", 1), ("play", 1)],
            _ => &[("ante", 1), ("3rd-street", 2), ("4th-street", 2), ("5th-street", 2)],
        }
    }

    /// Places for players, as the book has it.
    fn places(self) -> usize {
        static PLACES: [OnceLock<usize>; 6] = [const { OnceLock::new() }; 6];
        *PLACES[self as usize].get_or_init(|| usize::from(self.book().table.seats.value))
    }

    const fn naive(self) -> (Book, Game) {
        match self {
            Pair::CaribbeanStud => (Book::CrownSydney, Game::CaribbeanStud),
            Pair::SydneyMississippi => (Book::CrownSydney, Game::MississippiStud),
            Pair::UltimateHoldem => (Book::CrownSydney, Game::UltimateTexasHoldem),
            Pair::StarMississippi => (Book::Star, Game::MississippiStud),
            Pair::MelbourneMississippi => (Book::MelbourneMississippi, Game::MississippiStud),
            Pair::ThreeCard => (Book::MelbourneThreeCard, Game::ThreeCardPoker),
        }
    }

    const fn shape(self, seats: usize, jackpot: bool) -> cards::Shape {
        let (own, dealer, board, shared) = match self {
            Pair::CaribbeanStud => (5, 5, 0, 0),
            Pair::UltimateHoldem => (2, 2, 5, 0),
            Pair::ThreeCard => (3, 3, 0, if jackpot { 2 } else { 0 }),
            _ => (2, 0, 3, 0),
        };
        cards::Shape { seats, own, dealer, board, jackpot: shared }
    }
}

/// The round with that number.
pub fn throw(pair: Pair, seed: u64) -> Thrown {
    // Neighbouring numbers are to have nothing in common, nor the same number of two games.
    let mut dice = Dice::new(Dice::new(seed ^ (pair as u64) << 56).any());
    let about = match dice.below(10) {
        0..6 => dice.from_to(1, 40) * 5_00,
        6..8 => dice.from_to(1, 100) * 50,
        8 => dice.from_to(1, 30_000),
        _ => dice.from_to(1, 200) * 10_000,
    };
    let sign = sign::sign(&mut dice, pair, about);
    let count = match dice.below(100) {
        0..55 => 1,
        55..82 => 2,
        82..95 => 3,
        _ => dice.from_to(4, pair.places() as i64) as usize,
    };
    let shape = pair.shape(count, sign.jackpot.is_some());
    let (book, game) = pair.naive();
    let dealt = cards::deal(&mut dice, game, &shape);
    let mut numbers = dice.different(count, pair.places());
    if dice.chance(80) {
        numbers.sort_unstable();
    }
    let boxes = numbers.into_iter().zip(dealt.seats).map(|(number, cards)| {
        let mut seat = seats::seat(&mut dice, pair, &sign, about);
        seat.number = number as u8 + 1;
        seat.cards = cards;
        seat
    });
    let seats = boxes.collect();
    let (dealer, board, jackpot_cards) = (dealt.dealer, dealt.board, dealt.jackpot);
    let mut round = Round { book, game, sign, seats, dealer, board, jackpot_cards };
    if dice.chance(15) {
        level(&mut round);
    }
    Thrown { pair, seed, shuffler: dice.chance(50), round }
}

/// Has this round's wagers bring the meter to what it would have been without them: to the cent or dollar, or just
/// above, where it was so.
fn level(round: &mut Round) {
    let contributed = naive::settle(round).jackpot.map_or(0, |meter| meter.contributed);
    if let Some(jackpot) = round.sign.jackpot.as_mut().filter(|jackpot| jackpot.meter >= contributed) {
        jackpot.meter -= contributed;
    }
}
