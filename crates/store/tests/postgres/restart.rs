//! The server goes down under load and comes back: what was acknowledged is there, and the store goes on.

use crate::postgres::server::Server;
use crate::postgres::support::{append, cardroom_on, connect, stream, whole};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::{AppendOutcome, CommandId, Store, StoreError};

#[test]
fn a_server_that_is_cut_off_under_load_loses_nothing_that_was_acknowledged() {
    let server = Server::start();
    let url = cardroom_on(&server.url);
    let store = connect(&url, "test", Duration::from_secs(30), true);
    let stop = AtomicBool::new(false);
    let (kept, doubtful) = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..16_u128)
            .map(|writer| {
                let (store, stop) = (&store, &stop);
                scope.spawn(move || {
                    let table = stream(&format!("table/{writer}"));
                    let epoch = store.claim(&table).unwrap();
                    let (mut after, mut kept, mut doubtful) = (0, Vec::new(), 0);
                    for n in 1.. {
                        let id = writer << 64 | n;
                        match store.append(append(&table, after, epoch, id, &format!("{writer}/{n}"))) {
                            Ok(AppendOutcome::New { last, .. }) => kept.push((id, last)),
                            Ok(AppendOutcome::Repeat(_)) => panic!("nobody repeats here"),
                            Err(StoreError::Doubtful(_) | StoreError::Unavailable(_)) => doubtful += 1,
                            Err(error) => panic!("{error}"),
                        }
                        after = store.head(&table).unwrap().version;
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                    }
                    (kept, doubtful)
                })
            })
            .collect();
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(400));
            server.restart();
        }
        std::thread::sleep(Duration::from_millis(400));
        let before: u64 = store.streams().unwrap().iter().map(|(_, head)| head.version).sum();
        // It goes on: every writer has another append after this one.
        std::thread::sleep(Duration::from_millis(100));
        stop.store(true, Ordering::Relaxed);
        let all: Vec<_> = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
        let after: u64 = store.streams().unwrap().iter().map(|(_, head)| head.version).sum();
        assert!(after > before, "nothing was kept after the last restart");
        let doubtful: u32 = all.iter().map(|(_, doubtful)| doubtful).sum();
        (all.into_iter().flat_map(|(kept, _)| kept).collect::<Vec<_>>(), doubtful)
    });
    let records = whole(&store);
    let places: HashMap<CommandId, u64> =
        records.iter().map(|record| (record.command.unwrap(), record.version)).collect();
    for (id, version) in &kept {
        assert_eq!(places.get(&CommandId(id.to_be_bytes())), Some(version), "acknowledged and not there");
    }
    // The server was never away for as long as our patience: nobody was left in doubt, so nothing else is there.
    assert_eq!((records.len(), doubtful), (kept.len(), 0));
}
