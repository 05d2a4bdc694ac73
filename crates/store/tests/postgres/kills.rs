//! A process is killed in the middle of its work: what it acknowledged is there, once.

use crate::support::{append, cardroom, connect, stream, whole};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};
use std::time::Duration;
use store::{Command, Epoch, Kept, Store};

const CHILD: &str = "CARDROOM_TEST_CHILD";
const WRITERS: u128 = 8;

/// Writes from several threads, and says what was kept once it knows: `kept ID VERSION`. It writes for ever, unless told
/// how much is enough.
fn write(url: &str, run: u128, enough: u128, out: &(dyn Fn(&str) + Sync)) {
    let store = connect(url, "child", Duration::from_secs(1), true);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let store = &store;
            scope.spawn(move || {
                let table = stream(&format!("table/{run}-{writer}"));
                for n in 0..enough {
                    let id = run << 96 | writer << 64 | n;
                    match store.append(append(&table, n as u64, Epoch(0), id, "dealt")) {
                        Ok(Kept::New { last, .. }) => out(&format!("kept {id} {last}\n")),
                        other => panic!("{other:?}"),
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

#[test]
fn a_process_killed_in_mid_load_has_lost_nothing_and_doubled_nothing() {
    let url = cardroom();
    let store = connect(&url, "parent", Duration::from_secs(5), true);
    let mut kept: HashMap<Command, u64> = HashMap::new();
    for run in 1..=25_u128 {
        let mut child = Process::new(std::env::current_exe().unwrap())
            .args(["--exact", "kills::a_process_that_is_left_alone_keeps_all_it_says", "--nocapture"])
            .env(CHILD, format!("{run} {url}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut read = |enough: usize| {
            let mut found = 0;
            while found < enough {
                let Some(Ok(line)) = lines.next() else { break };
                let mut words = line.split(' ').skip_while(|word| !word.ends_with("kept")).skip(1);
                if let (Some(id), Some(version)) = (words.next(), words.next()) {
                    let id: u128 = id.parse().unwrap();
                    kept.insert(Command(id.to_be_bytes()), version.parse().unwrap());
                    found += 1;
                }
            }
            found
        };
        // Not at the same moment of a batch each time.
        assert_eq!(read(20 + run as usize * 7), 20 + run as usize * 7);
        std::thread::sleep(Duration::from_micros(137 * run as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        read(usize::MAX);
    }
    let records = whole(&store);
    let places: HashMap<Command, u64> =
        records.iter().map(|record| (record.command.unwrap(), record.version)).collect();
    for (command, version) in &kept {
        assert_eq!(places.get(command), Some(version), "acknowledged and not there");
    }
    // Of each writer of each run at most the one append that was under way was kept without a word.
    assert!(records.len() - kept.len() <= 25 * WRITERS as usize);
}
