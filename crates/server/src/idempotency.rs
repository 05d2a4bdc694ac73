//! What an order's id stands for. The log keeps a digest of it beside the id, so that the same order gets its first answer
//! and another order with the same id is refused, in whichever process and after however many restarts.

use crate::app::App;
use crate::house_orders::run_blocking;
use crate::problem::Problem;
use crate::wire::HexCommandId;
use axum::http::StatusCode;
use floor::{By, OrderId};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use store::OrderDigest;

/// The id of an order with what it stands for.
pub fn idempotency_key(id: HexCommandId, by: By, (to, what): (&str, &impl Serialize)) -> OrderId {
    OrderId { id: id.0, digest: Some(order_digest(by, to, what)) }
}

/// The digest of an order: whose it is, to what, what it says. Who stands beside whoever gives it is left out: a second
/// person may come between one try and the next.
fn order_digest(by: By, to: &str, what: &impl Serialize) -> OrderDigest {
    let person = By::alone(by.person).record();
    // What was read from JSON can be written as JSON.
    let what = serde_json::to_vec(what).unwrap_or_default();
    let mut sha = Sha256::new();
    sha.update(b"cardroom order 1\0");
    for part in [person.as_bytes(), to.as_bytes(), &what] {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    let mut digest = [0; 16];
    digest.copy_from_slice(&sha.finalize()[..16]);
    OrderDigest(digest)
}

/// Where an order leaves nothing under its id, at least nobody uses the id of one that did.
///
/// # Errors
/// If an order had this id, or the log cannot be asked.
pub async fn require_unused(app: &Arc<App>, id: HexCommandId) -> Result<(), Problem> {
    let store = Arc::clone(&app.store);
    let before = run_blocking(move || store.answered(id.0).map_err(|e| Problem::from_store(&e))).await?;
    if before.is_some() { Err(used()) } else { Ok(()) }
}

/// The id is another order's.
pub fn used() -> Problem {
    Problem::new(StatusCode::CONFLICT, "this id was used for another command, so nothing was done")
        .next("make a new id for every command")
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::PatronId;
    use house::{Person, StaffId};

    #[test]
    fn a_digest_is_of_one_order() {
        let of = |person, to: &str, what: &str| order_digest(By::alone(person), to, &what);
        let order = of(Person::Patron(PatronId(1)), "table/4", "fold");
        assert_eq!(order, of(Person::Patron(PatronId(1)), "table/4", "fold"));
        let beside = By { person: Person::Patron(PatronId(1)), second: Some(StaffId(3)) };
        assert_eq!(order, order_digest(beside, "table/4", &"fold"), "a second person may come later");
        for other in [
            of(Person::Patron(PatronId(1)), "table/4", "bet"),
            of(Person::Patron(PatronId(2)), "table/4", "fold"),
            of(Person::Staff(StaffId(1)), "table/4", "fold"),
            of(Person::Patron(PatronId(1)), "table/5", "fold"),
            of(Person::Patron(PatronId(1)), "table/", "4fold"),
        ] {
            assert_ne!(order, other);
        }
    }
}
