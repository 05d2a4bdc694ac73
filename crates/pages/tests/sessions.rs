//! Sessions and their owners: sockets end with them, a new password needs the old one, others can be ended, and orders that
//! move money want the password again.

use crate::common;
use house::StaffId;

use common::player::{Player, TABLE, id};
use common::{Heard, Server, furnished};
use futures_util::StreamExt;
use serde_json::json;
use server::config::Settings;
use server::demo::SECRET;
use std::time::{Duration, Instant};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const MELBOURNE: &str = "crown-melbourne-three-card-poker-5.1";

/// Watches a page with a session until it is told that the session has ended: after how long, once `end` was done.
fn until_ended(server: &Server, (page, token): (&str, &str), end: impl FnOnce()) -> Duration {
    let mut request = format!("ws://{}{page}", server.address).into_client_request().unwrap();
    let head = request.headers_mut();
    head.insert("origin", format!("http://{}", server.address).parse().unwrap());
    head.insert("cookie", format!("cardroom={token}").parse().unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut socket = runtime.block_on(connect_async(request)).unwrap().0;
    let first = runtime.block_on(socket.next()).unwrap().unwrap();
    assert!(matches!(first, Message::Text(_)), "{first:?}");
    end();
    let ended = Instant::now();
    runtime.block_on(async {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), socket.next()).await;
            match next.expect("the socket goes on without its session") {
                Some(Ok(Message::Close(Some(close)))) => {
                    assert_eq!(u16::from(close.code), server::live::SESSION_ENDED);
                    break;
                }
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    });
    ended.elapsed()
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

#[test]
fn a_socket_ends_at_once_with_its_session() {
    let server = furnished(Settings::default());
    let at_once = Duration::from_secs(3);
    let token = server.log_in("player", SECRET);
    let out = until_ended(&server, ("/tables/4/live", &token), || {
        assert_eq!(server.ask("POST /api/log-out", &[&bearer(&token)], "").status, 204);
    });
    assert!(out < at_once, "log-out: {out:?}");

    let token = server.log_in("alex", SECRET);
    let changed = until_ended(&server, ("/tables/4/live", &token), || {
        server.app.user_accounts.reset_password("console", "alex", "a new and longer one").unwrap();
    });
    assert!(changed < at_once, "a new password: {changed:?}");

    let token = server.log_in("sam", SECRET);
    let closed = until_ended(&server, ("/tables/4/live", &token), || {
        server.app.user_accounts.close_account("console", "sam").unwrap();
    });
    assert!(closed < at_once, "a closed account: {closed:?}");
}

/// A member of staff whom every roster has dismissed is out, wherever they look.
#[test]
fn a_socket_ends_with_the_dismissal_of_whoever_watches() {
    let server = furnished(Settings::default());
    let (supervisor, manager) = (server.log_in("supervisor", SECRET), server.log_in("manager", SECRET));
    let dismissed = until_ended(&server, ("/pit/live", &supervisor), || {
        for book in server::house_orders::books() {
            let order = json!({
                "id": id(), "second": { "badge": "manager2", "pin": SECRET },
                "command": { "do": "dismiss", "id": server::demo::SUPERVISOR },
            });
            let line = format!("POST /api/houses/{}/commands", book.front.id);
            let head = ["Content-Type: application/json", &bearer(&manager)];
            let done = server.ask(&line, &head, &order.to_string());
            assert_eq!(done.status, 200, "{}: {}", book.front.id, done.body);
        }
    });
    assert!(dismissed < Duration::from_secs(3), "{dismissed:?}");
    assert_eq!(server.get("/api/session", &[&bearer(&supervisor)]).status, 401);
}

#[test]
fn ones_own_password_is_changed_with_the_old_one_and_sessions_are_ended() {
    let server = furnished(Settings::default());
    let (here, there) = (server.log_in("dealer", SECRET), server.log_in("dealer", SECRET));
    let page = server.get("/security", &[&format!("Cookie: cardroom={here}")]);
    assert_eq!(page.status, 200, "{}", page.body);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert!(page.body.contains("127.0.0.1"), "where a session was opened: {}", page.body);
    assert_eq!(server.get("/security", &[]).status, 401);
    let ended = server.form("/security/sessions", &here, &[]);
    assert_eq!(ended.status, 303, "{}", ended.body);
    assert_eq!(server.get("/api/session", &[&bearer(&there)]).status, 401, "all others have ended");
    assert_eq!(server.get("/api/session", &[&bearer(&here)]).status, 200);

    let change = |old: &str, new: &str| {
        server.form("/security/password", &here, &[("old", old), ("new", new), ("again", new)])
    };
    assert_eq!(change("not this one", "quite long and new").status, 403);
    for weak in ["elevenchars", "password1234", "aaaaaaaaaaaaaaaa"] {
        assert_eq!(change(SECRET, weak).status, 400, "{weak}");
    }
    server
        .app
        .user_accounts
        .open_account("a-long-log-in", "a long enough secret", house::Person::Staff(StaffId(11)), "Long")
        .unwrap();
    let own_name = server.app.user_accounts.reset_password("console", "a-long-log-in", "A-long-log-in ");
    assert_eq!(own_name, Err(server::accounts::AccountError::IsName));
    let differ = [("old", SECRET), ("new", "quite long and new"), ("again", "quite long and now")];
    assert_eq!(server.form("/security/password", &here, &differ).status, 400);
    assert_eq!(change(SECRET, "quite long and new").status, 303);
    assert_eq!(server.get("/api/session", &[&bearer(&here)]).status, 401, "whoever is in comes in again");
    let again = server.log_in("dealer", "quite long and new");
    let same =
        [("old", "quite long and new"), ("new", "quite long and new"), ("again", "quite long and new")];
    let same = server.form("/security/password", &again, &same);
    assert_eq!(same.status, 400, "{}", same.body);
    assert!(same.body.contains("is the present one"), "{}", same.body);
    let reset = server.app.user_accounts.reset_password("console", "dealer", "quite long and new");
    assert_eq!(reset, Err(server::accounts::AccountError::SamePassword), "nor by whoever resets it");
    assert!(server.app.user_accounts.is_session_live(&again), "nothing has changed");
}

fn fill(server: &Server, token: &str) -> Heard {
    let second = json!({ "badge": "manager2", "pin": SECRET });
    let order = json!({ "id": id(), "second": second, "command": { "do": "fill", "amount": "100.00" } });
    let head = ["Content-Type: application/json", &bearer(token)];
    server.ask("POST /api/tables/4/commands", &head, &order.to_string())
}

#[test]
fn money_is_moved_by_hand_only_soon_after_the_password() {
    let server = furnished(Settings::default());
    let manager = server.log_in("manager", SECRET);
    assert_eq!(fill(&server, &manager).status, 200);
    server.clock.pass(Duration::from_secs(15 * 60 + 1));
    let refused = fill(&server, &manager);
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert!(refused.what().contains("password again"), "{}", refused.body);
    let head = ["Content-Type: application/json", &bearer(&manager)];
    let wrong = server.ask("POST /api/session", &head, "{\"secret\":\"not this\"}");
    assert_eq!(wrong.status, 403, "{}", wrong.body);
    assert_eq!(fill(&server, &manager).status, 403);
    let again = server.ask("POST /api/session", &head, &json!({ "secret": SECRET }).to_string());
    assert_eq!(again.status, 204, "{}", again.body);
    assert_eq!(fill(&server, &manager).status, 200);
}

#[test]
fn staff_are_logged_off_after_an_hour_without_use_and_patrons_after_twelve() {
    let server = furnished(Settings::default());
    let (player, dealer) = (server.log_in("player", SECRET), server.log_in("dealer", SECRET));
    server.clock.pass(Duration::from_secs(3599));
    assert!(
        server.app.user_accounts.is_session_live(&dealer)
            && server.app.user_accounts.is_session_live(&player)
    );
    server.clock.pass(Duration::from_secs(1));
    assert!(
        !server.app.user_accounts.is_session_live(&dealer)
            && server.app.user_accounts.is_session_live(&player)
    );
}

#[test]
fn a_patron_has_one_open_dispute_a_round_and_six_an_hour() {
    let server = furnished(Settings::default());
    let player = Player::new(&server, "player");
    player.join(TABLE, 1, "500.00");
    let rounds: Vec<u64> = (0..7).map(|_| player.round(TABLE)["round"].as_u64().unwrap()).collect();
    let raise = |round: u64| {
        let command = json!({ "do": "raise-dispute", "table": TABLE, "round": round, "what": "my Ante" });
        let order = json!({ "id": id(), "command": command });
        let line = format!("POST /api/houses/{MELBOURNE}/commands");
        server.ask(&line, &["Content-Type: application/json", &player.bearer()], &order.to_string())
    };
    let first = raise(rounds[0]);
    assert_eq!(first.status, 200, "{}", first.body);
    let same = raise(rounds[0]);
    assert_eq!(same.status, 409, "{}", same.body);
    assert!(same.what().contains("is open"), "{}", same.body);
    for round in &rounds[1..6] {
        assert_eq!(raise(*round).status, 200, "{round}");
    }
    let many = raise(rounds[6]);
    assert_eq!(many.status, 429, "{}", many.body);
    assert!(many.body.contains("clause"), "{}", many.body);
}
