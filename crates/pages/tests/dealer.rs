//! The dealer's console, worked as a dealer works it: whatever the page offers next is pressed.

use crate::staffed;
use engine::TableNumber;

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::demo::{DemoFloorSize, SECRET};
use staffed::House;
use std::collections::BTreeSet;
use std::time::Duration;

const SMALL: DemoFloorSize = DemoFloorSize { tables: 1, bots: 1, live: 1 };

/// The text between two marks.
fn between<'p>(page: &'p str, from: &str, to: &str) -> &'p str {
    let start = page.find(from).map_or(page.len(), |at| at + from.len());
    let rest = &page[start..];
    &rest[..rest.find(to).unwrap_or(rest.len())]
}

fn region<'p>(page: &'p str, name: &str) -> &'p str {
    between(page, &format!("data-live=\"{name}\""), "</section>")
}

/// The hidden commands of the forms in a part of a page, each with the rest of its form.
fn commands(part: &str) -> Vec<(Value, &str)> {
    let forms = part.split("<form").skip(1);
    let command = |form: &'_ str| -> Option<Value> {
        let text = between(form, "name=\"command\" value=\"", "\"").replace("&quot;", "\"");
        serde_json::from_str(&text).ok()
    };
    forms.filter_map(|form| Some((command(form)?, form))).collect()
}

/// The regions of a frame that do not stand on a page.
fn missing(page: &str, frame: &str) -> Vec<String> {
    let regions: Vec<String> =
        frame.split("<section").skip(1).map(|region| format!("<section{region}")).collect();
    assert_eq!(regions.len(), 7, "{frame}");
    regions.into_iter().filter(|region| !page.contains(region)).collect()
}

/// Cards one after the other, none twice.
struct Pack {
    next: usize,
    turn: usize,
}

impl Pack {
    fn take(&mut self, count: usize) -> String {
        let cards = (0..count).map(|_| {
            let number = u8::try_from((self.next * 17 + self.turn) % 52).unwrap();
            self.next += 1;
            cards::CardId::new(number).unwrap().card().to_string()
        });
        cards.collect::<Vec<_>>().join(" ")
    }
}

/// A table and whoever deals there.
struct Shift<'h> {
    house: &'h House,
    dealer: String,
    table: u64,
    book: String,
    game: String,
}

