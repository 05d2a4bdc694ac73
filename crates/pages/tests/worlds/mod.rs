//! Two worlds: two deals that differ only in what a viewer may not see give that viewer the same bytes, whoever it is and
//! wherever they look, until what differs is legally shown. Every game, cards dealt by the system and by hand.

mod cards_of;
mod compare;
mod legal;
mod play;
mod sockets;
mod wire;
mod world;

use cards::ShuffleKey;
use cards_of::{Layout, SEARCHED, Shuffles, arrange};
use compare::{as_json, difference, masked, parted, seen};
use engine::banked::{DecisionKind, Holder, Phase};
use floor::demo::Chance;
use floor::table::DealingMode;
use play::{Move, Pair, Plan};
use server::view::Face;
use server::wire::{Dollars, Hex32, PlaceNumber, TableCommand};
use sockets::Sockets;
use std::collections::BTreeSet;
use wire::{ALWAYS, Wire, paths};
use world::{GAMES, Game, MOST, Setting, Viewer, World};

/// Rounds in all, or as many as somebody wants.
fn rounds(usual: usize) -> usize {
    let wanted = std::env::var("CARDROOM_WORLDS_ROUNDS").ok().and_then(|text| text.parse::<usize>().ok());
    wanted.map_or(usual, |wanted| (wanted * usual / 4_000).max(GAMES.len()))
}

fn key(seed: u64) -> [u8; 32] {
    *ShuffleKey::from_seed(seed).reveal()
}

/// What differs between the two arrangements of a deal by hand.
#[derive(Clone, Copy, Debug)]
enum Unlike {
    /// All that a viewer may not see before the showdown.
    Hidden(Viewer),
    /// The same, but the dealer holds the same hand.
    Others(Viewer),
    /// The cards of one who gives up.
    Folded(usize),
}

/// Two worlds in which a person deals.
fn by_hand(game: Game, seed: u64) -> (Pair, Unlike) {
    let mut chance = Chance::new(seed);
    let seats = 2 + chance.below(MOST - 1);
    let viewers = Viewer::all(seats);
    let viewer = viewers[chance.below(viewers.len())];
    let unlike = match chance.below(3) {
        0 => Unlike::Hidden(viewer),
        1 => Unlike::Others(viewer),
        _ => Unlike::Folded(chance.below(seats)),
    };
    let folder = match unlike {
        Unlike::Folded(seat) => Some(seat),
        _ => None,
    };
    let plan = Plan { folder, shoe_reads: chance.below(3) > 0, blind: chance.below(4) == 0 };
    let setting = Setting { game, mode: DealingMode::Live, seats };
    let mut pair = Pair::new(setting, [[3; 32]; 2], plan, seed);
    let up = pair.worlds[0].desk().machine().game.game().up_card.as_ref().map(|up| up.value);
    let same = |of: Holder, at: u8| match unlike {
        Unlike::Folded(seat) => of != Holder::Seat(seat as u8),
        Unlike::Hidden(viewer) | Unlike::Others(viewer) => match of {
            Holder::Seat(seat) => viewer.seat() == Some(usize::from(seat)),
            Holder::Board => true,
            Holder::Dealer => {
                matches!(unlike, Unlike::Others(_)) || up.is_some_and(|up| up == usize::from(at))
            }
            Holder::JackpotCards => matches!(unlike, Unlike::Others(_)),
            Holder::Burn => false,
        },
    };
    // A blind hand may lie at a place more.
    pair.cards = Some(arrange(seats + 1, &mut chance, same));
    (pair, unlike)
}

/// What a round has shown of the test itself.
#[derive(Default)]
struct Told {
    /// Comparisons with cards out, in which a viewer could not tell the worlds apart.
    alike: usize,
    /// Rounds at whose end everybody could.
    parted: usize,
    /// Rounds at whose end a mere spectator could not.
    never: usize,
}

