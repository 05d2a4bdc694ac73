//! `cardroom floor rotate-key`: the house gets another key. What the one before has sealed stays readable, and nothing new
//! is sealed or signed with it.
//!
//! The new key lies beside the present one until the store is authenticated with it, so that whatever breaks it off, one of
//! the two opens the store and the same command finishes. The log names who began it and who finished it.

use super::account::ordered;
use super::place::{Place, let_go, sorry};
use super::{counted, roster};
use crate::progress::Bar;
use crate::sorry::Sorry;
use floor::integrity::{self, compare_ends};
use floor::snapshot_view::survey;
use floor::table::DealingMode;
use server::accounts::CONSOLE;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Store, StoreError, Vault, key_path, next_key};

pub(super) fn answer(place: &Place, by: Option<&str>) -> Result<String, Sorry> {
    let by = ordered(by)?;
    let (key, next) = (key_path(&place.key), next_key(&place.key));
    let present = Arc::new(Vault::open_while_changing(&key).map_err(key_trouble)?);
    let new = if next.exists() {
        Vault::open_while_changing(&next).map_err(|error| unreadable(&error, &next, &key))?
    } else {
        if let Some(said) = take_over_backup(place, &present, &by)? {
            return Ok(said);
        }
        check(place, &present, &by)?;
        Vault::create_next(&key).map_err(key_trouble)?
    };
    if new.former().first().map(Vault::verifying_key) != Some(present.verifying_key()) {
        return Err(Sorry::Usage(format!(
            "{} is not the next key after {}; find out whose it is, and move it away",
            next.display(),
            key.display()
        )));
    }
    let (to, new) = (new.verifying_key(), Arc::new(new));
    let store = authenticate(place, (&present, &new), &by)?;
    is_known((&*store, &new), &by)?;
    place.write_anchor(&*store, &new)?;
    place.door(&store, &new)?.key_changed(&by, &first_key(&new), &to).map_err(sorry)?;
    place.write_anchor(&*store, &new)?;
    let decks = decks_in_play(&*store, &new)?;
    let_go(store);
    replace(&next, &key)?;
    Ok(format!(
        "{key}: a new key; this house signs as {to} from now on.\n\
         The file keeps the key from before, which opens what is sealed already: make a new backup of the file, keep the \
         old one for old backups of the store, and tell {to} to whoever checks signatures.\n{decks}",
        key = key.display()
    ))
}

/// Looks at the whole log before another key says that it is right.
fn check(place: &Place, present: &Arc<Vault>, by: &str) -> Result<(), Sorry> {
    let store = place.open(Some(present.head_key()))?.map_err(sorry)?;
    alone(&*store)?;
    let accepted = place.check_ends(&*store, present)?;
    whole(place, &*store, present)?;
    is_known((&*store, present), by)?;
    place.record_accepted((&store, present), by, &accepted)?;
    let_go(store);
    Ok(())
}

/// Refuses a `--by` that no roster has; whoever is at the console of the machine needs no name.
fn is_known(at: (&dyn Store, &Vault), by: &str) -> Result<(), Sorry> {
    if by == CONSOLE { Ok(()) } else { roster::check(at, "--by", by) }
}

