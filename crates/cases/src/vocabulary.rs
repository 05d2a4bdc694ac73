//! The closed vocabularies of case files and scripts: which keys each table may have and which words each key takes.
//! Whatever is not in here is an error with its place; `docs/CASES.md` lists the same, and a test compares the two.

use crate::decide::multiple;
use crate::earlier::MOST_ROUNDS;
use crate::file::{CaseError, CaseFile, SeatTable};
use commands::TableCommand;
use money::Money;
use rulebook::IrregularityKind;

/// Every irregularity as files write it, and the keys that it has use for besides those of [`EVERY_IRREGULARITY`].
pub(crate) const IRREGULARITIES: [(IrregularityKind, &[&str]); 21] = [
    (IrregularityKind::CardExposed, &["of", "cards", "seats", "looked"]),
    (IrregularityKind::WrongCards, &["seats", "looked", "deck_count", "retracts"]),
    (IrregularityKind::StrayHand, &["looked", "deck_count", "retracts"]),
    (IrregularityKind::WrongBoard, &["order_known", "surplus", "looked"]),
    (IrregularityKind::WrongDealerCards, &["order_known", "surplus", "looked"]),
    (IrregularityKind::WrongJackpotCards, &["order_known", "looked"]),
    (IrregularityKind::BoardMisspread, &["order_known", "looked"]),
    (IrregularityKind::MixedWithDealer, &["order_known", "seats", "looked"]),
    (IrregularityKind::MixedWithJackpotCards, &["order_known", "seats", "looked"]),
    (IrregularityKind::HandTaken, &["seats", "named", "only_cards", "looked"]),
    (IrregularityKind::ShownEarly, &["card", "undecided", "seats", "ruling"]),
    (IrregularityKind::WrongDeck, &["deck_count", "foreign", "looked"]),
    (IrregularityKind::ShufflerJam, &[]),
    (IrregularityKind::ShufflerUnverified, &["deck_count", "foreign"]),
    (IrregularityKind::DeviceDead, &[]),
    (IrregularityKind::BlindHandViewed, &["seats", "retracts"]),
    (IrregularityKind::JackpotStartedInError, &[]),
    (IrregularityKind::InformationShared, &["seats", "ruling"]),
    (IrregularityKind::RuleBreach, &["seats", "ruling", "on"]),
    (IrregularityKind::Disruption, &["seats", "ruling"]),
    (IrregularityKind::Fraud, &["seats", "ruling"]),
];

/// Keys of every irregularity.
pub(crate) const EVERY_IRREGULARITY: [&str; 5] = ["what", "by", "before", "leaves", "joins"];

/// Those that say where in a round it happened, which a script says by its order.
const OF_A_ROUND: [&str; 4] = ["before", "leaves", "joins", "undecided"];

/// What those in charge may choose, where the book leaves it to them.
pub(crate) fn rulings(what: IrregularityKind) -> &'static [&'static str] {
    match what {
        IrregularityKind::ShownEarly => &["void", "continue"],
        IrregularityKind::InformationShared => &["forfeit", "void", "continue", "bar"],
        IrregularityKind::RuleBreach => &["void", "bar", "exclude", "escalate"],
        IrregularityKind::Disruption | IrregularityKind::Fraud => &["refund", "forfeit"],
        _ => &[],
    }
}

/// The steps at a table that scripts say otherwise than the API, or say more with, and the keys of each besides those of
/// [`EVERY_STEP`]: as the API names them, with an older name behind a bar. All others are the API's.
pub(crate) const TABLE_STEPS: [(&str, &[&str]); 17] = [
    (
        "sit",
        &[
            "seat",
            "player-card|player_card",
            "loss-limit|loss_limit",
            "net-loss|net_loss",
            "several",
            "blind-hand-of|blind_hand_of",
        ],
    ),
    ("leave", &["seat"]),
    ("place", &["seat", "wager|on", "amount", "medium", "for-absent|for_absent"]),
    ("place-for-another", &["seat", "staked-by|staked_by"]),
    ("top-up", &["seat", "wager|on", "amount"]),
    ("take-back", &["seat", "wager|on", "amount"]),
    ("refuse-wager", &["seat", "wager|on"]),
    ("deal", &["deck"]),
    ("decide", &["seat", "decision", "amount"]),
    ("play-round", &["seats", "rounds"]),
    (
        "rule",
        &[
            "what",
            "seats",
            "retracts",
            "of",
            "cards",
            "card",
            "looked",
            "order-known|order_known",
            "surplus",
            "foreign",
            "named",
            "only-cards|only_cards",
            "chosen|ruling",
            "wager|on",
        ],
    ),
    ("set-loss-limit", &["seat", "loss-limit|loss_limit", "net-loss|net_loss"]),
    ("post-notice", &["of", "limits", "min", "max", "paytables", "table"]),
    ("change-limits", &["limits", "min", "max", "at-once|at_once"]),
    ("agree-limits", &["seat", "limits", "min", "max"]),
    ("close|close-table", &[]),
    ("order-count", &["cards"]),
];

