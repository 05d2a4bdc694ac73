//! The one small trait that every store is.

use crate::heads::{HeadKey, Heads, NO_KEY};
use crate::record::{Answered, Append, AppendOutcome, CommandId, Epoch, Head, Record, Snapshot, Stream};
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::mpsc;

/// Is told once whether an append is kept: on a thread of the store, so it should only pass the word on.
pub type AppendCallback = Box<dyn FnOnce(Result<AppendOutcome, StoreError>) + Send>;

/// An append-only log of streams.
///
/// What `submit` answers with `Ok` is on stable storage. What it answers with `Err` is not kept, save for
/// [`StoreError::Doubtful`]: then nobody knows until the log is read again.
pub trait Store: Send + Sync {
    /// Queues the events of one command. Appends queued together may be made durable together; those of one stream
    /// are taken in the order in which they were queued.
    fn submit(&self, append: Append, done: AppendCallback);

    /// The same, waiting for the answer.
    ///
    /// # Errors
    /// Why it is not kept.
    fn append(&self, append: Append) -> Result<AppendOutcome, StoreError> {
        let (tell, told) = mpsc::sync_channel(1);
        self.submit(append, Box::new(move |answer| drop(tell.send(answer))));
        told.recv()
            .unwrap_or_else(|_| Err(StoreError::Doubtful("the store stopped before it answered".into())))
    }

    /// Where a stream ends; the beginning, where nobody has written to it.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn head(&self, stream: &Stream) -> Result<Head, StoreError>;

    /// All streams that anybody has written to or claimed, by name.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError>;

    /// Records of a stream, from a version on (1 is the first), at most so many; sealed segments are opened.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn read(&self, stream: &Stream, from: u64, most: usize) -> Result<Vec<Record>, StoreError>;

    /// Every record of every stream, each stream in its order, as fast as the store can read.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn scan(&self, each: &mut dyn FnMut(Record) -> ControlFlow<()>) -> Result<(), StoreError>;

    /// Where the events of a command stand, where it was kept.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn answered(&self, command: CommandId) -> Result<Option<(Stream, Answered)>, StoreError>;

    /// The index of commands, in no order: each command that was kept with an id, and where its events stand. What
    /// [`Store::answered`] is answered from, so that it can be compared with the records.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn commands(&self, each: &mut dyn FnMut(CommandId, &Stream, Answered)) -> Result<(), StoreError> {
        let mut known = std::collections::BTreeSet::new();
        self.scan(&mut |record| {
            known.extend(record.command);
            ControlFlow::Continue(())
        })?;
        for command in known {
            if let Some((stream, answered)) = self.answered(command)? {
                each(command, &stream, answered);
            }
        }
        Ok(())
    }

    /// Keeps a snapshot in place of an older one of the stream; a newer one stays.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the stream has no record of that version and hash, or if it is not kept.
    fn keep_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError>;

    /// The latest snapshot of a stream.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError>;

    /// The store's own clock in milliseconds since 1970, where that is another than this machine's: a second source that says
    /// whether the machine's is right.
    ///
    /// # Errors
    /// If the store cannot be asked.
    fn clock_ms(&self) -> Result<Option<i64>, StoreError> {
        Ok(None)
    }

    /// Compresses the records of a stream up to a version into a sealed segment. They are read as before.
    ///
    /// # Errors
    /// [`StoreError::Nothing`] where the stream does not reach so far, or if the segment is not kept.
    fn seal(&self, stream: &Stream, up_to: u64) -> Result<(), StoreError>;

    /// Gives room back to the disk that sealed records have left: about so many pages of 4 KiB, a little while others
    /// write; or all of it, while nobody does. The answer is how many pages that was. A store that does so by itself has
    /// nothing to do here.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn give_back(&self, most_pages: Option<u32>) -> Result<u64, StoreError> {
        let _ = most_pages;
        Ok(0)
    }

    /// Claims a stream for this holder: whoever held it before can write no more. Another holder's claim stands for
    /// as long as that holder beats.
    ///
    /// # Errors
    /// [`StoreError::Held`] where another holder lives.
    fn claim(&self, stream: &Stream) -> Result<Epoch, StoreError>;

    /// Gives up a claim, so that another need not wait.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn release(&self, stream: &Stream, epoch: Epoch) -> Result<(), StoreError>;

    /// Says that this holder lives. A holder that has not for [`Store::patience`] may lose its claims.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn beat(&self) -> Result<(), StoreError>;

    /// Says that this holder lives, and whether it takes part in the work. The answer is how many take part and live:
    /// a store that is open only to be read asks for no share.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn take_part(&self, part: bool) -> Result<usize, StoreError> {
        self.beat()?;
        Ok(usize::from(part))
    }

    /// How the streams of a kind ("table") are shared out at this moment.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn shares(&self, kind: &str) -> Result<Shares, StoreError> {
        let mut open = self.streams()?;
        open.retain(|(stream, _)| stream.kind() == kind);
        Ok(Shares { open, held: Vec::new() })
    }

    /// Says where other holders reach this one, beside its sign of life.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn be_reached_at(&self, _address: &str) -> Result<(), StoreError> {
        Ok(())
    }

    /// Who holds a stream at this moment.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn holding(&self, _stream: &Stream) -> Result<Holding, StoreError> {
        Ok(Holding::Ours)
    }

    /// Of streams known up to a version, those that have gone beyond it, with their heads: what one asks often.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn ahead(&self, known: &[(Stream, u64)]) -> Result<Vec<(Stream, Head)>, StoreError> {
        let mut ahead = Vec::new();
        for (stream, version) in known {
            let head = self.head(stream)?;
            if head.version > *version {
                ahead.push((stream.clone(), head));
            }
        }
        Ok(ahead)
    }

    /// What the storage itself finds when it checks its own structure; the records are checked by
    /// [`verify`](crate::verify()).
    ///
    /// # Errors
    /// [`StoreError::Damaged`], or if the store cannot be read.
    fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Whether streams end where the holder of the key said that they end.
    ///
    /// # Errors
    /// If the store cannot be read, or its mark is of another key.
    fn heads(&self) -> Result<Heads, StoreError> {
        Ok(Heads::NotChecked)
    }

    /// Authenticates every head of a store from before there was a key for them, and marks the store: from now on a head
    /// without is a forgery. Nothing, where it is marked already.
    ///
    /// # Errors
    /// If the store was opened without a key, or the mark is not kept.
    fn mark_heads(&self) -> Result<(), StoreError> {
        Err(StoreError::Unavailable(NO_KEY.into()))
    }

    /// Who else works on the store now, by the names that they gave. Nobody, where the store is one holder's alone.
    ///
    /// # Errors
    /// If the store cannot be reached.
    fn other_holders(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Authenticates every head with another key from now on, all at once, and takes away the snapshots, which the key
    /// from before has sealed: they are made anew. Claims are void, and whoever has opened the store with the key from
    /// before writes nothing more; so does this store, which is to be opened again.
    ///
    /// # Errors
    /// If the store was opened without a key or is not marked, if a head is not of its key, if somebody else works on it,
    /// or if the change is not kept.
    fn change_head_key(&self, to: &HeadKey) -> Result<(), StoreError> {
        let _ = to;
        Err(StoreError::Unavailable(NO_KEY.into()))
    }

    /// How long a claim outlives its holder's last beat.
    fn patience(&self) -> std::time::Duration {
        std::time::Duration::from_secs(5)
    }
}

