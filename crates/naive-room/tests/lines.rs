//! Lines of play: small counts worked out by hand, and what must hold along every line.

use cards::Card;
use naive_room::{Setup, State, Structure, perft, perft_by_act};

/// A deck in a fixed disorder that is the same every time.
fn deck(size: u8) -> Vec<Card> {
    let mut cards = Vec::new();
    let lowest = 13 - usize::from(size) / 4;
    for rank in lowest..13 {
        for suit in 0..4 {
            let letters = [b"23456789TJQKA"[rank] as char, b"cdhs"[suit] as char];
            cards.push(letters.iter().collect::<String>().parse::<Card>().expect("a card"));
        }
    }
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    for i in (1..cards.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cards.swap(i, (state >> 33) as usize % (i + 1));
    }
    cards
}

fn setup(game: &str, players: usize, structure: Structure, stack: i64) -> Setup {
    let stud = game.contains("stud") || game == "razz";
    let mut blinds = vec![0; players];
    if !stud {
        blinds[0] = 1;
        blinds[1] = 2;
    }
    Setup {
        structure,
        antes: vec![i64::from(stud); players],
        blinds,
        bring_in: stud.then_some(2),
        stacks: vec![stack; players],
        ..Setup::of(game)
    }
}

const FIXED: Structure = Structure::Fixed { small: 2, big: 4, small_rounds: 2 };

#[test]
fn two_players_with_two_blinds_each() {
    // Fold, call, or all in for 4; after the call fold, check or all in; after the all-in fold or call.
    let setup = setup("holdem", 2, Structure::NoLimit { min: 2 }, 4);
    let deck = deck(52);
    let counts: Vec<u64> = (0..4).map(|depth| perft(&setup, &deck, depth)).collect();
    // Depth 3: 1 + (1 + flop: fold, check, all in for 2 = 3 + fold or call = 2) + 2.
    assert_eq!(counts, [1, 3, 6, 9]);
    let by_act = perft_by_act(&setup, &deck, 3);
    let names: Vec<&str> = by_act.iter().map(|(act, _)| act.as_str()).collect();
    assert_eq!(names, ["p1 f", "p1 cc", "p1 cbr 4"]);
    assert_eq!(by_act.iter().map(|(_, count)| count).sum::<u64>(), 9);
}

#[test]
fn three_raises_and_no_more_among_three() {
    let setup = setup("holdem", 3, FIXED, 100);
    let mut hand = State::new(&setup).expect("a hand");
    for action in ["d dh p1 2c2d", "d dh p2 3c3d", "d dh p3 4c4d", "p3 cbr 4", "p1 cbr 6", "p2 cbr 8"] {
        hand.apply(action).expect(action);
    }
    assert_eq!(hand.legal().raise, None);
    // Head to head the limit falls (6.9).
    hand.apply("p3 f").expect("a fold");
    assert_eq!(hand.legal().raise, Some((10, 10)));
}

#[test]
fn forced_bet_in_fixed_stud_is_the_only_act() {
    let setup = setup("seven-card-stud", 3, FIXED, 50);
    let by_act = perft_by_act(&setup, &deck(52), 1);
    assert_eq!(by_act.len(), 1);
    assert!(by_act[0].0.ends_with("pb"));
    // Then fold, call or raise for the second player.
    assert_eq!(perft(&setup, &deck(52), 2), 3);
}

#[test]
fn draws_are_decisions() {
    let setup = setup("draw-blind", 2, Structure::NoLimit { min: 2 }, 2);
    // Blinds 1 and 2 of 2: fold or call all in, then two draws of three kinds each.
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&setup, &deck(52), depth)).collect();
    assert_eq!(counts, [2, 4, 10, 10]);
}

#[test]
fn every_game_counts_and_its_acts_are_accepted() {
    let decks = |game: &str| if game.contains("-card-manila") { 36 } else { 52 };
    for game in [
        "draw-blind",
        "draw-ante",
        "draw-kitty",
        "triple-draw-2-7",
        "triple-draw-a-5",
        "lowball-draw-2-7",
        "lowball-draw-a-5",
        "five-card-stud",
        "crown-stud",
        "seven-card-stud",
        "seven-card-stud-hi-lo",
        "razz",
        "holdem",
        "double-flop-holdem",
        "pineapple",
        "crazy-pineapple",
        "crazy-pineapple-hi-lo",
        "holdem-hi-lo",
        "omaha",
        "omaha-hi-lo",
        "two-card-manila",
        "three-card-manila",
        "faro-manila",
    ] {
        for structure in [
            FIXED,
            Structure::Spread { min: 2, max: 6 },
            Structure::HalfPot { min: 2 },
            Structure::Pot { min: 2 },
            Structure::NoLimit { min: 2 },
        ] {
            for stack in [3, 12, 100] {
                let setup = Setup { deck: decks(game), ..setup(game, 3, structure, stack) };
                let cards = deck(setup.deck);
                let mut last = 1;
                for depth in 1..=4 {
                    let count = perft(&setup, &cards, depth);
                    assert!(count >= last, "{game} {structure:?} {stack}: {last} then {count}");
                    // Every act that is offered is accepted: the branches add up.
                    let branches = perft_by_act(&setup, &cards, depth);
                    assert!(branches.iter().all(|(_, lines)| *lines > 0), "{game} {branches:?}");
                    last = count;
                }
            }
        }
    }
}
