//! Every command for a table: who gives it, what it says, an example.

use super::people_commands::{HOUSE, METER, PATRON};
use super::{named, object};
use rulebook::IrregularityKind;
use serde_json::{Map, Value, json};

/// A command.
pub(super) struct CommandDoc {
    word: &'static str,
    who: &'static str,
    what: &'static str,
    /// Name and kind; one that may be left out has a question mark.
    fields: &'static [(&'static str, &'static str)],
}

pub(super) const fn described(
    who: &'static str,
    word: &'static str,
    what: &'static str,
    fields: &'static [(&'static str, &'static str)],
) -> CommandDoc {
    CommandDoc { word, who, what, fields }
}

const PLAYER: &str = "players";
const DEALER: &str = "the dealer";
const PIT: &str = "the pit";

const ALL: &[CommandDoc] = &[
    described(
        PLAYER,
        "sit",
        "Ask for a place. A dealer names the patron.",
        &[("seat", "place"), ("card", "card-number?"), ("patron", "patron?")],
    ),
    described(PLAYER, "sit-blind", "Play a blind hand at a place.", &[("seat", "place"), ("of", "place?")]),
    described(PLAYER, "leave-blind", "Give a blind hand up.", &[("seat", "place")]),
    described(
        PLAYER,
        "give-seed",
        "Give a seed for the order in which the committed deck is dealt: after its commitment was published and before the deal \
         begins, one for each deck. next is the SHA-256 of 'cardroom promise 1', a zero byte and the seed for the next deck. The \
         answer has a signed receipt.",
        &[("root", "hash"), ("seed", "hash"), ("next", "hash?"), ("seat", "place?")],
    ),
    described(PLAYER, "leave", "Get up.", &[("seat", "place?")]),
    described(PLAYER, "buy-in", "Buy chips.", &[("amount", "amount"), ("with", "pays?"), ("seat", "place?")]),
    described(PLAYER, "cash-out", "Sell chips.", &[("amount", "amount"), ("seat", "place?")]),
    described(
        PLAYER,
        "place",
        "Lay a first wager on an empty spot.",
        &[("wager", "wager"), ("amount", "amount"), ("seat", "place?")],
    ),
    described(
        PLAYER,
        "top-up",
        "Add to a first wager.",
        &[("wager", "wager"), ("amount", "amount"), ("seat", "place?")],
    ),
    described(
        PLAYER,
        "take-back",
        "Take a first wager back, or part of it.",
        &[("wager", "wager"), ("amount", "amount"), ("seat", "place?")],
    ),
    described(
        PLAYER,
        "place-for-another",
        "Lay wagers for another player.",
        &[("seat", "place"), ("by", "place?")],
    ),
    described(
        PLAYER,
        "decide",
        "Bet, check, fold. Only a bet has an amount.",
        &[("decision", "decision"), ("amount", "amount?"), ("seat", "place?")],
    ),
    described(DEALER, "no-more-bets", "Call no more bets.", &[]),
    described(DEALER, "deal", "Deal at a virtual table.", &[]),
    described(DEALER, "deal-live", "Say that real cards were dealt.", &[]),
    described(
        DEALER,
        "record-cards",
        "Record real cards of a hand, from its first or a later one.",
        &[("of", "holder"), ("cards", "cards"), ("from", "count?"), ("why", "correction?")],
    ),
    described(DEALER, "record-next", "Record the next real card, wherever it lies.", &[("card", "card")]),
    described(
        DEALER,
        "take-back-record",
        "Take back what was recorded of a hand, to record it anew.",
        &[("of", "holder"), ("why", "correction")],
    ),
    described(DEALER, "proceed", "Go on to the next step of the game.", &[]),
    described(DEALER, "settle-hand", "Settle one hand.", &[("seat", "place")]),
    described(DEALER, "settle", "Settle what is left.", &[]),
    described(DEALER, "refuse-wager", "Refuse a wager.", &[("seat", "place"), ("wager", "wager")]),
    described(DEALER, "check-cards", "Check the cards.", &[]),
    described(DEALER, "change-cards", "Change the cards.", &[]),
    described(DEALER, "shuffle", "Shuffle.", &[]),
    described(DEALER, "cut", "Cut.", &[]),
    described(DEALER, "order-shuffle", "Order a shuffle out of turn.", &[("ground", "ground")]),
    described(DEALER, "order-burn", "Order a card to be burnt.", &[]),
    described(DEALER, "order-count", "Order the cards to be counted.", &[("cards", "count")]),
    described(DEALER, "vacate-seat", "Take a place from somebody who is away.", &[("seat", "place")]),
    described(
        PIT,
        "remove-player",
        "Have a player leave when the round is over; they are told why, in 200 characters at most.",
        &[("seat", "place"), ("why", "text")],
    ),
    described(DEALER, "pause-player", "Keep a place for somebody who is away.", &[("seat", "place")]),
    described(DEALER, "resume-player", "Let somebody play on.", &[("seat", "place")]),
    described(
        DEALER,
        "change-colour",
        "Change chips for others.",
        &[("seat", "place"), ("amount", "amount")],
    ),
    described(
        DEALER,
        "rule",
        "Apply the book's ruling to something that went wrong. For what is rule-breach and chosen is void, wager names the one \
         wager of the seats that is void, and the hand plays on; without it all wagers of the seats are void.",
        &[
            ("what", "irregularity"),
            ("seats", "places?"),
            ("retracts", "places?"),
            ("of", "exposed?"),
            ("cards", "count?"),
            ("looked", "flag?"),
            ("order-known", "flag?"),
            ("surplus", "surplus?"),
            ("deck-count", "count?"),
            ("foreign", "flag?"),
            ("named", "flag?"),
            ("only-cards", "flag?"),
            ("chosen", "word?"),
            ("wager", "wager?"),
        ],
    ),
    described(PIT, "set-up", "Say how cards come to the table.", &[("mode", "mode")]),
    described(PIT, "open", "Open the table under a sign.", &[("sign", "sign")]),
    described(PIT, "post-notice", "Announce a change.", &[("of", "notice"), ("limits", "limits?")]),
    described(PIT, "change-limits", "Change the limits.", &[("limits", "limits"), ("at-once", "flag?")]),
    described(
        PIT,
        "agree-limits",
        "Agree limits with one player.",
        &[("seat", "place"), ("limits", "limits")],
    ),
    described(PIT, "change-pay-tables", "Change the pay tables.", &[("paytables", "paytables")]),
    described(PIT, "close", "Close the table.", &[]),
    described(PIT, "determine-awards", "Determine the jackpot awards that wait.", &[]),
    described(PIT, "fill", "Bring chips to the table.", &[("amount", "amount")]),
    described(PIT, "credit", "Take chips from the table.", &[("amount", "amount")]),
    described(PIT, "count-float", "Say what was counted in the float.", &[("amount", "amount")]),
    described(PIT, "count-drop", "Say what was counted in the drop box.", &[("amount", "amount")]),
    described(PIT, "close-day", "Close the table's day.", &[("day", "day")]),
    described(PIT, "link", "Link the table to a meter of its book.", &[("meter", "meter")]),
    described(PIT, "unlink", "Take the table off its meter.", &[]),
    described(PIT, "go-manual", "Go on by the manual process while the meter does not answer.", &[]),
];

