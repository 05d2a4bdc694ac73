//! What a process takes: memory, processor time, how many files it may open. As Linux tells it.

use crate::LoadError;
use crate::figures::grouped;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Ticks of a second in `/proc`, on every Linux.
const TICKS: u64 = 100;
/// Files that a process needs beside its connections.
const OTHER_FILES: u64 = 200;

/// Bytes of memory that a process holds; nothing where that cannot be known.
pub fn memory(pid: u32) -> Option<u64> {
    resident(&std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?)
}

fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kb: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kb * 1024)
}

/// How many files and connections a process has open.
pub fn files_of(pid: u32) -> Option<u64> {
    Some(std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?.count() as u64)
}

/// How many threads a process has.
pub fn threads(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("Threads:"))?.trim().parse().ok()
}

/// Processor time that a process has taken.
pub fn processor(pid: u32) -> Option<Duration> {
    taken(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

fn taken(stat: &str) -> Option<Duration> {
    // The name stands in brackets and may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 1000 / TICKS))
}

/// The most files that this process may open, and how far it may raise that.
fn files() -> Option<(u64, u64)> {
    may_open(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

fn may_open(limits: &str) -> Option<(u64, u64)> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    let mut fields = line.split_whitespace();
    let mut next = || {
        fields.next().and_then(|field| if field == "unlimited" { Some(u64::MAX) } else { field.parse().ok() })
    };
    Some((next()?, next()?))
}

/// Makes sure that this process, and those that it starts, may open so many connections.
///
/// # Errors
/// If they may not.
pub fn allow_connections(wanted: usize) -> Result<(), LoadError> {
    let needed = wanted as u64 + OTHER_FILES;
    // Where limits cannot be read, trying shows.
    let Some((now, most)) = files() else { return Ok(()) };
    if now < needed && most >= needed {
        // The standard library cannot raise a limit; a program that comes with every Linux can.
        let own = std::process::id().to_string();
        let mut raise = Command::new("prlimit");
        raise.args(["--pid", &own, &format!("--nofile={most}:{most}")]);
        let _ = raise.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
    match files() {
        Some((now, _)) if now < needed => Err(LoadError(format!(
            "{} connections need {} open files, and no more than {} are allowed here; allow more first \
             ('ulimit -n {needed}', as the system's administrator where that is refused), or take fewer clients",
            grouped(wanted as u64),
            grouped(needed),
            grouped(now),
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t   1234 kB\nThreads:\t1\n"), Some(1_263_616));
        assert_eq!(resident("Name:\tx\n"), None);
        let stat = "1 (a ) b) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20";
        assert_eq!(taken(stat), Some(Duration::from_secs(3)));
        let limits = "Limit  Soft  Hard  Units\nMax open files            1024                 unlimited            files\n";
        assert_eq!(may_open(limits), Some((1024, u64::MAX)));
        let own = std::process::id();
        assert!(memory(own).is_some_and(|bytes| bytes > 100_000) && processor(own).is_some());
    }

    #[test]
    fn too_many_connections_are_refused_in_a_line() {
        let refused = allow_connections(usize::MAX / 4).unwrap_err().to_string();
        assert!(refused.contains("ulimit -n") && refused.lines().count() == 1, "{refused}");
        allow_connections(10).unwrap();
    }
}
