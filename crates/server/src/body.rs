//! JSON bodies: read into what they mean, or refused in words that people understand, with a pointer to the field.

use crate::problem::Problem;
use crate::wire::{Dollars, PlaceNumber};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

/// JSON whose refusal says what is wrong and where.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "this takes JSON")
                .next("send Content-Type: application/json"));
        }
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "this is more than a request may hold")
                    .next("send less")
            }
            _ => Problem::bad_request("the request did not arrive whole").next("send it again"),
        })?;
        from_bytes(&bytes).map(JsonBody)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

/// Reads a body.
///
/// # Errors
/// If it is not JSON, or does not say what is asked for.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut text).map_err(|error| {
        let whole: Value = serde_json::from_slice(bytes).unwrap_or_default();
        explain(error.inner(), error.path(), &whole)
    })?;
    text.end().map_err(|error| Problem::bad_request(format!("this is not JSON: {error}")))?;
    Ok(read)
}

/// Reads what a form's fields come to.
///
/// # Errors
/// If they do not say what is asked for.
pub fn from_fields<T: DeserializeOwned>(fields: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(fields.clone()).map_err(|error| {
        let problem = explain(error.inner(), error.path(), &fields);
        let next =
            problem.next.clone().unwrap_or_else(|| "load the page again, and fill the form in".to_string());
        problem.next(next)
    })
}

/// What is wrong, in words, and a pointer to it.
fn explain(error: &serde_json::Error, path: &Path, whole: &Value) -> Problem {
    let message = error.to_string();
    if !error.is_data() {
        return Problem::bad_request(format!("this is not JSON: {message}"));
    }
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    let above: String = path.iter().map(step).collect();
    let inside = whole.pointer(&above).unwrap_or(&Value::Null);
    if let Some((below, problem)) = find(inside, &|leaf| amount_or_place(leaf, message)) {
        return problem.at(format!("{above}{below}"));
    }
    let quoted = || message.split('`').nth(1).unwrap_or_default().to_string();
    if message.starts_with("missing field") {
        let name = quoted();
        return Problem::bad_request(format!("'{name}' is missing")).at(format!("{above}/{}", escape(&name)));
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let problem =
            Problem::bad_request(format!("there is no field {}", plain(&rest.replacen(", ", " here; ", 1))));
        return problem.at(format!("{above}/{}", escape(&quoted())));
    }
    if let Some(rest) = message.strip_prefix("duplicate field ") {
        let problem = Problem::bad_request(format!("the field {} is there twice", plain(rest)));
        return problem.at(format!("{above}/{}", escape(&quoted())));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        let below = find(inside, &|leaf| (leaf.as_str() == Some(&*quoted())).then_some(()));
        let below = below.map(|(below, ())| below).unwrap_or_default();
        let rest = rest.replacen(", expected one of", " is not known here; there are", 1);
        return Problem::bad_request(plain(&rest.replacen(", expected", " is not known here; there is", 1)))
            .at(format!("{above}{below}"));
    }
    let wrong = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    if let Some((found, expected)) = wrong.and_then(|wrong| wrong.split_once(", expected ")) {
        let below = find(inside, &|leaf| (unexpected(leaf) == found).then_some(()));
        let pointer = format!("{above}{}", below.map(|(below, ())| below).unwrap_or_default());
        let name = pointer.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("the body");
        let name = name.replace("~1", "/").replace("~0", "~");
        let (found, expected) = (plain(found), plain(kind(expected)));
        return Problem::bad_request(format!("'{name}' must be {expected}, not {found}")).at(pointer);
    }
    Problem::bad_request(message.to_string()).at(above)
}

/// A step of a path as a part of a JSON pointer (RFC 6901).
fn step(segment: &Segment) -> String {
    match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", escape(key)),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    }
}

fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Lists of what there is may be long.
const MOST: usize = 400;

/// Names in the marks that people use.
fn plain(text: &str) -> String {
    let mut shown: String = text.replace('`', "'").chars().take(MOST).collect();
    if shown.chars().count() == MOST {
        shown.push('…');
    }
    shown
}

/// A kind of value as people call it.
fn kind(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not too large",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "a string" => "text",
        "a boolean" => "true or false",
        other => other,
    }
}

