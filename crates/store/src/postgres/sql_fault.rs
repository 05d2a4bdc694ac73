//! What can go wrong on the way to a server and there, in words for people.

use super::address::Address;
use crate::log::StoreError;
use tokio_postgres::Error;
use tokio_postgres::error::{Severity, SqlState};

/// How a piece of work ended that did not go well.
#[derive(Debug)]
pub(super) enum SqlFault {
    /// The connection is gone, or silent for too long. What was under way may be done, and may not.
    Lost(String),
    /// The server undid it for the sake of another: it may be tried again.
    Again(String),
    /// The server refuses it, and has undone it.
    Refused(StoreError),
}

impl SqlFault {
    pub(super) fn of(error: &Error, address: &Address) -> SqlFault {
        let Some(said) = error.as_db_error() else {
            return SqlFault::Lost(format!("{} ({})", chain(error), address.said()));
        };
        let message = said.message();
        let fatal = matches!(said.parsed_severity(), Some(Severity::Fatal | Severity::Panic));
        let code = said.code();
        let unavailable = |what: String| SqlFault::Refused(StoreError::Unavailable(what));
        match code {
            &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                unavailable(format!(
                    "the server refuses the log-in ({message}); check user and password of the address, and pg_hba.conf"
                ))
            }
            &SqlState::INVALID_CATALOG_NAME => unavailable(format!(
                "{message}; create it first (createdb), or correct the address: {}",
                address.said()
            )),
            &SqlState::TOO_MANY_CONNECTIONS => SqlFault::Lost(format!(
                "the server has no connection left ({message}); raise max_connections or close some"
            )),
            // Starting, stopping, recovering: it may be back in a moment.
            &SqlState::CANNOT_CONNECT_NOW
            | &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => SqlFault::Lost(message.into()),
            _ if fatal => SqlFault::Lost(message.into()),
            &SqlState::DISK_FULL => SqlFault::Refused(StoreError::Full(message.into())),
            &SqlState::READ_ONLY_SQL_TRANSACTION => {
                SqlFault::Refused(StoreError::ReadOnly(format!("{message}; is this a standby?")))
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
            | &SqlState::QUERY_CANCELED => SqlFault::Again(message.into()),
            _ => unavailable(format!("the server says \"{message}\" ({})", code.code())),
        }
    }

    /// What to tell somebody whose work had no effect.
    pub(super) fn unavailable(self) -> StoreError {
        match self {
            SqlFault::Lost(what) => StoreError::Unavailable(what),
            SqlFault::Again(what) => StoreError::Unavailable(format!("{what}; try again")),
            SqlFault::Refused(error) => error,
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
