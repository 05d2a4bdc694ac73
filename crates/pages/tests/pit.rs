//! The pit and a patron's own file, by their forms: who may, who may not, with which clause, and what stands afterwards.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::{Router, response::Response};
use engine::banked::Phase;
use engine::{MeterIndex, PatronId, TableNumber};
use floor::table::{DealingMode, State};
use floor::{Floor, HandClock, Options};
use house::StaffId;
use money::Money;
use pages::layout::encode;
use pages::parts;
use rulebook::{Act, Place, Rulebook};
use serde_json::{Value, json};
use server::accounts::{Accounts, AttemptSource, Credentials};
use server::app::App;
use server::auto_dealer::{AutoDealer, Timing};
use server::demo::{self, DemoFloorSize, SECRET};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{MemoryStore, Store, Vault};
use tower::ServiceExt;

/// Somebody at the side of another's order, without an authenticator.
fn proof<'p>(name: &'p str, secret: &'p str) -> Credentials<'p> {
    Credentials { name, secret, code: None, order: None }
}

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

struct Scene {
    app: Arc<App>,
    clock: Arc<HandClock>,
    router: Router,
    tokens: BTreeMap<&'static str, String>,
    ids: AtomicU64,
}

/// The answer to a request.
struct Answer {
    status: StatusCode,
    to: String,
    text: String,
}

impl Answer {
    async fn of(response: Response) -> Answer {
        let status = response.status();
        let to = response.headers().get(header::LOCATION).map(|to| to.to_str().unwrap().to_string());
        let body = to_bytes(response.into_body(), 1 << 22).await.unwrap();
        Answer { status, to: to.unwrap_or_default(), text: String::from_utf8(body.to_vec()).unwrap() }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    /// Whether the page wears the mark of a clause.
    fn cites(&self, label: &str) -> bool {
        self.text.contains(&format!(">{label}</a>"))
    }
}

impl Scene {
    fn new() -> Scene {
        let clock = Arc::new(HandClock::default());
        clock.jump(1_794_700_000_000);
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        demo::furnish(&store, &vault, &*clock, DemoFloorSize { tables: 1, bots: 0, live: 1 }).unwrap();
        let options = Options { clock: Arc::clone(&clock) as _, ..Options::default() };
        let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
        let door = Accounts::open(Arc::clone(&store), Arc::clone(&vault), Arc::clone(&clock) as _).unwrap();
        demo::open_door(&door).unwrap();
        let log_in = |name| (name, door.log_in(name, SECRET, HERE).unwrap().0);
        let tokens = demo::LOG_INS.iter().map(|one| log_in(one.name)).collect();
        let pace = AutoDealer::new(Timing::at_once(Duration::ZERO), Arc::clone(&clock) as _);
        let (_, closing) = tokio::sync::watch::channel(false);
        let mut app = App::new(floor, store, vault, Arc::new(door));
        (app.clock, app.dealer, app.closing) = (Arc::clone(&clock) as _, pace, closing);
        let app = app.begin();
        let router = pages::site().routes.with_state(Arc::clone(&app));
        Scene { app, clock, router, tokens, ids: AtomicU64::new(1) }
    }

    fn next(&self) -> u64 {
        self.ids.fetch_add(1, Ordering::Relaxed)
    }

    async fn ask(&self, who: &str, request: axum::http::request::Builder, body: Body) -> Answer {
        let token = self.tokens.get(who).cloned().unwrap_or_default();
        let request = request.header(header::COOKIE, format!("cardroom={token}")).body(body).unwrap();
        Answer::of(self.router.clone().oneshot(request).await.unwrap()).await
    }

    async fn get(&self, who: &str, path: &str) -> Answer {
        self.ask(who, Request::get(path), Body::empty()).await
    }

    /// Sends a form of a page; where `second` is, the second manager stands beside.
    async fn form(&self, who: &str, path: &str, second: bool, fields: &[(&str, &str)]) -> Answer {
        let beside = [("second.badge", "manager2"), ("second.pin", SECRET)];
        let seen = self.next().to_string();
        let own = [("seen", seen.as_str()), ("form", "f")];
        let named = fields.iter().any(|(name, _)| *name == "form");
        let own = own.iter().filter(|(name, _)| *name != "form" || !named);
        let all = fields.iter().chain(own).chain(beside.iter().filter(|_| second));
        let body: Vec<String> =
            all.map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.ask(who, request, Body::from(body.join("&"))).await
    }

    /// Sends a command as JSON.
    async fn say(&self, who: &str, path: &str, command: Value) -> Answer {
        let order = json!({ "id": format!("{:032x}", self.next()), "command": command });
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        self.ask(who, request, Body::from(order.to_string())).await
    }

