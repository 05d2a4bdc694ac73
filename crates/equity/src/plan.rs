//! How a position is best counted, and about how long that takes.

use crate::boards::Boards;
use crate::equities::{Equities, Method};
use crate::position::Position;
use crate::suits::renamings;
use crate::workers::Watch;
use crate::{matchups, own, sample};

/// Ways to count every deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CountMethod {
    /// Hold'em before the flop, boards that show the same ranks together.
    Collapsed,
    /// Board by board.
    Boards,
    /// Each player's own cards.
    Own,
}

/// More pieces than there are threads.
const MANY: u64 = u64::MAX;

/// About how long it would take to count every deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    way: CountMethod,
    nanoseconds: u64,
    /// Into how many pieces it can be shared out among threads.
    pieces: u64,
}

impl Estimate {
    /// Nanoseconds on so many threads of a machine of today; right within a factor of two or so.
    pub fn nanoseconds(&self, threads: usize) -> u64 {
        self.nanoseconds / (threads as u64).min(self.pieces).max(1)
    }
}

impl Position {
    /// About how long [`exact`](Position::exact) would take.
    pub fn estimate(&self) -> Estimate {
        // One hand each before the flop is by far the most common question, and needs no thought.
        let known = self.players().iter().all(|range| range.only().is_some());
        if self.game().is_holdem() && self.board().is_empty() && known {
            return Estimate { way: CountMethod::Collapsed, nanoseconds: matchups::cost(self, 1), pieces: 1 };
        }
        let renamings = renamings(self).len() as u64;
        if self.game().board() == 0 {
            // Two hands of stud are joined in one go.
            let pieces = if known && self.players().len() == 2 { 1 } else { MANY };
            return Estimate { way: CountMethod::Own, nanoseconds: own::cost(self, renamings), pieces };
        }
        // A board is one piece.
        let pieces = if self.board().len() == self.game().board() { 1 } else { MANY };
        let boards =
            Estimate { way: CountMethod::Boards, nanoseconds: Boards::cost(self, renamings), pieces };
        if self.game().is_holdem() && self.board().is_empty() {
            let nanoseconds = matchups::cost(self, renamings);
            if nanoseconds < boards.nanoseconds {
                return Estimate { way: CountMethod::Collapsed, nanoseconds, pieces: MANY };
            }
        }
        boards
    }

    /// Counts every deal on so many threads; none if the watch stopped it, or if there is no deal at all.
    pub fn exact(&self, threads: usize, watch: &Watch<'_>) -> Option<Equities> {
        let tally = match self.estimate().way {
            CountMethod::Collapsed => matchups::count(self, threads, watch),
            CountMethod::Boards => Boards::new(self).count(threads, watch),
            CountMethod::Own => own::count(self, threads, watch),
        };
        let tally = tally?;
        let mut any = false;
        tally.each(|_, _| any = true);
        any.then(|| Equities::new(Method::Exact, self.game().low().is_some(), &tally))
    }

    /// Deals at random until the watch, which is told the number of deals so far, stops it; none if not one deal
    /// came of it. The same seed and number of deals give the same answer.
    pub fn sampled(&self, seed: u64, threads: usize, watch: &Watch<'_>) -> Option<Equities> {
        let tally = sample::deal(self, seed, threads, watch)?;
        Some(Equities::new(Method::Sampled, self.game().low().is_some(), &tally))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    /// Meeting by meeting or board by board: the same deals.
    #[test]
    fn both_ways_to_count_ranges_agree() {
        let dead = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s";
        for (game, hands, dead) in [
            ("holdem", &["AKs,QQ,T9o", "random"][..], dead),
            ("holdem", &["AsKs,AhKh,99", "TT+,98s"], dead),
            ("holdem", &["88+", "TJs,AQ", "99,KQs"], dead),
            ("short-deck", &["QQ+", "AsKh,T9s"], "6c 6d 6h 6s"),
            ("holdem-hi-lo", &["A2s,A3s", "KK,87s"], "9c 9d 9h 9s Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs 6s"),
        ] {
            let position = Position::new(Game::named(game).unwrap(), hands, "", dead).unwrap();
            let low = position.game().low().is_some();
            let one = matchups::count(&position, 2, &Watch::NONE).unwrap();
            let other = Boards::new(&position).count(2, &Watch::NONE).unwrap();
            let equities = |tally| Equities::new(Method::Exact, low, tally);
            assert_eq!(equities(&one), equities(&other), "{hands:?}");
        }
    }
}
