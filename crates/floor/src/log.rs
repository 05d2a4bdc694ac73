//! Any stream of the floor, record by record, in words: what a meter, a house or a patron's file has been told, and by whom.

use crate::files::{operator_of, patrons_machine};
use crate::floor::{FloorError, rules};
use crate::names::{Keeper, file_of};
use crate::recall::recall_all;
use crate::stream_writer::{EventSide, Hosted, Past};
use crate::words::{LogNames, Names, of_house, of_meter, of_patron, ordered_by};
use engine::Machine;
use engine::jackpot::Meters;
use house::House;
use std::sync::Arc;
use store::{Store, Stream, Vault, When};

/// A record in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Its number in the stream.
    pub version: u64,
    pub when: When,
    /// Who gave the command, as the record has it.
    pub by: Arc<str>,
    /// … and by name, with who stood beside.
    pub who: String,
    /// What has happened.
    pub what: String,
    pub clause: String,
    /// One of the many small steps that a summary leaves out.
    pub detail: bool,
}

/// Reads a stream of a table, a meter, a house or a patron's file.
///
/// # Errors
/// If there is no such stream, or it cannot be read.
pub fn read(store: &dyn Store, vault: &Vault, stream: &Stream) -> Result<Vec<LogLine>, FloorError> {
    if store.head(stream)?.version == 0 {
        return Err(FloorError::NoTable(stream.to_string()));
    }
    let book = match stream.kind() {
        "table" => return recall_all(store, vault, stream),
        "meter" | "house" => stream.rest(),
        "patron" => match file_of(stream) {
            Some((Keeper::Book(book), _)) => book,
            // Staff of any of its books may stand in the file: the first knows the names.
            Some((Keeper::Operator(_), _)) => {
                operator_of(stream).and_then(|known| known.books.first()).map_or("", |book| &book.front.id)
            }
            None => return Err(FloorError::NoTable(stream.to_string())),
        },
        _ => return Err(FloorError::NoTable(stream.to_string())),
    };
    let (names, rules) = (LogNames::read(store, vault, book)?, rules(book)?);
    let from = (store, vault, stream);
    match stream.kind() {
        "meter" => told(from, &Meters::new(rules), &names, of_meter),
        "house" => told(from, &House::new(rules), &names, |_, event| of_house(&names, rules, &event.what)),
        _ => told(from, &patrons_machine(stream)?, &names, |_, event| of_patron(&event.what)),
    }
}

fn told<M: Hosted>(
    (store, vault, stream): (&dyn Store, &Vault, &Stream),
    machine: &M,
    names: &dyn Names,
    words: impl Fn(&<M as Machine>::State, &<M as Machine>::Event) -> String,
) -> Result<Vec<LogLine>, FloorError> {
    let (mut lines, mut past) = (Vec::new(), Past::beginning(machine));
    past.read_on(store, vault, stream, machine, &mut |side, record, event, state| {
        if side == EventSide::After {
            lines.push(LogLine {
                version: record.version,
                when: record.when,
                by: Arc::clone(&record.by),
                who: ordered_by(names, &record.by),
                what: words(state, &event.value),
                clause: machine.book_of(&event.value).label(event.cite).to_string(),
                detail: false,
            });
        }
    })?;
    Ok(lines)
}
