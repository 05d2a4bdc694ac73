//! Random legal hands of any game, written down as files.

use crate::books::{Books, STANDARD};
use crate::error::ReplayError;
use crate::record::Recorder;
use crate::setup::{Bets, codes};
use cards::{CardSet, ShuffleKey, Shuffler};
use phh::Hand as File;
use room::sim::{self, Numbers, Player, RandomLegal};
use room::{Act, ChipAmount, Commission, Due, Hand, HandRules, MOST, Structure, Stub, Terms};
use rulebook::room::{Posts, RoomBook, RoomGame};

/// A hand that is wanted.
#[derive(Clone, Copy, Debug)]
pub struct HandRequest<'a> {
    /// A code of the standard, or a game of a book.
    pub game: &'a str,
    /// The book, for a game that is no code.
    pub rulebook: &'a str,
    /// The deck; the first that the book has for the game where it is none.
    pub deck: Option<usize>,
    /// The structure; by chance where it is none.
    pub structure: Option<Bets>,
    /// How many players.
    pub seats: usize,
    /// What decides everything else.
    pub seed: u64,
}

/// Deals and plays a hand by chance, always within the rules, and writes it down.
///
/// The same wishes give the same hand.
///
/// # Errors
/// What stands in the way: no such game, too many players.
pub fn deal(books: &Books, wanted: &HandRequest<'_>) -> Result<File, ReplayError> {
    let (book, game, bets) = find(books, wanted)?;
    let standard = book.front.id == STANDARD;
    let seats = wanted.seats;
    let most = game.players;
    if !(2..=usize::from(most.value)).contains(&seats) {
        let what = format!("{} is dealt to 2 to {} players, not to {seats}", game.name, most.value);
        return Err(ReplayError { clause: Some(book.label(most.cite).into()), ..ReplayError::new(what) });
    }
    let mut numbers = Numbers::new(wanted.seed);
    let bets = bets.unwrap_or_else(|| Bets::ALL[numbers.below(5) as usize]);
    let terms = terms(game, bets, seats, standard, &mut numbers);
    let stacks: Vec<ChipAmount> = (0..seats).map(|_| stack(&terms, &mut numbers)).collect();
    let room = HandRules::new(book, game, terms);
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(wanted.seed));
    let mut hand = Hand::new(&stacks, Stub::shuffled(game.deck.value.0, &mut shuffler));
    let mut players = StandardRandom::new(wanted.seed, standard);
    let mut recorder = Recorder::new(&room, &stacks);
    while hand.due() != Due::Over {
        let done = sim::step(&room, &mut hand, &mut players, &mut shuffler, &mut recorder);
        if let Err(refusal) = done {
            let clause = book.label(refusal.cite).to_string();
            return Err(ReplayError { clause: Some(clause), ..ReplayError::new(refusal.reason.to_string()) });
        }
        recorder.look(&hand);
    }
    Ok(recorder.finish(&hand))
}

type GameChoice<'b> = (&'b RoomBook, &'b RoomGame, Option<Bets>);

fn find<'b>(books: &'b Books, wanted: &HandRequest<'_>) -> Result<GameChoice<'b>, ReplayError> {
    let coded = codes().find(|(code, ..)| *code == wanted.game);
    let (id, name) = coded.map_or((wanted.rulebook, wanted.game), |(_, name, _)| (STANDARD, name));
    let Some(book) = books.find(Some(id)) else {
        return Err(ReplayError::new(format!("there is no rulebook '{id}' of games between players")));
    };
    let Some(game) = book.game(name, wanted.deck.unwrap_or(0)) else {
        let mut known: Vec<&str> = book.games.iter().map(|game| game.game.as_str()).collect();
        known.dedup();
        let with = wanted.deck.map_or_else(String::new, |deck| format!(" with {deck} cards"));
        let known = known.join(", ");
        return Err(ReplayError::new(format!("{id} has no game '{name}'{with}; choose from {known}")));
    };
    Ok((book, game, coded.map(|(_, _, bets)| bets).or(wanted.structure)))
}

