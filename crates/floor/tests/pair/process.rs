//! A playing process as a test sees it.

use crate::house::wait_until;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use store::{CommandId as Id, Stream};

/// A command that was acknowledged: where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Acknowledged {
    pub(crate) table: Stream,
    pub(crate) id: Id,
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// What it has said so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) ready: bool,
    pub(crate) closed: bool,
    /// Nobody plays there now.
    pub(crate) paused: bool,
    pub(crate) tables: BTreeSet<Stream>,
    pub(crate) meters: usize,
    pub(crate) rounds: u64,
    pub(crate) kept: Vec<Acknowledged>,
    /// Tables where it was told that another has taken over.
    pub(crate) fenced: Vec<Stream>,
    pub(crate) stopped: Vec<String>,
}

/// Ends with the test, however that ends.
pub(crate) struct Process {
    pub(crate) child: Child,
    stdin: ChildStdin,
    said: Arc<Mutex<Said>>,
}

impl Process {
    pub(crate) fn start(url: &str, name: &str, patience_ms: u64) -> Process {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["player", url, name, &patience_ms.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let said = Arc::new(Mutex::new(Said::default()));
        let (out, heard) = (child.stdout.take().expect("its output"), Arc::clone(&said));
        std::thread::spawn(move || {
            // A line that a death cut short has no end, and was not said.
            let mut lines = BufReader::new(out);
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|_| line.ends_with('\n')) {
                hear(&mut lock(&heard), line.trim_end());
                line.clear();
            }
        });
        let stdin = child.stdin.take().expect("its input");
        let process = Process { child, stdin, said };
        wait_until("the process is ready", || process.said().ready);
        process
    }

    pub(crate) fn said(&self) -> Said {
        lock(&self.said).clone()
    }

    pub(crate) fn with_state<T>(&self, at: impl FnOnce(&Said) -> T) -> T {
        at(&lock(&self.said))
    }

    /// "pause", "play" or "stop".
    pub(crate) fn tell(&mut self, word: &str) {
        lock(&self.said).paused = false;
        let _ = writeln!(self.stdin, "{word}");
    }

    /// "STOP" or "CONT".
    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([&format!("-{signal}"), &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("dead");
    }

    /// How many rounds it has played beyond these.
    pub(crate) fn plays_beyond(&self, rounds: u64) {
        wait_until("more rounds are played", || self.with_state(|said| said.rounds > rounds));
    }

    /// Lets it end by itself.
    pub(crate) fn stop(mut self) -> Said {
        self.tell("stop");
        assert!(self.child.wait().expect("it ends").success(), "a process ended badly");
        wait_until("all is heard", || self.with_state(|said| said.closed));
        self.said()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lock(said: &Mutex<Said>) -> MutexGuard<'_, Said> {
    said.lock().unwrap_or_else(|broken| broken.into_inner())
}

fn hear(said: &mut Said, line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let stream = |name: &str| Stream::new(name).expect("a stream");
    match words[..] {
        ["ready"] => said.ready = true,
        ["closed"] => said.closed = true,
        ["paused"] => said.paused = true,
        ["here", meters, rounds, ref tables @ ..] => {
            said.meters = meters.parse().expect("a number");
            said.rounds = rounds.parse().expect("a number");
            said.tables = tables.iter().map(|name| stream(name)).collect();
        }
        ["kept", table, id, first, last] => {
            let id = u128::from_str_radix(id, 16).expect("an id").to_be_bytes();
            let (first, last) = (first.parse().expect("a number"), last.parse().expect("a number"));
            said.kept.push(Acknowledged { table: stream(table), id: Id(id), first, last });
        }
        ["fenced", table] => said.fenced.push(stream(table)),
        _ => said.stopped.push(line.to_string()),
    }
}
