//! What a table owes its linked meter: jackpot wagers to register or take off, and the outcome of every round.

use super::Banked;
use super::event::{Event, Settled};
use super::state::{Seat, Table};
use rulebook::Ruled;

/// What the meter must hear, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeterCall {
    /// So many jackpot wagers more.
    Register(u32),
    /// So many fewer.
    Cancel(u32),
    /// The outcome of the round, all boxes together.
    Record {
        royals: u32,
        flushes: u32,
        /// Wagers that play on in the next round.
        carried: u32,
    },
}

impl Banked<'_> {
    /// What the meter must hear of what the table has just said. `on_meter` wagers of this table are there already;
    /// `after` is the table after all of it.
    pub fn meter_calls(&self, after: &Table, said: &[Ruled<Event>], on_meter: u32) -> Vec<MeterCall> {
        let spot = self.jackpot_spot();
        let mut heard = MeterSignals::default();
        said.iter().for_each(|event| heard.note(&event.value, spot));
        let mut calls = Vec::new();
        let mut known = on_meter;
        if heard.registered > 0 {
            known += heard.registered;
            calls.push(MeterCall::Register(heard.registered));
        }
        let cancelled = heard.cancelled.min(known);
        if cancelled > 0 {
            known -= cancelled;
            calls.push(MeterCall::Cancel(cancelled));
        }
        let joined = heard.joined.map_or(0, |all| all.saturating_sub(known));
        if joined > 0 {
            known += joined;
            calls.push(MeterCall::Register(joined));
        }
        // Carried on from this round, not into it: its wager is settled, or the round is over.
        let goes_on = |seat: &&Seat| {
            !seat.carried.is_zero() && (heard.closed || spot.is_some_and(|spot| seat.is_settled(spot)))
        };
        let carried = after.boxes().iter().filter(goes_on).count() as u32;
        // The dealer records the outcome of every round, also that nothing was won.
        if heard.awaited || heard.closed && known > carried {
            // All boxes of a round are simultaneous, whenever their hands were settled.
            let won = |royal: bool| {
                let hit = |seat: &&Seat| seat.awaits && seat.hit.is_some_and(|prize| (prize == 0) == royal);
                after.boxes().iter().filter(hit).count() as u32
            };
            calls.push(MeterCall::Record { royals: won(true), flushes: won(false), carried });
        }
        calls
    }
}

/// What of it concerns the meter.
#[derive(Default)]
struct MeterSignals {
    registered: u32,
    cancelled: u32,
    joined: Option<u32>,
    awaited: bool,
    closed: bool,
}

impl MeterSignals {
    fn note(&mut self, event: &Event, spot: Option<usize>) {
        match *event {
            Event::JackpotRegistered { wagers } => self.registered += u32::from(wagers),
            Event::JackpotReRegistered { wagers, this_round: false } => self.joined = Some(u32::from(wagers)),
            Event::WagerSettled { wager, result, .. } if Some(usize::from(wager)) == spot => {
                self.cancelled += u32::from(matches!(result, Settled::Void | Settled::Returned));
            }
            // Between rounds only a carried wager is on the meter.
            Event::WagerTakenBack { wager, .. } if Some(usize::from(wager)) == spot => self.cancelled += 1,
            Event::AwardsAwaited => self.awaited = true,
            Event::RoundClosed => self.closed = true,
            _ => {}
        }
    }
}