/// The steps about jackpot meters, and the keys of each.
pub(crate) const METER_STEPS: [(&str, &[&str]); 14] = [
    ("open-meter", &["meter", "option", "seed", "increment", "wager", "value", "games", "method"]),
    ("link-table", &["meter", "table", "wager", "option", "seed", "increment", "hands"]),
    ("unlink-table", &["meter", "table"]),
    ("move-table", &["meter", "table", "wager", "option", "seed", "increment"]),
    ("close-meter", &["meter", "into"]),
    ("register", &["meter", "table", "wagers"]),
    ("cancel", &["meter", "table", "wagers"]),
    ("record", &["meter", "table", "royals", "straight-flushes|straight_flushes"]),
    ("determine", &["meter", "table"]),
    ("equipment", &["meter", "works", "manual"]),
    ("change-terms", &["meter", "option", "seed", "increment", "wager"]),
    ("correct-meter", &["meter", "amount", "why"]),
    ("show-on-display", &["meter", "place"]),
    ("read-meter", &["meter", "after"]),
];

/// Keys of every step. A round that is played through has nobody who does it.
pub(crate) const EVERY_STEP: [&str; 4] = ["do", "by", "at", "expect"];
/// Keys of every step at a table besides: how many cards are in the deck from there on.
pub(crate) const EVERY_TABLE_STEP: [&str; 1] = ["deck-count|deck_count"];
/// What every step about a meter may expect besides.
pub(crate) const EVERY_METER_STEP: [&str; 3] = ["value", "shows", "pays"];

/// A word of a script, and the older name under which it is still read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) name: &'static str,
    pub(crate) older: Option<&'static str>,
}

impl Word {
    fn of(entry: &'static str) -> Word {
        match entry.split_once('|') {
            Some((name, older)) => Word { name, older: Some(older) },
            None => Word { name: entry, older: None },
        }
    }

    fn is(self, written: &str) -> bool {
        self.name == written || self.older == Some(written)
    }
}

/// Every step at a table with its keys: those of scripts, then those that are the API's own.
pub(crate) fn table_steps() -> Vec<(Word, Vec<Word>)> {
    let own = TABLE_STEPS
        .iter()
        .map(|(step, keys)| (Word::of(step), keys.iter().map(|key| Word::of(key)).collect()));
    let own: Vec<(Word, Vec<Word>)> = own.collect();
    let of_the_api =
        TableCommand::of_the_game().iter().filter(|(word, _)| !own.iter().any(|(step, _)| step.is(word)));
    let of_the_api =
        of_the_api.map(|(word, keys)| (Word::of(word), keys.iter().map(|key| Word::of(key)).collect()));
    let of_the_api: Vec<(Word, Vec<Word>)> = of_the_api.collect();
    own.into_iter().chain(of_the_api).collect()
}

