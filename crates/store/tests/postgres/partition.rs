//! A line that is cut or silent: nobody is told what is not so, and a partitioned old owner cannot write.

use crate::postgres::claims::claim_when_free;
use crate::postgres::proxy::{Line, Proxy};
use crate::postgres::support::{append, cardroom, connect, said, stream, whole};
use std::time::Duration;
use store::{Answered, AppendOutcome, Epoch, Store, StoreError};

const PATIENCE: Duration = Duration::from_secs(2);

#[test]
fn a_partitioned_old_owner_cannot_write_after_the_takeover() {
    let url = cardroom();
    let (proxy, through) = Proxy::before(&url);
    let old = connect(&through, "old owner", PATIENCE, true);
    let new = connect(&url, "new owner", PATIENCE, true);
    let table = stream("table/1");
    let first = old.claim(&table).unwrap();
    old.append(append(&table, 0, first, 1, "a")).unwrap();
    assert!(matches!(new.claim(&table), Err(StoreError::Held { .. })));

    proxy.set(Line::Frozen);
    // Its bytes wait on the line, and reach the server when it is good again.
    let stuck = std::thread::scope(|scope| {
        let stuck = scope.spawn(|| old.append(append(&table, 1, first, 2, "too late")));
        let second = claim_when_free(&new, &table);
        assert_eq!(second, Epoch(2));
        new.append(append(&table, 1, second, 3, "b")).unwrap();
        stuck.join().unwrap()
    });
    assert!(matches!(stuck, Err(StoreError::Unavailable(_) | StoreError::Doubtful(_))), "{stuck:?}");
    proxy.set(Line::Good);
    let fenced = Err(StoreError::Fenced { stream: table.clone(), epoch: Epoch(2) });
    assert_eq!(old.append(append(&table, 1, first, 2, "too late")), fenced);
    assert_eq!(old.append(append(&table, 2, first, 4, "too late")), fenced);
    assert!(matches!(old.claim(&table), Err(StoreError::Held { .. })));
    assert_eq!(said(&whole(&new)), ["a", "b"]);
    assert_eq!(said(&whole(&old)), ["a", "b"]);
}

#[test]
fn a_silent_line_before_the_commit_keeps_nothing() {
    let url = cardroom();
    let (proxy, through) = Proxy::before(&url);
    let store = connect(&through, "test", PATIENCE, true);
    store.append(append(&stream("table/1"), 0, Epoch(0), 1, "a")).unwrap();
    // From here on nothing comes back: a stream that is not known yet cannot even be looked at, and nothing is in doubt.
    proxy.set(Line::Mute);
    let asked = append(&stream("table/2"), 0, Epoch(0), 2, "b");
    let lost = store.append(asked.clone());
    assert!(matches!(lost, Err(StoreError::Unavailable(_))), "{lost:?}");
    proxy.set(Line::Good);
    assert!(matches!(store.append(asked.clone()), Ok(AppendOutcome::New { first: 1, last: 1, .. })));
    assert_eq!(store.append(asked), Ok(AppendOutcome::Repeat(Answered { first: 1, last: 1, order: None })));
    assert_eq!(said(&whole(&store)), ["a", "b"]);
}

#[test]
fn a_line_cut_in_mid_commit_leaves_no_doubt_once_there_is_another() {
    let url = cardroom();
    let (proxy, through) = Proxy::before(&url);
    let store = connect(&through, "test", Duration::from_secs(20), true);
    let table = stream("table/1");
    let mut expected = Vec::new();
    for n in 0..20_u64 {
        proxy.set(if n % 2 == 0 { Line::CutAfterCommit } else { Line::CutBeforeCommit });
        let mut asked = append(&table, n, Epoch(0), u128::from(n), &format!("{n}"));
        if n % 3 == 0 {
            // The number of the batch tells, not the id.
            asked.when.moment = 7;
        }
        let kept = store.append(asked);
        let place = n + 1;
        assert!(
            matches!(kept, Ok(AppendOutcome::New { first, last, .. }) if (first, last) == (place, place)),
            "{n}: {kept:?}"
        );
        assert_eq!(u64::from(proxy.cuts()), place, "the line was cut in the middle of this one");
        expected.push(format!("{n}"));
    }
    proxy.set(Line::Good);
    assert_eq!(said(&whole(&store)), expected);
}

#[test]
fn a_commit_that_is_never_answered_is_doubtful_and_its_repeat_says_what_is() {
    let url = cardroom();
    let (proxy, through) = Proxy::before(&url);
    let store = connect(&through, "test", PATIENCE, true);
    let table = stream("table/1");
    store.append(append(&table, 0, Epoch(0), 1, "a")).unwrap();
    proxy.set(Line::FreezeAfterCommit);
    let asked = append(&table, 1, Epoch(0), 2, "b");
    let lost = store.append(asked.clone());
    assert!(matches!(lost, Err(StoreError::Doubtful(_))), "{lost:?}");
    assert_eq!(proxy.cuts(), 1);
    proxy.set(Line::Good);
    assert_eq!(store.append(asked), Ok(AppendOutcome::Repeat(Answered { first: 2, last: 2, order: None })));
    assert_eq!(said(&whole(&store)), ["a", "b"]);
}

#[test]
fn a_commit_that_arrives_after_we_have_asked_again_does_nothing() {
    let url = cardroom();
    let (proxy, through) = Proxy::before(&url);
    let store = connect(&through, "test", Duration::from_secs(30), true);
    let table = stream("table/1");
    proxy.set(Line::HoldCommit);
    // Held back on the old connection, asked for on another, found not kept, and written again.
    let kept = store.append(append(&table, 0, Epoch(0), 1, "a"));
    assert!(matches!(kept, Ok(AppendOutcome::New { first: 1, last: 1, .. })), "{kept:?}");
    assert_eq!(proxy.cuts(), 1);
    proxy.set(Line::LetGo);
    assert!(matches!(store.append(append(&table, 1, Epoch(0), 2, "b")), Ok(AppendOutcome::New { .. })));
    assert_eq!(said(&whole(&store)), ["a", "b"]);
}
