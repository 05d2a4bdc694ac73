//! Long tests of the floor: killed by the thousand, and compared with a model by the hundred million orders.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::PostgresStore;
use testkit::dice::Dice;
use testkit::model::{Done, Duel, FLOORS};
use testkit::torture::place;
use testkit::torture::{Death, Victim, child, furnish, points, random_death, script::Line};

const HELP: &str = "\
testkit torture [--kills N] [--orders N] [--seed S] [--store FILE|postgres://...] [--nightly]

Kills a floor that plays N times (1,000), at random moments and at every named point of writing, and examines what it
left each time; then gives N random orders (1,000,000) to floors and to a simple model of one. A failure names the seed
that repeats it. --nightly is 10,000 kills and 100,000,000 orders. A store that is named is made and kept; without one
every floor is a file of its own in the folder for temporary files.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["torture-child", at, seed] => live(at, seed),
        ["torture", options @ ..] => Plan::parse(options).and_then(|plan| plan.run()),
        _ => Err(HELP.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The life of a floor that will be killed.
fn live(at: &str, seed: &str) -> Result<(), String> {
    let lines = std::io::stdin().lines().map_while(Result::ok);
    let again = lines.filter_map(|line| match Line::parse(&format!("{line}\n")) {
        Some(Line::Given(given)) => Some(given),
        _ => None,
    });
    let again = again.collect();
    child::live(at, seed.parse().map_err(|_| "the seed is a number")?, again)
}

/// What is to be done.
struct Plan {
    kills: u64,
    orders: u64,
    seed: u64,
    store: Option<String>,
}

/// After so many kills a floor begins anew, so that reading all of its log stays cheap.
const KILLS_EACH: u64 = 40;
/// Orders to each floor and its model.
const ORDERS_EACH: u64 = 10_000;

impl Plan {
    fn parse(options: &[&str]) -> Result<Plan, String> {
        let started = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let mut plan =
            Plan { kills: 1_000, orders: 1_000_000, seed: started.as_secs() % 1_000_000, store: None };
        let number = |text: Option<&&str>| {
            text.and_then(|text| text.replace(['_', ','], "").parse().ok())
                .ok_or_else(|| format!("a number is missing\n{HELP}"))
        };
        let mut options = options.iter();
        while let Some(option) = options.next() {
            match *option {
                "--kills" => plan.kills = number(options.next())?,
                "--orders" => plan.orders = number(options.next())?,
                "--seed" => plan.seed = number(options.next())?,
                "--nightly" => (plan.kills, plan.orders) = (10_000, 100_000_000),
                "--store" => plan.store = Some(options.next().ok_or(HELP)?.to_string()),
                _ => return Err(format!("there is no option '{option}'\n{HELP}")),
            }
        }
        Ok(plan)
    }

    fn run(&self) -> Result<(), String> {
        println!("seed {}", self.seed);
        self.kill()?;
        self.compare()
    }

    /// Kills one floor after the other; on a store that is named, always the same.
    fn kill(&self) -> Result<(), String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let (begun, mut killed, mut acknowledged) = (Instant::now(), 0, 0);
        let folder = std::env::temp_dir().join(format!("cardroom-torture-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut all = points();
        let mut floors = 0;
        while killed < self.kills {
            let at = self.floor(&folder, floors)?;
            let mut victim = Victim::new(&program, &at, self.seed + floors);
            let mut dice = Dice::new(self.seed + floors);
            floors += 1;
            let each = if self.store.is_some() { self.kills } else { KILLS_EACH };
            for kill in 0..each.min(self.kills - killed) {
                let death = match all.next().filter(|_| !place::is_server(&at) && kill % 4 == 3) {
                    Some(point) => Death::At(point.to_string(), 1 + dice.below(30)),
                    None => random_death(&mut dice, Duration::from_millis(150)),
                };
                if kill % 100 == 0 {
                    all = points();
                }
                victim.live_and_die(&death, kill % 3 == 2).map_err(|error| format!("{at}: {error}"))?;
                killed += 1;
                if killed % 50 == 0 {
                    let seconds = begun.elapsed().as_secs();
                    println!(
                        "{killed} kills in {seconds} s, {} commands acknowledged, {} records",
                        acknowledged + victim.acknowledged(),
                        victim.seen.records
                    );
                }
            }
            acknowledged += victim.acknowledged();
            if self.store.is_none() {
                // What is whole need not be kept; what is not stays where it is, to be looked at.
                let _ = std::fs::remove_file(&at);
            }
        }
        let _ = std::fs::remove_dir_all(&folder);
        println!(
            "{killed} kills: {acknowledged} acknowledged commands are there, once, and all money agrees"
        );
        Ok(())
    }

    /// A furnished floor to kill: where it is.
    fn floor(&self, folder: &Path, number: u64) -> Result<String, String> {
        match &self.store {
            Some(url) if place::is_server(url) => {
                PostgresStore::init(url).map_err(|error| error.to_string())?;
                place::furnished(place::open(url).map_err(|error| error.to_string())?)?;
                Ok(url.clone())
            }
            named => {
                let file = folder.join(format!("{number}.db"));
                let path = named.as_ref().map_or(file, PathBuf::from);
                furnish(&path)?;
                Ok(path.to_string_lossy().into_owned())
            }
        }
    }

    /// Floors and models, on two threads.
    fn compare(&self) -> Result<(), String> {
        let (begun, next) = (Instant::now(), AtomicU64::new(0));
        let found = Mutex::new((Done::default(), None));
        let floors = self.orders.div_ceil(ORDERS_EACH);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= floors || lock(&found).1.is_some() {
                    return;
                }
                // Every tenth floor works on threads of its own.
                let threads = if number % 10 == 9 { 2 } else { 0 };
                let duel = Duel::new(FLOORS[(number % 4) as usize], self.seed + number, threads);
                let fought = duel.and_then(|mut duel| duel.fight(ORDERS_EACH).map(|()| duel.done));
                let mut found = lock(&found);
                match fought {
                    Ok(done) => found.0.add(&done),
                    Err(differs) => found.1 = Some(differs),
                }
                if number % 100 == 99 {
                    println!("{} orders in {} s", found.0.orders(), begun.elapsed().as_secs());
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(work);
            scope.spawn(work);
        });
        let (done, differs) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        match differs {
            Some(differs) => Err(differs),
            None => {
                println!("{} orders, floor and model equal after each: {done:?}", done.orders());
                Ok(())
            }
        }
    }
}

fn lock<T>(found: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}
