//! Cases of games between players: a hand line by line, each with what must follow.

mod deed;
mod file;
mod hand;
mod line;
mod look;

pub use file::RoomCase;
pub use line::Said;

use crate::Heard;
use crate::expect::{Difference, difference};
use crate::file::CaseError;
use hand::Playing;
use line::{Answer, Line, compare, same};
use rulebook::room::RoomBook;

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
        let wants = self.play.iter().any(|line| line.contains("=>"));
        if !wants && self.expect.as_ref().is_none_or(toml::Table::is_empty) {
            return Err(CaseError::new("expect", "there is nothing to compare with"));
        }
        let mut heard = Heard::default();
        let (_, differences) = self.run(book, &mut heard)?;
        Ok((differences, heard))
    }

    fn run(&self, book: &RoomBook, heard: &mut Heard) -> Result<(RoomRuling, Vec<Difference>), CaseError> {
        let mut playing = Playing::new(self, book)?;
        let mut differences = Vec::new();
        let mut lines = Vec::new();
        for (at, text) in self.play.iter().enumerate() {
            let line = Line::of(text);
            let place = format!("line {}, '{}'", at + 1, line.does);
            let answer = playing.line(&place, line.does);
            heard.add(&playing.heard);
            let answer = answer?;
            differences.extend(compare(&place, line.wants, &answer));
            lines.push(LineRuled::of(line.does, answer));
        }
        let expect = self.expect.clone().unwrap_or_default();
        let told = playing.finish(expect.get("due").and_then(toml::Value::as_str));
        heard.add(&playing.heard);
        lines.push(LineRuled { line: "the end".into(), said: told?, refused: false });
        for (key, value) in &expect {
            let found = playing.look("expect", key)?;
            let wanted = text(value);
            if !same(&found, &wanted) {
                differences.push(difference(key, &wanted, &found));
            }
        }
        let ruling = RoomRuling {
            lines,
            stacks: playing.hand.stacks().to_vec(),
            commission: playing.hand.commission(),
            due: room::in_words(playing.hand.due()),
        };
        Ok((ruling, differences))
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
