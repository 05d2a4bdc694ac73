//! What must go in before the deal: one check for the sign of a table and for the terms of a hand.

use crate::terms::{ChipAmount, Structure, UnfitTerms};
use rulebook::Cite;
use rulebook::room::{Family, Point, Posts, RoomGame};

/// The posts of a sign or of a hand.
pub(crate) struct ForcedBets<'a> {
    pub(crate) structure: Structure,
    /// The least ante of any player.
    pub(crate) ante: ChipAmount,
    pub(crate) bring_in: ChipAmount,
    /// The compulsory blinds.
    pub(crate) blinds: &'a [ChipAmount],
    /// The straddle and further over-blinds that are posted, and how many there may be.
    pub(crate) over: &'a [ChipAmount],
    pub(crate) over_most: u8,
}

impl ForcedBets<'_> {
    /// The first post that the Rules do not allow, with the clause.
    pub(crate) fn unfit(&self, game: &RoomGame) -> Option<(UnfitTerms, Cite)> {
        let least = self.structure.least();
        let by = |unfit, point| Some((unfit, game.cite(point)));
        if owes_ante(game) && self.ante == 0 {
            return Some((UnfitTerms::NoAnte, game.posts.cite));
        }
        if game.posts.value == Posts::AntesAndBringIn && self.bring_in < least {
            return by(UnfitTerms::BringInBelowMinimum { chips: self.bring_in, least }, Point::BringIn);
        }
        let last = self.blinds.iter().copied().max().unwrap_or(0);
        if last > 0 && last < least {
            return by(UnfitTerms::LastBlindBelowMinimum { chips: last, least }, Point::LastBlindMinimum);
        }
        if self.over_most > 1 && game.family == Family::Draw {
            return by(UnfitTerms::OneOverBlind, Point::OneOverBlind);
        }
        let mut before = last;
        for (at, &chips) in self.over.iter().enumerate() {
            let due = before.saturating_mul(2);
            if chips != due {
                let point = if at == 0 { Point::Straddle } else { Point::OverBlindDouble };
                return by(UnfitTerms::NotDouble { chips, due }, point);
            }
            before = chips;
        }
        None
    }
}

/// Whether every player of the game places an ante.
pub(crate) fn owes_ante(game: &RoomGame) -> bool {
    matches!(game.posts.value, Posts::Antes | Posts::AntesAndBringIn)
}
