//! The order of a deal: every place once, none likelier than another, another order for whatever is changed, and the same as a
//! program in another language works it out.

use floor::{DealOf, PlaceSeed, dealing_order, promise_of};
use sha2::{Digest, Sha256};
use store::Hash;

const SIZES: [u8; 5] = [52, 40, 36, 32, 20];
const STREAM: &str = "table/crown-sydney-poker-minors-3.3/mississippi-stud/7";

fn root() -> Hash {
    Hash(std::array::from_fn(|at| at as u8))
}

fn deal() -> DealOf<'static> {
    DealOf { stream: STREAM, root: root(), round: 12 }
}

const SEEDS: [PlaceSeed; 2] = [(0, [0x11; 32]), (2, [0x33; 32])];

/// A seed like no other of the test.
fn numbered(number: u32) -> [u8; 32] {
    Sha256::new().chain_update(b"test").chain_update(number.to_be_bytes()).finalize().into()
}

/// Worked out by a program of fifteen lines in Python, from the words of docs/FLOOR.md alone.
#[test]
fn the_order_is_what_another_program_says() {
    let python: [(u8, &[u8]); 5] = [
        (
            52,
            &[
                29, 12, 26, 17, 51, 47, 27, 50, 44, 15, 16, 31, 38, 43, 37, 21, 28, 46, 34, 42, 45, 49, 18,
                23, 22, 2, 10, 41, 48, 9, 1, 4, 33, 19, 32, 35, 13, 25, 14, 0, 24, 5, 40, 39, 7, 30, 8, 6,
                20, 11, 3, 36,
            ],
        ),
        (
            40,
            &[
                12, 35, 15, 38, 18, 10, 0, 16, 29, 20, 36, 32, 14, 28, 19, 5, 33, 9, 13, 27, 1, 24, 34, 23,
                11, 25, 39, 4, 26, 17, 2, 7, 22, 30, 37, 6, 31, 21, 3, 8,
            ],
        ),
        (
            36,
            &[
                26, 5, 35, 12, 17, 23, 15, 33, 25, 6, 19, 31, 20, 1, 2, 24, 29, 28, 30, 27, 14, 34, 9, 8, 4,
                21, 32, 11, 13, 0, 10, 22, 18, 7, 3, 16,
            ],
        ),
        (
            32,
            &[
                16, 6, 20, 21, 2, 22, 29, 5, 31, 28, 27, 25, 14, 9, 23, 17, 8, 26, 18, 0, 19, 30, 11, 15, 12,
                4, 7, 10, 13, 1, 3, 24,
            ],
        ),
        (20, &[9, 15, 19, 11, 10, 14, 17, 0, 4, 7, 16, 18, 5, 2, 1, 6, 12, 13, 3, 8]),
    ];
    for (cards, order) in python {
        assert_eq!(dealing_order(cards, deal(), &SEEDS), order, "{cards}");
    }
}

#[test]
fn every_place_is_dealt_once() {
    for cards in SIZES {
        for number in 0..500 {
            let mut order = dealing_order(cards, deal(), &[(1, numbered(number))]);
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..cards), "{cards}: {order:?}");
        }
    }
}

/// Rounds that were recorded before there were seeds, and rounds without any, are dealt as the deck lies.
#[test]
fn without_a_seed_the_deck_is_dealt_as_it_lies() {
    for cards in SIZES {
        assert!(dealing_order(cards, deal(), &[]).into_iter().eq(0..cards));
    }
}

#[test]
fn whatever_is_changed_changes_the_order() {
    let mut bit = root();
    bit.0[31] ^= 1;
    let mut seed = SEEDS;
    seed[1].1[0] ^= 0x80;
    let deals = [
        (deal(), SEEDS.to_vec()),
        (
            DealOf { stream: "table/crown-sydney-poker-minors-3.3/mississippi-stud/8", ..deal() },
            SEEDS.to_vec(),
        ),
        (DealOf { root: bit, ..deal() }, SEEDS.to_vec()),
        // A commitment that is used again in another round.
        (DealOf { round: 13, ..deal() }, SEEDS.to_vec()),
        (deal(), seed.to_vec()),
        (deal(), vec![(0, SEEDS[0].1), (1, SEEDS[1].1)]),
        (deal(), vec![(0, SEEDS[1].1), (2, SEEDS[0].1)]),
        // One was dropped.
        (deal(), vec![SEEDS[0]]),
        (deal(), vec![SEEDS[1]]),
        // One was added.
        (deal(), vec![SEEDS[0], SEEDS[1], (3, [0; 32])]),
        (deal(), Vec::new()),
    ];
    for cards in SIZES {
        let orders: Vec<Vec<u8>> =
            deals.iter().map(|(deal, seeds)| dealing_order(cards, *deal, seeds)).collect();
        for (at, order) in orders.iter().enumerate() {
            assert!(!orders[..at].contains(order), "{cards} cards, deal {at}");
        }
    }
}

/// How often each place comes at each turn, over many seeds: chi-square over all cells. Within five deviations of what chance
/// gives; a modulus without passing bytes over is beyond it for 52, 40, 36 and 20 cards.
#[test]
fn no_place_is_likelier_than_another() {
    const DEALS: u32 = 40_000;
    for cards in SIZES {
        let size = usize::from(cards);
        let mut counts = vec![0u32; size * size];
        for number in 0..DEALS {
            let order = dealing_order(cards, deal(), &[(0, numbered(number))]);
            for (turn, place) in order.into_iter().enumerate() {
                counts[turn * size + usize::from(place)] += 1;
            }
        }
        let expected = f64::from(DEALS) / f64::from(cards);
        let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        let chi: f64 = counts.iter().map(square).sum();
        let freedom = f64::from(cards - 1).powi(2);
        let deviations = (chi - freedom) / (2.0 * freedom).sqrt();
        assert!(deviations.abs() < 5.0, "{cards} cards: {deviations} deviations");
    }
}

#[test]
fn a_promise_is_of_one_seed() {
    assert_ne!(promise_of(&[1; 32]), promise_of(&[2; 32]));
    // printf 'cardroom promise 1\0' and 32 bytes of 01 to sha256sum
    assert_eq!(
        Hash(promise_of(&[1; 32])).to_string(),
        "6da71078295cca2d1bb0c4f0ca699346b0b60d4c5619ea3c4c5556b206b724cc"
    );
}