/// Plays one round and compares at every step, straight at the floor.
fn play(pair: &mut Pair, told: &mut Told) -> Result<(), String> {
    let begun = pair.rounds();
    let mut records = Vec::new();
    let mut board = 0;
    for _ in 0..400 {
        let Some(said) = pair.next() else { break };
        let id = pair.ids.id();
        let texts = pair.step(|at, world| world.give(id, said.by, &said.say[at]));
        if !pair.differ_for(said.by)
            && let Some(how) = parted(&pair.worlds, &texts)
        {
            return Err(format!("{:?} hears too much of {:?}, {how}", said.by, said.say[0]));
        }
        pair.compare_views()?;
        pair.compare_records(&mut records)?;
        if matches!(pair.phase(), Phase::Deciding(_) | Phase::Showdown) {
            let faces = seen(&pair.worlds[0], Viewer::Nobody).board;
            let open = faces.iter().filter(|face| **face != Face::Down).count();
            assert!(open >= board, "{:?}: what was turned up stays so", pair.setting);
            board = open;
        }
        if pair.watchers[0].is_dealt() && !pair.differ_for(Viewer::Nobody) {
            told.alike += 1;
        }
        if pair.rounds() > begun {
            break;
        }
    }
    let over = pair.rounds() > begun || pair.phase() == Phase::Awards;
    assert!(over, "{:?} does not come to an end: {:?}", pair.setting, pair.phase());
    if pair.differ_for(Viewer::Nobody) {
        told.parted += 1
    } else {
        told.never += 1
    }
    Ok(())
}

#[test]
fn rounds_dealt_by_hand_tell_nobody_more_than_they_may_see() {
    let mut told = Told::default();
    let all = rounds(2_400);
    for at in 0..all {
        let game = GAMES[at % GAMES.len()];
        let seed = 0x4a4d_0000 + at as u64;
        let (mut pair, unlike) = by_hand(game, seed);
        if let Err(how) = play(&mut pair, &mut told) {
            panic!("{game:?}, seed {seed:#x}, {:?}, {unlike:?}: {how}", pair.plan);
        }
        if let Unlike::Folded(seat) = unlike {
            // The cards of one who gave up are never shown, not even when all is over.
            let others = Viewer::all(pair.setting.seats).into_iter().filter(|own| *own != Viewer::Seat(seat));
            for viewer in others {
                assert!(!pair.differ_for(viewer), "{game:?}, seed {seed:#x}: {viewer:?} saw a folded hand");
            }
        }
    }
    println!("{all} rounds by hand, {} comparisons alike, {} parted", told.alike, told.parted);
    assert!(told.alike > 5 * all && told.parted > all / 3 && told.never > all / 5, "{}", told.never);
}

/// Pairs of shuffles of each kind for a game: alike in what a seat, or nobody, sees when the cards are out, and in more and more
/// of the board. Six cards are as many as can be found.
fn searched(layout: &Layout, shuffles: &Shuffles, each: usize) -> Vec<(Option<usize>, u64, u64)> {
    let mut all = Vec::new();
    for seat in [None, Some(0), Some(1), Some(2)] {
        let mut tried = None;
        for board in [0, 3, 5] {
            let at = layout.seen(seat, board);
            if at.len() <= 6 && tried != Some(at.len()) {
                tried = Some(at.len());
                all.extend(shuffles.pairs(&at, each).into_iter().map(|(one, other)| (seat, one, other)));
            }
        }
    }
    all
}

#[test]
fn rounds_dealt_by_the_system_tell_nobody_more_than_they_may_see() {
    let shuffles = Shuffles::many(300_000);
    let mut told = Told::default();
    let mut played = 0;
    for game in GAMES {
        let layout = Layout::learn(game);
        let mut pairs = searched(&layout, &shuffles, rounds(1_600) / 12);
        let mut chance = Chance::new(0x5ea2);
        while pairs.len() > rounds(1_600) / GAMES.len() {
            pairs.swap_remove(chance.below(pairs.len()));
        }
        for (at, (seat, one, other)) in pairs.into_iter().enumerate() {
            let setting = Setting { game, mode: DealingMode::Virtual, seats: SEARCHED };
            let mut pair =
                Pair::new(setting, [key(one), key(other)], Plan::default(), 0x715a_0000 + at as u64);
            if let Err(how) = play(&mut pair, &mut told) {
                panic!("{game:?}, shuffles {one} and {other} for {seat:?}: {how}");
            }
            played += 1;
        }
    }
    println!("{played} rounds of the system, {} comparisons alike, {} parted", told.alike, told.parted);
    assert!(played > rounds(1_600) / 2 && told.parted > played / 2 && told.alike > 2 * played);
}

