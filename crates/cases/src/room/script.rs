//! Scripts of the other machines: lines of words and facts.

use super::line::Answer;
use crate::CitedClauses;
use crate::file::CaseError;

/// A machine that is told lines.
pub(crate) trait Script {
    fn line(&mut self, place: &str, text: &str) -> Result<Answer, CaseError>;
    /// What it has cited.
    fn heard(&self) -> &CitedClauses;
}

/// A line in words, and in facts: `name=value`.
pub(crate) struct Facts<'a> {
    words: Vec<&'a str>,
    facts: Vec<(&'a str, &'a str)>,
}

impl<'a> Facts<'a> {
    pub(crate) fn of(text: &'a str) -> Facts<'a> {
        let mut read = Facts { words: Vec::new(), facts: Vec::new() };
        for word in text.split_whitespace() {
            match word.split_once('=') {
                Some(fact) => read.facts.push(fact),
                None => read.words.push(word),
            }
        }
        read
    }

    pub(crate) fn words(&self) -> &[&'a str] {
        &self.words
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The names of its facts.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.facts.iter().map(|(name, _)| *name)
    }

    /// All facts but who and when.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.facts.iter().copied().filter(|(name, _)| !matches!(*name, "by" | "at"))
    }
}

/// The time that a line is told at, which is never before the time of the line above it.
pub(crate) fn clock(place: &str, now: u64, facts: &Facts<'_>) -> Result<u64, CaseError> {
    let Some(text) = facts.get("at") else { return Ok(now) };
    let at = moment(place, text)?;
    if at < now {
        return Err(CaseError::new(place, format!("'at={text}' is before the time of the line above")));
    }
    Ok(at)
}

/// Seconds, `20:00` or `21:00:05`.
pub(crate) fn moment(place: &str, text: &str) -> Result<u64, CaseError> {
    let mut all = 0u64;
    for part in text.split(':') {
        let part: u64 = part
            .parse()
            .map_err(|_| CaseError::new(place, format!("'{text}' is not a time such as 20:00")))?;
        all = all.saturating_mul(60).saturating_add(part);
    }
    Ok(all)
}
