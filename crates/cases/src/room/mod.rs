//! Cases of games between players: a hand line by line, each with what must follow.

mod file;
mod form;
mod hand;
mod hand_line;
mod line;
mod look;
mod royal;
mod script;
mod sign;
mod table;

pub use file::RoomCase;
pub use form::{
    LineForm, PLAY as PLAY_LINES, ROYAL as JACKPOT_LINES, TABLE as TABLE_LINES, irregularities, poker_words,
};
pub use line::CitedWords;

use crate::CitedClauses;
use crate::expect::{Difference, difference};
use crate::file::CaseError;
use hand::HandScript;
use line::{Answer, ScriptLine, compare, same};
use royal::RoyalScript;
use rulebook::room::RoomBook;
use script::Script;
use std::borrow::Cow;
use table::TableScript;
use toml::Spanned;

/// What a case is ruled to be: every line with what it led to.
#[derive(Clone, Debug, Default)]
pub struct RoomRuling {
    /// In the order of the file.
    pub lines: Vec<LineRuling>,
    /// What each player has in the end; empty where there is no hand.
    pub stacks: Vec<i64>,
    /// What the house took.
    pub commission: i64,
    /// What is due in the end, in words.
    pub due: String,
}

/// A line and what it led to.
#[derive(Clone, Debug)]
pub struct LineRuling {
    /// Which line: "line 3" of a hand, "table 3", "royal 3"; "the end" behind the last one.
    pub place: String,
    /// The line of the file on which it stands; none for the end.
    pub file_line: Option<usize>,
    /// What was done, without what must follow.
    pub line: String,
    pub said: Vec<CitedWords>,
    /// Whether the rules said no.
    pub refused: bool,
}

impl RoomCase {
    /// Rules the case: what every line led to.
    ///
    /// # Errors
    /// If a line cannot be read, or is refused and the file does not want that.
    pub fn rule(&self, book: &RoomBook) -> Result<RoomRuling, CaseError> {
        let (ruling, refusals) = self.rule_so_far(book)?;
        refusals.into_iter().next().map_or(Ok(ruling), Err)
    }

    /// Rules the case as far as it goes: what every line led to, and the refusals that the file does not want, each with
    /// its place and its clause. A refused line changes nothing, and the lines behind it are told as before.
    ///
    /// # Errors
    /// If a line cannot be read, and none was refused before it.
    pub fn rule_so_far(&self, book: &RoomBook) -> Result<(RoomRuling, Vec<CaseError>), CaseError> {
        let mut ruled = CaseProgress::of(self);
        let mut ruling = RoomRuling::default();
        let run = self.run(book, &mut CitedClauses::default(), (&mut ruling, &mut ruled));
        let mut refusals = ruled.refusals;
        match run {
            Ok(()) => {}
            // Something is left to tell: the error stands beside it.
            Err(error) if !ruled.lines.is_empty() && (error.clause.is_some() || !refusals.is_empty()) => {
                refusals.push(error);
            }
            Err(error) => return Err(error),
        }
        ruling.lines = ruled.lines;
        Ok((ruling, refusals))
    }

    /// Rules the case and compares with what it wants.
    ///
    /// # Errors
    /// If it cannot be ruled, or wants nothing.
    pub fn check(&self, book: &RoomBook) -> Result<(Vec<Difference>, CitedClauses), CaseError> {
        let mut lines = self.play.iter().chain(&self.table).chain(&self.royal);
        let wants = lines.any(|line| line.get_ref().contains("=>"));
        if !wants && self.expect.as_ref().is_none_or(toml::Table::is_empty) {
            return Err(CaseError::new("expect", "there is nothing to compare with"));
        }
        let (mut heard, mut ruled) = (CitedClauses::default(), CaseProgress::of(self));
        self.run(book, &mut heard, (&mut RoomRuling::default(), &mut ruled))?;
        Ok((ruled.differences, heard))
    }

