//! What every store must do, as one suite: a store that passes [`all`] may stand in for any other.
//!
//! It is here, and not among the tests of one store, so that the tests of each call it. It panics where a promise is
//! broken.

use crate::chain::Hash;
use crate::log::{Store, StoreError};
use crate::record::{
    Answered, Append, AppendOutcome, CommandId, Epoch, Head, NewEvent, OrderDigest, Record, RecordForm,
    Snapshot, Stream, When,
};
use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};

/// An empty place in which a store keeps its streams, made anew for each test of the suite.
pub trait StoreFixture {
    /// A holder on the place, which sees what others have kept there. Unless the place is [`StoreFixture::shared`] the one
    /// before has been dropped.
    fn open(&self) -> Arc<dyn Store>;

    /// Whether several holders may be open at once.
    fn shared(&self) -> bool;

    /// Lets a holder's claims lapse, as if it had not beaten for longer than the others wait.
    fn lapse(&self, holder: &Arc<dyn Store>) {
        std::thread::sleep(holder.patience() + std::time::Duration::from_millis(200));
    }
}

/// Runs the whole suite, each test on a new place.
///
/// # Panics
/// If the store breaks a promise.
pub fn all(make: &dyn Fn() -> Box<dyn StoreFixture>) {
    type Test = fn(&dyn StoreFixture);
    let tests: [(&str, Test); 19] = [
        ("an empty store", empty),
        ("order", order),
        ("conflict", conflict),
        ("nothing", nothing),
        ("repeats", repeats),
        ("a command used elsewhere", elsewhere),
        ("fencing", fencing),
        ("claims of several holders", holders),
        ("shares of several holders", shares),
        ("streams that have gone on", ahead),
        ("snapshots", snapshots),
        ("segments", segments),
        ("commands across a seal", commands_across_a_seal),
        ("scan", scan),
        ("many producers", producers),
        ("bad appends among good ones", mixed),
        ("a queue of one stream", pipeline),
        ("odd contents", contents),
        ("orders and forms", orders_and_forms),
    ];
    for (name, test) in tests {
        println!("contract: {name}");
        let place = make();
        test(&*place);
        whole(&*place.open());
    }
}

/// A stream by name.
///
/// # Panics
/// If there can be no such stream.
pub fn stream(name: &str) -> Stream {
    Stream::new(name).unwrap_or_else(|| panic!("{name} is no stream"))
}

/// A command by number.
pub fn command(number: u128) -> CommandId {
    // Spread as random ids are.
    CommandId((number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) ^ (number << 64)).to_be_bytes())
}

/// The digest that the appends of this suite give with a command.
pub fn order_of(command: CommandId) -> OrderDigest {
    OrderDigest(command.0.map(|byte| byte ^ 0x5a))
}

/// Where such a command stands.
pub fn answered(command: CommandId, first: u64, last: u64) -> Answered {
    Answered { first, last, order: Some(order_of(command)) }
}

/// An append of so many events after a version.
pub fn append(name: &str, after: u64, epoch: Epoch, command: Option<CommandId>, events: usize) -> Append {
    let event = |n: usize| NewEvent {
        encoding: 3,
        open: format!("{name} {} in the open", after + n as u64).into_bytes(),
        sealed: n.is_multiple_of(2).then(|| vec![0, 255, n as u8]),
    };
    Append {
        stream: stream(name),
        after,
        epoch,
        command,
        order: command.map(order_of),
        form: RecordForm::Two,
        by: "staff/12".into(),
        when: When { clock_ms: 1_700_000_000_123 - after as i64, moment: after },
        events: (1..=events).map(event).collect(),
    }
}

