//! `cardroom simulate`: rounds by the million, results by wager with a confidence interval.

mod args;
mod room;

pub(crate) use args::SimulateArgs;

use crate::progress::Bar;
use crate::sorry::Sorry;
use money::{MicroCents, Money};
use rulebook::{Book, Place, Rulebook, Variant, library};
use serde::Serialize;
use simulate::{Interval, Plan, Tally, Totals, run};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

pub(crate) fn answer(args: &SimulateArgs) -> Result<String, Sorry> {
    let book = library::open(&args.book).map_err(|error| Sorry::Usage(format!("rulebook {error}")))?;
    let between_players = !book.is_house_banked();
    if let Some(option) = args.stray(between_players) {
        let kind = if between_players { "games against the house" } else { "games between players" };
        return Err(Sorry::Usage(format!("{option} is for {kind}")));
    }
    match book {
        Book::HouseBanked(book) => banked(args, &book),
        Book::BetweenPlayers(book) => room::answer(args, &book),
    }
}

fn banked(args: &SimulateArgs, book: &Rulebook) -> Result<String, Sorry> {
    let Some(game) = book.variant(&args.game) else {
        let games: Vec<&str> = book.variants.iter().map(|variant| variant.game.as_str()).collect();
        let asked = crate::sorry::short(&args.game);
        return Err(Sorry::Usage(format!(
            "{} has no game '{asked}'; it has {}",
            args.book,
            games.join(", ")
        )));
    };
    if args.strategies {
        let mut text = String::new();
        for strategy in simulate::strategies(game) {
            let _ = writeln!(text, "{:<14} {}", strategy.name, strategy.about);
        }
        return Ok(text);
    }
    let plan = plan(args, book, game)?;
    let threads = threads(args);
    let began = Instant::now();
    let bar = Bar::new(plan.rounds, "rounds");
    let totals = run(book, game, &plan, threads, &|done| bar.show(done));
    bar.clear();
    let spent = began.elapsed();
    Ok(if args.json { json(args, &plan, &totals) } else { text(args, &plan, &totals, spent, threads) })
}

fn threads(args: &SimulateArgs) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    args.threads.map_or_else(cores, usize::from)
}

fn plan(args: &SimulateArgs, book: &Rulebook, game: &Variant) -> Result<Plan, Sorry> {
    let wrong = |error: simulate::CannotPlan| Sorry::Usage(error.to_string());
    let mut plan = Plan::new(book, game).map_err(wrong)?;
    plan.rounds = args.rounds;
    plan.seats = args.seats.unwrap_or(1);
    plan.seed = args.seed;
    plan.strategy = Plan::strategy(game, args.strategy.as_deref().unwrap_or("basic")).map_err(wrong)?;
    if args.device.as_deref() == Some("shuffler") {
        plan.sign.device = rulebook::Device::Shuffler;
    }
    for pair in &args.paytable {
        let Some((table, column)) = pair.split_once('=') else {
            let shown = crate::sorry::short(pair);
            return Err(Sorry::Usage(format!(
                "--paytable takes TABLE=COLUMN, such as pair-plus=B, not '{shown}'"
            )));
        };
        plan.sign.paytables.retain(|(name, _)| name != table);
        plan.sign.paytables.push((table.to_string(), column.to_string()));
    }
    if !args.wagers.is_empty() {
        plan.wagers.iter_mut().for_each(|amount| *amount = Money::ZERO);
    }
    for pair in &args.wagers {
        let (on, amount) = pair.split_once('=').unwrap_or((pair, "10.00"));
        let spot = game.wager(on).filter(|&at| game.wager[at].place == Place::First);
        let Some(spot) = spot else {
            let first = game.wager.iter().filter(|wager| wager.place == Place::First);
            let spots: Vec<&str> = first.map(|wager| wager.on.as_str()).collect();
            let shown = crate::sorry::short(on);
            return Err(Sorry::Usage(format!(
                "there is no first wager '{shown}' to simulate; choose from {}",
                spots.join(", ")
            )));
        };
        plan.wagers[spot] = amount.parse().map_err(|error| {
            Sorry::Usage(format!("'{}' is not an amount of money: {error}", crate::sorry::short(amount)))
        })?;
    }
    check_stakes(book, game, &plan)?;
    plan.check(book, game).map_err(wrong)?;
    Ok(plan)
}

/// The wagers must be ones for which cards are dealt.
fn check_stakes(book: &Rulebook, game: &Variant, plan: &Plan) -> Result<(), Sorry> {
    let staked = |on: &str| game.wager(on).is_some_and(|at| plan.wagers[at] > Money::ZERO);
    if let Some(missing) = game.dealt_on.value.iter().find(|on| !staked(on)) {
        let clause = book.label(game.dealt_on.cite);
        return Err(Sorry::Usage(format!("no cards are dealt without a wager on {missing} [{clause}]")));
    }
    for (at, wager) in game.wager.iter().enumerate() {
        if let Some(equals) = wager.equals.as_ref().filter(|_| plan.wagers[at] > Money::ZERO) {
            let other = game.wager(&equals.value).map_or(Money::ZERO, |other| plan.wagers[other]);
            if plan.wagers[at] != other {
                let clause = book.label(equals.cite);
                return Err(Sorry::Usage(format!("{} must equal {} [{clause}]", wager.on, equals.value)));
            }
        }
    }
    let most = Money::from_cents(1_000_000_000);
    if plan.wagers.iter().all(|amount| amount.is_zero()) || plan.wagers.iter().any(|amount| *amount > most) {
        Err(Sorry::Usage("the wagers must be above zero and at most 10000000.00".into()))
    } else {
        Ok(())
    }
}

