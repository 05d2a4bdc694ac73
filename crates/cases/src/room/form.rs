//! How lines are written: one list for the reader, for what it says of a wrong line, and for `docs/CASES.md`.

use super::script::Facts;
use crate::file::CaseError;
use rulebook::room::{IrregularityKind, RoomBook};

/// A line: its words, those that may follow in any order, and its facts (`name=value`).
#[derive(Clone, Copy, Debug)]
pub struct LineForm {
    /// `sanction PLAYER SANCTION`: words in capitals stand for something, `…` for as many of it as there are.
    pub words: &'static str,
    /// Words that may follow.
    pub may: &'static [&'static str],
    /// The names of its facts; `*` where they are free.
    pub facts: &'static [&'static str],
    /// Whether it only looks.
    pub look: bool,
}

const fn line(words: &'static str) -> LineForm {
    LineForm { words, may: &[], facts: &[], look: false }
}

const fn look(words: &'static str) -> LineForm {
    LineForm { words, may: &[], facts: &[], look: true }
}

impl LineForm {
    const fn may(self, may: &'static [&'static str]) -> LineForm {
        LineForm { may, ..self }
    }

    const fn facts(self, facts: &'static [&'static str]) -> LineForm {
        LineForm { facts, ..self }
    }

    fn tokens(&self) -> impl Iterator<Item = &'static str> {
        self.words.split(' ')
    }

    /// How many of its own words a line has; none if it is another line.
    fn reach(&self, words: &[&str]) -> Option<usize> {
        let needs = self.tokens().filter(|token| !token.ends_with('…')).count();
        if words.len() < needs {
            return None;
        }
        for (at, token) in self.tokens().enumerate() {
            if token.ends_with('…') {
                return Some(words.len());
            }
            if !stands_for(token, words[at]) {
                return None;
            }
        }
        Some(needs)
    }
}

/// Whether a word of a line can be this word of its form.
fn stands_for(token: &str, word: &str) -> bool {
    match token {
        "PLAYER" => super::line::player(word).is_some(),
        token if token.chars().any(|letter| letter.is_ascii_uppercase()) => true,
        token => token == word,
    }
}

/// What can be said of a hand. Nobody can be named for what is not ruled by somebody.
pub const PLAY: &[LineForm] = &[
    line("d"),
    line("d dh PLAYER CARDS"),
    line("d db CARDS"),
    line("d dk CARDS"),
    line("d dc CARD"),
    line("d run TIMES"),
    line("PLAYER f"),
    line("PLAYER cc"),
    line("PLAYER cbr AMOUNT"),
    line("PLAYER pb"),
    line("PLAYER kt"),
    line("PLAYER sd"),
    line("PLAYER sd CARDS"),
    line("PLAYER sm"),
    line("PLAYER sm CARDS"),
    line("PLAYER set FRONT MIDDLE BACK"),
    line("PLAYER time"),
    line("PLAYER says WORDS…"),
    line("PLAYER puts CHIPS…"),
    line("PLAYER passes cards"),
    line("chop"),
    line("pay"),
    line("ask PLAYER"),
    line("announce PLAYER"),
    line("compare PLAYER PLAYER"),
    line("runs TIMES PLAYER…").facts(&["by"]),
    line("trouble WHAT FACT…").facts(&["cards", "count", "asker", "by"]),
    line("mishap MISHAP"),
    line("invalidate CAUSE").facts(&["by"]),
    line("sanction PLAYER SANCTION").facts(&["by"]),
    line("conduct PLAYER").facts(&["by"]),
    line("dispute PLAYER").may(&["content"]).facts(&["by"]),
    line("inspect PLAYER").facts(&["by"]),
    line("deck counted").facts(&["by"]),
    line("deck replaced").facts(&["by"]),
    look("PLAYER may"),
    look("PLAYER has"),
    look("PLAYER shows"),
    look("PLAYER hand"),
    look("PLAYER count"),
    look("due"),
    look("stacks"),
    look("bets"),
    look("pot"),
    look("pots"),
    look("contested"),
    look("uncalled"),
    look("live"),
    look("board"),
    look("board NUMBER"),
    look("burns"),
    look("burned"),
    look("muck"),
    look("aside"),
    look("stub"),
    look("pool"),
    look("runs"),
    look("commission"),
    look("won"),
    look("payoffs"),
];

/// What can be said of a table between hands; `by=` and `at=` may stand behind each, `at=` behind a look.
pub const TABLE: &[LineForm] = &[
    line("open").facts(&["*"]),
    line("announce").facts(&["*"]),
    line("join PERSON"),
    line("quit PERSON"),
    line("claim PERSON SEAT"),
    line("draw SEAT").facts(&["*"]),
    line("sit PERSON SEAT CHIPS").facts(&["from"]),
    line("buy SEAT CHIPS"),
    line("remove SEAT CHIPS"),
    line("sit-out SEAT"),
    line("walk SEAT"),
    line("return SEAT").may(&["post"]),
    line("impose SEAT wait"),
    line("impose SEAT post"),
    line("move SEAT SEAT").may(&["post"]),
    line("leave SEAT"),
    line("pick-up SEAT"),
    line("come-back PERSON"),
    line("straddle SEAT"),
    line("start"),
    line("fold SEAT"),
    line("won SEAT… POT").facts(&["commission"]),
    line("void").facts(&["commission"]),
    line("collect-time"),
    line("verify-time"),
    line("vary").may(&["signed"]).facts(&["percent", "cap", "per_hand", "per_person", "hourly"]),
    line("show-minimum CHIPS"),
    line("agree SEAT"),
    line("change"),
    line("announce-close"),
    line("agree-close SEAT"),
    line("close"),
    look("button"),
    look("dealt"),
    look("blinds"),
    look("kill"),
    look("list"),
    look("stack SEAT"),
    look("marker SEAT"),
];

