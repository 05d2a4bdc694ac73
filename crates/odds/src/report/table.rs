//! Tables without a look: what a cell holds is kept exactly, and written for people or for programs at the end.

use money::Fraction;

/// Significant digits of every decimal that is written for programs.
const DIGITS: usize = 15;

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// A short name for programs and anchors, the same in every report: "summary".
    pub id: String,
    /// What stands above it.
    pub title: String,
    /// What stands below it; may be empty.
    pub note: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
    /// The last row adds up the others.
    pub totalled: bool,
}

impl Table {
    /// An empty table.
    pub(super) fn new(id: impl Into<String>, title: impl Into<String>, columns: &[&str]) -> Table {
        Table {
            id: slug(&id.into()),
            title: title.into(),
            note: String::new(),
            columns: columns.iter().map(|column| (*column).to_string()).collect(),
            rows: Vec::new(),
            totalled: false,
        }
    }

    /// With words below it.
    pub(super) fn noted(mut self, note: impl Into<String>) -> Table {
        self.note = note.into();
        self
    }

    /// One more row.
    pub(super) fn row(&mut self, cells: Vec<Cell>) {
        assert_eq!(cells.len(), self.columns.len(), "a cell for every column of {}", self.id);
        self.rows.push(cells);
    }

    /// The last row, which adds up the others.
    pub(super) fn total(&mut self, cells: Vec<Cell>) {
        self.row(cells);
        self.totalled = true;
    }
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Blank,
    Text(String),
    /// A mark of a chart.
    Mark(String),
    /// So many deals.
    Count(u128),
    /// A share, shown as a percentage with so many places.
    Percent(Fraction, usize),
    /// A number, shown with so many places.
    Decimal(Fraction, usize),
    /// A probability, shown with six significant digits.
    Chance(Fraction),
    /// The square root of a number.
    Root(Fraction),
    /// A fraction in lowest terms.
    Exact(Fraction),
    /// A chance, shown as one in so many.
    OneIn(Fraction),
    /// Clauses, the deciding one first.
    Clauses(Vec<Cited>),
}

/// A clause or a reading that is cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// As printed: "8.4.2(a)(ii)".
    pub label: String,
    /// Where the report says what it does.
    pub anchor: String,
}

impl Cell {
    /// Words.
    pub(super) fn text(words: impl Into<String>) -> Cell {
        Cell::Text(words.into())
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Cell::Blank => String::new(),
            Cell::Text(words) | Cell::Mark(words) => words.clone(),
            Cell::Count(count) => grouped(*count),
            Cell::Percent(share, places) => percent(*share, *places),
            Cell::Decimal(number, places) => with_thousands(&number.to_places(*places)),
            Cell::Chance(chance) => chance.to_significant(6),
            Cell::Root(square) => square.root_to_significant(7),
            Cell::Exact(fraction) => minus(&fraction.to_string()),
            Cell::OneIn(chance) => match Fraction::ONE.checked_div(*chance) {
                Some(times) if times < Fraction::from(100) => format!("1 in {}", times.to_significant(4)),
                Some(times) => format!("1 in {}", with_thousands(&times.to_places(0))),
                None => "never".to_string(),
            },
            Cell::Clauses(clauses) => {
                let labels: Vec<&str> = clauses.iter().map(|cited| cited.label.as_str()).collect();
                labels.join(", ")
            }
        }
    }

    /// For programs: shares as decimals, "1 in N" as N, nothing grouped.
    pub fn plain(&self) -> String {
        match self {
            Cell::Count(count) => count.to_string(),
            Cell::Percent(number, _) | Cell::Decimal(number, _) | Cell::Chance(number) => {
                number.to_significant(DIGITS)
            }
            Cell::Root(square) => square.root_to_significant(DIGITS),
            Cell::Exact(fraction) => fraction.to_string(),
            Cell::OneIn(chance) => Fraction::ONE
                .checked_div(*chance)
                .map_or_else(String::new, |times| times.to_significant(DIGITS)),
            Cell::Clauses(clauses) => {
                let labels: Vec<&str> = clauses.iter().map(|cited| cited.label.as_str()).collect();
                labels.join("; ")
            }
            Cell::Blank | Cell::Text(_) | Cell::Mark(_) => self.shown(),
        }
    }

    /// Whether it is set to the right, as numbers are.
    pub fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_) | Cell::Mark(_) | Cell::Clauses(_) | Cell::Blank)
    }
}

/// A share as a percentage, with the sign that prints best.
pub(super) fn percent(share: Fraction, places: usize) -> String {
    let hundred = share.checked_mul(Fraction::from(100)).unwrap_or(share);
    format!("{}%", minus(&hundred.to_places(places)))
}

/// A number with its thousands set apart.
pub fn grouped(number: u128) -> String {
    with_thousands(&number.to_string())
}

fn with_thousands(decimal: &str) -> String {
    let (whole, rest) = decimal.split_at(decimal.find('.').unwrap_or(decimal.len()));
    let digits = whole.trim_start_matches('-');
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    minus(&format!("{}{text}{rest}", if whole.starts_with('-') { "-" } else { "" }))
}

/// With a true minus sign, which is as wide as a digit.
fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// Lower case, digits and single dashes.
pub(super) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars() {
        match letter.is_ascii_alphanumeric() {
            true => slug.push(letter.to_ascii_lowercase()),
            false if slug.ends_with('-') || slug.is_empty() => {}
            false => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_for_people_and_for_programs() {
        let edge: Fraction = "-686689/20358520".parse().unwrap();
        let cases = [
            (Cell::Count(19_933_230_517_200), "19,933,230,517,200", "19933230517200"),
            (Cell::Percent(edge, 4), "\u{2212}3.3730%", "-0.0337298094360494"),
            (Cell::Decimal(Fraction::from(-1234), 1), "\u{2212}1,234.0", "-1234.00000000000"),
            (Cell::Exact(edge), "\u{2212}686689/20358520", "-686689/20358520"),
            (Cell::OneIn("1/649740".parse().unwrap()), "1 in 649,740", "649740.000000000"),
            (Cell::OneIn(Fraction::ZERO), "never", ""),
            (Cell::Root(Fraction::from(2)), "1.414214", "1.41421356237310"),
        ];
        for (cell, shown, plain) in cases {
            assert_eq!((cell.shown().as_str(), cell.plain().as_str()), (shown, plain), "{cell:?}");
        }
        assert_eq!(slug("Pair Plus, table A"), "pair-plus-table-a");
    }
}