/// The schemas of all commands, and for each addressee the one that is any of them.
pub(super) fn schemas() -> Map<String, Value> {
    let mut all = Map::new();
    for (prefix, any, commands) in [
        ("Say-", "TableCommand", ALL),
        ("SayHouse-", "HouseCommand", HOUSE),
        ("SayMeter-", "MeterCommand", METER),
        ("SayPatron-", "PatronCommand", PATRON),
    ] {
        let mut names = Vec::new();
        let mut mapping = Map::new();
        for command in commands {
            let name = format!("{prefix}{}", command.word);
            names.push(named(&name));
            mapping.insert(command.word.to_string(), format!("#/components/schemas/{name}").into());
            all.insert(name, command.schema());
        }
        let schema = json!({ "oneOf": names, "discriminator": { "propertyName": "do", "mapping": mapping } });
        all.insert(any.to_string(), schema);
    }
    all
}

impl CommandDoc {
    fn schema(&self) -> Value {
        let mut fields = Map::new();
        fields.insert("do".to_string(), json!({ "const": self.word }));
        let mut example = Map::new();
        example.insert("do".to_string(), self.word.into());
        let mut not_always = Vec::new();
        for (name, of) in self.fields {
            let (schema, shown) = kind(of.trim_end_matches('?'));
            fields.insert((*name).to_string(), schema);
            example.insert((*name).to_string(), shown);
            if of.ends_with('?') {
                not_always.push(*name);
            }
        }
        let mut schema = object(Value::Object(fields), &not_always);
        schema["title"] = self.word.into();
        schema["description"] = format!("{} For {}.", self.what, self.who).into();
        schema["examples"] = json!([example]);
        schema
    }
}

