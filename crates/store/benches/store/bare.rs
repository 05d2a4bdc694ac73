//! The bare limit: one thread that commits the same rows to the same tables in groups of 64, with the same statements,
//! the same chained hashes and the same waiting for the disk; it has nobody to wait for, to judge or to answer.

use crate::Run;
use crate::work::{BY, append};
use rusqlite::{Connection, params};
use std::path::Path;
use std::time::Instant;
use store::{Hash, SqliteStore, Stream, chained};

const STREAMS: usize = 64;

pub(crate) fn group_commits(path: &Path, events: u64) -> Run {
    drop(SqliteStore::create(path).expect("a new store"));
    let file = Connection::open(path).expect("opens");
    file.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).expect("settings");
    let settings = "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 2000;";
    file.execute_batch(settings).expect("settings");
    for id in 1..=STREAMS {
        let values = params![id as i64, format!("table/{id}")];
        file.execute("INSERT INTO streams VALUES (?, ?, 0, zeroblob(32), 0, 0, 0, 0, NULL)", values)
            .expect("a stream");
    }
    let streams: Vec<Stream> = (1..=STREAMS).filter_map(|id| Stream::new(&format!("table/{id}"))).collect();
    let mut heads = vec![Hash::default(); STREAMS];
    let prepare = |words| file.prepare(words).expect("a statement");
    let mut insert = prepare("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, zeroblob(0))");
    let mut keep = prepare(
        "UPDATE streams SET version = ?2, hash = ?3, epoch = ?4, last = ?5, run_to = ?6, sealed_to = ?7 WHERE id = ?1",
    );
    let mut find = prepare("SELECT first FROM commands WHERE command = ?");
    let mut index = prepare("INSERT INTO commands VALUES (?, ?, ?, ?, NULL)");
    let mut run = prepare("INSERT INTO runs VALUES (?, ?, ?, ?)");
    let (mut begin, mut commit) = (prepare("BEGIN IMMEDIATE"), prepare("COMMIT"));
    let (mut gathered, mut moving) = (Vec::new(), Vec::new());
    let (mut seq, mut waits, begun) = (0_i64, Vec::new(), Instant::now());
    for version in 1..=(events / STREAMS as u64) as i64 {
        let group = Instant::now();
        begin.execute([]).expect("begin");
        for (stream, head) in streams.iter().zip(&mut heads) {
            let id = seq % STREAMS as i64 + 1;
            seq += 1;
            let append = append(stream, version as u64 - 1, seq as u128, 1);
            let (event, command) = (&append.events[0], append.command.expect("an id").0);
            *head = chained(*head, &append, version as u64, event);
            let hash = head.0;
            assert!(!find.exists([&command[..]]).expect("look"));
            let values = params![
                seq,
                id,
                version,
                seq - 64,
                command,
                BY,
                0,
                version,
                1,
                event.open,
                event.sealed,
                hash
            ];
            insert.execute(values).expect("a record");
            keep.execute(params![id, version, hash, 0, seq, version / 64 * 64, 0]).expect("a head");
            gathered.push((command, id, version));
            if version % 64 == 0 {
                run.execute(params![id, version - 63, version, [3_u8; 68]]).expect("a run");
            }
        }
        commit.execute([]).expect("commit");
        waits.push(group.elapsed());
        if seq % 1024 == 0 {
            if moving.is_empty() && gathered.len() >= 1 << 16 {
                moving = std::mem::take(&mut gathered);
                moving.sort_unstable();
            }
            begin.execute([]).expect("begin");
            for (command, id, version) in moving.drain(moving.len().saturating_sub(1024)..) {
                index.execute(params![command, id, version, version]).expect("a command");
            }
            commit.execute([]).expect("commit");
        }
    }
    Run { events: seq as u64, took: begun.elapsed(), waits }
}
