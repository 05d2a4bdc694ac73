//! Whether a store is what the holder of the key left there: looked at when a program starts to write, and again while it
//! runs. Where every stream ended is written down beside the key, and in further places, so that a store that was cut
//! back, stripped or exchanged is known.

mod anchors;
mod decks;

pub use anchors::AnchorFiles;

use crate::stream_writer::snapshot_is_ours;
use decks::Decks;
use std::fmt;
use store::{Heads, Store, StoreError, Vault, Verified, verify_seeing};

/// Up to so many records the whole log is looked at before anything is written.
pub const AT_ONCE: u64 = 2_000_000;

/// How much is looked at when a program starts to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Heads, anchors and snapshots.
    Ends,
    /// These, and every record, where there are no more than [`AT_ONCE`].
    Whole,
}

/// What a look at the start came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Started {
    /// Whether every record was looked at; where not, somebody should do it beside the work.
    pub all: bool,
    /// What whoever runs the program should know, one line each.
    pub notes: Vec<String>,
    /// In what an older store differs from the one that was left, where somebody has accepted it as restored.
    pub accepted: Vec<String>,
}

impl Started {
    /// Everything to be told, one line each.
    pub fn told(&self) -> impl Iterator<Item = String> {
        let accepted = self.accepted.iter().map(|what| format!("accepted as restored: {what}"));
        self.notes.iter().cloned().chain(accepted)
    }
}

/// Why a program must not go on with a store: one line, with what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegrityError(pub String);

impl fmt::Display for IntegrityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for IntegrityError {}

impl From<StoreError> for IntegrityError {
    fn from(error: StoreError) -> IntegrityError {
        match error {
            StoreError::Damaged { .. } => changed(&[error.to_string()]),
            _ => IntegrityError(error.to_string()),
        }
    }
}

/// Looks at a store before a program writes to it. One from before heads were authenticated is marked, one that is not
/// what the anchors say is refused unless somebody has said that it was restored on purpose.
///
/// # Errors
/// Why it is refused, and what to do.
pub fn check_at_start(
    (store, vault): (&dyn Store, &Vault),
    anchors: &AnchorFiles,
    (extent, restored): (Extent, bool),
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Started, IntegrityError> {
    let mut started = Started::default();
    let ends = compare_ends((store, vault), anchors, &mut started.notes)?;
    let marked = ends.marked;
    started.accepted = ends.accepted(restored)?;
    for (stream, _) in store.streams()? {
        snapshot_is_ours(store, vault, &stream)?;
    }
    let total: u64 = store.streams()?.iter().map(|(_, head)| head.version).sum();
    if extent == Extent::Whole && total <= AT_ONCE {
        let found = verify((store, vault), &mut |done| progress(done, total))?;
        if !found.is_whole() {
            return Err(changed(&found.damages.iter().map(ToString::to_string).collect::<Vec<_>>()));
        }
        started.all = true;
    }
    if !marked {
        store.mark_heads()?;
        started.notes.push("from now on the ends of all streams are authenticated with the key".into());
    }
    Ok(started)
}

/// Where the streams of a store end, beside what the key and the anchors say of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Ends that the key of the house did not write.
    pub wrong: Vec<String>,
    /// What the anchors have and the store has not: an older store was put back, or it was cut.
    pub moved: Vec<String>,
    /// Whether the store says that its ends are authenticated.
    pub marked: bool,
}

impl Ends {
    /// In what an older store differs that somebody has put back on purpose.
    ///
    /// # Errors
    /// Why the store is refused, and what to do: its ends are not of this house, or nobody has said that it was restored.
    pub fn accepted(self, restored: bool) -> Result<Vec<String>, IntegrityError> {
        if !self.wrong.is_empty() {
            return Err(changed(&self.wrong));
        }
        if !self.moved.is_empty() && !restored {
            return Err(IntegrityError(format!(
                "the store is not the one that was left here: {}; if somebody put an older one back on purpose, start \
                 once with --accept-restored, else keep it as evidence and restore the last backup",
                few(&self.moved)
            )));
        }
        Ok(self.moved)
    }

    /// Everything that is not as it was left.
    pub fn differences(self) -> Vec<String> {
        self.wrong.into_iter().chain(self.moved).collect()
    }
}

/// Compares where the streams end with the key and the anchors; whoever writes may go on writing.
///
/// # Errors
/// If the store or an anchor cannot be read, or an anchor is not of this house.
pub fn compare_ends(
    (store, vault): (&dyn Store, &Vault),
    anchors: &AnchorFiles,
    notes: &mut Vec<String>,
) -> Result<Ends, IntegrityError> {
    let heads = store.heads()?;
    let mut ends = Ends { marked: heads != Heads::Unmarked, ..Ends::default() };
    if let Heads::Checked(wrong) = &heads {
        ends.wrong = wrong.iter().map(ToString::to_string).collect();
    }
    if ends.wrong.is_empty() {
        ends.moved = anchors.compare((store, vault), notes)?;
    }
    if !ends.marked && anchors.any(vault) {
        let how =
            "the store claims to be from before its ends were authenticated, but anchors show that they were";
        ends.moved.push(how.into());
    }
    Ok(ends)
}

/// Verifies a store, and that no table has committed to the same deck twice.
///
/// # Errors
/// If the store cannot be read; damage is what is looked for.
pub fn verify(
    (store, vault): (&dyn Store, &Vault),
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, StoreError> {
    let mut decks = Decks::new(vault);
    verify_seeing(store, progress, &mut |record| decks.see(record))
}

fn changed(wrong: &[String]) -> IntegrityError {
    IntegrityError(format!(
        "the store is not as the key of this house left it: {}; it is not played on: restore the last backup, and keep \
         this one as evidence ('cardroom floor verify' names everything)",
        few(wrong)
    ))
}

fn few(wrong: &[String]) -> String {
    let shown = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("; ");
    match wrong.len().saturating_sub(3) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}
