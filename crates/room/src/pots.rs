//! Main and side pots (definitions of 'All-in', 'Pot', 'Side pot(s)').

use crate::hand::Hand;
use crate::hand_rules::HandRules;
use crate::seats::Seats;
use crate::terms::{ChipAmount, MOST};

/// A pot and who can win it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pot {
    /// What is in it.
    pub chips: ChipAmount,
    /// Who can win it.
    pub players: Seats,
}

/// The pots of a hand, the main pot first, and what nobody called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pots {
    all: [Pot; MOST],
    len: u8,
    /// Chips that nobody called, and whose they are.
    pub uncalled: Option<(usize, ChipAmount)>,
}

impl Pots {
    /// The pots, the main pot first.
    pub fn all(&self) -> &[Pot] {
        &self.all[..usize::from(self.len)]
    }

    /// The house takes its part of each.
    pub(crate) fn take(&mut self, taken: &[ChipAmount; MOST]) {
        for (pot, taken) in self.all[..usize::from(self.len)].iter_mut().zip(taken) {
            pot.chips -= taken;
        }
    }

    /// Adds a pot; one that the same players contest as the last is part of it.
    pub(crate) fn add(&mut self, pot: Pot) {
        let len = usize::from(self.len);
        match self.all[..len].last_mut() {
            Some(last) if last.players == pot.players => last.chips += pot.chips,
            _ => {
                self.all[len] = pot;
                self.len += 1;
            }
        }
    }
}

impl HandRules<'_> {
    /// The pots as they stand, every wager counted, what nobody called left out (7.5).
    #[inline]
    pub fn pots(&self, hand: &Hand) -> Pots {
        let players = hand.players();
        let mut staked = hand.staked;
        // Where a short ante wins the antes whole, they are no part of the layers.
        let mut pool = 0;
        if !self.terms.trim_antes {
            for (seat, chips) in staked[..players].iter_mut().enumerate() {
                let ante = self.terms.antes[seat].min(hand.stacks[seat] + *chips).max(0);
                *chips -= ante;
                pool += ante;
            }
        }
        let (mut top, mut second, mut whose) = (-1, 0, 0);
        for (seat, &chips) in staked[..players].iter().enumerate() {
            if chips > top {
                (second, top, whose) = (top.max(0), chips, seat);
            } else {
                second = second.max(chips);
            }
        }
        let mut pots = Pots::default();
        // Who mucks at the showdown has made his side pots all the same.
        let mut left = hand.live.or(hand.late.seats);
        // Nothing goes back to a hand that was folded or is dead: its chips stay in the pot.
        if top > second && (left.has(whose) || self.policy.folded_takes_back) {
            staked[whose] = second;
            pots.uncalled = Some((whose, top - second));
        }
        let mut below = 0;
        while !left.is_empty() {
            let level = left.iter().map(|seat| staked[seat]).min().unwrap_or(0);
            let layer: ChipAmount =
                staked[..players].iter().map(|&chips| chips.min(level) - chips.min(below)).sum();
            if layer + pool > 0 {
                pots.all[usize::from(pots.len)] = Pot { chips: layer + pool, players: claimants(hand, left) };
                pots.len += 1;
                pool = 0;
            }
            below = level;
            left = left.iter().filter(|&seat| staked[seat] > level).fold(Seats::NONE, Seats::with);
        }
        // Chips of hands that were folded or are dead, beyond what anybody put in who is left: the last pot has them (J60).
        let over: ChipAmount = staked[..players].iter().map(|&chips| (chips - below).max(0)).sum();
        if over + pool > 0 {
            // Even who is left with nothing of his own in the middle: the pot is never nobody's.
            if pots.len == 0 {
                pots.all[0].players = hand.live;
                pots.len = 1;
            }
            pots.all[usize::from(pots.len) - 1].chips += over + pool;
        }
        pots
    }
}

/// Who of these can win a pot: those with a hand. If all have given it up, the last of them, to whom the others had left it.
#[inline]
fn claimants(hand: &Hand, players: Seats) -> Seats {
    let live = players.and(hand.live);
    if live.is_empty() { hand.late.last_of(players).map_or(hand.live, Seats::only) } else { live }
}
