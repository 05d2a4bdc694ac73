//! Rounds by the million, settled by the engine and a second time from the registers of clauses alone. Whatever
//! differs is printed as a case file.

use cases::{CaseFile, Ruling};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::bridge::Bridge;
use testkit::case_text::case_text;
use testkit::naive::{self, Answer, Line, Meter};
use testkit::rounds::{Pair, Thrown, throw};

/// Rounds of each game of each book.
const ROUNDS: u64 = 1_000_000;
/// Of these so many are also ruled by their case file.
const BY_FILE: u64 = 2_000;
/// Threads at work.
const THREADS: u64 = 2;
/// Rounds that a thread takes on at a time.
const BATCH: u64 = 50_000;

/// What differs between the two answers to a round, for a person to read; nothing where they agree.
fn difference(thrown: &Thrown, engine: &Result<Answer, String>) -> Option<String> {
    let naive = naive::settle(&thrown.round);
    let engine = match engine {
        Ok(answer) if *answer == naive => return None,
        Ok(answer) => in_words(thrown, answer),
        Err(refused) => format!("refused: {refused}\n"),
    };
    let (pair, seed, case) = (thrown.pair, thrown.seed, case_text(thrown));
    let naive = in_words(thrown, &naive);
    Some(format!("---- {pair:?}, seed {seed}\n{case}\nnaive:\n{naive}engine:\n{engine}"))
}

fn in_words(thrown: &Thrown, answer: &Answer) -> String {
    let mut text = String::new();
    let write =
        |text: &mut String, words: std::fmt::Arguments<'_>| text.write_fmt(words).expect("text grows");
    for (seat, lines) in thrown.round.seats.iter().zip(&answer.seats) {
        for Line { on, staked, result, paid, returned } in lines {
            let number = seat.number;
            write(
                &mut text,
                format_args!("  seat {number}, {on} {staked}: {result} {paid}, back {returned}\n"),
            );
        }
    }
    if let Some(qualifies) = answer.dealer_qualifies {
        write(&mut text, format_args!("  the dealer qualifies: {qualifies}\n"));
    }
    if let Some(Meter { contributed, paid, reseeded, house, after }) = answer.jackpot {
        write(
            &mut text,
            format_args!("  meter: +{contributed} -{paid} +{reseeded}, house {house}, after {after}\n"),
        );
    }
    text
}

/// All differences in so many rounds of every game, found by several threads.
fn differences(rounds: u64, of: impl Fn(&Thrown, &mut Bridge<'_>) -> Option<String> + Sync) -> Vec<String> {
    let batch = BATCH.min(rounds);
    let each = rounds / batch;
    let next = AtomicU64::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let taken = next.fetch_add(1, Ordering::Relaxed);
            let Some(&pair) = Pair::ALL.get((taken / each) as usize) else { return found };
            let book = pair.book();
            let mut bridge = Bridge::new(pair, &book);
            let from = taken % each * batch;
            found.extend((from..from + batch).filter_map(|seed| of(&throw(pair, seed), &mut bridge)));
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread that ends")).collect()
    })
}

fn none(mut found: Vec<String>) {
    let count = found.len();
    found.truncate(8);
    assert!(count == 0, "{count} rounds differ, for example\n{}", found.join("\n"));
}

#[test]
fn engine_and_naive_agree_on_a_million_rounds_of_every_game() {
    none(differences(ROUNDS, |thrown, bridge| difference(thrown, &bridge.play(thrown))));
}

/// What is printed of a difference is the round itself: by its case file it gets the same answer.
#[test]
fn a_case_file_is_ruled_as_its_round_is_played() {
    none(differences(BY_FILE, |thrown, bridge| {
        let played = bridge.play(thrown);
        let ruled = CaseFile::read(&case_text(thrown)).and_then(|case| case.rule(bridge.book()));
        let ruled = ruled.map(|ruling| answer(&ruling)).map_err(|error| error.to_string());
        let (pair, seed, case) = (thrown.pair, thrown.seed, case_text(thrown));
        (played != ruled)
            .then(|| format!("{pair:?}, seed {seed}\n{case}\nplayed: {played:?}\nruled: {ruled:?}\n"))
    }));
}

