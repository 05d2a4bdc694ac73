//! Who may open what and order what, as tables to read in review: every route of the router, every command of tables, houses,
//! files and meters, for everybody there is. A change of rights is a change of these files.
//! `CARDROOM_SNAPSHOTS=write` writes them anew.

use crate::common;

use common::{Server, furnished};
use floor::authority::{AuthorityCommand, Cell, Whose, authority};
use floor::table::DealingMode;
use rulebook::{RoleId, Rulebook};
use serde_json::Value;
use server::config::Settings;
use server::demo::SECRET;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";

/// Who asks: nobody; the player whose file and place it is, and another; the staff by their roles; an inspector.
const WHO: [(&str, &str); 7] = [
    ("nobody", ""),
    ("own", "player"),
    ("other", "alex"),
    ("dealer", "dealer"),
    ("superv.", "supervisor"),
    ("manager", "manager"),
    ("inspect.", "inspector"),
];

/// Compares with what was reviewed.
fn reviewed(file: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rights").join(file);
    if std::env::var("CARDROOM_SNAPSHOTS").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, found).unwrap();
        return;
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let changed: Vec<_> = found.lines().filter(|line| !before.lines().any(|known| known == *line)).collect();
    assert!(before == found, "{} is not what was reviewed; new: {changed:#?}", path.display());
}

/// Every path of the router, which tells them to whoever debugs it.
fn paths(server: &Server) -> BTreeSet<String> {
    let told = format!("{:?}", pages::site().routes.with_state::<()>(server.app.clone()));
    told.split('"').filter(|part| part.starts_with('/')).map(str::to_string).collect()
}

/// A path with something in place of what it names.
fn address(path: &str) -> String {
    let part = |part: &str| match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
        None => part.to_string(),
        Some("book") => SYDNEY.to_string(),
        // Files are asked for by number; the player of the demo is patron 1.
        Some("number") if path.starts_with("/api/patrons") => "1".to_string(),
        Some("number" | "table") => "4".to_string(),
        Some("round") => "1".to_string(),
        // The odds take longer to solve the first time than this test waits.
        Some("game") if !path.contains("/odds/") => "caribbean-stud".to_string(),
        Some(name) => name.trim_start_matches('*').to_string(),
    };
    let query = if path == "/pit/patrons/data" { format!("?book={SYDNEY}&patron=1") } else { String::new() };
    path.split('/').map(part).collect::<Vec<_>>().join("/") + &query
}

fn row(name: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("{cell:>9}")).collect();
    format!("{name:<60}{cells}\n")
}

fn head(name: &str) -> String {
    row(name, &WHO.map(|(shown, _)| shown.to_string()))
}

#[test]
fn every_route_for_everybody() {
    let server = furnished(Settings::default());
    let tokens: Vec<String> = WHO
        .iter()
        .map(|(_, name)| if name.is_empty() { String::new() } else { server.log_in(name, SECRET) })
        .collect();
    let ask = |line: &str, token: &str, (kind, body): (&str, &str)| {
        let bearer = format!("Authorization: Bearer {token}");
        let head: &[&str] = if token.is_empty() { &[kind] } else { &[kind, &bearer] };
        server.ask(line, head, body).status
    };
    let document: Value = serde_json::from_str(&server.get("/api/openapi.json", &[]).body).unwrap();
    let mut table = head("GET");
    let mut posts = head("POST, with the example of the API or an empty form");
    for path in paths(&server) {
        let at = address(&path);
        let allowed = server.ask(&format!("PURGE {at}"), &[], "");
        let allows = |way: &str| allowed.header("allow").is_none_or(|ways| ways.contains(way));
        // Sockets want to be upgraded; who may is asked before, at the page that they keep fresh.
        // The odds are everybody's, and take longer to solve the first time than this test waits.
        if allows("GET") && !path.ends_with("/live") && path != "/odds" {
            let answers: Vec<_> =
                tokens.iter().map(|token| open(ask(&format!("GET {at}"), token, (JSON, "")))).collect();
            table += &row(&path, &answers);
        }
        // Logging out would end the sessions of this test.
        if allows("POST") && !path.contains("log-out") && !path.contains("log-in") {
            let answers: Vec<_> = tokens
                .iter()
                .map(|token| {
                    let (kind, body) = match (order_for(&path), example(&document, &path)) {
                        (Some(Sent::Form(form)), _) => (FORM, form.to_string()),
                        (Some(Sent::Json(command)), _) => (JSON, ordered(command)),
                        (None, Some(example)) => (JSON, example),
                        (None, None) => (FORM, EMPTY.to_string()),
                    };
                    let status = ask(&format!("POST {at}"), token, (kind, &body));
                    // What comes of it once somebody is let in is not about rights.
                    match status {
                        401 | 403 => status.to_string(),
                        400 | 404 | 415 | 422 => "unread".to_string(),
                        _ => "let in".to_string(),
                    }
                })
                .collect();
            posts += &row(&path, &answers);
        }
    }
    reviewed("routes.txt", &format!("{table}\n{posts}"));
}

