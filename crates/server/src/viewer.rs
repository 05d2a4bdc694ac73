//! Who looks at a page: nobody known, a patron, a member of staff, somebody from outside. The role is the roster's, looked
//! up each time, never the session's.

use crate::accounts::Session;
use crate::app::App;
use crate::problem::Problem;
use crate::view::Eyes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use engine::PatronId;
use floor::By;
use house::{Person, StaffId};
use std::convert::Infallible;
use std::sync::Arc;

/// Whoever looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Viewer {
    /// The session, where they are logged in.
    pub session: Option<Session>,
    /// The operator of whom they are no patron, where they look at what is that operator's.
    pub stranger_to: Option<String>,
}

impl Viewer {
    /// Whoever holds a session.
    pub fn of(session: Option<Session>) -> Viewer {
        Viewer { session, stranger_to: None }
    }

    /// The same person as the operator of a book knows them: patrons have a number with each.
    pub fn at(&self, book: &str) -> Viewer {
        let operator = floor::operator(book).ok().flatten();
        let (Some(session), Some(operator)) = (&self.session, operator) else { return self.clone() };
        match session.numbers.with(session.person, &operator.slug) {
            Some(person) => Viewer::of(Some(Session { person, ..session.clone() })),
            None => Viewer { stranger_to: Some(operator.name.clone()), ..self.clone() },
        }
    }

    /// The person, where they are logged in and known.
    pub fn person(&self) -> Option<Person> {
        let session = self.session.as_ref().filter(|_| self.stranger_to.is_none())?;
        Some(session.person)
    }

    /// The person, or an answer that nobody is logged in or that they are not known here.
    ///
    /// # Errors
    /// If nobody is, or the operator has given them no number.
    pub fn require_person(&self) -> Result<Person, Problem> {
        match &self.stranger_to {
            Some(operator) => Err(Problem::forbidden(format!("you are not a patron of {operator}"))
                .next("ask there for a number, and have it added to this log-in")),
            None => self.person().ok_or_else(Problem::unauthenticated),
        }
    }

    /// As one who gives orders alone.
    ///
    /// # Errors
    /// If nobody is logged in.
    pub fn by(&self) -> Result<By, Problem> {
        self.require_person().map(By::alone)
    }

    /// The patron's number, where it is one.
    pub fn patron(&self) -> Option<PatronId> {
        match self.person() {
            Some(Person::Patron(number)) => Some(number),
            _ => None,
        }
    }

    /// Whether this is a member of staff, of whatever role.
    pub fn is_staff(&self) -> bool {
        matches!(self.person(), Some(Person::Staff(_)))
    }

    /// Whether this is somebody from outside: an inspector, surveillance.
    pub fn is_outside(&self) -> bool {
        matches!(self.person(), Some(Person::Outside(_)))
    }

    /// A member of staff, or a refusal.
    ///
    /// # Errors
    /// If it is nobody, or anybody else.
    pub fn require_staff(&self) -> Result<StaffId, Problem> {
        match self.require_person()? {
            Person::Staff(id) => Ok(id),
            _ => Err(Problem::forbidden("this page is for the staff").next("log in as a member of staff")),
        }
    }
}

impl FromRequestParts<Arc<App>> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Viewer, Infallible> {
        let session =
            crate::accounts::token(&parts.headers).and_then(|token| app.user_accounts.session(token));
        Ok(Viewer::of(session))
    }
}

/// With whose eyes somebody looks at the tables of a book.
pub fn eyes(viewer: &Viewer, book: &str) -> Eyes {
    match viewer.at(book).patron() {
        Some(patron) => Eyes::Patron(patron),
        None if viewer.is_staff() || viewer.is_outside() => Eyes::Staff,
        None => Eyes::Spectator,
    }
}