/// Every record, the events that it came from and the chain compared with what the heads say.
///
/// # Panics
/// If the store is not whole.
pub fn whole(store: &dyn Store) {
    let mut all: std::collections::BTreeMap<Stream, Vec<Record>> = std::collections::BTreeMap::new();
    let each = &mut |record: Record| {
        all.entry(record.stream.clone()).or_default().push(record);
        ControlFlow::Continue(())
    };
    store.scan(each).expect("scan");
    let mut commands = std::collections::BTreeMap::new();
    for (name, head) in store.streams().expect("streams") {
        let records = all.remove(&name).unwrap_or_default();
        assert_eq!(store.head(&name).expect("head"), head);
        assert_eq!(records.len() as u64, head.version, "{name}");
        let mut before = Hash::default();
        for (record, version) in records.iter().zip(1..) {
            assert_eq!((record.version, record.rehashed(before)), (version, record.hash), "{name}");
            before = record.hash;
            if let Some(command) = record.command {
                let order = record.order;
                let known = commands
                    .entry(command)
                    .or_insert((name.clone(), Answered { first: version, last: version, order }));
                assert_eq!(known.0, name, "a command in two streams");
                known.1.last = version;
            }
        }
        assert_eq!(before, head.hash, "{name}");
        assert_eq!(store.read(&name, 1, usize::MAX).expect("read"), records);
    }
    assert!(all.is_empty(), "records of streams that are not listed: {:?}", all.keys());
    for (command, known) in &commands {
        assert_eq!(store.answered(*command).expect("answered").as_ref(), Some(known));
    }
    let mut listed = std::collections::BTreeMap::new();
    let each = &mut |command, stream: &Stream, answered| {
        assert!(listed.insert(command, (stream.clone(), answered)).is_none(), "a command listed twice");
    };
    store.commands(each).expect("commands");
    assert_eq!(listed, commands);
}

fn kept(store: &dyn Store, append: Append) -> (u64, u64) {
    match store.append(append) {
        Ok(AppendOutcome::New { first, last, .. }) => (first, last),
        other => panic!("not kept: {other:?}"),
    }
}

fn empty(place: &dyn StoreFixture) {
    let store = place.open();
    let nobody = stream("table/1");
    assert_eq!(store.head(&nobody), Ok(Head::default()));
    assert_eq!(store.streams(), Ok(vec![]));
    assert_eq!(store.read(&nobody, 1, 10), Ok(vec![]));
    assert_eq!(store.answered(command(1)), Ok(None));
    assert_eq!(store.snapshot(&nobody), Ok(None));
    assert_eq!(store.seal(&nobody, 1), Err(StoreError::Nothing));
    assert_eq!(store.beat(), Ok(()));
}

fn order(place: &dyn StoreFixture) {
    let store = place.open();
    let table = stream("table/1");
    let epoch = store.claim(&table).expect("claim");
    let mut after = 0;
    for (n, events) in [1, 30, 2, 64, 1, 200, 5].into_iter().enumerate() {
        let append = append("table/1", after, epoch, Some(command(n as u128)), events);
        let answer = store.append(append.clone()).expect("kept");
        let last = after + events as u64;
        let records = store.read(&table, after + 1, usize::MAX).expect("read");
        let head = store.head(&table).expect("head");
        assert_eq!(answer, AppendOutcome::New { first: after + 1, last, head: head.hash });
        assert_eq!((head.version, head.epoch), (last, epoch));
        assert_eq!(records.len(), events);
        for (record, event) in records.iter().zip(&append.events) {
            assert_eq!((&record.open, &record.sealed), (&event.open, &event.sealed));
            assert_eq!((record.encoding, &record.by, record.when), (event.encoding, &append.by, append.when));
            assert_eq!((record.command, &record.stream), (append.command, &append.stream));
        }
        after = last;
    }
    for (from, most) in
        [(0, 3), (1, 1), (1, 0), (2, 70), (95, 9), (303, 1), (304, 5), (u64::MAX, 2), (64, 65)]
    {
        let read = store.read(&table, from, most).expect("read");
        let versions: Vec<u64> = read.iter().map(|record| record.version).collect();
        let wanted: Vec<u64> = (from.max(1)..=after).take(most).collect();
        assert_eq!(versions, wanted, "from {from}, at most {most}");
    }
    drop(store);
    let store = place.open();
    assert_eq!(store.head(&table).expect("head").version, after);
    let epoch = store.claim(&table);
    if !place.shared() {
        assert_eq!(epoch, Ok(Epoch(2)), "a claim outlives the process");
    }
}

