//! Worked scenarios of the rulebook's notes (part k), as far as a recorded hand can show them.

use naive_room::{Commission, Setup, State, Structure};

/// A game with equal stacks of 1,000 and blinds 5 and 10.
fn hand(game: &str, players: usize, structure: Structure) -> Setup {
    let mut blinds = vec![0; players];
    blinds[0] = 5;
    blinds[1] = 10;
    Setup { structure, antes: vec![0; players], blinds, stacks: vec![1000; players], ..Setup::of(game) }
}

const NO_LIMIT: Structure = Structure::NoLimit { min: 10 };
const FIXED: Structure = Structure::Fixed { small: 10, big: 10, small_rounds: 4 };

fn play(setup: &Setup, actions: &[&str]) -> State {
    let mut state = State::new(setup).expect("a hand");
    for action in actions {
        state.apply(action).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
    state
}

/// Deals distinct hole cards to everybody in hold'em.
fn dealt(players: usize) -> Vec<String> {
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9"];
    (0..players).map(|i| format!("d dh p{} {}c{}d", i + 1, ranks[i], ranks[i])).collect()
}

fn preflop(setup: &Setup, actions: &[&str]) -> State {
    let deals = dealt(setup.stacks.len());
    let all: Vec<&str> = deals.iter().map(String::as_str).chain(actions.iter().copied()).collect();
    play(setup, &all)
}

/// A round with no blinds outstanding: everybody calls, then the flop.
fn flop(setup: &Setup, actions: &[&str]) -> State {
    let players = setup.stacks.len();
    let mut before: Vec<String> = (2..players).chain(0..2).map(|i| format!("p{} cc", i + 1)).collect();
    before.push("d db AsKsQh".to_owned());
    let all: Vec<&str> = before.iter().map(String::as_str).chain(actions.iter().copied()).collect();
    preflop(setup, &all)
}

fn raise(state: &State) -> Option<(i64, i64)> {
    state.legal().raise
}

#[test]
fn least_raises_no_limit() {
    // K39
    let state = preflop(&hand("holdem", 4, NO_LIMIT), &["p3 cbr 25"]);
    assert_eq!(raise(&state), Some((40, 1000)));
    // The ladder of part b: 25, 100, then a short all-in to 130 over a step of 75.
    let mut setup = hand("holdem", 5, NO_LIMIT);
    setup.stacks[4] = 130;
    let state = preflop(&setup, &["p3 cbr 25", "p4 cbr 100", "p5 cbr 130"]);
    assert_eq!(raise(&state), Some((205, 1000)));
    let mut state = state;
    for action in ["p1 f", "p2 f", "p3 cc"] {
        state.apply(action).expect(action);
    }
    assert_eq!((state.turn(), state.legal().call, raise(&state)), (Some(3), Some(30), None));
}

#[test]
fn short_all_in_no_limit() {
    // K57: A 100, B all in for 150: C may raise to 250, A may only call 50.
    let mut setup = hand("holdem", 3, NO_LIMIT);
    setup.stacks[1] = 160;
    let mut state = flop(&setup, &["p1 cbr 100", "p2 cbr 150"]);
    assert_eq!(raise(&state), Some((250, 990)));
    state.apply("p3 cc").expect("a call");
    assert_eq!((state.legal().call, raise(&state)), (Some(50), None));
    // K58: a full raise reopens.
    setup.stacks[1] = 210;
    let state = flop(&setup, &["p1 cbr 100", "p2 cbr 200", "p3 cc"]);
    assert_eq!(raise(&state), Some((300, 990)));
}

#[test]
fn fixed_limit_raises() {
    // K51 and K52
    let mut state = flop(&hand("holdem", 3, FIXED), &["p1 cbr 10", "p2 cbr 20", "p3 cbr 30", "p1 cbr 40"]);
    assert_eq!(raise(&state), None);
    state.apply("p2 f").expect("a fold");
    assert_eq!(raise(&state), Some((50, 50)));
    // K53: a straddle is no raise.
    let mut setup = hand("holdem", 4, FIXED);
    setup.blinds[2] = 20;
    let state = preflop(&setup, &["p4 cbr 30", "p1 cbr 40", "p2 cbr 50"]);
    assert_eq!(raise(&state), None);
}

#[test]
fn fixed_limit_short_all_ins() {
    let with_stack = |stack: i64| {
        let mut setup = hand("holdem", 3, FIXED);
        setup.stacks[1] = 10 + stack;
        setup
    };
    // K54: under half.
    let mut state = flop(&with_stack(13), &["p1 cbr 10", "p2 cbr 13"]);
    assert_eq!((state.legal().call, raise(&state)), (Some(13), Some((20, 20))));
    state.apply("p3 cc").expect("a call");
    assert_eq!((state.legal().call, raise(&state)), (Some(3), None));
    // K55 and K56: half or more.
    for (stack, next) in [(16, 26), (15, 25)] {
        let act = format!("p2 cbr {stack}");
        let mut state = flop(&with_stack(stack), &["p1 cbr 10", &act]);
        assert_eq!(raise(&state), Some((next, next)));
        state.apply("p3 cc").expect("a call");
        assert_eq!(raise(&state), Some((next, next)));
    }
}

#[test]
fn spread_and_pot_limits() {
    // K59
    let setup = hand("holdem", 3, Structure::Spread { min: 2, max: 10 });
    assert_eq!(raise(&flop(&setup, &["p1 cbr 4"])), Some((8, 14)));
    // K60, K62 and the worked sizes of part b.
    let pot = hand("holdem", 3, Structure::Pot { min: 10 });
    assert_eq!(raise(&preflop(&pot, &[])), Some((20, 35)));
    assert_eq!(raise(&preflop(&pot, &["p3 cc"])), Some((20, 40)));
    let half = hand("holdem", 3, Structure::HalfPot { min: 10 });
    assert_eq!(raise(&preflop(&half, &[])).map(|range| range.1), Some(22));
    let mut straddled = hand("holdem", 4, Structure::Pot { min: 10 });
    straddled.blinds[2] = 20;
    assert_eq!(raise(&preflop(&straddled, &[])), Some((30, 75)));
    // K61 with a pot of 30: bet 20, then 20 + 30 + 20 + 20 = 90 at most.
    assert_eq!(raise(&flop(&pot, &["p1 cbr 20"])), Some((40, 90)));
}

#[test]
fn kitty_after_a_raise_and_once_only() {
    // K37 and K38
    let setup = hand("draw-kitty", 5, NO_LIMIT);
    let deals = [
        "d dh p1 2c3c4c5c6c",
        "d dh p2 2d3d4d5d6d",
        "d dh p3 2h3h4h5h6h",
        "d dh p4 2s3s4s5s6s",
        "d dh p5 7c8c9cTcJc",
        "d dk 7d8d9dTdJd",
        "p3 cbr 20",
        "p4 kt",
    ];
    let mut state = play(&setup, &deals);
    assert_eq!(state.turn(), Some(3));
    assert_eq!((state.legal().call, raise(&state).map(|range| range.0)), (Some(10), Some(30)));
    assert!(!state.legal().kitty);
    state.apply("p4 cc").expect("a call");
    assert!(state.apply("p5 kt").is_err());
}

#[test]
fn ante_draw_is_open_or_fold() {
    // K36
    let setup = Setup { blinds: vec![0; 5], antes: vec![2; 5], ..hand("draw-ante", 5, NO_LIMIT) };
    let deals = [
        "d dh p1 2c3c4c5c6c",
        "d dh p2 2d3d4d5d6d",
        "d dh p3 2h3h4h5h6h",
        "d dh p4 2s3s4s5s6s",
        "d dh p5 7c8c9cTcJc",
    ];
    let mut state = play(&setup, &deals);
    assert!(state.apply("p1 cc").is_err());
    for action in ["p1 f", "p2 f", "p3 f", "p4 f"] {
        state.apply(action).expect(action);
    }
    assert_eq!(state.finishing_stacks(), [998, 998, 998, 998, 1008]);
}

#[test]
fn commission_on_what_was_called() {
    let rake = Commission::Percent { num: 5, den: 100, cap: Some(10) };
    // Example 3: only blinds.
    let setup = Setup { commission: rake, ..hand("holdem", 3, NO_LIMIT) };
    let state = preflop(&setup, &["p3 f", "p1 f"]);
    assert_eq!((state.commission(), state.finishing_stacks()), (0, vec![995, 1005, 1000]));
    // Example 4: a raise that nobody calls.
    let state = preflop(&setup, &["p3 cbr 30", "p1 f", "p2 f"]);
    assert_eq!((state.commission(), state.pots()), (1, vec![25]));
    // Example 5: 30 called, then a bet that nobody calls.
    let state = preflop(&setup, &["p3 cbr 30", "p1 f", "p2 cc", "d db AsKsQh", "p2 cc", "p3 cbr 50", "p2 f"]);
    assert_eq!((state.commission(), state.pots(), state.finishing_stacks()[2]), (3, vec![65], 1032));
}

#[test]
fn side_pots_and_runs() {
    // K90: A 100, B 40, C 250, D 180; B beats A beats D beats C.
    let setup = Setup { stacks: vec![100, 40, 250, 180], ..hand("holdem", 4, NO_LIMIT) };
    let show = ["p3 sm 4c4d", "p4 sm 7c7d", "p1 sm 8c8d", "p2 sm 9c9d", "d db AsKsQh", "d db 2s", "d db 3s"];
    let start = [
        "d dh p1 8c8d",
        "d dh p2 9c9d",
        "d dh p3 4c4d",
        "d dh p4 7c7d",
        "p3 cbr 250",
        "p4 cc",
        "p1 cc",
        "p2 cc",
    ];
    let all: Vec<&str> = start.iter().chain(&show).copied().collect();
    let state = play(&setup, &all);
    assert_eq!(state.pots(), [160, 180, 160]);
    assert_eq!(state.finishing_stacks(), [180, 160, 70, 160]);
    // K92 and K93: nine dealt leave 34 cards, enough for four boards and not for five.
    let setup = Setup { stacks: vec![10; 9], ..hand("holdem", 9, NO_LIMIT) };
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "T"];
    let mut actions: Vec<String> =
        (0..9).map(|i| format!("d dh p{} {}c{}d", i + 1, ranks[i], ranks[i])).collect();
    actions.extend((2..9).chain([0]).map(|i| format!("p{} cc", i + 1)));
    actions.extend((2..9).chain(0..2).map(|i| format!("p{} sm {}c{}d", i + 1, ranks[i], ranks[i])));
    let refs: Vec<&str> = actions.iter().map(String::as_str).collect();
    let state = play(&setup, &refs);
    assert!(state.clone().apply("d run 5").is_err());
    assert!(state.clone().apply("d run 4").is_ok());
}

