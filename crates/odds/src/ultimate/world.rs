//! Every board and every pair of cards on it, whatever anybody does with them.

use super::kinds::{Kinds, MOST, flush_boards, ranks_key, ranks_of};
use super::reckon::{Compared, Reckoner};
use super::{FLUSH_BOARDS, PLAIN_BOARDS};
use crate::setup::Setup;
use crate::solve::fill_in_parts;
use crate::strength::{RankCounts, Ranker, flushes, rainbow, rank_counts};
use cards::{CardId, CardSet, HandRank, suit_orbit};
use std::collections::HashMap;

/// What does not depend on how anybody plays.
pub(super) struct World {
    pub(super) ranks: Kinds,
    pub(super) suit: Kinds,
    /// Every board by ranks, and the place of each.
    pub(super) plain_boards: Vec<[u8; 5]>,
    /// All pairs on each of them, as if there were no flushes.
    pub(super) plain_compared: Vec<Compared>,
    /// Boards with a flush suit, with the place of their ranks among the others.
    pub(super) flush_boards: Vec<([u8; 5], u32)>,
    pub(super) flush_compared: Vec<Compared>,
    /// For each pair of kinds of the suit, the pair of ranks.
    pub(super) pair_of_ranks: Vec<u16>,
    /// Suit-canonical flops and how many flops each stands for.
    pub(super) flops: Vec<(CardSet, [CardId; 3], u32)>,
    pub(super) holes: Vec<[CardId; 2]>,
}

impl World {
    /// Pieces of work: every board, those by ranks sorted first.
    pub(super) const PIECES: usize = 2 * PLAIN_BOARDS + FLUSH_BOARDS;

    pub(super) fn new(setup: &Setup<'_>) -> World {
        let order = setup.game().order(0);
        let (ranks, suit) = (Kinds::of_ranks(), Kinds::of_suit());
        let mut ranker = Ranker::new(order);
        let counts = rank_counts(5);
        let mut plain_boards = Vec::with_capacity(counts.len());
        let mut plain_place = HashMap::with_capacity(counts.len());
        let mut plain_ranks = Vec::with_capacity(counts.len() * ranks.pairs.len());
        for held in &counts {
            let mut board = [0; 5];
            let cards =
                held.iter().enumerate().flat_map(|(rank, &n)| std::iter::repeat_n(rank as u8, n.into()));
            board.iter_mut().zip(cards).for_each(|(kind, rank)| *kind = rank);
            plain_place.insert(ranks_key(held), plain_boards.len() as u32);
            plain_boards.push(board);
            let with = ranks.pairs.iter().map(|pair| {
                let mut seven = *held;
                pair.iter().for_each(|rank| seven[usize::from(*rank)] += 1);
                // Where a fifth card of a rank would be needed any hand will do, since nobody can hold it.
                rainbow(if seven.iter().all(|count| *count <= 4) { &seven } else { &SEVEN_RANKS })
            });
            let with: Vec<CardSet> = with.collect();
            plain_ranks.extend_from_slice(ranker.rank(with.into_iter()));
        }
        let pair_of_ranks = suit.pairs.iter().map(|[a, b]| ranks.pair(a % 13, b % 13) as u16).collect();
        let flops = CardSet::ALL.choose(3).filter(|flop| flop.suits().is_sorted_by(|a, b| a >= b));
        let ids = |flop: CardSet| {
            let mut ids = flop.iter().map(|card| card.id());
            std::array::from_fn(|_| ids.next().expect("three cards"))
        };
        let number = |at: usize| CardId::new(at as u8).expect("one of the 52");
        let holes = (0..52).flat_map(|b| (0..b).map(move |a| [number(a), number(b)]));
        let find = |board: [u8; 5]| (board, plain_place[&ranks_key(&ranks_of(&board))]);
        let mut world = World {
            plain_boards,
            plain_compared: Vec::new(),
            flush_boards: flush_boards().into_iter().map(find).collect(),
            flush_compared: Vec::new(),
            pair_of_ranks,
            flops: flops.map(|flop| (flop, ids(flop), suit_orbit([flop]))).collect(),
            holes: holes.collect(),
            ranks,
            suit,
        };
        world.compare(setup, &plain_ranks);
        world
    }

