//! What the server counts, for Prometheus. No label names a person, a card or a raw address.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Upper ends of the buckets of times, in microseconds.
const BUCKETS: [u64; 15] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 10_000_000,
];

/// Why somebody was refused before a page was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectReason {
    /// From another site.
    Origin,
    /// Too many requests.
    Pace,
    /// Too long a body.
    Body,
    /// Too many connections from one address.
    Connections,
    /// Too many connections in all.
    Full,
    /// It took too long.
    Slow,
    /// A wrong password, or a locked account.
    Password,
    /// Something is broken in the program.
    Broken,
}

/// All kinds, as they are called.
const KINDS: [(RejectReason, &str); 8] = [
    (RejectReason::Origin, "origin"),
    (RejectReason::Pace, "pace"),
    (RejectReason::Body, "body"),
    (RejectReason::Connections, "connections"),
    (RejectReason::Full, "full"),
    (RejectReason::Slow, "slow"),
    (RejectReason::Password, "password"),
    (RejectReason::Broken, "broken"),
];

#[derive(Debug, Default)]
struct Times {
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    sum: AtomicU64,
}

/// Counters, made when they are first needed.
type CounterMap<K, V> = RwLock<BTreeMap<K, Arc<V>>>;

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: CounterMap<(Arc<str>, &'static str, u16), AtomicU64>,
    times: CounterMap<Arc<str>, Times>,
    refused: [AtomicU64; KINDS.len()],
    connections: AtomicU64,
    sockets: AtomicU64,
    commands_done: AtomicU64,
    commands_refused: AtomicU64,
}

/// A number that is read when somebody asks: name, what it is, how much.
pub type Gauge = (&'static str, &'static str, u64);

