//! The `cardroom` command: reads what it is asked, calls the crates, prints what they say.

mod args;
mod deal;
mod equity;
mod floor;
mod hand;
mod load;
mod odds;
mod progress;
mod replay;
mod rule;
mod rules;
mod serve;
mod simulate;
mod sorry;
mod stream;

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use sorry::Sorry;
use std::io::Write;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let answer = match Args::try_parse() {
        Ok(args) => answer(args),
        Err(error) if error.use_stderr() => Err(Sorry::usage(&error)),
        Err(help_or_version) => Ok(Answer::plain(help_or_version.render().to_string())),
    };
    match answer {
        Ok(Answer { text, complaints, complete }) => {
            let printed = print(&text);
            complaints.iter().for_each(|line| complain(line));
            if complaints.is_empty() && complete { printed } else { ExitCode::FAILURE }
        }
        Err(sorry) => {
            complain(&sorry.to_string());
            ExitCode::from(2)
        }
    }
}

/// What is printed, what is complained of besides, and whether all is as it should be.
struct Answer {
    text: String,
    complaints: Vec<String>,
    complete: bool,
}

impl Answer {
    fn plain(text: String) -> Answer {
        Answer { text, complaints: Vec::new(), complete: true }
    }
}

fn answer(args: Args) -> Result<Answer, Sorry> {
    match args.command {
        None => serve::answer(&serve::ServeArgs::default()).map(|()| Answer::plain(String::new())),
        Some(Command::Serve(serve)) => serve::answer(&serve).map(|()| Answer::plain(String::new())),
        Some(Command::Hand(hand)) => hand::answer(&hand).map(Answer::plain),
        Some(Command::Equity(equity)) => equity::answer(&equity).map(Answer::plain),
        Some(Command::Rule(rule)) => {
            let rule::Ruled { text, complaints } = rule::answer(&rule)?;
            Ok(Answer { text, complaints, complete: true })
        }
        Some(Command::Rules(rules)) => {
            let (text, complete) = rules::answer(&rules)?;
            Ok(Answer { text, complaints: Vec::new(), complete })
        }
        Some(Command::Deal(deal)) => deal::answer(&deal),
        Some(Command::Replay(replay)) => replay::answer(&replay),
        Some(Command::Odds(odds)) => odds::answer(&odds).map(Answer::plain),
        Some(Command::Simulate(simulate)) => simulate::answer(&simulate).map(Answer::plain),
        Some(Command::Floor(floor)) => floor::answer(&floor),
        Some(Command::Load(load)) => load::answer(&load).map(Answer::plain),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "cardroom", &mut script);
            Ok(Answer::plain(String::from_utf8_lossy(&script).into_owned()))
        }
    }
}

/// Prints to standard error; if that cannot be written either, the exit status must do.
fn complain(line: &str) {
    // One line whatever is in it: names of files may hold anything.
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
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
