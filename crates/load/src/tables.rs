//! Many tables that play by themselves: rounds, how long a settlement takes, what it costs.

use crate::figures::{Figure, Report, Times, grouped};
use crate::host::{Folder, games, open};
use crate::sorry::wrong;
use crate::standstill::Standstill;
use crate::{LoadError, Progress, process};
use server::auto_dealer::{Bot, Timing};
use server::config::Settings;
use server::demo::DemoFloorSize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::Store;

/// Before it is measured, it plays for so long at least.
const WARM: Duration = Duration::from_secs(3);

/// What is asked.
#[derive(Clone, Debug)]
pub struct Tables {
    /// How many tables at least; there are as many of every game.
    pub tables: u32,
    /// Automatic players at each table.
    pub bots: u32,
    /// A round begins so long after the one before; none: as fast as it goes.
    pub every: Duration,
    /// For how long it is measured.
    pub time: Duration,
    /// Of 128 decisions so many find a patron gone; then clocks are short.
    pub vanish: u8,
    /// Below which folder the store is put; that for temporary files where none is named.
    pub folder: Option<PathBuf>,
}

/// Plays, and measures.
///
/// # Errors
/// If it cannot.
pub fn tables(asked: &Tables, progress: Progress<'_>) -> Result<Report, LoadError> {
    let games = u32::try_from(games()).unwrap_or(1).max(1);
    let each = asked.tables.div_ceil(games).max(1);
    let folder = Folder::new(asked.folder.as_deref())?;
    progress("furnishing a floor", 0, 1);
    let size = DemoFloorSize { tables: each, bots: asked.bots, live: 0 };
    let app = open(&folder, size, |_| tempo(asked), Settings::default())?;
    for (patron, bot) in server::demo::bots(&app.floor) {
        app.dealer.add_bot(patron, Bot { vanishes: asked.vanish, ..bot });
    }
    let store = Arc::clone(&app.store);
    let app = app.begin();
    let settled = Arc::new(Mutex::new(Times::default()));
    let heard = Arc::clone(&settled);
    app.dealer.time_settlements(Box::new(move |took| {
        heard.lock().unwrap_or_else(PoisonError::into_inner).push(took);
    }));
    let taken = || std::mem::take(&mut *settled.lock().unwrap_or_else(PoisonError::into_inner));
    let own = std::process::id();
    let memory_before = process::memory(own);
    app.floor.look_after();
    app.dealer.start(&app.floor, &app.broadcaster);
    let mut standstill = Standstill::default();
    let mut wait = |time, what| wait(time, what, progress, || standstill.look(&app.floor));
    wait(asked.every.max(WARM), "beginning, in seconds");
    drop(taken());
    let (began, cpu_before, events_before) = (Instant::now(), process::processor(own), records(&*store)?);
    wait(asked.time, "playing, in seconds");
    let (times, time) = (taken(), began.elapsed());
    let (cpu_after, events) = (process::processor(own), records(&*store)?.saturating_sub(events_before));
    let memory_after = process::memory(own);
    app.dealer.stop();
    app.floor.close();
    app.broadcaster.close();
    standstill.within(app.dealer.timing().longest()).map_err(LoadError)?;
    let rounds = times.len() as u64;
    let how = if asked.every.is_zero() {
        "as fast as they go".to_string()
    } else {
        format!("a round every {} s", asked.every.as_secs())
    };
    let mut report = Report {
        title: format!(
            "{} tables, {each} of each of {games} games, {} patrons at each, {how}, for {} s",
            grouped(u64::from(each * games)),
            asked.bots,
            asked.time.as_secs()
        ),
        ..Report::default()
    };
    report.add("tables", "tables", Figure::Count(u64::from(each * games)));
    report.add("rounds", "rounds settled", Figure::Count(rounds));
    report.add("rounds_rate", "rounds a second", Figure::Rate(rounds, time));
    report.add("settlement", "settlement, order to acknowledgement", Figure::Spread(times.spread()));
    let stood = u64::try_from(standstill.longest().as_millis()).unwrap_or(u64::MAX);
    report.add("standstill_ms", "longest standstill of a table, in milliseconds", Figure::Count(stood));
    report.add("events_rate", "events kept a second", Figure::Rate(events, time));
    if let Some((before, after)) = cpu_before.zip(cpu_after) {
        report.add("cpu_ms", "processor time", Figure::Cpu(after.saturating_sub(before)));
    }
    if let Some((before, after)) = memory_before.zip(memory_after) {
        report.add(
            "memory_before",
            "memory before the first round",
            Figure::Bytes(i64::try_from(before).unwrap_or(0)),
        );
        report.add("memory_after", "memory at the end", Figure::Bytes(i64::try_from(after).unwrap_or(0)));
    }
    Ok(report)
}

fn records(store: &dyn Store) -> Result<u64, LoadError> {
    Ok(store.streams().map_err(wrong)?.iter().map(|(_, head)| head.version).sum())
}

/// People who vanish are waited for; where there are such, the clocks are short.
fn tempo(asked: &Tables) -> Timing {
    let usual = Timing::at_once(asked.every);
    match asked.vanish {
        0 => usual,
        _ => Timing { betting: Duration::from_secs(1), decide: Duration::from_secs(1), ..usual },
    }
}

fn wait(time: Duration, what: &str, progress: Progress<'_>, mut look: impl FnMut()) {
    let began = Instant::now();
    while let Some(left) = time.checked_sub(began.elapsed()).filter(|left| !left.is_zero()) {
        progress(what, began.elapsed().as_secs(), time.as_secs());
        look();
        std::thread::sleep(left.min(Duration::from_millis(500)));
    }
}
