//! The table sign: what the operator displays, checked against the book.

use crate::machine::Refusal;
use minicbor::{Decode, Encode};
use money::{Money, Rate, Rounding};
use rulebook::{Device, Increment, MethodFact, PayRounding, Place, Rulebook, Variant};
use std::fmt;

/// The most boxes of a table, in any book.
pub const SEATS: usize = 16;
/// The most wagers of a game, bonus payments included.
pub const WAGERS: usize = 8;
/// More than any table takes or pays, 100 billion dollars: keeps every product of a stake and odds within what money
/// holds.
pub const MOST: Money = Money::from_cents(10_000_000_000_000);

/// The dealing methods: A, where a fold ends a jackpot wager, and B, where it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(index_only)]
pub enum Method {
    #[n(0)]
    A,
    #[n(1)]
    B,
}

impl Method {
    /// As the cases of a wager name it.
    pub fn fact(self) -> MethodFact {
        match self {
            Method::A => MethodFact::A,
            Method::B => MethodFact::B,
        }
    }
}

/// Limits by wager, in the order of the game's wagers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Limits {
    #[n(0)]
    pub min: [Option<Money>; WAGERS],
    #[n(1)]
    pub max: [Option<Money>; WAGERS],
}

impl Limits {
    /// Whether all amounts are such as a table can have.
    pub(crate) fn in_range(&self) -> bool {
        let least = self.min.iter().flatten().all(|least| is_least(*least));
        least && self.max.iter().flatten().all(|most| in_range(*most))
    }
}

/// A minimum may be nothing at all.
fn is_least(amount: Money) -> bool {
    amount.is_zero() || in_range(amount)
}

/// More than nothing, and no more than a table can take.
pub(crate) fn in_range(amount: Money) -> bool {
    amount > Money::ZERO && amount <= MOST
}

/// What the operator displays at a table.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Sign {
    /// Places for players.
    #[n(0)]
    pub seats: u8,
    /// What cards are dealt from.
    #[n(1)]
    pub device: Device,
    /// The dealing method.
    #[n(2)]
    pub method: Method,
    /// The smallest chip that the table pays with.
    #[n(3)]
    pub smallest_chip: Money,
    /// The most that one wager is paid, where its pay table says so.
    #[n(4)]
    pub max_payout: Option<Money>,
    #[n(5)]
    pub limits: Limits,
    /// The regulator's own minimum.
    #[n(6)]
    pub approved_min: [Option<Money>; WAGERS],
    /// Ultimate Texas Hold'em: the multiples of the Ante before the flop, on the flop, on the river.
    #[n(7)]
    pub multiples: [Vec<u32>; 3],
    /// The pay tables chosen, where the book offers several: name and column.
    #[n(8)]
    pub paytables: Vec<(String, String)>,
    #[n(9)]
    pub jackpot: Option<SignJackpot>,
    /// A table for low limits.
    #[n(10)]
    pub low_limit: bool,
}

/// The jackpot on a sign.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SignJackpot {
    /// The book's option; 0 where it has none.
    #[n(0)]
    pub option: u8,
    /// The seed: times the wager's cost, or dollars, as the book has it.
    #[n(1)]
    pub seed: u32,
    /// The operator's rate, where the book leaves it open.
    #[n(2)]
    pub increment: Option<Rate>,
    /// What a wager costs.
    #[n(3)]
    pub wager: Money,
    /// Games on the same meter.
    #[n(4)]
    pub games: u8,
    /// What others get when a royal flush is won.
    #[n(5)]
    pub bonus_royal: Option<Money>,
    /// What others get when a straight flush is won.
    #[n(6)]
    pub bonus_straight_flush: Option<Money>,
}

/// What is wrong with a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignReason {
    TooManySeats { most: u8 },
    NoSuchDevice,
    LowLimitNeeds { device: Device },
    NoMethods,
    MethodBNeeded,
    ChipNotPositive,
    AmountOutOfRange { what: &'static str },
    MinimumAboveMaximum { on: String },
    BelowApprovedMinimum { on: String },
    MultiplesMissing,
    MultipleOutOfRange { multiple: u32 },
    MultiplesMustFall,
    NoSuchPayTable { table: String, column: String },
    NoSuchOption { option: u8 },
    NoSuchSeed { option: u8, seed: u32 },
    IncrementIsTheBooks,
    OptionIsNotTheBooks,
    BonusIsNotTheBooks,
    CostNotPositive,
}

