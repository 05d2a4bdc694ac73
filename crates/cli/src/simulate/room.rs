//! Hands between players: how many a second, and which position wins how much.

use super::{SimulateArgs, percent, threads};
use crate::progress::Bar;
use crate::sorry::{Sorry, short};
use room::{ChipAmount, Commission, HandRules, Structure, Terms};
use rulebook::room::{Posts, RoomBook, RoomGame};
use serde::Serialize;
use simulate::{Bot, RoomPlan, RoomTotals, run_room, usual_terms};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// What everybody has before every hand.
const STACK: ChipAmount = 10_000;

pub(super) fn answer(args: &SimulateArgs, book: &RoomBook) -> Result<String, Sorry> {
    if args.strategies {
        let line = |bot: Bot| format!("{:<14} {}\n", bot.name(), bot.about());
        return Ok(Bot::ALL.into_iter().map(line).collect());
    }
    let Some(game) = crate::rules::find_game(book, &args.game, args.deck) else {
        return Err(crate::rules::no_game(book, &args.game, args.deck, ""));
    };
    if args.structure.is_some() {
        crate::rules::needs_wagers(book, game)?;
    }
    let most = usize::from(game.players.value);
    let seats = args.seats.unwrap_or(most.min(6));
    if !(2..=most).contains(&seats) {
        let clause = book.label(game.players.cite);
        return Err(Sorry::Usage(format!("{} is dealt to 2 to {most} players [{clause}]", game.name)));
    }
    let terms = Terms { commission: commission(args)?, ..usual_terms(game, structure(args, game), seats) };
    terms.check(game).map_err(|refusal| {
        Sorry::Usage(format!("{}: {} [{}]", game.name, refusal.reason, book.label(refusal.cite)))
    })?;
    let bot = bot(args)?;
    let plan = RoomPlan {
        room: HandRules::new(book, game, terms),
        seats,
        stack: STACK,
        hands: args.rounds,
        seed: args.seed,
        bot,
    };
    let began = Instant::now();
    let bar = Bar::new(plan.hands, "hands");
    let threads = threads(args);
    let totals = run_room(&plan, threads, &|done| bar.show(done));
    bar.clear();
    let spent = began.elapsed();
    let totals = totals.map_err(Sorry::Usage)?;
    Ok(if args.json { json(args, &plan, &totals) } else { text(args, &plan, &totals, spent, threads) })
}

fn bot(args: &SimulateArgs) -> Result<Bot, Sorry> {
    let Some(name) = &args.strategy else { return Ok(Bot::CheckCall) };
    Bot::ALL.into_iter().find(|bot| bot.name() == name).ok_or_else(|| {
        let known: Vec<&str> = Bot::ALL.into_iter().map(Bot::name).collect();
        Sorry::Usage(format!("there is no strategy '{}'; choose from {}", short(name), known.join(", ")))
    })
}

fn structure(args: &SimulateArgs, game: &RoomGame) -> Structure {
    match args.structure.as_deref() {
        Some("fixed") => {
            Structure::Fixed { small: 50, big: 100, small_rounds: (game.street.len() / 2) as u8 }
        }
        Some("spread") => Structure::Spread { least: 50, most: 250 },
        Some("half-pot") => Structure::HalfPot { least: 100 },
        Some("pot") => Structure::Pot { least: 100 },
        _ => Structure::NoLimit { least: 100 },
    }
}

/// `percent=5,cap=100`, `per-hand=4`, `per-person=1`, or several of them: `percent=5,cap=100,per-hand=4`.
fn commission(args: &SimulateArgs) -> Result<Commission, Sorry> {
    let Some(text) = &args.commission else { return Ok(Commission::None) };
    let wrong = || {
        let shown = short(text);
        Sorry::Usage(format!(
            "--commission takes percent=5,cap=100 or per-hand=4 or per-person=1, or several of them, not '{shown}'"
        ))
    };
    let chips = |word: &str| word.parse::<ChipAmount>().ok().filter(|chips| (0..=STACK).contains(chips));
    let (mut ppm, mut amounts) = (None, [None; 3]);
    for pair in text.split(',') {
        let (how, amount) = pair.split_once('=').ok_or_else(wrong)?;
        let twice = match ["cap", "per-hand", "per-person"].iter().position(|name| *name == how) {
            Some(at) => amounts[at].replace(chips(amount).ok_or_else(wrong)?).is_some(),
            None if how == "percent" => {
                ppm.replace(money::Rate::from_percent(amount).map_err(|_| wrong())?.ppm()).is_some()
            }
            None => return Err(wrong()),
        };
        if twice {
            return Err(wrong());
        }
    }
    match (ppm, amounts) {
        (Some(ppm), [cap, None, None]) => {
            Ok(Commission::Percentage { ppm, cap: cap.unwrap_or(ChipAmount::MAX) })
        }
        (None, [None, Some(fee), None]) => Ok(Commission::PerHand(fee)),
        (None, [None, None, Some(fee)]) => Ok(Commission::PerPerson(fee)),
        // A cap alone takes nothing.
        (None, [_, None, None]) => Err(wrong()),
        (ppm, [cap, per_hand, per_person]) => Ok(Commission::Several {
            ppm: ppm.unwrap_or(0),
            cap: cap.unwrap_or(ChipAmount::MAX),
            per_hand: per_hand.unwrap_or(0),
            per_person: per_person.unwrap_or(0),
        }),
    }
}