/// A value as serde names it where it expected something else.
fn unexpected(leaf: &Value) -> String {
    match leaf {
        Value::Null => "null".to_string(),
        Value::Bool(yes) => format!("boolean `{yes}`"),
        Value::Number(number) if number.is_f64() => format!("floating point `{number}`"),
        Value::Number(number) => format!("integer `{number}`"),
        Value::String(text) => format!("string {text:?}"),
        Value::Array(_) => "sequence".to_string(),
        Value::Object(_) => "map".to_string(),
    }
}

/// The amount or the place that a message speaks of, refused in words for people. A tagged command is read as a whole, so
/// serde does not know where in it the value stood.
fn amount_or_place(leaf: &Value, message: &str) -> Option<Problem> {
    let text = leaf.as_str();
    if let Some(Err(problem)) = text.map(Dollars::read)
        && problem == message
    {
        return Some(Problem::bad_request(problem).next("write dollars, or dollars and cents: 25 or 25.50"));
    }
    if leaf.is_object() || leaf.is_array() {
        return None;
    }
    let place = PlaceNumber::deserialize(leaf).err().map(|error| error.to_string());
    place.filter(|problem| problem == message).map(Problem::bad_request)
}

/// The first value, going down, for which something is found; with the rest of the pointer to it.
fn find<R>(value: &Value, seek: &impl Fn(&Value) -> Option<R>) -> Option<(String, R)> {
    if let Some(found) = seek(value) {
        return Some((String::new(), found));
    }
    let below = |(name, inner): (String, &Value)| {
        find(inner, seek).map(|(rest, found)| (format!("/{}{rest}", escape(&name)), found))
    };
    match value {
        Value::Object(fields) => fields.iter().map(|(name, inner)| (name.clone(), inner)).find_map(below),
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, inner)| (at.to_string(), inner)).find_map(below)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{CommandRequest, TableCommand};

    fn refused(body: &str) -> (String, String) {
        let problem = from_bytes::<CommandRequest<TableCommand>>(body.as_bytes()).unwrap_err();
        assert!(!problem.what.contains("line 1 column") || problem.pointer.is_none(), "{problem:?}");
        (problem.what, problem.pointer.unwrap_or_default().into())
    }

    #[test]
    fn finding_11_what_is_wrong_is_said_in_words_with_a_pointer() {
        let id = "\"id\":\"00112233445566778899aabbccddeeff\"";
        let command = |command: &str| refused(&format!("{{{id},\"command\":{command}}}"));
        let place =
            |amount: &str| command(&format!("{{\"do\":\"place\",\"wager\":\"ante\",\"amount\":{amount}}}"));
        for (amount, what) in [
            ("\"abc\"", "'abc' is not an amount of money"),
            ("\"-5\"", "'-5' is below zero"),
            ("\"\"", "no amount is given"),
            (
                "\"99999999999999999999\"",
                "'99999999999999999999' is too much: 999999999.99 is the most that can be named",
            ),
            ("\"1.234\"", "'1.234' has parts of a cent"),
            ("25", "'amount' must be text, not integer '25'"),
        ] {
            assert_eq!(place(amount), (what.to_string(), "#/command/amount".to_string()), "{amount}");
        }
        let seat = command("{\"do\":\"leave\",\"seat\":\"x\"}");
        assert_eq!(seat, ("'x' is not a place; places count from 1".into(), "#/command/seat".into()));
        let limits = command("{\"do\":\"change-limits\",\"limits\":{\"ante\":{\"min\":\"much\"}}}");
        assert_eq!(limits, ("'much' is not an amount of money".into(), "#/command/limits/ante/min".into()));
        let missing = command("{\"do\":\"place\",\"wager\":\"ante\"}");
        assert_eq!(missing, ("'amount' is missing".into(), "#/command/amount".into()));
        assert_eq!(refused(&format!("{{{id}}}")), ("'command' is missing".into(), "#/command".into()));
        let (what, pointer) = command("{\"do\":\"deal\",\"fast\":true}");
        assert!(what.starts_with("there is no field 'fast'"), "{what}");
        assert_eq!(pointer, "#/command/fast");
        let (what, pointer) = command("{\"do\":\"fly\"}");
        assert!(what.starts_with("'fly' is not known here; there are 'sit', "), "{what}");
        assert_eq!(pointer, "#/command/do");
        let (what, pointer) = refused("{\"id\":1,\"command\":{\"do\":\"deal\"}}");
        assert_eq!((&*what, &*pointer), ("'id' must be text, not integer '1'", "#/id"));
        let (what, pointer) = refused("{\"id\":");
        assert!(what.starts_with("this is not JSON: "), "{what}");
        assert_eq!(pointer, "");
    }
}
