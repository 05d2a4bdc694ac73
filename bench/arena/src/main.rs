//! How many hands a second the fastest peer plays: `cargo run --release -- [--json] [--seconds 5]`.
//!
//! One core, several rounds, the best one counts: whatever else the machine does only ever makes a round slower.

mod rs_poker;

const ROUNDS: u32 = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = match seconds(&arguments) {
        Ok(seconds) => seconds,
        Err(problem) => {
            eprintln!("{problem}");
            std::process::exit(2);
        }
    };
    let best =
        (0..ROUNDS).map(|_| rs_poker::hands_per_second(seconds / f64::from(ROUNDS))).fold(0.0, f64::max);
    if arguments.iter().any(|a| a == "--json") {
        println!(
            r#"{{"workload": "holdem-nl-6-check-call", "engine": "rs_poker 5.0.0", "hands_per_second": {best:.1}}}"#
        );
    } else {
        println!("no-limit hold'em, six players, check/call: rs_poker 5.0.0 {best:.0} hands a second");
    }
}

fn seconds(arguments: &[String]) -> Result<f64, String> {
    let Some(at) = arguments.iter().position(|a| a == "--seconds") else { return Ok(5.0) };
    arguments
        .get(at + 1)
        .and_then(|s| s.parse().ok())
        .filter(|s: &f64| s.is_finite() && *s > 0.0)
        .ok_or_else(|| "--seconds wants a number above nought".to_owned())
}
