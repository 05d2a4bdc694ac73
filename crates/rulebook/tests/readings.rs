//! Every reading stands in `readings.md`: what the data and the code name is there, and what is there is cited.

use rulebook::library;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn below(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            below(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The readings of each book, by its id.
fn readings() -> BTreeMap<String, BTreeSet<String>> {
    let each = library::ids().map(|id| {
        let text = fs::read_to_string(root().join("rulebooks").join(id).join("readings.md"));
        let text = text.unwrap_or_else(|error| panic!("{id}: {error}"));
        let names =
            text.lines().filter_map(|line| line.strip_prefix("## ")).map(|name| name.trim().to_string());
        (id.to_string(), names.collect())
    });
    each.collect()
}

/// The words of a text that look like the names of readings: `J12`, `AMB-07`, `MS-A3`, `TC-T9`, `H2`.
fn named(text: &str, letters: &BTreeSet<&str>) -> BTreeSet<String> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    let is_name = |word: &&str| {
        let stem = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        stem.len() < word.len() && letters.contains(stem)
    };
    words.filter(is_name).map(str::to_string).collect()
}

/// What the names of all readings begin with. `H` alone is too short to be told from other words.
fn stems(all: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&str> {
    let names = all.values().flatten();
    let stems = names.map(|name| name.trim_end_matches(|letter: char| letter.is_ascii_digit()));
    stems.filter(|stem| *stem != "H").collect()
}

#[test]
fn what_the_code_names_is_written_down() {
    let all = readings();
    let stems = stems(&all);
    let known: BTreeSet<&String> = all.values().flatten().collect();
    let mut files = Vec::new();
    below(&root().join("crates"), ".rs", &mut files);
    let mut count = 0;
    for path in files.iter().filter(|path| path.components().any(|part| part.as_os_str() == "src")) {
        let text = fs::read_to_string(path).expect("a source file");
        for line in text.lines().filter(|line| line.contains("//")) {
            for name in named(line, &stems) {
                count += 1;
                assert!(known.contains(&name), "{}: there is no reading {name}", path.display());
            }
        }
    }
    assert!(count > 40, "only {count} readings are named in the code");
}

#[test]
fn what_the_data_names_is_a_reading_of_its_book() {
    let all = readings();
    let stems = stems(&all);
    for (id, known) in &all {
        let mut files = Vec::new();
        below(&root().join("rulebooks").join(id), ".toml", &mut files);
        for path in files.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "cases")) {
            let text = fs::read_to_string(path).expect("a file of the book");
            for name in named(&text, &stems) {
                assert!(known.contains(&name), "{}: {id} has no reading {name}", path.display());
            }
        }
    }
}

/// Each reading of each book decides something that cites it, or says that people decide it or which other took its place.
#[test]
fn every_reading_of_every_book_is_cited_or_says_who_decides() {
    let (mut cited, mut people) = (0, 0);
    for id in library::ids() {
        let mut files = Vec::new();
        below(&root().join("rulebooks").join(id), ".toml", &mut files);
        files.retain(|path| !path.components().any(|part| part.as_os_str() == "cases"));
        let data: String =
            files.iter().map(|path| fs::read_to_string(path).expect("a file of the book")).collect();
        for reading in library::readings(id).unwrap() {
            let name = &reading.name;
            let is_cited = data.contains(&format!("\"{name}\""));
            match (is_cited, &reading.decided) {
                (true, None) => cited += 1,
                (false, Some(_)) => people += 1,
                (true, Some(_)) => panic!("{id}: {name} is cited, and is said to be decided elsewhere"),
                (false, None) => {
                    panic!("{id}: nothing cites the reading {name}, and nothing says who decides it")
                }
            }
        }
    }
    assert!(cited > 280 && people < 15, "{cited} cited, {people} decided elsewhere");
}
