//! Why there is no load.

use std::fmt;

/// What is wrong and what to do, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError(pub String);

impl LoadError {
    /// From whatever stood in the way of something.
    pub(crate) fn of(what: &str) -> impl FnOnce(std::io::Error) -> LoadError + '_ {
        move |error| LoadError(format!("{what}: {error}"))
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}

pub(crate) fn wrong(error: impl fmt::Display) -> LoadError {
    LoadError(error.to_string())
}
