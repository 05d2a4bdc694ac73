//! The steps of a script, as they are read: who does it, when, what is expected, and a command. At a table it is the command of
//! the API wherever that says all that a script wants to say.

use crate::file::{Amounts, CaseError, irregularity, of_table};
use crate::vocabulary::{self, Spelling};
use commands::{Bounds, Dollars, TableCommand};
use engine::PlaceNumber;
use rulebook::Medium;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A step.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The command as the file names it.
    pub(crate) name: String,
    pub(crate) head: Head,
    pub(crate) command: StepCommand,
}

/// What every step may say.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Head {
    pub(crate) by: Option<String>,
    pub(crate) at: Option<String>,
    pub(crate) expect: Option<String>,
    /// How many cards are in the deck from there on.
    pub(crate) deck_count: Option<u8>,
    /// The place that it is about.
    pub(crate) seat: Option<PlaceNumber>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum StepCommand {
    /// What the API tells a table, and no more.
    Table(TableCommand),
    /// What a script says in words of its own.
    Script(ScriptStep),
    Meter(Box<MeterStep>),
}

/// Steps at a table that say more than the API does, or what it does not.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub(crate) enum ScriptStep {
    Sit {
        seat: PlaceNumber,
        player_card: Option<String>,
        loss_limit: Option<String>,
        net_loss: Option<String>,
        #[serde(default)]
        several: bool,
        blind_hand_of: Option<PlaceNumber>,
    },
    Place {
        seat: PlaceNumber,
        wager: String,
        amount: Dollars,
        medium: Option<Medium>,
        #[serde(default)]
        for_absent: bool,
    },
    PlaceForAnother {
        seat: PlaceNumber,
        staked_by: PlaceNumber,
    },
    /// All of it without an amount.
    TakeBack {
        seat: PlaceNumber,
        wager: String,
        amount: Option<Dollars>,
    },
    Deal {
        deck: Option<String>,
    },
    Decide {
        seat: PlaceNumber,
        decision: String,
        amount: Option<Dollars>,
    },
    OrderCount {
        cards: Option<u8>,
    },
    PlayRound {
        seats: Option<Vec<PlaceNumber>>,
        rounds: Option<u32>,
    },
    Rule {
        what: toml::Table,
    },
    SetLossLimit {
        seat: PlaceNumber,
        loss_limit: String,
        net_loss: Option<String>,
    },
    PostNotice {
        of: String,
        #[serde(default)]
        limits: BTreeMap<String, Bounds>,
        #[serde(default)]
        paytables: Amounts,
        table: Option<String>,
    },
}

/// A step about a meter. Meters and the tables on them have names in a script, and most of this is what tables tell a meter.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct MeterStep {
    pub(crate) meter: Option<String>,
    pub(crate) table: Option<String>,
    /// What the meter stands at afterwards; where it is opened, to begin with.
    pub(crate) value: Option<String>,
    /// What it displays.
    pub(crate) shows: Option<String>,
    /// The awards of the last outcome recorded.
    pub(crate) pays: Option<Vec<String>>,
    #[serde(flatten)]
    pub(crate) terms: TermsText,
    #[serde(flatten)]
    pub(crate) command: MeterStepCommand,
}

/// What a step says of the terms of a meter.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TermsText {
    pub(crate) option: Option<u8>,
    pub(crate) seed: Option<u32>,
    pub(crate) increment: Option<String>,
    pub(crate) wager: Option<String>,
    pub(crate) games: Option<Vec<String>>,
}

/// What is done with a meter.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub(crate) enum MeterStepCommand {
    OpenMeter {
        method: Option<String>,
    },
    LinkTable {
        hands: Option<Vec<String>>,
    },
    UnlinkTable,
    MoveTable,
    CloseMeter {
        #[serde(default)]
        into: Vec<String>,
    },
    Register {
        wagers: Option<u32>,
    },
    Cancel {
        wagers: Option<u32>,
    },
    Record {
        #[serde(default)]
        royals: u32,
        #[serde(default)]
        straight_flushes: u32,
    },
    Determine,
    Equipment {
        works: Option<bool>,
        #[serde(default)]
        manual: bool,
    },
    ChangeTerms,
    CorrectMeter {
        amount: Option<String>,
        #[serde(default)]
        why: String,
    },
    ShowOnDisplay {
        #[serde(default)]
        place: String,
    },
    ReadMeter {
        #[serde(default)]
        after: u64,
    },
}

impl StepCommand {
    /// Whether a player does it where nobody is named.
    pub(crate) fn is_the_players(&self) -> bool {
        matches!(
            self,
            StepCommand::Script(ScriptStep::Place { .. } | ScriptStep::TakeBack { .. })
                | StepCommand::Table(TableCommand::TopUp { .. } | TableCommand::Leave { .. })
        )
    }
}

