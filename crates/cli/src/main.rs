//! The `cardroom` command: reads what it is asked, calls the crates, prints what they say.

mod args;
mod hand;
mod sorry;
mod welcome;

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use sorry::Sorry;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let answer = match Args::try_parse() {
        Ok(args) => answer(args),
        Err(error) if error.use_stderr() => Err(Sorry::usage(&error)),
        Err(help_or_version) => Ok(help_or_version.render().to_string()),
    };
    match answer {
        Ok(text) => print(&text),
        Err(sorry) => {
            complain(&sorry.to_string());
            ExitCode::from(2)
        }
    }
}

fn answer(args: Args) -> Result<String, Sorry> {
    match args.command {
        None => Ok(welcome::text()),
        Some(Command::Hand(hand)) => hand::answer(&hand),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "cardroom", &mut script);
            Ok(String::from_utf8_lossy(&script).into_owned())
        }
    }
}

/// Prints to standard error; if that cannot be written either, the exit status must do.
fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "cardroom: {line}");
}

/// Prints to standard output. A reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(&format!("cannot write the answer: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
