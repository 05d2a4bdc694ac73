//! What is written: a stream's name, the events of one command, and the records that they become.

use crate::chain::Hash;
use std::fmt;
use std::sync::Arc;

/// The name of a stream: "table/7", "meter/crown-sydney-poker-minors-3.3", "patron/1024", "house".
///
/// ```
/// use store::Stream;
///
/// let table: Stream = Stream::new("table/7").unwrap();
/// assert_eq!((table.kind(), table.rest()), ("table", "7"));
/// assert!(Stream::new("Table 7").is_none());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stream(Arc<str>);

impl Stream {
    /// The longest name.
    pub const LONGEST: usize = 120;

    /// A stream of that name: small letters, digits, `-`, `.`, `_` and `/`, at most 120 of them.
    pub fn new(name: &str) -> Option<Stream> {
        let fits = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b"-._/".contains(&c);
        let good = !name.is_empty() && name.len() <= Stream::LONGEST && name.bytes().all(fits);
        good.then(|| Stream(name.into()))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// What comes before the first `/`: "table".
    pub fn kind(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    /// What comes after it: "7".
    pub fn rest(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, rest)| rest)
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The id that a client makes for a command, once in the store: a repeat gets the first answer again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(pub [u8; 16]);

impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// A digest of who gave which order, made by whoever takes the order: a repeat of a command's id is a repeat of the order
/// only where the digest is the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderDigest(pub [u8; 16]);

impl fmt::Debug for OrderDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// How a record is hashed and what its sealed part is bound to. A stream never goes back to an older form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordForm {
    /// Without a digest of the order; a sealed part is bound to the stream only. Written until format 1 of the stores
    /// ended, and carried over from there.
    One,
    /// With the digest of the order; a sealed part is bound to the place of its record.
    #[default]
    Two,
}

impl RecordForm {
    /// The form and the order of a record as one column of a table: absent, empty or sixteen bytes.
    pub(crate) fn column(self, order: Option<&OrderDigest>) -> Option<&[u8]> {
        match self {
            RecordForm::One => None,
            RecordForm::Two => Some(order.map_or(&[], |order| &order.0)),
        }
    }

    /// What [`RecordForm::column`] wrote; nothing where it is something else.
    pub(crate) fn of_column(column: Option<&[u8]>) -> Option<(RecordForm, Option<OrderDigest>)> {
        match column {
            None => Some((RecordForm::One, None)),
            Some([]) => Some((RecordForm::Two, None)),
            Some(order) => Some((RecordForm::Two, Some(OrderDigest(order.try_into().ok()?)))),
        }
    }
}

/// Which holder of a stream wrote: it grows with every claim, and a write under an older one is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// When something was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct When {
    /// The wall clock, in milliseconds since 1970: for people.
    pub clock_ms: i64,
    /// The recorded time of the stream, in seconds: for the rules. It never runs back and never leaps.
    pub moment: u64,
}

/// An event to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewEvent {
    /// Which encoding the bytes are in.
    pub encoding: u16,
    /// What whoever may read the log may read.
    pub open: Vec<u8>,
    /// What nobody may read yet, encrypted before it comes here.
    pub sealed: Option<Vec<u8>>,
}

/// The events of one command, for one stream: all of them are kept, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Where they belong.
    pub stream: Stream,
    /// The version of the stream that they were decided on: the number of its records.
    pub after: u64,
    /// The epoch of the claim under which the writer writes.
    pub epoch: Epoch,
    /// The client's id of the command, where there is one.
    pub command: Option<CommandId>,
    /// Who gave which order, where whoever took it wants to know a repeat from another order under the same id. It is
    /// kept with the first event and beside the command.
    pub order: Option<OrderDigest>,
    /// The form of the records: the newest, unless records of an older one are carried over.
    pub form: RecordForm,
    /// Who gave it: a short name such as "staff/12" or "patron/7".
    pub by: Arc<str>,
    pub when: When,
    /// What has happened; at least one event.
    pub events: Vec<NewEvent>,
}

impl Append {
    /// The digest of the order, where the record of that version keeps it: the first of a command.
    pub(crate) fn order_at(&self, version: u64) -> Option<OrderDigest> {
        self.order.filter(|_| version == self.after + 1 && self.form == RecordForm::Two)
    }

    /// Where its events stand once they are kept up to that version.
    pub(crate) fn answered(&self, last: u64) -> Answered {
        let first = self.after + 1;
        Answered { first, last, order: self.order_at(first) }
    }
}

/// One event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub stream: Stream,
    /// Its number in the stream, from 1, without gaps.
    pub version: u64,
    /// The command that it comes from, where the client gave one an id.
    pub command: Option<CommandId>,
    /// Who gave which order: on the first record of a command, where it was told.
    pub order: Option<OrderDigest>,
    /// How it is hashed.
    pub form: RecordForm,
    /// Who gave it.
    pub by: Arc<str>,
    pub when: When,
    /// Which encoding the bytes are in.
    pub encoding: u16,
    /// What may be read.
    pub open: Vec<u8>,
    /// What may not yet be, encrypted.
    pub sealed: Option<Vec<u8>>,
    /// Over all of this and the hash of the record before.
    pub hash: Hash,
}

/// Where a stream ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The number of its records.
    pub version: u64,
    /// The hash of the last.
    pub hash: Hash,
    /// The epoch of its last claim.
    pub epoch: Epoch,
}

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// It is kept now, as these versions.
    New {
        first: u64,
        last: u64,
        /// The hash of the last.
        head: Hash,
    },
    /// The command was kept before; nothing was written now.
    Repeat(Answered),
}

/// Where the events of a command stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The first version.
    pub first: u64,
    pub last: u64,
    /// Who gave which order, where it was told.
    pub order: Option<OrderDigest>,
}

/// What somebody knew at a version, so that reading need not begin at the beginning. It proves nothing: it can be
/// thrown away and made again from the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Of which stream.
    pub stream: Stream,
    /// After which version.
    pub version: u64,
    /// The hash of that record: a snapshot of another past is not used.
    pub hash: Hash,
    /// Which encoding the bytes are in.
    pub encoding: u16,
    /// The bytes, encrypted before they come here.
    pub bytes: Vec<u8>,
}