impl Shift<'_> {
    async fn page(&self) -> String {
        let (status, page) = self.house.get(Some(&self.dealer), &format!("/dealer/{}", self.table)).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        page
    }

    async fn view(&self) -> Value {
        let (status, text) = self.house.get(Some(&self.dealer), &format!("/api/tables/{}", self.table)).await;
        assert_eq!(status, StatusCode::OK);
        serde_json::from_str(&text).unwrap()
    }

    async fn tell(&self, command: Value) -> (StatusCode, Value) {
        self.house.order(&self.dealer, &format!("/api/tables/{}/commands", self.table), command).await
    }

    /// Whether nobody is still to be told of what happened here: meters and files answer when they like.
    fn is_quiet(&self) -> bool {
        let (_, desk) = self.house.app.table(TableNumber(u32::try_from(self.table).unwrap())).unwrap();
        desk.with_state(|state| state.due.is_empty())
    }

    async fn quiet(&self) {
        for _ in 0..1000 {
            if self.is_quiet() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        panic!("{} {}: somebody does not answer", self.book, self.game);
    }

    async fn done(&self, command: Value) {
        let (status, answer) = self.tell(command.clone()).await;
        self.quiet().await;
        assert_eq!(status, StatusCode::OK, "{} {}: {command}: {answer}", self.book, self.game);
    }

    /// Two patrons sit down with cash.
    async fn seat(&self) {
        for place in [1u64, 2] {
            let card = self.page().await.contains(&format!("id=\"card-{place}\""));
            let mut sit = json!({ "do": "sit", "seat": place, "patron": place });
            if card {
                sit["card"] = json!(place);
            }
            self.done(sit).await;
            for _ in 0..500 {
                if self.view().await["seats"][place as usize - 1]["taken"] == true {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_eq!(self.view().await["seats"][place as usize - 1]["taken"], true, "{}", self.book);
            self.done(json!({ "do": "buy-in", "seat": place, "amount": "5000", "with": "cash" })).await;
        }
    }

    /// What every box lays: the minimum of each spot, the jackpot too.
    async fn lay(&self) {
        let view = self.view().await;
        let mut wagers = serde_json::Map::new();
        for limit in view["sign"]["limits"].as_array().unwrap() {
            let least = limit["min"].as_str().unwrap_or("25.00");
            wagers.insert(limit["wager"].as_str().unwrap().into(), json!(least));
        }
        let spots = view["seats"][0]["spots"].as_array().unwrap();
        if let (Some(cost), Some(spot)) =
            (view["sign"]["jackpot_cost"].as_str(), spots.iter().find(|spot| spot["kind"] == "jackpot"))
        {
            wagers.insert(spot["wager"].as_str().unwrap().into(), json!(cost));
        }
        let path = format!("/api/tables/{}/box", self.table);
        for place in [1, 2] {
            let command = json!({ "seat": place, "wagers": wagers });
            let (status, answer) = self.house.order(&self.dealer, &path, command).await;
            assert_eq!(status, StatusCode::OK, "{} {}: {answer}", self.book, self.game);
        }
    }

    /// Does the next step that the console names; the answer is what that was.
    async fn step(&self, pack: &mut Pack) -> String {
        let page = self.page().await;
        let (next, record) = (region(&page, "next"), region(&page, "record"));
        if let Some((mut command, form)) =
            commands(record).into_iter().find(|(_, form)| form.contains("data-record=\"now\""))
        {
            let want: usize = between(form, "data-want=\"", "\"").parse().unwrap();
            command["cards"] = json!(pack.take(want));
            self.done(command).await;
            return "record".into();
        }
        let forms = commands(next);
        let ready = |(_, form): &&(Value, &str)| form.contains("<button") && !form.contains(" disabled");
        let big = forms.iter().find(|(_, form)| form.contains("decide next"));
        let (command, form) = big.or_else(|| forms.iter().find(ready)).unwrap_or_else(|| panic!("{next}"));
        assert!(!form.contains(" disabled"), "{} {}: {next}", self.book, self.game);
        if big.is_some() {
            assert!(form.contains("data-key-press=\"Space\""));
        }
        self.done(command.clone()).await;
        command["do"].as_str().unwrap().to_string()
    }

    /// Steps until a phase is reached; the answer is what was done.
    async fn until(&self, phase: &str, pack: &mut Pack) -> Vec<String> {
        let mut steps = Vec::new();
        for _ in 0..80 {
            steps.push(self.step(pack).await);
            if self.view().await["phase"] == phase {
                return steps;
            }
        }
        panic!("{} {}: {steps:?}", self.book, self.game);
    }

    async fn leave(&self) {
        for place in [1, 2] {
            self.done(json!({ "do": "leave", "seat": place })).await;
        }
    }
}

async fn live_tables<'h>(house: &'h House, dealer: &str) -> Vec<Shift<'h>> {
    let (_, text) = house.get(Some(dealer), "/api/tables").await;
    let all: Value = serde_json::from_str(&text).unwrap();
    let live = all["tables"].as_array().unwrap().iter().filter(|table| table["mode"] == "live");
    live.map(|table| Shift {
        house,
        dealer: dealer.to_string(),
        table: table["table"].as_u64().unwrap(),
        book: table["book"].as_str().unwrap().to_string(),
        game: table["game"].as_str().unwrap().to_string(),
    })
    .collect()
}

