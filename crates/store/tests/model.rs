//! Random appends, claims, seals, snapshots and reopenings against a model too simple to be wrong.

use crate::support;

use std::collections::BTreeMap;
use store::contract::{answered, append, command, stream, whole};
use store::{Answered, AppendOutcome, Epoch, MemoryStore, Snapshot, SqliteStore, Store, StoreError, verify};
use support::{Folder, Random};

#[derive(Default)]
struct Model {
    /// Of each stream: its version, its epoch, its snapshot's version.
    streams: BTreeMap<String, (u64, u64, Option<u64>)>,
    commands: BTreeMap<u128, (String, Answered)>,
}

/// One random act on a store and on the model; they must agree.
fn act(random: &mut Random, store: &dyn Store, model: &mut Model) {
    let name = format!("table/{}", random.below(6));
    let (version, epoch, snapshot) = model.streams.get(&name).copied().unwrap_or_default();
    let table = stream(&name);
    match random.below(20) {
        0 => {
            assert_eq!(store.claim(&table), Ok(Epoch(epoch + 1)));
            model.streams.insert(name, (version, epoch + 1, snapshot));
        }
        1 if version > 0 => {
            let up_to = random.below(version) + 1;
            assert_eq!(store.seal(&table, up_to), Ok(()));
        }
        2 if version > 0 => {
            let at = random.below(version) + 1;
            let hash = store.read(&table, at, 1).expect("read")[0].hash;
            let kept =
                Snapshot { stream: table, version: at, hash, encoding: 1, bytes: at.to_le_bytes().to_vec() };
            assert_eq!(store.keep_snapshot(kept), Ok(()));
            model.streams.insert(name, (version, epoch, snapshot.max(Some(at))));
        }
        3 => {
            let (from, most) = (random.below(version + 3), random.below(90) as usize);
            let read = store.read(&table, from, most).expect("read");
            let versions: Vec<u64> = read.iter().map(|record| record.version).collect();
            assert_eq!(versions, (from.max(1)..=version).take(most).collect::<Vec<_>>());
            let kept = store.snapshot(&table).expect("snapshot");
            assert_eq!(kept.map(|kept| kept.version), snapshot);
        }
        _ => {
            let after = if random.below(8) == 0 { random.below(version + 2) } else { version };
            let under = if random.below(10) == 0 { random.below(epoch + 2) } else { epoch };
            let number = u128::from(random.below(4000));
            let id = (random.below(4) != 0).then_some(number);
            let events = random.below(12) as usize;
            let answer = store.append(append(&name, after, Epoch(under), id.map(command), events));
            let known = id.and_then(|id| model.commands.get(&id));
            let wanted = match known {
                _ if events == 0 => Err(StoreError::Nothing),
                Some((other, answered)) if *other == name => Ok(Some(*answered)),
                Some((other, _)) => Err(StoreError::CommandElsewhere { stream: stream(other) }),
                None if under != epoch => {
                    Err(StoreError::Fenced { stream: table.clone(), epoch: Epoch(epoch) })
                }
                None if after != version => Err(StoreError::Conflict { stream: table.clone(), is: version }),
                None => Ok(None),
            };
            match (answer, wanted) {
                (Ok(AppendOutcome::New { first, last, head }), Ok(None)) => {
                    assert_eq!((first, last), (version + 1, version + events as u64));
                    assert_eq!(store.head(&table).expect("head").hash, head);
                    model.streams.insert(name.clone(), (last, epoch, snapshot));
                    if let Some(id) = id {
                        model.commands.insert(id, (name, answered(command(id), first, last)));
                    }
                }
                (Ok(AppendOutcome::Repeat(is)), Ok(Some(was))) => assert_eq!(is, was),
                (Err(is), Err(wanted)) => assert_eq!(is, wanted),
                (is, wanted) => panic!("{is:?}, and not {wanted:?}"),
            }
        }
    }
}

fn agree(store: &dyn Store, model: &Model) {
    let streams = store.streams().expect("streams");
    let is: Vec<_> = streams.iter().map(|(s, head)| (s.name(), head.version, head.epoch.0)).collect();
    let wanted: Vec<_> = model.streams.iter().map(|(name, (v, e, _))| (name.as_str(), *v, *e)).collect();
    assert_eq!(is, wanted);
    for (id, (name, answered)) in &model.commands {
        assert_eq!(store.answered(command(*id)), Ok(Some((stream(name), *answered))));
    }
    whole(store);
    assert_eq!(verify(store, &mut |_| {}).expect("verified").damages, []);
}

#[test]
fn in_memory() {
    for seed in 1..=20 {
        let (store, mut model, mut random) = (MemoryStore::new(), Model::default(), Random(seed));
        for _ in 0..2000 {
            act(&mut random, &store, &mut model);
        }
        agree(&store, &model);
    }
}

#[test]
fn on_sqlite_with_reopenings() {
    for seed in 1..=6 {
        let folder = Folder::new();
        let path = folder.file("floor.db");
        let (mut model, mut random) = (Model::default(), Random(seed));
        drop(SqliteStore::create(&path).expect("a store"));
        for _ in 0..6 {
            let store = SqliteStore::open(&path).expect("opens");
            for _ in 0..150 {
                act(&mut random, &store, &mut model);
            }
            agree(&store, &model);
            agree(&SqliteStore::open_read_only(&path).expect("a reader beside the writer"), &model);
        }
    }
}

/// More commands than are gathered before they go into their index, so that all its states are passed through.
#[test]
fn commands_are_known_wherever_they_are() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    let store = SqliteStore::create(&path).expect("a store");
    let (count, batch) = (150_000_u64, 5_000);
    let (tell, told) = std::sync::mpsc::channel();
    let last = |n: u64| answered(command(n.into()), n / 10 + 1, n / 10 + 1);
    for n in 0..count {
        let tell = tell.clone();
        let name = format!("table/{}", n % 10);
        let job = append(&name, n / 10, Epoch::default(), Some(command(n.into())), 1);
        store.submit(job, Box::new(move |answer| tell.send(answer).unwrap_or_default()));
        if (n + 1) % batch == 0 {
            assert!(
                told.iter()
                    .take(batch as usize)
                    .all(|answer| matches!(answer, Ok(AppendOutcome::New { .. })))
            );
            for back in [0, 1, 900, 4_000, 70_000, 140_000] {
                let n = n.saturating_sub(back);
                let known = Ok(Some((stream(&format!("table/{}", n % 10)), last(n))));
                assert_eq!(store.answered(command(n.into())), known, "{n}");
            }
        }
    }
    store.seal(&stream("table/3"), 14_995).expect("sealed");
    drop(store);
    let store = SqliteStore::open(&path).expect("opens");
    for n in (0..count).step_by(7) {
        let name = format!("table/{}", n % 10);
        let again = store.append(append(&name, 0, Epoch::default(), Some(command(n.into())), 1));
        assert_eq!(again, Ok(AppendOutcome::Repeat(last(n))), "{n}");
    }
    let found = verify(&store, &mut |_| {}).expect("verified");
    assert_eq!((found.damages, found.commands), (vec![], count));
}
