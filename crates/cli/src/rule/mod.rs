//! `cardroom rule`: what should have been paid, and which clause says so.

mod room;

use crate::args::RuleArgs;
use crate::sorry::Sorry;
use cases::{
    CaseError, CaseFile, JackpotLine, Ruling, ScriptRuling, SeatRuling, WagerLine, WarningLine, dollars,
};
use rulebook::library::Shelf;
use rulebook::{Book, BookText, Rulebook};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What was found, and what to say of it: standard output, complaints a line each.
pub(crate) struct Ruled {
    pub(crate) text: String,
    pub(crate) complaints: Vec<String>,
}

pub(crate) fn answer(args: &RuleArgs) -> Result<Ruled, Sorry> {
    let files = files(&args.files)?;
    let shelf = match &args.rulebooks {
        Some(folder) => Shelf::in_folder(folder).map_err(|error| Sorry::Usage(error.to_string()))?,
        None => Shelf::of_program(),
    };
    let mut opened = Opened { shelf, books: HashMap::new() };
    let mut ruled = Ruled { text: String::new(), complaints: Vec::new() };
    let mut agree = 0;
    for path in &files {
        let name = path.display().to_string();
        let (text, lines) =
            one(args, &mut opened, path, &name).unwrap_or_else(|lines| (String::new(), lines));
        agree += usize::from(lines.is_empty());
        ruled.text += &text;
        ruled.complaints.extend(lines.iter().map(|line| format!("{name}: {line}")));
    }
    if args.check {
        let differ = files.len() - agree;
        let word = if files.len() == 1 { "case" } else { "cases" };
        let _ = writeln!(ruled.text, "{} {word}: {agree} as expected, {differ} not", files.len());
    }
    Ok(ruled)
}

/// The answer to one file, and what is wrong with it.
type Answer = (String, Vec<String>);

/// Rules one file; the complaints are all that is wrong with it.
fn one(args: &RuleArgs, opened: &mut Opened, path: &Path, name: &str) -> Result<Answer, Vec<String>> {
    let text = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.map_err(|error| vec![error.to_string()])?;
    // Which kind of case it is, the book says that it names.
    if let Some(id) = room::book_of(&text)
        && let Book::BetweenPlayers(book) = opened.open(id).map_err(|error| vec![error])?
    {
        return room::one(name, &text, book, (args.check, args.json));
    }
    let case = CaseFile::read(&text).map_err(|error| vec![error.to_string()])?;
    let book = opened.open(&case.rulebook).map_err(|error| vec![error])?;
    let Book::HouseBanked(book) = book else {
        return Err(vec![format!("{} is a book of games between players", case.rulebook)]);
    };
    let wrong = |error: CaseError| vec![error.to_string()];
    if args.check {
        let (differences, _) = case.check(book).map_err(wrong)?;
        return Ok((String::new(), differences.iter().map(ToString::to_string).collect()));
    }
    if case.is_script() {
        let ruled = case.run(book).map_err(wrong)?;
        let complaints: Vec<String> = ruled.differences.iter().map(ToString::to_string).collect();
        // A step that did not come as expected takes nothing away from what the others came to.
        let text = match (args.json, complaints.is_empty()) {
            (true, _) => script_json(name, &ruled),
            (false, true) => format!("{name}: a script, every step as expected\n"),
            (false, false) => String::new(),
        };
        return Ok((text, complaints));
    }
    match case.rule(book) {
        Ok(ruling) if args.json => Ok((json(name, &ruling), Vec::new())),
        Ok(ruling) => Ok((words(name, book, &case, &ruling), Vec::new())),
        // What the book says of a ruling is an answer too; what cannot have been dealt or played is none.
        Err(error) if args.json && error.is_refused_ruling() => {
            Ok((refused_json(name, &error), wrong(error)))
        }
        Err(error) => Err(wrong(error)),
    }
}

/// Files as given, and the case files below folders, in order.
fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Sorry> {
    let mut all = Vec::new();
    for path in given {
        if path.is_dir() { below(path, &mut all)? } else { all.push(path.clone()) }
    }
    if all.is_empty() { Err(Sorry::Usage("there is no case file in that folder".into())) } else { Ok(all) }
}

fn below(folder: &Path, all: &mut Vec<PathBuf>) -> Result<(), Sorry> {
    let failed = |error: std::io::Error| Sorry::Usage(format!("{}: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        match path.is_dir() {
            // A link to a folder could lead round in a circle.
            true if path.is_symlink() => {}
            true => below(&path, all)?,
            false if path.extension().is_some_and(|end| end == "toml") => all.push(path),
            false => {}
        }
    }
    Ok(())
}

