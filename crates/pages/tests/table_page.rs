//! What people at a table are told, on its page and in its view: why they leave, what they can wager, when it is open.

use crate::common;
use engine::TableNumber;

use common::player::{Player, id};
use common::{Server, furnished_at};
use serde_json::{Value, json};
use server::auto_dealer::Timing;
use server::config::Settings;
use server::guard::rate_limit;
use std::time::Duration;

const STAR: &str = "star-sydney-mississippi-stud-4";
const THREE_CARD: &str = "crown-melbourne-three-card-poker-5.1";

/// Nobody's time runs out, and those who look on ask more often than people may.
fn open() -> Server {
    let often = rate_limit::RateLimit::per_second(1_000_000, 4_000_000);
    let settings = Settings {
        session_pace: often,
        address_pace: often,
        time_zone: floor::Zone::parse("Australia/Melbourne").unwrap(),
        ..Settings::default()
    };
    let decide = Duration::from_secs(600);
    furnished_at(
        settings,
        Timing { betting: Duration::from_millis(500), decide, ..Timing::at_once(Duration::ZERO) },
    )
}

fn table_of(server: &Server, book: &str) -> u32 {
    let told: Value = serde_json::from_str(&server.get("/api/tables", &[]).body).unwrap();
    let is = |table: &&Value| table["book"] == book && table["mode"] == "virtual";
    let found = told["tables"].as_array().unwrap().iter().find(is).unwrap();
    u32::try_from(found["table"].as_u64().unwrap()).unwrap()
}

/// A page as somebody sees it.
fn page(server: &Server, who: &Player<'_>, path: &str) -> String {
    let heard = server.get(path, &[&format!("Cookie: cardroom={}", who.token), "Accept: text/html"]);
    assert_eq!(heard.status, 200, "{path}: {}", heard.body);
    heard.body
}

fn guest(server: &Server, path: &str) -> String {
    let heard = server.get(path, &["Accept: text/html"]);
    assert_eq!(heard.status, 200, "{path}: {}", heard.body);
    heard.body
}

/// Posts a command anywhere.
fn post(server: &Server, who: &Player<'_>, path: &str, body: &Value) -> (u16, Value) {
    let head = ["Content-Type: application/json", &who.bearer()];
    let heard = server.ask(&format!("POST {path}"), &head, &body.to_string());
    (heard.status, serde_json::from_str(&heard.body).unwrap_or(Value::Null))
}

fn command(command: Value) -> Value {
    json!({ "id": id(), "command": command })
}

/// Somebody with a hand at place 1.
fn dealt<'s>(server: &'s Server, table: TableNumber, name: &str) -> Player<'s> {
    let player = Player::new(server, name);
    player.join(table.0, 1, "500.00");
    player.until(table.0, "betting", |view| view["phase"] == "betting");
    player.tell((table.0, "commands"), &json!({ "do": "place", "wager": "ante", "amount": "25.00" }));
    player.until(table.0, "the deal", |view| view["phase"] == "deciding");
    player
}

fn fold(player: &Player<'_>, table: TableNumber) {
    player.tell((table.0, "commands"), &json!({ "do": "decide", "decision": "fold" }));
}

