//! Floods: what somebody sends to take a server down, while one player goes on playing; how long the player's commands take,
//! and what the server still holds when the flood is over.

mod kinds;
mod player;

use crate::figures::{Figure, Report, Spread, Times, grouped, ms};
use crate::host::{Folder, Running};
use crate::http::Server;
use crate::{LoadError, Progress, process};
pub use kinds::Kind;
use kinds::Sent;
use player::Player;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a server may take to let go of what a flood has left.
const CALM: Duration = Duration::from_secs(12);

/// What is asked.
#[derive(Clone, Debug)]
pub struct Floods {
    /// For how long each flood runs flood lasts.
    pub time: Duration,
    /// The size of each flood, in per cent.
    pub percent: u32,
    /// Which; all where none is named.
    pub kinds: Vec<Kind>,
    /// The program that serves.
    pub program: PathBuf,
}

/// What a server holds.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    memory: u64,
    files: u64,
    threads: u64,
}

impl Held {
    fn of(pid: u32) -> Held {
        Held {
            memory: process::memory(pid).unwrap_or(0),
            files: process::files_of(pid).unwrap_or(0),
            threads: process::threads(pid).unwrap_or(0),
        }
    }

    fn most(self, other: Held) -> Held {
        Held {
            memory: self.memory.max(other.memory),
            files: self.files.max(other.files),
            threads: self.threads.max(other.threads),
        }
    }
}

/// What one flood did.
struct Flooded {
    name: &'static str,
    sent: Sent,
    commands: Spread,
    failed: u64,
    before: Held,
    most: Held,
    after: Held,
}

/// Floods a server that is started for it as anybody would start it, with the usual limits.
///
/// # Errors
/// If it cannot be started, or nobody can play there.
pub fn floods(asked: &Floods, progress: Progress<'_>) -> Result<Report, LoadError> {
    process::allow_connections(4_000)?;
    let folder = Folder::new(None)?;
    progress("furnishing a floor", 0, 1);
    let running = Running::serve(&asked.program, &folder)?;
    let server = Server::of(&running.url)?;
    let mut player = Player::sit_down(&server)?;
    kinds::wait_for_rounds(&server, progress)?;
    let quiet = time_commands(&mut player, asked.time, &mut || {})?;
    let kinds = if asked.kinds.is_empty() { Kind::ALL.to_vec() } else { asked.kinds.clone() };
    let mut done =
        vec![Flooded { name: "none", commands: quiet.0, failed: quiet.1, ..Flooded::none(&running) }];
    for (at, kind) in kinds.iter().enumerate() {
        progress("floods", at as u64, kinds.len() as u64);
        done.push(flood(*kind, asked, &server, (&mut player, running.pid()))?);
    }
    Ok(report(asked, &done))
}

impl Flooded {
    fn none(running: &Running) -> Flooded {
        let held = Held::of(running.pid());
        let (sent, commands) = (Sent::default(), Spread::default());
        Flooded { name: "", sent, commands, failed: 0, before: held, most: held, after: held }
    }
}

fn flood(
    kind: Kind,
    asked: &Floods,
    server: &Server,
    (player, pid): (&mut Player, u32),
) -> Result<Flooded, LoadError> {
    let (stop, before) = (AtomicBool::new(false), Held::of(pid));
    let mut most = before;
    let (sent, timed) = std::thread::scope(|scope| {
        let sending = scope.spawn(|| kind.send(server, asked.percent, &stop));
        let timed = time_commands(player, asked.time, &mut || most = most.most(Held::of(pid)));
        stop.store(true, Ordering::SeqCst);
        (sending.join(), timed)
    });
    let sent = sent.map_err(|_| LoadError("whoever sent the flood broke".into()))??;
    let (commands, failed) = timed?;
    std::thread::sleep(CALM);
    Ok(Flooded { name: kind.name(), sent, commands, failed, before, most, after: Held::of(pid) })
}

/// The player plays for so long; how long commands took, and how many were not acknowledged.
fn time_commands(
    player: &mut Player,
    time: Duration,
    look: &mut dyn FnMut(),
) -> Result<(Spread, u64), LoadError> {
    let (began, mut times, mut failed) = (Instant::now(), Times::default(), 0);
    while began.elapsed() < time {
        let (took, done) = player.command()?;
        times.push(took);
        failed += u64::from(!done);
        look();
        // Slower than a session may ask.
        std::thread::sleep(Duration::from_millis(60).saturating_sub(took));
    }
    Ok((times.spread(), failed))
}

fn report(asked: &Floods, done: &[Flooded]) -> Report {
    let mb = |bytes: u64| format!("{} MB", grouped(bytes / 1_000_000));
    let mut report = Report {
        title: format!(
            "floods at {} % for {} s each, while a player gives commands",
            asked.percent,
            asked.time.as_secs()
        ),
        ..Report::default()
    };
    let head = [
        "flood",
        "asked",
        "done",
        "refused",
        "commands",
        "failed",
        "p50",
        "p99",
        "max",
        "memory",
        "memory most",
        "memory after",
        "files most",
        "files after",
        "threads most",
        "threads after",
    ];
    report.table.push(head.map(ToString::to_string).to_vec());
    for one in done {
        report.table.push(vec![
            one.name.to_string(),
            grouped(one.sent.asked),
            grouped(one.sent.done),
            grouped(one.sent.refused),
            grouped(one.commands.count),
            grouped(one.failed),
            ms(one.commands.p50_us),
            ms(one.commands.p99_us),
            ms(one.commands.max_us),
            mb(one.before.memory),
            mb(one.most.memory),
            mb(one.after.memory),
            grouped(one.most.files),
            grouped(one.after.files),
            grouped(one.most.threads),
            grouped(one.after.threads),
        ]);
    }
    let worst = |of: fn(&Flooded) -> u64| done.iter().map(of).max().unwrap_or(0);
    report.add(
        "worst_p99_us",
        "slowest p99 of commands, µs",
        Figure::Count(worst(|one| one.commands.p99_us)),
    );
    report.add(
        "failed",
        "commands that were not acknowledged",
        Figure::Count(done.iter().map(|one| one.failed).sum()),
    );
    report.add("most_memory", "most memory", Figure::Bytes(signed(worst(|one| one.most.memory))));
    report.add(
        "after_memory",
        "most memory after a flood",
        Figure::Bytes(signed(worst(|one| one.after.memory))),
    );
    report.add("after_files", "most open files after a flood", Figure::Count(worst(|one| one.after.files)));
    report.add("most_threads", "most threads", Figure::Count(worst(|one| one.most.threads)));
    report
}

fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
