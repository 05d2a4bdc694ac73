//! Many who watch one page: how long a change takes from being kept to each of them, and what each costs the server.

use crate::figures::{Figure, Report, Times, grouped};
use crate::frames::{Reader, Said, kept_ms, pong};
use crate::host::{Host, Running};
use crate::http::{Line, Server};
use crate::sorry::wrong;
use crate::{LoadError, Progress, process};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;

/// Fewer than a server takes from one address.
const FROM_ONE_ADDRESS: usize = 60;
/// So many come in at once.
const AT_ONCE: usize = 64;
/// After the end, frames that are still on their way are waited for.
const LATE: Duration = Duration::from_secs(2);

/// What is asked.
#[derive(Clone, Debug)]
pub struct Viewers {
    /// How many watch.
    pub clients: usize,
    /// For how long.
    pub time: Duration,
    /// A server that runs already; otherwise one is started.
    pub url: Option<String>,
    /// Its process, where that is to be measured.
    pub pid: Option<u32>,
    /// The socket of a page; the first meter's where none is named.
    pub page: Option<String>,
    /// Changes a minute, on a server that is started.
    pub changes: u32,
    pub program: PathBuf,
}

/// A change as it was seen.
struct Change {
    /// Since when it is counted, in microseconds since 1970: when it was kept, or when somebody first saw it.
    since_us: u64,
    seen: usize,
    slowest_us: u64,
}

/// What all clients have seen together.
#[derive(Default)]
struct Seen {
    open: usize,
    ended: usize,
    complaint: Option<String>,
    /// Changes from here to there count, in microseconds since 1970.
    counts: Option<(u64, u64)>,
    times: Times,
    changes: HashMap<u64, Change>,
    frames: u64,
    bytes: u64,
    stamped: bool,
}

impl Seen {
    fn frame(&mut self, text: &[u8]) {
        let now = now_us();
        let Some((from, to)) = self.counts else { return };
        let kept = kept_ms(text).and_then(|ms| u64::try_from(ms).ok()).map(|ms| ms * 1000);
        self.stamped |= kept.is_some();
        let since = kept.unwrap_or(now);
        // What a watcher is shown first is as it was before, and no change.
        if text.is_empty() || since < from || since >= to {
            return;
        }
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let first = Change { since_us: since, seen: 0, slowest_us: 0 };
        let change = self.changes.entry(hasher.finish()).or_insert(first);
        let took = now.saturating_sub(change.since_us);
        change.seen += 1;
        change.slowest_us = change.slowest_us.max(took);
        self.times.push_us(took);
        self.frames += 1;
        self.bytes += text.len() as u64;
    }

    fn end(&mut self, was_open: bool, why: String) {
        self.open -= usize::from(was_open);
        self.ended += 1;
        self.complaint.get_or_insert(why);
    }
}

type Shared = Arc<Mutex<Seen>>;

fn lock(seen: &Shared) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn now_us() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}

/// Has many watch, and measures.
///
/// # Errors
/// If they cannot.
pub fn viewers(asked: &Viewers, progress: Progress<'_>) -> Result<Report, LoadError> {
    process::allow_connections(asked.clients)?;
    let running = match &asked.url {
        Some(_) => None,
        None => {
            let connections = asked.clients + 1000;
            let host = Host { bots: 3, changes: asked.changes, connections, folder: None };
            Some(Running::start(&asked.program, &host, progress)?)
        }
    };
    let url =
        running.as_ref().map_or_else(|| asked.url.clone().unwrap_or_default(), |running| running.url.clone());
    let server = Server::of(&url)?;
    let page = match &asked.page {
        Some(page) => page.clone(),
        None => first_meter(&server)?,
    };
    let pid = running.as_ref().map(Running::pid).or(asked.pid);
    // One thread: the server needs the others.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(wrong)?;
    let measured = runtime.block_on(watch(asked, (&server, &page), pid, progress));
    // Sockets are closed before the server is told to stop.
    runtime.shutdown_background();
    measured
}

fn first_meter(server: &Server) -> Result<String, LoadError> {
    let none = || LoadError(format!("http://{} shows no meter; name a page with --page", server.host));
    let meters = Line::open(server)?.get("/api/meters")?.json().ok_or_else(none)?;
    let first = meters.as_array().and_then(|all| all.iter().find(|meter| meter["closed"] != true));
    let first = first.ok_or_else(none)?;
    let (book, meter) = first["book"].as_str().zip(first["meter"].as_u64()).ok_or_else(none)?;
    Ok(format!("/displays/meters/{book}/{meter}/live"))
}

