//! What the sign of a table says about a hand: structure of betting, posts, the lowest chip, commission. And whether a
//! hand can be played on such terms.

use crate::posts::ForcedBets;
use engine::Refusal;
use rulebook::Cite;
use rulebook::room::{Point, Posts, RoomGame};
use std::fmt;

/// An amount in the smallest unit that is counted at the table: cents, or chips of a tournament.
pub type ChipAmount = i64;

/// The most players that any game deals in.
pub const MOST: usize = 11;

/// More than any table counts; sums of eleven such stacks still fit.
pub const MOST_CHIPS: ChipAmount = 1 << 56;

/// How much may be wagered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Exactly the amount of the street.
    Fixed {
        /// The lower amount.
        small: ChipAmount,
        /// The higher amount.
        big: ChipAmount,
        /// How many betting rounds are played at the lower amount.
        small_rounds: u8,
    },
    /// Anything between two amounts.
    Spread { least: ChipAmount, most: ChipAmount },
    /// At most half the pot.
    HalfPot {
        /// The least wager.
        least: ChipAmount,
    },
    /// At most the pot.
    Pot {
        /// The least wager.
        least: ChipAmount,
    },
    NoLimit {
        /// The least wager.
        least: ChipAmount,
    },
}

impl Structure {
    /// Whether raises are capped and a short all-in may be completed: fixed and spread limit.
    pub const fn is_limit(self) -> bool {
        matches!(self, Structure::Fixed { .. } | Structure::Spread { .. })
    }

    /// The least wager of the first betting round.
    pub const fn least(self) -> ChipAmount {
        match self {
            Structure::Fixed { small, .. } => small,
            Structure::Spread { least, .. }
            | Structure::HalfPot { least }
            | Structure::Pot { least }
            | Structure::NoLimit { least } => least,
        }
    }

    /// What is wrong with its amounts, where the lowest chip is this.
    pub(crate) fn unfit(self, chip: ChipAmount) -> Option<(UnfitTerms, Point)> {
        let (low, high) = match self {
            Structure::Fixed { small, big, .. } => ((TermName::SmallBet, small), (TermName::BigBet, big)),
            Structure::Spread { least, most } => ((TermName::Least, least), (TermName::Most, most)),
            _ => ((TermName::Least, self.least()), (TermName::Least, self.least())),
        };
        let own = [low, high].into_iter().find_map(|(term, chips)| unfit(term, chips, 1, chip));
        match own {
            None if low.1 > high.1 => {
                Some((UnfitTerms::LeastAboveMost { least: low.1, most: high.1 }, Point::SignAmounts))
            }
            own => own,
        }
    }
}

/// What the house takes for a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Commission {
    /// Nothing, or a charge by time, which is no part of a hand.
    #[default]
    None,
    /// A part of what was called.
    Percentage {
        /// In millionths: 50,000 is five per cent.
        ppm: u32,
        /// The most that one hand pays.
        cap: ChipAmount,
    },
    /// The same for every hand, out of the pots.
    PerHand(ChipAmount),
    /// From every player before the hand.
    PerPerson(ChipAmount),
    /// Two of these or all three (7.2): the fees first, then the part of what was called; nothing is 0.
    Several {
        ppm: u32,
        /// The most that one hand pays.
        cap: ChipAmount,
        /// For every hand, out of the pots.
        per_hand: ChipAmount,
        /// From every player before the hand.
        per_person: ChipAmount,
    },
}

impl Commission {
    /// What each player pays before the hand.
    #[inline]
    pub const fn per_person(self) -> ChipAmount {
        match self {
            Commission::PerPerson(fee) | Commission::Several { per_person: fee, .. } => fee,
            _ => 0,
        }
    }

    /// The fee for the hand, out of the pots.
    pub const fn per_hand(self) -> ChipAmount {
        match self {
            Commission::PerHand(fee) | Commission::Several { per_hand: fee, .. } => fee,
            _ => 0,
        }
    }

    /// The part of what was called in millionths, and the most for one hand.
    pub const fn percentage(self) -> (u32, ChipAmount) {
        match self {
            Commission::Percentage { ppm, cap } | Commission::Several { ppm, cap, .. } => (ppm, cap),
            _ => (0, ChipAmount::MAX),
        }
    }

    /// The most that one hand pays, in whole chips.
    pub const fn most(self, chip: ChipAmount) -> ChipAmount {
        let cap = self.percentage().1;
        cap - cap % if chip > 0 { chip } else { 1 }
    }

