//! Puts the folder `rulebooks/` into the binary, so that one file is the whole product.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../rulebooks");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut list = String::from("&[\n");
    for book in sorted(&root).into_iter().filter(|path| path.is_dir()) {
        let name = name_of(&book);
        writeln!(list, "    ({name:?}, &[").expect("a string takes all");
        let mut files = Vec::new();
        walk(&book, &mut files);
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
            let path =
                file.strip_prefix(&book).expect("below the book").display().to_string().replace('\\', "/");
            let text = file.canonicalize().expect("it was listed");
            writeln!(list, "        ({path:?}, include_str!({:?})),", text.display().to_string())
                .expect("a string");
        }
        list.push_str("    ]),\n");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("embedded.rs");
    fs::write(out, list).expect("the build folder can be written");
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for path in sorted(folder) {
        if path.is_dir() { walk(&path, files) } else { files.push(path) }
    }
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = read.map(|entry| entry.expect("a folder's entry").path()).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_name().expect("a listed folder").to_string_lossy().into_owned()
}
