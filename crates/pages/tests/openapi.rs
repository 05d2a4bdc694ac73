//! The description of the API against the running server: every address, every answer, every command.

use crate::common;
use crate::schema;

use common::player::{Player, TABLE};
use common::{Heard, Server, furnished};
use pages::openapi::document;
use schema::{check, every, matches, resolve};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use server::config::Settings;
use server::guard::rate_limit::RateLimit;
use server::wire::{HouseCommand, MeterCommand, PatronFileCommand, TableCommand};
use std::collections::{BTreeMap, BTreeSet};

fn unhurried() -> Server {
    let pace = RateLimit::per_second(100_000, 100_000);
    furnished(Settings { session_pace: pace, address_pace: pace, ..Settings::default() })
}

fn objects(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// Every operation: path, method, what is said of it.
fn operations() -> Vec<(&'static str, &'static str, &'static Value)> {
    let paths = objects(&document()["paths"]);
    let all = paths.flat_map(|(path, item)| {
        objects(item).map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    });
    all.collect()
}

/// The path with the examples of its parameters, and another number where one is given.
fn address(path: &str, operation: &Value, number: Option<&str>) -> String {
    let mut address = path.to_string();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        if parameter["in"] != "path" {
            continue;
        }
        let name = parameter["name"].as_str().unwrap();
        let example = &parameter["example"];
        let text = example.as_str().map_or_else(|| example.to_string(), str::to_string);
        let value = number.filter(|_| name == "number").unwrap_or(&text);
        address = address.replace(&format!("{{{name}}}"), value);
    }
    assert!(!address.contains('{'), "{path} has a part without an example");
    address
}

fn example(path: &str, name: &str) -> &'static Value {
    let content = &document()["paths"][path]["post"]["requestBody"]["content"]["application/json"];
    let found = &content["examples"][name]["value"];
    assert!(found.is_object(), "{path} has no example {name}");
    check(document(), &content["schema"], found, name).unwrap();
    found
}

/// An answer must be one of those that are described.
fn as_described(path: &str, method: &str, heard: &Heard) {
    let responses = &document()["paths"][path][method]["responses"];
    let asked = format!("{method} {path}: {} {}", heard.status, heard.body);
    let described = &responses[heard.status.to_string()];
    assert!(described.is_object(), "this status is not described: {asked}");
    let Some(content) = described["content"].as_object() else {
        return assert!(heard.body.is_empty(), "no content is described: {asked}");
    };
    let kind = heard.header("content-type").unwrap_or_default().split(';').next().unwrap();
    let said = content.get(kind).unwrap_or_else(|| panic!("this kind is not described: {kind}, {asked}"));
    let value = if kind.contains("json") {
        serde_json::from_str(&heard.body).unwrap()
    } else {
        Value::from(heard.body.as_str())
    };
    if let Err(wrong) = check(document(), &said["schema"], &value, path) {
        panic!("{method} {path}: {wrong}");
    }
}

#[test]
fn patterns_are_understood() {
    for (pattern, text, fits) in [
        ("^[0-9]{1,9}(\\.[0-9]{1,2})?$", "25.50", true),
        ("^[0-9]{1,9}(\\.[0-9]{1,2})?$", "25.", false),
        ("^[0-9]{1,9}(\\.[0-9]{1,2})?$", "1234567890", false),
        ("^(back|[2-9TJQKA][cdhs])$", "back", true),
        ("^(back|[2-9TJQKA][cdhs])$", "Th", true),
        ("^(back|[2-9TJQKA][cdhs])$", "1h", false),
        ("^-?[0-9]+\\.[0-9]{2}$", "-5.00", true),
        ("^-?[0-9]+\\.[0-9]{2}$", "5.0", false),
    ] {
        assert_eq!(matches(pattern, text), fits, "{pattern} {text}");
    }
}

