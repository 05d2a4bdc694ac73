//! What could not be done, for people and for programs: what is wrong, which clause says so, what to do next.

use crate::texts::t;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use commands::CommandError;
use engine::{PlaceError, Refusal};
use floor::FloorError;
use house::Barred;
use rulebook::Rulebook;
use serde::Serialize;
use std::fmt::Display;
use store::{StoreError, Stream};

/// A refusal or a failure, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// What is wrong, in a sentence for people.
    pub what: String,
    /// The book and the clause that say no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<ProblemClause>,
    /// What can be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Which field of the request is meant, as a JSON pointer in a fragment: "#/command/amount".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<Box<str>>,
    /// The stream that another process holds, where that is why it was not done here.
    #[serde(skip)]
    pub elsewhere: Option<Box<Stream>>,
}

/// A clause of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemClause {
    /// The book's id.
    pub book: String,
    /// The clause as printed: "8.4.4(a)".
    pub label: String,
}

impl Problem {
    /// Something is wrong, with this status.
    pub fn new(status: StatusCode, what: impl Into<String>) -> Problem {
        Problem {
            status: status.as_u16(),
            what: what.into(),
            clause: None,
            next: None,
            pointer: None,
            elsewhere: None,
        }
    }

    /// Another process holds the stream, or is just taking it over.
    pub fn elsewhere(stream: &Stream) -> Problem {
        let what = "another process has this table or file, and could not be reached in time";
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, what).next("try again with the same id");
        Problem { elsewhere: Some(Box::new(stream.clone())), ..problem }
    }

    /// The question cannot be understood.
    pub fn bad_request(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, what)
    }

    /// There is no such thing here.
    pub fn not_found(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, what)
    }

    /// Whoever asks may not.
    pub fn forbidden(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, what)
    }

    /// Nobody knows who asks.
    pub fn unauthenticated() -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "you are not logged in, or your session has ended")
            .next("log in")
    }

    /// The rules say no.
    pub fn refused(what: impl Into<String>, book: &str, label: &str) -> Problem {
        let clause = Some(ProblemClause { book: book.to_string(), label: label.to_string() });
        Problem { clause, ..Problem::new(StatusCode::CONFLICT, what) }
    }

    /// The rules say no to an order: 403 where whoever gave it is not the one who may, and 409 where it is the order itself.
    pub fn from_refusal<R: ConcernsAuthority + Display>(book: &Rulebook, refusal: &Refusal<R>) -> Problem {
        Problem::from_reason(&refusal.reason, &book.front.id, book.label(refusal.cite))
    }

    fn from_reason<R: ConcernsAuthority + Display>(reason: &R, book: &str, label: &str) -> Problem {
        let refused = Problem::refused(reason.to_string(), book, label);
        if reason.concerns_authority() {
            Problem { status: StatusCode::FORBIDDEN.as_u16(), ..refused }
        } else {
            refused
        }
    }

    /// What can be done.
    pub fn next(self, next: impl Into<String>) -> Problem {
        Problem { next: Some(next.into()), ..self }
    }

    /// The field that is meant, as a JSON pointer; an empty one is the whole body.
    pub fn at(self, pointer: impl AsRef<str>) -> Problem {
        Problem { pointer: Some(format!("#{}", pointer.as_ref()).into()), ..self }
    }

    /// What a floor could not do, under a book.
    pub fn from_floor(error: &FloorError, book: &str) -> Problem {
        match error {
            FloorError::Barred { reason, clause } => Problem::from_reason(reason, book, clause),
            FloorError::Refused { why, clause } => Problem::refused(why.clone(), book, clause),
            FloorError::NoTable(name) => Problem {
                // It may just have gone to another process.
                elsewhere: Stream::new(name).filter(|stream| stream.kind() == "table").map(Box::new),
                ..Problem::not_found(error.to_string())
            },
            FloorError::Game { .. } | FloorError::Book(_) => Problem::not_found(error.to_string()),
            FloorError::Nobody(_) => Problem::forbidden(error.to_string()),
            FloorError::NumberTaken(_) => Problem::new(StatusCode::CONFLICT, error.to_string()),
            FloorError::Store(error) => Problem::from_store(error),
            FloorError::Keys(_) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
        }
    }

    /// What the store could not do: nothing was acknowledged.
    pub fn from_store(error: &StoreError) -> Problem {
        if let StoreError::CommandElsewhere { .. } | StoreError::OtherOrder { .. } = error {
            return crate::idempotency::used();
        }
        if let StoreError::Held { stream, .. } | StoreError::Fenced { stream, .. } = error {
            return Problem::elsewhere(stream);
        }
        // What a disk or a server says of itself is for the log, not for whoever asks.
        tracing::error!(%error, "the store");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "this could not be kept, so nothing was done")
            .next("try again with the same id; if it stays, call the pit")
    }
}

/// Whether a reason is about who gives an order, and not about the order: another person might.
pub trait ConcernsAuthority {
    /// Whether it is.
    fn concerns_authority(&self) -> bool;
}

impl ConcernsAuthority for Barred {
    /// One who only lacks somebody beside may ask for them.
    fn concerns_authority(&self) -> bool {
        !matches!(self, Barred::SecondNeeded)
    }
}

impl ConcernsAuthority for house::Reason {
    fn concerns_authority(&self) -> bool {
        matches!(self, house::Reason::Barred(barred) if barred.concerns_authority())
    }
}

impl ConcernsAuthority for house::PatronReason {
    fn concerns_authority(&self) -> bool {
        matches!(self, house::PatronReason::Barred(barred) if barred.concerns_authority())
    }
}

impl ConcernsAuthority for engine::jackpot::Reason {
    fn concerns_authority(&self) -> bool {
        matches!(self, engine::jackpot::Reason::RoleTooLow { .. })
    }
}

impl ConcernsAuthority for engine::banked::Reason {
    fn concerns_authority(&self) -> bool {
        matches!(self, engine::banked::Reason::RoleTooLow { .. } | engine::banked::Reason::NotYours)
    }
}

impl<R: ConcernsAuthority> ConcernsAuthority for floor::table::Reason<R> {
    fn concerns_authority(&self) -> bool {
        use floor::table::Reason;
        match self {
            Reason::Game(reason) => reason.concerns_authority(),
            Reason::Barred(barred) => barred.concerns_authority(),
            Reason::ForTheSystem | Reason::NotStaff | Reason::RoleTooLow { .. } | Reason::NotYourSeat => true,
            _ => false,
        }
    }
}

impl From<CommandError> for Problem {
    fn from(error: CommandError) -> Problem {
        Problem {
            next: error.next.map(str::to_string),
            pointer: error.field.map(|field| format!("#/command/{field}").into()),
            ..Problem::bad_request(error.what)
        }
    }
}

impl From<PlaceError> for Problem {
    fn from(error: PlaceError) -> Problem {
        Problem::from(CommandError::from(error))
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::from_store(&error)
    }
}

impl IntoResponse for Problem {
    /// As JSON; the layer around all pages turns it into a page where a browser asks for one.
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        // A page has its links; a program is told where to read on.
        let next = match self.status {
            400 | 422 => Some(t("api.see")),
            404 => Some(t("api.see-addresses")),
            _ => None,
        };
        let told = Problem { next: self.next.clone().or(next.map(str::to_string)), ..self.clone() };
        let body = serde_json::to_vec(&told).unwrap_or_default();
        let mut response = (status, body).into_response();
        let json = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.extensions_mut().insert(self);
        response
    }
}
