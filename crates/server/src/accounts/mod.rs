//! The door: who may come in, and who is in. Accounts and sessions are kept in the log like everything else; passwords only
//! as argon2id hashes, sessions only as hashes of what the browser holds.

mod error;
mod event;
mod house_key;
mod lockout;
mod log;
mod log_ins;
mod password;
mod patron_numbers;
mod second_factor;
mod sessions;
mod state;
mod token;
mod totp;

pub use error::AccountError;
pub use lockout::AttemptSource;
pub use log_ins::{AccountSummary, LockedFrom, NewAccount};
pub use patron_numbers::PatronNumbers;
pub use second_factor::{Credentials, Enrolment, SecondFactor};
pub use sessions::{OwnSession, SessionsToEnd};
pub use state::AccountChange;
pub use token::{COOKIE, bearer, cookie, device, device_cookie_name, token, token_hash};

use crate::guard::rate_limit::{Buckets, RateLimit, client_network};
use event::{Event, TokenHash};
use floor::Clock;
use house::Person;
use lockout::{Lockouts, LogInLock, Now, RecordedLock};
use log::AccountLog;
use password::HashQueue;
use state::{Account, AccountState, Lifetime, SessionState};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::{Store, StoreError, Vault};
use tokio::sync::watch;
use unicode_normalization::UnicodeNormalization;

/// Who ordered it, where that was done at the machine's own console and not by somebody on the floor.
pub const CONSOLE: &str = "console";

/// The fewest letters of a new password.
pub const LEAST_LETTERS: usize = 12;
/// Passwords of that length that are tried first.
const COMMON: [&str; 20] = [
    "password1234",
    "password12345",
    "password123456",
    "passwordpassword",
    "passw0rd1234",
    "123456789012",
    "1234567890123",
    "123456789123",
    "1234567890qwerty",
    "qwertyuiop12",
    "qwertyuiop123",
    "qwerty123456",
    "1q2w3e4r5t6y",
    "1qaz2wsx3edc",
    "iloveyou1234",
    "administrator",
    "letmeinletmein",
    "cardroomcardroom",
    "cardroom1234",
    "welcome12345",
];
/// An account has at most so many sessions at once; the one that was idle for longest ends for a new one.
const MOST_SESSIONS: usize = 100;
/// How much a session may have been used before that is written down.
const RECORD_EVERY_MS: i64 = 60 * 60_000;

/// Somebody who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub account: String,
    /// Who that is on the floor.
    pub person: Person,
    /// What numbers a patron has besides.
    pub numbers: PatronNumbers,
    /// What they are called.
    pub shown: String,
    /// When they last said their password, by the wall clock.
    pub proved_ms: i64,
}

/// Something that happened at the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLogEntry {
    pub version: u64,
    /// When, by the wall clock.
    pub clock_ms: i64,
    /// Who ordered it, and who stood beside: "staff/12+staff/3".
    pub by: String,
    pub what: String,
}

/// Somebody who comes to the door.
#[derive(Clone, Copy, Debug)]
pub struct LogInAttempt<'v> {
    pub address: IpAddr,
    /// What the browser holds from an earlier visit of the same person.
    pub device: Option<&'v str>,
    /// What the browser or the program calls itself.
    pub agent: Option<&'v str>,
    /// Whether it can hold something for the next visit.
    pub remembers: bool,
    /// The code of an authenticator, or one on paper.
    pub code: Option<&'v str>,
}

/// Somebody who was let in.
#[derive(Clone, PartialEq, Eq)]
pub struct LoggedIn {
    /// What proves it: to be kept by nobody but them.
    pub token: String,
    pub session: Session,
    /// What the browser is to hold for the next visit, where it is new to it.
    pub device: Option<String>,
}

