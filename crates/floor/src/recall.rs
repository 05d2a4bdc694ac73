//! The last rounds of a table, in one step, incomplete ones too.

use crate::deal_proof::DealProof;
use crate::deck_commitment::Opening;
use crate::floor::{FloorError, rules};
use crate::hosted::BankedTable;
use crate::log::LogLine;
use crate::names::TableName;
use crate::stream_writer::{EventSide, Past};
use crate::table::{Event, FloorTable, State};
use crate::words::{Audience, LogNames, OpenCards, Teller, clause_of, is_detail, ordered_by};
use engine::banked::{self, Banked, Event as E};
use std::sync::Arc;
use store::{Store, Stream, Vault};

/// A recalled round.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 1; nothing for what has happened since the last one.
    pub number: Option<u64>,
    /// Whether it was played to its end.
    pub complete: bool,
    /// What it was dealt from, where the system dealt.
    pub deal: Option<DealProof>,
    /// The cards of its deck, each with its proof, once the round is over.
    pub openings: Vec<Opening>,
    /// What has happened.
    pub lines: Vec<LogLine>,
    /// The cards that everybody has seen.
    seen: OpenCards,
    /// Records of real cards, by their lines: told anew when it is known which of them were shown.
    records: Vec<(usize, Event<E>)>,
}

/// A table as its log tells it.
pub struct Recalled {
    pub name: TableName,
    /// How it stands.
    pub state: State<banked::Table>,
    /// The last rounds, oldest first; the last may be under way.
    pub rounds: Vec<Round>,
}

/// Reads a table's log and recalls its last rounds, for those who answer for the table. Real cards that were recorded are
/// named once they were shown.
///
/// # Errors
/// If there is no such table, or its log cannot be read.
pub fn recall(
    store: &dyn Store,
    vault: &Vault,
    stream: &Stream,
    rounds: usize,
) -> Result<Recalled, FloorError> {
    read(store, vault, stream, rounds, false)
}

/// The same for those who open whole decks: once its round is over, every card that was recorded is named.
///
/// # Errors
/// If there is no such table, or its log cannot be read.
pub fn recall_open(
    store: &dyn Store,
    vault: &Vault,
    stream: &Stream,
    rounds: usize,
) -> Result<Recalled, FloorError> {
    read(store, vault, stream, rounds, true)
}

fn read(
    store: &dyn Store,
    vault: &Vault,
    stream: &Stream,
    rounds: usize,
    open: bool,
) -> Result<Recalled, FloorError> {
    let name = TableName::of(stream).ok_or_else(|| FloorError::NoTable(stream.to_string()))?;
    if store.head(stream)?.version == 0 {
        return Err(FloorError::NoTable(stream.to_string()));
    }
    let machine = table(&name)?;
    let book = machine.game.book();
    let names = LogNames::read(store, vault, &name.book)?;
    let teller = Teller { audience: Audience::Staff(&names), ..Teller::new(machine.game.game()) };
    let mut past = Past::beginning(&machine);
    let mut before = None;
    let mut kept: std::collections::VecDeque<Round> = std::collections::VecDeque::new();
    let mut round = Round::new();
    past.read_on(store, vault, stream, &machine, &mut |side, record, event, state| {
        if side == EventSide::Before {
            // What a round shows is on the table until it is cleared.
            before = matches!(event.value, Event::Game(E::RoundClosed)).then(|| state.clone());
            return;
        }
        let line = LogLine {
            version: record.version,
            when: record.when,
            by: Arc::clone(&record.by),
            who: ordered_by(&names, &record.by),
            what: teller.tell(before.as_ref().unwrap_or(state), &event.value),
            clause: clause_of(book, event),
            detail: is_detail(&event.value),
        };
        if let Event::Game(game) = &event.value {
            round.seen.note(game);
            if is_record(game) {
                round.records.push((round.lines.len(), event.value.clone()));
            }
        }
        round.lines.push(line);
        DealProof::hear(&mut round.deal, stream.name(), state, &event.value);
        match &event.value {
            Event::Game(E::BettingClosed) => round.number = Some(state.game.rounds),
            Event::Game(E::RoundClosed) => {
                round.complete = true;
                round.name_cards(&teller, state, open);
                round.openings = round.deal.as_ref().map(DealProof::open_all).unwrap_or_default();
                kept.push_back(std::mem::replace(&mut round, Round::new()));
                if kept.len() > rounds {
                    kept.pop_front();
                }
            }
            _ => {}
        }
    })?;
    if !round.lines.is_empty() {
        round.name_cards(&teller, &past.state, false);
        // What has happened since the last round is told besides; a round under way is one of those asked for.
        let under_way = round.number.is_some();
        kept.push_back(round);
        if under_way && kept.len() > rounds.max(1) {
            kept.pop_front();
        }
    }
    Ok(Recalled { name, state: past.state, rounds: kept.into() })
}

/// Every record of a table.
pub(crate) fn recall_all(
    store: &dyn Store,
    vault: &Vault,
    stream: &Stream,
) -> Result<Vec<LogLine>, FloorError> {
    let lines = recall(store, vault, stream, usize::MAX)?.rounds.into_iter().flat_map(|round| round.lines);
    Ok(lines.collect())
}

/// The machine of a table.
pub(crate) fn table(name: &TableName) -> Result<BankedTable, FloorError> {
    let rules = rules(&name.book)?;
    let game = rules.variant(&name.game);
    let game = game.ok_or_else(|| FloorError::Game { book: name.book.clone(), game: name.game.clone() })?;
    let table = FloorTable::new(Banked::new(rules, game));
    Ok(match name.stream() {
        Some(stream) => table.of_stream(&stream),
        None => table,
    })
}

/// Whether it records real cards, or corrects such a record.
fn is_record(event: &E) -> bool {
    matches!(event, E::CardsRecorded { .. } | E::RecordCorrected { .. })
}

impl Round {
    fn new() -> Round {
        Round {
            number: None,
            complete: false,
            deal: None,
            openings: Vec::new(),
            lines: Vec::new(),
            seen: OpenCards::default(),
            records: Vec::new(),
        }
    }

    /// Tells the records of real cards again, now that it is known which of them were shown.
    fn name_cards(&mut self, teller: &Teller<'_>, state: &State<banked::Table>, everything: bool) {
        let seen = if everything { OpenCards::EVERYTHING } else { self.seen };
        let teller = Teller { seen, ..*teller };
        for (line, event) in std::mem::take(&mut self.records) {
            self.lines[line].what = teller.tell(state, &event);
        }
    }
}
