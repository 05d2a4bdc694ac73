//! What only says that a clause applies is kept once an order.

use engine::TableNumber;
use floor::demo::{Croupier, DEALER, MANAGERS, furnish};
use floor::{By, Floor, HandClock, Options};
use house::Person;
use money::Money;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store, Vault};

#[test]
fn a_fact_that_repeats_in_an_order_is_recorded_once() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let vault = Arc::new(Vault::from_bytes([7; 32]));
    let clock = Arc::new(HandClock::default());
    clock.jump(1_700_000_000_000);
    let options = Options { clock: Arc::clone(&clock) as _, ..Options::default() };
    let floor = Floor::open(Arc::clone(&store), Arc::clone(&vault), options).unwrap();
    let pass = |time: Duration| clock.pass(time);
    let furnished =
        furnish(&floor, ("crown-sydney-poker-minors-3.3", TableNumber(1)), (1, 3), &pass).unwrap();
    let both = By { person: Person::Staff(MANAGERS[0]), second: Some(MANAGERS[1]) };
    for ((table, patrons), number) in furnished.tables.iter().zip(&furnished.patrons).zip(1..) {
        let mut croupier = Croupier::new(Arc::clone(&floor), table.clone(), DEALER, both, number).unwrap();
        croupier.seat(patrons, Money::from_cents(500_000)).unwrap();
        for _ in 0..5 {
            croupier.round().unwrap();
        }
    }
    floor.close();
    let (mut facts, mut rounds) = (0, 0);
    for table in &furnished.tables {
        let told = floor::log::read(&*store, &vault, table).unwrap();
        let records = store.read(table, 1, usize::MAX).unwrap();
        let mut seen = HashSet::new();
        for (line, record) in told.iter().zip(&records) {
            assert_eq!(line.version, record.version);
            rounds += u32::from(line.what.ends_with("is over"));
            if line.what == "a clause is applied" {
                facts += 1;
                // Citations of one clause may differ in what applies besides.
                let new = record.command.is_none() || seen.insert((record.command, record.open.clone()));
                assert!(new, "record {} of {table} says {} again", line.version, line.clause);
            }
        }
    }
    assert!(facts > 0 && rounds == 15, "{facts} facts in {rounds} rounds");
}
