//! A replayed hand as one line of JSON.

use super::Told;
use super::amount::Amount;
use super::check::{Found, Recorded};
use std::fmt::Write as _;

/// Adds the line to `out`.
pub(super) fn write(out: &mut String, told: &Told<'_>, check: Option<&Found>) {
    let (hand, ended) = (told.hand, told.ended);
    out.push_str("{\"file\": ");
    text(out, told.file);
    // Writing to a string cannot fail.
    let _ = write!(out, ", \"hand\": {}, \"variant\": ", told.number());
    match told.variant() {
        Some(variant) => text(out, variant),
        None => out.push_str("null"),
    }
    let players = 0..ended.players();
    list(out, "finishing_stacks", hand.scale, players.clone().map(|player| ended.finishing_stack(player)));
    list(out, "payoffs", hand.scale, players.map(|player| Some(ended.payoff(player))));
    list(out, "pots", hand.scale, ended.pots().iter().map(|pot| Some(*pot)));
    if let Some(found) = check {
        let _ = match found {
            Found::Nothing => write!(out, ", \"check\": \"nothing recorded\""),
            Found::Same(_) => write!(out, ", \"check\": \"as recorded\""),
            Found::Commission { units, .. } => {
                let commission = Amount { units: *units, scale: hand.scale };
                write!(out, ", \"check\": \"less a commission\", \"commission\": {commission}")
            }
            Found::Differs { .. } => write!(out, ", \"check\": \"differs\""),
        };
        if let Some(against) = found.against() {
            let _ = write!(out, ", \"against\": \"{}\"", Recorded::field(against));
        }
    }
    out.push_str("}\n");
}

fn list(out: &mut String, name: &str, scale: u8, amounts: impl Iterator<Item = Option<i64>>) {
    let _ = write!(out, ", \"{name}\": [");
    for (place, units) in amounts.enumerate() {
        out.push_str(if place == 0 { "" } else { ", " });
        let _ = match units {
            Some(units) => write!(out, "{}", Amount { units, scale }),
            None => write!(out, "null"),
        };
    }
    out.push(']');
}

/// A text with what JSON cannot hold as it is escaped.
fn text(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter if letter < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}
