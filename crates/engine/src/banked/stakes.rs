//! Stakes as they were found at settlement: what of each counts, what goes back, and why.

use super::event::{Event, RightAmount};
use super::state::{FoundWhen, Seat, Table, Warning};
use super::{Banked, Out};
use crate::sign::WAGERS;
use money::Money;
use rulebook::{Cite, Place, ShortWager, UnderMinimum, WrongSize};

/// What becomes of a wager before its hand is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StakeFate {
    /// It is settled.
    Plays,
    /// It is void.
    Void(Cite),
    /// It goes back whatever the result.
    Returned(Cite),
}

/// The stakes of a box, sorted out.
pub(super) struct SortedStakes {
    /// What is settled on.
    pub(super) counts: [Money; WAGERS],
    /// What becomes of each.
    pub(super) fate: [StakeFate; WAGERS],
}

/// A player is told what would have been right.
fn told(at: usize, warning: Warning, right: RightAmount) -> Event {
    Event::PlayerWarned { seat: at as u8, warning, right: Some(right) }
}

/// What counts of a stake, and what lay there.
fn adjusted((at, wager): (usize, usize), to: Money, was: Money) -> Event {
    Event::StakeAdjusted { seat: at as u8, wager: wager as u8, to, was: Some(was) }
}

impl Banked<'_> {
    /// Sorts out a box's stakes.
    pub(super) fn sort_out(&self, table: &Table, at: usize, out: &mut impl Out) -> SortedStakes {
        let seat = &table.seats[at];
        let mut sorted = SortedStakes { counts: seat.stakes, fate: [StakeFate::Plays; WAGERS] };
        let plain = !seat.unchecked && seat.patron.loss.is_none() && seat.patron.invalid_card.is_none();
        if plain && !seat.patron.employee {
            // Everything was checked when it was placed.
            return sorted;
        }
        self.patron_rules(seat, &mut sorted);
        let trimmed = self.trim_to_loss_limit(seat, at, &mut sorted, out);
        for wager in self.wagers_placed(Place::First) {
            self.limit(table, (at, wager), &mut sorted, out);
        }
        self.level_equals(at, &mut sorted, out);
        let below = self.book.table.limits.below_approved;
        // Without one of the wagers for which cards are dealt there is no hand: every other wager depends on it.
        let lacking = self.dealt_on.iter().find(|&&wager| match sorted.fate[wager] {
            StakeFate::Void(cite) => Some(cite) == below && !seat.stakes[wager].is_zero(),
            _ => false,
        });
        if let Some(&wager) = lacking {
            sorted.fate = [sorted.fate[wager]; WAGERS];
            return sorted;
        }
        for wager in self.wagers_placed(Place::Later) {
            if !seat.stakes[wager].is_zero() && sorted.fate[wager] == StakeFate::Plays {
                self.size(table, (at, wager), trimmed & 1 << wager != 0, &mut sorted, out);
                self.limit(table, (at, wager), &mut sorted, out);
            }
        }
        sorted
    }

    fn wagers_placed(&self, place: Place) -> impl Iterator<Item = usize> + '_ {
        let all = self.game.wager.iter().enumerate();
        all.filter(move |(_, wager)| wager.place == place).map(|(at, _)| at)
    }

    fn patron_rules(&self, seat: &Seat, sorted: &mut SortedStakes) {
        let Some(patrons) = &self.book.table.patrons else { return };
        if seat.patron.invalid_card == Some(FoundWhen::Before) {
            sorted.fate = [StakeFate::Returned(patrons.found_before); WAGERS];
        }
    }

    /// What is above the loss limit goes back, the last wager first. The answer is which wagers were cut: a bit each.
    fn trim_to_loss_limit(
        &self,
        seat: &Seat,
        at: usize,
        sorted: &mut SortedStakes,
        out: &mut impl Out,
    ) -> u8 {
        let (Some(patrons), Some((limit, lost))) = (&self.book.table.patrons, seat.patron.loss) else {
            return 0;
        };
        if !seat.unchecked && seat.jackpot_by.is_none() {
            // Every wager was within the limit when it was made: a limit lowered since is for the next ones.
            return 0;
        }
        let total = seat.at_stake();
        let mut excess = (total - (limit - lost)).max(Money::ZERO);
        let mut trimmed = 0;
        // In time: the Ante, the jackpot wager, then the later ones as the game lists them.
        let mut order: Vec<usize> = self.wagers_placed(Place::Later).collect();
        order.reverse();
        let jackpot = self.wagers_placed(Place::Jackpot);
        let first = self.wagers_placed(Place::First);
        if seat.patron.jackpot_first {
            order.extend(first.chain(jackpot))
        } else {
            order.extend(jackpot.chain(first))
        }
        for wager in order {
            let stake = seat.stakes[wager];
            if excess.is_zero() || stake.is_zero() || seat.is_settled(wager) {
                continue;
            }
            // A jackpot wager has one price: a part of it cannot stand.
            let (back, cite) = if self.jackpot == Some(wager) {
                (stake, patrons.jackpot_over_loss_limit.unwrap_or(patrons.over_loss_limit))
            } else {
                (stake.min(excess), patrons.over_loss_limit)
            };
            let was = sorted.counts[wager];
            sorted.counts[wager] = stake - back;
            excess = (excess - back).max(Money::ZERO);
            trimmed |= 1 << wager;
            out.say(adjusted((at, wager), sorted.counts[wager], was), cite);
            if sorted.counts[wager].is_zero() {
                sorted.fate[wager] = StakeFate::Void(patrons.reverse_order);
            }
        }
        if trimmed != 0 {
            let warning = Warning::LossLimit;
            out.say(Event::PlayerWarned { seat: at as u8, warning, right: None }, patrons.reverse_order);
        }
        trimmed
    }

    /// The limits of the sign, or the player's own, found wrong late.
    fn limit(
        &self,
        table: &Table,
        (at, wager): (usize, usize),
        sorted: &mut SortedStakes,
        out: &mut impl Out,
    ) {
        let seat = &table.seats[at];
        let stake = sorted.counts[wager];
        if stake.is_zero() || sorted.fate[wager] != StakeFate::Plays {
            return;
        }
        let rules = &self.book.table.limits;
        let approved = table.sign.as_ref().and_then(|sign| sign.approved_min[wager]);
        // A minimum is about what was laid down; the maximum about what of it counts.
        let laid = seat.stakes[wager];
        if let (Some(cite), true) = (rules.below_approved, approved.is_some_and(|least| laid < least)) {
            sorted.fate[wager] = StakeFate::Void(cite);
            return;
        }
        let (min, max) = self.limits(table, seat, wager);
        if min.is_some_and(|min| laid < min) {
            let again = seat.is_warned(Warning::UnderMinimum);
            let adjusted = adjusted((at, wager), stake, laid);
            match rules.under_minimum.value {
                UnderMinimum::Stands => out.say(adjusted, rules.under_minimum.cite),
                UnderMinimum::StandsThenReturned if again => {
                    sorted.fate[wager] = StakeFate::Returned(rules.under_minimum.cite);
                }
                UnderMinimum::StandsThenReturned => {
                    out.say(adjusted, rules.under_minimum.cite);
                    let wager = wager as u8;
                    let right = RightAmount { wager, from: min.unwrap_or(laid), to: max, only: Vec::new() };
                    out.say(told(at, Warning::UnderMinimum, right), rules.under_minimum.cite);
                }
            }
        }
        if let Some(max) = max.filter(|max| stake > *max) {
            sorted.counts[wager] = max;
            out.say(adjusted((at, wager), max, stake), rules.over_maximum);
        }
    }

    /// Two wagers that must be equal and are not: both are settled on the smaller.
    fn level_equals(&self, at: usize, sorted: &mut SortedStakes, out: &mut impl Out) {
        for (wager, rules) in self.game.wager.iter().enumerate() {
            let Some(equals) = &rules.equals else { continue };
            let other = self.equals_spot[wager].unwrap_or(wager);
            let cite = self.book.table.wagers.unequal.unwrap_or(equals.cite);
            let both_play = [wager, other].iter().all(|&spot| sorted.fate[spot] == StakeFate::Plays);
            let smaller = sorted.counts[wager].min(sorted.counts[other]);
            if !both_play || smaller.is_zero() {
                continue;
            }
            for spot in [wager, other] {
                if sorted.counts[spot] > smaller {
                    let was = std::mem::replace(&mut sorted.counts[spot], smaller);
                    out.say(adjusted((at, spot), smaller, was), cite);
                }
            }
        }
    }

    /// A later wager that is not what its step wants.
    fn size(
        &self,
        table: &Table,
        (at, wager): (usize, usize),
        trimmed: bool,
        sorted: &mut SortedStakes,
        out: &mut impl Out,
    ) {
        let seat = &table.seats[at];
        let rules = &self.book.table.wagers;
        let step = match self.step_wager.iter().position(|filled| *filled == Some(wager)) {
            // A wager that several steps can fill was made at one of them.
            Some(first) if self.step_wager.iter().filter(|filled| **filled == Some(wager)).count() == 1 => {
                first
            }
            _ => usize::from(seat.made_at),
        };
        // Multiples are of the Ante that counts. Where a wrong size makes the wager invalid, the one that lay there
        // is what the player could go by.
        let as_placed = rules.excess.value == WrongSize::InvalidUnlessSigned;
        let ante = match sorted.fate[self.ante] {
            StakeFate::Plays if !as_placed => sorted.counts[self.ante],
            _ => seat.stakes[self.ante],
        };
        let mut allowed = self.stakes(table, step, ante);
        let placed = self.stakes(table, step, seat.stakes[self.ante]);
        if let Some(at) = placed.only.iter().rposition(|amount| *amount <= seat.stakes[wager]) {
            // The highest multiple of the sign that it covered: the same one counts on the Ante that counts.
            allowed.only = vec![allowed.only[at]];
        }
        let put_up = seat.stakes[wager];
        let signed = table
            .sign
            .as_ref()
            .is_some_and(|sign| sign.limits.min[wager].is_some() || sign.limits.max[wager].is_some());
        let adjusted = |to| adjusted((at, wager), to, put_up);
        if put_up < allowed.from {
            let (from, to) = (allowed.from, Some(allowed.to));
            let right = RightAmount { wager: wager as u8, from, to, only: allowed.only };
            let told = told(at, Warning::ShortWager, right);
            match rules.short.value {
                ShortWager::InvalidUnlessSigned if !signed => {
                    sorted.fate[wager] = StakeFate::Void(rules.short.cite)
                }
                ShortWager::StandsThenReturned if seat.is_warned(Warning::ShortWager) => {
                    sorted.fate[wager] = StakeFate::Returned(self.book.table.limits.under_minimum.cite);
                }
                ShortWager::StandsThenReturned => {
                    out.say(adjusted(put_up), rules.short.cite);
                    out.say(told, rules.short.cite);
                }
                ShortWager::Stands if !trimmed => {
                    out.say(adjusted(put_up), rules.short.cite);
                    out.say(told, rules.short.cite);
                }
                _ if !trimmed => out.say(adjusted(put_up), rules.short.cite),
                _ => {}
            }
            return;
        }
        // The most that is required and not above what was put up.
        let most =
            allowed.only.iter().copied().filter(|amount| *amount <= put_up).max().unwrap_or(allowed.to);
        if put_up <= most {
            return;
        }
        match rules.excess.value {
            WrongSize::ExcessReturned => {
                sorted.counts[wager] = sorted.counts[wager].min(most);
                out.say(adjusted(most), rules.excess.cite);
            }
            WrongSize::InvalidUnlessSigned if !signed => {
                sorted.fate[wager] = StakeFate::Void(rules.excess.cite)
            }
            WrongSize::InvalidUnlessSigned => {}
        }
    }
}
