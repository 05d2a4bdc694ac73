//! Any bytes are no export and no anchor, or are taken whole: a refusal leaves the store empty.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use store::{MemoryStore, SignedAnchor, Store, export};

fuzz_target!(|bytes: &[u8]| {
    let store = MemoryStore::new();
    if export::import(&store, None, &mut Cursor::new(bytes)).is_err() {
        assert!(store.streams().unwrap().iter().all(|(_, head)| head.version == 0));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok(anchor) = SignedAnchor::parse(text) {
            assert_eq!(SignedAnchor::parse(&anchor.to_string()).unwrap().to_string(), anchor.to_string());
        }
    }
});
