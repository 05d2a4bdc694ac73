//! The documents are true: every path that they name exists, and every command that they show works. Commands that are cheap
//! run here, one document after the other as a reader would run it; the rest are listed with the reason why not.

use crate::common::Folder;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// Everything in the repository, files and folders, by its path below the root.
fn tree() -> BTreeSet<String> {
    fn walk(root: &Path, folder: &Path, all: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder that can be read") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if ["target", ".git", "node_modules", "corpus", "artifacts"].contains(&name.as_str()) {
                continue;
            }
            all.insert(path.strip_prefix(root).expect("below the root").display().to_string());
            if path.is_dir() {
                walk(root, &path, all);
            }
        }
    }
    let (root, mut all) = (root(), BTreeSet::new());
    walk(&root, &root, &mut all);
    all
}

/// A fenced block: what stands behind the fence, and its lines.
struct Block {
    kind: String,
    lines: Vec<String>,
}

struct Document {
    /// Below the root.
    path: String,
    text: String,
}

impl Document {
    fn open(path: &str) -> Document {
        let text =
            std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Document { path: path.to_string(), text }
    }

    fn blocks(&self) -> Vec<Block> {
        let (mut blocks, mut open): (Vec<Block>, Option<Block>) = (Vec::new(), None);
        for line in self.text.lines() {
            match (line.trim_start().strip_prefix("```"), open.take()) {
                (Some(kind), None) => open = Some(Block { kind: kind.to_string(), lines: Vec::new() }),
                (Some(_), Some(block)) => blocks.push(block),
                (None, Some(mut block)) => {
                    block.lines.push(line.to_string());
                    open = Some(block);
                }
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: a block is not closed", self.path);
        blocks
    }

    /// Paragraphs and tables, each on one line, without the fenced blocks.
    fn paragraphs(&self) -> Vec<String> {
        let (mut all, mut one, mut fenced) = (Vec::new(), String::new(), false);
        for line in self.text.lines() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if fenced || line.trim().is_empty() {
                all.push(std::mem::take(&mut one));
            } else {
                one += line;
                one += " ";
            }
        }
        all.push(one);
        all
    }
}

/// All documents but the changelog, which names what was there once.
fn documents() -> Vec<Document> {
    let tree = tree();
    let paths = tree.iter().filter(|path| path.ends_with(".md") && *path != "CHANGELOG.md");
    paths.map(|path| Document::open(path)).collect()
}

/// What stands between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The targets of links.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next())
}

fn is_path(text: &str) -> bool {
    let ends = [
        ".rs", ".md", ".toml", ".js", ".css", ".svg", ".png", ".tsv", ".txt", ".service", ".conf", ".yaml",
        ".py",
    ];
    let tops = ["crates/", "docs/", "web/", "deploy/", "scripts/", "fuzz/", "bench/", "rulebooks/"];
    !text.contains("://")
        && !text.contains(|letter: char| letter.is_whitespace() || "<>{}$=,|:\"[".contains(letter))
        && (ends.iter().any(|end| text.ends_with(end)) || tops.iter().any(|top| text.starts_with(top)))
}

/// A path without "." and "..".
fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Whether a path is there; `*` and BOOK stand for any name.
fn is_there(tree: &BTreeSet<String>, path: &str) -> bool {
    let path = plain(path);
    if tree.contains(&path) {
        return true;
    }
    let wanted: Vec<&str> = path.split('/').collect();
    let is_any = |part: &str| part.contains('*') || part == "BOOK";
    let fits = |wanted: &str, part: &str| match wanted.split_once('*') {
        Some((from, to)) => {
            part.len() >= from.len() + to.len() && part.starts_with(from) && part.ends_with(to)
        }
        None => wanted == "BOOK" || wanted == part,
    };
    wanted.iter().any(|part| is_any(part))
        && tree.iter().any(|known| {
            let known: Vec<&str> = known.split('/').collect();
            known.len() == wanted.len() && wanted.iter().zip(&known).all(|(wanted, part)| fits(wanted, part))
        })
}

