//! What a pair on a board gains over all the dealer's pairs, and what is done with it on the river.

use super::reckon::{COMPARED, Compared, DEALS};
use crate::choice::{Choice, Manner};
use crate::setup::{SITUATIONS, Setup};

/// The payoffs of a manner of play, by class of hand, in the order of [`Compared::counts`].
pub(super) struct Pays {
    by_class: Vec<ClassPays>,
    fold: Option<i32>,
    /// What may be staked on the river, the least first.
    stakes: Vec<u8>,
    mimics: bool,
}

struct ClassPays {
    first: [i32; COMPARED],
    play: [i32; COMPARED],
}

/// What a pair on a board gains over all the dealer's pairs, in units.
#[derive(Clone, Copy)]
pub(super) struct Gains {
    /// On the first wagers, the hand played to the end.
    pub(super) first: i32,
    /// On one Ante of Play.
    pub(super) play: i32,
    /// On the river, by the manner of play.
    pub(super) river: i32,
    /// What is chosen there.
    pub(super) choice: Choice,
}

impl Pays {
    /// Payoffs are small enough that sums over all pairs of a dealer fit: [`Setup`] sees to that.
    pub(super) fn new(setup: &Setup<'_>, manner: Manner) -> Pays {
        let payoffs = &setup.payoffs;
        let decision = &setup.decisions[2];
        let of_class = |class: usize| {
            let qualifies = setup.classes.floor(class) >= setup.game().qualifying_rank;
            let order = Compared::order(qualifies);
            let pick = |paid: &[i64; SITUATIONS]| order.map(|at| paid[at] as i32);
            ClassPays { first: pick(&payoffs.first[class]), play: pick(&payoffs.later[2][class]) }
        };
        Pays {
            by_class: (0..setup.classes.len()).map(of_class).collect(),
            fold: manner.may_fold(decision).then(|| (payoffs.folded[2] * DEALS) as i32),
            stakes: manner.stakes(decision).collect(),
            mimics: manner == Manner::MimicDealer,
        }
    }

    #[inline]
    pub(super) fn gains(&self, compared: &Compared) -> Gains {
        let pays = &self.by_class[usize::from(compared.class)];
        let counts = compared.counts();
        let over =
            |paid: &[i32; COMPARED]| -> i32 { paid.iter().zip(&counts).map(|(paid, n)| paid * n).sum() };
        let (first, play) = (over(&pays.first), over(&pays.play));
        let bet = |times: u8| (Choice::Bet(times), first + i32::from(times) * play);
        let mut stakes = self.stakes.iter().copied();
        let least = bet(stakes.next().unwrap_or(1));
        let mut chosen = match self.fold {
            Some(fold) if self.mimics && !compared.qualifies => (Choice::Fold, fold),
            Some(fold) if !self.mimics && fold >= least.1 => (Choice::Fold, fold),
            _ => least,
        };
        for more in stakes.map(bet) {
            if more.1 > chosen.1 {
                chosen = more;
            }
        }
        Gains { first, play, river: chosen.1, choice: chosen.0 }
    }
}
