//! A book's linked jackpot as data: prizes, seeds and rates, and the formula for awards that fall together.

use crate::cite::{Cite, Ruled};
use crate::floor::HandFloor;
use crate::mistake::{Checked, Mistake, item, mistake};
use cards::HandRank;
use money::{Money, Odds, Rate};
use serde::Deserialize;
use serde::de::{self, Deserializer};

/// `jackpots.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JackpotRules {
    /// A jackpot wager makes a hand eligible; without one there is no prize.
    pub eligible: Cite,
    /// It costs exactly what the sign says, on its own area.
    pub cost: Cite,
    /// One for a hand.
    pub one_per_hand: Cite,
    /// Taken only while the equipment works, or a manual process does.
    pub equipment: Cite,
    /// The options there are: what refuses any other.
    pub options: Option<Cite>,
    /// A new meter stands at its seed at least.
    pub floor: Option<Cite>,
    /// Its share goes onto the meter.
    pub registered: Cite,
    /// Where the rate comes from.
    pub increment: Ruled<Increment>,
    /// The time of settlement: when the dealer records the outcome.
    pub recorded: Cite,
    /// Outcomes of one round at one table are simultaneous.
    pub simultaneous: Cite,
    /// Outcomes of different tables follow one another.
    pub sequential: Cite,
    /// A win is cited by its prize rather than by the wager's own rule.
    #[serde(default)]
    pub prize_decides: bool,
    /// The prizes by option; where the book has no options, one without a number.
    pub option: Vec<JackpotOption>,
    /// Seeds and the rates that go with them.
    #[serde(default)]
    pub seed: Vec<SeedRate>,
    /// How awards are worked out.
    pub shares: Shares,
    /// Awards besides the prizes, where the sign shows some.
    pub bonus: Option<BonusRules>,
    /// What tables on one meter, and meters on one floor, must have in common.
    pub links: Links,
    /// How long signs must be up.
    pub notices: Notices,
    /// What is displayed.
    #[serde(default)]
    pub fact: Vec<crate::table::Fact>,
}

/// Where the increment rate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Increment {
    /// From the book, with the option and the seed, which is a multiple of the wager's cost.
    BySeed,
    /// From the operator; the seed is an amount of money.
    Operator,
}

/// The prizes of an option.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JackpotOption {
    /// Its number; 0 where the book has no options.
    pub number: u8,
    /// Where it stands.
    pub clause: Cite,
    /// Best hand first.
    pub prizes: Vec<Prize>,
}

/// A prize.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prize {
    /// The weakest hand that it pays.
    pub hand: HandFloor,
    pub pays: PrizeAmount,
    /// Where it stands.
    pub clause: Cite,
    /// The rank of `hand`, by the place of the order that ranks jackpot hands.
    #[serde(skip)]
    pub from: HandRank,
}

/// How much a prize is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrizeAmount {
    /// All of the meter: written "100%".
    Meter,
    /// A part of the meter: written "10%".
    Share(Rate),
    /// "300 for 1" of the wager.
    For(Odds),
    /// The same amount for every wager: written "500.00".
    Flat(Money),
}

impl<'de> Deserialize<'de> for PrizeAmount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if text == "100%" {
            return Ok(PrizeAmount::Meter);
        }
        if let Some(percent) = text.strip_suffix('%') {
            return Rate::from_percent(percent).map(PrizeAmount::Share).map_err(de::Error::custom);
        }
        if text.contains("for") {
            return text.parse().map(PrizeAmount::For).map_err(de::Error::custom);
        }
        text.parse().map(PrizeAmount::Flat).map_err(de::Error::custom)
    }
}

/// A seed of an option, and the rate that goes with it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedRate {
    pub option: u8,
    /// The seed: so many times the wager's cost.
    pub for_one: u32,
    /// The part of each wager that goes onto the meter.
    pub rate: Percent,
    /// Where it stands.
    pub clause: Cite,
}

/// A rate as files write it: "57.22".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percent(pub Rate);

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Rate::from_percent(&String::deserialize(from)?).map(Percent).map_err(de::Error::custom)
    }
}

/// An amount as files write it: "50000.00".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dollars(pub Money);

impl<'de> Deserialize<'de> for Dollars {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map(Dollars).map_err(de::Error::custom)
    }
}

/// How awards from the meter are worked out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// How exactly the meter is read.
    pub reads: Ruled<MeterReading>,
    /// Which awards start from the meter rounded up to a dollar.
    pub whole_dollars: Ruled<WholeDollars>,
    /// Royals, and royals with straight flushes.
    pub split: Ruled<Split>,
    /// The pool of several royals.
    pub pool: Cite,
    /// The part of each royal.
    pub royal: Cite,
    /// The part of each straight flush beside a royal.
    pub straight_flush: Cite,
    /// Several straight flushes and no royal.
    pub several: Ruled<SeveralFlushes>,
    /// What comes off the meter.
    pub draw: Ruled<Draw>,
    /// When the meter is put back to its seed.
    pub reset: Ruled<Reset>,
    /// The reset after royals, where it stands elsewhere.
    pub reset_after_royal: Cite,
    /// Guaranteed least awards.
    pub minimum: Option<Minimum>,
    /// The printed table of parts, for [`Split::TensByTable`].
    #[serde(default)]
    pub part: Vec<ShareRow>,
    /// The printed table for several straight flushes.
    #[serde(default)]
    pub row: Vec<SeveralRow>,
}

