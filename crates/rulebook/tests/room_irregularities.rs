//! What can go wrong at a table of players: every row of the table is there, and each is found by its facts.

use rulebook::room::{Facts, IrregularityKind, Remedy, RoomBook, RoomGame};
use std::collections::BTreeSet;

fn book() -> RoomBook {
    RoomBook::open("crown-melbourne-poker-13.0").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn all_63_rows_of_the_table_are_there() {
    let book = book();
    let rows: BTreeSet<u8> = book.irregularities.iter().map(|row| row.row).collect();
    assert_eq!(rows, (1..=63).collect());
    // They stand in the order of the table, so that the first that fits is the one meant.
    assert!(book.irregularities.is_sorted_by_key(|row| row.row));
}

/// No row is hidden by one before it: with its own facts, in a game it is for, it is the first that fits.
#[test]
fn each_row_is_found_by_its_own_facts() {
    let book = book();
    for row in &book.irregularities {
        let concerned = row.when.at_least.or(row.when.at_most).unwrap_or(1);
        let found = book.games.iter().any(|game| {
            let first = book.irregularity(game, row.what, &row.when, concerned);
            first.is_some_and(|first| std::ptr::eq(first, row))
        });
        assert!(found, "row {} of {:?} is never reached", row.row, row.what);
    }
}

struct At<'a> {
    book: &'a RoomBook,
    game: &'a RoomGame,
}

impl At<'_> {
    /// The row, what is done, the clause.
    fn ruled(&self, what: IrregularityKind, stood: Facts, concerned: u8) -> Option<(u8, Remedy, &str)> {
        let row = self.book.irregularity(self.game, what, &stood, concerned)?;
        Some((row.row, row.ruling, self.book.label(row.clause)))
    }
}

fn no_facts() -> Facts {
    Facts::default()
}

#[test]
fn the_same_mistake_is_ruled_by_the_clause_of_the_game() {
    let book = book();
    let at = |name: &str| At { book: &book, game: book.game(name, 0).unwrap() };
    let start = Facts { initial_deal: Some(true), ..no_facts() };
    let shown = |name: &str, cards| {
        at(name)
            .ruled(IrregularityKind::ExposedByDealer, start, cards)
            .map(|(row, remedy, label)| (row, remedy, label.to_string()))
    };
    let is = |row, remedy, label: &str| Some((row, remedy, label.to_string()));
    assert_eq!(shown("draw-blind", 1), is(19, Remedy::FirstBurnSwap, "14.1.1(b)(i)"));
    assert_eq!(shown("draw-blind", 2), is(18, Remedy::Misdeal, "14.1.1(b)(i)"));
    assert_eq!(shown("faro-manila", 1), is(37, Remedy::FirstBurnSwap, "14.8.1"));
    assert_eq!(shown("faro-manila", 2), is(38, Remedy::Misdeal, "14.1.1(f)"));
    assert_eq!(shown("omaha", 1), is(37, Remedy::FirstBurnSwap, "14.9.1"));
    assert_eq!(shown("omaha", 3), is(38, Remedy::Misdeal, "14.1.1(g)"));
    // Chinese Poker: the book is silent.
    assert_eq!(shown("chinese-poker", 1), None);
    for (name, clause) in [("five-card-stud", "14.4.4"), ("crown-stud", "14.5.4"), ("razz", "14.6.4")] {
        let ruled =
            at(name).ruled(IrregularityKind::ExposedEarly, no_facts(), 1).map(|found| found.2.to_string());
        assert_eq!(ruled.as_deref(), Some(clause), "{name}");
    }
    assert_eq!(at("five-card-stud").ruled(IrregularityKind::LastCardUp, no_facts(), 1), None);
}

#[test]
fn facts_choose_between_the_rows() {
    let book = book();
    let at = |name: &str| At { book: &book, game: book.game(name, 0).unwrap() };
    let count = |acted: Option<bool>, own: Option<bool>, correctable: Option<bool>| {
        let stood = Facts { substantial_action: acted, player_acted: own, correctable, ..no_facts() };
        at("holdem").ruled(IrregularityKind::WrongCount, stood, 1).map(|found| (found.0, found.1))
    };
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(count(no, None, yes), Some((9, Remedy::Correct)));
    assert_eq!(count(no, None, no), Some((10, Remedy::Misdeal)));
    assert_eq!(count(yes, no, no), Some((11, Remedy::VoidHand)));
    assert_eq!(count(yes, yes, no), Some((12, Remedy::DeadHand)));
    // What nobody has stated decides nothing.
    assert_eq!(count(None, None, None), None);
    let boxed = |cards| {
        let stood = Facts { pot_pushed: Some(false), ..no_facts() };
        at("holdem").ruled(IrregularityKind::BoxedCards, stood, cards).map(|found| (found.0, found.1))
    };
    assert_eq!(boxed(4), Some((16, Remedy::MuckAndReplace)));
    assert_eq!(boxed(5), Some((17, Remedy::RefundAll)));
    // A missed burn before the flop is for 14.9.2, on other streets and in other games for 14.2.6.
    let unburnt = |name: &str, street| {
        let stood = Facts { substantial_action: no, correctable: yes, street: Some(street), ..no_facts() };
        at(name).ruled(IrregularityKind::NoBurn, stood, 1).map(|found| (found.0, found.2.to_string()))
    };
    assert_eq!(unburnt("holdem", 2), Some((39, "14.9.2".to_string())));
    assert_eq!(unburnt("holdem", 3), Some((40, "14.2.6".to_string())));
    assert_eq!(unburnt("two-card-manila", 2), Some((40, "14.2.6".to_string())));
    // The fifth card of two boards is not for 14.9.5.
    let early = |name: &str, two, street| {
        let stood = Facts { two_boards: Some(two), bottom: Some(false), street: Some(street), ..no_facts() };
        at(name).ruled(IrregularityKind::BoardCardEarly, stood, 1).map(|found| (found.0, found.2.to_string()))
    };
    assert_eq!(early("holdem", false, 4), Some((45, "14.9.5".to_string())));
    assert_eq!(early("double-flop-holdem", true, 4), Some((49, "14.11.2".to_string())));
}

#[test]
fn a_misdeal_is_the_dealers_to_declare_and_the_jackpot_a_managers() {
    let book = book();
    let dealer = book.ladder.role("dealer").unwrap();
    let manager = book.ladder.role("tg-area-manager").unwrap();
    for row in &book.irregularities {
        if row.ruling == Remedy::Misdeal {
            assert_eq!(row.least, dealer, "row {}", row.row);
        }
        if matches!(row.ruling, Remedy::AdjustJackpot | Remedy::CreditAndPay) {
            assert_eq!(row.least, manager, "row {}", row.row);
        }
    }
}
