//! What the house takes from the pots (7.2 to 7.8).

use crate::event::Event;
use crate::hand::Hand;
use crate::pots::Pots;
use crate::room::Room;
use crate::settle::Ranks;
use crate::terms::{Chips, Commission, MOST};
use engine::Sink;
use rulebook::Ruled;
use rulebook::room::Point;

impl Room<'_> {
    /// What each pot pays, the main pot first, with the clause of the first reason for nothing.
    pub(crate) fn rake(
        &self,
        hand: &mut Hand,
        pots: &Pots,
        ranks: Option<&Ranks>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> [Chips; MOST] {
        let mut taken = [0; MOST];
        if matches!(self.terms.commission, Commission::None | Commission::PerPerson(_)) {
            return taken;
        }
        if self.blinds_only(hand) {
            self.say(hand, out, Event::Raked { pot: 0, chips: 0 }, self.cite(Point::CommissionBlindsOnly));
            return taken;
        }
        let percentage = matches!(self.terms.commission, Commission::Percentage { .. });
        if percentage && ranks.is_some_and(|ranks| self.everybody_ties(hand, ranks)) {
            self.say(hand, out, Event::Raked { pot: 0, chips: 0 }, self.cite(Point::CommissionTie));
            return taken;
        }
        let chip = self.terms.chip.max(1);
        let mut total = 0;
        for (at, pot) in pots.all().iter().enumerate() {
            let (asked, point) = match self.terms.commission {
                Commission::Percentage { ppm, cap } => {
                    let part = (i128::from(pot.chips) * i128::from(ppm) / 1_000_000) as Chips;
                    let part = part - part % chip;
                    // No chip is broken for the cap (J23).
                    let left = cap - cap % chip - total;
                    if part > left { (left, Point::CommissionCap) } else { (part, Point::Percentage) }
                }
                Commission::PerHand(fee) => ((fee - total).min(pot.chips), Point::PerHand),
                Commission::None | Commission::PerPerson(_) => (0, Point::Other),
            };
            if asked > 0 {
                taken[at] = asked;
                total += asked;
                self.say(hand, out, Event::Raked { pot: at as u8, chips: asked }, self.cite(point));
            }
        }
        taken
    }

    /// Nothing but blinds was wagered in the hand (7.6, J21).
    fn blinds_only(&self, hand: &Hand) -> bool {
        !hand.wagered && self.terms.antes[..hand.players()].iter().all(|&ante| ante == 0)
    }

    /// All who put chips in have stayed and tie for everything (7.8, J22).
    fn everybody_ties(&self, hand: &Hand, ranks: &Ranks) -> bool {
        let mut put_in = (0..hand.players()).filter(|&seat| hand.staked[seat] > 0);
        if !put_in.all(|seat| hand.live.has(seat)) {
            return false;
        }
        let Some(first) = hand.live.from(0) else { return false };
        hand.live.len() > 1 && ranks.iter().all(|row| hand.live.iter().all(|seat| row[seat] == row[first]))
    }
}
