//! The contract of all stores.

use crate::postgres::support::{cardroom, connect, schema, sql};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::Store;
use store::contract::{self, StoreFixture};

/// Holders that live for long unless somebody says that they have not beaten.
struct OnPostgres {
    url: String,
    opened: AtomicUsize,
    names: Mutex<Vec<(usize, String)>>,
}

fn at(holder: &Arc<dyn Store>) -> usize {
    Arc::as_ptr(holder).cast::<()>().addr()
}

impl StoreFixture for OnPostgres {
    fn open(&self) -> Arc<dyn Store> {
        let name = format!("holder {}", self.opened.fetch_add(1, Ordering::Relaxed));
        let store: Arc<dyn Store> = Arc::new(connect(&self.url, &name, Duration::from_secs(600), false));
        let mut names = self.names.lock().expect("names");
        names.retain(|(place, _)| *place != at(&store));
        names.push((at(&store), name));
        store
    }

    fn shared(&self) -> bool {
        true
    }

    fn lapse(&self, holder: &Arc<dyn Store>) {
        let names = self.names.lock().expect("names");
        let (_, name) = names.iter().find(|(place, _)| *place == at(holder)).expect("a holder of ours");
        let schema = schema(&self.url);
        sql(
            &self.url,
            &format!("UPDATE {schema}.holders SET beat_at = beat_at - patience WHERE name = '{name}'"),
        );
    }
}

#[test]
fn on_postgres() {
    contract::all(&|| {
        Box::new(OnPostgres { url: cardroom(), opened: AtomicUsize::new(0), names: Mutex::default() })
    });
}
