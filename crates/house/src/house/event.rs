//! What has happened in the house.

use super::command::{Mispaid, MispaidOn};
use crate::date::{Date, Month};
use crate::person::Person;
use money::Money;
use rulebook::{BreachKind, DirectionKind, NotifyOf, RoleId, SanctionKind};

/// An event; who and when stand beside it in [`Done`](crate::Done).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the commands")]
pub enum Event {
    /// A clause was applied besides.
    ClauseApplied,
    /// Somebody joined the staff.
    Hired { id: u32, name: String, role: RoleId },
    /// … has another rung.
    RoleChanged { id: u32, role: RoleId },
    /// … left.
    Dismissed { id: u32 },
    /// Somebody from outside was entered.
    Enrolled { id: u32, name: String, place: u8 },
    /// … comes no more.
    Discharged { id: u32 },
    /// The gaming day began.
    DayOpened { date: Date },
    /// … ended.
    DayClosed { date: Date },
    /// A dispute was raised.
    DisputeRaised { table: u32, round: u64, patron: u32, what: String },
    /// … was ruled on at an instance.
    DisputeRuled { dispute: usize, instance: u8, ruling: String },
    /// … goes to the next instance.
    DisputeEscalated { dispute: usize, instance: u8 },
    /// The patron was told of the inspector.
    InspectorTold { dispute: usize },
    /// The patron complained there.
    TakenToInspector { dispute: usize },
    /// What the inspector found.
    FindingRecorded { dispute: usize, finding: String },
    /// The dispute is over.
    DisputeClosed { dispute: usize, content: bool },
    /// A breach was recorded.
    BreachRecorded { of: Person, table: Option<u32>, kind: BreachKind, what: String },
    /// … was sanctioned.
    Sanctioned { breach: usize, kind: SanctionKind, amount: Option<Money> },
    /// Winnings are held back no longer.
    WithheldReleased { breach: usize, amount: Money, to_patron: bool },
    /// A wrong payment was recorded, known on a date.
    MispaymentRecorded { known: Date, mispaid: Mispaid },
    /// … was enquired into.
    Enquired { mispayment: usize, suspected: bool, note: String },
    /// … its patron was looked for.
    PatronSought { mispayment: usize, patron: Option<u32> },
    /// … a correction was attempted.
    CorrectionAttempted { mispayment: usize, note: String },
    /// … money went back.
    Corrected { mispayment: usize, amount: Money },
    /// … the regulator was told.
    RegulatorTold { mispayment: usize },
    /// … and so it is no breach.
    MispaymentExcused { mispayment: usize },
    /// The list of a month went to the regulator.
    MonthlyListReported { month: Month, mispayments: Vec<usize> },
    /// A copy of the rules was given.
    RulesSupplied { to: Person },
    /// Somebody outside must be told; one event for each place outside the ladder.
    DutyOwed { of: NotifyOf, table: u32, round: u64, place: u8 },
    /// … was told.
    DutyDone { duty: usize, person: u32 },
    /// Suspects were given a direction.
    Directed { table: u32, patrons: Vec<u32>, direction: DirectionKind },
}

impl MispaidOn {
    /// All of them.
    pub const ALL: [MispaidOn; 3] = [MispaidOn::Wager, MispaidOn::CashChange, MispaidOn::ColourChange];
}
