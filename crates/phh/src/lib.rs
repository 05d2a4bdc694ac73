//! Hands of poker as text: the open Poker Hand History format, read and written.
//!
//! A `.phh` is a TOML document with one hand, a `.phhs` one with many, numbered `[1]`, `[2]` and so on. Besides the standard's
//! fields a [`Hand`] has those that a rulebook's games need (`_rulebook`, `_variant`, `_deck`, …); every other field is kept
//! as it is written. Amounts are whole numbers of the file's smallest unit, never floats.
//!
//! Nothing is invented, dropped or repaired: a text is a hand, or an [`Error`] says in one line where it is not. Whether the
//! play is legal is for the replay to say; this crate knows no game.
//!
//! ```
//! let text = "
//! variant = 'NT'
//! antes = [0, 0]
//! blinds_or_straddles = [0.25, 0.50]
//! min_bet = 0.50
//! starting_stacks = [50, inf]
//! actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr 1.50 # quickly', 'p1 f']
//! ";
//! let hand = phh::read(text)?;
//! assert_eq!(hand.scale, 2);
//! assert_eq!(hand.starting_stacks, [Some(5000), None]);
//! assert_eq!(hand.actions()[2].act, phh::Act::RaiseTo { player: 1, to: 150 });
//! assert_eq!(hand.comment(&hand.actions()[2]), Some("quickly"));
//! assert_eq!(phh::read(&phh::write(&hand))?, hand);
//!
//! let error = phh::read(&text.replace("p1 f", "p1 fold")).unwrap_err();
//! assert_eq!(error.to_string(), "line 7, action 4, 'p1 fold': 'fold' is not an action");
//! # Ok::<(), phh::Error>(())
//! ```
//!
//! To go through many hands without allocating for each, read them [into](read_into) the same one, or walk through a text with [`Hands`].

mod action;
mod amount;
mod check;
mod error;
mod field;
mod file;
mod full;
mod hand;
mod plain;
#[doc(hidden)]
pub mod readers;
mod scan;
mod text;
mod usual;
mod write;

pub use action::{Act, Action};
pub use amount::{MOST, MOST_DECIMALS};
pub use cards::FewCards;
pub use error::{Error, Fault};
pub use file::Hands;
pub use hand::{Commission, Hand, MOST_PLAYERS};
pub use write::{write, write_to};

/// Reads a text that is one hand.
pub fn read(text: &str) -> Result<Hand, Error> {
    let mut hand = Hand::new();
    read_into(&mut hand, text)?;
    Ok(hand)
}

/// Reads a text that is one hand into `hand`, whose buffers are used again. After an error `hand` tells nothing.
pub fn read_into(hand: &mut Hand, text: &str) -> Result<(), Error> {
    let mut hands = Hands::new(text);
    hands.next_into(hand).unwrap_or_else(|| Err(Error::new(Fault::NoHand)))?;
    if hands.is_done() { Ok(()) } else { Err(Error::new(Fault::SeveralHands)) }
}
