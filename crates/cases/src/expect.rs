//! What a case expects of its ruling, and where the ruling differs.

use crate::file::{CaseError, CaseFile};
use crate::irregularities::no_role;
use crate::ruling::{IrregularityLine, Ruling as Ruled, SeatRuling, WagerLine, WarningLine};
use crate::vocabulary::{OUTCOMES, RESULTS, WARNINGS, clause_of, word};
use money::{MicroCents, Money};
use rulebook::{BookText, DutyKind, Rulebook, Ruling, Variant};
use std::fmt;
use toml::Value;

/// A difference between what was expected and what was ruled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
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
struct ExpectedResult {
    result: String,
    paid: Option<Money>,
    returned: Option<Money>,
    clause: Option<String>,
}

/// Reads `RESULT [AMOUNT] [returned AMOUNT] [[CLAUSE]]`.
fn wanted(text: &str) -> Result<ExpectedResult, String> {
    let clause = clause_of(text)?.map(str::to_string);
    let head = text.split_once(" [").map_or(text, |(head, _)| head);
    let mut words = head.split(' ');
    let result = words.next().unwrap_or_default().to_string();
    if !RESULTS.contains(&result.as_str()) {
        return Err(format!("'{result}' is not a result; choose from none, {}", RESULTS.join(", ")));
    }
    let amount = |text: &str| {
        let parsed: Result<Money, _> = text.parse();
        parsed.map_err(|_| format!("'{text}' is neither an amount nor 'returned' with an amount"))
    };
    let (mut paid, mut returned) = (None, None);
    while let Some(word) = words.next() {
        let (place, text) = match word {
            "returned" => (&mut returned, words.next().unwrap_or_default()),
            text => (&mut paid, text),
        };
        if place.replace(amount(text)?).is_some() {
            return Err(format!("'{text}' is one amount too many"));
        }
    }
    Ok(ExpectedResult { result, paid, returned, clause })
}

/// Whether the book has such a clause.
pub(crate) fn clause_known(book: &BookText, place: &str, clause: &str) -> Result<(), CaseError> {
    match book.register.id(clause) {
        Some(_) => Ok(()),
        None => Err(CaseError::new(place, format!("{} has no clause {clause}", book.front.id))),
    }
}

impl CaseFile {
    /// Rules the case and compares with what it expects; a script is its own expectation.
    ///
    /// # Errors
    /// If the case cannot be ruled and does not expect that.
    pub fn check(&self, book: &Rulebook) -> Result<(Vec<Difference>, crate::CitedClauses), CaseError> {
        let mut heard = crate::CitedClauses::default();
        let expect = self.expect.as_ref().filter(|expect| !expect.is_empty());
        let text = |key: &str| expect.and_then(|expect| expect.get(key)).and_then(Value::as_str);
        let (refused, unreadable) = (text("refused"), text("unreadable"));
        if self.is_script() && unreadable.is_none() {
            return self.run_script(book, &mut heard).map(|ruled| (ruled.differences, heard));
        }
        let ruled = if self.is_script() {
            self.run_script(book, &mut heard).map(|_| None)
        } else {
            self.rule_hearing(book, &mut heard).map(Some)
        };
        // A clause refuses what a file says; without one it is the file that cannot be read.
        let differences = match (ruled, refused, unreadable) {
            (Err(error), _, Some(words)) if error.clause.is_none() && error.to_string().contains(words) => {
                Vec::new()
            }
            (Err(error), _, Some(words)) => vec![difference("unreadable", words, &error.to_string())],
            (Ok(_), _, Some(words)) => vec![difference("unreadable", words, "it was read")],
            (Err(error), Some(clause), None) if error.clause.as_deref() == Some(clause) => Vec::new(),
            (Err(error), Some(clause), None) if error.clause.is_some() => {
                vec![difference("refused", clause, &error.to_string())]
            }
            (Err(error), _, None) => return Err(error),
            (Ok(_), Some(clause), None) => vec![difference("refused", clause, "it was ruled")],
            (Ok(ruling), None, None) => {
                let (Some(expect), Some(ruling)) = (expect, ruling) else {
                    return Err(CaseError::new("expect", "there is nothing to compare with"));
                };
                let mut compare = Comparison { found: Vec::new() };
                compare.all(expect, &ruling);
                compare.found
            }
        };
        Ok((differences, heard))
    }

