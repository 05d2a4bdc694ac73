//! The proof of the whole log, beside everything else: one at a time, with how far it has come.

use super::lock;
use floor::FloorError;
use floor::reconcile::reconcile_telling;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Store, StoreError, Vault};

/// How long a gentle proof rests after some thousand records.
const REST: Duration = Duration::from_millis(10);

/// The proof, under way or done.
#[derive(Default)]
pub struct LogVerification {
    under_way: AtomicBool,
    total: AtomicU64,
    hashed: AtomicU64,
    read: AtomicU64,
    last: Mutex<Option<Arc<VerificationReport>>>,
}

/// What a proof came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerificationReport {
    /// When it began, in milliseconds since 1970.
    pub began_ms: i64,
    /// How long it took.
    pub took_ms: u64,
    pub streams: u64,
    pub records: u64,
    /// Commands compared with their index.
    pub commands: u64,
    /// Events read and added up; none where the chain is broken.
    pub events: Option<u64>,
    /// What is wrong; nothing where the log is whole.
    pub wrong: Vec<String>,
    /// What of it is damage to the log, and not a difference between accounts that were read while they moved.
    pub damaged: Vec<String>,
}

impl LogVerification {
    /// Begins one, where none is under way.
    pub fn begin(self: &Arc<LogVerification>, store: &Arc<dyn Store>, vault: &Arc<Vault>, now_ms: i64) {
        self.start(store, vault, now_ms, Duration::ZERO);
    }

    /// The same with rests, so that nobody who plays notices.
    pub fn begin_gently(
        self: &Arc<LogVerification>,
        store: &Arc<dyn Store>,
        vault: &Arc<Vault>,
        now_ms: i64,
    ) {
        self.start(store, vault, now_ms, REST);
    }

    fn start(
        self: &Arc<LogVerification>,
        store: &Arc<dyn Store>,
        vault: &Arc<Vault>,
        now_ms: i64,
        rest: Duration,
    ) {
        if self.under_way.swap(true, Ordering::AcqRel) {
            return;
        }
        let (check, store, vault) = (Arc::clone(self), Arc::clone(store), Arc::clone(vault));
        let begun = std::thread::Builder::new().name("verify".into()).spawn(move || {
            let found = check.run(&*store, &vault, now_ms, rest);
            *lock(&check.last) = Some(Arc::new(found));
            check.under_way.store(false, Ordering::Release);
        });
        if let Err(error) = begun {
            let wrong = vec![format!("no thread for the verification: {error}")];
            *lock(&self.last) = Some(Arc::new(VerificationReport {
                began_ms: now_ms,
                wrong,
                ..VerificationReport::default()
            }));
            self.under_way.store(false, Ordering::Release);
        }
    }

    fn run(&self, store: &dyn Store, vault: &Vault, began_ms: i64, rest: Duration) -> VerificationReport {
        let began = std::time::Instant::now();
        // What cannot be counted now is damage, which the verification will name.
        let total = store.streams().unwrap_or_default().iter().map(|(_, head)| head.version).sum();
        self.total.store(total, Ordering::Relaxed);
        self.hashed.store(0, Ordering::Relaxed);
        self.read.store(0, Ordering::Relaxed);
        let mut checked = VerificationReport { began_ms, ..VerificationReport::default() };
        let mut hashed = |done| {
            self.hashed.store(done, Ordering::Relaxed);
            std::thread::sleep(rest);
        };
        match floor::integrity::verify((store, vault), &mut hashed) {
            Ok(verified) => {
                (checked.streams, checked.records) = (verified.streams, verified.records);
                checked.commands = verified.commands;
                checked.damaged.extend(verified.damages.iter().map(ToString::to_string));
                checked.wrong.clone_from(&checked.damaged);
            }
            Err(error) => checked.wrong.push(error.to_string()),
        }
        if checked.wrong.is_empty() {
            let mut read = |done| {
                self.read.store(done, Ordering::Relaxed);
                std::thread::sleep(rest);
            };
            match reconcile_telling(store, vault, None, &[], &mut read) {
                Ok(found) => {
                    checked.events = Some(found.records);
                    checked.wrong.extend(found.differences());
                }
                Err(error) => {
                    if matches!(error, FloorError::Store(StoreError::Damaged { .. })) {
                        checked.damaged.push(error.to_string());
                    }
                    checked.wrong.push(error.to_string());
                }
            }
        }
        checked.took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        checked
    }

    /// How far one under way has come, in hundredths: each record is hashed and then read.
    pub fn percent(&self) -> Option<u64> {
        if !self.under_way.load(Ordering::Acquire) {
            return None;
        }
        let total = self.total.load(Ordering::Relaxed).max(1);
        let done = self.hashed.load(Ordering::Relaxed) + self.read.load(Ordering::Relaxed);
        Some((done * 50 / total).min(100))
    }

    /// The last that is done.
    pub fn last(&self) -> Option<Arc<VerificationReport>> {
        lock(&self.last).clone()
    }
}
