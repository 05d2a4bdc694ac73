//! What the door knows: accounts and sessions, as the log tells them.

use super::event::{CodeSource, Event, TokenHash};
use super::lockout::LogInLock;
use super::patron_numbers::PatronNumbers;
use super::second_factor::Factor;
use house::Person;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};

/// An account has at most so many browsers that are known; the oldest is forgotten for a new one.
pub(super) const MOST_DEVICES: usize = 10;
/// So many changes of an account are told to whom it speaks for.
const MOST_CHANGES: usize = 20;
/// Locks for so many addresses are kept for an account.
const MOST_LOCKS: usize = 100;

/// A log-in.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) person: Person,
    pub(super) numbers: PatronNumbers,
    pub(super) shown: String,
    /// The argon2id hash with its parameters and salt.
    pub(super) hash: String,
    pub(super) closed: bool,
    /// What it is locked for: an address, or the empty text for everybody who is not known (as old records have it).
    pub(super) locks: BTreeMap<String, LogInLock>,
    /// Where too many wrong codes of the authenticator came from.
    pub(super) code_locks: BTreeMap<CodeSource, LogInLock>,
    /// Grows when all locks are taken off.
    pub(super) unlocked: u32,
    /// Browsers that have logged in before, the latest last.
    pub(super) devices: Vec<TokenHash>,
    /// The authenticator, where there is one.
    pub(super) factor: Option<Factor>,
    /// What others have done to it, the latest last.
    pub(super) changes: Vec<AccountChange>,
}

/// Something that was done to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountChange {
    /// When, by the wall clock.
    pub clock_ms: i64,
    /// Who ordered it, and who stood beside: "staff/12+staff/3".
    pub by: String,
    /// What, in words.
    pub what: String,
    /// The operator whom alone it concerns: a patron's number there.
    pub operator: Option<String>,
}

/// Who had something written, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp<'r> {
    pub(super) by: &'r str,
    pub(super) clock_ms: i64,
}

/// Somebody who is in.
#[derive(Debug)]
pub(super) struct SessionState {
    pub(super) account: String,
    pub(super) opened_ms: i64,
    pub(super) from: Option<String>,
    pub(super) agent: Option<String>,
    /// Last used, as recorded.
    pub(super) recorded_ms: i64,
    /// Last used, as known here.
    pub(super) used_ms: AtomicI64,
    /// When they last said their password.
    pub(super) proved_ms: AtomicI64,
}

/// How long a session lives, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetime {
    pub(super) idle_ms: i64,
    /// Of those who work here or inspect.
    pub(super) staff_idle_ms: i64,
    pub(super) whole_ms: i64,
}

impl SessionState {
    pub(super) fn lives(&self, now_ms: i64, (lifetime, person): (Lifetime, Person)) -> bool {
        let used = self.used_ms.load(Ordering::Relaxed);
        let idle_ms = match person {
            Person::Patron(_) => lifetime.idle_ms,
            _ => lifetime.staff_idle_ms.min(lifetime.idle_ms),
        };
        now_ms.saturating_sub(used) < idle_ms && now_ms.saturating_sub(self.opened_ms) < lifetime.whole_ms
    }
}

#[derive(Debug, Default)]
pub(super) struct AccountState {
    pub(super) accounts: BTreeMap<String, Account>,
    pub(super) sessions: HashMap<TokenHash, SessionState>,
    /// Log-ins that are not let in here though the log has them open: everybody knows their password.
    pub(super) refused: BTreeSet<String>,
    /// The key of the house as its last change said it, in public.
    pub(super) key: Option<String>,
}

