//! The index of all rounds: built by reading the log once, and read on from there whenever somebody asks.

use super::lock;
use engine::banked::{Event as E, Settled, Table};
use engine::{PatronId, TableNumber};
use floor::table::{Event, State};
use floor::{EventSide, FloorError, Reading, TableName};
use money::Money;
use rulebook::{Cite, IrregularityKind, Rulebook};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, TryLockError};
use store::{Record, Store, Stream, Vault};

/// A mark is kept every so many records, so that an old round need not be folded from the beginning.
const MARKS: u64 = 20_000;
/// So many records are read while somebody waits; more are read beside.
const AT_ONCE: u64 = 20_000;

/// A round that was played, or is.
#[derive(Clone, Debug)]
pub struct IndexedRound {
    /// At which table.
    pub name: Arc<TableName>,
    /// Its number there.
    pub round: u64,
    /// Its first record; those since the round before belong to it.
    pub first: u64,
    pub last: u64,
    /// When betting closed, by the wall clock.
    pub from_ms: i64,
    /// When it ended, or how far it has come.
    pub to_ms: i64,
    /// Whether it was played to its end.
    pub over: bool,
    /// Who played, and what came of it.
    pub hands: Vec<PlayerResult>,
    /// What went wrong.
    pub irregularities: Vec<IrregularityKind>,
    /// All that was cited.
    cites: Vec<Cite>,
}

/// What a round meant for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerResult {
    /// The place, from 0.
    pub seat: u8,
    /// The patron, where one is known.
    pub patron: Option<PatronId>,
    /// What was staked and settled.
    pub staked: Money,
    /// Won; below zero, lost.
    pub net: Money,
}

/// What is looked for; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundQuery {
    pub table: Option<TableNumber>,
    /// A patron who played.
    pub patron: Option<PatronId>,
    /// Begun at this time or later, in milliseconds since 1970.
    pub from_ms: Option<i64>,
    /// Begun at this time or earlier.
    pub to_ms: Option<i64>,
    /// Somebody won at least so much.
    pub won: Option<Money>,
    /// Somebody lost at least so much.
    pub lost: Option<Money>,
    /// A clause that was applied: "13.9" finds "13.9(a)" too.
    pub clause: Option<String>,
    /// Something went wrong.
    pub irregular: bool,
    /// This went wrong.
    pub what: Option<IrregularityKind>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct RoundPage {
    /// How many there are.
    pub total: usize,
    /// The part of them that was asked for, the latest first.
    pub rounds: Vec<Arc<IndexedRound>>,
}

/// How far the index has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexProgress {
    pub done: u64,
    /// Records there are.
    pub total: u64,
    /// Tables whose log cannot be read, and why.
    pub damaged: Vec<String>,
}

impl IndexProgress {
    /// Whether all is read.
    pub fn is_done(&self) -> bool {
        self.done >= self.total
    }
}

/// The index.
#[derive(Default)]
pub struct RoundIndex {
    tables: Mutex<BTreeMap<Stream, Arc<Mutex<TableIndex>>>>,
    /// Held by whoever reads all tables on.
    reading: Mutex<()>,
}

/// One table's part.
struct TableIndex {
    name: Arc<TableName>,
    book: &'static Rulebook,
    reading: Reading,
    marks: Vec<Reading>,
    rounds: Vec<Arc<IndexedRound>>,
    draft: Draft,
    damaged: Option<String>,
}

/// The round under way, as far as it is read.
#[derive(Clone, Default)]
struct Draft {
    first: u64,
    round: Option<u64>,
    from_ms: i64,
    last: (u64, i64),
    hands: Vec<PlayerResult>,
    irregularities: Vec<IrregularityKind>,
    cites: Vec<Cite>,
}

/// Where a round stands in the log, and a mark before it.
pub(super) struct RoundSpan {
    pub(super) before: Reading,
    pub(super) first: u64,
    pub(super) last: u64,
}

