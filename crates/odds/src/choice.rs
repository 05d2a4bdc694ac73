//! What a player can choose, what each choice is worth, and manners of play.

use crate::setup::Decision;
use cards::{Card, CardSet};
use money::Fraction;
use rulebook::ChoiceKind;

/// A choice at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// Give up the hand.
    Fold,
    /// Stay in without a stake.
    Check,
    /// Stake so many Antes.
    Bet(u8),
}

impl Choice {
    /// In words: "fold", "check", "bet 3x".
    pub fn words(self) -> String {
        match self {
            Choice::Fold => "fold".into(),
            Choice::Check => "check".into(),
            Choice::Bet(times) => format!("bet {times}x"),
        }
    }
}

/// What a player knows when deciding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The point of decision, from 0.
    pub decision: usize,
    /// The own cards.
    pub own: CardSet,
    /// The dealer's card that is turned up.
    pub up: Option<Card>,
    /// The community cards that are shown.
    pub board: CardSet,
    /// What was staked at earlier decisions, in Antes.
    pub stakes: [u8; crate::ending::DECISIONS],
}

/// What a choice is worth: the mean gain of the main play for an Ante of one, best play afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    pub choice: Choice,
    pub gain: Fraction,
}

/// How a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The best choice at every decision; between equals, the one that stakes less.
    Best,
    /// The best choice but a fold.
    NeverFold,
    /// The best choice, but never more than the least stake.
    LeastStake,
    /// As the dealer must: in with a hand that would qualify, out with any other; stakes the least, as late as may be.
    MimicDealer,
}

impl Manner {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Manner::Best => "best play",
            Manner::NeverFold => "never folding, else best play",
            Manner::LeastStake => "always the least stake, else best play",
            Manner::MimicDealer => "as the dealer: in with a hand that would qualify, out with any other",
        }
    }

    /// The stakes between which this manner chooses. What a stake is worth is a straight line or bends upwards, so
    /// that between the least and the most none is better than both.
    pub(crate) fn stakes(self, decision: &Decision) -> impl Iterator<Item = u8> + use<> {
        let raises = decision.most > decision.least && matches!(self, Manner::Best | Manner::NeverFold);
        let most = raises.then_some(decision.most as u8);
        std::iter::once(decision.least as u8).chain(most)
    }

    /// Whether it may give up a hand here.
    pub(crate) fn may_fold(self, decision: &Decision) -> bool {
        decision.fold.is_some_and(|kind| kind == ChoiceKind::Fold || kind == ChoiceKind::FoldAnte)
            && self != Manner::NeverFold
    }
}

/// The best of choices given in the order of their stakes: between equals the first.
pub(crate) fn best<T: PartialOrd + Copy>(
    choices: impl IntoIterator<Item = (Choice, T)>,
) -> Option<(Choice, T)> {
    choices.into_iter().fold(None, |best, (choice, worth)| match best {
        Some((_, most)) if worth <= most => best,
        _ => Some((choice, worth)),
    })
}
