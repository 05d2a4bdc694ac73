//! The pages of exact odds, asked as a browser asks them.

use super::*;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::request::Parts;
use odds::what_if::WhatIf;
use odds::{Answer, Watch};
use serde_json::Value;
use tower::ServiceExt;

/// A house in which nobody is known.
#[derive(Clone)]
struct Nobody;

impl FromRequestParts<Nobody> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, _: &Nobody) -> Result<Viewer, Infallible> {
        Ok(Viewer::default())
    }
}

const CARIBBEAN: &str = "crown-sydney-poker-minors-3.3/caribbean-stud";
const THREE_CARD: &str = "crown-melbourne-three-card-poker-5.1/three-card-poker";
const ULTIMATE: &str = "crown-sydney-poker-minors-3.3/ultimate-texas-holdem";
const STAR: &str = "star-sydney-mississippi-stud-4/mississippi-stud";
const MOST_BYTES: usize = 150_000;

struct PageResponse {
    status: u16,
    headers: axum::http::HeaderMap,
    body: String,
}

fn router() -> Router {
    routes::<Nobody>().with_state(Nobody)
}

async fn get_page(router: &Router, address: &str) -> PageResponse {
    let request = Request::builder().uri(address).body(Body::empty()).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = to_bytes(response.into_body(), 1 << 24).await.unwrap();
    PageResponse { status, headers, body: String::from_utf8(bytes.to_vec()).unwrap() }
}

/// The expected result as the solver has it, as pages write it.
fn solved(game: OddsGame, what_if: &WhatIf) -> String {
    let mut book = rulebook::Rulebook::open(&game.book.front.id).unwrap();
    let signs = what_if.apply(&mut book, game.place).unwrap();
    let watch = Arc::new(Watch::default());
    let answer = Answer::new(game.book, (&book, &book.variants[game.place]), &signs, false, &watch).unwrap();
    answer.study.main[0].main.gain.mean.to_string()
}

/// With the minus that pages print.
fn printed(fraction: &str) -> String {
    fraction.replace('-', "\u{2212}")
}

#[tokio::test]
async fn every_game_shows_the_fraction_of_the_solver_and_no_page_is_heavy() {
    let router = router();
    let index = get_page(&router, "/odds").await;
    assert_eq!(index.status, 200);
    assert!(index.body.len() < MOST_BYTES, "{}", index.body.len());
    let mut games = 0;
    for game in OddsGame::all() {
        let page = get_page(&router, &game.path()).await;
        assert_eq!(page.status, 200, "{}", game.path());
        let exact = printed(&solved(game, &WhatIf::default()));
        assert!(page.body.contains(&exact), "{}: {exact}", game.path());
        assert!(index.body.contains(&exact), "{}: {exact}", game.path());
        assert!(index.body.contains(&format!("href=\"{}\"", game.path())));
        assert!(page.body.len() < MOST_BYTES, "{}: {} bytes", game.path(), page.body.len());
        assert!(!page.body.contains("style=\"") && !page.body.contains("<style"), "{}", game.path());
        let part = get_page(&router, &format!("{}?part=result", game.path())).await;
        assert_eq!(part.status, 200);
        assert!(page.body.contains(&part.body), "{}: the result is a part of the page", game.path());
        games += 1;
    }
    assert_eq!(games, 6);
}

#[tokio::test]
async fn a_what_if_is_that_of_the_command_line() {
    let router = router();
    let address = format!("/odds/{CARIBBEAN}?pay=bet.royal-flush=100");
    let page = get_page(&router, &address).await;
    // The published edge of 5.224%, which `cardroom odds --pay bet.royal-flush=100` prints.
    assert!(page.body.contains(&printed("-142031221/2718662100")));
    assert!(page.body.contains(
        "data-address=\"/odds/crown-sydney-poker-minors-3.3/caribbean-stud?pay=bet.royal-flush=100\""
    ));
    assert!(page.body.contains("approved is 250 to 1"), "what differs is told");
    assert!(page.body.contains("approved: 250 to 1"), "beside its field too");
    let json = get_page(&router, &format!("/api{address}")).await;
    assert_eq!(json.headers[header::CONTENT_TYPE], "application/json");
    let json: Value = serde_json::from_str(&json.body).unwrap();
    assert_eq!(json["wagers"][0]["expected_exact"], "-142031221/2718662100");
    assert_eq!(json["rulebook"], "crown-sydney-poker-minors-3.3");
    assert!(json["changed"][0].as_str().unwrap().contains("[Table 1]"), "{json}");
    assert!(json.get("strategy").is_none());
    let more = get_page(&router, &format!("/api{address}&strategy=true")).await;
    assert!(serde_json::from_str::<Value>(&more.body).unwrap()["strategy"][0]["decisions"].is_array());
}

#[tokio::test]
async fn a_form_leads_to_the_address_that_holds_only_what_differs() {
    let router = router();
    let form = "pay.bet.royal-flush=100+to+1&pay.bet.straight-flush=50&qualifies=no-pair+A+K&jackpot=&jackpot.method=A";
    let sent = get_page(&router, &format!("/odds/{CARIBBEAN}?{form}")).await;
    assert_eq!(sent.status, 303);
    let address = format!("/odds/{CARIBBEAN}?pay=bet.royal-flush=100");
    assert_eq!(sent.headers[header::LOCATION], address);
    let page = get_page(&router, &address).await;
    assert!(
        page.body.contains("name=\"pay.bet.royal-flush\" value=\"100\""),
        "the form keeps what was asked"
    );
    let same = get_page(&router, &format!("/odds/{CARIBBEAN}?pay.bet.royal-flush=250")).await;
    assert_eq!(same.headers[header::LOCATION], format!("/odds/{CARIBBEAN}"), "as approved");
}

