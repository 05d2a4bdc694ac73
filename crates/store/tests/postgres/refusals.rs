//! What cannot be opened, in words for people; and what is wrong with one append is not the others' trouble.

use crate::postgres::server::Server;
use crate::postgres::support::{append, cardroom, cardroom_on, connect, schema, server, sql, stream, whole};
use std::sync::mpsc;
use std::time::Duration;
use store::{Answered, Append, AppendOutcome, Epoch, PostgresStore, Store, StoreError};

fn refused(url: &str) -> String {
    match PostgresStore::connect(url, "test") {
        Err(StoreError::Unavailable(why)) => why,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("opened"),
    }
}

#[test]
fn a_database_that_cannot_be_used_says_why() {
    let server = server();
    let why = refused(&format!("{server}?schema=nobody_made_this"));
    assert!(why.contains("there is no cardroom in") && why.contains("floor init"), "{why}");
    let why = refused(
        &server.replace("/postgres", "/no_such_database").replace("no_such_database://", "postgres://"),
    );
    assert!(why.contains("does not exist") && why.contains("createdb"), "{why}");
    let why = refused("postgres://cardroom@127.0.0.1:1/postgres");
    assert!(why.contains("127.0.0.1:1") && why.contains("refused"), "{why}");

    let url = cardroom();
    let name = schema(&url);
    sql(&url, &format!("UPDATE {name}.format SET version = 0"));
    let why = refused(&url);
    assert!(why.contains("old format 0") && why.contains("owner of the tables"), "{why}");
    sql(&url, &format!("UPDATE {name}.format SET version = 99"));
    let why = refused(&url);
    assert!(why.contains("format 99") && why.contains("newer"), "{why}");
    assert!(PostgresStore::init(&url).is_err(), "a cardroom of another format is not made over");
}

#[test]
fn a_wrong_password_and_a_server_that_would_forget_are_told() {
    let server = Server::start();
    let url = cardroom_on(&server.url);
    sql(&url, "CREATE ROLE pat LOGIN PASSWORD 'correct'; CREATE ROLE guest LOGIN");
    server.ask_for_password("pat");
    let pat = |password: &str| url.replace("cardroom@", &format!("pat:{password}@"));
    let why = refused(&pat("hunter2"));
    assert!(why.contains("refuses the log-in") && !why.contains("hunter2"), "{why}");
    let why = refused(&pat("correct"));
    assert!(why.contains("grant") || why.contains("there is no cardroom"), "{why}");
    sql(
        &url,
        &format!("GRANT USAGE ON SCHEMA {0} TO guest; GRANT SELECT ON {0}.format TO guest", schema(&url)),
    );
    let why = refused(&url.replace("cardroom@", "guest@"));
    assert!(why.contains("permission denied") && why.contains("grant this user"), "{why}");

    sql(&url, "ALTER SYSTEM SET full_page_writes = off");
    server.restart();
    let why = refused(&url);
    assert!(why.contains("would lose what it has acknowledged") && why.contains("postgresql.conf"), "{why}");
    sql(&url, "ALTER SYSTEM RESET full_page_writes; ALTER SYSTEM SET synchronous_commit = off");
    server.restart();
    // This one each session says for itself.
    assert!(PostgresStore::connect(&url, "test").is_ok());
}

#[test]
fn a_database_that_may_only_be_read_keeps_nothing_and_says_so() {
    let url = cardroom();
    let store = connect(&url, "test", Duration::from_secs(5), true);
    let table = stream("table/1");
    // As a standby would be, for one role only.
    let role = format!("reader_{}", std::process::id());
    sql(
        &url,
        &format!(
            "CREATE ROLE {role} LOGIN SUPERUSER; ALTER ROLE {role} SET default_transaction_read_only = on"
        ),
    );
    let reader = PostgresStore::connect(&url.replace("cardroom@", &format!("{role}@")), "test");
    assert!(matches!(reader.err(), Some(StoreError::ReadOnly(_))));
    assert!(store.append(append(&table, 0, Epoch(0), 1, "a")).is_ok());
    assert_eq!(whole(&store).len(), 1);
}

