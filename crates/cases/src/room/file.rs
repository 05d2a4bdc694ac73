//! What a case of games between players says, as it is written.

use crate::file::CaseError;
use room::{Chips, Commission, MOST, Structure, Terms};
use rulebook::room::{Posts, RoomBook, RoomGame};
use serde::Deserialize;

/// A case of games between players: a hand, what happens between hands, or a jackpot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomCase {
    /// The rulebook's id.
    pub rulebook: String,
    /// The game's id.
    pub game: String,
    pub(crate) deck: Option<usize>,
    #[serde(default)]
    pub(crate) sign: HandSign,
    #[serde(default)]
    pub(crate) stacks: Vec<Chips>,
    #[serde(default)]
    pub(crate) cards: Vec<String>,
    #[serde(default)]
    pub(crate) board: String,
    #[serde(default)]
    pub(crate) kitty: String,
    #[serde(default)]
    pub(crate) community: String,
    pub(crate) stub: Option<String>,
    #[serde(default)]
    pub(crate) shuffles: Vec<String>,
    #[serde(default)]
    pub(crate) play: Vec<String>,
    pub(crate) expect: Option<toml::Table>,
}

/// The terms of the hand. The names are those of the fields of a hand history.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HandSign {
    structure: Option<String>,
    small_bet: Option<Chips>,
    big_bet: Option<Chips>,
    small_rounds: Option<u8>,
    min_bet: Option<Chips>,
    max_bet: Option<Chips>,
    #[serde(default)]
    blinds: Vec<Chips>,
    antes: Option<Antes>,
    bring_in: Option<Chips>,
    chip: Option<Chips>,
    commission: Option<CommissionTable>,
    unit: Option<Chips>,
    straddles: Option<u8>,
}

/// The same for all, or one for each.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Antes {
    Each(Chips),
    List(Vec<Chips>),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommissionTable {
    percent: Option<String>,
    cap: Option<Chips>,
    per_hand: Option<Chips>,
    per_person: Option<Chips>,
}

impl RoomCase {
    /// Reads the text of a case file.
    ///
    /// # Errors
    /// What is wrong with the text, and on which line.
    pub fn read(text: &str) -> Result<RoomCase, CaseError> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            CaseError::new(format!("line {line}"), error.message())
        })
    }

    /// The game of the book.
    pub(crate) fn found<'b>(&self, book: &'b RoomBook) -> Result<&'b RoomGame, CaseError> {
        let deck = self.deck.unwrap_or(0);
        book.game(&self.game, deck).ok_or_else(|| {
            let with = if deck == 0 { String::new() } else { format!(" with {deck} cards") };
            CaseError::new("game", format!("{} has no game '{}'{with}", self.rulebook, self.game))
        })
    }

    /// The terms of the hand.
    pub(crate) fn terms(&self, game: &RoomGame) -> Result<Terms, CaseError> {
        let sign = &self.sign;
        let mut terms = Terms::plain(sign.structure(game)?);
        let players = self.stacks.len();
        if players > MOST || sign.blinds.len() > players {
            return Err(CaseError::new("stacks", format!("{players} stacks, and {} blinds", sign.blinds.len())));
        }
        terms.blinds[..sign.blinds.len()].copy_from_slice(&sign.blinds);
        match &sign.antes {
            None => {}
            Some(Antes::Each(ante)) => terms.antes[..players].fill(*ante),
            Some(Antes::List(list)) if list.len() == players => terms.antes[..players].copy_from_slice(list),
            Some(Antes::List(list)) => {
                return Err(CaseError::new("sign.antes", format!("{} for {players} players", list.len())));
            }
        }
        terms.bring_in = sign.bring_in.unwrap_or(0);
        if game.posts.value == Posts::AntesAndBringIn && sign.bring_in.is_none() {
            return Err(CaseError::new("sign", "bring_in is missing"));
        }
        terms.chip = sign.chip.unwrap_or(1).max(1);
        terms.unit = sign.unit.unwrap_or(0);
        terms.commission = sign.commission.as_ref().map_or(Ok(Commission::None), CommissionTable::made)?;
        let posted: Vec<Chips> = sign.blinds.iter().copied().filter(|blind| *blind > 0).collect();
        // A third blind that doubles the second is a straddle, as in a hand history.
        let doubled = matches!(posted[..], [_, second, third] if third == 2 * second);
        terms.straddles = sign.straddles.unwrap_or(u8::from(doubled));
        Ok(terms)
    }
}

impl HandSign {
    fn structure(&self, game: &RoomGame) -> Result<Structure, CaseError> {
        let need = |value: Option<Chips>, name: &str| {
            value.ok_or_else(|| CaseError::new("sign", format!("{name} is missing")))
        };
        if game.posts.value == Posts::Nothing {
            return Ok(Structure::NoLimit { least: 0 });
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
                let what = format!("'{other}' is none of fixed, spread, half-pot, pot, no-limit");
                return Err(CaseError::new("sign.structure", what));
            }
        })
    }
}

impl CommissionTable {
    fn made(&self) -> Result<Commission, CaseError> {
        let place = "sign.commission";
        Ok(match (&self.percent, self.per_hand, self.per_person) {
            (Some(percent), None, None) => {
                let ppm = ppm(percent).ok_or_else(|| {
                    CaseError::new(place, format!("'{percent}' is no percentage"))
                })?;
                Commission::Percentage { ppm, cap: self.cap.unwrap_or(Chips::MAX) }
            }
            (None, Some(fee), None) => Commission::PerHand(fee),
            (None, None, Some(fee)) => Commission::PerPerson(fee),
            _ => return Err(CaseError::new(place, "one of percent, per_hand, per_person")),
        })
    }
}

/// Per cent with up to four decimals, in millionths.
pub(crate) fn ppm(percent: &str) -> Option<u32> {
    let (whole, behind) = percent.split_once('.').unwrap_or((percent, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if behind.len() > 4 || !digits(whole) || !digits(behind) {
        return None;
    }
    let behind: u32 = format!("{behind:0<4}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(10_000)?.checked_add(behind)
}
