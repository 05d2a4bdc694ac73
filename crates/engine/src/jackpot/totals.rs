//! What a regulator asks of a meter: all that went on and off since it was opened, to the millionth of a cent.

use minicbor::{Decode, Encode};
use money::MicroCents;

/// What has gone on and off a meter. Every part only grows, but for the corrections.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Totals {
    /// What it stood at when it was opened.
    #[n(0)]
    pub opening: MicroCents,
    /// Jackpot wagers registered, and what they cost.
    #[n(1)]
    pub wagers: u64,
    /// What they cost.
    #[n(2)]
    pub turnover: MicroCents,
    /// What of them went onto the meter.
    #[n(3)]
    pub increments: MicroCents,
    #[n(4)]
    pub cancelled_wagers: u64,
    /// What they had cost.
    #[n(5)]
    pub cancelled_turnover: MicroCents,
    /// What came off the meter with them.
    #[n(6)]
    pub cancelled: MicroCents,
    #[n(7)]
    pub royals: u64,
    #[n(8)]
    pub flushes: u64,
    /// What their winners were awarded.
    #[n(9)]
    pub wins: MicroCents,
    /// What of it came off the meter.
    #[n(10)]
    pub drawn: MicroCents,
    /// What of it the house paid beyond the meter.
    #[n(11)]
    pub house: MicroCents,
    /// What was put in to reset or raise the meter.
    #[n(12)]
    pub reseeded: MicroCents,
    /// What came from other meters.
    #[n(13)]
    pub transferred_in: MicroCents,
    /// What went to other meters.
    #[n(14)]
    pub transferred_out: MicroCents,
    /// Corrections, up less down.
    #[n(15)]
    pub corrections: MicroCents,
}

impl Totals {
    /// What the meter must stand at.
    pub fn value(&self) -> MicroCents {
        self.opening + self.increments - self.cancelled + self.reseeded + self.transferred_in
            - self.drawn
            - self.transferred_out
            + self.corrections
    }
}
