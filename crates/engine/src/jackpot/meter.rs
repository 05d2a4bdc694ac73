//! What a meter is, what the meters can be told, and what they say.

use super::award::Award;
use super::totals::Totals;
use crate::machine::Moment;
use crate::number::{MeterIndex, TableNumber};
use crate::sign::{Method, SignJackpot};
use minicbor::{Decode, Encode};
use money::{MicroCents, Rounding};
use rulebook::Citing;
use std::ops::{Index, IndexMut};

/// A meter and the tables on it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Meter {
    /// Option, seed, cost, rate.
    #[n(0)]
    pub terms: SignJackpot,
    /// What it stands at.
    #[n(1)]
    pub value: MicroCents,
    #[n(2)]
    pub tables: Vec<Linked>,
    /// Whether it is closed.
    #[n(3)]
    pub closed: bool,
    /// Whether the equipment works.
    #[n(4)]
    pub works: bool,
    /// Whether a manual process runs instead.
    #[n(5)]
    pub manual: bool,
    /// Since when a sign announces that a table will join, leave or move.
    #[n(6)]
    pub notice: Option<Moment>,
    /// Since when a sign announces other terms.
    #[n(7)]
    pub terms_notice: Option<Moment>,
    /// How often its value or the order of its outcomes has changed: the number of the last such event.
    #[n(8)]
    pub seq: u64,
    /// What has gone on and off since it was opened.
    #[n(9)]
    pub totals: Totals,
    /// Where it is displayed besides its tables.
    #[n(10)]
    pub displays: Vec<String>,
}

/// A table on a meter.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Linked {
    #[n(0)]
    pub table: TableNumber,
    /// Jackpot wagers of its present round.
    #[n(1)]
    pub registered: u32,
    /// Those of them whose share is still on the meter: an award of all of it took the others along.
    #[n(2)]
    pub on_meter: u32,
    /// Since when a sign here announces that the meter will close.
    #[n(3)]
    pub closing: Option<Moment>,
    /// What was recorded and awaits the authorised role.
    #[n(4)]
    pub recorded: Option<(u32, u32, Award)>,
}

/// All meters of a floor under one book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct State {
    /// In the order of their opening.
    #[n(0)]
    pub meters: Vec<Meter>,
}

impl State {
    /// A meter, where there is one.
    pub fn get(&self, meter: MeterIndex) -> Option<&Meter> {
        self.meters.get(meter.index())
    }

    /// All of them, each with its place.
    pub fn numbered(&self) -> impl Iterator<Item = (MeterIndex, &Meter)> {
        (0..).map(MeterIndex).zip(&self.meters)
    }
}

/// A meter that an event names is there.
impl Index<MeterIndex> for State {
    type Output = Meter;

    fn index(&self, meter: MeterIndex) -> &Meter {
        &self.meters[meter.index()]
    }
}

impl IndexMut<MeterIndex> for State {
    fn index_mut(&mut self, meter: MeterIndex) -> &mut Meter {
        &mut self.meters[meter.index()]
    }
}

/// What a sign at a meter's tables announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, serde::Serialize, serde::Deserialize)]
#[cbor(index_only)]
#[serde(rename_all = "kebab-case")]
pub enum MeterNotice {
    /// A table will join, leave or move.
    #[n(0)]
    Tables,
    /// The meter will close.
    #[n(1)]
    Closing,
    /// The meter's option, seed or rate will change.
    #[n(2)]
    Terms,
}

