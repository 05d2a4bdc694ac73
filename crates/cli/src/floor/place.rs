//! Where a floor is kept, and how its store and its key are opened.

use super::args::At;
use crate::sorry::Sorry;
use ::floor::integrity::{AnchorFiles, Ends, Extent, check_at_start, compare_ends};
use ::floor::{SystemClock, Zone};
use server::accounts::{Accounts, CONSOLE};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{HeadKey, PostgresSettings, PostgresStore, SqliteStore, Store, StoreError, Vault};

/// A store's place, and its key's.
pub(super) struct Place {
    pub(super) store: Where,
    pub(super) key: PathBuf,
    /// In which people are told times.
    pub(super) zone: Zone,
    /// Whether the key was named on the command line or in the environment.
    key_named: bool,
    /// Whether an older store was put back on purpose.
    pub(super) accept_restored: bool,
}

pub(super) enum Where {
    File(PathBuf),
    Postgres(String),
}

impl Place {
    pub(super) fn of(at: &At) -> Result<Place, Sorry> {
        let name = at.store.as_str();
        let store = match name.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Where::Postgres(name.to_string()),
            Some((other, _)) => {
                let other = crate::sorry::short(other);
                return Err(Sorry::Usage(format!("--store is a file or postgres://…, not {other}://…")));
            }
            None if name.is_empty() => return Err(Sorry::Usage("--store needs the name of a file".into())),
            None => Where::File(name.into()),
        };
        let usual = match &store {
            Where::File(path) => beside(path, ".key"),
            Where::Postgres(_) => "cardroom.key".into(),
        };
        let zone = Zone::parse(&at.time_zone).map_err(|what| Sorry::Usage(format!("--time-zone: {what}")))?;
        let (key_named, accept_restored) = (at.key.is_some(), at.accept_restored);
        Ok(Place { store, zone, key_named, accept_restored, key: at.key.clone().unwrap_or(usual) })
    }

    /// The name for people; an address may hold a password and is not repeated.
    pub(super) fn name(&self) -> String {
        match &self.store {
            Where::File(path) => path.display().to_string(),
            Where::Postgres(_) => "the PostgreSQL store".into(),
        }
    }

    /// The options that lead here again, for what to do next.
    pub(super) fn options(&self) -> String {
        let mut options = match &self.store {
            Where::File(path) if path == Path::new("cardroom.db") => String::new(),
            Where::File(path) => format!(" --store {}", path.display()),
            Where::Postgres(_) => " --store postgres://…".to_string(),
        };
        if self.key_named {
            options += &format!(" --key {}", self.key.display());
        }
        options
    }

    /// Opens the store for reading, beside whoever writes.
    pub(super) fn reader(&self) -> Result<Arc<dyn Store>, Sorry> {
        // Without the key the log can be read; only whether it ends where it should nobody can tell.
        let key = self.vault_if_any().ok().flatten().map(|vault| vault.head_key());
        match &self.store {
            Where::File(path) => {
                is_there(path)?;
                SqliteStore::open_read_only_with(path, key).map(shared).map_err(sorry)
            }
            Where::Postgres(url) => self.connect(url, "reader", key),
        }
    }

    /// Opens the store for writing, if it is what was left there.
    pub(super) fn writer(&self) -> Result<Arc<dyn Store>, Sorry> {
        let vault = self.vault_if_any()?;
        let store = self.open(vault.as_ref().map(|vault| vault.head_key()))?.map_err(sorry)?;
        if let Some(vault) = &vault {
            let accepted = self.check_ends(&*store, vault)?;
            self.record_accepted((&store, vault), CONSOLE, &accepted)?;
        }
        Ok(store)
    }

    /// Refuses a store that is not what was left here. In what an older one differs that somebody has accepted is told
    /// and returned.
    pub(super) fn check_ends(&self, store: &dyn Store, vault: &Vault) -> Result<Vec<String>, Sorry> {
        let how = (Extent::Ends, self.accept_restored);
        let started = check_at_start((store, vault), &self.anchors(), how, &mut |_, _| ()).map_err(sorry)?;
        started.told().for_each(|note| eprintln!("{note}"));
        Ok(started.accepted)
    }

    /// Keeps in the log who accepted an older store, and in what it differs; then the anchor says what is there now.
    pub(super) fn record_accepted(
        &self,
        (store, vault): (&Arc<dyn Store>, &Arc<Vault>),
        by: &str,
        accepted: &[String],
    ) -> Result<(), Sorry> {
        if accepted.is_empty() {
            return Ok(());
        }
        self.door(store, vault)?.store_accepted(by, accepted).map_err(sorry)?;
        self.anchors().set_aside(vault).map_err(sorry)?;
        self.write_anchor(&**store, vault)
    }

    /// The log of accounts and keys.
    pub(super) fn door(&self, store: &Arc<dyn Store>, vault: &Arc<Vault>) -> Result<Accounts, Sorry> {
        Accounts::open(Arc::clone(store), Arc::clone(vault), Arc::new(SystemClock::start())).map_err(sorry)
    }

    /// What a reader finds wrong with where the streams end: the chain alone does not show that an end was cut off.
    pub(super) fn differing_ends(&self, store: &dyn Store, vault: &Vault) -> Vec<String> {
        let compared = compare_ends((store, vault), &self.anchors(), &mut Vec::new());
        compared.map_or_else(|error| vec![error.to_string()], Ends::differences)
    }

    /// Opens the store for writing as it is, or says what the store says.
    pub(super) fn open(&self, key: Option<HeadKey>) -> Result<Result<Arc<dyn Store>, StoreError>, Sorry> {
        Ok(match &self.store {
            Where::File(path) => {
                is_there(path)?;
                SqliteStore::open_with(path, key).map(shared)
            }
            Where::Postgres(url) => {
                let (holder, settings) = (holder(), PostgresSettings::default());
                PostgresStore::connect_keyed(url, &holder, settings, key).map(shared)
            }
        })
    }

    fn connect(&self, url: &str, holder: &str, key: Option<HeadKey>) -> Result<Arc<dyn Store>, Sorry> {
        let settings = PostgresSettings::default();
        PostgresStore::connect_keyed(url, holder, settings, key).map(shared).map_err(sorry)
    }

    /// The anchors beside the key.
    pub(super) fn anchors(&self) -> AnchorFiles {
        AnchorFiles::new(&self.key, &[])
    }

    /// Writes down beside the key where every stream ends, once something new is in the store.
    pub(super) fn write_anchor(&self, store: &dyn Store, vault: &Vault) -> Result<(), Sorry> {
        self.anchors().write((store, vault), super::now_ms()).map(drop).map_err(sorry)
    }

    /// Moves the anchors of an earlier store under the same key out of the way, once a new one has taken its place.
    pub(super) fn forget_anchors(&self, vault: &Vault) -> Result<(), Sorry> {
        self.anchors().forget(vault).map_err(sorry)
    }

    /// Makes a new store: a file must not be there yet, a schema must be empty.
    pub(super) fn create(&self) -> Result<Arc<dyn Store>, Sorry> {
        match &self.store {
            Where::File(path) if path.exists() => Err(Sorry::Usage(format!(
                "{} exists already and is never overwritten; 'cardroom floor status' shows it",
                path.display()
            ))),
            Where::File(path) => {
                let name_is_free = [beside(path, "-wal"), beside(path, "-shm")];
                if let Some(left) = name_is_free.iter().find(|left| left.exists()) {
                    let left = left.display();
                    return Err(Sorry::Usage(format!(
                        "{left} is left over from another store; move it away first"
                    )));
                }
                let key = self.vault()?.head_key();
                SqliteStore::create_with(path, Some(key)).map(shared).map_err(sorry)
            }
            Where::Postgres(url) => {
                PostgresStore::init(url).map_err(sorry)?;
                let vault = self.vault()?;
                let holder = holder();
                // Asked without the key: a floor that is there has a key of its own.
                if is_empty(&*self.connect(url, &holder, None)?)? {
                    let store = self.connect(url, &holder, Some(vault.head_key()))?;
                    store.mark_heads().map_err(sorry)?;
                    Ok(store)
                } else {
                    Err(Sorry::Usage(
                        "this schema already has a floor; 'cardroom floor status' shows it".into(),
                    ))
                }
            }
        }
    }

    /// A new store that was not filled is taken away again, and the new key with it.
    pub(super) fn discard(&self) {
        if matches!(self.store, Where::File(_)) {
            self.discard_store();
            let _ = std::fs::remove_file(&self.key);
        }
    }

    /// The same without the key, which was there before.
    pub(super) fn discard_store(&self) {
        if let Where::File(path) = &self.store {
            for end in ["", "-wal", "-shm", ".lock"] {
                // What cannot be removed is left; it is empty.
                let _ = std::fs::remove_file(beside(path, end));
            }
        }
    }

    /// The store for something new: made where there is none, opened where it is empty. Whether it was made.
    pub(super) fn empty(&self) -> Result<(Arc<dyn Store>, bool), Sorry> {
        match &self.store {
            Where::File(path) if path.exists() => {
                let store = self.writer()?;
                if is_empty(&*store)? {
                    Ok((store, false))
                } else {
                    Err(Sorry::Usage(format!(
                        "{} is not empty; name a new file with --store",
                        path.display()
                    )))
                }
            }
            Where::File(_) => Ok((self.create()?, true)),
            Where::Postgres(_) => Ok((self.create()?, false)),
        }
    }

    /// The key, opened.
    pub(super) fn vault(&self) -> Result<Arc<Vault>, Sorry> {
        Vault::open(&self.key).map(Arc::new).map_err(|error| {
            let hint = if self.key_named { "" } else { "; name the key of this floor with --key FILE" };
            Sorry::Usage(format!("the key {error}{hint}"))
        })
    }

    /// The key where there is one; none where nobody named it and it is not there.
    pub(super) fn vault_if_any(&self) -> Result<Option<Arc<Vault>>, Sorry> {
        if !self.key_named && !self.key.exists() { Ok(None) } else { self.vault().map(Some) }
    }

    /// A new key; an old one is never written over.
    pub(super) fn new_vault(&self) -> Result<Arc<Vault>, Sorry> {
        Vault::create(&self.key).map(Arc::new).map_err(sorry)
    }
}

