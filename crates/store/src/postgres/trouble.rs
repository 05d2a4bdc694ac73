//! What can go wrong on the way to a server and there, in words for people.

use super::address::Address;
use crate::log::StoreError;
use tokio_postgres::Error;
use tokio_postgres::error::{Severity, SqlState};

/// How a piece of work ended that did not go well.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The connection is gone, or silent for too long. What was under way may be done, and may not.
    Lost(String),
    /// The server undid it for the sake of another: it may be tried again.
    Again(String),
    /// The server refuses it, and has undone it.
    Refused(StoreError),
}

impl Trouble {
    pub(super) fn of(error: &Error, address: &Address) -> Trouble {
        let Some(said) = error.as_db_error() else {
            return Trouble::Lost(format!("{} ({})", chain(error), address.said()));
        };
        let message = said.message();
        let fatal = matches!(said.parsed_severity(), Some(Severity::Fatal | Severity::Panic));
        let code = said.code();
        let unavailable = |what: String| Trouble::Refused(StoreError::Unavailable(what));
        match code {
            &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                unavailable(format!(
                    "the server does not let us in ({message}); check user and password of the address, and pg_hba.conf"
                ))
            }
            &SqlState::INVALID_CATALOG_NAME => unavailable(format!(
                "{message}; create it first (createdb), or correct the address: {}",
                address.said()
            )),
            &SqlState::TOO_MANY_CONNECTIONS => Trouble::Lost(format!(
                "the server has no connection left ({message}); raise max_connections or close some"
            )),
            // Starting, stopping, recovering: it may be back in a moment.
            &SqlState::CANNOT_CONNECT_NOW
            | &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => Trouble::Lost(message.into()),
            _ if fatal => Trouble::Lost(message.into()),
            &SqlState::DISK_FULL => Trouble::Refused(StoreError::Full(message.into())),
            &SqlState::READ_ONLY_SQL_TRANSACTION => {
                Trouble::Refused(StoreError::ReadOnly(format!("{message}; is this a standby?")))
            }
            &SqlState::INSUFFICIENT_PRIVILEGE => unavailable(format!(
                "{message}; grant this user the schema \"{}\" and its tables, or use its owner",
                address.schema
            )),
            &SqlState::UNDEFINED_TABLE | &SqlState::INVALID_SCHEMA_NAME => unavailable(absent(address)),
            &SqlState::T_R_DEADLOCK_DETECTED
            | &SqlState::T_R_SERIALIZATION_FAILURE
            | &SqlState::UNIQUE_VIOLATION
            // How our own statement says that the streams are not as we left them.
            | &SqlState::DIVISION_BY_ZERO
            | &SqlState::LOCK_NOT_AVAILABLE
            | &SqlState::QUERY_CANCELED => Trouble::Again(message.into()),
            _ => unavailable(format!("the server says \"{message}\" ({})", code.code())),
        }
    }

    /// What to tell somebody whose work had no effect.
    pub(super) fn unavailable(self) -> StoreError {
        match self {
            Trouble::Lost(what) => StoreError::Unavailable(what),
            Trouble::Again(what) => StoreError::Unavailable(format!("{what}; try again")),
            Trouble::Refused(error) => error,
        }
    }
}

/// There is no cardroom at that address.
pub(super) fn absent(address: &Address) -> String {
    format!("there is no cardroom in {}; make one first (cardroom floor init)", address.said())
}

/// An error with its causes, on one line.
fn chain(error: &Error) -> String {
    let mut said = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let next = error.to_string();
        if !said.contains(&next) {
            said = format!("{said}: {next}");
        }
        cause = error.source();
    }
    said
}
