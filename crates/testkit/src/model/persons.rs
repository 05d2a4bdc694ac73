//! One person, one file with an operator: which file a number means, how two are linked, and what a change in a file does
//! at the table where its patron plays.

use super::files::File;
use super::{Model, Speaker, Verdict};
use engine::banked::Command as C;
use engine::{Actor, Machine, Moment, PatronId};
use house::{FileName, LimitOf, PatronCommand as P};
use money::Money;
use rulebook::Act;
use std::fmt;
use store::CommandId as Id;

/// A file: whose it is to keep, and the number in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Person {
    pub(super) operator: String,
    pub(super) number: PatronId,
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file {} of {}", self.number, self.operator)
    }
}

impl Model {
    /// The file as it was opened, whether or not it goes on in another.
    pub(super) fn opened(&self, house: usize, number: PatronId) -> Person {
        Person { operator: self.houses[house].operator.clone(), number }
    }

    /// Whose file a number means at a house: links are followed.
    pub(super) fn person(&self, house: usize, number: PatronId) -> Person {
        let mut person = self.opened(house, number);
        while let Some(next) = self.files.get(&person).and_then(|file| file.goes_on) {
            person.number = next;
        }
        person
    }

    /// The file that a number means at a house.
    pub(super) fn file(&mut self, house: usize, number: PatronId) -> &mut File {
        let person = self.person(house, number);
        self.files.entry(person).or_default()
    }

    /// A file by the name under which it was opened.
    pub(super) fn file_opened(&mut self, house: usize, number: PatronId) -> &mut File {
        let person = self.opened(house, number);
        self.files.entry(person).or_default()
    }

    /// A file is told something at a house.
    pub(super) fn file_told(&mut self, (house, number): (usize, PatronId), by: Speaker, what: &P) -> bool {
        let person = self.person(house, number);
        // Whoever came with another number of the same person speaks of their own file.
        let own = by.patron().is_some_and(|own| own == number || self.person(house, own) == person);
        let (book, staff, now) = (self.houses[house].book, self.houses[house].staff.clone(), self.moment().0);
        let file = self.files.entry(person.clone()).or_default();
        if !file.told((book, house), (&staff, by, own), now, what) {
            return false;
        }
        let concerns_table = match what {
            // A higher limit that waits changes nothing yet.
            P::SetLimit { of, .. } => !file.waits(*of),
            P::TakeEffect { .. } | P::Exclude { .. } | P::LiftExclusion => true,
            P::Pause | P::Resume | P::NewDay { .. } => true,
            _ => false,
        };
        let pauses = matches!(what, P::Pause | P::Resume).then_some(*what == P::Pause);
        if concerns_table {
            self.stand(house, &person, pauses);
        }
        true
    }

    /// The table where a patron plays hears what may still be lost, and whether they may stay.
    fn stand(&mut self, told_at: usize, person: &Person, pauses: Option<bool>) {
        let file = &self.files[person];
        let Some((number, ..)) = file.plays else { return };
        let (patron, left, out) = (file.known_as.unwrap_or(person.number), file.left(), file.out.is_some());
        let Some(table) = self.tables.iter().position(|table| table.number == number) else { return };
        let t = &self.tables[table];
        let Some(seat) = t.patrons.iter().position(|seated| *seated == Some(patron)) else { return };
        let limit = left.unwrap_or(engine::MOST);
        let known = t.game.seats[seat].patron.loss.map(|(limit, lost)| limit - lost);
        let mut commands = Vec::new();
        if known.map_or(left.is_some(), |known| known != limit) {
            commands.push(C::SetLossLimit { seat, limit, lost: Some(Money::ZERO) });
        }
        if let Some(pauses) = pauses.filter(|pauses| t.game.seats[seat].paused != *pauses) {
            commands.push(if pauses { C::PausePlayer { seat } } else { C::ResumePlayer { seat } });
        }
        let system = Actor { who: engine::Who::System, at: Moment(0) };
        let may_go = t.machine.decide(&t.game, system, &C::Leave { seat }, &mut Vec::new()).is_ok();
        if out && may_go {
            commands.push(C::Leave { seat });
        }
        let away = out && t.home != told_at;
        if self.run(table, system, &commands, [0; 32], None) {
            self.tables[table].leaving[seat] |= out && !may_go;
            self.next_door.sent_away += u64::from(away);
        }
    }

    /// Two persons link two files of one: what both hold is one from now on, and the stricter of it holds.
    pub(super) fn link(
        &mut self,
        id: Id,
        by: Speaker,
        (house, number): (usize, PatronId),
        other: &FileName,
    ) -> Verdict {
        let (book, operator) = (self.houses[house].book, self.houses[house].operator.clone());
        let under = other.book.as_deref().unwrap_or(&book.front.id);
        let door = self.houses.iter().position(|door| door.book.front.id == under);
        let Some(door) = door.filter(|door| self.houses[*door].operator == operator) else {
            return Verdict::Refused;
        };
        let (mut keeps, mut goes) = (self.person(house, number), self.person(door, other.number));
        if [&keeps, &goes].iter().any(|file| self.gave_before(id, by, &file.to_string())) {
            return Verdict::Again;
        }
        if keeps == goes {
            return Verdict::Refused;
        }
        let plays =
            |model: &Model, file: &Person| model.files.get(file).is_some_and(|file| file.plays.is_some());
        if plays(self, &goes) {
            if plays(self, &keeps) {
                return Verdict::Refused;
            }
            // Whoever plays goes on in the file that the table knows.
            std::mem::swap(&mut keeps, &mut goes);
        }
        let (one, two) = (self.files.get(&keeps), self.files.get(&goes).cloned());
        let (Some(one), Some(two)) = (one, two) else { return Verdict::Refused };
        if !one.fits(&two) {
            return Verdict::Refused;
        }
        self.once(id, by, keeps.to_string(), |model| {
            let staff = &model.houses[house].staff;
            if !staff.sound(by) || !staff.may(book, by, Act::LinkPatronFiles) {
                return false;
            }
            let gone = model.files.entry(goes.clone()).or_default();
            (gone.goes_on, gone.balance) = (Some(keeps.number), 0);
            model.files.entry(keeps.clone()).or_default().take_over(&two);
            model.next_door.linked += 1;
            model.stand(house, &keeps, None);
            true
        })
    }

    /// Counts why somebody was not seated, where that was decided at another house.
    pub(super) fn seat_refused(&mut self, house: usize, number: PatronId) {
        let file = self.file(house, number);
        let (out, busy) = (file.out_at, file.plays_at);
        self.next_door.shut_out += u64::from(out.is_some_and(|at| at != house));
        self.next_door.busy += u64::from(out.is_none() && busy.is_some_and(|at| at != house));
    }
}

/// Where a limit stands among the limits of a file.
pub(super) fn place(of: LimitOf) -> usize {
    LimitOf::ALL.iter().position(|one| *one == of).unwrap_or(0)
}
