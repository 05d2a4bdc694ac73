//! Every case file of every book, ruled by the engine and compared with what it expects.

use cases::{CaseFile, RoomCase};
use rulebook::library;

/// Rules all cases of a book; the answer is what differs.
fn differences(id: &str) -> (usize, Vec<String>) {
    let book = rulebook::Rulebook::open(id).unwrap_or_else(|error| panic!("{error}"));
    let mut found = Vec::new();
    let mut count = 0;
    for (path, text) in library::cases(id) {
        count += 1;
        match CaseFile::read(text).and_then(|case| case.check(&book)) {
            Ok((differences, _)) => {
                found.extend(differences.iter().map(|difference| format!("{path}: {difference}")))
            }
            Err(error) => found.push(format!("{path}: {error}")),
        }
    }
    (count, found)
}

fn conforms(id: &str, least: usize) {
    let (count, found) = differences(id);
    assert!(count >= least, "{id}: only {count} cases");
    assert!(found.is_empty(), "{} of {count} cases:\n{}", found.len(), found.join("\n"));
}

#[test]
fn crown_sydney_poker_minors() {
    conforms("crown-sydney-poker-minors-3.3", 600);
}

#[test]
fn star_sydney_mississippi_stud() {
    conforms("star-sydney-mississippi-stud-4", 300);
}

#[test]
fn crown_melbourne_mississippi_stud() {
    conforms("crown-melbourne-mississippi-stud-3.0", 300);
}

#[test]
fn crown_melbourne_three_card_poker() {
    conforms("crown-melbourne-three-card-poker-5.1", 400);
}

#[test]
fn crown_melbourne_poker() {
    let id = "crown-melbourne-poker-13.0";
    let book = rulebook::room::RoomBook::open(id).unwrap_or_else(|error| panic!("{error}"));
    let mut found = Vec::new();
    let mut count = 0;
    for (path, text) in library::cases(id) {
        count += 1;
        match RoomCase::read(text).and_then(|case| case.check(&book)) {
            Ok((differences, _)) => {
                found.extend(differences.iter().map(|difference| format!("{path}: {difference}")))
            }
            Err(error) => found.push(format!("{path}: {error}")),
        }
    }
    assert!(count >= 440, "only {count} cases");
    assert!(found.is_empty(), "{} of {count} cases:\n{}", found.len(), found.join("\n"));
}

/// The worked scenarios are numbered K01 to K144; those of tournaments have no table of their own yet.
#[test]
fn every_worked_scenario_of_the_poker_book_is_a_case() {
    let tournaments = [125, 126, 139];
    let missing: Vec<u32> = (1..=144)
        .filter(|number| !tournaments.contains(number))
        .filter(|number| {
            let name = format!("k{number:02}-");
            let mut paths = library::cases("crown-melbourne-poker-13.0").map(|(path, _)| path);
            let of = |path: &str| {
                let file = path.rsplit('/').next().unwrap_or_default();
                file.starts_with(&name) || file.contains(&format!("-{name}"))
            };
            !paths.any(of)
        })
        .collect();
    assert_eq!(missing, Vec::<u32>::new());
}
