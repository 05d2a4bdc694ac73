//! Why the meters may refuse.

use crate::sign::SignReason;
use std::fmt;

/// Why the meters may refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    SameTerms,
    NothingSaid,
    NotYet { seq: u64 },
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
            Reason::BelowSeed => f.write_str("this meter must stand at its seed at least"),
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
            Reason::OutOfRange => f.write_str("that is more, or less, than a meter can be"),
            Reason::SameTerms => f.write_str("the meter has these terms already"),
            Reason::NothingSaid => {
                f.write_str("a correction needs an amount and its reason, a display its place")
            }
            Reason::NotYet { seq } => write!(f, "the meter has come to {seq} only"),
        }
    }
}
