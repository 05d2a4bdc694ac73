//! Time as the floor records it. The wall clock is for people; waiting times go by a count of seconds that only grows
//! while the floor runs, so that no jump of a clock and no restart ever shortens a notice. Recorded time has two readings:
//! tables and meters have *displayed* time, which counts while somebody runs them, since a sign that nobody showed was not
//! read. Files of patrons have *confirmed* time (`confirmed.rs`): where a second source vouches for the clock, what passed
//! while nothing ran counts too.

use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};
use store::When;

/// Where time comes from.
pub trait Clock: Send + Sync {
    /// The wall clock, in milliseconds since 1970.
    fn wall_ms(&self) -> i64;
    /// How long it has been since some beginning: never runs back, never leaps.
    fn running(&self) -> Duration;
}

/// The machine's own.
#[derive(Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Begins now.
    pub fn start() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl Clock for SystemClock {
    fn wall_ms(&self) -> i64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn running(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that is set by hand: for tests, and to show what a jump does.
#[derive(Debug, Default)]
pub struct HandClock(Mutex<(i64, Duration)>);

impl HandClock {
    /// Lets time pass.
    pub fn pass(&self, time: Duration) {
        let mut hands = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        hands.0 += i64::try_from(time.as_millis()).unwrap_or(0);
        hands.1 += time;
    }

    /// Moves the wall clock alone, as an operator or a time server may.
    pub fn jump(&self, by_ms: i64) {
        let mut hands = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        hands.0 += by_ms;
    }
}

impl Clock for HandClock {
    fn wall_ms(&self) -> i64 {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner()).0
    }

    fn running(&self) -> Duration {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner()).1
    }
}

/// The recorded time of one stream: it goes on from the last moment recorded there. What passed between that and
/// now, while nobody ran the stream, is not counted: nobody can vouch for a sign that nobody watched.
#[derive(Clone, Copy, Debug)]
pub struct StreamTime {
    last: u64,
    since: Duration,
}

impl StreamTime {
    /// Goes on from the last recorded moment.
    pub fn resume(last: u64, clock: &dyn Clock) -> StreamTime {
        StreamTime { last, since: clock.running() }
    }

    /// Now.
    pub fn now(&self, clock: &dyn Clock) -> When {
        let passed = clock.running().saturating_sub(self.since).as_secs();
        When { clock_ms: clock.wall_ms(), moment: self.last.saturating_add(passed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_of_the_wall_clock_moves_no_moment() {
        let clock = HandClock::default();
        let time = StreamTime::resume(1_000, &clock);
        clock.pass(Duration::from_secs(5));
        clock.jump(3_600_000);
        assert_eq!(time.now(&clock), When { clock_ms: 3_605_000, moment: 1_005 });
        clock.jump(-7_200_000);
        assert_eq!(time.now(&clock).moment, 1_005);
        // A restart: the hour that the wall clock claims is not counted.
        let again = StreamTime::resume(1_005, &clock);
        assert_eq!(again.now(&clock).moment, 1_005);
    }
}
