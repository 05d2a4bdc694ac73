//! The keeping of accounts: opened, closed, given numbers and new passwords. Each record says who ordered it.

use super::event::Event;
use super::state::{Account, AccountChange, AccountState};
use super::{
    AccountError, Accounts, AttemptSource, CONSOLE, PatronNumbers, Session, long_enough, normalize_name,
    password, record_name,
};
use commands::names;
use engine::PatronId;
use house::Person;

/// An account, as it may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountSummary {
    pub name: String,
    /// Who that is on the floor.
    pub person: Person,
    /// What numbers a patron has besides.
    pub numbers: PatronNumbers,
    /// What they are called.
    pub shown: String,
    /// Closed for good.
    pub closed: bool,
    /// Whether they log in with a code beside the password.
    pub has_factor: bool,
    /// From where it is locked after wrong passwords or codes, and until when.
    pub locks: Vec<LockedFrom>,
}

/// A lock of a log-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedFrom {
    /// For whom: an address, a browser, a console. None for everybody.
    pub from: Option<String>,
    /// Until when, by the wall clock.
    pub until_ms: i64,
}

impl AccountSummary {
    fn of(name: &str, account: &Account) -> AccountSummary {
        AccountSummary {
            name: name.to_string(),
            person: account.person,
            numbers: account.numbers.clone(),
            shown: account.shown.clone(),
            closed: account.closed,
            has_factor: account.factor.is_some(),
            locks: Vec::new(),
        }
    }
}

/// An account that is to be opened.
#[derive(Clone, Copy)]
pub struct NewAccount<'n> {
    pub name: &'n str,
    pub secret: &'n str,
    /// Who that is on the floor.
    pub person: Person,
    /// The operator with whom a patron has this number; none for one number with all of them.
    pub only_at: Option<&'n str>,
    /// What they are called.
    pub shown: &'n str,
    /// Open another log-in although the patron has one.
    pub another: bool,
    /// The password is shown to everybody, as in the demo, and may be short.
    pub shown_to_all: bool,
}

impl AccountState {
    /// An open log-in of a patron with an operator, or with any where none is named.
    fn speaks_for(&self, person: Person, operator: Option<&str>) -> Option<&str> {
        let Person::Patron(_) = person else { return None };
        let is = |account: &Account| match operator {
            Some(at) => account.numbers.with(account.person, at) == Some(person),
            None => account.person == person,
        };
        let mut theirs = self.accounts.iter().filter(|(_, account)| {
            !account.closed && matches!(account.person, Person::Patron(_)) && is(account)
        });
        theirs.next().map(|(name, _)| name.as_str())
    }
}

