//! Ours: the same hands through the poker book's hold'em, by the simulator.

use cards::{ShuffleKey, Shuffler};
use room::sim::{self, CheckCall, Counter};
use room::{Hand, HandRules, Terms};
use std::time::{Duration, Instant};

const PLAYERS: usize = 6;

/// Hands a second on one core: no-limit hold'em, six players with 10,000 each, blinds 50 and 100, everybody checks
/// or calls to the showdown, cards from a freshly shuffled deck.
pub fn hands_per_second(seconds: f64) -> f64 {
    let wanted = Duration::from_secs_f64(seconds);
    let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0").expect("a sound book");
    let game = book.game("holdem", 52).expect("a game of the book");
    let room = HandRules::new(&book, game, Terms::blinds(50, 100));
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
    let mut count = Counter::default();
    let began = Instant::now();
    loop {
        for _ in 0..1_000 {
            let mut hand = Hand::new(&[10_000; PLAYERS], sim::deck(&room, PLAYERS, &mut shuffler));
            sim::play(&room, &mut hand, &mut CheckCall, &mut shuffler, &mut count).expect("a legal hand");
            assert_eq!(hand.stacks().iter().sum::<i64>(), 60_000, "chips stay");
        }
        let taken = began.elapsed();
        if taken >= wanted {
            assert_eq!(count.showdowns, count.hands, "everybody called");
            return count.hands as f64 / taken.as_secs_f64();
        }
    }
}
