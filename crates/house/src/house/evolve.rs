//! Applying what happened. It has happened, so nothing is refused here.

use super::event::Event;
use super::state::{Breach, Direction, Dispute, Duty, Mispayment, Ruling, State};
use crate::person::Attributed;
use crate::roster::{Member, Outsider};
use money::Money;
use rulebook::SanctionKind;

impl State {
    pub(super) fn apply(&mut self, done: &Attributed<Event>) {
        match &done.what {
            Event::ClauseApplied | Event::MispaymentExcused { .. } => {}
            Event::Hired { id, name, role } => {
                self.roster.members.push(Member { id: *id, name: name.clone(), role: *role, active: true });
            }
            Event::RoleChanged { id, role } => {
                if let Some(member) = self.roster.member_mut(*id) {
                    member.role = *role;
                }
            }
            Event::Dismissed { id } => {
                if let Some(member) = self.roster.member_mut(*id) {
                    member.active = false;
                }
            }
            Event::Enrolled { id, name, place } => {
                let one = Outsider { id: *id, name: name.clone(), place: *place, active: true };
                self.roster.outsiders.push(one);
            }
            Event::Discharged { id } => {
                if let Some(one) = self.roster.outsiders.iter_mut().find(|one| one.id == *id) {
                    one.active = false;
                }
            }
            Event::DayOpened { date } => {
                self.first_day.get_or_insert(*date);
                (self.day, self.open, self.last_round) = (Some(*date), true, None);
            }
            Event::LastRoundCalled { date } => self.last_round = Some(*date),
            Event::PlayedOn { .. } => self.last_round = None,
            // The record is all that there is to it.
            Event::DeckOpened { .. } => {}
            Event::DayClosed { .. } => (self.open, self.last_round) = (false, None),
            Event::BreachRecorded { of, table, kind, what } => self.breaches.push(Breach {
                of: *of,
                table: *table,
                kind: *kind,
                what: what.clone(),
                at: done.at,
                sanctions: Vec::new(),
                withheld: None,
                barred: None,
                void_in: None,
            }),
            Event::Sanctioned { breach, kind, amount, round } => {
                if let Some(found) = self.breaches.get_mut(*breach) {
                    found.sanctions.push(*kind);
                    match kind {
                        SanctionKind::WithholdWinnings => found.withheld = *amount,
                        SanctionKind::BarFromGame => found.barred = self.day,
                        SanctionKind::VoidWager => found.void_in = *round,
                        SanctionKind::ExcludeFromCasino | SanctionKind::HandToPolice => {}
                    }
                }
            }
            Event::WithheldReleased { breach, .. } => {
                if let Some(found) = self.breaches.get_mut(*breach) {
                    found.withheld = None;
                }
            }
            Event::MonthlyListReported { month, .. } => self.reported.push(*month),
            Event::RulesSupplied { .. } => self.copies += 1,
            Event::DutyOwed { of, table, round, place } => {
                let (of, table, round, place) = (*of, *table, *round, *place);
                self.duties.push(Duty { of, table, round, place, given: None });
            }
            Event::DutyDone { duty, person } => {
                if let Some(found) = self.duties.get_mut(*duty) {
                    found.given = Some((*person, done.at));
                }
            }
            Event::Directed { table, patrons, direction } => {
                let (table, patrons, is) = (*table, patrons.clone(), *direction);
                self.directions.push(Direction { table, patrons, is });
            }
            Event::DisputeRaised { .. }
            | Event::DisputeRuled { .. }
            | Event::DisputeEscalated { .. }
            | Event::InspectorTold { .. }
            | Event::TakenToInspector { .. }
            | Event::FindingRecorded { .. }
            | Event::DisputeClosed { .. } => self.apply_dispute(done),
            Event::MispaymentRecorded { .. }
            | Event::Enquired { .. }
            | Event::PatronSought { .. }
            | Event::CorrectionAttempted { .. }
            | Event::Corrected { .. }
            | Event::RegulatorTold { .. } => self.apply_mispayment(&done.what),
        }
    }

    fn apply_dispute(&mut self, done: &Attributed<Event>) {
        let mut change = |number: &usize, change: &dyn Fn(&mut Dispute)| {
            if let Some(found) = self.disputes.get_mut(*number) {
                change(found);
            }
        };
        match &done.what {
            Event::DisputeRaised { table, round, patron, what } => self.disputes.push(Dispute {
                table: *table,
                round: *round,
                patron: *patron,
                what: what.clone(),
                at: done.at,
                instance: 0,
                rulings: Vec::new(),
                told: false,
                inspector: false,
                finding: None,
                closed: None,
            }),
            Event::DisputeRuled { dispute, instance, ruling } => change(dispute, &|found| {
                found.rulings.push(Ruling { instance: *instance, by: done.by, text: ruling.clone() });
            }),
            Event::DisputeEscalated { dispute, instance } => {
                change(dispute, &|found| found.instance = *instance)
            }
            Event::InspectorTold { dispute } => change(dispute, &|found| found.told = true),
            Event::TakenToInspector { dispute } => change(dispute, &|found| found.inspector = true),
            Event::FindingRecorded { dispute, finding } => {
                change(dispute, &|found| found.finding = Some(finding.clone()));
            }
            Event::DisputeClosed { dispute, content } => {
                change(dispute, &|found| found.closed = Some(*content))
            }
            _ => {}
        }
    }

    fn apply_mispayment(&mut self, event: &Event) {
        let mut change = |number: &usize, change: &dyn Fn(&mut Mispayment)| {
            if let Some(found) = self.mispayments.get_mut(*number) {
                change(found);
            }
        };
        match event {
            Event::MispaymentRecorded { known, mispaid } => self.mispayments.push(Mispayment {
                mispaid: *mispaid,
                known: *known,
                enquired: false,
                sought: false,
                attempted: false,
                corrected: Money::ZERO,
                told: false,
                to_post: None,
            }),
            Event::Enquired { mispayment, suspected, .. } => change(mispayment, &|found| {
                (found.enquired, found.mispaid.suspected) = (true, *suspected);
            }),
            Event::PatronSought { mispayment, patron } => change(mispayment, &|found| {
                (found.sought, found.mispaid.patron) = (true, *patron);
            }),
            Event::CorrectionAttempted { mispayment, .. } => {
                change(mispayment, &|found| found.attempted = true)
            }
            Event::Corrected { mispayment, amount, table } => change(mispayment, &|found| {
                found.corrected += *amount;
                if table.is_some() {
                    found.to_post = Some(found.to_post.unwrap_or(Money::ZERO) + *amount);
                }
            }),
            Event::RegulatorTold { mispayment } => change(mispayment, &|found| found.told = true),
            _ => {}
        }
    }
}
