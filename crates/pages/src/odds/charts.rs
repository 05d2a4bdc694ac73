//! Drawings of the result: best play as a grid of marks, shares of a wager as one bar. Whole numbers, classes, no styles;
//! what they show stands beside them in words.

use maud::{Markup, html};
use money::Fraction;
use odds::report::{Cell, Table};
use std::fmt::Write;

const CELL: (usize, usize) = (28, 22);

/// A table of marks, drawn; none where a table holds anything else.
pub(super) fn grid(table: &Table) -> Option<Markup> {
    let marks = || table.rows.iter().flat_map(|row| row.iter().skip(1));
    let drawn = |cell: &Cell| match cell {
        Cell::Mark(mark) => mark.chars().count() <= 2,
        Cell::Blank => true,
        _ => false,
    };
    if table.columns.len() < 4 || !marks().any(|cell| matches!(cell, Cell::Mark(_))) || !marks().all(drawn) {
        return None;
    }
    let heads = table.columns.iter().skip(1).map(|name| name.chars().count()).max().unwrap_or(1);
    let wide = CELL.0.max(heads * 8 + 6);
    let names = table.rows.iter().filter_map(|row| row.first()).map(|cell| cell.shown().chars().count());
    let left =
        names.chain(table.columns.first().map(|name| name.chars().count())).max().unwrap_or(1) * 8 + 10;
    let width = left + wide * (table.columns.len() - 1) + 1;
    let height = CELL.1 * (table.rows.len() + 1) + 1;
    // A path for each kind of mark: a fraction of what a rectangle for each cell would take.
    let mut paths: Vec<(&str, String)> = Vec::new();
    for (down, row) in table.rows.iter().enumerate() {
        for (across, cell) in row.iter().skip(1).enumerate() {
            let Cell::Mark(mark) = cell else { continue };
            let Some(kind) = kind(mark) else { continue };
            let (x, y) = (left + across * wide, (down + 1) * CELL.1);
            let at = paths.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
                paths.push((kind, String::new()));
                paths.len() - 1
            });
            let _ = write!(paths[at].1, "M{x} {y}h{}v{}h-{}z", wide - 2, CELL.1 - 2, wide - 2);
        }
    }
    let middle = |across: usize| left + across * wide + wide / 2 - 1;
    Some(html! {
        svg.chart.marks role="img" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
            aria-label={ (table.title) ": " (table.note) } {
            @for (kind, path) in &paths { path class=(kind) d=(path) {} }
            @for (at, column) in table.columns.iter().enumerate() {
                @if at == 0 { text.first x="2" y="15" { (column) } }
                @else { text x=(middle(at - 1)) y="15" { (column) } }
            }
            @for (down, row) in table.rows.iter().enumerate() {
                @for (across, cell) in row.iter().enumerate() {
                    @let y = (down + 1) * CELL.1 + 15;
                    @if across == 0 { text.first x="2" y=(y) { (cell.shown()) } }
                    @else if *cell != Cell::Blank { text x=(middle(across - 1)) y=(y) { (cell.shown()) } }
                }
            }
        }
    })
}

/// The colour of a mark: folds, checks and bets apart, higher bets stronger, what depends by itself.
fn kind(mark: &str) -> Option<&'static str> {
    match mark {
        "" => None,
        "·" => Some("fold"),
        "-" => Some("check"),
        "1" => Some("bet1"),
        "2" => Some("bet2"),
        "*" => Some("depends"),
        "B" => Some("bet"),
        _ if mark.chars().all(|letter| letter.is_ascii_digit()) => Some("bet"),
        _ => None,
    }
}

/// Shares of one, as one bar; what lies below nothing or beyond one is cut off.
pub(super) fn shares(title: &str, parts: &[(&str, Fraction)]) -> Markup {
    const WIDTH: i128 = 600;
    let mut from = 0;
    let mut sum = Fraction::ZERO;
    let mut drawn: Vec<(usize, i128, i128)> = Vec::new();
    for (at, (_, share)) in parts.iter().enumerate() {
        sum = sum.checked_add((*share).max(Fraction::ZERO)).unwrap_or(sum);
        let to = sum.checked_mul(Fraction::from(WIDTH)).map_or(from, Fraction::floor).clamp(from, WIDTH);
        drawn.push((at, from, to - from));
        from = to;
    }
    let words: Vec<String> =
        parts.iter().map(|(name, share)| format!("{name} {}", Cell::Percent(*share, 2).shown())).collect();
    html! {
        svg.chart.shares role="img" viewBox="0 0 600 26" aria-label={ (title) ": " (words.join(", ")) } {
            @for (at, x, width) in drawn {
                @if width > 0 { rect class={ "part" (at) } x=(x) y="2" width=(width) height="22" { title { (words[at]) } } }
            }
        }
    }
}
