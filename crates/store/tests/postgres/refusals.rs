//! What cannot be opened, in words for people; and what is wrong with one append is not the others' trouble.

use crate::support::{append, cardroom, connect, server, stream, whole};
use std::sync::mpsc;
use std::time::Duration;
use store::{Answered, Append, Epoch, Kept, PostgresStore, Store, StoreError};

fn refused(url: &str) -> String {
    match PostgresStore::connect(url, "test") {
        Err(StoreError::Unavailable(why)) => why,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("opened"),
    }
}

/// Runs SQL beside the store, as somebody else with the database open would.
fn sql(url: &str, sql: &str) {
    let plain = url.split('?').next().unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(plain, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(async move { drop(connection.await) });
        client.batch_execute(sql).await.unwrap();
    });
}

fn schema(url: &str) -> &str {
    url.split_once("schema=").unwrap().1
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
    assert!(why.contains("old format 0") && why.contains("export"), "{why}");
    sql(&url, &format!("UPDATE {name}.format SET version = 99"));
    let why = refused(&url);
    assert!(why.contains("format 99") && why.contains("newer"), "{why}");
    assert!(PostgresStore::init(&url).is_err(), "a cardroom of another format is not made over");
}

#[test]
fn a_wrong_password_is_told_without_the_password() {
    let server = server();
    let url = cardroom();
    // Everybody is trusted on the server of the tests; a user who may not log in is turned away in the same place.
    sql(&url, &format!("CREATE ROLE locked_{} NOLOGIN", std::process::id()));
    let locked = server.replace("cardroom@", &format!("locked_{}:hunter2@", std::process::id()));
    let why = refused(&locked);
    assert!(why.contains("does not let us in") && !why.contains("hunter2"), "{why}");
    sql(&url, &format!("CREATE ROLE guest_{} LOGIN", std::process::id()));
    let guest = url.replace("cardroom@", &format!("guest_{}@", std::process::id()));
    let why = refused(&guest);
    assert!(why.contains("grant") || why.contains("there is no cardroom"), "{why}");
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
            Kept::New { first, last, .. } | Kept::Repeat(Answered { first, last }) => (first, last),
        });
        assert_eq!(&answer, expected, "append {n}");
    }
    assert_eq!(store.append(odd), Ok(Kept::Repeat(Answered { first: 3, last: 3 })));
    assert_eq!(whole(&store).len(), 6);
}
