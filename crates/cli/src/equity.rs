//! `cardroom equity`: the share of the pot that hands and ranges win, counted; or a sample, and then it says so.

use crate::progress::Bar;
use crate::sorry::{Sorry, short};
use cards::CardSet;
use equity::{Equities, Equity, Game, Method, Position, Watch};
use serde::Serialize;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  cardroom equity AsAh KsKh
        two hands of hold'em before the flop: all 1,712,304 boards counted
  cardroom equity \"TT+, AKs\" random --board \"Qs 7h 2c\" --dead \"Ah\"
        ranges, on a flop, with a folded card that was seen
  cardroom equity --game omaha-hi-lo As2sKdQd 8h9hTcJc
        hi-lo: whole pots, halves and shares
  cardroom equity --game seven-card-stud \"As Ah 2c\" \"Kd Kh 9s\"
        third street: the missing cards are still to come
  cardroom equity --games
        list the games

A hand is its cards: AsAh, or \"As Ah\" in quotes. With two hole cards a range may be written AK, AKs, AKo, TT+, KJs+,
QQ-88, A5s-A2s, T9s-76s. Commas join hands and ranges into one range; * is any card, 'random' any hand.
Every deal is counted if that takes no longer than --limit. If not, deals are drawn at random, and the answer says
'sampled' with the standard error. Exit status: 0 if answered, 2 if the command line makes no sense.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EquityArgs {
    /// A hand or a range for each player
    #[arg(value_name = "HAND", required_unless_present = "games")]
    hands: Vec<String>,

    /// The game
    #[arg(long, short, default_value = "holdem")]
    game: String,

    /// List the games
    #[arg(long, conflicts_with_all = ["hands", "board", "dead"])]
    games: bool,

    /// Cards on the board
    #[arg(long, short, value_name = "CARDS", default_value = "", hide_default_value = true)]
    board: String,

    /// Cards that are out of play
    #[arg(long, short, value_name = "CARDS", default_value = "", hide_default_value = true)]
    dead: String,

    /// Count exactly if it takes no longer than this; otherwise draw random deals for this long
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    limit: String,

    /// The seed for random deals; how many fit the limit depends on the machine
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Threads; all cores by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn answer(args: &EquityArgs) -> Result<String, Sorry> {
    if args.games {
        return Ok(if args.json { json(&listed()) } else { list() });
    }
    let Some(game) = Game::named(&args.game) else {
        let asked = short(&args.game);
        return Err(Sorry::Usage(format!(
            "there is no game '{asked}' ('cardroom equity --games' lists them)"
        )));
    };
    let limit = limit(&args.limit)?;
    let wrong = |refusal: equity::Refusal| Sorry::Usage(refusal.to_string());
    let position = Position::new(game, &args.hands, &args.board, &args.dead).map_err(wrong)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let equities = work_out(&position, limit, args.seed, threads)?;
    Ok(if args.json {
        json(&Answer::new(args, &position, &equities))
    } else {
        text(args, &position, &equities)
    })
}

/// Seconds, with up to three decimals.
fn limit(text: &str) -> Result<Duration, Sorry> {
    let wrong = || {
        let shown = short(text);
        Sorry::Usage(format!("--limit takes seconds from 0.001 to 86400, such as 10 or 0.5, not '{shown}'"))
    };
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(whole, 5) || !digits(part, 3) {
        return Err(wrong());
    }
    let seconds: u64 = whole.parse().map_err(|_| wrong())?;
    let thousandths: u64 = format!("{part:0<3}").parse().map_err(|_| wrong())?;
    let limit = Duration::from_millis(seconds * 1_000 + thousandths);
    let sense = Duration::from_millis(1)..=Duration::from_secs(86_400);
    if sense.contains(&limit) { Ok(limit) } else { Err(wrong()) }
}

/// Counts if that fits into the limit, and draws at random for what is left of it if not.
fn work_out(position: &Position, limit: Duration, seed: u64, threads: usize) -> Result<Equities, Sorry> {
    let began = Instant::now();
    // The estimate may be wrong by a factor of two: in doubt we begin to count, and see.
    let about = Duration::from_nanos(position.estimate().nanoseconds(threads));
    if about <= limit.saturating_mul(2) {
        let bar = Bar::labelled(0, "of all deals counted".into());
        let fits = |done: u64, total: u64| {
            bar.show_of(done, total);
            let spent = began.elapsed();
            let all = spent.as_nanos().saturating_mul(u128::from(total)) / u128::from(done.max(1));
            let early = spent < limit / 5;
            spent <= limit && (early || all <= limit.as_nanos() * 3 / 2)
        };
        let counted = position.exact(threads, &Watch::new(&fits));
        bar.clear();
        if let Some(equities) = counted {
            return Ok(equities);
        }
    }
    let end = limit.max(began.elapsed() + limit / 4);
    let bar = Bar::labelled(0, "of the time for random deals".into());
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let goes_on = |_: u64, _: u64| {
        let spent = began.elapsed();
        bar.show_of(millis(spent), millis(end));
        spent < end
    };
    let sampled = position.sampled(seed, threads, &Watch::new(&goes_on));
    bar.clear();
    sampled.ok_or_else(|| {
        Sorry::Usage(
            "the ranges conflict so often that no deal was found; narrow them, or give known hands".into(),
        )
    })
}

/// A number of deals out of all as a percentage with four decimals.
fn percent(part: u128, whole: u128) -> String {
    let parts = (part * 2_000_000 + whole) / (2 * whole.max(1));
    format!("{}.{:04}%", parts / 10_000, parts % 10_000)
}

fn text(args: &EquityArgs, position: &Position, equities: &Equities) -> String {
    let game = position.game();
    let mut text = format!("{} ({})", game.title(), game.name());
    for (name, cards) in [("board", position.board()), ("dead", position.dead())] {
        if !cards.is_empty() {
            let _ = write!(text, ", {name} {cards}");
        }
    }
    text.push('\n');
    let (hi_lo, sampled) = (game.low().is_some(), equities.method == Method::Sampled);
    let mut head = vec!["hand", "equity"];
    head.extend(if hi_lo { &["whole pot", "part", "high", "low"][..] } else { &["win", "tie"][..] });
    head.push(if sampled { "standard error" } else { "exact share" });
    let row = |(hand, equity): (&equity::Range, &Equity)| {
        let share = (equity.share.num() as u128, equity.share.den() as u128);
        let part = |deals: u128| percent(deals, equities.deals);
        let mut row =
            vec![hand.text().to_string(), percent(share.0, share.1), part(equity.won), part(equity.tied)];
        if let Some(halves) = equity.hi_lo {
            row.extend([part(halves.high_won + halves.high_tied), part(halves.low_won + halves.low_tied)]);
        }
        row.push(match equity.standard_error {
            Some(error) => percent(error, 10_000_000_000),
            None => equity.share.to_string(),
        });
        row
    };
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    rows.extend(position.players().iter().zip(&equities.players).map(row));
    text += &table(&rows);
    let deals = equities.deals;
    let _ = match equities.method {
        Method::Exact => writeln!(text, "exact: all {deals} deals counted"),
        Method::Sampled => writeln!(
            text,
            "sampled: {deals} deals drawn at random (seed {}), since counting them all would take longer than \
             {} s; each share is right within twice its standard error 19 times in 20",
            args.seed, args.limit
        ),
    };
    text
}

/// Columns side by side, the first to the left and the others to the right.
fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            let width = width(column);
            let _ = match column {
                0 => write!(text, "{cell:width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        text.push('\n');
    }
    text
}

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    board: Vec<String>,
    dead: Vec<String>,
    method: &'a str,
    deals: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    deals_without_low: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_seconds: Option<&'a str>,
    players: Vec<Player<'a>>,
}

