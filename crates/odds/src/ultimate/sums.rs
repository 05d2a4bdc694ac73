//! Boards summed to the flops with which they come.

use super::gains::Gains;
use super::kinds::{Kinds, Ways, board_ways};
use crate::choice::Choice;

/// Sums at flops: several lanes of numbers, each by flop and by pair.
pub(super) struct Sums {
    pub(super) lanes: Vec<Vec<i64>>,
    /// By pair: what is summed over whole boards, the first wagers and one Ante of Play.
    pub(super) whole: Vec<[i64; 2]>,
}

impl Sums {
    pub(super) fn new(kinds: &Kinds, lanes: usize) -> Sums {
        let pairs = kinds.pairs.len();
        Sums { lanes: vec![vec![0; kinds.flops.len() * pairs]; lanes], whole: vec![[0; 2]; pairs] }
    }

    pub(super) fn merge(mut parts: Vec<Sums>) -> Option<Sums> {
        let mut all = parts.pop()?;
        for part in parts {
            for (mine, theirs) in all.lanes.iter_mut().zip(part.lanes) {
                mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
            }
            for (mine, theirs) in all.whole.iter_mut().zip(part.whole) {
                *mine = [mine[0] + theirs[0], mine[1] + theirs[1]];
            }
        }
        Some(all)
    }
}

/// The lanes of one board, or of several one after another, by pair; and the first wagers and one Ante of Play.
pub(super) struct Row {
    lanes: Vec<Vec<i32>>,
    whole: Vec<[i32; 2]>,
}

impl Row {
    pub(super) fn new(cells: usize, lanes: usize) -> Row {
        Row { lanes: vec![vec![0; cells]; lanes], whole: vec![[0; 2]; cells] }
    }

    /// Takes the pairs of one board out of several.
    pub(super) fn copy(&mut self, from: &Row, start: usize) {
        for (lane, from) in self.lanes.iter_mut().zip(&from.lanes) {
            let pairs = lane.len();
            lane.copy_from_slice(&from[start..start + pairs]);
        }
        let pairs = self.whole.len();
        self.whole.copy_from_slice(&from.whole[start..start + pairs]);
    }

    pub(super) fn clear(&mut self) {
        self.lanes.iter_mut().for_each(|lane| lane.fill(0));
        self.whole.fill([0; 2]);
    }

    /// Puts what a pair gains.
    #[inline]
    pub(super) fn put(&mut self, pair: usize, gains: &Gains, choices: &[Choice]) {
        for (lane, choice) in self.lanes.iter_mut().zip(choices) {
            lane[pair] = match choice {
                Choice::Bet(times) => gains.first + i32::from(*times) * gains.play,
                _ => gains.river,
            };
        }
        if let Some(folds) = self.lanes.get_mut(choices.len()) {
            folds[pair] = i32::from(gains.choice == Choice::Fold);
        }
        self.whole[pair] = [gains.first, gains.play];
    }

    /// Takes off what a pair was thought to gain.
    #[inline]
    pub(super) fn less(&mut self, pair: usize, thought: &Row, place: usize) {
        for (lane, thought) in self.lanes.iter_mut().zip(&thought.lanes) {
            lane[pair] -= thought[place];
        }
        let [first, play] = thought.whole[place];
        self.whole[pair][0] -= first;
        self.whole[pair][1] -= play;
    }

    /// Adds the board to every flop with which it can come, as often as it does, and to the whole.
    pub(super) fn spread(&self, kinds: &Kinds, board: &[u8; 5], sums: &mut Sums) {
        let left = kinds.left(board);
        let pairs = kinds.pairs.len();
        kinds.each_flop(board, |flop, turn, river| {
            let ways = Ways::new(&left, turn, river);
            for (row, sums) in self.lanes.iter().zip(&mut sums.lanes) {
                let sums = &mut sums[flop * pairs..][..pairs];
                add_scaled(sums, row, ways.all);
                take_held(kinds, &ways, (turn, river), |at, fewer| {
                    sums[at] -= i64::from(fewer) * i64::from(row[at])
                });
            }
        });
        let all = board_ways(kinds, board, None);
        let on_board = |kind: u8| board.contains(&kind);
        for (pair, (hole, &[first, play])) in kinds.pairs.iter().zip(&self.whole).enumerate() {
            if first == 0 && play == 0 {
                continue;
            }
            let ways = if hole.iter().any(|kind| on_board(*kind)) {
                board_ways(kinds, board, Some(*hole))
            } else {
                all
            };
            sums.whole[pair][0] += ways * i64::from(first);
            sums.whole[pair][1] += ways * i64::from(play);
        }
    }
}

/// Calls with every pair that holds a card of the two kinds, and by how many ways fewer it has than the others.
#[inline]
pub(super) fn take_held(
    kinds: &Kinds,
    ways: &Ways,
    (turn, river): (u8, u8),
    mut call: impl FnMut(usize, i32),
) {
    let mut take = |kind: u8, fewer: i32| {
        for (place, &at) in kinds.holding[usize::from(kind)].iter().enumerate() {
            // The pair of two such cards comes first.
            call(at.into(), if place == 0 { 2 * fewer } else { fewer });
        }
    };
    take(turn, ways.per_turn);
    if turn != river {
        take(river, ways.per_river);
    }
    call(kinds.pair(turn, river), -1);
}

/// Adds so many times each number.
fn add_scaled(sums: &mut [i64], row: &[i32], times: i32) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn wide(sums: &mut [i64], row: &[i32], times: i32) {
            add_each(sums, row, times);
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { wide(sums, row, times) };
        }
    }
    add_each(sums, row, times);
}

#[inline(always)]
fn add_each(sums: &mut [i64], row: &[i32], times: i32) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum += i64::from(value) * i64::from(times);
    }
}
