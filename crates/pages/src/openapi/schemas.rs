//! What the API says and hears, by name.

use super::{commands, named, object};
use serde_json::{Map, Value, json};

/// All of them.
pub(super) fn all() -> Map<String, Value> {
    let mut all = commands::schemas();
    for part in [basics(), command_schemas(), tables(), seats(), actions()] {
        if let Value::Object(part) = part {
            all.extend(part);
        }
    }
    all
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn whole() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn flag() -> Value {
    json!({ "type": "boolean" })
}

fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

fn words(words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words })
}

/// That, or nothing.
fn or_null(schema: Value) -> Value {
    match schema.get("type").and_then(Value::as_str).map(str::to_string) {
        Some(kind) => {
            let mut schema = schema;
            schema["type"] = json!([kind, "null"]);
            schema
        }
        None => json!({ "oneOf": [schema, { "type": "null" }] }),
    }
}

fn basics() -> Value {
    json!({
        "Id": {
            "type": "string", "pattern": "^[0-9a-fA-F]{32}$",
            "description": "Made anew by the client for every command. The same command with the same id counts once; \
                another command with it is refused.",
            "examples": ["5b0d4f0b9a7e4d1c8e2f6a3b7c9d0e1f"],
        },
        "Dollars": { "type": "string", "pattern": "^[0-9]+\\.[0-9]{2}$", "description": "Dollars.", "examples": ["25.00"] },
        "Net": { "type": "string", "pattern": "^-?[0-9]+\\.[0-9]{2}$", "description": "Dollars, won or lost.", "examples": ["-25.00"] },
        "Face": {
            "type": "string", "pattern": "^(back|[2-9TJQKA][cdhs])$",
            "description": "A card, or the back of one that the viewer may not see.", "examples": ["Kh"],
        },
        "Sorry": object(json!({
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "what": { "type": "string", "description": "What is wrong." },
            "clause": object(json!({ "book": text(), "label": text() }), &[]),
            "next": { "type": "string", "description": "What to do." },
            "pointer": {
                "type": "string", "pattern": "^#(/|$)", "examples": ["#/command/amount"],
                "description": "Which field of the request is meant, as a JSON pointer in a fragment.",
            },
        }), &["clause", "next", "pointer"]),
        "Receipt": object(json!({
            "stream": text(), "record": { "type": "integer", "minimum": 1 }, "commitment": named("Hash"),
            "place": named("Place"), "seed": named("Hash"),
            "key": { "type": "string", "description": "The public key of the house, Ed25519." },
            "signature": { "type": "string", "pattern": "^[0-9a-f]{128}$" },
        }), &[]),
        "Kept": object(json!({
            "first": { "type": "integer", "minimum": 0, "description": "The first record of it." },
            "last": {
                "type": "integer", "minimum": 0,
                "description": "The last; below the first where nothing had to be recorded.",
            },
            "again": { "type": "boolean", "description": "The first answer, given again." },
            "receipt": named("Receipt"),
        }), &["receipt"]),
    })
}

/// What programs say.
fn command_schemas() -> Value {
    let order = |command: Value| {
        let fields = json!({ "id": named("Id"), "second": or_null(named("Second")), "command": command });
        object(fields, &["second"])
    };
    json!({
        "Second": object(json!({ "badge": text(), "pin": text(), "code": text() }), &[]),
        "TableOrder": order(named("TableCommand")),
        "HouseOrder": order(named("HouseCommand")),
        "MeterOrder": order(named("MeterCommand")),
        "PatronOrder": order(named("PatronCommand")),
        "JoinOrder": order(object(json!({ "seat": named("Place"), "amount": named("Amount") }), &[])),
        "ReadyOrder": order(object(json!({}), &[])),
    })
}

