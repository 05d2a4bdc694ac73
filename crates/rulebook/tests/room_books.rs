//! The books of games between players: every game with every deck, and the cards that they need.

use rulebook::room::{
    Counting, Family, OddChips, Opens, PartName, Plays, Point, RoomBook, RoomGame, ShortAllIn,
};
use rulebook::{Kind, library};
use std::collections::BTreeSet;

const BOOK: &str = "crown-melbourne-poker-13.0";

fn book() -> RoomBook {
    RoomBook::open(BOOK).unwrap_or_else(|error| panic!("{error}"))
}

/// Table 1: the game, and the players with each deck.
const TABLE_1: &[(&str, &[(usize, u8)])] = &[
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

#[test]
fn the_games_are_those_of_table_1() {
    let book = book();
    let expected: BTreeSet<(String, u8)> = TABLE_1
        .iter()
        .flat_map(|(game, decks)| {
            decks.iter().map(move |(deck, players)| (format!("{game}-{deck}"), *players))
        })
        .collect();
    let found: BTreeSet<(String, u8)> =
        book.games.iter().map(|game| (game.id(), game.players.value)).collect();
    assert_eq!(found, expected);
    assert_eq!(book.games.len(), 49);
    // The file of a game is named after it, and the first page lists it.
    let files: BTreeSet<&str> =
        library::paths(BOOK).filter_map(|path| path.strip_prefix("games/")?.strip_suffix(".toml")).collect();
    assert_eq!(files, expected.iter().map(|(id, _)| id.as_str()).collect());
    let listed: BTreeSet<&str> = book.front.games.iter().map(String::as_str).collect();
    assert_eq!(listed, TABLE_1.iter().map(|(game, _)| *game).collect());
    // Without a deck it is the first that Table 1 allows.
    for (game, decks) in TABLE_1 {
        assert_eq!(book.game(game, 0).map(|game| game.deck.value.len()), Some(decks[0].0), "{game}");
    }
}

/// Cards needed with all seats taken and nobody folding: private, board and burns.
fn needed(game: &RoomGame) -> (usize, usize, usize) {
    let kitty = game.kitty.as_ref().map_or(0, |kitty| usize::from(kitty.cards.value));
    let boards = usize::from(game.boards.as_ref().map_or(1, |boards| boards.value));
    let private = usize::from(game.players.value) * game.hole_cards() + kitty;
    let burns = game.street.iter().filter(|street| street.burn.is_some()).count();
    (private, boards * game.board_cards(), burns)
}

#[test]
fn the_cards_of_a_full_table_fit_its_deck() {
    let book = book();
    let check = |names: &[&str], deck: usize, expected: (usize, usize, usize), left: isize| {
        for name in names {
            let game = book.game(name, deck).unwrap_or_else(|| panic!("{name}-{deck}"));
            let (private, board, burns) = needed(game);
            assert_eq!((private, board, burns), expected, "{name}-{deck}");
            let sum = isize::try_from(private + board + burns).unwrap();
            assert_eq!(isize::try_from(deck).unwrap() - sum, left, "{name}-{deck}");
        }
    };
    let draws = ["draw-blind", "draw-ante"];
    check(&draws, 52, (40, 0, 1), 11);
    check(&draws, 40, (30, 0, 1), 9);
    check(&draws, 36, (25, 0, 1), 10);
    check(&draws, 32, (25, 0, 1), 6);
    check(&["draw-kitty"], 52, (40, 0, 1), 11);
    check(&["draw-kitty"], 40, (30, 0, 1), 9);
    check(&["draw-kitty"], 36, (25, 0, 1), 10);
    check(&["draw-kitty"], 32, (25, 0, 1), 6);
    check(&["lowball-draw-2-7", "lowball-draw-a-5"], 52, (40, 0, 1), 11);
    check(&["triple-draw-2-7", "triple-draw-a-5"], 52, (30, 0, 3), 19);
    // A negative number: the deck runs out before the last cards.
    let fives = ["five-card-stud", "crown-stud"];
    check(&fives, 52, (50, 0, 3), -1);
    check(&fives, 40, (40, 0, 3), -3);
    check(&fives, 36, (35, 0, 3), -2);
    check(&fives, 32, (30, 0, 3), -1);
    let sevens = ["seven-card-stud", "seven-card-stud-hi-lo"];
    check(&sevens, 52, (56, 0, 4), -8);
    check(&["razz"], 52, (56, 0, 4), -8);
    check(&sevens, 40, (42, 0, 4), -6);
    check(&sevens, 36, (35, 0, 4), -3);
    check(&sevens, 32, (28, 0, 4), 0);
    check(&["holdem", "holdem-hi-lo"], 52, (22, 5, 3), 22);
    check(&["holdem"], 32, (22, 5, 3), 2);
    check(&["holdem"], 20, (12, 5, 3), 0);
    check(&["double-flop-holdem"], 52, (22, 10, 3), 17);
    check(&["pineapple", "crazy-pineapple", "crazy-pineapple-hi-lo"], 52, (33, 5, 3), 11);
    check(&["omaha", "omaha-hi-lo"], 52, (40, 5, 3), 4);
    check(&["two-card-manila"], 36, (22, 5, 4), 5);
    check(&["two-card-manila"], 32, (22, 5, 4), 1);
    check(&["three-card-manila"], 36, (27, 5, 4), 0);
    check(&["three-card-manila"], 32, (21, 5, 4), 2);
    check(&["faro-manila"], 52, (40, 5, 4), 3);
    check(&["chinese-poker"], 52, (52, 0, 0), 0);
}

/// What is left for the last cards of stud, and the burns that may be shuffled with it.
#[test]
fn stud_decks_run_out_as_the_table_of_cards_says() {
    let book = book();
    for (names, deck, stub, burns) in [
        (&["five-card-stud", "crown-stud"][..], 52, 10, 2),
        (&["five-card-stud", "crown-stud"][..], 40, 6, 2),
        (&["five-card-stud", "crown-stud"][..], 36, 6, 2),
        (&["five-card-stud", "crown-stud"][..], 32, 6, 2),
        (&["seven-card-stud", "seven-card-stud-hi-lo", "razz"][..], 52, 1, 3),
        (&["seven-card-stud", "seven-card-stud-hi-lo"][..], 40, 1, 3),
        (&["seven-card-stud", "seven-card-stud-hi-lo"][..], 36, 3, 3),
        (&["seven-card-stud", "seven-card-stud-hi-lo"][..], 32, 5, 3),
    ] {
        for name in names {
            let game = book.game(name, deck).unwrap();
            let (private, _, all_burns) = needed(game);
            let before = private - usize::from(game.players.value);
            assert_eq!(all_burns - 1, burns, "{name}-{deck}");
            assert_eq!(deck - before - burns, stub, "{name}-{deck}");
        }
    }
}

#[test]
fn games_are_built_as_their_chapters_say() {
    let book = book();
    for game in &book.games {
        let id = game.id();
        let rounds = match game.game.as_str() {
            "draw-blind" | "draw-ante" | "draw-kitty" | "lowball-draw-2-7" | "lowball-draw-a-5" => 2,
            "triple-draw-2-7" | "triple-draw-a-5" | "five-card-stud" | "crown-stud" => 4,
            "seven-card-stud" | "seven-card-stud-hi-lo" | "razz" => 5,
            "chinese-poker" => 1,
            _ if game.family == Family::Manila => 5,
            _ => 4,
        };
        assert_eq!(game.street.len(), rounds, "{id}");
        assert_eq!(game.button.value, game.family != Family::Stud, "{id}");
        assert_eq!(game.runs.is_some(), game.family == Family::Flop, "{id}");
        assert_eq!(game.is_hi_lo(), game.game.ends_with("hi-lo"), "{id}");
        assert_eq!(game.open_pair.is_some(), game.game == "seven-card-stud", "{id}");
        let two = game.family == Family::Manila || game.game.starts_with("omaha");
        let set = game.family == Family::Chinese;
        for part in &game.part {
            let plays = if two { Plays::ExactlyTwo } else { Plays::Any };
            assert_eq!(part.plays.value, if set { Plays::Set } else { plays }, "{id}");
            let low = part.of == PartName::Low;
            assert_eq!(part.order().rules().better == cards::Better::Lower, low, "{id}");
            assert_eq!(part.nobody.is_some(), low && game.is_hi_lo(), "{id}");
        }
        let discards: u8 = game
            .street
            .iter()
            .filter_map(|street| street.discard.as_ref())
            .map(|discard| discard.value)
            .sum();
        assert_eq!(discards, u8::from(game.game.contains("pineapple")), "{id}");
        if game.family == Family::Stud {
            let razz = game.game == "razz";
            let first = if razz { Opens::HighestUpCard } else { Opens::LowestUpCard };
            let later = if razz { Opens::LowestShowing } else { Opens::BestShowing };
            assert_eq!(game.street[0].opens.value, first, "{id}");
            assert!(game.street[1..].iter().all(|street| street.opens.value == later), "{id}");
        }
    }
}

#[test]
fn a_point_of_a_game_has_the_clause_of_its_chapter() {
    let book = book();
    let label = |game: &str, point: Point| book.label(book.game(game, 0).unwrap().cite(point));
    assert_eq!(label("five-card-stud", Point::FoldUnbet), "14.4.5");
    assert_eq!(label("crown-stud", Point::FoldUnbet), "14.5.5");
    assert_eq!(label("seven-card-stud", Point::FoldUnbet), "14.6.5");
    assert_eq!(label("razz", Point::OpenerAllIn), "14.6.3");
    assert_eq!(label("razz", Point::BringIn), "10.3.1(a)(i)");
    assert_eq!(label("faro-manila", Point::RoundFrozen), "14.8.2");
    assert_eq!(label("pineapple", Point::Discard), "12.2.4");
    assert_eq!(label("crazy-pineapple", Point::Discard), "12.3.4");
    assert_eq!(label("holdem", Point::RaiseCap), "6.9");
    // A deck that is like another has its points too.
    let short = book.game("crown-stud", 32).unwrap();
    assert_eq!(book.label(short.cite(Point::RoundFrozen)), "14.5.4");
    // Every point of the book has a clause of its own, none rests on the one for disputes.
    let other = book.law.cite(Point::Other);
    for point in Point::ALL.into_iter().filter(|point| *point != Point::Other) {
        assert_ne!(book.law.cite(point), other, "{point:?}");
    }
}

#[test]
fn the_standard_has_its_games_and_its_own_policies() {
    let book = RoomBook::open("poker-hand-history").unwrap_or_else(|error| panic!("{error}"));
    let ids: BTreeSet<String> = book.games.iter().map(RoomGame::id).collect();
    let expected = [
        "badugi-52",
        "holdem-52",
        "lowball-draw-2-7-52",
        "omaha-52",
        "omaha-hi-lo-52",
        "razz-52",
        "seven-card-stud-52",
        "seven-card-stud-hi-lo-52",
        "short-deck-36",
        "triple-draw-2-7-52",
    ];
    assert_eq!(ids, expected.into_iter().map(String::from).collect());
    let own = self::book();
    assert_eq!((own.law.raise_cap.value, book.law.raise_cap.value), (3, 4));
    assert_eq!((own.law.cap_counts.value, book.law.cap_counts.value), (Counting::Raises, Counting::Wagers));
    assert_eq!((own.law.head_to_head.value, book.law.head_to_head.value), (true, false));
    assert_eq!(own.law.short_all_in.value, ShortAllIn::HalfIsRaise);
    assert_eq!(book.law.short_all_in.value, ShortAllIn::FullOnly);
    assert_eq!(
        (own.law.odd_chips.value, book.law.odd_chips.value),
        (OddChips::OneByOne, OddChips::AllToFirst)
    );
    assert_eq!((own.law.raise_to_cover.value, book.law.raise_to_cover.value), (false, true));
    let badugi = book.game("badugi", 0).unwrap();
    assert_eq!((badugi.hole_cards(), badugi.street.len()), (4, 4));
    assert!(badugi.street[1..].iter().all(|street| street.draw.as_ref().is_some_and(|draw| draw.value == 4)));
    assert_eq!(book.front.text_sha256, None);
}

/// A book is of banked games or of games between players, and opens as what it is.
#[test]
fn every_book_of_the_library_is_of_one_sort() {
    let rooms: Vec<&str> = library::between_players().collect();
    assert_eq!(rooms, [BOOK, "poker-hand-history"]);
    for id in library::ids() {
        let book = library::open(id).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(book.is_house_banked(), !rooms.contains(&id), "{id}");
        assert_eq!(RoomBook::open(id).is_ok(), !book.is_house_banked(), "{id}");
        assert_eq!(rulebook::Rulebook::open(id).is_ok(), book.is_house_banked(), "{id}");
        // Whichever it is, it has a first page, clauses, roles, and games that can be described.
        assert_eq!(book.front.id, id);
        assert!(!book.register.is_empty() && !book.ladder.roles.is_empty(), "{id}");
        let games: Vec<&str> = book.games().map(|game| game.id()).collect();
        assert!(book.front.games.iter().all(|game| games.contains(&game.as_str())), "{id}: {games:?}");
        for game in book.games() {
            assert_eq!(book.game(game.id()).map(|found| found.name()), Some(game.name()));
            assert!(!book.label(game.clause()).is_empty() && !game.describe().is_empty(), "{}", game.id());
        }
    }
    let error = RoomBook::open("crown-sydney-poker-minors-3.3").expect_err("a book of banked games");
    assert!(error.to_string().contains("against the house"), "{error}");
}

#[test]
fn every_game_is_told_in_words_without_saying_a_thing_twice() {
    for id in library::between_players() {
        let book = RoomBook::open(id).unwrap_or_else(|error| panic!("{error}"));
        for game in &book.games {
            let told = rulebook::room::describe(&book, game);
            let mut topics = BTreeSet::new();
            for topic in &told {
                assert!(topics.insert((&topic.section, &topic.topic)), "{} {topic:?}", game.id());
                assert!(!topic.point.is.is_empty() && book.register.id(&topic.point.clause).is_some());
            }
            let is = |topic: &str| told.iter().find(|told| told.topic == topic).map(|told| &told.point.is);
            assert_eq!(is("players at most"), Some(&game.players.value.to_string()), "{}", game.id());
            assert_eq!(is("name"), Some(&game.name));
        }
    }
}

#[test]
fn a_game_is_told_only_what_it_can_meet() {
    let book = book();
    let told = |game: &str, deck: usize| {
        let told = rulebook::room::describe(&book, book.game(game, deck).unwrap());
        let line = |topic: rulebook::describe::Topic| {
            format!("{}: {}: {} [{}]", topic.section, topic.topic, topic.point.is, topic.point.clause)
        };
        told.into_iter().map(line).collect::<Vec<String>>()
    };
    let has = |lines: &[String], part: &str| lines.iter().any(|line| line.contains(part));
    let holdem = told("holdem", 52);
    for none in ["forced wager", "folded unbet", "two boards", "top board", "antes only"] {
        assert!(!has(&holdem, none), "{none}");
    }
    assert!(has(&holdem, "flop early, one board") && has(&holdem, "jackpot malfunction"));
    let double = told("double-flop-holdem", 52);
    assert!(has(&double, "flop early, two boards") && !has(&double, "flop early, one board"));
    let chinese = told("chinese-poker", 52);
    for none in ["Betting:", "wins the pot", "no burn", "jackpot malfunction", "was called"] {
        assert!(!has(&chinese, none), "{none}");
    }
    assert!(has(&chinese, "each player: sets a front, a middle and a back [13.2.1]"));
    let manila = told("two-card-manila", 32);
    assert!(has(&manila, "a flush against a full house: beats it [3.2.2(d)(iv)]"), "{manila:#?}");
    assert!(has(&manila, "the ace: high only [11.5.5]"));
    for game in ["draw-kitty", "draw-blind", "triple-draw-2-7", "triple-draw-a-5", "lowball-draw-2-7"] {
        assert!(has(&told(game, 0), "opens with antes only: left of button [9.3.1(b)]"), "{game}");
    }
    let stud = told("seven-card-stud", 0);
    assert!(has(&stud, "the lowest up card; of equal ranks the lowest suit [10.3.1]"));
    assert!(has(&stud, "the best hand showing; of equal hands the highest suit [10.4.2]"));
    assert!(has(&stud, "cards to a seat that folded unbet: yes [14.6.5]"));
    assert!(has(&told("razz", 0), "the lowest hand showing, the ace low; of equal hands the lowest suit"));
}

/// Each game's row of Table 1 leads to the files of the game.
#[test]
fn a_row_of_table_1_is_found_in_the_games_files() {
    let book = book();
    for game in &book.games {
        let row = book.label(game.players.cite);
        assert!(row.starts_with("Table 1/"), "{row}");
        let path = format!("games/{}.toml", game.id());
        let found = rulebook::citing_lines(BOOK, row);
        assert!(found.iter().any(|place| place.path == path), "{row}: {path}");
    }
    assert!(rulebook::citing_lines(BOOK, "6.9").iter().any(|place| place.path == "room.toml"));
    assert!(
        rulebook::citing_lines(BOOK, "3.2.2(d)(iv)").iter().any(|place| place.path == "orders/high-32.toml")
    );
}

/// Every clause of the engine, of authority and of notices stands beside a value, tournaments aside.
#[test]
fn every_clause_that_decides_something_is_cited() {
    for id in library::between_players() {
        let book = RoomBook::open(id).unwrap_or_else(|error| panic!("{error}"));
        let cited: BTreeSet<_> = book
            .citations()
            .flat_map(|citation| std::iter::once(citation.clause).chain(citation.also.iter().copied()))
            .collect();
        let missing: Vec<&str> = book
            .register
            .iter()
            .filter(|(_, row)| matches!(row.kind, Kind::Engine | Kind::Authority | Kind::Notice))
            .filter(|(clause, row)| row.game != "tournament" && !cited.contains(clause))
            .map(|(_, row)| row.label.as_str())
            .collect();
        assert!(missing.is_empty(), "{id}: {missing:?}");
    }
}
