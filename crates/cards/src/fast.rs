//! One hand at a time, from small tables: the ranks held find a place in a list of all combinations of
//! ranks, and the list holds the hand's rank. Suits matter only where enough cards share one.
//!
//! The tables are filled from the slow definition, so they obey any order of hands there is.

use crate::card::CardId;
use crate::category::Category;
use crate::evaluator::{Evaluator, assert_exactly_two, assert_rankable};
use crate::order::{Ace, Better, Form, HandOrder};
use crate::rank::HandRank;
use crate::set::{CardSet, RANK_BITS};

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
    /// let rank = orders::high_52().fast().rank_ids(&ids);
    /// assert_eq!(orders::high_52().words(rank), "two pair, aces and sevens, queen kicker");
    /// ```
    ///
    /// # Panics
    /// If the order does not rank so many cards. A card given twice makes the answer meaningless.
    #[inline]
    pub fn rank_ids<const N: usize>(&self, ids: &[CardId; N]) -> HandRank {
        let Some(ranks) = self.tables.of(N) else {
            return self.rank(ids.iter().map(|id| id.card()).collect());
        };
        let start = const { suits_start(if N < 5 { 3 } else { 5 }) };
        let key = ids.iter().fold(start, |sum, id| sum + CARD_KEYS[id.number()]);
        if key & SUIT_FULL != 0 && self.tables.suits_count {
            if !self.tables.suited_settles {
                return self.tables.rank_suited(self.order, ids.iter().map(|id| id.card()).collect());
            }
            let suit = (((key & SUIT_FULL).trailing_zeros() - SUITS) / 4) as usize;
            let held =
                ids.iter().fold(0, |held, id| held | u16::from(id.number() % 4 == suit) << (id.number() / 4));
            return self.tables.suited[usize::from(held & RANK_BITS)];
        }
        ranks[usize::from(numbering(N).number(key))]
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
        let Some(ranks) = self.tables.of(5) else {
            return HandRank::NONE;
        };
        let key = |card: CardSet| CARD_KEYS[card.only_id().number()];
        let (hole, hole_cards) = one_by_one(hole);
        let (board, board_cards) = one_by_one(board);
        let (hole_keys, board_keys) = (hole.map(key), board.map(key));
        // What each pair of hole cards adds.
        let mut twos = [(0, CardSet::EMPTY); 10];
        let mut count = 0;
        for i in 0..hole_cards {
            for j in 0..i {
                twos[count] = (hole_keys[i] + hole_keys[j] + suits_start(5), hole[i] | hole[j]);
                count += 1;
            }
        }
        let mut best = HandRank::NONE;
        for i in 0..board_cards {
            for j in 0..i {
                for k in 0..j {
                    let three = board_keys[i] + board_keys[j] + board_keys[k];
                    for &(two, cards) in &twos[..count] {
                        let key = two + three;
                        let rank = if key & SUIT_FULL != 0 && self.tables.suits_count {
                            let hand = cards | board[i] | board[j] | board[k];
                            self.tables.suited[usize::from(hand.ranks())]
                        } else {
                            ranks[usize::from(numbering(5).number(key))]
                        };
                        best = best.max(rank);
                    }
                }
            }
        }
        best
    }
}

/// Up to five cards, each as a set of its own, and how many.
fn one_by_one(cards: CardSet) -> ([CardSet; 5], usize) {
    let mut alone = [CardSet::EMPTY; 5];
    for (slot, card) in alone.iter_mut().zip(cards.one_by_one()) {
        *slot = card;
    }
    (alone, cards.len())
}

/// Where a rank adds to a key: three groups of ranks, each a number in base five (a rank is held at most four
/// times). The middle field also counts the cards of the first group, 625 each, so that one look-up knows both.
const FIRST: u32 = 0;
const MIDDLE: u32 = 12;
const LAST: u32 = 25;
/// Above them four bits a suit that count its cards, from a start at which enough of them reach the top bit.
const SUITS: u32 = 36;
const SUIT_FULL: u64 = 0x8888 << SUITS;
const fn suits_start(size: usize) -> u64 {
    (8 - size as u64) * (0x1111 << SUITS)
}
/// In keys of whole suits there are instead the number of cards, and marks for a suit with three cards or more,
/// and with five or more.
const CARDS: u32 = 36;
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

/// The key of each card by its id; padded so that no byte points outside.
static CARD_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut id = 0;
    while id < 52 {
        keys[id] = rank_key(id / 4) + (1 << (SUITS + 4 * (id as u32 % 4)));
        id += 1;
    }
    keys
};

/// The key of everything held in one suit.
static SUIT_KEYS: [u64; 8192] = {
    let mut keys = [0; 8192];
    let mut held = 1;
    while held < 8192 {
        // What is held without the lowest rank, and that rank.
        let cards = (held as u32).count_ones();
        let marks = THREE_SUITED | FIVE_SUITED;
        let mut key = (keys[held & (held - 1)] & !marks) + (1 << CARDS);
        key += rank_key(held.trailing_zeros() as usize);
        if cards >= 3 {
            key += THREE_SUITED;
        }
        if cards >= 5 {
            key += FIVE_SUITED;
        }
        keys[held] = key;
        held += 1;
    }
    keys
};