impl RoundIndex {
    /// Reads on what has been added: at once where that is little, otherwise beside, and the answer says how far it is.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn keep_up(
        self: &Arc<RoundIndex>,
        store: &Arc<dyn Store>,
        vault: &Arc<Vault>,
    ) -> Result<IndexProgress, FloorError> {
        let progress = self.progress(&**store)?;
        match self.reading.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(progress),
            Ok(_) | Err(TryLockError::Poisoned(_)) => {}
        }
        if progress.total - progress.done.min(progress.total) <= AT_ONCE {
            self.read_on(&**store, vault)?;
            return self.progress(&**store);
        }
        let (index, store, vault) = (Arc::clone(self), Arc::clone(store), Arc::clone(vault));
        let beside = std::thread::Builder::new().name("index".into());
        let begun = beside.spawn(move || {
            if let Err(error) = index.read_on(&*store, &vault) {
                tracing::error!(%error, "the index of rounds");
            }
        });
        if let Err(error) = begun {
            tracing::error!(%error, "no thread for the index of rounds");
        }
        Ok(progress)
    }

    /// Reads all tables on to their ends.
    ///
    /// # Errors
    /// If the store cannot be read. A log that is damaged is noted, and the others are read.
    pub fn read_on(&self, store: &dyn Store, vault: &Vault) -> Result<(), FloorError> {
        let _one = lock(&self.reading);
        for (stream, head) in store.streams()? {
            let Some(shelf) = self.shelf(&stream) else { continue };
            // A part at a time, so that nobody who looks waits for a long log.
            loop {
                let mut shelf = lock(&shelf);
                if shelf.damaged.is_some() || shelf.reading.version() >= head.version {
                    break;
                }
                shelf.read_on(store, vault);
            }
        }
        Ok(())
    }

    /// How far it is.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn progress(&self, store: &dyn Store) -> Result<IndexProgress, FloorError> {
        let heads = store.streams()?.into_iter().filter(|(stream, _)| stream.kind() == "table");
        let heads: BTreeMap<Stream, u64> = heads.map(|(stream, head)| (stream, head.version)).collect();
        let mut progress = IndexProgress { total: heads.values().sum(), ..IndexProgress::default() };
        let shelves: Vec<_> =
            lock(&self.tables).iter().map(|(stream, shelf)| (stream.clone(), Arc::clone(shelf))).collect();
        for (stream, shelf) in shelves {
            let shelf = lock(&shelf);
            let read = shelf.reading.version();
            // The rest of a log that cannot be read is not waited for; the other tables are.
            progress.done +=
                shelf.damaged.as_ref().map_or(read, |_| heads.get(&stream).copied().unwrap_or(read));
            progress
                .damaged
                .extend(shelf.damaged.iter().map(|how| format!("table {}: {how}", shelf.name.number)));
        }
        Ok(progress)
    }

    /// All rounds that are wanted, the latest first; `most` of them, after the first `skip`.
    pub fn find(&self, wanted: &RoundQuery, skip: usize, most: usize) -> RoundPage {
        let shelves: Vec<_> = lock(&self.tables).values().cloned().collect();
        let mut all = Vec::new();
        for shelf in shelves {
            let shelf = lock(&shelf);
            if wanted.table.is_some_and(|table| table != shelf.name.number) {
                continue;
            }
            let mut labels = HashMap::new();
            let under_way = shelf.under_way().map(Arc::new);
            let rounds = shelf.rounds.iter().chain(under_way.as_ref());
            all.extend(rounds.filter(|played| wanted.is(played, shelf.book, &mut labels)).cloned());
        }
        all.sort_unstable_by_key(|played| (-played.from_ms, played.name.number, u64::MAX - played.round));
        let total = all.len();
        RoundPage { total, rounds: all.into_iter().skip(skip).take(most).collect() }
    }

    /// Where a round stands in a table's log, read on as far as it goes now.
    pub(super) fn place(
        &self,
        store: &dyn Store,
        vault: &Vault,
        stream: &Stream,
        round: u64,
    ) -> Result<Option<RoundSpan>, FloorError> {
        let Some(shelf) = self.shelf(stream) else { return Ok(None) };
        let head = store.head(stream)?.version;
        loop {
            let mut shelf = lock(&shelf);
            if shelf.damaged.is_none() && shelf.reading.version() < head {
                shelf.read_on(store, vault);
                continue;
            }
            let under_way = shelf.under_way().map(Arc::new);
            let at = shelf.rounds.binary_search_by_key(&round, |played| played.round);
            let found = at.ok().map(|at| &shelf.rounds[at]).or(under_way.as_ref());
            let Some(played) = found.filter(|played| played.round == round) else { return Ok(None) };
            let mark = shelf.marks.iter().rfind(|mark| mark.version() < played.first);
            let before = mark.map_or_else(|| Reading::new(stream), |mark| Ok(mark.mark()))?;
            return Ok(Some(RoundSpan { before, first: played.first, last: played.last }));
        }
    }

    /// A table's part; none for what is no table that this program knows.
    fn shelf(&self, stream: &Stream) -> Option<Arc<Mutex<TableIndex>>> {
        let mut tables = lock(&self.tables);
        if let Some(shelf) = tables.get(stream) {
            return Some(Arc::clone(shelf));
        }
        let reading = Reading::new(stream).ok()?;
        let (name, book) = (Arc::new(reading.name().clone()), reading.machine().game.book());
        let (marks, rounds, draft) = (Vec::new(), Vec::new(), Draft::after(0));
        let shelf = TableIndex { name, book, reading, marks, rounds, draft, damaged: None };
        let shelf = Arc::new(Mutex::new(shelf));
        tables.insert(stream.clone(), Arc::clone(&shelf));
        Some(shelf)
    }
}

