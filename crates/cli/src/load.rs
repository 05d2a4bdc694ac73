//! `cardroom load`: load on a floor and its server, and what it costs.

use crate::progress::Bar;
use crate::sorry::Sorry;
use load::figures::Report;
use load::floods::{Floods, Kind};
use load::host::Host;
use load::pages::Pages;
use load::tables::Tables;
use load::viewers::Viewers;
use load::{LoadError, Progress};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  cardroom load viewers --clients 10000
        10,000 clients watch a meter on a server started for the test: time from event to all, bytes per client
  cardroom load tables --tables 500 --every 30 --seconds 120
        500 tables with a round every 30 seconds: how long a settlement takes
  cardroom load tables --tables 500 --every 0
        the most rounds per second that the floor sustains
  cardroom load pages --url http://127.0.0.1:8080
        every reachable page: time to the first byte and to the last, bytes
  cardroom load floods
        attacks meant to take the server down: how long a player's commands take meanwhile

Clients come from many loopback addresses, as many from each as one address may have. Floors are stored in SQLite on disk with
durable writes, as a casino's are, and removed at the end. Run nothing else meanwhile.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LoadArgs {
    #[command(subcommand)]
    command: LoadCommand,

    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand, Debug)]
enum LoadCommand {
    /// Many watch one page while it changes
    Viewers {
        /// How many watch
        #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=200_000))]
        clients: u32,
        /// A running server; by default one is started as a separate process
        #[arg(long, value_name = "URL")]
        url: Option<String>,
        /// The process id of that server, to measure its memory and processor time
        #[arg(long, value_name = "NUMBER", requires = "url")]
        pid: Option<u32>,
        /// The live page to watch; the first meter's display by default
        #[arg(long, value_name = "PATH")]
        page: Option<String>,
        /// For how long
        #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        seconds: u64,
        /// About how many rounds per minute change that meter
        #[arg(long, value_name = "NUMBER", default_value_t = 120, conflicts_with = "url", value_parser = clap::value_parser!(u32).range(1..=60_000))]
        changes: u32,
    },
    /// Many tables play by themselves
    Tables {
        /// The minimum number of tables; every game gets equally many
        #[arg(long, value_name = "NUMBER", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        tables: u32,
        /// Automatic players at each table
        #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=6))]
        bots: u32,
        /// Seconds from the start of one round to the next; 0: as fast as possible
        #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(0..=3_600))]
        every: u64,
        /// For how long, once all tables have started
        #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        seconds: u64,
        /// At how many of 128 decisions the patron has vanished; clocks are then one second, and no table may stall for longer
        #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=128))]
        vanish: u8,
        /// Where to put the store meanwhile; by default the folder for temporary files
        #[arg(long, value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    /// Every page, many times
    Pages {
        /// A running server; by default one is started
        #[arg(long, value_name = "URL")]
        url: Option<String>,
        /// How often each page is requested
        #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        times: u32,
    },
    /// Floods of requests while one player keeps playing, on a demo with the default limits
    Floods {
        /// For how long each flood runs
        #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        seconds: u64,
        /// The size of each flood, in per cent
        #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000))]
        percent: u32,
        /// Which floods: rounds, exports, watchers, disputes, log-ins; all by default
        #[arg(long, value_name = "NAME", value_parser = kind)]
        only: Vec<Kind>,
        /// Another build of the program to flood, to compare; this one by default
        #[arg(long, value_name = "FILE")]
        program: Option<PathBuf>,
    },
    /// The server that the others start: serves until standard input ends
    #[command(hide = true)]
    Host {
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=6))]
        bots: u32,
        #[arg(long, default_value_t = 120)]
        changes: u32,
        #[arg(long, default_value_t = 20_000)]
        connections: usize,
        #[arg(long)]
        folder: Option<PathBuf>,
    },
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::parse(name).ok_or_else(|| "choose from rounds, exports, watchers, disputes, log-ins".to_string())
}

/// Runs it, and says what was measured.
pub(crate) fn answer(args: &LoadArgs) -> Result<String, Sorry> {
    let steps = Steps::default();
    let report = measured(&args.command, &|what, done, total| steps.show(what, done, total));
    steps.clear();
    let report = report.map_err(|error| Sorry::Usage(error.to_string()))?;
    Ok(report.map_or_else(String::new, |report| if args.json { report.json() } else { report.text() }))
}

fn measured(command: &LoadCommand, progress: Progress<'_>) -> Result<Option<Report>, LoadError> {
    let program = || {
        std::env::current_exe()
            .map_err(|error| LoadError(format!("the program file cannot be found: {error}")))
    };
    match command {
        LoadCommand::Viewers { clients, url, pid, page, seconds, changes } => {
            if page.as_ref().is_some_and(|page| !page.starts_with('/') || page.contains(char::is_whitespace))
            {
                return Err(LoadError(
                    "--page: the path must begin with '/', such as /displays/meters/BOOK/1/live".to_string(),
                ));
            }
            let asked = Viewers {
                clients: *clients as usize,
                time: Duration::from_secs(*seconds),
                url: url.clone(),
                pid: *pid,
                page: page.clone(),
                changes: *changes,
                program: program()?,
            };
            load::viewers::viewers(&asked, progress).map(Some)
        }
        LoadCommand::Tables { tables, bots, every, seconds, vanish, folder } => {
            let (every, time) = (Duration::from_secs(*every), Duration::from_secs(*seconds));
            let (tables, bots, vanish) = (*tables, *bots, *vanish);
            let asked = Tables { tables, bots, every, time, vanish, folder: folder.clone() };
            load::tables::tables(&asked, progress).map(Some)
        }
        LoadCommand::Pages { url, times } => {
            let asked = Pages { url: url.clone(), times: *times, program: program()? };
            load::pages::pages(&asked, progress).map(Some)
        }
        LoadCommand::Floods { seconds, percent, only, program: other } => {
            let (time, percent, kinds) = (Duration::from_secs(*seconds), *percent, only.clone());
            let program = other.clone().map_or_else(program, Ok)?;
            load::floods::floods(&Floods { time, percent, kinds, program }, progress).map(Some)
        }
        LoadCommand::Host { bots, changes, connections, folder } => {
            let asked =
                Host { bots: *bots, changes: *changes, connections: *connections, folder: folder.clone() };
            load::host::host(&asked).map(|()| None)
        }
    }
}

/// A bar for each step.
#[derive(Default)]
struct Steps(Mutex<Option<(String, Bar)>>);

impl Steps {
    fn show(&self, what: &str, done: u64, total: u64) {
        let mut step = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if step.as_ref().is_none_or(|(known, _)| known != what) {
            if let Some((_, bar)) = step.as_ref() {
                bar.clear();
            }
            *step = Some((what.to_string(), Bar::labelled(total, what.to_string())));
        }
        if let Some((_, bar)) = step.as_ref() {
            bar.show_of(done, total);
        }
    }

    fn clear(&self) {
        if let Some((_, bar)) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            bar.clear();
        }
    }
}