#[test]
fn chinese_settlement() {
    // C3 and C4: three players, then a fourth who fouls.
    let sets = [
        ["QsQd7c", "JhJd8c8d3c", "AsKs9s6s2s"],
        ["AhJcTc", "9h8h7d6d5c", "KhKdKc4h4d"],
        ["AdAc3s", "5s5h5dQcJs", "TsThTd2h2d"],
        ["QhQd4s", "2c3d4c6h7h", "3h6c7s8s9c"],
    ];
    for (players, expect) in [(3, vec![-6, 4, 2]), (4, vec![-2, 8, 6, -12])] {
        let setup = Setup { stacks: vec![100; players], unit: 1, ..Setup::of("chinese-poker") };
        let mut state = State::new(&setup).expect("a hand");
        // P4's queen of diamonds is P1's: he gets the nine of diamonds instead.
        let sets: Vec<[String; 3]> = sets[..players]
            .iter()
            .enumerate()
            .map(|(i, set)| set.map(|part| if i == 3 { part.replace("Qd", "9d") } else { part.to_owned() }))
            .collect();
        for (i, set) in sets.iter().enumerate() {
            state.apply(&format!("d dh p{} {}", i + 1, set.concat())).expect("a deal");
        }
        for (i, set) in sets.iter().enumerate() {
            state.apply(&format!("p{} set {} {} {}", i + 1, set[0], set[1], set[2])).expect("a set");
        }
        let won: Vec<i64> = state.finishing_stacks().iter().map(|stack| stack - 100).collect();
        assert_eq!(won, expect);
    }
}

