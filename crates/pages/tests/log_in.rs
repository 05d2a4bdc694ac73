//! The door: who comes in, who stays in, who is locked out, and what the log may tell of it.

use engine::PatronId;
use floor::HandClock;
use house::{OutsiderId, Person, StaffId};
use server::accounts::{
    AccountError, Accounts, AttemptSource, CONSOLE, Credentials, LogInAttempt, NewAccount,
};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store, Stream, Vault};

const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const SECRET: &str = "a long enough secret";
const BESIDE: AttemptSource = AttemptSource::Console;

struct House {
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    clock: Arc<HandClock>,
}

impl House {
    fn new() -> House {
        let clock = Arc::new(HandClock::default());
        clock.jump(1_700_000_000_000);
        House { store: Arc::new(MemoryStore::new()), vault: Arc::new(Vault::from_bytes([7; 32])), clock }
    }

    fn door(&self) -> Accounts {
        Accounts::open(Arc::clone(&self.store), Arc::clone(&self.vault), Arc::clone(&self.clock) as _)
            .unwrap()
    }
}

/// Somebody at the side of another's order, without an authenticator.
fn proof<'p>(name: &'p str, secret: &'p str) -> Credentials<'p> {
    Credentials { name, secret, code: None, order: None }
}

#[test]
fn in_and_out_and_over_a_restart() {
    let house = House::new();
    let door = house.door();
    door.open_account("Ada", SECRET, Person::Staff(StaffId(12)), "Ada Lane").unwrap();
    assert_eq!(
        door.open_account("ada", SECRET, Person::Staff(StaffId(1)), "A"),
        Err(AccountError::Taken("ada".into()))
    );
    let (token, session) = door.log_in(" ADA ", SECRET, HOME).unwrap();
    assert_eq!(token.len(), 64, "256 bits");
    assert_eq!((session.account.as_str(), session.person), ("ada", Person::Staff(StaffId(12))));
    assert_eq!((session.shown.as_str(), door.session(&token)), ("Ada Lane", Some(session.clone())));
    let (second, _) = door.log_in("ada", SECRET, HOME).unwrap();
    assert_ne!(second, token, "each log-in has its own token");
    assert_eq!(door.verify_credentials(&proof("ada", SECRET), &BESIDE), Ok(Person::Staff(StaffId(12))));
    assert_eq!(door.verify_credentials(&proof("ada", "something else"), &BESIDE), Err(AccountError::Wrong));
    drop(door);

    let door = house.door();
    assert_eq!(door.session(&token), Some(session), "a restart ends no session");
    door.log_out(&token).unwrap();
    door.log_out(&token).unwrap();
    assert_eq!(door.session(&token), None);
    assert!(door.session(&second).is_some(), "the other goes on");
    drop(door);
    let door = house.door();
    assert_eq!((door.session(&token), door.sessions()), (None, 1), "ended for good");
}

#[test]
fn sessions_end_when_idle_and_after_a_week() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Patron(PatronId(7)), "Ada").unwrap();
    let (idle, _) = door.log_in("ada", SECRET, HOME).unwrap();
    let (used, _) = door.log_in("ada", SECRET, HOME).unwrap();
    house.clock.pass(Duration::from_secs(12 * 3600 - 1));
    assert!(door.session(&used).is_some());
    house.clock.pass(Duration::from_secs(1));
    assert_eq!(door.session(&idle), None, "twelve hours idle");
    door.tidy().unwrap();
    assert_eq!(door.sessions(), 1);
    drop(door);
    // What was used is written down: a restart does not make it idle.
    let door = house.door();
    for _ in 0..12 {
        house.clock.pass(Duration::from_secs(11 * 3600));
        assert!(door.session(&used).is_some());
    }
    house.clock.pass(Duration::from_secs(11 * 3600));
    assert!(door.session(&used).is_some(), "155 hours of 168");
    house.clock.pass(Duration::from_secs(11 * 3600));
    assert!(door.session(&used).is_some());
    house.clock.pass(Duration::from_secs(2 * 3600));
    assert_eq!(door.session(&used), None, "a week, whatever was done in it");
}

