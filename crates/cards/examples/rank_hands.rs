//! Ranks hands in the high order of 52 cards, best first, and says each in words.
//!
//! `cargo run --release -p cardroom-cards --example rank_hands -- AsKsQsJsTs2c2d "Ah Ad Ac Kh Kd"`

use cards::{CardSet, orders};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let order = orders::high_52();
    let mut ranked = Vec::new();
    for text in std::env::args().skip(1) {
        let hand: CardSet = text.parse().map_err(|error| format!("'{text}': {error}"))?;
        if !(5..=7).contains(&hand.len()) {
            return Err(format!("'{text}': this order ranks five to seven cards").into());
        }
        ranked.push((order.rank(hand), text));
    }
    if ranked.is_empty() {
        return Err("name a hand, such as AsKsQsJsTs2c2d".into());
    }
    ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    for (rank, text) in ranked {
        println!("{text}: {}", order.words(rank));
    }
    Ok(())
}