impl fmt::Display for SignReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SignReason::TooManySeats { most } => write!(f, "a table has at most {most} places"),
            SignReason::NoSuchDevice => f.write_str("the book does not allow this dealing device"),
            SignReason::LowLimitNeeds { device } => {
                write!(f, "a low-limit table deals from a {}", device.word())
            }
            SignReason::NoMethods => f.write_str("this book has no Method B"),
            SignReason::MethodBNeeded => f.write_str("a jackpot of several games needs Method B"),
            SignReason::ChipNotPositive => f.write_str("the smallest chip must be worth something"),
            SignReason::AmountOutOfRange { what } => {
                write!(f, "the {what} must be more than nothing, and no more than a table can take")
            }
            SignReason::MinimumAboveMaximum { on } => write!(f, "the minimum of {on} is above its maximum"),
            SignReason::BelowApprovedMinimum { on } => {
                write!(f, "the minimum of {on} is below the approved minimum")
            }
            SignReason::MultiplesMissing => {
                f.write_str("the sign must show the multiples of all three stages")
            }
            SignReason::MultipleOutOfRange { multiple } => {
                write!(f, "{multiple} times the Ante is not within 1 to 10 times")
            }
            SignReason::MultiplesMustFall => {
                f.write_str("the highest multiple of a stage must be below that of the stage before")
            }
            SignReason::NoSuchPayTable { table, column } => {
                write!(f, "there is no column '{column}' of a pay table '{table}'")
            }
            SignReason::NoSuchOption { option } => write!(f, "there is no jackpot option {option}"),
            SignReason::NoSuchSeed { option, seed } => {
                write!(f, "option {option} has no seed of {seed} for 1")
            }
            SignReason::IncrementIsTheBooks => {
                f.write_str("the book itself gives the increment, and it is another")
            }
            SignReason::OptionIsNotTheBooks => f.write_str("this book has no jackpot options"),
            SignReason::BonusIsNotTheBooks => f.write_str("this book has no bonus jackpot"),
            SignReason::CostNotPositive => {
                f.write_str("a jackpot wager must cost something, and no more than a table can take")
            }
        }
    }
}

impl Sign {
    /// A sign with nothing on it but what every table has.
    pub fn plain(book: &Rulebook) -> Sign {
        Sign {
            seats: book.table.seats.value,
            device: Device::Shoe,
            method: Method::A,
            smallest_chip: Money::from_cents(1),
            max_payout: None,
            limits: Limits::default(),
            approved_min: [None; WAGERS],
            multiples: [Vec::new(), Vec::new(), Vec::new()],
            paytables: Vec::new(),
            jackpot: None,
            low_limit: false,
        }
    }

    /// How winnings are rounded.
    pub fn rounding(&self, book: &Rulebook) -> Rounding {
        match book.table.pay.rounding.value {
            PayRounding::UpToChip => Rounding::up_to(self.smallest_chip).unwrap_or(Rounding::UP_TO_CENT),
            PayRounding::UpToCent => Rounding::UP_TO_CENT,
        }
    }

    /// Whether the book allows it.
    ///
    /// # Errors
    /// The first thing that it forbids, with the clause.
    pub fn check(&self, book: &Rulebook, game: &Variant) -> Result<(), Refusal<SignReason>> {
        let table = &book.table;
        let no = |reason, cite| Err(Refusal::new(reason, cite));
        if self.seats == 0 || self.seats > table.seats.value {
            return no(SignReason::TooManySeats { most: table.seats.value }, table.seats.cite);
        }
        if table.device(self.device).is_none() {
            return no(SignReason::NoSuchDevice, table.device[0].clause);
        }
        match (&table.low_limit, self.low_limit) {
            (Some(low), true) if low.device.value != self.device => {
                return no(SignReason::LowLimitNeeds { device: low.device.value }, low.device.cite);
            }
            _ => {}
        }
        let several = self.jackpot.as_ref().is_some_and(|jackpot| jackpot.games > 1);
        match (&table.methods, self.method) {
            (None, Method::B) => return no(SignReason::NoMethods, table.jackpot.folded_hand.cite),
            (Some(methods), Method::A) if several => return no(SignReason::MethodBNeeded, methods.b),
            _ => {}
        }
        if self.smallest_chip <= Money::ZERO {
            return no(SignReason::ChipNotPositive, table.pay.rounding.cite);
        }
        if self.smallest_chip > MOST {
            return no(SignReason::AmountOutOfRange { what: "smallest chip" }, table.pay.rounding.cite);
        }
        if self.max_payout.is_some_and(|most| !in_range(most)) {
            return no(SignReason::AmountOutOfRange { what: "maximum payout" }, table.limits.shown);
        }
        self.check_limits(book, game)?;
        self.check_multiples(game)?;
        for (name, column) in &self.paytables {
            // A table that another game has does not concern this one.
            if game.chosen_tables().is_empty() {
                break;
            }
            let found =
                game.paytable.iter().any(|known| known.id == *name && known.column.as_ref() == Some(column));
            if !found {
                let near = game.paytable.iter().find(|known| known.id == *name);
                let reason = SignReason::NoSuchPayTable { table: name.clone(), column: column.clone() };
                return no(reason, near.map_or(game.settlement, |known| known.clause));
            }
        }
        self.jackpot.as_ref().map_or(Ok(()), |jackpot| jackpot.check(book))
    }

