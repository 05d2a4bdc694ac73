//! An evening in which everything happens cites the clauses of the table.

use crate::table::support::book;
use std::collections::BTreeSet;

/// Rows of the register that a table between hands acts on.
const TABLE: &[&str] = &[
    "1.1/'Absent Button'",
    "1.1/'Button'",
    "1.1/'Buy-in'",
    "1.1/'Chip Runner'",
    "1.1/'Collection time'",
    "1.1/'Dead button'",
    "1.1/'Dealer Button'",
    "1.1/'Dealt-out Button'",
    "1.1/'Drop'",
    "1.1/'Forced bet'",
    "1.1/'Kill Button'",
    "1.1/'Killer'",
    "1.1/'Kill Pots'",
    "1.1/'Leg Up'",
    "1.1/'Leg Up Button'",
    "1.1/'Limits'",
    "1.1/'Missed Blind Button'",
    "1.1/'Over-blind bet'",
    "1.1/'Picked up'",
    "1.1/'Player Walking Button'",
    "1.1/'Reserved Button'",
    "1.1/'Round of Play'",
    "1.1/'Stand-alone Table'",
    "1.1/'Table stakes'",
    "1.1/'Time Collection'",
    "1.1/'Hand'",
    "4.1",
    "6.1",
    "6.1.1",
    "6.1/fn2 s66(1)(c)",
    "6.1/fn2 s66(2)",
    "6.2",
    "6.3",
    "6.4",
    "6.5",
    "6.10",
    "6.11",
    "6.15.2",
    "7.1",
    "7.2",
    "7.2.1",
    "7.2.1(b)",
    "7.2.1(c)",
    "7.2.2",
    "7.2.2(a)",
    "7.2.2(b)",
    "7.2.2(c)",
    "7.2.2(d)",
    "7.2.2(e)",
    "7.2.3(b)",
    "7.2.3(c)",
    "7.2.4(a)",
    "7.2.4(b)",
    "7.2.4(c)",
    "7.3",
    "7.4",
    "7.7",
    "8.1",
    "8.1.1",
    "8.1.2",
    "8.3",
    "8.8",
    "8.9.1",
    "8.9.2",
    "8.9.2(a)",
    "8.9.2(b)",
    "8.9.3",
    "8.9.4",
    "8.9.5",
    "8.9.6",
    "8.10",
    "8.10.1",
    "8.10.2",
    "8.11",
    "8.12",
    "8.13.1",
    "8.13.2",
    "8.13.3",
    "8.13.3(a)",
    "8.13.4",
    "8.13.5",
    "8.13.6",
    "8.13.7",
    "8.13.8",
    "8.13.9",
    "8.13.9(a)",
    "8.13.9(b)",
    "8.13.9(b)(i)",
    "8.13.9(b)(ii)",
    "8.13.10",
    "8.13.11",
    "8.13.11(a)",
    "8.13.11(a)(i)",
    "8.13.11(a)(ii)",
    "8.13.11(a)(iii)",
    "9.1.1",
    "11.1.1",
    "13.1.2(a)",
    "13.4.4",
    "17.3.1(a)",
    "18.3",
];

#[test]
fn everything_is_cited() {
    let book = book();
    let mut cited = BTreeSet::new();
    for cite in room::table::cited(book) {
        let citation = book.citation(cite);
        for clause in std::iter::once(&citation.clause).chain(&citation.also) {
            cited.insert(book.register.get(*clause).label.as_str());
        }
    }
    let missing: Vec<&str> = TABLE.iter().copied().filter(|label| !cited.contains(label)).collect();
    assert_eq!(missing, Vec::<&str>::new());
    // All of Table 1 is refused from.
    let tables = book.register.iter().filter(|(_, row)| row.label.starts_with("Table 1/"));
    let missing: Vec<&str> =
        tables.map(|(_, row)| row.label.as_str()).filter(|label| !cited.contains(label)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The points of the table that stand in the book's file are decided somewhere, all of them.
#[test]
fn every_point_is_reached() {
    use rulebook::room::Point;
    let book = book();
    let cited = room::table::cited(book);
    let first = Point::ALL.iter().position(|point| *point == Point::NoticeSign).expect("is a point");
    let last = Point::ALL.iter().position(|point| *point == Point::HandFinished).expect("is a point");
    let unheard = Point::ALL[first..=last].iter().filter(|point| !cited.contains(&book.law.cite(**point)));
    assert_eq!(unheard.collect::<Vec<_>>(), Vec::<&Point>::new());
}