#[derive(Serialize)]
struct Player<'a> {
    hand: &'a str,
    /// How many hands the range has left.
    hands: usize,
    /// How many cards of each are not known.
    to_come: usize,
    share: String,
    /// Only where every deal was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_exact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<String>,
    won: u128,
    tied: u128,
    lost: u128,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tied_ways: Vec<Ways>,
    #[serde(flatten)]
    halves: Option<Halves>,
}

#[derive(Serialize)]
struct Ways {
    ways: usize,
    deals: u128,
}

#[derive(Serialize)]
struct Halves {
    high_won: u128,
    high_tied: u128,
    low_won: u128,
    low_tied: u128,
}

impl<'a> Answer<'a> {
    fn new(args: &'a EquityArgs, position: &'a Position, equities: &Equities) -> Answer<'a> {
        let written = |cards: CardSet| cards.iter().map(|card| card.to_string()).collect();
        let sampled = equities.method == Method::Sampled;
        let player = |(range, equity): (&'a equity::Range, &Equity)| Player {
            hand: range.text(),
            hands: range.hands().len(),
            to_come: range.to_come(),
            share: equity.share_decimal(15),
            share_exact: (!sampled).then(|| equity.share.to_string()),
            standard_error: equity.standard_error_decimal(),
            won: equity.won,
            tied: equity.tied,
            lost: equity.lost,
            tied_ways: (2..)
                .zip(&equity.tied_ways)
                .filter(|(_, deals)| **deals > 0)
                .map(|(ways, &deals)| Ways { ways, deals })
                .collect(),
            halves: equity.hi_lo.map(|halves| Halves {
                high_won: halves.high_won,
                high_tied: halves.high_tied,
                low_won: halves.low_won,
                low_tied: halves.low_tied,
            }),
        };
        Answer {
            game: position.game().name(),
            board: written(position.board()),
            dead: written(position.dead()),
            method: if sampled { "sampled" } else { "exact" },
            deals: equities.deals,
            deals_without_low: equities.without_low,
            seed: sampled.then_some(args.seed),
            limit_seconds: sampled.then_some(&args.limit),
            players: position.players().iter().zip(&equities.players).map(player).collect(),
        }
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    game: &'a str,
    title: &'a str,
    deck: usize,
    hole: usize,
    board: usize,
    exactly_two: bool,
    order: &'a str,
    low: Option<&'a str>,
    most_players: usize,
}

fn listed() -> Vec<Listed<'static>> {
    let one = |game: &'static Game| Listed {
        game: game.name(),
        title: game.title(),
        deck: game.pack().len(),
        hole: game.hole(),
        board: game.board(),
        exactly_two: game.exactly_two(),
        order: game.order().name(),
        low: game.low().map(|low| low.name()),
        most_players: game.most_players(),
    };
    Game::all().iter().map(one).collect()
}

fn list() -> String {
    let width = Game::all().iter().map(|game| game.name().len()).max().unwrap_or(0);
    Game::all().iter().map(|game| format!("{:width$}  {}\n", game.name(), game.title())).collect()
}

fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("plain data always becomes JSON");
    text.push('\n');
    text
}
