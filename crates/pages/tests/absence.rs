//! Tables that are dealt by the system never stand still: whoever is away has checked where that is free and folded otherwise,
//! by the clause of the book, and is told so when they come back.

use crate::common;
use engine::TableNumber;

use common::player::Player;
use common::{Server, furnished_at};
use serde_json::{Value, json};
use server::auto_dealer::Timing;
use server::config::Settings;
use server::guard::rate_limit;
use std::time::Duration;

/// A book, a game, what its players stake at each decision, and what cites an absence there.
type Game = (&'static str, &'static str, &'static [Stake], (&'static str, &'static str));

const GAMES: [Game; 6] = [
    ("crown-sydney-poker-minors-3.3", "caribbean-stud", &[Stake::Bet("50.00")], SYDNEY),
    ("crown-sydney-poker-minors-3.3", "mississippi-stud", STREETS, SYDNEY),
    (
        "crown-sydney-poker-minors-3.3",
        "ultimate-texas-holdem",
        &[Stake::Check, Stake::Check, Stake::Bet("25.00")],
        SYDNEY,
    ),
    ("star-sydney-mississippi-stud-4", "mississippi-stud", STREETS, ("11.11", "MS-A9")),
    ("crown-melbourne-mississippi-stud-3.0", "mississippi-stud", STREETS, ("7.4.2", "MS-A56")),
    (
        "crown-melbourne-three-card-poker-5.1",
        "three-card-poker",
        &[Stake::Bet("25.00")],
        ("9.5.2(b)", "TC-A29"),
    ),
];
const SYDNEY: (&str, &str) = ("13.7", "AMB-63");
const STREETS: &[Stake] = &[Stake::Bet("25.00"), Stake::Bet("25.00"), Stake::Bet("25.00")];

#[derive(Clone, Copy, PartialEq)]
enum Stake {
    Check,
    Bet(&'static str),
}

impl Stake {
    fn command(self) -> Value {
        match self {
            Stake::Check => json!({ "do": "decide", "decision": "check" }),
            Stake::Bet(amount) => json!({ "do": "decide", "decision": "bet", "amount": amount }),
        }
    }
}

/// Those who look on ask more often than people may.
fn settings() -> Settings {
    let often = rate_limit::RateLimit::per_second(1_000_000, 4_000_000);
    Settings { session_pace: often, address_pace: often, ..Settings::default() }
}

fn tempo() -> Timing {
    let decide = Duration::from_millis(1_500);
    Timing { betting: Duration::from_millis(700), decide, ..Timing::at_once(Duration::ZERO) }
}

/// The first table of a game that the system deals.
fn table_of(server: &Server, book: &str, game: &str) -> u32 {
    let heard = server.get("/api/tables", &[]);
    let told: Value = serde_json::from_str(&heard.body).unwrap();
    let is = |table: &&Value| table["book"] == book && table["game"] == game && table["mode"] == "virtual";
    let found = told["tables"].as_array().unwrap().iter().find(is).unwrap();
    u32::try_from(found["table"].as_u64().unwrap()).unwrap()
}

fn decides(view: &Value) -> bool {
    let mine = view["seats"].as_array().unwrap().iter().find(|seat| seat["mine"] == true);
    view["phase"] == "deciding" && mine.is_some_and(|seat| seat["to_decide"] == true)
}

fn lay(player: &Player<'_>, table: u32, game: &str) {
    player.until(table, "betting", |view| view["phase"] == "betting");
    for wager in ["ante", "blind"].into_iter().take(if game == "ultimate-texas-holdem" { 2 } else { 1 }) {
        player.tell((table, "commands"), &json!({ "do": "place", "wager": wager, "amount": "25.00" }));
    }
}

/// Every game of every book, gone from each decision on: the round ends all the same, in the time that the clocks give.
#[test]
fn finding_01_an_absent_player_never_freezes_a_table() {
    let server = furnished_at(settings(), tempo());
    for (book, game, stakes, (clause, reading)) in GAMES {
        let table = table_of(&server, book, game);
        let (gone, stays) = (Player::new(&server, "player"), Player::new(&server, "alex"));
        gone.join(table, 1, "2000.00");
        stays.join(table, 2, "2000.00");
        for step in 0..stakes.len() {
            lay(&gone, table, game);
            assert_eq!(gone.look(table)["absences"], json!([]), "who plays again needs no telling");
            lay(&stays, table, game);
            let round = stays.look(table)["round"].as_u64().unwrap();
            for (at, stake) in stakes.iter().enumerate() {
                let view = stays.until(table, "the decision", |view| {
                    decides(view) && view["step"] == step_name(game, at)
                });
                assert_eq!(view["phase"], "deciding");
                stays.tell((table, "commands"), &stake.command());
                if at < step {
                    gone.tell((table, "commands"), &stake.command());
                }
            }
            stays.until(table, "the end of the round", |view| view["over"] == true);
            let view = gone.look(table);
            let notes = view["absences"].as_array().unwrap();
            let free = stakes[step..].iter().filter(|stake| **stake == Stake::Check).count();
            assert_eq!(notes.len(), free + 1, "{game}, gone from decision {step}: {notes:?}");
            for (at, note) in notes.iter().enumerate() {
                let folded = if game == "three-card-poker" { "ante-folded" } else { "folded" };
                let deemed = if at < free { "checked" } else { folded };
                assert_eq!(note["deemed"], deemed, "{game}, gone from decision {step}");
                assert_eq!((&note["clause"], &note["reading"]), (&json!(clause), &json!(reading)));
                assert_eq!(note["round"], round + 1);
                assert_eq!(note["place"], 1);
            }
            // All that was laid is lost, by that clause, and nothing goes back.
            let spots = view["seats"][0]["spots"].as_array().unwrap();
            for spot in spots.iter().filter(|spot| !spot["result"].is_null()) {
                let result = &spot["result"];
                assert_eq!(
                    (&result["result"], &result["clause"]),
                    (&json!("lose"), &json!(clause)),
                    "{spot}"
                );
                assert_eq!(result["returned"], "0.00", "{spot}");
            }
            if step % 2 == 0 {
                gone.tell((table, "seen"), &json!({}));
                assert_eq!(gone.look(table)["absences"], json!([]), "put away");
            }
        }
        assert!(server.app.dealer.alarm(TableNumber(table)).is_none());
        assert_eq!(stays.look(table)["decision_seconds"], 2, "the clock on the sign, in whole seconds");
        for player in [&gone, &stays] {
            player.tell((table, "commands"), &json!({ "do": "leave" }));
            player.until(table, "the empty place", |view| view["me"].is_null());
        }
    }
}

fn step_name(game: &str, at: usize) -> &'static str {
    match game {
        "caribbean-stud" => "bet-or-fold",
        "three-card-poker" => "play-or-fold",
        "ultimate-texas-holdem" => ["pre-flop", "flop", "river"][at],
        _ => ["3rd-street", "4th-street", "5th-street"][at],
    }
}

/// An Ante without its Blind keeps nobody waiting for ever, though nobody is in the pit: it is given back, with the clause.
#[test]
fn finding_01_a_wager_without_its_companion_is_given_back() {
    let server = furnished_at(settings(), tempo());
    let table = table_of(&server, "crown-sydney-poker-minors-3.3", "ultimate-texas-holdem");
    let (gone, stays) = (Player::new(&server, "player"), Player::new(&server, "alex"));
    gone.join(table, 1, "500.00");
    let ante = json!({ "do": "place", "wager": "ante", "amount": "25.00" });
    // Alone at the table, and beside somebody who plays.
    for beside in [false, true] {
        gone.tell((table, "commands"), &ante);
        if beside {
            stays.join(table, 2, "500.00");
            lay(&stays, table, "ultimate-texas-holdem");
        }
        let view = gone.until(table, "the Ante back", |view| view["seats"][0]["chips"] == "500.00");
        let note = &view["absences"][0];
        assert_eq!((&note["deemed"], &note["clause"]), (&json!("given-back"), &json!("10.4.1(a)")));
        assert_eq!((&note["wager"], &note["amount"]), (&json!("Ante"), &json!("25.00")));
        gone.tell((table, "seen"), &json!({}));
    }
    stays.until(table, "the deal", decides);
}

/// The first wager of a quiet table starts the clock: it is not dealt before others can lay theirs.
#[test]
fn betting_time_runs_from_the_first_wager() {
    let long = Timing { betting: Duration::from_secs(600), ..tempo() };
    let server = furnished_at(settings(), long);
    let table = table_of(&server, "star-sydney-mississippi-stud-4", "mississippi-stud");
    let (first, second) = (Player::new(&server, "player"), Player::new(&server, "alex"));
    first.join(table, 1, "500.00");
    second.join(table, 2, "500.00");
    lay(&first, table, "mississippi-stud");
    first.tell((table, "ready"), &json!({}));
    let view = second.until(table, "the clock", |view| view["pace"]["until_ms"].is_i64());
    assert_eq!(view["phase"], "betting");
    lay(&second, table, "mississippi-stud");
    second.tell((table, "ready"), &json!({}));
    second.until(table, "the deal", decides);
}
