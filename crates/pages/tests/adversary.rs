//! What somebody who wanted to break the floor found through its API, each with the number it has in the list.

use crate::common;

use common::Server;
use common::player::{Player, QUIET, TABLE, id};
use serde_json::{Value, json};
use server::auto_dealer::Timing;
use server::config::Settings;
use std::time::Duration;

const BOOK: &str = "crown-melbourne-three-card-poker-5.1";

fn problem(heard: &common::Heard) -> Value {
    serde_json::from_str(&heard.body).unwrap()
}

fn order(player: &Player<'_>, to: (u32, &str), command: &Value) -> common::Heard {
    player.post(to, &json!({ "id": id(), "command": command }).to_string())
}

/// The patron of a log-in, as the floor numbers them.
fn number(server: &Server, player: &Player<'_>) -> u32 {
    match server.app.user_accounts.session(&player.token).unwrap().person {
        house::Person::Patron(number) => number.0,
        other => panic!("{other:?}"),
    }
}

fn exclude(server: &Server, player: &Player<'_>) {
    let patron = number(server, player);
    let body = json!({ "id": id(), "command": { "do": "exclude" } }).to_string();
    let head = ["Content-Type: application/json".to_string(), player.bearer()];
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let heard = server.ask(&format!("POST /api/patrons/{BOOK}/{patron}/commands"), &head, &body);
    assert_eq!(heard.status, 200, "{}", heard.body);
}

#[test]
fn adversary_04_who_is_excluded_hears_it_when_asking_for_a_place() {
    let server = common::furnished(Settings::default());
    let player = Player::new(&server, "player");
    exclude(&server, &player);
    for (to, command) in
        [("commands", json!({ "do": "sit", "seat": 2 })), ("join", json!({ "seat": 2, "amount": "100.00" }))]
    {
        let body = json!({ "id": id(), "command": command }).to_string();
        for again in [false, true] {
            let heard = player.post((TABLE, to), &body);
            assert_eq!(heard.status, 409, "{to} {again}: {}", heard.body);
            let problem = problem(&heard);
            assert!(
                problem["what"].as_str().unwrap().starts_with("You have excluded yourself"),
                "{to}: {problem}"
            );
            assert_eq!(problem["clause"]["label"], "13.10", "{to}: {problem}");
        }
    }
    assert!(player.look(TABLE)["me"].is_null());
}

#[test]
fn adversary_04_what_the_account_does_not_hold_is_refused_when_it_is_asked_for() {
    let server = common::furnished(Settings::default());
    let player = Player::new(&server, "player");
    let heard = order(&player, (TABLE, "commands"), &json!({ "do": "sit", "seat": 2 }));
    assert_eq!(heard.status, 200, "{}", heard.body);
    assert_eq!(player.look(TABLE)["me"], 2, "who is told that it is done sits there");
    let heard = order(&player, (TABLE, "commands"), &json!({ "do": "buy-in", "amount": "9000000.00" }));
    assert_eq!(heard.status, 409, "{}", heard.body);
    assert!(problem(&heard)["what"].as_str().unwrap().contains("the account holds"), "{}", heard.body);
    let heard = order(&player, (TABLE, "commands"), &json!({ "do": "buy-in", "amount": "100.00" }));
    assert_eq!(heard.status, 200, "{}", heard.body);
    assert_eq!(player.look(TABLE)["seats"][1]["chips"], "100.00", "and has the chips at once");
}

#[test]
fn adversary_04_a_second_place_is_refused_and_nothing_goes_to_the_first() {
    let server = common::furnished(Settings::default());
    let player = Player::new(&server, "player");
    player.join(QUIET, 2, "100.00");
    let heard = order(&player, (QUIET, "join"), &json!({ "seat": 3, "amount": "50.00" }));
    assert_eq!(heard.status, 409, "{}", heard.body);
    let problem = problem(&heard);
    assert!(problem["what"].as_str().unwrap().contains("place 2"), "{problem}");
    assert!(problem["clause"]["label"].is_string(), "{problem}");
    let view = player.look(QUIET);
    assert_eq!((&view["seats"][1]["chips"], &view["seats"][2]["taken"]), (&json!("100.00"), &json!(false)));
    // The same place once more is chips for it.
    let heard = order(&player, (QUIET, "join"), &json!({ "seat": 2, "amount": "50.00" }));
    assert_eq!(heard.status, 200, "{}", heard.body);
    assert_eq!(player.look(QUIET)["seats"][1]["chips"], "150.00");
}

/// Who deals is kept at the table: an automatic dealer that starts again does not take over in the middle of a round.
#[test]
fn adversary_01_a_table_that_people_deal_is_theirs_after_a_restart() {
    let (store, vault) = common::prepared();
    let open = || common::reopened(&store, &vault, Settings::default(), Timing::at_once(Duration::ZERO));
    let ante = json!({ "do": "place", "wager": "ante", "amount": "10.00" });
    {
        let server = open();
        let (player, dealer) = (Player::new(&server, "player"), Player::new(&server, "dealer"));
        player.join(TABLE, 2, "100.00");
        let answer = dealer.tell((TABLE, "by-hand"), &json!({ "by-hand": true }));
        assert_eq!(answer["by-hand"], true);
        player.tell((TABLE, "commands"), &ante);
        dealer.tell((TABLE, "commands"), &json!({ "do": "no-more-bets" }));
    }
    let server = open();
    let (player, dealer) = (Player::new(&server, "player"), Player::new(&server, "dealer"));
    let phase = player.look(TABLE)["phase"].clone();
    std::thread::sleep(Duration::from_millis(1_500));
    assert_eq!(player.look(TABLE)["phase"], phase, "nobody has dealt");
    let answer = dealer.tell((TABLE, "by-hand"), &json!({ "by-hand": false }));
    assert_eq!(answer["by-hand"], false);
    player.until(TABLE, "the deal", |view| view["phase"] == "deciding");
}

/// A place with chips is one order: where the chips are refused, nobody sits there.
#[test]
fn adversary_11_a_join_whose_chips_are_refused_leaves_nobody_seated() {
    let server = common::furnished(Settings::default());
    let player = Player::new(&server, "player");
    for (amount, why) in [("0.00", "above zero"), ("9000000.00", "the account holds")] {
        let heard = order(&player, (QUIET, "join"), &json!({ "seat": 2, "amount": amount }));
        assert_eq!(heard.status, 409, "{}", heard.body);
        assert!(problem(&heard)["what"].as_str().unwrap().contains(why), "{amount}: {}", heard.body);
        let view = player.until(QUIET, "the place is left", |view| view["me"].is_null());
        assert_eq!(view["seats"][1]["taken"], false, "{amount}");
    }
    player.join(QUIET, 2, "100.00");
}