/// The commands of the API that a script says otherwise, because it says more.
const OWN: [&str; 11] = [
    "sit",
    "place",
    "place-for-another",
    "take-back",
    "deal",
    "decide",
    "order-count",
    "play-round",
    "rule",
    "set-loss-limit",
    "post-notice",
];

impl Step {
    /// Reads a step: nothing in it is passed over.
    pub(crate) fn read(place: &str, table: &toml::Table) -> Result<Step, CaseError> {
        let Spelling { name, keys, at_table } = vocabulary::step(place, table)?;
        let mut step = vocabulary::respelled(place, table, &keys)?;
        step.insert("do".to_string(), name.into());
        let has = |key: &str| keys.iter().any(|known| known.name == key);
        if has("seat") && step.get("seat").is_none_or(|seat| seat.as_integer() == Some(0)) {
            return Err(CaseError::new(place, "which seat? They are numbered from 1"));
        }
        let defaults = [("wager", "ante"), ("ground", "reasonable-cause"), ("decision", "")];
        for (key, value) in defaults.into_iter().filter(|(key, _)| at_table && name != "rule" && has(key)) {
            step.entry(key).or_insert_with(|| value.into());
        }
        if name == "post-notice" {
            step.entry("of").or_insert_with(|| "limits".into());
        }
        if has("limits") {
            by_wager(place, &mut step)?;
        }
        if name == "rule" {
            in_one_table(place, &mut step)?;
        }
        vocabulary::step_words(place, &step)?;
        let head: Head = of_table(place, &step)?;
        for key in ["by", "at", "expect", "deck-count"] {
            step.remove(key);
        }
        let command = match at_table {
            true if OWN.contains(&name) => StepCommand::Script(of_table(place, &step)?),
            true => StepCommand::Table(of_table(place, &step)?),
            false => StepCommand::Meter(Box::new(of_table(place, &step)?)),
        };
        if let StepCommand::Script(ScriptStep::Rule { what }) = &command {
            irregularity(place, what, true)?;
        }
        let written = table.get("do").and_then(toml::Value::as_str).unwrap_or(name);
        Ok(Step { name: written.to_string(), head, command })
    }
}

/// Puts `min` and `max`, amounts by wager, into `limits`, bounds by wager, as the API has them.
fn by_wager(place: &str, step: &mut toml::Table) -> Result<(), CaseError> {
    for bound in ["min", "max"] {
        let Some(amounts) = step.remove(bound) else { continue };
        let toml::Value::Table(amounts) = amounts else {
            return Err(CaseError::new(place, format!("{bound}: amounts by wager are expected")));
        };
        let limits = step.entry("limits").or_insert_with(|| toml::Table::new().into());
        for (wager, amount) in amounts {
            let of = limits
                .as_table_mut()
                .map(|limits| limits.entry(wager.as_str()).or_insert_with(|| toml::Table::new().into()));
            match of.and_then(toml::Value::as_table_mut) {
                Some(of) if !of.contains_key(bound) => drop(of.insert(bound.to_string(), amount)),
                _ => return Err(CaseError::new(place, format!("{bound}: limits has one for '{wager}' too"))),
            }
        }
    }
    if !step.contains_key("limits") && step.get("do").and_then(toml::Value::as_str) != Some("post-notice") {
        step.insert("limits".to_string(), toml::Table::new().into());
    }
    Ok(())
}

/// The keys of an irregularity stand beside `do`, as the API has them, or in a table of their own, as a round has them: that is
/// what is made of both.
fn in_one_table(place: &str, step: &mut toml::Table) -> Result<(), CaseError> {
    let mut what = toml::Table::new();
    for (key, value) in std::mem::take(step) {
        match key.as_str() {
            "do" | "by" | "at" | "expect" | "deck-count" => drop(step.insert(key, value)),
            "chosen" => drop(what.insert("ruling".to_string(), value)),
            "wager" => drop(what.insert("on".to_string(), value)),
            _ => drop(what.insert(key.replace('-', "_"), value)),
        }
    }
    let what = match what.remove("what") {
        None => return Err(CaseError::new(place, "what went wrong is missing")),
        Some(toml::Value::Table(table)) if what.is_empty() => table,
        Some(toml::Value::Table(_)) => {
            let others: Vec<&str> = what.keys().map(String::as_str).collect();
            return Err(CaseError::new(
                place,
                format!("what: put {} into this table too, or all of it beside do", others.join(", ")),
            ));
        }
        Some(word) => {
            what.insert("what".to_string(), word);
            what
        }
    };
    step.insert("what".to_string(), what.into());
    Ok(())
}
