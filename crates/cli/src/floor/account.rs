//! `cardroom floor account`: who may log in at the floor in the browser.

use super::place::{Place, let_go, sorry};
use super::roster;
use crate::sorry::Sorry;
use clap::Subcommand;
use engine::PatronId;
use floor::{By, SystemClock, Zone};
use house::{OutsiderId, Person, StaffId};
use server::accounts::{AccountError, AccountLogEntry, Accounts, CONSOLE, LockedFrom, NewAccount};
use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;

#[derive(Subcommand, Debug)]
pub(crate) enum AccountCommand {
    /// Open an account; the password is the first line of standard input
    Open {
        /// The log-in
        name: String,
        /// The person on the floor: staff/12, patron/7, outside/1
        #[arg(long = "as", value_name = "PERSON")]
        person: String,
        /// The operator with whom a patron has that number, such as the-star-pty-limited; all of them by default
        #[arg(long, value_name = "OPERATOR")]
        at: Option<String>,
        /// The name to show; the log-in by default
        #[arg(long, value_name = "NAME")]
        shown: Option<String>,
        /// Open another log-in although the patron has one
        #[arg(long)]
        another: bool,
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Give a patron's account their number with an operator; the files stay separate
    Number {
        /// The log-in
        name: String,
        /// The patron's number there: patron/7
        #[arg(long = "as", value_name = "PERSON")]
        person: String,
        /// The operator, such as the-star-pty-limited
        #[arg(long, value_name = "OPERATOR")]
        at: String,
        /// Add the number although it has a log-in
        #[arg(long)]
        another: bool,
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Give an account a new password, the first line of standard input; its sessions end
    Password {
        /// The log-in
        name: String,
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Unlock an account that wrong passwords or codes have locked
    ///
    /// Only one process writes an SQLite store, so stop the server for this. While it runs, somebody who manages
    /// the staff can unlock the account at /pit/people.
    Unlock {
        /// The log-in
        name: String,
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Remove a lost authenticator from an account; its sessions end
    NoCode {
        /// The log-in
        name: String,
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Close an account for good; its sessions end
    Close {
        /// The log-in
        name: String,
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Show every change of a log-in, record by record: who opened, closed or reset which one. Who is what --by said then, or
    /// "console"
    Log,
    /// List the accounts, with their locks: from where, until when
    List,
}

pub(super) fn answer(place: &Place, command: &AccountCommand) -> Result<String, Sorry> {
    let store = match command {
        AccountCommand::List | AccountCommand::Log => place.reader()?,
        _ => place.writer()?,
    };
    let door =
        Accounts::open(Arc::clone(&store), place.vault()?, Arc::new(SystemClock::start())).map_err(sorry)?;
    let said = match command {
        AccountCommand::Open { name, person, at, shown, another, by } => {
            let (who, by) = (self::person("--as", person)?, ordered(by.as_deref())?);
            if matches!(who, Person::Staff(_) | Person::Outside(_)) {
                // Asked before a password is typed for nothing.
                let known = roster::check((&*store, &*place.vault()?), "--as", &called(who));
                known.map_err(|sorry| match sorry {
                    Sorry::Usage(what) => Sorry::Usage(format!("{what}; hire or enrol them there first")),
                    other => other,
                })?;
            }
            let at = at.as_deref().map(operator).transpose()?;
            let secret = password(name)?;
            let shown = shown.as_deref().unwrap_or(name);
            let (secret, another) = (secret.as_str(), *another);
            let new =
                NewAccount { name, secret, person: who, only_at: at, shown, another, shown_to_all: false };
            let opened = door.open_account_for(&by, &new);
            opened.map(|()| format!("{shown} may log in as {name}.\n"))
        }
        AccountCommand::Number { name, person, at, another, by } => {
            let (who, at) = (self::person("--as", person)?, operator(at)?);
            let Person::Patron(number) = who else {
                return Err(Sorry::Usage("--as: only patrons have a number with each operator".into()));
            };
            let given = door.give_number(&ordered(by.as_deref())?, name, (at, number), *another);
            given.map(|()| format!("{name} is patron {number} of {at}.\n"))
        }
        AccountCommand::Password { name, by } => {
            let (secret, by) = (password(name)?, ordered(by.as_deref())?);
            door.reset_password(&by, name, &secret).map(|()| format!("{name} has a new password.\n"))
        }
        AccountCommand::Unlock { name, by } => {
            let by = ordered(by.as_deref())?;
            door.unlock(&by, name).map(|()| format!("{name} may try again.\n"))
        }
        AccountCommand::NoCode { name, by } => {
            let by = ordered(by.as_deref())?;
            door.remove_factor(&by, name).map(|()| format!("{name} logs in with the password alone.\n"))
        }
        AccountCommand::Close { name, by } => {
            let by = ordered(by.as_deref())?;
            door.close_account(&by, name).map(|()| format!("{name} can no longer log in.\n"))
        }
        AccountCommand::List => Ok(list(&door, &place.zone)),
        AccountCommand::Log => {
            door.history().map(|lines| log(&lines, &place.zone)).map_err(AccountError::from)
        }
    };
    drop(door);
    let_go(store);
    said.map_err(sorry)
}

fn list(door: &Accounts, zone: &Zone) -> String {
    let accounts = door.list_accounts();
    let longest = accounts.iter().map(|account| account.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for account in &accounts {
        let closed = if account.closed { ", closed" } else { "" };
        let who = called(account.person);
        let _ = write!(text, "{:longest$}  {who}  {}{closed}", account.name, account.shown);
        for LockedFrom { from, until_ms } in &account.locks {
            let from = from.as_deref().unwrap_or("everybody");
            let _ = write!(text, ", locked for {from} until {}", zone.time(*until_ms));
        }
        text.push('\n');
    }
    if text.is_empty() {
        "There are no accounts; 'cardroom floor account open' opens one.\n".to_string()
    } else {
        text
    }
}

/// Who ordered it, as records have it; without a name it was done at the console of the machine.
pub(super) fn ordered(by: Option<&str>) -> Result<String, Sorry> {
    match by {
        Some(by) => person("--by", by).map(|by| By::alone(by).record()),
        None => Ok(CONSOLE.to_string()),
    }
}

fn log(lines: &[AccountLogEntry], zone: &Zone) -> String {
    let mut text = String::new();
    for AccountLogEntry { version, clock_ms, by, what } in lines {
        let _ = writeln!(text, "{version:>6}  {}  {by:<18} {what}", zone.time(*clock_ms));
    }
    text
}

fn called(person: Person) -> String {
    match person {
        Person::Staff(number) => format!("staff/{number}"),
        Person::Patron(number) => format!("patron/{number}"),
        Person::Outside(number) => format!("outside/{number}"),
        Person::System => "system".to_string(),
    }
}

fn person(option: &str, text: &str) -> Result<Person, Sorry> {
    let found = text.split_once('/').and_then(|(kind, number)| {
        let number = number.parse().ok()?;
        match kind {
            "staff" => Some(Person::Staff(StaffId(number))),
            "patron" => Some(Person::Patron(PatronId(number))),
            "outside" => Some(Person::Outside(OutsiderId(number))),
            _ => None,
        }
    });
    found.ok_or_else(|| {
        let text = crate::sorry::short(text);
        Sorry::Usage(format!("{option}: '{text}' is not a person such as staff/12, patron/7 or outside/1"))
    })
}

/// An operator as streams write it.
fn operator(text: &str) -> Result<&'static str, Sorry> {
    let all = floor::operators().map_err(sorry)?;
    let slugs: Vec<&str> = all.iter().map(|operator| operator.slug.as_str()).collect();
    slugs.iter().find(|slug| **slug == text).copied().ok_or_else(|| {
        let text = crate::sorry::short(text);
        Sorry::Usage(format!("--at: '{text}' is not an operator; choose from {}", slugs.join(", ")))
    })
}

/// The first line of standard input; a terminal does not show it.
fn password(name: &str) -> Result<String, Sorry> {
    let terminal = std::io::stdin().is_terminal();
    let echo = |how: &str| {
        // Where a terminal cannot be told, it shows what is typed.
        let _ = Command::new("stty").arg(how).stdin(Stdio::inherit()).stderr(Stdio::null()).status();
    };
    if terminal {
        let _ = write!(std::io::stderr(), "Password for {}: ", crate::sorry::short(name));
        echo("-echo");
    }
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    if terminal {
        echo("echo");
        let _ = writeln!(std::io::stderr());
    }
    read.map_err(|error| Sorry::Usage(format!("the password cannot be read: {error}")))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_string())
}