    /// Whether the words of the file are the book's, also those that it expects: roles, spots, seats, clauses.
    pub(crate) fn book_words_known(&self, book: &Rulebook, game: &Variant) -> Result<(), CaseError> {
        for (at, table) in self.irregularities.iter().enumerate() {
            let place = format!("irregularity {}", at + 1);
            if let Some(by) = table.by.as_deref().filter(|by| book.ladder.role(by).is_none()) {
                return Err(no_role(book, &place, by));
            }
            let steps: Vec<&str> =
                game.step.iter().map(|step| step.name.as_str()).filter(|name| !name.is_empty()).collect();
            if let Some(before) = table.before.as_deref().filter(|before| !steps.contains(before)) {
                let what = format!("{} has no decision '{before}'; it has {}", game.name, steps.join(", "));
                return Err(CaseError::new(place, what));
            }
            if let Some(card) = table.card.as_deref().filter(|card| card.ends_with("-street")) {
                let street = game.wager(card).is_some();
                if !street {
                    return Err(CaseError::new(place, format!("{} has no '{card}'", game.name)));
                }
            }
        }
        let Some(expect) = &self.expect else { return Ok(()) };
        Expected { case: self, book, game }.all(expect)
    }
}

/// All that a file can expect.
pub(crate) const KEYS: [&str; 8] =
    ["outcome", "seat", "jackpot", "dealer", "ruling", "duties", "refused", "unreadable"];

/// What a file expects, as far as it can be read.
struct Expected<'c> {
    case: &'c CaseFile,
    book: &'c Rulebook,
    game: &'c Variant,
}

