//! How long `cardroom odds` takes, from the start of the process to its answer: the real program, run again and again.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const QUESTIONS: [(&str, &[&str]); 6] = [
    ("Three Card Poker, all pay tables", &["crown-melbourne-three-card-poker-5.1", "three-card-poker"]),
    ("Mississippi Stud", &["crown-sydney-poker-minors-3.3", "mississippi-stud"]),
    (
        "Mississippi Stud with its jackpot",
        &["crown-melbourne-mississippi-stud-3.0", "mississippi-stud", "--jackpot", "option=2,seed=30000"],
    ),
    ("Caribbean Stud", &["crown-sydney-poker-minors-3.3", "caribbean-stud"]),
    ("Ultimate Texas Hold'em", &["crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"]),
    (
        "Ultimate Texas Hold'em, 3-4, 1-3, 1-2",
        &["crown-sydney-poker-minors-3.3", "ultimate-texas-holdem", "--multiples", "3-4,1-3,1-2"],
    ),
];

fn main() {
    println!("| `cardroom odds … --json`, whole process | best | median |\n|---|--:|--:|");
    for (name, question) in QUESTIONS {
        let mut times: Vec<Duration> = (0..11).map(|_| ask(question)).collect();
        times.sort_unstable();
        let shown = |time: Duration| format!("{}.{:03} s", time.as_secs(), time.subsec_millis());
        println!("| {name} | {} | {} |", shown(times[0]), shown(times[times.len() / 2]));
    }
}

fn ask(question: &[&str]) -> Duration {
    let began = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    let status = command.arg("odds").args(question).arg("--json").stdout(Stdio::null()).status();
    let spent = began.elapsed();
    assert!(status.is_ok_and(|status| status.success()), "{question:?} is answered");
    spent
}
