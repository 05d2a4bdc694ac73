//! The games as lists of steps: who is dealt what, when there is betting, which cards play (variant table).

use crate::ranking::Order;

/// One thing that happens in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Cards to each player: `down` face-down, then `up` face-up (stud's third street: down first).
    Deal { down: usize, up: usize },
    /// The five cards of the Kitty (9.2.1(a)).
    Kitty,
    /// So many cards to each board.
    Board(usize),
    /// A betting round.
    Bet,
    /// Everybody discards what he likes and gets as many (9.4.1).
    Draw,
    /// Everybody discards one card for good (12.2.4, 12.3.4).
    Discard,
    /// Chinese hands are set (13.3).
    Set,
}

/// The family that a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Draw,
    Stud,
    /// Community cards: hold'em, Omaha, Manila.
    Board,
    Chinese,
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) family: Family,
    pub(crate) steps: Vec<Step>,
    /// The order of the pot, or of its first half.
    pub(crate) order: Order,
    /// The order of the low half, if there is one.
    pub(crate) low: Option<Order>,
    /// Exactly two private cards with three of the board (11.5.4, 12.5.4(b)(vi)).
    pub(crate) two_and_three: bool,
    /// Boards in play: two in Double Flop.
    pub(crate) boards: usize,
    /// The low end opens: razz (10.3.1(a)).
    pub(crate) razz: bool,
    /// Runs are only for flop games (J72).
    pub(crate) flop: bool,
    /// The open-pair choice of 10.6.7 (J46).
    pub(crate) open_pair: bool,
    /// The most players (Table 1).
    pub(crate) seats: usize,
}

fn high(deck: u8) -> Order {
    let lowest = 15 - i32::from(deck) / 4;
    Order::High { flush_over_full: matches!(deck, 32 | 36 | 40), small_straight: Some(lowest) }
}

/// Betting rounds before, between and after some steps that are the same each time.
fn rounds(first: &[Step], each: &[&[Step]]) -> Vec<Step> {
    let mut steps = first.to_vec();
    steps.push(Step::Bet);
    for more in each {
        steps.extend_from_slice(more);
        steps.push(Step::Bet);
    }
    steps
}

const FLOP: &[Step] = &[Step::Board(3)];
const ONE: &[Step] = &[Step::Board(1)];
const UP: &[Step] = &[Step::Deal { down: 0, up: 1 }];
const DOWN: &[Step] = &[Step::Deal { down: 1, up: 0 }];
const DRAW: &[Step] = &[Step::Draw];

fn down(count: usize) -> Step {
    Step::Deal { down: count, up: 0 }
}

