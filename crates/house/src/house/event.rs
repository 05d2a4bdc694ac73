//! What has happened in the house.

use super::command::{Mispaid, MispaidOn, TableAtClose};
use crate::date::{Date, Month};
use crate::number::{OutsiderId, StaffId};
use crate::person::Person;
use engine::{PatronId, TableNumber};
use minicbor::{Decode, Encode};
use money::Money;
use rulebook::Citing;
use rulebook::{BreachKind, DirectionKind, NotifyOf, RoleId, SanctionKind};

/// An event; who and when stand beside it in [`Done`](crate::Attributed).
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(flat, context_bound = "Citing")]
pub enum Event {
    /// A clause was applied besides.
    #[n(0)]
    ClauseApplied,
    /// Somebody joined the staff.
    #[n(1)]
    Hired {
        #[n(0)]
        id: StaffId,
        #[n(1)]
        name: String,
        #[n(2)]
        role: RoleId,
    },
    /// … has another rung.
    #[n(2)]
    RoleChanged {
        #[n(0)]
        id: StaffId,
        #[n(1)]
        role: RoleId,
    },
    #[n(3)]
    Dismissed {
        #[n(0)]
        id: StaffId,
    },
    /// Somebody from outside was entered.
    #[n(4)]
    Enrolled {
        #[n(0)]
        id: OutsiderId,
        #[n(1)]
        name: String,
        #[cbor(n(2), with = "rulebook::outside_by_id")]
        place: u8,
    },
    /// … comes no more.
    #[n(5)]
    Discharged {
        #[n(0)]
        id: OutsiderId,
    },
    /// The gaming day began.
    #[n(6)]
    DayOpened {
        #[n(0)]
        date: Date,
    },
    #[n(7)]
    DayClosed {
        #[n(0)]
        date: Date,
        /// The tables as they were then; none in logs from before that was kept.
        #[n(1)]
        tables: Option<Vec<TableAtClose>>,
    },
    /// A dispute was raised.
    #[n(8)]
    DisputeRaised {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        round: u64,
        #[n(2)]
        patron: PatronId,
        #[n(3)]
        what: String,
    },
    /// … was ruled on at an instance.
    #[n(9)]
    DisputeRuled {
        #[n(0)]
        dispute: usize,
        #[n(1)]
        instance: u8,
        #[n(2)]
        ruling: String,
    },
    /// … goes to the next instance.
    #[n(10)]
    DisputeEscalated {
        #[n(0)]
        dispute: usize,
        #[n(1)]
        instance: u8,
    },
    /// The patron was told of the inspector.
    #[n(11)]
    InspectorTold {
        #[n(0)]
        dispute: usize,
    },
    /// The patron complained there.
    #[n(12)]
    TakenToInspector {
        #[n(0)]
        dispute: usize,
    },
    /// What the inspector found.
    #[n(13)]
    FindingRecorded {
        #[n(0)]
        dispute: usize,
        #[n(1)]
        finding: String,
    },
    /// The dispute is over.
    #[n(14)]
    DisputeClosed {
        #[n(0)]
        dispute: usize,
        #[n(1)]
        content: bool,
    },
    /// A breach was recorded.
    #[n(15)]
    BreachRecorded {
        #[n(0)]
        of: Person,
        #[n(1)]
        table: Option<TableNumber>,
        #[n(2)]
        kind: BreachKind,
        #[n(3)]
        what: String,
    },
    /// … was sanctioned.
    #[n(16)]
    Sanctioned {
        #[n(0)]
        breach: usize,
        #[n(1)]
        kind: SanctionKind,
        #[n(2)]
        amount: Option<Money>,
        /// The round at the table in which wagers are void; none in logs from before that reached the table.
        #[n(3)]
        round: Option<u64>,
    },
    /// Winnings are held back no longer.
    #[n(17)]
    WithheldReleased {
        #[n(0)]
        breach: usize,
        #[n(1)]
        amount: Money,
        #[n(2)]
        to_patron: bool,
    },
    /// A wrong payment was recorded, known on a date.
    #[n(18)]
    MispaymentRecorded {
        #[n(0)]
        known: Date,
        #[n(1)]
        mispaid: Mispaid,
    },
    /// … was enquired into.
    #[n(19)]
    Enquired {
        #[n(0)]
        mispayment: usize,
        #[n(1)]
        suspected: bool,
        #[n(2)]
        note: String,
    },
    /// … its patron was looked for.
    #[n(20)]
    PatronSought {
        #[n(0)]
        mispayment: usize,
        #[n(1)]
        patron: Option<PatronId>,
    },
    /// … a correction was attempted.
    #[n(21)]
    CorrectionAttempted {
        #[n(0)]
        mispayment: usize,
        #[n(1)]
        note: String,
    },
    /// … money went back.
    #[n(22)]
    Corrected {
        #[n(0)]
        mispayment: usize,
        #[n(1)]
        amount: Money,
        /// The table whose accounts show it; none in logs from before that was posted.
        #[n(2)]
        table: Option<TableNumber>,
    },
    /// … the regulator was told.
    #[n(23)]
    RegulatorTold {
        #[n(0)]
        mispayment: usize,
    },
    /// … and so it is no breach.
    #[n(24)]
    MispaymentExcused {
        #[n(0)]
        mispayment: usize,
    },
    /// The list of a month went to the regulator.
    #[n(25)]
    MonthlyListReported {
        #[n(0)]
        month: Month,
        #[n(1)]
        mispayments: Vec<usize>,
    },
    /// A copy of the rules was given.
    #[n(26)]
    RulesSupplied {
        #[n(0)]
        to: Person,
    },
    /// Somebody outside must be told; one event for each place outside the ladder.
    #[n(27)]
    DutyOwed {
        #[n(0)]
        of: NotifyOf,
        #[n(1)]
        table: TableNumber,
        #[n(2)]
        round: u64,
        #[cbor(n(3), with = "rulebook::outside_by_id")]
        place: u8,
    },
    /// … was told.
    #[n(28)]
    DutyDone {
        #[n(0)]
        duty: usize,
        #[n(1)]
        person: OutsiderId,
    },
    /// Suspects were given a direction.
    #[n(29)]
    Directed {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        patrons: Vec<PatronId>,
        #[n(2)]
        direction: DirectionKind,
    },
    /// No round begins any more today.
    #[n(36)]
    LastRoundCalled {
        #[n(0)]
        date: Date,
    },
    /// … was taken back.
    #[n(37)]
    PlayedOn {
        #[n(0)]
        date: Date,
    },
    /// The whole deck of a round was looked at, with the cards that nobody saw.
    #[n(38)]
    DeckOpened {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        round: u64,
    },
}

impl Event {
    /// Whether it changes what the gaming day lets tables do.
    pub const fn concerns_hours(&self) -> bool {
        matches!(
            self,
            Event::DayOpened { .. }
                | Event::DayClosed { .. }
                | Event::LastRoundCalled { .. }
                | Event::PlayedOn { .. }
        )
    }
}

impl MispaidOn {
    /// All of them.
    pub const ALL: [MispaidOn; 3] = [MispaidOn::Wager, MispaidOn::CashChange, MispaidOn::ColourChange];
}
