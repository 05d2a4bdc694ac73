//! Why somebody is not let in.

use crate::problem::Problem;
use axum::http::StatusCode;
use std::fmt;
use store::StoreError;

/// Why the door does not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountError {
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

impl AccountError {
    /// After how many seconds it may be tried again, where waiting helps.
    pub fn wait(&self) -> Option<u64> {
        match self {
            AccountError::Locked { seconds } | AccountError::TooMany { seconds } => Some(*seconds),
            AccountError::Busy => Some(1),
            _ => None,
        }
    }
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::Wrong => f.write_str("the name or the password is wrong"),
            AccountError::Locked { seconds } => {
                write!(
                    f,
                    "there were too many wrong passwords or codes for this name; try again in {}",
                    time(*seconds)
                )
            }
            AccountError::TooMany { seconds } => {
                write!(f, "there were too many tries; try again in {}", time(*seconds))
            }
            AccountError::Busy => f.write_str("too many people are at the door at this moment"),
            AccountError::Short => {
                write!(f, "a password has at least {} letters and at most 1,000", super::LEAST_LETTERS)
            }
            AccountError::Common => f.write_str("this password is among the first that strangers try"),
            AccountError::Name(name) => write!(
                f,
                "'{name}' can be no name: a log-in has letters, digits and - . _ @, at most 64, and somebody to be"
            ),
            AccountError::Taken(name) => write!(f, "there is an account '{name}' already, or there was"),
            AccountError::HasLogIn(name) => write!(
                f,
                "this patron has a log-in already: {name}; a patron has one, unless two persons mean another"
            ),
            AccountError::LooksLike(name) => write!(f, "this name looks like the account '{name}'"),
            AccountError::FactorMissing => f.write_str("they have no authenticator yet, and need one"),
            AccountError::CodeNeeded => f.write_str("the code of your authenticator is needed too"),
            AccountError::WrongCode => f.write_str("the code is wrong, too old, or was used before"),
            AccountError::SetUpExpired => f.write_str(
                "the authenticator was not set up within ten minutes; begin again with a new secret",
            ),
            AccountError::NotThisSetUp => {
                f.write_str("this authenticator was not begun in this session; begin again with a new secret")
            }
            AccountError::IsName => f.write_str("the password is the log-in's own name"),
            AccountError::SamePassword => f.write_str("the new password is the present one"),
            AccountError::HasFactor => f.write_str("this log-in has an authenticator already"),
            AccountError::NoFactorHere => f.write_str("no authenticator is used with this log-in"),
            AccountError::NoAccount(name) => write!(f, "there is no account '{name}'"),
            AccountError::Store(error) => write!(f, "{error}"),
            AccountError::Randomness(why) => write!(f, "the operating system gives no random numbers: {why}"),
        }
    }
}

impl std::error::Error for AccountError {}

fn time(seconds: u64) -> String {
    match seconds {
        0 | 1 => "a second".to_string(),
        2..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        AccountError::Store(error)
    }
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Problem {
        let status = match &error {
            AccountError::Wrong | AccountError::CodeNeeded | AccountError::WrongCode => {
                StatusCode::UNAUTHORIZED
            }
            AccountError::FactorMissing => StatusCode::FORBIDDEN,
            AccountError::HasFactor
            | AccountError::NoFactorHere
            | AccountError::SetUpExpired
            | AccountError::NotThisSetUp => StatusCode::CONFLICT,
            AccountError::Locked { .. } | AccountError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            AccountError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            AccountError::Short
            | AccountError::Common
            | AccountError::SamePassword
            | AccountError::IsName
            | AccountError::Name(_) => StatusCode::BAD_REQUEST,
            AccountError::Taken(_) | AccountError::HasLogIn(_) | AccountError::LooksLike(_) => {
                StatusCode::CONFLICT
            }
            AccountError::NoAccount(_) => StatusCode::NOT_FOUND,
            AccountError::Store(error) => return Problem::from_store(error),
            AccountError::Randomness(why) => {
                tracing::error!(%why, "the door");
                return Problem::new(StatusCode::SERVICE_UNAVAILABLE, "this cannot be done at the moment");
            }
        };
        let problem = Problem::new(status, error.to_string());
        match error {
            AccountError::Wrong => {
                problem.next("try again; after too many wrong tries an account is locked for a while")
            }
            AccountError::CodeNeeded => problem.next("send it as 'code', or one of your codes on paper"),
            AccountError::Busy => problem.next("try again in a moment"),
            AccountError::SamePassword | AccountError::IsName => problem.next("choose another one"),
            AccountError::Common => problem.next("take several words that only you put together"),
            _ => problem,
        }
    }
}
