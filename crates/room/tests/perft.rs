//! Lines of play from a fixed deck: the counts in `tests/perft`, one file a game, and the naive room's beside them.
//!
//! `CARDROOM_WRITE_PERFT=1` writes the files anew, after a change of the rules that was meant.

use crate::tables;

use cards::Card;
use room::sim::{Numbers, lines_by_act, perft};
use room::{Hand, HandRules, MOST, Structure, Stub, Terms};
use rulebook::room::{Family, Posts, RoomGame};
use std::fmt::Write as _;
use std::path::PathBuf;
use tables::{Setting, rival};

/// The settings of a game that are counted: each structure that the book has for it, with short stacks and long ones.
fn settings<'b>(book: &'b rulebook::room::RoomBook, game: &'b RoomGame, standard: bool) -> Vec<Setting<'b>> {
    let rounds = game.street.len() as u8;
    let fixed = Structure::Fixed { small: 4, big: 8, small_rounds: (rounds / 2).max(1) };
    let structures = match (standard, game.game.as_str()) {
        (true, "holdem") => vec![fixed, Structure::NoLimit { least: 4 }],
        (true, "short-deck" | "lowball-draw-2-7") => vec![Structure::NoLimit { least: 4 }],
        (true, "omaha") => vec![Structure::Pot { least: 4 }],
        (true, _) => vec![fixed],
        (false, _) if game.family == Family::Chinese => vec![Structure::NoLimit { least: 4 }],
        (false, _) => vec![
            fixed,
            Structure::Spread { least: 4, most: 10 },
            Structure::HalfPot { least: 4 },
            Structure::Pot { least: 4 },
            Structure::NoLimit { least: 4 },
        ],
    };
    let mut all = Vec::new();
    for structure in structures {
        for stacks in [[100; 3], [30, 9, 14]] {
            let mut terms = Terms::plain(structure);
            if game.posts.value == Posts::AntesAndBringIn || game.game == "draw-ante" {
                terms.antes[..3].fill(1);
            }
            if game.posts.value == Posts::AntesAndBringIn {
                terms.bring_in = if standard { 2 } else { 4 };
            } else if game.game == "short-deck" {
                terms.blinds[2] = 4;
            } else if game.game != "draw-ante" && game.family != Family::Chinese {
                terms.blinds[..2].copy_from_slice(&[2, 4]);
            }
            let mut chips = [0; MOST];
            chips[..3].copy_from_slice(&stacks);
            all.push(Setting { book, game, standard, players: 3, terms, stacks: chips });
        }
    }
    all
}

/// A deck in a fixed disorder.
fn deck(game: &RoomGame) -> Vec<Card> {
    let mut cards: Vec<Card> = game.deck.value.0.cards().iter().collect();
    let mut numbers = Numbers::new(17);
    for last in (1..cards.len()).rev() {
        cards.swap(last, numbers.below(last as u64 + 1) as usize);
    }
    cards
}

fn text(structure: Structure) -> String {
    match structure {
        Structure::Fixed { small, big, small_rounds } => {
            format!("fixed {small}/{big}, {small_rounds} at {small}")
        }
        Structure::Spread { least, most } => format!("spread {least} to {most}"),
        Structure::HalfPot { least } => format!("half-pot from {least}"),
        Structure::Pot { least } => format!("pot from {least}"),
        Structure::NoLimit { least } => format!("no-limit from {least}"),
    }
}

/// How deep: up to a few thousand lines each, of which the naive room counts all but the last act.
const DEPTH: usize = 6;

/// The counts of a game as its file has them.
fn file(settings: &[Setting<'_>], cards: &[Card]) -> String {
    let first = &settings[0];
    let mut out = format!(
        "# Lines of play of {} by the {}: counts for 0, 1, 2, ... acts.\n\n",
        first.game.name,
        if first.standard { "standard" } else { "book" }
    );
    let deck: String = cards.iter().map(Card::to_string).collect();
    let _ = writeln!(out, "deck = \"{deck}\"");
    for setting in settings {
        let room = HandRules::new(setting.book, setting.game, setting.terms);
        let hand = Hand::new(setting.stacks(), Stub::of(cards.iter().copied()));
        let counts: Vec<u64> = (0..=DEPTH).map(|depth| perft(&room, &hand, depth)).collect();
        let terms = &setting.terms;
        let _ = writeln!(out, "\n[[lines]]\nstructure = \"{}\"", text(terms.structure));
        let _ =
            writeln!(out, "stacks = {:?}\nantes = {:?}", setting.stacks(), &terms.antes[..setting.players]);
        match terms.bring_in {
            0 => writeln!(out, "blinds = {:?}", &terms.blinds[..setting.players]),
            bring_in => writeln!(out, "bring_in = {bring_in}"),
        }
        .expect("text can be written");
        let _ = writeln!(out, "counts = {counts:?}");
    }
    out
}

#[test]
fn every_game_has_as_many_lines_of_play_as_its_file_says() {
    let books = tables::books();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let write = std::env::var_os("CARDROOM_WRITE_PERFT").is_some();
    for (book, game) in tables::games(&books) {
        let standard = book == 1;
        let found = file(&settings(&books[book], game, standard), &deck(game));
        let path = folder.join(format!("{}{}.toml", if standard { "standard-" } else { "" }, game.id()));
        if write {
            std::fs::create_dir_all(&folder).expect("a folder for the counts");
            std::fs::write(&path, &found).expect("the counts are written");
        }
        let kept =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(found, kept, "{}", path.display());
    }
}

#[test]
fn the_naive_room_counts_the_same_lines() {
    let books = tables::books();
    for (book, game) in tables::games(&books) {
        for setting in settings(&books[book], game, book == 1) {
            let cards = deck(game);
            let room = HandRules::new(setting.book, setting.game, setting.terms);
            let hand = Hand::new(setting.stacks(), Stub::of(cards.iter().copied()));
            let setup = rival::setup(&setting);
            for depth in 0..DEPTH {
                let (ours, naive) = (perft(&room, &hand, depth), naive_room::perft(&setup, &cards, depth));
                if ours != naive {
                    let naive_acts = naive_room::perft_by_act(&setup, &cards, depth);
                    let our_acts = lines_by_act(&room, &hand, depth);
                    panic!("{setting:?} depth {depth}: {ours}, naive {naive}\n{our_acts:?}\n{naive_acts:?}");
                }
            }
        }
    }
}
