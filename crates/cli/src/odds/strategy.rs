//! Best play for people, printed.

use super::text::percent;
use ::odds::{Advice, Grid, PointAdvice};
use std::fmt::Write;

pub(super) fn print(advice: &Advice) -> String {
    let mut text = String::new();
    for point in &advice.points {
        text += &print_point(point);
        text.push('\n');
    }
    text
}

fn print_point(point: &PointAdvice) -> String {
    let order = if point.rules.len() > 2 { " the first rule that fits decides" } else { "" };
    let mut text = format!("At {}:{order}\n", point.name);
    for rule in &point.rules {
        let when = match rule.when.as_str() {
            "" if point.rules.len() == 1 => "always",
            "" => "otherwise",
            when => when,
        };
        let _ = writeln!(text, "  {:<10} {when}  ({} of hands)", rule.choice.words(), percent(rule.share));
    }
    for grid in &point.grids {
        text += &print_grid(grid);
    }
    for note in &point.notes {
        let _ = writeln!(text, "  {note}");
    }
    text
}

fn print_grid(grid: &Grid) -> String {
    let mut text = format!("\n  {} ({})\n", grid.title, grid.legend);
    let first = grid.rows.iter().map(|(name, _)| name.chars().count());
    let first = first.chain([grid.columns[0].chars().count()]).max().unwrap_or(0);
    let width = |at: usize| {
        let cells = grid.rows.iter().filter_map(|(_, cells)| cells.get(at)).map(|cell| cell.chars().count());
        cells.chain(grid.columns.get(at + 1).map(|name| name.chars().count())).max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..grid.columns.len() - 1).map(width).collect();
    let mut line = |name: &str, cells: &[String]| {
        let _ = write!(text, "  {name:<first$} ");
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(text, " {cell:>width$}");
        }
        let trimmed = text.trim_end().len();
        text.truncate(trimmed);
        text.push('\n');
    };
    line(&grid.columns[0], &grid.columns[1..]);
    grid.rows.iter().for_each(|(name, cells)| line(name, cells));
    text
}
