//! Whether an append is taken, and what its events become: the same for every store.

use crate::chain::{Hash, chained};
use crate::log::StoreError;
use crate::record::{Answered, Append, AppendOutcome, Head, Stream};

/// What is to be done with an append.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum AppendVerdict {
    /// The command was kept before.
    Repeat(Answered),
    /// Its events are written after the head, with these hashes.
    Write(Vec<Hash>),
}

/// Judges an append by the head of its stream and by where its command was kept before.
///
/// A repeat is looked for first: it was decided on a version that has passed since, and perhaps under a claim that has
/// too, and the first answer is still the true one.
pub(crate) fn judge(
    append: &Append,
    head: &Head,
    known: Option<(&Stream, Answered)>,
) -> Result<AppendVerdict, StoreError> {
    if append.events.is_empty() {
        return Err(StoreError::Nothing);
    }
    match known {
        Some((stream, answered)) if *stream == append.stream => return Ok(AppendVerdict::Repeat(answered)),
        Some((stream, _)) => return Err(StoreError::CommandElsewhere { stream: stream.clone() }),
        None => {}
    }
    // An epoch that nobody was given is no better than an old one.
    if append.epoch != head.epoch {
        return Err(StoreError::Fenced { stream: append.stream.clone(), epoch: head.epoch });
    }
    if append.after != head.version {
        return Err(StoreError::Conflict { stream: append.stream.clone(), is: head.version });
    }
    let mut before = head.hash;
    let hashes = (append.after + 1..).zip(&append.events).map(|(version, event)| {
        before = chained(before, append, version, event);
        before
    });
    Ok(AppendVerdict::Write(hashes.collect()))
}

impl AppendVerdict {
    /// The answer, once it is kept.
    pub(crate) fn kept(&self, append: &Append) -> AppendOutcome {
        match self {
            AppendVerdict::Repeat(answered) => AppendOutcome::Repeat(*answered),
            AppendVerdict::Write(hashes) => AppendOutcome::New {
                first: append.after + 1,
                last: append.after + hashes.len() as u64,
                head: hashes.last().copied().unwrap_or_default(),
            },
        }
    }
}
