//! `cardroom floor verify`: every record hashed again, every chain followed, every event read, anchors compared.

use super::counted;
use super::place::{Place, sorry};
use crate::Answer;
use crate::progress::Bar;
use crate::sorry::Sorry;
use floor::integrity::{self, AnchorFiles};
use floor::reconcile::{Reconciled, reconcile_telling};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use store::{HeadsVerified, SignedAnchor, Store, Vault, Verified};

#[derive(Serialize)]
struct Shown {
    whole: bool,
    streams: u64,
    records: u64,
    commands: u64,
    records_a_second: u64,
    /// Whether streams end where the key says: "authenticated", or why nobody can tell.
    heads: &'static str,
    /// How many events were read and added up; nothing where the key was not there or the chain is broken.
    events_read: Option<u64>,
    anchors: Vec<String>,
    wrong: Vec<String>,
    /// What people have counted otherwise than the accounts say: nothing against the log, and something for whoever counts.
    counts: Vec<String>,
}

pub(super) fn answer(place: &Place, anchors: &[PathBuf], json: bool) -> Result<Answer, Sorry> {
    let store = place.reader()?;
    let vault = place.vault_if_any()?;
    let own = place.anchors();
    let own = own.own().filter(|_| vault.is_some());
    let own_anchor = own.is_some();
    let named = anchors.iter().map(|path| file(path, vault.as_deref())).collect::<Result<Vec<_>, _>>()?;
    let anchors = own.into_iter().chain(named.iter().map(PathBuf::as_path));
    let anchors = anchors.map(read).collect::<Result<Vec<_>, _>>()?;
    // What cannot be counted now is damage, which the verification will name.
    let heads = store.streams().unwrap_or_default();
    let total = heads.iter().map(|(_, head)| head.version).sum();
    let began = Instant::now();
    let bar = Bar::new(total, "records hashed");
    let verified = match &vault {
        Some(vault) => integrity::verify((&*store, vault), &mut |done| bar.show(done)),
        None => store::verify(&*store, &mut |done| bar.show(done)),
    };
    bar.clear();
    let Verified { streams, records, commands, heads, damages } = verified.map_err(sorry)?;
    let spent = began.elapsed().as_micros().max(1);
    let mut shown = Shown {
        whole: true,
        streams,
        records,
        commands,
        records_a_second: u64::try_from(u128::from(records) * 1_000_000 / spent).unwrap_or(u64::MAX),
        heads: match heads {
            HeadsVerified::Compared => "authenticated",
            HeadsVerified::NoKey => "not authenticated: the key is not here",
            HeadsVerified::Unmarked => {
                "not authenticated: the store was never opened with its key by this version"
            }
        },
        events_read: None,
        anchors: Vec::new(),
        counts: Vec::new(),
        wrong: damages.iter().map(ToString::to_string).collect(),
    };
    if heads == HeadsVerified::Unmarked && own_anchor {
        let how = "the ends of the streams are not authenticated any more, and the anchor beside the key says that they were";
        shown.wrong.push(how.into());
    }
    if shown.wrong.is_empty()
        && let Some(vault) = &vault
    {
        match read_all(&*store, vault, total) {
            Ok(found) => {
                shown.events_read = Some(found.records);
                shown.wrong.extend(found.in_the_log());
                shown.counts = found.in_counts();
            }
            Err(error) => shown.wrong.push(error.to_string()),
        }
    }
    for (path, anchor) in &anchors {
        compare(&*store, (path, anchor), (vault.as_deref(), &place.zone), &mut shown)?;
    }
    shown.whole = shown.wrong.is_empty();
    let complaints = if json { Vec::new() } else { std::mem::take(&mut shown.wrong) };
    let text = if json {
        format!("{}\n", serde_json::to_string_pretty(&shown).expect("plain data becomes JSON"))
    } else {
        text(&place.name(), &shown, vault.is_some())
    };
    Ok(Answer { text, complaints, complete: shown.whole })
}

/// Reads every event and adds everything up.
fn read_all(store: &dyn Store, vault: &Vault, total: u64) -> Result<Reconciled, floor::FloorError> {
    let bar = Bar::new(total, "events read");
    let found = reconcile_telling(store, vault, None, &[], &mut |done| bar.show(done));
    bar.clear();
    found
}

/// The file of an anchor; of a folder, the latest there that this house has signed.
fn file(path: &Path, vault: Option<&Vault>) -> Result<PathBuf, Sorry> {
    if !path.is_dir() {
        return Ok(path.into());
    }
    let wrong = |what: &str| Sorry::Usage(format!("{}: {what}", path.display()));
    let vault = vault.ok_or_else(|| {
        wrong("name the key with --key FILE: it tells which anchors in this folder are this house's")
    })?;
    AnchorFiles::latest_in(path, vault).ok_or_else(|| wrong("no anchor of this house is in this folder"))
}

fn read(path: &Path) -> Result<(PathBuf, SignedAnchor), Sorry> {
    let wrong = |what: String| Sorry::Usage(format!("{}: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let anchor = SignedAnchor::parse(&text).map_err(|error| wrong(error.to_string()))?;
    Ok((path.into(), anchor))
}

fn compare(
    store: &dyn Store,
    (path, signed): (&Path, &SignedAnchor),
    (house, zone): (Option<&Vault>, &::floor::Zone),
    shown: &mut Shown,
) -> Result<(), Sorry> {
    let name = path.display();
    let (by, known) = match house {
        Some(house) if house.verifying_key() == signed.key => (signed.key, ""),
        Some(house) if house.knows(&signed.key) => (signed.key, ", a key that this house had before"),
        Some(house) => (house.verifying_key(), ""),
        None => (signed.key, "; whether that is this house, somebody who knows its key must say"),
    };
    if !signed.is_signed_by(&by) {
        shown.wrong.push(format!("{name} is not signed with the key of this house ({by})"));
        return Ok(());
    }
    let moved = match signed.anchor.check(store) {
        Ok(moved) => moved,
        // A record that the anchor names cannot be read; the chain has said where.
        Err(error @ store::StoreError::Damaged { .. }) => {
            shown.wrong.push(error.to_string());
            return Ok(());
        }
        Err(error) => return Err(sorry(error)),
    };
    shown.wrong.extend(moved.iter().map(|moved| format!("{name}: {moved}")));
    if moved.is_empty() {
        let made = zone.time(signed.anchor.made_ms);
        let heads = counted(signed.anchor.heads.len() as u64, "stream");
        shown.anchors.push(format!("{name}: {heads} as they were at {made}, signed by {by}{known}"));
    }
    Ok(())
}

fn text(name: &str, shown: &Shown, has_key: bool) -> String {
    let mut text = format!(
        "{name}: {} in {}, {}; {} records a second\n",
        counted(shown.records, "record"),
        counted(shown.streams, "stream"),
        counted(shown.commands, "command"),
        shown.records_a_second
    );
    let _ = writeln!(text, "where the streams end: {}", shown.heads);
    match shown.events_read {
        Some(events) => {
            let _ = writeln!(text, "{} read and added up", counted(events, "event"));
        }
        None if !has_key => text += "the events were not read: the key is not here (--key FILE)\n",
        None => text += "the events were not read, or not all of them\n",
    }
    for anchor in &shown.anchors {
        let _ = writeln!(text, "{anchor}");
    }
    for count in &shown.counts {
        let _ = writeln!(text, "a matter for the cage, not for the log: {count}");
    }
    let _ = writeln!(text, "{}", if shown.whole { "whole" } else { "NOT whole" });
    text
}
