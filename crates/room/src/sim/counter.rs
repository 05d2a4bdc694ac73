//! What happened in many hands, added up.

use crate::event::Event;
use crate::terms::ChipAmount;
use engine::Sink;
use rulebook::Ruled;

/// Adds up what happens instead of keeping it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Hands that have ended.
    pub hands: u64,
    /// Everything that has happened.
    pub events: u64,
    /// Decisions of players in betting rounds.
    pub acts: u64,
    /// Hands that ended with two or more players shown down.
    pub showdowns: u64,
    /// Chips pushed to winners.
    pub won: ChipAmount,
    /// Chips that the house took.
    pub commission: ChipAmount,
    shown: u32,
}

impl Sink<Ruled<Event>> for Counter {
    #[inline]
    fn take(&mut self, event: Ruled<Event>) {
        self.events += 1;
        match event.value {
            Event::Acted { .. } => self.acts += 1,
            Event::Shown { .. } | Event::Set { .. } => self.shown += 1,
            Event::Won { chips, .. } | Event::Paid { chips, .. } => self.won += chips,
            Event::Fee { chips, .. } | Event::Raked { chips, .. } => self.commission += chips,
            Event::Ended => {
                self.hands += 1;
                self.showdowns += u64::from(self.shown > 1);
                self.shown = 0;
            }
            _ => {}
        }
    }
}
