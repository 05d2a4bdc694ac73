//! Wrong passwords, counted: after five an account is locked for five minutes, then for twice as long each time, up to an
//! hour. A name that nobody has is counted the same, so that the answers do not tell which names there are.

use super::DoorError;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Wrong passwords before an account is locked.
pub(super) const MOST: u32 = 5;
const FIRST_LOCK_MS: i64 = 5 * 60_000;
const LONGEST_LOCK_MS: i64 = 60 * 60_000;
/// Wrong passwords are forgotten after so long without another.
const FORGOTTEN_MS: i64 = 24 * 60 * 60_000;
/// So many names are kept before those that are of no use are thrown away.
const MANY: usize = 10_000;

#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    wrong: u32,
    under_way: u32,
    locked_until_ms: i64,
    locks: u32,
    last_ms: i64,
}

#[derive(Debug, Default)]
pub(super) struct Tries(Mutex<HashMap<String, Tried>>);

/// An account that has just been locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lock {
    pub(super) until_ms: i64,
    pub(super) times: u32,
}

impl Tries {
    fn at<T>(&self, name: &str, change: impl FnOnce(&mut Tried) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(all.entry(name.to_string()).or_default())
    }

    /// A try begins, unless the account is locked: in the log (how long, how often) or here. Tries under way count, so
    /// that many at once are no way around the lock.
    pub(super) fn begin(&self, name: &str, now_ms: i64, recorded: Lock) -> Result<(), DoorError> {
        self.forget(now_ms);
        self.at(name, |tried| {
            if now_ms.saturating_sub(tried.last_ms) > FORGOTTEN_MS {
                *tried = Tried { under_way: tried.under_way, ..Tried::default() };
            }
            tried.locks = tried.locks.max(recorded.times);
            let until = tried.locked_until_ms.max(recorded.until_ms);
            if until > now_ms {
                return Err(DoorError::Locked { seconds: seconds(until - now_ms) });
            }
            if tried.wrong + tried.under_way >= MOST {
                return Err(DoorError::TooMany { seconds: 1 });
            }
            tried.under_way += 1;
            tried.last_ms = now_ms;
            Ok(())
        })
    }

    /// It came to nothing: nobody looked at the password.
    pub(super) fn cancel(&self, name: &str) {
        self.at(name, |tried| tried.under_way = tried.under_way.saturating_sub(1));
    }

    /// The password was right: all is forgiven.
    pub(super) fn right(&self, name: &str) {
        self.at(name, |tried| {
            *tried = Tried { under_way: tried.under_way.saturating_sub(1), ..Tried::default() };
        });
    }

    /// It was wrong. The answer is the lock, where it was one too many.
    pub(super) fn wrong(&self, name: &str, now_ms: i64) -> Option<Lock> {
        self.at(name, |tried| {
            tried.under_way = tried.under_way.saturating_sub(1);
            tried.wrong += 1;
            tried.last_ms = now_ms;
            if tried.wrong < MOST {
                return None;
            }
            let length = FIRST_LOCK_MS.saturating_mul(1 << tried.locks.min(10)).min(LONGEST_LOCK_MS);
            tried.wrong = 0;
            tried.locks = tried.locks.saturating_add(1);
            tried.locked_until_ms = now_ms.saturating_add(length);
            Some(Lock { until_ms: tried.locked_until_ms, times: tried.locks })
        })
    }

    fn forget(&self, now_ms: i64) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MANY {
            all.retain(|_, tried| tried.under_way > 0 || tried.locked_until_ms > now_ms);
        }
    }
}

/// Whole seconds, and not too few.
fn seconds(ms: i64) -> u64 {
    u64::try_from(ms.saturating_add(999) / 1000).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: Lock = Lock { until_ms: 0, times: 0 };

    #[test]
    fn locks_grow_to_an_hour_and_a_right_password_forgives() {
        let tries = Tries::default();
        let mut now = 1_000_000;
        for minutes in [5, 10, 20, 40, 60, 60] {
            for n in 1..=MOST {
                assert!(tries.begin("ada", now, NEVER).is_ok());
                let lock = tries.wrong("ada", now);
                assert_eq!(lock.map(|lock| lock.until_ms), (n == MOST).then_some(now + minutes * 60_000));
            }
            now += minutes * 60_000 - 1;
            assert!(matches!(tries.begin("ada", now, NEVER), Err(DoorError::Locked { seconds: 1 })));
            assert!(tries.begin("grace", now, NEVER).is_ok(), "others are not locked");
            tries.right("grace");
            now += 1;
        }
        assert!(tries.begin("ada", now, NEVER).is_ok());
        tries.right("ada");
        for _ in 1..MOST {
            tries.begin("ada", now, NEVER).unwrap();
            assert_eq!(tries.wrong("ada", now), None);
        }
        tries.begin("ada", now, NEVER).unwrap();
        assert_eq!(tries.wrong("ada", now), Some(Lock { until_ms: now + 5 * 60_000, times: 1 }));
    }

    #[test]
    fn many_at_once_are_no_way_around_it() {
        let tries = Tries::default();
        for _ in 0..MOST {
            assert!(tries.begin("ada", 0, NEVER).is_ok());
        }
        assert!(matches!(tries.begin("ada", 0, NEVER), Err(DoorError::TooMany { .. })));
        tries.cancel("ada");
        assert!(tries.begin("ada", 0, NEVER).is_ok());
    }

    #[test]
    fn what_the_log_says_counts() {
        let tries = Tries::default();
        let recorded = Lock { until_ms: 5_000, times: 3 };
        assert!(matches!(tries.begin("ada", 4_000, recorded), Err(DoorError::Locked { seconds: 1 })));
        for _ in 0..MOST {
            tries.begin("ada", 5_000, recorded).unwrap();
            tries.wrong("ada", 5_000);
        }
        let fourth = Lock { until_ms: 5_000, times: 4 };
        let locked = tries.begin("ada", 5_001, fourth);
        assert!(matches!(locked, Err(DoorError::Locked { seconds: 2_400 })), "{locked:?}");
    }
}