/// Rulebooks opened so far.
struct Opened {
    shelf: Shelf,
    books: HashMap<String, Result<Book, String>>,
}

impl Opened {
    fn open(&mut self, id: &str) -> Result<&Book, String> {
        let open = || self.shelf.open(id).map_err(|error| format!("rulebook: {error}"));
        self.books.entry(id.to_string()).or_insert_with(open).as_ref().map_err(Clone::clone)
    }
}

#[derive(Serialize)]
struct CaseJson<'a> {
    case: &'a str,
    outcome: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dealer: Option<DealerJson<'a>>,
    seats: Vec<SeatJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jackpot: Option<JackpotJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    irregularities: Vec<IrregularityJson<'a>>,
}

#[derive(Serialize)]
struct DealerJson<'a> {
    hand: &'a str,
    qualifies: bool,
}

#[derive(Serialize)]
struct SeatJson<'a> {
    seat: usize,
    hand: &'a str,
    net: String,
    wagers: Vec<WagerJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warned: Vec<WarnedJson<'a>>,
}

#[derive(Serialize)]
struct WarnedJson<'a> {
    of: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    only: Vec<String>,
    clause: &'a str,
}

#[derive(Serialize)]
struct WagerJson<'a> {
    on: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    staked_by: Option<usize>,
    staked: String,
    result: &'a str,
    paid: String,
    returned: String,
    clause: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    also: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'a str>,
}

#[derive(Serialize)]
struct JackpotJson {
    before: String,
    contributed: String,
    paid: String,
    reseeded: String,
    house: String,
    after: String,
}

#[derive(Serialize)]
struct IrregularityJson<'a> {
    what: &'a str,
    ruling: &'a str,
    by: &'a str,
    clause: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    duties: Vec<DutyJson<'a>>,
}

#[derive(Serialize)]
struct DutyJson<'a> {
    duty: &'a str,
    clause: &'a str,
}

#[derive(Serialize)]
struct ScriptJson<'a> {
    case: &'a str,
    outcome: &'a str,
    steps: Vec<StepJson<'a>>,
}

#[derive(Serialize)]
struct StepJson<'a> {
    step: usize,
    r#do: &'a str,
    result: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    clause: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    why: &'a str,
}

fn script_json(name: &str, ruled: &ScriptRuling) -> String {
    let steps = ruled.steps.iter().enumerate().map(|(at, step)| StepJson {
        step: at + 1,
        r#do: &step.step,
        result: if step.done { "done" } else { "refused" },
        clause: &step.clause,
        why: &step.why,
    });
    let steps = steps.collect();
    let case = ScriptJson { case: name, outcome: "script", steps };
    format!("{}\n", serde_json::to_string(&case).expect("plain data becomes JSON"))
}

#[derive(Serialize)]
struct RefusedJson<'a> {
    case: &'a str,
    outcome: &'a str,
    place: &'a str,
    clause: Option<&'a str>,
    why: &'a str,
}

/// A round that the book stops: where, by which clause, and why.
fn refused_json(name: &str, error: &CaseError) -> String {
    let refused = RefusedJson {
        case: name,
        outcome: "refused",
        place: &error.place,
        clause: error.clause.as_deref(),
        why: &error.what,
    };
    format!("{}\n", serde_json::to_string(&refused).expect("plain data becomes JSON"))
}

fn json(name: &str, ruling: &Ruling) -> String {
    let case = CaseJson {
        case: name,
        outcome: ruling.outcome,
        dealer: ruling
            .dealer
            .as_ref()
            .map(|dealer| DealerJson { hand: &dealer.hand, qualifies: dealer.qualifies }),
        seats: ruling.seats.iter().map(seat_json).collect(),
        jackpot: ruling.jackpot.as_ref().map(jackpot_json),
        irregularities: ruling
            .irregularities
            .iter()
            .map(|line| IrregularityJson {
                what: &line.what,
                ruling: &line.ruling,
                by: &line.by,
                clause: &line.clause,
                duties: line.duties.iter().map(|(duty, clause)| DutyJson { duty, clause }).collect(),
            })
            .collect(),
    };
    format!("{}\n", serde_json::to_string(&case).expect("plain data becomes JSON"))
}

fn seat_json(seat: &SeatRuling) -> SeatJson<'_> {
    SeatJson {
        seat: seat.seat,
        hand: &seat.hand,
        net: seat.net.to_string(),
        wagers: seat.lines.iter().map(wager_json).collect(),
        warned: seat.warned.iter().map(warned_json).collect(),
    }
}