#[test]
fn a_bad_append_does_not_hurt_those_beside_it() {
    let url = cardroom();
    let store = connect(&url, "test", Duration::from_secs(5), true);
    let (a, b, c) = (stream("table/a"), stream("table/b"), stream("table/c"));
    store.append(append(&b, 0, Epoch(0), 1, "first")).unwrap();
    let nothing = Append { events: Vec::new(), ..append(&a, 1, Epoch(0), 90, "") };
    let odd = Append { by: "with \0 in it, and ü".into(), ..append(&c, 2, Epoch(0), 91, "c3") };
    let batch = vec![
        (append(&a, 0, Epoch(0), 2, "a1"), Ok((1, 1))),
        (append(&b, 0, Epoch(0), 3, "late"), Err(StoreError::Conflict { stream: b.clone(), is: 1 })),
        (append(&a, 1, Epoch(0), 4, "a2"), Ok((2, 2))),
        (append(&a, 1, Epoch(0), 5, "twice"), Err(StoreError::Conflict { stream: a.clone(), is: 2 })),
        (
            append(&c, 0, Epoch(7), 6, "fenced"),
            Err(StoreError::Fenced { stream: c.clone(), epoch: Epoch(0) }),
        ),
        (append(&c, 0, Epoch(0), 7, "c1"), Ok((1, 1))),
        (nothing, Err(StoreError::Nothing)),
        (append(&c, 1, Epoch(0), 1, "c2"), Err(StoreError::CommandElsewhere { stream: b.clone() })),
        (append(&c, 1, Epoch(0), 2, "c2"), Err(StoreError::CommandElsewhere { stream: a.clone() })),
        (append(&c, 1, Epoch(0), 8, "c2"), Ok((2, 2))),
        (odd.clone(), Ok((3, 3))),
        (append(&c, u64::MAX, Epoch(0), 9, "far"), Err(StoreError::Conflict { stream: c.clone(), is: 3 })),
    ];
    let (tell, told) = mpsc::channel();
    for (n, (append, _)) in batch.iter().enumerate() {
        let tell = tell.clone();
        store.submit(append.clone(), Box::new(move |answer| tell.send((n, answer)).unwrap()));
    }
    let mut answers: Vec<_> = told.iter().take(batch.len()).collect();
    answers.sort_by_key(|(n, _)| *n);
    for ((n, answer), (_, expected)) in answers.into_iter().zip(&batch) {
        let answer = answer.map(|kept| match kept {
            AppendOutcome::New { first, last, .. } | AppendOutcome::Repeat(Answered { first, last, .. }) => {
                (first, last)
            }
        });
        assert_eq!(&answer, expected, "append {n}");
    }
    assert_eq!(store.append(odd), Ok(AppendOutcome::Repeat(Answered { first: 3, last: 3, order: None })));
    assert_eq!(whole(&store).len(), 6);
}

#[test]
fn what_the_server_chokes_on_is_refused_alone_and_a_full_disk_keeps_nothing() {
    let url = cardroom();
    let store = connect(&url, "test", Duration::from_secs(5), true);
    // Nothing that we can write makes the server fail, so something that it is told to fail on.
    let name = schema(&url);
    sql(
        &url,
        &format!(
            "CREATE FUNCTION {name}.choke() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF NEW.open = 'poison' THEN RAISE EXCEPTION 'choked'; END IF;
                 IF NEW.open = 'flood' THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
                 RETURN NEW; END $$;
             CREATE TRIGGER choke BEFORE INSERT ON {name}.events FOR EACH ROW EXECUTE FUNCTION {name}.choke()"
        ),
    );
    let (tell, told) = mpsc::channel();
    for n in 0..30_u64 {
        let tell = tell.clone();
        let said = if n % 10 == 7 { "poison" } else { "fine" };
        let append = append(&stream(&format!("table/{n}")), 0, Epoch(0), u128::from(n), said);
        store.submit(append, Box::new(move |answer| tell.send((n, answer)).unwrap()));
    }
    for (n, answer) in told.iter().take(30) {
        match answer {
            Ok(AppendOutcome::New { .. }) => assert_ne!(n % 10, 7),
            Err(StoreError::Unavailable(why)) => assert!(n % 10 == 7 && why.contains("choked"), "{n}: {why}"),
            other => panic!("{n}: {other:?}"),
        }
    }
    let flood = store.append(append(&stream("table/0"), 1, Epoch(0), 100, "flood"));
    assert_eq!(flood, Err(StoreError::Full("could not extend file".into())));
    assert!(store.append(append(&stream("table/0"), 1, Epoch(0), 100, "fine")).is_ok());
    assert_eq!(whole(&store).len(), 28);
}