#[test]
fn every_path_that_a_document_names_exists() {
    let tree = tree();
    let (mut seen, mut missing) = (0, Vec::new());
    for document in documents() {
        let folder = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        // ARCHITECTURE names files relative to the crates of its heading, or to crates/.
        let mut crates: Vec<String> = Vec::new();
        for paragraph in document.paragraphs() {
            if paragraph.starts_with('#') && document.path == "docs/ARCHITECTURE.md" {
                crates = quoted(&paragraph).map(|name| format!("crates/{name}")).collect();
                crates.push("crates".to_string());
            }
            let paths: Vec<&str> =
                quoted(&paragraph).chain(links(&paragraph)).filter(|text| is_path(text)).collect();
            let is_folder = |path: &&&str| root().join(plain(path)).is_dir();
            let named: Vec<&str> = paths.iter().filter(is_folder).copied().collect();
            for path in &paths {
                seen += 1;
                // Files of a book are named without the book.
                let of_book = !path.contains('/')
                    || ["variants/", "games/", "orders/", "cases/"].iter().any(|part| path.starts_with(part));
                let from = [folder, ""].into_iter().chain(named.iter().copied());
                let from =
                    from.chain(crates.iter().map(String::as_str)).chain(of_book.then_some("rulebooks/*"));
                if !from.into_iter().any(|from| is_there(&tree, &format!("{from}/{path}"))) {
                    missing.push(format!("{}: {path}", document.path));
                }
            }
        }
    }
    assert!(seen > 300, "only {seen} paths were found");
    assert!(missing.is_empty(), "named, and not there:\n{}", missing.join("\n"));
}

#[test]
fn every_function_of_the_walk_is_in_a_file_that_it_names() {
    let document = Document::open("docs/ARCHITECTURE.md");
    let (_, rest) = document.text.split_once("\n## A stranger's walk").expect("the walk");
    let walk = &rest[..rest.find("\n## ").expect("the next heading")];
    let read = |path: &str| {
        std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let sources: String = quoted(walk).filter(|text| is_path(text)).map(read).collect();
    let words: BTreeSet<&str> =
        sources.split(|letter: char| !letter.is_alphanumeric() && !"_-".contains(letter)).collect();
    let mut names = 0;
    for name in quoted(walk).filter(|text| !is_path(text)) {
        if name.contains(|letter: char| !letter.is_alphanumeric() && !"_:-".contains(letter)) {
            continue;
        }
        names += 1;
        for part in name.split("::") {
            assert!(words.contains(part), "'{name}' is in none of the files that the walk names");
        }
    }
    assert!(names > 25, "only {names} names were found");
}

/// Something that a document shows to be typed, and what it says is printed.
#[derive(Debug)]
struct Shown {
    document: String,
    command: String,
    output: Vec<String>,
}

/// A command without its comment.
fn uncommented(line: &str) -> &str {
    line.split(" # ").next().unwrap_or(line).trim()
}

/// Every command of every block, with `cardroom` in place of `cargo run --release --`.
fn shown() -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for document in documents() {
        for block in document.blocks() {
            let of_console = block.kind == "console";
            if block.kind != "sh" && !of_console {
                continue;
            }
            let mut before = String::new();
            let mut printed = false;
            for line in &block.lines {
                if of_console && !line.starts_with("$ ") {
                    if let Some(last) = all.last_mut().filter(|_| printed) {
                        last.output.push(line.trim_end().to_string());
                    }
                    continue;
                }
                let line = uncommented(line.strip_prefix("$ ").unwrap_or(line));
                if let Some(open) = line.strip_suffix('\\') {
                    before += open.trim();
                    before += " ";
                    continue;
                }
                let command = std::mem::take(&mut before) + line;
                if command.is_empty() {
                    continue;
                }
                let command = command.replace("cargo run --release -- ", "cardroom ");
                all.push(Shown { document: document.path.clone(), command, output: Vec::new() });
                printed = true;
            }
        }
    }
    for shown in &mut all {
        while shown.output.last().is_some_and(String::is_empty) {
            shown.output.pop();
        }
    }
    all
}

/// Documents whose blocks another test runs from beginning to end.
const RUN_ELSEWHERE: [(&str, &str); 1] = [("docs/API.md", "crates/cli/tests/api_examples.rs")];

