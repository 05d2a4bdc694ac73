//! People and tables together: what is changed in a patron's file reaches the table where they play, what the house
//! decides reaches files and tables. Every message has an id made from what it follows from, so it counts once; after a
//! start whatever may have been lost is said again.

use crate::any_table::AnyTable;
use crate::files::reaches;
use crate::floor::{Floor, FloorError, read, rules};
use crate::game::Standing;
use crate::names::{Keeper, TableName, file_of, house_stream};
use crate::router::{BY, call_id};
use crate::stream_writer::{Request, StreamWriter};
use crate::table::Command;
use engine::Who;
use house::{Date, House, PatronCommand, PatronEvent, PatronFile, Patrons, Person, Signature, SignedCommand};
use money::Money;
use rulebook::SanctionKind;
use std::sync::Arc;
use store::Stream;

/// Whether this changes what a table must know of the patron.
fn concerns_table(event: &PatronEvent) -> bool {
    matches!(
        event,
        PatronEvent::LimitSet { .. }
            | PatronEvent::Excluded { .. }
            | PatronEvent::ExclusionLifted
            | PatronEvent::Paused
            | PatronEvent::Resumed
            | PatronEvent::DayBegan { .. }
            | PatronEvent::Joined { .. }
    )
}

/// Whether this begins or ends a break.
fn is_break(event: &PatronEvent) -> bool {
    matches!(event, PatronEvent::Paused | PatronEvent::Resumed)
}

/// A day as tables number it: 20260815.
fn day_number(date: Date) -> u32 {
    // The calendar gives the month by name only: it is found by counting.
    let month =
        (1..=12).rev().find(|month| Date::new(date.year(), *month, 1).is_some_and(|begins| begins <= date));
    u32::from(date.year()) * 10_000 + u32::from(month.unwrap_or(1)) * 100 + u32::from(date.day())
}

impl Floor {
    /// Watches a patron's file: from now on what is changed there is told to the table where they play.
    pub(crate) fn watch_file(&self, desk: &Arc<StreamWriter<Patrons<'static>>>) {
        let (floor, of) = (self.handle(), desk.stream().clone());
        desk.watch(Box::new(move |file, done| {
            if let Some(floor) = floor.upgrade()
                && done
                    .events
                    .iter()
                    .any(|event| matches!(event.value.what, PatronEvent::IncreaseAsked { .. }))
            {
                floor.confirm_file(&of, file, done.last);
            }
            if let Some(floor) = floor.upgrade()
                && done.events.iter().any(|event| concerns_table(&event.value.what))
            {
                let pauses = done.events.iter().any(|event| is_break(&event.value.what));
                floor.tell_standing(&of, file, done.last, pauses.then_some(file.paused));
            }
        }));
    }

    /// Watches the house: its day, and whom it keeps out.
    pub(crate) fn watch_house(&self, desk: &Arc<StreamWriter<House<'static>>>) {
        let (floor, of) = (self.handle(), desk.stream().clone());
        desk.watch(Box::new(move |state, done| {
            let Some(floor) = floor.upgrade() else { return };
            for event in &done.events {
                match event.value.what {
                    house::Event::DayOpened { date } => floor.new_day(of.rest(), date),
                    house::Event::Sanctioned { .. } => floor.carry_out(of.rest(), state, &event.value),
                    _ => {}
                }
            }
        }));
    }

    /// Tells the table where a patron plays how they stand now. The version of the file makes it count once.
    fn tell_standing(&self, of: &Stream, file: &PatronFile, version: u64, pauses: Option<bool>) {
        let (Some((_, number)), Some(playing)) = (file_of(of), file.playing) else { return };
        let patron = playing.known_as.unwrap_or(number);
        // Wherever the operator has it, under whichever of its books.
        let here = |desk: &Arc<dyn AnyTable>| {
            let name = TableName::of(desk.stream());
            name.is_some_and(|name| name.number == playing.table && reaches(of, &name.book))
        };
        let Some(desk) = self.any_tables().into_iter().find(here) else { return };
        // An exclusion is no limit: the round that has begun is played to its end, and then the place is left. A pause is
        // for new wagers only.
        let standing = Standing { loss: file.headroom().map(|left| (left, Money::ZERO)) };
        let leaves = file.exclusion.is_some();
        let command = Command::Standing { patron, standing, counted: playing.round, leaves, pauses };
        desk.tell(call_id(of, version, "standing"), BY, command, Box::new(|_| {}));
    }

