//! Old records of a floor that runs are compressed, and the room that they took is given back to the disk: a little at a
//! time, beside everything else.

use crate::app::App;
use crate::config::StoreLocation;
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use store::{Store, StoreError, Stream};

/// So many of the latest records of each stream stay as they are: they are read most.
pub const KEPT: u64 = 4_096;
/// So many are compressed at a time.
const SEGMENT: u64 = 1_024;
/// So many pages of 4 KiB are given back at a time.
const PAGES: u32 = 256;
/// How often it is looked for something to do, and the pause after each piece of work, in which others write.
const EVERY: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);

/// Begins to look after the store of an app; ends with its floor.
pub fn start(app: &Arc<App>) {
    let of = Arc::downgrade(app);
    let named = std::thread::Builder::new().name("compaction".into());
    if let Err(error) = named.spawn(move || run(&of)) {
        tracing::warn!(%error, "no thread for the compaction of old records");
    }
}

fn run(app: &Weak<App>) {
    let mut compaction = Compaction::default();
    let mut next = Instant::now() + EVERY;
    while let Some(app) = app.upgrade().filter(|app| !app.floor.is_closed()) {
        if Instant::now() >= next {
            let streams = own_streams(&app);
            let store = Arc::clone(&app.store);
            drop(app);
            let done = streams.and_then(|streams| compaction.work(&*store, &streams, KEPT, PAUSE));
            if let Err(error) = done {
                tracing::warn!(%error, "the compaction of old records");
            }
            next = Instant::now() + EVERY;
        } else {
            drop(app);
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}

/// What this process writes: with others on the same store, its own tables and meters.
fn own_streams(app: &App) -> Result<Vec<(Stream, u64)>, StoreError> {
    let all = app.store.streams()?.into_iter().map(|(stream, head)| (stream, head.version));
    if !matches!(app.settings.store, StoreLocation::Postgres(_)) {
        return Ok(all.collect());
    }
    let tables = app.floor.tables();
    let meters = app.floor.meters();
    let own: Vec<&Stream> =
        tables.iter().map(|desk| desk.stream()).chain(meters.iter().map(|desk| desk.stream())).collect();
    Ok(all.filter(|(stream, _)| own.contains(&stream)).collect())
}

/// How far each stream is compressed, as far as is known.
#[derive(Debug, Default)]
pub struct Compaction {
    sealed_to: HashMap<Stream, u64>,
}

impl Compaction {
    /// Compresses whole segments of streams that have grown, and gives room back. How many records that was.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn work(
        &mut self,
        store: &dyn Store,
        streams: &[(Stream, u64)],
        kept: u64,
        pause: Duration,
    ) -> Result<u64, StoreError> {
        let mut records = 0;
        for (stream, version) in streams {
            let sealed_to = self.sealed_to.entry(stream.clone()).or_default();
            while *sealed_to + SEGMENT + kept <= *version {
                // What is sealed already is passed over.
                store.seal(stream, *sealed_to + SEGMENT)?;
                *sealed_to += SEGMENT;
                records += SEGMENT;
                std::thread::sleep(pause);
            }
        }
        while records > 0 && store.give_back(Some(PAGES))? > 0 {
            std::thread::sleep(pause);
        }
        Ok(records)
    }
}