/// How the door is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogInSettings {
    /// A session that is not used for so long ends.
    pub idle: Duration,
    /// The same for those who work here or inspect.
    pub staff_idle: Duration,
    /// A session ends after so long whatever is done in it.
    pub whole: Duration,
    /// Wrong passwords from one address.
    pub tries: RateLimit,
    /// Whether those who work here log in with a code beside their password.
    pub second_factor: SecondFactor,
}

impl Default for LogInSettings {
    fn default() -> LogInSettings {
        LogInSettings {
            idle: Duration::from_secs(12 * 3600),
            staff_idle: Duration::from_secs(3600),
            whole: Duration::from_secs(7 * 24 * 3600),
            tries: RateLimit { burst: 30, pause_micros: 10_000_000 },
            second_factor: SecondFactor::Off,
        }
    }
}

/// Log-ins and sessions. Hashing and writing take a moment: where others wait, call them with [`Accounts::on_blocking_thread`].
pub struct Accounts {
    account_log: AccountLog,
    lifetime: Lifetime,
    gate: HashQueue,
    tries: Lockouts,
    addresses: Buckets<IpAddr>,
    /// The hash of a password that nobody has, so that unknown names take as long as known ones.
    nobody: String,
    second_factor: SecondFactor,
}

impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a door with {} sessions", self.sessions())
    }
}

impl Accounts {
    /// Opens the door as the log knows it.
    ///
    /// # Errors
    /// If the log cannot be read, or the vault does not open it.
    pub fn open(
        store: Arc<dyn Store>,
        vault: Arc<Vault>,
        clock: Arc<dyn Clock>,
    ) -> Result<Accounts, StoreError> {
        Accounts::open_with(store, vault, clock, LogInSettings::default())
    }

    /// The same, kept otherwise than usual.
    ///
    /// # Errors
    /// If the log cannot be read, or the vault does not open it.
    pub fn open_with(
        store: Arc<dyn Store>,
        vault: Arc<Vault>,
        clock: Arc<dyn Clock>,
        settings: LogInSettings,
    ) -> Result<Accounts, StoreError> {
        let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let unavailable = |error: AccountError| StoreError::Unavailable(error.to_string());
        let mut unknown = [0; 16];
        password::random(&mut unknown).map_err(unavailable)?;
        let accounts = Accounts {
            account_log: AccountLog::open(store, vault, clock)?,
            lifetime: Lifetime {
                idle_ms: ms(settings.idle),
                staff_idle_ms: ms(settings.staff_idle),
                whole_ms: ms(settings.whole),
            },
            gate: HashQueue::new(2, 32),
            tries: Lockouts::default(),
            addresses: Buckets::new(settings.tries),
            second_factor: settings.second_factor,
            nobody: password::hash(&format!("{unknown:?}")).map_err(unavailable)?,
        };
        accounts.forget_the_dead();
        Ok(accounts)
    }

