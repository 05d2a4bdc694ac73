//! How a manner of play decides: flops by their sums, two cards by the flops.

use super::gains::Pays;
use super::kinds::kind_of;
use super::sums::{Row, Sums};
use super::world::World;
use super::{FLOPS, FLUSH_BOARDS, HOLES};
use crate::choice::{Choice, Manner, best};
use crate::setup::Setup;
use crate::solve::in_parts;
use cards::{CardId, CardSet};
use std::collections::HashMap;

/// How a manner of play decides, with the sums it decides by.
pub(super) struct Play {
    pub(super) manner: Manner,
    pub(super) pays: Pays,
    /// What is summed at each flop, first by ranks alone, then what flushes change.
    pub(super) plain: Sums,
    pub(super) flush: Sums,
    /// The choice on each flop with each two cards, by place in `flop_choices`; the last is to check.
    pub(super) flop: Vec<u8>,
    pub(super) flop_choices: Vec<Choice>,
    /// By two cards: the choice before the flop.
    pub(super) first: Vec<Choice>,
    /// By two cards: what each choice before the flop gains, in units over all boards and dealers.
    pub(super) first_gains: Vec<Vec<(Choice, i64)>>,
}

impl Play {
    /// Pieces of work: boards with a flush suit summed, flops decided.
    pub(super) const PIECES: usize = FLUSH_BOARDS + FLOPS;

    pub(super) fn new(setup: &Setup<'_>, world: &World, manner: Manner, count_folds: bool) -> Play {
        let mut flop_choices: Vec<Choice> = match manner {
            Manner::MimicDealer => Vec::new(),
            _ => manner.stakes(&setup.decisions[1]).map(Choice::Bet).collect(),
        };
        flop_choices.push(Choice::Check);
        // Lanes: what each bet gains, the river's gain for who checks, and where it is asked for how often that folds.
        let lanes = flop_choices.len() + usize::from(count_folds);
        let pays = Pays::new(setup, manner);
        let cells = plain_cells(world, &pays, &flop_choices, lanes);
        let plain = plain_sums(world, &cells, lanes);
        let flush = flush_sums(setup, world, &pays, &cells, &flop_choices, lanes);
        let mut play = Play {
            manner,
            pays,
            plain,
            flush,
            flop: Vec::new(),
            flop_choices,
            first: Vec::new(),
            first_gains: Vec::new(),
        };
        let checked = play.decide_flops(setup, world);
        play.decide_first(setup, world, &checked);
        play
    }

    /// The sums of one flop with one hole, by lane.
    pub(super) fn sums_at(&self, world: &World, flop: &[CardId; 3], hole: &[CardId; 2], sums: &mut [i64]) {
        let at = FlopKinds::new(world, flop);
        at.sums(self, world, hole, sums);
    }

    /// Chooses on every flop with every two cards; the answer is what checking before the flop gains, by hole.
    fn decide_flops(&mut self, setup: &Setup<'_>, world: &World) -> Vec<i64> {
        let lanes = self.plain.lanes.len();
        let start = || (vec![0i64; HOLES], Vec::new());
        let this = &*self;
        let parts = in_parts(&setup.watch, world.flops.len(), 16, start, |(checked, chosen), range| {
            let mut sums = vec![0i64; lanes];
            for at in range {
                let (set, flop, orbit) = &world.flops[at];
                let kinds = FlopKinds::new(world, flop);
                let mut row = vec![u8::MAX; HOLES];
                for (hole, cards) in world.holes.iter().enumerate() {
                    if cards.iter().any(|card| set.contains(card.card())) {
                        continue;
                    }
                    kinds.sums(this, world, cards, &mut sums);
                    let (choice, gain) = this.choose_flop(&sums);
                    row[hole] = choice;
                    checked[hole] += i64::from(*orbit) * gain;
                }
                chosen.push((at, row));
            }
        });
        let mut checked = vec![0; HOLES];
        self.flop = vec![u8::MAX; FLOPS * HOLES];
        for (part, chosen) in parts {
            checked.iter_mut().zip(part).for_each(|(all, part)| *all += part);
            for (at, row) in chosen {
                self.flop[at * HOLES..][..HOLES].copy_from_slice(&row);
            }
        }
        checked
    }

    /// The place of the best choice, checking before betting where both are worth the same.
    fn choose_flop(&self, sums: &[i64]) -> (u8, i64) {
        let check = self.flop_choices.len() - 1;
        let mut chosen = (check, sums[check]);
        for (at, &sum) in sums[..check].iter().enumerate() {
            if sum > chosen.1 {
                chosen = (at, sum);
            }
        }
        (chosen.0 as u8, chosen.1)
    }

    /// Chooses before the flop. Sums over canonical flops stand for a hole and those that renaming the suits makes of
    /// it: only over all holes of a class are they whole.
    fn decide_first(&mut self, setup: &Setup<'_>, world: &World, checked: &[i64]) {
        let mut by_class: HashMap<CardSet, (i64, i64)> = HashMap::new();
        let class = |hole: &[CardId; 2]| cards::canonical([hole.iter().map(|card| card.card()).collect()])[0];
        for (hole, &checked) in world.holes.iter().zip(checked) {
            let entry = by_class.entry(class(hole)).or_default();
            entry.0 += checked;
            entry.1 += 1;
        }
        let decision = &setup.decisions[0];
        let bets = match self.manner {
            Manner::MimicDealer => Vec::new(),
            manner => manner.stakes(decision).collect(),
        };
        for hole in &world.holes {
            let (checked, holes) = by_class[&class(hole)];
            let [first, play] = self.whole_at(world, hole);
            let mut gains = vec![(Choice::Check, checked / holes)];
            // A board comes as ten flops with a turn and a river.
            gains.extend(
                bets.iter().map(|&times| (Choice::Bet(times), 10 * (first + i64::from(times) * play))),
            );
            self.first.push(best(gains.iter().copied()).map_or(Choice::Check, |(choice, _)| choice));
            self.first_gains.push(gains);
        }
    }

