//! The door: who may come in, and who is in. Accounts and sessions are kept in the log like everything else; passwords only
//! as argon2id hashes, sessions only as hashes of what the browser holds.

mod error;
mod event;
mod known;
mod line;
mod numbers;
mod secret;
mod token;
mod tries;

pub use error::DoorError;
pub use numbers::Numbers;
pub use token::{COOKIE, bearer, cookie, token};

use crate::guard::bucket::{Buckets, Pace, household};
use event::{Event, TokenHash};
use floor::Clock;
use house::Person;
use known::{Account, Known, Lifetime};
use line::Line;
use secret::Gate;
use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::{Store, StoreError, Vault};
use tries::{Lock, Tries};

/// Who ordered it, where that was done at the machine's own console and not by somebody on the floor.
pub const CONSOLE: &str = "console";

/// The fewest letters of a password.
pub const LEAST_LETTERS: usize = 8;
/// An account has at most so many sessions at once; the one that was idle for longest ends for a new one.
const MOST_SESSIONS: usize = 100;
/// How much a session may have been used before that is written down.
const RECORD_EVERY_MS: i64 = 60 * 60_000;

/// Somebody who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The log-in.
    pub account: String,
    /// Who that is on the floor.
    pub person: Person,
    /// What numbers a patron has besides.
    pub numbers: Numbers,
    /// What they are called.
    pub shown: String,
}

/// An account, as it may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The log-in.
    pub name: String,
    /// Who that is on the floor.
    pub person: Person,
    /// What numbers a patron has besides.
    pub numbers: Numbers,
    /// What they are called.
    pub shown: String,
    /// Closed for good.
    pub closed: bool,
}

/// Something that happened at the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorLine {
    /// The record.
    pub version: u64,
    /// When, by the wall clock.
    pub clock_ms: i64,
    /// Who ordered it, and who stood beside: "staff/12+staff/3".
    pub by: String,
    /// What.
    pub what: String,
}

/// How the door is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoorSettings {
    /// A session that is not used for so long ends.
    pub idle: Duration,
    /// A session ends after so long whatever is done in it.
    pub whole: Duration,
    /// Wrong passwords from one address.
    pub tries: Pace,
}

impl Default for DoorSettings {
    fn default() -> DoorSettings {
        DoorSettings {
            idle: Duration::from_secs(12 * 3600),
            whole: Duration::from_secs(7 * 24 * 3600),
            tries: Pace { burst: 30, pause_micros: 10_000_000 },
        }
    }
}

/// The door. What hashes or writes takes a moment: call it by [`Door::at_leisure`] where others wait.
pub struct Door {
    line: Line,
    lifetime: Lifetime,
    gate: Gate,
    tries: Tries,
    addresses: Buckets<IpAddr>,
    /// The hash of a password that nobody has, so that unknown names take as long as known ones.
    nobody: String,
}

impl fmt::Debug for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a door with {} sessions", self.sessions())
    }
}

impl Door {
    /// Opens the door as the log knows it.
    ///
    /// # Errors
    /// If the log cannot be read, or the vault does not open it.
    pub fn open(store: Arc<dyn Store>, vault: Arc<Vault>, clock: Arc<dyn Clock>) -> Result<Door, StoreError> {
        Door::open_with(store, vault, clock, DoorSettings::default())
    }

    /// The same, kept otherwise than usual.
    ///
    /// # Errors
    /// If the log cannot be read, or the vault does not open it.
    pub fn open_with(
        store: Arc<dyn Store>,
        vault: Arc<Vault>,
        clock: Arc<dyn Clock>,
        settings: DoorSettings,
    ) -> Result<Door, StoreError> {
        let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let unavailable = |error: DoorError| StoreError::Unavailable(error.to_string());
        let mut unknown = [0; 16];
        secret::random(&mut unknown).map_err(unavailable)?;
        let door = Door {
            line: Line::open(store, vault, clock)?,
            lifetime: Lifetime { idle_ms: ms(settings.idle), whole_ms: ms(settings.whole) },
            gate: Gate::new(2, 32),
            tries: Tries::default(),
            addresses: Buckets::new(settings.tries),
            nobody: secret::hash(&format!("{unknown:?}")).map_err(unavailable)?,
        };
        door.forget_the_dead();
        Ok(door)
    }

