//! How fast somebody may ask: a bucket of tokens that fills steadily, one for each who asks. Time is an argument.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// So many at once, and one more after each pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// How many at once.
    pub burst: u32,
    /// How long until one more may be asked, in microseconds.
    pub pause_micros: u64,
}

impl RateLimit {
    /// So many a second, after a burst.
    pub const fn per_second(count: u32, burst: u32) -> RateLimit {
        RateLimit { burst, pause_micros: 1_000_000 / if count == 0 { 1 } else { count as u64 } }
    }
}

/// The buckets of all who ask. A full bucket is no different from none, so full ones are thrown away.
#[derive(Debug)]
pub struct Buckets<K> {
    pace: RateLimit,
    /// When each bucket will be full again, in microseconds.
    full_at: Mutex<HashMap<K, u64>>,
}

/// So many buckets are kept before full ones are looked for and thrown away.
const MANY: usize = 50_000;

impl<K: Eq + Hash> Buckets<K> {
    /// None has asked yet.
    pub fn new(pace: RateLimit) -> Buckets<K> {
        Buckets { pace, full_at: Mutex::default() }
    }

    /// Takes one out, or says how long to wait.
    ///
    /// # Errors
    /// How long until there is one.
    pub fn take(&self, who: K, now: Duration) -> Result<(), Duration> {
        let now = u64::try_from(now.as_micros()).unwrap_or(u64::MAX);
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= MANY && !full_at.contains_key(&who) {
            full_at.retain(|_, at| *at > now);
        }
        let room = self.pace.pause_micros.saturating_mul(u64::from(self.pace.burst));
        let at = full_at.entry(who).or_insert(now);
        let next = (*at).max(now).saturating_add(self.pace.pause_micros);
        match (next - now).checked_sub(room) {
            None | Some(0) => {
                *at = next;
                Ok(())
            }
            Some(wait) => Err(Duration::from_micros(wait)),
        }
    }

    /// The same for whom it is meant; others take nothing.
    ///
    /// # Errors
    /// How long until there is one.
    pub fn take_if(&self, counts: bool, who: K, now: Duration) -> Result<(), Duration> {
        if counts { self.take(who, now) } else { Ok(()) }
    }

    /// Puts one back.
    pub fn give_back(&self, who: &K) {
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = full_at.get_mut(who) {
            *at = at.saturating_sub(self.pace.pause_micros);
        }
    }
}

/// Whom an address stands for: a household has 2^64 addresses of IPv6, and they are one.
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_one_after_each_pause() {
        let buckets = Buckets::new(RateLimit { burst: 3, pause_micros: 1_000 });
        let at = Duration::from_micros;
        for _ in 0..3 {
            assert_eq!(buckets.take(1, at(0)), Ok(()));
        }
        assert_eq!(buckets.take(1, at(0)), Err(at(1_000)));
        assert_eq!(buckets.take(2, at(0)), Ok(()), "another has a bucket of their own");
        assert_eq!(buckets.take(1, at(999)), Err(at(1)));
        assert_eq!(buckets.take(1, at(1_000)), Ok(()));
        assert_eq!(buckets.take(1, at(1_000)), Err(at(1_000)));
        buckets.give_back(&1);
        assert_eq!(buckets.take(1, at(1_000)), Ok(()));
    }

    #[test]
    fn a_household_is_one() {
        let address = |text: &str| -> IpAddr { text.parse().unwrap() };
        assert_eq!(
            client_network(address("2001:db8:1:2:3::4")),
            client_network(address("2001:db8:1:2:ffff::1"))
        );
        assert_ne!(client_network(address("2001:db8:1:2::1")), client_network(address("2001:db8:1:3::1")));
        assert_eq!(client_network(address("::ffff:10.0.0.7")), address("10.0.0.7"));
    }
}
