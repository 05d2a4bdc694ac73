//! The games: how many cards each player and the board have, and which hands are compared in the end.

use cards::{HandOrder, Pack, orders};
use std::sync::LazyLock;

/// A game as far as equity goes: cards, and what wins.
#[derive(Debug)]
pub struct Game {
    name: String,
    title: String,
    order: &'static HandOrder,
    low: Option<&'static HandOrder>,
    pack: Pack,
    hole: usize,
    board: usize,
    exactly_two: bool,
    most_players: usize,
}

impl Game {
    /// Every game, in the order they are listed.
    pub fn all() -> &'static [Game] {
        &GAMES
    }

    /// The game with this name.
    pub fn named(name: &str) -> Option<&'static Game> {
        Game::all().iter().find(|game| game.name == name)
    }

    /// The name, as command lines spell it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The order of hands that wins the pot, or its high half.
    pub fn order(&self) -> &'static HandOrder {
        self.order
    }

    /// The order of hands that wins the low half, in games that have one.
    pub fn low(&self) -> Option<&'static HandOrder> {
        self.low
    }

    /// The cards it is played with.
    pub fn pack(&self) -> Pack {
        self.pack
    }

    /// How many cards a player holds in the end.
    pub fn hole(&self) -> usize {
        self.hole
    }

    /// How many cards the board has in the end; none in stud.
    pub fn board(&self) -> usize {
        self.board
    }

    /// Whether exactly two hole cards play with three of the board.
    pub fn exactly_two(&self) -> bool {
        self.exactly_two
    }

    /// How many players there may be.
    pub fn most_players(&self) -> usize {
        self.most_players
    }

    /// Whether ranks alone tell all hands of the game apart from flushes: two hole cards, any of which may play.
    pub(crate) fn is_holdem(&self) -> bool {
        self.hole == 2 && self.board == 5 && !self.exactly_two
    }
}

/// Cards held, cards on the board, and whether exactly two of the hole must play.
struct GameForm(usize, usize, bool);

const HOLDEM: GameForm = GameForm(2, 5, false);
const OMAHA: GameForm = GameForm(4, 5, true);
const FIVE_CARD_OMAHA: GameForm = GameForm(5, 5, true);
const TWO_CARD_MANILA: GameForm = GameForm(2, 5, true);
const THREE_CARD_MANILA: GameForm = GameForm(3, 5, true);
const SEVEN_STUD: GameForm = GameForm(7, 0, false);
const FIVE_STUD: GameForm = GameForm(5, 0, false);

fn game(name: &str, title: &str, form: &GameForm, order: &'static HandOrder, most_players: usize) -> Game {
    let &GameForm(hole, board, exactly_two) = form;
    let (name, title, pack) = (name.into(), title.into(), order.pack());
    Game { name, title, order, low: None, pack, hole, board, exactly_two, most_players }
}

/// Half the pot to the best low of eight or better, if there is one.
fn with_low(game: Game) -> Game {
    Game { low: Some(orders::eight_or_better()), ..game }
}

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    use orders::{ace_to_five_low, high_20, high_32, high_36, high_40, high_52, manila_32, manila_36};
    vec![
        game("holdem", "hold'em", &HOLDEM, high_52(), 11),
        with_low(game("holdem-hi-lo", "hold'em hi-lo, eight or better", &HOLDEM, high_52(), 11)),
        game("short-deck", "hold'em, 36 cards, flush above full house", &HOLDEM, high_36(), 11),
        game("holdem-32", "hold'em, 32 cards, flush above full house", &HOLDEM, high_32(), 11),
        game("holdem-20", "hold'em, 20 cards", &HOLDEM, high_20(), 6),
        game("omaha", "Omaha, exactly two of four", &OMAHA, high_52(), 10),
        with_low(game("omaha-hi-lo", "Omaha hi-lo, eight or better", &OMAHA, high_52(), 10)),
        game("five-card-omaha", "Omaha and Courchevel, exactly two of five", &FIVE_CARD_OMAHA, high_52(), 8),
        with_low(game(
            "five-card-omaha-hi-lo",
            "Omaha and Courchevel hi-lo, exactly two of five, eight or better",
            &FIVE_CARD_OMAHA,
            high_52(),
            8,
        )),
        game("faro-manila", "Faro Manila, exactly two of five", &FIVE_CARD_OMAHA, high_52(), 8),
        game("two-card-manila", "Two Card Manila, 36 cards", &TWO_CARD_MANILA, manila_36(), 11),
        game("two-card-manila-32", "Two Card Manila, 32 cards", &TWO_CARD_MANILA, manila_32(), 11),
        game("three-card-manila", "Three Card Manila, 36 cards", &THREE_CARD_MANILA, manila_36(), 9),
        game("three-card-manila-32", "Three Card Manila, 32 cards", &THREE_CARD_MANILA, manila_32(), 7),
        game("seven-card-stud", "Seven Card Stud", &SEVEN_STUD, high_52(), 8),
        game("seven-card-stud-40", "Seven Card Stud, 40 cards", &SEVEN_STUD, high_40(), 6),
        game("seven-card-stud-36", "Seven Card Stud, 36 cards", &SEVEN_STUD, high_36(), 5),
        game("seven-card-stud-32", "Seven Card Stud, 32 cards", &SEVEN_STUD, high_32(), 4),
        with_low(game("stud-hi-lo", "Seven Card Stud hi-lo, eight or better", &SEVEN_STUD, high_52(), 8)),
        game("razz", "Razz: seven cards, the best low of ace to five", &SEVEN_STUD, ace_to_five_low(), 8),
        game("five-card-stud", "Five Card Stud, Crown Stud", &FIVE_STUD, high_52(), 10),
        game("five-card-stud-40", "Five Card Stud, Crown Stud, 40 cards", &FIVE_STUD, high_40(), 8),
        game("five-card-stud-36", "Five Card Stud, Crown Stud, 36 cards", &FIVE_STUD, high_36(), 7),
        game("five-card-stud-32", "Five Card Stud, Crown Stud, 32 cards", &FIVE_STUD, high_32(), 6),
    ]
});
