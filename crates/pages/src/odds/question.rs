//! A what-if as an address holds it: `?pay=bet.royal-flush=100&qualifies=pair`. A form sends the same with a field for
//! each line.

use crate::layout::encode;
use engine::{Method, Sign};
use odds::what_if::{self, DEFAULT_MULTIPLES, Refused, Signs, WhatIf};
use rulebook::{Increment, Rulebook};
use server::problem::Problem;
use server::texts::{fill, t};

/// The longest query that is read: a form with every line of the largest game takes a third of it.
const LONGEST: usize = 8 << 10;
/// The most parts of one.
const MOST_PARTS: usize = 200;
/// The longest value of one.
const LONGEST_VALUE: usize = 120;

/// A question, as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OddsQuestion {
    pub(super) what_if: WhatIf,
    /// Only the result, for a page that is already there.
    pub(super) part: bool,
    /// Best play too, in JSON.
    pub(super) strategy: bool,
    /// It came from a form: with a field for every line, changed or not.
    pub(super) form: bool,
}

impl OddsQuestion {
    /// Reads a query.
    pub(super) fn read(query: Option<&str>) -> Result<OddsQuestion, Problem> {
        let query = query.unwrap_or_default();
        if query.len() > LONGEST {
            return Err(Problem::bad_request(t("odds.too-long")).next(t("odds.too-long-next")));
        }
        let mut question = OddsQuestion::default();
        let mut multiples: Vec<String> = Vec::new();
        let mut jackpot: Vec<String> = Vec::new();
        let mut method = None;
        for (at, part) in query.split('&').filter(|part| !part.is_empty()).enumerate() {
            if at >= MOST_PARTS {
                return Err(Problem::bad_request(t("odds.too-many")).next(t("odds.too-long-next")));
            }
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let (key, value) = (decoded(key)?, decoded(value)?);
            let value = value.trim();
            if value.chars().count() > LONGEST_VALUE {
                return Err(Problem::bad_request(fill("odds.value-too-long", &[("key", &short(&key))])));
            }
            question.form |= key.contains('.');
            match (key.as_str(), value) {
                ("part", "result") => question.part = true,
                ("strategy", "true" | "false") => question.strategy = value == "true",
                ("part" | "strategy", _) => {
                    let with = [("key", key.as_str()), ("value", &short(value))];
                    return Err(Problem::bad_request(fill("odds.no-value", &with)));
                }
                // What a form leaves empty is as the book has it.
                (_, "") => {}
                ("pay", _) => question.what_if.pay.push(odds_form(value)),
                ("qualifies", _) if question.what_if.qualifies.is_some() => return Err(twice(&key)),
                ("qualifies", _) => question.what_if.qualifies = Some(value.to_string()),
                ("multiples", _) => multiples.push(value.to_string()),
                ("jackpot", _) => jackpot.push(value.to_string()),
                ("jackpot.method", _) => method = Some(value.to_string()),
                ("jackpot.wager" | "jackpot.increment" | "jackpot.seed", _) => {
                    let name = key.trim_start_matches("jackpot.");
                    jackpot.push(format!("{name}={value}"));
                }
                _ => match key.strip_prefix("pay.") {
                    Some(line) => question.what_if.pay.push(format!("{line}={}", odds_form(value))),
                    None => {
                        let what = fill("odds.no-key", &[("key", &short(&key))]);
                        return Err(Problem::bad_request(what).next(t("odds.no-key-next")));
                    }
                },
            }
        }
        if !multiples.is_empty() {
            question.what_if.multiples = Some(multiples.join(","));
        }
        if !jackpot.is_empty() {
            jackpot.extend(method.map(|method| format!("method={method}")));
            question.what_if.jackpot = Some(jackpot.join(","));
        }
        Ok(question)
    }
}

fn twice(key: &str) -> Problem {
    Problem::bad_request(fill("odds.twice", &[("key", key)]))
}

/// Enough of what was written to know it again.
pub(super) fn short(text: &str) -> String {
    let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().count() > 40 { format!("{shown}…") } else { shown }
}

/// "3 to 2" and "3 for 2" as "3/2": as people say it on the one side, as a question has it on the other.
fn odds_form(value: &str) -> String {
    [" to ", " for "].iter().fold(value.to_string(), |text, word| text.replace(word, "/"))
}

/// A part of a query as text.
fn decoded(part: &str) -> Result<String, Problem> {
    let wrong = || Problem::bad_request(t("odds.not-text"));
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
                let (high, low) = (digit(rest.next()), digit(rest.next()));
                let value = high.zip(low).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
                bytes.push(value.ok_or_else(wrong)?);
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

/// A question in the one way to write it: only what differs from the approved book, in the book's own order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CanonicalWhatIf {
    /// Lines, each by its name, and what it pays.
    pub(super) pay: Vec<(String, String)>,
    pub(super) qualifies: Option<String>,
    pub(super) multiples: Option<String>,
    pub(super) jackpot: Option<String>,
}

