//! The end of a hand: what nobody called, pots, commission, and who gets what.

use cards::Card;

use crate::Commission;
use crate::game::Family;
use crate::ranking::{Order, Value, best, combinations, low_rank, rank, suit};
use crate::state::{Phase, State};

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) stacks: Vec<i64>,
    pub(crate) pots: Vec<i64>,
    pub(crate) rake: i64,
}

/// A pot and who may win it.
#[derive(Clone, Debug)]
struct Pot {
    chips: i64,
    players: Vec<usize>,
}

/// A hand at the showdown: its value and the choices of cards that make it.
type MadeHand = (Value, Vec<Vec<Card>>);

impl State {
    /// The standard's trimming: what one ante is above every other goes back, like a bet that nobody called.
    pub(crate) fn trim_antes(&mut self) {
        let mut sorted = self.antes.clone();
        sorted.sort();
        let (top, second) = (sorted[sorted.len() - 1], sorted[sorted.len() - 2]);
        if !self.setup.standard || !self.setup.ante_trimming || top == second {
            return;
        }
        if let Some(player) = self.antes.iter().position(|ante| *ante == top) {
            self.antes[player] = second;
            self.staked[player] = second;
            self.stacks[player] += top - second;
        }
    }

    /// Divides the chips. A showdown of hidden cards has no outcome.
    pub(crate) fn finish(&mut self) {
        self.phase = Phase::Done;
        self.outcome =
            if self.game.family == Family::Chinese { Some(self.settle_chinese()) } else { self.divide() };
    }

    /// The pots, with what nobody called already back in its stack (7.5).
    fn build_pots(&self, stacks: &mut [i64]) -> Vec<Pot> {
        let mut staked = self.staked.clone();
        let mut pool = 0;
        if self.setup.standard && !self.setup.ante_trimming {
            pool = self.antes.iter().sum();
            for (chips, ante) in staked.iter_mut().zip(&self.antes) {
                *chips -= ante;
            }
        }
        let mut sorted = staked.clone();
        sorted.sort();
        let (top, second) = (sorted[sorted.len() - 1], sorted[sorted.len() - 2]);
        // By the book a folded hand's chips stay in the pot; the standard gives back what nobody met, whoever it is.
        if let Some(player) = staked.iter().position(|chips| *chips == top)
            && (self.setup.standard || self.live[player])
        {
            stacks[player] += top - second;
            staked[player] = second;
        }
        let mut levels: Vec<i64> = self.alive().iter().map(|i| staked[*i]).collect();
        levels.sort();
        levels.dedup();
        let mut pots: Vec<Pot> = Vec::new();
        let mut below = 0;
        for level in levels {
            let layer: i64 = staked.iter().map(|chips| chips.min(&level) - chips.min(&below)).sum();
            let players = self.alive().into_iter().filter(|i| staked[*i] >= level).collect();
            if layer + pool > 0 {
                pots.push(Pot { chips: layer + pool, players });
                pool = 0;
            }
            below = level;
        }
        let over: i64 = staked.iter().map(|chips| (chips - below).max(0)).sum();
        if let Some(last) = pots.last_mut() {
            last.chips += over;
        }
        pots
    }

    fn divide(&self) -> Option<Outcome> {
        let mut stacks = self.stacks.clone();
        let mut pots = self.build_pots(&mut stacks);
        let gross: Vec<i64> = pots.iter().map(|pot| pot.chips).collect();
        let rake = self.take_rake(&mut pots)?;
        if self.setup.standard {
            pots = self.without_losers(pots)?;
        }
        for pot in &pots {
            for (player, chips) in self.winners(pot)? {
                stacks[player] += chips;
            }
        }
        Some(Outcome { stacks, pots: gross, rake })
    }

