//! Who has the stream of a desk: given up while nobody uses it, handed over between rounds, lost to another process.

use super::{Hosted, StreamWriter, WriterState, lock};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use store::{Epoch, StoreError};

impl<M: Hosted> StreamWriter<M> {
    /// Whether another process has taken the stream over, or may do so.
    pub fn is_fenced(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }

    /// Gives the stream up, so that another process need not wait for it.
    pub(crate) fn release(&self) {
        let inside = lock(&self.inside);
        if let (Some(epoch), None) = (inside.epoch, &inside.fenced) {
            // If it cannot be said, the claim ends by itself when this process no longer beats.
            let _ = self.tools.store.release(&self.stream, epoch);
        }
    }

    /// Gives the stream of a lent desk up, unless it was used since somebody last looked. The answer is how often it
    /// was found at rest.
    pub(crate) fn rest(&self) -> u32 {
        let idle = self.idle.fetch_add(1, Ordering::AcqRel);
        let mut inside = lock(&self.inside);
        if idle == 0 || !self.lent || inside.waiting.is_some() || !lock(&self.tray).told.is_empty() {
            return 0;
        }
        if let Some(epoch) = inside.epoch {
            if self.tools.store.release(&self.stream, epoch).is_err() {
                return 0;
            }
            inside.epoch = None;
        }
        idle
    }

    /// Whether nothing is claimed.
    pub(crate) fn is_at_rest(&self) -> bool {
        lock(&self.inside).epoch.is_none()
    }

    /// Reads what others have written to a lent stream meanwhile.
    pub(crate) fn refresh(&self) -> Result<(), StoreError> {
        let mut inside = lock(&self.inside);
        // Whoever has the claim knows everything; whoever gets it reads first.
        if inside.epoch.is_none() && inside.waiting.is_none() { self.read_again(&mut inside) } else { Ok(()) }
    }

    /// Has the stream given up as soon as it is quiet, or kept after all.
    pub(crate) fn leave(self: &Arc<Self>, leave: bool) {
        if self.leaving.swap(leave, Ordering::AcqRel) != leave && leave {
            self.wake();
        }
    }

    /// Whether it is to be given up.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Acquire)
    }

    /// Says that the last claim is this one: if it is not ours, the stream is another's.
    pub(crate) fn claimed_at(&self, last: Option<Epoch>) {
        let mut inside = lock(&self.inside);
        if let Some(ours) = inside.epoch.filter(|ours| last != Some(*ours)) {
            self.lose(
                &mut inside,
                StoreError::Fenced { stream: self.stream.clone(), epoch: last.unwrap_or(ours) },
            );
        }
    }

    /// The stream is another's: nothing more is written here.
    pub(super) fn lose(&self, inside: &mut WriterState<M>, error: StoreError) {
        if self.lent {
            // The next command claims it again and reads first.
            inside.epoch = None;
        } else if inside.fenced.is_none() {
            inside.fenced = Some(error);
            self.gone.store(true, Ordering::Release);
        }
    }

    /// Gives the stream up between two commands. Whoever speaks to this desk from now on hears so.
    pub(super) fn hand_over(&self, inside: &mut WriterState<M>) {
        let Some(epoch) = inside.epoch else { return };
        if inside.version > inside.snapshot_at {
            // Only to save the next one time.
            let _ = self.snapshot(inside);
        }
        self.lose(inside, StoreError::Fenced { stream: self.stream.clone(), epoch });
        // If it cannot be said now, whoever keeps the floor alive says it again.
        let _ = self.tools.store.release(&self.stream, epoch);
    }
}
