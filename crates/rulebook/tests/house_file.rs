//! What is wrong with a `house.toml` is said with file and line.

use rulebook::{Book, LoadError};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const ID: &str = "star-sydney-mississippi-stud-4";

/// A copy of a book that can be spoilt; it goes when the test does.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Copy {
        static COPIES: AtomicU32 = AtomicU32::new(0);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let copy = Copy(std::env::temp_dir().join(format!("house-file-{}-{number}", std::process::id())));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(ID);
        fs::create_dir_all(copy.folder().join("variants")).expect("a folder for the copy");
        for part in ["", "variants"] {
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

    /// The error after a change, and the line on which the new text begins.
    fn spoilt(&self, name: &str, old: &str, new: &str) -> (LoadError, usize) {
        let path = self.folder().join(name);
        let text = fs::read_to_string(&path).expect("a file of the copy");
        let at = text.find(old).expect("the text to change");
        fs::write(&path, text.replacen(old, new, 1)).expect("a change");
        let error =
            Book::from_folder(&self.folder()).map(|book| book.front.id.clone()).expect_err("it is spoilt");
        (error, text[..at].matches('\n').count() + 1)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_copy_itself_is_sound() {
    let book = Book::from_folder(&Copy::new().folder()).and_then(Book::into_house_banked).expect("as it was");
    assert_eq!(book.house.disputes.instance.len(), 3);
    assert_eq!(book.house.mispayments.list_above.value.0.cents(), 100_000);
    assert_eq!(book.house.patrons.increase_after_hours.value, 24);
}

#[test]
fn each_mistake_is_named_with_its_line() {
    let mistakes = [
        // old, new, what is said
        ("by = \"gaming-supervisor\"", "by = \"pit-boss\"", "the ladder has no role 'pit-boss'"),
        ("whom = [\"surveillance\"", "whom = [\"nobody\"", "nobody outside the ladder is called 'nobody'"),
        ("clause = \"11.12\"", "clause = \"11.99\"", "'11.99' is neither a clause"),
        ("is = \"1000.00\"", "is = \"1000.005\"", ""),
        ("what = \"side-bet\"", "what = \"device\"", "the breach 'device' appears twice"),
        ("is = \"bar-from-game\"", "is = \"void-wager\"", "the sanction 'void-wager' appears twice"),
        ("is = \"act-first\"", "is = \"act-last\"", "act-last"),
        (
            "act = \"manage-staff\"",
            "act = \"change-pay-tables\"",
            "'change-pay-tables' needs a second person",
        ),
        ("is = 24,", "", "missing field `is`"),
    ];
    for (old, new, said) in mistakes {
        let copy = Copy::new();
        let (error, line) = copy.spoilt("house.toml", old, new);
        assert_eq!(error.file, format!("{ID}/house.toml"), "{new}");
        assert!(error.what.contains(said), "{new}: {error}");
        let near = error.line.expect("a line");
        let first = said.contains("twice") && near < line;
        assert!(near == line || first, "{new} stands on line {line}: {error}");
    }
}

#[test]
fn an_unknown_person_outside_is_an_error_of_the_ladder() {
    let copy = Copy::new();
    let (error, line) = copy.spoilt("roles.toml", "outside = [\"inspector\"]", "outside = [\"auditor\"]");
    assert_eq!((error.file, error.line), (format!("{ID}/roles.toml"), Some(line)));
    assert_eq!(error.what, "nobody outside the ladder is called 'auditor'");
}

#[test]
fn a_book_without_the_file_is_not_whole() {
    let copy = Copy::new();
    fs::remove_file(copy.folder().join("house.toml")).expect("removed");
    let error = Book::from_folder(&copy.folder()).map(|book| book.front.id.clone()).expect_err("not whole");
    assert_eq!(error.to_string(), format!("{ID}/house.toml: this file is missing"));
}
