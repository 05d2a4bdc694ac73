//! The gaming day of a demonstration: today where the house stands, and tomorrow after midnight there.

use floor::{Clock, Floor, HandClock, Options, Zone};
use server::demo::{self, DemoFloorSize};
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store, Vault};

const BOOK: &str = "star-sydney-mississippi-stud-4";
/// 15 November 2026, 22:30 in London and 09:30 of the next day in Melbourne.
const MORNING: i64 = 1_794_781_800_000;

#[test]
fn finding_26_the_day_rolls_at_midnight_where_the_house_stands() {
    for (name, first, hours, second) in
        [("Australia/Melbourne", "2026-11-16", 15, "2026-11-17"), ("UTC", "2026-11-15", 2, "2026-11-16")]
    {
        let clock = Arc::new(HandClock::default());
        clock.jump(MORNING);
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let vault = Arc::new(Vault::from_bytes([7; 32]));
        let zone = Zone::parse(name).unwrap();
        let size = DemoFloorSize { tables: 1, bots: 0, live: 0 };
        demo::furnish_in(&store, &vault, (&*clock as &dyn Clock, zone.clone()), size).unwrap();
        let options = Options { clock: Arc::clone(&clock) as _, zone, ..Options::default() };
        let floor = Floor::open(store, vault, options).unwrap();
        let day =
            || floor.house(BOOK).unwrap().with_state(|state| (state.day.unwrap().to_string(), state.open));
        assert_eq!(day(), (first.to_string(), true), "{name}");
        demo::roll_day(&floor).unwrap();
        assert_eq!(day(), (first.to_string(), true), "{name}: it is the same day");
        clock.pass(Duration::from_secs(hours * 3600));
        demo::roll_day(&floor).unwrap();
        assert_eq!(day(), (second.to_string(), true), "{name}");
        floor.close();
    }
}
