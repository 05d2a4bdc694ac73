//! The store in one file: SQLite with one writing process, one writer thread that commits in groups, many readers.

mod fault;
mod group;
mod queue;
mod readers;
mod reads;
mod recent;
mod schema;
mod space;
mod writer;

use crate::blocking::may_wait;
use crate::heads::{HeadKey, Heads};
use crate::listener::{Listener, Slot};
use crate::log::{AppendCallback, Store, StoreError};
use crate::private_files::owner_only;
use crate::record::{Answered, Append, AppendOutcome, CommandId, Epoch, Head, Record, Snapshot, Stream};
use crate::segment;
use queue::{Job, Queue, Reply, Segment};
use readers::Readers;
use recent::RecentCommands;
use rusqlite::Connection;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Instant;
use writer::{Writer, refuse};

/// A store in one file.
///
/// ```
/// use store::{Append, Epoch, NewEvent, RecordForm, SqliteStore, Store, Stream, When};
///
/// let folder = std::env::temp_dir().join(format!("cardroom-doc-{}", std::process::id()));
/// std::fs::create_dir_all(&folder).unwrap();
/// let store = SqliteStore::create(&folder.join("floor.db")).unwrap();
/// let table = Stream::new("table/7").unwrap();
/// let epoch = store.claim(&table).unwrap();
/// let event = NewEvent { encoding: 1, open: b"opened".to_vec(), sealed: None };
/// let by = "staff/12".into();
/// let append = Append {
///     stream: table.clone(), after: 0, epoch, command: None, order: None, form: RecordForm::Two,
///     by, when: When::default(), events: vec![event],
/// };
/// store.append(append).unwrap();
/// assert_eq!(store.head(&table).unwrap().version, 1);
/// # drop(store);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// ```
pub struct SqliteStore {
    readers: Readers,
    writing: Option<Writing>,
    /// What the heads are authenticated with.
    key: Option<HeadKey>,
}

/// What a store has that may write. The writer's thread holds the lock of the file for as long as it lives.
struct Writing {
    queue: Arc<Queue>,
    lately: Arc<RecentCommands>,
    thread: Option<JoinHandle<()>>,
}

impl SqliteStore {
    /// Makes a new store in a file that is not there yet.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be made.
    pub fn create(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::create_with(path, None)
    }

    /// The same, with a key: where its streams end is authenticated from the beginning.
    ///
    /// # Errors
    /// As [`SqliteStore::create`].
    pub fn create_with(path: &Path, key: Option<HeadKey>) -> Result<SqliteStore, StoreError> {
        let lock = lock(path)?;
        let store = SqliteStore::start(path, schema::create(path)?, lock, key)?;
        if store.key.is_some() {
            store.mark_heads()?;
        }
        Ok(store)
    }

