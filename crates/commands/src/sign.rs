//! A sign in words: limits, pay tables, the jackpot.

use crate::schema::record;
use crate::{CommandError, Dollars};
use engine::{Limits, Method, Sign, SignJackpot};
use money::{Money, Rate};
use rulebook::{Device, Rulebook, Variant};
use std::collections::BTreeMap;

record! {
    /// The limits of a wager.
    #[derive(Copy, Default)]
    #[serde(deny_unknown_fields)]
    pub struct Bounds {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub min: Option<Dollars>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub max: Option<Dollars>,
    }
}

record! {
    /// A sign in words; what is left out is as plain as a sign can be.
    #[derive(Default)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
    pub struct SignText {
        pub seats: Option<u8>,
        pub shuffler: bool,
        pub method_b: bool,
        pub smallest_chip: Option<Dollars>,
        pub max_payout: Option<Dollars>,
        pub limits: BTreeMap<String, Bounds>,
        pub multiples: Vec<Vec<u32>> as Multiples,
        pub paytables: BTreeMap<String, String>,
        pub jackpot: Option<JackpotText>,
        pub low_limit: bool,
    }
}

record! {
    /// The jackpot on a sign, in words.
    #[derive(Default)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
    pub struct JackpotText {
        pub option: u8 as One,
        pub seed: u32 as Seed,
        /// In millionths of the wager.
        pub increment_ppm: Option<u32> as PartsPerMillion,
        pub wager: Option<Dollars>,
        pub games: Option<u8> as One,
        pub bonus_royal: Option<Dollars>,
        pub bonus_straight_flush: Option<Dollars>,
    }
}

/// Limits by the names of the wagers.
///
/// # Errors
/// If the game does not have one of them.
pub fn limits(game: &Variant, by_wager: &BTreeMap<String, Bounds>) -> Result<Limits, CommandError> {
    let mut out = Limits::default();
    for (on, bounds) in by_wager {
        let wager = game.wager(on).ok_or_else(|| {
            let shown: String = on.chars().take(20).collect();
            CommandError::new(format!("limits are for wagers of the game, and '{shown}' is none"))
        })?;
        out.min[wager] = bounds.min.map(|least| least.0);
        out.max[wager] = bounds.max.map(|most| most.0);
    }
    Ok(out)
}

impl SignText {
    pub(crate) fn sign(&self, book: &Rulebook, game: &Variant) -> Result<Sign, CommandError> {
        let plain = Sign::plain(book);
        if self.multiples.len() > 3 {
            return Err(CommandError::new("there are multiples for three stages at most"));
        }
        let mut multiples = plain.multiples;
        multiples.iter_mut().zip(&self.multiples).for_each(|(to, from)| to.clone_from(from));
        let jackpot = self.jackpot.as_ref().map(JackpotText::terms).transpose()?;
        Ok(Sign {
            seats: self.seats.unwrap_or(plain.seats),
            device: if self.shuffler { Device::Shuffler } else { Device::Shoe },
            method: if self.method_b { Method::B } else { Method::A },
            smallest_chip: self.smallest_chip.map_or(plain.smallest_chip, |chip| chip.0),
            max_payout: self.max_payout.map(|most| most.0),
            limits: limits(game, &self.limits)?,
            approved_min: plain.approved_min,
            multiples,
            paytables: self.paytables.iter().map(|(name, column)| (name.clone(), column.clone())).collect(),
            jackpot,
            low_limit: self.low_limit,
        })
    }
}

impl JackpotText {
    /// As the engine's terms.
    ///
    /// # Errors
    /// If the rate is above the whole wager.
    pub fn terms(&self) -> Result<SignJackpot, CommandError> {
        let increment = self.increment_ppm.map(Rate::from_ppm).transpose();
        Ok(SignJackpot {
            option: self.option,
            seed: self.seed,
            increment: increment.map_err(|error| CommandError::new(error.to_string()))?,
            wager: self.wager.map_or(Money::ZERO, |wager| wager.0),
            games: self.games.unwrap_or(1),
            bonus_royal: self.bonus_royal.map(|bonus| bonus.0),
            bonus_straight_flush: self.bonus_straight_flush.map(|bonus| bonus.0),
        })
    }
}
