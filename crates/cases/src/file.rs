//! What a case file says, as it is written.

use crate::step::Step;
use crate::vocabulary;
use money::Money;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// A case file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The rulebook's id.
    pub rulebook: String,
    /// The game's id.
    pub game: String,
    #[serde(default)]
    pub(crate) sign: SignTable,
    /// Rounds played before this one.
    pub(crate) rounds: Option<u32>,
    #[serde(default)]
    pub(crate) seat: Vec<SeatTable>,
    pub(crate) dealer: Option<CardsTable>,
    pub(crate) board: Option<CardsTable>,
    #[serde(rename = "jackpot-cards")]
    pub(crate) jackpot_cards: Option<CardsTable>,
    #[serde(default)]
    irregularity: Vec<toml::Table>,
    #[serde(default)]
    step: Vec<toml::Table>,
    pub(crate) expect: Option<toml::Table>,
    /// What the tables of `irregularity` say.
    #[serde(skip)]
    pub(crate) irregularities: Vec<IrregularityTable>,
    /// What the tables of `step` say.
    #[serde(skip)]
    pub(crate) steps: Vec<Step>,
    /// Why it cannot be read, where it expects just that.
    #[serde(skip)]
    pub(crate) unreadable: Option<CaseError>,
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
    /// How many of the rounds before this one the seat has played, the last ones.
    pub(crate) rounds: Option<u32>,
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
    pub(crate) on: Option<String>,
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
    /// It is about a ruling, and not about the round before it.
    pub(crate) on_ruling: bool,
}

impl CaseError {
    pub(crate) fn new(place: impl Into<String>, what: impl Into<String>) -> CaseError {
        CaseError { place: place.into(), what: what.into(), clause: None, on_ruling: false }
    }

    /// Whether the book refuses what was ruled on an irregularity; the round before it is as it should be.
    pub fn is_refused_ruling(&self) -> bool {
        self.clause.is_some() && self.on_ruling
    }

    pub(crate) fn on_ruling(mut self) -> CaseError {
        self.on_ruling = true;
        self
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
        CaseFile::read_all(text).or_else(|error| {
            // A file that must not be readable says so; what it says otherwise is nobody's to know.
            let mut table: toml::Table = text.parse().map_err(|_| error.clone())?;
            let mut take = |key: &str| match table.remove(key) {
                Some(toml::Value::String(text)) => text,
                _ => String::new(),
            };
            let (rulebook, game) = (take("rulebook"), take("game"));
            match table.remove("expect") {
                Some(toml::Value::Table(expect)) if expect.contains_key("unreadable") => Ok(CaseFile {
                    rulebook,
                    game,
                    expect: Some(expect),
                    unreadable: Some(error),
                    ..CaseFile::default()
                }),
                _ => Err(error),
            }
        })
    }

    fn read_all(text: &str) -> Result<CaseFile, CaseError> {
        let read = |error: toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            CaseError::new(format!("line {line}"), error.message())
        };
        let mut case: CaseFile = toml::from_str(text).map_err(read)?;
        for (at, table) in case.irregularity.iter().enumerate() {
            let place = format!("irregularity {}", at + 1);
            case.irregularities.push(irregularity(&place, table, false)?);
        }
        for (at, table) in case.step.iter().enumerate() {
            case.steps.push(Step::read(&format!("step {}", at + 1), table)?);
        }
        if case.is_script() {
            let others = [
                (!case.seat.is_empty(), "seat"),
                (case.rounds.is_some(), "rounds"),
                (case.dealer.is_some(), "dealer"),
                (case.board.is_some(), "board"),
                (case.jackpot_cards.is_some(), "jackpot-cards"),
                (!case.irregularity.is_empty(), "irregularity"),
            ];
            if let Some((_, key)) = others.iter().find(|(given, _)| *given) {
                return Err(CaseError::new(*key, "a file is a round or a script, not both"));
            }
            let unreadable = case.expect.as_ref().is_some_and(|expect| expect.contains_key("unreadable"));
            if case.expect.is_some() && !unreadable {
                return Err(CaseError::new(
                    "expect",
                    "the steps of a script say themselves what they expect",
                ));
            }
        }
        for key in case.expect.iter().flat_map(|expect| expect.keys()) {
            vocabulary::word("expect", "expect", key, &crate::expect::KEYS)?;
        }
        case.words_known()?;
        Ok(case)
    }

    /// Whether it is a script: steps that say themselves what they expect.
    pub fn is_script(&self) -> bool {
        !self.step.is_empty()
    }
}

/// What a table of a file says.
pub(crate) fn of_table<T: serde::de::DeserializeOwned>(
    place: &str,
    table: &toml::Table,
) -> Result<T, CaseError> {
    table.clone().try_into().map_err(|error: toml::de::Error| CaseError::new(place, error.message()))
}

/// An irregularity of a round, or what a step of a script rules on.
pub(crate) fn irregularity(
    place: &str,
    table: &toml::Table,
    in_script: bool,
) -> Result<IrregularityTable, CaseError> {
    vocabulary::irregularity(place, table, in_script)?;
    let read: IrregularityTable = of_table(place, table)?;
    crate::trouble::trouble(place, &read)?;
    Ok(read)
}

/// Money as files write it.
pub(crate) fn money(place: &str, text: &str) -> Result<Money, CaseError> {
    text.parse().map_err(|error| CaseError::new(place, format!("'{text}' is no amount of money: {error}")))
}
