//! Hands, ranked as one would at the table: put equal ranks together, look for a sequence and a single suit.

use super::Card;

/// The kinds of five-card hand, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Five odd cards.
    NoPair,
    /// Two of a rank.
    Pair,
    /// Two of one rank and two of another.
    TwoPair,
    /// Three of a rank.
    ThreeOfAKind,
    /// Five ranks in sequence.
    Straight,
    /// Five cards of a suit.
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four of a rank.
    FourOfAKind,
    /// A straight in one suit.
    StraightFlush,
    /// Ten to ace in one suit.
    RoyalFlush,
}

/// A five-card hand: its kind, then the ranks to compare between hands of that kind, the larger groups first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hand {
    /// What the hand is.
    pub kind: Kind,
    /// The ranks of all five cards: those there are more of first, then the higher ones; the ace of 5-4-3-2-A is 1.
    pub ranks: [u8; 5],
}

/// Ranks a hand of exactly five cards.
pub fn five(cards: &[Card; 5]) -> Hand {
    // Sixteen times how often the rank occurs, plus the rank: in falling order the groups come first.
    let mut keys = [0_u8; 5];
    for (key, card) in keys.iter_mut().zip(cards) {
        let times = cards.iter().filter(|other| other.rank == card.rank).count() as u8;
        *key = times * 16 + card.rank;
    }
    keys.sort_unstable_by(|a, b| b.cmp(a));
    let mut ranks = keys.map(|key| key % 16);
    let times = keys.map(|key| key / 16);

    let suited = cards.iter().all(|card| card.suit == cards[0].suit);
    let wheel = ranks == [14, 5, 4, 3, 2];
    let sequence = times[0] == 1 && (ranks[0] - ranks[4] == 4 || wheel);
    if wheel {
        ranks = [5, 4, 3, 2, 1];
    }
    let kind = match (times[0], times[2], times[3]) {
        (4, ..) => Kind::FourOfAKind,
        (3, _, 2) => Kind::FullHouse,
        (3, ..) => Kind::ThreeOfAKind,
        (2, 2, _) => Kind::TwoPair,
        (2, ..) => Kind::Pair,
        _ if suited && sequence && ranks[0] == 14 => Kind::RoyalFlush,
        _ if suited && sequence => Kind::StraightFlush,
        _ if suited => Kind::Flush,
        _ if sequence => Kind::Straight,
        _ => Kind::NoPair,
    };
    Hand { kind, ranks }
}

/// The best five of five or more cards: every choice of five is tried.
pub fn best(cards: &[Card]) -> Hand {
    let n = cards.len();
    assert!(n >= 5, "a hand needs five cards, here are {n}");
    let mut best = None;
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for d in c + 1..n {
                    for e in d + 1..n {
                        best = best.max(Some(five(&[cards[a], cards[b], cards[c], cards[d], cards[e]])));
                    }
                }
            }
        }
    }
    best.expect("at least one choice")
}

/// The kinds of three-card hand, weakest first: a straight beats a flush (Three Card Poker 3.6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreeKind {
    /// Three odd cards.
    NoPair,
    /// Two of a rank.
    Pair,
    /// Three cards of a suit.
    Flush,
    /// Three ranks in sequence.
    Straight,
    /// Three of a rank.
    ThreeOfAKind,
    /// A straight in one suit.
    StraightFlush,
}

/// A three-card hand: its kind, then the ranks to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Three {
    /// What the hand is.
    pub kind: ThreeKind,
    /// The ranks: of a pair the paired ones first, then falling; the ace of 3-2-A is 1.
    pub ranks: [u8; 3],
}

/// Ranks a hand of exactly three cards.
pub fn three(cards: &[Card; 3]) -> Three {
    let mut ranks = cards.map(|card| card.rank);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let suited = cards[0].suit == cards[1].suit && cards[1].suit == cards[2].suit;
    let wheel = ranks == [14, 3, 2];
    let sequence = (ranks[0] == ranks[1] + 1 && ranks[1] == ranks[2] + 1) || wheel;
    if wheel {
        ranks = [3, 2, 1];
    }
    let [high, middle, low] = ranks;
    if high != middle && middle == low {
        ranks = [low, low, high];
    }
    let kind = if high == low {
        ThreeKind::ThreeOfAKind
    } else if high == middle || middle == low {
        ThreeKind::Pair
    } else if suited && sequence {
        ThreeKind::StraightFlush
    } else if sequence {
        ThreeKind::Straight
    } else if suited {
        ThreeKind::Flush
    } else {
        ThreeKind::NoPair
    };
    Three { kind, ranks }
}