/// The order of a deal comes from the commitment and the players' seeds, and both are shown: neither says anything of a card.
#[test]
fn rounds_dealt_in_the_order_of_seeds_tell_nobody_more_than_they_may_see() {
    const SEED: [u8; 32] = [7; 32];
    let mut told = Told::default();
    let mut played = 0;
    for game in GAMES {
        let setting = Setting { game, mode: DealingMode::Virtual, seats: SEARCHED };
        let table = World::new(setting, key(1)).table.clone();
        let shuffles = Shuffles::with_seed(8_000, &table, SEED);
        for (one, other) in shuffles.pairs(&Layout::learn(game).seen(None, 0), rounds(240) / GAMES.len()) {
            let mut pair = Pair::new(setting, [key(one), key(other)], Plan::default(), 0x5eed_0000 + one);
            let id = pair.ids.id();
            let answers = pair.step(|_, world| {
                let root = Hex32(world.with_state(|state| state.deck.as_ref().unwrap().root.0));
                let give = TableCommand::GiveSeed { root, seed: Hex32(SEED), next: None, seat: None };
                world.give(id, Viewer::Seat(0), &give)
            });
            assert_eq!(parted(&pair.worlds, &answers), None, "{game:?}");
            for world in &pair.worlds {
                world.with_state(|state| assert_eq!(state.deck.as_ref().unwrap().seeds.len(), 1));
            }
            if let Err(how) = play(&mut pair, &mut told) {
                panic!("{game:?}, shuffles {one} and {other}: {how}");
            }
            played += 1;
        }
    }
    println!("{played} rounds with seeds, {} comparisons alike, {} parted", told.alike, told.parted);
    assert!(played > rounds(240) / 2 && told.parted > played / 2 && told.alike > played);
}

/// What must be refused, or changes nothing that a player could gain by.
fn probe(pair: &mut Pair) -> Move {
    let seats = pair.setting.seats;
    let viewers = Viewer::all(seats);
    let by = viewers[pair.chance.below(viewers.len())];
    let seat = Some(PlaceNumber::of(pair.chance.below(seats)));
    let odd = Dollars(money::Money::from_cents(7_77));
    let player = |viewer: Viewer| if viewer == Viewer::Dealer { Viewer::Absent } else { viewer };
    match pair.chance.below(9) {
        0 => Move::new(
            Viewer::Absent,
            TableCommand::Decide { decision: DecisionKind::Check, amount: None, seat },
        ),
        1 => Move::new(by, TableCommand::Decide { decision: DecisionKind::Bet, amount: Some(odd), seat }),
        2 => Move::new(by, TableCommand::Place { wager: "ante".into(), amount: odd, seat }),
        3 => Move::new(player(by), TableCommand::Deal {}),
        4 => Move::new(Viewer::Seat(0), TableCommand::Settle {}),
        5 => Move::new(Viewer::Seat(0), TableCommand::Proceed {}),
        6 => {
            let (of, cards) = (Holder::Dealer, "As Kd".into());
            Move::new(Viewer::Seat(0), TableCommand::RecordCards { of, cards, from: 0, why: None })
        }
        7 => Move::new(Viewer::Seat(0), TableCommand::RecordNext { card: "Kh".into() }),
        _ => Move::new(by, TableCommand::Place { wager: "no such wager".into(), amount: odd, seat }),
    }
}

