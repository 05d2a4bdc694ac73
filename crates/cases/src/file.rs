//! What a case file says, as it is written.

use money::Money;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// A case file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The rulebook's id.
    pub rulebook: String,
    /// The game's id.
    pub game: String,
    #[serde(default)]
    pub(crate) sign: SignTable,
    #[serde(default)]
    pub(crate) seat: Vec<SeatTable>,
    pub(crate) dealer: Option<CardsTable>,
    pub(crate) board: Option<CardsTable>,
    #[serde(rename = "jackpot-cards")]
    pub(crate) jackpot_cards: Option<CardsTable>,
    #[serde(default)]
    pub(crate) irregularity: Vec<IrregularityTable>,
    #[serde(default)]
    pub(crate) step: Vec<toml::Table>,
    pub(crate) expect: Option<toml::Table>,
}

/// Amounts by spot.
pub(crate) type Amounts = BTreeMap<String, String>;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignTable {
    pub(crate) seats: Option<u8>,
    pub(crate) device: Option<String>,
    pub(crate) method: Option<String>,
    pub(crate) smallest_chip: Option<String>,
    pub(crate) max_payout: Option<String>,
    #[serde(default)]
    pub(crate) min: Amounts,
    #[serde(default)]
    pub(crate) max: Amounts,
    #[serde(default)]
    pub(crate) approved_min: Amounts,
    pub(crate) multiples: Option<Vec<Vec<u32>>>,
    #[serde(default)]
    pub(crate) paytables: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) low_limit: bool,
    pub(crate) jackpot: Option<JackpotTable>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JackpotTable {
    pub(crate) option: Option<u8>,
    pub(crate) seed: Option<u32>,
    pub(crate) increment: Option<String>,
    pub(crate) wager: String,
    pub(crate) meter: Option<String>,
    pub(crate) games: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) bonus: Amounts,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatTable {
    pub(crate) number: usize,
    #[serde(default)]
    pub(crate) wagers: Amounts,
    pub(crate) cards: Option<String>,
    #[serde(default)]
    pub(crate) decisions: Vec<String>,
    #[serde(default)]
    pub(crate) tokens: Vec<String>,
    #[serde(default)]
    pub(crate) warned: Vec<String>,
    #[serde(default)]
    pub(crate) min: Amounts,
    #[serde(default)]
    pub(crate) max: Amounts,
    pub(crate) blind_hand_of: Option<usize>,
    pub(crate) player_card: Option<String>,
    pub(crate) found: Option<String>,
    pub(crate) loss_limit: Option<String>,
    pub(crate) net_loss: Option<String>,
    #[serde(default)]
    pub(crate) order: Vec<String>,
    pub(crate) jackpot_by: Option<usize>,
    #[serde(default)]
    pub(crate) employee: bool,
}

impl SeatTable {
    /// Whether its wagers went back before the round.
    pub(crate) fn is_out(&self) -> bool {
        let invalid = self.player_card.as_deref().is_some_and(|card| card != "own");
        invalid && self.found.as_deref() == Some("before")
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardsTable {
    pub(crate) cards: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IrregularityTable {
    pub(crate) what: String,
    pub(crate) by: Option<String>,
    #[serde(default)]
    pub(crate) seats: Vec<usize>,
    #[serde(default)]
    pub(crate) looked: bool,
    pub(crate) of: Option<String>,
    pub(crate) cards: Option<u8>,
    pub(crate) deck_count: Option<u8>,
    #[serde(default)]
    pub(crate) retracts: Vec<usize>,
    #[serde(default)]
    pub(crate) order_known: bool,
    pub(crate) surplus: Option<i8>,
    #[serde(default)]
    pub(crate) named: bool,
    #[serde(default)]
    pub(crate) only_cards: bool,
    pub(crate) card: Option<String>,
    pub(crate) before: Option<String>,
    #[serde(default)]
    pub(crate) undecided: Vec<usize>,
    pub(crate) ruling: Option<String>,
    #[serde(default)]
    pub(crate) foreign: bool,
    #[serde(default)]
    pub(crate) leaves: Vec<usize>,
    #[serde(default)]
    pub(crate) joins: Vec<usize>,
}

/// Why a case cannot be ruled: where, what, and by which clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// Where in the file: "seat 2", "sign", "line 7".
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// The clause that says so, as printed; none where it is the file that cannot be read.
    pub clause: Option<String>,
}

impl CaseError {
    pub(crate) fn new(place: impl Into<String>, what: impl Into<String>) -> CaseError {
        CaseError { place: place.into(), what: what.into(), clause: None }
    }

    pub(crate) fn by(mut self, clause: impl Into<String>) -> CaseError {
        self.clause = Some(clause.into());
        self
    }
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(f, "{}: {}", line(&self.place), line(&self.what))?;
        match &self.clause {
            Some(clause) => write!(f, " [{clause}]"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CaseError {}

impl CaseFile {
    /// Reads the text of a case file.
    ///
    /// # Errors
    /// What is wrong with the text, and on which line.
    pub fn read(text: &str) -> Result<CaseFile, CaseError> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            CaseError::new(format!("line {line}"), error.message())
        })
    }

    /// Whether it is a script: steps that say themselves what they expect.
    pub fn is_script(&self) -> bool {
        !self.step.is_empty()
    }
}

/// Money as files write it.
pub(crate) fn money(place: &str, text: &str) -> Result<Money, CaseError> {
    text.parse().map_err(|error| CaseError::new(place, format!("'{text}' is no amount of money: {error}")))
}
