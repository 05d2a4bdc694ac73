//! What happens at the door, as it is kept: fields and variants by number, secrets only in the sealed part.

use house::Person;
use minicbor::{Decode, Encode};

/// The encoding of the door's records.
pub(super) const ENCODING: u16 = 1;

/// What the sealed part is for: it opens for nothing else.
pub(super) const PURPOSE: &str = "password";

/// The hash of a token. The token itself is kept nowhere but with whoever holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(transparent)]
pub(super) struct TokenHash(#[cbor(with = "minicbor::bytes")] pub(super) [u8; 32]);

#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) enum Event {
    /// Somebody may come in. Sealed: the hash of the password.
    #[n(0)]
    AccountOpened {
        #[n(0)]
        name: String,
        #[n(1)]
        person: Person,
        #[n(2)]
        shown: String,
        /// The operator with whom a patron has this number; none for one number with all of them.
        #[n(3)]
        only_at: Option<String>,
    },
    /// Sealed: the hash of the new password. Whoever is in with the old one is out.
    #[n(1)]
    PasswordChanged {
        #[n(0)]
        name: String,
    },
    /// For good: a name is never given to another.
    #[n(2)]
    AccountClosed {
        #[n(0)]
        name: String,
    },
    #[n(3)]
    SessionOpened {
        #[n(0)]
        token: TokenHash,
        #[n(1)]
        account: String,
        #[n(2)]
        at_ms: i64,
    },
    #[n(4)]
    SessionEnded {
        #[n(0)]
        token: TokenHash,
    },
    /// Too many wrong passwords.
    #[n(5)]
    LockedOut {
        #[n(0)]
        account: String,
        #[n(1)]
        until_ms: i64,
        /// How often since the last right one.
        #[n(2)]
        times: u32,
    },
    /// A session was used: kept now and then, so that a restart forgets little of how long one has been idle.
    #[n(6)]
    SessionSeen {
        #[n(0)]
        token: TokenHash,
        #[n(1)]
        at_ms: i64,
    },
    /// A patron has a number of their own with an operator: a file of its own, behind the same log-in.
    #[n(7)]
    NumberGiven {
        #[n(0)]
        name: String,
        #[n(1)]
        operator: String,
        #[n(2)]
        number: u32,
    },
}

impl Event {
    /// What it means. `account` finds whose a session was.
    pub(super) fn words(&self, account: impl Fn(&TokenHash) -> Option<String>) -> String {
        let session = |token: &TokenHash| match account(token) {
            Some(name) => format!("session of {name}"),
            None => "a session".to_string(),
        };
        match self {
            Event::AccountOpened { name, person, shown, only_at } => {
                let at = only_at.as_ref().map(|at| format!(" of {at}")).unwrap_or_default();
                format!("log-in {name} opened for {shown} ({}{at})", super::called(*person))
            }
            Event::NumberGiven { name, operator, number } => {
                format!("log-in {name} is patron {number} of {operator}")
            }
            Event::PasswordChanged { name } => format!("new password for log-in {name}; its sessions end"),
            Event::AccountClosed { name } => format!("log-in {name} closed for good; its sessions end"),
            Event::SessionOpened { account, .. } => format!("{account} logged in"),
            Event::SessionEnded { token } => format!("{} ended", session(token)),
            Event::LockedOut { account, until_ms, times } => {
                let until = floor::words::clock(*until_ms);
                format!("log-in {account} locked until {until} UTC after wrong passwords, time {times}")
            }
            Event::SessionSeen { token, at_ms } => {
                format!("{} last used {} UTC", session(token), floor::words::clock(*at_ms))
            }
        }
    }
}

/// An event with the hash that belongs into its sealed part.
pub(super) type Secretly = (Event, Option<String>);

#[cfg(test)]
mod tests {
    use super::*;

    /// A log-in as it was written when a patron had one number with all operators.
    #[derive(Encode)]
    enum Before {
        #[n(0)]
        AccountOpened {
            #[n(0)]
            name: String,
            #[n(1)]
            person: Person,
            #[n(2)]
            shown: String,
        },
    }

    #[test]
    fn a_log_in_with_one_number_is_written_as_before_and_old_records_are_read() {
        let (name, person, shown) = ("ada".to_string(), Person::Patron(7), "Ada".to_string());
        let old = Before::AccountOpened { name: name.clone(), person, shown: shown.clone() };
        let new = Event::AccountOpened { name, person, shown, only_at: None };
        let bytes = minicbor::to_vec(old).unwrap();
        assert_eq!(minicbor::to_vec(&new).unwrap(), bytes);
        assert_eq!(minicbor::decode::<Event>(&bytes).unwrap(), new);
    }
}
