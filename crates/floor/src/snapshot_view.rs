//! How everything on a floor stands, read from the log alone: nothing is claimed and nothing is written, so that
//! anybody can look while the floor runs.

use crate::files::operator;
use crate::floor::{FloorError, rules};
use crate::names::{Keeper, TableName, file_of};
use crate::recall::table;
use crate::stream_writer::{Hosted, Past};
use crate::table::State;
use engine::banked;
use engine::jackpot::{self, Meters};
use house::House;
use std::collections::BTreeMap;
use store::{Head, Store, Stream, Vault};

/// Everything that the log knows, as it stands.
pub struct Survey {
    /// The tables, by number.
    pub tables: Vec<(TableName, State<banked::Table>)>,
    /// The meters of each book.
    pub meters: Vec<(String, jackpot::State)>,
    /// The houses, by book.
    pub houses: Vec<(String, house::State)>,
    /// How many files of patrons there are, by operator, or by book where one was opened under a book alone.
    pub patrons: BTreeMap<String, u64>,
    /// Where every stream ends.
    pub heads: Vec<(Stream, Head)>,
}

impl Survey {
    /// How many patrons have a file that reaches the tables of a book.
    pub fn patrons_of(&self, book: &str) -> u64 {
        let count = |by: &str| self.patrons.get(by).copied().unwrap_or(0);
        let Ok(Some(operator)) = operator(book) else { return count(book) };
        let opened_under = operator.books.iter().map(|own| count(&own.front.id));
        count(&operator.slug) + opened_under.sum::<u64>()
    }

    /// All records together.
    pub fn records(&self) -> u64 {
        self.heads.iter().map(|(_, head)| head.version).sum()
    }
}

/// Looks at a whole floor; each stream from its latest snapshot on, where there is one.
///
/// # Errors
/// If the log cannot be read, or the vault does not open it.
pub fn survey(store: &dyn Store, vault: &Vault) -> Result<Survey, FloorError> {
    let heads = store.streams()?;
    let mut seen = Survey {
        tables: Vec::new(),
        meters: Vec::new(),
        houses: Vec::new(),
        patrons: BTreeMap::new(),
        heads: Vec::new(),
    };
    for (stream, _) in &heads {
        match stream.kind() {
            "table" => {
                let Some(name) = TableName::of(stream) else { continue };
                let state = stand(store, vault, stream, &table(&name)?)?;
                seen.tables.push((name, state));
            }
            "meter" => {
                let state = stand(store, vault, stream, &Meters::new(rules(stream.rest())?))?;
                seen.meters.push((stream.rest().to_string(), state));
            }
            "house" => {
                let state = stand(store, vault, stream, &House::new(rules(stream.rest())?))?;
                seen.houses.push((stream.rest().to_string(), state));
            }
            "patron" => {
                let Some((Keeper::Operator(by) | Keeper::Book(by), _)) = file_of(stream) else { continue };
                *seen.patrons.entry(by.to_string()).or_default() += 1;
            }
            _ => {}
        }
    }
    seen.tables.sort_by_key(|(name, _)| name.number);
    seen.heads = heads;
    Ok(seen)
}

/// What a stream stands at.
fn stand<M: Hosted>(
    store: &dyn Store,
    vault: &Vault,
    stream: &Stream,
    machine: &M,
) -> Result<M::State, FloorError> {
    let mut past = Past::latest(store, vault, stream, machine)?;
    past.read_on(store, vault, stream, machine, &mut |_, _, _, _| {})?;
    Ok(past.state)
}