impl TableIndex {
    /// Reads a part.
    fn read_on(&mut self, store: &dyn Store, vault: &Vault) {
        let TableIndex { name, reading, marks, rounds, draft, damaged, .. } = self;
        let last = reading.version() + MARKS;
        let game = &reading.machine().game;
        let jackpot: Vec<bool> = (0..engine::WAGERS).map(|wager| game.is_of_jackpot(wager)).collect();
        let read = reading.read_to(store, vault, last, &mut |side, record, event, state| match side {
            EventSide::Before => draft.settle(&event.value, state, &jackpot),
            EventSide::After => {
                if draft.note(record, (&event.value, event.cite), state) {
                    let full = std::mem::replace(draft, Draft::after(record.version));
                    rounds.extend(full.played(name, true).map(Arc::new));
                }
            }
        });
        match read {
            Ok(()) if reading.version() >= marks.last().map_or(0, Reading::version) + MARKS => {
                marks.push(reading.mark());
            }
            Ok(()) => {}
            Err(error) => *damaged = Some(error.to_string()),
        }
    }

    fn under_way(&self) -> Option<IndexedRound> {
        self.draft.clone().played(&self.name, false)
    }
}

impl Draft {
    fn after(version: u64) -> Draft {
        Draft { first: version + 1, ..Draft::default() }
    }

    /// A wager is settled: told before it is, while it is known whose money it was.
    fn settle(&mut self, event: &Event<E>, state: &State<Table>, jackpot: &[bool]) {
        let Event::Game(E::WagerSettled { seat, wager, staked, result, paid, returned }) = event else {
            return;
        };
        if *result == Settled::Carried {
            return;
        }
        let found = &state.game.seats[usize::from(*seat)];
        // A blind hand's money is its player's, and somebody else's jackpot wager is theirs.
        let payer = match found.jackpot_by {
            Some(by) if jackpot[usize::from(*wager)] => by,
            _ => found.blind_of.unwrap_or(*seat),
        };
        // A token is worth nothing to its holder; what it wins is.
        let token = found.tokens & 1 << *wager != 0;
        let net = if token { *paid } else { *paid + *returned - *staked };
        let patron = state.patrons[usize::from(payer)];
        match self.hands.iter_mut().find(|hand| (hand.seat, hand.patron) == (payer, patron)) {
            Some(hand) => {
                hand.staked += *staked;
                hand.net += net;
            }
            None => self.hands.push(PlayerResult { seat: payer, patron, staked: *staked, net }),
        }
    }

    /// Notes a record; the answer is whether it ends a round.
    fn note(&mut self, record: &Record, (event, cite): (&Event<E>, Cite), state: &State<Table>) -> bool {
        self.last = (record.version, record.when.clock_ms);
        if !self.cites.contains(&cite) {
            self.cites.push(cite);
        }
        let Event::Game(event) = event else { return false };
        match event {
            E::BettingClosed => {
                self.round = Some(state.game.rounds);
                self.from_ms = record.when.clock_ms;
            }
            E::IrregularityRuled { what, .. } if !self.irregularities.contains(what) => {
                self.irregularities.push(*what)
            }
            _ => {}
        }
        matches!(event, E::RoundClosed)
    }