fn conflict(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    kept(&*store, append("table/1", 0, none, None, 3));
    for after in [0, 2, 4, u64::MAX] {
        let refused = store.append(append("table/1", after.min(1 << 60), none, Some(command(9)), 1));
        assert_eq!(refused, Err(StoreError::Conflict { stream: stream("table/1"), is: 3 }));
    }
    let refused = store.append(append("table/2", 1, none, None, 1));
    assert_eq!(refused, Err(StoreError::Conflict { stream: stream("table/2"), is: 0 }));
    assert_eq!(store.answered(command(9)), Ok(None), "what was refused is not kept");
    assert_eq!(kept(&*store, append("table/1", 3, none, Some(command(9)), 1)), (4, 4));
}

fn nothing(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    assert_eq!(store.append(append("table/1", 0, none, None, 0)), Err(StoreError::Nothing));
    assert_eq!(store.head(&stream("table/1")).expect("head").version, 0);
}

fn repeats(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    let first = append("table/1", 0, none, Some(command(1)), 2);
    let second = append("table/1", 2, none, Some(command(2)), 3);
    kept(&*store, first.clone());
    kept(&*store, second.clone());
    let again = |store: &dyn Store| {
        let head = store.head(&stream("table/1")).expect("head");
        assert_eq!(store.append(first.clone()), Ok(AppendOutcome::Repeat(answered(command(1), 1, 2))));
        assert_eq!(store.append(second.clone()), Ok(AppendOutcome::Repeat(answered(command(2), 3, 5))));
        assert_eq!(store.head(&stream("table/1")).expect("head"), head, "a repeat writes nothing");
        assert_eq!(store.answered(command(2)), Ok(Some((stream("table/1"), answered(command(2), 3, 5)))));
    };
    again(&*store);
    drop(store);
    again(&*place.open());
}

fn elsewhere(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    kept(&*store, append("table/1", 0, none, Some(command(1)), 1));
    let used = Err(StoreError::CommandElsewhere { stream: stream("table/1") });
    assert_eq!(store.append(append("table/2", 0, none, Some(command(1)), 1)), used);
    drop(store);
    let store = place.open();
    assert_eq!(store.append(append("table/2", 0, none, Some(command(1)), 1)), used);
    assert_eq!(kept(&*store, append("table/2", 0, none, Some(command(2)), 1)), (1, 1));
}

fn fencing(place: &dyn StoreFixture) {
    let store = place.open();
    let table = stream("table/1");
    let old = store.claim(&table).expect("claim");
    assert!(
        store.streams().expect("streams").iter().any(|(stream, head)| *stream == table && head.epoch == old)
    );
    kept(&*store, append("table/1", 0, old, None, 1));
    let new = store.claim(&table).expect("claim again");
    assert!(new > old, "the epoch grows");
    let fenced = Err(StoreError::Fenced { stream: table.clone(), epoch: new });
    for epoch in [Epoch::default(), old, Epoch(new.0 + 1)] {
        assert_eq!(store.append(append("table/1", 1, epoch, None, 1)), fenced);
    }
    assert_eq!(kept(&*store, append("table/1", 1, new, None, 1)), (2, 2));
    store.release(&table, new).expect("release");
    assert!(store.claim(&table).expect("claim after release") > new);
}