    /// Opens a store for writing: one process at a time.
    ///
    /// # Errors
    /// If another process writes to it, if it may not be written, if it is damaged or not a store.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(path, None)
    }

    /// The same, with the key that authenticates where streams end: nothing is written after an end that it did not
    /// write, once the store is marked ([`Store::mark_heads`]).
    ///
    /// # Errors
    /// As [`SqliteStore::open`], and if the store is marked with another key.
    pub fn open_with(path: &Path, key: Option<HeadKey>) -> Result<SqliteStore, StoreError> {
        let about = std::fs::metadata(path).map_err(|e| {
            StoreError::Unavailable(format!("{}: {e}; make a store there first", path.display()))
        })?;
        if about.permissions().readonly() {
            return Err(StoreError::ReadOnly(format!("{} is a read-only file", path.display())));
        }
        // A second name would have a lock of its own: one behind a link is the file itself, one beside it is refused.
        let path = &path.canonicalize().unwrap_or_else(|_| path.into());
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&about) > 1 {
            let what =
                "has a second name (a hard link), through which another process could write it; remove one";
            return Err(StoreError::Unavailable(format!("{} {what}", path.display())));
        }
        let lock = lock(path)?;
        SqliteStore::start(path, schema::open_writer(path)?, lock, key)
    }

    /// Opens a store for reading, beside a process that may be writing to it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open_read_only(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_read_only_with(path, None)
    }

    /// The same, with the key that authenticates where streams end.
    ///
    /// # Errors
    /// As [`SqliteStore::open_read_only`].
    pub fn open_read_only_with(path: &Path, key: Option<HeadKey>) -> Result<SqliteStore, StoreError> {
        let readers = Readers::new(path.into());
        // A file that cannot be read is refused now.
        readers.view(|_| Ok(()))?;
        Ok(SqliteStore { readers, writing: None, key })
    }

    /// Lets the file grow to so many pages of 4 KiB and no further, so that it leaves room on the disk for others; what
    /// would need more is refused as on a full disk. It holds until the store is opened again.
    ///
    /// # Errors
    /// If the store was opened for reading.
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.ask(|reply| Job::Limit(pages, reply))
    }

    fn start(
        path: &Path,
        file: Connection,
        lock: File,
        key: Option<HeadKey>,
    ) -> Result<SqliteStore, StoreError> {
        let (queue, lately) = (Arc::new(Queue::new()), Arc::new(RecentCommands::default()));
        let writer = Writer::new(file, Arc::clone(&lately), key.as_ref())?;
        let taken = Arc::clone(&queue);
        let thread = std::thread::Builder::new()
            .name("store writer".into())
            .spawn(move || {
                let _lock = lock;
                let _closed = CloseOnDrop(&taken);
                writer.run(&taken);
            })
            .map_err(|e| StoreError::Unavailable(format!("no thread for the writer: {e}")))?;
        let writing = Some(Writing { queue, lately, thread: Some(thread) });
        Ok(SqliteStore { readers: Readers::new(path.into()), writing, key })
    }

    /// Reads in one view of the file, whatever is written meanwhile.
    fn view<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        may_wait("a read of the file");
        self.readers.view(read)
    }

    fn push(&self, job: Job) {
        match &self.writing {
            None => refuse(job, StoreError::ReadOnly("the store was opened for reading".into())),
            Some(writing) => {
                if let Some(job) = writing.queue.push(job) {
                    refuse(
                        job,
                        StoreError::Unavailable("the writer has stopped; open the store again".into()),
                    );
                }
            }
        }
    }

    /// Queues a job and waits for its answer.
    fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        may_wait("a job of the writer");
        let (reply, answer) = mpsc::sync_channel(1);
        self.push(job(reply));
        answer
            .recv()
            .unwrap_or_else(|_| Err(StoreError::Doubtful("the writer stopped before it answered".into())))
    }
}

/// Closes the queue however the writer ends, so that nobody waits for a thread that is gone.
struct CloseOnDrop<'a>(&'a Queue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
        drop(self.0.take(Instant::now()));
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        if let Some(writing) = &mut self.writing {
            // Whoever closes the file last moves the log of writes into it, and a reader may not: so the writer is last,
            // and all that was kept is in one file again.
            self.readers.close();
            writing.queue.close();
            // Whoever was answered last may let go of the store on the writer's own thread, which then ends by itself.
            let elsewhere = |thread: &JoinHandle<()>| thread.thread().id() != std::thread::current().id();
            if let Some(thread) = writing.thread.take().filter(elsewhere) {
                let _ = thread.join();
            }
        }
    }
}

/// Takes the lock that makes this process the only writer; it falls when the process ends, however it ends.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let mut options = File::options();
    let open = owner_only(options.read(true).write(true).create(true).truncate(false)).open(&name);
    let mut file =
        open.map_err(|e| StoreError::Unavailable(format!("{} cannot be opened: {e}", name.display())))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut who = String::new();
            let _ = file.read_to_string(&mut who);
            let who = who.trim();
            let path = path.display();
            let text = format!(
                "{path} is being written by another process ({who}); stop it, or open the store for reading"
            );
            return Err(StoreError::Unavailable(text));
        }
        Err(TryLockError::Error(e)) => {
            return Err(StoreError::Unavailable(format!("{} cannot be locked: {e}", name.display())));
        }
    }
    // For people only; the lock itself is what counts.
    let _ = file.set_len(0).and_then(|()| writeln!(file, "process {}", std::process::id()));
    Ok(file)
}