/// Tables and meters as they are seen.
fn tables() -> Value {
    let mode = words(&["virtual", "live", "none"]);
    let phase = words(&["closed", "betting", "locked", "deciding", "showdown", "awards"]);
    let pair = json!({ "type": "array", "items": text(), "minItems": 2, "maxItems": 2 });
    json!({
        "TableLine": object(json!({
            "table": whole(), "book": text(), "game": text(), "mode": mode, "phase": phase, "round": whole(),
            "seats": whole(), "free": whole(),
        }), &[]),
        "FairView": object(json!({
            "stream": text(), "round": whole(), "commitment": named("Hash"), "seeds": list(named("SeedView")),
            "takes_seed": { "type": "boolean", "description": "The viewer can give a seed for this deck now." },
        }), &[]),
        "SeedView": object(json!({
            "place": named("Place"), "seed": named("Hash"),
            "promised": { "type": "boolean", "description": "Its promise is older than the commitment to the deck." },
            "record": whole(), "mine": flag(),
        }), &[]),
        "TableView": object(json!({
            "table": whole(), "book": text(), "game": text(), "game_name": text(), "mode": mode, "phase": phase,
            "phase_words": text(), "step": or_null(text()), "round": whole(),
            "version": { "type": "integer", "minimum": 0, "description": "The number of the table's last record." },
            "over": { "type": "boolean", "description": "The round on the felt is over; the next has not begun." },
            "sign": or_null(named("SignView")),
            "announced": list(named("NoticeView")),
            "meter": or_null(named("MeterView")),
            "link": words(&["-", "LIVE", "STALE", "MANUAL", "RECONCILING"]),
            "commitment": or_null(named("Hash")),
            "fair": or_null(named("FairView")),
            "dealer": named("HandView"), "qualifies": or_null(flag()),
            "board": list(named("Face")), "jackpot_cards": list(named("Face")),
            "seats": list(named("SeatView")),
            "me": or_null(named("Place")),
            "actions": list(named("Action")),
            "refused": or_null(named("Blocked")),
            "leaving": or_null(named("Leaving")),
            "out_of_hours": or_null(named("Blocked")),
            "log": list(named("LogLine")),
            "history": list(named("PastRound")),
            "pace": named("Pace"),
            "absences": list(named("Absence")),
            "decision_seconds": {
                "type": "integer", "minimum": 1,
                "description": "How long a player may take over a decision before they count as absent.",
            },
        }), &["pace", "decision_seconds"]),
        "Leaving": object(json!({
            "why": text(), "clause": text(),
            "kept_out": { "type": "boolean", "description": "To sit down again would be refused." },
        }), &[]),
        "Absence": object(json!({
            "round": whole(), "place": named("Place"),
            "deemed": words(&["checked", "folded", "ante-folded", "given-back"]),
            "wager": or_null(text()), "amount": or_null(named("Dollars")),
            "clause": text(), "reading": or_null(text()),
        }), &[]),
        "SignView": object(json!({
            "seats": whole(), "limits": list(named("LimitView")), "multiples": list(list(whole())),
            "paytables": list(pair), "smallest_chip": named("Dollars"), "jackpot_cost": or_null(named("Dollars")),
        }), &[]),
        "NoticeView": object(json!({
            "of": words(&["limits", "closing", "pay-tables"]),
            "limits": list(named("LimitView")),
            "seconds_left": or_null(whole()),
            "until_ms": or_null(json!({ "type": "integer" })),
            "rounds_left": or_null(whole()),
            "clause": text(),
        }), &[]),
        "LimitView": object(json!({
            "wager": text(), "name": text(), "min": or_null(named("Dollars")), "max": or_null(named("Dollars")),
        }), &[]),
        "MeterView": object(json!({
            "book": text(), "meter": json!({ "type": "integer", "minimum": 1 }),
            "value": named("Dollars"), "wager": named("Dollars"), "seed": named("Dollars"), "seq": whole(),
            "works": flag(), "manual": flag(), "closed": flag(), "tables": list(whole()),
            "pending": list(named("PendingAward")),
        }), &[]),
        "PendingAward": object(json!({
            "table": whole(), "royals": whole(), "straight_flushes": whole(), "royal": named("Dollars"),
            "straight_flush": named("Dollars"),
        }), &[]),
        "LogLine": object(json!({ "version": whole(), "what": text(), "clause": text() }), &[]),
        "PastRound": object(json!({
            "round": whole(), "net": or_null(named("Net")), "staked": or_null(named("Dollars")),
        }), &[]),
        "Pace": object(json!({
            "until_ms": or_null(json!({ "type": "integer" })), "may_be_ready": flag(), "ready": flag(),
        }), &[]),
    })
}

/// Places, hands and wagers.
fn seats() -> Value {
    json!({
        "HandView": object(json!({ "cards": list(named("Face")), "words": or_null(text()) }), &[]),
        "SeatView": object(json!({
            "place": named("Place"), "taken": flag(), "mine": flag(), "blind_of": or_null(named("Place")),
            "patron": or_null(whole()), "name": text(), "bot": flag(), "chips": or_null(named("Dollars")),
            "hand": named("HandView"), "state": words(&["none", "live", "folded", "gone"]), "to_decide": flag(),
            "spots": list(named("SpotView")), "net": or_null(named("Net")),
            "limit_short": or_null(named("LimitShort")),
        }), &[]),
        "LimitShort": object(json!({
            "left": named("Dollars"), "needed": named("Dollars"), "clause": text(),
        }), &[]),
        "SpotView": object(json!({
            "wager": text(), "name": text(), "kind": words(&["first", "jackpot", "later", "bonus"]),
            "stake": or_null(named("Dollars")), "result": or_null(named("ResultView")),
        }), &[]),
        "ResultView": object(json!({
            "result": words(&["win", "lose", "stand-off", "returned", "void", "forfeited", "carried"]),
            "staked": named("Dollars"), "paid": named("Dollars"), "returned": named("Dollars"), "clause": text(),
        }), &[]),
    })
}

/// What a player can do.
fn actions() -> Value {
    let range = json!({ "type": ["array", "null"], "items": named("Dollars"), "minItems": 2, "maxItems": 2 });
    let blocked = || or_null(named("Blocked"));
    json!({
        "Action": {
            "oneOf": [named("WagerAction"), named("PressAction")],
            "discriminator": { "propertyName": "kind", "mapping": {
                "wager": "#/components/schemas/WagerAction", "press": "#/components/schemas/PressAction",
            } },
        },
        "WagerAction": object(json!({
            "kind": { "const": "wager" }, "place": named("Place"), "wager": text(), "name": text(),
            "stake": named("Dollars"), "add": range, "empty": flag(), "take_back": or_null(named("Dollars")),
            "blocked": blocked(),
        }), &[]),
        "PressAction": object(json!({
            "kind": { "const": "press" },
            "id": words(&["bet", "check", "fold", "fold-ante", "sit-blind", "leave-blind", "concede", "leave"]),
            "place": named("Place"), "wager": or_null(text()), "amount": or_null(named("Dollars")),
            "times": or_null(whole()), "command": named("TableCommand"), "blocked": blocked(),
        }), &[]),
        "Blocked": object(json!({ "why": text(), "clause": text() }), &[]),
    })
}
