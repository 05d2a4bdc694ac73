//! Kinds of cards: cards that a count need not tell apart.
//!
//! Where nobody can hold a flush, a card is its rank, and there are four of each kind. Where a flush can only be in one
//! suit, a card is its rank and whether it is of that suit: one of each kind that is, three of each that is not.

use crate::strength::{RankCounts, choose};
use cards::CardId;

/// The most kinds there are.
pub(super) const MOST: usize = 26;

/// A division of the pack into kinds.
pub(super) struct Kinds {
    pub(super) count: usize,
    /// How many cards of each kind the pack has.
    pub(super) pack: [u8; MOST],
    /// Two cards by kind, the lower kind first.
    pub(super) pairs: Vec<[u8; 2]>,
    /// The place of two kinds in that list.
    place: Vec<u16>,
    /// The places of all pairs that hold a kind; the pair of two such cards comes first.
    pub(super) holding: Vec<Vec<u16>>,
    /// Three cards by kind.
    pub(super) flops: Vec<[u8; 3]>,
    flop_place: Vec<u16>,
}

impl Kinds {
    /// By rank alone.
    pub(super) fn of_ranks() -> Kinds {
        Kinds::new(13, [4; MOST], |_| true)
    }

    /// By rank and by whether it is of the suit; flops without a card of it cannot lead to a flush.
    pub(super) fn of_suit() -> Kinds {
        let pack = std::array::from_fn(|kind| if kind < 13 { 1 } else { 3 });
        Kinds::new(26, pack, |flop: &[u8; 3]| flop[0] < 13)
    }

    fn new(count: usize, pack: [u8; MOST], wanted: impl Fn(&[u8; 3]) -> bool) -> Kinds {
        let mut pairs = Vec::new();
        let mut place = vec![0; count * count];
        let mut flops = Vec::new();
        let mut flop_place = vec![u16::MAX; count * count * count];
        for low in 0..count {
            for high in low..count {
                place[low * count + high] = pairs.len() as u16;
                place[high * count + low] = pairs.len() as u16;
                pairs.push([low as u8, high as u8]);
                for top in high..count {
                    let flop = [low as u8, high as u8, top as u8];
                    let fits = flop.iter().all(|kind| {
                        flop.iter().filter(|other| *other == kind).count() <= pack[usize::from(*kind)].into()
                    });
                    if fits && wanted(&flop) {
                        flop_place[(low * count + high) * count + top] = flops.len() as u16;
                        flops.push(flop);
                    }
                }
            }
        }
        let holding = (0..count).map(|kind| {
            let others = (0..count).filter(move |other| *other != kind);
            std::iter::once(kind).chain(others).map(|other| place[kind * count + other]).collect()
        });
        let holding = holding.collect();
        Kinds { count, pack, pairs, place, holding, flops, flop_place }
    }

    /// The place of two kinds among the pairs.
    #[inline]
    pub(super) fn pair(&self, a: u8, b: u8) -> usize {
        self.place[usize::from(a) * self.count + usize::from(b)].into()
    }

    /// The place of three kinds, lowest first, among the flops.
    #[inline]
    pub(super) fn flop(&self, [a, b, c]: [u8; 3]) -> usize {
        let at = (usize::from(a) * self.count + usize::from(b)) * self.count + usize::from(c);
        self.flop_place[at].into()
    }

    /// Calls with each way in which a board comes as a flop and two more cards, once for every way that differs in
    /// kind: the flop's place, and the kinds of the two.
    #[inline]
    pub(super) fn each_flop(&self, board: &[u8; 5], mut call: impl FnMut(usize, u8, u8)) {
        let mut before: [(u8, u8); 10] = [(u8::MAX, u8::MAX); 10];
        let mut seen = 0;
        for turn in 0..5 {
            for river in turn + 1..5 {
                let rest = (board[turn], board[river]);
                if before[..seen].contains(&rest) {
                    continue;
                }
                before[seen] = rest;
                seen += 1;
                let mut flop = [0; 3];
                let others = (0..5).filter(|at| *at != turn && *at != river);
                flop.iter_mut().zip(others).for_each(|(card, at)| *card = board[at]);
                call(self.flop(flop), rest.0, rest.1);
            }
        }
    }

