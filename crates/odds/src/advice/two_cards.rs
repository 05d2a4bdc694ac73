//! The chart of two cards, by rank and by whether they are of one suit.

use super::Grid;
use crate::choice::Choice;
use cards::Rank;

/// A choice as a chart shows it.
pub(super) fn short_mark(choice: Choice) -> String {
    match choice {
        Choice::Fold => "·".into(),
        Choice::Check => "-".into(),
        Choice::Bet(times) => times.to_string(),
    }
}

/// The chart from every two cards: their ranks, the higher first, whether they are suited, and what is done.
pub(super) fn grid(hands: impl Iterator<Item = ([usize; 2], bool, Choice)>, legend: &str) -> Grid {
    let mut marks = vec![vec![String::new(); 13]; 13];
    for ([high, low], suited, choice) in hands {
        let (row, column) = if suited { (high, low) } else { (low, high) };
        marks[row][column] = short_mark(choice);
    }
    let ranks = || (0..13).rev();
    let heading = |rank: usize| Rank::ALL[rank].letter().to_string();
    let cells = |row: usize| ranks().map(|column| marks[row][column].clone()).collect();
    Grid {
        title: "Your two cards: suited to the right of the pairs, unsuited to the left".into(),
        columns: std::iter::once(String::new()).chain(ranks().map(heading)).collect(),
        rows: ranks().map(|row| (heading(row), cells(row))).collect(),
        legend: legend.into(),
    }
}
