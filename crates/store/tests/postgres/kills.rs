//! A process is killed in the middle of its work: what it acknowledged is there, once.

use crate::postgres::claims::claim_when_free;
use crate::postgres::support::{append, cardroom, connect, stream, whole};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command as Process, Stdio};
use std::time::Duration;
use store::{AppendOutcome, CommandId, Epoch, Snapshot, Store, failpoints};

const CHILD: &str = "CARDROOM_TEST_CHILD";
const WRITERS: u128 = 8;

/// Writes from several threads, and says what was kept once it knows: `kept ID VERSION`. It writes for ever, unless told
/// how much is enough. Now and then what a thread has written is sealed, and a snapshot kept of it.
fn write(url: &str, run: u128, enough: u128, out: &(dyn Fn(&str) + Sync)) {
    let store = connect(url, "child", Duration::from_secs(1), true);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let store = &store;
            scope.spawn(move || {
                let table = stream(&format!("table/{run}-{writer}"));
                let epoch = store.claim(&table).unwrap();
                for n in 0..enough {
                    let id = run << 96 | writer << 64 | n;
                    let (last, head) = match store.append(append(&table, n as u64, epoch, id, "dealt")) {
                        Ok(AppendOutcome::New { last, head, .. }) => (last, head),
                        other => panic!("{other:?}"),
                    };
                    out(&format!("kept {id} {last}\n"));
                    if n % 5 == writer % 5 {
                        let bytes = b"known".to_vec();
                        let snapshot =
                            Snapshot { stream: table.clone(), version: last, hash: head, encoding: 1, bytes };
                        store.keep_snapshot(snapshot).unwrap();
                        store.seal(&table, last).unwrap();
                    }
                }
            });
        }
    });
}

/// The work that is killed in the other test, here left to finish. With an address in the environment it is that work.
#[test]
fn a_process_that_is_left_alone_keeps_all_it_says() {
    if let Ok(child) = std::env::var(CHILD) {
        let (run, url) = child.split_once(' ').expect("a run and an address");
        write(url, run.parse().expect("a number"), u128::MAX, &|line| {
            // One write, so that half a line is never read.
            let _ = std::io::stdout().write_all(line.as_bytes());
        });
        return;
    }
    let url = cardroom();
    write(&url, 1, 25, &|_| ());
    let store = connect(&url, "parent", Duration::from_secs(5), true);
    assert_eq!(whole(&store).len() as u128, 25 * WRITERS);
}

/// A process that does the work, and what it says.
fn child(
    run: u128,
    url: &str,
    point: Option<&str>,
) -> (Child, impl Iterator<Item = (CommandId, u64)> + use<>) {
    let mut child = Process::new(std::env::current_exe().unwrap())
        .args(["--exact", "postgres::kills::a_process_that_is_left_alone_keeps_all_it_says", "--nocapture"])
        .env(CHILD, format!("{run} {url}"))
        .envs(point.map(|point| (failpoints::VARIABLE, point)))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let kept = lines.map_while(Result::ok).filter_map(|line| {
        // The test's own name may stand before the first.
        let mut words = line.split(' ').skip_while(|word| !word.ends_with("kept")).skip(1);
        let id: u128 = words.next()?.parse().ok()?;
        Some((CommandId(id.to_be_bytes()), words.next()?.parse().ok()?))
    });
    (child, kept)
}

/// Takes over the streams of the last run from its dead holder. Everything acknowledged is where it was said to be, and of
/// each writer of each run at most the one append that was under way was kept without a word.
fn take_over(url: &str, kept: &HashMap<CommandId, u64>, runs: usize) {
    let store = connect(url, "parent", Duration::from_secs(5), true);
    let records = whole(&store);
    let places: HashMap<CommandId, u64> =
        records.iter().map(|record| (record.command.unwrap(), record.version)).collect();
    for (command, version) in kept {
        assert_eq!(places.get(command), Some(version), "acknowledged and not there");
    }
    assert!(records.len() - kept.len() <= runs * WRITERS as usize);
    for writer in 0..WRITERS {
        let table = stream(&format!("table/{runs}-{writer}"));
        let head = store.head(&table).unwrap();
        let epoch = claim_when_free(&store, &table);
        assert_eq!(epoch, Epoch(head.epoch.0 + 1));
        let last = head.version + 1;
        let played_on = store.append(append(&table, head.version, epoch, u128::MAX - writer, "played on"));
        assert!(matches!(played_on, Ok(AppendOutcome::New { first, .. }) if first == last), "{played_on:?}");
    }
    assert_eq!(whole(&store).len(), records.len() + WRITERS as usize);
}

#[test]
fn a_process_killed_in_mid_load_has_lost_nothing_and_doubled_nothing() {
    let url = cardroom();
    let mut kept = HashMap::new();
    for run in 1..=25_u128 {
        let (mut child, mut says) = child(run, &url, None);
        // Not at the same moment of a batch each time.
        let enough = 20 + run as usize * 7;
        let before = kept.len();
        kept.extend(says.by_ref().take(enough));
        assert_eq!(kept.len(), before + enough);
        std::thread::sleep(Duration::from_micros(137 * run as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        kept.extend(says);
    }
    take_over(&url, &kept, 25);
}

#[test]
fn a_process_that_dies_at_any_point_of_writing_has_lost_nothing_and_doubled_nothing() {
    let url = cardroom();
    let mut kept = HashMap::new();
    let ours = ["append/", "seal/", "snapshot/"];
    // Those of the other store aside: one statement inserts a batch or keeps a snapshot here.
    let points = failpoints::NAMES.iter().filter(|name| ours.iter().any(|kind| name.starts_with(kind)));
    let points: Vec<_> =
        points.filter(|name| !["append/inserted", "snapshot/written"].contains(*name)).collect();
    assert_eq!(points.len(), 12);
    for (run, point) in (1..).zip(&points) {
        let (mut child, says) = child(run, &url, Some(&format!("{point}:{}", 3 + run)));
        kept.extend(says);
        let died = child.wait().unwrap();
        assert!(!died.success(), "{point} was never come to");
    }
    take_over(&url, &kept, points.len());
}
