//! Payments that were wrong: enquiry, the patron, correction, the regulator, the list of the month.

use super::{
    CitedEvents, Command, Event, House, HouseRefusal, HouseRequest, Mispaid, MispaidOn, Mispayment, Reason,
    no, text,
};
use crate::date::Month;
use crate::in_range;
use crate::person::Person;
use money::Money;
use rulebook::Act;

impl House<'_> {
    pub(super) fn mispayment(
        &self,
        asking: &HouseRequest<'_>,
        command: &Command,
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house.mispayments;
        match command {
            Command::RecordMispayment(mispaid) => self.record_mispayment(asking, mispaid),
            Command::Enquire { mispayment, suspected, note } => {
                self.alone(asking)?;
                let found = self.known_mispayment(asking, *mispayment)?;
                text(note, rules.enquiry)?;
                let event =
                    Event::Enquired { mispayment: *mispayment, suspected: *suspected, note: note.clone() };
                let mut said = vec![(event, rules.enquiry)];
                if *suspected {
                    said.push((Event::ClauseApplied, rules.suspected));
                }
                let mut after = found.clone();
                (after.enquired, after.mispaid.suspected) = (true, *suspected);
                Ok(self.excused(said, *mispayment, found, &after))
            }
            &Command::IdentifyPatron { mispayment, patron } => {
                self.alone(asking)?;
                let found = self.known_mispayment(asking, mispayment)?;
                let cite = if found.mispaid.suspected { rules.suspected_patron } else { rules.attempt };
                match found.mispaid.patron {
                    Some(_) => no(Reason::PatronKnown, cite),
                    None => Ok(vec![(Event::PatronSought { mispayment, patron }, cite)]),
                }
            }
            Command::AttemptCorrection { mispayment, note } => {
                self.alone(asking)?;
                let found = self.known_mispayment(asking, *mispayment)?;
                let cite = match (found.mispaid.patron, found.mispaid.over) {
                    (Some(_), true) => rules.demand,
                    (Some(_), false) => rules.reimburse,
                    (None, _) if found.sought => rules.attempt,
                    (None, _) => return no(Reason::PatronUnknown, rules.attempt),
                };
                text(note, cite)?;
                let event = Event::CorrectionAttempted { mispayment: *mispayment, note: note.clone() };
                let mut said = vec![(event, cite)];
                let stem = if found.mispaid.suspected { rules.suspected_correction } else { rules.remedy };
                said.push((Event::ClauseApplied, stem));
                let after = Mispayment { attempted: true, ..found.clone() };
                Ok(self.excused(said, *mispayment, found, &after))
            }
            &Command::Correct { mispayment, amount } => self.correct(asking, mispayment, amount),
            &Command::TellRegulator { mispayment } => {
                self.authority(&asking.by, Act::ReportToRegulator)?;
                let found = self.known_mispayment(asking, mispayment)?;
                if found.told {
                    return no(Reason::AlreadyDone, rules.remedy);
                }
                let after = Mispayment { told: true, ..found.clone() };
                let said = vec![(Event::RegulatorTold { mispayment }, rules.remedy)];
                Ok(self.excused(said, mispayment, found, &after))
            }
            &Command::ReportMonth { month } => self.report(asking, month),
            _ => Ok(Vec::new()),
        }
    }

    fn record_mispayment(
        &self,
        asking: &HouseRequest<'_>,
        mispaid: &Mispaid,
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house.mispayments;
        let cite = match mispaid.of {
            MispaidOn::Wager => rules.wager,
            MispaidOn::CashChange => rules.cash_change,
            MispaidOn::ColourChange => rules.colour_change,
        };
        // Also the program itself, where a count of the float shows one.
        if asking.by.by() != Person::System {
            self.staff(&asking.by, cite)?;
        }
        let Some(known) = asking.state.day.filter(|_| asking.state.open) else {
            return no(Reason::NoDayOpen, self.book.house.day);
        };
        if !in_range(mispaid.amount) {
            return no(Reason::AmountOutOfRange, cite);
        }
        let mut said = vec![(Event::MispaymentRecorded { known, mispaid: *mispaid }, cite)];
        if mispaid.suspected {
            said.push((Event::ClauseApplied, rules.suspected));
        }
        Ok(said)
    }

    /// The role for enquiries and attempts, which move no money and need no second person.
    fn alone(&self, asking: &HouseRequest<'_>) -> Result<(), HouseRefusal> {
        asking.by.alone(self.book, Act::CorrectPayment).map(|_| ()).map_err(super::barred)
    }

    fn known_mispayment<'s>(
        &self,
        asking: &HouseRequest<'s>,
        number: usize,
    ) -> Result<&'s Mispayment, HouseRefusal> {
        match asking.state.mispayments.get(number) {
            Some(found) => Ok(found),
            None => no(Reason::NoSuchMispayment, self.book.house.mispayments.wager),
        }
    }

    fn correct(
        &self,
        asking: &HouseRequest<'_>,
        mispayment: usize,
        amount: Money,
    ) -> Result<CitedEvents, HouseRefusal> {
        let rules = &self.book.house.mispayments;
        self.authority(&asking.by, Act::CorrectPayment)?;
        let found = self.known_mispayment(asking, mispayment)?;
        let cite = if found.mispaid.suspected { rules.suspected_correction } else { rules.remedy };
        if found.mispaid.patron.is_none() {
            return no(Reason::PatronUnknown, rules.attempt);
        }
        if !in_range(amount) {
            return no(Reason::AmountOutOfRange, cite);
        }
        if amount > found.outstanding() {
            return no(Reason::MoreThanOwed, cite);
        }
        let after = Mispayment { corrected: found.corrected + amount, ..found.clone() };
        let corrected = Event::Corrected { mispayment, amount, table: Some(found.mispaid.table) };
        Ok(self.excused(vec![(corrected, cite)], mispayment, found, &after))
    }

    /// Says so when this made it no breach.
    fn excused(
        &self,
        mut said: CitedEvents,
        number: usize,
        before: &Mispayment,
        after: &Mispayment,
    ) -> CitedEvents {
        if !before.is_excused() && after.is_excused() {
            let cite = self.book.house.mispayments.excused;
            said.push((Event::MispaymentExcused { mispayment: number }, cite));
        }
        said
    }

    fn report(&self, asking: &HouseRequest<'_>, month: Month) -> Result<CitedEvents, HouseRefusal> {
        let above = self.book.house.mispayments.list_above;
        self.authority(&asking.by, Act::ReportToRegulator)?;
        if asking.state.reported.contains(&month) {
            return no(Reason::AlreadyReported, above.cite);
        }
        if !asking.state.lists_due().contains(&month) {
            return no(Reason::MonthNotOver, above.cite);
        }
        let mispayments = asking.state.monthly_list(month, above.value.0);
        Ok(vec![(Event::MonthlyListReported { month, mispayments }, above.cite)])
    }
}
