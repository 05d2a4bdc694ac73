//! A seed for the deal, acknowledged by the shipped program: it survives a kill, the round is checked from what was downloaded, and a
//! house that drops a seed it has signed for is found out.

use crate::common;

use common::server::Running;
use common::{Folder, complaint, complaints, said};
use serde_json::{Value, json};
use std::time::Duration;

const TABLE: u32 = 4;
const SERVE: [&str; 5] = ["serve", "--address", "127.0.0.1:0", "--bots", "0"];

struct Player {
    running: Running,
    bearer: String,
    orders: u32,
}

impl Player {
    fn get(&self, path: &str) -> Value {
        let heard = self.running.ask(&format!("GET {path}"), &self.bearer, "");
        serde_json::from_str(heard.split("\r\n\r\n").nth(1).unwrap()).unwrap_or_else(|_| panic!("{heard}"))
    }

    fn view(&self) -> Value {
        self.get(&format!("/api/tables/{TABLE}"))
    }

    /// Says so until it is done.
    fn tell(&mut self, address: &str, command: Value) -> Value {
        let mut last = String::new();
        for _ in 0..200 {
            self.orders += 1;
            let order = json!({ "id": format!("{:032x}", self.orders), "command": command });
            let path = format!("POST /api/tables/{TABLE}/{address}");
            last = self.running.ask(&path, &self.bearer, &order.to_string());
            if last.starts_with("HTTP/1.1 200") {
                return serde_json::from_str(last.split("\r\n\r\n").nth(1).unwrap()).unwrap();
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{command} is refused for good: {last}");
    }
}

#[test]
fn a_seed_that_was_acknowledged_is_dealt_with_after_a_kill_and_a_dropped_one_is_found() {
    let data = Folder::new("fair-deal");
    let running = Running::start(&data.0, &SERVE);
    let bearer =
        format!("Authorization: Bearer {}\r\nContent-Type: application/json", running.token("player"));
    let mut player = Player { running, bearer, orders: 0 };
    player.tell("join", json!({ "seat": 9, "amount": "200.00" }));
    let fair = player.view()["fair"].clone();
    assert_eq!(fair["takes_seed"], true, "{fair}");
    let seed = "5a".repeat(32);
    let given =
        player.tell("commands", json!({ "do": "give-seed", "root": fair["commitment"], "seed": seed }));

    // Killed between the acknowledgement and the deal.
    player.running.0.kill().unwrap();
    player.running.0.wait().unwrap();
    player.running = Running::start(&data.0, &SERVE);
    let after = player.view()["fair"].clone();
    assert_eq!(
        (&after["commitment"], &after["round"]),
        (&fair["commitment"], &fair["round"]),
        "the same deck"
    );
    assert_eq!(after["seeds"][0]["seed"], json!(seed), "{after}");

    player.tell("commands", json!({ "do": "place", "wager": "ante", "amount": "10.00" }));
    player.tell("ready", json!({}));
    player.tell("commands", json!({ "do": "decide", "decision": "fold" }));
    let path = format!("/api/tables/{TABLE}/rounds/{}", fair["round"]);
    let under_way =
        (0..200).map(|_| player.get(&path)).inspect(|_| std::thread::sleep(Duration::from_millis(50)));
    let round = under_way.into_iter().find(|round| round["over"] == true).expect("the round ends");
    player.running.stop();

    let receipt = data.write("receipt.json", given.to_string());
    let key = given["receipt"]["key"].as_str().unwrap().to_string();
    let check = |round: &Value| {
        let file = data.write("round.json", round.to_string());
        ["floor", "check-round", &file, "--receipt", &receipt, "--house-key", &key].map(str::to_string)
    };
    let arguments = check(&round);
    let good = said(&arguments.each_ref().map(String::as_str));
    assert!(good.contains("where the order of 1 seed puts them"), "{good}");
    assert!(good.contains("the seed of place 9 is in it, as the house signed"), "{good}");

    // The house leaves the seed out of the record, and deals by the order without it.
    let wrong = |change: &dyn Fn(&mut Value), why: &str| {
        let mut forged = round.clone();
        change(&mut forged);
        let arguments = check(&forged);
        let (_, lines) = complaints(&arguments.each_ref().map(String::as_str));
        assert!(lines.iter().any(|line| line.contains(why)), "{why}: {lines:?}");
    };
    wrong(&|round| round["deal"]["seeds"] = json!([]), "it was dropped");
    wrong(&|round| round["deal"]["seeds"] = json!([]), "not where the order puts it");
    wrong(&|round| round["deal"]["seeds"][0]["seed"] = json!("5b".repeat(32)), "it was dropped");
    wrong(&|round| round["deal"]["round"] = json!(99), "not where the order puts it");
    wrong(&|round| round["deal"]["commitment"] = json!("00".repeat(32)), "does not lead to the commitment");
    wrong(&|round| round["deal"]["commitment"] = json!("00".repeat(32)), "another deck");
    wrong(&|round| round["openings"] = json!([]), "is not opened");
    // Of a receipt that somebody else has signed: nothing of the house, whether or not its key was given.
    let stranger = store::Vault::from_bytes([9; 32]);
    let theirs = json!({ "place": 9, "record": given["receipt"]["record"], "stream": given["receipt"]["stream"],
        "commitment": given["receipt"]["commitment"], "seed": "5b".repeat(32),
        "key": stranger.verifying_key().to_string() });
    let mut message = b"cardroom seed receipt 1\0".to_vec();
    message.extend(theirs["stream"].as_str().unwrap().as_bytes());
    message.push(0);
    message.extend(theirs["record"].as_u64().unwrap().to_be_bytes());
    message.extend(store::Hash::parse(theirs["commitment"].as_str().unwrap()).unwrap().0);
    message.push(9);
    message.extend([0x5b; 32]);
    let signature: String = stranger.sign(&message).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut signed = theirs;
    signed["signature"] = json!(signature);
    let (file, own) =
        (data.write("round.json", round.to_string()), data.write("own.json", signed.to_string()));
    let (_, lines) = complaints(&["floor", "check-round", &file, "--receipt", &own, "--house-key", &key]);
    assert!(lines[0].contains("not the house's"), "{lines:?}");
    let (_, lines) = complaints(&["floor", "check-round", &file, "--receipt", &own]);
    assert!(lines[0].contains("--house-key"), "{lines:?}");
    // A receipt that nobody signed proves nothing.
    let mut forged = given;
    forged["receipt"]["seed"] = json!("5b".repeat(32));
    let file = data.write("round.json", round.to_string());
    let unsigned = data.write("unsigned.json", forged.to_string());
    let (_, lines) = complaints(&["floor", "check-round", &file, "--receipt", &unsigned]);
    assert!(lines[0].contains("not signed"), "{lines:?}");
    // What is no round is said to be none.
    let other = data.write("other.json", "{}");
    assert!(complaint(&["floor", "check-round", &other]).contains("not a round or receipt from the API"));
}
