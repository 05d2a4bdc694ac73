//! Connections for reading: a few, shared by all who read, and closed again when nobody has needed them for a while.

use super::fault::fault;
use super::schema;
use crate::log::StoreError;
use crate::permits::Permits;
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many read at a time. Each holds two files and a cache.
const MOST: usize = 16;
/// How many of them may go through the whole file: whoever wants a page does not wait for those.
const MOST_SCANS: usize = 4;
/// A connection that was not used for so long is closed when another is put back.
const IDLE: Duration = Duration::from_secs(30);
/// How long somebody waits for one.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) struct Readers {
    path: PathBuf,
    /// Those that nobody uses now, with the time since when; the last is taken first.
    idle: Mutex<Vec<(Connection, Instant)>>,
    reading: Permits,
    scanning: Permits,
}

impl Readers {
    pub(super) fn new(path: PathBuf) -> Readers {
        let (reading, scanning) = (Permits::new(MOST), Permits::new(MOST_SCANS));
        Readers { path, idle: Mutex::default(), reading, scanning }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(Connection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads in one view of the file, whatever is written meanwhile.
    pub(super) fn view<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let _permit = self.reading.take(PATIENCE).ok_or_else(busy)?;
        let idle = self.idle().pop();
        let reader = idle.map_or_else(|| schema::open_reader(&self.path), |(reader, _)| Ok(reader))?;
        let view = reader.unchecked_transaction().map_err(fault)?;
        let value = read(&view);
        let ended = view.finish().map_err(fault);
        if ended.is_ok() && value.is_ok() {
            self.put_back(reader, Instant::now());
        }
        value
    }

    /// The same for what goes through the whole file.
    pub(super) fn whole<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let scan = self.scanning.take(PATIENCE).ok_or_else(busy)?;
        // Counted as a scan, it does not count as a reader too: the readers are for those who want a page.
        let value = self.view(read);
        drop(scan);
        value
    }

    fn put_back(&self, reader: Connection, now: Instant) {
        let mut idle = self.idle();
        let stale = idle.iter().take_while(|(_, since)| now.duration_since(*since) > IDLE).count();
        // Closed outside the lock.
        let stale: Vec<_> = idle.drain(..stale).collect();
        idle.push((reader, now));
        drop(idle);
        drop(stale);
    }

    /// Closes all that nobody uses.
    pub(super) fn close(&self) {
        self.idle().clear();
    }
}

fn busy() -> StoreError {
    StoreError::Unavailable("too many readers at the same time; try again in a moment".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn readers(name: &str) -> (PathBuf, Readers) {
        let folder = std::env::temp_dir().join(format!("cardroom-readers-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("floor.db");
        drop(schema::create(&path).unwrap());
        (folder, Readers::new(path))
    }

    #[test]
    fn a_crowd_of_readers_opens_a_few_connections_and_leaves_fewer() {
        let (folder, readers) = readers("crowd");
        let (now, most, begin) = (AtomicUsize::new(0), AtomicUsize::new(0), Barrier::new(100));
        std::thread::scope(|scope| {
            for _ in 0..100 {
                scope.spawn(|| {
                    begin.wait();
                    readers
                        .view(|_| {
                            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                            std::thread::sleep(Duration::from_millis(5));
                            now.fetch_sub(1, Ordering::SeqCst);
                            Ok(())
                        })
                        .unwrap();
                });
            }
        });
        assert!((2..=MOST).contains(&most.into_inner()));
        assert!((1..=MOST).contains(&readers.idle().len()));
        let last = readers.idle().pop().unwrap().0;
        readers.put_back(last, Instant::now() + IDLE * 2);
        assert_eq!(readers.idle().len(), 1, "those that nobody needed for a while are closed");
        drop(readers);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn whoever_reads_everything_leaves_room_for_whoever_reads_a_page() {
        let (folder, readers) = readers("scans");
        let (begin, end) = (Barrier::new(MOST_SCANS + 1), Barrier::new(MOST_SCANS + 1));
        std::thread::scope(|scope| {
            for _ in 0..MOST_SCANS {
                scope.spawn(|| {
                    readers.whole(|_| {
                        begin.wait();
                        // Whoever reads everything may read a page besides.
                        readers.view(|_| Ok(())).unwrap();
                        end.wait();
                        Ok(())
                    })
                });
            }
            begin.wait();
            assert_eq!(readers.view(|_| Ok(7)), Ok(7));
            end.wait();
        });
        std::fs::remove_dir_all(folder).unwrap();
    }
}