    fn check_limits(&self, book: &Rulebook, game: &Variant) -> Result<(), Refusal<SignReason>> {
        let shown = book.table.limits.shown;
        if !self.limits.in_range() || self.approved_min.iter().flatten().any(|least| !is_least(*least)) {
            return Err(Refusal::new(SignReason::AmountOutOfRange { what: "limits" }, shown));
        }
        for (at, wager) in game.wager.iter().enumerate() {
            let on = || wager.on.clone();
            let (min, max) = (self.limits.min[at], self.limits.max[at]);
            if min.is_some_and(|min| max.is_some_and(|max| min > max)) {
                return Err(Refusal::new(SignReason::MinimumAboveMaximum { on: on() }, shown));
            }
            if self.approved_min[at].is_some_and(|approved| min.is_some_and(|min| min < approved)) {
                let cite = book.table.limits.below_approved.unwrap_or(shown);
                return Err(Refusal::new(SignReason::BelowApprovedMinimum { on: on() }, cite));
            }
        }
        Ok(())
    }

    /// Whole multiples from 1 to 10, the highest of each stage below that of the stage before.
    fn check_multiples(&self, game: &Variant) -> Result<(), Refusal<SignReason>> {
        let mut before: Option<u32> = None;
        for step in &game.step {
            let Some(stake) = &step.stake else { continue };
            let Some(stage) = stake.sign_stage else { continue };
            let shown = &self.multiples[stage];
            let Some(&highest) = shown.iter().max() else {
                return Err(Refusal::new(SignReason::MultiplesMissing, stake.clause));
            };
            if let Some(&multiple) = shown.iter().find(|multiple| !(1..=10).contains(*multiple)) {
                return Err(Refusal::new(SignReason::MultipleOutOfRange { multiple }, stake.clause));
            }
            if before.is_some_and(|before| highest >= before) {
                return Err(Refusal::new(SignReason::MultiplesMustFall, stake.clause));
            }
            before = Some(highest);
        }
        Ok(())
    }

    /// The pay table of that name, with the column that the sign shows.
    pub(crate) fn paytable(&self, game: &Variant, id: &str) -> Option<usize> {
        let chosen = self.paytables.iter().find(|(name, _)| name == id).map(|(_, column)| column);
        game.paytable.iter().position(|table| {
            table.id == id && (table.column.is_none() || chosen.is_none() || table.column.as_ref() == chosen)
        })
    }

    /// Whether the game offers a jackpot wager here.
    pub fn offers_jackpot(&self, game: &Variant) -> bool {
        self.jackpot.is_some() && game.wager.iter().any(|wager| wager.place == Place::Jackpot)
    }
}

impl SignJackpot {
    /// The meter's seed in money.
    pub fn seed_value(&self, book: &Rulebook) -> Money {
        let times = match book.jackpots.increment.value {
            Increment::BySeed => self.wager.cents(),
            Increment::Operator => 100,
        };
        Money::from_cents(i64::from(self.seed).saturating_mul(times))
    }

    /// The part of each wager that goes onto the meter.
    pub fn rate(&self, book: &Rulebook) -> Rate {
        let none = Rate::from_ppm(0).expect("no more than all of it");
        match book.jackpots.increment.value {
            Increment::BySeed => book.jackpots.rate(self.option, self.seed).map_or(none, |row| row.rate.0),
            Increment::Operator => self.increment.unwrap_or(none),
        }
    }

    /// The rate as it is stated, or the book's where none is.
    pub(crate) fn stated(&self, book: &Rulebook) -> Rate {
        self.increment.unwrap_or(self.rate(book))
    }

    /// Whether the book allows the combination.
    ///
    /// # Errors
    /// What it forbids, with the clause.
    pub fn check(&self, book: &Rulebook) -> Result<(), Refusal<SignReason>> {
        let rules = &book.jackpots;
        let no = |reason, cite| Err(Refusal::new(reason, cite));
        let bonuses = self.bonus_royal.into_iter().chain(self.bonus_straight_flush);
        if bonuses.into_iter().any(|amount| !in_range(amount)) {
            return no(SignReason::AmountOutOfRange { what: "bonus jackpot" }, rules.option[0].clause);
        }
        if !in_range(self.wager) {
            return no(SignReason::CostNotPositive, rules.cost);
        }
        if rules.bonus.is_none() && (self.bonus_royal.is_some() || self.bonus_straight_flush.is_some()) {
            return no(SignReason::BonusIsNotTheBooks, rules.option[0].clause);
        }
        match rules.increment.value {
            Increment::Operator if self.option != 0 => {
                no(SignReason::OptionIsNotTheBooks, rules.option[0].clause)
            }
            Increment::Operator => Ok(()),
            Increment::BySeed if rules.option(self.option).is_none() => {
                let cite = rules.options.unwrap_or(rules.option[0].clause);
                no(SignReason::NoSuchOption { option: self.option }, cite)
            }
            Increment::BySeed if rules.rate(self.option, self.seed).is_none() => {
                let own = rules.seed.iter().find(|seed| seed.option == self.option).map(|seed| seed.clause);
                let cite = rules.links.option_and_seed.or(own).unwrap_or(rules.increment.cite);
                no(SignReason::NoSuchSeed { option: self.option, seed: self.seed }, cite)
            }
            // A rate that is stated must be the book's.
            Increment::BySeed if self.stated(book) != self.rate(book) => {
                no(SignReason::IncrementIsTheBooks, rules.increment.cite)
            }
            Increment::BySeed => Ok(()),
        }
    }
}
