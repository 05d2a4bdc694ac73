//! Why somebody is not let in.

use crate::sorry::Sorry;
use axum::http::StatusCode;
use std::fmt;
use store::StoreError;

/// Why the door does not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoorError {
    /// The name or the password is wrong; which of them is not said.
    Wrong,
    /// Too many wrong passwords or codes for this name.
    Locked {
        /// Until it may be tried again.
        seconds: u64,
    },
    /// Too many tries.
    TooMany {
        /// Until it may be tried again.
        seconds: u64,
    },
    /// Too many at the door at once.
    Busy,
    /// The password is too short.
    Short,
    /// The password is among those that are tried first.
    Common,
    /// This can be no name.
    Name(String),
    /// There is such an account already, or was.
    Taken(String),
    /// The patron has a log-in already.
    HasLogIn(String),
    /// It would be taken for another account.
    LooksLike(String),
    /// The password is right, and a code is wanted beside it.
    CodeNeeded,
    /// They must have an authenticator and have none.
    FactorMissing,
    /// The code is wrong, or was used before.
    WrongCode,
    /// Setting an authenticator up took too long.
    SetUpExpired,
    /// The authenticator was begun in another session, or what stands for it was changed.
    NotThisSetUp,
    /// The new password is the present one.
    SamePassword,
    /// The password is the log-in's own name.
    IsName,
    /// There is a second factor already.
    HasFactor,
    /// No second factor is used here, or not by this person.
    NoFactorHere,
    /// There is no such account.
    NoAccount(String),
    /// It is not kept.
    Store(StoreError),
    /// The operating system gives no random numbers.
    Randomness(String),
}

impl DoorError {
    /// After how many seconds it may be tried again, where waiting helps.
    pub fn wait(&self) -> Option<u64> {
        match self {
            DoorError::Locked { seconds } | DoorError::TooMany { seconds } => Some(*seconds),
            DoorError::Busy => Some(1),
            _ => None,
        }
    }
}

impl fmt::Display for DoorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DoorError::Wrong => f.write_str("the name or the password is wrong"),
            DoorError::Locked { seconds } => {
                write!(
                    f,
                    "there were too many wrong passwords or codes for this name; try again in {}",
                    time(*seconds)
                )
            }
            DoorError::TooMany { seconds } => {
                write!(f, "there were too many tries; try again in {}", time(*seconds))
            }
            DoorError::Busy => f.write_str("too many people are at the door at this moment"),
            DoorError::Short => {
                write!(f, "a password has at least {} letters and at most 1,000", super::LEAST_LETTERS)
            }
            DoorError::Common => f.write_str("this password is among the first that strangers try"),
            DoorError::Name(name) => write!(
                f,
                "'{name}' can be no name: a log-in has letters, digits and - . _ @, at most 64, and somebody to be"
            ),
            DoorError::Taken(name) => write!(f, "there is an account '{name}' already, or there was"),
            DoorError::HasLogIn(name) => write!(
                f,
                "this patron has a log-in already: {name}; a patron has one, unless two persons mean another"
            ),
            DoorError::LooksLike(name) => write!(f, "this name looks like the account '{name}'"),
            DoorError::FactorMissing => f.write_str("they have no authenticator yet, and need one"),
            DoorError::CodeNeeded => f.write_str("the code of your authenticator is needed too"),
            DoorError::WrongCode => f.write_str("the code is wrong, too old, or was used before"),
            DoorError::SetUpExpired => f.write_str(
                "the authenticator was not set up within ten minutes; begin again with a new secret",
            ),
            DoorError::NotThisSetUp => {
                f.write_str("this authenticator was not begun in this session; begin again with a new secret")
            }
            DoorError::IsName => f.write_str("the password is the log-in's own name"),
            DoorError::SamePassword => f.write_str("the new password is the present one"),
            DoorError::HasFactor => f.write_str("this log-in has an authenticator already"),
            DoorError::NoFactorHere => f.write_str("no authenticator is used with this log-in"),
            DoorError::NoAccount(name) => write!(f, "there is no account '{name}'"),
            DoorError::Store(error) => write!(f, "{error}"),
            DoorError::Randomness(why) => write!(f, "the operating system gives no random numbers: {why}"),
        }
    }
}

impl std::error::Error for DoorError {}

fn time(seconds: u64) -> String {
    match seconds {
        0 | 1 => "a second".to_string(),
        2..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

impl From<StoreError> for DoorError {
    fn from(error: StoreError) -> DoorError {
        DoorError::Store(error)
    }
}

impl From<DoorError> for Sorry {
    fn from(error: DoorError) -> Sorry {
        let status = match &error {
            DoorError::Wrong | DoorError::CodeNeeded | DoorError::WrongCode => StatusCode::UNAUTHORIZED,
            DoorError::FactorMissing => StatusCode::FORBIDDEN,
            DoorError::HasFactor
            | DoorError::NoFactorHere
            | DoorError::SetUpExpired
            | DoorError::NotThisSetUp => StatusCode::CONFLICT,
            DoorError::Locked { .. } | DoorError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            DoorError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            DoorError::Short
            | DoorError::Common
            | DoorError::SamePassword
            | DoorError::IsName
            | DoorError::Name(_) => StatusCode::BAD_REQUEST,
            DoorError::Taken(_) | DoorError::HasLogIn(_) | DoorError::LooksLike(_) => StatusCode::CONFLICT,
            DoorError::NoAccount(_) => StatusCode::NOT_FOUND,
            DoorError::Store(error) => return Sorry::store(error),
            DoorError::Randomness(why) => {
                tracing::error!(%why, "the door");
                return Sorry::new(StatusCode::SERVICE_UNAVAILABLE, "this cannot be done at the moment");
            }
        };
        let sorry = Sorry::new(status, error.to_string());
        match error {
            DoorError::Wrong => {
                sorry.next("try again; after too many wrong tries an account is locked for a while")
            }
            DoorError::CodeNeeded => sorry.next("send it as 'code', or one of your codes on paper"),
            DoorError::Busy => sorry.next("try again in a moment"),
            DoorError::SamePassword | DoorError::IsName => sorry.next("choose another one"),
            DoorError::Common => sorry.next("take several words that only you put together"),
            _ => sorry,
        }
    }
}
