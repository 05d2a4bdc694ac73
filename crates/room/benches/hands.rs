//! Hands a second, one core: every game of the book, checked and called to the showdown from freshly shuffled decks.
//!
//! `cargo bench -p cardroom-room --bench hands`, with `-- --json` one object a line, with `-- --short` in a few seconds. A figure is the
//! best of several rounds: whatever else the machine does only ever makes a round slower. `bench/arena` runs the hold'em
//! workload beside the fastest engine we know, in one process.

// Rates are measurements, not money.
#![allow(clippy::float_arithmetic)]

use cards::{ShuffleKey, Shuffler};
use room::sim::{self, CheckCall, Counter, Player, RandomLegal};
use room::{ChipAmount, Hand, HandRules, MOST, Structure, Terms};
use rulebook::room::{Posts, RoomBook, RoomGame};
use std::time::{Duration, Instant};

/// What is measured: a name, the machine, the number of players.
struct Workload<'b> {
    name: String,
    room: HandRules<'b>,
    seats: usize,
    random: bool,
}

fn main() {
    let has = |wanted: &str| std::env::args().any(|argument| argument == wanted);
    let (json, short) = (has("--json"), has("--short"));
    let round = Duration::from_millis(if short { 30 } else { 300 });
    let book = RoomBook::open("crown-melbourne-poker-13.0").expect("a sound book");
    if !json {
        println!("| workload | players | hands a second | ns a hand |\n|---|--:|--:|--:|");
    }
    for workload in workloads(&book) {
        let best = (0..5).map(|_| hands_per_second(&workload, round)).fold(0.0, f64::max);
        let Workload { name, seats, .. } = &workload;
        if json {
            println!(r#"{{"workload": "{name}", "hands_per_second": {best:.1}}}"#)
        } else {
            println!("| {name} | {seats} | {best:.0} | {:.0} |", 1e9 / best)
        }
    }
}

/// The workloads that other engines are measured by, then every game with each of its decks.
fn workloads(book: &RoomBook) -> Vec<Workload<'_>> {
    let peers = [
        ("holdem-nl-6", "holdem", Structure::NoLimit { least: 100 }),
        ("omaha-pl-6", "omaha", Structure::Pot { least: 100 }),
        ("stud-6", "seven-card-stud", Structure::Fixed { small: 50, big: 100, small_rounds: 2 }),
        ("triple-draw-2-7-6", "triple-draw-2-7", Structure::Fixed { small: 50, big: 100, small_rounds: 2 }),
    ];
    let mut all = Vec::new();
    for (name, game, structure) in peers {
        let game = book.game(game, 52).expect("a game of the book");
        for (manner, random) in [("check-call", false), ("random", true)] {
            let room = HandRules::new(book, game, terms(game, structure, 6));
            all.push(Workload { name: format!("{name}-{manner}"), room, seats: 6, random });
        }
    }
    for game in &book.games {
        let seats = usize::from(game.players.value).min(6);
        let fixed = Structure::Fixed { small: 50, big: 100, small_rounds: (game.street.len() / 2) as u8 };
        let room = HandRules::new(book, game, terms(game, fixed, seats));
        all.push(Workload { name: format!("{}-check-call", game.id()), room, seats, random: false });
    }
    all
}

/// Blinds 50 and 100 (25 and 50 in limit), or ante 10 and a bring-in of 50 (20 by the standard).
fn terms(game: &RoomGame, structure: Structure, seats: usize) -> Terms {
    let mut terms = Terms::plain(structure);
    let big: ChipAmount = if structure.is_limit() { 50 } else { 100 };
    match game.posts.value {
        Posts::Blinds => (terms.blinds[0], terms.blinds[1]) = (big / 2, big),
        Posts::Antes => terms.antes[..seats].fill(10),
        Posts::AntesAndBringIn => {
            terms.antes[..seats].fill(10);
            terms.bring_in = if game.has_posts_of_a_sign() { big } else { 20 };
        }
        Posts::Nothing => terms.unit = 10,
    }
    terms
}

fn hands_per_second(workload: &Workload<'_>, wanted: Duration) -> f64 {
    if workload.random {
        measure(workload, &mut RandomLegal::new(7), wanted)
    } else {
        measure(workload, &mut CheckCall, wanted)
    }
}

fn measure(workload: &Workload<'_>, player: &mut impl Player, wanted: Duration) -> f64 {
    let Workload { room, seats, .. } = workload;
    let stacks = [10_000; MOST];
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
    let mut count = Counter::default();
    let began = Instant::now();
    loop {
        for _ in 0..1_000 {
            let mut hand = Hand::new(&stacks[..*seats], sim::deck(room, *seats, &mut shuffler));
            sim::play(room, &mut hand, player, &mut shuffler, &mut count).expect("a legal hand");
            assert_eq!(
                hand.stacks().iter().sum::<ChipAmount>(),
                10_000 * *seats as ChipAmount,
                "no chip is lost"
            );
        }
        let taken = began.elapsed();
        if taken >= wanted {
            return count.hands as f64 / taken.as_secs_f64();
        }
    }
}