fn holders(place: &dyn StoreFixture) {
    if !place.shared() {
        return;
    }
    let (one, other) = (place.open(), place.open());
    let (table, second) = (stream("table/1"), stream("table/2"));
    let old = one.claim(&table).expect("claim");
    one.beat().expect("beat");
    assert!(matches!(other.claim(&table), Err(StoreError::Held { stream, .. }) if stream == table));
    kept(&*one, append("table/1", 0, old, None, 2));
    let held = one.claim(&second).expect("claim");
    one.release(&second, held).expect("release");
    let taken = other.claim(&second).expect("what was released may be claimed");
    assert!(taken > held);
    one.release(&second, held).expect("an old claim is released in vain");
    assert!(matches!(one.claim(&second), Err(StoreError::Held { .. })), "the other holds it");
    place.lapse(&one);
    other.beat().expect("beat");
    let new = other.claim(&table).expect("a dead holder's claim lapses");
    assert!(new > old);
    kept(&*other, append("table/1", 2, new, None, 1));
    one.beat().expect("the old holder revives");
    let fenced = one.append(append("table/1", 3, old, None, 1));
    assert_eq!(fenced, Err(StoreError::Fenced { stream: table.clone(), epoch: new }));
    assert!(matches!(one.claim(&table), Err(StoreError::Held { .. })));
    assert_eq!(one.head(&table).expect("head").version, 3);
}

fn shares(place: &dyn StoreFixture) {
    let one = place.open();
    let (first, second, meter) = (stream("table/1"), stream("table/2"), stream("meter/1"));
    for name in [&first, &second, &meter, &stream("tables/9"), &stream("table-1"), &stream("table.5")] {
        one.claim(name).expect("claim");
    }
    let held = one.head(&first).expect("head").epoch;
    kept(&*one, append("table/1", 0, held, None, 2));
    let names = |store: &dyn Store| {
        let list = |list: Vec<(Stream, Head)>| {
            for (stream, head) in &list {
                assert_eq!(store.head(stream).as_ref(), Ok(head));
            }
            list.into_iter().map(|(stream, _)| stream).collect::<Vec<_>>()
        };
        let shares = store.shares("table").expect("shares");
        (list(shares.open), list(shares.held))
    };
    let both = vec![first.clone(), second.clone()];
    assert_eq!(names(&*one), (both.clone(), vec![]), "what is ours is open to us");
    assert_eq!(one.shares("patron"), Ok(crate::Shares::default()));
    assert_eq!(one.take_part(false), Ok(0), "whoever only looks takes no part");
    assert_eq!((one.take_part(true), one.take_part(true)), (Ok(1), Ok(1)));
    if !place.shared() {
        return;
    }
    let other = place.open();
    assert_eq!(one.take_part(true), Ok(1));
    assert_eq!((other.take_part(true), one.take_part(true)), (Ok(2), Ok(2)));
    assert_eq!(names(&*other), (vec![], both.clone()), "what another has is not");
    let epoch = one.head(&second).expect("head").epoch;
    one.release(&second, epoch).expect("release");
    assert_eq!(names(&*other), (vec![second.clone()], vec![first.clone()]));
    other.claim(&second).expect("what was released may be claimed");
    assert_eq!(names(&*one), (vec![first.clone()], vec![second.clone()]));
    place.lapse(&one);
    assert_eq!(other.take_part(true), Ok(1), "the dead do not count");
    assert_eq!(names(&*other), (both, vec![]));
    assert_eq!(one.take_part(true), Ok(2), "until they live again");
    assert_eq!((one.take_part(false), other.take_part(true)), (Ok(1), Ok(1)));
}