#[test]
fn the_document_is_sound() {
    let known = [
        "$ref",
        "const",
        "enum",
        "type",
        "oneOf",
        "pattern",
        "maxLength",
        "minimum",
        "maximum",
        "items",
        "minItems",
        "maxItems",
        "required",
        "properties",
        "additionalProperties",
        "description",
        "examples",
        "title",
        "discriminator",
    ];
    let mut schemas: Vec<&Value> =
        objects(&document()["components"]["schemas"]).map(|(_, schema)| schema).collect();
    let mut names = BTreeSet::new();
    for (path, method, operation) in operations() {
        let own = format!("{method} {path}");
        assert!(operation["summary"].is_string(), "{own} has no summary");
        if let Some(name) = operation["operationId"].as_str() {
            assert!(names.insert(name), "two operations are called {name}");
        }
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        for part in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            let described = parameters.iter().any(|known| known["name"] == part && known["in"] == "path");
            assert!(described, "{own} does not describe {part}");
        }
        schemas
            .extend(operation["parameters"].as_array().into_iter().flatten().map(|known| &known["schema"]));
        for content in [&operation["requestBody"]]
            .into_iter()
            .chain(objects(&operation["responses"]).map(|(_, said)| said))
        {
            schemas.extend(objects(&content["content"]).map(|(_, said)| &said["schema"]));
        }
        for (status, said) in objects(&operation["responses"]) {
            assert!(said["description"].is_string(), "{own} {status}");
        }
        assert!(
            operation["responses"]["429"].is_object() && operation["responses"]["503"].is_object(),
            "{own}"
        );
    }
    let mut count = 0;
    for schema in schemas {
        every(schema, &mut |schema| {
            count += 1;
            for (keyword, says) in objects(schema) {
                assert!(known.contains(&keyword.as_str()), "no check knows '{keyword}'");
                if keyword == "$ref" {
                    resolve(document(), says).unwrap();
                }
            }
        });
    }
    assert!(count > 300, "{count}");
}

#[test]
fn every_route_is_described_and_every_description_is_a_route() {
    let server = unhurried();
    // The router tells its paths to whoever debugs it.
    let told = format!("{:?}", pages::site().routes.with_state::<()>(server.app.clone()));
    let routes: BTreeSet<String> = told
        .split('"')
        .filter(|part| *part == "/api" || part.starts_with("/api/"))
        .map(|path| path.replace("{*", "{"))
        .collect();
    let mut described = BTreeMap::<&str, BTreeSet<String>>::new();
    for (path, method, _) in operations() {
        described.entry(path).or_default().insert(method.to_uppercase());
    }
    let under: BTreeSet<String> =
        described.keys().filter(|path| path.starts_with("/api")).map(ToString::to_string).collect();
    assert_eq!(routes, under);
    for (path, method, operation) in operations() {
        let heard = server.ask(&format!("PURGE {}", address(path, operation, None)), &[], "");
        assert_eq!(heard.status, 405, "{method} {path}");
        let allowed: BTreeSet<String> =
            heard.header("allow").unwrap().split(',').map(|way| way.trim().to_string()).collect();
        let ways = allowed.into_iter().filter(|way| way != "HEAD");
        // The page to log in is described; what its form posts is for browsers.
        let ways: BTreeSet<String> = ways.filter(|way| path != "/log-in" || way != "POST").collect();
        assert_eq!(ways, described[path], "{path}");
    }
}

#[test]
fn every_command_is_as_its_schema_says() {
    as_read::<TableCommand>("Say-", "TableCommand", 40);
    as_read::<HouseCommand>("SayHouse-", "HouseCommand", 25);
    as_read::<MeterCommand>("SayMeter-", "MeterCommand", 9);
    as_read::<PatronFileCommand>("SayPatron-", "PatronCommand", 11);
    let schemas = &document()["components"]["schemas"];
    for (name, schema) in objects(schemas).filter(|(name, _)| name.starts_with("Say-")) {
        let example = &schema["examples"][0];
        let read: TableCommand = serde_json::from_value(example.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), *example, "{name}");
    }
}

