//! The rules pages as a browser and a program meet them: every clause, every link, odd addresses.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use pages::layout::encode;
use pages::rules;
use rulebook::library;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tower::ServiceExt;

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";
const MOST: usize = 150_000;

fn app() -> Router {
    rules::routes::<()>().with_state(())
}

async fn get(app: &Router, address: &str) -> (StatusCode, String, String) {
    let request = Request::get(address).body(Body::empty()).unwrap();
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let kind =
        response.headers().get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap()).to_string();
    let body = to_bytes(response.into_body(), 10_000_000).await.unwrap();
    (status, kind, String::from_utf8(body.to_vec()).unwrap())
}

async fn page(address: &str) -> String {
    let (status, kind, body) = get(&app(), address).await;
    assert_eq!((status, kind.as_str()), (StatusCode::OK, "text/html; charset=utf-8"), "{address}");
    body
}

async fn json(address: &str) -> Value {
    let (status, kind, body) = get(&app(), address).await;
    assert_eq!((status, kind.as_str()), (StatusCode::OK, "application/json"), "{address}: {body}");
    serde_json::from_str(&body).unwrap()
}

/// A text without tags, with what HTML writes otherwise put back.
fn read(html: &str) -> String {
    let mut text = String::new();
    let mut tag = false;
    for letter in html.chars() {
        match letter {
            '<' => tag = true,
            '>' if tag => tag = false,
            _ if !tag => text.push(letter),
            _ => {}
        }
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[tokio::test]
async fn every_clause_and_reading_of_every_book_has_a_page_and_a_card() {
    let app = app();
    for book in library::ids() {
        let register = library::register(book).unwrap();
        for (_, row) in register.iter() {
            let address = format!("/rules/{book}/{}", encode(&row.label));
            let (status, _, body) = get(&app, &address).await;
            assert_eq!(status, StatusCode::OK, "{address}");
            assert!(body.len() < MOST, "{address}: {}", body.len());
            let text = read(&body);
            assert!(text.contains(&row.effect) && text.contains(&row.label), "{address}");
            let (status, _, card) = get(&app, &format!("{address}?part=card")).await;
            assert_eq!(status, StatusCode::OK, "{address}");
            assert!(card.starts_with("<article class=\"clause-card\">") && card.len() < 5_000, "{address}");
            let told = read(&card);
            assert!(told.contains(&row.effect) && card.contains(&format!("href=\"{address}\"")), "{address}");
        }
        for reading in library::readings(book).unwrap() {
            let (status, _, body) = get(&app, &format!("/rules/{book}/{}", encode(&reading.name))).await;
            let text = read(&body);
            assert_eq!(status, StatusCode::OK, "{}", reading.name);
            assert!(text.contains(&reading.question) && text.contains(&reading.taken), "{}", reading.name);
            for label in reading.clauses.iter().filter(|label| register.id(label).is_some()) {
                let (_, _, body) = get(&app, &format!("/rules/{book}/{}", encode(label))).await;
                assert!(read(&body).contains(&reading.taken), "{label} does not show {}", reading.name);
            }
        }
    }
}

#[tokio::test]
async fn all_links_of_the_rules_lead_somewhere_and_no_page_is_heavy() {
    let app = app();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut bodies: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut ahead = vec!["/rules".to_string(), "/rules?q=jackpot".to_string(), "/rules/compare".to_string()];
    let mut anchors = Vec::new();
    while let Some(address) = ahead.pop() {
        if !seen.insert(address.clone()) {
            continue;
        }
        let (status, _, body) = get(&app, &address).await;
        assert_eq!(status, StatusCode::OK, "{address}");
        assert!(body.len() < MOST, "{address}: {}", body.len());
        let values = |name: &str| -> Vec<String> {
            let opening = format!(" {name}=\"");
            body.split(&opening)
                .skip(1)
                .map(|part| part.split('"').next().unwrap().replace("&amp;", "&"))
                .collect()
        };
        let ids: Vec<String> = values("id");
        let known: BTreeSet<String> = ids.iter().cloned().collect();
        assert_eq!(known.len(), ids.len(), "an id stands twice in {address}");
        for link in values("href") {
            let (path, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(path, anchor)| (path, Some(anchor)));
            let path = if path.is_empty() { address.as_str() } else { path };
            if !path.starts_with("/rules") {
                continue;
            }
            if let Some(anchor) = anchor {
                anchors.push((address.clone(), path.to_string(), anchor.to_string()));
            }
            ahead.push(path.to_string());
        }
        bodies.insert(address, known);
    }
    for (from, to, anchor) in anchors {
        assert!(bodies[&to].contains(&anchor), "{from} points to #{anchor} of {to}");
    }
    // Every clause and every reading was met on the way.
    for book in library::ids() {
        let register = library::register(book).unwrap();
        let readings = library::readings(book).unwrap();
        let labels = register.iter().map(|(_, row)| &row.label);
        for label in labels.chain(readings.iter().map(|reading| &reading.name)) {
            assert!(
                seen.contains(&format!("/rules/{book}/{}", encode(label))),
                "nothing leads to {book} {label}"
            );
        }
    }
    assert!(seen.contains(&format!("/rules/{SYDNEY}/game/ultimate-texas-holdem")));
}

#[tokio::test]
async fn the_search_finds_by_label_by_word_by_several_and_says_when_nothing_is_there() {
    let first = |body: &str| {
        let list = body.split("<ol class=\"found\"").nth(1).unwrap_or_default();
        list.split("href=\"").nth(1).unwrap_or_default().split('"').next().unwrap_or_default().to_string()
    };
    let body = page(&format!("/rules?q=13.9&book={SYDNEY}")).await;
    assert_eq!(first(&body), format!("/rules/{SYDNEY}/13.9"));
    let body = page(&format!("/rules?q=Misdeal&book={SYDNEY}&kind=definition")).await;
    assert_eq!(first(&body), format!("/rules/{SYDNEY}/1.1%2F%27Misdeal%27"));
    let body = page("/rules?q=carries+misdeal").await;
    assert!(body.contains("<mark>carries</mark>") && body.contains("<mark>misdeal</mark>"), "{body}");
    let body = page("/rules?q=xyzzyx").await;
    assert!(body.contains("Nothing holds all of: xyzzyx") && first(&body).is_empty());
    // What was asked comes back in the box, and as text only.
    let body = page("/rules?q=%22%3E%3Cscript%3E").await;
    assert!(body.contains("value=\"&quot;&gt;&lt;script&gt;\"") && !body.contains("<script>"));
    // Many answers come in pages that can be walked through without a script.
    let body = page("/rules?q=the").await;
    assert!(body.contains("rel=\"next\"") && body.matches("<li><p class=\"where\">").count() == 40);
    let second = page("/rules?q=the&page=2").await;
    assert!(second.contains("rel=\"prev\"") && first(&second) != first(&body));
    let far = page("/rules?q=the&page=999999999999").await;
    assert!(!first(&far).is_empty());
}

#[tokio::test]
async fn odd_addresses_are_refused_or_empty_and_nothing_breaks() {
    let app = app();
    let long = "a".repeat(5_000);
    let digits = "9".repeat(300);
    let many = [
        (format!("/rules?q={long}"), 400),
        ("/rules?q=%00%01%7f".into(), 200),
        ("/rules?q=%ff%fe".into(), 200),
        ("/rules?q=a&q=b".into(), 400),
        ("/rules?q=a&book=nowhere".into(), 404),
        ("/rules?q=a&kind=nothing".into(), 400),
        (format!("/rules?q=a&page=-{digits}"), 200),
        ("/rules/nowhere".into(), 404),
        ("/rules/..%2f..%2fetc%2fpasswd".into(), 404),
        (format!("/rules/{SYDNEY}/..%2f..%2fbook.toml"), 404),
        (format!("/rules/{SYDNEY}/../../../etc/passwd"), 404),
        (format!("/rules/{SYDNEY}/%ff"), 400),
        (format!("/rules/{SYDNEY}/%00"), 404),
        (format!("/rules/{SYDNEY}/{long}"), 404),
        (format!("/rules/{SYDNEY}/99.9?part=card"), 404),
        (format!("/rules/{SYDNEY}/13.9?part=nothing"), 200),
        (format!("/rules/{SYDNEY}?chapter=99"), 404),
        (format!("/rules/{SYDNEY}?chapter={long}"), 404),
        (format!("/rules/{SYDNEY}/game/whist"), 404),
        ("/rules/crown-melbourne-poker-13.0/game/holdem".into(), 200),
        ("/rules/crown-melbourne-poker-13.0/game/whist".into(), 404),
        (format!("/rules/compare?a={SYDNEY}&b=nowhere"), 404),
        (format!("/rules/compare?a={SYDNEY}&b=crown-melbourne-poker-13.0"), 404),
        (format!("/rules/compare?a={SYDNEY}&b={SYDNEY}&game=whist"), 404),
        (format!("/rules/compare?a={SYDNEY}"), 200),
        (format!("/api/rules?q={long}"), 400),
        ("/api/rules?q=%00".into(), 200),
        ("/api/rules?q=a&page=0".into(), 400),
        ("/api/rules?q=a&page=x".into(), 400),
        ("/api/rules?q=a&page=1000".into(), 200),
        ("/api/rules/nowhere".into(), 404),
        (format!("/api/rules/{SYDNEY}/99.9"), 404),
        (format!("/api/rules/{SYDNEY}/%ff"), 400),
    ];
    for (address, expected) in many {
        let (status, _, body) = get(&app, &address).await;
        assert_eq!(status.as_u16(), expected, "{address}: {body}");
        assert!(body.len() < MOST, "{address}");
    }
}

#[tokio::test]
async fn a_clause_that_does_not_exist_names_the_nearest() {
    let (status, _, body) = get(&app(), &format!("/rules/{SYDNEY}/13.9.9")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(body.contains(&format!("href=\"/rules/{SYDNEY}/13.9\"")), "{body}");
    let (status, kind, body) = get(&app(), &format!("/api/rules/{SYDNEY}/13.9.9")).await;
    assert_eq!((status, kind.as_str()), (StatusCode::NOT_FOUND, "application/problem+json"));
    assert!(body.contains("the nearest are 13.9"), "{body}");
}

#[tokio::test]
async fn a_clause_says_where_it_is_enforced_what_it_is_read_as_and_what_shows_it() {
    let body = read(&page(&format!("/rules/{SYDNEY}/13.9")).await);
    for said in [
        "Jackpot, after a misdeal: carries to next round",
        "Reading AMB-58",
        "table.toml:",
        "cases/",
        "13.8.2",
        "13.9.1",
    ] {
        assert!(body.contains(said), "{said}: {body}");
    }
    let found = json(&format!("/api/rules/{SYDNEY}/13.9")).await;
    assert_eq!(
        found["effect"].as_str().unwrap(),
        library::register(SYDNEY).unwrap().iter().find(|(_, row)| row.label == "13.9").unwrap().1.effect
    );
    assert!(found["cases"].as_array().unwrap().len() > 10);
    assert_eq!((found["before"].as_str(), found["after"].as_str()), (Some("13.8.2"), Some("13.9.1")));
}

/// A clause of poker has what one of a banked game has: where the data cites it, and the cases in which the room does.
#[tokio::test]
async fn a_clause_of_the_poker_book_names_the_cases_that_show_it() {
    const POKER: &str = "crown-melbourne-poker-13.0";
    let book = library::open(POKER).unwrap();
    let evidence = cases::Evidence::of(&book);
    let label = "3.2.2(d)";
    let shown = evidence.cases(book.register.id(label).unwrap());
    assert!(!shown.is_empty());
    let text = read(&page(&format!("/rules/{POKER}/{label}")).await);
    for case in shown.iter().take(30) {
        assert!(text.contains(case.path) && text.contains(case.about), "{}: {text}", case.path);
    }
    let found = json(&format!("/api/rules/{POKER}/{label}")).await;
    let files: Vec<&str> =
        found["cases"].as_array().unwrap().iter().map(|case| case["file"].as_str().unwrap()).collect();
    assert_eq!(files, shown.iter().map(|case| case.path).collect::<Vec<_>>());
    assert!(!found["enforced"]["lines"].as_array().unwrap().is_empty(), "{found}");
    // Its roles stand on its page, and a game of it is told point by point with the clauses.
    let front = read(&page(&format!("/rules/{POKER}")).await);
    assert!(front.contains(&book.ladder.roles[0].name) && front.contains("Hold"), "{front}");
    let holdem = book.game("holdem").unwrap();
    let told = read(&page(&format!("/rules/{POKER}/game/holdem")).await);
    for topic in holdem.describe() {
        assert!(told.contains(&topic.point.is) && told.contains(&topic.point.clause), "{}", topic.topic);
    }
}

#[tokio::test]
async fn two_books_differ_where_they_should_with_the_clauses_of_each() {
    let body =
        page("/rules/compare?a=star-sydney-mississippi-stud-4&b=crown-melbourne-mississippi-stud-3.0").await;
    let text = read(&body);
    assert!(text.contains("carries to next round 11.12") && text.contains("returned 15.3.1"), "{text}");
    let (before, after) = body.split_once("What is the same").unwrap();
    assert!(before.contains("after a misdeal") && after.contains("<details>"));
    let same = page(&format!("/rules/compare?a={SYDNEY}&b={SYDNEY}&game=caribbean-stud")).await;
    assert!(same.contains("Nothing differs."));
}

#[tokio::test]
async fn the_page_of_each_game_tells_a_newcomer_its_steps_wagers_tables_and_prizes() {
    for book in library::house_banked() {
        let rules = rulebook::Rulebook::open(book).unwrap();
        for game in &rules.variants {
            let body = page(&format!("/rules/{book}/game/{}", game.game)).await;
            let text = read(&body);
            for wager in &game.wager {
                assert!(body.contains(&format!("id=\"wager-{}\"", wager.on)), "{book} {}", wager.on);
                // Lines made one lose none of their clauses.
                for citation in wager.case.iter().map(|case| rules.citation(case.clause)) {
                    for clause in std::iter::once(&citation.clause).chain(&citation.also) {
                        let label = &rules.register.get(*clause).label;
                        let link = format!("href=\"/rules/{book}/{}\"", encode(label));
                        assert!(body.contains(&link), "{book} {} does not cite {label}", wager.on);
                    }
                }
            }
            for table in &game.paytable {
                for line in &table.lines {
                    assert!(text.contains(&line.pays.0.to_string()), "{book} {} {}", table.id, line.hand);
                }
            }
            for step in game.step.iter().filter(|step| !step.name.is_empty()) {
                for choice in &step.choices {
                    assert!(text.contains(rules.label(choice.clause)), "{book} {}", step.name);
                }
            }
            for prize in rules.jackpots.option.iter().flat_map(|option| &option.prizes) {
                assert!(text.contains(prize.hand.category.word()), "{book} {}", prize.hand);
            }
            assert!(text.contains("How a round goes") && !text.contains("rules."), "{book} {}", game.game);
        }
    }
    let text = read(&page(&format!("/rules/{SYDNEY}/game/caribbean-stud")).await);
    assert!(text.contains("ace, king high or better"), "{text}");
    let text = read(&page(&format!("/rules/{SYDNEY}/game/mississippi-stud")).await);
    assert!(text.contains("from 1 to 3 times your Ante") && text.contains("pair of jacks"), "{text}");
}

#[tokio::test]
async fn the_json_is_what_the_openapi_document_says() {
    let paths = rules::openapi();
    let asked = [
        ("/api/rules", "/api/rules?q=misdeal".to_string()),
        ("/api/rules/{book}", format!("/api/rules/{SYDNEY}")),
        ("/api/rules/{book}/{label}", format!("/api/rules/{SYDNEY}/1.1%2F%27Ante%27")),
    ];
    assert_eq!(paths.as_object().unwrap().len(), asked.len());
    for (path, address) in asked {
        let schema = &paths[path]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        fits(schema, &json(&address).await, path);
    }
    let found = json(&format!("/api/rules?q=13.9&book={SYDNEY}")).await;
    assert_eq!(found["results"][0]["label"], "13.9");
    assert_eq!(json(&format!("/api/rules/{SYDNEY}")).await["clauses"].as_array().unwrap().len(), 550);
}

/// Whether a value has the type, the fields and the items that a schema says, and no field besides.
fn fits(schema: &Value, value: &Value, at: &str) {
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        kinds => kinds.as_array().unwrap().iter().filter_map(Value::as_str).collect(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.contains(&kind), "{at}: {kind} is none of {kinds:?}");
    if let Some(all) = value.as_object() {
        let known: BTreeSet<&String> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(all.keys().collect::<BTreeSet<_>>(), known, "{at}");
        all.iter()
            .for_each(|(name, field)| fits(&schema["properties"][name], field, &format!("{at}.{name}")));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(&schema["items"], item, &format!("{at}[]"));
    }
}
