//! Why a command cannot be understood.

use engine::PlaceError;
use std::fmt;

/// What is wrong with a command: it names something that there is not, or cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    /// What is wrong, in a sentence for people.
    pub what: String,
    /// What can be done.
    pub next: Option<&'static str>,
    /// The field of the command that is meant.
    pub field: Option<&'static str>,
}

impl CommandError {
    pub(crate) fn new(what: impl Into<String>) -> CommandError {
        CommandError { what: what.into(), next: None, field: None }
    }

    pub(crate) fn next(self, next: &'static str) -> CommandError {
        CommandError { next: Some(next), ..self }
    }

    pub(crate) fn at(self, field: &'static str) -> CommandError {
        CommandError { field: Some(field), ..self }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for CommandError {}

impl From<PlaceError> for CommandError {
    fn from(error: PlaceError) -> CommandError {
        CommandError::new(error.to_string())
    }
}