/// The commands of a type as the document has them: every one, every field, what may be left out, nothing else; and of words
/// that are chosen from a list, every one.
fn as_read<T: DeserializeOwned>(prefix: &str, any: &str, least: usize) {
    let unknown = serde_json::from_value::<T>(json!({ "do": "?" })).err().unwrap().to_string();
    let words: BTreeSet<&str> = unknown.split('`').skip(3).step_by(2).collect();
    let schemas = &document()["components"]["schemas"];
    let described: BTreeSet<&str> =
        objects(schemas).filter_map(|(name, _)| name.strip_prefix(prefix)).collect();
    assert_eq!(words, described);
    assert!(words.len() > least, "{words:?}");
    for word in described {
        let schema = &schemas[format!("{prefix}{word}")];
        let example = &schema["examples"][0];
        check(document(), &schemas[any], example, word).unwrap();
        if let Err(error) = serde_json::from_value::<T>(example.clone()) {
            panic!("{word}: {error}");
        }
        let fields: BTreeSet<&String> = objects(&schema["properties"]).map(|(name, _)| name).collect();
        assert_eq!(fields, objects(example).map(|(name, _)| name).collect(), "{word} shows every field");
        for field in fields {
            let mut without = example.clone();
            without.as_object_mut().unwrap().remove(field);
            let required = schema["required"].as_array().unwrap().contains(&field.as_str().into());
            let read = serde_json::from_value::<T>(without.clone());
            assert_eq!(read.is_err(), required, "{word} without {field}");
            assert_eq!(
                check(document(), schema, &without, word).is_err(),
                required,
                "{word} without {field}"
            );
            let listed = schema["properties"][field]["enum"].as_array();
            for choice in listed.into_iter().flatten() {
                let mut other = example.clone();
                other[field] = choice.clone();
                assert!(serde_json::from_value::<T>(other).is_ok(), "{word} with {field} {choice}");
            }
            if let Some(listed) = listed
                && let Err(error) = {
                    let mut other = example.clone();
                    other[field] = "?".into();
                    serde_json::from_value::<T>(other).map(drop)
                }
            {
                // What the program reads is told by its refusal.
                let known = error.to_string().split('`').skip(3).step_by(2).count();
                assert!(known == 0 || known == listed.len(), "{word} {field}: {error}");
            }
        }
        let mut more = example.clone();
        more["unknown"] = 1.into();
        assert!(serde_json::from_value::<T>(more.clone()).is_err(), "{word} with something unknown");
        assert!(check(document(), schema, &more, word).is_err(), "{word} with something unknown");
    }
}

#[test]
fn every_address_answers_as_described() {
    let server = unhurried();
    let heard = server.get("/api/openapi.json", &[]);
    assert_eq!(serde_json::from_str::<Value>(&heard.body).unwrap(), *document());
    Player::new(&server, "alex").join(TABLE, 2, "100.00");
    let names = ["player", "alex", "dealer", "manager", "inspector"];
    let mut met = BTreeSet::new();
    for name in [None].into_iter().chain(names.map(Some)) {
        let own = name.map(|name| Player::new(&server, name).bearer());
        for (path, method, operation) in operations() {
            // Whoever logs out does so with another session.
            let bearer = match (name, path) {
                (Some(name), "/api/log-out") => Some(Player::new(&server, name).bearer()),
                _ => own.clone(),
            };
            let who: Vec<&str> = bearer.as_deref().into_iter().collect();
            let mut ask = |number: Option<&str>, more: &[&str], body: &str| {
                let line = format!("{} {}", method.to_uppercase(), address(path, operation, number));
                let heard = server.ask(&line, &[&who[..], more].concat(), body);
                as_described(path, method, &heard);
                met.insert((path, method, heard.status));
                heard.status
            };
            let content = &operation["requestBody"]["content"]["application/json"];
            let json = ["Content-Type: application/json"];
            if content.is_null() {
                ask(None, &[], "");
                if path.starts_with("/api/tables/") {
                    assert_eq!(ask(Some("4000000000"), &[], ""), 404);
                    assert_eq!(ask(Some("-1"), &[], ""), 400);
                }
                continue;
            }
            for (_, example) in objects(&content["examples"]) {
                let mut body = example["value"].clone();
                if path == "/api/log-in" {
                    // In without a session: one that somebody had before would end.
                    let heard = server.ask("POST /api/log-in", &json, &body.to_string());
                    as_described(path, method, &heard);
                    assert_eq!(heard.status, 200);
                    // Another name each time: a name that is wrong too often is locked.
                    body["name"] = format!("not-{}", name.unwrap_or("known")).into();
                    assert_eq!(ask(None, &json, &body.to_string()), 401);
                    continue;
                }
                // Every order has an id of its own; what is no order has none.
                if body.get("id").is_some() {
                    body["id"] = common::player::id().into();
                }
                ask(None, &json, &body.to_string());
                if path.starts_with("/api/tables/") {
                    assert!(matches!(ask(Some("4000000000"), &json, &body.to_string()), 401 | 403 | 404));
                }
            }
            assert_eq!(ask(None, &json, "{"), 400);
            assert_eq!(ask(None, &["Content-Type: text/plain"], "{}"), 415);
            assert_eq!(ask(None, &[&json[..], &["Origin: https://evil.example"]].concat(), "{}"), 403);
        }
    }
    // Every address has shown what it is for, but for those that need something that has happened first.
    for (path, method, operation) in operations() {
        let done = met.iter().any(|known| (known.0, known.1) == (path, method) && known.2 < 400);
        let not_yet = [
            "/api/tables/{number}/rounds/{round}",
            "/api/tables/{number}/commands",
            "/api/tables/{number}/approved",
            "/api/tables/{number}/box",
            "/api/tables/{number}/preview",
            "/api/log-in",
        ];
        let not_yet = not_yet.contains(&path);
        assert!(done || not_yet, "{method} {path} never went well: {}", operation["summary"]);
    }
}