    /// Compares the dealer's pairs with every pair on every board.
    fn compare(&mut self, setup: &Setup<'_>, plain_ranks: &[HandRank]) {
        let qualifying = setup.game().qualifying_rank;
        let plain_pairs = self.ranks.pairs.len();
        let this = &*self;
        let sorted = |at: usize| {
            let left = this.ranks.left(&this.plain_boards[at]);
            let ranks = &plain_ranks[at * plain_pairs..][..plain_pairs];
            let there = (0..plain_pairs).filter(|pair| this.ranks.can_hold(*pair, &left));
            let mut sorted: Vec<(HandRank, u16)> = there.map(|pair| (ranks[pair], pair as u16)).collect();
            sorted.sort_unstable();
            sorted
        };
        let mut plain_sorted = vec![Vec::new(); this.plain_boards.len()];
        fill_in_parts(&setup.watch, &mut plain_sorted, 1, || (), |(), at, row| row[0] = sorted(at));
        let compared =
            |reckoner: &Reckoner, kinds: &Kinds, sorted: &[(HandRank, u16)], row: &mut [Compared]| {
                for &(rank, pair) in sorted {
                    let class = setup.classes.of(rank);
                    row[usize::from(pair)] = reckoner.compared(kinds, pair.into(), class, rank >= qualifying);
                }
            };
        let mut plain = vec![Compared::NOT_THERE; this.plain_boards.len() * plain_pairs];
        fill_in_parts(&setup.watch, &mut plain, plain_pairs, Reckoner::new, |reckoner, at, row| {
            let left = this.ranks.left(&this.plain_boards[at]);
            reckoner.reckon(&this.ranks, &left, &plain_sorted[at], qualifying);
            compared(reckoner, &this.ranks, &plain_sorted[at], row);
        });
        let flushes = flushes(setup.game().order(0), 7);
        let spread = this.spread_pairs();
        let pairs = this.suit.pairs.len();
        let mut flush = vec![Compared::NOT_THERE; this.flush_boards.len() * pairs];
        let start = || (Reckoner::new(), Sorter::default());
        fill_in_parts(&setup.watch, &mut flush, pairs, start, |(reckoner, sorter), at, row| {
            let (board, place) = &this.flush_boards[at];
            let left = this.suit.left(board);
            sorter.sort(&this.suit, (board, &left), &plain_sorted[*place as usize], (&flushes, &spread));
            reckoner.reckon(&this.suit, &left, &sorter.sorted, qualifying);
            compared(reckoner, &this.suit, &sorter.sorted, row);
        });
        (self.plain_compared, self.flush_compared) = (plain, flush);
    }

    /// For each pair of ranks, the pairs of kinds that have them.
    fn spread_pairs(&self) -> Vec<Vec<u16>> {
        let mut spread = vec![Vec::new(); self.ranks.pairs.len()];
        for (pair, of_ranks) in self.pair_of_ranks.iter().enumerate() {
            spread[usize::from(*of_ranks)].push(pair as u16);
        }
        spread
    }
}

/// Sorts the pairs of a board with a flush suit: those without a flush come in the order of their ranks, which is
/// known, and those with one are few.
#[derive(Default)]
struct Sorter {
    plain: Vec<(HandRank, u16)>,
    flush: Vec<(HandRank, u16)>,
    sorted: Vec<(HandRank, u16)>,
}

impl Sorter {
    fn sort(
        &mut self,
        kinds: &Kinds,
        (board, left): (&[u8; 5], &[i32; MOST]),
        plain_sorted: &[(HandRank, u16)],
        (flushes, spread): (&[HandRank], &[Vec<u16>]),
    ) {
        let suited = |cards: &[u8]| {
            let of_suit = cards.iter().filter(|kind| **kind < 13);
            of_suit.fold(0u16, |ranks, kind| ranks | 1 << kind)
        };
        let on_board = suited(board);
        self.plain.clear();
        self.flush.clear();
        for &(plain, of_ranks) in plain_sorted {
            for &pair in &spread[usize::from(of_ranks)] {
                if !kinds.can_hold(pair.into(), left) {
                    continue;
                }
                let flush = flushes[usize::from(on_board | suited(&kinds.pairs[usize::from(pair)]))];
                if flush > plain { self.flush.push((flush, pair)) } else { self.plain.push((plain, pair)) }
            }
        }
        self.flush.sort_unstable();
        self.sorted.clear();
        let mut flush = self.flush.iter().peekable();
        for &plain in &self.plain {
            while let Some(lower) = flush.next_if(|flush| flush.0 < plain.0) {
                self.sorted.push(*lower);
            }
            self.sorted.push(plain);
        }
        self.sorted.extend(flush);
    }
}

/// Some hand.
const SEVEN_RANKS: RankCounts = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