impl Metrics {
    /// A request was answered.
    pub fn request(&self, route: &str, method: &str, status: u16, micros: u64) {
        let method = ["GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]
            .into_iter()
            .find(|known| *known == method)
            .unwrap_or("other");
        let key = (Arc::from(route), method, status);
        counter(&self.requests, &key).fetch_add(1, Ordering::Relaxed);
        let times = counter(&self.times, &key.0);
        if let Some(at) = BUCKETS.iter().position(|end| micros <= *end) {
            times.buckets[at].fetch_add(1, Ordering::Relaxed);
        }
        times.count.fetch_add(1, Ordering::Relaxed);
        times.sum.fetch_add(micros, Ordering::Relaxed);
    }

    /// Somebody was refused.
    pub fn refused(&self, why: RejectReason) {
        if let Some(at) = KINDS.iter().position(|(kind, _)| *kind == why) {
            self.refused[at].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A command was given to the floor, and done or refused.
    pub fn command(&self, done: bool) {
        let which = if done { &self.commands_done } else { &self.commands_refused };
        which.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a live socket for as long as the answer is kept.
    pub fn socket(self: &Arc<Self>) -> GaugeGuard {
        GaugeGuard::new(self, |metrics| &metrics.sockets)
    }

    /// Counts a connection for as long as the answer is kept.
    pub(crate) fn connection(self: &Arc<Self>) -> GaugeGuard {
        GaugeGuard::new(self, |metrics| &metrics.connections)
    }

    /// How many live sockets there are.
    pub fn sockets(&self) -> u64 {
        self.sockets.load(Ordering::Relaxed)
    }

    /// As Prometheus reads it.
    pub fn render(&self, gauges: &[Gauge]) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut out, gauges);
        out
    }

    fn write(&self, out: &mut String, gauges: &[Gauge]) -> std::fmt::Result {
        head(out, "cardroom_requests_total", "Requests by route, method and status.", "counter")?;
        for ((route, method, status), count) in read(&self.requests).iter() {
            let count = count.load(Ordering::Relaxed);
            writeln!(
                out,
                "cardroom_requests_total{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}} {count}"
            )?;
        }
        let name = "cardroom_request_duration_microseconds";
        head(out, name, "How long requests took, by route.", "histogram")?;
        for (route, times) in read(&self.times).iter() {
            let mut below = 0;
            for (end, count) in BUCKETS.iter().zip(&times.buckets) {
                below += count.load(Ordering::Relaxed);
                writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"{end}\"}} {below}")?;
            }
            let (count, sum) = (times.count.load(Ordering::Relaxed), times.sum.load(Ordering::Relaxed));
            writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {count}")?;
            writeln!(out, "{name}_sum{{route=\"{route}\"}} {sum}")?;
            writeln!(out, "{name}_count{{route=\"{route}\"}} {count}")?;
        }
        head(out, "cardroom_refused_total", "Refused before a page was asked, by kind.", "counter")?;
        for ((_, kind), count) in KINDS.iter().zip(&self.refused) {
            writeln!(out, "cardroom_refused_total{{kind=\"{kind}\"}} {}", count.load(Ordering::Relaxed))?;
        }
        head(out, "cardroom_commands_total", "Commands given to the floor, by outcome.", "counter")?;
        let (done, refused) = (&self.commands_done, &self.commands_refused);
        for (outcome, count) in [("done", done), ("refused", refused)] {
            let count = count.load(Ordering::Relaxed);
            writeln!(out, "cardroom_commands_total{{outcome=\"{outcome}\"}} {count}")?;
        }
        let own = [
            ("cardroom_connections", "Open connections.", self.connections.load(Ordering::Relaxed)),
            ("cardroom_sockets", "Open live sockets.", self.sockets()),
        ];
        for (name, help, value) in own.iter().chain(gauges) {
            let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
            head(out, name, help, kind)?;
            writeln!(out, "{name} {value}")?;
        }
        Ok(())
    }
}

fn head(out: &mut String, name: &str, help: &str, kind: &str) -> std::fmt::Result {
    writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

fn read<T>(shelf: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    shelf.read().unwrap_or_else(PoisonError::into_inner)
}

/// The counter of a key, made where there is none. Routes are few: they are those of the program.
fn counter<K: Ord + Clone, V: Default>(shelf: &CounterMap<K, V>, key: &K) -> Arc<V> {
    if let Some(found) = read(shelf).get(key) {
        return Arc::clone(found);
    }
    let mut all = shelf.write().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(all.entry(key.clone()).or_default())
}

/// Something that is there for as long as this is kept.
#[derive(Debug)]
pub struct GaugeGuard {
    metrics: Arc<Metrics>,
    which: fn(&Metrics) -> &AtomicU64,
}

impl GaugeGuard {
    fn new(metrics: &Arc<Metrics>, which: fn(&Metrics) -> &AtomicU64) -> GaugeGuard {
        which(metrics).fetch_add(1, Ordering::Relaxed);
        GaugeGuard { metrics: Arc::clone(metrics), which }
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        (self.which)(&self.metrics).fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_told() {
        let metrics = Arc::new(Metrics::default());
        metrics.request("/tables/{number}", "GET", 200, 250);
        metrics.request("/tables/{number}", "GET", 200, 251);
        metrics.request("/tables/{number}", "BREW", 405, 99_000_000);
        metrics.refused(RejectReason::Origin);
        metrics.command(false);
        let socket = metrics.socket();
        let text = metrics.render(&[("cardroom_rounds_total", "Rounds.", 7)]);
        for line in [
            "cardroom_requests_total{route=\"/tables/{number}\",method=\"GET\",status=\"200\"} 2",
            "cardroom_requests_total{route=\"/tables/{number}\",method=\"other\",status=\"405\"} 1",
            "cardroom_request_duration_microseconds_bucket{route=\"/tables/{number}\",le=\"250\"} 1",
            "cardroom_request_duration_microseconds_bucket{route=\"/tables/{number}\",le=\"500\"} 2",
            "cardroom_request_duration_microseconds_bucket{route=\"/tables/{number}\",le=\"+Inf\"} 3",
            "cardroom_request_duration_microseconds_sum{route=\"/tables/{number}\"} 99000501",
            "cardroom_refused_total{kind=\"origin\"} 1",
            "cardroom_refused_total{kind=\"pace\"} 0",
            "cardroom_commands_total{outcome=\"refused\"} 1",
            "# TYPE cardroom_rounds_total counter",
            "cardroom_rounds_total 7",
            "cardroom_sockets 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        drop(socket);
        assert_eq!(metrics.sockets(), 0);
    }
}
