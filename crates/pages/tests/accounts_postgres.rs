//! One door for several processes on PostgreSQL: all write to its stream, nothing is lost, nobody waits for another's claim.

use engine::PatronId;
use floor::SystemClock;
use house::Person;
use server::accounts::{AccountError, Accounts};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use store::{PostgresStore, Store, Stream, Vault};

const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const SECRET: &str = "a long enough secret";

#[test]
fn several_processes_share_one_door() {
    let server = std::env::var("CARDROOM_TEST_POSTGRES").expect(
        "CARDROOM_TEST_POSTGRES is not set, and this test needs a PostgreSQL server: ./check starts one; \
         by hand: scripts/postgres run -- cargo test --release -p cardroom-pages --test integration door_postgres::",
    );
    let joint = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{joint}schema=door_{}", std::process::id());
    PostgresStore::init(&url).unwrap();
    let connect = |name: &str| -> Arc<dyn Store> { Arc::new(PostgresStore::connect(&url, name).unwrap()) };
    let vault = Arc::new(Vault::from_bytes([7; 32]));
    let open = |store: &Arc<dyn Store>| {
        Accounts::open(Arc::clone(store), Arc::clone(&vault), Arc::new(SystemClock::start())).unwrap()
    };
    let stores = ["one", "two", "three"].map(connect);
    let doors: Vec<Accounts> = stores.iter().map(open).collect();
    // All at once, each between the others' writes. One of them claims, as a look at the health of the store does.
    let tokens: Vec<Vec<String>> = std::thread::scope(|scope| {
        let come_and_go = |(number, door): (usize, &Accounts)| {
            let name = format!("patron-{number}");
            door.open_account(&name, SECRET, Person::Patron(PatronId(number as u32)), "P").unwrap();
            (0..5).map(|_| door.log_in(&name, SECRET, HOME).unwrap().0).collect()
        };
        let running: Vec<_> =
            doors.iter().enumerate().map(|one| scope.spawn(move || come_and_go(one))).collect();
        let stream = Stream::new("door/main").unwrap();
        for _ in 0..5 {
            let epoch = stores[0].claim(&stream).unwrap();
            stores[0].release(&stream, epoch).unwrap();
        }
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let taken = doors[2].open_account("patron-0", SECRET, Person::Patron(PatronId(9)), "P");
    assert_eq!(taken, Err(AccountError::Taken("patron-0".into())));
    doors[2].log_out(&tokens[0][0]).unwrap();
    for door in &doors {
        door.refresh().unwrap();
        assert_eq!((door.list_accounts().len(), door.sessions()), (3, 14));
        for (number, theirs) in tokens.iter().enumerate() {
            let living = theirs.iter().filter_map(|token| door.session(token));
            let people: Vec<Person> = living.map(|session| session.person).collect();
            assert_eq!(
                people,
                vec![Person::Patron(PatronId(number as u32)); if number == 0 { 4 } else { 5 }]
            );
        }
    }
    let verified = store::verify(&*stores[1], &mut |_| {}).unwrap();
    assert!(verified.is_whole(), "{:?}", verified.damages);
}
