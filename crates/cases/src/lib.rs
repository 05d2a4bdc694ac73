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

mod cited_clauses;
mod coverage;
mod decide;
mod deck;
mod earlier;
mod evidence;
mod expect;
mod file;
mod irregularities;
mod play;
mod room;
mod ruling;
mod script;
mod script_meters;
mod sign;
mod step;
mod table_and_meter;
mod vocabulary;

pub use cited_clauses::CitedClauses;
pub use coverage::{Coverage, KindCoverage, coverage};
pub use evidence::{CaseReference, Evidence};
pub use expect::Difference;
pub use file::{CaseError, CaseFile};
pub use room::{
    CitedWords, JACKPOT_LINES, LineForm, LineRuling, PLAY_LINES, RoomCase, RoomRuling, TABLE_LINES,
    irregularities, poker_words,
};
pub use ruling::{DealerHand, IrregularityLine, JackpotLine, Ruling, SeatRuling, WagerLine, WarningLine};
pub use script::{ScriptRuling, StepRuling};
pub use table_and_meter::{Fault, TableAndMeter, dollars};