impl CanonicalWhatIf {
    /// What a changed book and its signs ask.
    pub(super) fn of(approved: &Rulebook, book: &Rulebook, place: usize, signs: &Signs) -> CanonicalWhatIf {
        let game = &book.variants[place];
        let pay = what_if::pay_differences(approved, game);
        let named = |text: String| text.split_once('=').map(|(name, odds)| (name.into(), odds.into()));
        let before = &approved.variants[place];
        let qualifies = game.qualifies.as_ref().filter(|_| game.qualifying_rank != before.qualifying_rank);
        let multiples = what_if::multiples_written(&signs.sign.multiples).join(",");
        let has_multiples = !signs.sign.multiples[0].is_empty();
        CanonicalWhatIf {
            pay: pay.into_iter().filter_map(named).collect(),
            qualifies: qualifies.map(|rule| rule.value.to_string()),
            multiples: Some(multiples).filter(|shown| has_multiples && shown != DEFAULT_MULTIPLES),
            jackpot: signs.jackpot.as_ref().and_then(|sign| jackpot(book, sign)),
        }
    }

    /// The query, without its question mark; empty for the approved game.
    pub(super) fn query(&self) -> String {
        let mut parts: Vec<(&str, String)> = Vec::new();
        parts.extend(self.pay.iter().map(|(name, odds)| ("pay", format!("{name}={odds}"))));
        parts.extend(self.qualifies.clone().map(|hand| ("qualifies", hand)));
        parts.extend(self.multiples.clone().map(|multiples| ("multiples", multiples)));
        parts.extend(self.jackpot.clone().map(|jackpot| ("jackpot", jackpot)));
        let parts: Vec<String> =
            parts.into_iter().map(|(key, value)| format!("{key}={}", readable(&value))).collect();
        parts.join("&")
    }
}

/// As a query may hold it, and people can still read it.
fn readable(value: &str) -> String {
    encode(value).replace("%3D", "=").replace("%2C", ",").replace("%2F", "/").replace("%20", "+")
}

fn jackpot(book: &Rulebook, sign: &Sign) -> Option<String> {
    let shown = sign.jackpot.as_ref()?;
    let mut text = match (book.jackpots.increment.value, shown.increment) {
        (Increment::Operator, Some(rate)) => {
            let rate = rate.to_string();
            format!("wager={},increment={},seed={}", shown.wager, rate.trim_end_matches('%'), shown.seed)
        }
        _ => format!("option={},seed={}", shown.option, shown.seed),
    };
    if sign.method == Method::B {
        text += ",method=B";
    }
    Some(text)
}

/// Which field of the form a refusal belongs to.
pub(super) fn field(what_if: &WhatIf, refused: &Refused) -> String {
    match refused.field {
        what_if::Field::Pay(at) => {
            let text = what_if.pay.get(at).map_or("", String::as_str);
            format!("pay.{}", text.split('=').next().unwrap_or_default())
        }
        what_if::Field::Qualifies => "qualifies".into(),
        what_if::Field::Multiples => "multiples".into(),
        what_if::Field::Jackpot => "jackpot".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_a_form_ask_the_same() {
        let short = OddsQuestion::read(Some("pay=bet.royal-flush=100&qualifies=pair")).unwrap();
        let form = OddsQuestion::read(Some(
            "pay.bet.royal-flush=100+to+1&pay.bet.flush=&qualifies=pair&multiples=&jackpot=&jackpot.method=A",
        ))
        .unwrap();
        assert_eq!(short.what_if.pay, ["bet.royal-flush=100"]);
        assert_eq!(form.what_if.pay, ["bet.royal-flush=100/1"]);
        assert_eq!((short.form, form.form), (false, true));
        assert_eq!(form.what_if.jackpot, None, "a method without a jackpot asks for none");
        assert_eq!(short.what_if.qualifies, form.what_if.qualifies);
        let three = OddsQuestion::read(Some("multiples=4&multiples=2&multiples=1")).unwrap();
        assert_eq!(three.what_if.multiples.as_deref(), Some("4,2,1"));
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        let refused = |query: &str| OddsQuestion::read(Some(query)).map_err(|problem| problem.status);
        let many = "pay=a.b=1&".repeat(300);
        let long = format!("qualifies={}", "x".repeat(9_000));
        let wide = format!("qualifies={}", "x".repeat(200));
        let cases = ["whist=1", "part=all", "qualifies=a&qualifies=b", "pay=%ff%fe", "pay=%4", "pay=%zz"];
        for query in cases.into_iter().chain([many.as_str(), long.as_str(), wide.as_str()]) {
            assert_eq!(refused(query), Err(400), "{}", short(query));
        }
        assert_eq!(OddsQuestion::read(None), Ok(OddsQuestion::default()));
    }
}
