//! The ruling: every wager's result, with its clause.

use money::{MicroCents, Money};

/// What a case is ruled to be.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// "settled", "misdeal" or "void".
    pub outcome: &'static str,
    /// The dealer's hand.
    pub dealer: Option<DealerHand>,
    /// In the order of the file.
    pub seats: Vec<SeatRuling>,
    /// The meter, where there is one.
    pub jackpot: Option<JackpotLine>,
    /// What went wrong, and what was ruled.
    pub irregularities: Vec<IrregularityLine>,
}

/// The dealer's hand.
#[derive(Clone, Debug)]
pub struct DealerHand {
    /// In words.
    pub hand: String,
    /// Whether it qualifies.
    pub qualifies: bool,
}

/// A seat's result.
#[derive(Clone, Debug)]
pub struct SeatRuling {
    /// Its number.
    pub seat: usize,
    /// The hand in words; empty where it was not dealt out.
    pub hand: String,
    /// What the player gained over all wagers.
    pub net: Money,
    /// The wagers, in the contract's order.
    pub lines: Vec<Line>,
}

/// A wager's result.
#[derive(Clone, Debug)]
pub struct Line {
    /// The spot.
    pub on: String,
    /// What lay there.
    pub staked: Money,
    /// "win", "lose", …
    pub result: &'static str,
    /// Winnings alone.
    pub paid: Money,
    /// What of the stake goes back.
    pub returned: Money,
    /// The clause that decides.
    pub clause: String,
    /// Tables and procedures applied besides.
    pub also: Vec<String>,
    /// The reading taken, where the clause is unclear.
    pub reading: Option<String>,
}

/// What a round did to the meter.
#[derive(Clone, Copy, Debug)]
pub struct JackpotLine {
    /// Before this round's wagers.
    pub before: MicroCents,
    /// The increment of this round's wagers.
    pub contributed: MicroCents,
    /// What prizes took off.
    pub paid: MicroCents,
    /// What was put in to reset it.
    pub reseeded: MicroCents,
    /// What the house paid beyond the meter.
    pub house: MicroCents,
    /// After the round.
    pub after: MicroCents,
}

/// An irregularity and its ruling.
#[derive(Clone, Debug)]
pub struct IrregularityLine {
    /// What happened.
    pub what: String,
    /// What was ruled.
    pub ruling: String,
    /// Who ruled.
    pub by: String,
    /// By which clause.
    pub clause: String,
    /// What must be done besides: the duty and its clause.
    pub duties: Vec<(String, String)>,
}
