//! The door: who may come in, and who is in. Accounts and sessions are kept in the log like everything else; passwords only
//! as argon2id hashes, sessions only as hashes of what the browser holds.

use axum::http::{HeaderMap, header};
use house::Person;

/// The name of the cookie.
pub const COOKIE: &str = "cardroom";

/// Somebody who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The log-in.
    pub account: String,
    /// Who that is on the floor.
    pub person: Person,
    /// What they are called.
    pub shown: String,
}

/// The door.
#[derive(Debug)]
pub struct Door {}

impl Door {
    /// Who holds this token, if the session lives.
    pub fn session(&self, _token: &str) -> Option<Session> {
        None
    }
}

/// The token that a browser sends along.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token)
}
