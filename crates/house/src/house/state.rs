//! What the house knows: folded from its events, nothing else.

use super::command::Mispaid;
use crate::date::{Date, Month};
use crate::number::OutsiderId;
use crate::person::Person;
use crate::roster::Roster;
use engine::{Moment, PatronId, TableNumber};
use minicbor::{Decode, Encode};
use money::Money;
use rulebook::Citing;
use rulebook::{BreachKind, DirectionKind, NotifyOf, SanctionKind};

/// The state of the house.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct State {
    /// Who works here.
    #[n(0)]
    pub roster: Roster,
    /// The first gaming day there was.
    #[n(1)]
    pub first_day: Option<Date>,
    /// The gaming day, open or last closed.
    #[n(2)]
    pub day: Option<Date>,
    /// Whether it is open.
    #[n(3)]
    pub open: bool,
    #[n(4)]
    pub disputes: Vec<Dispute>,
    #[n(5)]
    pub breaches: Vec<Breach>,
    #[n(6)]
    pub mispayments: Vec<Mispayment>,
    /// Who must be told of what.
    #[n(7)]
    pub duties: Vec<Duty>,
    /// Months whose list went to the regulator.
    #[n(8)]
    pub reported: Vec<Month>,
    /// Directions to suspects.
    #[n(9)]
    pub directions: Vec<Direction>,
    /// Copies of the rules given.
    #[n(10)]
    pub copies: u64,
    /// The day whose last round was called, while it is open.
    #[n(11)]
    pub last_round: Option<Date>,
}

/// What a house's day lets its tables do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hours {
    Open,
    /// Rounds under way are played to their end.
    LastRound,
    /// No day is open.
    Closed,
}

/// A dispute.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Dispute {
    #[n(0)]
    pub table: TableNumber,
    #[n(1)]
    pub round: u64,
    #[n(2)]
    pub patron: PatronId,
    #[n(3)]
    pub what: String,
    /// When it was raised.
    #[n(4)]
    pub at: Moment,
    /// The instance where it lies.
    #[n(5)]
    pub instance: u8,
    /// The rulings, the first first.
    #[n(6)]
    pub rulings: Vec<Ruling>,
    /// Whether the patron was told of the inspector.
    #[n(7)]
    pub told: bool,
    /// Whether it is or was with the inspector.
    #[n(8)]
    pub inspector: bool,
    /// What the inspector found.
    #[n(9)]
    pub finding: Option<String>,
    /// Whether the patron was content, once it is over.
    #[n(10)]
    pub closed: Option<bool>,
}

impl Dispute {
    /// Whether the instance where it lies has ruled.
    pub fn is_ruled(&self) -> bool {
        self.rulings.last().is_some_and(|ruling| ruling.instance == self.instance)
    }
}

/// A ruling on a dispute.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Ruling {
    /// At which instance.
    #[n(0)]
    pub instance: u8,
    #[n(1)]
    pub by: Person,
    #[n(2)]
    pub text: String,
}

/// A breach.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Breach {
    #[n(0)]
    pub of: Person,
    /// The table, where it was at one.
    #[n(1)]
    pub table: Option<TableNumber>,
    /// Of which rule.
    #[n(2)]
    pub kind: BreachKind,
    #[n(3)]
    pub what: String,
    /// When it was recorded.
    #[n(4)]
    pub at: Moment,
    /// What was done about it.
    #[n(5)]
    pub sanctions: Vec<SanctionKind>,
    /// Winnings held back now.
    #[n(6)]
    pub withheld: Option<Money>,
    /// The gaming day until whose end the person is barred from the game.
    #[n(7)]
    pub barred: Option<Date>,
    /// The round of the table in which the wagers are void.
    #[n(8)]
    pub void_in: Option<u64>,
}

/// A wrong payment.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Mispayment {
    /// What was wrong; `patron` and `suspected` as they stand now.
    #[n(0)]
    pub mispaid: Mispaid,
    /// The gaming day on which it became known.
    #[n(1)]
    pub known: Date,
    /// Whether enquiries were made.
    #[n(2)]
    pub enquired: bool,
    /// Whether somebody tried to identify the patron.
    #[n(3)]
    pub sought: bool,
    /// Whether somebody tried to correct it.
    #[n(4)]
    pub attempted: bool,
    /// How much went back where it belongs.
    #[n(5)]
    pub corrected: Money,
    /// Whether the regulator was told of it.
    #[n(6)]
    pub told: bool,
    /// What of the correction its table must show in its accounts.
    #[n(7)]
    pub to_post: Option<Money>,
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
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Duty {
    #[n(0)]
    pub of: NotifyOf,
    #[n(1)]
    pub table: TableNumber,
    #[n(2)]
    pub round: u64,
    /// Which place outside the ladder.
    #[cbor(n(3), with = "rulebook::outside_by_id")]
    pub place: u8,
    /// Who was told and when.
    #[n(4)]
    pub given: Option<(OutsiderId, Moment)>,
}

/// A direction to suspects.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Direction {
    #[n(0)]
    pub table: TableNumber,
    #[n(1)]
    pub patrons: Vec<PatronId>,
    #[n(2)]
    pub is: DirectionKind,
}

impl State {
    /// The breaches for which a patron is barred from a game today.
    pub fn bars(&self, patron: PatronId) -> impl Iterator<Item = &Breach> {
        let today = self.day.filter(|_| self.open);
        let of = Person::Patron(patron);
        self.breaches
            .iter()
            .filter(move |breach| breach.of == of && today.is_some() && breach.barred == today)
    }

    /// Whether new rounds may begin: a day is open, and its last round was not called.
    pub fn hours(&self) -> Hours {
        match (self.open, self.last_round.is_some()) {
            (false, _) => Hours::Closed,
            (true, true) => Hours::LastRound,
            (true, false) => Hours::Open,
        }
    }

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
