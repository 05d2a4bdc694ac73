//! What the tests of faults share: a folder, and a store that fails now and then.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{
    Answered, Append, CommandId, Epoch, Head, MemoryStore, Record, Snapshot, Store, StoreError, Stream,
};
use testkit::dice::Dice;

/// A folder of its own for a test, removed with all that is in it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardroom-faults-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A store that is away now and then: before it keeps something, after, or when it is read.
pub(crate) struct Flaky {
    memory: MemoryStore,
    dice: Mutex<Dice>,
    fails: AtomicBool,
}

impl Flaky {
    pub(crate) fn new(seed: u64) -> Flaky {
        Flaky { memory: MemoryStore::new(), dice: Mutex::new(Dice::new(seed)), fails: AtomicBool::new(false) }
    }

    pub(crate) fn fail(&self, fails: bool) {
        self.fails.store(fails, Ordering::Relaxed);
    }

    fn below(&self, end: u64) -> u64 {
        self.dice.lock().unwrap().below(end)
    }

    fn there(&self) -> Result<(), StoreError> {
        if self.fails.load(Ordering::Relaxed) && self.below(50) == 0 {
            Err(StoreError::Unavailable("the store is away".into()))
        } else {
            Ok(())
        }
    }
}

impl Store for Flaky {
    fn submit(&self, append: Append, done: store::AppendCallback) {
        let doubt = || Err(StoreError::Doubtful("the answer was lost".into()));
        match self.fails.load(Ordering::Relaxed).then(|| self.below(60)) {
            Some(0) => done(Err(StoreError::Unavailable("the store is away".into()))),
            Some(1) => done(doubt()),
            Some(2) => {
                let _ = self.memory.append(append);
                done(doubt());
            }
            _ => self.memory.submit(append, done),
        }
    }

    fn head(&self, stream: &Stream) -> Result<Head, StoreError> {
        self.there().and_then(|()| self.memory.head(stream))
    }

    fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.there().and_then(|()| self.memory.streams())
    }

    fn read(&self, stream: &Stream, from: u64, most: usize) -> Result<Vec<Record>, StoreError> {
        self.there().and_then(|()| self.memory.read(stream, from, most))
    }

    fn scan(&self, each: &mut dyn FnMut(Record) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.memory.scan(each)
    }

    fn answered(&self, command: CommandId) -> Result<Option<(Stream, Answered)>, StoreError> {
        self.there().and_then(|()| self.memory.answered(command))
    }

    fn keep_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.there().and_then(|()| self.memory.keep_snapshot(snapshot))
    }

    fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
        self.there().and_then(|()| self.memory.snapshot(stream))
    }

    fn seal(&self, stream: &Stream, up_to: u64) -> Result<(), StoreError> {
        self.memory.seal(stream, up_to)
    }

    fn claim(&self, stream: &Stream) -> Result<Epoch, StoreError> {
        self.memory.claim(stream)
    }

    fn release(&self, stream: &Stream, epoch: Epoch) -> Result<(), StoreError> {
        self.memory.release(stream, epoch)
    }

    fn beat(&self) -> Result<(), StoreError> {
        self.memory.beat()
    }
}
