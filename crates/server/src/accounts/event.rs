//! What happens at the door, as it is kept: fields and variants by number, secrets only in the sealed part.

use engine::PatronId;
use house::Person;
use minicbor::{Decode, Encode};

/// The encoding of the door's records.
pub(super) const ENCODING: u16 = 1;

/// What the sealed part is for: it opens for nothing else.
pub(super) const PURPOSE: &str = "password";

/// The hash of a token. The token itself is kept nowhere but with whoever holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(transparent)]
pub(super) struct TokenHash(#[cbor(with = "minicbor::bytes")] pub(super) [u8; 32]);

/// The id of an order that somebody signs with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub(super) struct SignedOrder(#[cbor(with = "minicbor::bytes")] pub(super) [u8; 16]);

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
        /// The address that it was opened from.
        #[n(3)]
        from: Option<String>,
        /// What the browser or the program calls itself.
        #[n(4)]
        agent: Option<String>,
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
        /// The address that it is locked for; none in records from before: all that are not known.
        #[n(3)]
        from: Option<String>,
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
        number: PatronId,
    },
    /// A browser from which somebody has logged in: what strangers try does not keep it out.
    #[n(8)]
    DeviceKnown {
        #[n(0)]
        token: TokenHash,
        #[n(1)]
        account: String,
        #[n(2)]
        at_ms: i64,
    },
    /// Every lock of a log-in is taken off.
    #[n(9)]
    Unlocked {
        #[n(0)]
        account: String,
    },
    /// Wrong passwords, counted together for a while: a line for each would let strangers fill the log.
    #[n(10)]
    LogInsFailed {
        #[n(0)]
        account: String,
        #[n(1)]
        from: String,
        #[n(2)]
        times: u32,
    },
    /// Somebody logs in with a code from now on. Sealed: the secret of their authenticator, and the hashes of the codes on paper.
    #[n(11)]
    FactorSet {
        #[n(0)]
        name: String,
    },
    /// It is lost, and taken off: whoever is in is out.
    #[n(12)]
    FactorRemoved {
        #[n(0)]
        name: String,
    },
    /// A code was used, and is good no more.
    #[n(13)]
    CodeUsed {
        #[n(0)]
        name: String,
        /// The half minute of an authenticator's.
        #[n(1)]
        step: Option<u64>,
        /// Which of those on paper, from 0.
        #[n(2)]
        recovery: Option<u32>,
        /// Where it came from: wrong ones from there are forgiven. None in records from before, and where one is set up.
        #[n(3)]
        from: Option<CodeSource>,
        /// The order that it signs, where its owner stands beside somebody else: that order may be sent again with the same code.
        #[n(4)]
        order: Option<SignedOrder>,
    },
    /// The house has another key; what it signed before, it signed with the one before. Both in public, as hexadecimal digits.
    #[n(14)]
    KeyChanged {
        #[n(0)]
        from: String,
        #[n(1)]
        to: String,
    },
    /// Somebody has begun to change the key; somebody else may finish it.
    #[n(15)]
    KeyChangeBegun {
        #[n(0)]
        from: String,
        #[n(1)]
        to: String,
    },
    /// A store that is not the one that was left here was accepted as restored on purpose.
    #[n(16)]
    StoreAccepted {
        /// In what it differs, in words.
        #[n(0)]
        differences: Vec<String>,
    },
    /// Too many wrong codes of an authenticator, beside right passwords.
    #[n(17)]
    CodesLocked {
        #[n(0)]
        account: String,
        #[n(1)]
        until_ms: i64,
        /// How often since the last right one.
        #[n(2)]
        times: u32,
        /// What it is locked for: an address, or a browser or session by the hash of its token.
        #[n(3)]
        from: CodeSource,
    },
}

