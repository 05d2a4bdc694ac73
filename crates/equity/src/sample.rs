//! Deals at random, from a seed: blocks of deals with a shuffle of their own, so that threads do not matter.

use crate::draws::{one_by_one, set_of};
use crate::position::Position;
use crate::rows::{rank_into, rank_two_into};
use crate::tally::{BestRank, Tally, outcome};
use crate::workers::{Counts, Watch, share_out};
use cards::{CardSet, HandRank, ShuffleKey, Shuffler};

/// Deals in a block.
const BLOCK: usize = 1024;
/// So often a block tries to find hands that can be held together before it gives up.
const TRIES: usize = 1 << 14;

struct WorkerState {
    tally: Tally,
    holes: Vec<CardSet>,
    boards: Vec<CardSet>,
    wholes: Vec<CardSet>,
    ranks: [Vec<HandRank>; 2],
}

impl Counts for WorkerState {
    fn into_tally(self) -> Tally {
        self.tally
    }
}

pub(crate) fn deal(position: &Position, seed: u64, threads: usize, watch: &Watch<'_>) -> Option<Tally> {
    let game = position.game();
    let pool: Vec<u64> = one_by_one(game.pack().cards() - position.board() - position.dead()).collect();
    let desk = || WorkerState {
        tally: Tally::new(position.players().len(), game.low().is_some()),
        holes: Vec::new(),
        boards: Vec::new(),
        wholes: Vec::new(),
        ranks: [Vec::new(), Vec::new()],
    };
    let work = |desk: &mut WorkerState, block: u64| {
        desk.deal(position, &pool, &mut Shuffler::new(&key(seed, block)));
        desk.rank(position);
    };
    let deals = |blocks: u64, _| watch.go_on(blocks.saturating_mul(BLOCK as u64), 0);
    let (desks, _) = share_out(threads, u64::MAX, &Watch::new(&deals), desk, work);
    let mut tallies = desks.into_iter().map(Counts::into_tally);
    let mut tally = tallies.next()?;
    tallies.for_each(|other| tally.add_all(&other, 1));
    let mut any = false;
    tally.each(|_, _| any = true);
    any.then_some(tally)
}

/// The key of a block.
fn key(seed: u64, block: u64) -> ShuffleKey {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&block.to_le_bytes());
    bytes[16] = b'e';
    ShuffleKey::from_bytes(bytes)
}

/// A number below the bound, each equally likely.
fn below(shuffler: &mut Shuffler, bound: usize) -> usize {
    if bound <= 256 {
        return shuffler.below(bound);
    }
    let mut bytes = || (0..4).fold(0u64, |number, _| number << 8 | shuffler.below(256) as u64);
    let fair = (1 << 32) - (1 << 32) % bound as u64;
    loop {
        let number = bytes();
        if number < fair {
            return (number % bound as u64) as usize;
        }
    }
}

impl WorkerState {
    /// Deals a block: the holes of all players, deal after deal, and the board beside each.
    fn deal(&mut self, position: &Position, pool: &[u64], shuffler: &mut Shuffler) {
        let (game, players) = (position.game(), position.players());
        self.holes.clear();
        self.boards.clear();
        let mut tries = TRIES;
        while self.boards.len() < BLOCK * players.len() && tries > 0 {
            tries -= 1;
            let from = self.holes.len();
            let mut taken = CardSet::EMPTY;
            for range in players {
                let hand = range.hands()[below(shuffler, range.hands().len())];
                if hand.overlaps(taken) {
                    break;
                }
                taken |= hand;
                self.holes.push(hand);
            }
            // All anew, or hands that go well with others would come too often.
            if self.holes.len() < from + players.len() {
                self.holes.truncate(from);
                continue;
            }
            let mut draw = |cards: usize| {
                let mut drawn = CardSet::EMPTY;
                while drawn.len() < cards {
                    let card = set_of(pool[below(shuffler, pool.len())]);
                    if !taken.overlaps(card) {
                        drawn |= card;
                        taken |= card;
                    }
                }
                drawn
            };
            for (hole, range) in self.holes[from..].iter_mut().zip(players) {
                *hole |= draw(range.to_come());
            }
            let board = position.board() | draw(game.board() - position.board().len());
            self.boards.resize(self.holes.len(), board);
        }
    }

    fn rank(&mut self, position: &Position) {
        let (game, players) = (position.game(), position.players().len());
        self.wholes.clear();
        if !game.exactly_two() {
            self.wholes.extend(self.holes.iter().zip(&self.boards).map(|(&hole, &board)| hole | board));
        }
        for (order, ranks) in [Some(game.order()), game.low()].into_iter().flatten().zip(&mut self.ranks) {
            if game.exactly_two() {
                rank_two_into(order, &mut self.holes, &mut self.boards, ranks)
            } else {
                rank_into(order, &mut self.wholes, ranks)
            }
        }
        for deal in 0..self.holes.len() / players {
            let code = |ranks: &[HandRank], player: usize| {
                ranks.get(deal * players + player).map_or(0, |rank| rank.code())
            };
            let (mut high, mut low) = (BestRank::default(), BestRank::default());
            for player in 0..players {
                high = high.with(player, code(&self.ranks[0], player));
                low = low.with(player, code(&self.ranks[1], player));
            }
            self.tally.add(outcome(players, high, low), 1);
        }
    }
}
