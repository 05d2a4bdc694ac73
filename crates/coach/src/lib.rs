//! Best play at a table: what each choice costs, practice rounds, and patrons who play by themselves.
//!
//! Everything here is worked out from what one seat may see. Keeps out: clocks, disks, people, money that is anybody's;
//! randomness comes in as a key.
//!
//! ```
//! use coach::{Coaches, Practice, Wanted, practice_sign};
//! use money::Money;
//! use odds::Choice;
//!
//! let book: &'static rulebook::Rulebook =
//!     Box::leak(Box::new(rulebook::Rulebook::open("crown-melbourne-three-card-poker-5.1")?));
//! let game = book.variant("three-card-poker").unwrap();
//! let coach = Coaches::default().get(book, game, &practice_sign(book, game))?;
//!
//! let mut practice = Practice::new(coach)?;
//! let key = cards::ShuffleKey::from_seed(1);
//! practice.deal(Money::from_cents(25_00), &Wanted::read("Qs 6d 3c", "", "")?, &key)?;
//! let advice = practice.advice().unwrap();
//! assert_eq!(advice.best, Choice::Fold);
//! assert_eq!(advice.why[0], "Without Q-6-4 or better: fold.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod cache;
mod draws;
mod practice;
mod round;
mod score;
mod sight;
mod style;
mod wanted;
mod why;

pub use advice::{Advice, Priced, to_cent};
pub use cache::{Coach, Coaches, practice_sign};
pub use practice::{MOST_ANTE, Practice, Refused};
pub use round::{Line, Marked, Round};
pub use score::Score;
pub use sight::{Sight, hand_words, seen, sight};
pub use style::Style;
pub use wanted::{Kind, Wanted, WantedError};
