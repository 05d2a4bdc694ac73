//! The part that decides: pure machines that take a command and answer with events or a refusal, each with the clause
//! that says so. No clock, no dice, no disk: time and shuffled decks come in as arguments.
//!
//! The machines: [`banked::Banked`], a house-banked table, and [`jackpot::Meters`], the linked meters.
//!
//! ```
//! use engine::banked::{Banked, Command, Patron, Table};
//! use engine::{Actor, Machine, Sign};
//! use money::Money;
//! use rulebook::Medium;
//!
//! let book = rulebook::Rulebook::open("crown-sydney-poker-minors-3.3")?;
//! let machine = Banked::new(&book, book.variant("caribbean-stud").unwrap());
//! let mut table = Table::closed();
//!
//! // A command is decided into events, and the events are applied.
//! let mut tell = |command: &Command| {
//!     let mut said = Vec::new();
//!     let decided = machine.decide(&table, Actor::DEALER, command, &mut said);
//!     said.iter().for_each(|event| machine.evolve(&mut table, &event.value));
//!     decided
//! };
//! let mut sign = Sign::plain(&book);
//! sign.limits.min[0] = Some(Money::from_cents(25_00));
//! tell(&Command::Open(Box::new(sign))).unwrap();
//! tell(&Command::Sit { seat: 0, blind_of: None, patron: Patron::default() }).unwrap();
//!
//! // An Ante of $20 where the minimum is $25, seen in time: take it back, or make it up (7.2.1).
//! let ante = |cents| {
//!     let (amount, medium) = (Money::from_cents(cents), Medium::Chips);
//!     Command::Place { seat: 0, wager: 0, amount, medium, proxy: false, checked: true }
//! };
//! let refusal = tell(&ante(20_00)).unwrap_err();
//! assert_eq!(book.label(refusal.cite), "7.2.1");
//! tell(&ante(25_00)).unwrap();
//! # Ok::<(), rulebook::LoadError>(())
//! ```

pub mod banked;
mod hidden;
pub mod jackpot;
mod machine;
mod number;
mod place_number;
mod sign;
pub mod stored;

pub use hidden::Hidden;
pub use machine::{Actor, Machine, Moment, Refusal, Sink, Who};
pub use number::{MeterIndex, MeterNumber, PatronId, TableNumber};
pub use place_number::{PlaceError, PlaceNumber};
pub use sign::{Limits, MOST, Method, SEATS, Sign, SignJackpot, SignReason, WAGERS};
