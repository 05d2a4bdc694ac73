//! Commands whose answer nobody reads any more: they end quietly, with success.

use crate::common;

use common::Folder;
use std::process::{Command, Stdio};

/// Runs a command whose standard output is closed at the other end from the start.
fn unread(arguments: &[&str]) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
}

/// Runs a command that fails, with its standard error closed at the other end: the status must do.
fn unheard(arguments: &[&str]) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    let status =
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(writer).status().unwrap();
    assert_eq!(status.code(), Some(2), "{arguments:?}: {status}");
}

#[test]
fn finding_09_an_answer_that_nobody_reads_ends_quietly() {
    let folder = Folder::new("pipes");
    let store = format!("{}/casino.db", folder.path());
    let floor = |rest: &[&'static str]| -> Vec<String> {
        ["floor", "--store", &store].iter().chain(rest).map(ToString::to_string).collect()
    };
    let made = common::cardroom(&[
        "floor", "--store", &store, "demo", "--rounds", "2", "--tables", "1", "--seats", "2",
    ]);
    assert!(made.status.success());
    let mut commands: Vec<Vec<String>> = [
        &["--help"][..],
        &["--version"],
        &["hand", "Ah Kh Qh Jh Th"],
        &["equity", "AhAd", "KhKd", "--board", "2c3c4d"],
        &["rules", "list"],
        &["rules", "show", "crown-sydney-poker-minors-3.3", "7.5"],
        &["rules", "coverage", "--help"],
        &["odds", "--help"],
        &["simulate", "--help"],
        &["completions", "bash"],
        &["serve", "--help"],
    ]
    .iter()
    .map(|command| command.iter().map(ToString::to_string).collect())
    .collect();
    commands.extend([
        floor(&["status"]),
        floor(&["status", "--heads"]),
        floor(&["verify"]),
        floor(&["reconcile"]),
        floor(&["account", "list"]),
        floor(&["recall", "1"]),
    ]);
    for command in &commands {
        unread(&command.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn finding_09_a_complaint_that_nobody_hears_is_in_the_status() {
    unheard(&["hand", "not a card"]);
    unheard(&["floor", "--store", "/nonexistent/casino.db", "status"]);
    unheard(&["serve", "--store", "/nonexistent/casino.db", "--address", "127.0.0.1:0"]);
}
