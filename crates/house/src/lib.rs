//! The people of a casino under one rulebook, as pure machines: commands in, cited events or a cited refusal out.
//!
//! [`House`] keeps the roster, the gaming day, disputes, breaches, wrong payments and duties to notify; its stream is
//! `house/<book>`. [`Patrons`] keeps one patron's file with an operator: card, limits, exclusion, where they play; its
//! stream is `patron/operator/<operator>/<number>`, or `patron/<book>/<number>` where it was opened under one book. Neither has a clock or a disk: time is the actor's moment, dates are told.
//!
//! Roles come from the roster and from nowhere else. The house looks them up in its own state; for the other machine
//! [`Roster::sign`] makes the [`Signature`] that stands on a command.
//!
//! ```
//! use engine::{Actor, Machine};
//! use house::{Command, House, Instruction, Person, StaffId, State};
//!
//! let book = rulebook::Rulebook::open("crown-sydney-poker-minors-3.3")?;
//! let (house, mut state) = (House::new(&book), State::default());
//! let mut tell = |by, what| {
//!     let mut said = Vec::new();
//!     let decided = house.decide(&state, Actor::DEALER, &Instruction::alone(by, what), &mut said);
//!     said.iter().for_each(|event| house.evolve(&mut state, &event.value));
//!     decided
//! };
//! let name = |name: &str| name.to_string();
//! tell(Person::System, Command::Found { id: StaffId(1), name: name("Ada") }).unwrap();
//! // The founder enters the second of the highest role alone; whatever comes then needs both.
//! let top = book.ladder.highest();
//! tell(Person::Staff(StaffId(1)), Command::Hire { id: StaffId(2), name: name("Bo"), role: top }).unwrap();
//! let refused = tell(Person::Staff(StaffId(1)), Command::Hire { id: StaffId(3), name: name("Cy"), role: top });
//! assert_eq!(book.label(refused.unwrap_err().cite), "1.2");
//! # Ok::<(), rulebook::LoadError>(())
//! ```

mod date;
mod house;
mod number;
mod patron;
mod person;
mod roster;
mod scripted;

pub use date::{Date, Month};
pub use house::{
    Breach, ClosingStage, Command, Direction, Dispute, Duty, Event, Hours, House, Mispaid, MispaidOn,
    Mispayment, Offer, Reason, Ruling, State, TableAtClose,
};
pub use number::{OutsiderId, StaffId};
pub use patron::{
    Card, CarriedContent, ClockSource, Exclusion, FileName, GoesOn, Limit, LimitOf, PatronCommand,
    PatronEvent, PatronFile, PatronOffer, PatronReason, Patrons, Period, Playing, SignedCommand, Source,
    Tender,
};
pub use person::{Attributed, Barred, Instruction, Person, Signature, named_book};
pub use roster::{Member, Outsider, Roster};
pub use scripted::cited;

use engine::MOST;
use money::Money;

/// More than nothing, and no more than a table can take.
fn in_range(amount: Money) -> bool {
    amount > Money::ZERO && amount <= MOST
}