    fn run(
        &self,
        book: &RoomBook,
        heard: &mut CitedClauses,
        (ruling, ruled): (&mut RoomRuling, &mut CaseProgress<'_>),
    ) -> Result<(), CaseError> {
        self.sign()?;
        self.has_use_for_all()?;
        let mut case = Cow::Borrowed(self);
        if !self.table.is_empty() {
            let mut table = TableScript::new(self, book);
            ruled.script(&mut table, "table", &self.table, heard)?;
            // A hand without stacks of its own is the one that has begun there.
            if self.stacks.is_empty() && self.of_a_hand().is_some() {
                case = Cow::Owned(self.dealt(table.dealt())?);
            }
        }
        if !self.royal.is_empty() {
            ruled.script(&mut RoyalScript::new(self, book)?, "royal", &self.royal, heard)?;
        }
        if !case.stacks.is_empty() {
            let mut playing = HandScript::new(&case, book)?;
            let told = ruled.script(&mut playing, "line", &self.play, heard);
            let ended = told.and_then(|()| self.end(&mut playing, ruled));
            heard.add(playing.heard());
            ruling.stacks = playing.hand.stacks().to_vec();
            ruling.commission = playing.hand.commission();
            ruling.due = room::in_words(playing.hand.due());
            ended?;
        }
        Ok(())
    }

    /// What needs no decision any more, and what the file expects in the end.
    fn end(&self, playing: &mut HandScript<'_>, ruled: &mut CaseProgress<'_>) -> Result<(), CaseError> {
        let expect = self.expect.clone().unwrap_or_default();
        let told = playing.finish(expect.get("due").and_then(toml::Value::as_str))?;
        ruled.lines.push(LineRuling {
            place: "the end".into(),
            file_line: None,
            line: "the end".into(),
            said: told,
            refused: false,
        });
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
struct CaseProgress<'c> {
    case: &'c RoomCase,
    lines: Vec<LineRuling>,
    differences: Vec<Difference>,
    /// Refusals that the file does not want.
    refusals: Vec<CaseError>,
}

impl CaseProgress<'_> {
    fn of(case: &RoomCase) -> CaseProgress<'_> {
        CaseProgress { case, lines: Vec::new(), differences: Vec::new(), refusals: Vec::new() }
    }

    fn script(
        &mut self,
        machine: &mut impl Script,
        name: &str,
        lines: &[Spanned<String>],
        heard: &mut CitedClauses,
    ) -> Result<(), CaseError> {
        for (at, text) in lines.iter().enumerate() {
            let line = ScriptLine::of(text.get_ref());
            let (which, file_line) = (format!("{name} {}", at + 1), self.case.line_of(text));
            let place = format!("{which}, '{}'", line.does);
            let answer = machine.line(&place, line.does);
            heard.add(machine.heard());
            let answer = answer.map_err(|error| {
                let place = format!("{} (line {file_line} of the file)", error.place);
                CaseError { place, ..error }
            })?;
            let differs = compare(&place, line.wants, &answer);
            if let (Answer::Refused(said), false) = (&answer, differs.is_empty()) {
                let place = format!("{place} (line {file_line} of the file)");
                let error = CaseError::new(place, format!("refused: {}", said.words));
                self.refusals.push(error.by(&said.clause));
            }
            self.differences.extend(differs);
            self.lines.push(LineRuling::of((which, file_line), line.does, answer));
        }
        Ok(())
    }
}

impl LineRuling {
    fn of((place, file_line): (String, usize), line: &str, answer: Answer) -> LineRuling {
        let (said, refused) = match answer {
            Answer::Done(said) => (said, false),
            Answer::Refused(said) => (vec![said], true),
            Answer::Seen(words) => (vec![CitedWords { words, clause: String::new() }], false),
        };
        LineRuling { place, file_line: Some(file_line), line: line.to_string(), said, refused }
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