/// Rounds of every game: cards recorded, decisions, hand by hand settled; then one in which something goes wrong.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dealer_works_a_live_round_of_every_game_and_something_goes_wrong_in_the_next() {
    let house = House::open(SMALL);
    let dealer = house.log_in("dealer");
    let mut games = BTreeSet::new();
    let mut ruled = BTreeSet::new();
    for shift in live_tables(&house, &dealer).await {
        shift.seat().await;
        shift.lay().await;
        let mut pack = Pack { next: 0, turn: 3 };
        let steps = shift.until("deciding", &mut pack).await;
        assert!(steps.contains(&"deal-live".to_string()), "{steps:?}");
        let mut steps = shift.until("showdown", &mut pack).await;
        assert!(steps.contains(&"decide".to_string()), "{steps:?}");
        while shift.view().await["phase"] == "showdown" {
            let last = shift.step(&mut pack).await;
            if last == "settle-hand" && shift.view().await["phase"] == "showdown" {
                // Finding 4: what a box was settled on stands, and nobody is offered to take it back.
                let page = shift.page().await;
                let offered = commands(&page).into_iter().any(|(command, _)| {
                    command["do"] == "take-back-record"
                        && matches!(command["of"].as_str(), Some("dealer" | "board"))
                });
                assert!(!offered, "{}", shift.game);
            }
            steps.push(last);
            assert!(steps.len() < 80, "{steps:?}");
        }
        assert!(steps.contains(&"settle-hand".to_string()) && steps.contains(&"record".to_string()));
        let view = shift.view().await;
        assert_eq!((view["phase"].as_str(), view["over"].as_bool()), (Some("betting"), Some(true)));
        let page = shift.page().await;
        assert!(region(&page, "guide").contains("class=\"clause\""), "what was paid wears its clauses");
        let (status, recalled) = house.get(Some(&dealer), &format!("/dealer/{}/recall", shift.table)).await;
        assert_eq!(status, StatusCode::OK);
        assert!(recalled.contains("Round 1") && recalled.contains("class=\"clause\""));
        // Finding 3: the log says which of the two it was.
        let qualifies = floor::book(&shift.book).unwrap().variant(&shift.game).unwrap().qualifies.is_some();
        let says = |words: &str| recalled.contains(words);
        assert_eq!(says("the dealer qualifies with") != says("the dealer does not qualify with"), qualifies);
        assert!(!says("dealer qualified") && !says("clause is applied"), "small steps are left out");
        games.insert((shift.book.clone(), shift.game.clone()));
        if something_goes_wrong(&shift).await {
            ruled.insert(shift.book.clone());
        }
        shift.leave().await;
    }
    assert!(games.len() >= 6, "{games:?}");
    assert!(ruled.len() >= 3, "{ruled:?}");
}