    /// Does what takes a moment on a thread for such things, so that no page waits behind it.
    ///
    /// # Errors
    /// What the work answers.
    pub async fn at_leisure<T: Send + 'static>(
        self: &Arc<Door>,
        work: impl FnOnce(&Door) -> Result<T, DoorError> + Send + 'static,
    ) -> Result<T, DoorError> {
        let door = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&door)).await.unwrap_or(Err(DoorError::Busy))
    }

    /// Opens an account, ordered by nobody on the floor: at the machine's own console, or when a floor is founded.
    ///
    /// # Errors
    /// If the name is taken or no name, the password is too short, or it is not kept.
    pub fn open_account(
        &self,
        name: &str,
        secret: &str,
        person: Person,
        shown: &str,
    ) -> Result<(), DoorError> {
        self.open_account_for(CONSOLE, (name, secret), (person, None), shown)
    }

    /// Opens an account for whoever ordered it: the record says who, and who stood beside. A patron's number is theirs
    /// with one operator, or where none is named with all of them.
    ///
    /// # Errors
    /// If the name is taken or no name, the password is too short, or it is not kept.
    pub fn open_account_for(
        &self,
        by: &str,
        (name, secret): (&str, &str),
        (person, only_at): (Person, Option<&str>),
        shown: &str,
    ) -> Result<(), DoorError> {
        let name = named(name).ok_or_else(|| DoorError::Name(name.chars().take(40).collect()))?;
        if person == Person::System || shown.trim().is_empty() || shown.len() > 200 {
            return Err(DoorError::Name(shown.chars().take(40).collect()));
        }
        if self.line.look(|known| known.accounts.contains_key(&name)) {
            return Err(DoorError::Taken(name));
        }
        let hash = self.hashed(secret)?;
        let (shown, only_at) = (shown.trim().to_string(), only_at.map(str::to_string));
        let opened = Event::AccountOpened { name: name.clone(), person, shown, only_at };
        self.line.write(by, |known| match known.accounts.contains_key(&name) {
            true => Err(DoorError::Taken(name.clone())),
            false => Ok(vec![(opened.clone(), Some(hash.clone()))]),
        })
    }

    /// Gives the patron of a log-in a number of their own with an operator; whoever is in has it at once.
    ///
    /// # Errors
    /// If there is no such log-in of a patron, or it is not kept.
    pub fn give_number(
        &self,
        by: &str,
        name: &str,
        (operator, number): (&str, u32),
    ) -> Result<(), DoorError> {
        let missing = || DoorError::NoAccount(name.chars().take(40).collect());
        let name = named(name).ok_or_else(missing)?;
        let (operator, new) = (operator.to_string(), Some(Person::Patron(number)));
        let given = Event::NumberGiven { name: name.clone(), operator: operator.clone(), number };
        self.line.write(by, |known| match known.account(&name) {
            Some(account) if !matches!(account.person, Person::Patron(_)) => Err(missing()),
            Some(account) if account.numbers.with(account.person, &operator) == new => Ok(Vec::new()),
            Some(_) => Ok(vec![(given.clone(), None)]),
            None => Err(missing()),
        })
    }

    /// Lets somebody in: a new token each time, to be kept by nobody but them.
    ///
    /// # Errors
    /// The same for a name that nobody has as for a wrong password; or too many tries; or it is not kept.
    pub fn log_in(&self, name: &str, secret: &str, from: IpAddr) -> Result<(String, Session), DoorError> {
        let (name, account) = self.proved(name, secret, Some(household(from)))?;
        let (token, hash) = secret::new_token()?;
        let at_ms = self.line.now_ms();
        let opened = Event::SessionOpened { token: hash, account: name.clone(), at_ms };
        self.line.write(&called(account.person), |known| {
            // Closed or changed while the password was looked at.
            if known.account(&name).is_none_or(|now| now.hash != account.hash) {
                return Err(DoorError::Wrong);
            }
            let mut events: Vec<_> = too_many(known, &name).map(|event| (event, None)).into_iter().collect();
            events.push((opened.clone(), None));
            Ok(events)
        })?;
        let Account { person, numbers, shown, .. } = account;
        Ok((token, Session { account: name, person, numbers, shown }))
    }

    /// Who this is, without letting them in: the second person at a console. Counts as a try.
    ///
    /// # Errors
    /// As for [`Door::log_in`].
    pub fn verify(&self, name: &str, secret: &str) -> Result<Person, DoorError> {
        self.proved(name, secret, None).map(|(_, account)| account.person)
    }

    /// Who holds this token, if the session lives.
    pub fn session(&self, token: &str) -> Option<Session> {
        let now = self.line.now_ms();
        self.line.look(|known| {
            let inside = known.sessions.get(&secret::hash_of(token))?;
            let account = known.account(&inside.account).filter(|_| inside.lives(now, self.lifetime))?;
            inside.used_ms.fetch_max(now, Ordering::Relaxed);
            let Account { person, numbers, shown, .. } = account.clone();
            Some(Session { account: inside.account.clone(), person, numbers, shown })
        })
    }

    /// Ends a session. One that nobody has is ended already.
    ///
    /// # Errors
    /// If it is not kept.
    pub fn log_out(&self, token: &str) -> Result<(), DoorError> {
        let token = secret::hash_of(token);
        let by = self.line.look(|known| {
            let account = known.account(&known.sessions.get(&token)?.account)?;
            Some(called(account.person))
        });
        self.line.write(by.as_deref().unwrap_or("door"), |known| {
            let inside = known.sessions.contains_key(&token);
            Ok(inside.then_some((Event::SessionEnded { token }, None)).into_iter().collect())
        })
    }

    /// A new password for somebody who knows the old one. All their sessions end.
    ///
    /// # Errors
    /// If the old one is wrong, the new one is too short, or it is not kept.
    pub fn change_password(&self, name: &str, old: &str, new: &str) -> Result<(), DoorError> {
        long_enough(new)?;
        let (name, account) = self.proved(name, old, None)?;
        let hash = self.hashed(new)?;
        self.line.write(&called(account.person), |known| match known.account(&name) {
            Some(now) if now.hash == account.hash => {
                Ok(vec![(Event::PasswordChanged { name: name.clone() }, Some(hash.clone()))])
            }
            _ => Err(DoorError::Wrong),
        })
    }

    /// A new password for somebody who has forgotten the old one: for whoever keeps the accounts, and the record says who. All
    /// their sessions end.
    ///
    /// # Errors
    /// If there is no such account, the password is too short, or it is not kept.
    pub fn reset_password(&self, by: &str, name: &str, new: &str) -> Result<(), DoorError> {
        let missing = || DoorError::NoAccount(name.chars().take(40).collect());
        let name = named(name).ok_or_else(missing)?;
        let hash = self.hashed(new)?;
        self.line.write(by, |known| match known.account(&name) {
            Some(_) => Ok(vec![(Event::PasswordChanged { name: name.clone() }, Some(hash.clone()))]),
            None => Err(missing()),
        })
    }

    /// Closes an account for good, and ends its sessions; the record says who ordered it.
    ///
    /// # Errors
    /// If there is none, or it is not kept.
    pub fn close_account(&self, by: &str, name: &str) -> Result<(), DoorError> {
        let missing = || DoorError::NoAccount(name.chars().take(40).collect());
        let name = named(name).ok_or_else(missing)?;
        self.line.write(by, |known| match known.accounts.get(&name) {
            None => Err(missing()),
            Some(account) if account.closed => Ok(Vec::new()),
            Some(_) => Ok(vec![(Event::AccountClosed { name: name.clone() }, None)]),
        })
    }

    /// All accounts there have been, by name.
    pub fn accounts(&self) -> Vec<Listed> {
        let listed = |(name, account): (&String, &Account)| Listed {
            name: name.clone(),
            person: account.person,
            numbers: account.numbers.clone(),
            shown: account.shown.clone(),
            closed: account.closed,
        };
        self.line.look(|known| known.accounts.iter().map(listed).collect())
    }

    /// All that happened here, in words: who ordered it, and what.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn history(&self) -> Result<Vec<DoorLine>, StoreError> {
        let (mut lines, mut sessions) = (Vec::new(), HashMap::new());
        self.line.records(&mut |record, event| {
            if let Event::SessionOpened { token, account, .. } = event {
                sessions.insert(*token, account.clone());
            }
            lines.push(DoorLine {
                version: record.version,
                clock_ms: record.when.clock_ms,
                by: record.by.to_string(),
                what: event.words(|token| sessions.get(token).cloned()),
            });
        })?;
        Ok(lines)
    }

    /// How many sessions there are.
    pub fn sessions(&self) -> usize {
        self.line.look(|known| known.sessions.len())
    }

    /// Reads what other processes have written: a session that another has opened.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn refresh(&self) -> Result<(), StoreError> {
        self.line.refresh()
    }

    /// Throws sessions away that have ended, and writes down which were used: for every minute or so, and at the end.
    ///
    /// # Errors
    /// If it is not kept; nothing is lost by that but how long a session was idle.
    pub fn tidy(&self) -> Result<(), DoorError> {
        self.refresh()?;
        self.forget_the_dead();
        self.line.write("door", |known| {
            let used = known.sessions.iter().filter_map(|(&token, inside)| {
                let at_ms = inside.used_ms.load(Ordering::Relaxed);
                let due = at_ms.saturating_sub(inside.recorded_ms) >= RECORD_EVERY_MS;
                due.then_some((Event::SessionSeen { token, at_ms }, None))
            });
            Ok(used.take(1_000).collect())
        })
    }

    fn forget_the_dead(&self) {
        let now = self.line.now_ms();
        let mut known = self.line.known.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.sessions.retain(|_, inside| inside.lives(now, self.lifetime));
    }

    fn hashed(&self, secret: &str) -> Result<String, DoorError> {
        long_enough(secret)?;
        self.gate.pass(|| secret::hash(secret))?
    }

    /// Whoever has this name and this password.
    fn proved(&self, name: &str, secret: &str, from: Option<IpAddr>) -> Result<(String, Account), DoorError> {
        let clock = self.line.clock();
        if let Some(from) = from {
            let wait = |time: Duration| DoorError::TooMany { seconds: time.as_secs().saturating_add(1) };
            self.addresses.take(from, clock.running()).map_err(wait)?;
        }
        let name = named(name).unwrap_or_else(|| "?".to_string());
        let account = self.line.look(|known| known.account(&name).cloned());
        let recorded = account.as_ref().map(|known| (known.locked_until_ms, known.locks)).unwrap_or_default();
        let recorded = Lock { until_ms: recorded.0, times: recorded.1 };
        self.tries.begin(&name, self.line.now_ms(), recorded)?;
        let hash = account.as_ref().map_or(&self.nobody, |account| &account.hash);
        let right =
            self.gate.pass(|| secret::verify(secret, hash)).inspect_err(|_| self.tries.cancel(&name))?;
        match account.filter(|_| right) {
            Some(account) => {
                self.tries.right(&name);
                from.inspect(|from| self.addresses.give_back(from));
                Ok((name, account))
            }
            None => {
                if let Some(lock) = self.tries.wrong(&name, self.line.now_ms()) {
                    self.lock_out(&name, lock);
                }
                Err(DoorError::Wrong)
            }
        }
    }

    /// Keeps the lock of an account. One of a name that nobody has is not written: the log is not for strangers to fill.
    fn lock_out(&self, name: &str, lock: Lock) {
        tracing::warn!(times = lock.times, "an account is locked: too many wrong passwords");
        let Lock { until_ms, times } = lock;
        let locked = Event::LockedOut { account: name.to_string(), until_ms, times };
        let kept = self.line.write("door", |known| {
            Ok(known.account(name).map(|_| (locked.clone(), None)).into_iter().collect())
        });
        // It is locked here whether or not that is kept; and nobody hears another answer because there is such a name.
        if let Err(error) = kept {
            tracing::error!(%error, "the lock of an account is not kept");
        }
    }
}