fn ahead(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    for n in 0..5 {
        kept(&*store, append(&format!("table/{n}"), 0, none, None, 3));
    }
    store.claim(&stream("table/9")).expect("claimed, never written");
    let at = |versions: [u64; 6]| -> Vec<(Stream, u64)> {
        let name = |n| stream(&format!("table/{}", if n == 5 { 9 } else { n }));
        (0..).zip(versions).map(|(n, version)| (name(n), version)).collect()
    };
    let names = |known: &[(Stream, u64)]| {
        let mut ahead = store.ahead(known).expect("ahead");
        ahead.sort_by(|one, other| one.0.cmp(&other.0));
        for (stream, head) in &ahead {
            assert_eq!(store.head(stream).as_ref(), Ok(head));
        }
        ahead.into_iter().map(|(stream, _)| stream).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), []);
    assert_eq!(names(&[(stream("table/77"), 0)]), [], "a stream that nobody knows");
    assert_eq!(names(&at([3; 6])), []);
    assert_eq!(names(&at([2, 3, 0, 4, 3, 0])), [stream("table/0"), stream("table/2")]);
    kept(&*store, append("table/4", 3, none, None, 1));
    assert_eq!(names(&at([3; 6])), [stream("table/4")]);
    store.seal(&stream("table/4"), 4).expect("sealed");
    assert_eq!(names(&at([3; 6])), [stream("table/4")], "sealed or not");
}

fn snapshots(place: &dyn StoreFixture) {
    let store = place.open();
    let (table, none) = (stream("table/1"), Epoch::default());
    kept(&*store, append("table/1", 0, none, None, 5));
    let records = store.read(&table, 1, 5).expect("read");
    let of = |version: u64, hash: Hash, said: &str| Snapshot {
        stream: table.clone(),
        version,
        hash,
        encoding: 7,
        bytes: said.as_bytes().to_vec(),
    };
    let (third, fifth) = (of(3, records[2].hash, "three"), of(5, records[4].hash, "five"));
    store.keep_snapshot(third.clone()).expect("kept");
    assert_eq!(store.snapshot(&table), Ok(Some(third.clone())));
    store.keep_snapshot(fifth.clone()).expect("kept");
    assert_eq!(store.snapshot(&table), Ok(Some(fifth.clone())));
    store.keep_snapshot(third).expect("an older one is no error");
    assert_eq!(store.snapshot(&table), Ok(Some(fifth.clone())), "and does not take the place of a newer");
    for other in [of(5, records[3].hash, "another past"), of(6, records[4].hash, "a future")] {
        let refused = store.keep_snapshot(other);
        assert_eq!(refused, Err(StoreError::Conflict { stream: table.clone(), is: 5 }));
        assert_eq!(store.snapshot(&table), Ok(Some(fifth.clone())));
    }
    let again = of(5, records[4].hash, "five again");
    store.keep_snapshot(again.clone()).expect("kept");
    drop(store);
    let store = place.open();
    store.seal(&table, 5).expect("sealed");
    assert_eq!(store.snapshot(&table), Ok(Some(again)));
    assert_eq!(store.snapshot(&stream("table/2")), Ok(None));
}

fn segments(place: &dyn StoreFixture) {
    let store = place.open();
    let (table, none) = (stream("table/1"), Epoch::default());
    let mut after = 0;
    for n in 0..50 {
        kept(&*store, append("table/2", n, none, None, 1));
        after = kept(&*store, append("table/1", after, none, Some(command(n.into())), 60)).1;
    }
    let before = store.read(&table, 1, usize::MAX).expect("read");
    let same = |store: &dyn Store, what: &str| {
        assert_eq!(store.read(&table, 1, usize::MAX).expect("read"), before, "{what}");
        for from in [1, 6, 7, 8, 1023, 1024, 1025, 2990, 3000, 3001] {
            let wanted = &before[before.len().min(from as usize - 1)..];
            let read = store.read(&table, from, 100).expect("read");
            assert_eq!(read, wanted[..wanted.len().min(100)], "{what}");
        }
    };
    for up_to in [7, 7, 3, 100, 1500, 2950] {
        store.seal(&table, up_to).expect("sealed");
        same(&*store, "after a seal");
        whole(&*store);
    }
    assert_eq!(store.seal(&table, after + 1), Err(StoreError::Nothing));
    assert_eq!(store.seal(&table, 0), Err(StoreError::Nothing));
    same(&*store, "after a refused seal");
    drop(store);
    let store = place.open();
    same(&*store, "opened again");
    store.seal(&table, after).expect("sealed to the end");
    same(&*store, "wholly sealed");
    let again = store.append(append("table/1", 0, none, Some(command(0)), 60));
    assert_eq!(
        again,
        Ok(AppendOutcome::Repeat(answered(command(0), 1, 60))),
        "a sealed command is still known"
    );
    drop(store);
    let store = place.open();
    assert_eq!(kept(&*store, append("table/1", after, none, Some(command(999)), 2)), (after + 1, after + 2));
    assert_eq!(store.read(&table, after, 9).expect("read").len(), 3);
}

