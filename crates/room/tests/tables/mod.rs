//! Random tables for tests: every game of the book and of the standard, every structure, many short stacks.

#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod rival;
pub(crate) mod texts;
pub(crate) mod wild;

use room::sim::Numbers;
use room::{ChipAmount, Commission, MOST, Structure, Terms};
use rulebook::room::{Family, Posts, RoomBook, RoomGame};

/// Both books.
pub(crate) fn books() -> [RoomBook; 2] {
    ["crown-melbourne-poker-13.0", "poker-hand-history"].map(|id| RoomBook::open(id).expect("the book loads"))
}

/// Every game, with the place of its book.
pub(crate) fn games(books: &[RoomBook]) -> Vec<(usize, &RoomGame)> {
    let games: Vec<_> = books
        .iter()
        .enumerate()
        .flat_map(|(at, book)| book.games.iter().map(move |game| (at, game)))
        .collect();
    assert_eq!(games.len(), 49 + 10, "all games of the book and of the standard");
    games
}

/// One game on random terms, with random stacks.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'b> {
    pub(crate) book: &'b RoomBook,
    pub(crate) game: &'b RoomGame,
    pub(crate) standard: bool,
    pub(crate) players: usize,
    pub(crate) terms: Terms,
    pub(crate) stacks: [ChipAmount; MOST],
}

impl Setting<'_> {
    pub(crate) fn stacks(&self) -> &[ChipAmount] {
        &self.stacks[..self.players]
    }
}

impl std::fmt::Debug for Setting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (game, standard) = (self.game.id(), self.standard);
        write!(f, "{game} (standard: {standard}) {:?} {:?}", self.stacks(), self.terms)
    }
}

/// How many hands a test plays: the usual number, or what `CARDROOM_HANDS_PLAYED` asks for.
pub(crate) fn hands(usual: usize) -> usize {
    let asked = std::env::var("CARDROOM_HANDS_PLAYED").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(usual)
}

/// A random table for a game of the book (`standard` false) or of the standard.
pub(crate) fn setting<'b>(
    book: &'b RoomBook,
    game: &'b RoomGame,
    standard: bool,
    numbers: &mut Numbers,
) -> Setting<'b> {
    let most = usize::from(game.players.value);
    let players = if numbers.percent(30) { most } else { numbers.between(2, most as i64) as usize };
    let chip = if standard { 1 } else { [1, 5, 25][numbers.below(3) as usize] };
    let bet = chip * numbers.between(2, 10);
    let mut terms = Terms::plain(structure(game, standard, bet, chip, numbers));
    terms.chip = chip;
    terms.trim_antes = !standard || numbers.percent(50);
    posts(game, standard, players, bet, &mut terms, numbers);
    if !standard {
        if game.family == Family::Chinese {
            terms.unit = chip * numbers.between(1, 5);
        }
        terms.commission = match numbers.below(5) {
            0 => Commission::None,
            1 if game.family != Family::Chinese => Commission::Percentage {
                ppm: numbers.between(8, 40) as u32 * 2_500,
                cap: chip * numbers.between(1, 20),
            },
            2 if game.family != Family::Chinese => Commission::PerHand(chip * numbers.between(1, 6)),
            3 if game.family != Family::Chinese => Commission::Several {
                ppm: numbers.below(3) as u32 * 25_000,
                cap: chip * numbers.between(1, 30),
                per_hand: chip * numbers.between(0, 4),
                per_person: chip * numbers.between(0, 1),
            },
            _ => Commission::PerPerson(chip),
        };
    }
    let mut stacks = [0; MOST];
    let top = [4, 40, 400][numbers.below(3) as usize];
    // Who pays a fee has something left. Some stacks are no whole number of chips.
    let least = 1 + i64::from(terms.commission.per_person() > 0);
    let odd = if numbers.percent(25) { chip } else { 1 };
    for stack in &mut stacks[..players] {
        *stack = chip * numbers.between(least, top) + numbers.between(0, odd - 1);
    }
    Setting { book, game, standard, players, terms, stacks }
}

fn structure(
    game: &RoomGame,
    standard: bool,
    bet: ChipAmount,
    chip: ChipAmount,
    numbers: &mut Numbers,
) -> Structure {
    let rounds = game.street.len() as i64;
    let fixed = |numbers: &mut Numbers| {
        let small_rounds = numbers.between(1, rounds) as u8;
        Structure::Fixed { small: bet, big: [2 * bet, 4 * bet][numbers.below(2) as usize], small_rounds }
    };
    if standard {
        let small_rounds = rounds as u8 / 2;
        return match game.game.as_str() {
            "holdem" if numbers.percent(50) => Structure::NoLimit { least: bet },
            "short-deck" | "lowball-draw-2-7" => Structure::NoLimit { least: bet },
            "omaha" => Structure::Pot { least: bet },
            _ => Structure::Fixed { small: bet, big: 2 * bet, small_rounds },
        };
    }
    match numbers.below(5) {
        0 => fixed(numbers),
        1 => Structure::Spread { least: bet, most: bet + chip * numbers.between(0, 20) },
        2 => Structure::HalfPot { least: bet },
        3 => Structure::Pot { least: bet },
        _ => Structure::NoLimit { least: bet },
    }
}

fn posts(
    game: &RoomGame,
    standard: bool,
    players: usize,
    bet: ChipAmount,
    terms: &mut Terms,
    numbers: &mut Numbers,
) {
    let chip = terms.chip;
    if game.family == Family::Chinese {
        return;
    }
    let stud = game.posts.value == Posts::AntesAndBringIn;
    let draw = game.family == Family::Draw;
    let bare = game.game == "draw-ante" || (draw && !standard && numbers.percent(15));
    if stud || bare || numbers.percent(30) {
        let ante = chip * numbers.between(1, 3);
        terms.antes[..players].fill(ante);
        if !stud && !bare && numbers.percent(30) {
            // One player antes for all.
            terms.antes = [0; MOST];
            terms.antes[1 % players] = ante;
            // Trimming such an ante would take it away again.
            terms.trim_antes &= !standard;
        }
    }
    if stud {
        let below = (bet / chip - 1).max(1);
        // The book's forced wager is no less than the least (10.3.1); the standard's is.
        terms.bring_in = if standard { chip * numbers.between(1, below) } else { bet };
        return;
    }
    if bare {
        return;
    }
    if game.game == "short-deck" {
        terms.blinds[players - 1] = bet;
        return;
    }
    // Mostly the blind is the bet; sometimes it is more, and by the standard less (6.4).
    let least = if standard { 1 } else { bet / chip };
    let blind = if numbers.percent(70) { bet } else { chip * numbers.between(least, 2 * bet / chip) };
    terms.blinds[0] = chip * numbers.between(0, blind / chip);
    terms.blinds[1] = blind;
    if players > 2 && numbers.percent(20) {
        terms.blinds[2] = 2 * blind;
        terms.straddles = 1;
    } else if players > 2 && numbers.percent(10) {
        // Three blinds, the last two alike.
        terms.blinds[2] = blind;
    }
    if players > 3 && numbers.percent(10) {
        // Somebody enters and posts.
        terms.blinds[3] = -chip * numbers.between(1, blind / chip);
    }
}
