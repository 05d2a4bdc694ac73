//! Case files: a round exactly as it happened, or a longer script, played through the engine. The answer is the ruling,
//! every wager to the cent with the clause that decides it, and what the engine cited on the way.
//!
//! ```
//! let book = rulebook::Rulebook::open("crown-sydney-poker-minors-3.3")?;
//! let case = cases::CaseFile::read(r#"
//!     rulebook = "crown-sydney-poker-minors-3.3"
//!     game = "caribbean-stud"
//!     [[seat]]
//!     number = 1
//!     wagers = { ante = "10.00" }
//!     cards = "2s 2d 9h 7c 5d"
//!     decisions = ["bet"]
//!     [dealer]
//!     cards = "As Kd 4c 3h 2h"
//! "#)?;
//! let ruling = case.rule(&book)?;
//! assert_eq!(ruling.seats[0].net.to_string(), "30.00");
//! assert_eq!(ruling.seats[0].lines[0].clause, "8.4.2(a)(ii)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coverage;
mod decide;
mod deck;
mod earlier;
mod evidence;
mod expect;
mod file;
mod heard;
mod house;
mod play;
mod room;
mod ruling;
mod script;
mod script_meters;
mod sign;
mod trouble;
mod vocabulary;

pub use coverage::{Coverage, Kinds, coverage};
pub use evidence::{Evidence, Shows};
pub use expect::Difference;
pub use file::{CaseError, CaseFile};
pub use heard::Heard;
pub use house::{Fault, House, dollars};
pub use room::{
    Form, JACKPOT_LINES, LineRuled, PLAY_LINES, RoomCase, RoomRuling, Said, TABLE_LINES, irregularities,
    poker_words,
};
pub use ruling::{DealerHand, IrregularityLine, JackpotLine, Line, Ruling, SeatRuling, Warned};
pub use script::{ScriptRuling, StepRuled};