    /// The standard's hands were divided after losing hands had been taken in: pots that then have the same
    /// players are one pot, with one odd chip.
    fn without_losers(&self, pots: Vec<Pot>) -> Option<Vec<Pot>> {
        let mut winning = vec![false; self.players];
        for pot in &pots {
            self.winners(pot)?.iter().for_each(|(player, _)| winning[*player] = true);
        }
        let mut joined: Vec<Pot> = Vec::new();
        for mut pot in pots {
            pot.players.retain(|player| winning[*player]);
            match joined.last_mut() {
                Some(last) if last.players == pot.players => last.chips += pot.chips,
                _ => joined.push(pot),
            }
        }
        Some(joined)
    }

    /// Commission out of the pots, the main pot first (7.2, 7.6 to 7.8).
    fn take_rake(&self, pots: &mut [Pot]) -> Option<i64> {
        let only_blinds = !self.wagered && self.antes.iter().all(|ante| *ante == 0);
        if only_blinds {
            return Some(0);
        }
        let chip = self.setup.chip;
        let (mut taken, mut fixed) = (0, 0);
        for pot in pots {
            let part = match self.setup.commission {
                Commission::None | Commission::PerPerson(_) => 0,
                Commission::Percent { .. } if self.everybody_ties()? => 0,
                Commission::Percent { num, den, cap } => {
                    let part = pot.chips * num / den / chip * chip;
                    part.min(cap.map_or(part, |cap| cap - taken))
                }
                Commission::PerHand(fee) => (fee - taken).min(pot.chips),
                Commission::Several { ppm, cap, per_hand, .. } => {
                    let most = cap.map_or(i64::MAX, |cap| cap / chip * chip);
                    let under_cap = |asked: i64, taken: i64| asked.min(most - self.fees - taken).max(0);
                    let owed = (per_hand - fixed).min(pot.chips);
                    let fee = under_cap(owed, taken);
                    fixed += owed;
                    let ppm = if self.everybody_ties()? { 0 } else { ppm };
                    let share = (pot.chips * ppm / 1_000_000 / chip * chip).min(pot.chips - fee);
                    fee + under_cap(share, taken + fee)
                }
            };
            pot.chips -= part;
            taken += part;
        }
        Some(taken)
    }

