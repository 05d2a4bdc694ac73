//! Log-ins of patrons: nobody of the staff becomes a patron alone, and the patron is told who opened what.

use crate::common;
use engine::PatronId;

use common::player::{Player, id};
use common::{Heard, Server, furnished};
use serde_json::{Value, json};
use server::config::Settings;
use server::demo::SECRET;

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";
/// Long enough for a new log-in.
const NEW: &str = "long enough for a ghost";

/// A form of the page of people; where `second` is, that person stands beside.
fn press(server: &Server, who: &str, second: Option<&str>, fields: &[(&str, &str)]) -> Heard {
    let (token, seen) = (server.log_in(who, SECRET), id());
    let mut all = vec![("form", "log-in-open"), ("command", "{}"), ("seen", seen.as_str())];
    all.extend(fields);
    all.extend(second.into_iter().flat_map(|badge| [("second.badge", badge), ("second.pin", SECRET)]));
    server.form(&format!("/pit/people?book={SYDNEY}"), &token, &all)
}

fn ghost<'f>(more: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f str)> {
    let open = "log-in/open/crown-sydney-poker-minors-3.3";
    let mut fields = vec![("to", open), ("name", "ghost"), ("person", "patron/1"), ("secret", NEW)];
    fields.extend(more);
    fields
}

fn enter(server: &Server, name: &str, secret: &str) -> Heard {
    let given = json!({ "name": name, "secret": secret });
    server.ask("POST /api/log-in", &["Content-Type: application/json"], &given.to_string())
}

#[test]
fn a_supervisor_alone_cannot_become_a_patron() {
    let server = furnished(Settings::default());
    let opened = press(&server, "supervisor", None, &ghost(&[]));
    assert!([403, 409].contains(&opened.status), "{}: {}", opened.status, opened.body);
    let beside = press(&server, "supervisor", Some("manager"), &ghost(&[("another?", "yes")]));
    assert_eq!(beside.status, 403, "the first person has too low a role, whoever stands beside");
    let alone = press(&server, "manager", None, &ghost(&[("another?", "yes")]));
    assert_eq!(alone.status, 409, "a manager needs a second person for it");
    let to = format!("log-in/number/{SYDNEY}");
    let number = [("to", to.as_str()), ("name", "alex"), ("number#", "1"), ("another?", "yes")];
    let given = press(&server, "supervisor", None, &number);
    assert!([403, 409].contains(&given.status), "{}: {}", given.status, given.body);
    assert_eq!(press(&server, "manager", None, &number).status, 409, "nor by the number of another log-in");
    assert_eq!(enter(&server, "ghost", NEW).status, 401);
}

#[test]
fn a_second_log_in_of_a_patron_takes_two_persons_and_the_patron_is_told() {
    let server = furnished(Settings::default());
    let second = press(&server, "manager", Some("manager2"), &ghost(&[]));
    assert_eq!(second.status, 409, "{}", second.body);
    assert!(second.body.contains("has a log-in already: player"), "{}", second.body);
    let agreed = press(&server, "manager", Some("manager2"), &ghost(&[("another?", "yes")]));
    assert_eq!(agreed.status, 200, "{}", agreed.body);
    assert_eq!(enter(&server, "ghost", NEW).status, 200);

    let player = Player::new(&server, "player");
    let cookie = format!("Cookie: cardroom={}", player.token);
    let page = server.get("/account", &[&cookie]).body;
    assert!(page.contains("log-in ghost opened"), "{page}");
    assert!(page.contains("staff/1+staff/2"), "who ordered it: {page}");
    let told = server.app.user_accounts.history().unwrap();
    let opened = told.iter().find(|line| line.what.starts_with("log-in ghost opened")).unwrap();
    assert!(opened.by.contains('+'), "both are in the log: {}", opened.by);
    let others = Player::new(&server, "alex");
    let theirs = server.get("/account", &[&format!("Cookie: cardroom={}", others.token)]).body;
    assert!(!theirs.contains("ghost"), "what concerns one patron is told to no other");
}

/// Closing and resetting name who gave the order, in the log and to the patron.
#[test]
fn the_log_says_who_closed_a_log_in() {
    let server = furnished(Settings::default());
    // One alone shuts no patron out of their file, and a supervisor not even with somebody beside.
    for (who, second) in [("supervisor", None), ("manager", None), ("supervisor", Some("manager2"))] {
        let refused = press(&server, who, second, &[("to", "log-in/close"), ("name", "sam")]);
        assert!([403, 409].contains(&refused.status), "{who}: {}", refused.status);
    }
    assert_eq!(enter(&server, "sam", server::demo::SECRET).status, 200);
    let closed = press(&server, "manager", Some("manager2"), &[("to", "log-in/close"), ("name", "sam")]);
    assert_eq!(closed.status, 303, "{}", closed.body);
    let told = server.app.user_accounts.history().unwrap();
    let line = told.iter().find(|line| line.what.starts_with("log-in sam closed")).unwrap();
    assert!(line.by.starts_with("staff/"), "{}", line.by);
}

