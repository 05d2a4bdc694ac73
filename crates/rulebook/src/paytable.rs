//! Pay tables: what a hand is paid.

use crate::cite::Cite;
use crate::floor::HandFloor;
use cards::HandRank;
use money::Odds;
use serde::Deserialize;
use serde::de::{self, Deserializer};

/// A pay table; where the sign chooses between several, they share an id and differ in their column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayTable {
    pub id: String,
    /// Its column, where the sign chooses.
    pub column: Option<String>,
    /// Where it stands.
    pub clause: Cite,
    /// Its wins are limited by the maximum payout of the sign.
    pub capped: Option<Cite>,
    /// The order that ranks its hands, by its place in the game's list.
    #[serde(default)]
    pub order: usize,
    /// Best hand first; a hand is paid by the first line that it reaches.
    pub lines: Vec<PayLine>,
}

/// A line of a pay table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayLine {
    /// The weakest hand that it pays.
    pub hand: HandFloor,
    /// What it pays.
    pub pays: OddsText,
    /// Where it stands, if not where its table does.
    pub clause: Option<Cite>,
    /// The rank of `hand`.
    #[serde(skip)]
    pub from: HandRank,
}

/// Odds as files write them: "3 to 2".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsText(pub Odds);

impl<'de> Deserialize<'de> for OddsText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map(OddsText).map_err(de::Error::custom)
    }
}
