//! Wrong passwords, counted for each name and each source: after five from one source the name is locked for that source
//! for five minutes, then for twice as long each time, up to an hour. What strangers try elsewhere locks nobody out: over
//! all addresses a name is only slowed. A name that nobody has is counted the same, so that the answers do not tell which
//! names there are. Locks run on a clock that nobody sets.

use super::AccountError;
use super::event::{CodeSource, TokenHash};
use crate::guard::rate_limit::{Buckets, RateLimit};
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Wrong passwords from one source before the name is locked for it.
pub(super) const MOST: u32 = 5;
const FIRST_LOCK: Duration = Duration::from_secs(5 * 60);
const LONGEST_LOCK: Duration = Duration::from_secs(60 * 60);
/// Wrong passwords are forgotten after so long without another.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);
/// So many are kept before those that are of no use are thrown away.
const MANY: usize = 10_000;
/// Wrong passwords for one name from all addresses together: then one in ten seconds. It needs several addresses to get
/// there, since each of them is locked before.
const ALL_ADDRESSES: RateLimit = RateLimit { burst: 50, pause_micros: 10_000_000 };
/// Failures of so many names and sources are counted until they are written down.
const MOST_FAILED: usize = 1_000;

/// Where a password comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttemptSource {
    /// Somebody at an address of whom nothing is known.
    Address(IpAddr),
    /// A browser that has logged in to this account before.
    Device([u8; 32]),
    /// Somebody who stands beside whoever is logged in with this name.
    Beside(String),
    /// Whoever is logged in, who says their own password again.
    Session([u8; 32]),
    /// Somebody at the machine itself.
    Console,
}

impl AttemptSource {
    pub(super) fn device(TokenHash(hash): TokenHash) -> AttemptSource {
        AttemptSource::Device(hash)
    }

    /// As a lock of codes has it in the log; nothing where no code is said.
    pub(super) fn of_codes(&self) -> Option<CodeSource> {
        match self {
            AttemptSource::Address(address) => Some(CodeSource::Address(address.to_string())),
            AttemptSource::Device(hash) => Some(CodeSource::Device(TokenHash(*hash))),
            AttemptSource::Session(hash) => Some(CodeSource::Session(TokenHash(*hash))),
            AttemptSource::Beside(_) | AttemptSource::Console => None,
        }
    }

    /// As the log names it.
    pub(super) fn words(&self) -> String {
        match self {
            AttemptSource::Address(address) => address.to_string(),
            AttemptSource::Device(_) => "a known browser".to_string(),
            AttemptSource::Beside(account) => format!("the console of {account}"),
            AttemptSource::Session(_) => "their own session".to_string(),
            AttemptSource::Console => "the machine".to_string(),
        }
    }
}

/// What the clocks show: the one on the wall, for records, and the one that only runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now {
    pub(super) wall_ms: i64,
    pub(super) running: Duration,
}

#[derive(Clone, Copy, Debug, Default)]
struct SourceAttempts {
    wrong: u32,
    under_way: u32,
    /// On the clock that only runs.
    locked_until: Duration,
    locks: u32,
    last: Duration,
    /// The recorded lock that has been taken over into `locked_until`.
    taken: Option<LogInLock>,
    /// How often the account had been unlocked then.
    unlocked: u32,
}

#[derive(Debug)]
pub(super) struct Lockouts {
    sources: Mutex<HashMap<(String, AttemptSource), SourceAttempts>>,
    names: Buckets<String>,
    failed: Mutex<BTreeMap<(String, String), u32>>,
}

impl Default for Lockouts {
    fn default() -> Lockouts {
        Lockouts { sources: Mutex::default(), names: Buckets::new(ALL_ADDRESSES), failed: Mutex::default() }
    }
}

/// A name that is locked for a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LogInLock {
    pub(super) until_ms: i64,
    pub(super) times: u32,
}

