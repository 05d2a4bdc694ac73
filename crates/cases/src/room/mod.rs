//! Cases of games between players: a hand line by line, each with what must follow.

mod deed;
mod file;
mod form;
mod hand;
mod line;
mod look;
mod royal;
mod script;
mod sign;
mod table;

pub use file::RoomCase;
pub use form::{
    Form, PLAY as PLAY_LINES, ROYAL as JACKPOT_LINES, TABLE as TABLE_LINES, irregularities, poker_words,
};
pub use line::Said;

use crate::Heard;
use crate::expect::{Difference, difference};
use crate::file::CaseError;
use hand::Playing;
use line::{Answer, Line, compare, same};
use royal::Office;
use rulebook::room::RoomBook;
use script::Script;
use table::AtTable;
use toml::Spanned;

/// What a case is ruled to be: every line with what it led to.
#[derive(Clone, Debug)]
pub struct RoomRuling {
    /// In the order of the file.
    pub lines: Vec<LineRuled>,
    /// What each player has in the end; empty where there is no hand.
    pub stacks: Vec<i64>,
    /// What the house took.
    pub commission: i64,
    /// What is due in the end, in words.
    pub due: String,
}

/// A line and what it led to.
#[derive(Clone, Debug)]
pub struct LineRuled {
    /// What was done, without what must follow.
    pub line: String,
    /// What followed.
    pub said: Vec<Said>,
    /// Whether the rules said no.
    pub refused: bool,
}

impl RoomCase {
    /// Rules the case: what every line led to.
    ///
    /// # Errors
    /// If a line cannot be read, or is refused and the file does not want that.
    pub fn rule(&self, book: &RoomBook) -> Result<RoomRuling, CaseError> {
        let mut heard = Heard::default();
        let (ruling, differences) = self.run(book, &mut heard)?;
        match differences.into_iter().find(|difference| difference.found.starts_with("refused")) {
            Some(refused) => Err(CaseError::new(refused.place, refused.found)),
            None => Ok(ruling),
        }
    }

    /// Rules the case and compares with what it wants.
    ///
    /// # Errors
    /// If it cannot be ruled, or wants nothing.
    pub fn check(&self, book: &RoomBook) -> Result<(Vec<Difference>, Heard), CaseError> {
        let mut lines = self.play.iter().chain(&self.table).chain(&self.royal);
        let wants = lines.any(|line| line.get_ref().contains("=>"));
        if !wants && self.expect.as_ref().is_none_or(toml::Table::is_empty) {
            return Err(CaseError::new("expect", "there is nothing to compare with"));
        }
        let mut heard = Heard::default();
        let (_, differences) = self.run(book, &mut heard)?;
        Ok((differences, heard))
    }

    fn run(&self, book: &RoomBook, heard: &mut Heard) -> Result<(RoomRuling, Vec<Difference>), CaseError> {
        self.sign()?;
        self.has_use_for_all()?;
        let mut ruled = Ruled { case: self, lines: Vec::new(), differences: Vec::new() };
        if !self.table.is_empty() {
            let told = ruled.script(&mut AtTable::new(self, book), "table", &self.table, heard);
            told?;
        }
        if !self.royal.is_empty() {
            let told = ruled.script(&mut Office::new(self, book)?, "royal", &self.royal, heard);
            told?;
        }
        let mut ruling =
            RoomRuling { lines: Vec::new(), stacks: Vec::new(), commission: 0, due: String::new() };
        if !self.stacks.is_empty() {
            let mut playing = Playing::new(self, book)?;
            let told = ruled.script(&mut playing, "line", &self.play, heard);
            told?;
            let ended = self.end(&mut playing, &mut ruled);
            heard.add(playing.heard());
            ended?;
            ruling.stacks = playing.hand.stacks().to_vec();
            ruling.commission = playing.hand.commission();
            ruling.due = room::in_words(playing.hand.due());
        }
        ruling.lines = ruled.lines;
        Ok((ruling, ruled.differences))
    }

    /// What needs no decision any more, and what the file expects in the end.
    fn end(&self, playing: &mut Playing<'_>, ruled: &mut Ruled<'_>) -> Result<(), CaseError> {
        let expect = self.expect.clone().unwrap_or_default();
        let told = playing.finish(expect.get("due").and_then(toml::Value::as_str))?;
        ruled.lines.push(LineRuled { line: "the end".into(), said: told, refused: false });
        for (key, value) in &expect {
            let found = playing.look("expect", key)?;
            let wanted = text(value);
            if !same(&found, &wanted) {
                ruled.differences.push(difference(key, &wanted, &found));
            }
        }
        Ok(())
    }
}

/// What the lines led to so far.
struct Ruled<'c> {
    case: &'c RoomCase,
    lines: Vec<LineRuled>,
    differences: Vec<Difference>,
}

impl Ruled<'_> {
    fn script(
        &mut self,
        machine: &mut impl Script,
        name: &str,
        lines: &[Spanned<String>],
        heard: &mut Heard,
    ) -> Result<(), CaseError> {
        for (at, text) in lines.iter().enumerate() {
            let line = Line::of(text.get_ref());
            let place = format!("{name} {}, '{}'", at + 1, line.does);
            let answer = machine.line(&place, line.does);
            heard.add(machine.heard());
            let answer = answer.map_err(|error| {
                let place = format!("{} (line {} of the file)", error.place, self.case.line_of(text));
                CaseError { place, ..error }
            })?;
            self.differences.extend(compare(&place, line.wants, &answer));
            self.lines.push(LineRuled::of(line.does, answer));
        }
        Ok(())
    }
}

impl LineRuled {
    fn of(line: &str, answer: Answer) -> LineRuled {
        let (said, refused) = match answer {
            Answer::Done(said) => (said, false),
            Answer::Refused(said) => (vec![said], true),
            Answer::Seen(words) => (vec![Said { words, clause: String::new() }], false),
        };
        LineRuled { line: line.to_string(), said, refused }
    }
}

/// A value as a look says it: lists with spaces between.
fn text(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
