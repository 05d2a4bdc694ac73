//! A floor that nobody looks at: hardly anything is played, old records are packed away, and whoever comes finds it as it was.

use crate::common;

use common::{Server, reopened};
use server::auto_dealer::{Timing, UnwatchedTiming};
use server::compaction::Compaction;
use server::config::Settings;
use server::demo;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::contract::{append, command, stream, whole};
use store::{Epoch, MemoryStore, SqliteStore, Store, Vault};

/// Tables with patrons who play by themselves, as fast as they go while somebody looks.
fn demonstration(quiet: UnwatchedTiming) -> Server {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::from_bytes([7; 32]));
    let size = demo::DemoFloorSize { tables: 1, bots: 2, live: 0 };
    demo::furnish(&store, &vault, &floor::SystemClock::start(), size).unwrap();
    let deputy = Some((demo::both_managers(), Duration::ZERO));
    let tempo = Timing { deputy, quiet: Some(quiet), ..Timing::at_once(Duration::from_millis(20)) };
    let server = reopened(&store, &vault, Settings::default(), tempo);
    demo::bots(&server.app.floor)
        .into_iter()
        .for_each(|(patron, bot)| server.app.dealer.add_bot(patron, bot));
    server.app.tables().iter().for_each(|table| server.app.dealer.changed(table.name.number));
    server
}

fn rounds(server: &Server) -> u64 {
    server.app.tables().iter().map(|table| table.feed().state.game.rounds).sum()
}

/// Waits until no round has begun for a while.
fn settle(server: &Server) -> u64 {
    let began = Instant::now();
    let (mut last, mut since) = (rounds(server), Instant::now());
    while since.elapsed() < Duration::from_secs(2) {
        assert!(began.elapsed() < Duration::from_secs(60), "it plays on though nobody looks");
        std::thread::sleep(Duration::from_millis(50));
        let now = rounds(server);
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
    last
}

#[test]
fn an_idle_demo_hardly_plays_and_quickens_at_once_when_somebody_comes() {
    let (after, round_every) = (Duration::from_millis(500), Duration::from_secs(3_600));
    let server = demonstration(UnwatchedTiming { after, round_every });
    server.get("/", &[]);
    let idle = settle(&server);
    assert!(idle > 0, "it played while somebody was there");
    for page in ["/health", "/metrics"] {
        assert_eq!(server.get(page, &[]).status, 200);
    }
    assert_eq!(settle(&server), idle, "whoever watches over the server is no visitor");
    let came = Instant::now();
    server.get("/", &[]);
    while rounds(&server) <= idle {
        assert!(came.elapsed() < Duration::from_secs(10), "nobody plays for whoever has come");
        std::thread::sleep(Duration::from_millis(5));
    }
    // A live view keeps it awake for as long as it is open.
    let url = format!("ws://{}/lobby/live", server.address);
    let (socket, _) = tokio_tungstenite::tungstenite::client(url, server.connect()).unwrap();
    let (mut last, mut seen) = (rounds(&server), 0);
    let began = Instant::now();
    while seen < 10 {
        assert!(began.elapsed() < Duration::from_secs(30), "it fell asleep before a watcher");
        std::thread::sleep(Duration::from_millis(200));
        let now = rounds(&server);
        seen += u32::from(now > last && began.elapsed() > after * 2);
        last = now;
    }
    drop(socket);
    settle(&server);
}

#[test]
fn old_records_of_a_running_floor_are_packed_away_and_read_as_before() {
    let folder = std::env::temp_dir().join(format!("cardroom-compaction-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = SqliteStore::create(&folder.join("floor.db")).unwrap();
    let names = ["table/1", "table/2", "house"];
    let play = |from: u64, to: u64| {
        for n in from..to {
            for (at, name) in names.into_iter().enumerate().take(if n < 10 { 3 } else { 2 }) {
                let id = command(u128::from(n) << 8 | at as u128);
                store.append(append(name, n * 9, Epoch::default(), Some(id), 9)).unwrap();
            }
        }
    };
    let heads = || -> Vec<_> {
        store.streams().unwrap().into_iter().map(|(stream, head)| (stream, head.version)).collect()
    };
    let everything = || names.map(|name| store.read(&stream(name), 1, usize::MAX).unwrap());
    play(0, 600);
    let before = everything();
    let mut compaction = Compaction::default();
    // 5,400 records of each table: four segments of 1,024 leave more than 1,000.
    assert_eq!(compaction.work(&store, &heads(), 1_000, Duration::ZERO), Ok(2 * 4 * 1_024));
    assert_eq!(everything(), before);
    assert_eq!(compaction.work(&store, &heads(), 1_000, Duration::ZERO), Ok(0), "nothing has come since");
    play(600, 700);
    assert_eq!(compaction.work(&store, &heads(), 1_000, Duration::ZERO), Ok(2 * 1_024));
    whole(&store);
    // Another process begins anew, and finds that all is done.
    let sealed = Compaction::default().work(&store, &heads(), 1_000, Duration::ZERO);
    assert_eq!((sealed, everything().map(|all| all.len())), (Ok(2 * 5 * 1_024), [6_300, 6_300, 90]));
    whole(&store);
    drop(store);
    std::fs::remove_dir_all(folder).unwrap();
}
