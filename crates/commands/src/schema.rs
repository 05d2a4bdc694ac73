//! The commands described for programs (JSON Schema, as OpenAPI 3.1 has it), from their own declarations: names and types of
//! fields are those of the type, and whether a field may be left out is asked of its reader.

use crate::{Bounds, Dollars, Hex32, JackpotText, MeterShare, SignText};
use ::house::{OutsiderId, StaffId};
use engine::banked::Holder;
use engine::{PatronId, PlaceNumber, TableNumber};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Error, IntoDeserializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// Declares the commands for somebody: the comment of a command is its description in the API's document. A field whose type
/// says too little names what it holds, one of [`kinds`], behind `as`.
macro_rules! commands {
    (
        $(#[$meta:meta])* pub enum $name:ident {
            $(
                $(#[doc = $doc:literal])*
                $variant:ident { $( $(#[$attr:meta])* $field:ident : $type:ty $(as $kind:ident)? ),* $(,)? }
            ),* $(,)?
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
        $(#[$meta])* pub enum $name {
            $( $(#[doc = $doc])* $variant { $( $(#[$attr])* $field: $type ),* } ),*
        }

        impl $crate::schema::CommandSet for $name {
            const ALL: &'static [$crate::schema::CommandDoc] = &[
                $( $crate::schema::CommandDoc {
                    variant: stringify!($variant),
                    about: &[$($doc),*],
                    fields: &[ $( $crate::schema::field!($field : $type $(as $kind)?) ),* ],
                } ),*
            ];
        }
    };
}
pub(crate) use commands;

/// Declares a part of commands.
macro_rules! record {
    (
        $(#[$meta:meta])* pub struct $name:ident { $( $(#[$attr:meta])* pub $field:ident : $type:ty $(as $kind:ident)? ),* $(,)? }
    ) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])* pub struct $name { $( $(#[$attr])* pub $field: $type ),* }

        impl $name {
            pub(crate) const FIELDS: &'static [$crate::schema::FieldDoc] =
                &[ $( $crate::schema::field!($field : $type $(as $kind)?) ),* ];
        }
    };
}
pub(crate) use record;

/// A field, described by its type or by what it says that it holds.
macro_rules! field {
    ($field:ident : $type:ty) => {
        $crate::schema::FieldDoc {
            name: stringify!($field),
            schema: <$type as $crate::schema::Described>::schema,
            example: <$type as $crate::schema::Described>::example,
            nullable: <$type as $crate::schema::Described>::NULLABLE,
        }
    };
    ($field:ident : $type:ty as $kind:ident) => {
        $crate::schema::FieldDoc {
            name: stringify!($field),
            schema: $crate::schema::kinds::$kind::schema,
            example: $crate::schema::kinds::$kind::example,
            nullable: <$type as $crate::schema::Described>::NULLABLE,
        }
    };
}
pub(crate) use field;

/// A field of a command.
pub(crate) struct FieldDoc {
    pub(crate) name: &'static str,
    pub(crate) schema: fn() -> Value,
    pub(crate) example: fn() -> Value,
    pub(crate) nullable: bool,
}

/// A command, as its declaration describes it.
pub struct CommandDoc {
    pub(crate) variant: &'static str,
    pub(crate) about: &'static [&'static str],
    pub(crate) fields: &'static [FieldDoc],
}

/// The commands for somebody.
pub trait CommandSet: DeserializeOwned {
    /// All of them.
    const ALL: &'static [CommandDoc];

    /// Each by its word, with the names of its fields.
    fn names() -> impl Iterator<Item = (String, Vec<String>)> {
        let fields =
            |command: &CommandDoc| command.fields.iter().map(|field| kebab(field.name, &[])).collect();
        Self::ALL.iter().map(move |command| (kebab(command.variant, &['-']), fields(command)))
    }

    /// Each by its word, with its schema. Every schema has an example with every field.
    fn schemas() -> impl Iterator<Item = (String, Value)> {
        Self::ALL.iter().map(|command| {
            let word = kebab(command.variant, &['-']);
            let own = json!({ "do": word });
            let about = command.about.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            let mut schema = object::<Self>(own.as_object().cloned().unwrap_or_default(), command.fields);
            schema["title"] = word.clone().into();
            schema["description"] = about.into();
            (word, schema)
        })
    }
}

/// An object with constants and fields; the reader says what may be left out.
fn object<T: DeserializeOwned>(constants: Map<String, Value>, fields: &[FieldDoc]) -> Value {
    let mut properties: Map<String, Value> =
        constants.iter().map(|(name, value)| (name.clone(), json!({ "const": value }))).collect();
    let mut example = constants;
    for field in fields {
        let name = kebab(field.name, &[]);
        properties.insert(name.clone(), (field.schema)());
        example.insert(name, (field.example)());
    }
    let without = |name: &str| {
        let mut less = example.clone();
        less.remove(name);
        serde_json::from_value::<T>(Value::Object(less))
    };
    let required: Vec<&String> = example.keys().filter(|name| without(name).is_err()).collect();
    json!({
        "type": "object", "additionalProperties": false, "required": required, "properties": properties,
        "examples": [example],
    })
}

/// "NoMoreBets" and "at_once" as the wire writes them: "no-more-bets", "at-once".
fn kebab(name: &str, between: &[char]) -> String {
    let mut out = String::new();
    for (at, letter) in name.char_indices() {
        match letter {
            '_' => out.push('-'),
            'A'..='Z' => {
                out.extend(between.iter().filter(|_| at > 0));
                out.push(letter.to_ascii_lowercase());
            }
            _ => out.push(letter),
        }
    }
    out
}

/// The words that an enum of words has on the wire: asked of its reader, which names them all when it refuses another.
pub fn words_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let other: StrDeserializer<'_, Expected> = "?".into_deserializer();
    T::deserialize(other).err().map_or(&[], |expected| expected.0)
}

/// What a reader expected.
#[derive(Debug)]
struct Expected(&'static [&'static str]);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for Expected {}

impl Error for Expected {
    fn custom<T: fmt::Display>(_: T) -> Expected {
        Expected(&[])
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Expected {
        Expected(expected)
    }
}

/// What a field holds, for programs.
pub(crate) trait Described {
    /// Whether null is the same as leaving it out.
    const NULLABLE: bool = false;
    fn schema() -> Value;
    fn example() -> Value;
}

/// One of the document's schemas.
fn named(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn whole(least: i64, most: u64) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

fn about(schema: Value, about: &str) -> Value {
    let mut schema = schema;
    schema["description"] = about.into();
    schema
}

fn text() -> Value {
    json!({ "type": "string" })
}

macro_rules! described {
    ($( $type:ty = $schema:expr, $example:expr; )*) => {
        $( impl Described for $type {
            fn schema() -> Value {
                $schema
            }
            fn example() -> Value {
                json!($example)
            }
        } )*
    };
}

described! {
    u8 = whole(0, u8::MAX.into()), 5;
    i8 = whole(i8::MIN.into(), 127), 1;
    u32 = whole(0, u32::MAX.into()), 7;
    PatronId = whole(0, u32::MAX.into()), 7;
    TableNumber = whole(0, u32::MAX.into()), 7;
    StaffId = whole(0, u32::MAX.into()), 7;
    OutsiderId = whole(0, u32::MAX.into()), 7;
    u64 = whole(0, u64::MAX), 7;
    usize = whole(0, u64::MAX), 1;
    bool = json!({ "type": "boolean" }), true;
    String = text(), "stands";
    PlaceNumber = named("Place"), 3;
    Dollars = named("Amount"), "25.00";
    Hex32 = named("Hash"), "5c".repeat(32);
    Holder = named("Holder"), json!({ "seat": 3 });
    SignText = named("Sign"), example_of(SignText::FIELDS);
    JackpotText = named("Jackpot"), example_of(JackpotText::FIELDS);
    Bounds = named("Bounds"), json!({ "min": "10.00", "max": "500.00" });
    MeterShare = object::<MeterShare>(Map::new(), MeterShare::FIELDS), json!({ "meter": 2, "amount": "500.00" });
}

/// Enums of words.
macro_rules! of_words {
    ($($type:ty),* $(,)?) => {
        $( impl Described for $type {
            fn schema() -> Value {
                json!({ "type": "string", "enum": words_of::<$type>() })
            }
            fn example() -> Value {
                json!(words_of::<$type>().first())
            }
        } )*
    };
}

of_words!(
    engine::banked::CorrectionReason,
    engine::banked::DealingMode,
    engine::banked::DecisionKind,
    engine::banked::NoticeOf,
    engine::banked::ShuffleGround,
    engine::jackpot::MeterNotice,
    house::LimitOf,
    house::MispaidOn,
    house::Source,
    house::Tender,
    rulebook::BreachKind,
    rulebook::DirectionKind,
    rulebook::Exposed,
    rulebook::NotifyOf,
    rulebook::SanctionKind,
);

impl<T: Described> Described for Option<T> {
    const NULLABLE: bool = true;
    fn schema() -> Value {
        T::schema()
    }
    fn example() -> Value {
        T::example()
    }
}

impl<T: Described> Described for Box<T> {
    fn schema() -> Value {
        T::schema()
    }
    fn example() -> Value {
        T::example()
    }
}

impl<T: Described> Described for Vec<T> {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }
    fn example() -> Value {
        json!([T::example()])
    }
}

impl Described for BTreeMap<String, Bounds> {
    fn schema() -> Value {
        named("Limits")
    }
    fn example() -> Value {
        json!({ "ante": Bounds::example() })
    }
}

impl Described for BTreeMap<String, String> {
    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": text() })
    }
    fn example() -> Value {
        json!({ "pair-plus": "A" })
    }
}

fn example_of(fields: &[FieldDoc]) -> Map<String, Value> {
    fields.iter().map(|field| (kebab(field.name, &[]), (field.example)())).collect()
}

/// What fields hold whose types are not only theirs.
pub(crate) mod kinds {
    use super::{about, text, whole};
    use rulebook::IrregularityKind;
    use serde_json::{Value, json};

    macro_rules! kinds {
        ($( $name:ident = $schema:expr, $example:expr; )*) => {
            $( pub(crate) struct $name;
            impl $name {
                pub(crate) fn schema() -> Value {
                    $schema
                }
                pub(crate) fn example() -> Value {
                    json!($example)
                }
            } )*
        };
    }

    kinds! {
        Spot = about(text(), "A spot of the game, as the table's view names it."), "ante";
        Cards = about(text(), "Cards such as Kh: rank 2-9 T J Q K A, suit c d h s, with blanks between."), "Kh 9c 2d";
        OneCard = about(text(), "A card such as Kh."), "Kh";
        Irregularity =
            json!({ "type": "string", "enum": IrregularityKind::ALL.iter().map(|what| what.word()).collect::<Vec<_>>() }),
            IrregularityKind::ALL[0].word();
        Count = whole(0, u8::MAX.into()), 5;
        Day = whole(0, u32::MAX.into()), 20_260;
        Meter = whole(1, u32::MAX.into()), 1;
        Table = whole(0, u32::MAX.into()), 4;
        Round = whole(0, u64::MAX), 12;
        Staff = whole(0, u32::MAX.into()), 77;
        Numbered = about(whole(0, u64::MAX), "Its number in the list, from 1."), 1;
        Words = about(text(), "Words for people: not empty, at most 2,000 letters."), "as the dealer saw it";
        Role = about(text(), "A role of the book's ladder, as its files write it."), "dealer";
        Outsider = about(text(), "A place outside the ladder, as the book's files write it."), "inspector";
        PersonName = about(text(), "patron/7, staff/3 or outside/1."), "patron/7";
        Date = about(text(), "A day of the calendar."), "2026-11-15";
        Month = about(text(), "A month of the calendar."), "2026-11";
        Multiples =
            json!({ "type": "array", "items": { "type": "array", "items": whole(0, u32::MAX.into()) } }), [[1]];
        Seed = whole(0, u32::MAX.into()), 50_000;
        PartsPerMillion = whole(0, u32::MAX.into()), 200_000;
        One = whole(0, u8::MAX.into()), 1;
    }
}

/// A schema that null fits too.
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

/// A part of commands under its own name.
fn part<T: DeserializeOwned>(fields: &[FieldDoc]) -> Value {
    let mut schema = object::<T>(Map::new(), fields);
    for field in fields.iter().filter(|field| field.nullable) {
        schema["properties"][kebab(field.name, &[])] = or_null((field.schema)());
    }
    schema
}

/// The schemas that those of the commands refer to, by name.
pub fn components() -> Map<String, Value> {
    let parts = json!({
        "Amount": {
            "type": "string", "pattern": "^[0-9]{1,9}(\\.[0-9]{1,2})?$",
            "description": "Dollars.", "examples": ["25.00"],
        },
        "Place": {
            "type": "integer", "minimum": 1, "maximum": engine::SEATS,
            "description": "A place at a table, from 1.", "examples": [3],
        },
        "Holder": {
            "description": "Whose cards, or where they lie.",
            "oneOf": [
                {
                    "type": "string",
                    "enum": words_of::<Holder>().iter().filter(|word| **word != "seat").collect::<Vec<_>>(),
                },
                {
                    "type": "object", "additionalProperties": false, "required": ["seat"],
                    "properties": { "seat": named("Place") },
                },
            ],
        },
        "Hash": {
            "type": "string", "pattern": "^[0-9a-f]{64}$", "examples": ["5c".repeat(32)],
            "description": "32 bytes as hexadecimal digits: a commitment, a seed, the promise of one.",
        },
        "Limits": {
            "type": "object", "description": "By the names of the wagers.", "additionalProperties": named("Bounds"),
        },
        "Bounds": part::<Bounds>(Bounds::FIELDS),
        "Sign": part::<SignText>(SignText::FIELDS),
        "Jackpot": part::<JackpotText>(JackpotText::FIELDS),
    });
    let Value::Object(parts) = parts else { return Map::new() };
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TableCommand;

    #[test]
    fn a_schema_says_what_the_reader_reads() {
        let place = TableCommand::schemas().find(|(word, _)| word == "place").map(|(_, schema)| schema);
        let place = place.expect("a wager can be placed");
        assert_eq!(place["required"], json!(["amount", "do", "wager"]));
        assert_eq!(place["properties"]["amount"], named("Amount"));
        assert_eq!(place["description"], "Lay a first wager on an empty spot. For players.");
        let words = TableCommand::schemas().map(|(word, _)| word).collect::<Vec<_>>();
        assert_eq!(words, words_of_tag(), "every word is spelled as the reader spells it");
    }

    /// The commands as the reader names them.
    fn words_of_tag() -> Vec<String> {
        let refused = serde_json::from_str::<TableCommand>(r#"{"do":"?"}"#).unwrap_err().to_string();
        refused.split('`').skip(3).step_by(2).map(str::to_string).collect()
    }

    #[test]
    fn words_are_those_of_the_enum() {
        assert_eq!(words_of::<engine::banked::NoticeOf>(), ["limits", "closing", "pay-tables"]);
        assert_eq!(words_of::<house::LimitOf>().len(), house::LimitOf::ALL.len());
        assert_eq!(part::<SignText>(SignText::FIELDS)["required"], json!([]));
    }
}
