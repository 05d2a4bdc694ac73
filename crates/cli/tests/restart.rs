//! What people see after the shipped program was killed and started again.

use crate::common;

use common::Folder;
use common::server::Running;
use serde_json::Value;
use std::time::Duration;

/// Killed after a settlement and started again: the felt of the last round and what it paid are there as they were.
#[test]
fn the_settled_felt_survives_a_kill() {
    let data = Folder::new("felt");
    let arguments = ["serve", "--address", "127.0.0.1:0", "--bots", "0"];
    let mut running = Running::start(&data.0, &arguments);
    let token = running.token("player");
    let bearer = format!("Authorization: Bearer {token}\r\nContent-Type: application/json");
    let table = 4;
    let view = |running: &Running| -> Value {
        let heard = running.ask(&format!("GET /api/tables/{table}"), &bearer, "");
        serde_json::from_str(heard.split("\r\n\r\n").nth(1).unwrap()).unwrap()
    };
    let mut id = 0u32;
    let mut tell = |running: &Running, address: &str, command: Value| {
        for _ in 0..200 {
            id += 1;
            let order = serde_json::json!({ "id": format!("{id:032x}"), "command": command });
            let heard =
                running.ask(&format!("POST /api/tables/{table}/{address}"), &bearer, &order.to_string());
            if heard.starts_with("HTTP/1.1 200") {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{command} is refused for good");
    };
    tell(&running, "join", serde_json::json!({ "seat": 9, "amount": "200.00" }));
    tell(&running, "commands", serde_json::json!({ "do": "place", "wager": "ante", "amount": "10.00" }));
    tell(&running, "ready", serde_json::json!({}));
    tell(&running, "commands", serde_json::json!({ "do": "decide", "decision": "bet", "amount": "10.00" }));
    let settled = (0..200)
        .find_map(|_| {
            std::thread::sleep(Duration::from_millis(100));
            Some(view(&running)).filter(|view| view["over"] == true && view["seats"][8]["net"].is_string())
        })
        .expect("the round ends");
    running.0.kill().unwrap();
    running.0.wait().unwrap();
    let running = Running::start(&data.0, &arguments);
    let after = view(&running);
    assert_eq!(after["round"], settled["round"], "nobody has wagered since");
    for part in ["over", "seats", "dealer", "qualifies", "board", "history", "log"] {
        assert_eq!(after[part], settled[part], "{part}");
    }
    running.stop();
}
