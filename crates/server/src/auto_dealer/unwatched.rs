//! Whether anybody is there to see a round. Where nobody is, patrons who play by themselves play now and then only: every
//! round is kept for years, and none is worth its room that nobody has seen.

use super::AutoDealer;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How tables play that nobody looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnwatchedTiming {
    /// From so long after the last visitor on.
    pub after: Duration,
    /// A round begins no sooner than this after the one before.
    pub round_every: Duration,
}

impl Default for UnwatchedTiming {
    fn default() -> UnwatchedTiming {
        UnwatchedTiming { after: Duration::from_secs(3 * 60), round_every: Duration::from_secs(5 * 60) }
    }
}

/// When somebody was here last.
#[derive(Debug)]
pub(super) struct Visits {
    began: Instant,
    last_ms: AtomicU64,
    /// Tables have slowed down, and want to be told when somebody comes.
    slow: AtomicBool,
}

impl Default for Visits {
    fn default() -> Visits {
        Visits { began: Instant::now(), last_ms: AtomicU64::new(0), slow: AtomicBool::new(false) }
    }
}

impl Visits {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn since_last(&self) -> Duration {
        Duration::from_millis(self.now_ms().saturating_sub(self.last_ms.load(Ordering::SeqCst)))
    }
}

impl AutoDealer {
    /// Somebody asks for something: tables that nobody looked at play on as usual.
    pub fn visited(&self) {
        self.visits.last_ms.store(self.visits.now_ms(), Ordering::SeqCst);
        if self.visits.slow.swap(false, Ordering::SeqCst) {
            self.inbox.tell(|told| told.visited = true);
        }
    }

    /// How far apart rounds are while nobody looks; nothing while somebody does.
    pub(super) fn unseen(&self) -> Option<Duration> {
        let quiet = self.tempo.quiet?;
        let rail = self.rail.read().unwrap_or_else(PoisonError::into_inner);
        let watched = || rail.as_ref().is_some_and(|rail| rail.watchers() > 0);
        if self.visits.since_last() < quiet.after || watched() {
            return None;
        }
        self.visits.slow.store(true, Ordering::SeqCst);
        // Whoever came in between has told nobody.
        if self.visits.since_last() < quiet.after {
            return None;
        }
        Some(quiet.round_every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto_dealer::Timing;
    use crate::broadcast::{Broadcaster, ChangeSource};
    use floor::SystemClock;
    use std::sync::Arc;

    #[test]
    fn rounds_are_far_apart_while_nobody_looks() {
        let (after, round_every) = (Duration::from_millis(60), Duration::from_secs(300));
        let tempo = Timing { quiet: Some(UnwatchedTiming { after, round_every }), ..Timing::default() };
        let pace = AutoDealer::new(tempo, Arc::new(SystemClock::start()));
        let rail = Arc::<Broadcaster>::default();
        *pace.rail.write().unwrap() = Some(Arc::clone(&rail));
        pace.visited();
        assert_eq!(pace.unseen(), None, "somebody was just here");
        std::thread::sleep(after * 2);
        assert_eq!(pace.unseen(), Some(round_every));
        let watched =
            rail.subscribe("a", (&[ChangeSource::Tables], Duration::ZERO), Box::new(|| Some("x".into())));
        assert_eq!(pace.unseen(), None, "somebody watches");
        drop(watched);
        assert_eq!(pace.unseen(), Some(round_every));
        let told = || pace.inbox.take_until(Instant::now()).visited;
        pace.visited();
        assert!(told(), "tables are told at once");
        pace.visited();
        assert!(!told(), "and once");
        assert_eq!(pace.unseen(), None);
    }

    #[test]
    fn tables_of_a_house_never_slow_down_by_themselves() {
        let pace = AutoDealer::new(Timing::default(), Arc::new(SystemClock::start()));
        assert_eq!(pace.unseen(), None);
    }
}
