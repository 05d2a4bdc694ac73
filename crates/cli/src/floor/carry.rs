//! `cardroom floor export`, `import`, `anchor`, `seal` and `compact`: the log carried elsewhere, signed, and packed away.

use super::place::{Place, sorry};
use super::{counted, now_ms};
use crate::progress::Bar;
use crate::sorry::Sorry;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;
use store::{Anchor, Store};

pub(super) fn export(place: &Place, path: &Path) -> Result<String, Sorry> {
    let store = place.reader()?;
    let vault = place.vault()?;
    let file = new_file(path)?;
    let mut out = BufWriter::new(file);
    let carried = store::export::export(&*store, &vault, now_ms(), &mut out)
        .and_then(|carried| Ok(out.get_ref().sync_all().map(|()| carried)?));
    match carried {
        Ok(carried) => Ok(format!(
            "{}: {} in {}, signed by {}\nIt opens with the key of this floor, which is not in it.\n",
            path.display(),
            counted(carried.records, "record"),
            counted(carried.streams, "stream"),
            vault.verifying_key()
        )),
        Err(error) => {
            // Half of a log is of no use to anybody.
            let _ = std::fs::remove_file(path);
            Err(sorry(error))
        }
    }
}

pub(super) fn import(place: &Place, path: &Path) -> Result<String, Sorry> {
    let wrong = |error: std::io::Error| Sorry::Usage(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(wrong)?;
    if !file.metadata().map_err(wrong)?.is_file() {
        return Err(Sorry::Usage(format!("{} is not a file", path.display())));
    }
    let vault = place.vault()?;
    let (store, made) = place.empty()?;
    let carried = store::export::import(&*store, Some(&vault), &mut BufReader::new(file));
    match carried {
        Ok(carried) => {
            place.forget_anchors(&vault)?;
            place.write_anchor(&*store, &vault)?;
            Ok(format!(
                "{}: {} in {}, as they were exported\n",
                place.name(),
                counted(carried.records, "record"),
                counted(carried.streams, "stream")
            ))
        }
        Err(error) => {
            drop(store);
            if made {
                place.discard_store();
            }
            Err(Sorry::Usage(format!("{}: {error}", path.display())))
        }
    }
}

pub(super) fn anchor(place: &Place, path: Option<&Path>) -> Result<String, Sorry> {
    let store = place.reader()?;
    let vault = place.vault()?;
    let signed = Anchor::of(&*store, now_ms()).map_err(sorry)?.signed(&vault);
    let text = signed.to_string();
    let Some(path) = path else { return Ok(text) };
    let mut file = new_file(path)?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(|error| Sorry::Usage(format!("{}: {error}", path.display())))?;
    Ok(format!(
        "{}: where {} end, signed by {}\nKeep it where whoever can write the store cannot.\n",
        path.display(),
        counted(signed.anchor.heads.len() as u64, "stream"),
        signed.key
    ))
}

pub(super) fn seal(place: &Place, keep: u64) -> Result<String, Sorry> {
    let (sealed, records) = seal_all(&*place.writer()?, keep)?;
    Ok(format!(
        "{}: the first {} of {} are sealed; they are read as before\n",
        place.name(),
        counted(records, "record"),
        counted(sealed, "stream")
    ))
}

pub(super) fn compact(place: &Place, keep: u64) -> Result<String, Sorry> {
    let store = place.writer()?;
    let (_, records) = seal_all(&*store, keep)?;
    let pages = store.give_back(None).map_err(sorry)?;
    Ok(format!(
        "{}: {} sealed, {} kB given back to the disk; everything is read as before\n",
        place.name(),
        counted(records, "record"),
        pages * 4
    ))
}

/// Seals all but the latest records of every stream; how many streams and records are sealed now.
fn seal_all(store: &dyn Store, keep: u64) -> Result<(u64, u64), Sorry> {
    let streams = store.streams().map_err(sorry)?;
    let bar = Bar::new(streams.len() as u64, "streams sealed");
    let (mut sealed, mut records) = (0, 0);
    for (at, (stream, head)) in streams.iter().enumerate() {
        let up_to = head.version.saturating_sub(keep);
        if up_to > 0 {
            store.seal(stream, up_to).map_err(sorry)?;
            sealed += 1;
            records += up_to;
        }
        bar.show(at as u64 + 1);
    }
    bar.clear();
    Ok((sealed, records))
}

/// A new file; one that is there is never written over.
fn new_file(path: &Path) -> Result<File, Sorry> {
    let mut options = File::options();
    store::owner_only(options.write(true).create_new(true)).open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Sorry::Usage(format!("{} exists already and is never overwritten", path.display()))
        }
        _ => Sorry::Usage(format!("{} cannot be made: {error}", path.display())),
    })
}