#[test]
fn five_wrong_passwords_lock_known_and_unknown_names_alike() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Patron(PatronId(7)), "Ada").unwrap();
    let answers = |name: &str| -> Vec<AccountError> {
        (0..7).map(|_| door.log_in(name, "wrong password", HOME).unwrap_err()).collect()
    };
    let known = answers("ada");
    assert_eq!(known[..5], vec![AccountError::Wrong; 5]);
    assert_eq!(known[5..], vec![AccountError::Locked { seconds: 300 }; 2]);
    assert_eq!(answers("nobody"), known, "a name that nobody has gets the same answers");
    assert_eq!(door.log_in("ada", SECRET, HOME).unwrap_err(), AccountError::Locked { seconds: 300 });
    assert!(
        door.verify_credentials(&proof("ada", SECRET), &BESIDE).is_ok(),
        "not for who stands beside somebody"
    );

    // A restart unlocks nothing.
    let again = house.door();
    assert_eq!(again.log_in("ada", SECRET, HOME).unwrap_err(), AccountError::Locked { seconds: 300 });
    house.clock.pass(Duration::from_secs(300));
    for _ in 0..5 {
        assert_eq!(again.log_in("ada", "wrong again", HOME).unwrap_err(), AccountError::Wrong);
    }
    assert_eq!(again.log_in("ada", SECRET, HOME).unwrap_err(), AccountError::Locked { seconds: 600 });
    house.clock.pass(Duration::from_secs(600));
    assert!(again.log_in("ada", SECRET, HOME).is_ok());
    for _ in 0..5 {
        assert_eq!(again.log_in("ada", "wrong again", HOME).unwrap_err(), AccountError::Wrong);
    }
    let forgiven = AccountError::Locked { seconds: 300 };
    let locked = again.log_in("ada", SECRET, HOME).unwrap_err();
    assert_eq!(locked, forgiven, "the right one had forgiven the rest");
}

/// Anybody who knows a name could keep its owner out, five requests an hour.
#[test]
fn strangers_lock_themselves_out_and_nobody_else() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada").unwrap();
    let browser =
        LogInAttempt { address: HOME, device: None, agent: Some("Browser/1"), remembers: true, code: None };
    let entered = door.log_in_with("ada", SECRET, &browser).unwrap();
    let device = entered.device.expect("a browser is known from now on");
    let stranger = IpAddr::from([203, 0, 113, 9]);
    for _ in 0..10 {
        let _ = door.log_in("ada", "wrong password", stranger);
    }
    assert!(matches!(door.log_in("ada", SECRET, stranger), Err(AccountError::Locked { .. })));
    assert!(door.session(&entered.token).is_some(), "a session goes on");
    assert!(door.log_in("ada", SECRET, HOME).is_ok(), "from elsewhere it is open");
    // From the stranger's own address, too, a browser that is known comes in; even after a restart.
    let door = house.door();
    let known = LogInAttempt { address: stranger, device: Some(&device), ..browser };
    let other = LogInAttempt { device: Some("f00d"), ..known };
    assert!(door.log_in_with("ada", SECRET, &other).is_err(), "a made-up device is none");
    let again = door.log_in_with("ada", SECRET, &known).unwrap();
    assert_eq!(again.device, None, "it is known already");
    // One that is known and wrong is locked like others.
    for _ in 0..5 {
        let _ = door.log_in_with("ada", "wrong password", &known);
    }
    assert!(matches!(door.log_in_with("ada", SECRET, &known), Err(AccountError::Locked { .. })));
    // Whoever keeps the people takes the locks off.
    door.unlock("staff/1", "ada").unwrap();
    assert!(door.log_in("ada", SECRET, stranger).is_ok());
    let line = door.history().unwrap().into_iter().find(|line| line.what == "log-in ada unlocked").unwrap();
    assert_eq!(line.by, "staff/1");
}

#[test]
fn a_lock_is_no_longer_for_a_clock_that_was_set_back() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Patron(PatronId(7)), "Ada").unwrap();
    for _ in 0..5 {
        let _ = door.log_in("ada", "wrong password", HOME);
    }
    house.clock.jump(-30 * 24 * 3_600_000);
    assert_eq!(door.log_in("ada", SECRET, HOME).unwrap_err(), AccountError::Locked { seconds: 300 });
    let restarted = house.door();
    assert_eq!(restarted.log_in("ada", SECRET, HOME).unwrap_err(), AccountError::Locked { seconds: 300 });
    house.clock.pass(Duration::from_secs(300));
    assert!(restarted.log_in("ada", SECRET, HOME).is_ok() && door.log_in("ada", SECRET, HOME).is_ok());
}

