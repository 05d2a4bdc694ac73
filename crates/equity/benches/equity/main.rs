//! Exact equity by us and by the crate `pokers`, one thread each, on the same questions in one process.
//!
//! `cargo bench -p cardroom-equity` takes about half a minute. Before a race the answers are compared. A figure is the best of
//! several rounds in which the contenders take turns. What is prepared once is timed by itself.

use equity::{Game, Position, Watch};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() {
    let first = position("holdem", &["AsAh", "KsKh"], "");
    let start = Instant::now();
    black_box(first.exact(1, &Watch::NONE));
    println!(
        "The first question of all, with everything that is made once: {}\n",
        milliseconds(start.elapsed())
    );
    println!("| question | deals | ours, ms | pokers 0.10, ms | times as long |");
    println!("|---|--:|--:|--:|--:|");
    for hands in [
        &["AsAh", "KsKh"][..],
        &["AsKs", "QhJh"],
        &["AsAh", "KsKh", "QdJd"],
        &["AsKs", "QhJh", "2c2d", "Td9d", "8h8d"],
        &["QQ+,AKs", "TT+,AQs+"],
    ] {
        race("holdem", hands, "", true);
    }
    race("holdem", &["AsAh", "KsKh"], "2c 3c 4h", true);
    race("holdem", &["AsAh", "random"], "", true);
    race("holdem", &["random", "random"], "2c 3c 4h", true);
    for (game, hands) in [
        ("holdem", &["random", "random"][..]),
        ("holdem-hi-lo", &["AsAh", "2s3h"]),
        ("short-deck", &["AsAh", "KsKh"]),
        ("omaha", &["AsAhKsKh", "QdJdTc9c"]),
        ("omaha-hi-lo", &["AsAh2s3h", "QdJdTc9c"]),
        ("seven-card-stud", &["AsAhKs", "QdJdTc"]),
        ("stud-hi-lo", &["AsAh2s", "QdJdTc"]),
        ("razz", &["As2h3s", "QdJdTc"]),
        ("seven-card-stud", &["AsAhKs2d3d", "QdJdTc4d5d", "8h8d7d7c2c"]),
    ] {
        race(game, hands, "", false);
    }
}

fn position(game: &str, hands: &[&str], board: &str) -> Position {
    Position::new(Game::named(game).expect("a game"), hands, board, "").expect("a position")
}

fn milliseconds(time: Duration) -> String {
    let micros = time.as_nanos() / 100;
    format!("{}.{:04} ms", micros / 10_000, micros % 10_000)
}

/// What `pokers` says of the first player: deals won alone, and deals tied.
fn pokers(hands: &[&str], board: &str) -> pokers::SimulationResults {
    let written: Vec<String> = hands.iter().map(|hand| hand.to_string()).collect();
    let ranges = pokers::HandRange::from_strings(written);
    let board = pokers::get_card_mask(&board.replace(' ', ""));
    let go_on = Arc::new(AtomicBool::new(false));
    pokers::exact_equity(&ranges, board, 0, 1, go_on, |_| {}).expect("an answer")
}

/// Both must give the same share, to the precision of their floating point.
#[allow(clippy::float_arithmetic, reason = "theirs is a float")]
fn check(position: &Position, theirs: &pokers::SimulationResults) {
    let ours = position.exact(1, &Watch::NONE).expect("an answer");
    for (ours, theirs) in ours.players.iter().zip(&theirs.equities) {
        let share = ours.share.num() as f64 / ours.share.den() as f64;
        assert!((share - theirs).abs() < 1e-9, "{share} {theirs}");
    }
}

fn race(game: &str, hands: &[&str], board: &str, with_pokers: bool) {
    let position = position(game, hands, board);
    let ours = || drop(black_box(position.exact(1, &Watch::NONE)));
    let theirs = || drop(black_box(pokers(hands, board)));
    let start = Instant::now();
    let deals = position.exact(1, &Watch::NONE).map_or(0, |equities| equities.deals);
    if with_pokers {
        check(&position, &pokers(hands, board));
    }
    // About a third of a second each.
    let rounds = (300_000_000 / start.elapsed().as_nanos().max(1)).clamp(1, 300);
    let mut best = [Duration::MAX; 2];
    for round in 0..rounds.max(5) {
        best[0] = best[0].min(time(&ours));
        if with_pokers && round < rounds {
            best[1] = best[1].min(time(&theirs));
        }
        // What takes seconds is not repeated.
        if best[0] > Duration::from_secs(1) {
            break;
        }
    }
    let board = if board.is_empty() { String::new() } else { format!(" on {board}") };
    let (peer, ratio) = if with_pokers {
        let tenths = best[1].as_nanos() * 10 / best[0].as_nanos().max(1);
        (milliseconds(best[1]), format!("{}.{}", tenths / 10, tenths % 10))
    } else {
        Default::default()
    };
    let cells = [
        format!("{game}: {}{board}", hands.join(" v ")),
        deals.to_string(),
        milliseconds(best[0]),
        peer,
        ratio,
    ];
    println!("| {} |", cells.map(|cell| cell.replace(" ms", "")).join(" | "));
}

fn time(work: &impl Fn()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