/// Where wrong codes came from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub(super) enum CodeSource {
    #[n(0)]
    Address(#[n(0)] String),
    #[n(1)]
    Device(#[n(0)] TokenHash),
    #[n(2)]
    Session(#[n(0)] TokenHash),
}

impl CodeSource {
    /// As the log names it.
    pub(super) fn words(&self) -> &str {
        match self {
            CodeSource::Address(address) => address,
            CodeSource::Device(_) => "a known browser",
            CodeSource::Session(_) => "their own session",
        }
    }
}

impl Event {
    /// The account of whose keeping this is a change: what whoever it speaks for is told.
    pub(super) fn changes(&self) -> Option<&str> {
        match self {
            Event::PasswordChanged { name }
            | Event::AccountClosed { name }
            | Event::FactorSet { name }
            | Event::FactorRemoved { name }
            | Event::NumberGiven { name, .. } => Some(name),
            Event::Unlocked { account }
            | Event::LockedOut { account, .. }
            | Event::CodesLocked { account, .. } => Some(account),
            _ => None,
        }
    }

    /// Whether somebody is out by it who was in.
    pub(super) fn ends_sessions(&self) -> bool {
        matches!(
            self,
            Event::SessionEnded { .. }
                | Event::PasswordChanged { .. }
                | Event::AccountClosed { .. }
                | Event::FactorRemoved { .. }
        )
    }

    /// What it means. `account` finds whose a session was.
    pub(super) fn words(&self, account: impl Fn(&TokenHash) -> Option<String>) -> String {
        let session = |token: &TokenHash| match account(token) {
            Some(name) => format!("session of {name}"),
            None => "a session".to_string(),
        };
        match self {
            Event::AccountOpened { name, person, shown, only_at } => {
                let at = only_at.as_ref().map(|at| format!(" of {at}")).unwrap_or_default();
                format!("log-in {name} opened for {shown} ({}{at})", super::record_name(*person))
            }
            Event::NumberGiven { name, operator, number } => {
                format!("log-in {name} is patron {number} of {operator}")
            }
            Event::PasswordChanged { name } => format!("new password for log-in {name}; its sessions end"),
            Event::AccountClosed { name } => format!("log-in {name} closed for good; its sessions end"),
            Event::SessionOpened { account, from, .. } => {
                format!("{account} logged in{}", from_words(from.as_deref()))
            }
            Event::SessionEnded { token } => format!("{} ended", session(token)),
            Event::LockedOut { account, until_ms, times, from } => {
                let (until, from) = (floor::words::clock(*until_ms), from_words(from.as_deref()));
                format!("log-in {account} locked until {until} UTC after wrong passwords{from}, time {times}")
            }
            Event::CodesLocked { account, until_ms, times, from } => {
                let (until, from) = (floor::words::clock(*until_ms), from.words());
                format!(
                    "log-in {account} locked until {until} UTC after wrong codes from {from}, time {times}"
                )
            }
            Event::DeviceKnown { account, .. } => format!("a browser of {account} is known from now on"),
            Event::FactorSet { name } => format!("log-in {name} has a second factor"),
            Event::FactorRemoved { name } => {
                format!("second factor of log-in {name} taken off; its sessions end")
            }
            Event::CodeUsed { name, order: Some(_), .. } => format!("{name} signed an order with a code"),
            Event::CodeUsed { name, recovery: Some(_), .. } => format!("{name} used a code on paper"),
            Event::CodeUsed { name, .. } => format!("{name} used a code"),
            Event::Unlocked { account } => format!("log-in {account} unlocked"),
            Event::KeyChanged { from, to } => {
                format!(
                    "the key of the house was changed: it signed as {from} until now, and signs as {to} from now on"
                )
            }
            Event::KeyChangeBegun { from, to } => {
                format!("a change of the house's key was begun: from {from} to {to}")
            }
            Event::StoreAccepted { differences } => {
                format!("this store was accepted as restored: {}", differences.join("; "))
            }
            Event::LogInsFailed { account, from, times } => {
                format!("wrong passwords for log-in {account} from {from}: {times}")
            }
            Event::SessionSeen { token, at_ms } => {
                format!("{} last used {} UTC", session(token), floor::words::clock(*at_ms))
            }
        }
    }
}

fn from_words(from: Option<&str>) -> String {
    from.map(|from| format!(" from {from}")).unwrap_or_default()
}

/// An event with the hash that belongs into its sealed part.
pub(super) type EventWithSecret = (Event, Option<String>);

#[cfg(test)]
mod tests {
    use super::*;

    /// A log-in as it was written when a patron had one number with all operators.
    #[derive(Encode)]
    enum FormerEvent {
        #[n(0)]
        AccountOpened {
            #[n(0)]
            name: String,
            #[n(1)]
            person: Person,
            #[n(2)]
            shown: String,
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
        #[n(5)]
        LockedOut {
            #[n(0)]
            account: String,
            #[n(1)]
            until_ms: i64,
            #[n(2)]
            times: u32,
        },
        #[n(13)]
        CodeUsed {
            #[n(0)]
            name: String,
            #[n(1)]
            step: Option<u64>,
            #[n(2)]
            recovery: Option<u32>,
        },
    }

    #[test]
    fn codes_that_were_used_before_their_source_was_kept_are_read() {
        let (name, step, recovery) = ("ada".to_string(), Some(7), None);
        let old = minicbor::to_vec(FormerEvent::CodeUsed { name: name.clone(), step, recovery }).unwrap();
        let new = Event::CodeUsed { name, step, recovery, from: None, order: None };
        assert_eq!(minicbor::decode::<Event>(&old).unwrap(), new);
    }

    #[test]
    fn sessions_and_locks_from_before_addresses_were_kept_are_read() {
        let (account, token) = ("ada".to_string(), TokenHash([7; 32]));
        let old = FormerEvent::SessionOpened { token, account: account.clone(), at_ms: 5 };
        let read: Event = minicbor::decode(&minicbor::to_vec(old).unwrap()).unwrap();
        let new = Event::SessionOpened { token, account: account.clone(), at_ms: 5, from: None, agent: None };
        assert_eq!(read, new);
        let old = FormerEvent::LockedOut { account: account.clone(), until_ms: 9, times: 2 };
        let read: Event = minicbor::decode(&minicbor::to_vec(old).unwrap()).unwrap();
        assert_eq!(read, Event::LockedOut { account, until_ms: 9, times: 2, from: None });
    }

    #[test]
    fn a_log_in_with_one_number_is_written_as_before_and_old_records_are_read() {
        let (name, person, shown) = ("ada".to_string(), Person::Patron(PatronId(7)), "Ada".to_string());
        let old = FormerEvent::AccountOpened { name: name.clone(), person, shown: shown.clone() };
        let new = Event::AccountOpened { name, person, shown, only_at: None };
        let bytes = minicbor::to_vec(old).unwrap();
        assert_eq!(minicbor::to_vec(&new).unwrap(), bytes);
        assert_eq!(minicbor::decode::<Event>(&bytes).unwrap(), new);
    }
}
