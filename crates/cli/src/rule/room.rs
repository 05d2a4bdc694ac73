//! Cases of games between players: what every line led to, and by which clause.

use super::{Answer, effect};
use cases::{CaseError, RoomCase, RoomRuling};
use rulebook::room::RoomBook;
use serde::Serialize;
use std::fmt::Write as _;

/// The book that the text of a case names, whatever else is in it.
pub(super) fn book_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let value = line.trim_start().strip_prefix("rulebook")?.trim_start().strip_prefix('=')?;
        value.trim().strip_prefix(['"', '\''])?.split(['"', '\'']).next()
    })
}

/// Rules a case, or compares it with what it wants; the complaints are all that is wrong with it.
pub(super) fn one(
    name: &str,
    text: &str,
    book: &RoomBook,
    (check, json): (bool, bool),
) -> Result<Answer, Vec<String>> {
    let wrong = |error: CaseError| vec![error.to_string()];
    let case = RoomCase::read(text).map_err(wrong)?;
    if check {
        let (differences, _) = case.check(book).map_err(wrong)?;
        return Ok((String::new(), differences.iter().map(ToString::to_string).collect()));
    }
    let (ruling, refusals) = case.rule_so_far(book).map_err(wrong)?;
    let complaints: Vec<String> = refusals.iter().map(ToString::to_string).collect();
    // A line that is refused takes nothing away from what the others came to.
    let text = match (json, complaints.is_empty()) {
        (true, _) => line(name, &case, &ruling),
        (false, true) => words(name, book, &case, &ruling),
        (false, false) => String::new(),
    };
    Ok((text, complaints))
}

#[derive(Serialize)]
struct CaseJson<'a> {
    case: &'a str,
    outcome: &'a str,
    game: &'a str,
    lines: Vec<LineJson<'a>>,
    stacks: &'a [i64],
    commission: i64,
    due: &'a str,
}

#[derive(Serialize)]
struct LineJson<'a> {
    place: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_line: Option<usize>,
    line: &'a str,
    result: &'a str,
    refused: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    said: Vec<SaidJson<'a>>,
}

#[derive(Serialize)]
struct SaidJson<'a> {
    words: &'a str,
    clause: &'a str,
}

fn line(name: &str, case: &RoomCase, ruling: &RoomRuling) -> String {
    let lines = ruling.lines.iter().map(|line| {
        let refusal = line.said.first().filter(|_| line.refused);
        let said = line.said.iter().map(|said| SaidJson { words: &said.words, clause: &said.clause });
        LineJson {
            place: &line.place,
            file_line: line.file_line,
            line: &line.line,
            result: if line.refused { "refused" } else { "done" },
            refused: line.refused,
            clause: refusal.map(|said| said.clause.as_str()),
            why: refusal.map(|said| said.words.as_str()),
            said: said.collect(),
        }
    });
    let case = CaseJson {
        case: name,
        outcome: "script",
        game: &case.game,
        lines: lines.collect(),
        stacks: &ruling.stacks,
        commission: ruling.commission,
        due: &ruling.due,
    };
    format!("{}\n", serde_json::to_string(&case).expect("plain data becomes JSON"))
}

fn words(name: &str, book: &RoomBook, case: &RoomCase, ruling: &RoomRuling) -> String {
    let mut text = format!("{name}: {} ({})\n", case.game, book.front.id);
    for line in ruling.lines.iter().filter(|line| !line.said.is_empty()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}{}", line.line, if line.refused { ": refused" } else { "" });
        for said in &line.said {
            let _ = if said.clause.is_empty() {
                writeln!(text, "    {}", said.words)
            } else {
                writeln!(text, "    {:<34}  [{}] {}", said.words, said.clause, effect(book, &said.clause))
            };
        }
    }
    if !ruling.stacks.is_empty() {
        let stacks: Vec<String> = ruling.stacks.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "  stacks {}; the house has {}", stacks.join(" "), ruling.commission);
    }
    if !ruling.due.is_empty() {
        let _ = writeln!(text, "  {}", ruling.due);
    }
    text
}