/// Every step about a meter with its keys.
pub(crate) fn meter_steps() -> Vec<(Word, Vec<Word>)> {
    let keys = |keys: &[&'static str]| keys.iter().map(|key| Word::of(key)).collect();
    METER_STEPS.iter().map(|(step, of)| (Word::of(step), keys(of))).collect()
}

/// How a step is spelled: the name of its command, and all its keys.
pub(crate) struct Spelling {
    pub(crate) name: &'static str,
    pub(crate) keys: Vec<Word>,
    /// Whether it is about the table and not about a meter.
    pub(crate) at_table: bool,
}

/// Games that share meters, whichever book they are in.
const GAMES: [&str; 4] = ["caribbean-stud", "mississippi-stud", "ultimate-texas-holdem", "three-card-poker"];

pub(crate) const OF: [&str; 4] = ["player", "dealer", "board", "jackpot-cards"];
pub(crate) const EARLY: [&str; 5] = ["3rd-street", "4th-street", "5th-street", "board", "dealer"];
pub(crate) const MEDIA: [&str; 4] = ["chips", "token", "cash", "oral"];
pub(crate) const NOTICES: [&str; 5] = ["limits", "closing", "pay-tables", "meter", "terms"];
pub(crate) const GROUNDS: [&str; 2] = ["reasonable-cause", "abnormal-run"];
pub(crate) const CARDS: [&str; 3] = ["own", "none", "another's"];
pub(crate) const FOUND: [&str; 3] = ["before", "during", "after"];
pub(crate) const WARNINGS: [&str; 4] = ["under-minimum", "cannot-wager", "short-wager", "loss-limit"];
pub(crate) const DECISIONS: [&str; 8] =
    ["bet", "play", "fold", "fold ante", "check", "cannot", "absent", "concede"];
pub(crate) const OUTCOMES: [&str; 3] = ["settled", "misdeal", "void"];
pub(crate) const RESULTS: [&str; 7] =
    ["win", "lose", "stand-off", "returned", "void", "forfeited", "carried"];
/// Hands that pay a jackpot, as a sign lists them.
const HANDS: [&str; 9] = [
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
    "one-pair",
];

/// The one of these words that a key has.
pub(crate) fn word<'t>(place: &str, key: &str, found: &'t str, words: &[&str]) -> Result<&'t str, CaseError> {
    if words.contains(&found) {
        Ok(found)
    } else {
        let what = format!("{key}: '{found}' is not valid here; choose from {}", words.join(", "));
        Err(CaseError::new(place, what))
    }
}

fn words<'t>(
    place: &str,
    key: &str,
    found: impl IntoIterator<Item = &'t String>,
    all: &[&str],
) -> Result<(), CaseError> {
    found.into_iter().try_for_each(|found| word(place, key, found, all).map(|_| ()))
}

/// Refuses keys that a table has no use for.
fn only(place: &str, of: &str, table: &toml::Table, lists: &[&[&str]]) -> Result<(), CaseError> {
    let allowed: Vec<&str> = lists.iter().copied().flatten().copied().collect();
    let others: Vec<&str> = table.keys().map(String::as_str).filter(|key| !allowed.contains(key)).collect();
    if others.is_empty() {
        Ok(())
    } else {
        let what = format!("{of} does not use {}; it takes {}", others.join(", "), allowed.join(", "));
        Err(CaseError::new(place, what))
    }
}

/// The words of the irregularity that a table names.
fn text<'t>(place: &str, table: &'t toml::Table, key: &str) -> Result<&'t str, CaseError> {
    match table.get(key) {
        Some(toml::Value::String(text)) => Ok(text),
        Some(_) => Err(CaseError::new(place, format!("{key}: expected text"))),
        None => Err(CaseError::new(place, format!("'{key}' is missing"))),
    }
}

/// The kind of an irregularity, once its keys are all of use for it.
pub(crate) fn irregularity(
    place: &str,
    table: &toml::Table,
    in_script: bool,
) -> Result<IrregularityKind, CaseError> {
    let name = text(place, table, "what")?;
    let Some(&(what, keys)) = IRREGULARITIES.iter().find(|(what, _)| what.word() == name) else {
        let known = IRREGULARITIES.map(|(what, _)| what.word()).join(", ");
        return Err(CaseError::new(place, format!("unknown key '{name}'; choose from {known}")));
    };
    only(place, name, table, &[&EVERY_IRREGULARITY, keys])?;
    match table.keys().find(|key| in_script && OF_A_ROUND.contains(&key.as_str())) {
        Some(key) => {
            let what = format!("a script does not use {key}: the order of its steps says when it happened");
            Err(CaseError::new(place, what))
        }
        None => Ok(what),
    }
}

