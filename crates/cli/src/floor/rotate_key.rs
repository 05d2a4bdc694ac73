//! `cardroom floor rotate-key`: the house gets another key. What the one before has sealed stays readable, and nothing new
//! is sealed or signed with it.
//!
//! The new key lies beside the present one until the store is authenticated with it, so that whatever breaks it off, one of
//! the two opens the store and the same command finishes.

use super::account::ordered;
use super::place::{Place, let_go, sorry};
use crate::progress::Bar;
use crate::sorry::Sorry;
use floor::SystemClock;
use floor::integrity::{self, Extent, check_at_start};
use server::door::Door;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{HeadKey, Store, StoreError, Vault, next_key};

pub(super) fn answer(place: &Place, by: Option<&str>) -> Result<String, Sorry> {
    let by = ordered(by)?;
    let next = next_key(&place.key);
    let present = Vault::open_while_changing(&place.key).map_err(key_trouble)?;
    let new = match next.exists() {
        true => Vault::open_while_changing(&next).map_err(key_trouble)?,
        false => {
            if let Some(said) = take_over_backup(place, &present)? {
                return Ok(said);
            }
            check(place, &present)?;
            Vault::create_next(&place.key).map_err(key_trouble)?
        }
    };
    if new.former().first().map(Vault::verifying_key) != Some(present.verifying_key()) {
        return Err(Sorry::Usage(format!(
            "{} is not the key that comes after {}; find out whose it is, and move it away",
            next.display(),
            place.key.display()
        )));
    }
    let (from, to) = (present.verifying_key(), new.verifying_key());
    let store = authenticate(place, &present.head_key(), &new.head_key())?;
    let new = Arc::new(new);
    place.write_anchor(&*store, &new)?;
    let door = Door::open(Arc::clone(&store), Arc::clone(&new), Arc::new(SystemClock::start()));
    door.map_err(sorry)?.key_changed(&by, &from, &to).map_err(sorry)?;
    place.write_anchor(&*store, &new)?;
    let_go(store);
    replace(&next, &place.key)?;
    Ok(format!(
        "{key}: a new key; this house signs as {to} from now on.\n\
         The file keeps the key from before, which opens what is sealed already: make a new backup of the file, keep the \
         old one for old backups of the store, and tell {to} to whoever checks signatures.\n",
        key = place.key.display()
    ))
}

/// Looks at the whole log before another key says that it is right.
fn check(place: &Place, present: &Vault) -> Result<(), Sorry> {
    let store = place.open(Some(present.head_key()))?.map_err(sorry)?;
    alone(&*store)?;
    let how = (Extent::Ends, place.accept_restored);
    let started = check_at_start((&*store, present), &place.anchors(), how, &mut |_, _| ()).map_err(sorry)?;
    started.notes.iter().for_each(|note| eprintln!("{note}"));
    let total = store.streams().map_err(sorry)?.iter().map(|(_, head)| head.version).sum();
    let bar = Bar::new(total, "records hashed");
    let found = integrity::verify((&*store, present), &mut |done| bar.show(done)).map_err(sorry);
    bar.clear();
    match found?.damages.first() {
        None => Ok(()),
        Some(damage) => Err(Sorry::Usage(format!(
            "{}: {damage}; a damaged store is given no new key ('cardroom floor verify' names everything)",
            place.name()
        ))),
    }
}

/// Waits for processes that have died until the store knows it, and refuses where others work.
fn alone(store: &dyn Store) -> Result<(), Sorry> {
    let patience = store.patience() + Duration::from_secs(1);
    let begun = Instant::now();
    loop {
        let others = store.other_holders().map_err(sorry)?;
        if others.is_empty() {
            return Ok(());
        }
        if begun.elapsed() > patience {
            let who = others.join(", ");
            return Err(Sorry::Usage(format!("other processes work on this store: {who}; stop them first")));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The store, authenticated with the new key: now, or by a run before that was broken off.
fn authenticate(place: &Place, present: &HeadKey, new: &HeadKey) -> Result<Arc<dyn Store>, Sorry> {
    match place.open(Some(new.clone()))? {
        Err(StoreError::Damaged { stream: None, .. }) => {
            let store = place.open(Some(present.clone()))?.map_err(sorry)?;
            alone(&*store)?;
            store.change_head_key(new).map_err(sorry)?;
            drop(store);
            place.open(Some(new.clone()))?.map_err(sorry)
        }
        opened => opened.map_err(sorry),
    }
}

/// A store from before the key was changed is authenticated with the present key, if somebody says that it was put back on
/// purpose.
fn take_over_backup(place: &Place, present: &Vault) -> Result<Option<String>, Sorry> {
    let error = match place.open(Some(present.head_key()))? {
        Err(error @ StoreError::Damaged { stream: None, .. }) => error,
        Err(error) => return Err(sorry(error)),
        Ok(_) => return Ok(None),
    };
    for former in present.former() {
        let Ok(store) = place.open(Some(former.head_key()))? else { continue };
        if !place.accept_restored {
            return Err(Sorry::Usage(format!(
                "{} is from before the key was changed; if somebody put it back on purpose, say so with --accept-restored",
                place.name()
            )));
        }
        alone(&*store)?;
        store.change_head_key(&present.head_key()).map_err(sorry)?;
        drop(store);
        check(place, present)?;
        let store = place.open(Some(present.head_key()))?.map_err(sorry)?;
        place.write_anchor(&*store, present)?;
        return Ok(Some(format!("{}: taken over with the present key\n", place.name())));
    }
    Err(sorry(error))
}

/// Puts the new key in the place of the present one, which it holds.
fn replace(next: &Path, key: &Path) -> Result<(), Sorry> {
    let folder = key.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let moved = std::fs::rename(next, key).and_then(|()| std::fs::File::open(folder)?.sync_all());
    moved.map_err(|error| Sorry::Usage(format!("{}: {error}", key.display())))
}

fn key_trouble(error: impl std::fmt::Display) -> Sorry {
    Sorry::Usage(format!("the key {error}"))
}
