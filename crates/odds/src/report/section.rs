//! The report as a list of sections, before it has a look.

use super::charts::Chart;
use super::table::Table;

/// A section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub id: String,
    pub title: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
    /// Anchors of single rows: the anchor, the table and the place of the row.
    pub(super) anchors: Vec<(String, String, usize)>,
}

/// A part of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A smaller heading.
    Heading(String),
    Text(String),
    Table(Table),
    /// A drawn chart.
    Chart(Chart),
}

impl Section {
    pub(super) fn new(id: &str, title: &str) -> Section {
        Section { id: id.into(), title: title.into(), blocks: Vec::new(), anchors: Vec::new() }
    }

    pub(super) fn heading(&mut self, words: impl Into<String>) {
        self.blocks.push(Block::Heading(words.into()));
    }

    pub(super) fn text(&mut self, words: impl Into<String>) {
        self.blocks.push(Block::Text(words.into()));
    }

    pub(super) fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    pub(super) fn chart(&mut self, chart: Chart) {
        self.blocks.push(Block::Chart(chart));
    }

    /// Its tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }
}
