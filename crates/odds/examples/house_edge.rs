//! What a game costs under a book's plainest sign, with the best play at every decision: every deal counted.
//!
//! `cargo run --release -p cardroom-odds --example house_edge -- crown-sydney-poker-minors-3.3 caribbean-stud`

use odds::{Manner, Setup, Solved};
use rulebook::Rulebook;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(book), Some(game)) = (arguments.next(), arguments.next()) else {
        return Err("name a rulebook and one of its games".into());
    };
    let book = Rulebook::open(&book)?;
    let game = book.variant(&game).ok_or_else(|| format!("{} has no game '{game}'", book.front.id))?;
    let setup = Setup::new(&book, game, engine::Sign::plain(&book))?;
    let solved = Solved::new(&setup)?;
    let endings = solved.endings(Manner::Best);
    let main = solved.main(&endings)?;
    println!("{} deals counted", endings.deals());
    println!("expected for one unit of the first wager: {}", main.gain.mean.to_significant(6));
    println!("exactly {}", main.gain.mean);
    Ok(())
}