async fn watch(
    asked: &Viewers,
    (server, page): (&Server, &str),
    pid: Option<u32>,
    progress: Progress<'_>,
) -> Result<Report, LoadError> {
    let memory = || pid.and_then(process::memory);
    let before = memory();
    let seen = Shared::default();
    open_all(asked.clients, (server, page), &seen, progress).await?;
    let clients = lock(&seen).open;
    let opened = memory();
    let own = std::process::id();
    let processor = || (pid.and_then(process::processor), process::processor(own));
    let cpu_before = processor();
    let from = now_us();
    let to = from.saturating_add(u64::try_from(asked.time.as_micros()).unwrap_or(u64::MAX));
    lock(&seen).counts = Some((from, to));
    let seconds = asked.time.as_secs();
    for second in 0..seconds {
        progress("watching, in seconds", second, seconds);
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    tokio::time::sleep(asked.time.saturating_sub(Duration::from_secs(seconds)) + LATE).await;
    let cpu_after = processor();
    let after = memory();
    let mut seen = lock(&seen);
    // Nothing counts from now on, though sockets are still open.
    seen.counts = None;
    let mut report = Report {
        title: format!("{} watch {page} for {seconds} s", grouped(clients as u64)),
        ..Report::default()
    };
    seen.report(clients, asked.time, &mut report);
    let each = |bytes: u64| {
        let grown = i64::try_from(bytes).unwrap_or(0) - i64::try_from(before.unwrap_or(0)).unwrap_or(0);
        Figure::Bytes(grown / i64::try_from(clients.max(1)).unwrap_or(1))
    };
    if let Some((before, opened, after)) = before.zip(opened).zip(after).map(|((a, b), c)| (a, b, c)) {
        report.add(
            "memory_before",
            "server's memory before",
            Figure::Bytes(i64::try_from(before).unwrap_or(0)),
        );
        report.add("memory_after", "server's memory after", Figure::Bytes(i64::try_from(after).unwrap_or(0)));
        report.add("memory_each_opened", "a client takes, once open", each(opened));
        report.add("memory_each", "a client takes, after the changes", each(after));
    }
    let took = |before: Option<Duration>, after: Option<Duration>| {
        before.zip(after).map(|(before, after)| Figure::Cpu(after.saturating_sub(before)))
    };
    if let Some(cpu) = took(cpu_before.0, cpu_after.0) {
        report.add("cpu_server_ms", "server's processor time", cpu);
    }
    if let Some(cpu) = took(cpu_before.1, cpu_after.1) {
        report.add("cpu_clients_ms", "clients' processor time", cpu);
    }
    Ok(report)
}

impl Seen {
    fn report(&mut self, clients: usize, time: Duration, report: &mut Report) {
        let mut slowest = Times::default();
        self.changes.values().for_each(|change| slowest.push_us(change.slowest_us));
        let missed: u64 =
            self.changes.values().map(|change| clients.saturating_sub(change.seen) as u64).sum();
        let times = std::mem::take(&mut self.times).spread();
        let (each, all) = if self.stamped {
            ("from kept to a client", "from kept to all clients")
        } else {
            // Pages that do not say when a change was kept: from the first client who saw it.
            ("from the first client to another", "from the first client to all")
        };
        report.add("changes", "changes", Figure::Count(self.changes.len() as u64));
        report.add("changes_rate", "changes a second", Figure::Rate(self.changes.len() as u64, time));
        report.add("to_client", each, Figure::Spread(times));
        report.add("to_all", all, Figure::Spread(slowest.spread()));
        report.add("frames", "frames received", Figure::Count(self.frames));
        report.add("frames_skipped", "frames left out for a newer one", Figure::Count(missed));
        report.add("lines_lost", "connections lost", Figure::Count(self.ended as u64));
        let each = self.bytes.checked_div(self.frames).unwrap_or(0);
        report.add("frame_bytes", "bytes of a frame", Figure::Count(each));
        if let Some(why) = &self.complaint {
            report.add("complaint", "the first loss", Figure::Words(why.clone()));
        }
    }
}

async fn open_all(
    clients: usize,
    (server, page): (&Server, &str),
    seen: &Shared,
    progress: Progress<'_>,
) -> Result<(), LoadError> {
    let doors = Arc::new(Semaphore::new(AT_ONCE));
    let request: Arc<str> = format!(
        "GET {page} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y2FyZHJvb20gbG9hZCAgIA==\r\n\r\n",
        server.host
    )
    .into();
    for number in 0..clients {
        let Ok(door) = Arc::clone(&doors).acquire_owned().await else { break };
        let (address, request, seen) = (server.address, Arc::clone(&request), Arc::clone(seen));
        tokio::spawn(async move {
            let opened = come_in(number, address, &request).await;
            drop(door);
            match opened {
                Ok((stream, reader)) => {
                    lock(&seen).open += 1;
                    let why = stay(&stream, reader, &seen).await;
                    lock(&seen).end(true, why);
                }
                Err(why) => lock(&seen).end(false, why),
            }
        });
        if number.is_multiple_of(64) {
            progress("clients come in", number as u64, clients as u64);
        }
    }
    // All doors free: everybody is in, or was refused.
    drop(doors.acquire_many(u32::try_from(AT_ONCE).unwrap_or(1)).await);
    let seen = lock(seen);
    match &seen.complaint {
        Some(why) if seen.open < clients => Err(LoadError(format!(
            "{} of {} clients could not watch {page}: {why}",
            grouped((clients - seen.open) as u64),
            grouped(clients as u64)
        ))),
        _ => Ok(()),
    }
}

/// Where a client comes from: a loopback address for every few, so that none holds more than a server allows.
pub(crate) fn source(number: usize) -> Ipv4Addr {
    let place = number / FROM_ONE_ADDRESS;
    let byte = |value: usize| u8::try_from(value % 256).unwrap_or(0);
    Ipv4Addr::new(127, byte(place / 249 / 256), byte(place / 249), byte(2 + place % 249))
}

/// Becomes a watcher; what came behind the answer's head are the first bytes of frames.
async fn come_in(number: usize, address: SocketAddr, request: &str) -> Result<(TcpStream, Reader), String> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
    let socket = socket.map_err(|error| error.to_string())?;
    if address.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST) {
        let from = SocketAddr::from((source(number), 0));
        socket.bind(from).map_err(|error| format!("{}: {error}", from.ip()))?;
    }
    let stream = socket.connect(address).await.map_err(|error| error.to_string())?;
    let (mut sent, mut head) = (0, Vec::new());
    while sent < request.len() {
        stream.writable().await.map_err(|error| error.to_string())?;
        match stream.try_write(&request.as_bytes()[sent..]) {
            Ok(more) => sent += more,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    loop {
        let more = read(&stream, |bytes| head.extend_from_slice(bytes)).await?;
        let end = head.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            if !head.starts_with(b"HTTP/1.1 101") {
                let line = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
                return Err(String::from_utf8_lossy(line).into_owned());
            }
            let mut reader = Reader::default();
            reader.take(&head[end + 4..]);
            return Ok((stream, reader));
        }
        if more == 0 || head.len() > 16 * 1024 {
            return Err("the server closed without an answer".to_string());
        }
    }
}