impl Expected<'_> {
    fn all(&self, expect: &toml::Table) -> Result<(), CaseError> {
        for (key, value) in expect {
            let place = format!("expect.{key}");
            match (word("expect", "expect", key, &KEYS)?, value) {
                ("outcome", Value::String(outcome)) => {
                    word(&place, "outcome", outcome, &OUTCOMES)?;
                }
                ("seat", Value::Table(seats)) => {
                    seats.iter().try_for_each(|(number, lines)| self.seat(number, lines))?;
                }
                ("jackpot", Value::Table(jackpot)) => jackpot.iter().try_for_each(|(key, value)| {
                    word(&place, "jackpot", key, &METER)?;
                    let amount: Option<MicroCents> = value.as_str().and_then(|text| text.parse().ok());
                    amount.map(|_| ()).ok_or_else(|| unread(&place, value, "an amount of the meter"))
                })?,
                ("dealer", Value::Table(dealer)) => dealer.iter().try_for_each(|(key, value)| {
                    word(&place, "dealer", key, &["qualifies"])?;
                    value.as_bool().map(|_| ()).ok_or_else(|| unread(&place, value, "true or false"))
                })?,
                ("ruling" | "duties", Value::String(_) | Value::Array(_)) => {
                    let duties: Vec<&str> = DutyKind::ALL.iter().map(|duty| duty.word()).collect();
                    let rulings: Vec<&str> = Ruling::ALL.iter().map(|ruling| ruling.word()).collect();
                    self.list(&place, value, if key == "duties" { &duties } else { &rulings })?;
                }
                ("refused", Value::String(clause)) => clause_known(self.book, &place, clause)?,
                ("unreadable", Value::String(_)) => {}
                _ => return Err(unread(&place, value, "something else")),
            }
        }
        let alone = expect.contains_key("refused") || expect.contains_key("unreadable");
        if alone && expect.len() > 1 {
            Err(CaseError::new("expect", "a refused case has nothing else to compare"))
        } else {
            Ok(())
        }
    }

    fn seat(&self, number: &str, lines: &Value) -> Result<(), CaseError> {
        let place = format!("expect.seat.{number}");
        if !self.case.seat.iter().any(|seat| seat.number.to_string() == number) {
            return Err(CaseError::new(place, "the file has no such seat"));
        }
        let Value::Table(lines) = lines else { return Err(unread(&place, lines, "the seat's lines")) };
        for (on, value) in lines {
            let place = format!("{place}.{on}");
            if !matches!(on.as_str(), "warned" | "net") && self.game.wager(on).is_none() {
                let spots: Vec<&str> = self.game.wager.iter().map(|wager| wager.on.as_str()).collect();
                let what = format!("{} has {}, net and warned", self.game.name, spots.join(", "));
                return Err(CaseError::new(place, what));
            }
            match (on.as_str(), value) {
                ("warned", Value::String(text)) if text == "none" => {}
                ("warned", _) => self.warnings(&place, value)?,
                ("net", Value::String(text)) => {
                    let net: Result<Money, _> = text.strip_prefix('-').unwrap_or(text).parse();
                    net.map_err(|_| unread(&place, value, "an amount of money"))?;
                }
                (_, Value::String(text)) => {
                    if text != "none" {
                        let line = wanted(text).map_err(|what| CaseError::new(&place, what))?;
                        line.clause.map_or(Ok(()), |clause| clause_known(self.book, &place, &clause))?;
                    }
                }
                _ => return Err(unread(&place, value, "a text")),
            }
        }
        Ok(())
    }

    /// `WORD [AMOUNT] [CLAUSE]`, one or several.
    fn warnings(&self, place: &str, value: &Value) -> Result<(), CaseError> {
        let texts = texts(value).ok_or_else(|| unread(place, value, "texts"))?;
        let without: Vec<Value> = texts.iter().map(|text| Value::from(amount_of(text).1)).collect();
        self.list(place, &Value::Array(without), &WARNINGS)?;
        for amount in texts.iter().filter_map(|text| amount_of(text).0) {
            let amount = amount.trim_end_matches(" or more");
            for part in amount.split(" to ").flat_map(|part| part.split(" or ")) {
                crate::file::money(place, part)?;
            }
        }
        Ok(())
    }

    /// `WORD [CLAUSE]`, one or several.
    fn list(&self, place: &str, value: &Value, words: &[&str]) -> Result<(), CaseError> {
        for text in texts(value).ok_or_else(|| unread(place, value, "texts"))? {
            let head = text.split_once(" [").map_or(text, |(head, _)| head);
            let clause = clause_of(text).map_err(|what| CaseError::new(place, what))?;
            word(place, "it", head, words)?;
            clause.map_or(Ok(()), |clause| clause_known(self.book, place, clause))?;
        }
        Ok(())
    }
}

/// The values of a meter that a case may compare.
const METER: [&str; 6] = ["before", "contributed", "paid", "reseeded", "house", "after"];

fn unread(place: &str, found: &Value, wanted: &str) -> CaseError {
    CaseError::new(place, format!("{found} cannot be read; expected {wanted}"))
}