/// What does not run here, by how it begins, and why.
const NOT_RUN: [(&str, &str); 34] = [
    ("sudo ", "changes the machine"),
    ("git clone ", "needs a network"),
    ("cargo run --release", "opens a casino until it is stopped: crates/cli/tests/serve.rs"),
    ("podman ", "needs a container engine: scripts/container-replay"),
    ("python3 ", "needs a network and software of others"),
    ("/tmp/pokerkit/bin/python ", "needs software of others"),
    ("cargo install cargo-fuzz", "installs; scripts/long-tests does it"),
    ("cd fuzz && cargo +nightly fuzz run ", "runs until it is stopped; scripts/long-tests runs every target"),
    ("scripts/browser-tests ", "takes minutes; ./check runs it"),
    ("scripts/floods", "takes minutes; crates/cli/tests/load.rs floods for a second"),
    ("curl -s http://127.0.0.1:8080/health", "asks the service of the lines before it"),
    ("as_cardroom() {", "defines how the service's user runs what follows; here it is plainly run"),
    ("store=", "is put in where it is used"),
    ("cardroom serve ", "serves until it is stopped: crates/cli/tests/serve.rs"),
    ("cardroom load viewers ", "measures for half a minute: crates/cli/tests/load.rs has a short form"),
    ("cardroom load tables ", "measures for two minutes: crates/cli/tests/load.rs has a short form"),
    ("cardroom load pages", "measures for a minute: crates/cli/tests/load.rs has a short form"),
    ("cardroom floor --store postgres://", "needs a server: crates/cli/tests/floor_postgres.rs"),
    (
        "cardroom odds crown-sydney-poker-minors-3.3 ultimate-texas-holdem --report ",
        "takes seconds of all cores: crates/cli/tests/odds_report.rs",
    ),
    (
        "cardroom simulate crown-melbourne-three-card-poker-5.1 three-card-poker --rounds 4000000 ",
        "four million rounds: crates/cli/tests/simulate.rs",
    ),
    (
        "cardroom simulate crown-sydney-poker-minors-3.3 caribbean-stud --rounds 4000000 ",
        "four million rounds",
    ),
    (
        "cardroom simulate crown-sydney-poker-minors-3.3 ultimate-texas-holdem --rounds 4000000 ",
        "four million rounds",
    ),
    (
        "cardroom simulate crown-melbourne-poker-13.0 holdem --strategy random",
        "a million hands: crates/cli/tests/simulate.rs",
    ),
    ("place=17 ", "its hashes are shortened: crates/cli/tests/fair_deal.rs runs it in full"),
    ("hex() {", "as the line before it"),
    ("sha() {", "as the line before it"),
    ("hash=$(", "as the line before it"),
    ("for other in $beside", "as the line before it"),
    ("if [ $((place", "as the line before it"),
    ("place=$((place", "as the line before it"),
    ("done", "as the line before it"),
    ("echo $hash", "as the line before it"),
    ("./check", "is what runs this"),
    ("cargo build --release --locked --package cardroom", "builds; ./check does it"),
];

/// The reason why a command does not run here.
fn not_run(command: &str) -> Option<&'static (&'static str, &'static str)> {
    NOT_RUN.iter().find(|(begins, _)| command.starts_with(begins) || command == begins.trim_end())
}

/// Whether it is cargo's, and so checked by its targets.
fn is_cargo(command: &str) -> bool {
    let bare = command.strip_prefix("scripts/postgres run -- ").unwrap_or(command);
    ["cargo test ", "cargo bench ", "cargo run --release -p ", "cargo run --release --manifest-path "]
        .iter()
        .any(|begins| bare.starts_with(begins))
}

#[test]
fn every_command_is_run_or_has_a_reason_why_not() {
    let all = shown();
    let (mut used, mut run) = (BTreeSet::new(), 0);
    for Shown { document, command, .. } in &all {
        if RUN_ELSEWHERE.iter().any(|(path, _)| path == document) || is_cargo(command) {
            continue;
        }
        if let Some((begins, _)) = not_run(command) {
            used.insert(*begins);
            continue;
        }
        let is_run =
            ["cardroom ", "as_cardroom cardroom ", "cat "].iter().any(|begins| command.starts_with(begins));
        assert!(is_run, "{document}: '{command}' neither runs here nor says why not");
        assert!(
            RUN.contains(&document.as_str()),
            "{document} has '{command}', and no test runs the document"
        );
        run += 1;
    }
    let stale: Vec<_> = NOT_RUN.iter().filter(|(begins, _)| !used.contains(begins)).collect();
    assert!(stale.is_empty(), "in no document any more: {stale:?}");
    assert!(run > 25, "only {run} commands run");
    for (document, test) in RUN_ELSEWHERE {
        assert!(all.iter().any(|shown| shown.document == document), "{document} shows no command any more");
        assert!(root().join(test).is_file(), "{test}");
    }
}

/// The documents whose commands run here, each in a test.
const RUN: [&str; 10] = [
    "README.md",
    "CONTRIBUTING.md",
    "bench/README.md",
    "deploy/README.md",
    "docs/CASES.md",
    "docs/FLOOR.md",
    "docs/HANDS.md",
    "docs/ODDS.md",
    "docs/ROOM.md",
    "docs/SERVER.md",
];