/// Numbers all combinations of so many ranks from zero up without a gap.
struct Numbering {
    first: [u16; 4096],
    middle: [u16; 8192],
    last: [u16; 1024],
    len: u16,
}

/// For three, five, six and seven cards.
static NUMBERINGS: [Numbering; 4] =
    [Numbering::new(3), Numbering::new(5), Numbering::new(6), Numbering::new(7)];

/// The number of cards that a group's number in base five stands for.
const fn size(group: usize) -> usize {
    let (mut left, mut size) = (group, 0);
    while left > 0 {
        size += left % 5;
        left /= 5;
    }
    size
}

impl Numbering {
    const fn new(cards: usize) -> Numbering {
        let mut numbering = Numbering { first: [0; 4096], middle: [0; 8192], last: [0; 1024], len: 0 };
        // How many ways the last group has to hold so many cards, and with it the middle one.
        let mut of_size = [0u16; 8];
        let mut after_first = [0u16; 8];
        let mut group = 0;
        while group < 625 {
            let held = size(group);
            if held <= cards {
                numbering.last[group] = of_size[held];
                of_size[held] += 1;
            }
            group += 1;
        }
        let mut held = 0;
        while held <= cards {
            let mut group = 0;
            while group < 625 {
                if size(group) + held <= cards {
                    numbering.middle[held * 625 + group] = after_first[held];
                    after_first[held] += of_size[cards - held - size(group)];
                }
                group += 1;
            }
            held += 1;
        }
        let mut group = 0;
        while group < 3125 {
            if size(group) <= cards {
                numbering.first[group] = numbering.len;
                numbering.len += after_first[size(group)];
            }
            group += 1;
        }
        numbering
    }

    #[inline(always)]
    fn number(&self, key: u64) -> u16 {
        let field = |at: u32, bits: u32| (key >> at) as usize & ((1 << bits) - 1);
        // Wraps only where a card was given twice, which means nothing anyway.
        (self.first[field(FIRST, 12)])
            .wrapping_add(self.middle[field(MIDDLE, 13)])
            .wrapping_add(self.last[field(LAST, 10)])
    }
}

/// The numbering of so many cards.
#[inline(always)]
fn numbering(cards: usize) -> &'static Numbering {
    &NUMBERINGS[match cards {
        3 => 0,
        5 => 1,
        6 => 2,
        _ => 3,
    }]
}

/// Ranks by the number of a combination, padded so that no number points outside.
type Ranks = Box<[HandRank; 1 << 16]>;

/// The key of cards, from whole suits.
#[inline(always)]
fn suits_key(cards: CardSet) -> u64 {
    let [c, d, h, s] = cards.suits().map(|held| SUIT_KEYS[usize::from(held & RANK_BITS)]);
    (c + d) + (h + s)
}

/// What ranks single hands under one order.
pub(crate) struct Tables {
    /// All combinations of so many cards, suits aside, by the number of cards.
    combinations: [Option<Ranks>; 8],
    /// Whether suits matter.
    suits_count: bool,
    /// Whether a flush always is the best hand in its cards, whatever else they make.
    suited_settles: bool,
    /// The best hand made of cards of one suit, by the ranks held in it.
    suited: Box<[HandRank; 8192]>,
    /// The bit that shows a suit with enough cards, in keys of whole suits.
    whole_suit_test: u64,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tables")
    }
}

impl Tables {
    pub(crate) fn new(order: &HandOrder) -> Tables {
        let form = order.form();
        let mut combinations = [const { None }; 8];
        if form != Form::Badugi {
            for cards in form.from() {
                let fewer = combinations[cards - 1].as_ref().map(|ranks| (cards - 1, ranks));
                combinations[cards] = Some(combinations_of(order, cards, fewer));
            }
        }
        Tables {
            combinations,
            suits_count: order.counts(Category::Flush),
            suited_settles: suited_settles(order),
            suited: suited(order),
            whole_suit_test: match (order.counts(Category::Flush), form.size()) {
                (false, _) => 0,
                (true, 3) => THREE_SUITED,
                (true, _) => FIVE_SUITED,
            },
        }
    }

    #[inline(always)]
    fn of(&self, cards: usize) -> Option<&Ranks> {
        self.combinations.get(cards)?.as_ref()
    }

