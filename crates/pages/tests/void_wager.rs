//! One wager alone is declared void through the API of a running server: it goes back by its clause, and the hand plays on.

use crate::common;

use common::furnished;
use common::player::{Player, QUIET, id};
use pages::openapi::document;
use serde_json::{Value, json};
use server::config::Settings;
use server::guard::rate_limit::RateLimit;

#[test]
fn one_wager_is_void_and_the_hand_plays_on() {
    let pace = RateLimit::per_second(100_000, 100_000);
    let server = furnished(Settings { session_pace: pace, address_pace: pace, ..Settings::default() });
    let (sam, manager) = (Player::new(&server, "sam"), Player::new(&server, "manager"));
    sam.join(QUIET, 2, "100.00");
    for (wager, amount) in [("ante", "10.00"), ("pair-plus", "10.00")] {
        sam.tell((QUIET, "commands"), &json!({ "do": "place", "wager": wager, "amount": amount }));
    }
    sam.tell((QUIET, "ready"), &json!({}));
    sam.until(QUIET, "the deal", |view| view["phase"] == "deciding");
    let void = |wager: &str| json!({ "do": "rule", "what": "rule-breach", "seats": [2], "chosen": "void", "wager": wager });
    let post = |who: &Player<'_>, command: &Value| {
        who.post((QUIET, "commands"), &json!({ "id": id(), "command": command }).to_string())
    };
    // A spot that the game does not have, one that holds nothing, and somebody who may not.
    let unknown = post(&manager, &void("trips"));
    assert_eq!(unknown.status, 400, "{}", unknown.body);
    assert!(unknown.what().contains("this game has no such wager; it has ante, "), "{}", unknown.body);
    let empty = post(&manager, &void("six-card-bonus"));
    assert_eq!(empty.status, 409, "{}", empty.body);
    assert_eq!(empty.what(), "the spot holds no wager");
    assert!([403, 409].contains(&post(&sam, &void("pair-plus")).status));
    let done = manager.tell((QUIET, "commands"), &void("pair-plus"));
    assert_eq!(done["again"], false, "{done}");
    // The hand plays on without it.
    sam.tell((QUIET, "commands"), &json!({ "do": "decide", "decision": "bet", "amount": "10.00" }));
    let view = sam.until(QUIET, "the settlement", |view| view["over"] == true && view["phase"] == "betting");
    let spots = view["seats"][1]["spots"].as_array().unwrap();
    let result = |wager: &str| &spots.iter().find(|spot| spot["wager"] == wager).unwrap()["result"];
    let void = json!(
        { "clause": "13.2.1", "paid": "0.00", "result": "void", "returned": "10.00", "staked": "10.00" }
    );
    assert_eq!(*result("pair-plus"), void);
    assert!(["win", "lose", "stand-off"].contains(&result("ante")["result"].as_str().unwrap()), "{view}");
    assert_eq!(result("play")["staked"], "10.00");
    // The log has it, with the clause.
    let round = view["round"].as_u64().unwrap();
    let heard = server.get(&format!("/api/tables/{QUIET}/rounds/{round}"), &[&manager.bearer()]);
    assert_eq!(heard.status, 200, "{}", heard.body);
    assert!(heard.body.contains("13.2.1"), "{}", heard.body);
}

#[test]
fn the_document_says_how_one_wager_is_void() {
    let rule = &document()["components"]["schemas"]["Say-rule"];
    assert_eq!(rule["properties"]["wager"]["type"], "string", "{rule}");
    assert!(rule["description"].as_str().unwrap().contains("wager names the one wager"), "{rule}");
    let required = rule["required"].as_array().unwrap();
    assert!(!required.contains(&"wager".into()), "all wagers of the seats are void without it");
}