    /// What is summed over all boards for two cards.
    fn whole_at(&self, world: &World, hole: &[CardId; 2]) -> [i64; 2] {
        let [a, b] = hole.map(|card| (card.number() / 4) as u8);
        let mut whole = self.plain.whole[world.ranks.pair(a, b)];
        for suit in 0..4 {
            let [a, b] = hole.map(|card| kind_of(card, suit));
            let more = self.flush.whole[world.suit.pair(a, b)];
            whole = [whole[0] + more[0], whole[1] + more[1]];
        }
        whole
    }
}

/// A flop by ranks, and as to each suit it has.
pub(super) struct FlopKinds {
    plain: usize,
    suits: [(usize, usize); 3],
    pub(super) count: usize,
}

impl FlopKinds {
    pub(super) fn new(world: &World, flop: &[CardId; 3]) -> FlopKinds {
        let mut ranks = flop.map(|card| (card.number() / 4) as u8);
        ranks.sort_unstable();
        let mut kinds = FlopKinds { plain: world.ranks.flop(ranks), suits: [(0, 0); 3], count: 0 };
        for suit in (0..4).filter(|suit| flop.iter().any(|card| card.number() % 4 == *suit)) {
            let mut as_to = flop.map(|card| kind_of(card, suit));
            as_to.sort_unstable();
            kinds.suits[kinds.count] = (suit, world.suit.flop(as_to));
            kinds.count += 1;
        }
        kinds
    }

    /// The place of the ranks of two cards, and of their kinds as to each suit of the flop.
    #[inline]
    pub(super) fn places(&self, world: &World, hole: &[CardId; 2]) -> (usize, [usize; 3]) {
        let [a, b] = hole.map(|card| (card.number() / 4) as u8);
        let plain = self.plain * world.ranks.pairs.len() + world.ranks.pair(a, b);
        let mut places = [0; 3];
        for (place, (suit, flop)) in places.iter_mut().zip(&self.suits[..self.count]) {
            let [a, b] = hole.map(|card| kind_of(card, *suit));
            *place = flop * world.suit.pairs.len() + world.suit.pair(a, b);
        }
        (plain, places)
    }

    #[inline]
    pub(super) fn sums(&self, play: &Play, world: &World, hole: &[CardId; 2], sums: &mut [i64]) {
        let (plain, places) = self.places(world, hole);
        for ((sum, plain_lane), flush_lane) in sums.iter_mut().zip(&play.plain.lanes).zip(&play.flush.lanes) {
            *sum = plain_lane[plain];
            for place in &places[..self.count] {
                *sum += flush_lane[*place];
            }
        }
    }
}

/// What every pair of ranks gains on every board by ranks.
fn plain_cells(world: &World, pays: &Pays, choices: &[Choice], lanes: usize) -> Row {
    let mut cells = Row::new(world.plain_compared.len(), lanes);
    for (cell, compared) in
        world.plain_compared.iter().enumerate().filter(|(_, compared)| compared.is_there())
    {
        cells.put(cell, &pays.gains(compared), choices);
    }
    cells
}

fn plain_sums(world: &World, cells: &Row, lanes: usize) -> Sums {
    let kinds = &world.ranks;
    let mut sums = Sums::new(kinds, lanes);
    let mut row = Row::new(kinds.pairs.len(), lanes);
    for (at, board) in world.plain_boards.iter().enumerate() {
        row.copy(cells, at * kinds.pairs.len());
        row.spread(kinds, board, &mut sums);
    }
    sums
}

/// What flushes change: every pair on a board with a flush suit, less what its ranks alone were thought to gain.
fn flush_sums(
    setup: &Setup<'_>,
    world: &World,
    pays: &Pays,
    plain: &Row,
    choices: &[Choice],
    lanes: usize,
) -> Sums {
    let kinds = &world.suit;
    let (pairs, plain_pairs) = (kinds.pairs.len(), world.ranks.pairs.len());
    let start = || (Sums::new(kinds, lanes), Row::new(pairs, lanes));
    let parts = in_parts(&setup.watch, world.flush_boards.len(), 64, start, |(sums, row), range| {
        for at in range {
            let (board, place) = &world.flush_boards[at];
            row.clear();
            let compared = world.flush_compared[at * pairs..][..pairs].iter().enumerate();
            for (pair, compared) in compared.filter(|(_, compared)| compared.is_there()) {
                row.put(pair, &pays.gains(compared), choices);
                row.less(pair, plain, *place as usize * plain_pairs + usize::from(world.pair_of_ranks[pair]));
            }
            row.spread(kinds, board, sums);
        }
    });
    let sums = parts.into_iter().map(|(sums, _)| sums).collect();
    Sums::merge(sums).unwrap_or_else(|| Sums::new(kinds, lanes))
}