/// How a step is spelled, once its keys are all of use for it.
pub(crate) fn step(place: &str, table: &toml::Table) -> Result<Spelling, CaseError> {
    let written = text(place, table, "do")?;
    let find = |all: Vec<(Word, Vec<Word>)>| all.into_iter().find(|(step, _)| step.is(written));
    let (at_table, found) = match find(table_steps()) {
        Some(found) => (true, Some(found)),
        None => (false, find(meter_steps())),
    };
    let Some((word, keys)) = found else {
        let all = table_steps().into_iter().chain(meter_steps());
        let known: Vec<&str> = all.map(|(step, _)| step.name).collect();
        let what = format!("'{written}' is not a step; choose from {}", known.join(", "));
        return Err(CaseError::new(place, what));
    };
    let more: &[&str] = if at_table { &EVERY_TABLE_STEP } else { &EVERY_METER_STEP };
    let every = EVERY_STEP.into_iter().filter(|key| *key != "by" || word.name != "play-round");
    let every = every.chain(more.iter().copied()).map(Word::of);
    // Who does it stands beside every command; a place of that name has another.
    let keys: Vec<Word> = every.chain(keys.into_iter().filter(|key| key.name != "by")).collect();
    let others: Vec<&str> =
        table.keys().map(String::as_str).filter(|key| !keys.iter().any(|known| known.is(key))).collect();
    if !others.is_empty() {
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        let what = format!("{written} does not use {}; it takes {}", others.join(", "), names.join(", "));
        return Err(CaseError::new(place, what));
    }
    Ok(Spelling { name: word.name, keys, at_table })
}

/// The keys of a step as they are named now.
pub(crate) fn respelled(place: &str, table: &toml::Table, keys: &[Word]) -> Result<toml::Table, CaseError> {
    let mut step = toml::Table::new();
    for (written, value) in table {
        let key = keys.iter().find(|key| key.is(written)).map_or(written.as_str(), |key| key.name);
        if step.insert(key.to_string(), value.clone()).is_some() {
            return Err(CaseError::new(place, format!("'{key}' is given twice, once under an older name")));
        }
    }
    Ok(step)
}

/// The words of a step that are the same in every book.
pub(crate) fn step_words(place: &str, step: &toml::Table) -> Result<(), CaseError> {
    let one = |key: &str| step.get(key).and_then(toml::Value::as_str);
    let list = |key: &str| step.get(key).and_then(toml::Value::as_array).into_iter().flatten();
    let whole = |key: &str| step.get(key).and_then(toml::Value::as_integer);
    rounds(place, whole("rounds").and_then(|rounds| u32::try_from(rounds).ok()), MOST_ROUNDS)?;
    let words_of: [(&str, &[&str]); 4] =
        [("medium", &MEDIA), ("ground", &GROUNDS), ("player-card", &CARDS), ("method", &["A", "B"])];
    for (key, all) in words_of {
        one(key).map(|found| word(place, key, found, all)).transpose()?;
    }
    for (key, all) in [("games", &GAMES[..]), ("hands", &HANDS[..])] {
        list(key)
            .filter_map(toml::Value::as_str)
            .try_for_each(|found| word(place, key, found, all).map(|_| ()))?;
    }
    if let Some(text) = one("decision").filter(|text| !text.is_empty()) {
        step_decision(text).map_err(|what| CaseError::new(place, what))?;
    }
    if one("do") == Some("post-notice") {
        let of = word(place, "of", one("of").unwrap_or("limits"), &NOTICES)?;
        let useless = [("limits", "limits"), ("paytables", "pay-tables")];
        let given =
            |key: &str| step.get(key).and_then(toml::Value::as_table).is_some_and(|all| !all.is_empty());
        if let Some((key, _)) = useless.iter().find(|(key, only)| given(key) && of != *only) {
            return Err(CaseError::new(place, format!("a notice of {of} does not use {key}")));
        }
        if step.contains_key("table") && !matches!(of, "meter" | "terms") {
            return Err(CaseError::new(place, format!("a notice of {of} stands at this table alone")));
        }
    }
    let net_loss = step.contains_key("net-loss");
    if net_loss && !step.contains_key("loss-limit") {
        return Err(CaseError::new(place, "a net loss matters only with a loss limit"));
    }
    let several = step.get("several").and_then(toml::Value::as_bool) == Some(true);
    if several && step.contains_key("blind-hand-of") {
        return Err(CaseError::new(place, "several and blind-hand-of say the same: give one of them"));
    }
    let expected = one("expect").unwrap_or("done");
    let head = expected.split_once(" [").map_or(expected, |(head, _)| head);
    word(place, "expect", head, &["done", "refused"])?;
    clause_of(expected).map(|_| ()).map_err(|what| CaseError::new(place, format!("expect: {what}")))
}

