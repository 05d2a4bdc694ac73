//! One log-in, two operators: a patron of both has a number and a file with each, and what one file holds is nothing to the
//! other. Over HTTP, as programs and the forms of the pit ask.

use crate::common;

use common::player::{Player, TABLE, id};
use common::{Heard, Server, furnished};
use serde_json::{Value, json};
use server::config::Settings;
use server::demo::SECRET;
use std::time::{Duration, Instant};

const MELBOURNE: &str = "crown-melbourne-three-card-poker-5.1";
const STAR: &str = "star-sydney-mississippi-stud-4";
const AT_STAR: u32 = 501;
const PATS: &str = "a password of Pat's own";

/// A table of the Star's that the system deals.
fn table_of_star(server: &Server) -> u32 {
    let listed: Value = serde_json::from_str(&server.get("/api/tables", &[]).body).unwrap();
    let tables = listed["tables"].as_array().unwrap();
    let star = tables.iter().find(|table| table["book"] == STAR && table["mode"] == "virtual").unwrap();
    u32::try_from(star["table"].as_u64().unwrap()).unwrap()
}

/// Tells a file something; beside a manager stands another.
fn tell_file(server: &Server, who: &Player<'_>, (book, number): (&str, u32), command: &Value) -> Heard {
    let mut order = json!({ "id": id(), "command": command });
    let own: Value = serde_json::from_str(&server.get("/api/session", &[&who.bearer()]).body).unwrap();
    if own["kind"] == "staff" {
        order["second"] = json!({ "badge": "manager2", "pin": SECRET });
    }
    let line = format!("POST /api/patrons/{book}/{number}/commands");
    server.ask(&line, &["Content-Type: application/json", &who.bearer()], &order.to_string())
}

fn file(server: &Server, who: &Player<'_>, (book, number): (&str, u32)) -> Heard {
    server.get(&format!("/api/patrons/{book}/{number}"), &[&who.bearer()])
}

fn holds(server: &Server, who: &Player<'_>, of: (&str, u32), what: &str) -> Value {
    let heard = file(server, who, of);
    assert_eq!(heard.status, 200, "{}", heard.body);
    serde_json::from_str::<Value>(&heard.body).unwrap()[what].clone()
}

/// A form of the pit, pressed by two managers.
fn press(server: &Server, who: &Player<'_>, fields: &[(&str, &str)]) -> Heard {
    let beside = [("second.badge", "manager2"), ("second.pin", SECRET), ("form", "f"), ("command", "{}")];
    let seen = id();
    let all: Vec<_> = fields.iter().chain(&beside).copied().chain([("seen", seen.as_str())]).collect();
    server.form(&format!("/pit/people?book={STAR}"), &who.token, &all)
}

/// The patron whom the demo calls `player` has number 1 everywhere, and is now number 501 at the Star.
fn give_number(server: &Server, manager: &Player<'_>) {
    for command in [
        json!({ "do": "register", "name": "Pat Player" }),
        json!({ "do": "issue-card", "card": 501 }),
        json!({ "do": "deposit", "amount": "1000.00", "from": "cash" }),
    ] {
        let told = tell_file(server, manager, (STAR, AT_STAR), &command);
        assert_eq!(told.status, 200, "{command}: {}", told.body);
    }
    let to = format!("log-in/number/{STAR}");
    let given = press(server, manager, &[("to", &to), ("name", "player"), ("number#", "501")]);
    assert_eq!(given.status, 303, "{}", given.body);
}

#[test]
fn one_log_in_plays_at_two_operators_with_separate_files() {
    let server = furnished(Settings::default());
    let (player, manager) = (Player::new(&server, "player"), Player::new(&server, "manager"));
    let before = holds(&server, &player, (STAR, 1), "balance");
    give_number(&server, &manager);
    let star = table_of_star(&server);
    let crown = holds(&server, &player, (MELBOURNE, 1), "balance");

    player.join(TABLE, 1, "200.00");
    let view = player.join(star, 2, "300.00");
    assert_eq!(view["me"], 2, "the same session sees its own place at either");
    assert_eq!(holds(&server, &player, (STAR, AT_STAR), "balance"), "700.00");
    assert_eq!(holds(&server, &player, (STAR, AT_STAR), "playing"), star);
    assert_eq!(holds(&server, &player, (MELBOURNE, 1), "playing"), TABLE);
    assert_ne!(holds(&server, &player, (MELBOURNE, 1), "balance"), crown);
    assert_eq!(
        holds(&server, &manager, (STAR, 1), "balance"),
        before,
        "the other number is nobody's of this log-in"
    );
    assert_eq!(file(&server, &player, (STAR, 1)).status, 403, "the number 1 at the Star is somebody else's");
    assert_eq!(tell_file(&server, &player, (STAR, 1), &json!({ "do": "exclude" })).status, 403);
    player.round(TABLE);

    // A limit and an exclusion at one operator say nothing at the other.
    let limit = json!({ "do": "set-limit", "limit": "loss-day", "amount": "50.00" });
    assert_eq!(tell_file(&server, &player, (MELBOURNE, 1), &limit).status, 200);
    assert_eq!(holds(&server, &player, (STAR, AT_STAR), "left-to-lose"), Value::Null);
    assert_eq!(tell_file(&server, &player, (STAR, AT_STAR), &json!({ "do": "exclude" })).status, 200);
    player.until(star, "leaving", |view| view["me"].is_null());
    // The chips are on their way from the table to the account.
    let until = Instant::now() + Duration::from_secs(10);
    while holds(&server, &player, (STAR, AT_STAR), "balance") != "1000.00" {
        assert!(Instant::now() < until, "all chips came back");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(player.look(TABLE)["me"], 1, "still seated at the other operator's table");
    assert_eq!(holds(&server, &player, (MELBOURNE, 1), "excluded"), false);
    let order = json!({ "id": id(), "command": { "seat": 2, "amount": "100.00" } });
    let refused = player.post((star, "join"), &order.to_string());
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert!(refused.what().contains("excluded yourself from every table of The Star"), "{}", refused.body);

    let page = server.get("/account", &[&format!("Cookie: cardroom={}", player.token)]).body;
    assert!(page.contains(&format!("patron/{STAR}/{AT_STAR}")), "the account page has the file of the Star");
    assert!(
        page.contains("/1\"") && !page.contains(&format!("patron/{STAR}/1\"")),
        "and not somebody else's"
    );
}

#[test]
fn a_log_in_opened_at_one_operator_says_nothing_at_another() {
    let server = furnished(Settings::default());
    let manager = Player::new(&server, "manager");
    give_number(&server, &manager);
    let to = format!("log-in/open/{STAR}");
    // The number has a log-in: that of the patron who has others elsewhere.
    let another = ("another?", "yes");
    let fields = [("to", to.as_str()), ("name", "pat"), ("person", "patron/501"), ("secret", PATS), another];
    let opened = press(&server, &manager, &fields);
    assert_eq!(opened.status, 200, "{}", opened.body);
    let pat = Player::with(&server, "pat", PATS);
    assert_eq!(holds(&server, &pat, (STAR, AT_STAR), "name"), "Pat Player");
    let order = json!({ "id": id(), "command": { "seat": 3, "amount": "100.00" } });
    let refused = pat.post((TABLE, "join"), &order.to_string());
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert_eq!(refused.what(), "you are not a patron of Crown Melbourne Limited");
    assert_eq!(pat.look(TABLE)["me"], Value::Null);
}
