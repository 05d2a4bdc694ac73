//! The approved rulebooks as data: each value with the clause that gives it, checked when it is read.
//!
//! A book is a folder of `rulebooks/`: its register of clauses, its readings, its ladder of roles, and TOML files for
//! the table, the games, the jackpots and the irregularities. Nothing here plays a round; the `engine` does, and
//! cites what it finds here. Books differ in values and in small named policies, never in code of their own.
//!
//! ```
//! let book = rulebook::library::open("crown-sydney-poker-minors-3.3")?;
//! assert_eq!(book.front.games[0], "caribbean-stud");
//!
//! let banked = book.house_banked().expect("its games are played against the house");
//! assert_eq!(banked.table.seats.value, 7);
//! assert_eq!(book.clause(banked.table.seats.cite).label, "2.1");
//! # Ok::<(), rulebook::LoadError>(())
//! ```

mod banked;
mod book;
mod cite;
mod citing_lines;
mod compare;
pub mod describe;
mod floor;
mod hand_order;
mod house;
mod irregularity;
mod jackpot;
mod keep;
pub mod library;
mod load;
mod mistake;
mod operators;
mod paytable;
mod readings;
mod register;
mod roles;
pub mod room;
mod table;
mod text;
mod variant;
mod words;

pub use banked::Rulebook;
pub use book::{Book, BookGame, FloorBook};
pub use cite::{Citation, Cite, Ruled};
pub use citing_lines::{CitingLine, citing_lines};
pub use compare::{Comparison, Differs, Same, compare, shared_games};
pub use floor::HandFloor;
pub use hand_order::{CategoryName, CategoryRule, OrderId};
pub use house::{
    BreachKind, BreachRule, DirectionKind, DirectionRule, DisputeRules, FileKeeper, HouseRules, Instance,
    MispaymentRules, NotifyOf, NotifyRule, PatronRules, SanctionKind, SanctionRule, SecondPerson,
};
pub use irregularity::{
    Circumstances, Duty, DutyKind, Exposed, IrregularityKind, IrregularityRule, Ruling, Since,
};
pub use jackpot::{
    BonusRules, Dollars, Draw, Increment, JackpotOption, JackpotRules, Links, MeterReading, Minimum, Notices,
    Percent, Prize, PrizeAmount, Reset, SeedRate, SeveralFlushes, SeveralRow, ShareRow, Shares, Split,
    WholeDollars,
};
pub use keep::{Citing, outside_by_id};
pub use load::LoadError;
pub use operators::Operator;
pub use paytable::{OddsText, PayLine, PayTable};
pub use readings::{DecidedBy, Reading, ReadingId};
pub use register::{Clause, ClauseId, Kind, Register};
pub use roles::{Act, Ladder, Power, Role, RoleId};
pub use table::{
    Absence, BlindHands, CannotWager, Close, Device, DeviceRules, Fact, FoldedHandJackpot, JackpotPolicies,
    LimitPolicies, Lock, LowLimit, Medium, Methods, MisdealJackpot, PatronPolicies, PayPolicies, PayRounding,
    PersonalLimits, PlayerCards, RaiseMinimum, ShortWager, TableRules, UnderMinimum, WagerPolicies,
    WrongSize,
};
pub use text::{BookText, Front};
pub use variant::{
    Against, Case, Choice, ChoiceKind, DealBlock, DealStep, Facts, HandOf, MethodFact, Outcome, Pays, Place,
    Show, StakeRule, Step, StepKind, To, Variant, WagerRules,
};
