//! What happens to the meters when something has happened.

use super::award::Award;
use super::meter::{Event, Linked, Meter, MeterNotice, State};
use super::totals::Totals;
use crate::number::TableNumber;
use money::{MicroCents, Money};

pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::MeterOpened { terms, value } => state.meters.push(Meter {
            terms: terms.clone(),
            value: *value,
            tables: Vec::new(),
            closed: false,
            works: true,
            manual: false,
            notice: None,
            terms_notice: None,
            seq: 0,
            totals: Totals { opening: *value, ..Totals::default() },
            displays: Vec::new(),
        }),
        Event::TableLinked { meter, table } => {
            state[*meter].tables.push(Linked {
                table: *table,
                registered: 0,
                on_meter: 0,
                closing: None,
                recorded: None,
            });
        }
        Event::TableUnlinked { meter, table } => {
            state[*meter].tables.retain(|linked| linked.table != *table);
        }
        Event::NoticePosted { meter, of, table, at } => {
            let meter = &mut state[*meter];
            match of {
                MeterNotice::Tables => meter.notice = Some(*at),
                MeterNotice::Terms => meter.terms_notice = Some(*at),
                MeterNotice::Closing => {
                    let here = |linked: &&mut Linked| table.is_none_or(|only| only == linked.table);
                    meter.tables.iter_mut().filter(here).for_each(|linked| linked.closing = Some(*at));
                }
            }
        }
        Event::EquipmentChanged { meter, works, manual } => {
            state[*meter].works = *works;
            state[*meter].manual = *manual;
        }
        Event::WagersRegistered { meter, table, wagers, increment, seq } => {
            let meter = &mut state[*meter];
            meter.totals.wagers += u64::from(*wagers);
            meter.totals.turnover += times(meter.terms.wager, *wagers);
            meter.totals.increments += *increment;
            meter.moves(*increment, *seq);
            if let Some(linked) = meter.linked(*table) {
                linked.registered += wagers;
                linked.on_meter += wagers;
            }
        }
        Event::WagersCancelled { meter, table, wagers, increment, seq } => {
            let meter = &mut state[*meter];
            meter.totals.cancelled_wagers += u64::from(*wagers);
            meter.totals.cancelled_turnover += times(meter.terms.wager, *wagers);
            meter.totals.cancelled += *increment;
            meter.moves(-*increment, *seq);
            if let Some(linked) = meter.linked(*table) {
                linked.registered -= wagers;
                linked.on_meter = linked.on_meter.saturating_sub(*wagers);
            }
        }
        Event::OutcomeRecorded { meter, table, royals, flushes, carried, award, seq, at: _ } => {
            let meter = &mut state[*meter];
            meter.awarded((*royals, *flushes), award);
            meter.moves(award.reseeded - award.drawn, *seq);
            if !award.reseeded.is_zero() || *royals > 0 {
                meter.tables.iter_mut().for_each(|linked| linked.on_meter = 0);
            }
            if let Some(linked) = meter.linked(*table) {
                // The round's wagers are done; carried ones stay for the next.
                linked.registered = *carried;
                linked.on_meter = linked.on_meter.min(*carried);
                // An outcome without a winner leaves nothing to determine.
                linked.recorded = (royals + flushes > 0).then(|| (*royals, *flushes, award.clone()));
            }
        }
        Event::AwardsDetermined { meter, table } => {
            if let Some(linked) = state[*meter].linked(*table) {
                linked.recorded = None;
            }
        }
        Event::MeterTransferred { from, into, amount, from_seq, into_seq } => {
            state[*from].totals.transferred_out += *amount;
            state[*from].moves(-*amount, *from_seq);
            state[*into].totals.transferred_in += *amount;
            state[*into].moves(*amount, *into_seq);
        }
        Event::MeterClosed { meter } => state[*meter].closed = true,
        Event::TermsChanged { meter, terms, raised, seq } => {
            let meter = &mut state[*meter];
            meter.terms = terms.clone();
            // A sign announces one change.
            meter.terms_notice = None;
            meter.totals.reseeded += *raised;
            meter.moves(*raised, *seq);
        }
        Event::MeterCorrected { meter, by, why: _, seq } => {
            state[*meter].totals.corrections += *by;
            state[*meter].moves(*by, *seq);
        }
        Event::DisplayAdded { meter, place } => {
            let displays = &mut state[*meter].displays;
            if !displays.contains(place) {
                displays.push(place.clone());
            }
        }
        Event::ClauseApplied | Event::MeterRead { .. } | Event::CallDeclined { .. } => {}
    }
}

impl Meter {
    fn linked(&mut self, table: TableNumber) -> Option<&mut Linked> {
        self.tables.iter_mut().find(|linked| linked.table == table)
    }

    fn moves(&mut self, by: MicroCents, seq: u64) {
        self.value += by;
        self.seq = seq;
    }

    fn awarded(&mut self, (royals, flushes): (u32, u32), award: &Award) {
        self.totals.royals += u64::from(royals);
        self.totals.flushes += u64::from(flushes);
        self.totals.wins += times(award.royal, royals) + times(award.straight_flush, flushes);
        self.totals.drawn += award.drawn;
        self.totals.house += award.house;
        self.totals.reseeded += award.reseeded;
    }
}

/// So many times an amount.
fn times(amount: Money, count: u32) -> MicroCents {
    MicroCents::from_micro_cents(MicroCents::from(amount).micro_cents() * i128::from(count))
}
