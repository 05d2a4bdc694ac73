//! Random legal play of every game on every deck: each hand ends, and no chip is lost or made.

use cards::Card;
use naive_room::{Commission, Setup, State, Structure, play_out};

/// Every game with its decks and most players (Table 1).
const GAMES: &[(&str, &[(u8, usize)])] = &[
    ("draw-blind", &[(52, 8), (40, 6), (36, 5), (32, 5)]),
    ("draw-ante", &[(52, 8), (40, 6), (36, 5), (32, 5)]),
    ("draw-kitty", &[(52, 7), (40, 5), (36, 4), (32, 4)]),
    ("triple-draw-2-7", &[(52, 6)]),
    ("triple-draw-a-5", &[(52, 6)]),
    ("lowball-draw-2-7", &[(52, 8)]),
    ("lowball-draw-a-5", &[(52, 8)]),
    ("five-card-stud", &[(52, 10), (40, 8), (36, 7), (32, 6)]),
    ("crown-stud", &[(52, 10), (40, 8), (36, 7), (32, 6)]),
    ("seven-card-stud", &[(52, 8), (40, 6), (36, 5), (32, 4)]),
    ("seven-card-stud-hi-lo", &[(52, 8), (40, 6), (36, 5), (32, 4)]),
    ("razz", &[(52, 8)]),
    ("holdem", &[(52, 11), (32, 11), (20, 6)]),
    ("double-flop-holdem", &[(52, 11)]),
    ("pineapple", &[(52, 11)]),
    ("crazy-pineapple", &[(52, 11)]),
    ("crazy-pineapple-hi-lo", &[(52, 11)]),
    ("holdem-hi-lo", &[(52, 11)]),
    ("omaha", &[(52, 10)]),
    ("omaha-hi-lo", &[(52, 10)]),
    ("two-card-manila", &[(36, 11), (32, 11)]),
    ("three-card-manila", &[(36, 9), (32, 7)]),
    ("faro-manila", &[(52, 8)]),
    ("chinese-poker", &[(52, 4)]),
];

const STANDARD: &[(&str, usize)] = &[
    ("NT", 9),
    ("FT", 9),
    ("NS", 9),
    ("PO", 9),
    ("FO/8", 9),
    ("F7S", 7),
    ("F7S/8", 7),
    ("FR", 7),
    ("N2L1D", 6),
    ("F2L3D", 6),
    ("FB", 6),
];

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as usize) as i64
    }

    fn deck(&mut self, size: u8) -> Vec<Card> {
        let mut cards = Vec::new();
        for rank in 13 - usize::from(size) / 4..13 {
            for suit in *b"cdhs" {
                let letters = [b"23456789TJQKA"[rank] as char, suit as char];
                cards.push(letters.iter().collect::<String>().parse::<Card>().expect("a card"));
            }
        }
        for i in (1..cards.len()).rev() {
            cards.swap(i, self.below(i + 1));
        }
        cards
    }
}

fn structure(numbers: &mut Numbers, bet: i64) -> Structure {
    match numbers.below(5) {
        0 => Structure::Fixed { small: bet, big: 2 * bet, small_rounds: 2 },
        1 => Structure::Spread { min: bet, max: 3 * bet },
        2 => Structure::HalfPot { min: bet },
        3 => Structure::Pot { min: bet },
        _ => Structure::NoLimit { min: bet },
    }
}

