//! From the fields of a file to a game and its terms.

use crate::books::{Books, STANDARD};
use crate::error::ReplayError;
use phh::Hand;
use room::{ChipAmount, Commission, HandRules, MOST, Structure, Terms};
use rulebook::room::{Posts, RoomGame};

/// A stack that the file does not know: more than anybody wagers.
pub(crate) const UNKNOWN: ChipAmount = 1 << 52;

/// How the standard's codes are called in its book, and how they bet.
const CODES: [(&str, &str, Bets); 11] = [
    ("FT", "holdem", Bets::Fixed),
    ("NT", "holdem", Bets::NoLimit),
    ("NS", "short-deck", Bets::NoLimit),
    ("PO", "omaha", Bets::Pot),
    ("FO/8", "omaha-hi-lo", Bets::Fixed),
    ("F7S", "seven-card-stud", Bets::Fixed),
    ("F7S/8", "seven-card-stud-hi-lo", Bets::Fixed),
    ("FR", "razz", Bets::Fixed),
    ("N2L1D", "lowball-draw-2-7", Bets::NoLimit),
    ("F2L3D", "triple-draw-2-7", Bets::Fixed),
    ("FB", "badugi", Bets::Fixed),
];

/// A structure by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bets {
    /// The amount of the street.
    Fixed,
    /// Between two amounts.
    Spread,
    /// Half the pot at most.
    HalfPot,
    /// The pot at most.
    Pot,
    NoLimit,
}

impl Bets {
    /// As `_structure` writes it.
    pub const fn word(self) -> &'static str {
        match self {
            Bets::Fixed => "fixed",
            Bets::Spread => "spread",
            Bets::HalfPot => "half-pot",
            Bets::Pot => "pot",
            Bets::NoLimit => "no-limit",
        }
    }

    /// All of them.
    pub const ALL: [Bets; 5] = [Bets::Fixed, Bets::Spread, Bets::HalfPot, Bets::Pot, Bets::NoLimit];
}

/// The standard's codes with the games of its book: code, game, structure.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static str, Bets)> {
    CODES.into_iter()
}

/// The game of a file: the book's own name first, then the standard's code.
fn game<'b>(
    books: &'b Books,
    hand: &Hand,
) -> Result<(&'b rulebook::room::RoomBook, &'b RoomGame, Bets), ReplayError> {
    let Some(book) = books.find(hand.rulebook()) else {
        let known = books.iter().map(|book| book.front.id.as_str()).collect::<Vec<_>>().join(", ");
        return Err(ReplayError::new(format!(
            "there is no rulebook '{}' of games between players; choose from {known}",
            hand.rulebook().unwrap_or_default()
        )));
    };
    let coded = hand.variant().and_then(|code| CODES.iter().find(|(known, ..)| *known == code));
    let named = hand.structure().map(|word| {
        let found = Bets::ALL.into_iter().find(|bets| bets.word() == word);
        found.ok_or_else(|| {
            ReplayError::new(format!(
                "_structure: '{word}' is not a structure; choose from fixed, spread, half-pot, pot, no-limit"
            ))
        })
    });
    let named = named.transpose()?;
    let name = match (hand.game(), coded) {
        (Some(game), _) => game,
        (None, Some((_, game, _))) => game,
        (None, None) => {
            let known = CODES.iter().map(|(code, ..)| *code).collect::<Vec<_>>().join(", ");
            return Err(match hand.variant() {
                Some(code) => ReplayError::new(format!(
                    "variant: '{code}' is not a game; choose from {known}, or name a game of a rulebook in _variant"
                )),
                None => ReplayError::new(
                    "the field variant is missing, and no _variant names a game of a rulebook".into(),
                ),
            });
        }
    };
    let deck = usize::from(hand.deck.unwrap_or(0));
    // No deck is named; a deck of none is no deck.
    let found = book.game(name, deck).filter(|_| hand.deck != Some(0));
    let Some(game) = found else {
        let with = hand.deck.map_or_else(String::new, |deck| format!(" with {deck} cards"));
        return Err(ReplayError::new(format!("{} has no game '{name}'{with}", book.front.id)));
    };
    let bets = named.or(coded.map(|(_, _, bets)| *bets)).unwrap_or(Bets::NoLimit);
    Ok((book, game, bets))
}

