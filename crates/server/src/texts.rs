//! What the pages say, in one place: `web/texts/LANGUAGE/*.toml`. Another language is another folder.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The files: a page's texts each, called after it.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../web/texts/en/", $name, ".toml")))),*]
    };
}

const ENGLISH: &[(&str, &str)] = files![
    "account",
    "api",
    "common",
    "dealer",
    "displays",
    "inspector",
    "lobby",
    "log-in",
    "odds",
    "parts",
    "pit",
    "practice",
    "rounds",
    "rules",
    "security",
    "styleguide",
    "table"
];

fn texts() -> &'static BTreeMap<String, String> {
    static TEXTS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let mut all = BTreeMap::new();
        for (page, file) in ENGLISH {
            // The files are part of the program, and a test reads them all: none is broken where it runs.
            let read: BTreeMap<String, String> = toml::from_str(file).unwrap_or_default();
            all.extend(read.into_iter().map(|(key, text)| (format!("{page}.{key}"), text)));
        }
        all
    })
}

/// A text by its page and name: `t("lobby.title")`. One that is missing shows its name, and fails a test.
pub fn t(key: &'static str) -> &'static str {
    texts().get(key).map_or(key, String::as_str)
}

/// A text with `{name}` filled in.
pub fn fill(key: &'static str, with: &[(&str, &str)]) -> String {
    let mut text = t(key).to_string();
    for (name, value) in with {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Every `t("…")` and `fill("…"` of the sources has its text, and every text is said somewhere.
    #[test]
    fn every_text_is_there_and_said() {
        for (page, file) in ENGLISH {
            let read = toml::from_str::<BTreeMap<String, String>>(file);
            assert!(read.is_ok(), "{page}: {:?}", read.err());
        }
        let mut said = std::collections::BTreeSet::new();
        for folder in ["/src", "/../pages/src"] {
            collect(Path::new(&format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))), &mut said);
        }
        for key in &said {
            assert!(texts().contains_key(key), "no text is called '{key}'");
        }
        for key in texts().keys() {
            assert!(said.contains(key), "nothing says '{key}'");
        }
    }

    fn collect(folder: &Path, said: &mut std::collections::BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, said);
            } else if path.file_name().unwrap() != "texts.rs" {
                let source = std::fs::read_to_string(&path).unwrap();
                for opening in ["t(\"", "fill(\""] {
                    for (at, _) in source.match_indices(opening) {
                        let before = source[..at].chars().next_back();
                        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
                            continue;
                        }
                        let rest = &source[at + opening.len()..];
                        let key: String = rest.chars().take_while(|letter| *letter != '"').collect();
                        if key.contains('.') && !key.contains(' ') {
                            said.insert(key);
                        }
                    }
                }
            }
        }
    }
}
