//! What the house takes from the pots (7.2 to 7.8).

use crate::event::Event;
use crate::hand::Hand;
use crate::hand_rules::HandRules;
use crate::pots::Pots;
use crate::settle::ShowdownRanks;
use crate::terms::{ChipAmount, MOST};
use engine::Sink;
use rulebook::Ruled;
use rulebook::room::Point;

impl HandRules<'_> {
    /// What each pot pays, the main pot first, with the clause of the first reason for nothing.
    pub(crate) fn rake(
        &self,
        hand: &mut Hand,
        pots: &Pots,
        ranks: Option<&ShowdownRanks>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> [ChipAmount; MOST] {
        let mut taken = [0; MOST];
        let commission = self.terms.commission;
        if !commission.is_from_pots() {
            return taken;
        }
        if self.blinds_only(hand) {
            self.say(hand, out, Event::Raked { pot: 0, chips: 0 }, self.cite(Point::CommissionBlindsOnly));
            return taken;
        }
        let mut ppm = commission.percentage().0;
        if ppm > 0 && ranks.is_some_and(|ranks| self.everybody_ties(hand, ranks)) {
            self.say(hand, out, Event::Raked { pot: 0, chips: 0 }, self.cite(Point::CommissionTie));
            // A fixed fee is due all the same (7.8).
            ppm = 0;
        }
        let chip = self.terms.chip.max(1);
        // No chip is broken for the cap (J23); what was collected before the hand counts towards it (7.7, J88).
        let mut left = commission.most(chip) - if self.policy.cap_covers_hand { hand.commission } else { 0 };
        let mut fee = commission.per_hand();
        for (at, pot) in pots.all().iter().enumerate() {
            let due = fee.min(pot.chips);
            let fixed = due.min(left.max(0));
            let part = (i128::from(pot.chips) * i128::from(ppm) / 1_000_000) as ChipAmount;
            // The two together are no more than lies there.
            let part = (part - part % chip).min(pot.chips - fixed);
            let share = part.min((left - fixed).max(0));
            let each = [(fixed, due, Point::PerHand), (share, part, Point::Percentage)];
            for (chips, asked, point) in each.into_iter().filter(|(chips, ..)| *chips > 0) {
                let point = if chips < asked { Point::CommissionCap } else { point };
                taken[at] += chips;
                self.say(hand, out, Event::Raked { pot: at as u8, chips }, self.cite(point));
            }
            left -= fixed + share;
            fee -= due;
        }
        taken
    }

    /// Nothing but blinds was wagered in the hand (7.6, J21).
    fn blinds_only(&self, hand: &Hand) -> bool {
        !hand.wagered && self.terms.antes[..hand.players()].iter().all(|&ante| ante == 0)
    }

    /// All who put chips in have stayed and tie for everything (7.8, J22).
    fn everybody_ties(&self, hand: &Hand, ranks: &ShowdownRanks) -> bool {
        let mut put_in = (0..hand.players()).filter(|&seat| hand.staked[seat] > 0);
        if !put_in.all(|seat| hand.live.has(seat)) {
            return false;
        }
        let Some(first) = hand.live.from(0) else { return false };
        hand.live.len() > 1 && ranks.iter().all(|row| hand.live.iter().all(|seat| row[seat] == row[first]))
    }
}
