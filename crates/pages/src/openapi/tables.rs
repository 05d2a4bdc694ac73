//! The addresses of tables and meters.

use super::{answer, named, object};
use serde_json::{Value, json};

/// Their path items.
pub(super) fn openapi() -> Value {
    let number = json!({
        "name": "number", "in": "path", "required": true, "description": "The table.",
        "schema": { "type": "integer", "minimum": 0, "maximum": u32::MAX }, "example": 4,
    });
    let refused = json!({ "description": "The rules say no, and the clause says why; or the id is another command's." });
    let nobody = json!({ "description": "Nobody is logged in, or the session has ended." });
    let tell = |id: &str, summary: &str, order: &str, examples: Value, schema: Value| {
        json!({ "post": {
            "operationId": id,
            "summary": summary,
            "security": [{ "token": [] }, { "cookie": [] }],
            "parameters": [number],
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": named(order), "examples": examples } },
            },
            "responses": { "200": answer("It is kept.", schema), "401": nobody, "409": refused },
        } })
    };
    let lines = object(json!({ "tables": { "type": "array", "items": named("TableLine") } }), &[]);
    let meters = json!({ "type": "array", "items": named("MeterView") });
    let ready = object(json!({ "ready": { "const": true } }), &[]);
    let seen = object(json!({ "seen": { "const": true } }), &[]);
    json!({
        "/api/tables": { "get": {
            "operationId": "listTables",
            "summary": "All tables",
            "responses": { "200": answer("The tables.", lines) },
        } },
        "/api/tables/{number}": { "get": {
            "operationId": "getTable",
            "summary": "A table as the caller sees it: nobody is shown a card that is not theirs to see",
            "parameters": [number],
            "responses": { "200": answer("The table.", named("TableView")) },
        } },
        "/api/tables/{number}/commands": tell(
            "tellTable", "Tell a table something", "TableOrder", orders(), named("Kept"),
        ),
        "/api/tables/{number}/join": tell(
            "joinTable", "Take a place with chips from the own account", "JoinOrder", joining(), named("Kept"),
        ),
        "/api/tables/{number}/ready": tell(
            "ready", "Say that the automatic dealer need not wait for the own place", "ReadyOrder", waiting(), ready,
        ),
        "/api/tables/{number}/seen": tell(
            "seen", "Put away what was done at the own place while nobody was there", "ReadyOrder", putting_away(), seen,
        ),
        "/api/meters": { "get": {
            "operationId": "listMeters",
            "summary": "All jackpot meters",
            "responses": { "200": answer("The meters.", meters) },
        } },
    })
}

/// An order of an example: ids are made anew for every command, so these differ from each other.
fn order(id: &str, command: Value) -> Value {
    json!({ "value": { "id": id, "command": command } })
}

fn joining() -> Value {
    json!({ "join": order("11c5a0a9d1f04ed2a8ab4c3f7a51f001", json!({ "seat": 9, "amount": "200.00" })) })
}

fn waiting() -> Value {
    json!({ "ready": order("11c5a0a9d1f04ed2a8ab4c3f7a51f002", json!({})) })
}

fn putting_away() -> Value {
    json!({ "seen": order("11c5a0a9d1f04ed2a8ab4c3f7a51f0a9", json!({})) })
}

/// A round at a table of Three Card Poker.
fn orders() -> Value {
    let wager = json!({ "do": "place", "wager": "ante", "amount": "10.00" });
    let decide = json!({ "do": "decide", "decision": "bet", "amount": "10.00" });
    json!({
        "wager": order("11c5a0a9d1f04ed2a8ab4c3f7a51f003", wager),
        "decide": order("11c5a0a9d1f04ed2a8ab4c3f7a51f004", decide),
        "leave": order("11c5a0a9d1f04ed2a8ab4c3f7a51f005", json!({ "do": "leave" })),
    })
}
