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

/// Where the next key lies while a key is changed: beside the present one.
pub fn next_key(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".next");
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
        match former.len() < MOST_KEYS {
            true => Ok(KeyFile { present, former }),
            false => Err(VaultError::File(format!("a house has {MOST_KEYS} keys at most"))),
        }
    }

    /// Reads a file that nobody but its owner may read.
    pub(crate) fn read(path: &Path) -> Result<KeyFile, VaultError> {
        let trouble = |what: String| VaultError::File(format!("{}: {what}", path.display()));
        let mut file = std::fs::File::open(path).map_err(|e| trouble(e.to_string()))?;
        #[cfg(unix)]
        {
            let about = file.metadata().map_err(|e| trouble(e.to_string()))?;
            if std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o077 != 0 {
                return Err(trouble("others may read this key; take it from them with chmod 600".into()));
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
        match former.is_empty() {
            true => TITLE,
            false => TITLE_CHANGED,
        }
    }

    /// Writes it into a new file that only its owner may read.
    pub(crate) fn write(&self, path: &Path) -> Result<(), VaultError> {
        // Long enough from the start: a text that grows leaves copies behind.
        let mut text = Zeroizing::new(String::with_capacity(LINE * (self.former.len() + 2)));
        text.push_str(KeyFile::title(&self.former));
        for key in std::iter::once(&self.present).chain(&self.former) {
            text.push('\n');
            text.push_str(&Zeroizing::new(Hash(**key).to_string()));
        }
        text.push('\n');
        let mut options = std::fs::OpenOptions::new();
        crate::private::owner_only(options.write(true).create_new(true));
        let made = options.open(path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        made.map_err(|e| match e.kind() {
            ErrorKind::AlreadyExists => {
                VaultError::File(format!("{} is there already; a key is never written over", path.display()))
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