fn book_setup(numbers: &mut Numbers, game: &str, deck: u8, most: usize) -> Setup {
    let players = if numbers.below(3) == 0 { most } else { 2 + numbers.below(most - 1) };
    let chip = [1, 5, 25][numbers.below(3)];
    let bet = chip * numbers.between(2, 10);
    let stud = game.contains("stud") || game == "razz";
    let chinese = game == "chinese-poker";
    let bare =
        game == "draw-ante" || numbers.below(6) == 0 && (game.contains("draw") && game != "draw-blind");
    let ante =
        if stud || bare || (!chinese && numbers.below(4) == 0) { chip * numbers.between(1, 2) } else { 0 };
    let mut blinds = vec![0; players];
    if !stud && !bare && !chinese {
        blinds[0] = chip;
        blinds[1] = bet;
        if players > 2 && numbers.below(5) == 0 {
            blinds[2] = 2 * bet;
        }
    }
    Setup {
        deck,
        structure: structure(numbers, bet),
        antes: vec![ante; players],
        blinds,
        bring_in: stud.then_some(bet),
        stacks: (0..players).map(|_| chip * numbers.between(1, 90)).collect(),
        chip,
        unit: 3 * chip,
        commission: match numbers.below(4) {
            0 => Commission::None,
            1 if !chinese => Commission::Percent { num: 75, den: 1000, cap: Some(10 * chip) },
            2 if !chinese => Commission::PerHand(2 * chip),
            _ => Commission::PerPerson(chip),
        },
        ..Setup::of(game)
    }
}

fn standard_setup(numbers: &mut Numbers, game: &str, most: usize) -> Setup {
    let players = 2 + numbers.below(most - 1);
    let bet = numbers.between(2, 10);
    let stud = game.starts_with("F7") || game == "FR";
    let mut blinds = vec![0; players];
    if !stud {
        blinds[0] = bet / 2;
        blinds[1] = bet;
    }
    Setup {
        standard: true,
        deck: if game == "NS" { 36 } else { 52 },
        structure: match game.as_bytes()[0] {
            b'F' => Structure::Fixed { small: bet, big: 2 * bet, small_rounds: 2 },
            b'P' => Structure::Pot { min: bet },
            _ => Structure::NoLimit { min: bet },
        },
        antes: vec![if stud { 1 } else { numbers.between(0, 1) }; players],
        blinds,
        bring_in: stud.then_some(1),
        stacks: (0..players).map(|_| numbers.between(1, 200)).collect(),
        ante_trimming: numbers.below(2) == 0,
        ..Setup::of(game)
    }
}

/// Folds are rarer than they would be by chance, and raises are of any size.
fn choose(numbers: &mut Numbers, hand: &State, acts: &[String]) -> String {
    let mut act = acts[numbers.below(acts.len())].clone();
    if act.ends_with(" f") && numbers.below(3) > 0 {
        act = acts[acts.len() - 1].clone();
    }
    if let (Some((player, _)), Some((least, most))) = (act.split_once(" cbr "), hand.legal().raise)
        && numbers.below(2) == 0
        && !matches!(hand.structure(), Structure::Fixed { .. })
    {
        let chip = hand.chip();
        let to = numbers.between(least, most) / chip * chip;
        if to >= least {
            return format!("{player} cbr {to}");
        }
    }
    act
}

fn check(setup: &Setup, numbers: &mut Numbers) {
    let deck = numbers.deck(setup.deck);
    let played = play_out(setup, &deck, |hand, acts| choose(numbers, hand, acts));
    let (hand, actions) = played.unwrap_or_else(|error| panic!("{setup:?}: {error}"));
    assert!(hand.finished(), "{setup:?} does not end: {actions:?}");
    let stacks = hand.finishing_stacks();
    let total = stacks.iter().sum::<i64>() + hand.commission();
    assert_eq!(total, setup.stacks.iter().sum::<i64>(), "{setup:?} {actions:?}");
    assert!(stacks.iter().all(|stack| *stack >= 0), "{setup:?} {actions:?}");
    // The same actions make the same hand.
    let mut again = State::new(setup).expect("a hand");
    for action in &actions {
        again.apply(action).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
    assert_eq!(again.finishing_stacks(), stacks);
}

#[test]
fn hands_of_the_book_end_and_keep_their_chips() {
    let mut numbers = Numbers(7);
    for _ in 0..20 {
        for (game, decks) in GAMES {
            for (deck, most) in *decks {
                let setup = book_setup(&mut numbers, game, *deck, *most);
                check(&setup, &mut numbers);
            }
        }
    }
}

#[test]
fn hands_of_the_standard_end_and_keep_their_chips() {
    let mut numbers = Numbers(11);
    for _ in 0..40 {
        for (game, most) in STANDARD {
            let setup = standard_setup(&mut numbers, game, *most);
            check(&setup, &mut numbers);
        }
    }
}
