//! The fastest peer and ours in one process: `cargo run --release -- [--json] [--seconds 5]`.
//!
//! One core, several rounds by turns, the best of each counts: whatever else the machine does only ever makes a round
//! slower.

mod ours;
mod rs_poker;

const ROUNDS: u32 = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = match seconds(&arguments) {
        Ok(seconds) => seconds,
        Err(problem) => {
            eprintln!("{problem}");
            std::process::exit(2);
        }
    };
    let (mut theirs, mut ours) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        theirs = theirs.max(rs_poker::hands_per_second(seconds / f64::from(ROUNDS)));
        ours = ours.max(ours::hands_per_second(seconds / f64::from(ROUNDS)));
    }
    if arguments.iter().any(|argument| argument == "--json") {
        let line = |engine: &str, rate: f64| {
            println!(r#"{{"workload": "holdem-nl-6-check-call", "engine": "{engine}", "hands_per_second": {rate:.1}}}"#);
        };
        line("rs_poker 5.0.0", theirs);
        line("ours", ours);
    } else {
        println!("no-limit hold'em, six players, check/call, hands a second on one core:");
        println!("rs_poker 5.0.0 {theirs:.0}, ours {ours:.0}: {:.2} times", ours / theirs);
    }
}

fn seconds(arguments: &[String]) -> Result<f64, String> {
    let Some(at) = arguments.iter().position(|argument| argument == "--seconds") else { return Ok(5.0) };
    arguments
        .get(at + 1)
        .and_then(|text| text.parse().ok())
        .filter(|number: &f64| number.is_finite() && *number > 0.0)
        .ok_or_else(|| "--seconds wants a number above nought".to_owned())
}