/// The machine for a file's hand, and the stacks it begins with.
pub(crate) fn setup<'b>(
    books: &'b Books,
    hand: &Hand,
) -> Result<(HandRules<'b>, [ChipAmount; MOST], usize), ReplayError> {
    let (book, game, bets) = game(books, hand)?;
    let players = hand.starting_stacks.len();
    if players > usize::from(game.players.value) || players > MOST {
        return Err(ReplayError {
            clause: Some(book.label(game.players.cite).into()),
            ..ReplayError::new(format!(
                "{players} players, but {} can be dealt in at {}",
                game.players.value, game.name
            ))
        });
    }
    let standard = book.front.id == STANDARD;
    let mut terms = Terms::plain(structure(hand, game, bets)?);
    // Heads-up the standard writes the posts of the button first.
    let place = |at: usize| if standard && players == 2 && game.button.value { 1 - at } else { at };
    for (at, &ante) in hand.antes.iter().enumerate().take(players) {
        terms.antes[place(at)] = ante;
    }
    for (at, &blind) in hand.blinds_or_straddles.iter().enumerate().take(players) {
        terms.blinds[place(at)] = blind;
    }
    terms.bring_in = hand.bring_in.unwrap_or(0);
    if game.posts.value == Posts::AntesAndBringIn && hand.bring_in.is_none() {
        return Err(ReplayError::new("the field bring_in is missing".into()));
    }
    // Where no chip is named, a hand of a rulebook is played in whole units of the file; the standard's in its smallest.
    let usual = if standard { 1 } else { 10i64.pow(u32::from(hand.scale)) };
    terms.chip = hand.chip.unwrap_or(usual);
    terms.unit = hand.unit.unwrap_or(0);
    terms.trim_antes = if standard {
        hand.ante_trimming_status.unwrap_or(false)
    } else {
        hand.ante_trimming_status != Some(false)
    };
    terms.commission = match hand.commission {
        None => Commission::None,
        Some(phh::Commission::Percent { ppm, cap }) => {
            Commission::Percentage { ppm, cap: cap.unwrap_or(ChipAmount::MAX) }
        }
        Some(phh::Commission::PerHand(fee)) => Commission::PerHand(fee),
        Some(phh::Commission::PerPerson(fee)) => Commission::PerPerson(fee),
        Some(phh::Commission::Several { ppm, cap, per_hand, per_person }) => Commission::Several {
            ppm: ppm.unwrap_or(0),
            cap: cap.unwrap_or(ChipAmount::MAX),
            per_hand: per_hand.unwrap_or(0),
            per_person: per_person.unwrap_or(0),
        },
    };
    let least = if standard { 0 } else { terms.structure.least() };
    terms.straddles = Terms::straddles_among(&terms.blinds[..players], least);
    let mut stacks = [0; MOST];
    for (stack, given) in stacks.iter_mut().zip(&hand.starting_stacks) {
        *stack = given.unwrap_or(UNKNOWN);
    }
    Ok((HandRules::new(book, game, terms), stacks, players))
}

fn structure(hand: &Hand, game: &RoomGame, bets: Bets) -> Result<Structure, ReplayError> {
    let need = |value: Option<ChipAmount>, name: &str| {
        value.ok_or_else(|| ReplayError::new(format!("the field {name} is missing")))
    };
    if game.posts.value == Posts::Nothing {
        return Ok(Structure::NoLimit { least: 0 });
    }
    Ok(match bets {
        Bets::Fixed => Structure::Fixed {
            small: need(hand.small_bet, "small_bet")?,
            big: need(hand.big_bet, "big_bet")?,
            small_rounds: hand.small_rounds.unwrap_or((game.street.len() / 2) as u8),
        },
        Bets::Spread => {
            Structure::Spread { least: need(hand.min_bet, "min_bet")?, most: need(hand.max_bet, "_max_bet")? }
        }
        Bets::HalfPot => Structure::HalfPot { least: need(hand.min_bet, "min_bet")? },
        Bets::Pot => Structure::Pot { least: need(hand.min_bet, "min_bet")? },
        Bets::NoLimit => Structure::NoLimit { least: need(hand.min_bet, "min_bet")? },
    })
}
