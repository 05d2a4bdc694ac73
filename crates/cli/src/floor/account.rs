//! `cardroom floor account`: who may log in at the floor in the browser.

use super::place::{Place, let_go, sorry};
use crate::sorry::Sorry;
use clap::Subcommand;
use floor::SystemClock;
use house::Person;
use server::door::Door;
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
        /// Who that is on the floor: staff/12, patron/7, outside/1
        #[arg(long = "as", value_name = "PERSON")]
        person: String,
        /// What they are called; the log-in by default
        #[arg(long, value_name = "NAME")]
        shown: Option<String>,
    },
    /// Give an account a new password, the first line of standard input; its sessions end
    Password {
        /// The log-in
        name: String,
    },
    /// Close an account for good; its sessions end
    Close {
        /// The log-in
        name: String,
    },
    /// List the accounts
    List,
}

pub(super) fn answer(place: &Place, command: &AccountCommand) -> Result<String, Sorry> {
    let store = match command {
        AccountCommand::List => place.reader()?,
        _ => place.writer()?,
    };
    let door =
        Door::open(Arc::clone(&store), place.vault()?, Arc::new(SystemClock::start())).map_err(sorry)?;
    let said = match command {
        AccountCommand::Open { name, person, shown } => {
            let who = self::person(person)?;
            let secret = password(name)?;
            let shown = shown.as_deref().unwrap_or(name);
            door.open_account(name, &secret, who, shown).map(|()| format!("{shown} may log in as {name}.\n"))
        }
        AccountCommand::Password { name } => {
            let secret = password(name)?;
            door.reset_password(name, &secret).map(|()| format!("{name} has a new password.\n"))
        }
        AccountCommand::Close { name } => {
            door.close_account(name).map(|()| format!("{name} may log in no more.\n"))
        }
        AccountCommand::List => Ok(list(&door)),
    };
    drop(door);
    let_go(store);
    said.map_err(sorry)
}

fn list(door: &Door) -> String {
    let accounts = door.accounts();
    let longest = accounts.iter().map(|account| account.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for account in &accounts {
        let closed = if account.closed { ", closed" } else { "" };
        let who = called(account.person);
        let _ = writeln!(text, "{:longest$}  {who}  {}{closed}", account.name, account.shown);
    }
    match text.is_empty() {
        true => "There are no accounts; 'cardroom floor account open' opens one.\n".to_string(),
        false => text,
    }
}

fn called(person: Person) -> String {
    match person {
        Person::Staff(number) => format!("staff/{number}"),
        Person::Patron(number) => format!("patron/{number}"),
        Person::Outside(number) => format!("outside/{number}"),
        Person::System => "system".to_string(),
    }
}

fn person(text: &str) -> Result<Person, Sorry> {
    let found = text.split_once('/').and_then(|(kind, number)| {
        let number = number.parse().ok()?;
        match kind {
            "staff" => Some(Person::Staff(number)),
            "patron" => Some(Person::Patron(number)),
            "outside" => Some(Person::Outside(number)),
            _ => None,
        }
    });
    found.ok_or_else(|| {
        let text = crate::sorry::short(text);
        Sorry::Usage(format!("--as: '{text}' is nobody; a person is staff/12, patron/7 or outside/1"))
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
