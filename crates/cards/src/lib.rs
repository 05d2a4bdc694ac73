//! Cards, decks, orders of hands, and the evaluators that rank hands under them.
//!
//! Keeps out: money, rulebooks, clocks, input and output. Randomness comes in as a key.
//!
//! ```
//! use cards::{CardSet, Evaluator, orders};
//!
//! let order = orders::high_52();
//! let hand: CardSet = "As Ad 7h 7c Qs 3d 2c".parse()?;
//! let rank = order.rank(hand);
//! assert_eq!(order.words(rank), "two pair, aces and sevens, queen kicker");
//! assert_eq!(rank, order.slow().rank(hand));
//! # Ok::<(), cards::CardsError>(())
//! ```

mod batch;
mod canonical;
mod card;
mod category;
mod deck;
mod evaluator;
mod fast;
mod few;
mod keep;
mod order;
pub mod orders;
mod rank;
mod set;
mod shuffle;
mod slow;
mod words;

pub use batch::{Batch, Block, InstructionSet, PackedHand};
pub use canonical::{canonical, suit_orbit};
pub use card::{Card, CardError, CardId, Rank, Suit};
pub use category::Category;
pub use deck::{CardTwice, Deck, Pack};
pub use evaluator::Evaluator;
pub use fast::Fast;
pub use few::{FewCards, NotCards};
pub use order::{Ace, Better, CannotRank, Form, HandOrder, OrderError, OrderRules};
pub use rank::HandRank;
pub use set::{CardSet, CardsError, parse_cards};
pub use shuffle::{ShuffleKey, Shuffler};
pub use slow::Slow;
pub use words::{At, Why};
