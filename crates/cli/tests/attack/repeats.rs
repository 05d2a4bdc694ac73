//! An id is for one order: the same order gets its first answer, another one is refused, also after a kill.

use crate::attack::place::{Client, Place, TABLE, file, places};
use serde_json::{Value, json};

fn withdraw(amount: &str) -> Value {
    json!({ "do": "withdraw", "amount": amount })
}

fn first_and_again((first, again): (&(u16, Value), &(u16, Value))) {
    assert_eq!((first.0, again.0), (200, 200), "{first:?} {again:?}");
    assert_eq!((&first.1["first"], &first.1["last"]), (&again.1["first"], &again.1["last"]));
    assert_eq!(again.1["again"], true);
}

#[test]
fn another_order_with_the_id_of_a_withdrawal_is_refused() {
    for place in places("withdraw") {
        let running = place.start();
        let player = Client::log_in(&running, "player");
        let commands = format!("{}/commands", file(&player));
        let first = player.order(&commands, 1, withdraw("5.00"));
        first_and_again((&first, &player.order(&commands, 1, withdraw("5.00"))));
        assert_eq!(player.order(&commands, 1, withdraw("500.00")).0, 409, "never done, never acknowledged");
        assert_eq!(player.order(&commands, 1, json!({ "do": "pause" })).0, 409);
        let manager = Client::log_in(&running, "manager");
        assert_eq!(manager.order(&commands, 1, withdraw("5.00")).0, 409, "another person's");
        let running = place.kill_and_restart(running);
        let player = Client::log_in(&running, "player");
        assert_eq!(player.order(&commands, 1, withdraw("500.00")).0, 409, "after a kill");
        first_and_again((&first, &player.order(&commands, 1, withdraw("5.00"))));
    }
}

fn seated(place: &Place) -> crate::common::server::Running {
    let running = place.start();
    let player = Client::log_in(&running, "player");
    let joined = player.order(&format!("{TABLE}/join"), 10, json!({ "seat": 9, "amount": "500.00" }));
    assert_eq!(joined.0, 200, "{joined:?}");
    running
}

#[test]
fn another_order_with_the_id_of_a_wager_is_refused_after_a_kill() {
    for place in places("wager") {
        let running = seated(&place);
        let commands = format!("{TABLE}/commands");
        let wager = json!({ "do": "place", "wager": "ante", "amount": "10.00" });
        let first = Client::log_in(&running, "player").order(&commands, 11, wager.clone());
        let running = place.kill_and_restart(running);
        let player = Client::log_in(&running, "player");
        let other = player.order(&commands, 11, json!({ "do": "cash-out", "amount": "400.00" }));
        assert_eq!(other.0, 409, "{other:?}");
        first_and_again((&first, &player.order(&commands, 11, wager)));
    }
}

#[test]
fn whoever_left_hears_so_again_after_a_kill() {
    for place in places("leave") {
        let running = seated(&place);
        let commands = format!("{TABLE}/commands");
        let leave = json!({ "do": "leave" });
        let first = Client::log_in(&running, "player").order(&commands, 12, leave.clone());
        let running = place.kill_and_restart(running);
        let player = Client::log_in(&running, "player");
        first_and_again((&first, &player.order(&commands, 12, leave)));
        assert_eq!(player.order(&commands, 12, json!({ "do": "leave", "seat": 3 })).0, 409);
        assert_eq!(
            player.order(&commands, 13, json!({ "do": "leave" })).0,
            400,
            "nobody has said that before"
        );
    }
}

#[test]
fn a_join_that_the_file_refused_is_refused_again_after_a_kill() {
    for place in places("join") {
        let running = place.start();
        let join = json!({ "seat": 9, "amount": "900000.00" });
        let path = format!("{TABLE}/join");
        let first = Client::log_in(&running, "player").order(&path, 14, join.clone());
        assert_eq!(first.0, 409, "{first:?}");
        let running = place.kill_and_restart(running);
        let player = Client::log_in(&running, "player");
        let again = player.order(&path, 14, join);
        assert_eq!((again.0, &again.1["what"]), (409, &first.1["what"]), "{again:?}");
    }
}

#[test]
fn another_order_with_the_id_of_a_dispute_is_refused_after_a_kill() {
    for place in places("dispute") {
        let running = seated(&place);
        let manager = Client::log_in(&running, "manager");
        let (_, table) = manager.get(TABLE);
        let house = format!("/api/houses/{}/commands", table["book"].as_str().unwrap());
        let keep = |what: &str| json!({ "do": "record-breach", "of": "patron/1", "table": 4, "kind": "side-bet", "what": what });
        let first = manager.order(&house, 15, keep("a"));
        let running = place.kill_and_restart(running);
        let manager = Client::log_in(&running, "manager");
        assert_eq!(manager.order(&house, 15, keep("b")).0, 409, "{first:?}");
        first_and_again((&first, &manager.order(&house, 15, keep("a"))));
    }
}
