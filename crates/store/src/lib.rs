//! Keeps what has happened: an append-only log of events in streams, each record chained to the one before by its hash.
//!
//! The store knows neither games nor money: an event is bytes that somebody else wrote. It promises that what it has
//! acknowledged is never lost, stands once, in order, and cannot be changed unnoticed. One trait, [`Store`], and three
//! of them: in memory, on SQLite (one file, one machine) and on PostgreSQL (several processes on several machines).

mod anchor;
pub mod blocking;
mod chain;
pub mod contract;
pub mod export;

pub mod failpoints;
mod frame;
mod group_commit;
mod heads;
mod key_file;
mod listener;
mod log;
mod memory;
mod permits;
mod postgres;
mod private_files;
mod record;
mod segment;
mod sqlite;
mod vault;
mod verdict;
mod verify;

pub use anchor::{Anchor, AnchorError, Moved, SignedAnchor};
pub use chain::{Hash, chained};
pub use heads::{HeadKey, Heads};
pub use key_file::{key_path, next_key};
pub use log::{AppendCallback, Holding, Shares, Store, StoreError};
pub use memory::MemoryStore;
pub use postgres::{PostgresSettings, PostgresStore};
pub use private_files::owner_only;
pub use record::{
    Answered, Append, AppendOutcome, CommandId, Epoch, Head, NewEvent, OrderDigest, Record, RecordForm,
    Snapshot, Stream, When,
};
pub use sqlite::SqliteStore;
pub use vault::{PlainEvent, PublicKey, SealedPlace, Vault, VaultError};
pub use verify::{Damage, HeadsVerified, SeeRecord, Verified, verify, verify_seeing};