    /// What each player pays before the hand, out of what he has, in turn until the most is reached (7.7).
    pub fn fees(self, had: &[ChipAmount], most: ChipAmount) -> impl Iterator<Item = ChipAmount> {
        let (fee, mut left) = (self.per_person(), most);
        had.iter().map(move |had| {
            let paid = fee.min(*had).min(left).max(0);
            left -= paid;
            paid
        })
    }

    /// Whether anything is taken from the pots.
    #[inline]
    pub const fn is_from_pots(self) -> bool {
        match self {
            Commission::None | Commission::PerPerson(_) => false,
            Commission::Percentage { .. } | Commission::PerHand(_) => true,
            Commission::Several { ppm, per_hand, .. } => ppm > 0 || per_hand > 0,
        }
    }
}

/// The terms of one hand. Positions go clockwise from the first seat left of the button, which is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How much may be wagered.
    pub structure: Structure,
    /// The ante of each position.
    pub antes: [ChipAmount; MOST],
    /// The blind of each position, straddles among them; a negative one is posted by who enters and is live.
    pub blinds: [ChipAmount; MOST],
    /// The forced first wager of a stud game.
    pub bring_in: ChipAmount,
    /// The lowest chip in play.
    pub chip: ChipAmount,
    /// What the house takes.
    pub commission: Commission,
    /// Whether a short ante wins only its like from each other ante.
    pub trim_antes: bool,
    /// Chinese Poker: the value of a unit.
    pub unit: ChipAmount,
    /// How many of the blinds are straddles.
    pub straddles: u8,
    /// Whether a Killer posts in this hand: the limits are higher then, and his wager may stand for a blind (8.13.7).
    pub killed: bool,
}

impl Terms {
    /// No-limit terms with a small and a big blind.
    pub fn blinds(small: ChipAmount, big: ChipAmount) -> Terms {
        let mut terms = Terms::plain(Structure::NoLimit { least: big });
        terms.blinds[0] = small;
        terms.blinds[1] = big;
        terms
    }

    /// How many of some blinds are straddles where nobody has said it: those behind the first two that reach the least
    /// wager, as the last compulsory blind does (6.4), each double the one before it (6.5, 8.9.4); the first blind may be
    /// dead.
    pub fn straddles_among(blinds: &[ChipAmount], least: ChipAmount) -> u8 {
        let posted = blinds.iter().rposition(|&blind| blind > 0).map_or(0, |last| last + 1);
        let doubled = |pair: &[ChipAmount]| pair[0] > 0 && pair[1] == 2 * pair[0];
        let blinds = &blinds[..posted];
        let last = blinds.iter().enumerate().position(|(at, &blind)| at > 0 && blind >= least);
        match last.map(|last| &blinds[last..]) {
            Some(over) if over.windows(2).all(doubled) => over.len() as u8 - 1,
            _ => 0,
        }
    }

    /// The positions up to the last compulsory blind: behind them only straddles are posted, and by who enters.
    pub(crate) fn compulsory(&self, players: usize) -> usize {
        let mut straddles = self.straddles;
        for (at, &blind) in self.blinds[..players].iter().enumerate().rev() {
            match (blind > 0, straddles) {
                (true, 0) => return at + 1,
                (true, _) => straddles -= 1,
                (false, _) => {}
            }
        }
        0
    }

    /// Terms without posts.
    pub const fn plain(structure: Structure) -> Terms {
        Terms {
            structure,
            antes: [0; MOST],
            blinds: [0; MOST],
            bring_in: 0,
            chip: 1,
            commission: Commission::None,
            trim_antes: true,
            unit: 0,
            straddles: 0,
            killed: false,
        }
    }
}

impl Terms {
    /// Whether a hand of this game can be played on these terms: amounts that chips can make, and posts that a sign of the
    /// book may have. A hand may be told without the blinds that somebody owed.
    ///
    /// # Errors
    /// The first thing that is wrong, with the clause.
    pub fn check(&self, game: &RoomGame) -> Result<(), Refusal<UnfitTerms>> {
        if let Some(term) = self.without_use(game.posts.value) {
            return Err(Refusal::new(UnfitTerms::OtherPosts(term), game.posts.cite));
        }
        if let Some((unfit, point)) = self.unfit(game) {
            return Err(Refusal::new(unfit, game.cite(point)));
        }
        if let Some((unfit, cite)) = self.unfit_posts(game) {
            return Err(Refusal::new(unfit, cite));
        }
        let ppm = match self.commission {
            Commission::Percentage { ppm, .. } => Some(ppm),
            Commission::Several { ppm, .. } => Some(ppm).filter(|ppm| *ppm > 0),
            _ => None,
        };
        match ppm.filter(|ppm| !game.allows_rate(*ppm)) {
            Some(ppm) => Err(Refusal::new(UnfitTerms::Rate { ppm }, game.rates_cite())),
            None => Ok(()),
        }
    }

