//! One hand at a time, from small tables: the ranks held find a place in a list of all combinations of
//! ranks, and the list holds the hand's rank. Suits matter only where enough cards share one.
//!
//! The tables are filled from the slow definition, so they obey any order of hands there is.

use crate::card::CardId;
use crate::evaluator::{Evaluator, assert_exactly_two, assert_rankable};
use crate::order::{Better, Form, HandOrder};
use crate::rank::HandRank;
use crate::set::{CardSet, RANK_BITS};
use std::sync::LazyLock;

/// The evaluator for single hands. Cheap to copy; the tables belong to the order.
#[derive(Clone, Copy, Debug)]
pub struct Fast<'o> {
    order: &'o HandOrder,
    tables: &'o Tables,
}

impl HandOrder {
    /// The single-hand evaluator of this order, whose tables are built on first use.
    pub fn fast(&self) -> Fast<'_> {
        Fast { order: self, tables: self.tables() }
    }
}

impl Fast<'_> {
    /// The rank of the best hand in these cards, each given once.
    ///
    /// ```
    /// use cards::{Card, orders};
    /// let ids = ["As", "Ad", "7h", "7c", "Qs"].map(|card| card.parse::<Card>().unwrap().id());
    /// let rank = orders::high_52().fast().rank_ids(ids);
    /// assert_eq!(orders::high_52().words(rank), "two pair, aces and sevens, queen kicker");
    /// ```
    ///
    /// # Panics
    /// If the order does not rank so many cards. A card given twice makes the answer meaningless.
    #[inline]
    pub fn rank_ids<const N: usize>(&self, ids: [CardId; N]) -> HandRank {
        let Some(combinations) = self.tables.combinations(N) else {
            return self.rank(ids.map(CardId::card).into_iter().collect());
        };
        let key = ids.iter().fold(self.tables.start, |sum, id| sum + CARD_KEYS[id.number()]);
        if key & self.tables.suited_test != 0 {
            return self.tables.rank_suited(self.order, ids.map(CardId::card).into_iter().collect());
        }
        combinations.rank(key)
    }
}

impl Evaluator for Fast<'_> {
    fn order(&self) -> &HandOrder {
        self.order
    }

    #[inline]
    fn rank(&self, cards: CardSet) -> HandRank {
        self.tables.rank(self.order, cards)
    }

    fn rank_exactly_two(&self, hole: CardSet, board: CardSet) -> HandRank {
        assert_exactly_two(self.order, hole, board);
        let threes: Vec<CardSet> = board.choose(3).collect();
        let hands = hole.choose(2).flat_map(|two| threes.iter().map(move |&three| two | three));
        hands.map(|hand| self.rank(hand)).max().expect("at least one hand")
    }
}

/// Where a rank adds to a key: three groups of ranks, each a number in base five (a rank is held at most four
/// times). The middle field also counts the cards of the first group, 625 each, so that one look-up knows both.
const FIRST: u32 = 0;
const MIDDLE: u32 = 12;
const LAST: u32 = 25;
/// Above them four bits a suit that count its cards.
const SUITS: u32 = 36;
const SUIT_FULL: u64 = 0x8888 << SUITS;
/// In keys of whole suits instead: marks a suit with three cards or more, and with five or more.
const THREE_SUITED: u64 = 1 << 62;
const FIVE_SUITED: u64 = 1 << 60;

const fn rank_key(rank: usize) -> u64 {
    const POWER: [u64; 5] = [1, 5, 25, 125, 625];
    match rank {
        0..5 => POWER[rank] << FIRST | 625 << MIDDLE,
        5..9 => POWER[rank - 5] << MIDDLE,
        _ => POWER[rank - 9] << LAST,
    }
}

/// The key of each card by its id.
const CARD_KEYS: [u64; 52] = {
    let mut keys = [0; 52];
    let mut id = 0;
    while id < 52 {
        keys[id] = rank_key(id / 4) + (1 << (SUITS + 4 * (id as u32 % 4)));
        id += 1;
    }
    keys
};

/// The key of everything held in one suit.
static SUIT_KEYS: LazyLock<Box<[u64; 8192]>> = LazyLock::new(|| {
    let mut keys = Box::new([0; 8192]);
    for (held, key) in keys.iter_mut().enumerate() {
        *key = (0..13).filter(|rank| held >> rank & 1 != 0).map(rank_key).sum();
        let cards = held.count_ones();
        *key += if cards >= 5 { FIVE_SUITED } else { 0 };
        *key += if cards >= 3 { THREE_SUITED } else { 0 };
    }
    keys
});

/// Numbers all combinations of so many ranks from zero up without a gap.
struct Numbering {
    first: [u16; 4096],
    middle: [u16; 8192],
    last: [u16; 1024],
    len: usize,
}

