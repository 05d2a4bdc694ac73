//! The file that a house keeps its keys in: the present one, and those that it came after.

use crate::chain::Hash;
use crate::vault::{Vault, VaultError};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

const TITLE: &str = "cardroom vault 1";
/// The title of a file in which the keys from before follow, the latest first.
const TITLE_CHANGED: &str = "cardroom vault 2";
/// So many keys are in a file at most.
const MOST_KEYS: usize = 1_000;
/// How long a line of a key is, and so how much of a file is read at most.
const LINE: usize = 65;

/// Keys as they are written down.
pub(crate) struct KeyFile {
    present: Zeroizing<[u8; 32]>,
    /// The latest first.
    former: Vec<Zeroizing<[u8; 32]>>,
}

/// Where a key really lies: a symbolic link to it may have another name and folder.
pub fn key_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.into())
}

/// Where the next key lies while a key is changed: beside the present one, wherever a link to that may be.
pub fn next_key(path: &Path) -> PathBuf {
    with_suffix(&key_path(path), ".next")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

impl KeyFile {
    /// A new key that comes after those of this file.
    pub(crate) fn after(former: Option<KeyFile>) -> Result<KeyFile, VaultError> {
        let mut present = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *present).map_err(|e| VaultError::NoRandomness(e.to_string()))?;
        let former: Vec<_> = former
            .map(|file| std::iter::once(file.present).chain(file.former))
            .into_iter()
            .flatten()
            .collect();
        if former.len() < MOST_KEYS {
            Ok(KeyFile { present, former })
        } else {
            Err(VaultError::File(format!("a house has at most {MOST_KEYS} keys")))
        }
    }

    /// Reads a file that nobody but its owner may read.
    pub(crate) fn read(path: &Path) -> Result<KeyFile, VaultError> {
        let trouble = |what: String| VaultError::File(format!("{}: {what}", path.display()));
        // Asked before it is opened: opening a pipe waits for whoever writes to it.
        if !std::fs::metadata(path).map_err(|e| trouble(e.to_string()))?.is_file() {
            return Err(trouble("this is not a file".into()));
        }
        let mut file = std::fs::File::open(path).map_err(|e| trouble(e.to_string()))?;
        #[cfg(unix)]
        {
            let about = file.metadata().map_err(|e| trouble(e.to_string()))?;
            if std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o077 != 0 {
                return Err(trouble("others can read this key; run chmod 600 on it".into()));
            }
        }
        let mut text = Zeroizing::new(String::new());
        let most = LINE * (MOST_KEYS + 1);
        (&mut file).take(most as u64).read_to_string(&mut text).map_err(|e| trouble(e.to_string()))?;
        KeyFile::parse(&text).ok_or_else(|| trouble("this is not a key file of this program".into()))
    }

    fn parse(text: &str) -> Option<KeyFile> {
        let (title, rest) = text.split_once('\n')?;
        let mut keys = rest.trim_end().lines().map(|line| Some(Zeroizing::new(Hash::parse(line.trim())?.0)));
        let present = keys.next()??;
        let former = keys.collect::<Option<Vec<_>>>()?;
        (title.trim_end() == KeyFile::title(&former)).then_some(KeyFile { present, former })
    }

    fn title(former: &[Zeroizing<[u8; 32]>]) -> &'static str {
        if former.is_empty() { TITLE } else { TITLE_CHANGED }
    }

    /// Writes it into a new file that only its owner may read: the whole of it or nothing, whatever breaks it off.
    pub(crate) fn write(&self, path: &Path) -> Result<(), VaultError> {
        // Long enough from the start: a text that grows leaves copies behind.
        let mut text = Zeroizing::new(String::with_capacity(LINE * (self.former.len() + 2)));
        text.push_str(KeyFile::title(&self.former));
        for key in std::iter::once(&self.present).chain(&self.former) {
            text.push('\n');
            text.push_str(&Zeroizing::new(Hash(**key).to_string()));
        }
        text.push('\n');
        write_new(path, text.as_bytes()).map_err(|e| match e.kind() {
            ErrorKind::AlreadyExists => {
                VaultError::File(format!("{} exists already; a key is never overwritten", path.display()))
            }
            _ => VaultError::File(format!("{} cannot be made: {e}", path.display())),
        })
    }

    /// What opens with these keys.
    pub(crate) fn vault(&self) -> Vault {
        let former = self.former.iter().map(|key| Vault::from_bytes(**key)).collect();
        Vault::from_bytes(*self.present).after(former)
    }
}

/// Makes a file with these bytes; it gets its name only once they are on the disk.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let aside = with_suffix(path, &format!(".{}", std::process::id()));
    let mut options = std::fs::OpenOptions::new();
    crate::private_files::owner_only(options.write(true).create_new(true));
    let written = options.open(&aside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    // A link, unlike a change of name, never takes the place of a file that is there.
    let named = written.and_then(|()| std::fs::hard_link(&aside, path));
    let removed = std::fs::remove_file(&aside);
    named.and(removed)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("cardroom-key-file-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_key_has_its_name_only_when_it_is_written_and_takes_no_files_place() {
        let folder = folder("whole");
        let path = folder.join("house.key");
        write_new(&path, b"first").unwrap();
        assert_eq!(write_new(&path, b"second").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn the_next_key_lies_beside_the_real_one() {
        let folder = folder("link");
        std::fs::create_dir(folder.join("real")).unwrap();
        std::fs::write(folder.join("real/a.key"), "x").unwrap();
        std::os::unix::fs::symlink(folder.join("real/a.key"), folder.join("b.key")).unwrap();
        let next = next_key(&folder.join("b.key"));
        assert_eq!(next, folder.canonicalize().unwrap().join("real/a.key.next"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
