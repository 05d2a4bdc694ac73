//! The numbers of people who work here or come from outside; those of patrons and tables are the engine's.

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of a member of staff, never given twice.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize,
)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct StaffId(#[n(0)] pub u32);

/// The number of somebody from outside, an inspector or surveillance, never given twice.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize,
)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct OutsiderId(#[n(0)] pub u32);

impl fmt::Display for StaffId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for OutsiderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
