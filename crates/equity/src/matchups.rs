//! Which hands meet: every way to give each player a known hand of their range, of those that differ only in the
//! names of suits one, with the number that it stands for.

use crate::collapse::Collapse;
use crate::position::Position;
use crate::suits::{Renaming, renamings, stands_for};
use crate::tally::Tally;
use crate::workers::{Counts, Watch, add_up, share_out};
use cards::CardSet;

/// Hands that meet, one after another in one list, and how often each meeting counts.
pub(crate) struct Matchups {
    players: usize,
    hands: Vec<CardSet>,
    times: Vec<u64>,
}

impl Matchups {
    pub(crate) fn of(position: &Position) -> Matchups {
        let mut matchups =
            Matchups { players: position.players().len(), hands: Vec::new(), times: Vec::new() };
        matchups.deal(position, &mut Vec::new(), CardSet::EMPTY, &renamings(position), 1);
        matchups
    }

    /// Gives the next player a hand. A renaming that would change a hand already given is of no use further on.
    fn deal(
        &mut self,
        position: &Position,
        given: &mut Vec<CardSet>,
        taken: CardSet,
        renamings: &[Renaming],
        times: u64,
    ) {
        let Some(range) = position.players().get(given.len()) else {
            self.hands.extend_from_slice(given);
            return self.times.push(times);
        };
        for &hand in range.hands().iter().filter(|hand| !hand.overlaps(taken)) {
            let Some(alike) = stands_for(renamings, hand) else { continue };
            given.push(hand);
            let unmoved = |renaming: &&Renaming| renaming.of(hand) == hand;
            let still: Vec<Renaming> = renamings.iter().filter(unmoved).copied().collect();
            self.deal(position, given, taken | hand, &still, times * alike);
            given.pop();
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.times.len() as u64
    }

    /// The hands of a meeting and how often it counts.
    pub(crate) fn get(&self, number: usize) -> (&[CardSet], u64) {
        (&self.hands[number * self.players..][..self.players], self.times[number])
    }

    /// About how many there are; endlessly many where a list of them would be too long.
    pub(crate) fn estimate(position: &Position, renamings: u64) -> u64 {
        let hands = position.players().iter().map(|range| range.hands().len() as u64);
        let all = hands.fold(1u64, u64::saturating_mul);
        let about = all.div_ceil(renamings).saturating_add(all / 100);
        if about > LONGEST { u64::MAX } else { about }
    }
}

/// A longer list is not made.
const LONGEST: u64 = 20_000_000;

/// So many meetings make a unit of work.
const UNIT: u64 = 16;

struct WorkerState {
    collapse: Collapse,
    one: Tally,
    tally: Tally,
}

impl Counts for WorkerState {
    fn into_tally(self) -> Tally {
        self.tally
    }
}

/// Counts hold'em before the flop, meeting by meeting, unless it is stopped.
pub(crate) fn count(position: &Position, threads: usize, watch: &Watch<'_>) -> Option<Tally> {
    let game = position.game();
    let matchups = Matchups::of(position);
    let desk = || {
        let tally = Tally::new(position.players().len(), game.low().is_some());
        WorkerState { collapse: Collapse::new(game.order(), game.low()), one: tally.clone(), tally }
    };
    let work = |desk: &mut WorkerState, unit: u64| {
        for number in unit * UNIT..((unit + 1) * UNIT).min(matchups.len()) {
            let (hands, times) = matchups.get(number as usize);
            desk.one.clear();
            desk.collapse.count(hands, position.dead(), &mut desk.one);
            desk.tally.add_all(&desk.one, times);
        }
    };
    add_up(share_out(threads, matchups.len().div_ceil(UNIT), watch, desk, work))
}

/// About how long that takes, in nanoseconds.
pub(crate) fn cost(position: &Position, renamings: u64) -> u64 {
    let players = position.players().len() as u64;
    let halves = 1 + u64::from(position.game().low().is_some());
    let each = 30_000 + 15_000 * players * halves;
    Matchups::estimate(position, renamings).saturating_mul(each)
}
