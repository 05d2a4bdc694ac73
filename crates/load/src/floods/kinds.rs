//! Each kind of flood: what is sent, and how much of it.

use crate::http::{Line, Server};
use crate::sorry::wrong;
use crate::viewers::source;
use crate::{LoadError, Progress};
use serde_json::json;
use server::demo;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;

/// A kind of flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 480 past rounds asked for at once, by nobody in particular, again and again.
    Rounds,
    /// 600 exports of the whole log by one inspector, 20 a second, read slowly.
    Exports,
    /// 1,920 who watch the lobby and read nothing.
    Watchers,
    /// Disputes of 2 kB, as fast as one player may raise them.
    Disputes,
    /// Log-ins under names that nobody has, 64 at once.
    LogIns,
}

/// What was sent, and how it was answered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sent {
    pub(super) asked: u64,
    pub(super) done: u64,
    pub(super) refused: u64,
}

impl Sent {
    fn heard(&mut self, status: u16) {
        self.asked += 1;
        match status {
            100..=399 => self.done += 1,
            _ => self.refused += 1,
        }
    }
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [Kind::Rounds, Kind::Exports, Kind::Watchers, Kind::Disputes, Kind::LogIns];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Rounds => "rounds",
            Kind::Exports => "exports",
            Kind::Watchers => "watchers",
            Kind::Disputes => "disputes",
            Kind::LogIns => "log-ins",
        }
    }

    /// By its name.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Sends it until it is told to stop.
    pub(super) fn send(self, server: &Server, percent: u32, stop: &AtomicBool) -> Result<Sent, LoadError> {
        let many =
            |whole: u32| usize::try_from(u64::from(whole) * u64::from(percent) / 100).unwrap_or(1).max(1);
        let crowd = Crowd { server, runtime: runtime()?, stop };
        match self {
            Kind::Rounds => crowd.rounds(many(480)),
            Kind::Exports => crowd.exports(many(600)),
            Kind::Watchers => crowd.watchers(many(1_920)),
            Kind::Disputes => crowd.disputes(),
            Kind::LogIns => crowd.log_ins(many(64)),
        }
    }
}

/// How long the first rounds may take, while games are still being solved.
const FIRST_ROUNDS: Duration = Duration::from_secs(120);

/// Tables with the last of their rounds that is over.
fn played(server: &Server) -> Result<Vec<(u64, u64)>, LoadError> {
    let tables = Line::open(server)?.get("/api/tables")?.json().unwrap_or_default();
    let played = |table: &serde_json::Value| {
        let rounds = table["round"].as_u64().filter(|rounds| *rounds > 1)?;
        Some((table["table"].as_u64()?, rounds - 1))
    };
    Ok(tables["tables"].as_array().into_iter().flatten().filter_map(played).collect())
}

/// Waits until there are rounds to ask for, and whatever is made once is made.
pub(super) fn wait_for_rounds(server: &Server, progress: Progress<'_>) -> Result<(), LoadError> {
    let began = Instant::now();
    while played(server)?.iter().map(|(_, rounds)| rounds).sum::<u64>() < 10 {
        if began.elapsed() > FIRST_ROUNDS {
            return Err(LoadError("hardly a round was played in two minutes; is the machine busy?".into()));
        }
        progress("first rounds, in seconds", began.elapsed().as_secs(), FIRST_ROUNDS.as_secs());
        std::thread::sleep(Duration::from_millis(500));
    }
    Ok(())
}

fn runtime() -> Result<Runtime, LoadError> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(wrong)
}

/// Those who send it, from as many addresses as they need.
struct Crowd<'a> {
    server: &'a Server,
    runtime: Runtime,
    stop: &'a AtomicBool,
}