    /// What must be done.
    async fn done(&self, who: &str, path: &str, command: Value) {
        let answer = self.say(who, path, command.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{command}: {}", answer.text);
    }

    fn with_state<T>(&self, table: TableNumber, at: impl FnOnce(&State<engine::banked::Table>) -> T) -> T {
        self.app.table(table).unwrap().1.with_state(at)
    }

    /// The live table of a game.
    fn live(&self, book: &str, game: &str) -> TableNumber {
        let is_live =
            |number: TableNumber| self.with_state(number, |state| state.mode == Some(DealingMode::Live));
        let tables = self.app.tables();
        let mut of_game = tables.iter().filter(|table| table.name.book == book && table.name.game == game);
        of_game.find(|table| is_live(table.name.number)).unwrap().name.number
    }

    async fn until(&self, table: TableNumber, what: impl Fn(&State<engine::banked::Table>) -> bool) {
        for _ in 0..2_000 {
            if self.with_state(table, &what) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it never came to that");
    }

    /// Seats a patron at a live table, with chips for cash.
    async fn seat(&self, table: TableNumber, patron: PatronId) {
        let book = rules(&self.app.table(table).unwrap().0.name.book);
        let path = format!("/api/tables/{table}/commands");
        let mut sit = json!({ "do": "sit", "seat": 1, "patron": patron });
        if book.table.patrons.is_some() {
            sit["card"] = json!(patron);
        }
        self.done("dealer", &path, sit).await;
        self.until(table, |state| state.patrons[0] == Some(patron)).await;
        let buy = json!({ "do": "buy-in", "seat": 1, "amount": "1000.00", "with": "cash" });
        self.done("dealer", &path, buy).await;
    }
}

fn rules(book: &str) -> &'static Rulebook {
    floor::book(book).unwrap()
}

/// The clause that gives a power in Sydney.
fn power(act: Act) -> &'static str {
    rules(SYDNEY).label(rules(SYDNEY).ladder.least(act).unwrap().cite)
}

const PAGES: [&str; 6] =
    ["/pit", "/pit/meters", "/pit/people", "/pit/patrons", "/pit/disputes", "/pit/money"];

#[tokio::test(flavor = "multi_thread")]
async fn the_pit_is_for_the_staff() {
    let scene = Scene::new();
    for path in PAGES.into_iter().chain(["/pit/tables/1"]) {
        assert_eq!(scene.get("player", path).await.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(scene.get("inspector", path).await.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(scene.get("nobody", path).await.status, StatusCode::UNAUTHORIZED, "{path}");
        let forged = scene.form("player", path, false, &[("to", "house/x"), ("command", "{}")]).await;
        assert_eq!(forged.status, StatusCode::FORBIDDEN, "{path}");
        for who in ["supervisor", "manager"] {
            let page = scene.get(who, path).await;
            assert_eq!(page.status, StatusCode::OK, "{path} for {who}: {}", page.text);
            assert!(page.text.len() < 150_000, "{path} has {} bytes", page.text.len());
        }
    }
    // Every book of theirs has its own pages.
    for book in rulebook::library::house_banked() {
        for path in &PAGES[1..] {
            let page = scene.get("manager", &format!("{path}?book={book}")).await;
            assert_eq!(page.status, StatusCode::OK, "{path} of {book}: {}", page.text);
        }
        let patron = scene.get("manager", &format!("/pit/patrons?book={book}&patron=1")).await;
        assert!(patron.text.contains("Pat Player"), "{}", patron.text);
    }
    assert_eq!(scene.get("manager", "/pit/people?book=nonsense").await.status, StatusCode::NOT_FOUND);
    for table in scene.app.tables() {
        let page = scene.get("manager", &format!("/pit/tables/{}", table.name.number)).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert!(page.text.len() < 150_000);
    }
    scene.app.floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn finding_07_a_minimum_is_raised_after_its_notice_which_players_see() {
    let scene = Scene::new();
    let table = scene.live(SYDNEY, "caribbean-stud");
    scene.seat(table, PatronId(1)).await;
    let (path, to) = (format!("/pit/tables/{table}"), format!("table/{table}"));
    let wait = &rules(SYDNEY).table.limits.notice_minutes;
    let clause = rules(SYDNEY).label(wait.cite);
    let change = [("to", &*to), ("press", r#"{"do":"change-limits"}"#), ("limits.ante.min", "25.00")];
    let announce =
        [("to", &*to), ("press", r#"{"do":"post-notice","of":"limits"}"#), ("limits.ante.min", "25.00")];
    let limits = json!({ "ante": { "min": "25.00" } });
    for command in [
        json!({ "do": "post-notice", "of": "limits", "limits": limits }),
        json!({ "do": "change-limits", "limits": limits }),
    ] {
        let barred = scene.say("dealer", &format!("/api/tables/{table}/commands"), command).await;
        assert_eq!(barred.status, StatusCode::FORBIDDEN);
        let clause = &barred.json()["clause"]["label"];
        assert_eq!(clause, power(Act::ChangeLimits), "a dealer is refused with the clause");
    }
    let early = scene.form("manager", &path, false, &change).await;
    assert_eq!(early.status, StatusCode::CONFLICT);
    assert!(early.cites(clause));
    let posted = scene.form("manager", &path, false, &announce).await;
    assert_eq!(posted.status, StatusCode::SEE_OTHER, "{}", posted.text);
    let page = scene.get("manager", &path).await;
    assert!(page.text.contains("data-seconds-left"), "the countdown runs");
    // Whoever plays and whoever watches sees it too, not the pit alone.
    for who in ["player", "alex"] {
        let seen = scene.get(who, &format!("/api/tables/{table}")).await.json()["announced"][0].clone();
        let minutes = u64::from(wait.value);
        assert_eq!((&seen["of"], &seen["clause"]), (&json!("limits"), &json!(clause)), "{seen}");
        assert_eq!(
            (&seen["limits"][0]["min"], &seen["seconds_left"]),
            (&json!("25.00"), &json!(minutes * 60))
        );
        assert!(scene.get(who, &format!("/tables/{table}")).await.text.contains("$25"), "on the page");
    }
    scene.clock.pass(Duration::from_secs(u64::from(wait.value) * 60 - 1));
    let early = scene.form("manager", &path, false, &change).await;
    assert_eq!(early.status, StatusCode::CONFLICT, "one second is missing");
    assert!(early.cites(clause));
    scene.clock.pass(Duration::from_secs(1));
    let done = scene.form("manager", &path, false, &change).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert!(done.to.starts_with(&path), "back to the page");
    let ante = rules(SYDNEY).variant("caribbean-stud").unwrap().wager("ante").unwrap();
    let min = scene.with_state(table, |state| state.game.sign.as_ref().unwrap().limits.min[ante]);
    assert_eq!(min, Some(Money::from_cents(25_00)));
    scene.app.floor.close();
}

/// Why a form was refused stands beside it, with the clause, and what was typed stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_stands_beside_its_form() {
    let scene = Scene::new();
    let table = scene.live(SYDNEY, "caribbean-stud");
    scene.seat(table, PatronId(1)).await;
    let (path, to) = (format!("/pit/tables/{table}"), format!("table/{table}"));
    let fields = [
        ("to", &*to),
        ("form", "limits"),
        ("press", r#"{"do":"change-limits"}"#),
        ("limits.ante.min", "31.00"),
        ("limits.ante.max", "7000.00"),
    ];
    let refused = scene.form("manager", &path, false, &fields).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let form = refused.text.split("id=\"limits\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(form.contains("role=\"alert\""), "{form}");
    let clause = rules(SYDNEY).label(rules(SYDNEY).table.limits.notice_minutes.cite);
    assert!(form.contains(&format!(">{clause}</a>")), "{form}");
    assert!(form.contains("value=\"31.00\"") && form.contains("value=\"7000.00\""), "{form}");
    // A button that nobody there may press says so before it is pressed: a supervisor is not the casino's manager.
    let page = scene.get("supervisor", &format!("/pit/people?book={SYDNEY}")).await;
    let form = page.text.split("id=\"hire\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(
        form.contains("disabled") && form.contains(&format!(">{}</a>", power(Act::ManageStaff))),
        "{form}"
    );
    scene.app.floor.close();
}

/// Brings a live table to a straight flush that waits for its award.
async fn straight_flush(scene: &Scene, table: TableNumber) {
    scene.seat(table, PatronId(1)).await;
    let path = format!("/api/tables/{table}/commands");
    let tell = |command: Value| scene.done("dealer", &path, command);
    let game = rules(SYDNEY).variant("caribbean-stud").unwrap();
    let jackpot = game.wager.iter().find(|wager| wager.place == Place::Jackpot).unwrap();
    tell(json!({ "do": "place", "seat": 1, "wager": "ante", "amount": "10.00" })).await;
    tell(json!({ "do": "place", "seat": 1, "wager": jackpot.on, "amount": "5.00" })).await;
    for step in ["no-more-bets", "check-cards", "shuffle"] {
        tell(json!({ "do": step })).await;
    }
    // Where the device has a cut.
    scene.say("dealer", &path, json!({ "do": "cut" })).await;
    tell(json!({ "do": "deal-live" })).await;
    tell(json!({ "do": "record-cards", "of": { "seat": 1 }, "cards": "9s 8s 7s 6s 5s" })).await;
    tell(json!({ "do": "record-cards", "of": "dealer", "cards": "Ah Kd 2c 3d 4h" })).await;
    tell(json!({ "do": "decide", "seat": 1, "decision": "bet", "amount": "20.00" })).await;
    if scene.with_state(table, |state| state.game.phase) != Phase::Showdown {
        scene.say("dealer", &path, json!({ "do": "proceed" })).await;
    }
    tell(json!({ "do": "settle" })).await;
    scene.until(table, |state| state.award.is_some()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_award_is_approved_by_whoever_may() {
    let scene = Scene::new();
    let table = scene.live(SYDNEY, "caribbean-stud");
    assert!(!scene.get("manager", "/pit").await.text.contains("class=\"award\""));
    straight_flush(&scene, table).await;
    let (_, flush, _) = scene.with_state(table, |state| state.award.unwrap());
    let map = scene.get("manager", "/pit").await;
    assert!(map.text.contains("class=\"award\"") && map.text.contains(&parts::exact(flush)), "{}", map.text);
    assert!(map.text.contains("data-state=\"award\""));
    let to = format!("table/{table}");
    let approve = [("to", &*to), ("command", r#"{"do":"determine-awards"}"#)];
    assert_eq!(scene.form("dealer", "/pit", false, &approve).await.status, StatusCode::FORBIDDEN);
    let commands = format!("/api/tables/{table}/commands");
    let dealer = scene.say("dealer", &commands, json!({ "do": "determine-awards" })).await;
    assert_eq!(dealer.status, StatusCode::FORBIDDEN);
    assert_eq!(dealer.json()["clause"]["label"], power(Act::DetermineTopJackpot), "{}", dealer.text);
    assert!(scene.with_state(table, |state| state.award.is_some()), "nothing was paid");
    let chips = scene.with_state(table, |state| state.rack(0));
    let done = scene.form("manager", "/pit", true, &approve).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    scene.until(table, |state| state.game.phase == Phase::Betting && state.due.is_empty()).await;
    let paid = scene.with_state(table, |state| state.rack(0)) - chips;
    assert!(paid >= flush, "{paid} and not {flush}");
    assert!(!scene.get("manager", "/pit").await.text.contains("class=\"award\""));
    // The page of the money agrees, to the cent, with all of that on it.
    let money = scene.get("manager", &format!("/pit/money?book={SYDNEY}")).await;
    assert_eq!(money.status, StatusCode::OK);
    assert!(money.text.contains(server::texts::t("pit.agrees")), "{}", money.text);
    assert!(!money.text.contains(server::texts::t("pit.differs")));
    scene.app.floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_hired_by_two() {
    let scene = Scene::new();
    let path = format!("/pit/people?book={SYDNEY}");
    let (to, role) = (format!("house/{SYDNEY}"), &rules(SYDNEY).ladder.roles[0].id);
    let hire = [
        ("to", &*to),
        ("command", r#"{"do":"hire"}"#),
        ("id#", "77"),
        ("name", "Eve Dealer"),
        ("role", role),
    ];
    let alone = scene.form("manager", &path, false, &hire).await;
    assert_eq!(alone.status, StatusCode::CONFLICT);
    let second = rules(SYDNEY).house.second(Act::ManageStaff).unwrap();
    assert!(alone.cites(rules(SYDNEY).label(second.clause)), "{}", alone.text);
    let dealer = scene.form("dealer", &path, true, &hire).await;
    assert_eq!(dealer.status, StatusCode::FORBIDDEN, "a dealer hires nobody, whoever stands beside");
    let done = scene.form("manager", &path, true, &hire).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert!(scene.get("manager", &path).await.text.contains("Eve Dealer"));
    let house = format!("/api/houses/{SYDNEY}");
    let listed = scene.get("supervisor", &house).await.json();
    assert!(listed["staff"].as_array().unwrap().iter().any(|member| member["id"] == 77));
    assert_eq!(scene.get("player", &house).await.status, StatusCode::FORBIDDEN);

    // A log-in for the new one: by two, and its password is on no page.
    let secret = "a password of Eve's own";
    let at = "log-in/open/crown-sydney-poker-minors-3.3";
    let open = |name: &'static str, person: &'static str| {
        [("to", at), ("command", "{}"), ("name", name), ("person", person), ("secret", secret)]
    };
    let alone = scene.form("manager", &path, false, &open("eve", "staff/77")).await;
    assert_eq!(alone.status, StatusCode::CONFLICT);
    assert!(!alone.text.contains(secret), "what was typed is not shown again");
    let opened = scene.form("manager", &path, true, &open("eve", "staff/77")).await;
    assert_eq!(opened.status, StatusCode::OK, "{}", opened.text);
    assert!(!opened.text.contains(secret) && opened.text.contains(">eve<"));
    assert_eq!(
        scene.app.user_accounts.verify_credentials(&proof("eve", secret), &AttemptSource::Console).unwrap(),
        house::Person::Staff(StaffId(77))
    );
    let stranger = scene.form("manager", &path, true, &open("x", "staff/999")).await;
    assert_eq!(stranger.status, StatusCode::NOT_FOUND);
    let close = [("to", "log-in/close"), ("command", "{}"), ("name", "eve")];
    assert_eq!(scene.form("manager", &path, true, &close).await.status, StatusCode::SEE_OTHER);
    assert!(
        scene.app.user_accounts.verify_credentials(&proof("eve", secret), &AttemptSource::Console).is_err()
    );
    scene.app.floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_patron_sets_limits() {
    let mut scene = Scene::new();
    let to = format!("patron/{SYDNEY}/1");
    let wait = &rules(SYDNEY).house.patrons.increase_after_hours;
    let clause = rules(SYDNEY).label(wait.cite);
    let file = format!("/api/patrons/{SYDNEY}/1");
    let command = ("command", r#"{"do":"set-limit","limit":"loss-day"}"#);
    // The first holds at once, so does a lower one, and a higher one waits.
    for (asked, holds) in [("100.00", "100.00"), ("50.00", "50.00"), ("500.00", "50.00")] {
        let fields = [("to", &*to), command, ("amount", asked)];
        let set = scene.form("player", "/account", false, &fields).await;
        assert_eq!(set.status, StatusCode::SEE_OTHER, "{}", set.text);
        assert_eq!(scene.get("player", &file).await.json()["limits"][1]["amount"], holds);
    }
    let page = scene.get("player", "/account").await;
    assert!(page.text.contains("data-seconds-left") && page.cites(clause), "{}", page.text);
    let effect = [("to", &*to), ("command", r#"{"do":"take-effect","limit":"loss-day"}"#)];
    let early = scene.form("player", "/account", false, &effect).await;
    assert_eq!(early.status, StatusCode::CONFLICT);
    assert!(early.cites(clause));
    scene.clock.pass(Duration::from_secs(u64::from(wait.value) * 3600));
    let late = scene.form("player", "/account", false, &effect).await;
    assert_eq!(late.status, StatusCode::UNAUTHORIZED, "no session lasts that long");
    scene.tokens.insert("player", scene.app.user_accounts.log_in("player", SECRET, HERE).unwrap().0);
    let done = scene.form("player", "/account", false, &effect).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert_eq!(scene.get("player", &file).await.json()["limits"][1]["amount"], "500.00");
    scene.app.floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_patron_keeps_out() {
    let scene = Scene::new();
    let (own, other) = (format!("patron/{SYDNEY}/1"), format!("patron/{SYDNEY}/2"));
    let file = format!("/api/patrons/{SYDNEY}/1");
    let exclude = ("command", r#"{"do":"exclude"}"#);
    let sure = ("sure", "yes");
    let forged = scene.form("player", "/account", false, &[("to", &*other), exclude, sure]).await;
    assert_eq!(forged.status, StatusCode::FORBIDDEN, "another's file is another's");
    assert_eq!(scene.get("player", &format!("/api/patrons/{SYDNEY}/2")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(scene.get("dealer", "/account").await.status, StatusCode::FORBIDDEN);
    let paid = json!({ "do": "deposit", "amount": "5.00", "from": "cash" });
    let paid = scene.say("player", &format!("{file}/commands"), paid).await;
    assert_eq!(paid.status, StatusCode::FORBIDDEN, "nobody says of themselves that they have paid");
    assert!(paid.json()["clause"]["label"].is_string());

    // Kept out only when it is meant; then no table seats them.
    let meant = scene.form("player", "/account", false, &[("to", &*own), exclude]).await;
    assert_eq!(meant.status, StatusCode::BAD_REQUEST);
    assert_eq!(scene.get("player", &file).await.json()["excluded"], false);
    let kept_out = scene.form("player", "/account", false, &[("to", &*own), exclude, sure]).await;
    assert_eq!(kept_out.status, StatusCode::SEE_OTHER, "{}", kept_out.text);
    assert_eq!(scene.get("player", &file).await.json()["excluded"], true);
    let table = scene.app.tables().iter().find(|table| table.name.book == SYDNEY).unwrap().name.number;
    let free = scene.with_state(table, |state| state.patrons.iter().position(Option::is_none).unwrap()) + 1;
    let join = json!({ "seat": free, "amount": "100.00" });
    let joined = scene.say("player", &format!("/api/tables/{table}/join"), join).await;
    assert_eq!(joined.status, StatusCode::CONFLICT, "{}", joined.text);
    let exclusion = rules(SYDNEY).label(rules(SYDNEY).house.patrons.exclusion);
    assert_eq!(joined.json()["clause"]["label"], exclusion);
    assert!(scene.with_state(table, |state| state.patrons.iter().all(|patron| *patron != Some(PatronId(1)))));
    scene.app.floor.close();
}

/// Somebody has two files with one operator, opened at the tables of two of its books: two persons link them in the pit.
#[tokio::test(flavor = "multi_thread")]
async fn finding_02_two_persons_link_two_files_in_the_pit() {
    let scene = Scene::new();
    let (one, two) = ("crown-melbourne-mississippi-stud-3.0", "crown-melbourne-three-card-poker-5.1");
    let file = |of: &str, number: u32| format!("/api/patrons/{of}/{number}");
    for (of, number) in [(one, 50), (two, 51)] {
        let register = json!({ "do": "register", "name": "Pat Twice" });
        scene.done("manager", &format!("{}/commands", file(of, number)), register).await;
    }
    let taken = scene
        .say("manager", &format!("{}/commands", file(two, 50)), json!({ "do": "register", "name": "New" }))
        .await;
    assert_eq!(taken.status, StatusCode::CONFLICT, "a number is one person's with an operator");
    let by_operator = scene.get("manager", &file("crown-melbourne-limited", 51)).await.json();
    assert_eq!(by_operator["operator"], "Crown Melbourne Limited");
    let page = format!("/pit/patrons?book={one}");
    let (to_50, to_51) = (format!("patron/{one}/50"), format!("patron/{two}/51"));
    let exclude = [("to", &*to_50), ("command", r#"{"do":"exclude"}"#)];
    let done = scene.form("manager", &page, true, &exclude).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert_eq!(scene.get("manager", &file(two, 51)).await.json()["excluded"], false);

    let shown = scene.get("manager", &format!("{page}&patron=51")).await;
    assert!(shown.text.contains("Link the files"), "{}", shown.text);
    let link = [
        ("to", &*to_51),
        ("command", r#"{"do":"link"}"#),
        ("patron#", "50"),
        ("book", one),
        ("form", "link"),
    ];
    let alone = scene.form("manager", &page, false, &link).await;
    assert_eq!(alone.status, StatusCode::CONFLICT, "one person alone does not");
    let done = scene.form("manager", &page, true, &link).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    for (of, number) in [(one, 50), (one, 51), (two, 50), (two, 51)] {
        let now = scene.get("manager", &file(of, number)).await.json();
        assert_eq!((&now["excluded"], &now["file"]), (&json!(true), &json!(51)), "{of} {number}");
    }
    let foreign = scene.get("manager", &file("the-star-pty-limited", 51)).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND, "another operator knows nobody of that number");
    scene.app.floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_comes_to_the_floor_is_opened_and_closed() {
    let scene = Scene::new();
    let new = |number: u32| json!({ "book": SYDNEY, "game": "caribbean-stud", "number": number });
    let dealer = scene.say("dealer", "/api/tables", new(900)).await;
    assert_eq!(dealer.status, StatusCode::FORBIDDEN);
    assert_eq!(dealer.json()["clause"]["label"], power(Act::CloseTable));
    for (number, status) in
        [(900, StatusCode::CREATED), (900, StatusCode::CONFLICT), (0, StatusCode::BAD_REQUEST)]
    {
        assert_eq!(scene.say("manager", "/api/tables", new(number)).await.status, status);
    }
    let (path, to) = ("/pit/tables/900", ("to", "table/900"));
    let set_up = [to, ("command", r#"{"do":"set-up","mode":"live"}"#)];
    assert_eq!(scene.form("manager", path, false, &set_up).await.status, StatusCode::SEE_OTHER);
    let fill = [to, ("command", r#"{"do":"fill"}"#), ("amount", "50000.00")];
    let alone = scene.form("manager", path, false, &fill).await;
    assert_eq!(alone.status, StatusCode::CONFLICT, "chips move by two");
    assert_eq!(scene.form("manager", path, true, &fill).await.status, StatusCode::SEE_OTHER);
    let mut open = vec![
        to,
        ("command", r#"{"do":"open","sign":{"multiples":[]}}"#),
        ("sign.seats#", "5"),
        ("sign.limits.ante.min", "15.00"),
        ("sign.limits.ante.max", "500.00"),
        ("sign.smallest-chip", "2.50"),
    ];
    let game = rules(SYDNEY).variant("caribbean-stud").unwrap();
    let columns: Vec<(String, &str)> = (game.chosen_tables().iter())
        .map(|(name, columns)| (format!("sign.paytables.{name}"), columns[0]))
        .collect();
    open.extend(columns.iter().map(|(name, column)| (name.as_str(), *column)));
    let opened = scene.form("manager", path, false, &open).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let page = scene.get("manager", path).await;
    assert!(page.text.contains("$15") && page.text.contains("$500"), "the sign is shown");
    // Nobody plays: it closes without a notice.
    let close = [to, ("command", r#"{"do":"close"}"#)];
    assert_eq!(scene.form("manager", path, false, &close).await.status, StatusCode::SEE_OTHER);
    assert_eq!(scene.with_state(TableNumber(900), |state| state.game.phase), Phase::Closed);
    scene.app.floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_goes_its_way() {
    let scene = Scene::new();
    let table = scene.live(SYDNEY, "caribbean-stud");
    straight_flush(&scene, table).await;
    let (table, round) = (table.to_string(), scene.with_state(table, |state| state.game.rounds).to_string());
    let (path, to) = (format!("/pit/disputes?book={SYDNEY}"), format!("house/{SYDNEY}"));
    let raise = [
        ("to", &*to),
        ("command", r#"{"do":"raise-dispute"}"#),
        ("table#", &*table),
        ("round#", &*round),
        ("patron#", "1"),
        ("what", "<b>paid short</b>"),
    ];
    let mut never = raise;
    never[3].1 = "999";
    assert_eq!(
        scene.form("supervisor", &path, false, &never).await.status,
        StatusCode::CONFLICT,
        "never played"
    );
    assert_eq!(scene.form("supervisor", &path, false, &raise).await.status, StatusCode::SEE_OTHER);
    let page = scene.get("manager", &path).await;
    assert!(page.text.contains("&lt;b&gt;paid short") && !page.text.contains("<b>paid"), "as it was written");
    assert!(scene.get("manager", "/pit").await.text.contains("/pit/disputes?book="));
    let rule = [("to", &*to), ("command", r#"{"do":"rule-dispute","dispute":1}"#), ("ruling", "paid right")];
    let first = &rules(SYDNEY).house.disputes.instance[0];
    let command = json!({ "do": "rule-dispute", "dispute": 1, "ruling": "paid right" });
    let dealer = scene.say("dealer", &format!("/api/houses/{SYDNEY}/commands"), command).await;
    assert_eq!(dealer.status, StatusCode::FORBIDDEN);
    assert_eq!(dealer.json()["clause"]["label"], rules(SYDNEY).label(first.clause));
    assert_eq!(scene.form("manager", &path, false, &rule).await.status, StatusCode::SEE_OTHER);
    let none = [("to", &*to), ("command", r#"{"do":"escalate","dispute":9}"#)];
    assert_eq!(scene.form("manager", &path, false, &none).await.status, StatusCode::CONFLICT);
    scene.app.floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_meter_is_read_and_its_equipment_watched() {
    let scene = Scene::new();
    let path = format!("/pit/meters?book={SYDNEY}");
    let as_at = format!("as-at/{SYDNEY}");
    let read = [("to", &*as_at), ("form", "as-at-1"), ("command", r#"{"meter":1}"#), ("seq#", "0")];
    let seed = scene.app.meter_view(SYDNEY, MeterIndex(0)).unwrap().seed;
    let told = scene.form("manager", &path, false, &read).await;
    assert_eq!(told.status, StatusCode::OK, "{}", told.text);
    let form = told.text.split("id=\"as-at-1\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(form.contains("notice ok") && form.contains(&parts::exact(seed.0)), "{form}");
    assert_eq!(scene.form("dealer", &path, false, &read).await.status, StatusCode::FORBIDDEN);
    // Whoever sees that it fails says so; that it works again is not a dealer's word.
    let equipment = |works: bool| json!({ "do": "equipment", "meter": 1, "works": works });
    let commands = format!("/api/meters/{SYDNEY}/commands");
    let stands = || scene.app.meter_view(SYDNEY, MeterIndex(0)).unwrap().works;
    let say = |who: &'static str, what: &'static str| (who, what);
    for ((who, what), status, now) in [
        (say("dealer", "fails"), StatusCode::OK, false),
        (say("dealer", "works"), StatusCode::FORBIDDEN, false),
        (say("manager", "works"), StatusCode::OK, true),
    ] {
        let answer = scene.say(who, &commands, equipment(what == "works")).await;
        assert_eq!(answer.status, status, "{who} {what}: {}", answer.text);
        assert_eq!(stands(), now);
    }
    scene.app.floor.close();
}

/// The day of a house in play is closed in order: last round, counts, two persons, and the tick.
#[tokio::test(flavor = "multi_thread")]
async fn finding_08_closing_a_gaming_day_asks_counts_and_needs_a_second_person() {
    const STAR: &str = "star-sydney-mississippi-stud-4";
    let scene = Scene::new();
    let (path, to) = (format!("/pit/people?book={STAR}"), format!("house/{STAR}"));
    let closing = rules(STAR).label(rules(STAR).ladder.least(Act::CloseDay).unwrap().cite);
    let live = scene.live(STAR, "mississippi-stud");
    scene.seat(live, PatronId(1)).await;
    let page = scene.get("manager", &path).await;
    let form = |text: &str| text.contains(r#"&quot;do&quot;:&quot;close-day&quot;"#);
    assert!(!form(&page.text), "nothing to press while the tables play");
    assert!(page.text.contains("the float is not counted"), "{}", page.text);
    let day = scene.app.floor.house(STAR).unwrap().with_state(|state| state.day.unwrap().to_string());

    // One press by a supervisor closed it before; so did a command without a day.
    let close = [("to", &*to), ("form", "house-day"), ("command", r#"{"do":"close-day"}"#), ("date", &day)];
    let alone = scene.form("supervisor", &path, false, &close).await;
    assert_eq!(alone.status, StatusCode::CONFLICT, "{}", alone.text);
    assert!(alone.cites(closing), "a second person is wanted, with the clause");
    let early = scene.form("manager", &path, true, &close).await;
    assert_eq!(early.status, StatusCode::CONFLICT, "{}", early.text);
    assert!(early.text.contains("call the last round first") && early.cites(closing), "{}", early.text);
    let unsaid = scene.form("manager", &path, true, &close[..3]).await;
    assert!(unsaid.status.is_client_error(), "which day is said again: {}", unsaid.text);

    let call = [("to", &*to), ("command", r#"{"do":"call-last-round"}"#)];
    let called = scene.form("supervisor", &path, false, &call).await;
    assert_eq!(called.status, StatusCode::SEE_OTHER, "{}", called.text);
    // Nobody is seated any more, and the refusal says why and by which clause.
    let sit = json!({ "do": "sit", "seat": 2, "patron": 2, "card": 2 });
    let late = scene.say("dealer", &format!("/api/tables/{live}/commands"), sit.clone()).await;
    assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.text);
    assert!(late.text.contains("the last round of the day was called"), "{}", late.text);
    assert_eq!(late.json()["clause"]["label"], closing, "{}", late.text);
    let uncounted = scene.form("manager", &path, true, &close).await;
    assert!(
        uncounted.text.contains(&format!("table {live}, the float is not counted")),
        "{}",
        uncounted.text
    );

    // $1,000 in chips went out for cash; one dollar more is missing.
    let float = scene.with_state(live, |state| state.holds(floor::Account::Float)) - Money::from_cents(100);
    let (table, count) = (format!("/pit/tables/{live}"), float.to_string());
    let count =
        [("to", &*format!("table/{live}")), ("command", r#"{"do":"count-float"}"#), ("amount", &count)];
    let counted = scene.form("manager", &table, true, &count).await;
    assert_eq!(counted.status, StatusCode::SEE_OTHER, "{}", counted.text);
    let page = scene.get("manager", &path).await;
    assert!(form(&page.text), "it can be closed now: {}", page.text);
    assert!(page.text.contains("-$1.00"), "the difference is shown before: {}", page.text);
    // Nothing else stands in the way now: one alone still closes no day.
    let alone = scene.form("manager", &path, false, &close).await;
    assert_eq!(alone.status, StatusCode::CONFLICT, "{}", alone.text);
    assert!(alone.text.contains("second person"), "{}", alone.text);
    assert!(scene.app.floor.house(STAR).unwrap().with_state(|state| state.open), "the day goes on");
    let closed = scene.form("manager", &path, true, &close).await;
    assert_eq!(closed.status, StatusCode::SEE_OTHER, "{}", closed.text);
    assert!(scene.get("manager", &path).await.text.contains("No gaming day is open"));
    let none = scene.say("dealer", &format!("/api/tables/{live}/commands"), sit).await;
    assert!(none.text.contains("no gaming day is open"), "{}", none.text);
    scene.app.floor.close();
}
