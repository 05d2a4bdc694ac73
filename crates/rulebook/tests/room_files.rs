//! What is wrong with a file of a book of games between players is said with the file and the line.

use rulebook::Book;
use rulebook::LoadError;
use rulebook::room::RoomBook;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const STANDARD: &str = "poker-hand-history";
const CROWN: &str = "crown-melbourne-poker-13.0";

/// A copy of a book that can be spoilt; it goes when the test does.
struct Copy(PathBuf, &'static str);

impl Copy {
    fn of(id: &'static str) -> Copy {
        static COPIES: AtomicU32 = AtomicU32::new(0);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let place = std::env::temp_dir().join(format!("room-files-{}-{number}", std::process::id()));
        let copy = Copy(place, id);
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(id);
        for part in ["", "games", "orders"] {
            fs::create_dir_all(copy.folder().join(part)).expect("a folder for the copy");
            let files =
                fs::read_dir(from.join(part)).expect("the book").map(|entry| entry.expect("a file").path());
            for file in files.filter(|path| path.is_file()) {
                let name = file.file_name().expect("a name");
                fs::copy(&file, copy.folder().join(part).join(name)).expect("a copy");
            }
        }
        copy
    }

    fn folder(&self) -> PathBuf {
        self.0.join(self.1)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).expect("a file of the copy");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder().join(name)).expect("a file of the copy")
    }

    fn open(&self) -> Result<RoomBook, LoadError> {
        Book::from_folder(&self.folder()).and_then(Book::into_between_players)
    }

    fn wrong(&self) -> LoadError {
        self.open().map(|book| book.front.id.clone()).expect_err("it is spoilt")
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The error after one change in a file of a book, and the line where the change is.
fn spoilt(id: &'static str, name: &str, old: &str, new: &str) -> (LoadError, usize) {
    let copy = Copy::of(id);
    let text = copy.read(name);
    let Some(at) = text.find(old) else { panic!("{name} has no {old}") };
    copy.write(name, &text.replacen(old, new, 1));
    (copy.wrong(), text[..at].matches('\n').count() + 1)
}

/// Each change: the file, what stands there, what is put there, how many lines below that the mistake is, what is said.
type Change<'a> = (&'a str, &'a str, &'a str, isize, &'a str);

fn refused(id: &'static str, changes: &[Change<'_>]) {
    let mut wrong = Vec::new();
    for &(name, old, new, below, what) in changes {
        let (error, line) = spoilt(id, name, old, new);
        let there = error.file == format!("{id}/{name}") && error.line == line.checked_add_signed(below);
        if !there || !error.what.contains(what) || error.what.contains("struct") {
            wrong.push(format!("{new} (line {line}): {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_mistake_is_named_with_its_file_and_line() {
    let holdem = "games/holdem-52.toml";
    let high = "orders/high-52.toml";
    refused(
        STANDARD,
        &[
            (holdem, "\"cards/board\"", "\"cards/bored\"", 0, "'cards/bored' is neither a clause"),
            (holdem, "is = 52", "is = 51", 0, "there is no deck of 51 cards"),
            (holdem, "order = \"high-52\"", "order = \"high\"", 0, "no file orders/high.toml"),
            (holdem, "order = \"high-52\"", "order = \"high-36\"", 0, "not an order of hands for this deck"),
            (holdem, "\"dd\"", "\"dx\"", 0, "a card faces 'd' or 'u', not 'x'"),
            (holdem, "\"left-of-button\"", "\"left-of-hat\"", 0, "left-of-hat"),
            (holdem, "burn =", "burns =", 0, "burns"),
            (holdem, "game = \"holdem\"", "game = \"hold\"", 0, "the game is 'hold-52'"),
            ("games/razz-52.toml", "deal =", "deal_out =", 0, "deal_out"),
            (high, "\"pair\"", "\"couple\"", 0, "'couple' is not a category of hands"),
            (high, "is = \"pair\"", "is = \"flush\"", 0, "'high-52' has 'pair' at this place"),
            (high, "like = \"high-52\"", "like = \"tall\"", 0, "no order of hands 'tall'"),
            ("room.toml", "other = ", "deal-out = ", 0, "deal-out"),
            ("room.toml", "raise_cap = ", "raise_cup = ", 0, "raise_cup"),
            (
                "room.toml",
                "raise_cap = { is = 4",
                "raise_cap = { is = 0",
                0,
                "the number of raises must be at least 1",
            ),
            ("room.toml", "\"clock\", ", "\"hands\", ", 0, "hands"),
            ("book.toml", "id = \"poker", "id = \"joker", 0, "but the folder is 'poker-hand-history'"),
        ],
    );
    let (error, _) = spoilt(STANDARD, "room.toml", "other = \"file/never-repair\"\n", "");
    assert!(error.what.contains("the point 'other' is missing"), "{error}");
}

/// Four games are like this one; the file in which the mistake is made is the one that is named.
#[test]
fn a_mistake_in_a_game_that_others_are_like_is_its_own() {
    let holdem = "games/holdem-52.toml";
    refused(
        CROWN,
        &[
            (holdem, "\"12.3.2\"", "\"12.3.99\"", 0, "'12.3.99' is neither a clause"),
            (holdem, "{ is = 3, clause = [\"12.3.1\", \"1.1/'Flop'\"] }", "3", 0, "a value with its clause"),
            (holdem, "{ is = 3, clause = [\"12.3.1\", \"1.1/'Flop'\"] }", "{ is = 3 }", 0, "`clause`"),
            (holdem, "acts = \"12.3.3\"", "acts = []", 0, "expected a clause"),
            (holdem, "acts = \"12.3.3\"", "deeds = \"12.3.3\"", 0, "deeds"),
            (holdem, "\"dd\"", "\"xd\"", 0, "not 'x'"),
            (holdem, "{ is = 11, ", "{ is = 300, ", 0, "a whole number from 0 to 255"),
            // What is missing is missing in its street.
            (holdem, "[[street]]\nname = \"first\"\n", "[[street]]\n", 0, "missing field `name`"),
        ],
    );
    // A game that is like another has mistakes of its own.
    refused(
        CROWN,
        &[
            ("games/holdem-20.toml", "is = 20", "is = 21", 0, "there is no deck of 21 cards"),
            ("games/holdem-20.toml", "\"3.1.5\"", "\"3.1.55\"", 0, "'3.1.55' is neither"),
            ("games/holdem-20.toml", "is = 6", "is = 7", 0, "22 cards, but the deck has 20"),
            ("games/holdem-20.toml", "players = ", "player = ", 0, "unknown field `player`"),
            ("games/holdem-20.toml", "holdem-52", "holdem-53", 0, "there is no file games/holdem-53.toml"),
        ],
    );
}

/// Numbers that the machine cannot hold, hands that no order ranks, and what does not go together.
#[test]
fn a_game_that_cannot_be_played_is_refused() {
    let (holdem, double) = ("games/holdem-52.toml", "games/double-flop-holdem-52.toml");
    let (kitty, draw) = ("games/draw-kitty-52.toml", "games/draw-blind-52.toml");
    let (stud, omaha) = ("games/seven-card-stud-52.toml", "games/omaha-hi-lo-52.toml");
    let (chinese, crazy) = ("games/chinese-poker-52.toml", "games/crazy-pineapple-52.toml");
    let flop = "board = { is = 3, clause = [\"12.3.1\", \"1.1/'Flop'\"] }\n";
    let street = "[[street]]\nname = \"more\"\nboard = { is = 1, clause = \"12.5.1\" }\n\
                  opens = { is = \"left-of-button\", clause = \"12.5.2\" }\nacts = \"12.5.3\"\n\
                  won = \"12.5.3\"\ngoes_on = \"12.5.3\"\n\n";
    let many = format!("{}[showdown]", street.repeat(5));
    let late = flop.replace("board = { is = 3", "deal = { is = \"d\"");
    refused(
        CROWN,
        &[
            // Players and seats.
            (
                holdem,
                "players = { is = 11",
                "players = { is = 0",
                0,
                "players of a hand: expected 2 to 11, found 0",
            ),
            (holdem, "players = { is = 11", "players = { is = 1", 0, "2 to 11"),
            (holdem, "players = { is = 11", "players = { is = 12", 0, "expected 2 to 11, found 12"),
            (chinese, "players = { is = 4", "players = { is = 5", 0, "expected 2 to 4, found 5"),
            (chinese, "seats = { is = 8", "seats = { is = 3", 0, "expected 4 to 11, found 3"),
            (chinese, "seats = { is = 8", "seats = { is = 12", 0, "expected 4 to 11, found 12"),
            (
                holdem,
                "posts = { is = \"blinds\"",
                "posts = { is = \"nothing\"",
                0,
                "every other game has some",
            ),
            (holdem, "button = { is = true", "button = { is = false", 0, "only stud"),
            (holdem, "button = ", "open_pair = \"10.6.7\"\nbutton = ", 0, "in stud only"),
            // Cards of the streets.
            (holdem, "deal = { is = \"dd\"", "deal = { is = \"\"", 0, "a deal without cards"),
            (
                holdem,
                "deal = { is = \"dd\"",
                "deal = { is = \"dddddddddddddddddddd\"",
                0,
                "expected 1 to 13, found 20",
            ),
            (holdem, "deal = { is = \"dd\"", "deal = { is = \"du\"", 0, "deals no card up"),
            (holdem, flop, "", -3, "a street needs cards"),
            (holdem, "board = { is = 3", "board = { is = 0", 0, "expected 1 to 5, found 0"),
            (holdem, "board = { is = 3", "board = { is = 20", 0, "expected 1 to 5, found 20"),
            (holdem, "board = { is = 3", "draw = { is = 3", 0, "expected 1 to 2, found 3"),
            (holdem, "board = { is = 3", "draw = { is = 2", 0, "a flop game has no draw"),
            (draw, "draw = { is = 5", "draw = { is = 6", 0, "expected 1 to 5, found 6"),
            (draw, "draw = { is = 5", "draw = { is = 0", 0, "expected 1 to 5, found 0"),
            (crazy, "discard = { is = 1", "discard = { is = 3", 0, "expected 1 to 2, found 3"),
            (stud, "is = \"best-showing\"", "is = \"lowest-up-card\"", 0, "on the first street"),
            (stud, "is = \"best-showing\"", "is = \"left-of-button\"", 0, "no button"),
            (
                stud,
                "posts = { is = \"antes-and-bring-in\"",
                "posts = { is = \"antes\"",
                7,
                "there is a bring-in",
            ),
            (holdem, "is = \"left-of-button\"", "is = \"best-showing\"", 0, "no card has been dealt up"),
            // Families.
            (holdem, "family = \"flop\"", "family = \"stud\"", 19, "a stud game has no board"),
            (draw, "family = \"draw\"", "family = \"stud\"", 18, "a stud game has no draw"),
            (chinese, "\"ddddddddddddd\"", "\"dddddddddddd\"", 0, "expected 13, found 12"),
            // Boards and runs.
            (double, "boards = { is = 2", "boards = { is = 15", 0, "expected 1 to 2, found 15"),
            (double, "boards = { is = 2", "boards = { is = 0", 0, "expected 1 to 2, found 0"),
            (double, "bottom = [\"12.3.1(a)\", \"J55\"]\n", "", -4, "there are two boards"),
            (holdem, "runs = { is = 7", "runs = { is = 20", 0, "expected 2 to 14, found 20"),
            (holdem, "runs = { is = 7", "runs = { is = 1", 0, "expected 2 to 14, found 1"),
            (double, "runs = { is = 7", "runs = { is = 8", 0, "expected 2 to 7, found 8"),
            (draw, "button = ", "runs = { is = 2, clause = \"12.6.1(a)(i)\" }\nbutton = ", 0, "no board"),
            (kitty, "cards = { is = 5", "cards = { is = 20", 0, "expected 5, found 20"),
            // Parts of the pot.
            (double, "on = 1", "on = 100", 0, "won on board 1"),
            (double, "on = 0", "on = 1", 0, "won on board 0"),
            (holdem, "plays = { is = \"any\"", "plays = { is = \"set\"", 0, "sets are for Chinese Poker"),
            (chinese, "plays = { is = \"set\"", "plays = { is = \"any\"", 0, "sets are for Chinese Poker"),
            (holdem, "order = \"high-52\"", "order = \"chinese-front\"", 0, "'chinese-front' ranks 3 cards"),
            (holdem, "order = \"high-52\"", "order = \"eight-or-better\"", 0, "must always be won"),
            (chinese, "order = \"chinese-front\"", "order = \"high-52\"", 0, "this set has 3"),
            (omaha, "plays = { is = \"exactly-two\"", "plays = { is = \"any\"", -1, "9 in all"),
        ],
    );
    // The mistake is where the hand becomes too large for its order, which stands further down.
    for (name, old, new, what) in [
        (
            holdem,
            "board = { is = 3",
            "board = { is = 5",
            "'high-52' ranks 5 to 7 cards; a hand of this game has 2 and 7",
        ),
        (holdem, "deal = { is = \"dd\"", "deal = { is = \"ddd\"", "8 in all"),
        (holdem, "[showdown]", &many, "at most 8 streets; this one has 9"),
        (holdem, flop, &late, "all private cards come first"),
        (draw, "draw = { is = 5", "board = { is = 1", "a draw game has no board"),
        (omaha, "of = \"low\"", "of = \"bottom\"", "the parts of this game are"),
        (double, "of = \"top\"", "of = \"high\"", "the parts of this game are top, bottom"),
        (chinese, "of = \"middle\"", "of = \"front\"", "front, middle, back"),
    ] {
        let (error, _) = spoilt(CROWN, name, old, new);
        assert_eq!(error.file, format!("{CROWN}/{name}"), "{error}");
        assert!(error.line.is_some() && error.what.contains(what), "{error}: {what}");
    }
}

#[test]
fn the_deck_serves_a_full_table() {
    refused(
        CROWN,
        &[
            ("games/draw-blind-52.toml", "players = { is = 8", "players = { is = 10", 0, "the deck has 52"),
            (
                "games/three-card-manila-32.toml",
                "players = { is = 7",
                "players = { is = 9",
                0,
                "the deck has 32",
            ),
            (
                "games/seven-card-stud-32.toml",
                "players = { is = 4",
                "players = { is = 11",
                0,
                "are not enough for 11",
            ),
        ],
    );
}

#[test]
fn the_first_page_lists_the_games_that_there_are() {
    refused(
        STANDARD,
        &[
            ("book.toml", "\"badugi\"", "\"badugu\"", 0, "there is no file of the game 'badugu'"),
            ("book.toml", "\"badugi\"", "\"badugi\", \"badugi\"", 0, "'badugi' is listed twice"),
        ],
    );
    let (error, _) = spoilt(STANDARD, "book.toml", ", \"badugi\"", "");
    assert!(error.what.contains("'badugi' is not listed, but there is games/badugi-52.toml"), "{error}");
    assert!(error.file.ends_with("book.toml") && error.line.is_some(), "{error}");
}

#[test]
fn every_point_that_a_game_can_come_to_has_a_clause() {
    let line = |text: &str, name: &str| {
        let found = text.lines().find(|line| line.starts_with(&format!("{name} = ")));
        format!("{}\n", found.unwrap_or_else(|| panic!("{name}")))
    };
    let without = |id: &'static str, name: &str| {
        let copy = Copy::of(id);
        let text = copy.read("room.toml");
        copy.write("room.toml", &text.replacen(&line(&text, name), "", 1));
        copy.wrong()
    };
    for name in [
        "fold",
        "out-of-turn-choice",
        "run-divided",
        "chinese-foul",
        "stud-community",
        "kill-size",
        "wagers-void",
    ] {
        let error = without(CROWN, name);
        assert!(error.what.contains(&format!("the point '{name}' has no clause")), "{error}");
        assert!(error.file.ends_with("room.toml") && error.line.is_some(), "{error}");
    }
    // The standard keeps no table, and says so; what its hands can come to it must have.
    let error = without(STANDARD, "raise-cap");
    assert!(error.what.contains("the point 'raise-cap' has no clause"), "{error}");
    let copy = Copy::of(STANDARD);
    let text = copy.read("room.toml");
    copy.write("room.toml", &text.replacen("\"clock\", ", "", 1));
    let error = copy.wrong();
    assert!(error.what.contains("'clock-fold', 'clock-check'"), "{error}");
}

#[test]
fn a_game_may_be_like_another_and_says_only_what_differs() {
    let copy = Copy::of(STANDARD);
    let deck = r#"deck = { is = 52, clause = "cards/deck" }"#;
    copy.write("book.toml", &copy.read("book.toml").replacen("\"holdem\"", "\"holdem\", \"twin\"", 1));
    copy.write(
        "games/twin-52.toml",
        "like = \"holdem-52\"\ngame = \"twin\"\nplayers = { is = 3, clause = \"players/number\" }\n",
    );
    let book = copy.open().unwrap_or_else(|error| panic!("{error}"));
    let (twin, holdem) = (book.game("twin", 52).unwrap(), book.game("holdem", 52).unwrap());
    assert_eq!((twin.players.value, holdem.players.value), (3, 10));
    assert_eq!((twin.street.len(), twin.board_cards()), (holdem.street.len(), holdem.board_cards()));
    assert_eq!(twin.street[1].opens.cite, holdem.street[1].opens.cite);
    // Like nothing there is, and like itself, at once or round a corner.
    let wrong = |text: &str| {
        copy.write("games/twin-52.toml", text);
        copy.wrong()
    };
    let error = wrong(&format!("{deck}\nlike = \"nothing\"\n"));
    assert!(error.file.ends_with("games/twin-52.toml") && error.line == Some(2), "{error}");
    assert!(error.what.contains("there is no file games/nothing.toml"), "{error}");
    let error = wrong("like = \"twin-52\"\n");
    assert!(error.file.ends_with("games/twin-52.toml") && error.what.contains("like itself"), "{error}");
    copy.write("games/aaa-52.toml", "like = \"twin-52\"\ngame = \"aaa\"\n");
    let error = wrong("like = \"aaa-52\"\ngame = \"twin\"\n");
    assert!(error.line == Some(1) && error.what.contains("like itself"), "{error}");
}

#[test]
fn a_row_of_irregularities_can_be_found() {
    let row = |number: u8, more: &str, by: &str| {
        format!(
            "[[irregularity]]\nrow = {number}\nwhat = \"exposed-in-cut\"\n{more}ruling = \"misdeal\"\n\
             clause = \"cards/once\"\nby = \"{by}\"\n"
        )
    };
    let copy = Copy::of(STANDARD);
    let name = "irregularities.toml";
    copy.write(name, &row(1, "games = [\"razz\"]\n", "dealer"));
    assert_eq!(copy.open().unwrap_or_else(|error| panic!("{error}")).irregularities.len(), 1);
    let sound = row(1, "", "dealer");
    for (more, by, line, what) in [
        ("games = [\"razz\", \"rizz\"]\n", "dealer", 11, "there is no game 'rizz'"),
        ("", "king", 13, "the ladder has no role 'king'"),
        ("", "dealer", 9, "row 2 is never reached: row 1 always comes first"),
        ("when = { seen = true }\n", "dealer", 9, "row 1 always comes first"),
        ("games = [\"razz\"]\n", "dealer", 9, "row 1 always comes first"),
        ("families = [\"manila\"]\n", "dealer", 9, "row 2 fits no game"),
        ("when = { at_least = 3, at_most = 2 }\n", "dealer", 9, "facts that cannot occur together"),
        ("when = { street = 9 }\n", "dealer", 11, "streets go from 1 to 8, not 9"),
    ] {
        copy.write(name, &format!("{sound}\n{}", row(2, more, by)));
        let error = copy.wrong();
        assert_eq!(
            (error.file.as_str(), error.line),
            (format!("{STANDARD}/{name}").as_str(), Some(line)),
            "{error}"
        );
        assert!(error.what.contains(what), "{error}");
    }
}

#[test]
fn the_remedy_of_a_row_suits_what_has_happened_and_its_games() {
    let copy = Copy::of("crown-melbourne-poker-13.0");
    let name = "irregularities.toml";
    let text = copy.read(name);
    let rulings: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| line.starts_with("ruling = ")).collect();
    assert!(rulings.len() > 90);
    let spoil = |at: usize, new: &str| {
        let lines = text.lines().enumerate().map(|(here, line)| if here == at { new } else { line });
        copy.write(name, &lines.collect::<Vec<_>>().join("\n"));
        let error = copy.wrong();
        assert!(error.file.ends_with(name) && error.line == Some(at + 1), "{new}: {error}");
        error.what
    };
    for &(at, line) in &rulings {
        // Fewer runs of the board are for a stub that is short; four units are for a fouled hand.
        let wrong = if line.contains("runs") { "pays-four" } else { "fewer-runs" };
        let what = spoil(at, &format!("ruling = \"{wrong}\""));
        assert!(
            what.contains(&format!("'{wrong}' is not a ruling for ")) && what.contains("; choose from "),
            "{what}"
        );
    }
    // What could be done elsewhere cannot be done in every game of the row.
    let at = rulings.iter().find(|(_, line)| line.contains("fewer-burns")).expect("a row").0;
    let what = spoil(at, "ruling = \"new-flop-with-burn\"");
    assert!(
        what.contains("'new-flop-with-burn' cannot be done in ") && what.contains("which has no board"),
        "{what}"
    );
}
