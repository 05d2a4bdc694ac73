//! The sign of a case: the terms of its hands, and what a table says besides.

use crate::file::CaseError;
use room::{ChipAmount, Commission, Structure};
use rulebook::room::{Posts, RoomGame};
use serde::Deserialize;

/// What the sign says. The names of a hand's terms are those of the fields of a hand history.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseSign {
    pub(crate) structure: Option<String>,
    pub(crate) small_bet: Option<ChipAmount>,
    pub(crate) big_bet: Option<ChipAmount>,
    pub(crate) small_rounds: Option<u8>,
    pub(crate) min_bet: Option<ChipAmount>,
    pub(crate) max_bet: Option<ChipAmount>,
    #[serde(default)]
    pub(crate) blinds: Vec<ChipAmount>,
    pub(crate) antes: Option<Antes>,
    pub(crate) bring_in: Option<ChipAmount>,
    pub(crate) chip: Option<ChipAmount>,
    pub(crate) commission: Option<CommissionTable>,
    pub(crate) unit: Option<ChipAmount>,
    pub(crate) straddles: Option<u8>,
    pub(crate) buy_in: Option<ChipAmount>,
    pub(crate) hourly: Option<ChipAmount>,
    #[serde(default)]
    pub(crate) stand_alone: bool,
    pub(crate) time_to_act: Option<u32>,
    pub(crate) extra_time: Option<ExtraTimeTable>,
    #[serde(default)]
    pub(crate) over_blinds: u8,
    pub(crate) kill: Option<KillTable>,
    #[serde(default)]
    pub(crate) jackpot: bool,
    /// A fee for each hand, by the number of players.
    pub(crate) fees: Option<Vec<(u8, ChipAmount)>>,
    /// What the sign must show and does not.
    #[serde(default)]
    pub(crate) lacks: Vec<String>,
}

/// Time for sale.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExtraTimeTable {
    pub(crate) seconds: u32,
    pub(crate) times: u8,
    pub(crate) fee: ChipAmount,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KillTable {
    pub(crate) qualifying: ChipAmount,
    pub(crate) wager: ChipAmount,
}

/// The same for all, or one for each.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Antes {
    Each(ChipAmount),
    List(Vec<ChipAmount>),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommissionTable {
    percent: Option<String>,
    cap: Option<ChipAmount>,
    per_hand: Option<ChipAmount>,
    per_person: Option<ChipAmount>,
}

impl CaseSign {
    pub(crate) fn structure(&self, game: &RoomGame) -> Result<Structure, CaseError> {
        let need = |value: Option<ChipAmount>, name: &str| {
            value.ok_or_else(|| CaseError::new("sign", format!("{name} is missing")))
        };
        if game.posts.value == Posts::Nothing {
            // Nothing is wagered; a sign has a least all the same.
            return Ok(Structure::NoLimit { least: 1 });
        }
        let least = || need(self.min_bet, "min_bet");
        Ok(match self.structure.as_deref() {
            Some("fixed") => Structure::Fixed {
                small: need(self.small_bet, "small_bet")?,
                big: need(self.big_bet, "big_bet")?,
                small_rounds: self.small_rounds.unwrap_or((game.street.len() / 2) as u8),
            },
            Some("spread") => Structure::Spread { least: least()?, most: need(self.max_bet, "max_bet")? },
            Some("half-pot") => Structure::HalfPot { least: least()? },
            Some("pot") => Structure::Pot { least: least()? },
            Some("no-limit") | None => Structure::NoLimit { least: least()? },
            Some(other) => {
                let what = format!(
                    "'{other}' is not a structure; choose from fixed, spread, half-pot, pot, no-limit"
                );
                return Err(CaseError::new("sign.structure", what));
            }
        })
    }
}

impl CommissionTable {
    pub(crate) fn made(&self) -> Result<Commission, CaseError> {
        let place = "sign.commission";
        let ppm = match &self.percent {
            Some(percent) => Some(
                ppm(percent)
                    .ok_or_else(|| CaseError::new(place, format!("'{percent}' is not a percentage")))?,
            ),
            None => None,
        };
        Ok(match (ppm, self.cap, self.per_hand, self.per_person) {
            (Some(ppm), cap, None, None) => {
                Commission::Percentage { ppm, cap: cap.unwrap_or(ChipAmount::MAX) }
            }
            (None, None, Some(fee), None) => Commission::PerHand(fee),
            (None, None, None, Some(fee)) => Commission::PerPerson(fee),
            (None, _, None, None) => {
                return Err(CaseError::new(place, "one or more of percent, per_hand, per_person"));
            }
            (ppm, cap, per_hand, per_person) => Commission::Several {
                ppm: ppm.unwrap_or(0),
                cap: cap.unwrap_or(ChipAmount::MAX),
                per_hand: per_hand.unwrap_or(0),
                per_person: per_person.unwrap_or(0),
            },
        })
    }
}

/// Per cent with up to four decimals, in millionths.
pub(crate) fn ppm(percent: &str) -> Option<u32> {
    money::Rate::from_percent(percent).ok().map(money::Rate::ppm)
}