impl LogInLock {
    fn length(self) -> Duration {
        let doubled = 1 << self.times.saturating_sub(1).min(10);
        FIRST_LOCK.saturating_mul(doubled).min(LONGEST_LOCK)
    }

    /// Until when, by the wall clock.
    pub(super) fn until(self, wall_ms: i64) -> i64 {
        wall_ms.saturating_add(i64::try_from(self.left(wall_ms).as_millis()).unwrap_or(i64::MAX))
    }

    /// How long it still lasts: never longer than it was made for, whatever the clock on the wall shows.
    fn left(self, wall_ms: i64) -> Duration {
        let left = u64::try_from(self.until_ms.saturating_sub(wall_ms)).unwrap_or(0);
        Duration::from_millis(left).min(self.length())
    }
}

/// A name that is locked for a source, as this process knows it.
#[derive(Clone, Debug)]
pub(super) struct LockedHere {
    pub(super) name: String,
    pub(super) from: String,
    /// The log has it too, where the name is one that somebody has.
    pub(super) is_address: bool,
    pub(super) until_ms: i64,
    pub(super) unlocked: u32,
}

/// What the log says of a name and a source.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordedLock {
    pub(super) lock: LogInLock,
    /// How often all locks of the account were taken off.
    pub(super) unlocked: u32,
}

impl Lockouts {
    fn at<T>(&self, name: &str, source: &AttemptSource, change: impl FnOnce(&mut SourceAttempts) -> T) -> T {
        let mut all = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        change(all.entry((name.to_string(), source.clone())).or_default())
    }

    /// A try begins, unless the name is locked for its source: in the log or here. Tries under way count, so that many at
    /// once are no way around the lock.
    pub(super) fn begin(
        &self,
        name: &str,
        source: &AttemptSource,
        now: Now,
        recorded: RecordedLock,
    ) -> Result<(), AccountError> {
        self.forget(now.running);
        self.at(name, source, |tried| {
            let old = now.running.saturating_sub(tried.last) > FORGOTTEN;
            if old || tried.unlocked != recorded.unlocked {
                *tried = SourceAttempts {
                    under_way: tried.under_way,
                    taken: tried.taken,
                    ..SourceAttempts::default()
                };
                tried.unlocked = recorded.unlocked;
            }
            if recorded.lock.times > 0 && tried.taken != Some(recorded.lock) {
                tried.taken = Some(recorded.lock);
                let until = now.running.saturating_add(recorded.lock.left(now.wall_ms));
                tried.locked_until = tried.locked_until.max(until);
                tried.locks = tried.locks.max(recorded.lock.times);
            }
            if let Some(left) = tried.locked_until.checked_sub(now.running).filter(|left| !left.is_zero()) {
                return Err(AccountError::Locked { seconds: seconds(left) });
            }
            if tried.wrong + tried.under_way >= MOST {
                return Err(AccountError::TooMany { seconds: 1 });
            }
            tried.under_way += 1;
            tried.last = now.running;
            Ok(())
        })?;
        let is_stranger = matches!(source, AttemptSource::Address(_));
        let slowed = self.names.take_if(is_stranger, name.to_string(), now.running);
        slowed.map_err(|wait| {
            self.at(name, source, |tried| tried.under_way = tried.under_way.saturating_sub(1));
            AccountError::TooMany { seconds: seconds(wait) }
        })
    }

    /// It came to nothing: nobody looked at the password.
    pub(super) fn cancel(&self, name: &str, source: &AttemptSource) {
        self.at(name, source, |tried| tried.under_way = tried.under_way.saturating_sub(1));
        self.give_back(name, source);
    }

    /// The password was right: what came from there is forgiven.
    pub(super) fn right(&self, name: &str, source: &AttemptSource) {
        self.at(name, source, |tried| {
            let (under_way, taken) = (tried.under_way.saturating_sub(1), tried.taken);
            *tried =
                SourceAttempts { under_way, taken, unlocked: tried.unlocked, ..SourceAttempts::default() };
        });
        self.give_back(name, source);
    }

