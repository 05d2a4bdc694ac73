//! What a meter is, what the meters can be told, what they say, and why they may refuse.

use super::award::Award;
use crate::machine::Moment;
use crate::sign::{Method, SignJackpot, SignReason};
use minicbor::{Decode, Encode};
use money::{MicroCents, Rounding};
use rulebook::Citing;
use std::fmt;

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
    /// Its tables.
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
}

/// A table on a meter.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Linked {
    /// Which.
    #[n(0)]
    pub table: u32,
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

/// What a sign at a meter's tables announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(index_only)]
pub enum MeterNotice {
    /// A table will join, leave or move.
    #[n(0)]
    Tables,
    /// The meter will close.
    #[n(1)]
    Closing,
}

/// What the meters can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub enum Command {
    /// A new meter stands at its seed at least; one that is found stands where it stands.
    Open {
        terms: SignJackpot,
        value: MicroCents,
        method: Method,
        new: bool,
    },
    Link {
        meter: usize,
        table: u32,
        terms: SignJackpot,
        hands: bool,
    },
    Unlink {
        meter: usize,
        table: u32,
    },
    Move {
        table: u32,
        to: usize,
        terms: SignJackpot,
    },
    /// A sign, at one table or at all.
    PostNotice {
        meter: usize,
        of: MeterNotice,
        table: Option<u32>,
    },
    Close {
        meter: usize,
        /// The meters that take what is above the seed, with their part; one of them may take the rest.
        into: Vec<(usize, Option<MicroCents>)>,
    },
    Equipment {
        meter: usize,
        works: bool,
        manual: bool,
    },
    Register {
        meter: usize,
        table: u32,
        wagers: u32,
    },
    Cancel {
        meter: usize,
        table: u32,
        wagers: u32,
    },
    Record {
        meter: usize,
        table: u32,
        royals: u32,
        flushes: u32,
        /// Jackpot wagers of the table that play on in its next round.
        carried: u32,
        rounding: Rounding,
    },
    Determine {
        meter: usize,
        table: u32,
    },
}

/// What has happened to a meter.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[allow(missing_docs, reason = "the names are the meaning")]
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
        meter: usize,
        #[n(1)]
        table: u32,
    },
    #[n(2)]
    TableUnlinked {
        #[n(0)]
        meter: usize,
        #[n(1)]
        table: u32,
    },
    #[n(3)]
    NoticePosted {
        #[n(0)]
        meter: usize,
        #[n(1)]
        of: MeterNotice,
        #[n(2)]
        table: Option<u32>,
        #[n(3)]
        at: Moment,
    },
    #[n(4)]
    EquipmentChanged {
        #[n(0)]
        meter: usize,
        #[n(1)]
        works: bool,
        #[n(2)]
        manual: bool,
    },
    #[n(5)]
    WagersRegistered {
        #[n(0)]
        meter: usize,
        #[n(1)]
        table: u32,
        #[n(2)]
        wagers: u32,
        #[n(3)]
        increment: MicroCents,
    },
    #[n(6)]
    WagersCancelled {
        #[n(0)]
        meter: usize,
        #[n(1)]
        table: u32,
        #[n(2)]
        wagers: u32,
        #[n(3)]
        increment: MicroCents,
    },
    /// The outcome of a round is on the meter: the awards are fixed, and what they draw is off.
    #[n(7)]
    OutcomeRecorded {
        #[n(0)]
        meter: usize,
        #[n(1)]
        table: u32,
        #[n(2)]
        royals: u32,
        #[n(3)]
        flushes: u32,
        #[n(4)]
        carried: u32,
        #[n(5)]
        award: Award,
    },
    #[n(8)]
    ClauseApplied,
    #[n(9)]
    AwardsDetermined {
        #[n(0)]
        meter: usize,
        #[n(1)]
        table: u32,
    },
    #[n(10)]
    MeterTransferred {
        #[n(0)]
        from: usize,
        #[n(1)]
        into: usize,
        #[n(2)]
        amount: MicroCents,
    },
    #[n(11)]
    MeterClosed {
        #[n(0)]
        meter: usize,
    },
}

/// Why the meters may refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub enum Reason {
    Terms(SignReason),
    NoSuchMeter,
    NoSuchTable,
    TableOnAnotherMeter,
    DifferentCost,
    DifferentHands,
    DifferentPrizes,
    DifferentRateOrSeed,
    OtherMeterOtherOption,
    OtherMeterOtherSeed,
    OtherMeterSameCost,
    BelowSeed,
    CannotFallTogether,
    MethodBNeeded,
    NoticeTooShort { minutes: u32 },
    RoundUnderWay,
    NothingToDetermine,
    AwardsPending,
    EquipmentDown,
    NotSoMany,
    NowhereToTransfer,
    RoleTooLow { needs: String },
    OutOfRange,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Terms(reason) => write!(f, "{reason}"),
            Reason::NoSuchMeter => f.write_str("there is no such meter, or it is closed"),
            Reason::NoSuchTable => f.write_str("that table is not on this meter"),
            Reason::TableOnAnotherMeter => f.write_str("a table is on one meter only"),
            Reason::DifferentCost => {
                f.write_str("the jackpot wager must cost the same on every table of a meter")
            }
            Reason::DifferentHands => {
                f.write_str("the winning hands must be the same on every table of a meter")
            }
            Reason::DifferentPrizes => f.write_str("the prizes must be the same on every table of a meter"),
            Reason::DifferentRateOrSeed => {
                f.write_str("the rate and the seed must be the same on every table of a meter")
            }
            Reason::OtherMeterOtherOption => f.write_str("all meters must be on the same option"),
            Reason::OtherMeterOtherSeed => f.write_str("all meters must be on the same seed"),
            Reason::BelowSeed => f.write_str("a new meter must stand at its seed at least"),
            Reason::CannotFallTogether => f.write_str("so many cannot fall together in one round"),
            Reason::OtherMeterSameCost => f.write_str("every meter must have another cost of its wager"),
            Reason::MethodBNeeded => f.write_str("a jackpot of several games needs Method B"),
            Reason::NoticeTooShort { minutes } => write!(f, "a sign must have been up for {minutes} minutes"),
            Reason::RoundUnderWay => f.write_str("a jackpot game is registered there"),
            Reason::NothingToDetermine => f.write_str("no outcome waits to be determined"),
            Reason::AwardsPending => f.write_str("the last outcome is not determined yet"),
            Reason::EquipmentDown => f.write_str("the equipment is down, and no manual process runs"),
            Reason::NotSoMany => f.write_str("so many wagers are not registered"),
            Reason::NowhereToTransfer => {
                f.write_str("all that is above the seed, and no more, must go to other meters")
            }
            Reason::RoleTooLow { needs } => write!(f, "this needs the role {needs} or above"),
            Reason::OutOfRange => f.write_str("that is more than a meter can be"),
        }
    }
}

/// Something that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer(pub Command);
