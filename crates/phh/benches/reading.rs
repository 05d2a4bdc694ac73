//! How long it takes to read a hand from memory, and to write it.
//!
//! `cargo bench -p cardroom-phh`. A figure is the best of several rounds over all the hands that are kept with the crate, one thread,
//! in nanoseconds a hand.

use phh::{Hand, Hands};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

fn main() {
    let short = std::env::args().any(|argument| argument == "--short");
    let rounds = if short { 20 } else { 200 };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hands");
    println!("| hands | bytes a hand | read, ns | with toml, ns | as one text, ns | write, ns |");
    println!("|---|--:|--:|--:|--:|--:|");
    for name in ["gen", "room"] {
        let texts = texts(&folder.join(name));
        let bytes: usize = texts.iter().map(String::len).sum();
        let mut hand = Hand::new();
        let read = best(rounds, texts.len(), || {
            for text in &texts {
                phh::read_into(&mut hand, black_box(text)).expect("a hand");
                black_box(&hand);
            }
        });
        let full = best(rounds / 20, texts.len(), || {
            for text in &texts {
                black_box(phh::readers::full(black_box(text)).expect("a hand"));
            }
        });
        let mut hands: Vec<Hand> = texts.iter().map(|text| phh::read(text).expect("a hand")).collect();
        let mut out = String::new();
        let write = best(rounds, texts.len(), || {
            for hand in &hands {
                out.clear();
                phh::write_to(black_box(hand), &mut out);
                black_box(&out);
            }
        });
        let mut one = String::new();
        for (place, hand) in hands.iter_mut().enumerate() {
            hand.number = Some(place as u64 + 1);
            phh::write_to(hand, &mut one);
        }
        let many = best(rounds, texts.len(), || {
            let mut hands = Hands::new(black_box(&one));
            while let Some(result) = hands.next_into(&mut hand) {
                result.expect("a hand");
                black_box(&hand);
            }
        });
        println!("| {name} | {} | {read} | {full} | {many} | {write} |", bytes / texts.len());
    }
}

/// The best round, in nanoseconds for each of `count`.
fn best(rounds: usize, count: usize, mut work: impl FnMut()) -> u128 {
    let times = (0..rounds.max(3)).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos() / count as u128
    });
    times.min().unwrap_or_default()
}

fn texts(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts.extend(self::texts(&path));
        } else if path.extension().is_some_and(|extension| extension == "phh") {
            texts.push(fs::read_to_string(path).expect("a text"));
        }
    }
    texts
}