    #[inline]
    pub(crate) fn rank(&self, order: &HandOrder, cards: CardSet) -> HandRank {
        let key = suits_key(cards);
        let count = (key >> CARDS) as usize & 63;
        let Some(ranks) = self.of(count) else {
            return rank_unlisted(order, cards);
        };
        if key & self.whole_suit_test != 0 {
            if !self.suited_settles {
                return self.rank_suited(order, cards);
            }
            let enough = |held: u16| SUIT_KEYS[usize::from(held & RANK_BITS)] & self.whole_suit_test != 0;
            let long = cards.suits().into_iter().find(|&held| enough(held)).unwrap_or(0);
            return self.suited[usize::from(long & RANK_BITS)];
        }
        ranks[usize::from(numbering(count).number(key))]
    }

    /// The rank of cards of which enough are of one suit to matter, where that does not settle it.
    #[cold]
    fn rank_suited(&self, order: &HandOrder, cards: CardSet) -> HandRank {
        let size = order.form().size();
        if cards.len() == size {
            return self.suited[usize::from(cards.ranks())];
        }
        if order.rules().better == Better::Lower {
            // A flush spoils a low hand, and the way round it depends on every card.
            return cards.choose(size).map(|hand| self.rank(order, hand)).max().unwrap_or_default();
        }
        let long = cards.suits().into_iter().max_by_key(|held| held.count_ones()).unwrap_or(0);
        let suited = self.suited[usize::from(long)];
        let number = numbering(cards.len()).number(suits_key(cards));
        // Cards of mixed suits may make a better hand yet.
        self.of(cards.len()).map_or(suited, |ranks| suited.max(ranks[usize::from(number)]))
    }
}

/// Badugi has no tables: there are few cards, and each suit matters.
fn rank_unlisted(order: &HandOrder, cards: CardSet) -> HandRank {
    assert_rankable(order, cards.len());
    let ace_low = |ranks: u16| (ranks << 1 | ranks >> 12) & RANK_BITS;
    let mut suits = cards.suits();
    if order.rules().ace == Ace::Low {
        suits = suits.map(ace_low);
    }
    // The lowest card of a suit whose rank is not taken yet.
    let with_one_of = |taken: u16, suit: u16| {
        let free = suit & !taken;
        taken | free & free.wrapping_neg()
    };
    // A suit with one card offers no choice. Of the others there are two at most, and then nothing else.
    let mut taken = 0;
    let mut choices = [0; 2];
    let mut choice = 0;
    for suit in suits {
        if suit & suit.wrapping_sub(1) == 0 {
            taken |= suit;
        } else {
            choices[choice & 1] = suit;
            choice += 1;
        }
    }
    let [a, b] = choices;
    let best = with_one_of(with_one_of(taken, a), b).min(with_one_of(with_one_of(taken, b), a));
    let category = match best.count_ones() {
        1 => Category::OneCard,
        2 => Category::TwoCards,
        3 => Category::ThreeCards,
        _ => Category::FourCards,
    };
    HandRank::new(order.rules().better, order.place(category), 0, best)
}

/// Ranks every combination: a single hand by the definition, more cards as the best of what is left when one
/// card is put aside.
fn combinations_of(order: &HandOrder, cards: usize, fewer: Option<(usize, &Ranks)>) -> Ranks {
    let mut ranks = Box::new([HandRank::NONE; 1 << 16]);
    let slow = order.slow();
    let lowest = order.pack().lowest().index();
    each_combination(lowest, cards, &mut |counts: &[u8; 13]| {
        let held = (0..13).filter(|&rank| counts[rank] > 0);
        let key: u64 = held.clone().map(|rank| u64::from(counts[rank]) * rank_key(rank)).sum();
        ranks[usize::from(numbering(cards).number(key))] = match fewer {
            Some((fewer, ranks)) => {
                let number = |rank| numbering(fewer).number(key - rank_key(rank));
                held.map(|rank| ranks[usize::from(number(rank))]).max().unwrap_or(HandRank::NONE)
            }
            None => slow.rank_hand(unsuited(counts)),
        };
    });
    ranks
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

/// Whether seven cards with a flush never hold anything better. What else they can hold is a straight, three of a
/// kind or less; a full house and a flush never fit into seven cards.
fn suited_settles(order: &HandOrder) -> bool {
    use Category::{Flush, NoPair, OnePair, Straight, ThreeOfAKind, TwoPair};
    let beside = [NoPair, OnePair, TwoPair, ThreeOfAKind, Straight];
    let below_flush = |&category: &_| order.place(category) < order.place(Flush);
    let one_size = order.form().from().count() == 1;
    order.counts(Flush)
        && (one_size || order.rules().better == Better::Higher && beside.iter().all(below_flush))
}

/// The best hand of one suit, for every set of ranks held in it.
fn suited(order: &HandOrder) -> Box<[HandRank; 8192]> {
    let size = order.form().size() as u32;
    let most = *order.form().from().end() as u32;
    let pack = order.pack().cards().ranks();
    let mut ranks = Box::new([HandRank::NONE; 8192]);
    // Smaller sets come before the larger ones that contain them.
    for held in (0..8192u16).filter(|held| (size..=most).contains(&held.count_ones())) {
        if held & !pack != 0 || !order.counts(Category::Flush) {
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
