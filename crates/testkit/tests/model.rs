//! A million random orders from many people, given to a real floor and to a simple model of one: accepted and refused
//! alike, and equal after each.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use testkit::model::{Done, Duel, FLOORS};

/// Orders in all, and to each floor.
const ORDERS: u64 = 1_000_000;
const EACH: u64 = 5_000;

fn fight(orders: u64, threads: usize) -> Done {
    let next = AtomicU64::new(0);
    let sum = Mutex::new(Done::default());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= orders / EACH {
                return;
            }
            let mut duel = Duel::new(FLOORS[(seed % 4) as usize], seed, threads).unwrap();
            if let Err(differs) = duel.fight(EACH) {
                panic!("{differs}");
            }
            sum.lock().unwrap_or_else(PoisonError::into_inner).add(&duel.done);
        }
    };
    std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
    sum.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn a_million_orders_to_the_floor_and_to_the_model() {
    let done = fight(ORDERS, 0);
    println!("{done:?}");
    assert_eq!(done.orders(), ORDERS);
    assert!(done.done + done.denied > ORDERS / 4 && done.refused > ORDERS / 10, "{done:?}");
    assert!(done.again > ORDERS / 200 && done.elsewhere > ORDERS / 2_000, "{done:?}");
    assert!(done.rounds > ORDERS / 100, "{done:?}");
    // One person, one file: what was said at one house decided at another of the same operator [HOUSE-09].
    let far = done.next_door;
    let least = [far.shut_out, far.limited, far.sent_away, far.busy, far.linked].into_iter().min();
    assert!(least > Some(100), "{far:?}");
}

#[test]
fn and_with_threads() {
    let done = fight(20_000, 2);
    println!("{done:?}");
    assert_eq!(done.orders(), 20_000);
}