impl Crowd<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Connects as the one of that number.
    fn connect(&self, number: usize) -> std::io::Result<TcpStream> {
        let stream = self.runtime.block_on(async {
            let socket = TcpSocket::new_v4()?;
            // A small window, so that little waits between a slow reader and the server.
            socket.set_recv_buffer_size(16 * 1024)?;
            socket.bind((source(number), 0).into())?;
            socket.connect(self.server.address).await?.into_std()
        })?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(Duration::from_secs(40)))?;
        Ok(stream)
    }

    fn request(&self, method: &str, path: &str, head: &str, body: &str) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n{head}\r\n{body}",
            self.server.host,
            body.len()
        )
    }

    /// All ask at once, then all hear; again and again.
    fn waves(&self, many: usize, request: impl Fn(usize, u64) -> String) -> Result<Sent, LoadError> {
        let (mut sent, mut wave) = (Sent::default(), 0);
        while !self.is_over() {
            let mut asked = Vec::new();
            for number in 0..many {
                if let Ok(mut stream) = self.connect(number) {
                    // Whoever is refused early may find the line closed.
                    let _ = stream.write_all(request(number, wave).as_bytes());
                    asked.push(stream);
                }
            }
            for mut stream in asked {
                sent.heard(status(&mut stream));
            }
            wave += 1;
        }
        Ok(sent)
    }

    fn rounds(&self, many: usize) -> Result<Sent, LoadError> {
        let tables = played(self.server)?;
        self.waves(many, |number, wave| {
            let at = number as u64 + wave * many as u64;
            let (table, rounds) = tables[number % tables.len()];
            let round = at / tables.len() as u64 % rounds + 1;
            self.request("GET", &format!("/api/tables/{table}/rounds/{round}"), "Connection: close\r\n", "")
        })
    }

    fn log_ins(&self, many: usize) -> Result<Sent, LoadError> {
        self.waves(many, |number, wave| {
            let body =
                json!({ "name": format!("nobody{number}x{wave}"), "secret": "not a password" }).to_string();
            let head = "Content-Type: application/json\r\nConnection: close\r\n";
            self.request("POST", "/api/log-in", head, &body)
        })
    }

    fn exports(&self, many: usize) -> Result<Sent, LoadError> {
        let mut line = Line::open(self.server)?;
        line.log_in("inspector", demo::SECRET)?;
        let head = format!("Authorization: Bearer {}\r\n", line.token().unwrap_or_default());
        let request = self.request("GET", "/inspector/export", &head, "");
        let (mut sent, mut reading): (Sent, Vec<TcpStream>) = Default::default();
        let (mut asked, mut read) = (Instant::now(), Instant::now());
        while !self.is_over() {
            if reading.len() < many && asked.elapsed() >= Duration::from_millis(50) {
                asked = Instant::now();
                if let Ok(mut stream) = self.connect(reading.len()) {
                    let _ = stream.write_all(request.as_bytes());
                    let status = status(&mut stream);
                    sent.heard(status);
                    if status == 200 {
                        reading.push(stream);
                    }
                }
            }
            // A little of each, every second.
            if read.elapsed() >= Duration::from_secs(1) {
                read = Instant::now();
                for stream in &mut reading {
                    let _ = stream.set_nonblocking(true);
                    let _ = stream.read(&mut [0; 256]);
                }
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(sent)
    }

    fn watchers(&self, many: usize) -> Result<Sent, LoadError> {
        let host = &self.server.host;
        let head = format!(
            "Origin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: Y2FyZHJvb20gbG9hZCAgIA==\r\n"
        );
        let request = self.request("GET", "/lobby/live", &head, "");
        let (mut sent, mut held) = (Sent::default(), Vec::new());
        while !self.is_over() {
            if held.len() >= many {
                std::thread::sleep(Duration::from_millis(50));
                continue;
            }
            if let Ok(mut stream) = self.connect(held.len()) {
                let _ = stream.write_all(request.as_bytes());
                sent.heard(status(&mut stream));
                held.push(stream);
            }
        }
        Ok(sent)
    }

    fn disputes(&self) -> Result<Sent, LoadError> {
        let mut line = Line::open(self.server)?;
        line.log_in("alex", demo::SECRET)?;
        let tables = line.get("/api/tables")?.json().unwrap_or_default();
        let table = tables["tables"].as_array().and_then(|all| all.first()).cloned().unwrap_or_default();
        let path = format!("/api/houses/{}/commands", table["book"].as_str().unwrap_or_default());
        let (what, mut sent) = ("x".repeat(2_000), Sent::default());
        while !self.is_over() {
            let id = format!("{:032x}", (u128::from(std::process::id()) << 72) | u128::from(sent.asked));
            let command = json!({ "do": "raise-dispute", "table": table["table"], "round": 1, "what": what });
            let body = json!({ "id": id, "command": command }).to_string();
            sent.heard(line.ask("POST", &path, &body)?.status);
        }
        Ok(sent)
    }
}

/// The status of an answer, whose rest is not read; 0 where there is none.
fn status(stream: &mut TcpStream) -> u16 {
    let mut first = [0; 12];
    match stream.read_exact(&mut first) {
        Ok(()) => String::from_utf8_lossy(&first[9..]).parse().unwrap_or(0),
        Err(_) => 0,
    }
}
