//! A meter as displays show it.

use crate::wire::Dollars;
use engine::jackpot::State;
use engine::{MeterIndex, MeterNumber, TableNumber};
use money::{MicroCents, Money, Rounding};
use rulebook::Rulebook;
use serde::Serialize;

/// A meter as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MeterView {
    pub book: String,
    pub meter: MeterNumber,
    /// What it shows: whole cents, those begun left out.
    pub value: Dollars,
    pub wager: Dollars,
    pub seed: Dollars,
    /// The number of its last change.
    pub seq: u64,
    pub works: bool,
    pub manual: bool,
    pub closed: bool,
    pub tables: Vec<TableNumber>,
    /// Awards that wait for the authorised role: the table, and what each gets.
    pub pending: Vec<PendingView>,
}

/// An award that was recorded and is not determined yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PendingView {
    pub table: TableNumber,
    pub royals: u32,
    pub straight_flushes: u32,
    pub royal: Dollars,
    pub straight_flush: Dollars,
}

impl MeterView {
    /// One of a book's meters.
    pub fn of(book: &Rulebook, state: &State, meter: MeterIndex) -> Option<MeterView> {
        let found = state.get(meter)?;
        let pending = found.tables.iter().filter_map(|linked| {
            let (royals, flushes, award) = linked.recorded.as_ref()?;
            (royals + flushes > 0).then_some(PendingView {
                table: linked.table,
                royals: *royals,
                straight_flushes: *flushes,
                royal: Dollars(award.royal),
                straight_flush: Dollars(award.straight_flush),
            })
        });
        Some(MeterView {
            book: book.front.id.clone(),
            meter: meter.number(),
            value: Dollars(whole_cents(found.value)),
            wager: Dollars(found.terms.wager),
            seed: Dollars(found.terms.seed_value(book)),
            seq: found.seq,
            works: found.works,
            manual: found.manual,
            closed: found.closed,
            tables: found.tables.iter().map(|linked| linked.table).collect(),
            pending: pending.collect(),
        })
    }
}

/// Whole cents: what is not a whole cent yet is not shown.
fn whole_cents(value: MicroCents) -> Money {
    value.round(Rounding::DOWN_TO_CENT).unwrap_or(Money::ZERO)
}
