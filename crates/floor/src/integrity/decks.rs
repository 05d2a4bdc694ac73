//! Decks that were committed to, table by table: a deck is dealt once.

use crate::hosted::BankedTable;
use crate::names::TableName;
use crate::recall::table;
use crate::stream_writer::open;
use crate::table::Event;
use std::collections::{HashMap, HashSet};
use store::{Record, Stream, Vault};

/// The decks that have been seen.
pub(super) struct Decks<'a> {
    vault: &'a Vault,
    tables: HashMap<Stream, Option<TableDecks>>,
}

struct TableDecks {
    machine: BankedTable,
    roots: HashSet<[u8; 32]>,
}

impl<'a> Decks<'a> {
    pub(super) fn new(vault: &'a Vault) -> Decks<'a> {
        Decks { vault, tables: HashMap::new() }
    }

    /// What is wrong with a record; the secret of a deck is sealed, so what is not sealed is no deck.
    pub(super) fn see(&mut self, record: &Record) -> Option<String> {
        if record.sealed.is_none() || record.stream.kind() != "table" {
            return None;
        }
        let seen = match self.tables.get_mut(&record.stream) {
            Some(seen) => seen,
            None => {
                let machine = TableName::of(&record.stream).and_then(|name| table(&name).ok());
                let seen = machine.map(|machine| TableDecks { machine, roots: HashSet::new() });
                self.tables.entry(record.stream.clone()).or_insert(seen)
            }
        };
        let seen = seen.as_mut()?;
        match open(&seen.machine, self.vault, record) {
            Ok(event) => match event.value {
                Event::DeckCommitted { root, .. } => {
                    let again = !seen.roots.insert(root.0);
                    again.then(|| "it commits to a deck that was dealt at this table before".into())
                }
                _ => None,
            },
            Err(store::StoreError::Damaged { how, .. }) => Some(how),
            Err(error) => Some(error.to_string()),
        }
    }
}
