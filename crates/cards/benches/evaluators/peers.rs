//! The same hands in the form that each contender likes best.

use cards::{Card, CardId, CardSet, Pack, PackedHand, ShuffleKey, Shuffler};

/// Random deals of nine cards, in every contender's form.
pub(crate) struct Dealt {
    pub(crate) cards: Vec<[Card; 9]>,
    pub(crate) sets: Vec<CardSet>,
    pub(crate) ids: Vec<[CardId; 7]>,
    pub(crate) bytes: Vec<[u8; 7]>,
    pub(crate) packed: Vec<PackedHand>,
    pub(crate) pokers: Vec<pokers::Hand>,
    pub(crate) rs_poker: Vec<[rs_poker::core::Card; 7]>,
    pub(crate) accumulated: Vec<rs_poker::core::SevenCardAccum>,
    pub(crate) aya: Vec<aya_poker::base::Hand>,
}

impl Dealt {
    pub(crate) fn new(hands: usize) -> Dealt {
        let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(52));
        let mut deck: Vec<Card> = Pack::OF_52.cards().iter().collect();
        let cards: Vec<[Card; 9]> = (0..hands)
            .map(|_| {
                shuffler.shuffle(&mut deck);
                std::array::from_fn(|i| deck[i])
            })
            .collect();
        let seven = |deal: &[Card; 9]| -> [Card; 7] { std::array::from_fn(|i| deal[i]) };
        let bytes: Vec<[u8; 7]> =
            cards.iter().map(|deal| seven(deal).map(|card| card.id().number() as u8)).collect();
        let rs_poker: Vec<[rs_poker::core::Card; 7]> =
            bytes.iter().map(|ids| ids.map(|id| rs_poker_card(usize::from(id)))).collect();
        Dealt {
            sets: cards.iter().map(|deal| seven(deal).into_iter().collect()).collect(),
            ids: cards.iter().map(|deal| seven(deal).map(Card::id)).collect(),
            packed: cards.iter().map(|deal| PackedHand::new(&seven(deal)).unwrap()).collect(),
            pokers: bytes.iter().map(|ids| pokers_hand(ids)).collect(),
            accumulated: rs_poker.iter().map(|cards| rs_poker_hand(cards)).collect(),
            rs_poker,
            aya: bytes.iter().map(|ids| aya_hand(ids)).collect(),
            bytes,
            cards,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }
}

#[inline]
pub(crate) fn pokers_hand(ids: &[u8]) -> pokers::Hand {
    ids.iter().fold(pokers::Hand::default(), |hand, &id| hand + pokers::CARDS[usize::from(id)])
}

/// A card of theirs by our number: they count suit by suit, we rank by rank.
pub(crate) fn rs_poker_card(id: usize) -> rs_poker::core::Card {
    rs_poker::core::Card::from((id % 4 * 13 + id / 4) as u8)
}

#[inline]
pub(crate) fn rs_poker_hand(cards: &[rs_poker::core::Card]) -> rs_poker::core::SevenCardAccum {
    let mut hand = rs_poker::core::SevenCardAccum::new();
    cards.iter().for_each(|&card| hand.add(card));
    hand
}

#[inline]
pub(crate) fn aya_hand(ids: &[u8]) -> aya_poker::base::Hand {
    let mut hand = aya_poker::base::Hand::new();
    ids.iter().for_each(|&id| hand.insert_unchecked(&aya_poker::base::CARDS[usize::from(id)]));
    hand
}

pub(crate) fn rs_poker_set(cards: &[Card]) -> rs_poker::core::CardBitSet {
    let mut set = rs_poker::core::CardBitSet::new();
    cards.iter().for_each(|card| set.insert(rs_poker_card(card.id().number())));
    set
}

pub(crate) fn poker_cards(cards: &[Card]) -> Vec<poker::Card> {
    cards.iter().map(|card| card.to_string().parse().unwrap()).collect()
}

/// Calls with every seven of so many cards, building a hand card by card from an empty one.
#[inline(always)]
pub(crate) fn each_seven<H: Copy>(
    cards: usize,
    empty: H,
    add: impl Fn(H, usize) -> H,
    mut call: impl FnMut(H),
) {
    for a in 0..cards {
        let hand_a = add(empty, a);
        for b in 0..a {
            let hand_b = add(hand_a, b);
            for c in 0..b {
                let hand_c = add(hand_b, c);
                for d in 0..c {
                    let hand_d = add(hand_c, d);
                    for e in 0..d {
                        let hand_e = add(hand_d, e);
                        for f in 0..e {
                            let hand_f = add(hand_e, f);
                            for g in 0..f {
                                call(add(hand_f, g));
                            }
                        }
                    }
                }
            }
        }
    }
}

#[inline(always)]
pub(crate) fn each_five<H: Copy>(
    cards: usize,
    empty: H,
    add: impl Fn(H, usize) -> H,
    mut call: impl FnMut(H),
) {
    for a in 0..cards {
        let hand_a = add(empty, a);
        for b in 0..a {
            let hand_b = add(hand_a, b);
            for c in 0..b {
                let hand_c = add(hand_b, c);
                for d in 0..c {
                    let hand_d = add(hand_c, d);
                    for e in 0..d {
                        call(add(hand_d, e));
                    }
                }
            }
        }
    }
}

/// How the peers add a card.
pub(crate) fn add_pokers(hand: pokers::Hand, id: usize) -> pokers::Hand {
    hand + pokers::CARDS[id]
}

pub(crate) fn add_rs_poker(
    cards: &[rs_poker::core::Card],
) -> impl Fn(rs_poker::core::SevenCardAccum, usize) -> rs_poker::core::SevenCardAccum {
    |mut hand, id| {
        hand.add(cards[id]);
        hand
    }
}

pub(crate) fn add_aya(mut hand: aya_poker::base::Hand, id: usize) -> aya_poker::base::Hand {
    hand.insert_unchecked(&aya_poker::base::CARDS[id]);
    hand
}

/// A score of theirs as a number.
pub(crate) fn rs_poker_score(hand: &rs_poker::core::SevenCardAccum) -> u64 {
    u64::from(hand.rank().value_bits())
}