impl Numbering {
    fn new(cards: usize) -> Numbering {
        let digits = |number: usize| [0, 1, 2, 3, 4].map(|place| number / 5usize.pow(place) % 5);
        let size = |number: usize| digits(number).iter().sum::<usize>();
        let mut of_size = [0u16; 8];
        let mut last = [0; 1024];
        for group in (0..625).filter(|&group| size(group) <= cards) {
            last[group] = of_size[size(group)];
            of_size[size(group)] += 1;
        }
        let mut middle = [0; 8192];
        let mut after_first = [0u16; 8];
        for held in 0..=cards {
            for group in (0..625).filter(|&group| size(group) + held <= cards) {
                middle[held * 625 + group] = after_first[held];
                after_first[held] += of_size[cards - held - size(group)];
            }
        }
        let mut first = [0; 4096];
        let mut len = 0;
        for group in (0..3125).filter(|&group| size(group) <= cards) {
            first[group] = len;
            len += after_first[size(group)];
        }
        Numbering { first, middle, last, len: usize::from(len) }
    }

    #[inline]
    fn number(&self, key: u64) -> usize {
        let field = |at: u32, bits: u32| (key >> at) as usize & ((1 << bits) - 1);
        usize::from(self.first[field(FIRST, 12)])
            + usize::from(self.middle[field(MIDDLE, 13)])
            + usize::from(self.last[field(LAST, 10)])
    }

    fn of(cards: usize) -> &'static Numbering {
        static NUMBERINGS: [LazyLock<Box<Numbering>>; 4] = [
            LazyLock::new(|| Box::new(Numbering::new(3))),
            LazyLock::new(|| Box::new(Numbering::new(5))),
            LazyLock::new(|| Box::new(Numbering::new(6))),
            LazyLock::new(|| Box::new(Numbering::new(7))),
        ];
        &NUMBERINGS[match cards {
            3 => 0,
            5 => 1,
            6 => 2,
            _ => 3,
        }]
    }
}

/// The ranks of all combinations of so many cards, suits aside.
#[derive(Debug)]
struct Combinations {
    numbering: &'static Numbering,
    ranks: Vec<HandRank>,
}

impl std::fmt::Debug for Numbering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Numbering({} combinations)", self.len)
    }
}

impl Combinations {
    #[inline]
    fn rank(&self, key: u64) -> HandRank {
        self.ranks[self.numbering.number(key)]
    }
}

/// What ranks single hands under one order.
#[derive(Debug)]
pub(crate) struct Tables {
    /// For the number of cards in a hand, one more, and two more.
    combinations: Vec<Combinations>,
    least: usize,
    /// The best hand made of cards of one suit, by the ranks held in it.
    suited: Vec<HandRank>,
    /// What a key of cards starts from, and the bits that show a suit with enough cards.
    start: u64,
    suited_test: u64,
    whole_suit_test: u64,
}

impl Tables {
    pub(crate) fn new(order: &HandOrder) -> Tables {
        let form = order.form();
        let size = form.size();
        let mut combinations: Vec<Combinations> = Vec::new();
        if form != Form::Badugi {
            for cards in form.from() {
                let fewer = combinations.last();
                let more = combinations_of(order, cards, fewer);
                combinations.push(more);
            }
        }
        let suits_count = order.counts(crate::Category::Flush);
        Tables {
            combinations,
            least: *form.from().start(),
            suited: if suits_count { suited(order) } else { Vec::new() },
            start: (8 - size as u64) * (0x1111 << SUITS),
            suited_test: if suits_count { SUIT_FULL } else { 0 },
            whole_suit_test: match (suits_count, size) {
                (false, _) => 0,
                (true, 3) => THREE_SUITED,
                (true, _) => FIVE_SUITED,
            },
        }
    }

    #[inline]
    fn combinations(&self, cards: usize) -> Option<&Combinations> {
        self.combinations.get(cards.wrapping_sub(self.least))
    }

    #[inline]
    pub(crate) fn rank(&self, order: &HandOrder, cards: CardSet) -> HandRank {
        let Some(combinations) = self.combinations(cards.len()) else {
            return rank_unlisted(order, cards);
        };
        let keys = &**SUIT_KEYS;
        let key: u64 = cards.suits().iter().map(|&held| keys[usize::from(held & RANK_BITS)]).sum();
        if key & self.whole_suit_test != 0 {
            return self.rank_suited(order, cards);
        }
        combinations.rank(key)
    }

    /// The rank of cards of which enough are of one suit to matter.
    #[cold]
    fn rank_suited(&self, order: &HandOrder, cards: CardSet) -> HandRank {
        let size = order.form().size();
        if order.rules().better == Better::Lower && cards.len() > size {
            // A flush spoils a low hand, and the way round it depends on every card.
            return cards.choose(size).map(|hand| self.rank(order, hand)).max().unwrap_or_default();
        }
        let suits = cards.suits();
        let keys = &**SUIT_KEYS;
        let key: u64 = suits.iter().map(|&held| keys[usize::from(held)]).sum();
        let long = suits.into_iter().max_by_key(|held| held.count_ones()).unwrap_or(0);
        let suited = self.suited[usize::from(long)];
        match self.combinations(cards.len()) {
            // One hand and no choice: it is of one suit.
            Some(_) if cards.len() == size => suited,
            // Cards of mixed suits may make a better hand yet.
            Some(combinations) => suited.max(combinations.rank(key)),
            None => suited,
        }
    }
}

