//! Promises of the machines, under random play: what is offered is what is accepted, a refusal changes nothing, events
//! make the table again, money goes nowhere unseen, no card is lost, and what is stored comes back as it was.

mod books;
mod deck;
mod jackpot;
mod meters;
mod sitting;
mod stored;

use sitting::{Done, Sitting};
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::commands::{sense, wild};
use testkit::rounds::Pair;

/// Rounds in all.
const ROUNDS: u64 = 150_000;
/// Rounds of one table.
const EACH: u64 = 50;

#[test]
fn the_table_keeps_its_promises() {
    let sittings = ROUNDS / EACH;
    let next = AtomicU64::new(0);
    let work = || {
        let books = Pair::ALL.map(|pair| (pair, pair.book()));
        let mut done = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= sittings {
                return done;
            }
            let (pair, book) = &books[(seed % 6) as usize];
            let mut sitting = Sitting::new(*pair, book, seed);
            sitting.play(EACH, seed / 6 % 2 == 1);
            done.push(sitting.done);
        }
    };
    let done: Vec<Done> = std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().expect("every promise kept")).collect()
    });
    let sum = |of: fn(&Done) -> u64| done.iter().map(of).sum::<u64>();
    let (rounds, accepted, refused) =
        (sum(|done| done.rounds), sum(|done| done.accepted), sum(|done| done.refused));
    let (offers, compared) = (sum(|done| done.offers), sum(|done| done.compared));
    println!("{rounds} rounds, {accepted} commands accepted, {refused} refused");
    println!("{offers} lists of offers, {compared} commands compared with them");
    assert!(rounds >= 100_000 && accepted >= 1_000_000 && compared >= 1_000_000);
    // And enough happens that is not every round's.
    let rare =
        [sum(|done| done.won), sum(|done| done.carried), sum(|done| done.ruled), sum(|done| done.changed)];
    assert!(rare.iter().all(|times| *times >= 1_000), "won, carried, ruled, changed: {rare:?}");
}