/// Parts per million as a percentage with four decimals.
fn percent(ppm: i64) -> String {
    let sign = if ppm < 0 { "-" } else { "" };
    let ppm = ppm.unsigned_abs();
    format!("{sign}{}.{:04}%", ppm / 10_000, ppm % 10_000)
}

fn gain(tally: &Tally, whole: &Totals) -> (i128, Option<Interval>) {
    // A payment without a stake of its own is measured by the Ante.
    let measure = if tally.staked > 0 { tally.staked } else { whole.whole.staked };
    (measure, tally.gain(measure))
}

fn text(args: &SimulateArgs, plan: &Plan, totals: &Totals, spent: Duration, threads: usize) -> String {
    let mut text = format!(
        "{} of {}: {} rounds, {} seats, strategy '{}', seed {}\n",
        args.game, args.book, totals.rounds, plan.seats, plan.strategy.name, plan.seed
    );
    let _ = writeln!(
        text,
        "{:<16} {:>12} {:>18} {:>16} {:>12} {:>24}",
        "wager", "count", "staked", "players' gain", "per stake", "95% confidence"
    );
    for tally in totals.wagers.iter().filter(|tally| tally.count > 0) {
        line(&mut text, &tally.on, tally, gain(tally, totals).1);
    }
    line(&mut text, "all, per Ante", &totals.whole, totals.whole.gain(totals.whole.staked));
    let micros = spent.as_micros().max(1);
    let rate = u128::from(totals.rounds) * 1_000_000 / micros;
    let _ = writeln!(
        text,
        "{} events in {}.{:03} s on {threads} threads: {rate} rounds a second",
        totals.events,
        spent.as_secs(),
        spent.subsec_millis()
    );
    text
}

fn line(text: &mut String, name: &str, tally: &Tally, gain: Option<Interval>) {
    let money = |cents: i128| dollars(cents);
    let (per, range) = gain.map_or((String::new(), String::new()), |interval| {
        let (low, high) = (interval.ppm - interval.margin, interval.ppm + interval.margin);
        (percent(interval.ppm), format!("{} to {}", percent(low), percent(high)))
    });
    let _ = writeln!(
        text,
        "{name:<16} {:>12} {:>18} {:>16} {per:>12} {range:>24}",
        tally.count,
        money(tally.staked),
        money(tally.net)
    );
}

/// Cents as dollars, however many.
fn dollars(cents: i128) -> String {
    cases::dollars(MicroCents::from_micro_cents(cents.saturating_mul(1_000_000)))
}

#[derive(Serialize)]
struct ResultJson<'a> {
    book: &'a str,
    game: &'a str,
    strategy: &'a str,
    rounds: u64,
    seats: usize,
    seed: u64,
    events: u64,
    wagers: Vec<TallyJson<'a>>,
    all: TallyJson<'a>,
}

#[derive(Serialize)]
struct TallyJson<'a> {
    on: &'a str,
    count: u64,
    wins: u64,
    losses: u64,
    pushes: u64,
    staked: String,
    gain: String,
    gain_per_stake_ppm: Option<i64>,
    margin_95_ppm: Option<i64>,
}

fn json(args: &SimulateArgs, plan: &Plan, totals: &Totals) -> String {
    let tally = |on: &'_ str, tally: &Tally| -> (Option<i64>, Option<i64>, String) {
        let interval = if on == "all" { tally.gain(totals.whole.staked) } else { gain(tally, totals).1 };
        (interval.map(|found| found.ppm), interval.map(|found| found.margin), dollars(tally.staked))
    };
    let one = |on: &'static str, from: &Tally| made(on, from, tally(on, from));
    let result = ResultJson {
        book: &args.book,
        game: &args.game,
        strategy: plan.strategy.name,
        rounds: totals.rounds,
        seats: plan.seats,
        seed: args.seed,
        events: totals.events,
        wagers: totals
            .wagers
            .iter()
            .filter(|from| from.count > 0)
            .map(|from| made(&from.on, from, tally(&from.on, from)))
            .collect(),
        all: one("all", &totals.whole),
    };
    format!("{}\n", serde_json::to_string(&result).expect("plain data becomes JSON"))
}

fn made<'a>(
    on: &'a str,
    from: &Tally,
    (ppm, margin, staked): (Option<i64>, Option<i64>, String),
) -> TallyJson<'a> {
    TallyJson {
        on,
        count: from.count,
        wins: from.wins,
        losses: from.losses,
        pushes: from.pushes,
        staked,
        gain: dollars(from.net),
        gain_per_stake_ppm: ppm,
        margin_95_ppm: margin,
    }
}