/// The session that makes room for another of the same account.
fn too_many(known: &Known, name: &str) -> Option<Event> {
    let theirs = || known.sessions.iter().filter(|(_, inside)| inside.account == name);
    let idle_longest = || theirs().min_by_key(|(_, inside)| inside.used_ms.load(Ordering::Relaxed));
    let oldest = (theirs().count() >= MOST_SESSIONS).then(idle_longest).flatten();
    oldest.map(|(&token, _): (&TokenHash, _)| Event::SessionEnded { token })
}

/// A name as it is kept: small letters, digits and a few signs.
fn named(name: &str) -> Option<String> {
    let name = name.trim().to_lowercase();
    let fits = |c: char| c.is_alphanumeric() || "-._@".contains(c);
    (!name.is_empty() && name.len() <= 64 && name.chars().all(fits)).then_some(name)
}

fn long_enough(secret: &str) -> Result<(), DoorError> {
    match secret.chars().count() >= LEAST_LETTERS && secret.len() <= 1_000 {
        true => Ok(()),
        false => Err(DoorError::Short),
    }
}

/// A person as records name them: "staff/12".
pub(crate) fn called(person: Person) -> String {
    match person {
        Person::Staff(number) => format!("staff/{number}"),
        Person::Patron(number) => format!("patron/{number}"),
        Person::Outside(number) => format!("outside/{number}"),
        Person::System => "system".to_string(),
    }
}
