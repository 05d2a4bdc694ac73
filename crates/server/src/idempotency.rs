//! Which order an id was used for. The log knows the id of every command that was kept, not what it said; so that another
//! order with the same id is refused and not taken for a repeat, the last ones are remembered here.

use crate::sorry::Sorry;
use axum::http::StatusCode;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use store::Command as Id;

/// So many are remembered: hours of a full floor, in a few megabytes.
const MOST: usize = 50_000;

/// What the last ids were used for.
#[derive(Debug, Default)]
pub struct Repeats(Mutex<Remembered>);

#[derive(Debug, Default)]
struct Remembered {
    orders: HashMap<[u8; 16], [u8; 32]>,
    oldest: VecDeque<[u8; 16]>,
}

impl Repeats {
    /// Whether this very order came with this id before.
    pub fn is_same(&self, id: Id, said: &[impl AsRef<str>]) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.orders.get(&id.0) == Some(&digest(said))
    }

    /// Remembers an order by its id: whose it is, to what, what it says.
    ///
    /// # Errors
    /// If another order had the same id.
    pub fn check(&self, id: Id, said: &[impl AsRef<str>]) -> Result<(), Sorry> {
        let order = digest(said);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.orders.get(&id.0) {
            Some(before) if *before == order => Ok(()),
            Some(_) => Err(used()),
            None => {
                if known.oldest.len() >= MOST
                    && let Some(oldest) = known.oldest.pop_front()
                {
                    known.orders.remove(&oldest);
                }
                known.oldest.push_back(id.0);
                known.orders.insert(id.0, order);
                Ok(())
            }
        }
    }
}

fn digest(said: &[impl AsRef<str>]) -> [u8; 32] {
    let mut sha = Sha256::new();
    for part in said.iter().map(AsRef::as_ref) {
        sha.update((part.len() as u64).to_be_bytes());
        sha.update(part);
    }
    sha.finalize().into()
}

/// The id is another order's.
pub fn used() -> Sorry {
    Sorry::new(StatusCode::CONFLICT, "this id was used for another command, so nothing was done")
        .next("make a new id for every command")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_for_one_order() {
        let repeats = Repeats::default();
        let id = |last: u8| Id([last; 16]);
        repeats.check(id(1), &["patron/1", "4", "fold"]).unwrap();
        repeats.check(id(1), &["patron/1", "4", "fold"]).unwrap();
        assert!(
            repeats.is_same(id(1), &["patron/1", "4", "fold"])
                && !repeats.is_same(id(1), &["patron/1", "4", "bet"])
        );
        repeats.check(id(2), &["patron/1", "4", "bet"]).unwrap();
        for other in [
            ["patron/1", "4", "bet"],
            ["patron/2", "4", "fold"],
            ["patron/1", "5", "fold"],
            ["patron/14", "", "fold"],
        ] {
            assert_eq!(repeats.check(id(1), &other).unwrap_err().status, 409, "{other:?}");
        }
    }

    #[test]
    fn only_the_last_are_remembered() {
        let repeats = Repeats::default();
        for number in 0..=MOST as u128 {
            repeats.check(Id(number.to_be_bytes()), &["first"]).unwrap();
        }
        let known = |number: u128| repeats.check(Id(number.to_be_bytes()), &["second"]).is_err();
        assert!(known(1) && known(MOST as u128));
        assert!(!known(0), "the oldest is forgotten");
        assert_eq!(repeats.0.lock().unwrap().orders.len(), MOST);
    }
}