impl AccountState {
    /// What an event changes. What refers to nothing known changes nothing.
    pub(super) fn evolve(&mut self, event: Event, secret: Option<String>, stamp: Stamp<'_>) {
        let what = event.words(|_| None);
        if let Some(account) = event.changes().and_then(|name| self.accounts.get_mut(name)) {
            account.changed(stamp, &event, what.clone());
        }
        match event {
            Event::AccountOpened { ref name, person, ref shown, ref only_at } => {
                let (name, shown) = (name.clone(), shown.clone());
                let mut account = Account::opened(person, PatronNumbers::new(only_at.clone()), shown, secret);
                account.changed(stamp, &event, what);
                self.accounts.insert(name, account);
            }
            Event::NumberGiven { name, operator, number } => {
                self.at(&name, |account| account.numbers.give(operator, number));
            }
            Event::PasswordChanged { name } => {
                self.refused.remove(&name);
                self.at(&name, |account| {
                    account.hash = secret.unwrap_or_default();
                    account.locks.clear();
                    account.devices.clear();
                });
                self.sessions.retain(|_, inside| inside.account != name);
            }
            Event::AccountClosed { name } => {
                self.at(&name, |account| {
                    account.closed = true;
                    account.hash.clear();
                    account.devices.clear();
                });
                self.sessions.retain(|_, inside| inside.account != name);
            }
            Event::SessionOpened { token, account, at_ms, from, agent } => {
                self.at(&account, |known| match &from {
                    // Whoever came in from there may try again there; what strangers did elsewhere stays.
                    Some(from) => drop(known.locks.remove(from)),
                    None => known.locks.clear(),
                });
                let (used_ms, proved_ms) = (AtomicI64::new(at_ms), AtomicI64::new(at_ms));
                let (opened_ms, recorded_ms) = (at_ms, at_ms);
                let inside =
                    SessionState { account, opened_ms, from, agent, recorded_ms, used_ms, proved_ms };
                self.sessions.insert(token, inside);
            }
            Event::SessionEnded { token } => drop(self.sessions.remove(&token)),
            Event::LockedOut { account, until_ms, times, from } => {
                let from = from.unwrap_or_default();
                self.at(&account, |known| keep_lock(&mut known.locks, from, LogInLock { until_ms, times }));
            }
            Event::CodesLocked { account, until_ms, times, from } => {
                self.at(&account, |known| {
                    keep_lock(&mut known.code_locks, from, LogInLock { until_ms, times })
                });
            }
            Event::SessionSeen { token, at_ms } => {
                if let Some(inside) = self.sessions.get_mut(&token) {
                    inside.recorded_ms = inside.recorded_ms.max(at_ms);
                    inside.used_ms.fetch_max(at_ms, Ordering::Relaxed);
                }
            }
            Event::DeviceKnown { token, account, .. } => self.at(&account, |known| known.knows(token)),
            Event::Unlocked { account } => self.at(&account, |known| {
                known.locks.clear();
                known.code_locks.clear();
                known.unlocked = known.unlocked.saturating_add(1);
            }),
            Event::LogInsFailed { .. } | Event::KeyChangeBegun { .. } | Event::StoreAccepted { .. } => {}
            Event::KeyChanged { to, .. } => self.key = Some(to),
            Event::FactorSet { name } => {
                self.at(&name, |account| account.factor = secret.as_deref().and_then(Factor::read));
            }
            Event::FactorRemoved { name } => {
                self.at(&name, |account| account.factor = None);
                self.sessions.retain(|_, inside| inside.account != name);
            }
            Event::CodeUsed { name, step, recovery, from, order } => self.at(&name, |account| {
                from.and_then(|from| account.code_locks.remove(&from));
                if let Some(factor) = &mut account.factor {
                    factor.use_up((step, recovery), order);
                }
            }),
        }
    }

    fn at(&mut self, name: &str, change: impl FnOnce(&mut Account)) {
        if let Some(account) = self.accounts.get_mut(name) {
            change(account);
        }
    }

    /// An account that is open.
    pub(super) fn account(&self, name: &str) -> Option<&Account> {
        self.accounts.get(name).filter(|account| !account.closed && !self.refused.contains(name))
    }
}

/// Of too many the one that ends first is forgotten.
fn keep_lock<F: Ord + Clone>(locks: &mut BTreeMap<F, LogInLock>, from: F, lock: LogInLock) {
    locks.insert(from, lock);
    if locks.len() > MOST_LOCKS {
        let first = locks.iter().min_by_key(|(_, lock)| lock.until_ms).map(|(from, _)| from.clone());
        first.and_then(|first| locks.remove(&first));
    }
}

impl Account {
    fn opened(person: Person, numbers: PatronNumbers, shown: String, secret: Option<String>) -> Account {
        Account {
            person,
            numbers,
            shown,
            hash: secret.unwrap_or_default(),
            closed: false,
            locks: BTreeMap::new(),
            code_locks: BTreeMap::new(),
            unlocked: 0,
            devices: Vec::new(),
            factor: None,
            changes: Vec::new(),
        }
    }

    fn changed(&mut self, stamp: Stamp<'_>, event: &Event, what: String) {
        if self.changes.len() == MOST_CHANGES {
            self.changes.remove(0);
        }
        let operator = match event {
            Event::AccountOpened { only_at, .. } => only_at.clone(),
            Event::NumberGiven { operator, .. } => Some(operator.clone()),
            _ => None,
        };
        self.changes.push(AccountChange {
            clock_ms: stamp.clock_ms,
            by: stamp.by.to_string(),
            what,
            operator,
        });
    }

    fn knows(&mut self, device: TokenHash) {
        self.devices.retain(|known| *known != device);
        if self.devices.len() == MOST_DEVICES {
            self.devices.remove(0);
        }
        self.devices.push(device);
    }
}
