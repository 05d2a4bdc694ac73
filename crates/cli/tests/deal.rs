//! `cardroom deal` as a user meets it: every game dealt, written, read back and replayed to the same end.

use crate::common;

use common::{Folder, complaint, complaints, said};

const CODES: [&str; 11] = ["FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB"];

const BOOK: &str = "crown-melbourne-poker-13.0";

#[test]
fn the_same_words_give_the_same_hand() {
    let dealt = |seed: &str| said(&["deal", "NT", "--seats", "4", "--seed", seed]);
    assert_eq!(dealt("7"), dealt("7"));
    assert_ne!(dealt("7"), dealt("8"));
    let text = dealt("7");
    assert!(text.starts_with("variant = \"NT\"") || text.starts_with("variant = 'NT'"), "{text}");
    assert!(!text.contains("_rulebook"), "{text}");
    let hand = phh::read(&text).unwrap();
    assert_eq!(hand.starting_stacks.len(), 4);
}

#[test]
fn every_code_of_the_standard_is_dealt_and_replayed_to_the_same_stacks() {
    for code in CODES {
        let folder = Folder::new(&format!("deal-{}", code.replace('/', "_")));
        assert_eq!(said(&["deal", code, "--count", "40", "--seed", "11", "--out", &folder.path()]), "");
        let text = said(&["replay", "--check", &folder.path()]);
        assert_eq!(text, "40 hands: 40 as recorded\n", "{code}");
        let name = format!("{}-0011.phh", code.replace('/', "_"));
        let text = std::fs::read_to_string(folder.0.join(&name)).unwrap();
        let hand = phh::read(&text).unwrap();
        assert_eq!((hand.variant(), hand.rulebook(), hand.game()), (Some(code), None, None));
        assert_eq!(phh::read(&phh::write(&hand)).unwrap(), hand, "{code}");
    }
}

#[test]
fn every_game_of_the_book_is_dealt_with_every_deck() {
    let book = rulebook::room::RoomBook::open(BOOK).unwrap();
    let folder = Folder::new("deal-book");
    let structures = ["fixed", "spread", "half-pot", "pot", "no-limit"];
    for (at, game) in book.games.iter().enumerate() {
        let deck = game.deck.value.len().to_string();
        let most = usize::from(game.players.value);
        let seats = [2, most, most / 2, most][at % 4].max(2).to_string();
        let structure = ["--structure", structures[at % 5]];
        let structure = if game.game == "chinese-poker" { &[][..] } else { &structure[..] };
        let options = ["--deck", &deck, "--seats", &seats, "--count", "8", "--seed", "3"];
        let text = said(&[&["deal", &game.game][..], &options, structure].concat());
        folder.write(&format!("{}.phhs", game.id()), &text);
        for hand in phh::Hands::new(&text) {
            let hand = hand.unwrap();
            assert_eq!((hand.rulebook(), hand.game()), (Some(BOOK), Some(game.game.as_str())));
            assert_eq!(hand.starting_stacks.len().to_string(), seats, "{}", game.id());
        }
    }
    let hands = 8 * book.games.len();
    let text = said(&["replay", "--check", &folder.path()]);
    assert_eq!(text, format!("{hands} hands: {hands} as recorded\n"));
}

#[test]
fn what_cannot_be_dealt_is_refused() {
    let wrong = [
        (&["deal"][..], "<GAME> is missing"),
        (&["deal", "faro"], "has no game 'faro'; it has draw-blind"),
        (&["deal", "holdem", "--seats", "12"], "is dealt to 2 to 11 players, not to 12 [Table 1/Holdem]"),
        (&["deal", "NT", "--seats", "1"], "players, not to 1 ["),
        (
            &["deal", "holdem", "--deck", "40"],
            "holdem is not played with 40 cards, but with 52, 32, 20 [Table 1/Holdem]",
        ),
        (&["deal", "NT", "--deck", "36"], "NT is not played with 36 cards, but with 52 only ["),
        (&["deal", "NT", "--structure", "fixed"], "NT is no-limit by its code"),
        (&["deal", "holdem", "--structure", "odd"], "'odd' is not a valid"),
        (&["deal", "badugi", "--rulebook", "poker-hand-history"], "go by their codes: FT, NT"),
        (&["deal", "holdem", "--rulebook", "star"], "is a book of games against the house"),
        (&["deal", "NT", "--count", "0"], "0"),
        (&["deal", "holdem-36"], "holdem is not played with 36 cards, but with 52, 32, 20 [Table 1/Holdem]"),
        (&["deal", "holdem-32", "--deck", "20"], "holdem-32 has 32 cards, not 20"),
        (
            &["deal", "chinese-poker", "--structure", "fixed"],
            "Chinese Poker has no betting, so --structure makes no sense [13.4.3]",
        ),
    ];
    for (arguments, expected) in wrong {
        let line = complaint(arguments);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    let (_, lines) = complaints(&["deal", "NT", "--out", "/proc/nowhere"]);
    assert!(lines.len() == 1 && lines[0].starts_with("/proc/nowhere: "), "{lines:?}");
}

#[test]
fn a_game_may_be_named_with_its_deck() {
    let named = said(&["deal", "holdem-32", "--seed", "5"]);
    assert_eq!(named, said(&["deal", "holdem", "--deck", "32", "--seed", "5"]));
    assert!(named.contains("_deck = 32"), "{named}");
}