    /// As a round; none where no betting was closed.
    fn played(self, name: &Arc<TableName>, over: bool) -> Option<IndexedRound> {
        Some(IndexedRound {
            name: Arc::clone(name),
            round: self.round?,
            first: self.first,
            last: self.last.0,
            from_ms: self.from_ms,
            to_ms: self.last.1,
            over,
            hands: self.hands,
            irregularities: self.irregularities,
            cites: self.cites,
        })
    }
}

impl RoundQuery {
    fn is(&self, played: &IndexedRound, book: &Rulebook, labels: &mut HashMap<Cite, bool>) -> bool {
        let patron = |hand: &&PlayerResult| self.patron.is_none() || hand.patron == self.patron;
        let hands = || played.hands.iter().filter(patron);
        let clause = |asked: &String| {
            let mut says =
                |cite: &Cite| *labels.entry(*cite).or_insert_with(|| is_within(book.label(*cite), asked));
            played.cites.iter().any(&mut says)
        };
        (self.patron.is_none() || hands().next().is_some())
            && self.from_ms.is_none_or(|from| played.from_ms >= from)
            && self.to_ms.is_none_or(|to| played.from_ms <= to)
            && self.won.is_none_or(|least| hands().any(|hand| hand.net >= least))
            && self.lost.is_none_or(|least| hands().any(|hand| hand.net <= Money::ZERO - least))
            && (!self.irregular || !played.irregularities.is_empty())
            && self.what.is_none_or(|what| played.irregularities.contains(&what))
            && self.clause.as_ref().is_none_or(clause)
    }
}

/// Whether a clause is the one asked for, or stands within it.
fn is_within(label: &str, asked: &str) -> bool {
    label.strip_prefix(asked).is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::stored::{ENCODING, encode_value};
    use floor::table::DealingMode;
    use rulebook::Ruled;
    use store::{Append, Epoch, MemoryStore, NewEvent, RecordForm, When};

    #[test]
    fn a_clause_has_its_parts() {
        assert!(
            is_within("13.9", "13.9") && is_within("13.9(a)", "13.9") && is_within("8.4.2(a)(ii)", "8.4")
        );
        assert!(!is_within("13.91", "13.9") && !is_within("13.9", "13.9(a)") && !is_within("3.9", "13.9"));
    }

    fn keep(store: &MemoryStore, number: u32, opens: Vec<Vec<u8>>) -> Stream {
        let (book, game) = ("star-sydney-mississippi-stud-4".into(), "mississippi-stud".into());
        let stream = TableName { book, game, number: TableNumber(number) }.stream().unwrap();
        let events = opens.into_iter().map(|open| NewEvent { encoding: ENCODING, open, sealed: None });
        store
            .append(Append {
                stream: stream.clone(),
                after: 0,
                epoch: Epoch::default(),
                command: None,
                order: None,
                form: RecordForm::Two,
                by: "staff/1".into(),
                when: When::default(),
                events: events.collect(),
            })
            .unwrap();
        stream
    }

    /// A table whose log cannot be read is named, and takes nothing away from what is still to be read of the others.
    #[test]
    fn a_damaged_table_does_not_end_the_index() {
        let store = MemoryStore::new();
        let book = floor::book("star-sydney-mississippi-stud-4").unwrap();
        let set_up: Event<E> = Event::SetUp(DealingMode::Virtual);
        let whole = encode_value(&Ruled::new(set_up, book.house.uncovered), book).open;
        let damaged = keep(&store, 1, vec![vec![0xff]; 5]);
        keep(&store, 2, vec![whole; 3]);
        let (index, vault) = (RoundIndex::default(), Vault::from_bytes([7; 32]));

        assert!(index.place(&store, &vault, &damaged, 1).unwrap().is_none());
        let progress = index.progress(&store).unwrap();
        assert_eq!((progress.done, progress.total), (5, 8), "nobody waits for what cannot be read");
        assert!(!progress.is_done(), "the other table is not read yet");
        index.read_on(&store, &vault).unwrap();
        let progress = index.progress(&store).unwrap();
        assert_eq!((progress.done, progress.total), (8, 8));
        assert!(progress.is_done());
        let [damage] = progress.damaged.as_slice() else { panic!("{progress:?}") };
        assert!(damage.starts_with("table 1: "), "{damage}");
    }
}