/// Types what a document shows, line by line in one folder, and compares what is printed where the document prints it.
fn follow(path: &str, prepare: impl FnOnce(&Folder)) {
    assert!(RUN.contains(&path));
    let folder = Folder::new(&format!("docs-{}", path.replace(['/', '.'], "-")));
    std::os::unix::fs::symlink(root().join("rulebooks"), folder.0.join("rulebooks")).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cardroom"), folder.0.join("cardroom")).unwrap();
    prepare(&folder);
    for Shown { command, output, .. } in shown().iter().filter(|shown| shown.document == path) {
        if not_run(command).is_some() || is_cargo(command) {
            continue;
        }
        if let Some(file) = command.strip_prefix("cat ") {
            folder.write(file, output.join("\n") + "\n");
            continue;
        }
        let command = command
            .replace("as_cardroom ", "")
            .replace("$store", "--store cardroom.db")
            .replace("/var/lib/cardroom/", "");
        let complains = output.first().is_some_and(|line| line.starts_with("cardroom: "));
        let script = format!("PATH=\"$PWD:$PATH\"; {command}{}", if complains { " 2>&1" } else { "" });
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).current_dir(&folder.0);
        shell.env_remove("CARDROOM_STORE").env_remove("CARDROOM_KEY");
        let password =
            std::fs::File::open(folder.write("password", "correct horse battery staple\n")).unwrap();
        let answer = shell.stdin(password).output().expect("bash runs");
        let (said, complaint) =
            (String::from_utf8_lossy(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
        assert_eq!(answer.status.success(), !complains, "{path}: {command}\n{said}{complaint}");
        if !output.is_empty() {
            let said: Vec<&str> = said.trim_end().lines().map(str::trim_end).collect();
            assert_eq!(&said, output, "{path}: {command}");
        }
    }
}

/// A folder of hands to be replayed.
fn some_hands(folder: &Folder) {
    std::fs::create_dir(folder.0.join("hands")).unwrap();
    for seed in ["1", "2"] {
        let dealt = crate::common::said(&["deal", "NT", "--seats", "3", "--seed", seed]);
        folder.write(&format!("hands/{seed}.phh"), dealt);
    }
}

#[test]
fn the_readme_works_when_it_is_followed() {
    follow("README.md", |_| {});
}

#[test]
fn contributing_works_when_it_is_followed() {
    follow("CONTRIBUTING.md", |_| {});
}

#[test]
fn the_comparison_with_others_works_when_it_is_followed() {
    follow("bench/README.md", some_hands);
}

#[test]
fn the_deployment_works_when_it_is_followed() {
    follow("deploy/README.md", |folder| drop(folder.write("ada.password", "correct horse battery staple\n")));
}

#[test]
fn the_guide_to_cases_works_when_it_is_followed() {
    // The round of the README, with a card of the player's among the dealer's.
    let readme = shown().into_iter().find(|shown| shown.command == "cat dispute.toml").expect("a round");
    let wrong = readme.output.join("\n").replace("Ah Kd 8h", "As Kd 8h");
    follow("docs/CASES.md", |folder| drop(folder.write("wrong.toml", wrong)));
}

#[test]
fn the_guide_to_the_floor_works_when_it_is_followed() {
    follow("docs/FLOOR.md", |_| {});
}

#[test]
fn the_guide_to_hands_works_when_it_is_followed() {
    let blocks = Document::open("docs/HANDS.md").blocks();
    let hand = blocks.iter().find(|block| block.kind == "toml").expect("a whole hand").lines.join("\n");
    follow("docs/HANDS.md", |folder| drop(folder.write("hand.phh", hand)));
}

#[test]
fn the_guide_to_odds_works_when_it_is_followed() {
    follow("docs/ODDS.md", |_| {});
}

#[test]
fn the_guide_to_the_room_works_when_it_is_followed() {
    let case = "rulebooks/crown-melbourne-poker-13.0/cases/gestures/chips-and-check.toml";
    let case = std::fs::read_to_string(root().join(case)).expect("a case");
    follow("docs/ROOM.md", |folder| {
        folder.write("dispute.toml", case);
        some_hands(folder);
    });
}

#[test]
fn the_guide_to_the_server_works_when_it_is_followed() {
    follow("docs/SERVER.md", |_| {});
}

/// A manifest: its sections, each with its lines.
fn sections(crate_name: &str) -> Vec<(String, Vec<String>)> {
    let path = root().join("crates").join(crate_name).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        match (line.starts_with('['), all.last_mut()) {
            (true, _) => all.push((line.to_string(), Vec::new())),
            (false, Some((_, lines))) => lines.push(line.to_string()),
            (false, None) => {}
        }
    }
    all
}