    /// Everybody who put chips in ties for everything (7.8, J22).
    fn everybody_ties(&self) -> Option<bool> {
        let contributors: Vec<usize> = (0..self.players).filter(|i| self.staked[*i] > 0).collect();
        if contributors.iter().any(|i| !self.live[*i] || self.mucked[*i]) {
            return Some(false);
        }
        if self.alive().len() < 2 {
            return Some(false);
        }
        for boards in &self.runs {
            for board in boards {
                for order in [Some(self.game.order), self.game.low].into_iter().flatten() {
                    let mut values = Vec::new();
                    for i in &contributors {
                        values.push(self.made(*i, board, order)?.map(|(value, _)| value));
                    }
                    if values.iter().any(|value| *value != values[0]) {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    /// A player's best hand on a board; the outer `None` where cards are hidden.
    fn made(&self, player: usize, board: &[Card], order: Order) -> Option<Option<MadeHand>> {
        let hole: Vec<Card> = self.hole[player].iter().map(|held| held.card).collect::<Option<_>>()?;
        let mut offered = Vec::new();
        if order == Order::Badugi {
            offered.push(hole);
        } else if self.game.two_and_three {
            for two in combinations(&hole, 2) {
                for mut three in combinations(board, 3) {
                    three.extend(&two);
                    offered.push(three);
                }
            }
        } else {
            let mut all = hole;
            all.extend(board);
            all.extend(self.community);
            offered = combinations(&all, 5);
        }
        Some(best(order, &offered))
    }

    /// Who gets how much of a pot.
    fn winners(&self, pot: &Pot) -> Option<Vec<(usize, i64)>> {
        if let [only] = pot.players.as_slice() {
            return Some(vec![(*only, pot.chips)]);
        }
        let claims: Vec<usize> = pot.players.iter().copied().filter(|i| !self.mucked[*i]).collect();
        match claims.as_slice() {
            [only] => return Some(vec![(*only, pot.chips)]),
            // The others had left it to the last who mucked.
            [] => {
                let last = self.muck_order.iter().rev().find(|i| pot.players.contains(i))?;
                return Some(vec![(*last, pot.chips)]);
            }
            _ => {}
        }
        let chip = self.setup.chip;
        let mut paid = Vec::new();
        let runs = self.runs.len() as i64;
        let run_share = pot.chips / runs / chip * chip;
        for (number, boards) in self.runs.iter().enumerate() {
            // The odd chip goes to the first run.
            let share = if number == 0 { pot.chips - run_share * (runs - 1) } else { run_share };
            let (top, bottom) = if boards.len() == 2 { halves(share, chip) } else { (share, 0) };
            for (board, share) in boards.iter().zip([top, bottom]) {
                paid.extend(self.board_winners(pot, board, share)?);
            }
        }
        Some(paid)
    }

    fn board_winners(&self, pot: &Pot, board: &[Card], share: i64) -> Option<Vec<(usize, i64)>> {
        let low = match self.game.low {
            Some(order) => self.best_hands(pot, board, order)?,
            None => Vec::new(),
        };
        let high = self.best_hands(pot, board, self.game.order)?;
        if high.is_empty() {
            return None;
        }
        let (high_share, low_share) =
            if low.is_empty() { (share, 0) } else { halves(share, self.setup.chip) };
        let mut paid = self.split(high_share, high, self.game.razz);
        paid.extend(self.split(low_share, low, true));
        Some(paid)
    }

    /// The players whose hands tie for best, with the cards that make them.
    fn best_hands(&self, pot: &Pot, board: &[Card], order: Order) -> Option<Vec<(usize, Vec<Vec<Card>>)>> {
        let mut hands = Vec::new();
        for i in pot.players.iter().filter(|i| !self.mucked[**i]) {
            if let Some((value, cards)) = self.made(*i, board, order)? {
                hands.push((value, *i, cards));
            }
        }
        let top = hands.iter().map(|(value, _, _)| value.clone()).max();
        let tied = hands.into_iter().filter(|(value, _, _)| Some(value) == top.as_ref());
        Some(tied.map(|(_, player, cards)| (player, cards)).collect())
    }

    /// Equal shares down to the chip, then the odd chips one by one (8.5).
    fn split(
        &self,
        share: i64,
        mut winners: Vec<(usize, Vec<Vec<Card>>)>,
        ace_low: bool,
    ) -> Vec<(usize, i64)> {
        if winners.is_empty() {
            return Vec::new();
        }
        let chip = self.setup.chip;
        let count = winners.len() as i64;
        let each = share / count / chip * chip;
        let mut odd = share - each * count;
        if self.setup.standard {
            return winners
                .iter()
                .enumerate()
                .map(|(n, (i, _))| (*i, if n == 0 { each + odd } else { each }))
                .collect();
        }
        if self.game.family == Family::Stud {
            winners.sort_by_key(|(_, choices)| std::cmp::Reverse(self.top_card(choices, ace_low)));
        }
        let mut paid = Vec::new();
        for (player, _) in winners {
            let extra = odd.min(chip);
            odd -= extra;
            paid.push((player, each + extra));
        }
        paid
    }

    /// The highest card of a hand by rank, then suit, a shared card aside (8.5.2, J24).
    fn top_card(&self, choices: &[Vec<Card>], ace_low: bool) -> Option<(i32, i32)> {
        let own = choices.iter().flatten().filter(|card| Some(**card) != self.community);
        own.map(|card| (if ace_low { low_rank(*card) } else { rank(*card) }, suit(*card))).max()
    }
}

/// Two halves down to the chip, the odd chip in the first.
fn halves(share: i64, chip: i64) -> (i64, i64) {
    let second = share / 2 / chip * chip;
    (share - second, second)
}
