//! The log looked at while the server runs: before it opens, once a day or as often as is set, and told to whoever must know. Where streams end
//! is written down every few minutes.

use crate::accounts::{Accounts, CONSOLE};
use crate::app::App;
use crate::config::Settings;
use crate::run::RunError;
use floor::integrity::{AnchorFiles, Extent, check_at_start};
use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::Duration;
use store::{Store, Vault};

/// How often it is looked whether something is due.
const TICK: Duration = Duration::from_secs(30);
/// Anchors are written every so many ticks.
const ANCHOR_TICKS: u64 = 10;
/// While something is wrong the whole log is looked at once an hour, which is so many ticks.
const HOUR_TICKS: u64 = 120;

/// What is known of the log.
#[derive(Clone, Debug, Default)]
pub struct Integrity {
    anchors: Option<AnchorFiles>,
    /// Whether not every record was looked at when the server started.
    unfinished: bool,
    /// In what the store differs from the one that was left, as somebody has accepted it.
    accepted: Vec<String>,
}

impl Integrity {
    /// Looks at the store before the floor opens.
    pub(crate) fn check(
        settings: &Settings,
        store: &Arc<dyn Store>,
        vault: &Vault,
    ) -> Result<Integrity, RunError> {
        let anchors = AnchorFiles::new(&settings.key, &settings.anchors);
        let terminal = std::io::stderr().is_terminal();
        let mut shown = 0;
        let mut progress = |done: u64, total: u64| {
            let percent = done * 100 / total.max(1);
            if terminal && percent > shown {
                shown = percent;
                let _ = write!(std::io::stderr(), "\rthe log is looked at: {percent}% ");
            }
        };
        let how = (Extent::Whole, settings.accept_restored);
        let started = check_at_start((&**store, vault), &anchors, how, &mut progress);
        if shown > 0 {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        let started = started.map_err(|error| RunError(error.to_string()))?;
        started.told().for_each(|note| tracing::warn!("{note}"));
        Ok(Integrity { anchors: Some(anchors), unfinished: !started.all, accepted: started.accepted })
    }

    /// Keeps in the log in what an older store differs that somebody has accepted; after that, and not before, the anchors
    /// say what is there now.
    pub(crate) fn begin(
        &self,
        accounts: &Accounts,
        store: &Arc<dyn Store>,
        vault: &Vault,
    ) -> Result<(), RunError> {
        accounts.store_accepted(CONSOLE, &self.accepted).map_err(|error| RunError(error.to_string()))?;
        let Some(anchors) = &self.anchors else { return Ok(()) };
        if !self.accepted.is_empty() {
            anchors.set_aside(vault).map_err(|error| RunError(error.to_string()))?;
        }
        let told = anchors.write((&**store, vault), now_ms()).map_err(|error| RunError(error.to_string()))?;
        told.iter().for_each(|what| tracing::warn!("no anchor is kept: {what}"));
        Ok(())
    }
}

fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Writes down where every stream ends; a place that cannot be written is told in the log.
pub(crate) fn write_anchors(app: &App) {
    let Some(anchors) = &app.integrity.anchors else { return };
    match anchors.write((&*app.store, &app.vault), now_ms()) {
        Ok(told) => told.iter().for_each(|what| tracing::warn!("no anchor is kept: {what}")),
        Err(error) => tracing::error!(%error, "no anchor is kept"),
    }
}

/// What is wrong with the log, as far as anybody has looked: for people.
pub fn alarm(app: &App) -> Option<String> {
    let checked = app.archive.check.last()?;
    let first = checked.damaged.first()?;
    Some(format!("the log is not as it was written: {first}"))
}

/// Keeps anchors, and looks at the whole log at leisure.
pub(crate) async fn watch(app: Arc<App>) {
    let every = app.settings.log_check.as_secs().div_ceil(TICK.as_secs());
    let mut due = if app.integrity.unfinished { 0 } else { every };
    let mut told = None;
    for tick in 0_u64.. {
        if tick >= due {
            app.archive.check.begin_gently(&app.store, &app.vault, app.clock.wall_ms());
            due = tick + every;
        }
        let alarm = alarm(&app);
        if alarm.is_some() {
            due = due.min(tick + HOUR_TICKS);
        }
        if alarm != told {
            match &alarm {
                Some(what) => tracing::error!("{what}"),
                None => tracing::info!("the log is whole again"),
            }
            told = alarm;
        }
        tokio::time::sleep(TICK).await;
        if tick % ANCHOR_TICKS == ANCHOR_TICKS - 1 {
            let own = Arc::clone(&app);
            let _ = tokio::task::spawn_blocking(move || write_anchors(&own)).await;
        }
    }
}
