//! What a case expects of its ruling, and where the ruling differs.

use crate::file::{CaseError, CaseFile};
use crate::ruling::{Line, Ruling, SeatRuling};
use money::Money;
use rulebook::Rulebook;
use std::fmt;
use toml::Value;

/// A difference between what was expected and what was ruled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where: "seat.1.ante".
    pub place: String,
    /// What the file expects.
    pub expected: String,
    /// What the ruling says.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.place, self.expected, self.found)
    }
}

/// A line of an expectation.
struct Wanted {
    result: String,
    paid: Option<Money>,
    returned: Option<Money>,
    clause: Option<String>,
}

/// Reads `RESULT [AMOUNT] [returned AMOUNT] [[CLAUSE]]`.
fn wanted(text: &str) -> Option<Wanted> {
    let (head, clause) = match text.split_once(" [") {
        Some((head, clause)) => (head, Some(clause.strip_suffix(']')?.to_string())),
        None => (text, None),
    };
    let mut words = head.split(' ');
    let result = words.next()?.to_string();
    let (mut paid, mut returned) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "returned" => returned = Some(words.next()?.parse().ok()?),
            amount => paid = Some(amount.parse().ok()?),
        }
    }
    Some(Wanted { result, paid, returned, clause })
}

impl CaseFile {
    /// Rules the case and compares with what it expects; a script is its own expectation.
    ///
    /// # Errors
    /// If the case cannot be ruled and does not expect that.
    pub fn check(&self, book: &Rulebook) -> Result<(Vec<Difference>, crate::Heard), CaseError> {
        if !self.step.is_empty() {
            return self.run_script(book);
        }
        let Some(expect) = self.expect.as_ref().filter(|expect| !expect.is_empty()) else {
            return Err(CaseError::new("expect", "there is nothing to compare with"));
        };
        if expect.contains_key("refused") && (expect.len() > 1 || !expect["refused"].is_str()) {
            return Err(CaseError::new(
                "expect",
                "a refused case has nothing else to compare: refused = \"CLAUSE\"",
            ));
        }
        let mut heard = crate::Heard::default();
        let ruled = self.rule_hearing(book, &mut heard);
        let refused = expect.get("refused").and_then(Value::as_str);
        match (ruled, refused) {
            (Ok(ruling), None) => {
                let mut compare = Compare { found: Vec::new() };
                compare.all(expect, &ruling);
                Ok((compare.found, heard))
            }
            (Err(error), None) => Err(error),
            (Ok(_), Some(clause)) => Ok((vec![difference("refused", clause, "it was ruled")], heard)),
            (Err(error), Some(clause)) => {
                let by = error.clause.clone().unwrap_or_default();
                let same = by == clause;
                let found = format!("{error}");
                Ok((if same { Vec::new() } else { vec![difference("refused", clause, &found)] }, heard))
            }
        }
    }
}

pub(crate) fn difference(place: &str, expected: &str, found: &str) -> Difference {
    Difference { place: place.into(), expected: expected.into(), found: found.into() }
}

struct Compare {
    found: Vec<Difference>,
}

impl Compare {
    fn same(&mut self, place: &str, expected: &str, found: &str) {
        if expected != found {
            self.found.push(difference(place, expected, found));
        }
    }

    fn all(&mut self, expect: &toml::Table, ruling: &Ruling) {
        for (key, value) in expect {
            match (key.as_str(), value) {
                ("outcome", Value::String(outcome)) => self.same("outcome", outcome, ruling.outcome),
                ("seat", Value::Table(seats)) => self.seats(seats, ruling),
                ("jackpot", Value::Table(jackpot)) => self.jackpot(jackpot, ruling),
                ("dealer", Value::Table(dealer)) => self.dealer(dealer, ruling),
                ("ruling", Value::String(text)) => self.rulings(std::slice::from_ref(text), ruling),
                ("ruling", Value::Array(list)) => {
                    let list: Vec<String> =
                        list.iter().filter_map(Value::as_str).map(str::to_string).collect();
                    self.rulings(&list, ruling);
                }
                ("duties", Value::Array(list)) => self.duties(list, ruling),
                _ => self.found.push(difference(
                    &format!("expect.{key}"),
                    "something to compare",
                    "an unknown key",
                )),
            }
        }
    }

