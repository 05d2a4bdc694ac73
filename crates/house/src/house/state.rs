//! What the house knows: folded from its events, nothing else.

use super::command::Mispaid;
use crate::date::{Date, Month};
use crate::person::Person;
use crate::roster::Roster;
use engine::Moment;
use money::Money;
use rulebook::{BreachKind, DirectionKind, NotifyOf, SanctionKind};

/// The state of the house.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Who works here.
    pub roster: Roster,
    /// The first gaming day there was.
    pub first_day: Option<Date>,
    /// The gaming day, open or last closed.
    pub day: Option<Date>,
    /// Whether it is open.
    pub open: bool,
    /// Disputes.
    pub disputes: Vec<Dispute>,
    /// Breaches.
    pub breaches: Vec<Breach>,
    /// Wrong payments.
    pub mispayments: Vec<Mispayment>,
    /// Who must be told of what.
    pub duties: Vec<Duty>,
    /// Months whose list went to the regulator.
    pub reported: Vec<Month>,
    /// Directions to suspects.
    pub directions: Vec<Direction>,
    /// Copies of the rules given.
    pub copies: u64,
}

/// A dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The table.
    pub table: u32,
    /// The round.
    pub round: u64,
    /// The patron.
    pub patron: u32,
    /// What about.
    pub what: String,
    /// When it was raised.
    pub at: Moment,
    /// The instance where it lies.
    pub instance: u8,
    /// The rulings, the first first.
    pub rulings: Vec<Ruling>,
    /// Whether the patron was told of the inspector.
    pub told: bool,
    /// Whether it is or was with the inspector.
    pub inspector: bool,
    /// What the inspector found.
    pub finding: Option<String>,
    /// Whether the patron was content, once it is over.
    pub closed: Option<bool>,
}

impl Dispute {
    /// Whether the instance where it lies has ruled.
    pub fn is_ruled(&self) -> bool {
        self.rulings.last().is_some_and(|ruling| ruling.instance == self.instance)
    }
}

/// A ruling on a dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// At which instance.
    pub instance: u8,
    /// By whom.
    pub by: Person,
    /// What.
    pub text: String,
}

/// A breach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Whose.
    pub of: Person,
    /// The table, where it was at one.
    pub table: Option<u32>,
    /// Of which rule.
    pub kind: BreachKind,
    /// What happened.
    pub what: String,
    /// When it was recorded.
    pub at: Moment,
    /// What was done about it.
    pub sanctions: Vec<SanctionKind>,
    /// Winnings held back now.
    pub withheld: Option<Money>,
}

/// A wrong payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mispayment {
    /// What was wrong; `patron` and `suspected` as they stand now.
    pub mispaid: Mispaid,
    /// The gaming day on which it became known.
    pub known: Date,
    /// Whether enquiries were made.
    pub enquired: bool,
    /// Whether somebody tried to identify the patron.
    pub sought: bool,
    /// Whether somebody tried to correct it.
    pub attempted: bool,
    /// How much went back where it belongs.
    pub corrected: Money,
    /// Whether the regulator was told of it.
    pub told: bool,
}

impl Mispayment {
    /// What is left to correct.
    pub fn outstanding(&self) -> Money {
        self.mispaid.amount - self.corrected
    }

    /// Whether it is no breach: not meant after enquiry, and corrected, attempted or told to the regulator.
    pub fn is_excused(&self) -> bool {
        let remedied = self.outstanding().is_zero() || self.attempted || self.told;
        !self.mispaid.suspected && self.enquired && remedied
    }
}

/// Somebody outside who must be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duty {
    /// Of what.
    pub of: NotifyOf,
    /// The table.
    pub table: u32,
    /// The round.
    pub round: u64,
    /// Which place outside the ladder.
    pub place: u8,
    /// Who was told and when.
    pub given: Option<(u32, Moment)>,
}

/// A direction to suspects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The table.
    pub table: u32,
    /// Which patrons.
    pub patrons: Vec<u32>,
    /// What.
    pub is: DirectionKind,
}

impl State {
    /// The known wrong payments of a month above an amount, which stands in the book's `mispayments.list_above`.
    pub fn monthly_list(&self, month: Month, above: Money) -> Vec<usize> {
        let listed =
            |(_, known): &(usize, &Mispayment)| known.known.month() == month && known.mispaid.amount > above;
        self.mispayments.iter().enumerate().filter(listed).map(|(at, _)| at).collect()
    }

    /// The months that are over and whose list has not gone to the regulator.
    pub fn lists_due(&self) -> Vec<Month> {
        let (Some(first), Some(now)) = (self.first_day, self.day) else { return Vec::new() };
        let months = std::iter::successors(Some(first.month()), |month| Some(month.next()));
        months
            .take_while(|month| *month < now.month())
            .filter(|month| !self.reported.contains(month))
            .collect()
    }

    /// The duties that nobody has done yet.
    pub fn duties_due(&self) -> impl Iterator<Item = (usize, &Duty)> {
        self.duties.iter().enumerate().filter(|(_, duty)| duty.given.is_none())
    }
}