impl Store for SqliteStore {
    fn submit(&self, append: Append, done: AppendCallback) {
        self.push(Job::Append(append, Listener::Done(done)));
    }

    fn append(&self, append: Append) -> Result<AppendOutcome, StoreError> {
        let (slot, listener) = Slot::new();
        self.push(Job::Append(append, listener));
        may_wait("an append");
        slot.wait()
    }

    fn head(&self, stream: &Stream) -> Result<Head, StoreError> {
        self.view(|file| Ok(reads::line(file, stream)?.unwrap_or_default().head))
    }

    fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        let lines = self.view(reads::lines)?;
        Ok(lines.into_iter().map(|(stream, line)| (stream, line.head)).collect())
    }

    fn read(&self, stream: &Stream, from: u64, most: usize) -> Result<Vec<Record>, StoreError> {
        let from = from.max(1);
        self.view(|file| {
            let line = reads::line(file, stream)?.unwrap_or_default();
            let to = line.head.version.min(from.saturating_add(most as u64).saturating_sub(1));
            if from > to { Ok(Vec::new()) } else { reads::read(file, stream, &line, from, to) }
        })
    }

    fn scan(&self, each: &mut dyn FnMut(Record) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.readers.whole(|file| reads::scan(file, each))
    }

    fn answered(&self, command: CommandId) -> Result<Option<(Stream, Answered)>, StoreError> {
        if let Some(answered) = self.writing.as_ref().and_then(|writing| writing.lately.answered(command)) {
            return Ok(Some(answered));
        }
        self.view(|file| match reads::answered(file, command)? {
            None if self.writing.is_none() => reads::answered_lately(file, command),
            found => Ok(found),
        })
    }

    fn commands(&self, each: &mut dyn FnMut(CommandId, &Stream, Answered)) -> Result<(), StoreError> {
        self.readers.whole(|file| reads::commands(file, each))
    }

    fn keep_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.ask(|reply| Job::Snapshot(snapshot, reply))
    }

    fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
        self.view(|file| reads::snapshot(file, stream))
    }

    fn seal(&self, stream: &Stream, up_to: u64) -> Result<(), StoreError> {
        loop {
            let ready = self.view(|file| {
                let line = reads::line(file, stream)?.unwrap_or_default();
                if up_to == 0 || up_to > line.head.version {
                    return Err(StoreError::Nothing);
                }
                let first = line.sealed_to + 1;
                let last = up_to.min(line.sealed_to + segment::LONGEST as u64);
                if first > last {
                    return Ok(None);
                }
                let records = reads::read(file, stream, &line, first, last)?;
                let places = reads::places(file, stream, &line, first, last)?;
                let mut commands: Vec<CommandId> =
                    records.iter().filter_map(|record| record.command).collect();
                commands.dedup();
                let bytes = segment::encode(&records)?;
                Ok(Some(Segment { stream: stream.clone(), first, last, bytes, places, commands }))
            })?;
            match ready {
                None => return Ok(()),
                Some(segment) => self.ask(|reply| Job::Seal(Box::new(segment), reply))?,
            }
        }
    }

    fn give_back(&self, most_pages: Option<u32>) -> Result<u64, StoreError> {
        if most_pages.is_none() {
            // An old view of the file would keep what it sees.
            self.readers.close();
        }
        self.ask(|reply| Job::GiveBack(most_pages, reply))
    }

    fn check(&self) -> Result<(), StoreError> {
        self.readers.whole(reads::check)
    }

    fn heads(&self) -> Result<Heads, StoreError> {
        self.view(|file| reads::heads(file, self.key.as_ref()))
    }

    fn mark_heads(&self) -> Result<(), StoreError> {
        self.ask(Job::Mark)
    }

    fn change_head_key(&self, to: &HeadKey) -> Result<(), StoreError> {
        self.ask(|reply| Job::ChangeHeadKey(to.clone(), reply))
    }

    /// The lock of the file says that nobody else lives, so a claim is never refused.
    fn claim(&self, stream: &Stream) -> Result<Epoch, StoreError> {
        self.ask(|reply| Job::Claim(stream.clone(), reply))
    }

    fn release(&self, _: &Stream, _: Epoch) -> Result<(), StoreError> {
        Ok(())
    }

    fn beat(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
