//! Taking an export into an empty store: read once to check all of it, and once more to keep it.

use super::blocks::{Kind, Source};
use super::{Carried, ExportError};
use crate::anchor::SignedAnchor;
use crate::chain::Hash;
use crate::frame;
use crate::log::{Store, StoreError};
use crate::record::{Append, AppendOutcome, Epoch, NewEvent, Record, Stream};
use crate::vault::Vault;
use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Seek, SeekFrom};
use std::sync::mpsc::{Receiver, Sender, channel};

/// So many appends are on their way at once.
const UNDER_WAY: usize = 1024;

/// Takes an export into an empty store, after every check: blocks, records, chains, the anchor and its signature, which
/// must be that of `house`, or of a key that it had before, where one is given. Nothing is written before all of the file has been checked.
///
/// # Errors
/// Why it is refused, with the place in the file.
pub fn import(
    store: &dyn Store,
    house: Option<&Vault>,
    file: &mut (impl Read + Seek),
) -> Result<Carried, ExportError> {
    if store.streams()?.iter().any(|(_, head)| head.version > 0 || head.epoch != Epoch::default()) {
        return Err(ExportError::NotEmpty);
    }
    let start = file.stream_position()?;
    let mut heads: HashMap<Stream, (u64, Hash)> = HashMap::new();
    let mut source = Source::new(file)?;
    let mut carried = Carried::default();
    let anchor = records(&mut source, &mut |at, record| {
        carried.records += 1;
        let place = heads.entry(record.stream.clone()).or_default();
        let (version, before) = *place;
        if record.version != version + 1 || record.rehashed(before) != record.hash {
            let how =
                format!("record {} of {} does not follow from the one before", record.version, record.stream);
            return Err(ExportError::Damaged { at, how });
        }
        *place = (record.version, record.hash);
        Ok(())
    })?;
    carried.streams = heads.len() as u64;
    let heads: BTreeMap<Stream, (u64, Hash)> = heads.into_iter().collect();
    // The anchor lists its streams by name, as the map does.
    let ends = heads.iter().map(|(stream, (version, hash))| (stream, *version, *hash));
    if !ends.eq(anchor.anchor.heads.iter().map(|(stream, version, hash)| (stream, *version, *hash))) {
        return Err(source.damaged("the anchor does not say where these records end"));
    }
    if !anchor.is_signed_by(&anchor.key) {
        return Err(source.damaged("the signature is not that of the key beside it"));
    }
    if house.is_some_and(|house| !house.knows(&anchor.key)) {
        return Err(ExportError::OtherHouse);
    }
    file.seek(SeekFrom::Start(start))?;
    let mut keeper = Keeper::new(store);
    records(&mut Source::new(file)?, &mut |_, record| keeper.take(record))?;
    keeper.end()?;
    Ok(carried)
}

/// Hands out every record of the file, with the place of its block, and returns the anchor at its end.
fn records(
    source: &mut Source<'_>,
    each: &mut dyn FnMut(u64, Record) -> Result<(), ExportError>,
) -> Result<SignedAnchor, ExportError> {
    loop {
        let (at, kind, plain) = source.next()?;
        let damaged = |how: String| ExportError::Damaged { at, how };
        if kind == Kind::Anchor {
            let text = String::from_utf8(plain).map_err(|_| damaged("the anchor is not text".into()))?;
            let anchor = SignedAnchor::parse(&text).map_err(|error| damaged(error.to_string()))?;
            return if source.is_at_end()? {
                Ok(anchor)
            } else {
                Err(source.damaged("there is more after the end"))
            };
        }
        let mut left = &plain[..];
        while !left.is_empty() {
            let name = frame::take_bytes(&mut left).and_then(|name| std::str::from_utf8(name).ok());
            let stream =
                name.and_then(Stream::new).ok_or_else(|| damaged("a stream without a name".into()))?;
            let count = frame::take_array(&mut left).map(u32::from_le_bytes);
            for _ in 0..count.ok_or_else(|| damaged("a number of records is missing".into()))? {
                let record = frame::take(&mut left, &stream);
                each(at, record.ok_or_else(|| damaged(format!("a record of {stream} is cut off")))?)?;
            }
        }
    }
}

/// Appends records again as they were appended first: those of a command together.
struct Keeper<'a> {
    store: &'a dyn Store,
    /// What is gathered for each stream, and the hash that the last of it must get.
    gathered: HashMap<Stream, (Append, Hash)>,
    tell: Sender<Result<(), ExportError>>,
    told: Receiver<Result<(), ExportError>>,
    under_way: usize,
}

impl<'a> Keeper<'a> {
    fn new(store: &'a dyn Store) -> Keeper<'a> {
        let (tell, told) = channel();
        Keeper { store, gathered: HashMap::new(), tell, told, under_way: 0 }
    }

    fn take(&mut self, record: Record) -> Result<(), ExportError> {
        let Record { stream, version, command, order, form, by, when, encoding, open, sealed, hash } = record;
        let event = NewEvent { encoding, open, sealed };
        if let Some((append, last)) = self.gathered.get_mut(&stream)
            && append.command == command
            && command.is_some()
            && append.form == form
        {
            // One command is given by one person at one time; another file would not have this chain.
            append.events.push(event);
            *last = hash;
            return Ok(());
        }
        let append = Append {
            stream: stream.clone(),
            after: version - 1,
            epoch: Epoch::default(),
            command,
            order,
            form,
            by,
            when,
            events: vec![event],
        };
        match self.gathered.insert(stream, (append, hash)) {
            Some((append, hash)) => self.submit(append, hash),
            None => Ok(()),
        }
    }

    fn submit(&mut self, append: Append, hash: Hash) -> Result<(), ExportError> {
        let tell = self.tell.clone();
        let (stream, version) = (append.stream.clone(), append.after + append.events.len() as u64);
        let done = move |answer: Result<AppendOutcome, StoreError>| {
            let told = match answer {
                Ok(AppendOutcome::New { head, .. }) if head == hash => Ok(()),
                Ok(_) => {
                    let how =
                        "the record did not get the hash that it had; its command was used twice".into();
                    Err(StoreError::Damaged { stream: Some(stream), version, how }.into())
                }
                Err(error) => Err(error.into()),
            };
            // Whoever stopped at an error does not listen any more.
            drop(tell.send(told));
        };
        self.store.submit(append, Box::new(done));
        self.under_way += 1;
        if self.under_way >= UNDER_WAY { self.hear() } else { Ok(()) }
    }

    fn hear(&mut self) -> Result<(), ExportError> {
        self.under_way -= 1;
        let lost = || Err(StoreError::Doubtful("the store stopped before it answered".into()).into());
        self.told.recv().unwrap_or_else(|_| lost())
    }

    fn end(mut self) -> Result<(), ExportError> {
        for (append, hash) in std::mem::take(&mut self.gathered).into_values() {
            self.submit(append, hash)?;
        }
        while self.under_way > 0 {
            self.hear()?;
        }
        Ok(())
    }
}
