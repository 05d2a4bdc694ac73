//! What would be accepted now: the buttons. Commands with free content (a name, a text, an amount) are asked for, not
//! offered.

use super::{Command, House, Offer, State};
use crate::number::StaffId;
use crate::person::{Instruction, Person};
use engine::{Actor, Machine, Moment, Who};
use money::Money;
use rulebook::{RoleId, SanctionKind};

impl House<'_> {
    /// All that this person may do now, alone or with that second person.
    pub fn offers_to(&self, state: &State, by: Person, second: Option<StaffId>, at: Moment) -> Vec<Offer> {
        let mut asked = vec![Command::CallLastRound, Command::PlayOn];
        // What the tables have against it is for the floor to say.
        asked.extend(state.day.map(|date| Command::CloseDay { date, tables: Vec::new() }));
        for member in state.roster.members.iter().filter(|member| member.active) {
            asked.push(Command::Dismiss { id: member.id });
            let roles = (0..=self.book.ladder.highest().0).map(RoleId);
            asked.extend(roles.map(|role| Command::ChangeRole { id: member.id, role }));
            asked.push(Command::SupplyRules { to: Person::Staff(member.id) });
        }
        asked.extend(state.roster.outsiders.iter().map(|one| Command::Discharge { id: one.id }));
        for (dispute, found) in state.disputes.iter().enumerate().filter(|(_, found)| found.closed.is_none())
        {
            asked.push(Command::Escalate { dispute });
            asked.push(Command::TellOfInspector { dispute });
            asked.push(Command::TakeToInspector { dispute });
            asked.push(Command::SupplyRules { to: Person::Patron(found.patron) });
            asked.extend([true, false].map(|content| Command::CloseDispute { dispute, content }));
        }
        for (breach, found) in state.breaches.iter().enumerate() {
            let rows = self.book.house.sanction.iter().filter(|row| row.is != SanctionKind::WithholdWinnings);
            asked.extend(rows.map(|row| Command::Sanction {
                breach,
                kind: row.is,
                amount: None,
                round: None,
            }));
            if found.withheld.is_some() {
                asked.extend([true, false].map(|to_patron| Command::ReleaseWithheld { breach, to_patron }));
            }
        }
        for (mispayment, found) in state.mispayments.iter().enumerate() {
            asked.push(Command::TellRegulator { mispayment });
            asked.push(Command::IdentifyPatron { mispayment, patron: None });
            if found.outstanding() > Money::ZERO {
                asked.push(Command::Correct { mispayment, amount: found.outstanding() });
            }
        }
        asked.extend(state.lists_due().into_iter().map(|month| Command::ReportMonth { month }));
        for (duty, owed) in state.duties_due() {
            let told = state.roster.outsiders.iter().filter(|one| one.active && one.place == owed.place);
            asked.extend(told.map(|one| Command::Notify { duty, person: one.id }));
        }
        // Who acts stands in the command; the actor is only the time.
        let actor = Actor { who: Who::Staff(RoleId(0)), at };
        let told = asked.into_iter().map(|what| Instruction { by, second, what });
        told.filter(|told| self.decide(state, actor, told, &mut Vec::new()).is_ok()).map(Offer).collect()
    }

    pub(super) fn offers_to_all(&self, state: &State, at: Moment) -> Vec<Offer> {
        let members = state.roster.members.iter().filter(|member| member.active);
        let staff = members.clone().map(|member| Person::Staff(member.id));
        let outside = state.roster.outsiders.iter().filter(|one| one.active);
        let outside = outside.map(|one| Person::Outside(one.id));
        let patrons = state.disputes.iter().map(|dispute| Person::Patron(dispute.patron));
        let mut everybody: Vec<Person> =
            staff.chain(outside).chain(patrons).chain([Person::System]).collect();
        everybody.sort_unstable();
        everybody.dedup();
        let mut offers = Vec::new();
        for by in everybody {
            offers.extend(self.offers_to(state, by, None, at));
        }
        offers
    }
}
