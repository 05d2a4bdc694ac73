//! Seeds of players through the API [HOUSE-23]: the commitment and the seeds are shown all the way, each seed is acknowledged with a
//! signature, and a round that is over can be checked by a stranger.

use crate::common;

use common::player::{Player, TABLE, id};
use common::{Server, furnished, prepared, reopened};
use floor::{DealOf, Opening, dealing_order};
use serde_json::{Value, json};
use server::auto_dealer::Timing;
use server::config::Settings;
use server::guard::rate_limit;
use std::time::Duration;
use store::{Hash, PublicKey};

fn settings() -> Settings {
    let often = rate_limit::RateLimit::per_second(1_000_000, 4_000_000);
    Settings { session_pace: often, address_pace: often, ..Settings::default() }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn hash(value: &Value) -> Hash {
    Hash::parse(text(value)).unwrap()
}

/// 32 bytes as the API writes them.
fn hex(byte: u8) -> String {
    format!("{byte:02x}").repeat(32)
}

fn give(view: &Value, seed: &str) -> Value {
    json!({ "do": "give-seed", "root": view["fair"]["commitment"], "seed": seed })
}

fn round(server: &Server, who: &Player<'_>, number: &Value) -> Value {
    let heard = server.get(&format!("/api/tables/{TABLE}/rounds/{number}"), &[&who.bearer()]);
    assert_eq!(heard.status, 200, "{}", heard.body);
    serde_json::from_str(&heard.body).unwrap()
}

/// Checks a round from what the API tells alone: the cards that went out lay where the order of the seeds demands, and lead to
/// the commitment. How many were seen.
fn check(round: &Value) -> usize {
    let deal = &round["deal"];
    let root = hash(&deal["commitment"]);
    let seed = |given: &Value| (given["place"].as_u64().unwrap() as u8 - 1, hash(&given["seed"]).0);
    let seeds: Vec<_> = deal["seeds"].as_array().unwrap().iter().map(seed).collect();
    let of = DealOf { stream: text(&deal["stream"]), root, round: deal["round"].as_u64().unwrap() };
    let order = dealing_order(52, of, &seeds);
    let handed = deal["handed"].as_array().unwrap().iter();
    let cards: Vec<&Value> = handed.flat_map(|handed| handed["cards"].as_array().unwrap()).collect();
    let mut seen = 0;
    for (turn, card) in cards.iter().enumerate().filter(|(_, card)| !card.is_null()) {
        let opening = round["openings"].as_array().unwrap().iter().find(|opening| opening["card"] == **card);
        let opening = opening.unwrap_or_else(|| panic!("{card} is not opened"));
        let beside: Vec<Hash> = opening["beside"].as_array().unwrap().iter().map(hash).collect();
        let opened = Opening {
            place: opening["place"].as_u64().unwrap() as u8,
            card: cards::CardId::new(opening["number"].as_u64().unwrap() as u8).unwrap(),
            salt: hash(&opening["salt"]).0,
            beside: beside.try_into().unwrap(),
        };
        assert_eq!(opened.card.card().to_string(), text(card));
        assert_eq!(opened.place, order[turn], "{card} lay where the order demands");
        assert!(opened.proves(root), "{card}");
        seen += 1;
    }
    seen
}

/// Plays the round whose first wager is laid by then.
fn play(player: &Player<'_>) -> Value {
    player.round_by(
        TABLE,
        &json!({ "do": "place", "wager": "ante", "amount": "10.00" }),
        &json!({ "do": "decide", "decision": "bet", "amount": "10.00" }),
    )
}

#[test]
fn the_commitment_and_the_seeds_are_shown_while_a_round_is_dealt() {
    let server = furnished(settings());
    let sam = Player::new(&server, "sam");
    sam.join(TABLE, 1, "500.00");
    let before = sam.until(TABLE, "betting", |view| view["fair"]["takes_seed"] == true);
    assert_eq!(before["fair"]["seeds"], json!([]));
    sam.tell((TABLE, "commands"), &give(&before, &hex(0x11)));
    sam.tell((TABLE, "commands"), &json!({ "do": "place", "wager": "ante", "amount": "10.00" }));
    sam.tell((TABLE, "ready"), &json!({}));
    let dealt = sam.until(TABLE, "the deal", |view| view["phase"] == "deciding");
    assert_eq!(dealt["commitment"], before["commitment"], "what was committed to is what is dealt");
    let (fair, was) = (&dealt["fair"], &before["fair"]);
    assert_eq!((&fair["commitment"], &fair["round"]), (&was["commitment"], &was["round"]));
    assert_eq!(fair["takes_seed"], false);
    let seed = &fair["seeds"][0];
    assert_eq!((&seed["place"], &seed["seed"], &seed["mine"]), (&json!(1), &json!(hex(0x11)), &json!(true)));
    // Everybody sees the seeds, and whose they are is for nobody else to know.
    let guest: Value = serde_json::from_str(&server.get(&format!("/api/tables/{TABLE}"), &[]).body).unwrap();
    assert_eq!(guest["fair"]["seeds"][0]["seed"], json!(hex(0x11)));
    assert_eq!(guest["fair"]["seeds"][0]["mine"], false);
    // Nothing is opened before the round is over.
    let told = round(&server, &sam, &fair["round"]);
    assert_eq!((told["over"].clone(), told["openings"].clone()), (json!(false), json!([])), "{told}");
}

#[test]
fn a_seed_is_acknowledged_with_a_signature_and_the_round_can_be_checked() {
    let server = furnished(settings());
    let (sam, alex) = (Player::new(&server, "sam"), Player::new(&server, "alex"));
    sam.join(TABLE, 1, "500.00");
    alex.join(TABLE, 3, "500.00");
    let view = sam.until(TABLE, "betting", |view| view["fair"]["takes_seed"] == true);
    let order = json!({ "id": id(), "command": give(&view, &hex(0x11)) }).to_string();
    let first = sam.post((TABLE, "commands"), &order);
    assert_eq!(first.status, 200, "{}", first.body);
    let first: Value = serde_json::from_str(&first.body).unwrap();
    alex.tell((TABLE, "commands"), &give(&view, &hex(0x33)));

    // Signed by the house for this record, deck, place and seed.
    let receipt = &first["receipt"];
    assert_eq!((&receipt["record"], &receipt["place"]), (&first["first"], &json!(1)), "{first}");
    let key = PublicKey::parse(text(&receipt["key"])).unwrap();
    assert_eq!(key, server.app.vault.verifying_key());
    let mut message = b"cardroom seed receipt 1\0".to_vec();
    message.extend(text(&view["fair"]["stream"]).as_bytes());
    message.push(0);
    message.extend(first["first"].as_u64().unwrap().to_be_bytes());
    message.extend(hash(&view["fair"]["commitment"]).0);
    message.push(1);
    message.extend([0x11; 32]);
    let digits = text(&receipt["signature"]);
    let signature: Vec<u8> =
        (0..64).map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap()).collect();
    let signature = signature.try_into().unwrap();
    assert!(key.verifies(&message, &signature));
    message[60] ^= 1;
    assert!(!key.verifies(&message, &signature));

    // Given again, since the answer may be lost: the same receipt, and one seed.
    let again: Value = serde_json::from_str(&sam.post((TABLE, "commands"), &order).body).unwrap();
    assert_eq!((&again["again"], &again["receipt"]), (&json!(true), receipt));

    alex.tell((TABLE, "ready"), &json!({}));
    play(&sam);
    let told = round(&server, &sam, &view["fair"]["round"]);
    assert_eq!(told["deal"]["receipt"], *receipt, "the page of the round has it too");
    let seeds: Vec<&str> =
        told["deal"]["seeds"].as_array().unwrap().iter().map(|seed| text(&seed["seed"])).collect();
    assert_eq!(seeds, [hex(0x11), hex(0x33)], "in the order of the places");
    assert!(check(&told) >= 6, "the own cards and the dealer's");
    // Whoever looks on checks what lay open, with the same order.
    let other = round(&server, &alex, &view["fair"]["round"]);
    assert!(check(&other) >= 3);
    // A seed that is left out gives another order, which the cards do not fit.
    let mut dropped = told.clone();
    dropped["deal"]["seeds"].as_array_mut().unwrap().remove(1);
    assert!(std::panic::catch_unwind(|| check(&dropped)).is_err(), "a dropped seed is found");
    // A card that was exchanged for another of the deck is found.
    let mut swapped = told;
    swapped["deal"]["handed"].as_array_mut().unwrap().swap(0, 1);
    assert!(std::panic::catch_unwind(|| check(&swapped)).is_err(), "cards in another order are found");
}