fn warned_json(warned: &WarningLine) -> WarnedJson<'_> {
    let right = warned.right.as_ref();
    WarnedJson {
        of: &warned.of,
        on: right.map(|(on, _)| on.as_str()),
        from: right.map(|(_, right)| right.from.to_string()),
        to: right.and_then(|(_, right)| right.to).map(|to| to.to_string()),
        only: right.iter().flat_map(|(_, right)| &right.only).map(ToString::to_string).collect(),
        clause: &warned.clause,
    }
}

fn wager_json(line: &WagerLine) -> WagerJson<'_> {
    WagerJson {
        on: &line.on,
        staked_by: line.staked_by,
        staked: line.settled.staked.to_string(),
        result: line.settled.result.word(),
        paid: line.settled.paid.to_string(),
        returned: line.settled.returned.to_string(),
        clause: &line.clause,
        also: &line.also,
        reading: line.reading.as_deref(),
    }
}

fn jackpot_json(line: &JackpotLine) -> JackpotJson {
    JackpotJson {
        before: line.before.to_string(),
        contributed: line.contributed.to_string(),
        paid: line.paid.to_string(),
        reseeded: line.reseeded.to_string(),
        house: dollars(line.house),
        after: line.after.to_string(),
    }
}

/// The ruling as a person reads it.
fn words(name: &str, book: &Rulebook, case: &CaseFile, ruling: &Ruling) -> String {
    let mut text = format!("{name}: {}, {} ({})\n", case.game, ruling.outcome, book.front.id);
    for line in &ruling.irregularities {
        let _ = writeln!(
            text,
            "  {}: {} by the {}  [{}] {}",
            line.what,
            line.ruling,
            line.by,
            line.clause,
            effect(book, &line.clause)
        );
        for (duty, clause) in &line.duties {
            let _ = writeln!(text, "    then {duty}  [{clause}] {}", effect(book, clause));
        }
    }
    if let Some(dealer) = &ruling.dealer {
        let qualifies = if dealer.qualifies { "qualifies" } else { "does not qualify" };
        let _ = writeln!(text, "  Dealer: {}, {qualifies}", dealer.hand);
    }
    for seat in &ruling.seats {
        let hand = if seat.hand.is_empty() { String::new() } else { format!(": {}", seat.hand) };
        let _ = writeln!(text, "  Seat {}{hand}; net {}", seat.seat, seat.net);
        let _ = writeln!(
            text,
            "    {:<14} {:>12}  {:<10} {:>12} {:>12}  clause",
            "wager", "staked", "result", "paid", "returned"
        );
        for line in &seat.lines {
            let _ = writeln!(
                text,
                "    {:<14} {:>12}  {:<10} {:>12} {:>12}  [{}] {}",
                line.on,
                line.settled.staked.to_string(),
                line.settled.result.word(),
                line.settled.paid.to_string(),
                line.settled.returned.to_string(),
                line.clause,
                effect(book, &line.clause),
            );
            if let Some(by) = line.staked_by {
                let _ = writeln!(text, "    {:<14} staked by the player at seat {by}, whose it is", "");
            }
            if !line.also.is_empty() || line.reading.is_some() {
                let also = (!line.also.is_empty()).then(|| format!("also {}", line.also.join(", ")));
                let reading = line.reading.as_ref().map(|reading| format!("reading {reading}"));
                let both: Vec<String> = also.into_iter().chain(reading).collect();
                let _ = writeln!(text, "    {:<14} {}", "", both.join("; "));
            }
        }
    }
    for (seat, warned) in
        ruling.seats.iter().flat_map(|seat| seat.warned.iter().map(move |warned| (seat.seat, warned)))
    {
        let WarningLine { of, right, clause } = warned;
        let right = right.as_ref().map(|(on, right)| format!(", the right amount on {on} is {right}"));
        let right = right.unwrap_or_default();
        let _ = writeln!(text, "  Seat {seat} is warned: {of}{right}  [{clause}] {}", effect(book, clause));
    }
    if let Some(jackpot) = &ruling.jackpot {
        let _ = writeln!(
            text,
            "  Jackpot meter {} + {} contributed - {} paid + {} reseeded = {}; the house paid {} beyond it",
            jackpot.before,
            jackpot.contributed,
            jackpot.paid,
            jackpot.reseeded,
            jackpot.after,
            dollars(jackpot.house),
        );
    }
    text
}

/// What a clause does, in a few words.
pub(crate) fn effect(book: &BookText, label: &str) -> String {
    const MOST: usize = 76;
    let Some(id) = book.register.id(label) else { return String::new() };
    let effect = &book.register.get(id).effect;
    match effect.char_indices().nth(MOST) {
        None => effect.clone(),
        Some((end, _)) => {
            format!("{}…", effect[..end].rsplit_once(' ').map_or(&effect[..end], |(words, _)| words))
        }
    }
}
