//! The report as one HTML page that needs nothing else: no scripts, no fonts, no pictures from elsewhere.

use super::Report;
use super::section::{Block, Section};
use super::table::{Cell, Table};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");
/// Rows that fit on a printed page.
const PRINTED_ROWS: usize = 30;

impl Report {
    /// The page.
    pub fn html(&self) -> String {
        let mut page = String::with_capacity(1 << 18);
        let title = escape(&self.title);
        let _ = write!(
            page,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n"
        );
        self.warn(&mut page);
        page += "<dl class=\"front\">\n";
        for row in &self.heading.rows {
            let _ = writeln!(
                page,
                "<div><dt>{}</dt><dd>{}</dd></div>",
                escape(&row[0].shown()),
                escape(&row[1].shown())
            );
        }
        page += "</dl>\n</header>\n<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n";
        for section in &self.sections {
            let _ = writeln!(page, "<li><a href=\"#{}\">{}</a></li>", section.id, escape(&section.title));
        }
        page += "</ol>\n</nav>\n<main>\n";
        for (at, section) in self.sections.iter().enumerate() {
            section.write(&mut page, at + 1, !self.changes.is_empty());
        }
        page += "</main>\n</body>\n</html>\n";
        page
    }

    /// A what-if must not be mistaken for the approved game.
    fn warn(&self, page: &mut String) {
        if self.changes.is_empty() {
            return;
        }
        *page += "<div class=\"warning\" role=\"note\">\n<p><strong>Changed from the approved rulebook.</strong> This \
                  report is about a game that nobody has approved:</p>\n<ul>\n";
        for change in &self.changes {
            let _ = writeln!(page, "<li>{}</li>", escape(change));
        }
        *page += "</ul>\n</div>\n";
    }
}

impl Section {
    fn write(&self, page: &mut String, number: usize, changed: bool) {
        let _ = write!(page, "<section id=\"{}\">\n<h2>{number}. {}", self.id, escape(&self.title));
        // Sections get separated in print: each says that it is about a changed game.
        if changed {
            *page += " <span class=\"changed\">changed rules</span>";
        }
        *page += "</h2>\n";
        for block in &self.blocks {
            match block {
                Block::Heading(words) => {
                    let _ = writeln!(page, "<h3>{}</h3>", escape(words));
                }
                Block::Text(words) => {
                    let _ = writeln!(page, "<p>{}</p>", escape(words));
                }
                Block::Table(table) => self.write_table(page, table),
                Block::Chart(chart) => {
                    let title = escape(&chart.title);
                    let _ = write!(
                        page,
                        "<figure id=\"{}\">\n<figcaption>{title}</figcaption>\n<div class=\"scroll\" tabindex=\"0\" \
                         role=\"region\" aria-label=\"Chart: {title}\">\n{}</div>\n</figure>\n",
                        chart.id,
                        chart.svg()
                    );
                }
            }
        }
        *page += "</section>\n";
    }

    fn write_table(&self, page: &mut String, table: &Table) {
        let title = escape(&table.title);
        let is_grid = table.rows.iter().flatten().any(|cell| matches!(cell, Cell::Mark(_)));
        let class = if is_grid { " class=\"grid\"" } else { "" };
        // A table that fits on a printed page is not torn apart.
        let scroll = if table.rows.len() <= PRINTED_ROWS { "scroll short" } else { "scroll" };
        let _ = write!(
            page,
            "<div class=\"{scroll}\" tabindex=\"0\" role=\"region\" aria-label=\"Table: {title}\">\n<table \
             id=\"table-{}\"{class}>\n<caption>{title}</caption>\n<thead>\n<tr>",
            table.id
        );
        for (at, column) in table.columns.iter().enumerate() {
            let numbers = table.rows.iter().any(|row| row[at].is_number());
            let class = if numbers { " class=\"n\"" } else { "" };
            let _ = write!(page, "<th scope=\"col\"{class}>{}</th>", escape(column));
        }
        *page += "</tr>\n</thead>\n<tbody>\n";
        for (at, row) in table.rows.iter().enumerate() {
            let is_total = table.totalled && at + 1 == table.rows.len();
            if is_total {
                *page += "</tbody>\n<tfoot>\n";
            }
            let anchor = self.anchors.iter().find(|(_, id, place)| *id == table.id && *place == at);
            match anchor {
                Some((anchor, ..)) => {
                    let _ = write!(page, "<tr id=\"{anchor}\">");
                }
                None => *page += "<tr>",
            }
            for (at, cell) in row.iter().enumerate() {
                write_cell(page, cell, at == 0);
            }
            *page += "</tr>\n";
            if is_total {
                *page += "</tfoot>\n";
            }
        }
        if !table.totalled {
            *page += "</tbody>\n";
        }
        *page += "</table>\n</div>\n";
        if !table.note.is_empty() {
            let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(&table.note));
        }
    }
}

fn write_cell(page: &mut String, cell: &Cell, heads: bool) {
    let shown = match cell {
        Cell::Clauses(clauses) => {
            let links: Vec<String> = clauses
                .iter()
                .map(|cited| {
                    if cited.anchor.is_empty() {
                        escape(&cited.label)
                    } else {
                        format!("<a href=\"#{}\">{}</a>", cited.anchor, escape(&cited.label))
                    }
                })
                .collect();
            links.join(", ")
        }
        _ => escape(&cell.shown()),
    };
    let class = match cell {
        Cell::Mark(mark) => format!(" class=\"{}\"", mark_class(mark)),
        Cell::Clauses(_) => " class=\"c\"".to_string(),
        Cell::Exact(_) => " class=\"n x\"".to_string(),
        cell if cell.is_number() => " class=\"n\"".to_string(),
        // Short words stay on one line.
        Cell::Text(words) if words.chars().count() <= 18 => " class=\"s\"".to_string(),
        _ => String::new(),
    };
    if heads {
        let _ = write!(page, "<th scope=\"row\"{class}>{shown}</th>");
    } else {
        let _ = write!(page, "<td{class}>{shown}</td>");
    }
}

/// The colour of a mark: folds, checks and bets apart, higher bets stronger, what depends by itself.
fn mark_class(mark: &str) -> &'static str {
    match mark {
        "" => "m",
        "·" => "m fold",
        "-" => "m check",
        "B" => "m bet",
        "1" => "m bet1",
        "2" => "m bet2",
        _ if mark.chars().all(|letter| letter.is_ascii_digit()) => "m bet",
        "*" => "m depends",
        _ => "m",
    }
}

/// Text as HTML and SVG need it.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // No control characters in a page.
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
