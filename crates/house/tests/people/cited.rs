//! The rows of the registers that are the people's: every one is cited while a house goes through a day.

use crate::desk::{MELBOURNE, STAR, SYDNEY, THREE_CARD, book};
use std::collections::BTreeSet;

fn missing(id: &str, rows: &[&str]) -> Vec<String> {
    let book = book(id);
    let mut heard = BTreeSet::new();
    for cite in house::cited(&book) {
        let citation = book.citation(cite);
        for clause in std::iter::once(&citation.clause).chain(&citation.also) {
            heard.insert(book.register.get(*clause).label.clone());
        }
    }
    let known = rows.iter().all(|row| book.register.id(row).is_some());
    assert!(known, "a row is not in the register of {id}");
    rows.iter().filter(|row| !heard.contains(**row)).map(ToString::to_string).collect()
}

#[test]
fn crown_sydney() {
    let rows = [
        "1.1/'Dealer'",
        "1.1/'Higher Duties Dealer'",
        "1.1/'Area Manager'",
        "1.1/'Inspector'",
        "16.1",
        "16.2",
        "16.2.3",
        "16.2.4",
        "16.6",
        "16.7",
        "16.8",
        "16.9",
        "16.12",
        "16.13",
    ];
    assert_eq!(missing(SYDNEY, &rows), [""; 0]);
}

#[test]
fn crown_melbourne_mississippi_stud() {
    let rows = [
        "1.1/'Dealer'",
        "1.1/'TG Higher Duties Dealer'",
        "1.1/'TG Area Manager'",
        "1.1/'TG Assistant Casino Manager'",
        "13.1",
        "13.2",
        "13.2.1",
        "13.2.2",
        "13.2.3",
        "13.2.4",
        "13.9",
        "13.10",
        "13.13",
    ];
    assert_eq!(missing(MELBOURNE, &rows), [""; 0]);
}

#[test]
fn crown_melbourne_three_card_poker() {
    let rows = [
        "1.1/'Dealer'",
        "1.1/'TG Higher Duties Dealer'",
        "1.1/'TG Area Manager'",
        "1.1/'TG Assistant Casino Manager'",
        "13.1",
        "13.2",
        "13.2.1",
        "13.2.2",
        "13.2.3",
        "13.2.4",
        "13.10",
        "13.11",
        "13.14",
    ];
    assert_eq!(missing(THREE_CARD, &rows), [""; 0]);
}

#[test]
fn star_sydney() {
    let rows = [
        "1.1/'Assistant Gaming Manager'",
        "1.1/'Cash Change'",
        "1.1/'Casino Supervisor'",
        "1.1/'Colour Change'",
        "1.1/'Dealer'",
        "1.1/'Deposit Limit'",
        "1.1/'Gaming Limit'",
        "1.1/'Gaming Supervisor'",
        "1.1/'Inspector'",
        "1.1/'Loss Limit'",
        "1.1/'Player Card'",
        "11.9.4",
        "11.10",
        "11.10.1",
        "11.10.2",
        "11.10.3",
        "11.12",
        "11.13",
        "11.13.1",
        "11.13.2",
        "11.14",
        "11.14.1",
        "11.14.2",
        "11.15.1",
        "11.15.1.1",
        "11.15.1.2",
        "11.15.2",
        "13.1",
        "13.3",
        "13.4",
        "13.6",
        "13.7",
        "13.8",
        "13.8.1",
        "13.8.2",
        "13.8.3",
        "13.8.4",
        "13.17",
        "13.18",
        "13.20",
    ];
    assert_eq!(missing(STAR, &rows), [""; 0]);
}
