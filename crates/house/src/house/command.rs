//! What the house can be told.

use crate::date::{Date, Month};
use crate::number::{OutsiderId, StaffId};
use crate::person::Person;
use engine::{PatronId, TableNumber};
use minicbor::{Decode, Encode};
use money::Money;
use rulebook::{BreachKind, DirectionKind, NotifyOf, RoleId, SanctionKind};

/// A command. Disputes, breaches, mispayments and duties are numbered from 0 in the order in which they were recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Enters the first member of staff, of the highest role, on an empty roster.
    Found { id: StaffId, name: String },
    /// Takes on a member of staff. Where the founder is the only one of the highest role, the second of it.
    Hire {
        /// The number, never used before.
        id: StaffId,
        name: String,
        role: RoleId,
    },
    /// Gives a member of staff another rung.
    ChangeRole {
        id: StaffId,
        /// The new rung.
        role: RoleId,
    },
    /// A member of staff leaves.
    Dismiss { id: StaffId },
    /// Enters somebody from outside: an inspector, surveillance.
    Enrol {
        /// The number, never used before.
        id: OutsiderId,
        name: String,
        /// The place in `Ladder::outside`.
        place: u8,
    },
    /// Somebody from outside comes no more.
    Discharge { id: OutsiderId },
    /// Opens the gaming day.
    OpenDay {
        /// Its date, later than the last.
        date: Date,
    },
    /// Calls the last round of the day: rounds under way are played to their end, and no other begins.
    CallLastRound,
    /// Takes that back: the day goes on.
    PlayOn,
    /// Closes the day, once every table is closed or its float is counted.
    CloseDay {
        /// Its date, said again: nobody closes another day than the one they looked at.
        date: Date,
        /// The tables of the house, as the floor finds them; nobody else says so.
        tables: Vec<TableAtClose>,
    },
    /// A patron disputes something.
    RaiseDispute { table: TableNumber, round: u64, patron: PatronId, what: String },
    /// Rules on a dispute, at the instance where it lies.
    RuleDispute { dispute: usize, ruling: String },
    /// The patron asks for the next instance.
    Escalate { dispute: usize },
    /// The patron is told of the inspector.
    TellOfInspector { dispute: usize },
    /// The patron complains to the inspector.
    TakeToInspector { dispute: usize },
    /// What the inspector found.
    RecordFinding { dispute: usize, finding: String },
    /// Closes a dispute.
    CloseDispute {
        dispute: usize,
        /// Whether the patron is content.
        content: bool,
    },
    /// Somebody broke a rule.
    RecordBreach {
        /// Who: a patron or a member of staff.
        of: Person,
        /// The table, where it was at one.
        table: Option<TableNumber>,
        kind: BreachKind,
        what: String,
    },
    /// Does something about it.
    Sanction {
        breach: usize,
        kind: SanctionKind,
        /// The winnings held back, for [`SanctionKind::WithholdWinnings`].
        amount: Option<Money>,
        /// The round whose wagers are void, for [`SanctionKind::VoidWager`], as the floor finds it.
        round: Option<u64>,
    },
    /// Ends the holding back of winnings after they were looked into.
    ReleaseWithheld {
        breach: usize,
        /// Whether the patron gets them.
        to_patron: bool,
    },
    /// A payment was wrong.
    RecordMispayment(Mispaid),
    /// Whether it was meant, after enquiries.
    Enquire {
        mispayment: usize,
        /// Whether it is suspected that it was.
        suspected: bool,
        /// What was asked and found.
        note: String,
    },
    /// Tries to find out who the patron is.
    IdentifyPatron {
        mispayment: usize,
        /// The patron, where that succeeded.
        patron: Option<PatronId>,
    },
    /// Tries to reimburse the patron, or asks for the money back.
    AttemptCorrection { mispayment: usize, note: String },
    /// Money went back where it belongs.
    Correct { mispayment: usize, amount: Money },
    /// Tells the regulator of it.
    TellRegulator { mispayment: usize },
    /// Reports the list of a month to the regulator.
    ReportMonth { month: Month },
    /// Gives somebody a copy of the rules.
    SupplyRules { to: Person },
    /// Looks at the whole deck of a round that is over, with the cards that nobody saw.
    OpenDeck { table: TableNumber, round: u64 },
    /// Something happened of which people outside must be told.
    OweDuty { of: NotifyOf, table: TableNumber, round: u64 },
    /// They were told.
    Notify {
        duty: usize,
        /// The number of who was told.
        person: OutsiderId,
    },
    /// Suspects are told how to behave.
    Direct { table: TableNumber, patrons: Vec<PatronId>, direction: DirectionKind },
}

/// A table of the house when its day is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct TableAtClose {
    #[n(0)]
    pub table: TableNumber,
    /// How far it has come.
    #[n(1)]
    pub stage: ClosingStage,
    /// What its float holds by the books.
    #[n(2)]
    pub float: Money,
    /// What was counted there.
    #[n(3)]
    pub counted: Option<Money>,
}

impl TableAtClose {
    /// What the count found beyond the books; below zero, less.
    pub fn difference(&self) -> Option<Money> {
        self.counted.map(|counted| counted - self.float)
    }
}

/// How far a table has come on the way to the end of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(index_only)]
pub enum ClosingStage {
    /// It is closed.
    #[n(0)]
    Closed,
    /// Its float is counted.
    #[n(1)]
    Counted,
    /// Its float exists in the accounts only, and there is nothing to count.
    #[n(2)]
    InAccounts,
    /// A round is under way.
    #[n(3)]
    InRound,
    /// Wagers lie there for a round that has not begun.
    #[n(4)]
    WagersLie,
    /// Its float is not counted.
    #[n(5)]
    NotCounted,
    /// Its float has changed since it was counted.
    #[n(6)]
    CountedBefore,
}

impl ClosingStage {
    /// Whether the day can be closed over it.
    pub const fn is_ready(self) -> bool {
        matches!(self, ClosingStage::Closed | ClosingStage::Counted | ClosingStage::InAccounts)
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            ClosingStage::Closed => "closed",
            ClosingStage::Counted => "the float is counted",
            ClosingStage::InAccounts => "the float is in the accounts only",
            ClosingStage::InRound => "a round is under way",
            ClosingStage::WagersLie => "wagers lie on the layout",
            ClosingStage::NotCounted => "the float is not counted",
            ClosingStage::CountedBefore => "the float has changed since it was counted",
        }
    }
}

/// A payment that was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Mispaid {
    #[n(0)]
    pub table: TableNumber,
    /// The round, or the last one before.
    #[n(1)]
    pub round: u64,
    /// The patron, where known.
    #[n(2)]
    pub patron: Option<PatronId>,
    /// Too much (not too little).
    #[n(3)]
    pub over: bool,
    /// By how much.
    #[n(4)]
    pub amount: Money,
    #[n(5)]
    pub of: MispaidOn,
    /// Whether it is suspected to be meant.
    #[n(6)]
    pub suspected: bool,
}

/// What was paid wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, serde::Serialize, serde::Deserialize)]
#[cbor(index_only)]
#[serde(rename_all = "kebab-case")]
pub enum MispaidOn {
    #[n(0)]
    Wager,
    /// Chips for cash.
    #[n(1)]
    CashChange,
    /// Chips for chips.
    #[n(2)]
    ColourChange,
}

/// A command that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer(pub crate::person::Instruction<Command>);