#[test]
fn who_opens_in_stud() {
    let stud = |game: &str, players: usize| Setup {
        blinds: vec![0; players],
        antes: vec![1; players],
        bring_in: Some(10),
        ..hand(game, players, NO_LIMIT)
    };
    let four = |doors: [&str; 4]| {
        let down = ["TcTd", "JcJd", "QcQd", "6c6d"];
        (0..4).map(|i| format!("d dh p{} {}{}", i + 1, down[i], doors[i])).collect::<Vec<_>>()
    };
    let opener = |game: &str, doors: [&str; 4]| {
        let deals = four(doors);
        play(&stud(game, 4), &deals.iter().map(String::as_str).collect::<Vec<_>>()).turn()
    };
    // K30, K31
    assert_eq!(opener("seven-card-stud", ["4d", "4c", "9h", "Ks"]), Some(1));
    assert_eq!(opener("razz", ["Ks", "Kh", "As", "2c"]), Some(0));
    // K33: the lowest door is all in on its ante.
    let mut setup = stud("seven-card-stud", 4);
    setup.stacks[0] = 1;
    let deals = four(["2c", "2d", "9h", "Ks"]);
    assert_eq!(play(&setup, &deals.iter().map(String::as_str).collect::<Vec<_>>()).turn(), Some(1));
}

#[test]
fn open_pair_lets_either_amount_be_bet() {
    // K70: after a bet of the upper amount raises are of the upper amount.
    let setup = Setup {
        blinds: vec![0; 3],
        antes: vec![1; 3],
        bring_in: Some(10),
        ..hand("seven-card-stud", 3, Structure::Fixed { small: 10, big: 20, small_rounds: 2 })
    };
    let actions = [
        "d dh p1 TcTd2c",
        "d dh p2 JcJd8c",
        "d dh p3 QcQdKs",
        "p1 pb",
        "p2 cc",
        "p3 cc",
        "d dh p1 3c",
        "d dh p2 8d",
        "d dh p3 4c",
    ];
    let mut state = play(&setup, &actions);
    assert_eq!((state.turn(), raise(&state)), (Some(1), Some((10, 20))));
    assert!(state.clone().apply("p2 cbr 15").is_err());
    state.apply("p2 cbr 20").expect("a bet");
    assert_eq!(raise(&state), Some((40, 40)));
}
