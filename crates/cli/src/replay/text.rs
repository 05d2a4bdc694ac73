//! A replayed hand as a person reads it.

use super::amount::Amount;
use super::names::{Called, player};
use super::{Run, Told};
use crate::rule::effect;
use room::{Event, words};
use rulebook::Ruled;
use std::fmt::Write as _;

/// Adds a hand to `out`: where it was, who has what, and who won by which clause, or everything that happened.
pub(super) fn write(out: &mut String, told: &Told<'_>, events: &[Ruled<Event>], all: bool) {
    let (hand, ended) = (told.hand, told.ended);
    let amount = |units: i64| Amount { units, scale: hand.scale };
    // The hand was replayed by it, so it is there.
    let Some(book) = told.books.find(hand.rulebook()) else { return };
    let pots: Vec<String> = ended.pots().iter().map(|pot| amount(*pot).to_string()).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}: {}, {} players, {} {} ({})",
        told.name(),
        told.variant().unwrap_or_default(),
        ended.players(),
        if pots.len() == 1 { "pot" } else { "pots" },
        if pots.is_empty() { "none".into() } else { pots.join(" and ") },
        book.front.id
    );
    let told = events.iter().filter(|event| all || is_outcome(&event.value));
    let lines: Vec<(String, &str)> =
        told.map(|event| (words(&event.value, &Called(hand)), book.label(event.cite))).collect();
    let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
    for (line, label) in &lines {
        let effect = if all { String::new() } else { format!(" {}", effect(book, label)) };
        let _ = writeln!(out, "  {line:<width$}  [{label}]{effect}");
    }
    for seat in 0..ended.players() {
        let payoff = amount(ended.payoff(seat));
        let stack = ended.finishing_stack(seat).map_or("not known".into(), |stack| amount(stack).to_string());
        let _ = writeln!(out, "  {:<24} {:>14}  has {stack}", player(hand, seat), format!("{payoff:+}"));
    }
    if ended.commission > 0 {
        let _ = writeln!(out, "  {:<24} {:>14}", "the house", format!("{:+}", amount(ended.commission)));
    }
}

/// Where chips change hands at the end.
fn is_outcome(event: &Event) -> bool {
    matches!(
        event,
        Event::Won { .. }
            | Event::Raked { .. }
            | Event::Returned { .. }
            | Event::Paid { .. }
            | Event::Fee { .. }
    )
}

/// What a check of many hands comes to.
pub(super) fn summary(run: &Run<'_>) -> String {
    let all = run.replayed + run.unreadable;
    let word = if all == 1 { "hand" } else { "hands" };
    let mut text = format!("{all} {word}: {} as recorded", run.same);
    let mut also = |count: usize, words: &str| {
        if count > 0 {
            let _ = write!(text, ", {count} {words}");
        }
    };
    also(run.commissions, "less a commission");
    also(run.replayed - run.same - run.commissions - run.differ, "without a record of the end");
    also(run.differ, "not");
    also(run.unreadable, "that cannot be replayed");
    text.push('\n');
    text
}
