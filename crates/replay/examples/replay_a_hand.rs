//! A hand in the open Poker Hand History format, played through the room: what everybody has at the end.
//!
//! `cargo run --release -p cardroom-replay --example replay_a_hand -- hand.phh`

use replay::Books;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a .phh file")?;
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let hand = phh::read(&text)?;
    let replayed = replay::replay(&Books::open()?, &hand).map_err(|error| error.to_string())?;
    for player in 0..hand.starting_stacks.len() {
        match replayed.finishing_stack(player) {
            Some(stack) => println!("p{}: {stack}, {:+}", player + 1, replayed.payoff(player)),
            None => println!("p{}: {:+}", player + 1, replayed.payoff(player)),
        }
    }
    Ok(())
}
