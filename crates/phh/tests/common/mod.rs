//! The files of hands that tests go through.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// A file of one hand.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The hands that are kept with the crate: `gen` or `room`.
pub(crate) fn own(folder: &str) -> Vec<File> {
    files(&own_folder().join(folder))
}

pub(crate) fn own_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hands")
}

/// Where real hands are: the folder that `CARDROOM_HANDS` names, else one beside the project.
pub(crate) fn real_folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/phh");
    let folder = std::env::var_os("CARDROOM_HANDS").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("no real hands: {} is not there (CARDROOM_HANDS can name the folder)", folder.display());
    None
}

/// Every hand there is: our own, and the real ones if they are there.
pub(crate) fn all() -> Vec<File> {
    let mut all = own("gen");
    all.extend(own("room"));
    all.extend(real_folder().iter().flat_map(|folder| files(folder)));
    all
}

fn files(folder: &Path) -> Vec<File> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(&here).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "phh") {
                let text = fs::read_to_string(&path).expect("a text");
                let name = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                found.push(File { name, text });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}
