//! Plays a million hands of six-handed no-limit hold'em and says what happened.
//!
//! `cargo run --release --package cardroom-room --example million_hands`

// Rates are measurements, not money.
#![allow(clippy::float_arithmetic)]

use cards::{ShuffleKey, Shuffler};
use room::sim::{self, Counter, RandomLegal};
use room::{Hand, HandRules, Terms};
use std::time::Instant;

const HANDS: u64 = 1_000_000;
const PLAYERS: usize = 6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0")?;
    let game = book.game("holdem", 52).ok_or("the book has no hold'em")?;
    let room = HandRules::new(&book, game, Terms::blinds(50, 100));
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(1));
    let mut players = RandomLegal::new(1);
    let mut count = Counter::default();
    let start = Instant::now();
    for _ in 0..HANDS {
        let mut hand = Hand::new(&[10_000; PLAYERS], sim::deck(&room, PLAYERS, &mut shuffler));
        sim::play(&room, &mut hand, &mut players, &mut shuffler, &mut count)
            .map_err(|refusal| format!("{} ({})", refusal.reason, book.label(refusal.cite)))?;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{:.0} hands a second, {} decisions", count.hands as f64 / seconds, count.acts);
    println!(
        "{} chips won, {:.1}% of hands shown down",
        count.won,
        100.0 * count.showdowns as f64 / HANDS as f64
    );
    Ok(())
}