/// Whether nobody has written or claimed anything.
pub(super) fn is_empty(store: &dyn Store) -> Result<bool, Sorry> {
    Ok(store.streams().map_err(sorry)?.is_empty())
}

/// Lets go of a store as the last who holds it, so that the program does not end before the file is closed. A desk that
/// was just answered may hold it for a moment longer.
pub(super) fn let_go(store: Arc<dyn Store>) {
    for _ in 0..1_000 {
        if Arc::strong_count(&store) == 1 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// What went wrong below, on one line.
pub(super) fn sorry(error: impl Display) -> Sorry {
    Sorry::Usage(error.to_string())
}

/// What this process calls itself where it claims.
fn holder() -> String {
    format!("cardroom {}", std::process::id())
}

fn shared(store: impl Store + 'static) -> Arc<dyn Store> {
    Arc::new(store)
}

fn is_there(path: &Path) -> Result<(), Sorry> {
    let shown = path.display();
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(()),
        Ok(_) => Err(Sorry::Usage(format!("{shown} is not a file, but a store must be one"))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(Sorry::Usage(format!(
            "there is no store {shown}; 'cardroom floor init' makes one, 'cardroom floor demo' a demo"
        ))),
        Err(error) => Err(Sorry::Usage(format!("{shown}: {error}"))),
    }
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
