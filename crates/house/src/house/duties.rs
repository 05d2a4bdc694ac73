//! What the house owes to others: copies of the rules, what people outside must be told, directions to suspects.

use super::{CitedEvents, Command, Event, House, HouseRefusal, HouseRequest, Reason, no};
use crate::person::{Barred, Person};
use engine::{PatronId, TableNumber};
use rulebook::{Act, DirectionKind, NotifyOf};

impl House<'_> {
    pub(super) fn duty(
        &self,
        asking: &HouseRequest<'_>,
        command: &Command,
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house;
        match command {
            &Command::SupplyRules { to } => {
                let cite = self.staff(&asking.by, rules.copies)?;
                match to {
                    Person::System => no(Reason::NoSuchPerson, cite),
                    _ => Ok(vec![(Event::RulesSupplied { to }, cite)]),
                }
            }
            &Command::OpenDeck { table, round } => {
                let cite = rules.records;
                let highest = asking.by.role() == Some(self.book.ladder.highest());
                // Where a book names no inspector, whoever it does name stands for one.
                let looks = |place| self.book.ladder.outside("inspector").is_none_or(|named| named == place);
                if highest || asking.by.outside().is_some_and(looks) {
                    Ok(vec![(Event::DeckOpened { table, round }, cite)])
                } else {
                    no(Reason::Barred(Barred::NotYours), cite)
                }
            }
            &Command::OweDuty { of, table, round } => self.owe(asking, of, (table, round)),
            &Command::Notify { duty, person } => {
                let Some(found) = asking.state.duties.get(duty) else {
                    return no(Reason::NoSuchDuty, rules.uncovered);
                };
                let row = rules.notify.iter().find(|row| row.of == found.of);
                let cite = self.staff(&asking.by, row.map_or(rules.uncovered, |row| row.clause))?;
                if found.given.is_some() {
                    return no(Reason::AlreadyDone, cite);
                }
                match asking.state.roster.outsider(person) {
                    None => no(Reason::NoSuchPerson, cite),
                    Some(one) if one.place != found.place => no(Reason::NotTheOneToTell, cite),
                    Some(_) => Ok(vec![(Event::DutyDone { duty, person }, cite)]),
                }
            }
            Command::Direct { table, patrons, direction } => {
                self.direct(asking, (*table, patrons), *direction)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn owe(
        &self,
        asking: &HouseRequest<'_>,
        of: NotifyOf,
        (table, round): (TableNumber, u64),
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house;
        let row = rules.notify.iter().find(|row| row.of == of);
        let cite = row.map_or(rules.uncovered, |row| row.clause);
        if !asking.by.serves() {
            return no(Reason::Barred(Barred::NotYours), cite);
        }
        let Some(row) = row else { return no(Reason::NoSuchDuty, cite) };
        let owed = |&place: &u8| (Event::DutyOwed { of, table, round, place }, cite);
        Ok(row.outside.iter().map(owed).collect())
    }

    fn direct(
        &self,
        asking: &HouseRequest<'_>,
        (table, patrons): (TableNumber, &[PatronId]),
        direction: DirectionKind,
    ) -> Result<CitedEvents, HouseRefusal> {
        let power = self.authority(&asking.by, Act::DirectSuspects)?;
        let row = self.book.house.direction.iter().find(|row| row.is == direction);
        let Some(row) = row else { return no(Reason::NotADirectionHere, power) };
        if patrons.is_empty() {
            return no(Reason::NobodyNamed, row.clause);
        }
        Ok(vec![(Event::Directed { table, patrons: patrons.to_vec(), direction }, row.clause)])
    }
}
