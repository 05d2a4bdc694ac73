//! The real program, run as a user would.

#![allow(dead_code, reason = "each test file uses what it needs")]

pub(crate) mod server;

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) fn cardroom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(arguments).output().expect("cardroom runs")
}

/// The same with something to read from its standard input.
pub(crate) fn cardroom_with(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("cardroom runs");
    // Whoever does not want to read it has closed its end.
    let _ = child.stdin.take().expect("it reads").write_all(input.as_bytes());
    child.wait_with_output().expect("cardroom ends")
}

/// What it prints; it must succeed and complain of nothing.
pub(crate) fn said(arguments: &[&str]) -> String {
    let output = cardroom(arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    assert_eq!(complaint, "");
    String::from_utf8(output.stdout).unwrap()
}

/// What it complains of with status 2: one line, nothing on standard output.
pub(crate) fn complaint(arguments: &[&str]) -> String {
    let output = cardroom(arguments);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    assert_eq!(line.lines().count(), 1, "{line}");
    line.strip_prefix("cardroom: ").expect("it says who complains").trim_end().to_string()
}

/// What it prints and the lines it complains of, which it must, with status 1.
pub(crate) fn complaints(arguments: &[&str]) -> (String, Vec<String>) {
    let output = cardroom(arguments);
    let lines = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {lines}");
    let line = |line: &str| line.strip_prefix("cardroom: ").expect("it says who complains").to_string();
    (String::from_utf8(output.stdout).unwrap(), lines.lines().map(line).collect())
}

/// A folder of its own for a test, gone afterwards.
pub(crate) struct Folder(pub(crate) std::path::PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardroom-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> String {
        self.0.display().to_string()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
