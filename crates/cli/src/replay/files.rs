//! Where hands come from: files, folders of them, standard input. One at a time, into the same buffer.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The files that were asked for, in order, and what was wrong with finding them.
#[derive(Default)]
pub(super) struct Found {
    pub(super) files: Vec<PathBuf>,
    /// How many bytes they have together, as far as that is known beforehand.
    pub(super) bytes: u64,
    pub(super) complaints: Vec<String>,
}

/// Files as given, and those of hands below folders.
pub(super) fn find(given: &[PathBuf]) -> Found {
    let mut found = Found::default();
    for path in given {
        if !path.is_dir() {
            found.add(path.clone());
            continue;
        }
        let before = (found.files.len(), found.complaints.len());
        found.below(path);
        if before == (found.files.len(), found.complaints.len()) {
            found.complaints.push(format!("{}: there is no .phh or .phhs in this folder", path.display()));
        }
    }
    found
}

impl Found {
    fn add(&mut self, path: PathBuf) {
        self.bytes += fs::metadata(&path).map_or(0, |about| about.len());
        self.files.push(path);
    }

    fn below(&mut self, folder: &Path) {
        let entries = fs::read_dir(folder).and_then(|entries| {
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()
        });
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                self.complaints.push(format!("{}: {error}", folder.display()));
                return;
            }
        };
        entries.sort();
        for path in entries {
            match path.is_dir() {
                // A link to a folder could lead round in a circle.
                true if path.is_symlink() => {}
                true => self.below(&path),
                false if path.extension().is_some_and(|end| end == "phh" || end == "phhs") => self.add(path),
                false => {}
            }
        }
    }
}

/// Reads a file into the buffer and gives its text.
pub(super) fn read<'b>(path: &Path, buffer: &'b mut Vec<u8>) -> Result<&'b str, String> {
    buffer.clear();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(buffer)
    } else {
        File::open(path).and_then(|mut file| file.read_to_end(buffer))
    };
    read.map_err(|error| error.to_string())?;
    std::str::from_utf8(buffer).map_err(|error| {
        let line = buffer[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: the text is not UTF-8")
    })
}