/// Badugi has no tables: there are few cards, and each suit matters.
#[cold]
fn rank_unlisted(order: &HandOrder, cards: CardSet) -> HandRank {
    assert_rankable(order, cards.len());
    let mut held = [(0u16, 0usize); 4];
    for (slot, card) in held.iter_mut().zip(cards.iter()) {
        *slot = (order.bit(card.rank()), card.suit().index());
    }
    let alike = |a: (u16, usize), b: (u16, usize)| a.0 == b.0 || a.1 == b.1;
    let clashes: [usize; 4] = std::array::from_fn(|i| {
        (0..4).filter(|&j| j != i && alike(held[i], held[j])).fold(0, |bits, j| bits | 1 << j)
    });
    let playable = (1usize..16).filter(|chosen| {
        (0..4).all(|i| chosen >> i & 1 == 0 || clashes[i] & chosen == 0)
    });
    let rank = |chosen: usize| {
        use crate::Category::{FourCards, OneCard, ThreeCards, TwoCards};
        let category = [OneCard, TwoCards, ThreeCards, FourCards][chosen.count_ones() as usize - 1];
        let bits = (0..4).filter(|i| chosen >> i & 1 != 0).fold(0, |bits, i| bits | held[i].0);
        HandRank::new(order.rules().better, order.place(category), 0, bits)
    };
    playable.map(rank).max().unwrap_or(HandRank::NONE)
}

/// Ranks every combination: a single hand by the definition, more cards as the best of what is left when one
/// card is put aside.
fn combinations_of(order: &HandOrder, cards: usize, fewer: Option<&Combinations>) -> Combinations {
    let numbering = Numbering::of(cards);
    let mut ranks = vec![HandRank::NONE; numbering.len];
    let slow = order.slow();
    let lowest = order.pack().lowest().index();
    each_combination(lowest, cards, &mut |counts: &[u8; 13]| {
        let held = (0..13).filter(|&rank| counts[rank] > 0);
        let key: u64 = held.clone().map(|rank| u64::from(counts[rank]) * rank_key(rank)).sum();
        ranks[numbering.number(key)] = match fewer {
            Some(fewer) => {
                let without = held.map(|rank| fewer.rank(key - rank_key(rank)));
                without.max().unwrap_or(HandRank::NONE)
            }
            None => slow.rank_hand(unsuited(counts)),
        };
    });
    Combinations { numbering, ranks }
}

/// Calls with every way to hold so many cards, as a count for each rank.
fn each_combination(lowest: usize, cards: usize, call: &mut dyn FnMut(&[u8; 13])) {
    fn from(rank: usize, left: usize, counts: &mut [u8; 13], call: &mut dyn FnMut(&[u8; 13])) {
        if left == 0 {
            return call(counts);
        }
        if rank == 13 || (13 - rank) * 4 < left {
            return;
        }
        for count in 0..=left.min(4) {
            counts[rank] = count as u8;
            from(rank + 1, left - count, counts, call);
        }
        counts[rank] = 0;
    }
    from(lowest, cards, &mut [0; 13], call);
}

/// Cards with these ranks that are not all of one suit.
fn unsuited(counts: &[u8; 13]) -> CardSet {
    let mut suits = [0u16; 4];
    let mut first = true;
    for (rank, &count) in counts.iter().enumerate() {
        for copy in 0..usize::from(count) {
            // The first rank held starts in another suit than the rest.
            suits[(copy + usize::from(first)) % 4] |= 1 << rank;
        }
        first &= count == 0;
    }
    CardSet::from_suits(suits)
}

/// The best hand of one suit, for every set of ranks held in it.
fn suited(order: &HandOrder) -> Vec<HandRank> {
    let size = order.form().size() as u32;
    let most = *order.form().from().end() as u32;
    let pack = order.pack().cards().ranks();
    let mut ranks = vec![HandRank::NONE; 8192];
    // Smaller sets come before the larger ones that contain them.
    for held in (0..8192u16).filter(|held| (size..=most).contains(&held.count_ones())) {
        if held & !pack != 0 {
            continue;
        }
        ranks[usize::from(held)] = if held.count_ones() == size {
            order.slow().rank_hand(CardSet::from_suits([held, 0, 0, 0]))
        } else {
            let without = (0..13).map(|rank| 1 << rank).filter(|bit| held & bit != 0);
            without.map(|bit| ranks[usize::from(held ^ bit)]).max().unwrap_or(HandRank::NONE)
        };
    }
    ranks
}