/// A round that a ruling ends, after somebody who may has approved it.
async fn something_goes_wrong(shift: &Shift<'_>) -> bool {
    let house = shift.house;
    let mut pack = Pack { next: 0, turn: 8 };
    shift.lay().await;
    shift.until("deciding", &mut pack).await;
    let (status, list) = house.get(Some(&shift.dealer), &format!("/dealer/{}/trouble", shift.table)).await;
    assert_eq!(status, StatusCode::OK);
    for what in ["disruption", "card-exposed", "device-dead"] {
        if !list.contains(&format!("?what={what}\"")) {
            continue;
        }
        let asked = format!("/dealer/{}/trouble?what={what}&part=sheet&of=dealer", shift.table);
        let (status, sheet) = house.get(Some(&shift.dealer), &asked).await;
        assert_eq!(status, StatusCode::OK, "{sheet}");
        let Some((command, form)) =
            commands(&sheet).into_iter().find(|(_, form)| form.contains("data-apply"))
        else {
            continue;
        };
        let before = shift.view().await["version"].clone();
        let preview = format!("/api/tables/{}/preview", shift.table);
        let (status, told) = house.order(&shift.dealer, &preview, command["order"].clone()).await;
        assert_eq!(status, StatusCode::OK, "{told}");
        assert_eq!(shift.view().await["version"], before, "a look changes nothing");
        let ruling = told["ruling"].as_str().unwrap();
        if !["misdeal", "void-round", "invalidated"].contains(&ruling) {
            continue;
        }
        assert!(
            told["events"]
                .as_array()
                .unwrap()
                .iter()
                .all(|line| line["clause"].as_str().is_some_and(|own| !own.is_empty()))
        );
        assert_eq!(told["seats"].as_array().unwrap().len(), 2, "both boxes are told of: {told}");
        let path = format!("/api/tables/{}/approved", shift.table);
        if !told["barred"].is_null() {
            assert!(form.contains("approval.badge"), "somebody else must approve");
            let (status, no) = house.order(&shift.dealer, &path, command.clone()).await;
            assert_eq!(status, StatusCode::FORBIDDEN);
            assert!(no["clause"]["label"].as_str().is_some_and(|label| !label.is_empty()), "{no}");
            let mut wrong = command.clone();
            wrong["approval"] = json!({ "badge": "manager", "pin": "not it at all" });
            let (status, _) = house.order(&shift.dealer, &path, wrong).await;
            assert_eq!(status, StatusCode::FORBIDDEN);
        }
        let mut approved = command;
        approved["approval"] = json!({ "badge": "manager", "pin": SECRET });
        let (status, answer) = house.order(&shift.dealer, &path, approved).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let view = shift.view().await;
        assert_eq!(view["phase"], "betting", "{} {ruling}", shift.book);
        let (_, recalled) =
            house.get(Some(&shift.dealer), &format!("/dealer/{}/recall?rounds=1", shift.table)).await;
        assert!(recalled.contains("(staff 1)"), "whoever approved gave the order");
        return true;
    }
    // Nothing of these ends a round in this book: it is played on.
    shift.until("showdown", &mut pack).await;
    shift.until("betting", &mut pack).await;
    false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_console_is_for_the_staff_and_says_why_not() {
    let house = House::open(SMALL);
    let (player, dealer) = (house.log_in("player"), house.log_in("dealer"));
    let shift = live_tables(&house, &dealer).await.remove(0);
    let console = format!("/dealer/{}", shift.table);
    for path in [console.clone(), "/dealer".into(), format!("{console}/trouble"), format!("{console}/recall")]
    {
        assert_eq!(house.get(Some(&player), &path).await.0, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(house.get(None, &path).await.0, StatusCode::UNAUTHORIZED, "{path}");
        assert_eq!(house.get(Some(&dealer), &path).await.0, StatusCode::OK, "{path}");
    }
    let api = |what: &str| format!("/api/tables/{}/{what}", shift.table);
    let rule = json!({ "do": "rule", "what": "shuffler-jam" });
    for (what, command) in [
        ("preview", rule.clone()),
        ("approved", json!({ "order": rule })),
        ("box", json!({ "seat": 1, "wagers": {} })),
        ("by-hand", json!({ "by-hand": true })),
    ] {
        assert_eq!(house.order(&player, &api(what), command).await.0, StatusCode::FORBIDDEN, "{what}");
    }
    // A deal or a turn of cards cannot be looked at beforehand.
    for command in [
        json!({ "do": "deal" }),
        json!({ "do": "deal-live" }),
        json!({ "do": "proceed" }),
        json!({ "do": "settle" }),
    ] {
        assert_eq!(house.order(&dealer, &api("preview"), command).await.0, StatusCode::BAD_REQUEST);
    }
    // Nothing is wagered, the cards are not checked: the big button is the check, the deal is refused with its clause.
    let page = shift.page().await;
    assert_eq!(commands(region(&page, "next"))[0].0["do"], "check-cards");
    let (status, refused) = shift.tell(json!({ "do": "deal-live" })).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(refused["clause"]["label"].as_str().is_some_and(|label| !label.is_empty()));
    // What the dealer may not press says why.
    let more = region(&page, "more");
    assert!(
        more.contains("disabled") && more.contains("why-not") && more.contains("class=\"clause\""),
        "{more}"
    );
    // A wager below the minimum is refused where it was typed, and nothing lies there.
    shift.seat().await;
    let first = shift.view().await["sign"]["limits"][0].clone();
    let wagers = json!({ (first["wager"].as_str().unwrap()): "0.50" });
    let (status, refused) = house.order(&dealer, &api("box"), json!({ "seat": 1, "wagers": wagers })).await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    assert!(refused["what"].as_str().unwrap().starts_with(first["name"].as_str().unwrap()), "{refused}");
    // The same by a form, without scripts.
    let on = format!("wagers.{}", first["wager"].as_str().unwrap());
    let least = first["min"].as_str().unwrap_or("25.00").to_string();
    let fields = [("command", "{\"seat\":1}"), (on.as_str(), least.as_str())];
    assert_eq!(house.form(&dealer, &format!("{console}/box"), &fields).await.0, StatusCode::SEE_OTHER);
    assert_eq!(shift.view().await["seats"][0]["spots"][0]["stake"], json!(least));
}

/// The id of an order stands for what it says: a repeat is answered as before, another box under it is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_box_is_not_laid_under_the_same_id() {
    let house = House::open(SMALL);
    let dealer = house.log_in("dealer");
    let shift =
        live_tables(&house, &dealer).await.into_iter().find(|one| one.game.contains("caribbean")).unwrap();
    shift.seat().await;
    let first = shift.view().await["sign"]["limits"][0].clone();
    let (spot, least) = (first["wager"].as_str().unwrap(), first["min"].as_str().unwrap());
    let box_path = format!("/api/tables/{}/box", shift.table);
    let body = |id: &str, amount: &str| json!({ "id": id.repeat(32), "command": { "seat": 1, "wagers": { (spot): amount } } });
    let twice: money::Money = least.parse().unwrap();
    let twice = (twice + twice).to_string();
    let laid = house.post(&dealer, &box_path, &body("a", least)).await;
    assert_eq!((laid.0, laid.1["laid"].clone()), (StatusCode::OK, json!(1)), "{}", laid.1);
    let again = house.post(&dealer, &box_path, &body("a", least)).await;
    assert_eq!((again.0, again.1["laid"].clone()), (StatusCode::OK, json!(1)), "the first answer");
    let (other, said) = house.post(&dealer, &box_path, &body("a", &twice)).await;
    assert_eq!(other, StatusCode::CONFLICT, "{said}");
    let by_hand = json!({ "id": "a".repeat(32), "command": { "do": "no-more-bets" } });
    let commands = format!("/api/tables/{}/commands", shift.table);
    assert_eq!(house.post(&dealer, &commands, &by_hand).await.0, StatusCode::CONFLICT, "nor any other order");
    assert_eq!(shift.view().await["seats"][0]["spots"][0]["stake"], json!(least));
    assert_eq!(house.post(&dealer, &box_path, &body("b", &twice)).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_can_be_taken_back() {
    let house = House::open(SMALL);
    let dealer = house.log_in("dealer");
    let shift =
        live_tables(&house, &dealer).await.into_iter().find(|one| one.game.contains("caribbean")).unwrap();
    shift.seat().await;
    shift.lay().await;
    let mut pack = Pack { next: 0, turn: 3 };
    shift.until("deciding", &mut pack).await;
    shift.done(json!({ "do": "record-cards", "of": { "seat": 1 }, "cards": "2s 3s 4s 5s 7h" })).await;
    let page = shift.page().await;
    assert!(page.contains("5 of 5 recorded"));
    // Finding 4: why it is taken back is asked, and kept.
    let page = shift.page().await;
    let (_, form) = commands(&page)
        .into_iter()
        .find(|(command, _)| command["do"] == "take-back-record" && command["of"]["seat"] == 1)
        .unwrap();
    assert!(form.contains("name=\"why\"") && form.contains("value=\"wrong-place\""), "{form}");
    let (status, _) = shift.tell(json!({ "do": "take-back-record", "of": { "seat": 1 } })).await;
    assert!(status.is_client_error());
    shift.done(json!({ "do": "take-back-record", "of": { "seat": 1 }, "why": "mistyped" })).await;
    let (_, recalled) =
        shift.house.get(Some(&shift.dealer), &format!("/dealer/{}/recall", shift.table)).await;
    assert!(recalled.contains("taken back: it was 5 cards not shown; it was typed wrong"), "{recalled}");
    assert!(!shift.page().await.contains("5 of 5 recorded"));
    shift.done(json!({ "do": "record-cards", "of": { "seat": 2 }, "cards": "2s 3d 4d 5d 7d" })).await;

    // Late: two take it back, and the console asks for both again where the cards are recorded anew.
    shift.done(json!({ "do": "record-cards", "of": { "seat": 1 }, "cards": "2h 3s 4s 5s 7h" })).await;
    let commands_path = format!("/api/tables/{}/commands", shift.table);
    let with_second = |id: &str, command: Value| {
        let second = json!({ "badge": "supervisor", "pin": SECRET });
        json!({ "id": id.repeat(32), "second": second, "command": command })
    };
    let back = json!({ "do": "take-back-record", "of": { "seat": 2 }, "why": "misread" });
    assert!(shift.tell(back.clone()).await.0.is_client_error(), "nobody alone");
    let (status, said) = house.post(&dealer, &commands_path, &with_second("c", back)).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let page = shift.page().await;
    let forms = commands(region(&page, "record"));
    let of_seat = |place: u64| {
        let (_, form) = forms
            .iter()
            .find(|(command, _)| command["do"] == "record-cards" && command["of"]["seat"] == place)
            .unwrap();
        form.contains("name=\"second.badge\"")
    };
    assert!(of_seat(2), "{page}");
    let anew = json!({ "do": "record-cards", "of": { "seat": 2 }, "cards": "As Ks Qs Js Ts" });
    assert!(shift.tell(anew.clone()).await.0.is_client_error(), "nobody alone");
    let (status, said) = house.post(&dealer, &commands_path, &with_second("d", anew)).await;
    assert_eq!(status, StatusCode::OK, "{said}");
}

/// Two worlds that differ only in cards that were recorded and lie face down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_that_nobody_may_see_leave_no_trace_on_the_console() {
    let worlds = [House::open(SMALL), House::open(SMALL)];
    let tokens = [worlds[0].log_in("dealer"), worlds[1].log_in("dealer")];
    let shifts = [live_tables(&worlds[0], &tokens[0]).await, live_tables(&worlds[1], &tokens[1]).await];
    let mut seen = [Vec::new(), Vec::new()];
    let mut after = [Vec::new(), Vec::new()];
    for (world, (tables, pages)) in shifts.iter().zip(&mut seen).enumerate() {
        for shift in tables {
            shift.seat().await;
            shift.lay().await;
            let mut pack = Pack { next: 0, turn: 3 };
            shift.until("deciding", &mut pack).await;
            // The open cards are the same; now the hands, from the same place of the pack on, differently.
            while region(&shift.page().await, "record").contains("data-record=\"now\"") {
                shift.step(&mut pack).await;
            }
            pack.next = 20 + 12 * world;
            let page = shift.page().await;
            for (mut command, form) in commands(region(&page, "record")) {
                if command["do"] == "record-cards" && command["of"]["seat"].is_u64() {
                    let want: usize = between(form, "data-want=\"", "\"").parse().unwrap();
                    command["cards"] = json!(pack.take(want));
                    shift.done(command).await;
                }
            }
            let console = format!("/dealer/{}", shift.table);
            for path in [
                console.clone(),
                format!("{console}/trouble"),
                format!("{console}/trouble?what=disruption"),
                format!("{console}/trouble?what=hand-taken&seat=1&part=sheet"),
                format!("{console}/recall"),
                format!("/api/tables/{}", shift.table),
            ] {
                let (_, text) = worlds[world].get(Some(&tokens[world]), &path).await;
                assert!(!text.is_empty());
                pages.push((path, text));
            }
            let rule = json!({ "do": "rule", "what": "hand-taken", "seats": [1] });
            let (_, told) = worlds[world]
                .order(&tokens[world], &format!("/api/tables/{}/preview", shift.table), rule)
                .await;
            pages.push(("preview".into(), told.to_string()));
            // Decisions go on as before, and everything looks the same until the hands are turned up.
            pack.next = 44;
            while shift.view().await["phase"] == "deciding" {
                shift.step(&mut pack).await;
                if shift.view().await["phase"] == "deciding" {
                    pages.push((console.clone(), shift.page().await));
                }
            }
            shift.until("betting", &mut pack).await;
            after[world].push(shift.page().await);
            shift.leave().await;
        }
    }
    // The worlds do differ, as everybody can see once the hands are turned up.
    assert!(after[0].iter().zip(&after[1]).all(|(one, other)| one != other));
    assert!(seen[0].len() > 40);
    for ((path, one), (_, other)) in seen[0].iter().zip(&seen[1]) {
        assert_eq!(one, other, "{path}");
    }
    assert_eq!(seen[0].len(), seen[1].len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_socket_brings_the_same_regions_as_the_page() {
    use futures_util::StreamExt;
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    let house = House::open(SMALL);
    let dealer = house.log_in("dealer");
    let shift = live_tables(&house, &dealer).await.remove(0);
    shift.quiet().await;
    let address = house.serve().await;
    let mut request = format!("ws://{address}/dealer/{}/live", shift.table).into_client_request().unwrap();
    request.headers_mut().insert("Cookie", format!("cardroom={dealer}").parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let frame = socket.next().await.unwrap().unwrap().into_text().unwrap().to_string();
    let page = shift.page().await;
    assert_eq!(missing(&page, &frame), Vec::<String>::new(), "the frame is what the page shows");
    shift.done(json!({ "do": "check-cards" })).await;
    let frame = socket.next().await.unwrap().unwrap().into_text().unwrap().to_string();
    assert_eq!(missing(&shift.page().await, &frame), Vec::<String>::new());
    assert_ne!(commands(region(&frame, "next"))[0].0["do"], "check-cards");
    let mut request = format!("ws://{address}/dealer/{}/live", shift.table).into_client_request().unwrap();
    request.headers_mut().insert("Cookie", format!("cardroom={}", house.log_in("player")).parse().unwrap());
    assert!(
        tokio_tungstenite::connect_async(request).await.is_err(),
        "players do not look over the dealer's shoulder"
    );
}

/// Where the system deals, nothing is recorded; the automatic dealer can be sent away and called back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_virtual_table_is_dealt_by_hand_when_the_dealer_wants_it() {
    let house = House::open(SMALL);
    let dealer = house.log_in("dealer");
    let (_, text) = house.get(Some(&dealer), "/api/tables").await;
    let all: Value = serde_json::from_str(&text).unwrap();
    let table = all["tables"].as_array().unwrap().iter().find(|table| table["mode"] == "virtual").unwrap();
    let (console, api) = (format!("/dealer/{}", table["table"]), format!("/api/tables/{}", table["table"]));
    house.app.dealer.start(&house.app.floor, &house.app.broadcaster);
    let automatic = "&quot;by-hand&quot;:true";
    let mut page = String::new();
    for _ in 0..500 {
        page = house.get(Some(&dealer), &console).await.1;
        if page.contains(automatic) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(page.contains(automatic) && !page.contains("decide next"), "the automatic dealer works");
    let (status, answer) = house.order(&dealer, &format!("{api}/by-hand"), json!({ "by-hand": true })).await;
    assert_eq!((status, &answer["by-hand"]), (StatusCode::OK, &json!(true)));
    let page = house.get(Some(&dealer), &console).await.1;
    assert!(page.contains("&quot;by-hand&quot;:false") && page.contains("decide next"));
    assert!(!page.contains("data-want"), "nothing is recorded here");
    for command in [json!({ "do": "settle" }), json!({ "do": "deal" }), json!({ "do": "proceed" })] {
        let (status, _) = house.order(&dealer, &format!("{api}/preview"), command).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "no card is told before it is turned up");
    }
    let fields = [("command", "{\"by-hand\":false}")];
    assert_eq!(house.form(&dealer, &format!("{console}/by-hand"), &fields).await.0, StatusCode::SEE_OTHER);
    assert!(house.get(Some(&dealer), &console).await.1.contains(automatic));
    house.app.dealer.stop();
}
