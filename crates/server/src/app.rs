//! What every page can reach: the floor, the door, the live views.

use crate::config::Settings;
use crate::door::Door;
use crate::guard::Guard;
use crate::metrics::Metrics;
use crate::pages::log_in::DemoLogIn;
use floor::Floor;
use std::sync::Arc;
use store::{Store, Vault};
use tokio::sync::watch;

/// Everything that a request may need.
pub struct App {
    /// The floor.
    pub floor: Arc<Floor>,
    /// Where it is kept.
    pub store: Arc<dyn Store>,
    /// Who opens what is sealed.
    pub vault: Arc<Vault>,
    /// Who comes in.
    pub door: Arc<Door>,
    /// How the server is set.
    pub settings: Settings,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Who may ask how often.
    pub guard: Guard,
    /// True once the server stops: whoever holds a socket says goodbye.
    pub closing: watch::Receiver<bool>,
    /// The log-ins that the demo shows to everybody.
    pub demo: Vec<DemoLogIn>,
}

impl App {
    /// With the usual settings, and nobody who stops it.
    pub fn new(floor: Arc<Floor>, store: Arc<dyn Store>, vault: Arc<Vault>, door: Arc<Door>) -> App {
        App::with(floor, store, vault, door, Settings::default())
    }

    /// With these settings. Whoever can stop it puts its own `closing` in.
    pub fn with(
        floor: Arc<Floor>,
        store: Arc<dyn Store>,
        vault: Arc<Vault>,
        door: Arc<Door>,
        settings: Settings,
    ) -> App {
        let guard = Guard::new(&settings);
        let (metrics, closing) = (Arc::default(), watch::channel(false).1);
        App { floor, store, vault, door, settings, metrics, guard, closing, demo: Vec::new() }
    }
}