#[test]
fn a_round_by_the_documents_examples() {
    let server = unhurried();
    let player = Player::new(&server, "player");
    let post = |path: &str, name: &str| {
        let heard = server.ask(
            &format!("POST {}", address(path, &document()["paths"][path]["post"], None)),
            &["Content-Type: application/json", &player.bearer()],
            &example(path, name).to_string(),
        );
        as_described(path, "post", &heard);
        assert_eq!(heard.status, 200, "{path} {name}: {}", heard.body);
    };
    let seen = |what: &str, is: &dyn Fn(&Value) -> bool| {
        let view = player.until(TABLE, what, is);
        check(document(), &document()["components"]["schemas"]["TableView"], &view, what).unwrap();
        view
    };
    let commands = "/api/tables/{number}/commands";
    post("/api/tables/{number}/join", "join");
    seen("the chips", &|view| view["seats"][8]["chips"] == "200.00");
    post(commands, "wager");
    post("/api/tables/{number}/ready", "ready");
    let dealt =
        seen("the deal", &|view| view["phase"] == "deciding" && view["seats"][8]["to_decide"] == true);
    assert!(dealt["actions"].as_array().unwrap().iter().any(|action| action["id"] == "bet"), "{dealt}");
    post(commands, "decide");
    let over = seen("the end", &|view| view["over"] == true && view["phase"] == "betting");
    assert!(over["seats"][8]["net"].is_string(), "{over}");
    // The round can be read, by whoever played it and by whoever did not.
    let path = "/api/tables/{number}/rounds/{round}";
    for who in [player.bearer(), Player::new(&server, "inspector").bearer()] {
        let heard = server.get(&address(path, &document()["paths"][path]["get"], None), &[&who]);
        as_described(path, "get", &heard);
        assert_eq!(heard.status, 200, "{}", heard.body);
    }
    let heard = server.get("/api/rounds?table=4", &[&Player::new(&server, "inspector").bearer()]);
    as_described("/api/rounds", "get", &heard);
    assert_eq!(heard.status, 200, "{}", heard.body);
    // Sent again, every order gets its first answer; then the place is given up.
    post(commands, "wager");
    post(commands, "decide");
    post(commands, "leave");
    seen("the leaving", &|view| view["me"].is_null());
    post(commands, "leave");
    post("/api/tables/{number}/join", "join");
    assert!(player.look(TABLE)["me"].is_null(), "whoever has got up does not sit down again by a repeat");
}

#[test]
fn the_page_tells_of_every_address_and_command() {
    let server = unhurried();
    let heard = server.get("/api", &["Accept: text/html"]);
    assert!(heard.status == 200 && heard.body.len() < 150_000, "{} bytes", heard.body.len());
    for (path, method, _) in operations() {
        let shown = format!("<code>{} {path}</code>", method.to_uppercase());
        assert!(heard.body.contains(&shown), "{shown} is not there");
    }
    for (name, _) in objects(&document()["components"]["schemas"]) {
        if let Some(word) = name.strip_prefix("Say-") {
            assert!(heard.body.contains(&format!("<dt><code>{word}</code>")), "{word} is not there");
        }
    }
    assert!(heard.body.contains(&format!("HERE=http://{}", server.address)));
}