/// What the meters can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new meter stands at its seed at least; one that is found stands where it stands.
    Open {
        terms: SignJackpot,
        value: MicroCents,
        method: Method,
        new: bool,
    },
    Link {
        meter: MeterIndex,
        table: TableNumber,
        terms: SignJackpot,
        hands: bool,
    },
    Unlink {
        meter: MeterIndex,
        table: TableNumber,
    },
    Move {
        table: TableNumber,
        to: MeterIndex,
        terms: SignJackpot,
    },
    /// A sign, at one table or at all.
    PostNotice {
        meter: MeterIndex,
        of: MeterNotice,
        table: Option<TableNumber>,
    },
    Close {
        meter: MeterIndex,
        /// The meters that take what is above the seed, with their part; one of them may take the rest.
        into: Vec<(MeterIndex, Option<MicroCents>)>,
    },
    Equipment {
        meter: MeterIndex,
        works: bool,
        manual: bool,
    },
    Register {
        meter: MeterIndex,
        table: TableNumber,
        wagers: u32,
    },
    Cancel {
        meter: MeterIndex,
        table: TableNumber,
        wagers: u32,
    },
    Record {
        meter: MeterIndex,
        table: TableNumber,
        royals: u32,
        flushes: u32,
        /// Jackpot wagers of the table that play on in its next round.
        carried: u32,
        rounding: Rounding,
    },
    Determine {
        meter: MeterIndex,
        table: TableNumber,
    },
    /// Another option, seed or rate, for the tables of the meter and with it for every meter that must have the same.
    ChangeTerms {
        meter: MeterIndex,
        terms: SignJackpot,
    },
    /// A correction of the value, up or down, and why.
    Correct {
        meter: MeterIndex,
        by: MicroCents,
        why: String,
    },
    /// The value is also shown here.
    ShowOnDisplay {
        meter: MeterIndex,
        place: String,
    },
    /// Somebody reads the value as it stood after that event of the meter.
    ReadAsAt {
        meter: MeterIndex,
        seq: u64,
    },
    /// A table elsewhere says this and hears the answer from the records alone: so a refusal is recorded too, unless
    /// it holds only for as long as the equipment is down.
    Call {
        table: TableNumber,
        what: Box<Command>,
    },
}

/// What has happened to a meter. What changes its value, or records an outcome, has a number: without gaps from 1 for
/// each meter, the order that the books want between the outcomes of linked tables.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(flat, context_bound = "Citing")]
pub enum Event {
    #[n(0)]
    MeterOpened {
        #[n(0)]
        terms: SignJackpot,
        #[n(1)]
        value: MicroCents,
    },
    #[n(1)]
    TableLinked {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        table: TableNumber,
    },
    #[n(2)]
    TableUnlinked {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        table: TableNumber,
    },
    #[n(3)]
    NoticePosted {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        of: MeterNotice,
        #[n(2)]
        table: Option<TableNumber>,
        #[n(3)]
        at: Moment,
    },
    #[n(4)]
    EquipmentChanged {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        works: bool,
        #[n(2)]
        manual: bool,
    },
    #[n(5)]
    WagersRegistered {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        table: TableNumber,
        #[n(2)]
        wagers: u32,
        #[n(3)]
        increment: MicroCents,
        #[n(4)]
        seq: u64,
    },
    #[n(6)]
    WagersCancelled {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        table: TableNumber,
        #[n(2)]
        wagers: u32,
        #[n(3)]
        increment: MicroCents,
        #[n(4)]
        seq: u64,
    },
    /// The outcome of a round is on the meter: the awards are fixed, and what they draw is off.
    #[n(7)]
    OutcomeRecorded {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        table: TableNumber,
        #[n(2)]
        royals: u32,
        #[n(3)]
        flushes: u32,
        #[n(4)]
        carried: u32,
        #[n(5)]
        award: Award,
        #[n(6)]
        seq: u64,
        /// The time of settlement.
        #[n(7)]
        at: Moment,
    },
    #[n(8)]
    ClauseApplied,
    #[n(9)]
    AwardsDetermined {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        table: TableNumber,
    },
    #[n(10)]
    MeterTransferred {
        #[n(0)]
        from: MeterIndex,
        #[n(1)]
        into: MeterIndex,
        #[n(2)]
        amount: MicroCents,
        #[n(3)]
        from_seq: u64,
        #[n(4)]
        into_seq: u64,
    },
    #[n(11)]
    MeterClosed {
        #[n(0)]
        meter: MeterIndex,
    },
    /// The terms of a meter and all its tables. Its value stays, and is raised where the book wants the new seed at least.
    #[n(12)]
    TermsChanged {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        terms: SignJackpot,
        #[n(2)]
        raised: MicroCents,
        #[n(3)]
        seq: u64,
    },
    #[n(13)]
    MeterCorrected {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        by: MicroCents,
        #[n(2)]
        why: String,
        #[n(3)]
        seq: u64,
    },
    #[n(14)]
    DisplayAdded {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        place: String,
    },
    /// Somebody read the value as it stood after the event with that number.
    #[n(15)]
    MeterRead {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        seq: u64,
    },
    /// What a table elsewhere said was refused, and why.
    #[n(16)]
    CallDeclined {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        why: String,
    },
}

/// Something that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer(pub Command);