/// One text, or a list of them.
fn texts(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(text) => Some(vec![text]),
        Value::Array(list) => list.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

pub(crate) fn difference(place: &str, expected: &str, found: &str) -> Difference {
    Difference { place: place.into(), expected: expected.into(), found: found.into() }
}

struct Comparison {
    found: Vec<Difference>,
}

impl Comparison {
    fn same(&mut self, place: &str, expected: &str, found: &str) {
        if expected != found {
            self.found.push(difference(place, expected, found));
        }
    }

    fn all(&mut self, expect: &toml::Table, ruling: &Ruled) {
        for (key, value) in expect {
            match (key.as_str(), value) {
                ("outcome", Value::String(outcome)) => self.same("outcome", outcome, ruling.outcome),
                ("seat", Value::Table(seats)) => self.seats(seats, ruling),
                ("jackpot", Value::Table(jackpot)) => self.jackpot(jackpot, ruling),
                ("dealer", Value::Table(dealer)) => self.dealer(dealer, ruling),
                ("ruling", value) => self.rulings(&texts(value).unwrap_or_default(), ruling),
                ("duties", value) => self.duties(&texts(value).unwrap_or_default(), ruling),
                _ => self.found.push(difference(
                    &format!("expect.{key}"),
                    "something to compare",
                    "an unknown key",
                )),
            }
        }
    }

    fn seats(&mut self, seats: &toml::Table, ruling: &Ruled) {
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
            if on == "warned" {
                self.warned(&place, text, seat);
                continue;
            }
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

    fn line(&mut self, place: &str, text: &str, line: &WagerLine) {
        let wanted = match wanted(text) {
            Ok(wanted) => wanted,
            Err(what) => return self.found.push(difference(place, "a line that can be read", &what)),
        };
        let settled = &line.settled;
        let differs = wanted.result != settled.result.word()
            || wanted.paid.is_some_and(|paid| paid != settled.paid)
            || wanted.returned.is_some_and(|returned| returned != settled.returned)
            || wanted.clause.is_some_and(|clause| clause != line.clause);
        if differs {
            let word = settled.result.word();
            let found = format!("{word} {} returned {} [{}]", settled.paid, settled.returned, line.clause);
            self.found.push(difference(place, text, &found));
        }
    }

    fn jackpot(&mut self, expected: &toml::Table, ruling: &Ruled) {
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
                self.found.push(difference(&place, text, &crate::table_and_meter::dollars(amount)));
            }
        }
    }

    fn dealer(&mut self, expected: &toml::Table, ruling: &Ruled) {
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

    /// Words and their clauses in order; a clause that is left out is not compared.
    fn in_order(&mut self, place: &str, expected: &[&str], found: &[(String, String)]) {
        let same = expected.len() == found.len()
            && expected.iter().zip(found).all(|(text, (word, clause))| match text.split_once(" [") {
                Some((head, wanted)) => head == word && wanted.strip_suffix(']') == Some(clause),
                None => text == word,
            });
        if !same {
            let found: Vec<String> =
                found.iter().map(|(word, clause)| format!("{word} [{clause}]")).collect();
            let none = |list: String| if list.is_empty() { "none".to_string() } else { list };
            self.found.push(difference(place, &none(expected.join(", ")), &none(found.join(", "))));
        }
    }

    fn rulings(&mut self, expected: &[&str], ruling: &Ruled) {
        let of = |line: &IrregularityLine| (line.ruling.clone(), line.clause.clone());
        let found: Vec<(String, String)> = ruling.irregularities.iter().map(of).collect();
        // What is left out at the end is not compared.
        let compared = expected.len().min(found.len());
        self.in_order("ruling", expected, &found[..compared]);
    }

    fn duties(&mut self, expected: &[&str], ruling: &Ruled) {
        let lines = ruling.irregularities.iter();
        let found: Vec<(String, String)> = lines.flat_map(|line| &line.duties).cloned().collect();
        self.in_order("duties", expected, &found);
    }

    fn warned(&mut self, place: &str, expected: &Value, seat: &SeatRuling) {
        let expected = texts(expected).unwrap_or_default();
        let expected = if expected == ["none"] { Vec::new() } else { expected };
        // The right amount is compared where the file has it.
        let said = |(at, warned): (usize, &WarningLine)| {
            let asked = expected.get(at).is_some_and(|text| amount_of(text).0.is_some());
            let amount = warned.right.as_ref().filter(|_| asked).map(|(_, right)| format!(" {right}"));
            (format!("{}{}", warned.of, amount.unwrap_or_default()), warned.clause.clone())
        };
        let found: Vec<(String, String)> = seat.warned.iter().enumerate().map(said).collect();
        self.in_order(place, &expected, &found);
    }
}

/// The amount behind the word of a warning, and the text without it.
fn amount_of(text: &str) -> (Option<&str>, String) {
    let (head, clause) = text.split_once(" [").map_or((text, ""), |(head, _)| (head, &text[head.len()..]));
    match head.split_once(' ') {
        Some((word, amount)) => (Some(amount), format!("{word}{clause}")),
        None => (None, text.to_string()),
    }
}
