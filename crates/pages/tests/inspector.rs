//! Past rounds and the log itself: what is found, what is shown to whom, what is proved, and who may take it away.

use crate::look;
use engine::{MeterIndex, PatronId, TableNumber};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use engine::banked::{Command as C, Decision, IrregularityReport, Offer, Phase};
use floor::table::{Command, Tender};
use floor::{By, Opening};
use house::Person;
use look::{SYSTEM, Scene, dealer, game};
use money::Money;
use pages::parts::exact;
use rulebook::IrregularityKind;
use serde_json::Value;
use server::demo::{SUPERVISOR, both_managers};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{
    Answered, Append, AppendCallback, CommandId as Id, Epoch, Hash, Head, MemoryStore, Record, Snapshot,
    Store, StoreError, Stream,
};

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";

async fn json(scene: &Scene, who: &str, path: &str) -> Value {
    serde_json::from_str(&scene.page(who, path).await).unwrap()
}

fn patron(number: PatronId) -> By {
    By::alone(Person::Patron(number))
}

/// A patron takes a place with $1,000.
fn sit(scene: &Scene, table: &Stream, seat: u8, number: PatronId) {
    let needs_card = scene.desk(table).machine().game.book().table.patrons.is_some();
    let card = needs_card.then_some(u64::from(number.0));
    scene.tell(table, patron(number), Command::AskSeat { seat, patron: number, card });
    until(|| scene.with_state(table, |state| state.patrons[usize::from(seat)] == Some(number)));
    let amount = Money::from_cents(100_000);
    scene.tell(table, patron(number), Command::BuyIn { seat, amount, with: Tender::Account });
    until(|| scene.with_state(table, |state| !state.rack(seat).is_zero()));
}

