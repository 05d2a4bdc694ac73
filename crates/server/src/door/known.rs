//! What the door knows: accounts and sessions, as the log tells them.

use super::event::{Event, TokenHash};
use super::numbers::Numbers;
use house::Person;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};

/// A log-in.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) person: Person,
    pub(super) numbers: Numbers,
    pub(super) shown: String,
    /// The argon2id hash with its parameters and salt.
    pub(super) hash: String,
    pub(super) closed: bool,
    pub(super) locked_until_ms: i64,
    pub(super) locks: u32,
}

/// Somebody who is in.
#[derive(Debug)]
pub(super) struct Inside {
    pub(super) account: String,
    pub(super) opened_ms: i64,
    /// Last used, as recorded.
    pub(super) recorded_ms: i64,
    /// Last used, as known here.
    pub(super) used_ms: AtomicI64,
}

/// How long a session lives, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetime {
    pub(super) idle_ms: i64,
    pub(super) whole_ms: i64,
}

impl Inside {
    pub(super) fn lives(&self, now_ms: i64, lifetime: Lifetime) -> bool {
        let used = self.used_ms.load(Ordering::Relaxed);
        now_ms.saturating_sub(used) < lifetime.idle_ms
            && now_ms.saturating_sub(self.opened_ms) < lifetime.whole_ms
    }
}

#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) accounts: BTreeMap<String, Account>,
    pub(super) sessions: HashMap<TokenHash, Inside>,
}

impl Known {
    /// What an event changes. What refers to nothing known changes nothing.
    pub(super) fn evolve(&mut self, event: Event, secret: Option<String>) {
        match event {
            Event::AccountOpened { name, person, shown, only_at } => {
                let (hash, numbers) = (secret.unwrap_or_default(), Numbers::new(only_at));
                let account =
                    Account { person, numbers, shown, hash, closed: false, locked_until_ms: 0, locks: 0 };
                self.accounts.insert(name, account);
            }
            Event::NumberGiven { name, operator, number } => {
                if let Some(account) = self.accounts.get_mut(&name) {
                    account.numbers.give(operator, number);
                }
            }
            Event::PasswordChanged { name } => {
                if let Some(account) = self.accounts.get_mut(&name) {
                    account.hash = secret.unwrap_or_default();
                    (account.locked_until_ms, account.locks) = (0, 0);
                }
                self.sessions.retain(|_, inside| inside.account != name);
            }
            Event::AccountClosed { name } => {
                if let Some(account) = self.accounts.get_mut(&name) {
                    account.closed = true;
                    account.hash.clear();
                }
                self.sessions.retain(|_, inside| inside.account != name);
            }
            Event::SessionOpened { token, account, at_ms } => {
                if let Some(known) = self.accounts.get_mut(&account) {
                    (known.locked_until_ms, known.locks) = (0, 0);
                }
                let used_ms = AtomicI64::new(at_ms);
                let inside = Inside { account, opened_ms: at_ms, recorded_ms: at_ms, used_ms };
                self.sessions.insert(token, inside);
            }
            Event::SessionEnded { token } => drop(self.sessions.remove(&token)),
            Event::LockedOut { account, until_ms, times } => {
                if let Some(known) = self.accounts.get_mut(&account) {
                    (known.locked_until_ms, known.locks) = (until_ms, times);
                }
            }
            Event::SessionSeen { token, at_ms } => {
                if let Some(inside) = self.sessions.get_mut(&token) {
                    inside.recorded_ms = inside.recorded_ms.max(at_ms);
                    inside.used_ms.fetch_max(at_ms, Ordering::Relaxed);
                }
            }
        }
    }

    /// An account that is open.
    pub(super) fn account(&self, name: &str) -> Option<&Account> {
        self.accounts.get(name).filter(|account| !account.closed)
    }
}