/// A decision of a script, which may also be written as the API writes it.
fn step_decision(text: &str) -> Result<(), String> {
    decision(if text == "fold-ante" { "fold ante" } else { text })
}

/// The clause behind some words: `words [CLAUSE]`.
pub(crate) fn clause_of(text: &str) -> Result<Option<&str>, String> {
    match text.split_once(" [") {
        Some((_, clause)) => match clause.strip_suffix(']') {
            Some(clause) if !clause.contains(['[', ']']) && !clause.is_empty() => Ok(Some(clause)),
            _ => Err(format!("'{text}' does not end in one clause: words [CLAUSE]")),
        },
        None if text.contains(['[', ']']) => Err(format!("'{text}': put a space before the clause")),
        None => Ok(None),
    }
}

/// Whether some game has such a decision: what a game has none of is for its rules to refuse.
pub(crate) fn decision(text: &str) -> Result<(), String> {
    if let Some(amount) = text.strip_prefix("bet=").or_else(|| text.strip_prefix("play=")) {
        let parsed: Result<Money, _> = amount.parse();
        return parsed.map(|_| ()).map_err(|error| format!("'{amount}' is not an amount of money: {error}"));
    }
    let multiple = multiple(text.strip_prefix("bet ").unwrap_or(text));
    if DECISIONS.contains(&text) || multiple.is_some() {
        Ok(())
    } else {
        Err(format!(
            "'{text}' is not a decision; choose from {}, 2x, bet 2x, bet=AMOUNT, play=AMOUNT",
            DECISIONS.join(", ")
        ))
    }
}

impl CaseFile {
    /// Whether every word of a round's tables is known, whatever its book.
    pub(crate) fn words_known(&self) -> Result<(), CaseError> {
        words("sign", "device", &self.sign.device, &["shoe", "shuffler"])?;
        words("sign", "method", &self.sign.method, &["A", "B"])?;
        rounds("rounds", self.rounds, MOST_ROUNDS)?;
        for seat in &self.seat {
            seat_words(seat)?;
            rounds(&format!("seat {}", seat.number), seat.rounds, self.rounds.unwrap_or(0))?;
        }
        let numbered = |number: usize| self.seat.iter().any(|seat| seat.number == number);
        for (at, table) in self.irregularities.iter().enumerate() {
            let unknown = table.undecided.iter().find(|number| !numbered(**number));
            if let Some(number) = unknown {
                let what = format!("undecided: the file has no seat {number}");
                return Err(CaseError::new(format!("irregularity {}", at + 1), what));
            }
        }
        Ok(())
    }
}

/// Earlier rounds: those of a seat are among those of the file.
fn rounds(place: &str, given: Option<u32>, most: u32) -> Result<(), CaseError> {
    match given.filter(|given| *given > most) {
        Some(given) => {
            Err(CaseError::new(place, format!("rounds: {given} is more than the maximum of {most}")))
        }
        None => Ok(()),
    }
}

