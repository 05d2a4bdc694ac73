//! Games between players: deals, rules and settles every hand of a poker room.
//!
//! [`HandRules`] is the machine for one game of one book on given terms, [`Hand`] all that it knows of a hand: small and
//! copied at will. Told a [`Command`], it refuses with the clause or says what has happened, each [`Event`] with its
//! clause. Clocks, shuffles and disks stay outside: cards come in as a shuffled [`Stub`] or as they were recorded.
//!
//! ```
//! use cards::{ShuffleKey, Shuffler};
//! use room::{Act, Command, Due, Hand, HandRules, Stub, Terms};
//!
//! let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0")?;
//! let game = book.game("holdem", 52).unwrap();
//! let room = HandRules::new(&book, game, Terms::blinds(5, 10));
//! let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(1));
//! let mut hand = Hand::new(&[1_000; 3], Stub::shuffled(game.deck.value.0, &mut shuffler));
//! let mut said = Vec::new();
//! room.tell(&mut hand, &Command::Post, &mut said).unwrap();
//! room.tell(&mut hand, &Command::Deal, &mut said).unwrap();
//! assert_eq!(hand.due(), Due::Act(2)); // the button, left of the last blind
//!
//! // A raise to 15 where the minimum is to 20: refused, and nothing has changed.
//! let before = hand;
//! let raise = Command::Act { seat: 2, act: Act::Raise(15) };
//! let refusal = room.tell(&mut hand, &raise, &mut said).unwrap_err();
//! assert_eq!((book.label(refusal.cite), hand == before), ("6.6", true));
//! # Ok::<(), rulebook::LoadError>(())
//! ```

mod actor;
mod announce;
mod apply;
mod betting;
mod chinese;
mod commission;
mod deal;
mod declarations;
mod due;
mod event;
mod hand;
mod hand_rules;
mod irregularities;
mod offers;
mod opener;
mod posts;
mod pots;
mod raises;
mod reason;
mod recorded;
pub mod royal;
mod seats;
mod settle;
mod show;
pub mod sim;
mod streets;
mod stub;
pub mod table;
mod terms;
mod wagers;
mod words;

pub use announce::PartRank;
pub use betting::BettingOptions;
pub use cards::FewCards as Cards;
pub use deal::ReshufflePool;
pub use declarations::{
    ActionClock, ClockCommand, ClockEvent, ClockOffer, ClockReason, ExtraTime, Gesture, GestureEffect,
    GestureRuling, PlacedChips, RunningClock, SpokenAction, TimeSign, Timekeeper,
};
pub use event::{Act, ActKind, Command, Event, NullSink, Post};
pub use hand::{BOARDS, Due, Hand};
pub use hand_rules::HandRules;
pub use irregularities::{
    CardPlace, Cause, IrregularityCommand, IrregularityEvent, IrregularityReport, NotRuled, Omission,
    Reshuffle, Sanction, StreetArrangement,
};
pub use offers::Offer;
pub use pots::{Pot, Pots};
pub use raises::RaiseRange;
pub use reason::{Reason, in_words};
pub use seats::Seats;
pub use stub::Stub;
pub use terms::{ChipAmount, Commission, MOST, MOST_CHIPS, Structure, TermName, Terms, UnfitTerms};
pub use words::{DisplayNames, PositionNames, plainly, words};
