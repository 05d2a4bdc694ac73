//! Processes that share a floor while all is well, or nearly.

use crate::check::{registered, settle, whole};
use crate::house::{BOOK, Cardroom, manager, server, vault, wait_until};
use crate::process::Process;
use crate::server::Server;
use engine::{MeterIndex, jackpot};
use floor::demo::{Croupier, DEALER};
use floor::recall::recall;
use floor::table::Link;
use floor::{CommandOutcome, Floor, Options, TableName};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use store::{CommandId, PostgresSettings, PostgresStore, Store, Stream};

/// Each has its half, and both play.
fn both_play(room: &Cardroom, one: &Process, other: &Process) {
    let half = room.tables.len() / 2;
    wait_until("each has half of the tables", || {
        one.with_state(|said| said.tables.len()) == half && other.with_state(|said| said.tables.len()) == half
    });
    for process in [one, other] {
        process.plays_beyond(process.said().rounds + 20);
    }
}

pub(crate) fn two_processes_share_a_book_and_its_meter() {
    let room = Cardroom::on(&server());
    let store = room.store();
    let mut one = Process::start(&room.url, "one", 2_000);
    wait_until("the first has everything", || one.with_state(|said| said.tables.len()) == room.tables.len());
    one.plays_beyond(10);
    // The first plays on, and gives up half of its tables between rounds.
    let mut other = Process::start(&room.url, "other", 2_000);
    both_play(&room, &one, &other);
    let (first, second) = (one.said(), other.said());
    assert!(first.tables.is_disjoint(&second.tables));
    assert_eq!(first.meters + second.meters, 1, "a meter has one writer");
    let number = |table: &Stream| TableName::of(table).expect("a table").number;
    wait_until("all tables of both have spoken to the meter", || {
        let spoken = registered(&store);
        first.tables.union(&second.tables).all(|table| spoken.contains(&number(table)))
    });
    settle(&room, &store, &mut [&mut one, &mut other]);
    let links: BTreeSet<&str> = room
        .tables
        .iter()
        .map(|table| recall(&store, &vault(), table, 1).expect("a table").state.link.word())
        .collect();
    assert_eq!(links, BTreeSet::from(["LIVE"]));
    // One goes, and the other has everything at once.
    let (gone, all) = (one.stop(), room.tables.len());
    wait_until("the other has everything", || {
        other.with_state(|said| (said.tables.len(), said.meters) == (all, 1))
    });
    other.tell("play");
    other.plays_beyond(other.said().rounds + 10);
    settle(&room, &store, &mut [&mut other]);
    let stayed = other.stop();
    whole(&room, &[gone.kept, stayed.kept].concat());
}

/// The meter of another process refuses because its equipment is down: the table's line goes stale and nothing hangs;
/// when it works again, the table hears it and the line is live.
pub(crate) fn equipment_down_elsewhere() {
    let room = Cardroom::on(&server());
    let open = |name: &str, shared: bool| {
        let settings = PostgresSettings { patience: Duration::from_secs(5), beats: true };
        let store: Arc<dyn Store> =
            Arc::new(PostgresStore::connect_with(&room.url, name, settings).expect("the store"));
        Floor::open(store, vault(), Options { shared, ..Options::default() }).expect("a floor")
    };
    let (here, there) = (open("here", true), open("there", true));
    let threads = [here.look_after(), there.look_after()];
    let half = room.tables.len() / 2;
    wait_until("both have half", || here.tables().len() == half && there.tables().len() == half);
    assert_eq!(here.meters().len(), 1);
    let mut id = 0;
    let mut equipment = |works: bool| {
        id += 1;
        let command = jackpot::Command::Equipment { meter: MeterIndex(0), works, manual: false };
        let told = here.ask_meter(BOOK, (CommandId([id; 16]), manager()), command);
        assert!(matches!(told, Ok(CommandOutcome::Done(_))), "{told:?}");
    };
    let table = there.tables()[0].stream().clone();
    let link = || there.table(&table).expect("a table").with_state(|state| state.link);
    let mut croupier =
        Croupier::new(Arc::clone(&there), table.clone(), DEALER, manager(), 77).expect("a table");
    equipment(false);
    wait_until("a wager for the meter makes the line stale", || {
        croupier.round().unwrap_or_else(|stopped| panic!("{stopped}"));
        link() == Link::Stale
    });
    // It plays on, and what the meter must hear is kept.
    let rounds = || there.table(&table).expect("a table").with_state(|state| state.sheet.rounds);
    let before = rounds();
    croupier.round().unwrap_or_else(|stopped| panic!("{stopped}"));
    assert_eq!((rounds(), link()), (before + 1, Link::Stale));
    equipment(true);
    wait_until("the line is live again", || link() == Link::Live);
    wait_until("nothing is due", || {
        there.table(&table).expect("a table").with_state(|state| state.due.is_empty())
    });
    for floor in [here, there] {
        floor.close();
    }
    threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
    drop(croupier);
    whole(&room, &[]);
}

pub(crate) fn server_falls() {
    let server = Server::start();
    let room = Cardroom::on(&server.url);
    let mut one = Process::start(&room.url, "one", 5_000);
    let mut other = Process::start(&room.url, "other", 5_000);
    both_play(&room, &one, &other);
    for _ in 0..2 {
        server.restart();
        for process in [&one, &other] {
            process.plays_beyond(process.said().rounds + 10);
        }
    }
    let store = room.store();
    settle(&room, &store, &mut [&mut one, &mut other]);
    let kept = [one.stop().kept, other.stop().kept].concat();
    whole(&room, &kept);
}
