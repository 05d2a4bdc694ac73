//! Breaches of the rules, and what the book lets be done about them.

use super::{Breach, CitedEvents, Command, Event, House, HouseRefusal, HouseRequest, Reason, no, text};
use crate::in_range;
use crate::person::Person;
use money::Money;
use rulebook::{Act, SanctionKind};

impl House<'_> {
    pub(super) fn breach(
        &self,
        asking: &HouseRequest<'_>,
        command: &Command,
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house;
        match command {
            Command::RecordBreach { of, table, kind, what } => {
                let Some(rule) = rules.breach(*kind) else {
                    self.staff(&asking.by, rules.uncovered)?;
                    return no(Reason::NotABreachHere, rules.uncovered);
                };
                self.staff(&asking.by, rule.clause)?;
                match (of, rule.exempt) {
                    (Person::Staff(_) | Person::Outside(_), Some(exempt)) => {
                        return no(Reason::Exempt, exempt);
                    }
                    (Person::System, _) => return no(Reason::NoSuchPerson, rule.clause),
                    _ => text(what, rule.clause)?,
                }
                let (of, table, kind, what) = (*of, *table, *kind, what.clone());
                Ok(vec![(Event::BreachRecorded { of, table, kind, what }, rule.clause)])
            }
            &Command::Sanction { breach, kind, amount, round } => {
                self.sanction(asking, breach, (kind, amount, round))
            }
            &Command::ReleaseWithheld { breach, to_patron } => {
                let cite = self.authority(&asking.by, Act::ReleaseWithheld)?;
                let found = self.recorded(asking, breach)?;
                let row = rules.sanction(SanctionKind::WithholdWinnings);
                match found.withheld {
                    Some(amount) => {
                        let released = Event::WithheldReleased { breach, amount, to_patron };
                        Ok(vec![(released, row.map_or(cite, |row| row.clause))])
                    }
                    None => no(Reason::NothingWithheld, row.map_or(cite, |row| row.clause)),
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    fn recorded<'s>(&self, asking: &HouseRequest<'s>, breach: usize) -> Result<&'s Breach, HouseRefusal> {
        match asking.state.breaches.get(breach) {
            Some(found) => Ok(found),
            None => no(Reason::NoSuchBreach, self.book.house.uncovered),
        }
    }

    fn sanction(
        &self,
        asking: &HouseRequest<'_>,
        breach: usize,
        (kind, amount, round): (SanctionKind, Option<Money>, Option<u64>),
    ) -> Result<CitedEvents, HouseRefusal> {
        let power = self.authority(&asking.by, Act::Sanction)?;
        if kind == SanctionKind::ExcludeFromCasino {
            // What keeps somebody out of the house is as grave here as in their file.
            self.authority(&asking.by, Act::ExcludePatron)?;
        }
        let found = self.recorded(asking, breach)?;
        let Some(rule) = self.book.house.sanction(kind) else { return no(Reason::NotASanctionHere, power) };
        if !matches!(found.of, Person::Patron(_)) {
            return no(Reason::OnlyPatrons, power);
        }
        if !rule.only.is_empty() && !rule.only.contains(&found.kind) {
            return no(Reason::NotForThisBreach, rule.clause);
        }
        if found.sanctions.contains(&kind) {
            return no(Reason::AlreadySanctioned, rule.clause);
        }
        let withholds = kind == SanctionKind::WithholdWinnings;
        if amount.is_some() != withholds || amount.is_some_and(|amount| !in_range(amount)) {
            return no(Reason::AmountOutOfRange, rule.clause);
        }
        Ok(vec![
            (Event::ClauseApplied, power),
            (Event::Sanctioned { breach, kind, amount, round }, rule.clause),
        ])
    }
}
