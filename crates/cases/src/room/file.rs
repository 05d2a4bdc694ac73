//! What a case of games between players says, as it is written.

use super::script::Facts;
use super::sign::{Antes, CaseSign, CommissionTable};
use crate::file::CaseError;
use room::table::{Lineup, Sign};
use room::{ChipAmount, Commission, MOST, Terms};
use rulebook::room::{Posts, RoomBook, RoomGame};
use serde::Deserialize;
use toml::Spanned;

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
    pub(crate) sign: toml::Table,
    #[serde(default)]
    pub(crate) stacks: Vec<ChipAmount>,
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
    pub(crate) play: Vec<Spanned<String>>,
    /// Seats of the table, for what happens between hands.
    pub(crate) seats: Option<usize>,
    #[serde(default)]
    pub(crate) table: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) royal: Vec<Spanned<String>>,
    pub(crate) expect: Option<toml::Table>,
    /// Where the lines of the file end.
    #[serde(skip)]
    ends: Vec<usize>,
    /// The terms of a hand that began at the table of the file.
    #[serde(skip)]
    began: Option<Terms>,
}

impl RoomCase {
    /// Reads the text of a case file.
    ///
    /// # Errors
    /// What is wrong with the text, and on which line.
    pub fn read(text: &str) -> Result<RoomCase, CaseError> {
        let read: Result<RoomCase, _> = toml::from_str(text);
        let mut case = read.map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            CaseError::new(format!("line {line}"), error.message())
        })?;
        case.ends = text.match_indices('\n').map(|(at, _)| at).collect();
        Ok(case)
    }

    /// The line of the file on which a line of a script stands.
    pub(crate) fn line_of(&self, text: &Spanned<String>) -> usize {
        self.ends.partition_point(|end| *end < text.span().start) + 1
    }

    /// The first key that is of a hand.
    pub(crate) fn of_a_hand(&self) -> Option<&'static str> {
        let hand = [
            ("play", !self.play.is_empty()),
            ("expect", self.expect.is_some()),
            ("cards", !self.cards.is_empty()),
            ("board", !self.board.is_empty()),
            ("kitty", !self.kitty.is_empty()),
            ("community", !self.community.is_empty()),
            ("stub", self.stub.is_some()),
            ("shuffles", !self.shuffles.is_empty()),
        ];
        hand.into_iter().find(|(_, is)| *is).map(|(key, _)| key)
    }

    /// The case with the hand that is under way at its table: who plays there, with what, and what each has to post.
    ///
    /// # Errors
    /// If no hand is.
    pub(crate) fn dealt(&self, table: Option<(&Lineup, &Sign)>) -> Result<RoomCase, CaseError> {
        let Some((lineup, sign)) = table else {
            let key = self.of_a_hand().unwrap_or("play");
            return Err(CaseError::new("stacks", format!("a hand needs players, and '{key}' is for a hand")));
        };
        Ok(RoomCase {
            game: sign.game.clone(),
            deck: Some(usize::from(sign.deck)),
            stacks: lineup.stacks.clone(),
            began: Some(lineup.terms),
            ..self.clone()
        })
    }

    /// Whatever belongs to a hand needs one, and seats need a table.
    pub(crate) fn has_use_for_all(&self) -> Result<(), CaseError> {
        if self.of_a_hand().is_some() && self.stacks.is_empty() && self.table.is_empty() {
            self.dealt(None)?;
        }
        if self.seats.is_some() && self.table.is_empty() {
            Err(CaseError::new("seats", "'seats' is for a table, and the file has no table"))
        } else {
            Ok(())
        }
    }

    /// The game of the book.
    pub(crate) fn found<'b>(&self, book: &'b RoomBook) -> Result<&'b RoomGame, CaseError> {
        let deck = self.deck.unwrap_or(0);
        book.game(&self.game, deck).ok_or_else(|| {
            let with = if deck == 0 { String::new() } else { format!(" with {deck} cards") };
            CaseError::new("game", format!("{} has no game '{}'{with}", self.rulebook, self.game))
        })
    }

    /// What the sign says.
    pub(crate) fn sign(&self) -> Result<CaseSign, CaseError> {
        CaseSign::deserialize(self.sign.clone()).map_err(|error| CaseError::new("sign", error.message()))
    }

    /// The case with another sign: `blinds=[10,20]` as in the file, without spaces.
    pub(crate) fn with(&self, facts: &Facts<'_>) -> Result<RoomCase, CaseError> {
        let mut case = self.clone();
        for (name, value) in facts.pairs() {
            if name == "game" {
                case.game = value.to_string();
                continue;
            }
            let read: Result<toml::Table, _> = toml::from_str(&format!("{name} = {value}"));
            let read =
                read.map_err(|error| CaseError::new("sign", format!("{name}={value}: {}", error.message())))?;
            match read.get("deck").and_then(toml::Value::as_integer) {
                Some(deck) => case.deck = usize::try_from(deck).ok(),
                None => case.sign.extend(read),
            }
        }
        Ok(case)
    }

    /// The terms of the hand.
    pub(crate) fn terms(&self, game: &RoomGame) -> Result<Terms, CaseError> {
        self.began.map_or_else(|| self.terms_for(game, Some(self.stacks.len())), Ok)
    }

    /// The terms of so many players; for a sign, as many as there can be.
    pub(crate) fn terms_for(&self, game: &RoomGame, players: Option<usize>) -> Result<Terms, CaseError> {
        let sign = &self.sign()?;
        let mut terms = Terms::plain(sign.structure(game)?);
        let players = players.unwrap_or(MOST);
        if sign.blinds.len() > players {
            let what = format!("{} blinds for {players} players", sign.blinds.len());
            return Err(CaseError::new("sign.blinds", what));
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
        terms.chip = sign.chip.unwrap_or(1);
        terms.unit = sign.unit.unwrap_or(0);
        terms.commission = sign.commission.as_ref().map_or(Ok(Commission::None), CommissionTable::made)?;
        terms.straddles =
            sign.straddles.unwrap_or_else(|| Terms::straddles_among(&sign.blinds, terms.structure.least()));
        Ok(terms)
    }
}
