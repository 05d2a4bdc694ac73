//! Strategies belong to the shape of a game: one that is loaded from a folder under another name has them too.

use rulebook::{Book, Rulebook, Variant};
use simulate::{Plan, run, strategies};
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [(&str, &str); 4] = [
    ("crown-melbourne-three-card-poker-5.1", "three-card-poker"),
    ("crown-sydney-poker-minors-3.3", "caribbean-stud"),
    ("star-sydney-mississippi-stud-4", "mississippi-stud"),
    ("crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"),
];

/// A copy of a book in which something is written otherwise; gone when the test is over.
struct Copy(PathBuf);

impl Copy {
    fn of(book: &str, name: &str, change: &dyn Fn(String) -> String) -> (Copy, Rulebook) {
        let above = std::env::temp_dir().join(format!("cardroom-shapes-{}-{name}", std::process::id()));
        let (copy, folder) = (Copy(above.clone()), above.join(book));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(book);
        for part in ["", "variants"] {
            fs::create_dir_all(folder.join(part)).unwrap();
            for file in fs::read_dir(from.join(part)).unwrap().map(Result::unwrap) {
                if file.file_type().unwrap().is_file() {
                    let text = fs::read_to_string(file.path()).unwrap();
                    fs::write(folder.join(part).join(file.file_name()), change(text)).unwrap();
                }
            }
        }
        let book = Book::from_folder(&folder).unwrap().into_house_banked().unwrap();
        (copy, book)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn names(game: &Variant) -> Vec<&'static str> {
    strategies(game).iter().map(|strategy| strategy.name).collect()
}

#[test]
fn a_renamed_game_has_the_strategies_of_its_shape() {
    for (book, game) in GAMES {
        let known = Rulebook::open(book).unwrap();
        let expected = names(known.variant(game).unwrap());
        assert!(expected.contains(&"basic") && expected.contains(&"best"), "{game}: {expected:?}");
        let quoted = format!("\"{game}\"");
        let (_copy, renamed) = Copy::of(book, game, &|text| text.replace(&quoted, "\"harbour-game\""));
        let renamed_game = renamed.variant("harbour-game").unwrap();
        assert_eq!(names(renamed_game), expected, "{game}");
        // They play the same rounds, too.
        let played = |book: &Rulebook, game: &Variant| {
            let plan = Plan { rounds: 200, seed: 3, ..Plan::new(book, game).unwrap() };
            plan.check(book, game).unwrap();
            format!("{:?}", run(book, game, &plan, 1, &|_| {}))
        };
        assert_eq!(played(&renamed, renamed_game), played(&known, known.variant(game).unwrap()), "{game}");
    }
}

/// A variant in which the later wager is another multiple of the Ante is of the same shape, and its strategies stake what it
/// allows.
#[test]
fn a_strategy_stakes_what_the_variant_allows() {
    let (book, game) = GAMES[1];
    let known = Rulebook::open(book).unwrap();
    let stake = known.variant(game).unwrap().step.iter().find_map(|step| step.stake.clone()).unwrap();
    assert_eq!((stake.from, stake.to), (2, 2));
    let (_copy, other) = Copy::of(book, "stakes", &|text| {
        if text.contains("game = \"caribbean-stud\"") {
            text.replace("from = 2, to = 2", "from = 1, to = 1")
        } else {
            text
        }
    });
    let game = other.variant(game).unwrap();
    let changed = game.step.iter().find_map(|step| step.stake.as_ref()).unwrap();
    assert_eq!((changed.from, changed.to), (1, 1), "the book was changed");
    let plan = Plan { rounds: 200, seed: 3, ..Plan::new(&other, game).unwrap() };
    assert_eq!(run(&other, game, &plan, 1, &|_| {}).rounds, 200);
}
