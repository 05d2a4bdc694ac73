//! Which tables and meters are this process's: a fair part of all, more when others are gone, less when others come.

use crate::floor::{Floor, FloorError, StreamMap, read, write};
use crate::stream_writer::{Hosted, StreamWriter};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use store::{Epoch, Head, Shares, StoreError, Stream};

/// After how many looks a file at rest is put away.
const PUT_AWAY: u32 = 1_200;

/// The part of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// How many streams of a kind it runs.
    most: usize,
    /// Whether it gives up what is beyond: there are others.
    gives: bool,
}

impl Floor {
    /// Says that this process lives, gives up files that nobody has used for a while, takes over what nobody holds up to
    /// a fair part, and gives up between rounds what is beyond it: to be called every second where several processes
    /// share a store. The answer is how many tables and meters were opened.
    ///
    /// # Errors
    /// If the store cannot be reached, or something cannot be opened; the rest is.
    pub fn keep_alive(&self) -> Result<usize, FloorError> {
        let store = &self.tools.store;
        let holders = if self.options.shared {
            store.take_part(true)?.max(1)
        } else {
            store.beat()?;
            1
        };
        if self.options.shared {
            self.rest_files();
        }
        let meters =
            self.share(&self.meters, "meter", holders, |stream| Ok(self.open_meter(stream)?.is_some()));
        let tables = self.share(&self.tables, "table", holders, |stream| {
            if self.open_other(stream)? {
                self.any_table(stream).iter().for_each(|desk| self.serve_calls(&**desk));
                return Ok(true);
            }
            if read(&self.others).contains_key(stream) {
                return Ok(false);
            }
            let Some(desk) = self.open_table(stream)? else { return Ok(false) };
            self.serve_calls(&*desk);
            Ok(true)
        });
        let opened = meters? + tables?;
        if opened > 0 {
            self.say_again()?;
        }
        Ok(opened)
    }

    /// Puts the streams of a kind right: those lost put aside, those free claimed, those beyond our part given up.
    fn share<M: Hosted>(
        &self,
        shelf: &StreamMap<M>,
        kind: &str,
        holders: usize,
        open: impl Fn(&Stream) -> Result<bool, FloorError> + Sync,
    ) -> Result<usize, FloorError> {
        // Listed before the store is asked: what is opened meanwhile is not judged by an older answer.
        let here: Vec<Arc<StreamWriter<M>>> = read(shelf).values().cloned().collect();
        let Shares { open: free, held } = self.tools.store.shares(kind)?;
        let part = Part { most: (free.len() + held.len()).div_ceil(holders), gives: holders > 1 };
        let epochs: BTreeMap<&Stream, Epoch> =
            free.iter().map(|(stream, head)| (stream, head.epoch)).collect();
        for desk in &here {
            desk.claimed_at(epochs.get(desk.stream()).copied());
            self.is_here(shelf, desk.stream());
        }
        let mut ours: BTreeSet<Stream> = read(shelf).keys().cloned().collect();
        if kind == "table" {
            let others = read(&self.others);
            ours.extend(
                others.iter().filter(|(_, table)| !table.is_fenced()).map(|(stream, _)| stream.clone()),
            );
        }
        let mut wanted: Vec<&(Stream, Head)> =
            free.iter().filter(|(stream, _)| !ours.contains(stream)).collect();
        // Those with the longest logs first: a start takes as long as the slowest thread.
        wanted.sort_by_key(|(_, head)| std::cmp::Reverse(head.version));
        let room = part.most.saturating_sub(ours.len()).min(wanted.len());
        for (stream, head) in wanted.split_off(room) {
            // Given up, and perhaps the store did not hear it; nothing happens if it did.
            if head.epoch > Epoch::default() {
                self.tools.store.release(stream, head.epoch)?;
            }
        }
        let opened = self.open_all(&wanted, &open);
        self.give_up(shelf, part);
        if self.options.shared {
            self.followed.list(kind, free.into_iter().chain(held).map(|(stream, _)| stream));
        }
        opened
    }

    /// Opens streams, several at a time. The answer is how many; what cannot be opened does not hold up the rest.
    fn open_all(
        &self,
        streams: &[&(Stream, Head)],
        open: &(impl Fn(&Stream) -> Result<bool, FloorError> + Sync),
    ) -> Result<usize, FloorError> {
        let next = AtomicUsize::new(0);
        let work = || {
            let (mut opened, mut trouble) = (0, None);
            while let Some((stream, _)) = streams.get(next.fetch_add(1, Ordering::Relaxed)) {
                match open(stream) {
                    Ok(new) => opened += usize::from(new),
                    // Somebody was faster, and lives.
                    Err(FloorError::Store(StoreError::Held { .. } | StoreError::Fenced { .. })) => {}
                    Err(error) => trouble = trouble.or(Some(error)),
                }
            }
            trouble.map_or(Ok(opened), Err)
        };
        let others = self.options.threads.min(streams.len()).saturating_sub(1);
        std::thread::scope(|scope| {
            let others: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
            others.into_iter().fold(work(), |opened, other| {
                let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                opened.and_then(|opened| Ok(opened + other?))
            })
        })
    }

    /// Has as many desks leave as there are too many, each when it is quiet.
    fn give_up<M: Hosted>(&self, shelf: &StreamMap<M>, part: Part) {
        let here: Vec<Arc<StreamWriter<M>>> = read(shelf).values().cloned().collect();
        let mut surplus = if part.gives { here.len().saturating_sub(part.most) } else { 0 };
        // Those on their way go first; who is not needed to go may stay.
        let (leaving, staying): (Vec<_>, Vec<_>) = here.iter().partition(|desk| desk.is_leaving());
        for desk in leaving.into_iter().chain(staying) {
            desk.leave(surplus > 0);
            surplus = surplus.saturating_sub(1);
        }
    }

    /// Files that nobody has used since the last look are given up; those unused for long are put away.
    fn rest_files(&self) {
        let houses: Vec<_> = read(&self.houses).values().cloned().collect();
        for desk in houses {
            // Who may do what is asked at every command: what is known of it stays at hand.
            desk.rest();
        }
        let all: Vec<_> = read(&self.patrons).values().cloned().collect();
        let long: Vec<Stream> = all
            .into_iter()
            .filter_map(|desk| (desk.rest() > PUT_AWAY).then(|| desk.stream().clone()))
            .collect();
        let mut shelf = write(&self.patrons);
        for stream in long {
            // Whoever still has the desk in hand may speak to it: there must not be another of the same stream.
            if shelf.get(&stream).is_some_and(|desk| Arc::strong_count(desk) == 1 && desk.is_at_rest()) {
                shelf.remove(&stream);
            }
        }
    }
}
