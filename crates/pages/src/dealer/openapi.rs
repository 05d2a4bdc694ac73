//! What the console asks by JSON, described.

use serde_json::{Value, json};

/// The path items of the console.
pub fn openapi() -> Value {
    let number = json!({
        "name": "number", "in": "path", "required": true, "description": "The table.",
        "schema": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
    });
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let object = |fields: Value, required: &[&str]| json!({ "type": "object", "additionalProperties": false, "required": required, "properties": fields });
    let text = json!({ "type": "string" });
    let line = object(json!({ "what": text, "clause": text }), &["what", "clause"]);
    let wager = object(
        json!({
            "wager": text, "name": text, "result": text, "staked": named("Dollars"), "paid": named("Dollars"),
            "returned": named("Dollars"), "clause": text,
        }),
        &["wager", "name", "result", "staked", "paid", "returned", "clause"],
    );
    let place = json!({ "type": "integer", "minimum": 1, "maximum": 16 });
    let box_after = object(
        json!({
            "place": place, "wagers": { "type": "array", "items": wager }, "gone": { "type": "boolean" },
            "retracts": { "type": "boolean" }, "jackpot": { "type": "boolean" }, "counted": { "type": "boolean" },
        }),
        &["place", "wagers", "gone", "jackpot", "counted"],
    );
    let lines = json!({ "type": "array", "items": line });
    let preview = object(
        json!({
            "version": { "type": "integer", "minimum": 0 }, "events": lines, "duties": lines, "ruling": text, "by": line,
            "seats": { "type": "array", "items": box_after },
            "barred": object(json!({ "why": text, "clause": text }), &["why", "clause"]),
        }),
        &["version", "events", "seats", "duties"],
    );
    let second = json!({ "oneOf": [named("Second"), { "type": "null" }] });
    let order = |command: Value| {
        object(json!({ "id": named("Id"), "second": second, "command": command }), &["id", "command"])
    };
    let approved =
        object(json!({ "order": named("TableCommand"), "approval": second, "beside": second }), &["order"]);
    let wagers = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    let laid = object(json!({ "seat": named("Place"), "wagers": wagers }), &["seat", "wagers"]);
    let by_hand = object(json!({ "by-hand": { "type": "boolean" } }), &["by-hand"]);
    let post = |id: &str, summary: &str, (body, example): (Value, Value), answer: Value| {
        let examples =
            json!({ "order": { "value": { "id": "00112233445566778899aabbccddeeff", "command": example } } });
        json!({ "post": {
            "operationId": id, "summary": summary, "security": [{ "token": [] }, { "cookie": [] }],
            "parameters": [number],
            "requestBody": { "required": true, "content": { "application/json": { "schema": body, "examples": examples } } },
            "responses": {
                "200": { "description": "Done.", "content": { "application/json": { "schema": answer } } },
                "401": { "description": "Nobody is logged in, or the log-in name or password of whoever stands beside is wrong." },
                "409": { "description": "The rules say no: the clause says why." },
            },
        } })
    };
    let laid_answer = json!({ "type": "object" });
    let settle = json!({ "do": "settle" });
    json!({
        "/api/tables/{number}/preview":
            post("preview", "What a ruling or a settlement would lead to; nothing is kept", (named("TableOrder"), settle.clone()), preview),
        "/api/tables/{number}/approved":
            post("approved", "An order that somebody at the console gives with their log-in name and password", (order(approved), json!({ "order": settle })), named("Kept")),
        "/api/tables/{number}/box":
            post("layBox", "The first wagers of a box, as they are to lie", (order(laid), json!({ "seat": 1, "wagers": { "ante": "25.00" } })), laid_answer),
        "/api/tables/{number}/by-hand":
            post("byHand", "Who deals at a virtual table: people, or the automatic dealer", (order(by_hand.clone()), json!({ "by-hand": false })), by_hand),
    })
}
