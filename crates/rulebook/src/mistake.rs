//! What a check finds wrong in a file that TOML itself can read, and at which key.

use std::fmt::Display;

/// The way from the top of a TOML file to one of its values: `street`, then 1, then `board`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyPath(Vec<Key>);

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Name(&'static str),
    /// The place in a list, from 0.
    Index(usize),
}

impl From<&'static str> for KeyPath {
    fn from(name: &'static str) -> KeyPath {
        KeyPath(vec![Key::Name(name)])
    }
}

impl KeyPath {
    /// A key below this.
    pub(crate) fn key(mut self, name: &'static str) -> KeyPath {
        self.0.push(Key::Name(name));
        self
    }

    /// An item of the list that this is.
    pub(crate) fn item(mut self, at: usize) -> KeyPath {
        self.0.push(Key::Index(at));
        self
    }

    pub(crate) fn keys(&self) -> &[Key] {
        &self.0
    }
}

/// An item of a list at the top of a file: `[[wager]]`.
pub(crate) fn item(list: &'static str, at: usize) -> KeyPath {
    KeyPath::from(list).item(at)
}

/// What is wrong, and at which key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) at: KeyPath,
    pub(crate) what: String,
}

/// What a check comes to.
pub(crate) type Checked = Result<(), Mistake>;

impl Mistake {
    pub(crate) fn new(at: impl Into<KeyPath>, what: impl Into<String>) -> Mistake {
        Mistake { at: at.into(), what: what.into() }
    }
}

/// The mistake as an error.
pub(crate) fn mistake<T>(at: impl Into<KeyPath>, what: impl Into<String>) -> Result<T, Mistake> {
    Err(Mistake::new(at, what))
}

/// The mistake where something is wrong.
pub(crate) fn unless(wrong: bool, at: impl Into<KeyPath>, what: impl Display) -> Checked {
    if wrong { mistake(at, what.to_string()) } else { Ok(()) }
}
