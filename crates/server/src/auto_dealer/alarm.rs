//! What keeps an automatic table from going on, for the pit to see to.

use floor::Clock;
use std::time::Duration;

/// How long others may take to answer a table, the meter above all, before the pit is called.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// A refused order is tried again after so long, then after twice as long each time.
const FIRST_RETRY: Duration = Duration::from_millis(400);
/// … up to this many doublings: 25.6 seconds.
const DOUBLINGS: u32 = 6;

/// A table that needs a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
    /// Why it does not go on.
    pub stuck: StallReason,
}

impl Alarm {
    pub(super) fn new(clock: &dyn Clock, stuck: StallReason) -> Alarm {
        Alarm { since_ms: clock.wall_ms(), stuck }
    }
}

/// Why a table does not go on by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StallReason {
    /// The table refuses what the automatic dealer wants to do.
    Refused {
        /// The reason, in words.
        why: String,
        clause: String,
    },
    /// The order did not reach the table.
    Failed(String),
    /// The meter, or a patron's file, has not answered.
    Unanswered,
    /// A person has to determine the awards.
    Awards,
    /// People deal here, and nothing has happened for longer than any clock runs.
    DealtByHand,
}

/// What became of an order of the automatic dealer.
#[derive(Debug)]
pub(super) enum DealerOrderResult {
    Done,
    Stuck(StallReason),
}

/// How long to wait after so many refusals in a row.
pub(super) fn retry_after(refusals: u32) -> Duration {
    FIRST_RETRY * 2_u32.pow(refusals.saturating_sub(1).min(DOUBLINGS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_order_is_tried_again_later_and_later() {
        let waits = [1, 2, 3, 7, 8, 100].map(|refusals| retry_after(refusals).as_millis());
        assert_eq!(waits, [400, 800, 1_600, 25_600, 25_600, 25_600]);
    }
}