fn until(so_far: impl Fn() -> bool) {
    for _ in 0..10_000 {
        if so_far() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it does not come to that");
}

fn ante(scene: &Scene, table: &Stream, seat: u8, number: PatronId) {
    let least = scene.offers(table, usize::from(seat)).into_iter().find_map(|offer| match offer {
        Offer::Place { seat: at, wager: 0, from, .. } if at == usize::from(seat) => Some(from),
        _ => None,
    });
    let amount = least.unwrap();
    let medium = rulebook::Medium::Chips;
    let place = C::Place { seat: usize::from(seat), wager: 0, amount, medium, proxy: false, checked: true };
    scene.tell(table, patron(number), game(place));
}

fn deal(scene: &Scene, table: &Stream) {
    scene.tell(table, dealer(), game(C::CallNoMoreBets));
    scene.tell(table, dealer(), Command::Deal { next_key: None });
}

/// The cards of a place, as only the table knows them.
fn held(scene: &Scene, table: &Stream, seat: usize) -> Vec<cards::Card> {
    scene.with_state(table, |state| {
        let seat = &state.game.seats[seat];
        seat.cards[..usize::from(seat.held)].iter().map(|id| id.card()).collect()
    })
}

/// How a page would betray a card: its picture, its name, its letters in JSON.
fn betrays(text: &str, card: cards::Card) -> bool {
    text.contains(&format!("#{card}\""))
        || text.contains(&card.in_words())
        || text.contains(&format!("\"{card}\""))
}

/// Alex folds and Pat bets: what a folded hand was, nobody is told but Alex, at no step, in no form.
#[tokio::test]
async fn a_replay_shows_to_each_what_each_has_seen() {
    let scene = Scene::new(0);
    let (number, table) = scene.table("caribbean-stud");
    sit(&scene, &table, 0, PatronId(1));
    sit(&scene, &table, 1, PatronId(2));
    ante(&scene, &table, 0, PatronId(1));
    ante(&scene, &table, 1, PatronId(2));
    deal(&scene, &table);
    let (pat, alex) = (held(&scene, &table, 0), held(&scene, &table, 1));
    let under_way = scene.page("inspector", &format!("/tables/{number}/rounds/1?step=999")).await;
    assert!(under_way.contains("not over") && !under_way.contains("data-opening"));
    assert!(pat.iter().chain(&alex).all(|card| !betrays(&under_way, *card)));
    let bet = scene.offers(&table, 0).into_iter().find_map(|offer| match offer {
        Offer::Bet { from, .. } => Some(from),
        _ => None,
    });
    let bet = Decision::Bet { amount: bet.unwrap(), checked: true, token: false };
    scene.tell(&table, patron(PatronId(1)), game(C::Decide { seat: 0, decision: bet }));
    scene.tell(&table, patron(PatronId(2)), game(C::Decide { seat: 1, decision: Decision::Fold }));
    for _ in 0..10 {
        match scene.with_state(&table, |state| state.game.phase) {
            Phase::Deciding(_) => scene.tell(&table, dealer(), game(C::Proceed)),
            Phase::Showdown => scene.tell(&table, dealer(), game(C::Settle)),
            _ => break,
        }
    }
    assert_eq!(scene.with_state(&table, |state| (state.game.phase, state.game.rounds)), (Phase::Betting, 1));

    let path = format!("/tables/{number}/rounds/1");
    for who in ["", "player", "sam", "dealer", "manager", "inspector"] {
        let mut counts = Vec::new();
        // In summary, and event by event.
        for lines in ["few", "all"] {
            let first = scene.page(who, &format!("{path}?lines={lines}")).await;
            let steps: usize =
                first.split("data-steps=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
            counts.push(steps);
            for step in 0..=steps {
                let text = scene.page(who, &format!("{path}?step={step}&lines={lines}")).await;
                let shown = alex.iter().filter(|card| betrays(&text, **card)).count();
                assert_eq!(shown, 0, "{who} is shown a folded card at step {step}");
                assert!(text.contains(&format!("Step {step} of {steps}")));
            }
            let last = scene.page(who, &format!("{path}?step={steps}&lines={lines}")).await;
            assert!(pat.iter().all(|card| betrays(&last, *card)), "{who}: the hand that played was shown");
        }
        // Finding 20: a summary leaves out what says nothing.
        assert!(counts[1] > 30 && 2 * counts[0] < counts[1], "{who}: {counts:?}");
        let told = json(&scene, who, &format!("/api{path}")).await.to_string();
        assert!(alex.iter().all(|card| !betrays(&told, *card)), "{who}: {told}");
        assert_eq!(told.contains("patron/1"), matches!(who, "dealer" | "manager" | "inspector"), "{who}");
    }
    let own = scene.page("alex", &format!("{path}?step=999")).await;
    assert!(alex.iter().all(|card| betrays(&own, *card)), "one's own cards are one's own");

    // The whole deck is for those who answer for the log; every card of it proves itself by the floor's own check.
    // To look at it is an order that the house keeps: no GET shows it, and whoever is refused leaves nothing there.
    let book = scene.app.table(TableNumber(number)).unwrap().0.name.book.clone();
    let house = scene.app.floor.house(&book).unwrap();
    for (who, may) in [("", 401), ("alex", 403), ("dealer", 403), ("inspector", 200), ("manager", 200)] {
        let before = house.version();
        let (status, text) = scene.get(who, &format!("{path}?deck=open")).await;
        assert_eq!(status, StatusCode::OK, "{who}");
        let seen = if who == "alex" { 15 } else { 10 };
        assert_eq!(text.matches("data-opening").count(), seen, "{who}: a GET shows what was seen");
        assert_eq!(text.contains(&format!("action=\"{path}/deck#proof\"")), may == 200, "{who}");
        assert_eq!(house.version(), before, "{who}");
        let (status, text) = scene.post(who, &format!("{path}/deck"), "").await;
        assert_eq!(status.as_u16(), may, "{who}");
        assert_eq!(text.matches("data-opening").count(), if may == 200 { 52 } else { 0 }, "{who}");
        assert_eq!(house.version(), before + u64::from(may == 200), "{who}");
    }
    let stream = floor::house_stream(&book).unwrap();
    let kept = scene.app.store.read(&stream, house.version() - 1, 2).unwrap();
    let by: Vec<&str> = kept.iter().map(|record| &*record.by).collect();
    assert!(by[0].starts_with("outside/") && by[1].starts_with("staff/"), "{by:?}");
    for (who, cards) in [("", 10), ("player", 10), ("alex", 15), ("inspector", 10)] {
        let told = json(&scene, who, &format!("/api{path}")).await;
        let root = Hash::parse(told["commitment"].as_str().unwrap()).unwrap();
        let openings = told["openings"].as_array().unwrap();
        assert_eq!(openings.len(), cards, "{who}");
        for opening in openings {
            let opening = read_opening(opening);
            assert!(opening.proves(root));
            assert!(!Opening { place: (opening.place + 1) % 52, ..opening }.proves(root));
        }
    }
    for wrong in
        ["/tables/999/rounds/1", &format!("/tables/{number}/rounds/7"), &format!("/tables/{number}/rounds/0")]
    {
        assert_eq!(scene.get("player", wrong).await.0, StatusCode::NOT_FOUND, "{wrong}");
    }
    scene.app.floor.close();
}

fn read_opening(told: &Value) -> Opening {
    let hash = |value: &Value| Hash::parse(value.as_str().unwrap()).unwrap();
    let beside: Vec<Hash> = told["beside"].as_array().unwrap().iter().map(hash).collect();
    Opening {
        place: u8::try_from(told["place"].as_u64().unwrap()).unwrap(),
        card: told["card"].as_str().unwrap().parse::<cards::Card>().unwrap().id(),
        salt: hash(&told["salt"]).0,
        beside: beside.try_into().unwrap(),
    }
}

/// Rounds at two tables, one of them with a misdeal: each criterion finds those rounds and no other.
#[tokio::test]
async fn a_round_is_found_by_each_criterion() {
    let scene = Scene::new(2);
    let (first, one) = scene.table("caribbean-stud");
    let (second, two) = scene.table("three-card-poker");
    for (table, rounds, seed) in [(&one, 4, 5), (&two, 3, 7)] {
        let mut croupier = scene.croupier(table, seed);
        (0..rounds).for_each(|_| croupier.round().unwrap());
    }
    let mut croupier = scene.croupier(&one, 6);
    croupier.deal().unwrap();
    scene.tell(
        &one,
        both_managers(),
        game(C::Rule(Box::new(IrregularityReport::new(IrregularityKind::CardExposed)))),
    );
    until(|| scene.with_state(&one, |state| state.due.is_empty()));
    let total = |query: &str| {
        let path = format!("/api/rounds{query}");
        let scene = &scene;
        async move { json(scene, "inspector", &path).await }
    };
    let found = |value: &Value| -> Vec<(u64, u64)> {
        let of = |round: &Value| (round["table"].as_u64().unwrap(), round["round"].as_u64().unwrap());
        value["rounds"].as_array().unwrap().iter().map(of).collect()
    };
    let all = total("").await;
    assert_eq!(all["indexed"]["done"], all["indexed"]["total"]);
    assert_eq!(all["total"], 8);
    let at = |number: TableNumber| u64::from(number.0);
    let of_one = found(&total(&format!("?table={first}")).await);
    assert_eq!(of_one, (1..=5).rev().map(|round| (at(TableNumber(first)), round)).collect::<Vec<_>>());
    let trouble = vec![(at(TableNumber(first)), 5)];
    let of_first = format!("?clause=13.1&table={first}");
    for query in ["?irregularity=any", "?irregularity=card-exposed&table=&patron=", &of_first] {
        assert_eq!(found(&total(query).await), trouble, "{query}");
    }
    assert!(found(&total(&format!("?clause=13.10&table={first}")).await).is_empty());
    assert!(found(&total("?irregularity=fraud").await).is_empty());

    // What each patron won or lost, by those who followed the tables.
    for number in [first, second] {
        let (follower, _) = scene.app.table(TableNumber(number)).unwrap();
        let history = follower.feed().history.clone();
        let sat: Vec<PatronId> = history[0].patrons.iter().flatten().copied().collect();
        assert_eq!(sat.len(), 2);
        for patron in sat {
            let nets: Vec<(u64, Money)> = (history.iter())
                .filter_map(|past| {
                    let seat = past.patrons.iter().position(|own| *own == Some(patron))?;
                    let own = past.outcomes.iter().filter(|outcome| outcome.settled.seat == seat);
                    let own: Vec<Money> = own.map(|outcome| outcome.settled.net()).collect();
                    (!own.is_empty()).then(|| (past.number, own.into_iter().sum()))
                })
                .collect();
            let rounds = |keep: &dyn Fn(Money) -> bool| -> Vec<(u64, u64)> {
                nets.iter()
                    .filter(|(_, net)| keep(*net))
                    .map(|(round, _)| (at(TableNumber(number)), *round))
                    .collect()
            };
            assert_eq!(found(&total(&format!("?patron={patron}")).await), rounds(&|_| true));
            for cents in [1, 10_00, 20_00, 30_00, 100_000] {
                let amount = Money::from_cents(cents);
                let won = total(&format!("?patron={patron}&won={amount}")).await;
                assert_eq!(found(&won), rounds(&|net| net >= amount), "{patron} won {amount}");
                let lost = total(&format!("?patron={patron}&lost={amount}")).await;
                assert_eq!(
                    found(&lost),
                    rounds(&|net| net <= Money::ZERO - amount),
                    "{patron} lost {amount}"
                );
            }
        }
    }
    // Times: all were played since yesterday and none before.
    let now = scene.app.clock.wall_ms();
    let day = |ms: i64| pages::inspector::clock(ms)[..16].replace(' ', "T");
    let since = total(&format!("?from={}&to={}", day(now - 86_400_000), day(now + 120_000))).await;
    assert_eq!(since["total"], 8);
    assert_eq!(total(&format!("?to={}", day(now - 86_400_000))).await["total"], 0);

    let page = scene.page("supervisor", &format!("/inspector?table={first}&irregularity=any")).await;
    assert!(page.contains(&format!("/tables/{first}/rounds/5\"")) && page.contains("card exposed"), "{page}");
    let csv = scene.page("inspector", &format!("/inspector/rounds.csv?table={second}")).await;
    assert_eq!(csv.lines().count(), 1 + 3 * 2, "{csv}");
    assert!(
        csv.lines()
            .skip(1)
            .all(|line| line.starts_with(&format!("{second},")) && line.split(',').count() == 12)
    );
    for wrong in
        ["?table=x", "?won=1.234", "?from=yesterday", "?irregularity=bad-luck", "?page=-1", "?colour=red"]
    {
        assert_eq!(
            scene.get("inspector", &format!("/api/rounds{wrong}")).await.0,
            StatusCode::BAD_REQUEST,
            "{wrong}"
        );
    }
    let recall = scene.page("inspector", &format!("/inspector/recall/{first}")).await;
    assert!(recall.contains("Round 5") && recall.contains("card exposed"));
    // What has been played since is found too.
    scene.croupier(&two, 9).round().unwrap();
    assert_eq!(total("").await["total"], 9);
    scene.app.floor.close();
}

#[tokio::test]
async fn players_and_strangers_may_not_look() {
    let scene = Scene::new(0);
    let paths = [
        "/inspector",
        "/inspector/rounds.csv",
        "/api/rounds",
        "/inspector/verify",
        "/inspector/streams",
        "/inspector/meters",
        "/inspector/anchor",
        "/inspector/export",
        "/inspector/recall/1",
    ];
    for path in paths {
        assert_eq!(scene.get("player", path).await.0, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(scene.get("", path).await.0, StatusCode::UNAUTHORIZED, "{path}");
        let status = |who: &'static str| async {
            scene.ask(who, Request::get(path).body(Body::empty()).unwrap()).await.0
        };
        let all = matches!(path, "/inspector/anchor" | "/inspector/export");
        let expected = if all { StatusCode::FORBIDDEN } else { StatusCode::OK };
        assert_eq!(status("dealer").await, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(status("supervisor").await, expected, "{path}");
        assert_eq!(status("inspector").await, StatusCode::OK, "{path}");
    }
    for path in ["/inspector/verify", "/inspector/anchor", "/inspector/meters"] {
        assert_eq!(scene.post("player", path, "anchor=x").await.0, StatusCode::FORBIDDEN, "{path}");
    }
    // Whoever is dismissed is staff no more.
    let dismiss = house::Command::Dismiss { id: SUPERVISOR };
    for book in rulebook::library::house_banked() {
        scene.app.floor.ask_house(book, (scene.id(), both_managers()), dismiss.clone()).unwrap();
    }
    assert_eq!(scene.get("supervisor", "/inspector").await.0, StatusCode::FORBIDDEN);
    scene.app.floor.close();
}

async fn verified(scene: &Scene) -> String {
    assert_eq!(scene.post("inspector", "/inspector/verify", "").await.0, StatusCode::SEE_OTHER);
    for _ in 0..2000 {
        let text = scene.page("inspector", "/inspector/verify").await;
        if !text.contains("Under way") {
            return text;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the verification does not end");
}

/// A whole log is called whole; one bit of one record, and the record is named. The export goes elsewhere and is the same log.
#[tokio::test]
async fn the_log_is_proved_and_carried_away() {
    let store = Arc::new(Flipping::default());
    let scene = Scene::on(Arc::clone(&store) as _, 2);
    let (_, table) = scene.table("caribbean-stud");
    let mut croupier = scene.croupier(&table, 5);
    (0..3).for_each(|_| croupier.round().unwrap());
    until(|| scene.with_state(&table, |state| state.due.is_empty()));
    let text = verified(&scene).await;
    assert!(text.contains("The log is whole."), "{text}");

    let get = |path: &str| Request::get(path).body(Body::empty()).unwrap();
    let (status, headers, anchor) = scene.ask("inspector", get("/inspector/anchor")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(headers["content-disposition"].to_str().unwrap().contains("cardroom.anchor"));
    let anchor = String::from_utf8(anchor).unwrap();
    let pasted = |text: &str| format!("anchor={}", pages::layout::encode(text));
    let (_, text) = scene.post("supervisor", "/inspector/anchor", &pasted(&anchor)).await;
    assert!(text.contains("streams are as they were"), "{text}");
    let changed = anchor.replacen("made 1", "made 2", 1);
    let (_, text) = scene.post("supervisor", "/inspector/anchor", &pasted(&changed)).await;
    assert!(text.contains("digest") && !text.contains("streams are as they were"));

    let (status, _, export) = scene.ask("manager", get("/inspector/export")).await;
    assert_eq!(status, StatusCode::OK);
    let elsewhere = MemoryStore::new();
    store::export::import(&elsewhere, Some(&scene.vault), &mut Cursor::new(export)).unwrap();
    for (stream, head) in scene.store.streams().unwrap() {
        assert_eq!(elsewhere.head(&stream).unwrap().hash, head.hash, "{stream}");
    }
    let streams = scene.page("inspector", "/inspector/streams").await;
    assert!(streams.contains(&scene.store.head(&table).unwrap().hash.to_string()));

    *store.flipped.lock().unwrap() = Some((table.clone(), 40));
    store.on.store(true, Ordering::SeqCst);
    let text = verified(&scene).await;
    assert!(text.contains("NOT whole") && text.contains(&format!("{table}, record 40")), "{text}");
    let (_, text) = scene.post("supervisor", "/inspector/anchor", &pasted(&anchor)).await;
    assert!(text.contains("streams are as they were"), "an anchor is of the ends, which are as they were");
    let replay = scene.get("inspector", "/api/rounds").await.1;
    assert!(!replay.contains("panicked"));
    scene.app.floor.close();
}

#[tokio::test]
async fn a_meter_is_read_as_at_a_past_settlement() {
    let scene = Scene::new(0);
    let (table, _) = scene.table("caribbean-stud");
    let value = || scene.app.meter_view(SYDNEY, MeterIndex(0)).unwrap();
    let before = value().value.0;
    scene.meter(
        SYDNEY,
        SYSTEM,
        engine::jackpot::Command::Register { meter: MeterIndex(0), table: TableNumber(table), wagers: 4 },
    );
    let (after, seq) = (value().value.0, value().seq);
    scene.meter(
        SYDNEY,
        SYSTEM,
        engine::jackpot::Command::Register { meter: MeterIndex(0), table: TableNumber(table), wagers: 9 },
    );
    let form = format!("meter={SYDNEY}/1&seq={seq}&table=&outcome=");
    let (status, text) = scene.post("manager", "/inspector/meters", &form).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let plain = |amount| exact(amount).replace([',', '$'], "");
    assert!(text.contains(&plain(before)) && text.contains(&plain(after)), "{text}");
    assert_eq!(scene.post("dealer", "/inspector/meters", &form).await.0, StatusCode::FORBIDDEN);
    let (status, text) = scene.post("inspector", "/inspector/meters", &form).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{text}");
    assert!(text.contains("11.3.1(a)(iii)"), "{text}");
    for wrong in
        ["", "meter=x", "meter=a/0&seq=1", &format!("meter={SYDNEY}/1"), &format!("meter={SYDNEY}/1&seq=x")]
    {
        assert_eq!(
            scene.post("manager", "/inspector/meters", wrong).await.0,
            StatusCode::BAD_REQUEST,
            "{wrong}"
        );
    }
    scene.app.floor.close();
}

#[test]
fn what_programs_ask_is_described() {
    for (described, path) in [
        (pages::inspector::openapi(), "/api/rounds"),
        (pages::rounds::openapi(), "/api/tables/{number}/rounds/{round}"),
    ] {
        assert!(described[path]["get"]["responses"]["200"].is_object(), "{path}");
    }
}

/// A store in memory in which, once that is wanted, a bit of one record is another.
#[derive(Default)]
struct Flipping {
    inner: MemoryStore,
    on: AtomicBool,
    flipped: Mutex<Option<(Stream, u64)>>,
}

impl Flipping {
    fn flip(&self, mut record: Record) -> Record {
        let at = self.flipped.lock().unwrap();
        let here = |(stream, version): &(Stream, u64)| *stream == record.stream && *version == record.version;
        if self.on.load(Ordering::SeqCst) && at.as_ref().is_some_and(here) {
            record.open[0] ^= 1;
        }
        record
    }
}

impl Store for Flipping {
    fn submit(&self, append: Append, done: AppendCallback) {
        self.inner.submit(append, done);
    }
    fn head(&self, stream: &Stream) -> Result<Head, StoreError> {
        self.inner.head(stream)
    }
    fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.inner.streams()
    }
    fn read(&self, stream: &Stream, from: u64, most: usize) -> Result<Vec<Record>, StoreError> {
        Ok(self.inner.read(stream, from, most)?.into_iter().map(|record| self.flip(record)).collect())
    }
    fn scan(&self, each: &mut dyn FnMut(Record) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.inner.scan(&mut |record| each(self.flip(record)))
    }
    fn answered(&self, command: Id) -> Result<Option<(Stream, Answered)>, StoreError> {
        self.inner.answered(command)
    }
    fn keep_snapshot(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        self.inner.keep_snapshot(snapshot)
    }
    fn snapshot(&self, stream: &Stream) -> Result<Option<Snapshot>, StoreError> {
        self.inner.snapshot(stream)
    }
    fn seal(&self, stream: &Stream, up_to: u64) -> Result<(), StoreError> {
        self.inner.seal(stream, up_to)
    }
    fn claim(&self, stream: &Stream) -> Result<Epoch, StoreError> {
        self.inner.claim(stream)
    }
    fn release(&self, stream: &Stream, epoch: Epoch) -> Result<(), StoreError> {
        self.inner.release(stream, epoch)
    }
    fn beat(&self) -> Result<(), StoreError> {
        self.inner.beat()
    }
}