/// Who holds a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holding {
    /// There is no such stream.
    Unknown,
    /// Nobody who lives: it may be claimed.
    Nobody,
    Ours,
    /// Another who lives, and where it is reached, if it has said so.
    Other(Option<String>),
}

/// How the streams of a kind are shared out, each list by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// What no other living holder has: ours, and what may be claimed.
    pub open: Vec<(Stream, Head)>,
    /// What another living holder has.
    pub held: Vec<(Stream, Head)>,
}

/// Why something is not kept, or cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The stream has gone on since the command was decided.
    Conflict { stream: Stream, is: u64 },
    /// Another holder has claimed the stream.
    Fenced {
        stream: Stream,
        /// The epoch of its last claim.
        epoch: Epoch,
    },
    /// Another holder lives and holds the stream.
    Held {
        stream: Stream,
        /// Who, as it calls itself.
        by: String,
    },
    /// The id of the command was used for another stream before.
    CommandElsewhere { stream: Stream },
    /// The id of the command was used for another order before.
    OtherOrder {
        /// In which stream.
        stream: Stream,
    },
    /// An append without events, or a segment of records that are not there.
    Nothing,
    /// The disk is full; nothing was written.
    Full(String),
    /// The store may be read and not written.
    ReadOnly(String),
    /// The log is damaged: where, and how.
    Damaged {
        /// Which stream, where it is known.
        stream: Option<Stream>,
        /// Which record of it.
        version: u64,
        how: String,
    },
    /// The store cannot be reached or opened; nothing was written.
    Unavailable(String),
    /// It may be kept, and it may not: read again before going on.
    Doubtful(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict { stream, is } => write!(f, "{stream} has moved on to version {is}"),
            StoreError::Fenced { stream, epoch } => {
                write!(f, "another process has taken over {stream} (claim {})", epoch.0)
            }
            StoreError::Held { stream, by } => write!(f, "{stream} is held by {by}"),
            StoreError::CommandElsewhere { stream } => {
                write!(f, "the command's id was used for {stream} before; every command needs its own")
            }
            StoreError::OtherOrder { stream } => {
                write!(
                    f,
                    "the command's id was used for another order to {stream} before; every order needs its own"
                )
            }
            StoreError::Nothing => f.write_str("there is nothing to store"),
            StoreError::Full(what) => write!(f, "the disk is full, nothing was stored: {what}"),
            StoreError::ReadOnly(what) => write!(f, "the store is read-only, nothing was stored: {what}"),
            StoreError::Damaged { stream: Some(stream), version, how } => {
                write!(f, "{stream}, record {version}: {how}")
            }
            StoreError::Damaged { stream: None, how, .. } => write!(f, "the store is damaged: {how}"),
            StoreError::Unavailable(what) => write!(f, "the store cannot be reached: {what}"),
            StoreError::Doubtful(what) => write!(f, "it is not known whether this was stored: {what}"),
        }
    }
}

impl Error for StoreError {}

/// What is said of a snapshot of a past that its stream does not have. Nobody uses it, and nobody of ours made it.
pub(crate) fn stray_snapshot(stream: &Stream, version: u64) -> StoreError {
    let how = "the snapshot of the stream is of a record that the stream does not have".into();
    StoreError::Damaged { stream: Some(stream.clone()), version, how }
}