#[test]
fn seeds_out_of_turn_are_refused_with_the_clause() {
    let server = furnished(settings());
    let (sam, alex) = (Player::new(&server, "sam"), Player::new(&server, "alex"));
    sam.join(TABLE, 1, "500.00");
    alex.join(TABLE, 3, "500.00");
    let view = sam.until(TABLE, "betting", |view| view["fair"]["takes_seed"] == true);
    let say = |who: &Player<'_>, command: Value| {
        let heard = who.post((TABLE, "commands"), &json!({ "id": id(), "command": command }).to_string());
        (heard.status, serde_json::from_str::<Value>(&heard.body).unwrap())
    };
    let refused = |who: &Player<'_>, command: Value, why: &str| {
        let (status, told) = say(who, command);
        assert!(text(&told["what"]).contains(why), "{told}");
        assert_eq!((status, &told["clause"]["label"]), (409, &json!("13.10")), "{told}");
    };
    let foreign = json!({ "do": "give-seed", "root": view["commitment"], "seed": hex(1), "seat": 1 });
    let (status, told) = say(&alex, foreign);
    assert_eq!((status, &told["clause"]["label"]), (403, &json!("13.10")), "{told}");
    for wrong in ["", "11", &hex(1).to_uppercase().replace('0', "G"), &format!("{}00", hex(1))] {
        assert_eq!(say(&sam, give(&view, wrong)).0, 400, "{wrong}");
    }
    refused(&sam, json!({ "do": "give-seed", "root": hex(9), "seed": hex(1) }), "another commitment");
    sam.tell((TABLE, "commands"), &give(&view, &hex(1)));
    refused(&sam, give(&view, &hex(2)), "already");
    alex.tell((TABLE, "ready"), &json!({}));
    play(&sam);
    refused(&alex, give(&view, &hex(3)), "the cards of this round are out");
    // Nobody who is not seated gives one.
    let (status, _) = say(&Player::new(&server, "player"), give(&view, &hex(4)));
    assert_eq!(status, 400);
}

/// What was acknowledged is there after the server came back, before the deal.
#[test]
fn a_seed_survives_a_restart_before_the_deal() {
    let (store, vault) = prepared();
    let tempo = || Timing::at_once(Duration::ZERO);
    let server = reopened(&store, &vault, settings(), tempo());
    let sam = Player::new(&server, "sam");
    sam.join(TABLE, 1, "500.00");
    let view = sam.until(TABLE, "betting", |view| view["fair"]["takes_seed"] == true);
    sam.tell((TABLE, "commands"), &give(&view, &hex(0x11)));
    let before = sam.look(TABLE)["fair"].clone();
    drop(server);
    let server = reopened(&store, &vault, settings(), tempo());
    let sam = Player::new(&server, "sam");
    assert_eq!(sam.look(TABLE)["fair"], before);
    play(&sam);
    let told = round(&server, &sam, &before["round"]);
    assert_eq!(told["deal"]["seeds"], before["seeds"]);
    assert!(check(&told) >= 6);
}
