//! A process dies, sleeps or is cut off: another goes on where it was.

use crate::check::{rounds_under_way, settle, whole};
use crate::house::{Cardroom, server, vault, wait_until};
use crate::process::Process;
use crate::proxy::{Line, Proxy};
use floor::recall::recall;
use std::time::{Duration, Instant};
use store::Stream;

fn has_all(room: &Cardroom, process: &Process) -> bool {
    process.with_state(|said| (said.tables.len(), said.meters) == (room.tables.len(), 1))
}

/// Two that share the floor and play; the first has the meter.
fn two(room: &Cardroom, urls: [&str; 2], patience_ms: u64) -> (Process, Process) {
    let one = Process::start(urls[0], "one", patience_ms);
    wait_until("the first has everything", || has_all(room, &one));
    let other = Process::start(urls[1], "other", patience_ms);
    let half = room.tables.len() / 2;
    wait_until("each has half of the tables", || {
        one.with_state(|said| said.tables.len()) == half && other.with_state(|said| said.tables.len()) == half
    });
    for process in [&one, &other] {
        process.plays_beyond(process.said().rounds + 10);
    }
    (one, other)
}

/// With the patience of a house: 5 seconds.
pub(crate) fn killed() {
    let room = Cardroom::on(&server());
    let store = room.store();
    let (mut one, mut other) = two(&room, [&room.url, &room.url], 5_000);
    assert_eq!(one.said().meters, 1, "the one that dies has the meter");
    let mut interrupted: Vec<(Stream, u64)> = Vec::new();
    wait_until("it is in the middle of a round", || {
        // Held still for a look, much shorter than anybody's patience.
        one.signal("STOP");
        let mine = one.said().tables;
        interrupted = rounds_under_way(&room, &store);
        interrupted.retain(|(table, _)| mine.contains(table));
        if interrupted.is_empty() {
            one.signal("CONT");
        }
        !interrupted.is_empty()
    });
    one.kill();
    let since = Instant::now();
    let dead = one.said();
    wait_until("the other has everything", || has_all(&room, &other));
    let took = since.elapsed();
    println!("    everything moved {} ms after the kill", took.as_millis());
    assert!(took <= Duration::from_secs(10), "{took:?}");
    for (table, round) in &interrupted {
        wait_until("an interrupted round is finished", || {
            recall(&store, &vault(), table, 1).expect("a table").state.sheet.rounds > *round
        });
    }
    settle(&room, &store, &mut [&mut other]);
    let kept = [dead.kept, other.stop().kept].concat();
    whole(&room, &kept);
}

/// What holds of an old owner that comes back: it finds out that it is none, and begins anew.
fn comes_back(room: &Cardroom, mut old: Process, mut new: Process, wake: impl FnOnce(&Process)) {
    let store = room.store();
    wait_until("the other has everything", || has_all(room, &new));
    new.plays_beyond(new.said().rounds + 10);
    let before = old.said();
    wake(&old);
    wait_until("the old owner hears of it", || old.with_state(|said| !said.fenced.is_empty()));
    let half = room.tables.len() / 2;
    wait_until("it takes part again", || {
        old.with_state(|said| said.tables.len()) == half && new.with_state(|said| said.tables.len()) == half
    });
    for process in [&old, &new] {
        process.plays_beyond(process.said().rounds + 10);
    }
    assert!(old.said().kept.len() > before.kept.len());
    settle(room, &store, &mut [&mut old, &mut new]);
    let kept = [old.stop().kept, new.stop().kept].concat();
    whole(room, &kept);
}

pub(crate) fn asleep() {
    let room = Cardroom::on(&server());
    let (one, other) = two(&room, [&room.url, &room.url], 1_000);
    one.signal("STOP");
    comes_back(&room, one, other, |old| old.signal("CONT"));
}

pub(crate) fn cut_off() {
    let room = Cardroom::on(&server());
    let (proxy, through) = Proxy::before(&room.url);
    let (one, other) = two(&room, [&through, &room.url], 1_000);
    proxy.set(Line::Frozen);
    comes_back(&room, one, other, |_| proxy.set(Line::Good));
}
