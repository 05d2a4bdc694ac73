//! People in words: by name where the house knows one, and always by the number that records have.

use crate::files::{operator, patrons_machine};
use crate::floor::{FloorError, rules};
use crate::names::{book_file, house_stream, operator_file};
use crate::stream_writer::Past;
use engine::PatronId;
use house::{House, OutsiderId, Person, StaffId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use store::{Store, Vault};

/// What people are called.
pub trait Names {
    /// Their name, where it is known.
    fn name(&self, person: Person) -> Option<String>;
}

/// Nobody's name is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NumbersOnly;

impl Names for NumbersOnly {
    fn name(&self, _: Person) -> Option<String> {
        None
    }
}

/// Somebody: "Ada Lane (staff 12)", or "staff 12" where no name is known.
pub fn person(names: &dyn Names, person: Person) -> String {
    let number = match person {
        Person::Staff(number) => format!("staff {number}"),
        Person::Patron(number) => format!("patron {number}"),
        Person::Outside(number) => format!("outside {number}"),
        Person::System => return "the system".to_string(),
    };
    match names.name(person) {
        Some(name) => format!("{name} ({number})"),
        None => number,
    }
}

/// Who gave a command, from what the record has: "staff/12+staff/3" is "Ada Lane (staff 12), with Bo (staff 3) beside".
pub fn ordered_by(names: &dyn Names, by: &str) -> String {
    let known = |text: &str| of_record(text).map_or_else(|| text.to_string(), |found| person(names, found));
    match by.split_once('+') {
        Some((first, second)) => format!("{}, with {} beside", known(first), known(second)),
        None => known(by),
    }
}

/// A person as records write them.
fn of_record(text: &str) -> Option<Person> {
    if matches!(text, "floor" | "system") {
        return Some(Person::System);
    }
    let (kind, number) = text.split_once('/')?;
    let number = number.parse().ok()?;
    match kind {
        "staff" => Some(Person::Staff(StaffId(number))),
        "patron" => Some(Person::Patron(PatronId(number))),
        "outside" => Some(Person::Outside(OutsiderId(number))),
        _ => None,
    }
}

/// The names that the log knows under a book: its roster, and patrons' files as they are asked for.
pub struct LogNames<'s> {
    store: &'s dyn Store,
    vault: &'s Vault,
    book: &'static str,
    staff: BTreeMap<StaffId, String>,
    outside: BTreeMap<OutsiderId, String>,
    patrons: RefCell<BTreeMap<PatronId, Option<String>>>,
}

impl<'s> LogNames<'s> {
    /// Reads the roster.
    ///
    /// # Errors
    /// If there is no such book, or the log cannot be read.
    pub fn read(store: &'s dyn Store, vault: &'s Vault, book: &str) -> Result<LogNames<'s>, FloorError> {
        let rules = rules(book)?;
        let (mut staff, mut outside) = (BTreeMap::new(), BTreeMap::new());
        if let Some(stream) = house_stream(book) {
            let machine = House::new(rules);
            let mut past = Past::latest(store, vault, &stream, &machine)?;
            past.read_on(store, vault, &stream, &machine, &mut |_, _, _, _| {})?;
            let roster = past.state.roster;
            staff.extend(roster.members.into_iter().map(|member| (member.id, member.name)));
            outside.extend(roster.outsiders.into_iter().map(|one| (one.id, one.name)));
        }
        Ok(LogNames { store, vault, book: &rules.front.id, staff, outside, patrons: RefCell::default() })
    }
}

/// The name in a patron's file under a book: it stands at its beginning, and no more is read. A file that cannot be read has
/// none; that is the business of a verification.
pub fn patron_name(store: &dyn Store, vault: &Vault, book: &str, number: PatronId) -> Option<String> {
    const BEGINNING: u64 = 4;
    let own = book_file(book, number)?;
    let of_operator = || operator_file(&operator(book).ok()??.slug, number);
    let stream = if store.head(&own).ok()?.version > 0 { own } else { of_operator()? };
    let machine = patrons_machine(&stream).ok()?;
    let mut past = Past::beginning(&machine);
    past.read_to((store, vault), &stream, &machine, BEGINNING, &mut |_, _, _, _| {}).ok()?;
    past.state.number.map(|_| past.state.name)
}

impl Names for LogNames<'_> {
    fn name(&self, person: Person) -> Option<String> {
        match person {
            Person::Staff(number) => self.staff.get(&number).cloned(),
            Person::Outside(number) => self.outside.get(&number).cloned(),
            Person::Patron(number) => {
                let known = self.patrons.borrow().get(&number).cloned();
                known.unwrap_or_else(|| {
                    let found = patron_name(self.store, self.vault, self.book, number);
                    self.patrons.borrow_mut().insert(number, found.clone());
                    found
                })
            }
            Person::System => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ada;
    impl Names for Ada {
        fn name(&self, person: Person) -> Option<String> {
            (person == Person::Staff(StaffId(12))).then(|| "Ada Lane".to_string())
        }
    }

    #[test]
    fn a_record_says_who_and_who_stood_beside() {
        assert_eq!(ordered_by(&Ada, "staff/12"), "Ada Lane (staff 12)");
        assert_eq!(ordered_by(&Ada, "staff/12+staff/3"), "Ada Lane (staff 12), with staff 3 beside");
        assert_eq!(ordered_by(&Ada, "patron/12"), "patron 12");
        assert_eq!(ordered_by(&Ada, "floor"), "the system");
        assert_eq!(ordered_by(&Ada, "a migration"), "a migration");
    }
}
