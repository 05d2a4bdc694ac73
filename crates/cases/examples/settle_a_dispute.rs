//! A round as it was written down, settled by the book: what each wager should have been paid, and by which clause.
//!
//! `cargo run --release -p cardroom-cases --example settle_a_dispute -- dispute.toml`

use cases::CaseFile;
use rulebook::Rulebook;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a case file (docs/CASES.md)")?;
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let case = CaseFile::read(&text)?;
    let book = Rulebook::open(&case.rulebook)?;
    let ruling = case.rule(&book)?;
    for seat in &ruling.seats {
        println!("seat {}: net {}", seat.seat, seat.net);
        for line in &seat.lines {
            println!("  {}: paid {} [{}]", line.on, line.settled.paid, line.clause);
        }
    }
    Ok(())
}
