//! Several processes on one PostgreSQL: they share the floor, and when one of them dies, sleeps or is cut off, the others
//! go on with its tables and meters, and nothing that was acknowledged is lost.

mod check;
mod house;
mod player;
mod process;
#[path = "../../../store/tests/postgres/proxy.rs"]
#[allow(dead_code, reason = "the store's own tests use all of it")]
mod proxy;
#[path = "../../../store/tests/postgres/server.rs"]
#[allow(dead_code, reason = "the store's own tests use all of it")]
mod server;
mod sharing;
mod takeover;

use std::collections::VecDeque;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, url, name, patience] = &words[..]
        && word == "player"
    {
        return player::play(url, name, patience.parse().expect("milliseconds"));
    }
    // The longest first: three at a time, since they mostly wait.
    let tests: [(&str, fn()); 6] = [
        ("a_server_that_falls_under_load_loses_nothing", sharing::server_falls),
        ("an_owner_that_is_cut_off_writes_nothing_after_a_takeover", takeover::cut_off),
        ("a_killed_process_is_replaced_within_ten_seconds", takeover::killed),
        ("a_sleeper_that_wakes_writes_nothing_and_begins_anew", takeover::asleep),
        ("two_processes_share_a_book_and_its_meter", sharing::two_processes_share_a_book_and_its_meter),
        ("equipment_that_is_down_elsewhere_makes_a_line_stale", sharing::equipment_down_elsewhere),
    ];
    // `cargo test NAME` passes filters to every test.
    let wanted: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    let waiting: VecDeque<_> = tests.into_iter().filter(|(name, _)| chosen(name)).collect();
    let (all, waiting, failed) = (waiting.len(), Mutex::new(waiting), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((name, test)) = next(&waiting) {
                    let since = Instant::now();
                    let ok = catch_unwind(test).is_ok();
                    let word = if ok { "ok" } else { "FAILED" };
                    println!("test {name} ... {word} ({} ms)", since.elapsed().as_millis());
                    failed.fetch_add(usize::from(!ok), Ordering::Relaxed);
                }
            });
        }
    });
    let failed = failed.into_inner();
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {word}. {} passed; {failed} failed; 0 ignored", all - failed);
    std::process::exit(i32::from(failed > 0));
}

fn next<T>(waiting: &Mutex<VecDeque<T>>) -> Option<T> {
    waiting.lock().expect("nobody panics with it").pop_front()
}
