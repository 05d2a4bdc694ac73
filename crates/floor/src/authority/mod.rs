//! Who may do what: for every command of every desk what it needs of whoever gives it, and by which clause. The orders
//! of the floor are checked by it, and buttons can be drawn by it.

mod cells;
mod house;
mod meter;
mod patron;
mod table;

pub use cells::{
    AuthorityCommand, Cell, OTHER_PATRON, OTHER_SEAT, PATRON, SEAT, TABLE, Whose, authority, deeds, everybody,
};
pub use house::of_house;
pub use meter::of_meter;
pub use patron::of_patron;
pub use table::of_table;
pub use table::{dealer, player};

use ::house::{Barred, Person, Signature};
use engine::{PatronId, Refusal};
use rulebook::{Act, Cite, FloorBook, RoleId};

/// What a command needs: any one of these is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The player or the patron whose it is.
    pub own: Option<Own>,
    /// A member of staff with this role or above; 0 is any member of staff.
    pub staff: Option<RoleId>,
    /// … and nobody above the dealer.
    pub dealer_only: bool,
    /// These, outside the ladder.
    pub outside: Vec<u8>,
    /// The program itself.
    pub system: bool,
    /// A second person beside a member of staff, and the clause that wants one.
    pub second: Option<Cite>,
    /// The book gives this power to nobody.
    pub unknown: bool,
    /// The clause that lets them, and in whose name others are refused.
    pub cite: Cite,
}

/// Whose something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Whoever sits there.
    Seat(u8),
    /// The patron with that number.
    Patron(PatronId),
}

/// Somebody as the roster and the table know them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capacity {
    /// An active member of staff: the role.
    pub rung: Option<RoleId>,
    /// Somebody outside the ladder: the place.
    pub outside: Option<u8>,
    /// A patron: the number.
    pub patron: Option<PatronId>,
    /// … and where they sit at the table in question.
    pub seat: Option<u8>,
    pub system: bool,
    /// Who stands beside them.
    pub second: Second,
}

/// The second person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Second {
    /// There is none.
    #[default]
    None,
    /// The first person again, or somebody who is not on the roster.
    Unsound,
    /// Another active member of staff.
    Rung(RoleId),
}

impl Capacity {
    /// Somebody who gives an order, with the place where they sit.
    pub fn of(signature: &Signature, seat: Option<u8>) -> Capacity {
        let by = signature.by();
        Capacity {
            rung: signature.role(),
            outside: signature.outside(),
            patron: if let Person::Patron(number) = by { Some(number) } else { None },
            seat,
            system: by == Person::System,
            second: match (signature.second(), signature.second_role()) {
                (None, _) => Second::None,
                (Some(id), Some(role)) if by != Person::Staff(id) => Second::Rung(role),
                _ => Second::Unsound,
            },
        }
    }
}

impl Needs {
    /// Nobody at all, by that clause.
    pub fn nobody(cite: Cite) -> Needs {
        Needs {
            own: None,
            staff: None,
            dealer_only: false,
            outside: Vec::new(),
            system: false,
            second: None,
            unknown: false,
            cite,
        }
    }

    /// The program alone.
    pub fn system(cite: Cite) -> Needs {
        Needs { system: true, ..Needs::nobody(cite) }
    }

    /// Any member of staff.
    pub fn staff(cite: Cite) -> Needs {
        Needs { staff: Some(RoleId(0)), ..Needs::nobody(cite) }
    }

    /// This role or above.
    pub fn role(least: RoleId, cite: Cite) -> Needs {
        Needs { staff: Some(least), ..Needs::nobody(cite) }
    }

    /// Whoever has the power under the book, with the second person whom the house wants beside them.
    pub fn power<'b>(book: impl Into<FloorBook<'b>>, act: Act) -> Needs {
        let book = book.into();
        let second = book.house.second(act).map(|rule| rule.clause);
        Needs { second, ..Needs::alone(book, act) }
    }

    /// The same without a second person, where nothing moves.
    pub fn alone<'b>(book: impl Into<FloorBook<'b>>, act: Act) -> Needs {
        let book = book.into();
        match book.ladder.power(act) {
            Some(power) => {
                Needs { outside: power.outside.clone(), ..Needs::role(power.least.value, power.least.cite) }
            }
            None => Needs { unknown: true, ..Needs::nobody(book.house.uncovered) },
        }
    }

    #[must_use]
    pub fn or_system(self) -> Needs {
        Needs { system: true, ..self }
    }

    #[must_use]
    pub fn or_own(self, own: Own) -> Needs {
        Needs { own: Some(own), ..self }
    }

    pub(crate) fn by(self, cite: Cite) -> Needs {
        Needs { cite, ..self }
    }

    /// Whether somebody may, and the clause.
    ///
    /// # Errors
    /// Why not.
    pub fn judge<'b>(&self, book: impl Into<FloorBook<'b>>, who: &Capacity) -> Result<Cite, Refusal<Barred>> {
        let book = book.into();
        let no = |reason, cite| Err(Refusal::new(reason, cite));
        if who.second == Second::Unsound {
            return no(Barred::SecondUnfit, book.house.roster);
        }
        let own = match self.own {
            Some(Own::Seat(seat)) => who.seat == Some(seat),
            Some(Own::Patron(number)) => who.patron == Some(number),
            None => false,
        };
        let outside = who.outside.is_some_and(|place| self.outside.contains(&place));
        if own || outside || who.system && self.system {
            return Ok(self.cite);
        }
        if self.unknown {
            return no(Barred::NotInThisBook, self.cite);
        }
        let (Some(role), Some(least)) = (who.rung, self.staff) else {
            return no(Barred::NotYours, self.cite);
        };
        if self.dealer_only && role != RoleId(0) {
            return no(Barred::NotYours, self.cite);
        }
        if role < least {
            return no(Barred::RoleTooLow { needs: book.ladder.name(least).to_string() }, self.cite);
        }
        match (self.second, who.second) {
            (None, _) => Ok(self.cite),
            (Some(rule), Second::None) => no(Barred::SecondNeeded, rule),
            (Some(_), Second::Rung(second)) if second >= least => Ok(self.cite),
            (Some(rule), _) => no(Barred::SecondUnfit, rule),
        }
    }
}
