//! Whether a value is what a schema says: the part of JSON Schema that our document uses, and nothing that it does not.

use serde_json::{Map, Value};

/// What is wrong with a value, or nothing.
pub(crate) fn check(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let wrong = |what: String| Err(format!("{at}: {what}, and it is {value}"));
    let Some(schema) = schema.as_object() else { return wrong(format!("{schema} is no schema")) };
    for (keyword, says) in schema {
        match keyword.as_str() {
            "$ref" => check(document, resolve(document, says)?, value, at)?,
            "const" if value != says => return wrong(format!("it must be {says}")),
            "enum" if !says.as_array().unwrap().contains(value) => {
                return wrong(format!("it must be one of {says}"));
            }
            "type" if !has_type(says, value) => return wrong(format!("it must be of type {says}")),
            "oneOf" => {
                let found = says.as_array().unwrap().iter().map(|one| check(document, one, value, at));
                let found: Vec<_> = found.collect();
                if found.iter().filter(|found| found.is_ok()).count() != 1 {
                    return wrong(format!("it must be exactly one of {says}: {found:?}"));
                }
            }
            _ => {}
        }
        if let Some(text) = value.as_str() {
            match keyword.as_str() {
                "pattern" if !matches(says.as_str().unwrap(), text) => {
                    return wrong(format!("it must match {says}"));
                }
                "maxLength" if text.chars().count() as u64 > says.as_u64().unwrap() => {
                    return wrong(format!("it must not be longer than {says}"));
                }
                _ => {}
            }
        }
        if let Some(number) = value.as_i64() {
            let bound = says.as_i64();
            match (keyword.as_str(), bound) {
                ("minimum", Some(least)) if number < least => return wrong(format!("the least is {least}")),
                ("maximum", Some(most)) if number > most => return wrong(format!("the most is {most}")),
                _ => {}
            }
        }
        if let Some(items) = value.as_array() {
            let count = items.len() as u64;
            match keyword.as_str() {
                "items" => {
                    for (place, item) in items.iter().enumerate() {
                        check(document, says, item, &format!("{at}[{place}]"))?;
                    }
                }
                "minItems" if count < says.as_u64().unwrap() => {
                    return wrong(format!("at least {says} items"));
                }
                "maxItems" if count > says.as_u64().unwrap() => {
                    return wrong(format!("at most {says} items"));
                }
                _ => {}
            }
        }
        if let Some(fields) = value.as_object() {
            object(document, (schema, keyword, says), fields, at)?;
        }
    }
    Ok(())
}

fn object(
    document: &Value,
    (schema, keyword, says): (&Map<String, Value>, &str, &Value),
    fields: &Map<String, Value>,
    at: &str,
) -> Result<(), String> {
    let known = schema.get("properties").and_then(Value::as_object);
    match keyword {
        "required" => {
            let missing = says.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
            let missing: Vec<&str> = missing.filter(|name| !fields.contains_key(*name)).collect();
            if !missing.is_empty() {
                return Err(format!("{at}: {missing:?} are missing"));
            }
        }
        "properties" => {
            for (name, schema) in says.as_object().unwrap() {
                if let Some(value) = fields.get(name) {
                    check(document, schema, value, &format!("{at}.{name}"))?;
                }
            }
        }
        "additionalProperties" => {
            for (name, value) in
                fields.iter().filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)))
            {
                match says {
                    Value::Bool(false) => return Err(format!("{at}: '{name}' is not described")),
                    schema => check(document, schema, value, &format!("{at}.{name}"))?,
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// What a reference means.
pub(crate) fn resolve<'d>(document: &'d Value, to: &Value) -> Result<&'d Value, String> {
    let path = to.as_str().and_then(|to| to.strip_prefix('#'));
    path.and_then(|path| document.pointer(path)).ok_or_else(|| format!("{to} leads nowhere"))
}

/// Calls for every schema inside of this one, and for itself.
pub(crate) fn every<'d>(schema: &'d Value, each: &mut impl FnMut(&'d Value)) {
    each(schema);
    let inside = |name: &str| schema.get(name).into_iter();
    let objects = inside("properties").filter_map(Value::as_object).flat_map(Map::values);
    let lists = inside("oneOf").filter_map(Value::as_array).flatten();
    let plain = inside("items").chain(inside("additionalProperties")).filter(|schema| schema.is_object());
    let all: Vec<&Value> = objects.chain(lists).chain(plain).collect();
    for schema in all {
        every(schema, each);
    }
}

