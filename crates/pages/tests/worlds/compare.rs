//! Two outputs byte by byte. What is masked, and nothing else: commitments to decks and hashes of the chain, each only where
//! it is exactly one of its own world's; the signature over such hashes; and how long something took.

use engine::{PatronId, TableNumber};
use server::view::{Eyes, TableView};
use std::collections::HashSet;
use store::{Record, Store, Stream};

use crate::worlds::play::Pair;
use crate::worlds::world::{ABSENT, Viewer, World};

/// The hashes of a world that may be seen and differ by design.
pub(crate) fn hashes(world: &World) -> HashSet<String> {
    let heads = world.store.streams().unwrap().into_iter().map(|(_, head)| head.hash.to_string());
    heads.chain(world.roots().into_iter().map(|root| store::Hash(root).to_string())).collect()
}

/// The text with those hashes masked. Any other run of 64 hexadecimal digits stays: it may be a key.
pub(crate) fn masked(text: &str, hashes: &HashSet<String>) -> String {
    let bytes = text.as_bytes();
    let is_hex = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    let (mut out, mut from, mut at) = (String::new(), 0, 0);
    while at < bytes.len() {
        let run = bytes[at..].iter().take_while(|byte| is_hex(byte)).count();
        if run == 64 && hashes.contains(&text[at..at + run]) {
            out.push_str(&text[from..at]);
            out.push_str("(hash)");
            from = at + run;
        }
        at += run.max(1);
    }
    out.push_str(&text[from..]);
    out
}

/// Where two texts part, with what stands around it.
pub(crate) fn difference(one: &str, other: &str) -> Option<String> {
    if one == other {
        return None;
    }
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let bytes = text.as_bytes();
        let (from, to) = (same.saturating_sub(160).min(bytes.len()), (same + 160).min(bytes.len()));
        String::from_utf8_lossy(&bytes[from..to]).into_owned()
    };
    Some(format!("at byte {same}:\n  {}\n  {}", part(one), part(other)))
}

/// Both texts, each masked by its world.
pub(crate) fn parted(worlds: &[World; 2], texts: &[String; 2]) -> Option<String> {
    if texts[0] == texts[1] {
        return None;
    }
    let [one, other] = [0, 1].map(|at| masked(&texts[at], &hashes(&worlds[at])));
    difference(&one, &other)
}

/// What a table looks like, as JSON.
pub(crate) fn seen(world: &World, viewer: Viewer) -> TableView {
    let eyes = match viewer {
        Viewer::Nobody => Eyes::Spectator,
        Viewer::Seat(seat) => Eyes::Patron(PatronId(world.patron(seat))),
        Viewer::Absent => Eyes::Patron(ABSENT),
        _ => Eyes::Staff,
    };
    world.app.table_view(TableNumber(world.number), eyes).unwrap()
}

pub(crate) fn as_json(view: &TableView) -> String {
    serde_json::to_string(view).unwrap()
}

impl Pair {
    /// Every view of the table: alike exactly as long as what its viewer may know is.
    pub(crate) fn compare_views(&self) -> Result<(), String> {
        let seats = (0..self.setting.seats).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Nobody, Viewer::Absent, Viewer::Dealer]) {
            let texts = [0, 1].map(|at| as_json(&seen(&self.worlds[at], viewer)));
            let parted = parted(&self.worlds, &texts);
            match (self.differ_for(viewer), parted) {
                (false, Some(how)) => return Err(format!("{viewer:?} sees too much {how}")),
                (true, None) => return Err(format!("{viewer:?} does not see what may be seen")),
                _ => {}
            }
        }
        Ok(())
    }

    /// The commitments of each world.
    pub(crate) fn roots(&self) -> [Vec<[u8; 32]>; 2] {
        [0, 1].map(|at| self.worlds[at].roots())
    }

    /// Every record of every stream, as an export or a copy of the store shows it to whoever has no key.
    pub(crate) fn compare_records(&self, from: &mut Vec<(Stream, u64)>) -> Result<(), String> {
        if self.differ_for(Viewer::Nobody) {
            return Ok(());
        }
        let stores = [0, 1].map(|at| &*self.worlds[at].store);
        compare_stores(stores, &self.roots(), from)
    }
}

/// The records of two stores after those that were compared before.
pub(crate) fn compare_stores(
    stores: [&dyn Store; 2],
    roots: &[Vec<[u8; 32]>; 2],
    from: &mut Vec<(Stream, u64)>,
) -> Result<(), String> {
    let [one, other] = stores.map(|store| store.streams().unwrap());
    if one.len() != other.len() {
        return Err("not the same streams".into());
    }
    for ((stream, head), (stream_too, head_too)) in one.into_iter().zip(other) {
        if (&stream, head.version) != (&stream_too, head_too.version) {
            return Err(format!("{stream} and {stream_too} do not end alike"));
        }
        let known = from.iter_mut().find(|(known, _)| *known == stream);
        let done = known.as_ref().map_or(0, |known| known.1);
        if done < head.version {
            let records = stores.map(|store| store.read(&stream, done + 1, 100_000).unwrap());
            for (one, other) in records[0].iter().zip(&records[1]) {
                let texts = [open(one, &roots[0]), open(other, &roots[1])];
                if let Some(how) = difference(&texts[0], &texts[1]) {
                    return Err(format!("record {} of {stream} {how}", one.version));
                }
            }
            match known {
                Some(known) => known.1 = head.version,
                None => from.push((stream, head.version)),
            }
        }
    }
    Ok(())
}

/// A record without its hash; the sealed part by its length alone, for the rest is encrypted. Commitments are masked.
fn open(record: &Record, roots: &[[u8; 32]]) -> String {
    let mut bytes = record.open.clone();
    let found = bytes.windows(32).position(|part| roots.iter().any(|root| root == part));
    if let Some(at) = found {
        bytes[at..at + 32].fill(0);
    }
    let sealed = record.sealed.as_ref().map(Vec::len);
    let Record { stream, version, command, by, when, encoding, .. } = record;
    format!("{stream} {version} {command:?} {by} {when:?} {encoding} {bytes:?} {sealed:?}")
}
