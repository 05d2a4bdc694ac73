//! Disputes: raised, ruled at each instance of the book, taken to the inspector, closed.

use super::{
    CitedEvents, Command, Dispute, Event, House, HouseRefusal, HouseRequest, Reason, barred, no, text,
};
use crate::person::{Barred, Person};
use engine::PatronId;
use rulebook::Instance;

impl House<'_> {
    pub(super) fn dispute(
        &self,
        asking: &HouseRequest<'_>,
        command: &Command,
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house.disputes;
        match command {
            Command::RaiseDispute { table, round, patron, what } => {
                self.for_patron(asking, *patron)?;
                text(what, rules.clause)?;
                let (table, round, patron, what) = (*table, *round, *patron, what.clone());
                Ok(vec![(Event::DisputeRaised { table, round, patron, what }, rules.clause)])
            }
            Command::RuleDispute { dispute, ruling } => self.rule(asking, *dispute, ruling),
            &Command::Escalate { dispute } => {
                let found = self.running(asking, dispute)?;
                self.for_patron(asking, found.patron)?;
                if !found.is_ruled() {
                    return no(Reason::NotRuledYet, rules.clause);
                }
                let next = found.instance + 1;
                match rules.instance.get(usize::from(next)) {
                    Some(instance) => {
                        Ok(vec![(Event::DisputeEscalated { dispute, instance: next }, instance.clause)])
                    }
                    None => no(Reason::NoInstanceAbove, rules.tell),
                }
            }
            &Command::TellOfInspector { dispute } => {
                let cite = self.staff(&asking.by, rules.tell)?;
                if self.running(asking, dispute)?.told {
                    no(Reason::AlreadyTold, rules.tell)
                } else {
                    Ok(vec![(Event::InspectorTold { dispute }, cite)])
                }
            }
            &Command::TakeToInspector { dispute } => {
                let found = self.running(asking, dispute)?;
                self.for_patron(asking, found.patron)?;
                if found.rulings.is_empty() {
                    return no(Reason::NotRuledYet, rules.complain);
                }
                if found.inspector {
                    no(Reason::AlreadyDone, rules.complain)
                } else {
                    Ok(vec![(Event::TakenToInspector { dispute }, rules.complain)])
                }
            }
            Command::RecordFinding { dispute, finding } => {
                if asking.by.outside().is_none()
                    || asking.by.outside() != self.book.ladder.outside("inspector")
                {
                    return no(Reason::Barred(Barred::NotYours), rules.complain);
                }
                let found = self.running(asking, *dispute)?;
                if !found.inspector || found.finding.is_some() {
                    return no(Reason::NotWithTheInspector, rules.complain);
                }
                text(finding, rules.complain)?;
                let finding = finding.clone();
                Ok(vec![(Event::FindingRecorded { dispute: *dispute, finding }, rules.complain)])
            }
            &Command::CloseDispute { dispute, content } => self.close(asking, dispute, content),
            _ => Ok(Vec::new()),
        }
    }

    /// The patron, or a member of staff for the patron.
    fn for_patron(&self, asking: &HouseRequest<'_>, patron: PatronId) -> Result<(), HouseRefusal> {
        let cite = self.book.house.disputes.clause;
        match asking.by.by() {
            Person::Patron(number) if number == patron => Ok(()),
            _ => self.staff(&asking.by, cite).map(|_| ()),
        }
    }

    fn running<'s>(&self, asking: &HouseRequest<'s>, dispute: usize) -> Result<&'s Dispute, HouseRefusal> {
        let cite = self.book.house.disputes.clause;
        match asking.state.disputes.get(dispute) {
            None => no(Reason::NoSuchDispute, cite),
            Some(found) if found.closed.is_some() => no(Reason::DisputeOver, cite),
            Some(found) => Ok(found),
        }
    }

    fn instance(&self, dispute: &Dispute) -> &Instance {
        let all = &self.book.house.disputes.instance;
        &all[usize::from(dispute.instance).min(all.len() - 1)]
    }

    fn rule(
        &self,
        asking: &HouseRequest<'_>,
        dispute: usize,
        ruling: &str,
    ) -> Result<CitedEvents, HouseRefusal> {
        let found = self.running(asking, dispute)?;
        let instance = self.instance(found);
        asking.by.holds(self.book, instance.least, instance.clause).map_err(barred)?;
        if found.is_ruled() {
            return no(Reason::AlreadyRuled, instance.clause);
        }
        let before = found.rulings.iter().any(|ruling| ruling.by == asking.by.by());
        if instance.another && before {
            return no(Reason::RuledBefore, instance.clause);
        }
        text(ruling, instance.clause)?;
        let ruled = Event::DisputeRuled { dispute, instance: found.instance, ruling: ruling.to_string() };
        Ok(vec![(ruled, instance.clause)])
    }

    /// A patron who is not content has heard the final instance and knows of the inspector.
    fn close(
        &self,
        asking: &HouseRequest<'_>,
        dispute: usize,
        content: bool,
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house.disputes;
        let first = &rules.instance[0];
        let found = self.running(asking, dispute)?;
        asking.by.holds(self.book, first.least, first.clause).map_err(barred)?;
        if found.rulings.is_empty() {
            return no(Reason::NotRuledYet, rules.clause);
        }
        let heard = usize::from(found.instance) + 1 == rules.instance.len() && found.is_ruled();
        if !content && !heard {
            return no(Reason::FinalRulingMissing, rules.instance[rules.instance.len() - 1].clause);
        }
        if !content && !found.told {
            return no(Reason::InspectorNotTold, rules.tell);
        }
        if found.inspector && found.finding.is_none() {
            return no(Reason::WithTheInspector, rules.complain);
        }
        let cite = if content { rules.clause } else { rules.tell };
        Ok(vec![(Event::DisputeClosed { dispute, content }, cite)])
    }
}
