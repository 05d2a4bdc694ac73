//! Who tells a machine something, and whether they may: roles come from the roster, never from the one who asks.

use crate::number::{OutsiderId, StaffId};
use crate::roster::Roster;
use engine::{PatronId, Refusal};
use minicbor::{Decode, Encode};
use rulebook::Citing;
use rulebook::{Act, Cite, RoleId, Rulebook};
use std::fmt;

/// Somebody who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(flat)]
pub enum Person {
    /// A member of staff, by number.
    #[n(0)]
    Staff(#[n(0)] StaffId),
    /// A patron, by number.
    #[n(1)]
    Patron(#[n(0)] PatronId),
    /// Somebody outside the ladder of the book, an inspector or surveillance, by number.
    #[n(2)]
    Outside(#[n(0)] OutsiderId),
    /// The program itself: what follows from a round or the calendar.
    #[n(3)]
    System,
}

/// What a machine is told, by whom, and who confirms it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction<C> {
    pub by: Person,
    /// The second member of staff, where there is one.
    pub second: Option<StaffId>,
    pub what: C,
}

impl<C> Instruction<C> {
    /// Instruction by one person alone.
    pub fn alone(by: Person, what: C) -> Instruction<C> {
        Instruction { by, second: None, what }
    }
}

/// What has happened, and who answers for it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Attributed<E> {
    #[n(0)]
    pub by: Person,
    /// Who confirmed it.
    #[n(1)]
    pub second: Option<StaffId>,
    /// When, on recorded time.
    #[n(2)]
    pub at: engine::Moment,
    #[n(3)]
    pub what: E,
    /// The book that is cited, where it is not the one of the stream: a patron's file is kept for all of an operator's.
    #[n(4)]
    pub book: Option<String>,
}

/// The book that a stored event names, read from its bytes before its citation can be: none where it is the stream's.
///
/// # Errors
/// If this is no event with who answers for it.
pub fn named_book(open: &[u8]) -> Result<Option<&str>, minicbor::decode::Error> {
    let mut bytes = minicbor::Decoder::new(open);
    bytes.array()?;
    let fields = bytes.array()?.unwrap_or(0);
    if fields <= 4 {
        return Ok(None);
    }
    for _ in 0..4 {
        bytes.skip()?;
    }
    bytes.decode()
}

/// A person as the roster knows them, with the second one who stands by. Only a [`Roster`] makes one of a member of
/// staff, so a role in it was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    by: Person,
    role: Option<RoleId>,
    outside: Option<u8>,
    second: Option<(StaffId, Option<RoleId>)>,
}

impl Signature {
    /// The program itself.
    pub const SYSTEM: Signature = Signature { by: Person::System, role: None, outside: None, second: None };

    /// A patron alone.
    pub const fn patron(number: PatronId) -> Signature {
        Signature { by: Person::Patron(number), role: None, outside: None, second: None }
    }

    pub(crate) fn looked_up(roster: &Roster, by: Person, second: Option<StaffId>) -> Signature {
        let role = |id| roster.staff(id).map(|member| member.role);
        Signature {
            by,
            role: if let Person::Staff(id) = by { role(id) } else { None },
            outside: if let Person::Outside(id) = by {
                roster.outsider(id).map(|one| one.place)
            } else {
                None
            },
            second: second.map(|id| (id, role(id))),
        }
    }

    /// Who.
    pub const fn by(&self) -> Person {
        self.by
    }

    /// The role of an active member of staff.
    pub const fn role(&self) -> Option<RoleId> {
        self.role
    }

    /// The place outside the ladder, of somebody who is enrolled there.
    pub const fn outside(&self) -> Option<u8> {
        self.outside
    }

    /// The second person's number.
    pub const fn second(&self) -> Option<StaffId> {
        match self.second {
            Some((id, _)) => Some(id),
            None => None,
        }
    }

    /// The second person's role, where they are an active member of staff.
    pub const fn second_role(&self) -> Option<RoleId> {
        match self.second {
            Some((_, role)) => role,
            None => None,
        }
    }

    /// Whether this is the program or an active member of staff.
    pub(crate) fn serves(&self) -> bool {
        self.by == Person::System || self.role.is_some()
    }

    /// A second person who is named must be one who counts.
    pub(crate) fn sound_second(&self) -> bool {
        match self.second {
            None => true,
            Some((id, role)) => role.is_some() && self.by != Person::Staff(id),
        }
    }

    /// Any active member of staff.
    pub(crate) fn staff(&self, cite: Cite) -> Result<Cite, Refusal<Barred>> {
        match (self.role, self.sound_second()) {
            (None, _) => Err(Refusal::new(Barred::NotYours, cite)),
            (_, false) => Err(Refusal::new(Barred::SecondUnfit, cite)),
            _ => Ok(cite),
        }
    }

    /// At least this role.
    pub(crate) fn holds(&self, book: &Rulebook, least: RoleId, cite: Cite) -> Result<Cite, Refusal<Barred>> {
        self.staff(cite)?;
        if self.role.is_some_and(|role| role >= least) {
            Ok(cite)
        } else {
            let needs = book.ladder.name(least).to_string();
            Err(Refusal::new(Barred::RoleTooLow { needs }, cite))
        }
    }

    /// The clause that lets this person do so, with the second person where the book's policy wants one.
    ///
    /// # Errors
    /// Why not.
    pub fn authority(&self, book: &Rulebook, act: Act) -> Result<Cite, Refusal<Barred>> {
        let cite = self.alone(book, act)?;
        let Some(rule) = book.house.second(act) else { return Ok(cite) };
        match (self.second, book.ladder.least(act)) {
            (Some((_, Some(role))), Some(least)) if role >= least.value => Ok(cite),
            (Some(_), _) => Err(Refusal::new(Barred::SecondUnfit, rule.clause)),
            (None, _) => Err(Refusal::new(Barred::SecondNeeded, rule.clause)),
        }
    }

    /// The same without the second person, for the one case where there cannot be one yet.
    pub(crate) fn alone(&self, book: &Rulebook, act: Act) -> Result<Cite, Refusal<Barred>> {
        let Some(power) = book.ladder.power(act) else {
            return Err(Refusal::new(Barred::NotInThisBook, book.house.uncovered));
        };
        match self.outside {
            Some(place) if power.outside.contains(&place) => Ok(power.least.cite),
            _ => self.holds(book, power.least.value, power.least.cite),
        }
    }
}

/// Why a person may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Barred {
    /// It is for somebody else.
    NotYours,
    /// It needs a higher role.
    RoleTooLow {
        /// The least role.
        needs: String,
    },
    /// The book gives this power to nobody.
    NotInThisBook,
    /// It needs a second person.
    SecondNeeded,
    /// The second person is the first, is not on the roster, or has too low a role.
    SecondUnfit,
}

impl fmt::Display for Barred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Barred::NotYours => f.write_str("this is not for you to do"),
            Barred::RoleTooLow { needs } => write!(f, "this needs the role {needs} or above"),
            Barred::NotInThisBook => f.write_str("this book gives nobody that power"),
            Barred::SecondNeeded => {
                f.write_str("this needs a second person: another member of staff of at least the same role")
            }
            Barred::SecondUnfit => f.write_str(
                "the second person must be another active member of staff of at least the role that this needs",
            ),
        }
    }
}