const JSON: &str = "Content-Type: application/json";
const FORM: &str = "Content-Type: application/x-www-form-urlencoded";
/// A form that says nothing to nobody, with the fields that some cannot be read without.
const EMPTY: &str =
    "form=f&to=nobody&command=%7B%7D&seen=1&old=x&new=y&again=z&secret=x&anchor=x&meter=x&code=x";

/// What is sent to a path for which neither the example of the API nor an empty form says anything of rights.
enum Sent {
    Form(&'static str),
    /// A command, without the id that goes with it.
    Json(&'static str),
}

fn order_for(path: &str) -> Option<Sent> {
    Some(match path {
        // A virtual table takes it of two managers, and says so to one.
        "/api/tables/{number}/commands" => Sent::Json(r#"{"do":"fill","amount":"100.00"}"#),
        // Nothing laid: what a virtual table says to wagers laid by the dealer is not about who may ask.
        "/api/tables/{number}/box" => Sent::Json(r#"{"seat":1,"wagers":{}}"#),
        "/practice/{book}/{game}/decide" => Sent::Form("choice=fold"),
        "/tables/{number}/act" => Sent::Form("command=%7B%22do%22%3A%22fill%22%7D&amount=100.00&seen=1"),
        "/tables/{number}/join" => Sent::Form("command=%7B%7D&seat=3&amount=50.00&seen=1"),
        "/dealer/{number}/approved" => {
            Sent::Form("command=%7B%22order%22%3A%7B%22do%22%3A%22determine-awards%22%7D%7D&seen=1")
        }
        "/dealer/{number}/box" => Sent::Form("command=%7B%22seat%22%3A1%7D&seen=1"),
        "/dealer/{number}/by-hand" => Sent::Form("command=%7B%22by-hand%22%3Afalse%7D&seen=1"),
        "/security/confirm" => Sent::Form("secret=cardroom"),
        _ => return None,
    })
}

fn ordered(command: &str) -> String {
    format!(r#"{{"id":"{}","command":{command}}}"#, common::player::id())
}

/// The body that the description of the API shows for a path, with an id of its own.
fn example(document: &Value, path: &str) -> Option<String> {
    let body = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"];
    let mut example = body["examples"].as_object()?.values().next()?["value"].clone();
    if example.get("id").is_some() {
        example["id"] = Value::from(common::player::id());
    }
    Some(example.to_string())
}

/// A page that is shown, or would be on a machine that is less busy.
fn open(status: u16) -> String {
    if matches!(status, 429 | 503) { "200".to_string() } else { status.to_string() }
}

/// Who somebody of [`WHO`] is to the floor: the highest role, the one below, the lowest.
fn whose(book: &Rulebook, shown: &str) -> Option<Whose> {
    let highest = book.ladder.highest();
    let inspector = book.ladder.outside("inspector").or((!book.ladder.outside.is_empty()).then_some(0));
    Some(match shown {
        "nobody" => Whose::Stranger,
        "own" => Whose::Seated,
        "other" => Whose::SeatedElsewhere,
        "dealer" => Whose::Rung(RoleId(0)),
        "superv." => Whose::Rung(RoleId(highest.0.saturating_sub(1))),
        "manager" => Whose::Rung(highest),
        _ => Whose::Outside(inspector?),
    })
}

fn desk(deed: &AuthorityCommand) -> &'static str {
    match deed {
        AuthorityCommand::Table(DealingMode::Virtual, _) => "table (virtual)",
        AuthorityCommand::Table(DealingMode::Live, _) => "table (live)",
        AuthorityCommand::Meter(_) => "meter",
        AuthorityCommand::House(_) => "house",
        AuthorityCommand::Patron(_) => "file",
    }
}

/// "yes", "two" with a second person beside, "-" where it is refused.
fn answer(cells: &[&Cell], who: Option<Whose>) -> String {
    let Some(cell) = who.and_then(|who| cells.iter().find(|cell| cell.who == who)) else {
        return "-".to_string();
    };
    let staff = matches!(cell.who, Whose::Rung(_));
    match &cell.verdict {
        Err(_) => "-".to_string(),
        Ok(_) if staff && cell.second.is_some() => "two".to_string(),
        Ok(_) => "yes".to_string(),
    }
}

#[test]
fn every_command_for_everybody() {
    for id in rulebook::library::house_banked() {
        let book = floor::book(id).unwrap();
        let cells = authority(book);
        let mut by_deed: BTreeMap<String, Vec<&Cell>> = BTreeMap::new();
        for cell in &cells {
            by_deed.entry(format!("{}: {}", desk(&cell.deed), cell.deed.words())).or_default().push(cell);
        }
        let mut table = String::new();
        let _ = writeln!(table, "{id}: \"two\" is with a second person beside\n");
        table += &head("command");
        for (name, cells) in by_deed {
            table += &row(&name, &WHO.map(|(shown, _)| answer(&cells, whose(book, shown))));
        }
        reviewed(&format!("{id}.txt"), &table);
    }
}