impl Accounts {
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
    ) -> Result<(), AccountError> {
        let new =
            NewAccount { name, secret, person, only_at: None, shown, another: false, shown_to_all: false };
        self.open_account_for(CONSOLE, &new)
    }

    /// Opens an account for whoever ordered it: the record says who, and who stood beside. A patron's number is theirs
    /// with one operator, or where none is named with all of them.
    ///
    /// # Errors
    /// If the name is taken or no name, the patron has a log-in already and another is not meant, the password is too short,
    /// or it is not kept.
    pub fn open_account_for(&self, by: &str, new: &NewAccount<'_>) -> Result<(), AccountError> {
        let NewAccount { person, only_at, another, .. } = *new;
        let name = normalize_name(new.name)
            .ok_or_else(|| AccountError::Name(new.name.chars().take(40).collect()))?;
        let shown =
            names::clean(new.shown).map_err(|_| AccountError::Name(new.shown.chars().take(40).collect()))?;
        if person == Person::System {
            return Err(AccountError::Name(shown));
        }
        let look_alike = |known: &AccountState| {
            names::taken_for(&name, known.accounts.keys().map(String::as_str)).map(str::to_string)
        };
        let fits = |known: &AccountState| match (known.speaks_for(person, only_at), look_alike(known)) {
            _ if known.accounts.contains_key(&name) => Err(AccountError::Taken(name.clone())),
            (_, Some(other)) => Err(AccountError::LooksLike(other)),
            (Some(has), None) if !another => Err(AccountError::HasLogIn(has.to_string())),
            _ => Ok(()),
        };
        self.account_log.with_state(fits)?;
        let hash = if new.shown_to_all {
            // Nobody takes it for a secret.
            self.gate.pass(|| password::hash(new.secret))??
        } else {
            self.hashed(&name, new.secret)?
        };
        let only_at = only_at.map(str::to_string);
        let opened = Event::AccountOpened { name: name.clone(), person, shown, only_at };
        self.account_log.write(by, |known| fits(known).map(|()| vec![(opened.clone(), Some(hash.clone()))]))
    }

    /// Gives the patron of a log-in a number of their own with an operator; whoever is in has it at once.
    ///
    /// # Errors
    /// If there is no such log-in of a patron, the number has a log-in already and another is not meant, or it is not kept.
    pub fn give_number(
        &self,
        by: &str,
        name: &str,
        (operator, number): (&str, PatronId),
        another: bool,
    ) -> Result<(), AccountError> {
        let missing = || AccountError::NoAccount(name.chars().take(40).collect());
        let name = normalize_name(name).ok_or_else(missing)?;
        let (operator, new) = (operator.to_string(), Some(Person::Patron(number)));
        let given = Event::NumberGiven { name: name.clone(), operator: operator.clone(), number };
        self.account_log.write(by, |known| match known.account(&name) {
            Some(account) if !matches!(account.person, Person::Patron(_)) => Err(missing()),
            Some(account) if account.numbers.with(account.person, &operator) == new => Ok(Vec::new()),
            Some(_) => match known.speaks_for(Person::Patron(number), Some(&operator)) {
                Some(has) if !another => Err(AccountError::HasLogIn(has.to_string())),
                _ => Ok(vec![(given.clone(), None)]),
            },
            None => Err(missing()),
        })
    }

    /// A new password for somebody who knows the old one. All their sessions end.
    ///
    /// # Errors
    /// If the old one is wrong, the new one is too short or the same, or it is not kept.
    pub fn change_password(
        &self,
        name: &str,
        (old, new): (&str, &str),
        source: &AttemptSource,
    ) -> Result<(), AccountError> {
        long_enough(new)?;
        let (name, account) = self.verify_password(name, old, source)?;
        if new == old {
            return Err(AccountError::SamePassword);
        }
        let hash = self.hashed(&name, new)?;
        self.account_log.write(&record_name(account.person), |known| match known.account(&name) {
            Some(now) if now.hash == account.hash => {
                Ok(vec![(Event::PasswordChanged { name: name.clone() }, Some(hash.clone()))])
            }
            _ => Err(AccountError::Wrong),
        })
    }

    /// A new password for somebody who has forgotten the old one: for whoever keeps the accounts, and the record says who. All
    /// their sessions end.
    ///
    /// # Errors
    /// If there is no such account, the password is too short or the present one, or it is not kept.
    pub fn reset_password(&self, by: &str, name: &str, new: &str) -> Result<(), AccountError> {
        let missing = || AccountError::NoAccount(name.chars().take(40).collect());
        let name = normalize_name(name).ok_or_else(missing)?;
        let present =
            self.account_log.with_state(|known| known.account(&name).map(|account| account.hash.clone()));
        let present = present.ok_or_else(missing)?;
        long_enough(new)?;
        if self.gate.pass(|| password::verify(new, &present))? {
            return Err(AccountError::SamePassword);
        }
        let hash = self.hashed(&name, new)?;
        self.account_log.write(by, |known| match known.account(&name) {
            Some(_) => Ok(vec![(Event::PasswordChanged { name: name.clone() }, Some(hash.clone()))]),
            None => Err(missing()),
        })
    }

    /// Closes an account for good, and ends its sessions; the record says who ordered it.
    ///
    /// # Errors
    /// If there is none, or it is not kept.
    pub fn close_account(&self, by: &str, name: &str) -> Result<(), AccountError> {
        let missing = || AccountError::NoAccount(name.chars().take(40).collect());
        let name = normalize_name(name).ok_or_else(missing)?;
        self.account_log.write(by, |known| match known.accounts.get(&name) {
            None => Err(missing()),
            Some(account) if account.closed => Ok(Vec::new()),
            Some(_) => Ok(vec![(Event::AccountClosed { name: name.clone() }, None)]),
        })
    }

    /// Takes every lock off a log-in; the record says who ordered it.
    ///
    /// # Errors
    /// If there is no such account, or it is not kept.
    pub fn unlock(&self, by: &str, name: &str) -> Result<(), AccountError> {
        let missing = || AccountError::NoAccount(name.chars().take(40).collect());
        let name = normalize_name(name).ok_or_else(missing)?;
        self.account_log.write(by, |known| match known.account(&name) {
            Some(_) => Ok(vec![(Event::Unlocked { account: name.clone() }, None)]),
            None => Err(missing()),
        })
    }

    /// The log-ins that speak for the same patron as a session, and what was done to them: the latest last.
    pub fn log_ins_of(
        &self,
        session: &Session,
        operators: &[&str],
    ) -> Vec<(AccountSummary, Vec<AccountChange>)> {
        self.log_ins_where(|account| {
            operators.iter().any(|at| {
                let theirs = account.numbers.with(account.person, at);
                theirs.is_some() && theirs == session.numbers.with(session.person, at)
            })
        })
    }

    /// The log-ins that speak for a patron with an operator, and what was done to them: the latest last, without what
    /// concerns another operator alone.
    pub fn log_ins_at(&self, operator: &str, number: PatronId) -> Vec<(AccountSummary, Vec<AccountChange>)> {
        let is = |account: &Account| {
            account.numbers.with(account.person, operator) == Some(Person::Patron(number))
        };
        let mut found = self.log_ins_where(is);
        for (_, changes) in &mut found {
            changes.retain(|change| change.operator.as_deref().is_none_or(|at| at == operator));
        }
        found
    }

    fn log_ins_where(&self, is: impl Fn(&Account) -> bool) -> Vec<(AccountSummary, Vec<AccountChange>)> {
        let is = |account: &Account| matches!(account.person, Person::Patron(_)) && is(account);
        self.account_log.with_state(|known| {
            let theirs = known.accounts.iter().filter(|(_, account)| is(account));
            theirs
                .map(|(name, account)| (AccountSummary::of(name, account), account.changes.clone()))
                .collect()
        })
    }

    /// All accounts there have been, by name, with the locks that they have now.
    pub fn list_accounts(&self) -> Vec<AccountSummary> {
        let now = self.now();
        // What the log does not keep: locks of passwords for a browser or a console.
        let here = self.tries.locked(now);
        self.account_log.with_state(|known| {
            let listed = known.accounts.iter().map(|(name, account)| {
                let kept = account.locks.iter().map(|(from, lock)| LockedFrom {
                    from: (!from.is_empty()).then(|| from.clone()),
                    until_ms: lock.until(now.wall_ms),
                });
                let of_codes = account.code_locks.iter().map(|(from, lock)| LockedFrom {
                    from: Some(format!("{} (codes)", from.words())),
                    until_ms: lock.until(now.wall_ms),
                });
                let more = here.iter().filter(|locked| {
                    locked.name == *name && !locked.is_address && locked.unlocked == account.unlocked
                });
                let more = more
                    .map(|locked| LockedFrom { from: Some(locked.from.clone()), until_ms: locked.until_ms });
                let locks = kept
                    .chain(of_codes)
                    .chain(more)
                    .filter(|lock| !account.closed && lock.until_ms > now.wall_ms);
                AccountSummary { locks: locks.collect(), ..AccountSummary::of(name, account) }
            });
            listed.collect()
        })
    }
}