#[tokio::test]
async fn a_refusal_wears_its_clause_beside_its_field() {
    let router = router();
    let asked = [
        (CARIBBEAN, "pay=bet.royal-flush=x", "why-pay.bet.royal-flush", "Table 1"),
        (CARIBBEAN, "qualifies=flsh", "why-qualifies", "8.2/"),
        (ULTIMATE, "multiples=3-4,4,1", "why-multiples", "10.5.6(a)"),
        (CARIBBEAN, "jackpot=option=1,seed=123", "why-jackpot", "11.2.1(e)"),
        (STAR, "jackpot.seed=50000", "why-jackpot", "15.2.3"),
    ];
    for (game, query, field, label) in asked {
        let page = get_page(&router, &format!("/odds/{game}?{query}")).await;
        assert_eq!(page.status, 422, "{query}");
        let beside = page.body.split_once(&format!("id=\"{field}\"")).unwrap().1;
        let beside = beside.split_once("</small>").unwrap().0;
        assert!(beside.contains("class=\"clause\"") && beside.contains(label), "{query}: {beside}");
        assert!(page.body.contains("aria-invalid=\"true\""), "{query}");
        let part = get_page(&router, &format!("/odds/{game}?{query}&part=result")).await;
        assert_eq!(part.status, 200, "half-written odds are no failure: {query}");
        assert!(page.body.contains(&part.body), "{query}");
        let json = get_page(&router, &format!("/api/odds/{game}?{query}")).await;
        let problem: Value = serde_json::from_str(&json.body).unwrap();
        assert_eq!((json.status, problem["clause"]["label"].is_string()), (422, true), "{problem}");
    }
}

#[tokio::test]
async fn nonsense_is_refused_at_once() {
    let router = router();
    let many = "p&".repeat(10_000);
    let absurd =
        "pay=pair-plus.A.pair=1000000/999983&pay=ante.A.straight=999999/999979&pay=ante.B.straight=7/999961";
    let asked = [
        ("/odds/nowhere/whist".to_string(), 404),
        (format!("/odds/{}/whist", CARIBBEAN.split('/').next().unwrap()), 404),
        ("/odds/crown-melbourne-poker-13.0/holdem".to_string(), 404),
        ("/odds/%ff/%fe".to_string(), 400),
        (format!("/odds/{CARIBBEAN}?pay=%ff"), 400),
        (format!("/odds/{CARIBBEAN}?{many}"), 400),
        (format!("/odds/{CARIBBEAN}?whist=1"), 400),
        (format!("/odds/{CARIBBEAN}?pay=bet.flush=5&pay=bet.flush=6"), 422),
        (format!("/odds/{CARIBBEAN}?pay=bet.flush=99999999999999"), 422),
        (format!("/odds/{CARIBBEAN}?pay=bet.flush=1/0"), 422),
        (format!("/odds/{THREE_CARD}?{absurd}"), 422),
        (format!("/odds/{THREE_CARD}?multiples=1-1000,1,1"), 422),
        (format!("/odds/{THREE_CARD}?jackpot=option=300,seed=1"), 422),
    ];
    for (address, status) in asked {
        for address in [address.clone(), format!("/api{address}")] {
            let found = get_page(&router, &address).await;
            let shown = address.chars().take(90).collect::<String>();
            assert_eq!(found.status, status, "{shown}: {}", found.body.chars().take(300).collect::<String>());
        }
    }
}

#[tokio::test]
async fn a_jackpot_shows_what_it_returns() {
    let router = router();
    let page = get_page(&router, &format!("/odds/{CARIBBEAN}?jackpot=option=1,seed=20000,method=B")).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("id=\"jackpot-return\"") && page.body.contains("88.85"));
    let star = get_page(&router, &format!("/odds/{STAR}?jackpot=wager=5,increment=30,seed=50000")).await;
    assert!(star.body.contains("?jackpot=wager=5.00,increment=30,seed=50000"));
    assert!(star.body.contains("value=\"50000\""), "the form keeps it");
}

#[tokio::test]
async fn a_report_is_a_document_of_its_own() {
    let router = router();
    let page = get_page(&router, &format!("/odds/{THREE_CARD}/report?pay=pair-plus.B.pair=1/2")).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Changed from the approved rulebook") && !page.body.contains("style=\""));
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    let csv = get_page(&router, &format!("/odds/{THREE_CARD}/report.csv")).await;
    assert!(csv.body.starts_with("report,Item,Is\r\n") && csv.body.contains("\r\nsummary,"));
    assert!(csv.headers[header::CONTENT_DISPOSITION].to_str().unwrap().contains("three-card-poker.csv"));
    let refused = get_page(&router, &format!("/odds/{THREE_CARD}/report?qualifies=whist")).await;
    assert_eq!(refused.status, 422);
}

#[test]
fn base64_is_that_of_the_standard() {
    let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
    for (plain, coded) in cases {
        assert_eq!(base64(plain.as_bytes()), coded);
    }
}

#[test]
fn the_description_names_the_path_and_every_status() {
    let paths = openapi();
    let responses = &paths["/api/odds/{book}/{game}"]["get"]["responses"];
    for status in ["200", "400", "404", "422", "503"] {
        assert!(responses[status]["description"].is_string(), "{status}");
    }
}