    fn give_back(&self, name: &str, source: &AttemptSource) {
        if matches!(source, AttemptSource::Address(_)) {
            self.names.give_back(&name.to_string());
        }
    }

    /// It was wrong. The answer is the lock, where it was one too many.
    pub(super) fn wrong(&self, name: &str, source: &AttemptSource, now: Now) -> Option<LogInLock> {
        self.count(name, source);
        self.at(name, source, |tried| {
            tried.under_way = tried.under_way.saturating_sub(1);
            tried.wrong += 1;
            tried.last = now.running;
            if tried.wrong < MOST {
                return None;
            }
            tried.wrong = 0;
            tried.locks = tried.locks.saturating_add(1);
            let mut lock = LogInLock { until_ms: 0, times: tried.locks };
            let length = lock.length();
            lock.until_ms = now.wall_ms.saturating_add(i64::try_from(length.as_millis()).unwrap_or(i64::MAX));
            tried.locked_until = now.running.saturating_add(length);
            tried.taken = Some(lock);
            Some(lock)
        })
    }

    fn count(&self, name: &str, source: &AttemptSource) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (name.to_string(), source.words());
        if failed.len() < MOST_FAILED || failed.contains_key(&key) {
            let times = failed.entry(key).or_default();
            *times = times.saturating_add(1);
        }
    }

    /// What has failed since the last time: name, source, how often.
    pub(super) fn take_failed(&self) -> BTreeMap<(String, String), u32> {
        std::mem::take(&mut self.failed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Which names are locked for which sources.
    pub(super) fn locked(&self, now: Now) -> Vec<LockedHere> {
        let all = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        let locked = all.iter().filter_map(|((name, source), tried)| {
            let left = tried.locked_until.checked_sub(now.running).filter(|left| !left.is_zero())?;
            Some(LockedHere {
                name: name.clone(),
                from: source.words(),
                is_address: matches!(source, AttemptSource::Address(_)),
                until_ms: now.wall_ms.saturating_add(i64::try_from(left.as_millis()).unwrap_or(i64::MAX)),
                unlocked: tried.unlocked,
            })
        });
        let mut locked: Vec<LockedHere> = locked.collect();
        locked.sort_by(|one, other| one.from.cmp(&other.from));
        locked
    }

    fn forget(&self, now: Duration) {
        let mut all = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MANY {
            all.retain(|_, tried| tried.under_way > 0 || tried.locked_until > now);
        }
    }
}

/// Whole seconds, and not too few.
fn seconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis().div_ceil(1000)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: RecordedLock = RecordedLock { lock: LogInLock { until_ms: 0, times: 0 }, unlocked: 0 };
    const HOME: AttemptSource = AttemptSource::Address(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

    fn at(ms: i64) -> Now {
        Now { wall_ms: ms, running: Duration::from_millis(u64::try_from(ms).unwrap()) }
    }

    fn other(last: u8) -> AttemptSource {
        AttemptSource::Address(IpAddr::from([10, 0, 0, last]))
    }

    #[test]
    fn locks_grow_to_an_hour_and_a_right_password_forgives() {
        let tries = Lockouts::default();
        let mut now = 1_000_000;
        for minutes in [5, 10, 20, 40, 60, 60] {
            for n in 1..=MOST {
                assert!(tries.begin("ada", &HOME, at(now), NEVER).is_ok());
                let lock = tries.wrong("ada", &HOME, at(now));
                assert_eq!(lock.map(|lock| lock.until_ms), (n == MOST).then_some(now + minutes * 60_000));
            }
            now += minutes * 60_000 - 1;
            let locked = tries.begin("ada", &HOME, at(now), NEVER);
            assert!(matches!(locked, Err(AccountError::Locked { seconds: 1 })), "{locked:?}");
            assert!(tries.begin("grace", &HOME, at(now), NEVER).is_ok(), "others are not locked");
            tries.right("grace", &HOME);
            assert!(tries.begin("ada", &other(1), at(now), NEVER).is_ok(), "nor from elsewhere");
            tries.right("ada", &other(1));
            now += 1;
        }
        assert!(tries.begin("ada", &HOME, at(now), NEVER).is_ok());
        tries.right("ada", &HOME);
        for _ in 1..MOST {
            tries.begin("ada", &HOME, at(now), NEVER).unwrap();
            assert_eq!(tries.wrong("ada", &HOME, at(now)), None);
        }
        tries.begin("ada", &HOME, at(now), NEVER).unwrap();
        let first = LogInLock { until_ms: now + 5 * 60_000, times: 1 };
        assert_eq!(tries.wrong("ada", &HOME, at(now)), Some(first));
    }

    #[test]
    fn many_at_once_are_no_way_around_it() {
        let tries = Lockouts::default();
        for _ in 0..MOST {
            assert!(tries.begin("ada", &HOME, at(0), NEVER).is_ok());
        }
        assert!(matches!(tries.begin("ada", &HOME, at(0), NEVER), Err(AccountError::TooMany { .. })));
        tries.cancel("ada", &HOME);
        assert!(tries.begin("ada", &HOME, at(0), NEVER).is_ok());
    }

    #[test]
    fn what_the_log_says_counts_and_no_clock_makes_it_longer() {
        let tries = Lockouts::default();
        let third = |until_ms| RecordedLock { lock: LogInLock { until_ms, times: 3 }, unlocked: 0 };
        let locked = tries.begin("ada", &HOME, at(4_000), third(5_000));
        assert!(matches!(locked, Err(AccountError::Locked { seconds: 1 })), "{locked:?}");
        for _ in 0..MOST {
            tries.begin("ada", &HOME, at(5_000), third(5_000)).unwrap();
            tries.wrong("ada", &HOME, at(5_000));
        }
        let locked = tries.begin("ada", &HOME, at(5_001), third(5_000));
        assert!(matches!(locked, Err(AccountError::Locked { seconds: 2_400 })), "{locked:?}");

        // The clock on the wall was set back by 30 days after a lock of twenty minutes was written.
        let month = 30 * 24 * 3_600_000;
        let set_back = |running| Now { wall_ms: 0, running: Duration::from_secs(running) };
        let locked = tries.begin("grace", &HOME, set_back(100), third(month));
        assert!(matches!(locked, Err(AccountError::Locked { seconds: 1_200 })), "{locked:?}");
        assert!(tries.begin("grace", &HOME, set_back(1_300), third(month)).is_ok());
    }

    #[test]
    fn strangers_from_everywhere_slow_a_name_and_leave_known_browsers_alone() {
        let tries = Lockouts::default();
        let mut tried = 0;
        for last in 0..20 {
            for _ in 0..MOST - 1 {
                if tries.begin("ada", &other(last), at(0), NEVER).is_ok() {
                    tries.wrong("ada", &other(last), at(0));
                    tried += 1;
                }
            }
        }
        assert_eq!(tried, 50);
        let slowed = tries.begin("ada", &other(200), at(0), NEVER);
        assert!(matches!(slowed, Err(AccountError::TooMany { seconds: 10 })), "{slowed:?}");
        for known in [AttemptSource::Device([1; 32]), AttemptSource::Beside("grace".into())] {
            assert!(tries.begin("ada", &known, at(0), NEVER).is_ok());
        }
        assert!(tries.begin("ada", &other(200), at(10_000), NEVER).is_ok(), "ten seconds, not for ever");
    }

    #[test]
    fn an_unlocked_name_begins_anew() {
        let tries = Lockouts::default();
        for _ in 0..MOST {
            tries.begin("ada", &HOME, at(0), NEVER).unwrap();
            tries.wrong("ada", &HOME, at(0));
        }
        assert!(tries.begin("ada", &HOME, at(1), NEVER).is_err());
        assert!(tries.begin("ada", &HOME, at(1), RecordedLock { unlocked: 1, ..NEVER }).is_ok());
    }
}