    /// Does what takes a moment on a thread for such things, so that no page waits behind it.
    ///
    /// # Errors
    /// What the work answers.
    pub async fn on_blocking_thread<T: Send + 'static>(
        self: &Arc<Accounts>,
        work: impl FnOnce(&Accounts) -> Result<T, AccountError> + Send + 'static,
    ) -> Result<T, AccountError> {
        let accounts = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&accounts)).await.unwrap_or(Err(AccountError::Busy))
    }

    /// Lets somebody in: a new token each time, to be kept by nobody but them.
    ///
    /// # Errors
    /// The same for a name that nobody has as for a wrong password; or too many tries; or it is not kept.
    pub fn log_in(&self, name: &str, secret: &str, from: IpAddr) -> Result<(String, Session), AccountError> {
        let visit = LogInAttempt { address: from, device: None, agent: None, remembers: false, code: None };
        self.log_in_with(name, secret, &visit).map(|entered| (entered.token, entered.session))
    }

    /// The same for a visit of which more is known.
    ///
    /// # Errors
    /// As for [`Accounts::log_in`].
    pub fn log_in_with(
        &self,
        name: &str,
        secret: &str,
        visit: &LogInAttempt<'_>,
    ) -> Result<LoggedIn, AccountError> {
        let from = client_network(visit.address);
        let device = visit.device.map(password::hash_of).filter(|device| self.knows(name, device));
        let source = device.map_or(AttemptSource::Address(from), AttemptSource::device);
        let (name, account) = self.verify_password(name, secret, &source)?;
        let used = self.verify_code((&name, &account), (visit.code, None), &source)?;
        let (token, hash) = password::new_token()?;
        let at_ms = self.account_log.now_ms();
        let mut opened = vec![Event::SessionOpened {
            token: hash,
            account: name.clone(),
            at_ms,
            from: Some(from.to_string()),
            agent: visit.agent.map(|agent| agent.chars().filter(|c| !c.is_control()).take(120).collect()),
        }];
        let new_device = (visit.remembers && device.is_none()).then(password::new_token).transpose()?;
        opened.extend(new_device.as_ref().map(|(_, token)| Event::DeviceKnown {
            token: *token,
            account: name.clone(),
            at_ms,
        }));
        self.account_log.write(&record_name(account.person), |known| {
            // Closed or changed while the password was looked at.
            if known.account(&name).is_none_or(|now| now.hash != account.hash) {
                return Err(AccountError::Wrong);
            }
            // The same code at the same moment, twice: one of them comes first.
            if known.account(&name).is_none_or(|now| now.factor != account.factor) {
                return Err(AccountError::WrongCode);
            }
            let room = too_many(known, &name).into_iter();
            Ok(room.chain(used.clone()).chain(opened.iter().cloned()).map(|event| (event, None)).collect())
        })?;
        let Account { person, numbers, shown, .. } = account;
        let session = Session { account: name, person, numbers, shown, proved_ms: at_ms };
        Ok(LoggedIn { token, session, device: new_device.map(|(device, _)| device) })
    }

    /// Whether a browser has logged in to an account before.
    fn knows(&self, name: &str, device: &TokenHash) -> bool {
        let name = normalize_name(name).unwrap_or_default();
        self.account_log
            .with_state(|known| known.account(&name).is_some_and(|account| account.devices.contains(device)))
    }

    /// Who holds this token, if the session lives.
    pub fn session(&self, token: &str) -> Option<Session> {
        let now = self.account_log.now_ms();
        self.account_log.with_state(|known| {
            let (inside, account) = self.living(known, &password::hash_of(token), now)?;
            inside.used_ms.fetch_max(now, Ordering::Relaxed);
            let Account { person, numbers, shown, .. } = account.clone();
            let proved_ms = inside.proved_ms.load(Ordering::Relaxed);
            Some(Session { account: inside.account.clone(), person, numbers, shown, proved_ms })
        })
    }

    /// Whether a session lives; looking is not using it.
    pub fn is_session_live(&self, token: &str) -> bool {
        let now = self.account_log.now_ms();
        self.account_log.with_state(|known| self.living(known, &password::hash_of(token), now).is_some())
    }

    fn living<'k>(
        &self,
        known: &'k AccountState,
        token: &TokenHash,
        now_ms: i64,
    ) -> Option<(&'k SessionState, &'k Account)> {
        let inside = known.sessions.get(token)?;
        let account = known.account(&inside.account)?;
        inside.lives(now_ms, (self.lifetime, account.person)).then_some((inside, account))
    }

    /// Changes when sessions have ended: whoever watches with one looks whether it was theirs.
    pub fn endings(&self) -> watch::Receiver<u64> {
        self.account_log.ended.subscribe()
    }

    /// Ends a session. One that nobody has is ended already.
    ///
    /// # Errors
    /// If it is not kept.
    pub fn log_out(&self, token: &str) -> Result<(), AccountError> {
        let token = password::hash_of(token);
        let by = self.account_log.with_state(|known| {
            let account = known.account(&known.sessions.get(&token)?.account)?;
            Some(record_name(account.person))
        });
        self.account_log.write(by.as_deref().unwrap_or("door"), |known| {
            let inside = known.sessions.contains_key(&token);
            Ok(inside.then_some((Event::SessionEnded { token }, None)).into_iter().collect())
        })
    }

    /// All that happened here, in words: who ordered it, and what.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn history(&self) -> Result<Vec<AccountLogEntry>, StoreError> {
        let (mut lines, mut sessions) = (Vec::new(), HashMap::new());
        self.account_log.records(&mut |record, event| {
            if let Event::SessionOpened { token, account, .. } = event {
                sessions.insert(*token, account.clone());
            }
            lines.push(AccountLogEntry {
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
        self.account_log.with_state(|known| known.sessions.len())
    }

    /// Reads what other processes have written: a session that another has opened.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn refresh(&self) -> Result<(), StoreError> {
        self.account_log.refresh()
    }

    /// Throws sessions away that have ended, and writes down which were used: for every minute or so, and at the end.
    ///
    /// # Errors
    /// If it is not kept; nothing is lost by that but how long a session was idle.
    pub fn tidy(&self) -> Result<(), AccountError> {
        self.refresh()?;
        self.forget_the_dead();
        let failed = self.tries.take_failed();
        self.account_log.write("door", |known| {
            let failed = failed.iter().filter(|((name, _), _)| known.account(name).is_some());
            let failed = failed.map(|((account, from), &times)| {
                (Event::LogInsFailed { account: account.clone(), from: from.clone(), times }, None)
            });
            let used = known.sessions.iter().filter_map(|(&token, inside)| {
                let at_ms = inside.used_ms.load(Ordering::Relaxed);
                let due = at_ms.saturating_sub(inside.recorded_ms) >= RECORD_EVERY_MS;
                due.then_some((Event::SessionSeen { token, at_ms }, None))
            });
            Ok(failed.chain(used.take(1_000)).collect())
        })
    }

    fn forget_the_dead(&self) {
        let now = self.account_log.now_ms();
        let mut known = self.account_log.known.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let AccountState { accounts, sessions, .. } = &mut *known;
        sessions.retain(|_, inside| {
            let person = accounts.get(&inside.account).map_or(Person::System, |account| account.person);
            inside.lives(now, (self.lifetime, person))
        });
    }

    fn hashed(&self, name: &str, secret: &str) -> Result<String, AccountError> {
        long_enough(secret)?;
        if secret.trim().to_lowercase() == name {
            return Err(AccountError::IsName);
        }
        self.gate.pass(|| password::hash(secret))?
    }

    /// Whoever has this name and this password.
    fn verify_password(
        &self,
        name: &str,
        secret: &str,
        source: &AttemptSource,
    ) -> Result<(String, Account), AccountError> {
        let now = self.now();
        let address = if let AttemptSource::Address(from) = source { Some(*from) } else { None };
        if let Some(from) = address {
            let wait = |time: Duration| AccountError::TooMany { seconds: time.as_secs().saturating_add(1) };
            self.addresses.take(from, now.running).map_err(wait)?;
        }
        let name = normalize_name(name).unwrap_or_else(|| "?".to_string());
        let account = self.account_log.with_state(|known| known.account(&name).cloned());
        let recorded = account.as_ref().map(|account| recorded(account, address)).unwrap_or_default();
        self.tries.begin(&name, source, now, recorded)?;
        let hash = account.as_ref().map_or(&self.nobody, |account| &account.hash);
        let looked = self.gate.pass(|| password::verify(secret, hash));
        let right = looked.inspect_err(|_| self.tries.cancel(&name, source))?;
        match account.filter(|_| right) {
            Some(account) => {
                self.tries.right(&name, source);
                address.inspect(|from| self.addresses.give_back(from));
                Ok((name, account))
            }
            None => {
                // What stands for the account is a name that somebody typed; passwords typed there by mistake are not kept.
                let known = self.account_log.with_state(|known| known.account(&name).is_some());
                let account = if known { name.as_str() } else { "unknown" };
                tracing::warn!(account, from = source.words(), "a wrong password");
                if let Some(lock) = self.tries.wrong(&name, source, now) {
                    self.lock_out(&name, (source, address), lock);
                }
                Err(AccountError::Wrong)
            }
        }
    }

    fn now(&self) -> Now {
        Now { wall_ms: self.account_log.now_ms(), running: self.account_log.clock().running() }
    }

    /// Keeps the lock of an account for an address. One of a name that nobody has is not written: the log is not for
    /// strangers to fill.
    fn lock_out(&self, name: &str, (source, address): (&AttemptSource, Option<IpAddr>), lock: LogInLock) {
        let Some(person) =
            self.account_log.with_state(|known| known.account(name).map(|account| account.person))
        else {
            return;
        };
        let (who, from) = (record_name(person), source.words());
        tracing::warn!(account = name, who, from, times = lock.times, "locked: too many wrong passwords");
        let (LogInLock { until_ms, times }, Some(address)) = (lock, address) else { return };
        let from = Some(address.to_string());
        let locked = Event::LockedOut { account: name.to_string(), until_ms, times, from };
        let kept = self.account_log.write("door", |known| {
            Ok(known.account(name).map(|_| (locked.clone(), None)).into_iter().collect())
        });
        // It is locked here whether or not that is kept; and nobody hears another answer because there is such a name.
        if let Err(error) = kept {
            tracing::error!(%error, "the lock of an account is not kept");
        }
    }
}

/// What the log says of the locks of an account for an address.
fn recorded(account: &Account, address: Option<IpAddr>) -> RecordedLock {
    let lock = address.and_then(|address| {
        let all = account.locks.get("");
        let own = account.locks.get(&address.to_string());
        own.into_iter().chain(all).max_by_key(|lock| lock.until_ms).copied()
    });
    RecordedLock { lock: lock.unwrap_or_default(), unlocked: account.unlocked }
}

/// The session that makes room for another of the same account.
fn too_many(known: &AccountState, name: &str) -> Option<Event> {
    let theirs = || known.sessions.iter().filter(|(_, inside)| inside.account == name);
    let idle_longest = || theirs().min_by_key(|(_, inside)| inside.used_ms.load(Ordering::Relaxed));
    let oldest = (theirs().count() >= MOST_SESSIONS).then(idle_longest).flatten();
    oldest.map(|(&token, _): (&TokenHash, _)| Event::SessionEnded { token })
}

/// A name as it is kept: small letters, digits and a few signs.
fn normalize_name(name: &str) -> Option<String> {
    let name: String = name.trim().nfkc().collect::<String>().to_lowercase();
    let fits = |c: char| c.is_alphanumeric() || "-._@".contains(c);
    (!name.is_empty() && name.len() <= 64 && name.chars().all(fits)).then_some(name)
}

/// Long enough for a new password, and none of those that are tried first.
fn long_enough(secret: &str) -> Result<(), AccountError> {
    let small = secret.to_lowercase();
    let different: BTreeSet<char> = small.chars().collect();
    let common = different.len() < 5 || COMMON.iter().any(|common| small.trim() == *common);
    match secret.chars().count() >= LEAST_LETTERS && secret.len() <= 1_000 {
        true if common => Err(AccountError::Common),
        true => Ok(()),
        false => Err(AccountError::Short),
    }
}

/// A person as records name them: "staff/12".
pub fn record_name(person: Person) -> String {
    match person {
        Person::Staff(number) => format!("staff/{number}"),
        Person::Patron(number) => format!("patron/{number}"),
        Person::Outside(number) => format!("outside/{number}"),
        Person::System => "system".to_string(),
    }
}
