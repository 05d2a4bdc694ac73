//! Who speaks, and what they may do by themselves and with a second person: read off the book's ladder, row by row.

use engine::PatronId;
use floor::By;
use house::{OutsiderId, Person, StaffId};
use rulebook::{Act, RoleId, Rulebook};
use std::collections::BTreeMap;

/// Somebody who speaks, with whoever stands beside them.
#[derive(Clone, Copy, Debug)]
pub struct Speaker(pub By);

impl Speaker {
    /// The patron's number.
    pub fn patron(self) -> Option<PatronId> {
        match self.0.person {
            Person::Patron(number) => Some(number),
            _ => None,
        }
    }

    /// Whether it is the program.
    pub fn is_system(self) -> bool {
        self.0.person == Person::System
    }
}

/// Everybody who works here, and who comes from outside.
#[derive(Clone, Debug, Default)]
pub struct Staff {
    /// Roles by number.
    pub roles: BTreeMap<StaffId, RoleId>,
    /// Places outside the ladder by number.
    pub outside: BTreeMap<OutsiderId, u8>,
}

impl Staff {
    /// The role of a member of staff.
    pub fn role(&self, by: Speaker) -> Option<RoleId> {
        match by.0.person {
            Person::Staff(number) => self.roles.get(&number).copied(),
            _ => None,
        }
    }

    /// The place of somebody from outside.
    pub fn place(&self, by: Speaker) -> Option<u8> {
        match by.0.person {
            Person::Outside(number) => self.outside.get(&number).copied(),
            _ => None,
        }
    }

    /// Whether anybody knows them.
    pub fn knows(&self, by: Speaker) -> bool {
        match by.0.person {
            Person::Staff(_) => self.role(by).is_some(),
            Person::Outside(_) => self.place(by).is_some(),
            Person::Patron(_) | Person::System => true,
        }
    }

    /// Whether a second person who is named is another member of staff. A patron or the program signs alone.
    pub fn sound(&self, by: Speaker) -> bool {
        match (by.0.person, by.0.second) {
            (Person::Patron(_) | Person::System, _) | (_, None) => true,
            (person, Some(second)) => self.roles.contains_key(&second) && person != Person::Staff(second),
        }
    }

    /// Whether they may do so, with a second person where the book wants one.
    pub fn may(&self, book: &Rulebook, by: Speaker, act: Act) -> bool {
        let Some(power) = book.ladder.power(act) else { return false };
        let least = power.least.value;
        let alone = match (self.role(by), self.place(by)) {
            (Some(role), _) => role >= least && self.sound(by),
            (_, Some(place)) => power.outside.contains(&place),
            _ => false,
        };
        let second = by.0.second.and_then(|second| self.roles.get(&second));
        alone && (book.house.second(act).is_none() || second.is_some_and(|role| *role >= least))
    }
}