/// Watches until it is over, and says why.
async fn stay(stream: &TcpStream, mut reader: Reader, seen: &Shared) -> String {
    loop {
        loop {
            match reader.frame() {
                Ok(None) => break,
                Ok(Some(Said::Text(text))) => lock(seen).frame(&text),
                // A few bytes always fit; where they do not, the server asks again.
                Ok(Some(Said::Ping(asked))) => drop(stream.try_write(&pong(&asked))),
                Ok(Some(Said::Other)) => {}
                Ok(Some(Said::Close(code))) => {
                    return code.map_or_else(|| "closed".to_string(), |code| format!("closed with {code}"));
                }
                Err(broken) => return broken.0.to_string(),
            }
        }
        match read(stream, |bytes| reader.take(bytes)).await {
            Ok(0) => return "closed without a word".to_string(),
            Ok(_) => {}
            Err(why) => return why,
        }
    }
}

/// Reads once. The buffer lives no longer than that, so that a client that waits holds none.
async fn read(stream: &TcpStream, mut take: impl FnMut(&[u8])) -> Result<usize, String> {
    loop {
        stream.readable().await.map_err(|error| error.to_string())?;
        let mut buffer = [0; 8 * 1024];
        match stream.try_read(&mut buffer) {
            Ok(size) => {
                take(&buffer[..size]);
                return Ok(size);
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Spread;

    #[test]
    fn no_address_holds_too_many() {
        let mut held: HashMap<Ipv4Addr, usize> = HashMap::new();
        (0..40_000).for_each(|number| *held.entry(source(number)).or_default() += 1);
        assert!(held.values().all(|count| *count <= FROM_ONE_ADDRESS));
        assert!(
            held.keys().all(|address| address.is_loopback() && !matches!(address.octets()[3], 0 | 1 | 255))
        );
        assert_eq!((source(0), source(60)), (Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3)));
    }

    #[test]
    fn changes_are_counted_from_when_they_were_kept() {
        let now_ms = now_us() / 1000;
        let text = |ms: u64| format!("<div data-kept-ms=\"{ms}\">").into_bytes();
        let mut seen = Seen { counts: Some((now_ms * 1000, u64::MAX)), ..Seen::default() };
        for _ in 0..3 {
            seen.frame(&text(now_ms));
        }
        seen.frame(&text(now_ms + 1));
        seen.frame(b"");
        seen.frame(&text(now_ms - 5_000));
        let mut report = Report::default();
        seen.report(3, Duration::from_secs(1), &mut report);
        assert_eq!(report.get("changes"), Some(&Figure::Count(2)));
        assert_eq!(report.get("frames"), Some(&Figure::Count(4)), "old ones and empty ones are none");
        assert_eq!(
            report.get("frames_skipped"),
            Some(&Figure::Count(2)),
            "two clients saw one change of two"
        );
        let Some(Figure::Spread(Spread { count, .. })) = report.get("to_all") else { panic!("{report:?}") };
        assert_eq!(*count, 2);
    }
}
