//! Anchors that the program keeps: the last one beside the key, and one a day in each of further folders.

use super::IntegrityError;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use store::{Anchor, PublicKey, SignedAnchor, Store, StoreError, Vault};

/// So many days are kept in each folder.
const DAYS: usize = 60;

/// Where anchors are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnchorFiles {
    /// The last one, beside the key.
    own: PathBuf,
    /// Further places: better ones, that whoever can write the store and the key cannot write.
    folders: Vec<PathBuf>,
}

impl AnchorFiles {
    /// Beside a key, and in folders.
    pub fn new(key: &Path, folders: &[PathBuf]) -> AnchorFiles {
        let mut own = key.as_os_str().to_owned();
        own.push(".anchor");
        AnchorFiles { own: own.into(), folders: folders.to_vec() }
    }

    /// Writes where every stream ends into every place. A folder that cannot be written is told, and the others have it;
    /// the file beside the key must be written.
    ///
    /// # Errors
    /// If the store cannot be read or the file beside the key cannot be written.
    pub fn write(
        &self,
        (store, vault): (&dyn Store, &Vault),
        now_ms: i64,
    ) -> Result<Vec<String>, IntegrityError> {
        let text = Anchor::of(store, now_ms)?.signed(vault).to_string();
        let wrong = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        replace(&self.own, &text).map_err(|error| IntegrityError(wrong(&self.own, error)))?;
        let mut told = Vec::new();
        for folder in &self.folders {
            let path = folder.join(format!("{}{}.anchor", prefix(&vault.verifying_key()), day(now_ms)));
            if let Err(error) = replace(&path, &text) {
                told.push(wrong(&path, error));
            }
            let mut days = days(folder, vault);
            while days.len() > DAYS {
                // One that cannot be removed is one more.
                let _ = std::fs::remove_file(days.remove(0));
            }
        }
        Ok(told)
    }

    /// The file beside the key, where there is one.
    pub fn own(&self) -> Option<&Path> {
        Some(&*self.own).filter(|path| path.exists())
    }

    /// The latest anchor of this house in a folder.
    pub fn latest_in(folder: &Path, vault: &Vault) -> Option<PathBuf> {
        days(folder, vault).pop()
    }

    /// Puts the anchors of an earlier store under the same key out of the way, for a new one.
    ///
    /// # Errors
    /// If one cannot be moved.
    pub fn forget(&self, vault: &Vault) -> Result<(), IntegrityError> {
        let found = self.folders.iter().flat_map(|folder| days(folder, vault));
        put_aside(found.chain(self.own.exists().then(|| self.own.clone())))
    }

    /// Keeps the last anchor of each place aside, as what the store was before somebody accepted an older one.
    ///
    /// # Errors
    /// If one cannot be moved.
    pub fn set_aside(&self, vault: &Vault) -> Result<(), IntegrityError> {
        let latest = self.folders.iter().filter_map(|folder| days(folder, vault).pop());
        put_aside(latest.chain(self.own.exists().then(|| self.own.clone())))
    }

    /// Whether there is any anchor of this house.
    pub(super) fn any(&self, vault: &Vault) -> bool {
        self.own.exists() || self.folders.iter().any(|folder| !days(folder, vault).is_empty())
    }

    /// What has moved since the last anchor of each place, in words.
    pub(super) fn compare(
        &self,
        (store, vault): (&dyn Store, &Vault),
        notes: &mut Vec<String>,
    ) -> Result<Vec<String>, IntegrityError> {
        let mut paths = Vec::new();
        if self.own.exists() {
            paths.push(self.own.clone());
        }
        for folder in &self.folders {
            if !folder.is_dir() {
                notes.push(format!(
                    "{} does not exist, so no anchor is read from it or written to it",
                    folder.display()
                ));
            }
            paths.extend(days(folder, vault).pop());
        }
        let mut moved = Vec::new();
        for path in paths {
            let name = path.display();
            let anchor = read(&path)?;
            // A key from before may have signed it: an anchor only ever says more that the store must have.
            if !(vault.knows(&anchor.key) && anchor.is_signed_by(&anchor.key)) {
                return Err(IntegrityError(format!(
                    "{name} is not signed with the key of this house: somebody has changed it, or it belongs to another \
                     key; find out who, then move it away"
                )));
            }
            match anchor.anchor.check(store) {
                Ok(found) => moved.extend(found.iter().map(|found| format!("{name}: {found}"))),
                Err(error @ StoreError::Damaged { .. }) => moved.push(format!("{name}: {error}")),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(moved)
    }
}

fn put_aside(paths: impl Iterator<Item = PathBuf>) -> Result<(), IntegrityError> {
    for path in paths {
        let mut old = path.clone().into_os_string();
        old.push(".old");
        std::fs::rename(&path, &old)
            .map_err(|error| IntegrityError(format!("{}: {error}", path.display())))?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<SignedAnchor, IntegrityError> {
    let wrong = |what: String| IntegrityError(format!("{}: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    SignedAnchor::parse(&text).map_err(|error| wrong(format!("{error}; find out why, then move it away")))
}

/// How the files that a key has signed begin, so that several houses may share a folder.
fn prefix(key: &PublicKey) -> String {
    let key = key.to_string();
    format!("cardroom-{}-", key.get(..8).unwrap_or_default())
}

/// The files of a house in a folder, the latest last; of one day, those of the keys from before come first.
fn days(folder: &Path, vault: &Vault) -> Vec<PathBuf> {
    let keys = vault.former().iter().rev().chain([vault]);
    let prefixes: Vec<String> = keys.map(|vault| prefix(&vault.verifying_key())).collect();
    let dated = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(".anchor")?;
        let (nth, day) =
            prefixes.iter().enumerate().find_map(|(nth, prefix)| Some((nth, name.strip_prefix(prefix)?)))?;
        Some((day.to_string(), nth, path.clone()))
    };
    let listed = std::fs::read_dir(folder).into_iter().flatten();
    let mut found: Vec<_> = listed.filter_map(|entry| dated(entry.ok()?.path())).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, _, path)| path).collect()
}

/// The date in UTC: 2026-11-16.
fn day(now_ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(now_ms).unwrap_or_default();
    time.strftime("%Y-%m-%d").to_string()
}

/// Puts a text in the place of a file, wholly or not at all; only its owner may read it.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}", std::process::id()));
    let new = PathBuf::from(name);
    let mut options = File::options();
    let written =
        store::owner_only(options.write(true).create(true).truncate(true)).open(&new).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
    written.and_then(|()| std::fs::rename(&new, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&new);
    })?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}