    /// Says again how everybody at a table stands, after a start.
    pub(crate) fn stand_again(&self, table: &dyn AnyTable) {
        let Some(name) = TableName::of(table.stream()) else { return };
        for patron in table.patrons() {
            // A file that another process holds is that process's to speak of.
            let Ok(desk) = self.patron(&name.book, patron) else { continue };
            let version = desk.version();
            // Whom a supervisor has had pause at the table itself goes on pausing.
            let pauses = |file: &PatronFile| file.paused.then_some(true);
            desk.with_state(|file| self.tell_standing(desk.stream(), file, version, pauses(file)));
        }
    }

    /// A gaming day began: the files that are open here count it at once, others when they are next opened.
    fn new_day(&self, book: &str, date: Date) {
        let open: Vec<_> = read(&self.patrons).values().cloned().collect();
        for desk in open.iter().filter(|desk| reaches(desk.stream(), book)) {
            // A file counts a day once, whichever of the operator's houses says so first.
            if desk.with_state(|file| file.goes_on.is_none() && file.day.is_some_and(|day| day < date)) {
                self.tell_day(book, desk, date);
            }
        }
    }

    /// Counts the day of the house in a file that is behind.
    pub(crate) fn keep_day(&self, book: &str, desk: &Arc<StreamWriter<Patrons<'static>>>) {
        let Some(stream) = house_stream(book) else { return };
        let Some(house) = read(&self.houses).get(&stream).cloned() else { return };
        let Some(date) = house.with_state(|state| state.day) else { return };
        if desk.with_state(|file| file.number.is_some() && file.day.is_none_or(|day| day < date)) {
            self.tell_day(book, desk, date);
        }
    }

    fn tell_day(&self, book: &str, desk: &Arc<StreamWriter<Patrons<'static>>>, date: Date) {
        let what = PatronCommand::NewDay { date };
        let id = call_id(desk.stream(), u64::from(date.number()), "day");
        let command = SignedCommand::under(book, Signature::SYSTEM, what);
        desk.tell(Request {
            id,
            by: BY.into(),
            who: Who::System,
            command,
            order: None,
            reply: Box::new(|_| {}),
        });
    }

    /// The house's day is over: so is that of its tables, where the float is counted and no round is under way.
    pub(crate) fn close_sheets(&self, book: &str, date: Date) {
        let day = day_number(date);
        for desk in self.any_tables() {
            let of_book = TableName::of(desk.stream()).is_some_and(|name| name.book == book);
            if of_book && desk.last_day().is_some_and(|last| last < day) {
                // A table that is not ready refuses, and is told again later.
                let id = call_id(desk.stream(), desk.version(), &format!("day {day}"));
                desk.tell(id, BY, Command::CloseDay { day }, Box::new(|_| {}));
            }
        }
    }

    /// Whom the house keeps out is kept out in their file, in the name of those who decided it.
    fn carry_out(&self, book: &str, state: &house::State, done: &house::Attributed<house::Event>) {
        let house::Event::Sanctioned { breach, kind: SanctionKind::ExcludeFromCasino, .. } = done.what else {
            return;
        };
        let Some(Person::Patron(patron)) = state.breaches.get(breach).map(|breach| breach.of) else { return };
        // The id is made from the file that the number means, not from the one in which it goes on: what was carried out
        // before a link is not carried out again after it.
        let Ok(stream) = self.file_stream(book, patron) else { return };
        let Ok(desk) = self.open_patron(book, patron) else { return };
        let by = state.roster.sign(done.by, done.second);
        let command = SignedCommand::under(book, by, PatronCommand::Exclude { until: None });
        let id = match file_of(&stream) {
            Some((Keeper::Book(of), _)) if of == book => call_id(&stream, breach as u64, "kept out"),
            // Each house of the operator numbers its breaches for itself.
            _ => call_id(&stream, breach as u64, &format!("kept out under {book}")),
        };
        desk.tell(Request {
            id,
            by: BY.into(),
            who: Who::System,
            command,
            order: None,
            reply: Box::new(|_| {}),
        });
    }

    /// Says again what the house decided about patrons: after a start, in case a file has not heard.
    pub(crate) fn carry_out_again(&self, desk: &Arc<StreamWriter<House<'static>>>) -> Result<(), FloorError> {
        let (stream, mut decided) = (desk.stream(), Vec::new());
        let machine = House::new(rules(stream.rest())?);
        let log = (&*self.tools.store, &*self.tools.vault);
        crate::reconcile::fold(log, stream, &machine, &mut |event| {
            if matches!(event.what, house::Event::Sanctioned { .. }) {
                decided.push(event.clone());
            }
        })?;
        let state = desk.with_state(Clone::clone);
        decided.iter().for_each(|done| self.carry_out(stream.rest(), &state, done));
        Ok(())
    }
}