/// What can be said of jackpots, bonus prizes and the clock; `by=` and `at=` as at a table.
pub const ROYAL: &[LineForm] = &[
    line("open").facts(&["value", "contribution", "reset", "unit"]),
    line("link TABLE GAME").may(&["no-button", "no-console", "no-display", "short-deck"]),
    line("unlink TABLE"),
    line("display PLACE…"),
    line("report TABLE").may(&["no-increments", "no-times", "unreadable"]),
    line("begin TABLE"),
    line("complete TABLE"),
    line("void TABLE"),
    line("demand-flop TABLE PLAYER CARDS").may(&["others-play"]),
    line("correct-flop TABLE FLOP"),
    line("record TABLE PLAYER CARDS FLOP").may(&["second-flop", "folded", "unexposed"]),
    line("confirm TABLE").may(&["uncounted"]),
    line("pay TABLE MEANS"),
    line("adjust TABLE ROUNDS"),
    line("credit TABLE"),
    line("bonus").may(&["unsigned"]).facts(&["cash", "goods", "for", "table"]),
    line("notify BONUS TABLE PLAYER").may(&["folded"]).facts(&["round"]),
    line("verify CLAIM").may(&["not"]),
    line("award CLAIM MEANS"),
    line("deliver CLAIM"),
    line("clock start PLAYER"),
    line("clock buy"),
    line("clock stop"),
    line("clock out"),
    line("clock let-off"),
    look("value"),
    look("paid"),
    look("fees"),
];

/// The form of a line of which nothing is passed over: a word or a fact that it does not know, or that stands twice, is an
/// error that says what is allowed. `always` are the facts that every deed may have.
pub(crate) fn find<'f>(
    place: &str,
    facts: &Facts<'_>,
    forms: &'f [LineForm],
    always: &[&str],
) -> Result<&'f LineForm, CaseError> {
    let wrong = |what: String| Err(CaseError::new(place, what));
    let words = facts.words();
    let Some(first) = words.first() else { return wrong("an empty line".into()) };
    let reached = forms.iter().filter_map(|form| form.reach(words).map(|reach| (form, reach)));
    let Some((form, reach)) = reached.max_by_key(|(_, reach)| *reach) else {
        let like: Vec<&LineForm> = forms
            .iter()
            .filter(|form| form.tokens().next().is_some_and(|one| stands_for(one, first)))
            .collect();
        return match like.as_slice() {
            [] => {
                let mut known: Vec<&str> = forms.iter().filter_map(|form| form.tokens().next()).collect();
                known.dedup();
                let known = known.join(", ");
                wrong(format!("'{first}' is not an action or a look; a line begins with {known}"))
            }
            [one] => wrong(format!("something is missing or misspelt; write '{}'", one.words)),
            several => {
                let all: Vec<String> = several.iter().map(|form| format!("'{}'", form.words)).collect();
                let (line, all) = (words.join(" "), all.join(", "));
                wrong(format!("'{line}' is not an action or a look; it is written {all}"))
            }
        };
    };
    let always = always.iter().copied().filter(|name| !form.look || *name != "by");
    let names: Vec<&str> = form.facts.iter().copied().chain(always).collect();
    let unknown = |what: &str| {
        let facts = names.iter().filter(|name| **name != "*").map(|name| format!("{name}="));
        let known: Vec<String> = form.may.iter().map(ToString::to_string).chain(facts).collect();
        let only = if known.is_empty() { "nothing".into() } else { format!("only {}", known.join(", ")) };
        wrong(format!("'{what}' cannot be used here, {only} after '{}'", form.words))
    };
    let rest = &words[reach..];
    for (at, word) in rest.iter().enumerate() {
        if !form.may.contains(word) {
            return unknown(word);
        }
        if rest[..at].contains(word) {
            return wrong(format!("'{word}' appears twice"));
        }
    }
    let free = names.contains(&"*");
    for (at, name) in facts.names().enumerate() {
        if !free && !names.contains(&name) {
            return unknown(&format!("{name}="));
        }
        if facts.names().take(at).any(|before| before == name) {
            return wrong(format!("{name}= appears twice"));
        }
    }
    Ok(form)
}

/// The words that stand for something in a line, with all that it can be.
pub fn poker_words() -> Vec<(&'static str, Vec<String>)> {
    fn names<T: std::fmt::Debug>(all: &[T]) -> Vec<String> {
        all.iter().map(super::hand_line::name).collect()
    }
    let plain = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    vec![
        ("WORD", super::hand_line::SAYS.iter().map(|(word, _)| word.to_string()).collect()),
        ("MISHAP", names(&super::hand_line::OMISSIONS)),
        ("CAUSE", names(&super::hand_line::CAUSES)),
        ("SANCTION", names(&super::hand_line::SANCTIONS)),
        ("FROM", plain(&["new", "closed-game", "moved"])),
        ("MEANS", plain(&["chips", "cash", "equivalent"])),
    ]
}

/// The irregularities of a book, each with the facts that it has besides players, cards and their number.
pub fn irregularities(book: &RoomBook) -> Vec<(String, Vec<&'static str>)> {
    let mut all: Vec<IrregularityKind> = Vec::new();
    for row in &book.irregularities {
        if !all.contains(&row.what) {
            all.push(row.what);
        }
    }
    all.into_iter()
        .map(|what| (super::hand_line::name(&what), super::hand_line::facts_of(book, what)))
        .collect()
}