/// What gains are measured by: the big blind, the least wager, the unit.
fn measure(plan: &RoomPlan<'_>) -> (ChipAmount, &'static str) {
    let terms = plan.room.terms();
    match (plan.room.game().posts.value, terms.structure) {
        (Posts::Nothing, _) => (terms.unit, "unit"),
        (Posts::Blinds, _) => (terms.blinds[1], "big blind"),
        (_, Structure::Fixed { small, .. }) => (small, "small bet"),
        (
            _,
            Structure::Spread { least, .. }
            | Structure::HalfPot { least }
            | Structure::Pot { least }
            | Structure::NoLimit { least },
        ) => (least, "least wager"),
    }
}

/// A quotient with two decimals.
fn ratio(sum: i128, count: u64) -> String {
    let hundredths = sum * 100 / i128::from(count.max(1));
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn text(
    args: &SimulateArgs,
    plan: &RoomPlan<'_>,
    totals: &RoomTotals,
    spent: Duration,
    threads: usize,
) -> String {
    let (least, called) = measure(plan);
    let count = &totals.count;
    let mut text = format!(
        "{} of {}: {} hands, {} players, strategy '{}', seed {}\n",
        plan.room.game().id(),
        args.book,
        totals.hands,
        plan.seats,
        plan.bot.name(),
        args.seed
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{:<8} {:>10} {:>12} {:>18} {:>14} {:>26}",
        "player",
        "hands won",
        "of all chips",
        "gain",
        format!("per {called}"),
        "95% confidence"
    );
    for (at, place) in totals.places[..plan.seats].iter().enumerate() {
        let gain = place.gain(totals.hands, least);
        let (per, range) = gain.map_or_else(Default::default, |gain| {
            let ends = (percent(gain.ppm - gain.margin), percent(gain.ppm + gain.margin));
            (percent(gain.ppm), format!("{} to {}", ends.0, ends.1))
        });
        let share = place.pushed * 1_000_000 / i128::from(count.won.max(1));
        let share = percent(i64::try_from(share).unwrap_or(i64::MAX));
        let name = name(plan, at);
        let _ =
            writeln!(text, "{name:<8} {:>10} {share:>12} {:>18} {per:>14} {range:>26}", place.won, place.net);
    }
    let showdowns =
        percent(i64::try_from(count.showdowns * 1_000_000 / totals.hands.max(1)).unwrap_or(i64::MAX));
    let _ = writeln!(
        text,
        "{showdowns} of hands shown down; {} chips won and {} taken in commission a hand",
        ratio(i128::from(count.won), totals.hands),
        ratio(i128::from(count.commission), totals.hands)
    );
    let rate = u128::from(totals.hands) * 1_000_000 / spent.as_micros().max(1);
    let _ = writeln!(
        text,
        "{} events in {}.{:03} s on {threads} threads: {rate} hands a second",
        count.events,
        spent.as_secs(),
        spent.subsec_millis()
    );
    text
}

/// A position: the last is the button, where the game has one.
fn name(plan: &RoomPlan<'_>, at: usize) -> String {
    let button = at + 1 == plan.seats && plan.room.game().button.value;
    format!("p{}{}", at + 1, if button { " (D)" } else { "" })
}

#[derive(Serialize)]
struct ResultJson<'a> {
    book: &'a str,
    game: &'a str,
    deck: usize,
    strategy: &'a str,
    hands: u64,
    seats: usize,
    seed: u64,
    events: u64,
    acts: u64,
    showdowns: u64,
    won: ChipAmount,
    commission: ChipAmount,
    least_wager: ChipAmount,
    players: Vec<PlayerJson>,
}

#[derive(Serialize)]
struct PlayerJson {
    player: usize,
    hands_won: u64,
    won: i128,
    gain: i128,
    gain_per_least_wager_ppm: Option<i64>,
    margin_95_ppm: Option<i64>,
}

fn json(args: &SimulateArgs, plan: &RoomPlan<'_>, totals: &RoomTotals) -> String {
    let least = measure(plan).0;
    let player = |(at, place): (usize, &simulate::Place)| {
        let gain = place.gain(totals.hands, least);
        PlayerJson {
            player: at + 1,
            hands_won: place.won,
            won: place.pushed,
            gain: place.net,
            gain_per_least_wager_ppm: gain.map(|gain| gain.ppm),
            margin_95_ppm: gain.map(|gain| gain.margin),
        }
    };
    let result = ResultJson {
        book: &args.book,
        game: &plan.room.game().game,
        deck: plan.room.game().deck.value.len(),
        strategy: plan.bot.name(),
        hands: totals.hands,
        seats: plan.seats,
        seed: args.seed,
        events: totals.count.events,
        acts: totals.count.acts,
        showdowns: totals.count.showdowns,
        won: totals.count.won,
        commission: totals.count.commission,
        least_wager: least,
        players: totals.places[..plan.seats].iter().enumerate().map(player).collect(),
    };
    format!("{}\n", serde_json::to_string(&result).expect("plain data becomes JSON"))
}
