//! Who works here and with which role, and who comes from outside. Nobody is forgotten: who left stays on the list.

use crate::number::{OutsiderId, StaffId};
use crate::person::{Person, Signature};
use minicbor::{Decode, Encode};
use rulebook::Citing;
use rulebook::RoleId;

/// A member of staff.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Member {
    /// The number, never given twice.
    #[n(0)]
    pub id: StaffId,
    #[n(1)]
    pub name: String,
    /// The rung of the ladder.
    #[n(2)]
    pub role: RoleId,
    /// Whether they still work here.
    #[n(3)]
    pub active: bool,
}

/// Somebody from outside: an inspector, surveillance.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Outsider {
    /// The number, never given twice.
    #[n(0)]
    pub id: OutsiderId,
    #[n(1)]
    pub name: String,
    /// The place in `Ladder::outside`.
    #[cbor(n(2), with = "rulebook::outside_by_id")]
    pub place: u8,
    /// Whether they still come.
    #[n(3)]
    pub active: bool,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Roster {
    /// Staff, in the order in which they came.
    #[n(0)]
    pub members: Vec<Member>,
    /// People from outside.
    #[n(1)]
    pub outsiders: Vec<Outsider>,
}

impl Roster {
    /// An active member of staff.
    pub fn staff(&self, id: StaffId) -> Option<&Member> {
        self.members.iter().find(|member| member.id == id && member.active)
    }

    /// Somebody from outside who is enrolled.
    pub fn outsider(&self, id: OutsiderId) -> Option<&Outsider> {
        self.outsiders.iter().find(|one| one.id == id && one.active)
    }

    /// Somebody who works or comes here under exactly this name.
    pub fn named(&self, name: &str) -> Option<Person> {
        let staff = self.members.iter().filter(|one| one.active && one.name == name);
        let outside = self.outsiders.iter().filter(|one| one.active && one.name == name);
        let staff = staff.map(|one| Person::Staff(one.id));
        staff.chain(outside.map(|one| Person::Outside(one.id))).next()
    }

    /// How many active members hold this role or a higher one.
    pub fn holders(&self, least: RoleId) -> usize {
        self.members.iter().filter(|member| member.active && member.role >= least).count()
    }

    /// A person with the role that the roster knows, for a machine that keeps no roster of its own.
    pub fn sign(&self, by: Person, second: Option<StaffId>) -> Signature {
        Signature::looked_up(self, by, second)
    }

    pub(crate) fn member_mut(&mut self, id: StaffId) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.id == id)
    }
}