/// Whether an order's answer says so.
fn order(server: &Server, token: &str, path: &str, second: Option<Value>, command: Value) -> Heard {
    let mut body = json!({ "id": id(), "command": command });
    if let Some(second) = second {
        body["second"] = second;
    }
    let bearer = format!("Authorization: Bearer {token}");
    server.ask(&format!("POST {path}"), &["Content-Type: application/json", &bearer], &body.to_string())
}

/// Any player could lock a manager out by sending wrong PINs beside any order; so could a dealer beside what they may not do.
#[test]
fn nobody_without_the_right_to_an_order_tries_the_pin_of_another() {
    let server = furnished(Settings::default());
    let wrong = || Some(json!({ "badge": "manager2", "pin": "not this one" }));
    let player = server.log_in("player", SECRET);
    for _ in 0..12 {
        let place = json!({ "do": "sit", "seat": 2 });
        let refused = order(&server, &player, "/api/tables/4/commands", wrong(), place);
        assert_eq!(refused.status, 403, "{}", refused.body);
        assert!(refused.what().contains("patron"), "{}", refused.body);
    }
    let own = order(
        &server,
        &player,
        &format!("/api/patrons/{SYDNEY}/1/commands"),
        wrong(),
        json!({ "do": "set-limit", "limit": "deposit", "amount": "100.00" }),
    );
    assert_eq!(own.status, 403, "{}", own.body);
    let dealer = server.log_in("dealer", SECRET);
    for _ in 0..12 {
        let hire = json!({ "do": "dismiss", "id": 10 });
        let refused = order(&server, &dealer, &format!("/api/houses/{SYDNEY}/commands"), wrong(), hire);
        assert_eq!(refused.status, 403, "{}", refused.body);
        assert!(refused.what().contains("needs the role"), "not about the PIN: {}", refused.body);
    }
    // And a manager whose command makes no sense is told so before a PIN is looked at.
    let manager = server.log_in("manager", SECRET);
    for _ in 0..12 {
        let hire = json!({ "do": "hire", "id": 77, "name": "Eve", "role": "no such role" });
        let refused = order(&server, &manager, &format!("/api/houses/{SYDNEY}/commands"), wrong(), hire);
        assert_eq!(refused.status, 400, "{}", refused.body);
    }
    let fill = json!({ "do": "fill", "amount": "100.00" });
    let right = Some(json!({ "badge": "manager2", "pin": SECRET }));
    let done = order(&server, &manager, "/api/tables/4/commands", right, fill);
    assert_eq!(done.status, 200, "two managers still fill a float: {}", done.body);
}

/// Wrong log-ins by strangers do not keep a manager from signing beside another.
#[test]
fn strangers_at_the_door_do_not_take_the_second_signature() {
    let server = furnished(Settings::default());
    let manager = server.log_in("manager", SECRET);
    for _ in 0..8 {
        enter(&server, "manager2", "not this one");
    }
    assert_eq!(enter(&server, "manager2", SECRET).status, 429, "locked for that address");
    let fill = json!({ "do": "fill", "amount": "100.00" });
    let right = Some(json!({ "badge": "manager2", "pin": SECRET }));
    let done = order(&server, &manager, "/api/tables/4/commands", right, fill);
    assert_eq!(done.status, 200, "{}", done.body);
}

/// What is handed out at the desk is what the patron takes at `/account/data`.
#[test]
fn the_desk_hands_out_the_same_data_as_the_account() {
    let server = furnished(Settings::default());
    let agreed = press(&server, "manager", Some("manager2"), &ghost(&[("another?", "yes")]));
    assert_eq!(agreed.status, 200, "{}", agreed.body);
    let taken = |who: &str, path: &str| {
        let cookie = format!("Cookie: cardroom={}", server.log_in(who, SECRET));
        let heard = server.get(path, &[&cookie]);
        assert_eq!(heard.status, 200, "{}", heard.body);
        serde_json::from_str::<Value>(&heard.body).unwrap()
    };
    let own = taken("player", "/account/data");
    let desk = taken("manager", &format!("/pit/patrons/data?book={SYDNEY}&patron=1"));
    let names = |data: &Value| -> Vec<String> {
        data["log-ins"].as_array().unwrap().iter().map(|one| one["log-in"].as_str().unwrap().into()).collect()
    };
    assert_eq!(names(&desk), ["ghost", "player"]);
    assert_eq!(names(&own), names(&desk));
    let who_opened = &desk["log-ins"][0]["changes"][0]["by"];
    assert_eq!(who_opened, "staff/1+staff/2");
    let keys = |data: &Value| data.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&own), keys(&desk));
    let file = |data: &Value| {
        let files = data["files"].as_array().unwrap();
        files.iter().find(|file| file["operator"] == desk["files"][0]["operator"]).cloned()
    };
    assert_eq!(file(&own), file(&desk), "one file, whoever asks for it");

    // What a log-in is with another operator is not for this one's desk.
    let star = floor::operator("star-sydney-mississippi-stud-4").unwrap().unwrap();
    server.app.user_accounts.give_number("console", "ghost", (&star.slug, PatronId(99)), true).unwrap();
    let number = format!("patron 99 of {}", star.slug);
    let other = taken("manager", &format!("/pit/patrons/data?book={SYDNEY}&patron=1"));
    assert!(!other.to_string().contains(&number), "{other}");
}
