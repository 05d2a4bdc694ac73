//! One's own sessions: seen, ended, and proved again.

use super::event::{Event, TokenHash};
use super::{AccountError, Accounts, AttemptSource, Session, password, record_name};
use house::Person;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

/// A session of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSession {
    /// By which it is ended: the beginning of its hash, which opens nothing.
    pub id: String,
    /// When it was opened, by the wall clock.
    pub opened_ms: i64,
    /// When it was last used.
    pub used_ms: i64,
    /// The address that it was opened from.
    pub from: Option<String>,
    /// What the browser or the program calls itself.
    pub agent: Option<String>,
    /// The one that asks.
    pub here: bool,
}

/// Which of one's own sessions end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionsToEnd<'e> {
    /// The one of this id.
    One(&'e str),
    /// All but the one that asks.
    Others,
}

fn id_of(TokenHash(hash): &TokenHash) -> String {
    hash[..8].iter().fold(String::new(), |mut id, byte| {
        // Writing to a string does not fail.
        let _ = write!(id, "{byte:02x}");
        id
    })
}

impl Accounts {
    /// The sessions of whoever holds this token, the latest used first.
    pub fn own_sessions(&self, token: &str) -> Vec<OwnSession> {
        let (here, now) = (password::hash_of(token), self.account_log.now_ms());
        self.account_log.with_state(|known| {
            let Some((own, _)) = self.living(known, &here, now) else { return Vec::new() };
            let theirs = known.sessions.iter().filter(|(token, inside)| {
                inside.account == own.account && self.living(known, token, now).is_some()
            });
            let mut all: Vec<OwnSession> = theirs
                .map(|(token, inside)| OwnSession {
                    id: id_of(token),
                    opened_ms: inside.opened_ms,
                    used_ms: inside.used_ms.load(Ordering::Relaxed),
                    from: inside.from.clone(),
                    agent: inside.agent.clone(),
                    here: *token == here,
                })
                .collect();
            all.sort_by_key(|session| std::cmp::Reverse(session.used_ms));
            all
        })
    }

    /// Ends sessions of whoever holds this token. One that has ended already is no error.
    ///
    /// # Errors
    /// If it is not kept.
    pub fn end_own(&self, token: &str, which: SessionsToEnd<'_>) -> Result<(), AccountError> {
        let (here, now) = (password::hash_of(token), self.account_log.now_ms());
        let owner = self.account_log.with_state(|known| {
            let (inside, account) = self.living(known, &here, now)?;
            Some((inside.account.clone(), record_name(account.person)))
        });
        let Some((name, by)) = owner else { return Ok(()) };
        self.account_log.write(&by, |known| {
            let own = known.sessions.iter().filter(|(_, inside)| inside.account == name);
            let ended = own.filter(|(token, _)| match which {
                SessionsToEnd::One(id) => id_of(token) == id,
                SessionsToEnd::Others => **token != here,
            });
            Ok(ended.map(|(&token, _)| (Event::SessionEnded { token }, None)).collect())
        })
    }

    /// Ends every session of a person: somebody who has been dismissed. The record says who ordered it.
    ///
    /// # Errors
    /// If it is not kept.
    pub fn end_sessions_of(&self, by: &str, person: Person) -> Result<(), AccountError> {
        self.account_log.write(by, |known| {
            let theirs = known.sessions.iter().filter(|(_, inside)| {
                known.accounts.get(&inside.account).is_some_and(|account| account.person == person)
            });
            Ok(theirs.map(|(&token, _)| (Event::SessionEnded { token }, None)).collect())
        })
    }

    /// Whoever is logged in says their password again. Wrong ones count for this session alone.
    ///
    /// # Errors
    /// If it is wrong, or there were too many.
    pub fn prove_again(&self, token: &str, secret: &str) -> Result<(), AccountError> {
        let hash = password::hash_of(token);
        let now = self.account_log.now_ms();
        let name =
            self.account_log.with_state(|known| Some(self.living(known, &hash, now)?.0.account.clone()));
        let name = name.ok_or(AccountError::Wrong)?;
        self.verify_password(&name, secret, &AttemptSource::Session(hash.0))?;
        self.account_log.with_state(|known| {
            known.sessions.get(&hash).inspect(|inside| inside.proved_ms.store(now, Ordering::Relaxed));
        });
        Ok(())
    }

    /// Whether somebody has said their password so lately that the orders which want it are theirs.
    pub fn proved_lately(&self, session: &Session, within_ms: i64) -> bool {
        self.account_log.now_ms().saturating_sub(session.proved_ms) <= within_ms
    }

    /// Refuses the log-ins that have one of these passwords, in this process: everybody knows them.
    pub fn refuse_known(&self, given: &[(&str, &str)]) {
        let known_to_all = |(name, password): &&(&str, &str)| {
            let hash = self.account_log.with_state(|known| Some(known.account(name)?.hash.clone()));
            hash.is_some_and(|hash| password::verify(password, &hash))
        };
        let names: Vec<String> =
            given.iter().filter(known_to_all).map(|(name, _)| name.to_string()).collect();
        let mut known = self.account_log.known.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.refused.extend(names);
    }

    /// The log-ins that are refused because everybody knows their password.
    pub fn refused(&self) -> Vec<String> {
        self.account_log.with_state(|known| known.refused.iter().cloned().collect())
    }
}
