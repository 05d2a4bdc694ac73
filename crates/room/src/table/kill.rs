//! Kill Pots: whom the two-sided button moves to when a pot is pushed (8.13).

use super::state::{Person, RoomTable};
use rulebook::room::Point;

/// The Kill Button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Kill {
    /// In the centre of the table.
    #[default]
    Neutral,
    /// This player won the last pot.
    LegUp(Person),
    /// This player is the Killer.
    Killer(Person),
}

impl Kill {
    /// Whose it is.
    pub const fn holder(self) -> Option<Person> {
        match self {
            Kill::Neutral => None,
            Kill::LegUp(person) | Kill::Killer(person) => Some(person),
        }
    }

    /// Where the button goes: `winner` is who won all of every pot, none if it was split, `enough` whether the pot
    /// reached the qualifying size.
    pub fn after(self, hi_lo: bool, winner: Option<Person>, enough: bool) -> (Kill, Point) {
        let Some(winner) = winner else {
            return match self {
                Kill::Neutral => (Kill::Neutral, Point::KillNoPot),
                Kill::LegUp(_) => (Kill::Neutral, Point::KillLegLost),
                Kill::Killer(_) => (Kill::Neutral, Point::KillSplit),
            };
        };
        match self {
            Kill::Neutral if !enough => (Kill::Neutral, Point::KillQualifying),
            Kill::Neutral if hi_lo => (Kill::Killer(winner), Point::KillAtOnce),
            Kill::Neutral => (Kill::LegUp(winner), Point::KillLegUp),
            Kill::LegUp(holder) if holder == winner => {
                if enough {
                    (Kill::Killer(winner), Point::KillFromLeg)
                } else {
                    // Too small a pot neither awards nor advances (J34).
                    (self, Point::KillLegKept)
                }
            }
            Kill::LegUp(_) if enough => (Kill::LegUp(winner), Point::KillLegUp),
            Kill::LegUp(_) => (Kill::Neutral, Point::KillLegLost),
            Kill::Killer(holder) if holder == winner => (self, Point::KillKept),
            Kill::Killer(_) if !enough => (Kill::Neutral, Point::KillLostSmall),
            Kill::Killer(_) if hi_lo => (Kill::Killer(winner), Point::KillMovesKill),
            Kill::Killer(_) => (Kill::LegUp(winner), Point::KillMovesLegUp),
        }
    }
}

/// What happens when who refused the Kill wager is back in time (8.13.11(a)).
pub(super) enum KillRejoin {
    /// Has the button again.
    Regains(Point),
    /// Posts the same amount without the button.
    Owes,
    Nothing,
}

/// The time within which a refusal is remembered: the only limit of the Rules, 20 minutes (J34, 8.12).
pub(super) const REJOIN_SECONDS: u64 = 20 * 60;

impl RoomTable {
    pub(super) fn rejoined(&self, person: Person, at: engine::Moment) -> KillRejoin {
        let in_time = self
            .refused
            .iter()
            .any(|&(who, since)| who == person && at.0.saturating_sub(since.0) <= REJOIN_SECONDS);
        match self.kill {
            _ if !in_time => KillRejoin::Nothing,
            Kill::Neutral => KillRejoin::Regains(Point::KillRejoinNeutral),
            Kill::LegUp(_) => KillRejoin::Regains(Point::KillRejoinLegUp),
            Kill::Killer(_) => KillRejoin::Owes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: Person = Person(1);
    const Q: Person = Person(2);

    #[test]
    fn every_row_of_a_game_for_the_high_hand() {
        use Kill::{Killer, LegUp, Neutral};
        for (from, winner, enough, to) in [
            (Neutral, Some(P), true, LegUp(P)),
            (Neutral, Some(P), false, Neutral),
            (Neutral, None, true, Neutral),
            (LegUp(P), Some(P), true, Killer(P)),
            (LegUp(P), Some(P), false, LegUp(P)),
            (LegUp(P), Some(Q), true, LegUp(Q)),
            (LegUp(P), None, true, Neutral),
            (LegUp(P), Some(Q), false, Neutral),
            (Killer(P), Some(P), true, Killer(P)),
            (Killer(P), Some(P), false, Killer(P)),
            (Killer(P), None, true, Neutral),
            (Killer(P), Some(Q), true, LegUp(Q)),
            (Killer(P), Some(Q), false, Neutral),
        ] {
            assert_eq!(from.after(false, winner, enough).0, to, "{from:?} {winner:?} {enough}");
        }
    }

    #[test]
    fn every_row_of_a_hi_lo_game() {
        use Kill::{Killer, Neutral};
        for (from, winner, enough, to) in [
            (Neutral, Some(P), true, Killer(P)),
            (Neutral, Some(P), false, Neutral),
            (Neutral, None, true, Neutral),
            (Killer(P), Some(P), true, Killer(P)),
            (Killer(P), Some(P), false, Killer(P)),
            (Killer(P), None, true, Neutral),
            (Killer(P), Some(Q), true, Killer(Q)),
            (Killer(P), Some(Q), false, Neutral),
        ] {
            assert_eq!(from.after(true, winner, enough).0, to, "{from:?} {winner:?} {enough}");
        }
    }
}