/// The game of this name, or of this code of the standard.
pub(crate) fn game(name: &str, standard: bool, deck: u8) -> Result<Game, String> {
    let flop_game = |hole: usize| Game {
        family: Family::Board,
        steps: rounds(&[down(hole)], &[FLOP, ONE, ONE]),
        order: high(deck),
        low: None,
        two_and_three: false,
        boards: 1,
        razz: false,
        flop: true,
        open_pair: false,
        seats: 11,
    };
    let manila = |hole: usize| Game {
        steps: rounds(&[down(hole), Step::Board(1)], &[ONE, ONE, ONE, ONE]),
        order: match high(deck) {
            Order::High { flush_over_full, small_straight } => {
                Order::High { flush_over_full, small_straight: if hole == 5 { small_straight } else { None } }
            }
            other => other,
        },
        two_and_three: true,
        flop: false,
        ..flop_game(0)
    };
    let draw = |hole: usize, draws: usize, order: Order| Game {
        family: Family::Draw,
        steps: rounds(&[down(hole)], &vec![DRAW; draws]),
        order,
        flop: false,
        ..flop_game(0)
    };
    let seven = |order: Order| Game {
        family: Family::Stud,
        steps: rounds(&[Step::Deal { down: 2, up: 1 }], &[UP, UP, UP, DOWN]),
        order,
        flop: false,
        ..flop_game(0)
    };
    let five = |last: &'static [Step]| Game {
        steps: rounds(&[Step::Deal { down: 1, up: 1 }], &[UP, UP, last]),
        ..seven(high(deck))
    };
    let eight = Some(Order::EightOrBetter);
    let crazy = vec![
        down(3),
        Step::Bet,
        Step::Board(3),
        Step::Bet,
        Step::Discard,
        Step::Board(1),
        Step::Bet,
        Step::Board(1),
        Step::Bet,
    ];
    let mut game = if standard {
        match name {
            "NT" | "FT" | "NS" => flop_game(2),
            "PO" => Game { two_and_three: true, ..flop_game(4) },
            "FO/8" => Game { two_and_three: true, low: eight, ..flop_game(4) },
            "F7S" => seven(high(deck)),
            "F7S/8" => Game { low: eight, ..seven(high(deck)) },
            "FR" => Game { razz: true, ..seven(Order::AceToFive) },
            "N2L1D" => draw(5, 1, Order::DeuceToSeven),
            "F2L3D" => draw(5, 3, Order::DeuceToSeven),
            "FB" => draw(4, 3, Order::Badugi),
            other => return Err(format!("unknown variant {other}")),
        }
    } else {
        match name {
            "draw-blind" | "draw-ante" => draw(5, 1, high(deck)),
            "draw-kitty" => {
                let mut kitty = draw(5, 1, high(deck));
                kitty.steps.insert(1, Step::Kitty);
                kitty
            }
            "triple-draw-2-7" => draw(5, 3, Order::DeuceToSeven),
            "triple-draw-a-5" => draw(5, 3, Order::AceToFive),
            "lowball-draw-2-7" => draw(5, 1, Order::DeuceToSeven),
            "lowball-draw-a-5" => draw(5, 1, Order::AceToFive),
            "five-card-stud" => five(UP),
            "crown-stud" => five(DOWN),
            "seven-card-stud" => Game { open_pair: true, ..seven(high(deck)) },
            "seven-card-stud-hi-lo" => Game { low: eight, ..seven(high(deck)) },
            "razz" => Game { razz: true, ..seven(Order::AceToFive) },
            "holdem" => flop_game(2),
            "double-flop-holdem" => Game { boards: 2, ..flop_game(2) },
            "pineapple" => {
                let mut pineapple = flop_game(3);
                pineapple.steps.insert(2, Step::Discard);
                pineapple
            }
            "crazy-pineapple" => Game { steps: crazy, ..flop_game(3) },
            "crazy-pineapple-hi-lo" => Game { steps: crazy, low: eight, ..flop_game(3) },
            "holdem-hi-lo" => Game { low: eight, ..flop_game(2) },
            "omaha" => Game { two_and_three: true, ..flop_game(4) },
            "omaha-hi-lo" => Game { two_and_three: true, low: eight, ..flop_game(4) },
            "two-card-manila" => manila(2),
            "three-card-manila" => manila(3),
            "faro-manila" => manila(5),
            "chinese-poker" => Game {
                family: Family::Chinese,
                steps: vec![down(13), Step::Set],
                flop: false,
                ..flop_game(0)
            },
            other => return Err(format!("unknown game {other}")),
        }
    };
    game.seats = if standard { 11 } else { seats(name, deck)? };
    Ok(game)
}

/// Table 1: the most players of a game with a deck.
fn seats(name: &str, deck: u8) -> Result<usize, String> {
    let refused = || Err(format!("{name} is not played with {deck} cards"));
    let by_deck = |table: &[(u8, usize)]| match table.iter().find(|(of, _)| *of == deck) {
        Some((_, seats)) => Ok(*seats),
        None => refused(),
    };
    match name {
        "draw-blind" | "draw-ante" => by_deck(&[(52, 8), (40, 6), (36, 5), (32, 5)]),
        "draw-kitty" => by_deck(&[(52, 7), (40, 5), (36, 4), (32, 4)]),
        "triple-draw-2-7" | "triple-draw-a-5" => by_deck(&[(52, 6)]),
        "five-card-stud" | "crown-stud" => by_deck(&[(52, 10), (40, 8), (36, 7), (32, 6)]),
        "seven-card-stud" | "seven-card-stud-hi-lo" => by_deck(&[(52, 8), (40, 6), (36, 5), (32, 4)]),
        "razz" | "lowball-draw-2-7" | "lowball-draw-a-5" | "faro-manila" => by_deck(&[(52, 8)]),
        "holdem" => by_deck(&[(52, 11), (32, 11), (20, 6)]),
        "omaha" | "omaha-hi-lo" => by_deck(&[(52, 10)]),
        "two-card-manila" => by_deck(&[(36, 11), (32, 11)]),
        "three-card-manila" => by_deck(&[(36, 9), (32, 7)]),
        "chinese-poker" => by_deck(&[(52, 4)]),
        _ => by_deck(&[(52, 11)]),
    }
}

/// A private card's chance of being in the deck: its rank is not under the deck's lowest.
pub(crate) fn in_deck(deck: u8, rank: i32) -> bool {
    rank >= 15 - i32::from(deck) / 4
}
