//! What could not be done, for people and for programs: what is wrong, which clause says so, what to do next.

use crate::texts::t;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Refusal;
use floor::{FloorError, Judged};
use house::Barred;
use rulebook::Rulebook;
use serde::Serialize;
use std::fmt::Display;
use store::{StoreError, Stream};

/// A refusal or a failure, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sorry {
    /// The HTTP status.
    pub status: u16,
    /// What is wrong, in a sentence for people.
    pub what: String,
    /// The book and the clause that say no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
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
pub struct Clause {
    /// The book's id.
    pub book: String,
    /// The clause as printed: "8.4.4(a)".
    pub label: String,
}

impl Sorry {
    /// Something is wrong, with this status.
    pub fn new(status: StatusCode, what: impl Into<String>) -> Sorry {
        Sorry {
            status: status.as_u16(),
            what: what.into(),
            clause: None,
            next: None,
            pointer: None,
            elsewhere: None,
        }
    }

    /// Another process holds the stream, or is just taking it over.
    pub fn elsewhere(stream: &Stream) -> Sorry {
        let what = "another process has this table or file, and could not be reached in time";
        let sorry = Sorry::new(StatusCode::SERVICE_UNAVAILABLE, what).next("try again with the same id");
        Sorry { elsewhere: Some(Box::new(stream.clone())), ..sorry }
    }

    /// The question cannot be understood.
    pub fn bad(what: impl Into<String>) -> Sorry {
        Sorry::new(StatusCode::BAD_REQUEST, what)
    }

    /// There is no such thing here.
    pub fn missing(what: impl Into<String>) -> Sorry {
        Sorry::new(StatusCode::NOT_FOUND, what)
    }

    /// Whoever asks may not.
    pub fn forbidden(what: impl Into<String>) -> Sorry {
        Sorry::new(StatusCode::FORBIDDEN, what)
    }

    /// Nobody knows who asks.
    pub fn nobody() -> Sorry {
        Sorry::new(StatusCode::UNAUTHORIZED, "you are not logged in, or your session has ended")
            .next("log in")
    }

    /// The rules say no.
    pub fn refused(what: impl Into<String>, book: &str, label: &str) -> Sorry {
        let clause = Some(Clause { book: book.to_string(), label: label.to_string() });
        Sorry { clause, ..Sorry::new(StatusCode::CONFLICT, what) }
    }

    /// The rules say no to an order: 403 where whoever gave it is not the one who may, and 409 where it is the order itself.
    pub fn answered<R: Bars + Display>(book: &Rulebook, refusal: &Refusal<R>) -> Sorry {
        let refused = Sorry::refused(refusal.reason.to_string(), &book.front.id, book.label(refusal.cite));
        match refusal.reason.bars() {
            true => Sorry { status: StatusCode::FORBIDDEN.as_u16(), ..refused },
            false => refused,
        }
    }

    /// The same where a floor has said no and not why: by what whoever gave the order may.
    pub fn judged(self, judged: &Judged) -> Sorry {
        let barred = self.status == StatusCode::CONFLICT.as_u16()
            && judged.as_ref().is_err_and(|refusal| refusal.reason.bars());
        if barred { Sorry { status: StatusCode::FORBIDDEN.as_u16(), ..self } } else { self }
    }

    /// What can be done.
    pub fn next(self, next: impl Into<String>) -> Sorry {
        Sorry { next: Some(next.into()), ..self }
    }

    /// The field that is meant, as a JSON pointer; an empty one is the whole body.
    pub fn at(self, pointer: impl AsRef<str>) -> Sorry {
        Sorry { pointer: Some(format!("#{}", pointer.as_ref()).into()), ..self }
    }

    /// What a floor could not do, under a book.
    pub fn floor(error: &FloorError, book: &str) -> Sorry {
        match error {
            FloorError::Refused { why, clause } => Sorry::refused(why.clone(), book, clause),
            FloorError::NoTable(name) => Sorry {
                // It may just have gone to another process.
                elsewhere: Stream::new(name).filter(|stream| stream.kind() == "table").map(Box::new),
                ..Sorry::missing(error.to_string())
            },
            FloorError::Game { .. } | FloorError::Book(_) => Sorry::missing(error.to_string()),
            FloorError::Nobody(_) => Sorry::forbidden(error.to_string()),
            FloorError::NumberTaken(_) => Sorry::new(StatusCode::CONFLICT, error.to_string()),
            FloorError::Store(error) => Sorry::store(error),
            FloorError::Keys(_) => Sorry::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
        }
    }

    /// What the store could not do: nothing was acknowledged.
    pub fn store(error: &StoreError) -> Sorry {
        if let StoreError::CommandElsewhere { .. } | StoreError::OtherOrder { .. } = error {
            return crate::idempotency::used();
        }
        if let StoreError::Held { stream, .. } | StoreError::Fenced { stream, .. } = error {
            return Sorry::elsewhere(stream);
        }
        // What a disk or a server says of itself is for the log, not for whoever asks.
        tracing::error!(%error, "the store");
        Sorry::new(StatusCode::SERVICE_UNAVAILABLE, "this could not be kept, so nothing was done")
            .next("try again with the same id; if it stays, call the pit")
    }
}

/// Whether a reason is about who gives an order, and not about the order: another person might.
pub trait Bars {
    /// Whether it is.
    fn bars(&self) -> bool;
}

impl Bars for Barred {
    /// One who only lacks somebody beside may ask for them.
    fn bars(&self) -> bool {
        !matches!(self, Barred::SecondNeeded)
    }
}

impl Bars for house::Reason {
    fn bars(&self) -> bool {
        matches!(self, house::Reason::Barred(barred) if barred.bars())
    }
}

impl Bars for house::PatronReason {
    fn bars(&self) -> bool {
        matches!(self, house::PatronReason::Barred(barred) if barred.bars())
    }
}

impl Bars for engine::jackpot::Reason {
    fn bars(&self) -> bool {
        matches!(self, engine::jackpot::Reason::RoleTooLow { .. })
    }
}

impl Bars for engine::banked::Reason {
    fn bars(&self) -> bool {
        matches!(self, engine::banked::Reason::RoleTooLow { .. } | engine::banked::Reason::NotYours)
    }
}

impl<R: Bars> Bars for floor::table::Reason<R> {
    fn bars(&self) -> bool {
        use floor::table::Reason;
        match self {
            Reason::Game(reason) => reason.bars(),
            Reason::Barred(barred) => barred.bars(),
            Reason::ForTheSystem | Reason::NotStaff | Reason::RoleTooLow { .. } | Reason::NotYourSeat => true,
            _ => false,
        }
    }
}

impl From<StoreError> for Sorry {
    fn from(error: StoreError) -> Sorry {
        Sorry::store(&error)
    }
}

impl IntoResponse for Sorry {
    /// As JSON; the layer around all pages turns it into a page where a browser asks for one.
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        // A page has its links; a program is told where to read on.
        let next = match self.status {
            400 | 422 => Some(t("api.see")),
            404 => Some(t("api.see-addresses")),
            _ => None,
        };
        let told = Sorry { next: self.next.clone().or(next.map(str::to_string)), ..self.clone() };
        let body = serde_json::to_vec(&told).unwrap_or_default();
        let mut response = (status, body).into_response();
        let json = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.extensions_mut().insert(self);
        response
    }
}