/// Posts, limits and commission by chance, as a table could have them.
fn terms(game: &RoomGame, bets: Bets, seats: usize, standard: bool, numbers: &mut Numbers) -> Terms {
    let chip = if standard { 1 } else { [1, 5, 25][numbers.below(3) as usize] };
    let unit = if standard { 50 } else { chip * 2 };
    let big = unit * 2;
    let structure = match bets {
        Bets::Fixed => {
            Structure::Fixed { small: big, big: big * 2, small_rounds: (game.street.len() / 2) as u8 }
        }
        Bets::Spread => Structure::Spread { least: big, most: big * 5 },
        Bets::HalfPot => Structure::HalfPot { least: big },
        Bets::Pot => Structure::Pot { least: big },
        Bets::NoLimit => Structure::NoLimit { least: big },
    };
    let mut terms = Terms::plain(structure);
    terms.chip = chip;
    terms.trim_antes = !standard;
    match game.posts.value {
        Posts::Blinds => {
            // The standard writes the button's blind first where two play.
            let (first, last) = if standard && seats == 2 { (1, 0) } else { (0, 1) };
            terms.blinds[first] = unit;
            terms.blinds[last] = big;
            if seats > 3 && numbers.percent(10) {
                terms.blinds[2] = big * 2;
                terms.straddles = 1;
            }
            if numbers.percent(20) {
                terms.antes[..seats].fill(chip);
            }
        }
        Posts::Antes => terms.antes[..seats].fill(unit),
        Posts::AntesAndBringIn => {
            terms.antes[..seats].fill(chip);
            terms.bring_in = if standard { unit / 2 } else { big };
        }
        Posts::Nothing => terms.unit = unit,
    }
    if !standard {
        terms.commission = match (numbers.below(5), game.posts.value) {
            (_, Posts::Nothing) | (0, _) => Commission::None,
            (1, _) => Commission::Percentage { ppm: 50_000, cap: big * 5 },
            (2, _) => Commission::PerHand(chip * 2),
            (3, _) => Commission::PerPerson(chip),
            _ => Commission::Several { ppm: 50_000, cap: big * 5, per_hand: chip, per_person: chip },
        };
    }
    terms
}

/// A stack of whole chips: short as often as deep.
fn stack(terms: &Terms, numbers: &mut Numbers) -> ChipAmount {
    let least = terms.blinds.iter().chain([&terms.bring_in, &terms.unit]).copied().max().unwrap_or(1).max(2);
    let most = match numbers.below(3) {
        0 => least * 2,
        1 => least * 20,
        _ => least * 200,
    };
    let chip = terms.chip.max(1);
    (numbers.between(chip, most) / chip * chip).max(chip * 3)
}

/// Plays by chance, and never what readers of the standard understand differently.
struct StandardRandom {
    chance: RandomLegal,
    standard: bool,
}

impl StandardRandom {
    fn new(seed: u64, standard: bool) -> StandardRandom {
        let mut chance = RandomLegal::new(seed ^ 0x5eed);
        (chance.raises, chance.folds) = (25, 25);
        if !standard {
            (chance.mucks, chance.runs) = (8, 50);
        }
        StandardRandom { chance, standard }
    }
}

impl Player for StandardRandom {
    fn act(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> Act {
        match self.chance.act(room, hand, seat) {
            // A raise that is full only because it puts the others all-in is read otherwise elsewhere.
            Act::Raise(to)
                if self.standard
                    && to < room.full_raise(hand)
                    && to < hand.bets()[seat] + hand.stacks()[seat] =>
            {
                if matches!(hand.due(), Due::BringIn(_)) { Act::BringIn } else { Act::Call }
            }
            act => act,
        }
    }

    fn discards(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> CardSet {
        self.chance.discards(room, hand, seat)
    }

    fn shows(&mut self, room: &HandRules<'_>, hand: &Hand, seat: usize) -> bool {
        self.chance.shows(room, hand, seat)
    }

    fn runs(&mut self, room: &HandRules<'_>, hand: &Hand, most: u8) -> u8 {
        self.chance.runs(room, hand, most)
    }
}

/// The most players that any game of the books is dealt to.
pub const MOST_SEATS: usize = MOST;
