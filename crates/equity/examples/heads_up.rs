//! Two hands of hold'em before the flop: every board counted, shares as exact fractions.
//!
//! `cargo run --release -p cardroom-equity --example heads_up -- AsAh KsKh`

use equity::{Game, Position, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hands: Vec<String> = std::env::args().skip(1).collect();
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    let game = Game::named("holdem").ok_or("there is no hold'em")?;
    let position = Position::new(game, &hands, "", "").map_err(|refusal| refusal.to_string())?;
    let equities = position.exact(2, &Watch::NONE).ok_or("the count was stopped")?;
    for (hand, equity) in hands.iter().zip(&equities.players) {
        println!("{hand}: {} of the pot", equity.share_decimal(6));
    }
    println!("{} deals counted", equities.deals);
    Ok(())
}
