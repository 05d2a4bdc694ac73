//! The roster: who comes, who rises, who leaves.

use super::{CitedEvents, Command, Event, House, HouseRefusal, HouseRequest, Reason, barred, no, text};
use crate::number::StaffId;
use crate::person::{Barred, Person};
use rulebook::{Act, RoleId};

impl House<'_> {
    pub(super) fn people(
        &self,
        asking: &HouseRequest<'_>,
        command: &Command,
    ) -> Result<CitedEvents, HouseRefusal> {
        let (roster, rules) = (&asking.state.roster, &self.book.house);
        match command {
            Command::Found { id, name } => {
                if asking.by.by() != Person::System {
                    return no(Reason::Barred(Barred::NotYours), rules.roster);
                }
                if !roster.members.is_empty() {
                    return no(Reason::AlreadyFounded, rules.roster);
                }
                text(name, rules.roster)?;
                self.hired(*id, name, self.book.ladder.highest())
            }
            Command::Hire { id, name, role } => {
                let highest = self.book.ladder.highest();
                // The founder cannot be confirmed by anybody until there is a second of the highest role.
                let lone = roster.holders(highest) == 1 && *role == highest && asking.by.second().is_none();
                if lone {
                    asking.by.alone(self.book, Act::ManageStaff).map_err(barred)?
                } else {
                    self.authority(&asking.by, Act::ManageStaff)?
                };
                if roster.members.iter().any(|member| member.id == *id) {
                    return no(Reason::NumberUsed, rules.roster);
                }
                text(name, rules.roster)?;
                self.unused(asking, name)?;
                self.known(*role)?;
                self.hired(*id, name, *role)
            }
            &Command::ChangeRole { id, role } => {
                self.authority(&asking.by, Act::ManageStaff)?;
                self.known(role)?;
                let Some(member) = roster.staff(id) else { return no(Reason::NoSuchPerson, rules.roster) };
                if member.role == role {
                    return no(Reason::SameRole, rules.roster);
                }
                self.two_remain(asking, id)?;
                let clause = self.book.ladder.roles[usize::from(role.0)].clause;
                Ok(vec![(Event::RoleChanged { id, role }, clause)])
            }
            &Command::Dismiss { id } => {
                let cite = self.authority(&asking.by, Act::ManageStaff)?;
                if roster.staff(id).is_none() {
                    return no(Reason::NoSuchPerson, rules.roster);
                }
                self.two_remain(asking, id)?;
                Ok(vec![(Event::Dismissed { id }, cite)])
            }
            Command::Enrol { id, name, place } => {
                self.authority(&asking.by, Act::ManageStaff)?;
                if roster.outsiders.iter().any(|one| one.id == *id) {
                    return no(Reason::NumberUsed, rules.roster);
                }
                text(name, rules.roster)?;
                self.unused(asking, name)?;
                let Some(role) = self.book.ladder.outside.get(usize::from(*place)) else {
                    return no(Reason::NoSuchRole, rules.roster);
                };
                Ok(vec![(Event::Enrolled { id: *id, name: name.clone(), place: *place }, role.clause)])
            }
            &Command::Discharge { id } => {
                let cite = self.authority(&asking.by, Act::ManageStaff)?;
                match roster.outsider(id) {
                    Some(_) => Ok(vec![(Event::Discharged { id }, cite)]),
                    None => no(Reason::NoSuchPerson, rules.roster),
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Pages, logs and colleagues know people by their names. Whoever has left may come back under theirs.
    fn unused(&self, asking: &HouseRequest<'_>, name: &str) -> Result<(), HouseRefusal> {
        match asking.state.roster.named(name) {
            Some(of) => no(Reason::NameUsed { of }, self.book.house.roster),
            None => Ok(()),
        }
    }

    fn known(&self, role: RoleId) -> Result<(), HouseRefusal> {
        if role <= self.book.ladder.highest() {
            Ok(())
        } else {
            no(Reason::NoSuchRole, self.book.house.roster)
        }
    }

    fn hired(&self, id: StaffId, name: &str, role: RoleId) -> Result<CitedEvents, HouseRefusal> {
        let clause = self.book.ladder.roles[usize::from(role.0)].clause;
        let who = self.book.house.roster;
        let hired = Event::Hired { id, name: name.to_string(), role };
        Ok(vec![(Event::ClauseApplied, who), (hired, clause)])
    }

    /// Two of the highest role remain when this one goes, so that there is always a second person.
    fn two_remain(&self, asking: &HouseRequest<'_>, going: StaffId) -> Result<(), HouseRefusal> {
        let (roster, highest) = (&asking.state.roster, self.book.ladder.highest());
        let goes = roster.staff(going).is_some_and(|member| member.role == highest);
        if goes && roster.holders(highest) <= 2 {
            no(Reason::TooFewLeft, self.book.house.roster)
        } else {
            Ok(())
        }
    }
}