fn commands_across_a_seal(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    kept(&*store, append("table/1", 0, none, Some(command(1)), 10));
    kept(&*store, append("table/1", 10, none, Some(command(2)), 10));
    store.seal(&stream("table/1"), 15).expect("a seal between the events of a command");
    let known = Ok(Some((stream("table/1"), answered(command(2), 11, 20))));
    assert_eq!(store.answered(command(2)), known);
    drop(store);
    let store = place.open();
    assert_eq!(store.answered(command(2)), known);
    let again = store.append(append("table/1", 10, none, Some(command(2)), 10));
    assert_eq!(again, Ok(AppendOutcome::Repeat(answered(command(2), 11, 20))));
}

fn scan(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    for n in 0..20 {
        for name in ["meter/a", "house", "table/1"] {
            kept(&*store, append(name, n * 3, none, None, 3));
        }
    }
    store.claim(&stream("table/9")).expect("claimed, never written");
    store.seal(&stream("house"), 31).expect("sealed");
    let names: Vec<String> = store.streams().expect("streams").iter().map(|(s, _)| s.to_string()).collect();
    assert_eq!(names, ["house", "meter/a", "table/1", "table/9"], "by name");
    let mut seen = 0;
    let each = &mut |_| {
        seen += 1;
        if seen == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    store.scan(each).expect("scan");
    assert_eq!(seen, 50, "a scan stops when told");
}

fn producers(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    std::thread::scope(|scope| {
        for producer in 0..16_u64 {
            let store = &store;
            scope.spawn(move || {
                let name = format!("table/{}", producer / 2);
                let mut after = 0;
                for n in 0..100 {
                    // Two to a stream: whoever is late reads on and tries again under the same id.
                    let id = command(u128::from(producer) << 32 | n);
                    loop {
                        match store.append(append(&name, after, none, Some(id), 1)) {
                            Ok(AppendOutcome::New { last, .. }) => break after = last,
                            Err(StoreError::Conflict { is, .. }) => after = is,
                            other => panic!("{other:?}"),
                        }
                    }
                }
            });
        }
    });
    for table in 0..8 {
        assert_eq!(store.head(&stream(&format!("table/{table}"))).expect("head").version, 200);
    }
}

fn mixed(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    kept(&*store, append("table/0", 0, none, Some(command(0)), 1));
    let (tell, told) = mpsc::channel();
    let mut wanted = Vec::new();
    for n in 1..=40_u64 {
        let name = format!("table/{n}");
        let jobs = [
            (append(&name, 0, none, Some(command(n.into())), 2), "new"),
            (append(&name, 0, none, Some(command(n.into())), 2), "repeat"),
            (append(&name, 0, none, None, 1), "conflict"),
            (append(&name, 2, Epoch(5), None, 1), "fenced"),
            (append(&name, 2, none, Some(command(0)), 1), "elsewhere"),
            (append(&name, 2, none, None, 0), "nothing"),
            (append(&name, 2, none, None, 1), "new"),
        ];
        for (job, word) in jobs {
            let (tell, at) = (tell.clone(), wanted.len());
            wanted.push(word);
            store.submit(job, Box::new(move |answer| drop(tell.send((at, answer)))));
        }
    }
    drop(tell);
    let mut words = vec![""; wanted.len()];
    for (at, answer) in told {
        words[at] = match answer {
            Ok(AppendOutcome::New { .. }) => "new",
            Ok(AppendOutcome::Repeat(_)) => "repeat",
            Err(StoreError::Conflict { .. }) => "conflict",
            Err(StoreError::Fenced { .. }) => "fenced",
            Err(StoreError::CommandElsewhere { .. }) => "elsewhere",
            Err(StoreError::Nothing) => "nothing",
            Err(other) => panic!("{other}"),
        };
    }
    assert_eq!(words, wanted);
}

fn pipeline(place: &dyn StoreFixture) {
    let store = place.open();
    let none = Epoch::default();
    let (tell, told) = mpsc::channel();
    for after in 0..500 {
        let tell = tell.clone();
        let job = append("table/1", after, none, Some(command(after.into())), 1);
        store.submit(job, Box::new(move |answer| drop(tell.send(answer))));
    }
    drop(tell);
    let firsts: Vec<u64> = told
        .iter()
        .map(|answer| match answer {
            Ok(AppendOutcome::New { first, .. }) => first,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(firsts, (1..=500).collect::<Vec<u64>>(), "taken and answered in their order");
}

fn contents(place: &dyn StoreFixture) {
    let store = place.open();
    let mut odd = append("house", 0, Epoch::default(), Some(CommandId([0; 16])), 3);
    odd.by = "".into();
    odd.when = When { clock_ms: i64::MIN, moment: u64::MAX };
    odd.events[0] = NewEvent { encoding: u16::MAX, open: vec![], sealed: Some(vec![]) };
    odd.events[1] = NewEvent { encoding: 0, open: vec![0; 300_000], sealed: None };
    odd.events[2].sealed = Some((0..=255).collect());
    kept(&*store, odd.clone());
    drop(store);
    let store = place.open();
    let same = |store: &dyn Store| {
        let read = store.read(&stream("house"), 1, 9).expect("read");
        let events: Vec<NewEvent> = read
            .iter()
            .map(|r| NewEvent { encoding: r.encoding, open: r.open.clone(), sealed: r.sealed.clone() })
            .collect();
        assert_eq!(events, odd.events);
        assert!(read.iter().all(|r| r.by == odd.by && r.when == odd.when && r.command == odd.command));
    };
    same(&*store);
    store.seal(&stream("house"), 3).expect("sealed");
    same(&*store);
}

/// The digest of an order is kept with the first record of its command and beside the command; a record of form 1 has
/// none and is hashed as it always was.
fn orders_and_forms(place: &dyn StoreFixture) {
    let none = Epoch::default();
    let form_1 =
        Append { form: RecordForm::One, order: None, ..append("table/1", 0, none, Some(command(1)), 3) };
    let without = Append { order: None, ..append("table/1", 3, none, Some(command(2)), 2) };
    let with = append("table/1", 5, none, Some(command(3)), 2);
    let store = place.open();
    let all = [form_1, without, with];
    for append in &all {
        kept(&*store, append.clone());
    }
    let check = |store: &dyn Store| {
        let orders = [None, None, Some(order_of(command(3)))];
        let mut before = Hash::default();
        for ((append, order), n) in all.iter().zip(orders).zip(1..) {
            let last = append.after + append.events.len() as u64;
            let wanted = Answered { first: append.after + 1, last, order };
            assert_eq!(store.answered(command(n)), Ok(Some((stream("table/1"), wanted))));
            for (version, event) in (wanted.first..).zip(&append.events) {
                let record = store.read(&stream("table/1"), version, 1).expect("read").remove(0);
                assert_eq!(record.form, append.form);
                assert_eq!(record.order, order.filter(|_| version == wanted.first));
                before = crate::chained(before, append, version, event);
                assert_eq!(record.hash, before, "record {version}");
            }
        }
    };
    check(&*store);
    drop(store);
    let store = place.open();
    check(&*store);
    store.seal(&stream("table/1"), 6).expect("sealed");
    check(&*store);
    drop(store);
    check(&*place.open());
}
