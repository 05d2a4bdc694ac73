//! Forms: the fields of a form as the JSON that a script would have sent. The name of a field says what it is: "seat#" is a
//! number, "content?" a tick, "sign.jackpot!" JSON, "limits.ante.min" lies two deep, "patrons.0#" is the first of a list.

use crate::CommandError;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// No field of a command lies deeper: "sign.limits.ante.min". A name of a thousand parts would nest a thousand deep.
const DEEPEST: usize = 4;

/// No list of a form is longer.
const LONGEST: usize = 16;

/// What is about the form and not in its command.
const ABOUT: [&str; 5] = ["command", "press", "to", "form", "seen"];

/// Under what name people stand who sign, each with "badge", "pin" and "code".
const SIGNERS: [&str; 3] = ["second.", "approval.", "beside."];

/// The command of a form: its hidden JSON, that of the button, and the fields put in. What is left empty is left out.
///
/// # Errors
/// If it is no form of ours, or there is no number where one is expected.
pub fn form_value(fields: &BTreeMap<String, String>) -> Result<Value, CommandError> {
    let mut command = Map::new();
    for hidden in ["command", "press"] {
        let Some(text) = fields.get(hidden) else { continue };
        let more: Map<String, Value> = serde_json::from_str(text).map_err(|_| broken())?;
        command.extend(more);
    }
    let mut command = Value::Object(command);
    let own = |name: &str| ABOUT.contains(&name) || SIGNERS.iter().any(|signer| name.starts_with(signer));
    for (name, text) in fields.iter().filter(|(name, _)| !own(name)) {
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let (path, value) = match name.chars().last() {
            Some(kind @ ('#' | '?' | '!')) => (name.trim_end_matches(kind), read(kind, text)?),
            _ => (name.as_str(), Value::from(text)),
        };
        if path.split('.').count() > DEEPEST {
            return Err(broken());
        }
        put(&mut command, path.split('.'), value).ok_or_else(broken)?;
    }
    Ok(command)
}

fn read(kind: char, text: &str) -> Result<Value, CommandError> {
    match kind {
        '#' => text.parse::<u64>().map(Value::from).map_err(|_| {
            let shown: String = text.chars().take(20).collect();
            CommandError::new(format!("'{shown}' is not a whole number"))
        }),
        '?' => Ok(Value::from(text == "yes")),
        _ => serde_json::from_str(text).map_err(|_| broken()),
    }
}

fn broken() -> CommandError {
    CommandError::new("the form's command is broken").next("load the page again")
}

/// Puts a value where its path leads; a number in the path is a place in a list.
fn put<'p>(into: &mut Value, mut path: impl Iterator<Item = &'p str>, value: Value) -> Option<()> {
    let Some(step) = path.next() else {
        *into = value;
        return Some(());
    };
    let next = match step.parse::<usize>() {
        Ok(place) => {
            if into.is_null() {
                *into = Value::Array(Vec::new());
            }
            let list = into.as_array_mut()?;
            // A list of a form is short, and has no gaps: what was left empty is not in it.
            let place = place.min(list.len());
            if place > LONGEST {
                return None;
            }
            if place == list.len() {
                list.push(Value::Null);
            }
            list.get_mut(place)?
        }
        Err(_) => {
            if into.is_null() {
                *into = Value::Object(Map::new());
            }
            into.as_object_mut()?.entry(step).or_insert(Value::Null)
        }
    };
    put(next, path, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        all.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn fields_lie_where_their_names_lead() {
        let sent = fields(&[
            ("command", r#"{"do":"open"}"#),
            ("press", r#"{"at-once":true}"#),
            ("limits.ante.min", " 10.00 "),
            ("limits.ante.max", ""),
            ("seat#", "3"),
            ("content?", "yes"),
            ("sign.jackpot!", r#"{"option":1}"#),
            ("patrons.0#", ""),
            ("patrons.1#", "8"),
            ("second.pin", "1234"),
            ("approval.badge", "sam"),
            ("seen", "9"),
        ]);
        let expected = json!({
            "do": "open", "at-once": true, "limits": { "ante": { "min": "10.00" } }, "seat": 3, "content": true,
            "sign": { "jackpot": { "option": 1 } }, "patrons": [8],
        });
        assert_eq!(form_value(&sent).unwrap(), expected);
        let deep = vec!["a"; 1000].join(".");
        for broken in [("seat#", "x"), ("command", "["), ("do.0", "x"), ("x!", "{"), (&*deep, "x")] {
            let sent = fields(&[("press", r#"{"do":"open"}"#), broken]);
            assert!(form_value(&sent).is_err(), "{broken:?}");
        }
    }
}
