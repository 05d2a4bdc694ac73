//! What CONTRIBUTING asks of sources and documents, as far as a program can see it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// All files below a folder, but for what builds and tools leave behind.
fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder that can be read");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", ".git", "node_modules", "corpus", "artifacts"].contains(&name.as_str()) {
                files(&path, out);
            }
        } else {
            out.push(path);
        }
    }
}

fn tree() -> Vec<PathBuf> {
    let mut all = Vec::new();
    files(&root(), &mut all);
    all
}

/// The sources of our crates, without their tests, benches and examples.
fn sources() -> Vec<PathBuf> {
    let crates = root().join("crates");
    let is_source = |path: &PathBuf| {
        let below = path.strip_prefix(&crates).ok();
        path.extension().is_some_and(|end| end == "rs")
            && below.is_some_and(|below| below.components().nth(1).is_some_and(|part| part.as_os_str() == "src"))
    };
    tree().into_iter().filter(is_source).collect()
}

/// What a line declares, where it is public beyond its module: "struct Card", "fn shuffle".
fn declared(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let mut words = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty());
    let mut kind = words.next()?;
    while ["const", "async", "unsafe", "extern"].contains(&kind) {
        let next = words.next()?;
        if kind == "const" && !["fn", "unsafe", "async", "extern"].contains(&next) {
            return None;
        }
        kind = next;
    }
    ["struct", "enum", "trait", "union", "type", "fn"].contains(&kind).then_some(())?;
    Some((kind, words.next()?))
}

#[test]
fn every_public_type_and_function_says_what_it_is() {
    let mut without = Vec::new();
    let mut seen = 0;
    for path in sources() {
        let text = std::fs::read_to_string(&path).expect("a source");
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some((kind, name)) = declared(line) else { continue };
            seen += 1;
            let mut above = lines[..at].iter().rev().map(|line| line.trim()).skip_while(|line| {
                line.starts_with("#[") || line.ends_with(")]") || line.ends_with(']') || line.starts_with("//") && !line.starts_with("///")
            });
            if !above.next().is_some_and(|line| line.starts_with("///") || line.starts_with("#[doc")) {
                without.push(format!("{}:{}: {kind} {name}", path.display(), at + 1));
            }
        }
    }
    assert!(seen > 1000, "only {seen} declarations were found");
    assert!(without.is_empty(), "without a sentence:\n{}", without.join("\n"));
}

/// Words that once named ten things each. A type is called by a noun that can be searched for.
const RIDDLES: [&str; 24] = [
    "Said", "Told", "Heard", "Kept", "Found", "Shown", "Asked", "Known", "Line", "Place", "Deed", "Ear", "Tray", "Mend", "Pile",
    "Unheard", "Sorry", "Rail", "Linger", "Tabled", "Spare", "Tale", "Came", "Given",
];

#[test]
fn no_type_is_named_by_a_riddle() {
    let mut riddles = Vec::new();
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for path in sources() {
        let text = std::fs::read_to_string(&path).expect("a source");
        for (at, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let line = line.strip_prefix("pub ").unwrap_or(line);
            let line = match line.strip_prefix("pub(") {
                Some(rest) => rest.split_once(") ").map_or(line, |(_, rest)| rest),
                None => line,
            };
            let Some((kind, rest)) = line.split_once(' ') else { continue };
            if !["struct", "enum", "trait"].contains(&kind) {
                continue;
            }
            let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric()).collect();
            if RIDDLES.contains(&name.as_str()) {
                riddles.push(format!("{}:{}: {kind} {name}", path.display(), at + 1));
            }
            *types.entry(name).or_default() += 1;
        }
    }
    assert!(types.len() > 800, "only {} types were found", types.len());
    assert!(riddles.is_empty(), "name it by what it is:\n{}", riddles.join("\n"));
}

/// A library whose manifest says that it has no unit tests has none: nobody would run them.
#[test]
fn no_unit_test_is_left_out() {
    let crates = root().join("crates");
    let mut left_out = Vec::new();
    for path in sources() {
        let name = path.strip_prefix(&crates).expect("a source of ours").components().next().expect("its crate");
        let manifest = std::fs::read_to_string(crates.join(name).join("Cargo.toml")).expect("a manifest");
        let text = std::fs::read_to_string(&path).expect("a source");
        if manifest.lines().any(|line| line == "test = false") && text.contains("#[test]") {
            left_out.push(path.display().to_string());
        }
    }
    assert!(left_out.is_empty(), "tests in libraries that are compiled without them: {left_out:#?}");
}
