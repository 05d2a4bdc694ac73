//! Named points of writing at which a test can make the process die, to see that nothing acknowledged is lost.
//!
//! `CARDROOM_DIE_AT=NAME:COUNT` in the environment kills the process when it comes to the point for the COUNTth time.
//! Unset, a point costs one look at a number in memory.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The variable that names a point.
pub const VARIABLE: &str = "CARDROOM_DIE_AT";

/// Every point that a floor at work comes to.
pub const NAMES: &[&str] = &[
    "append/begin",
    "append/between",
    "append/inserted",
    "append/committing",
    "append/committed",
    "append/answered",
    "commands/begin",
    "commands/committing",
    "commands/committed",
    "snapshot/begin",
    "snapshot/written",
    "snapshot/committed",
    "seal/begin",
    "seal/segment",
    "seal/deleted",
    "seal/committing",
    "seal/committed",
    "checkpoint/begin",
    "checkpoint/done",
];

/// The points of changing the key, which happens while the floor stands still.
pub const CHANGING_KEY: &[&str] = &["key/changing", "key/committing", "key/changed"];

const UNREAD: u8 = 0;
const UNSET: u8 = 1;
const SET: u8 = 2;

static ARMED: AtomicU8 = AtomicU8::new(UNREAD);
static CHOSEN: OnceLock<Option<(String, u64)>> = OnceLock::new();
static COUNT: AtomicU64 = AtomicU64::new(0);

/// Comes to a point: the process dies here where it was told to.
#[inline]
pub fn hit(name: &'static str) {
    if ARMED.load(Ordering::Relaxed) != UNSET {
        armed(name);
    }
}

#[cold]
fn armed(name: &'static str) {
    let chosen = CHOSEN.get_or_init(|| chosen(std::env::var(VARIABLE).ok().as_deref()));
    ARMED.store(if chosen.is_some() { SET } else { UNSET }, Ordering::Relaxed);
    if let Some((point, count)) = chosen
        && point == name
        && COUNT.fetch_add(1, Ordering::Relaxed) + 1 == *count
    {
        // Nothing is unwound, flushed or told: as near to SIGKILL as a process comes by itself.
        std::process::abort();
    }
}

/// What the variable says: the name of a point, and at which time it counts.
fn chosen(text: Option<&str>) -> Option<(String, u64)> {
    let text = text?;
    let (name, count) = text.rsplit_once(':').unwrap_or((text, "1"));
    Some((name.into(), count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_names_a_point_and_a_count() {
        assert_eq!(chosen(Some("seal/begin:3")), Some(("seal/begin".into(), 3)));
        assert_eq!(chosen(Some("seal/begin")), Some(("seal/begin".into(), 1)));
        assert_eq!(chosen(Some("seal/begin:soon")), None);
        assert_eq!(chosen(None), None);
    }
}