    /// Posts below what the Rules ask for. A sign with a Killer was checked when the table opened.
    fn unfit_posts(&self, game: &RoomGame) -> Option<(UnfitTerms, Cite)> {
        if !game.has_posts_of_a_sign() || self.killed {
            return None;
        }
        let (mut posted, mut count) = ([0; MOST], 0);
        for &blind in self.blinds.iter().filter(|blind| **blind > 0) {
            posted[count] = blind;
            count += 1;
        }
        let (blinds, over) = posted[..count].split_at(count.saturating_sub(usize::from(self.straddles)));
        let forced = ForcedBets {
            structure: self.structure,
            ante: self.antes[0],
            bring_in: self.bring_in,
            blinds,
            over,
            over_most: self.straddles,
        };
        forced.unfit(game)
    }

    /// A post that the game does not have.
    fn without_use(&self, posts: Posts) -> Option<TermName> {
        let (antes, blinds) = (self.antes != [0; MOST], self.blinds != [0; MOST]);
        let (bring_in, nothing) = (posts == Posts::AntesAndBringIn, posts == Posts::Nothing);
        match () {
            () if antes && nothing => Some(TermName::Ante),
            () if blinds && posts != Posts::Blinds => Some(TermName::Blind),
            () if self.bring_in != 0 && !bring_in => Some(TermName::BringIn),
            () if self.unit != 0 && !nothing => Some(TermName::Unit),
            () => None,
        }
    }

    fn unfit(&self, game: &RoomGame) -> Option<(UnfitTerms, Point)> {
        let chip = self.chip;
        let one = |term, chips, least| unfit(term, chips, least, chip);
        let posts = game.posts.value;
        unfit(TermName::Chip, chip, 1, 1)
            .or_else(|| if posts == Posts::Nothing { None } else { self.structure.unfit(chip) })
            .or_else(|| self.antes.iter().find_map(|&ante| one(TermName::Ante, ante, 0)))
            .or_else(|| {
                // A negative blind is one that is posted to enter.
                self.blinds.iter().find_map(|&blind| one(TermName::Blind, blind, -MOST_CHIPS))
            })
            .or_else(|| match posts {
                Posts::AntesAndBringIn => one(TermName::BringIn, self.bring_in, 1),
                Posts::Nothing => one(TermName::Unit, self.unit, 1),
                Posts::Antes | Posts::Blinds => None,
            })
            .or_else(|| self.unfit_commission(game))
    }

    /// Caps and fees (7.2, 7.7).
    fn unfit_commission(&self, game: &RoomGame) -> Option<(UnfitTerms, Point)> {
        let commission = self.commission;
        if commission.is_from_pots() && game.posts.value == Posts::Nothing {
            return Some((UnfitTerms::NoPot, Point::SignChinese));
        }
        // Without a cap it is more than can be counted.
        let cap = commission.percentage().1.min(MOST_CHIPS);
        let each = [
            (TermName::Cap, cap, 1, 1, Point::CommissionCap),
            (TermName::Fee, commission.per_hand(), 0, self.chip, Point::NoticePerHand),
            (TermName::Fee, commission.per_person(), 0, self.chip, Point::NoticePerPerson),
        ];
        each.into_iter().find_map(|(term, chips, least, chip, point)| {
            unfit(term, chips, least, chip).map(|(unfit, _)| (unfit, point))
        })
    }
}

/// What is wrong with one amount.
fn unfit(
    term: TermName,
    chips: ChipAmount,
    least: ChipAmount,
    chip: ChipAmount,
) -> Option<(UnfitTerms, Point)> {
    if !(least..=MOST_CHIPS).contains(&chips) {
        return Some((UnfitTerms::Amount { term, chips }, Point::SignAmounts));
    }
    (chips % chip != 0).then_some((UnfitTerms::NotInChips { term, chips, chip }, Point::LowestChip))
}

/// One of the amounts of a hand's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermName {
    Least,
    Most,
    SmallBet,
    BigBet,
    Ante,
    Blind,
    BringIn,
    Chip,
    Unit,
    Cap,
    Fee,
}

