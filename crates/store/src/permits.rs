//! So many at a time, and whoever comes later waits: connections to a store are few.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

thread_local! {
    /// How many permits this thread holds.
    static HELD: Cell<usize> = const { Cell::new(0) };
}

/// How many there may be at a time.
#[derive(Debug)]
pub(crate) struct Permits {
    free: Mutex<usize>,
    freed: Condvar,
}

/// One of them, until it is dropped, by the thread that took it.
#[derive(Debug)]
pub(crate) struct Permit<'a> {
    of: &'a Permits,
    counted: bool,
    /// It is counted by the thread, and goes nowhere.
    _here: std::marker::PhantomData<*const ()>,
}

impl Permits {
    pub(crate) fn new(most: usize) -> Permits {
        Permits { free: Mutex::new(most), freed: Condvar::new() }
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A permit, waited for no longer than `patience`. A thread that holds one gets another at once: it would otherwise
    /// wait for itself.
    pub(crate) fn take(&self, patience: Duration) -> Option<Permit<'_>> {
        let counted = HELD.get() == 0;
        if counted {
            let (mut free, _) = self
                .freed
                .wait_timeout_while(self.free(), patience, |free| *free == 0)
                .unwrap_or_else(PoisonError::into_inner);
            *free = free.checked_sub(1)?;
        }
        HELD.set(HELD.get() + 1);
        Some(Permit { of: self, counted, _here: std::marker::PhantomData })
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        HELD.set(HELD.get().saturating_sub(1));
        if self.counted {
            *self.of.free() += 1;
            self.of.freed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn whoever_comes_later_waits_and_gives_up() {
        let permits = Permits::new(1);
        let held = permits.take(Duration::ZERO).unwrap();
        assert!(permits.take(Duration::ZERO).is_some(), "not for oneself");
        std::thread::scope(|scope| {
            let began = Instant::now();
            let given_up = scope.spawn(|| permits.take(Duration::from_millis(50)).is_none());
            assert!(given_up.join().unwrap() && began.elapsed() >= Duration::from_millis(50));
            let waits = scope.spawn(|| permits.take(Duration::from_secs(20)).is_some());
            std::thread::sleep(Duration::from_millis(20));
            drop(held);
            assert!(waits.join().unwrap());
        });
    }
}