#[test]
fn failed_log_ins_are_kept_with_account_and_address_and_fill_no_log() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Patron(PatronId(7)), "Ada").unwrap();
    for _ in 0..3 {
        let _ = door.log_in("ada", "wrong password", IpAddr::from([203, 0, 113, 9]));
    }
    let _ = door.log_in("nobody", "wrong password", HOME);
    door.tidy().unwrap();
    door.tidy().unwrap();
    let told: Vec<String> = door.history().unwrap().into_iter().map(|line| line.what).collect();
    let failed: Vec<_> = told.iter().filter(|what| what.starts_with("wrong passwords")).collect();
    assert_eq!(failed, ["wrong passwords for log-in ada from 203.0.113.9: 3"], "{told:?}");
}

#[test]
fn one_address_tries_only_so_many_names() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Patron(PatronId(7)), "Ada").unwrap();
    for n in 0..30 {
        assert_eq!(door.log_in(&format!("guess-{n}"), SECRET, HOME).unwrap_err(), AccountError::Wrong);
    }
    assert!(matches!(door.log_in("ada", SECRET, HOME), Err(AccountError::TooMany { .. })));
    assert!(door.log_in("ada", SECRET, IpAddr::from([10, 0, 0, 1])).is_ok(), "others come in");
    house.clock.pass(Duration::from_secs(10));
    assert!(door.log_in("ada", SECRET, HOME).is_ok());
    assert!(door.log_in("ada", SECRET, HOME).is_ok(), "a right password is no try");
}

#[test]
fn a_new_password_and_a_closed_account_end_sessions() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Outside(OutsiderId(3)), "Ada").unwrap();
    let (token, _) = door.log_in("ada", SECRET, HOME).unwrap();
    assert_eq!(
        door.change_password("ada", ("not the old one", "another secret"), &BESIDE),
        Err(AccountError::Wrong)
    );
    assert_eq!(door.change_password("ada", (SECRET, "short"), &BESIDE), Err(AccountError::Short));
    door.change_password("ada", (SECRET, "another secret"), &BESIDE).unwrap();
    assert_eq!(door.session(&token), None);
    assert_eq!(door.log_in("ada", SECRET, HOME).unwrap_err(), AccountError::Wrong);
    let (token, _) = door.log_in("ada", "another secret", HOME).unwrap();
    door.close_account(CONSOLE, "ada").unwrap();
    door.close_account(CONSOLE, "ada").unwrap();
    assert_eq!(door.close_account(CONSOLE, "nobody"), Err(AccountError::NoAccount("nobody".into())));
    assert_eq!(door.session(&token), None);
    assert_eq!(door.log_in("ada", "another secret", HOME).unwrap_err(), AccountError::Wrong);
    let taken = door.open_account("ada", SECRET, Person::Outside(OutsiderId(4)), "Another Ada");
    assert_eq!(taken, Err(AccountError::Taken("ada".into())), "a name is never given to another");
    let listed = house.door().list_accounts();
    assert!(
        listed.len() == 1 && listed[0].closed && listed[0].person == Person::Outside(OutsiderId(3)),
        "{listed:?}"
    );
}

#[test]
fn what_can_be_no_account_is_refused() {
    let door = House::new().door();
    for name in ["", "  ", "a b", "ada\n", &"a".repeat(65), "a/b", "<b>"] {
        let refused = door.open_account(name, SECRET, Person::Staff(StaffId(1)), "Ada");
        assert_eq!(refused.is_err(), name != "ada\n", "{name:?}: {refused:?}");
    }
    assert!(door.open_account("x", "seven77", Person::Staff(StaffId(1)), "X").is_err());
    assert!(door.open_account("x", SECRET, Person::System, "X").is_err());
    assert!(door.open_account("x", SECRET, Person::Staff(StaffId(1)), " ").is_err());
}