/// Hashes and reads every record.
fn whole(place: &Place, store: &dyn Store, vault: &Vault) -> Result<(), Sorry> {
    let total = store.streams().map_err(sorry)?.iter().map(|(_, head)| head.version).sum();
    let bar = Bar::new(total, "records hashed");
    let found = integrity::verify((store, vault), &mut |done| bar.show(done)).map_err(sorry);
    bar.clear();
    match found?.damages.first() {
        None => Ok(()),
        Some(damage) => Err(Sorry::Usage(format!(
            "{}: {damage}; a damaged store gets no new key ('cardroom floor verify' names all damage)",
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
            return Err(Sorry::Usage(format!("other processes use this store: {who}; stop them first")));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The store, authenticated with the new key: now, or by a run before that was broken off.
fn authenticate(
    place: &Place,
    (present, new): (&Arc<Vault>, &Vault),
    by: &str,
) -> Result<Arc<dyn Store>, Sorry> {
    match place.open(Some(new.head_key()))? {
        Err(StoreError::Damaged { stream: None, .. }) => {
            let store = place.open(Some(present.head_key()))?.map_err(sorry)?;
            alone(&*store)?;
            is_known((&*store, present), by)?;
            let begun = place.door(&store, present)?.key_change_begun(
                by,
                &present.verifying_key(),
                &new.verifying_key(),
            );
            begun.map_err(sorry)?;
            store.change_head_key(&new.head_key()).map_err(sorry)?;
            let_go(store);
            place.open(Some(new.head_key()))?.map_err(sorry)
        }
        opened => opened.map_err(sorry),
    }
}

/// A store from before the key was changed is authenticated with the present key, if somebody says that it was put back on
/// purpose. The log has the present key last, so a take-over that was broken off is known and finished.
fn take_over_backup(place: &Place, present: &Arc<Vault>, by: &str) -> Result<Option<String>, Sorry> {
    let opened = match place.open(Some(present.head_key()))? {
        Ok(store) => {
            let named = place.door(&store, present)?.has_key(&present.verifying_key());
            if named || present.former().is_empty() {
                let_go(store);
                return Ok(None);
            }
            store
        }
        Err(error @ StoreError::Damaged { stream: None, .. }) => of_a_former_key(place, present, error)?,
        Err(error) => return Err(sorry(error)),
    };
    alone(&*opened)?;
    // Its snapshots are of the key from before, which may be stolen: they are not looked at but thrown away.
    let ends = compare_ends((&*opened, present), &place.anchors(), &mut Vec::new()).map_err(sorry)?;
    let accepted = ends.accepted(place.accept_restored).map_err(sorry)?;
    whole(place, &*opened, present)?;
    is_known((&*opened, present), by)?;
    opened.change_head_key(&present.head_key()).map_err(sorry)?;
    let_go(opened);
    let store = place.open(Some(present.head_key()))?.map_err(sorry)?;
    let door = place.door(&store, present)?;
    door.store_accepted(by, &accepted).map_err(sorry)?;
    door.key_changed(by, &first_key(present), &present.verifying_key()).map_err(sorry)?;
    drop(door);
    place.write_anchor(&*store, present)?;
    let_go(store);
    Ok(Some(format!(
        "{}: taken over with the present key, which was not changed; for a new one, give the command again\n",
        place.name()
    )))
}

/// Opens a store that a key from before authenticates, where somebody says that it is a backup.
fn of_a_former_key(place: &Place, present: &Vault, error: StoreError) -> Result<Arc<dyn Store>, Sorry> {
    for former in present.former() {
        let Ok(store) = place.open(Some(former.head_key()))? else { continue };
        if !place.accept_restored {
            return Err(Sorry::Usage(format!(
                "{} is from before the key was changed; if somebody restored it on purpose, add --accept-restored",
                place.name()
            )));
        }
        return Ok(store);
    }
    Err(sorry(error))
}

/// The key that a house began with.
fn first_key(vault: &Vault) -> store::PublicKey {
    vault.former().last().unwrap_or(vault).verifying_key()
}

/// Where a thief of the old key could still open the deck.
fn decks_in_play(store: &dyn Store, vault: &Vault) -> Result<String, Sorry> {
    let seen = survey(store, vault).map_err(sorry)?;
    let dealt = seen.tables.iter().filter(|(_, table)| table.mode == Some(DealingMode::Virtual)).count();
    Ok(match dealt {
        0 => String::new(),
        _ => format!(
            "The decks that lie ready at {} are sealed with the key from before, each until its round is over.\n",
            counted(dealt as u64, "virtual table")
        ),
    })
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

/// A next key that cannot be read was never used if the present one still opens the store.
fn unreadable(error: &store::VaultError, next: &Path, key: &Path) -> Sorry {
    Sorry::Usage(format!(
        "the next key {error}; restore it from where it was copied, or, if the store still opens with {} alone, move {} \
         away and begin again",
        key.display(),
        next.display()
    ))
}
