//! Every store passes the one contract.

use crate::support;

use std::sync::{Arc, Mutex};
use store::contract::{self, StoreFixture};
use store::{MemoryStore, SqliteStore, Store};
use support::Folder;

/// Holders on one memory, each remembered so that it can be let die.
struct InMemory {
    first: MemoryStore,
    holders: Mutex<Vec<Arc<MemoryStore>>>,
}

impl StoreFixture for InMemory {
    fn open(&self) -> Arc<dyn Store> {
        let mut holders = self.holders.lock().expect("holders");
        // Whoever nobody else holds any more was dropped by the suite, as a process that has ended.
        holders.retain(|holder| Arc::strong_count(holder) > 1);
        holders.push(Arc::new(self.first.another()));
        holders[holders.len() - 1].clone()
    }

    fn shared(&self) -> bool {
        true
    }

    fn lapse(&self, holder: &Arc<dyn Store>) {
        let same = |known: &&Arc<MemoryStore>| std::ptr::addr_eq(Arc::as_ptr(known), Arc::as_ptr(holder));
        self.holders.lock().expect("holders").iter().find(same).expect("a holder of ours").die();
    }
}

#[test]
fn in_memory() {
    contract::all(&|| Box::new(InMemory { first: MemoryStore::new(), holders: Mutex::default() }));
}

struct OnSqlite(Folder);

impl StoreFixture for OnSqlite {
    fn open(&self) -> Arc<dyn Store> {
        let path = self.0.file("floor.db");
        let store = if path.exists() { SqliteStore::open(&path) } else { SqliteStore::create(&path) };
        Arc::new(store.expect("the store opens"))
    }

    fn shared(&self) -> bool {
        false
    }
}

#[test]
fn on_sqlite() {
    contract::all(&|| Box::new(OnSqlite(Folder::new())));
}