/// The text of a page without its marks.
fn words(page: &str) -> String {
    let mut words = String::new();
    for part in page.split('<') {
        words.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    words.replace("&#39;", "'")
}

#[test]
fn a_player_is_ordered_off_after_the_round_and_told_by_whom_and_why() {
    let server = open();
    let table = table_of(&server, STAR);
    let (sam, supervisor) = (dealt(&server, TableNumber(table), "sam"), Player::new(&server, "supervisor"));
    let path = format!("/api/tables/{table}/commands");
    let order = json!({ "do": "remove-player", "seat": 1, "why": "shouts at the dealer" });
    let form = page(&server, &supervisor, &format!("/pit/tables/{table}"));
    assert!(form.contains(r#"id="remove-1""#), "the pit has a form for it");
    let (status, told) = post(&server, &Player::new(&server, "dealer"), &path, &command(order.clone()));
    assert_eq!(status, 403, "{told}");
    assert_eq!(told["clause"]["label"], "13.18", "{told}");

    let (status, told) = post(&server, &supervisor, &path, &command(order));
    assert_eq!(status, 200, "{told}");
    let view = sam.look(table);
    assert_eq!(view["me"], 1, "the round is played first");
    assert_eq!(view["leaving"]["clause"], "13.18", "{view}");
    let text = words(&page(&server, &sam, &format!("/tables/{table}")));
    let says =
        "By order of the Assistant Gaming Manager you leave this table after the round: shouts at the dealer";
    assert!(text.contains(says), "{text}");
    let pit = words(&page(&server, &supervisor, &format!("/pit/tables/{table}")));
    assert!(pit.contains("leaves after the round"), "{pit}");
    assert!(
        !words(&guest(&server, &format!("/tables/{table}"))).contains("shouts"),
        "nobody else's business"
    );

    fold(&sam, TableNumber(table));
    sam.until(table, "the place is left", |view| view["me"].is_null());
    let text = words(&page(&server, &sam, &format!("/tables/{table}")));
    assert!(
        text.contains("By order of the Assistant Gaming Manager you left this table: shouts at the dealer"),
        "{text}"
    );
    assert!(text.contains("Your chips are in your account"), "{text}");
    sam.tell((table, "seen"), &json!({}));
    assert_eq!(sam.look(table)["leaving"], Value::Null, "put away");
    // The log has who, for those who may read it.
    let past = words(&page(&server, &supervisor, &format!("/tables/{table}/rounds/1?lines=all")));
    assert!(past.contains("is ordered off the table") && past.contains("shouts at the dealer"), "{past}");
}

#[test]
fn the_pit_tells_the_time_of_the_house() {
    let server = open();
    let table = table_of(&server, STAR);
    let _sam = dealt(&server, TableNumber(table), "sam");
    let pit = words(&page(&server, &Player::new(&server, "supervisor"), &format!("/pit/tables/{table}")));
    let since = pit.split("since ").nth(1).unwrap_or_else(|| panic!("{pit}"));
    let zone: String = since.chars().skip(20).take(4).collect();
    assert!(["AEDT", "AEST"].contains(&zone.as_str()), "since {}", &since[..30]);
}

#[test]
fn only_chips_that_the_sign_lets_one_wager_are_in_the_tray() {
    let server = open();
    let table = table_of(&server, STAR);
    let sam = Player::new(&server, "sam");
    sam.join(table, 1, "500.00");
    let smallest = server
        .app
        .table(TableNumber(table))
        .unwrap()
        .1
        .with_state(|state| state.game.sign.as_ref().unwrap().smallest_chip);
    let shown = page(&server, &sam, &format!("/tables/{table}"));
    let chips: Vec<i64> = shown
        .split("data-cents-chip=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect();
    assert!(chips.len() > 3, "{chips:?}");
    let odd: Vec<_> = chips.iter().filter(|chip| **chip % smallest.cents() != 0).collect();
    assert!(odd.is_empty(), "the smallest chip is {smallest}, and these are offered: {odd:?}");
}

/// Ends the day of a house in which nobody plays at a live table.
fn end_day(server: &Server, book: &str) {
    let manager = Player::new(server, "manager");
    let floor = &server.app.floor;
    let path = format!("/api/houses/{book}/commands");
    let second = json!({ "badge": "manager2", "pin": server::demo::SECRET });
    let tell = |path: &str, said: Value| {
        let order = json!({ "id": id(), "second": second, "command": said });
        let (status, told) = post(server, &manager, path, &order);
        assert_eq!(status, 200, "{told}");
    };
    tell(&path, json!({ "do": "call-last-round" }));
    for follower in server.app.tables().iter().filter(|follower| follower.name.book == book) {
        let desk = floor.table(&follower.name.stream().unwrap()).unwrap();
        let (mode, float) = desk.with_state(|state| (state.mode, state.holds(floor::Account::Float)));
        if mode == Some(floor::table::DealingMode::Live) {
            let table = format!("/api/tables/{}/commands", follower.name.number);
            tell(&table, json!({ "do": "count-float", "amount": float.to_string() }));
        }
    }
    let day = floor.house(book).unwrap().with_state(|state| state.day.unwrap().to_string());
    tell(&path, json!({ "do": "close-day", "date": day }));
}

#[test]
fn no_table_is_open_for_wagers_while_no_gaming_day_is_open() {
    let server = open();
    let table = table_of(&server, STAR);
    let here = format!("/tables/{table}");
    assert!(words(&guest(&server, &here)).contains("open for wagers"));
    let lobby = || {
        let path = format!("/?book={STAR}&game=mississippi-stud");
        words(&guest(&server, &path))
    };
    assert!(!lobby().contains("No gaming day is open"), "{}", lobby());
    end_day(&server, STAR);
    let supervisor = Player::new(&server, "supervisor");
    for shown in [
        words(&guest(&server, &here)),
        words(&page(&server, &Player::new(&server, "sam"), &here)),
        lobby(),
        words(&page(&server, &supervisor, &format!("/pit/tables/{table}"))),
    ] {
        assert!(!shown.contains("open for wagers"), "{shown}");
        assert!(shown.to_lowercase().contains("no gaming day is open"), "{shown}");
    }
    let view: Value = serde_json::from_str(&server.get(&format!("/api/tables/{table}"), &[]).body).unwrap();
    assert_eq!(view["phase_words"], "no gaming day is open", "{view}");
    assert_eq!(view["phase"], "betting", "programs are told how far the table itself has come");
}

#[test]
fn who_is_excluded_while_seated_is_told_why_and_staff_are_told_who() {
    let server = open();
    let table = table_of(&server, THREE_CARD);
    let (alex, supervisor) = (dealt(&server, TableNumber(table), "alex"), Player::new(&server, "supervisor"));
    let patron =
        server.app.table(TableNumber(table)).unwrap().1.with_state(|state| state.patrons[0].unwrap());
    let book = floor::book(THREE_CARD).unwrap();
    let clause = book.label(book.house.patrons.exclusion);
    let (status, told) = post(
        &server,
        &alex,
        &format!("/api/patrons/{THREE_CARD}/{patron}/commands"),
        &command(json!({ "do": "exclude" })),
    );
    assert_eq!(status, 200, "{told}");
    let here = format!("/tables/{table}");
    let says = "You have excluded yourself from every table of Crown Melbourne Limited, for good";
    let told = alex.until(table, "the reason", |view| !view["leaving"].is_null());
    assert!(told["leaving"]["why"].as_str().unwrap().starts_with(says), "{told}");
    assert_eq!(told["leaving"]["clause"], clause);
    let shown = page(&server, &alex, &here);
    assert_eq!(words(&shown).matches(says).count(), 1, "{}", words(&shown));
    assert!(!words(&guest(&server, &here)).contains("excluded"), "nobody else's business");

    fold(&alex, TableNumber(table));
    alex.until(table, "the place is left", |view| view["me"].is_null());
    // Gone: the reason stays, and no place is offered that would be refused.
    let shown = page(&server, &alex, &here);
    assert_eq!(words(&shown).matches(says).count(), 1, "{}", words(&shown));
    assert!(shown.contains(&format!(">{clause}</a>")), "with its clause");
    assert!(!shown.contains(r#"class="join""#), "nothing to press that is refused");

    // Somebody asks for a place all the same: refused once, in the second person, with the clause once.
    let join = command(json!({ "seat": 2, "amount": "500.00" }));
    let (status, told) = post(&server, &alex, &format!("/api/tables/{table}/join"), &join);
    assert_eq!(status, 409, "{told}");
    assert_eq!((told["what"].as_str(), told["clause"]["label"].as_str()), (Some(says), Some(clause)));
    let shown = words(&page(&server, &alex, &here));
    assert_eq!(shown.matches(says).count(), 1, "{shown}");

    // Staff read who it is, and never "you".
    let stream = server.app.table(TableNumber(table)).unwrap().1.stream().clone();
    let recalled = floor::recall::recall(&*server.app.store, &server.app.vault, &stream, 5).unwrap();
    let lines: Vec<_> = recalled.rounds.iter().flat_map(|round| &round.lines).collect();
    let refused = lines.iter().find(|line| line.what.contains("may not sit")).expect("it stands in the log");
    assert!(refused.what.starts_with("Alex Player (patron 2) may not sit at place 2: "), "{}", refused.what);
    assert!(refused.what.contains("has excluded themselves from every table of"), "{}", refused.what);
    assert_eq!(refused.clause, clause, "its own clause");
    assert!(!refused.what.contains(clause), "the clause stands beside it once: {}", refused.what);
    assert!(lines.iter().all(|line| !line.what.contains("You ")), "{lines:?}");
    drop(supervisor);
}

/// A refusal that the answer has told is not told a second time by the page.
#[test]
fn a_refusal_to_sit_is_told_once() {
    let server = open();
    let (table, other) = (table_of(&server, STAR), {
        let tables = server.app.tables();
        let name = |number| server.app.table(number).unwrap().1.with_state(|state| state.mode);
        let is = |follower: &&std::sync::Arc<server::table_feed::WatchedTable>| {
            follower.name.book == STAR
                && name(follower.name.number) == Some(floor::table::DealingMode::Virtual)
        };
        tables.iter().filter(is).nth(1).unwrap().name.number
    });
    let sam = Player::new(&server, "sam");
    sam.join(table, 1, "500.00");
    let join = command(json!({ "seat": 2, "amount": "500.00" }));
    let (status, told) = post(&server, &sam, &format!("/api/tables/{other}/join"), &join);
    let says = format!("You are playing at table {table}; leave that table first");
    assert_eq!((status, told["what"].as_str()), (409, Some(says.as_str())), "{told}");
    let shown = words(&page(&server, &sam, &format!("/tables/{other}")));
    assert!(shown.matches(&says).count() <= 1, "{shown}");
    let view = sam.look(other.0);
    assert_eq!(view["refused"], Value::Null, "the answer has told it: {view}");
}