/// What a field holds, and an example of it.
fn kind(of: &str) -> (Value, Value) {
    let one_of = |words: &[&str]| (json!({ "type": "string", "enum": words }), json!(words[0]));
    let whole = |least: i64, most: u64| json!({ "type": "integer", "minimum": least, "maximum": most });
    match of {
        "place" => (named("Place"), json!(3)),
        "places" => (json!({ "type": "array", "items": named("Place") }), json!([3])),
        "amount" => (named("Amount"), json!("25.00")),
        "hash" => (named("Hash"), json!("5c".repeat(32))),
        "card-number" => (whole(0, u64::MAX), json!(7)),
        "patron" => (whole(0, u32::MAX.into()), json!(7)),
        "pays" => one_of(&["account", "cash", "chips"]),
        "wager" => {
            let about = "A spot of the game, as the table's view names it.";
            (json!({ "type": "string", "description": about }), json!("ante"))
        }
        "decision" => one_of(&["bet", "check", "fold", "fold-ante", "cannot", "absent", "concede"]),
        "holder" => (named("Holder"), json!({ "seat": 3 })),
        "cards" => {
            let about = "Cards such as Kh: rank 2-9 T J Q K A, suit c d h s, with blanks between.";
            (json!({ "type": "string", "description": about }), json!("Kh 9c 2d"))
        }
        "card" => (json!({ "type": "string", "description": "A card such as Kh." }), json!("Kh")),
        "count" => (whole(0, 255), json!(5)),
        "surplus" => (whole(-128, 127), json!(1)),
        "flag" => (json!({ "type": "boolean" }), json!(true)),
        "word" => (json!({ "type": "string" }), json!("stands")),
        "correction" => one_of(&["misread", "mistyped", "wrong-place", "device-misread", "camera-shows"]),
        "ground" => one_of(&["abnormal-run", "reasonable-cause"]),
        "exposed" => one_of(&["player", "dealer", "board", "jackpot-cards"]),
        "irregularity" => {
            let words: Vec<&str> = IrregularityKind::ALL.iter().map(|what| what.word()).collect();
            one_of(&words)
        }
        "mode" => one_of(&["virtual", "live"]),
        "notice" => one_of(&["limits", "closing", "pay-tables"]),
        "sign" => (named("Sign"), super::schemas::sign_example()),
        "limits" => (named("Limits"), json!({ "ante": { "min": "10.00", "max": "500.00" } })),
        "paytables" => {
            let text = json!({ "type": "string" });
            (json!({ "type": "object", "additionalProperties": text }), json!({ "pair-plus": "A" }))
        }
        "day" => (whole(0, u32::MAX.into()), json!(20_260)),
        "meter" => (whole(1, u32::MAX.into()), json!(1)),
        "table" => (whole(0, u32::MAX.into()), json!(4)),
        "round" => (whole(0, u64::MAX), json!(12)),
        "staff" => (whole(0, u32::MAX.into()), json!(77)),
        "patrons" => (json!({ "type": "array", "items": whole(0, u32::MAX.into()) }), json!([7, 8])),
        "number" => {
            let mut schema = whole(0, u64::MAX);
            schema["description"] = "Its number in the list, from 1.".into();
            (schema, json!(1))
        }
        "text" => {
            let about = "Words for people: not empty, at most 2,000 letters.";
            (json!({ "type": "string", "description": about }), json!("as the dealer saw it"))
        }
        "role" => {
            let about = "A role of the book's ladder, as its files write it.";
            (json!({ "type": "string", "description": about }), json!("dealer"))
        }
        "outside" => {
            let about = "A place outside the ladder, as the book's files write it.";
            (json!({ "type": "string", "description": about }), json!("inspector"))
        }
        "person" => {
            let about = "patron/7, staff/3 or outside/1.";
            (json!({ "type": "string", "description": about }), json!("patron/7"))
        }
        "date" => {
            let about = "A day of the calendar.";
            (json!({ "type": "string", "description": about }), json!("2026-11-15"))
        }
        "month" => (json!({ "type": "string", "description": "A month of the calendar." }), json!("2026-11")),
        "breach" => one_of(&[
            "device",
            "side-bet",
            "influence",
            "advice",
            "proxy-bet",
            "shared-cards",
            "others-card",
            "undeclared",
            "peeking",
            "other",
        ]),
        "sanction" => one_of(&[
            "void-wager",
            "bar-from-game",
            "exclude-from-casino",
            "withhold-winnings",
            "hand-to-police",
        ]),
        "mispaid" => one_of(&["wager", "cash-change", "colour-change"]),
        "notify" => one_of(&["wrong-deck", "jackpot-equipment"]),
        "direction" => one_of(&["act-first", "sit-apart", "english-only"]),
        "meter-notice" => one_of(&["tables", "closing", "terms"]),
        "limit" => one_of(&["deposit", "loss-day", "loss-week", "loss-month", "loss-year"]),
        "source" => one_of(&["cash", "debit-card", "eftpos", "bank-transfer", "chips"]),
        "terms" => (named("Jackpot"), super::schemas::sign_example()["jackpot"].clone()),
        "shares" => {
            let share =
                object(json!({ "meter": whole(0, u64::MAX), "amount": named("Amount") }), &["amount"]);
            (json!({ "type": "array", "items": share }), json!([{ "meter": 2, "amount": "500.00" }]))
        }
        // A test reads every schema; none is without a kind.
        other => (json!({ "const": other }), Value::Null),
    }
}
