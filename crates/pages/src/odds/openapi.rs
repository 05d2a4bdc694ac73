//! The exact odds as programs ask for them, described.

use serde_json::{Value, json};

/// The paths of this part of the API, as an OpenAPI document holds them.
pub fn openapi() -> Value {
    let text = json!({ "type": "string" });
    let name = |name: &str, what: &str, example: &str| json!({ "name": name, "in": "path", "required": true, "description": what, "schema": text, "example": example });
    let ask = |name: &str, what: &str, schema: Value| json!({ "name": name, "in": "query", "required": false, "description": what, "schema": schema });
    let short = json!({ "type": "string", "maxLength": 120 });
    let problem = |what: &str| {
        let schema = json!({
            "type": "object",
            "required": ["status", "what"],
            "properties": {
                "status": { "type": "integer" },
                "what": text,
                "clause": {
                    "type": "object",
                    "required": ["book", "label"],
                    "properties": { "book": text, "label": text }
                },
                "next": text
            }
        });
        json!({ "description": what, "content": { "application/problem+json": { "schema": schema } } })
    };
    json!({
        "/api/odds/{book}/{game}": {
            "get": {
                "operationId": "odds",
                "summary": "A house-banked game solved exactly, as approved or changed",
                "parameters": [
                    name("book", "The rulebook", "crown-sydney-poker-minors-3.3"),
                    name("game", "The game", "caribbean-stud"),
                    ask(
                        "pay",
                        "A changed line of a pay table: SPOT.HAND=ODDS or SPOT.COLUMN.HAND=ODDS, the odds N or N/D",
                        json!({ "type": "array", "items": short, "maxItems": 100 }),
                    ),
                    ask("qualifies", "The weakest hand with which the dealer qualifies", short.clone()),
                    ask("multiples", "The multiples of the Ante on the sign, such as 3-4,2,1", short.clone()),
                    ask("jackpot", "A jackpot: option=N,seed=S[,method=A|B] or wager=W,increment=P,seed=S", short.clone()),
                    ask("strategy", "Best play too", json!({ "type": "boolean" })),
                ],
                "responses": {
                    "200": {
                        "description": "Every wager under every pay table",
                        "content": { "application/json": { "schema": answer() } }
                    },
                    "400": problem("The question cannot be read"),
                    "404": problem("There is no such book or game"),
                    "422": problem("The book forbids it, or it cannot be solved"),
                    "503": problem("Too many questions wait; try again")
                }
            }
        }
    })
}

/// The answer, as the command line gives it too.
fn answer() -> Value {
    let text = json!({ "type": "string" });
    let decimal = json!({ "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?$" });
    let exact = json!({ "type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$" });
    json!({
        "type": "object",
        "required": ["rulebook", "game", "wagers"],
        "properties": {
            "rulebook": text,
            "game": text,
            "changed": { "type": "array", "items": text },
            "multiples": { "type": "array", "items": { "type": "array", "items": { "type": "integer" } } },
            "wagers": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["on", "paytable", "expected", "expected_exact", "standard_deviation"],
                    "properties": {
                        "on": text,
                        "paytable": { "type": ["string", "null"] },
                        "per": text,
                        "expected": decimal,
                        "expected_exact": exact,
                        "average_staked": decimal,
                        "average_staked_exact": exact,
                        "element_of_risk": decimal,
                        "standard_deviation": decimal,
                        "unforfeited": decimal,
                        "unforfeited_exact": exact
                    }
                }
            },
            "jackpot": { "type": "object" },
            "strategy": { "type": "array", "items": { "type": "object" } }
        }
    })
}
