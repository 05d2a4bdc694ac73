//! Claims: a living holder keeps its streams, a dead one loses them, and cannot write again under its old epoch.

use crate::postgres::support::{append, cardroom, connect, said, stream, whole};
use std::time::{Duration, Instant};
use store::{AppendOutcome, Epoch, Store, StoreError};

const PATIENCE: Duration = Duration::from_secs(2);

/// Claims a stream as soon as its holder is taken for dead.
pub(crate) fn claim_when_free(store: &dyn Store, stream: &store::Stream) -> Epoch {
    let begun = Instant::now();
    loop {
        match store.claim(stream) {
            Ok(epoch) => return epoch,
            Err(StoreError::Held { .. }) if begun.elapsed() < Duration::from_secs(60) => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_living_holder_keeps_its_claim_and_a_silent_one_loses_it() {
    let url = cardroom();
    let table = stream("table/1");
    let (silent, living) =
        (connect(&url, "silent", PATIENCE, false), connect(&url, "living", PATIENCE, true));
    let first = silent.claim(&table).unwrap();
    assert_eq!(first, Epoch(1));
    assert_eq!(
        silent.append(append(&table, 0, first, 1, "a")).map(|kept| matches!(kept, AppendOutcome::New { .. })),
        Ok(true)
    );
    silent.beat().unwrap();
    assert_eq!(living.claim(&table), Err(StoreError::Held { stream: table.clone(), by: "silent".into() }));

    let second = claim_when_free(&living, &table);
    assert_eq!(second, Epoch(2));
    // It still believes that it holds the stream, and that its version is the last.
    let fenced = Err(StoreError::Fenced { stream: table.clone(), epoch: second });
    assert_eq!(silent.append(append(&table, 1, first, 2, "too late")), fenced);
    assert!(living.append(append(&table, 1, second, 3, "b")).is_ok());
    assert_eq!(silent.append(append(&table, 2, first, 4, "too late")), fenced);
    // What it was told before, it is told again.
    assert!(matches!(silent.append(append(&table, 0, first, 1, "a")), Ok(AppendOutcome::Repeat(_))));

    // One that beats is not robbed, however long it takes.
    std::thread::sleep(PATIENCE + PATIENCE / 2);
    assert_eq!(silent.claim(&table), Err(StoreError::Held { stream: table.clone(), by: "living".into() }));
    assert_eq!(said(&whole(&living)), ["a", "b"]);
}

#[test]
fn a_claim_given_up_is_free_at_once_and_so_are_all_of_a_holder_that_leaves() {
    let url = cardroom();
    let (table, meter) = (stream("table/1"), stream("meter/1"));
    let patience = Duration::from_secs(600);
    let (first, second) = (connect(&url, "first", patience, true), connect(&url, "second", patience, true));
    let epoch = first.claim(&table).unwrap();
    first.claim(&meter).unwrap();
    first.release(&table, epoch).unwrap();
    assert_eq!(second.claim(&table), Ok(Epoch(2)));
    // A claim that was lost is not given up a second time.
    first.release(&table, epoch).unwrap();
    assert!(matches!(first.claim(&table), Err(StoreError::Held { .. })));
    assert!(matches!(second.claim(&meter), Err(StoreError::Held { .. })));
    drop(first);
    assert_eq!(second.claim(&meter), Ok(Epoch(2)));
    assert_eq!(second.claim(&meter), Ok(Epoch(3)), "its own claim, once more");
}

#[test]
fn of_many_that_claim_at_once_one_gets_it() {
    let url = cardroom();
    let table = stream("table/1");
    let stores: Vec<_> =
        (0..6).map(|n| connect(&url, &format!("holder {n}"), Duration::from_secs(600), true)).collect();
    let claimed: Vec<_> = std::thread::scope(|scope| {
        let claims: Vec<_> = stores.iter().map(|store| scope.spawn(|| store.claim(&table))).collect();
        claims.into_iter().map(|claim| claim.join().unwrap()).collect()
    });
    assert_eq!(claimed.iter().filter(|claim| **claim == Ok(Epoch(1))).count(), 1, "{claimed:?}");
    assert_eq!(
        claimed.iter().filter(|claim| matches!(claim, Err(StoreError::Held { .. }))).count(),
        5,
        "{claimed:?}"
    );
}

#[test]
fn two_processes_that_write_to_the_same_streams_never_write_over_each_other() {
    let url = cardroom();
    let tables: Vec<_> = (0..8).map(|n| stream(&format!("table/{n}"))).collect();
    let stores = [connect(&url, "left", PATIENCE, true), connect(&url, "right", PATIENCE, true)];
    let kept: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = stores
            .iter()
            .enumerate()
            .flat_map(|(which, store)| (0..8_u128).map(move |thread| (which as u128, thread, store)))
            .map(|(which, thread, store)| {
                let tables = &tables;
                scope.spawn(move || {
                    let mut kept = 0;
                    for n in 0..60_u128 {
                        let table = &tables[((thread * 5 + n) % 8) as usize];
                        let after = store.head(table).unwrap().version;
                        let id = which << 96 | thread << 64 | n;
                        match store.append(append(table, after, Epoch(0), id, "x")) {
                            Ok(AppendOutcome::New { .. }) => kept += 1,
                            Err(StoreError::Conflict { is, .. }) => assert!(is > after),
                            other => panic!("{other:?}"),
                        }
                    }
                    kept
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    assert!(kept > 0);
    assert_eq!(whole(&stores[0]).len(), kept);
}
