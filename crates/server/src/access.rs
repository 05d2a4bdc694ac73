//! Which pages are open to whom: to those who have one of the powers that a page serves, under the book whose page it is.

use crate::problem::{Problem, ProblemClause};
use house::Signature;
use rulebook::{Act, Power, RoleId, Rulebook};

/// A page, or a group of pages, for those who work at the house or inspect it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The floor by tables: opening, signs, limits, approvals.
    Floor,
    Meters,
    /// The roster, log-ins and the gaming day.
    People,
    Patrons,
    /// Disputes, breaches, mispayments, duties.
    Disputes,
    /// Floats, drops and the day's reconciliation.
    Money,
    /// Past rounds of every table, with who played them.
    Rounds,
}

impl Area {
    /// All of them.
    pub const ALL: [Area; 7] =
        [Area::Floor, Area::Meters, Area::People, Area::Patrons, Area::Disputes, Area::Money, Area::Rounds];

    /// Any one of these powers opens it.
    const fn powers(self) -> &'static [Act] {
        match self {
            Area::Floor => &[Act::CloseTable, Act::ChangeLimits],
            Area::Meters => &[Act::ReadMeter, Act::ChangeMeter, Act::CloseMeter, Act::CorrectMeter],
            Area::People => &[Act::ManageStaff, Act::OpenDay],
            Area::Patrons => &[Act::KeepPatronFile, Act::ExcludePatron],
            Area::Disputes => {
                &[Act::SettleDispute, Act::Sanction, Act::CorrectPayment, Act::ReportToRegulator]
            }
            Area::Money => &[Act::FillFloat, Act::CountFloat],
            Area::Rounds => &[Act::SettleDispute, Act::CorrectPayment],
        }
    }

    /// The power that the lowest role has.
    fn lowest(self, book: &Rulebook) -> Option<&Power> {
        self.powers().iter().filter_map(|act| book.ladder.power(*act)).min_by_key(|power| power.least.value)
    }

    /// Whether a role may open it under a book.
    pub fn admits(self, book: &Rulebook, role: RoleId) -> bool {
        self.lowest(book).is_some_and(|power| role >= power.least.value)
    }

    /// Whether somebody may open it under a book.
    ///
    /// # Errors
    /// Which role it takes, and the clause that says so.
    pub fn open_to(self, book: &Rulebook, who: &Signature) -> Result<(), Problem> {
        let Some(power) = self.lowest(book) else {
            return Err(Problem::forbidden("this book gives nobody the power that this page is for"));
        };
        // Inspectors look at rounds, and at nothing that is the house's own.
        let looks = self == Area::Rounds && who.outside().is_some();
        if looks || who.role().is_some_and(|role| self.admits(book, role)) {
            return Ok(());
        }
        let role = book.ladder.name(power.least.value);
        let cite = power.least.cite;
        Err(Problem {
            clause: Some(ProblemClause { book: book.front.id.clone(), label: book.label(cite).to_string() }),
            ..Problem::forbidden(format!("this page is for the role of {role} or above"))
                .next(format!("ask a person with the role of {role}"))
        })
    }
}
