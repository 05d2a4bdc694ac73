//! The drill for the day when the disk is gone: everything acknowledged before the last export comes back from it, with
//! its proofs, and the program serves again.

use crate::attack::place::{Client, Place, file, places};
use crate::common::{Folder, said};
use serde_json::json;
use std::time::Instant;

#[test]
fn a_lost_disk_costs_what_came_after_the_last_export_and_nothing_before() {
    for place in places("restore") {
        let running = place.start();
        let player = Client::log_in(&running, "player");
        let commands = format!("{}/commands", file(&player));
        let withdraw = |id: u128| {
            let command = json!({ "do": "withdraw", "amount": "5.00" });
            let kept = player.order(&commands, id, command);
            assert_eq!(kept.0, 200, "{kept:?}");
            kept.1["last"].as_u64().unwrap()
        };
        let before: Vec<u64> = (1..=10).map(withdraw).collect();
        let elsewhere = Folder::new("restore-elsewhere");
        let export = elsewhere.0.join("last.export").display().to_string();
        said(&[&["floor"], &place.on()[..], &["export", &export]].concat());
        let after = withdraw(11);
        running.kill();
        let began = Instant::now();
        // The store is gone; the key was kept elsewhere, as it must be.
        let restored = Place::with_key_of(&place, "restored");
        said(&[&["floor"], &restored.on()[..], &["import", &export]].concat());
        assert!(said(&[&["floor"], &restored.on()[..], &["verify"]].concat()).ends_with("whole\n"));
        let agrees = said(&[&["floor"], &restored.on()[..], &["reconcile"]].concat());
        assert!(agrees.ends_with("everything agrees\n"), "{agrees}");
        let running = restored.start_restored();
        println!("served again {} ms after the loss was noticed", began.elapsed().as_millis());
        let player = Client::log_in(&running, "player");
        let again = |id: u128| {
            let command = json!({ "do": "withdraw", "amount": "5.00" });
            player.order(&commands, id, command)
        };
        for (id, last) in (1..).zip(before) {
            let (status, kept) = again(id);
            assert_eq!((status, &kept["again"], kept["last"].as_u64()), (200, &json!(true), Some(last)));
        }
        let (status, kept) = again(11);
        assert_eq!((status, &kept["again"]), (200, &json!(false)), "it was lost with the disk: {kept}");
        assert!(kept["last"].as_u64().unwrap() <= after);
    }
}