#[test]
fn the_log_holds_no_token_no_password_and_no_hash_in_the_open() {
    let house = House::new();
    let door = house.door();
    door.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada Lane").unwrap();
    let (token, _) = door.log_in("ada", SECRET, HOME).unwrap();
    door.change_password("ada", (SECRET, "another secret"), &BESIDE).unwrap();
    let stream = Stream::new("door/main").unwrap();
    let records = house.store.read(&stream, 1, 100).unwrap();
    assert_eq!(records.len(), 3);
    let holds = |bytes: &[u8], what: &str| bytes.windows(what.len()).any(|part| part == what.as_bytes());
    for record in &records {
        let sealed = record.sealed.clone().unwrap_or_default();
        for secret in [SECRET, "another secret", token.as_str(), "argon2", "$m=19456"] {
            assert!(
                !holds(&record.open, secret) && !holds(&sealed, secret),
                "{secret} in {}",
                record.version
            );
        }
    }
    assert!(holds(&records[0].open, "Ada Lane"), "what may be read can be");
    let sealed: Vec<bool> = records.iter().map(|record| record.sealed.is_some()).collect();
    assert_eq!(sealed, [true, false, true]);
    let other = Accounts::open(house.store, Arc::new(Vault::from_bytes([8; 32])), house.clock);
    assert!(other.is_err(), "another key opens nothing");
}

#[test]
fn two_processes_share_one_door() {
    let house = House::new();
    let (one, other) = (house.door(), house.door());
    one.open_account("ada", SECRET, Person::Staff(StaffId(1)), "Ada").unwrap();
    // The other has not read this yet: its write comes second, reads, and decides again.
    assert_eq!(
        other.open_account("ada", SECRET, Person::Staff(StaffId(2)), "A"),
        Err(AccountError::Taken("ada".into()))
    );
    other.open_account("grace", SECRET, Person::Staff(StaffId(2)), "Grace").unwrap();
    let (token, session) = one.log_in("ada", SECRET, HOME).unwrap();
    assert_eq!(other.session(&token), None);
    other.refresh().unwrap();
    assert_eq!(other.session(&token), Some(session));
    other.log_out(&token).unwrap();
    one.refresh().unwrap();
    assert_eq!(one.session(&token), None);
    assert_eq!(one.list_accounts(), other.list_accounts());
}

#[test]
fn a_patron_has_a_number_with_each_operator_behind_one_log_in() {
    let house = House::new();
    let door = house.door();
    let with = |session: &server::accounts::Session, operator| session.numbers.with(session.person, operator);
    door.open_account("pat", SECRET, Person::Patron(PatronId(7)), "Pat").unwrap();
    let (token, session) = door.log_in("pat", SECRET, HOME).unwrap();
    assert_eq!(
        with(&session, "one"),
        Some(Person::Patron(PatronId(7))),
        "as log-ins were before: one number everywhere"
    );
    door.give_number("staff/1+staff/2", "pat", ("two", PatronId(501)), false).unwrap();
    let (person, only_at) = (Person::Patron(PatronId(7)), Some("one"));
    let sam = NewAccount {
        name: "sam",
        secret: SECRET,
        person,
        only_at,
        shown: "Sam",
        another: false,
        shown_to_all: false,
    };
    let one_each = AccountError::HasLogIn("pat".into());
    assert_eq!(door.open_account_for(CONSOLE, &sam), Err(one_each), "one log-in a patron");
    door.open_account_for(CONSOLE, &NewAccount { another: true, ..sam }).unwrap();
    door.open_account("ada", SECRET, Person::Staff(StaffId(7)), "Ada").unwrap();
    assert_eq!(
        door.give_number(CONSOLE, "ada", ("two", PatronId(9)), false),
        Err(AccountError::NoAccount("ada".into()))
    );
    assert_eq!(
        door.give_number(CONSOLE, "eve", ("two", PatronId(9)), false),
        Err(AccountError::NoAccount("eve".into()))
    );
    drop(door);
    let door = house.door();
    let session = door.session(&token).expect("it goes on");
    let known = ["one", "two"].map(|operator| with(&session, operator));
    assert_eq!(known, [Some(Person::Patron(PatronId(7))), Some(Person::Patron(PatronId(501)))]);
    let (_, sam) = door.log_in("sam", SECRET, HOME).unwrap();
    assert_eq!([with(&sam, "one"), with(&sam, "two")], [Some(Person::Patron(PatronId(7))), None]);
    let (_, ada) = door.log_in("ada", SECRET, HOME).unwrap();
    assert_eq!(
        with(&ada, "two"),
        Some(Person::Staff(StaffId(7))),
        "rosters say for themselves whom they know"
    );
    let lines = door.history().unwrap();
    let given = lines.iter().find(|line| line.what == "log-in pat is patron 501 of two").unwrap();
    assert_eq!(given.by, "staff/1+staff/2");
}