    /// Whether somebody can hold two cards of these kinds where so many are left.
    #[inline]
    pub(super) fn can_hold(&self, pair: usize, left: &[i32; MOST]) -> bool {
        let [a, b] = self.pairs[pair].map(usize::from);
        left[a] > 0 && left[b] > i32::from(a == b)
    }

    /// Cards of each kind that a board leaves.
    pub(super) fn left(&self, board: &[u8; 5]) -> [i32; MOST] {
        let mut left = self.pack.map(i32::from);
        board.iter().for_each(|kind| left[usize::from(*kind)] -= 1);
        left
    }
}

/// How many ways there are to deal two more cards of these kinds after a flop, for each two cards that a player may
/// hold: so many for everyone, and fewer for who holds such cards.
///
/// A held card of the first kind takes `per_turn` ways away, one of the second `per_river`; both together take away one
/// way too many.
pub(super) struct Ways {
    pub(super) all: i32,
    pub(super) per_turn: i32,
    pub(super) per_river: i32,
}

impl Ways {
    /// With so many cards of each kind left by the whole board.
    #[inline]
    pub(super) fn new(left: &[i32; MOST], turn: u8, river: u8) -> Ways {
        let (t, r) = (left[usize::from(turn)], left[usize::from(river)]);
        if turn == river {
            // Two of the kind lie there already.
            let of = t + 2;
            return Ways { all: of * (of - 1) / 2, per_turn: of - 1, per_river: 0 };
        }
        Ways { all: (t + 1) * (r + 1), per_turn: r + 1, per_river: t + 1 }
    }
}

/// The ranks of a board.
pub(super) fn ranks_of(board: &[u8; 5]) -> RankCounts {
    let mut counts = [0; 13];
    board.iter().for_each(|kind| counts[usize::from(kind % 13)] += 1);
    counts
}

/// A number for the ranks of a board: in base five, then looked up.
pub(super) fn ranks_key(ranks: &RankCounts) -> u32 {
    ranks.iter().fold(0, |key, count| key * 5 + u32::from(*count))
}

/// Boards on which a flush can only be in the suit: three or more cards of it.
pub(super) fn flush_boards() -> Vec<[u8; 5]> {
    let mut boards = Vec::with_capacity(36_608);
    for suited in 0..1u16 << 13 {
        let kinds: Vec<u8> = (0..13).filter(|rank| suited & 1 << rank != 0).collect();
        match kinds.len() {
            3 => {
                for low in 13..26 {
                    for high in low..26 {
                        boards.push([kinds[0], kinds[1], kinds[2], low, high]);
                    }
                }
            }
            4 => boards.extend((13..26).map(|other| [kinds[0], kinds[1], kinds[2], kinds[3], other])),
            5 => boards.push([kinds[0], kinds[1], kinds[2], kinds[3], kinds[4]]),
            _ => {}
        }
    }
    boards
}

/// The kind of a card as to one suit.
#[inline]
pub(super) fn kind_of(card: CardId, suit: usize) -> u8 {
    let number = card.number();
    (number / 4 + if number % 4 == suit { 0 } else { 13 }) as u8
}

/// How many ways there are to deal a whole board of these kinds to who holds these two cards, or nothing that matters.
pub(super) fn board_ways(kinds: &Kinds, board: &[u8; 5], hole: Option<[u8; 2]>) -> i64 {
    let mut ways = 1;
    for (at, kind) in board.iter().enumerate() {
        if board[..at].contains(kind) {
            continue;
        }
        let held = hole.iter().flatten().filter(|card| *card == kind).count() as i64;
        let dealt = board.iter().filter(|card| *card == kind).count() as i64;
        ways *= choose(i64::from(kinds.pack[usize::from(*kind)]) - held, dealt);
    }
    ways
}
