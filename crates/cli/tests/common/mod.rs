//! The real program, run as a user would.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::process::{Command, Output};

pub(crate) fn cardroom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(arguments).output().expect("cardroom runs")
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
