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

use libtest_mimic::{Arguments, Trial};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, url, name, patience] = &words[..]
        && word == "player"
    {
        return player::play(url, name, patience.parse().expect("milliseconds"));
    }
    let tests: [(&str, fn()); 6] = [
        // The longest first: they mostly wait.
        ("a_server_that_falls_under_load_loses_nothing", sharing::server_falls),
        ("an_owner_that_is_cut_off_writes_nothing_after_a_takeover", takeover::cut_off),
        ("a_killed_process_is_replaced_within_ten_seconds", takeover::killed),
        ("a_sleeper_that_wakes_writes_nothing_and_begins_anew", takeover::asleep),
        ("two_processes_share_a_book_and_its_meter", sharing::two_processes_share_a_book_and_its_meter),
        ("equipment_that_is_down_elsewhere_makes_a_line_stale", sharing::equipment_down_elsewhere),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(3));
    libtest_mimic::run(&arguments, trials.into()).exit()
}