/// Plays one round through the router, and looks at some pages after every step; at all of them once.
fn play_by_wire(pair: &mut Pair, wire: &Wire, each: usize) -> Result<(), String> {
    let begun = pair.rounds();
    let viewers = Viewer::all(pair.setting.seats);
    let mut swept = false;
    for _ in 0..400 {
        if pair.chance.below(3) == 0 {
            let said = probe(pair);
            pair.say_by_wire(wire, &said)?;
        }
        let Some(said) = pair.next() else { break };
        pair.say_by_wire(wire, &said)?;
        let round = pair.worlds[0].with_state(|state| state.game.rounds);
        let all = paths(&pair.worlds[0], round);
        let deciding = matches!(pair.phase(), Phase::Deciding(_));
        if deciding && !swept && pair.chance.below(4) == 0 {
            swept = true;
            pair.compare_exports(wire)?;
            for path in &all {
                let viewer = viewers[pair.chance.below(viewers.len())];
                pair.compare_page(wire, viewer, path)?;
                pair.compare_page(wire, Viewer::Inspector, path)?;
            }
        }
        for _ in 0..each {
            let viewer = viewers[pair.chance.below(viewers.len())];
            let path = &all[pair.chance.below(all.len())];
            pair.compare_page(wire, viewer, path)?;
        }
        if pair.rounds() > begun {
            break;
        }
    }
    Ok(())
}

#[test]
fn every_page_answer_and_line_of_the_log_is_the_same() {
    let wire = Wire::new();
    let shuffles = Shuffles::many(60_000);
    let layouts: Vec<Layout> = GAMES.into_iter().map(Layout::learn).collect();
    for at in 0..rounds(300) {
        let (place, seed) = (at % GAMES.len(), 0x0b1e_0000 + at as u64);
        let game = GAMES[place];
        let mut pair = if (at / GAMES.len()).is_multiple_of(2) {
            by_hand(game, seed).0
        } else {
            let mut chance = Chance::new(seed);
            let seat = chance.below(SEARCHED + 1).checked_sub(1);
            let mut pairs = shuffles.pairs(&layouts[place].seen(seat, 0), 100);
            if pairs.is_empty() {
                // Six cards take more shuffles than these: alike for spectators then.
                pairs = shuffles.pairs(&layouts[place].seen(None, 0), 100);
            }
            let (one, other) = pairs[chance.below(pairs.len())];
            let setting = Setting { game, mode: DealingMode::Virtual, seats: SEARCHED };
            // Now and then a round that is the same in both worlds comes first: pages then have a past.
            let first = if chance.below(3) == 0 { [1; 2] } else { [one, other] };
            let mut pair = Pair::new(setting, first.map(key), Plan::default(), seed);
            if first[0] == first[1] {
                pair.worlds
                    .iter()
                    .zip([one, other])
                    .for_each(|(world, seed)| *world.key.lock().unwrap() = key(seed));
                if let Err(how) = play_by_wire(&mut pair, &wire, 0) {
                    panic!("{game:?}, seed {seed:#x}: {how}");
                }
            }
            pair
        };
        if let Err(how) = play_by_wire(&mut pair, &wire, 4) {
            panic!("{game:?}, seed {seed:#x}, {:?}: {how}", pair.plan);
        }
    }
}

#[test]
fn what_sockets_send_is_the_same() {
    let wire = Wire::new();
    for (place, game) in GAMES.into_iter().enumerate() {
        let (mut pair, unlike) = by_hand(game, 0x50c4_e700 + place as u64);
        let mut sockets = Sockets::open(&pair, &wire);
        let mut frames = 0;
        let begun = pair.rounds();
        for _ in 0..400 {
            let Some(said) = pair.next() else { break };
            let id = pair.ids.id();
            pair.step(|at, world| world.give(id, said.by, &said.say[at]));
            match sockets.compare(&pair, &wire) {
                Ok(alike) => frames += alike,
                Err(how) => panic!("{game:?}, {unlike:?}: {how}"),
            }
            if pair.rounds() > begun {
                break;
            }
        }
        assert!(frames > 50, "{game:?}: {frames} frames");
    }
}

/// A pair of worlds with cards out, in the middle of a round.
fn in_the_middle(game: Game) -> Pair {
    let seed =
        (0..1_000).find(|&seed| matches!(by_hand(game, seed).1, Unlike::Hidden(Viewer::Nobody))).unwrap();
    let mut pair = by_hand(game, seed).0;
    pair.plan.shoe_reads = true;
    while !matches!(pair.phase(), Phase::Deciding(_)) || !pair.watchers[0].is_dealt() {
        let said = pair.next().unwrap();
        let id = pair.ids.id();
        pair.step(|at, world| world.give(id, said.by, &said.say[at]));
    }
    // Everything that has left the shoe is read.
    for _ in 0..60 {
        let unread = pair.worlds[0]
            .with_state(|state| state.game.live.iter().flatten().any(|card| card.card.is_none()));
        if !unread {
            break;
        }
        let said = pair.next().unwrap();
        let id = pair.ids.id();
        pair.step(|at, world| world.give(id, said.by, &said.say[at]));
    }
    pair
}

