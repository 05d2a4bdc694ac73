//! A server that a test may treat badly.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Started for one test and removed after it.
pub(crate) struct Server {
    directory: String,
    pub(crate) url: String,
}

fn script(args: &[&str]) -> Output {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres");
    Command::new(script).args(args).output().expect("scripts/postgres runs")
}

impl Server {
    pub(crate) fn start() -> Server {
        let output = script(&["start"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let (directory, url) = said.trim().split_once(' ').expect("a directory and an address");
        Server { directory: directory.into(), url: url.into() }
    }

    /// From now on that role needs its password; all others are trusted as before.
    pub(crate) fn ask_for_password(&self, role: &str) {
        let path = PathBuf::from(&self.directory).join("data/pg_hba.conf");
        let rules = std::fs::read_to_string(&path).expect("the rules of the server");
        std::fs::write(&path, format!("host all {role} 127.0.0.1/32 scram-sha-256\n{rules}"))
            .expect("written");
        self.restart();
    }

    /// As a power cut would, and up again.
    pub(crate) fn restart(&self) {
        let output = script(&["restart", &self.directory]);
        assert!(output.status.success(), "{output:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        script(&["stop", &self.directory]);
    }
}