/// A ruling in the words of the naive answer.
fn answer(ruling: &Ruling) -> Answer {
    let line = |line: &cases::WagerLine| Line {
        on: line.on.clone(),
        staked: line.settled.staked.cents(),
        result: line.settled.result.word().to_string(),
        paid: line.settled.paid.cents(),
        returned: line.settled.returned.cents(),
    };
    Answer {
        dealer_qualifies: ruling.dealer.as_ref().map(|dealer| dealer.qualifies),
        seats: ruling.seats.iter().map(|seat| seat.lines.iter().map(line).collect()).collect(),
        jackpot: ruling.jackpot.map(|meter| Meter {
            contributed: meter.contributed.micro_cents(),
            paid: meter.paid.micro_cents(),
            reseeded: meter.reseeded.micro_cents(),
            house: meter.house.micro_cents(),
            after: meter.after.micro_cents(),
        }),
    }
}

/// A million rounds prove little if nothing happens in them.
#[test]
fn what_is_rare_at_a_table_is_frequent_here() {
    const ANY: &[&str] = &["ante win", "ante lose", "ante stand-off", "jackpot win", "jackpot lose"];
    const METER: &[&str] = &["drawn", "reset", "drawn for several", "reset for several"];
    const STREETS: &[&str] =
        &["3rd-street win", "4th-street stand-off", "5th-street lose", "5th-street void"];
    for pair in Pair::ALL {
        let own: &[&str] = match pair {
            Pair::CaribbeanStud => &["not qualified", "bet win", "bet stand-off", "bet void", "jackpot void"],
            Pair::UltimateHoldem => {
                &["not qualified", "blind win", "trips win", "play stand-off", "ante void"]
            }
            Pair::ThreeCard => &["not qualified", "pair-plus win", "six-card-bonus win", "ante-bonus win"],
            Pair::StarMississippi => &["bonus-jackpot win", "ante void", "jackpot void"],
            Pair::MelbourneMississippi => &["3rd-street returned", "ante returned"],
            Pair::SydneyMississippi => &["ante void", "jackpot void"],
        };
        let streets = matches!(pair, Pair::SydneyMississippi | Pair::StarMississippi);
        let wanted = [ANY, METER, own, if streets { STREETS } else { &[] }].concat();
        let seen = happens(pair, 40_000);
        let rare: Vec<_> =
            wanted.iter().filter(|what| seen.get(**what).is_none_or(|&times| times < 10)).collect();
        assert!(rare.is_empty(), "{pair:?}: {rare:?} of {seen:#?}");
    }
}

/// How often each result happens, and what becomes of meters.
fn happens(pair: Pair, rounds: u64) -> BTreeMap<String, u32> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut note = |what: String| *seen.entry(what).or_default() += 1;
    for seed in 0..rounds {
        let answer = naive::settle(&throw(pair, seed).round);
        let lines = || answer.seats.iter().flatten();
        lines().for_each(|line| note(format!("{} {}", line.on, line.result)));
        if answer.dealer_qualifies == Some(false) {
            note("not qualified".into());
        }
        let Some(meter) = answer.jackpot.as_ref().filter(|meter| meter.paid > 0) else { continue };
        let what = if meter.reseeded > 0 { "reset" } else { "drawn" };
        // More than any fixed prize.
        let fixed = |line: &Line| if pair == Pair::StarMississippi { 50_000 } else { 600 * line.staked };
        let several = lines().filter(|line| line.on == "jackpot" && line.paid > fixed(line)).count() > 1;
        note(format!("{what}{}", if several { " for several" } else { "" }));
    }
    seen
}