#[test]
fn every_viewer_looks_at_every_page_in_the_middle_of_every_game() {
    let wire = Wire::new();
    let mut missing: BTreeSet<String> = BTreeSet::new();
    for game in GAMES {
        let pair = in_the_middle(game);
        let round = pair.worlds[0].with_state(|state| state.game.rounds);
        let mut looked = 0;
        for path in paths(&pair.worlds[0], round) {
            let viewers = Viewer::all(pair.setting.seats);
            // Asked the same number of times in both worlds, so that what is counted is the same.
            let mut there = false;
            for &viewer in &viewers {
                there |= !wire.get(&pair.worlds[0], viewer, &path).starts_with("404");
                wire.get(&pair.worlds[1], viewer, &path);
            }
            if !there {
                assert!(!ALWAYS.contains(&path.as_str()), "{path} is not there");
                missing.insert(path.split(&pair.worlds[0].number.to_string()).next().unwrap().to_string());
                continue;
            }
            for viewer in viewers {
                looked += 1;
                if let Err(how) = pair.compare_page(&wire, viewer, &path) {
                    panic!("{game:?}: {how}");
                }
            }
        }
        pair.compare_exports(&wire).unwrap();
        assert!(looked > 200, "{looked} pages");
    }
    println!("not there yet: {missing:?}");
}

#[test]
fn a_leak_that_is_planted_is_found() {
    let wire = Wire::new();
    for game in GAMES {
        let mut pair = in_the_middle(game);
        assert!(!pair.differ_for(Viewer::Nobody) && pair.hand(0, 1) != pair.hand(1, 1));
        pair.compare_views().unwrap();
        // A card that lies face down is turned up in a view.
        let texts = [0, 1].map(|at| {
            let mut view = seen(&pair.worlds[at], Viewer::Nobody);
            assert!(view.seats[1].hand.cards.iter().all(|face| *face == Face::Down), "{game:?}");
            view.seats[1].hand.cards[0] = Face::Up(pair.hand(at, 1)[0].card());
            as_json(&view)
        });
        let first = [0, 1].map(|at| pair.hand(at, 1)[0]);
        assert_eq!(parted(&pair.worlds, &texts).is_some(), first[0] != first[1]);
        // A page that tells of a hand, and nothing else that is wrong.
        for at in [0, 1] {
            let told =
                format!("{:?}", pair.hand(at, 1).iter().map(|id| id.card().to_string()).collect::<Vec<_>>());
            let leak = axum::Router::new().route("/leak", axum::routing::get(move || async move { told }));
            pair.worlds[at].router = pair.worlds[at].router.clone().merge(leak);
        }
        assert!(pair.compare_page(&wire, Viewer::Manager, "/leak").is_err());
        assert!(pair.compare_page(&wire, Viewer::Manager, "/").is_ok());
        // A line of the log.
        for at in [0, 1] {
            let card = pair.hand(at, 1);
            let said = move || async move { tracing::debug!("dealt {:?}", card) };
            let leak = axum::Router::new().route("/logged", axum::routing::get(said));
            pair.worlds[at].router = pair.worlds[at].router.clone().merge(leak);
        }
        assert!(pair.compare_page(&wire, Viewer::Dealer, "/logged").is_err());
    }
}

#[test]
fn only_the_hashes_of_the_own_world_are_masked() {
    let known = "0f".repeat(32);
    let hashes = std::iter::once(known.clone()).collect();
    let text = format!("commitment {known}, key {}", "ab".repeat(32));
    assert_eq!(masked(&text, &hashes), format!("commitment (hash), key {}", "ab".repeat(32)));
    // Longer or shorter runs are something else.
    let longer = format!("{known}0");
    assert_eq!(masked(&longer, &hashes), longer);
    assert!(difference(&masked(&text, &hashes), &masked(&longer, &hashes)).unwrap().starts_with("at byte 0"));
}