    fn seats(&mut self, seats: &toml::Table, ruling: &Ruling) {
        for (number, lines) in seats {
            let seat = ruling.seats.iter().find(|seat| seat.seat.to_string() == *number);
            match (seat, lines) {
                (Some(seat), Value::Table(lines)) => self.lines(seat, lines),
                _ => self.found.push(difference(&format!("seat.{number}"), "a seat of the case", "none")),
            }
        }
    }

    fn lines(&mut self, seat: &SeatRuling, lines: &toml::Table) {
        for (on, text) in lines {
            let place = format!("seat.{}.{on}", seat.seat);
            let Some(text) = text.as_str() else {
                self.found.push(difference(&place, "a text", "something else"));
                continue;
            };
            let line = seat.lines.iter().find(|line| line.on == *on);
            match (on.as_str(), text, line) {
                ("net", _, _) if text.parse() == Ok(seat.net) => {}
                ("net", _, _) => self.same(&place, text, &seat.net.to_string()),
                (_, "none", None) => {}
                (_, _, None) => self.found.push(difference(&place, text, "no such line")),
                (_, _, Some(line)) => self.line(&place, text, line),
            }
        }
    }

    fn line(&mut self, place: &str, text: &str, line: &Line) {
        let Some(wanted) = wanted(text) else {
            self.found.push(difference(place, "a line that can be read", text));
            return;
        };
        let differs = wanted.result != line.result
            || wanted.paid.is_some_and(|paid| paid != line.paid)
            || wanted.returned.is_some_and(|returned| returned != line.returned)
            || wanted.clause.is_some_and(|clause| clause != line.clause);
        if differs {
            let found = format!("{} {} returned {} [{}]", line.result, line.paid, line.returned, line.clause);
            self.found.push(difference(place, text, &found));
        }
    }

    fn jackpot(&mut self, expected: &toml::Table, ruling: &Ruling) {
        let Some(found) = &ruling.jackpot else {
            self.found.push(difference("jackpot", "a meter", "none"));
            return;
        };
        for (key, value) in expected {
            let place = format!("jackpot.{key}");
            let amount = match key.as_str() {
                "before" => found.before,
                "contributed" => found.contributed,
                "paid" => found.paid,
                "reseeded" => found.reseeded,
                "house" => found.house,
                "after" => found.after,
                _ => {
                    self.found.push(difference(&place, "a value of the meter", "an unknown key"));
                    continue;
                }
            };
            let text = value.as_str().unwrap_or_default();
            if text.parse() != Ok(amount) {
                self.found.push(difference(&place, text, &crate::house::dollars(amount)));
            }
        }
    }

    fn dealer(&mut self, expected: &toml::Table, ruling: &Ruling) {
        for (key, value) in expected {
            match (key.as_str(), value, &ruling.dealer) {
                ("qualifies", Value::Boolean(wanted), Some(dealer)) if *wanted == dealer.qualifies => {}
                ("qualifies", Value::Boolean(wanted), Some(dealer)) => {
                    self.same("dealer.qualifies", &wanted.to_string(), &dealer.qualifies.to_string());
                }
                ("qualifies", _, None) => {
                    self.found.push(difference("dealer.qualifies", "a dealer's hand", "none"))
                }
                _ => {
                    let place = format!("dealer.{key}");
                    self.found.push(difference(&place, "qualifies = true or false", "something else"));
                }
            }
        }
    }

    fn rulings(&mut self, expected: &[String], ruling: &Ruling) {
        for (at, text) in expected.iter().enumerate() {
            let place = format!("ruling {}", at + 1);
            let Some(found) = ruling.irregularities.get(at) else {
                self.found.push(difference(&place, text, "none"));
                continue;
            };
            let (word, clause) = match text.split_once(" [") {
                Some((word, clause)) => (word, clause.strip_suffix(']')),
                None => (text.as_str(), None),
            };
            if word != found.ruling || clause.is_some_and(|clause| clause != found.clause) {
                self.same(&place, text, &format!("{} [{}]", found.ruling, found.clause));
            }
        }
    }

    fn duties(&mut self, expected: &[Value], ruling: &Ruling) {
        let found: Vec<String> = ruling
            .irregularities
            .iter()
            .flat_map(|line| &line.duties)
            .map(|(duty, clause)| format!("{duty} [{clause}]"))
            .collect();
        let expected: Vec<&str> = expected.iter().filter_map(Value::as_str).collect();
        self.same("duties", &expected.join(", "), &found.join(", "));
    }
}
