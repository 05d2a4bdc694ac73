//! Solved games that all tests share, and small helps.

use cards::{Card, CardSet, parse_cards};
use engine::Sign;
use money::Fraction;
use odds::{Choice, Endings, Manner, Seen, Setup, Solved, Worth};
use rulebook::{Rulebook, Variant};
use std::sync::OnceLock;
use testkit::dice::Dice;
use testkit::rounds::Pair;

/// Every manner of play.
pub(crate) const MANNERS: [Manner; 4] =
    [Manner::Best, Manner::NeverFold, Manner::LeastStake, Manner::MimicDealer];

/// A game solved once for all tests.
pub(crate) struct Exact {
    pub(crate) setup: &'static Setup<'static>,
    pub(crate) solved: Solved<'static, 'static>,
    endings: [OnceLock<Endings>; MANNERS.len()],
}

impl Exact {
    /// From a book as it stands, or as a test has changed it.
    pub(crate) fn new(pair: Pair, book: Rulebook, sign: impl FnOnce(&Rulebook) -> Sign) -> Exact {
        let book: &'static Rulebook = Box::leak(Box::new(book));
        let setup = Setup::new(book, pair.game(book), sign(book)).unwrap_or_else(|error| panic!("{error}"));
        let setup: &'static Setup<'static> = Box::leak(Box::new(setup));
        let solved = Solved::new(setup).unwrap_or_else(|error| panic!("{error}"));
        Exact { setup, solved, endings: [const { OnceLock::new() }; MANNERS.len()] }
    }

    /// From the book as it stands, but for one thing.
    pub(crate) fn changed(pair: Pair, change: impl FnOnce(&mut Variant)) -> Exact {
        let mut book = pair.book();
        let game = book.variants.iter_mut().find(|game| game.game == pair.game_id());
        change(game.expect("the book has the game"));
        Exact::new(pair, book, plain_sign)
    }

    pub(crate) fn endings(&self, manner: Manner) -> &Endings {
        let at = MANNERS.iter().position(|known| *known == manner).expect("one of all");
        self.endings[at].get_or_init(|| self.solved.endings(manner))
    }

    /// The mean gain of the main play for an Ante of one.
    pub(crate) fn mean(&self, manner: Manner) -> Fraction {
        self.main(manner).gain.mean
    }

    pub(crate) fn main(&self, manner: Manner) -> odds::Main {
        self.solved.main(self.endings(manner)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// What best play is worth to who sees this.
    pub(crate) fn best(&self, seen: &Seen) -> Fraction {
        let worths = self.solved.worths(seen);
        worths.iter().map(|worth| worth.gain).max().unwrap_or_else(|| panic!("nothing to choose: {seen:?}"))
    }
}

/// A game of a book as it stands, under a plain sign.
pub(crate) fn exact(pair: Pair) -> &'static Exact {
    static ALL: [OnceLock<Exact>; Pair::ALL.len()] = [const { OnceLock::new() }; Pair::ALL.len()];
    let at = Pair::ALL.iter().position(|known| *known == pair).expect("one of all");
    ALL[at].get_or_init(|| Exact::new(pair, pair.book(), plain_sign))
}

/// A sign with the usual multiples of Ultimate Texas Hold'em; other games do not look at them.
pub(crate) fn plain_sign(book: &Rulebook) -> Sign {
    Sign { multiples: [vec![3, 4], vec![2], vec![1]], ..Sign::plain(book) }
}

pub(crate) fn fraction(above: i128, below: i128) -> Fraction {
    Fraction::new(above, below).expect("not by nothing")
}

pub(crate) fn sum(all: impl IntoIterator<Item = Fraction>) -> Fraction {
    all.into_iter().fold(Fraction::ZERO, |sum, one| sum.checked_add(one).expect("a sum that fits"))
}

pub(crate) fn times(one: Fraction, other: impl Into<Fraction>) -> Fraction {
    one.checked_mul(other.into()).expect("a product that fits")
}

/// The cards of a text.
pub(crate) fn cards(text: &str) -> CardSet {
    parse_cards(text).unwrap_or_else(|error| panic!("{text}: {error}")).into_iter().collect()
}

/// So many different cards besides these, in a random order.
pub(crate) fn draw(dice: &mut Dice, from: CardSet, count: usize) -> Vec<Card> {
    let all: Vec<Card> = from.iter().collect();
    dice.different(count, all.len()).into_iter().map(|at| all[at]).collect()
}

pub(crate) fn draw_set(dice: &mut Dice, from: CardSet, count: usize) -> CardSet {
    draw(dice, from, count).into_iter().collect()
}

/// What a player sees who has only these cards.
pub(crate) fn sees(own: CardSet) -> Seen {
    Seen { decision: 0, own, up: None, board: CardSet::EMPTY, stakes: [0; odds::DECISIONS] }
}

/// Asserts what each choice is worth, in this order and with nothing left out.
#[track_caller]
pub(crate) fn assert_worths(found: &[Worth], expected: &[(Choice, Fraction)], about: &dyn std::fmt::Debug) {
    let found: Vec<(Choice, Fraction)> = found.iter().map(|worth| (worth.choice, worth.gain)).collect();
    assert_eq!(found, expected, "{about:?}");
}

/// Ways to choose `k` of `n`.
pub(crate) fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}
