//! What is wrong with a file of a book of games between players is said with the file.

use rulebook::LoadError;
use rulebook::room::RoomBook;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const ID: &str = "poker-hand-history";

/// A copy of a book that can be spoilt; it goes when the test does.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Copy {
        static COPIES: AtomicU32 = AtomicU32::new(0);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let copy = Copy(std::env::temp_dir().join(format!("room-files-{}-{number}", std::process::id())));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(ID);
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
        self.0.join(ID)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).expect("a file of the copy");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder().join(name)).expect("a file of the copy")
    }

    fn open(&self) -> Result<RoomBook, LoadError> {
        RoomBook::from_folder(&self.folder())
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

/// The error after one change in a file of the book.
fn spoilt(name: &str, old: &str, new: &str) -> LoadError {
    let copy = Copy::new();
    let text = copy.read(name);
    assert!(text.contains(old), "{name} has no {old}");
    copy.write(name, &text.replacen(old, new, 1));
    copy.wrong()
}

#[test]
fn each_mistake_is_named_with_its_file() {
    for (name, old, new, what) in [
        ("games/holdem-52.toml", "\"cards/board\"", "\"cards/bored\"", "'cards/bored' is neither a clause"),
        ("games/holdem-52.toml", "is = 52", "is = 51", "there is no deck of 51 cards"),
        ("games/holdem-52.toml", "order = \"high-52\"", "order = \"high\"", "no file orders/high.toml"),
        ("games/holdem-52.toml", "order = \"high-52\"", "order = \"high-36\"", "no order of this deck"),
        ("games/holdem-52.toml", "\"dd\"", "\"dx\"", "a card faces 'd' or 'u', not 'x'"),
        ("games/holdem-52.toml", "\"left-of-button\"", "\"left-of-hat\"", "left-of-hat"),
        ("games/holdem-52.toml", "burn =", "burns =", "burns"),
        ("games/holdem-52.toml", "game = \"holdem\"", "game = \"hold\"", "the game is 'hold-52'"),
        ("games/razz-52.toml", "deal =", "deal_out =", "deal_out"),
        ("orders/high-52.toml", "\"pair\"", "\"couple\"", "'couple' is no category of hands"),
        ("orders/high-52.toml", "is = \"pair\"", "is = \"flush\"", "not those of 'high-52', weakest first"),
        ("orders/high-52.toml", "like = \"high-52\"", "like = \"tall\"", "no order of hands like 'tall'"),
        ("room.toml", "other = ", "deal-out = ", "deal-out"),
        ("room.toml", "other = \"file/never-repair\"\n", "", "the point 'other' is missing"),
        ("room.toml", "raise_cap = ", "raise_cup = ", "raise_cup"),
    ] {
        let error = spoilt(name, old, new);
        assert_eq!(error.file, format!("{ID}/{name}"), "{error}");
        assert!(error.what.contains(what), "{error}: {what}");
    }
}

#[test]
fn a_game_may_be_like_another_and_says_only_what_differs() {
    let copy = Copy::new();
    let deck = r#"deck = { is = 52, clause = "cards/deck" }"#;
    copy.write(
        "games/twin-52.toml",
        "like = \"holdem-52\"\ngame = \"twin\"\nplayers = { is = 3, clause = \"players/number\" }\n",
    );
    let book = copy.open().unwrap_or_else(|error| panic!("{error}"));
    let (twin, holdem) = (book.game("twin", 52).unwrap(), book.game("holdem", 52).unwrap());
    assert_eq!((twin.players.value, holdem.players.value), (3, 10));
    assert_eq!((twin.street.len(), twin.board_cards()), (holdem.street.len(), holdem.board_cards()));
    assert_eq!(twin.street[1].opens.cite, holdem.street[1].opens.cite);
    // Like nothing there is, and like itself.
    copy.write("games/twin-52.toml", &format!("like = \"nothing\"\n{deck}\n"));
    let error = copy.wrong();
    assert!(error.file.ends_with("games/nothing.toml") && error.what.contains("missing"), "{error}");
    copy.write("games/twin-52.toml", "like = \"twin-52\"\n");
    let error = copy.wrong();
    assert!(error.file.ends_with("games/twin-52.toml") && error.what.contains("like itself"), "{error}");
}

#[test]
fn a_row_of_irregularities_names_games_and_roles_that_there_are() {
    let row = |game: &str, by: &str| {
        format!(
            "[[irregularity]]\nrow = 1\nwhat = \"exposed-in-cut\"\ngames = [\"{game}\"]\nruling = \"misdeal\"\n\
             clause = \"cards/once\"\nby = \"{by}\"\n"
        )
    };
    let copy = Copy::new();
    copy.write("irregularities.toml", &row("razz", "dealer"));
    assert_eq!(copy.open().unwrap_or_else(|error| panic!("{error}")).irregularities.len(), 1);
    for (game, by, what) in
        [("rizz", "dealer", "there is no game 'rizz'"), ("razz", "king", "the ladder has no role 'king'")]
    {
        copy.write("irregularities.toml", &row(game, by));
        let error = copy.wrong();
        assert_eq!(error.file, format!("{ID}/irregularities.toml"));
        assert!(error.what.contains(what), "{error}");
    }
}
