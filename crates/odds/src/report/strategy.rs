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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::{Grid, Rule};
    use crate::choice::Choice;
    use money::Fraction;

    fn advice(choice: Choice) -> Advice {
        let rule = |when: &str, choice| Rule { when: when.into(), choice, share: Fraction::ONE, bound: None };
        let grid = Grid {
            title: "Two cards".into(),
            columns: vec!["Hand".into(), "offsuit".into(), "suited".into()],
            rows: vec![("A K".into(), vec!["4".into(), "*".into()])],
            legend: "4: bet four times".into(),
        };
        let rules = vec![rule("with a pair or better", choice), rule("", Choice::Fold)];
        let notes = vec!["Nothing else matters.".to_string()];
        let points = vec![PointAdvice { name: "pre-flop".into(), rules, grids: vec![grid], notes }];
        Advice { points }
    }

    #[test]
    fn rules_are_told_in_order_and_charts_keep_their_marks() {
        let section = section(&[(None, advice(Choice::Bet(4)))]).expect("something to tell");
        let tables: Vec<&Table> = section.tables().collect();
        assert_eq!(tables.len(), 2);
        let told: Vec<String> = tables[0].rows[1].iter().map(Cell::shown).collect();
        assert_eq!(told, ["2", "otherwise", "fold", "100.0000%"]);
        assert_eq!(tables[1].rows[0][2], Cell::Mark("*".into()));
        assert_eq!(tables[1].note, "4: bet four times");
    }

    #[test]
    fn pay_tables_with_the_same_best_play_share_one_account() {
        let by = |column: &str, choice| (Some(column.to_string()), advice(choice));
        let same = section(&[by("A", Choice::Bet(4)), by("B", Choice::Bet(4))]).expect("something to tell");
        assert_eq!(same.tables().count(), 2);
        let other = section(&[by("A", Choice::Bet(4)), by("B", Choice::Bet(3))]).expect("something to tell");
        assert_eq!(other.tables().count(), 4);
        assert!(other.tables().all(|table| table.id.contains("table-")));
        assert!(section(&[(None, Advice { points: Vec::new() })]).is_none());
    }
}