/// How exactly the meter is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeterReading {
    /// As displayed: full cents.
    ToTheCent,
    /// With every fraction.
    Exact,
}

/// Which awards start from the meter rounded up to a dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WholeDollars {
    /// Those with a royal.
    WithRoyals,
    Always,
    Never,
}

/// How a royal and what falls with it share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// Ten parts a royal, one a straight flush, of a pool that grows by the seed with each further royal.
    Tens,
    /// The same with percentages as printed.
    TensByTable,
    /// The straight flushes take theirs first, the royals share the rest, none below its minimum.
    StraightFlushFirst,
}

/// How several straight flushes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeveralFlushes {
    /// A printed part of the meter and a printed part of the seed.
    MeterAndSeed,
    /// Equal shares of successive tenths, none below its minimum.
    SuccessiveTenths,
}

/// What an award takes off the meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// The part worked out from the meter; what is added to it is the house's.
    MeterPart,
    /// The whole award before rounding.
    WholeAward,
}

/// When the meter is put back to its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    /// After a royal.
    AfterRoyal,
    /// After a royal, and whenever an award leaves it below.
    BelowSeed,
}

/// Guaranteed least awards.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// For a royal.
    pub royal: Dollars,
    /// For a straight flush.
    pub straight_flush: Dollars,
    /// Where they stand.
    pub clause: Cite,
}

/// The printed parts for so many royals and straight flushes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareRow {
    pub royals: u32,
    pub flushes: u32,
    /// Each royal's part of the pool.
    pub royal: Percent,
    /// Each straight flush's.
    pub flush: Option<Percent>,
    /// Where it stands.
    pub clause: Cite,
}

/// The printed parts for so many straight flushes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeveralRow {
    pub flushes: u32,
    /// Each one's part of the meter.
    pub meter: Percent,
    /// Each one's part of the seed.
    pub seed: Percent,
    /// Where it stands.
    pub clause: Cite,
}

/// Awards besides the prizes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BonusRules {
    /// The award itself.
    pub clause: Cite,
    /// Who is eligible.
    pub eligible: Cite,
    /// Not the winners themselves.
    pub not_winner: Cite,
}

/// What must be the same, and what must differ.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Links {
    /// One table, or a group.
    pub group: Cite,
    /// The same cost on every table.
    pub same_cost: Cite,
    /// The same winning hands.
    pub same_hands: Cite,
    /// The same prizes.
    pub same_prizes: Cite,
    /// The same rate and seed.
    pub same_rate_and_seed: Cite,
    /// A table is on one meter.
    pub one_meter: Cite,
    /// All meters of a floor on one option.
    pub same_option: Option<Cite>,
    /// … and on one seed.
    pub same_seed: Option<Cite>,
    /// All meters of a floor at different costs.
    pub different_cost: Option<Cite>,
    /// An option goes with its own seeds and rates.
    pub option_and_seed: Option<Cite>,
    /// Several games on one meter: Method B.
    pub several_games: Option<Cite>,
}

/// How long signs must be up, and what a closure does.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notices {
    /// Adding, removing or moving a table: minutes.
    pub table: Option<Ruled<u32>>,
    /// Closing a meter: minutes.
    pub closing: Option<Ruled<u32>>,
    /// Changing a meter's option, seed or rate: minutes.
    pub terms: Option<Ruled<u32>>,
    /// The value on displays besides those of the tables.
    pub displays: Option<Cite>,
    /// What is above the seed goes to other meters.
    pub transfer: Option<Cite>,
    /// Also to those of other games.
    pub other_games: Option<Cite>,
}

impl JackpotRules {
    /// An option by its number.
    pub fn option(&self, number: u8) -> Option<&JackpotOption> {
        self.option.iter().find(|option| option.number == number)
    }

    /// The rate that goes with an option and a seed.
    pub fn rate(&self, option: u8, for_one: u32) -> Option<&SeedRate> {
        self.seed.iter().find(|seed| seed.option == option && seed.for_one == for_one)
    }

    /// Finds the ranks; the order is that of the jackpot hands.
    pub(crate) fn complete(&mut self, order: &cards::HandOrder) -> Checked {
        for (at, option) in self.option.iter_mut().enumerate() {
            for (row, prize) in option.prizes.iter_mut().enumerate() {
                let place = || item("option", at).key("prizes").item(row).key("hand");
                prize.from = prize.hand.rank(order).map_err(|what| Mistake::new(place(), what))?;
            }
            if !option.prizes.iter().rev().map(|prize| prize.from).is_sorted_by(|a, b| a < b) {
                let what = format!("the prizes of option {} must go from the best hand down", option.number);
                return mistake(item("option", at).key("prizes"), what);
            }
        }
        match self.seed.iter().enumerate().find(|(_, seed)| self.option(seed.option).is_none()) {
            Some((at, seed)) => {
                let what = format!("there is a seed for option {}, which does not exist", seed.option);
                mistake(item("seed", at).key("option"), what)
            }
            None => Ok(()),
        }
    }
}
