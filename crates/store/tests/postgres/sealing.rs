//! Segments while others write, read and seal.

use crate::postgres::support::{append, cardroom, connect, stream, whole};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::{Append, Epoch, Store};

#[test]
fn two_that_seal_a_stream_while_it_is_written_and_read_lose_nothing() {
    let url = cardroom();
    let patience = Duration::from_secs(30);
    let stores = [connect(&url, "left", patience, true), connect(&url, "right", patience, true)];
    let table = stream("table/1");
    let long = |after: u64| {
        let one = append(&table, after, Epoch(0), u128::from(after), "dealt");
        Append { events: vec![one.events[0].clone(); 300], ..one }
    };
    let written = AtomicBool::new(false);
    let records = std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0..60 {
                stores[0].append(long(n * 300)).unwrap();
            }
            written.store(true, Ordering::Relaxed);
        });
        let sealing: Vec<_> = stores
            .iter()
            .map(|store| {
                let (table, written) = (&table, &written);
                scope.spawn(move || {
                    let mut most = 0;
                    while !written.load(Ordering::Relaxed) {
                        let head = store.head(table).unwrap().version;
                        if head > 0 {
                            store.seal(table, head).unwrap();
                            most = head;
                        }
                    }
                    most
                })
            })
            .collect();
        while !written.load(Ordering::Relaxed) {
            // Whatever has been kept is read whole, sealed or not.
            let head = stores[1].head(&table).unwrap().version;
            let read = stores[1].read(&table, 1, usize::try_from(head).unwrap()).unwrap();
            assert!(read.iter().map(|record| record.version).eq(1..=head));
        }
        assert!(sealing.into_iter().all(|sealer| sealer.join().unwrap() > 0));
        whole(&stores[0])
    });
    assert_eq!(records.len(), 60 * 300);
}
