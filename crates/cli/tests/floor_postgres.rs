//! `cardroom floor` on PostgreSQL: the same commands, the same answers, and a log that moves to a file and back.

use crate::common;

use common::{complaint, said};
use serde_json::Value;

#[test]
fn the_same_floor_on_a_server_and_in_a_file() {
    let server = std::env::var("CARDROOM_TEST_POSTGRES").expect(
        "CARDROOM_TEST_POSTGRES is not set, and this test needs a PostgreSQL server: ./check starts one; \
         by hand: scripts/postgres run -- cargo test --release -p cardroom --test integration floor_postgres::",
    );
    let folder = std::env::temp_dir().join(format!("cardroom-floor-postgres-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (key, carried, file) = (path("a.key"), path("a.export"), path("a.db"));
    let joint = if server.contains('?') { '&' } else { '?' };
    let schema = |name: &str| format!("{server}{joint}schema=floor_cli_{name}_{}", std::process::id());
    let (first, second) = (schema("first"), schema("second"));
    let at = |store: &str, more: &[&str]| said(&[&["floor", "--store", store, "--key", &key], more].concat());
    let heads = |store: &str| {
        let status: Value = serde_json::from_str(&at(store, &["status", "--json"])).unwrap();
        let heads = status["heads"].as_array().unwrap().iter();
        heads.map(|head| (head["stream"].to_string(), head["hash"].to_string())).collect::<Vec<_>>()
    };

    let told = complaint(&["floor", "--store", &first, "--key", &key, "status"]);
    assert!(told.contains("schema"), "{told}");
    let text = at(&first, &["demo", "--book", "star", "--rounds", "2", "--seats", "2"]);
    assert!(text.contains("1 house and 1 table of 2 rounds each"), "{text}");
    assert!(!text.contains(&server), "an address may hold a password: {text}");
    let again = complaint(&["floor", "--store", &first, "--key", &path("b.key"), "init"]);
    assert!(again.contains("this schema already has a floor"), "{again}");
    assert!(!folder.join("b.key").exists());
    assert!(at(&first, &["verify"]).ends_with("whole\n"));
    assert!(at(&first, &["reconcile"]).ends_with("everything agrees\n"));
    assert!(at(&first, &["recall", "1"]).contains("Round 3, not over"));

    at(&first, &["export", &carried]);
    at(&file, &["import", &carried]);
    at(&second, &["import", &carried]);
    assert_eq!(heads(&first), heads(&file));
    assert_eq!(heads(&first), heads(&second));
    assert!(at(&second, &["seal", "--keep", "5"]).contains("are sealed"));
    assert!(at(&second, &["verify"]).ends_with("whole\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}
