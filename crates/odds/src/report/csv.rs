//! The tables as CSV (RFC 4180). Every record begins with the short name of its table; the first record of a table
//! holds its headings. So one table is the records that begin with its name.

use super::Report;
use super::table::Table;

impl Report {
    /// All tables as CSV, shares as decimals.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for table in self.tables() {
            record(&mut text, std::iter::once(table.id.clone()).chain(table.columns.iter().cloned()));
            for row in &table.rows {
                let cells = row.iter().map(|cell| cell.plain());
                record(&mut text, std::iter::once(table.id.clone()).chain(cells));
            }
        }
        text
    }

    /// Every table, in the order of the page.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        std::iter::once(&self.heading).chain(self.sections.iter().flat_map(|section| section.tables()))
    }
}

fn record(text: &mut String, fields: impl Iterator<Item = String>) {
    for (at, field) in fields.enumerate() {
        if at > 0 {
            text.push(',');
        }
        if field.contains(['"', ',', '\r', '\n']) {
            *text += &format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            *text += &field
        }
    }
    *text += "\r\n";
}
