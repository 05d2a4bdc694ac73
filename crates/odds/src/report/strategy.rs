//! Best play as rules and charts.

use super::section::Section;
use super::table::{Cell, Table};
use super::words;
use crate::advice::{Advice, PointAdvice};

/// The section on strategy; none where there is nothing to say. Pay tables under which best play is the same share one
/// account of it.
pub(super) fn section(advice: &[(Option<String>, Advice)]) -> Option<Section> {
    let mut section = Section::new("strategy", "Best play");
    let mut told: Vec<(Vec<String>, &Advice)> = Vec::new();
    for (paytable, advice) in advice {
        let column: Vec<String> = paytable.iter().cloned().collect();
        match told.iter_mut().find(|(_, known)| *known == advice) {
            Some((columns, _)) => columns.extend(column),
            None => told.push((column, advice)),
        }
    }
    let several = told.len() > 1;
    for (columns, advice) in &told {
        let of = if several { format!(", table {}", columns.join(", ")) } else { String::new() };
        for point in &advice.points {
            tell(&mut section, point, &of);
        }
    }
    (!section.blocks.is_empty()).then_some(section)
}

fn tell(section: &mut Section, point: &PointAdvice, of: &str) {
    let name = words::capital(&words::spaced(&point.name));
    let id = format!("strategy-{}{of}", point.name);
    section.heading(format!("{name}{of}"));
    if !point.rules.is_empty() {
        let columns = ["Rule", "When", "Choice", "Share of hands"];
        let title = format!("{name}: the first rule that fits decides");
        let mut table = Table::new(&id, title, &columns);
        for (at, rule) in point.rules.iter().enumerate() {
            let when = match (rule.when.is_empty(), at) {
                (true, 0) => "always",
                (true, _) => "otherwise",
                (false, _) => &rule.when,
            };
            table.row(vec![
                Cell::Count(at as u128 + 1),
                Cell::text(when),
                Cell::Text(rule.choice.words()),
                Cell::Percent(rule.share, 4),
            ]);
        }
        section.table(table);
    }
    for (at, grid) in point.grids.iter().enumerate() {
        let columns: Vec<&str> = grid.columns.iter().map(String::as_str).collect();
        let mut table = Table::new(format!("{id}-chart-{}", at + 1), &grid.title, &columns);
        for (heading, marks) in &grid.rows {
            let marks = marks.iter().map(|mark| Cell::Mark(mark.clone()));
            let mut row: Vec<Cell> = std::iter::once(Cell::text(heading)).chain(marks).collect();
            row.resize(columns.len(), Cell::Blank);
            table.row(row);
        }
        section.table(table.noted(&grid.legend));
    }
    for note in &point.notes {
        section.text(note);
    }
}
