//! Jackpot wagers as a meter would count them: registered when betting closes, off it when they are settled or go
//! back, carried over when the round does not count.

use engine::banked::{Event, Seat, Settled, Table};

/// The jackpot wagers that are on the meter.
#[derive(Debug, Default)]
pub(crate) struct Registered {
    wagers: usize,
}

impl Registered {
    /// Counts an event that is about to happen at the table.
    pub(crate) fn count(&mut self, table: &Table, jackpot: usize, event: &Event) -> Result<(), String> {
        let carried = |seat: u8| !table.seats[usize::from(seat)].carried.is_zero();
        match *event {
            Event::JackpotRegistered { wagers } => self.wagers += usize::from(wagers),
            Event::WagerSettled { seat, wager, result, .. } if usize::from(wager) == jackpot => {
                let on = table.is_in_round() || carried(seat);
                if on && result != Settled::Carried {
                    self.wagers = self.wagers.checked_sub(1).ok_or("more is settled than was registered")?;
                }
            }
            Event::WagerTakenBack { seat, wager, .. } if usize::from(wager) == jackpot && carried(seat) => {
                self.wagers = self.wagers.checked_sub(1).ok_or("more goes back than was registered")?;
            }
            // Those that play on in this round, not those that were carried over to the next.
            Event::JackpotReRegistered { wagers, this_round: true } => {
                let plays = |seat: &&Seat| !seat.stakes[jackpot].is_zero() && !seat.is_settled(jackpot);
                let count = table.seats.iter().filter(plays).count();
                if usize::from(wagers) != count {
                    return Err(format!("{wagers} are registered again, {count} play on"));
                }
            }
            Event::JackpotReRegistered { wagers, this_round: false } => self.wagers = usize::from(wagers),
            _ => {}
        }
        Ok(())
    }

    /// Whether as many lie on the table: all of a round, and between rounds those carried over.
    pub(crate) fn agree(&self, table: &Table, jackpot: usize) -> Result<(), String> {
        let lies = table.seats.iter().filter(|seat| {
            let open = table.is_in_round() && !seat.stakes[jackpot].is_zero() && !seat.is_settled(jackpot);
            open || !seat.carried.is_zero()
        });
        match lies.count() {
            count if count == self.wagers => Ok(()),
            count => Err(format!("{count} jackpot wagers lie there, {} are registered", self.wagers)),
        }
    }
}