impl fmt::Display for TermName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TermName::Least => "least wager",
            TermName::Most => "most to wager",
            TermName::SmallBet => "small bet",
            TermName::BigBet => "big bet",
            TermName::Ante => "ante",
            TermName::Blind => "blind",
            TermName::BringIn => "bring-in",
            TermName::Chip => "lowest chip",
            TermName::Unit => "unit",
            TermName::Cap => "cap of the commission",
            TermName::Fee => "fee",
        })
    }
}

/// Why a hand cannot be played on some terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfitTerms {
    /// Below what it can be, or more than can be counted.
    Amount {
        term: TermName,
        /// What the terms say.
        chips: ChipAmount,
    },
    /// Not a whole number of the lowest chip.
    NotInChips {
        term: TermName,
        /// What the terms say.
        chips: ChipAmount,
        /// The lowest chip.
        chip: ChipAmount,
    },
    /// A minimum above its maximum.
    LeastAboveMost { least: ChipAmount, most: ChipAmount },
    /// The game has no such post.
    OtherPosts(TermName),
    /// Not a rate that the book allows.
    Rate { ppm: u32 },
    /// A commission from the pot in a game without one.
    NoPot,
    /// A player places no ante where every player does.
    NoAnte,
    /// The forced first wager of stud is below the least wager.
    BringInBelowMinimum {
        /// What the terms say.
        chips: ChipAmount,
        /// The least wager of the first betting round.
        least: ChipAmount,
    },
    /// The last compulsory blind is below the least wager.
    LastBlindBelowMinimum {
        /// What the terms say.
        chips: ChipAmount,
        /// The least wager of the first betting round.
        least: ChipAmount,
    },
    /// A straddle, or a further over-blind, that does not double the blind before it.
    NotDouble {
        /// What the terms say.
        chips: ChipAmount,
        /// What it would have to be.
        due: ChipAmount,
    },
    /// More than one over-blind in a draw game.
    OneOverBlind,
}

impl fmt::Display for UnfitTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UnfitTerms::Amount { term, chips } => write!(f, "the {term} cannot be {chips}"),
            UnfitTerms::NotInChips { term, chips, chip } => {
                write!(f, "the {term} of {chips} is not a multiple of the lowest chip, {chip}")
            }
            UnfitTerms::LeastAboveMost { least, most } => {
                write!(f, "a minimum of {least} is above its maximum of {most}")
            }
            UnfitTerms::OtherPosts(term) => write!(f, "the game has no {term}"),
            UnfitTerms::Rate { ppm } => {
                let (whole, part) = (ppm / 10_000, format!("{:04}", ppm % 10_000));
                let part = part.trim_end_matches('0');
                let dot = if part.is_empty() { "" } else { "." };
                write!(f, "a commission of {whole}{dot}{part}% is none that may be taken")
            }
            UnfitTerms::NoPot => f.write_str("there is no pot to take a commission from"),
            UnfitTerms::NoAnte => f.write_str("every player places an ante"),
            UnfitTerms::BringInBelowMinimum { least, .. } => {
                write!(f, "the forced wager is no less than the table minimum of {least}")
            }
            UnfitTerms::LastBlindBelowMinimum { least, .. } => {
                write!(f, "the last compulsory blind is below the minimum of {least}")
            }
            UnfitTerms::NotDouble { chips, due } => {
                write!(f, "a straddle doubles the blind before it: {due}, not {chips}")
            }
            UnfitTerms::OneOverBlind => f.write_str("one over-blind and no more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straddles_double_one_another_from_the_third_blind_on() {
        let straddles = |blinds: &[ChipAmount], least| Terms::straddles_among(blinds, least);
        for least in [0, 10] {
            assert_eq!(straddles(&[5, 10, 20, 0], least), 1);
            assert_eq!(straddles(&[5, 10, 20, 40, 0, 0], least), 2);
            assert_eq!(straddles(&[0, 10, 20, 0], least), 1, "the first blind may be dead");
            assert_eq!(straddles(&[5, 10, -10, 0], least), 0, "who enters posts no straddle");
            assert_eq!(straddles(&[5, 10], least), 0);
            assert_eq!(straddles(&[5, 5, 10, 10], least), 0, "compulsory blinds");
            assert_eq!(straddles(&[5, 10, 20, 60], least), 0);
            assert_eq!(straddles(&[], least), 0);
        }
        assert_eq!(straddles(&[1, 2, 4, 8], 2), 2);
        // The last compulsory blind is at least the minimum (6.4).
        assert_eq!(straddles(&[2, 2, 4], 4), 0, "three compulsory blinds");
        assert_eq!(straddles(&[5, 10, 20, 40], 20), 1, "the fourth is a straddle");
    }
}
