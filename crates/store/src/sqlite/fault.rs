//! What SQLite says went wrong, as the store says it.

use crate::log::StoreError;
use rusqlite::{Error, ErrorCode};

/// Why something before COMMIT failed: nothing of it is kept.
pub(super) fn fault(error: Error) -> StoreError {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(text),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(text),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TypeMismatch) => {
            damaged(&text)
        }
        _ => match error {
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..) => damaged(&text),
            _ => StoreError::Unavailable(text),
        },
    }
}

/// Why COMMIT itself failed. On a full disk the frame that would have made it stand was not wholly written, so it is
/// not kept; in all other cases it may have reached the disk.
pub(super) fn commit_fault(error: Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => fault(error),
        _ => StoreError::Doubtful(format!("COMMIT failed: {error}")),
    }
}

/// The file does not hold what it should, nobody knows of which stream.
pub(super) fn damaged(how: &str) -> StoreError {
    StoreError::Damaged { stream: None, version: 0, how: how.into() }
}
