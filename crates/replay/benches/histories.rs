//! Hand histories a second, one core: replayed from memory, parsed and replayed, read from disk, parsed and replayed.
//!
//! `cargo bench -p cardroom-replay --bench histories`, with `-- --json` one object a line. The hands are the recorded ones beside
//! the reader; a figure is the best of several rounds.

// Rates are measurements, not money.
#![allow(clippy::float_arithmetic)]

use phh::Hand;
use replay::Books;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

const ROUNDS: usize = 40;

fn main() {
    let json = std::env::args().any(|argument| argument == "--json");
    let books = Books::open().expect("sound books");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../phh/tests/hands");
    if !json {
        println!("| hands | | hands a second | ns a hand |\n|---|---|--:|--:|");
    }
    for (name, prefix) in [("gen", ""), ("room", "room-")] {
        let mut paths = Vec::new();
        walk(&folder.join(name), &mut paths);
        let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).expect("a file")).collect();
        let hands: Vec<Hand> = texts.iter().map(|text| phh::read(text).expect("a hand")).collect();
        let mut hand = Hand::new();
        let say = |what: &str, words: &str, rate: f64| {
            if json {
                println!(r#"{{"workload": "{prefix}{what}", "hands_per_second": {rate:.1}}}"#)
            } else {
                println!("| {} of `{name}` | {words} | {rate:.0} | {:.0} |", texts.len(), 1e9 / rate)
            }
        };
        let rate = best(hands.len(), || {
            for hand in &hands {
                black_box(replay::replay(&books, black_box(hand)).expect("a legal hand"));
            }
        });
        say("phh-replay", "replayed from memory", rate);
        let rate = best(texts.len(), || {
            for text in &texts {
                phh::read_into(&mut hand, black_box(text)).expect("a hand");
                black_box(replay::replay(&books, &hand).expect("a legal hand"));
            }
        });
        say("phh-parse-replay", "parsed and replayed", rate);
        let mut text = String::new();
        let rate = best(paths.len(), || {
            for path in &paths {
                use std::io::Read as _;
                text.clear();
                fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text)).expect("a file");
                phh::read_into(&mut hand, &text).expect("a hand");
                black_box(replay::replay(&books, &hand).expect("a legal hand"));
            }
        });
        say("phh-read-parse-replay", "a file each: read, parsed, replayed", rate);
    }
}

/// Hands a second in the best round.
fn best(hands: usize, mut work: impl FnMut()) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let began = Instant::now();
        work();
        began.elapsed().as_secs_f64()
    });
    hands as f64 / rounds.fold(f64::INFINITY, f64::min)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "phh") {
            found.push(path);
        }
    }
}