fn seat_words(seat: &SeatTable) -> Result<(), CaseError> {
    let place = format!("seat {}", seat.number);
    words(&place, "warned", &seat.warned, &WARNINGS)?;
    words(&place, "player_card", &seat.player_card, &CARDS)?;
    words(&place, "found", &seat.found, &FOUND)?;
    for text in &seat.decisions {
        decision(text).map_err(|what| CaseError::new(&place, what))?;
    }
    let own = seat.player_card.as_deref().unwrap_or("own") == "own";
    if own && seat.found.is_some() {
        return Err(CaseError::new(&place, "found: only for a card that is not the player's own"));
    }
    if !seat.order.is_empty() && seat.loss_limit.is_none() {
        return Err(CaseError::new(&place, "order: the order of wagers matters only with a loss limit"));
    }
    if seat.jackpot_by.is_some() && !seat.wagers.contains_key("jackpot") {
        return Err(CaseError::new(&place, "jackpot_by: there is no wager on 'jackpot'"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const DOC: &str = include_str!("../../../docs/CASES.md");

    /// The words between backquotes.
    fn quoted(text: &str) -> Vec<&str> {
        text.split('`').skip(1).step_by(2).collect()
    }

    /// The rows of the table of the doc that has this head: name and keys.
    fn rows(head: &str) -> Vec<(String, Vec<String>)> {
        let from = DOC.find(head).unwrap_or_else(|| panic!("the doc has no table '{head}'"));
        let lines = DOC[from..].lines().skip(2).take_while(|line| line.starts_with('|'));
        lines
            .flat_map(|line| {
                let cells: Vec<&str> = line.split(" | ").collect();
                let keys: Vec<String> = cells
                    .get(1)
                    .map_or_else(Vec::new, |cell| quoted(cell))
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                let names: Vec<String> = quoted(cells[0]).iter().map(ToString::to_string).collect();
                names.into_iter().map(move |name| (name, keys.clone()))
            })
            .collect()
    }

    fn same<'t>(what: &str, doc: impl IntoIterator<Item = String>, read: impl IntoIterator<Item = &'t str>) {
        let doc: BTreeSet<String> = doc.into_iter().collect();
        let read: BTreeSet<String> = read.into_iter().map(str::to_string).collect();
        assert_eq!(doc, read, "{what}: the doc on the left, the reader on the right");
    }

    /// A word and its older name.
    fn spellings(word: Word) -> impl Iterator<Item = &'static str> {
        std::iter::once(word.name).chain(word.older)
    }

    fn names(head: &str) -> Vec<String> {
        rows(head).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn the_doc_has_the_irregularities_that_are_read_and_no_others() {
        let doc = rows("| `what` | further keys |");
        same(
            "irregularities",
            doc.iter().map(|(name, _)| name.clone()),
            IRREGULARITIES.map(|(what, _)| what.word()),
        );
        let mut used: BTreeSet<&str> = BTreeSet::new();
        for (what, keys) in IRREGULARITIES {
            let (_, listed) = doc.iter().find(|(name, _)| name == what.word()).expect("it is there");
            let words = keys.iter().copied().chain(rulings(what).iter().copied());
            same(what.word(), listed.iter().cloned(), words);
            used.extend(keys);
        }
        used.extend(["leaves", "joins"]);
        same("keys of irregularities", names("| key | meaning, and what holds without it |"), used);
    }

    #[test]
    fn the_doc_has_the_steps_that_are_read_and_no_others() {
        for (section, steps) in
            [("A step at a table may", table_steps()), ("A step about a meter may", meter_steps())]
        {
            let from = DOC.find(section).expect("the doc has that section");
            let at = from + DOC[from..].find("| `do` | keys |").expect("and its table");
            let doc = rows(&DOC[at..]);
            let names = steps.iter().flat_map(|(step, _)| spellings(*step));
            same(section, doc.iter().map(|(name, _)| name.clone()), names);
            for (step, keys) in steps {
                let (_, listed) = doc.iter().find(|(name, _)| step.is(name)).expect("it is there");
                same(step.name, listed.iter().cloned(), keys.into_iter().flat_map(spellings));
            }
        }
        let every = EVERY_STEP.iter().chain(&EVERY_TABLE_STEP).chain(&EVERY_METER_STEP);
        for key in every.flat_map(|key| spellings(Word::of(key))) {
            assert!(DOC.contains(&format!("`{key}`")), "{key}");
        }
    }

    #[test]
    fn the_doc_has_the_words_that_are_read_and_no_others() {
        same("results", names("| result | meaning |"), RESULTS);
        same("warnings", names("| warning | the player is told |"), WARNINGS);
        let listed = |head: &str| {
            let from = DOC.find(head).unwrap_or_else(|| panic!("the doc has no list '{head}'"));
            let end = DOC[from..].find(".\n").expect("it ends");
            quoted(&DOC[from..from + end]).into_iter().map(str::to_string).collect::<Vec<_>>()
        };
        same("rulings", listed("The rulings: "), rulebook::Ruling::ALL.iter().map(|ruling| ruling.word()));
        same("duties", listed("The duties: "), rulebook::DutyKind::ALL.iter().map(|duty| duty.word()));
        let decisions = names("| decision | meaning |");
        for word in DECISIONS {
            assert!(decisions.iter().any(|listed| listed == word), "{word}");
        }
        for listed in decisions.iter().filter(|listed| !listed.contains('=')) {
            assert_eq!(decision(listed), Ok(()), "{listed}");
        }
        for word in
            OF.iter().chain(&EARLY).chain(&MEDIA).chain(&NOTICES).chain(&GROUNDS).chain(&CARDS).chain(&FOUND)
        {
            assert!(DOC.contains(&format!("`{word}`")) || DOC.contains(&format!("`\"{word}\"`")), "{word}");
        }
    }
}