/// The crates by the names of their packages.
fn packages() -> BTreeMap<String, String> {
    let folders = std::fs::read_dir(root().join("crates")).expect("the crates");
    let names = folders.map(|entry| entry.expect("a crate").file_name().to_string_lossy().into_owned());
    let name = |of: String| {
        let sections = sections(&of);
        let (_, package) = sections.iter().find(|(head, _)| head == "[package]").expect("a package");
        let name = package.iter().find_map(|line| line.strip_prefix("name = ")).expect("a name");
        (name.trim_matches('"').to_string(), of)
    };
    names.map(name).collect()
}

/// Whether a crate has a target of that kind and name.
fn has_target(of: &str, kind: &str, name: &str) -> bool {
    let head = format!("[[{kind}]]");
    let named = format!("name = \"{name}\"");
    sections(of).iter().any(|(section, lines)| *section == head && lines.contains(&named))
        || root().join("crates").join(of).join(format!("{kind}s/{name}.rs")).is_file()
}

#[test]
fn every_command_of_cargo_names_what_there_is() {
    let packages = packages();
    let prose: Vec<(String, String)> = documents()
        .iter()
        .flat_map(|document| {
            let paragraphs = document.paragraphs();
            let all: Vec<_> = paragraphs
                .iter()
                .flat_map(|text| quoted(text))
                .map(|text| (document.path.clone(), text.to_string()))
                .collect();
            all
        })
        .collect();
    let blocks = shown().into_iter().map(|shown| (shown.document, shown.command));
    let mut seen = 0;
    for (document, command) in blocks.chain(prose) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| *word == "cargo") else { continue };
        let words = &words[at..];
        let value =
            |option: &str| words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1));
        let Some(package) = value("-p").or(value("--package")) else { continue };
        seen += 1;
        let of = packages.get(*package).unwrap_or_else(|| panic!("{document}: '{command}': no such package"));
        for kind in ["test", "bench", "example"] {
            if let Some(name) = value(&format!("--{kind}")) {
                assert!(has_target(of, kind, name), "{document}: '{command}': {package} has no such {kind}");
            }
        }
        if words.get(1) == Some(&"bench") && value("--bench").is_none() {
            let has = sections(of).iter().any(|(section, _)| section == "[[bench]]");
            assert!(has, "{document}: '{command}': {package} has no benchmarks");
        }
        // A filter such as "naive::" names a module of the tests.
        if value("--test") == Some(&"integration") {
            let tests = root().join("crates").join(of).join("tests/main.rs");
            let tests = std::fs::read_to_string(tests).expect("the tests");
            for module in words.iter().filter_map(|word| word.strip_suffix("::")) {
                assert!(
                    tests.contains(&format!("mod {module};")),
                    "{document}: '{command}': no tests '{module}'"
                );
            }
        }
    }
    assert!(seen > 25, "only {seen} commands were found");
}

/// The harness of the tests refuses the flags of our benchmarks, so it must not be what `cargo bench -- --short` starts.
#[test]
fn cargo_bench_starts_our_benchmarks_alone() {
    let mut wrong = Vec::new();
    for (package, of) in packages() {
        let sections = sections(&of);
        let off = |lines: &Vec<String>| lines.iter().any(|line| line == "bench = false");
        let has = |name: &str| sections.iter().any(|(head, _)| head == name);
        if root().join("crates").join(&of).join("src/lib.rs").is_file()
            && !sections.iter().any(|(head, lines)| head == "[lib]" && off(lines))
        {
            wrong.push(format!("{package}: [lib]"));
        }
        if root().join("crates").join(&of).join("src/main.rs").is_file() {
            assert!(has("[[bin]]"), "{package}");
            let bins = sections.iter().filter(|(head, lines)| head == "[[bin]]" && !off(lines));
            wrong.extend(bins.map(|_| format!("{package}: [[bin]]")));
        }
        let benches = sections.iter().filter(|(head, _)| head == "[[bench]]");
        for (_, lines) in benches {
            assert!(lines.contains(&"harness = false".to_string()), "{package}: {lines:?}");
        }
    }
    assert!(wrong.is_empty(), "say 'bench = false': {wrong:?}");
}