fn has_type(says: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called {other}"),
    };
    match says {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        other => panic!("{other} is no type"),
    }
}

/// A part of a pattern, and how often it comes.
type Part = (Node, u32, u32);

#[derive(Debug)]
enum Node {
    /// One of these letters.
    Letter(Vec<(char, char)>),
    /// One of these sequences.
    Group(Vec<Vec<Part>>),
}

/// Patterns from `^` to `$`, of letters, classes, groups with alternatives, and counts.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let inner = pattern.strip_prefix('^').and_then(|pattern| pattern.strip_suffix('$'));
    let letters: Vec<char> = inner.unwrap_or_else(|| panic!("{pattern} is not anchored")).chars().collect();
    let mut rest = &letters[..];
    let group = [(Node::Group(alternatives(&mut rest)), 1, 1)];
    assert!(rest.is_empty(), "{pattern} is not understood at {rest:?}");
    let text: Vec<char> = text.chars().collect();
    sequence(&group, &text, &mut |left| left.is_empty())
}

fn alternatives(rest: &mut &[char]) -> Vec<Vec<Part>> {
    let mut all = vec![Vec::new()];
    while let Some((&letter, after)) = rest.split_first() {
        let node = match letter {
            ')' => break,
            '|' => {
                *rest = after;
                all.push(Vec::new());
                continue;
            }
            '(' => {
                *rest = after;
                let group = Node::Group(alternatives(rest));
                assert_eq!(rest.first(), Some(&')'));
                *rest = &rest[1..];
                group
            }
            '[' => {
                let end = after.iter().position(|letter| *letter == ']').unwrap();
                let class = Node::Letter(class(&after[..end]));
                *rest = &after[end + 1..];
                class
            }
            '\\' => {
                *rest = &after[1..];
                Node::Letter(vec![(after[0], after[0])])
            }
            plain => {
                *rest = after;
                Node::Letter(vec![(plain, plain)])
            }
        };
        let (least, most) = count(rest);
        all.last_mut().unwrap().push((node, least, most));
    }
    all
}

fn class(letters: &[char]) -> Vec<(char, char)> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let range = letters.get(at + 1) == Some(&'-') && at + 2 < letters.len();
        all.push((letters[at], letters[if range { at + 2 } else { at }]));
        at += if range { 3 } else { 1 };
    }
    all
}

fn count(rest: &mut &[char]) -> (u32, u32) {
    let (least, most, taken) = match rest.first() {
        Some('?') => (0, 1, 1),
        Some('+') => (1, u32::MAX, 1),
        Some('*') => (0, u32::MAX, 1),
        Some('{') => {
            let end = rest.iter().position(|letter| *letter == '}').unwrap();
            let inside: String = rest[1..end].iter().collect();
            let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
            (least.parse().unwrap(), most.parse().unwrap(), end + 1)
        }
        _ => (1, 1, 0),
    };
    *rest = &rest[taken..];
    (least, most)
}

type Then<'k> = &'k mut dyn FnMut(&[char]) -> bool;

fn sequence(parts: &[Part], text: &[char], then: Then<'_>) -> bool {
    match parts.split_first() {
        None => then(text),
        Some(((node, least, most), after)) => {
            repeated(node, (*least, *most), text, &mut |left| sequence(after, left, then))
        }
    }
}

fn repeated(node: &Node, (least, most): (u32, u32), text: &[char], then: Then<'_>) -> bool {
    let once_more = most > 0
        && one(node, text, &mut |left| {
            left.len() < text.len() && repeated(node, (least.saturating_sub(1), most - 1), left, then)
        });
    once_more || least == 0 && then(text)
}

fn one(node: &Node, text: &[char], then: Then<'_>) -> bool {
    match node {
        Node::Letter(ranges) => text.split_first().is_some_and(|(letter, left)| {
            ranges.iter().any(|(from, to)| (from..=to).contains(&letter)) && then(left)
        }),
        Node::Group(alternatives) => alternatives.iter().any(|parts| sequence(parts, text, then)),
    }
}
