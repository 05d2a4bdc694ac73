//! Books in a folder: found by their own ids, refused where it is no folder of books, and obeyed.

use cards::{Pack, ShuffleKey, Shuffler};
use replay::Books;
use room::{Act, Command, Due, Hand, HandRules, Structure, Stub, Terms};
use rulebook::room::{MOST_BOARDS, MOST_CARDS, MOST_PLAYERS, RoomBook};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const CROWN: &str = "crown-melbourne-poker-13.0";
const STANDARD: &str = "poker-hand-history";

/// A folder of books; it goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let place = std::env::temp_dir().join(format!("replay-books-{}-{number}", std::process::id()));
        fs::create_dir_all(&place).expect("a folder");
        Folder(place)
    }

    /// Copies a book of the library under another id, or its own.
    fn with(self, from: &str, id: &str) -> Folder {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(from);
        for part in ["", "games", "orders"] {
            fs::create_dir_all(self.0.join(id).join(part)).expect("a folder for the copy");
            let files = fs::read_dir(source.join(part)).expect("the book");
            for file in files.map(|entry| entry.expect("a file").path()).filter(|path| path.is_file()) {
                let name = file.file_name().expect("a name");
                fs::copy(&file, self.0.join(id).join(part).join(name)).expect("a copy");
            }
        }
        self.changed(&format!("{id}/book.toml"), from, id)
    }

    fn changed(self, file: &str, old: &str, new: &str) -> Folder {
        let place = self.0.join(file);
        let text = fs::read_to_string(&place).expect("a file of the copy");
        assert!(text.contains(old), "{file} has no {old}");
        fs::write(&place, text.replacen(old, new, 1)).expect("a file of the copy");
        self
    }

    fn wrong(&self) -> String {
        Books::in_folder(&self.0).expect_err("it is no folder of books").to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_book_of_the_folder_is_found_by_its_own_id() {
    let next = "crown-melbourne-poker-14.0";
    let folder = Folder::new().with(CROWN, next);
    let books = Books::in_folder(&folder.0).unwrap_or_else(|error| panic!("{error}"));
    let ids: Vec<&str> = books.iter().map(|book| book.front.id.as_str()).collect();
    assert_eq!(ids, [next, CROWN, STANDARD]);
    assert!(books.find(Some(next)).is_some());
    // One that has the id of another is taken instead of it.
    let folder = Folder::new().with(STANDARD, STANDARD).changed(
        &format!("{STANDARD}/book.toml"),
        "version = \"1\"",
        "version = \"2\"",
    );
    let books = Books::in_folder(&folder.0).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(books.find(None).map(|book| book.front.version.as_str()), Some("2"));
}

#[test]
fn a_folder_without_books_is_refused() {
    let nowhere = Books::in_folder(Path::new("/nowhere/at/all")).expect_err("there is none").to_string();
    assert!(nowhere.contains("/nowhere/at/all: there is no such folder"), "{nowhere}");
    let empty = Folder::new();
    assert!(empty.wrong().contains("none of the folders in it has a book.toml"), "{}", empty.wrong());
    let folder = Folder::new().with(CROWN, CROWN);
    let one = Books::in_folder(&folder.0.join(CROWN)).expect_err("it is a book").to_string();
    assert!(one.contains("this is a single rulebook"), "{one}");
    // A folder that has not the name of its book, and a book without its first page.
    fs::rename(folder.0.join(CROWN), folder.0.join("crown-poker")).expect("another name");
    let named = folder.wrong();
    assert!(
        named.contains("crown-poker/book.toml, line 1: the id is 'crown-melbourne-poker-13.0'"),
        "{named}"
    );
    fs::rename(folder.0.join("crown-poker"), folder.0.join(CROWN)).expect("its own name");
    fs::remove_file(folder.0.join(CROWN).join("book.toml")).expect("its first page");
    assert!(folder.wrong().contains("has no readable book.toml"), "{}", folder.wrong());
}

/// Limit hold'em, three players: how many wagers the flop takes before there are no more.
fn wagers_on_the_flop(book: &RoomBook) -> usize {
    let game = book.game("holdem", 52).expect("a game");
    let structure = Structure::Fixed { small: 10, big: 20, small_rounds: 2 };
    let room = HandRules::new(book, game, Terms { structure, ..Terms::blinds(5, 10) });
    let stub = Stub::shuffled(Pack::OF_52, &mut Shuffler::new(&ShuffleKey::from_seed(1)));
    let mut hand = Hand::new(&[1_000; 3], stub);
    let mut said = Vec::new();
    let mut tell = |hand: &mut Hand, command: Command| room.tell(hand, &command, &mut said).is_ok();
    assert!(tell(&mut hand, Command::Post) && tell(&mut hand, Command::Deal));
    while let Due::Act(seat) = hand.due() {
        assert!(tell(&mut hand, Command::Act { seat, act: Act::Call }));
    }
    assert!(tell(&mut hand, Command::Deal));
    let mut wagers = 0;
    loop {
        let Due::Act(seat) = hand.due() else { panic!("somebody is to act") };
        let to = (wagers as i64 + 1) * 10;
        if !tell(&mut hand, Command::Act { seat, act: Act::Raise(to) }) {
            return wagers;
        }
        wagers += 1;
    }
}

#[test]
fn what_the_cap_counts_is_the_books_to_say() {
    let count = |id: &str, old: &str, new: &str| {
        let folder = Folder::new().with(id, id).changed(&format!("{id}/room.toml"), old, new);
        let books = Books::in_folder(&folder.0).unwrap_or_else(|error| panic!("{error}"));
        wagers_on_the_flop(books.find(Some(id)).expect("the copy"))
    };
    let (raises, wagers) = ("cap_counts = { is = \"raises\"", "cap_counts = { is = \"wagers\"");
    // A bet and three raises, or three wagers; four wagers, or a bet and four raises.
    assert_eq!((count(CROWN, raises, raises), count(CROWN, raises, wagers)), (4, 3));
    assert_eq!((count(STANDARD, wagers, wagers), count(STANDARD, wagers, raises)), (4, 5));
}

#[test]
fn the_loader_allows_what_the_machine_holds() {
    assert_eq!((MOST_PLAYERS, MOST_BOARDS), (room::MOST, room::BOARDS));
    assert_eq!(MOST_CARDS, cards::FewCards::MOST);
}
