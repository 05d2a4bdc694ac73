//! Betting law: whose turn it is and what is legal (6.6 to 6.9, 6.16, 9.3, 10.3).

use crate::game::Family;
use crate::state::{Phase, State};
use crate::{LegalActs, Structure};

/// One betting round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// Who must act.
    pub(crate) turn: Option<usize>,
    /// Where the round started.
    pub(crate) first: usize,
    /// Who bet or raised last.
    pub(crate) bettor: Option<usize>,
    /// The highest wager.
    pub(crate) high: i64,
    /// The highest wager without all-ins that were no raise (fixed and spread limit).
    pub(crate) full: i64,
    /// The last full bet or raise.
    pub(crate) last: i64,
    /// Raises in the round, or bets and raises under the standard.
    pub(crate) raises: usize,
    pub(crate) acted: Vec<bool>,
    /// Who may raise when his turn comes.
    pub(crate) open: Vec<bool>,
    /// The forced first wager of a stud game is still due.
    pub(crate) bring_in: bool,
    /// The standard's stud: a forced wager may be completed to the small bet.
    pub(crate) completion: bool,
    /// The upper amount has been bet under the open-pair choice.
    pub(crate) upper: bool,
    /// A pair was shown that lets all choose the amount (10.6.7).
    pub(crate) pair: bool,
}

impl State {
    pub(crate) fn capped(&self) -> bool {
        matches!(self.setup.structure, Structure::Fixed { .. } | Structure::Spread { .. })
    }

    pub(crate) fn fixed(&self) -> bool {
        matches!(self.setup.structure, Structure::Fixed { .. })
    }

    /// The street's amount in fixed limit, else the least bet.
    pub(crate) fn least_bet(&self) -> i64 {
        match self.setup.structure {
            Structure::Fixed { small, big, small_rounds } => {
                if self.round.upper || self.rounds > small_rounds { big } else { small }
            }
            Structure::Spread { min, .. }
            | Structure::HalfPot { min }
            | Structure::Pot { min }
            | Structure::NoLimit { min } => min,
        }
    }

    /// The amount of the last blind, 0 where there is none.
    pub(crate) fn last_blind(&self) -> i64 {
        self.setup.blinds.iter().copied().max().unwrap_or(0).max(0)
    }

    /// Begins a betting round; false where there is nothing to decide.
    pub(crate) fn begin_round(&mut self) -> bool {
        self.rounds += 1;
        let opening = self.rounds == 1;
        let before = self.round.clone();
        if !opening {
            self.wager = vec![0; self.players];
        }
        let stud = self.game.family == Family::Stud;
        let blind = self.last_blind();
        let first = if stud {
            self.stud_opener()
        } else if opening && blind > 0 {
            let last = (0..self.players).rev().find(|i| self.setup.blinds[*i] == blind);
            (last.unwrap_or(self.players - 1) + 1) % self.players
        } else {
            0
        };
        let high = self.wager.iter().copied().max().unwrap_or(0);
        self.round = Round {
            first,
            high,
            full: high,
            acted: vec![false; self.players],
            open: vec![true; self.players],
            pair: self.game.open_pair && self.rounds == 2 && self.pair_shows(),
            bring_in: stud && opening && self.setup.bring_in.is_some_and(|bring_in| bring_in > 0),
            ..Round::default()
        };
        self.round.completion = self.round.bring_in && self.setup.standard;
        if self.capped() && opening {
            self.round.full = self.full_blind();
        }
        if !self.setup.standard {
            self.round.last = self.least_bet().max(if opening { self.blind_step() } else { 0 });
        }
        if self.setup.standard {
            // Nobody is asked who cannot win or lose more than lies there.
            let mut totals: Vec<i64> =
                self.alive().iter().map(|i| self.wager[*i] + self.stacks[*i]).collect();
            totals.sort();
            let second = totals[totals.len() - 2];
            for i in 0..self.players {
                self.round.acted[i] = second <= self.wager[i];
            }
            let asked: Vec<usize> = (0..self.players).filter(|i| self.asked(*i)).collect();
            if let [only] = asked.as_slice()
                && self.wager[*only] >= high
            {
                self.round.acted[*only] = true;
            }
        }
        self.round.turn = self.next_from(first);
        if let Some(turn) = self.round.turn
            && stud
        {
            // An all-in opener is passed over to the left (14.4.3).
            self.round.first = turn;
        }
        if self.round.turn.is_none() {
            // A round without decisions leaves the order of showing as it was.
            if !opening {
                self.round = Round { first: before.first, bettor: before.bettor, ..Round::default() };
            }
            return false;
        }
        self.phase = Phase::Bet;
        true
    }

    /// How many blinds are straddles: those behind the first two that reach the least wager, each double the one before
    /// it; the first may be dead. The standard asks nothing of a blind.
    fn straddles(&self) -> usize {
        let mut posted: Vec<i64> = self.setup.blinds.iter().map(|blind| (*blind).max(0)).collect();
        while posted.last() == Some(&0) {
            posted.pop();
        }
        let doubles = |i: usize| posted[i - 1] > 0 && posted[i] == 2 * posted[i - 1];
        let least = match self.setup.structure {
            _ if self.setup.standard => 0,
            Structure::Fixed { small, .. } => small,
            Structure::Spread { min, .. }
            | Structure::HalfPot { min }
            | Structure::Pot { min }
            | Structure::NoLimit { min } => min,
        };
        let Some(last) = (1..posted.len()).find(|i| posted[*i] >= least) else { return 0 };
        if (last + 1..posted.len()).all(doubles) { posted.len() - last - 1 } else { 0 }
    }

    /// What the last blind or straddle added (J12).
    fn blind_step(&self) -> i64 {
        let posted: Vec<i64> = self.setup.blinds.iter().copied().filter(|blind| *blind > 0).collect();
        match posted.as_slice() {
            [.., before, last] if self.straddles() > 0 => last - before,
            [.., last] => *last,
            [] => 0,
        }
    }

    /// The bet that stands before anybody acts: the big blind, then straddles, unless all-ins made them too short (6.16.2).
    fn full_blind(&self) -> i64 {
        let (blinds, least) = (&self.setup.blinds, self.least_bet());
        let mut sizes: Vec<i64> = blinds.iter().copied().filter(|blind| *blind > 0).collect();
        sizes.truncate(sizes.len() - self.straddles());
        let big = sizes.into_iter().max().unwrap_or(0);
        let mut full = 0;
        for (blind, posted) in blinds.iter().map(|blind| blind.abs()).zip(&self.wager) {
            let enough = *posted >= blind || 2 * (posted - full) >= least;
            if blind >= big && enough {
                full = full.max(*posted);
            }
        }
        let high = self.wager.iter().copied().max().unwrap_or(0);
        if full + least > high { full } else { high }
    }

    fn asked(&self, i: usize) -> bool {
        let round = &self.round;
        let owes = self.wager[i] < round.high;
        if !self.live[i] || self.stacks[i] == 0 || (!owes && round.acted[i]) {
            return false;
        }
        // Alone with chips and nothing to call: there is nobody to bet against.
        owes || self.setup.standard || self.able().len() > 1
    }

    pub(crate) fn next_from(&self, seat: usize) -> Option<usize> {
        (0..self.players).map(|i| (seat + i) % self.players).find(|i| self.asked(*i))
    }

    /// The range of totals that a bet or raise may be to.
    fn raise_range(&self, i: usize) -> Option<(i64, i64)> {
        let round = &self.round;
        let total = self.wager[i] + self.stacks[i];
        let rival = |j: &usize| *j != i && self.wager[*j] + self.stacks[*j] > round.high;
        if total <= round.high || !self.alive().iter().any(rival) {
            return None;
        }
        if self.setup.standard {
            return self.standard_range(i, total);
        }
        if !round.open[i] || (self.capped() && round.raises >= 3 && self.able().len() != 2) {
            return None;
        }
        let pot: i64 = self.staked.iter().sum();
        let call = round.high - self.wager[i];
        let to_chip = |amount: i64| amount / self.setup.chip * self.setup.chip;
        if round.bring_in {
            let least = self.setup.bring_in.unwrap_or(0) + self.setup.chip;
            let most = match self.setup.structure {
                Structure::Fixed { .. } => return None,
                Structure::Spread { max, .. } => max,
                Structure::HalfPot { .. } => to_chip(pot / 2),
                Structure::Pot { .. } => to_chip(pot),
                Structure::NoLimit { .. } => total,
            };
            return (least <= most.min(total)).then_some((least, most.min(total)));
        }
        let (least, most) = match self.setup.structure {
            Structure::Fixed { big, .. } => {
                let least = round.full + self.least_bet();
                (least, if round.pair { round.full + big } else { least })
            }
            Structure::Spread { max, .. } => (round.full + round.last, round.full + max),
            Structure::HalfPot { .. } => (round.high + round.last, round.high + (pot + call) / 2),
            Structure::Pot { .. } => (round.high + round.last, round.high + pot + call),
            Structure::NoLimit { .. } => (round.high + round.last, total),
        };
        // Wagers are in chips: no less than the least and no more than the most, unless it is all he has (6.2).
        let least = to_chip(least + self.setup.chip - 1);
        let most = if self.fixed() { to_chip(most + self.setup.chip - 1) } else { to_chip(most) };
        let most = if matches!(self.setup.structure, Structure::NoLimit { .. }) { total } else { most };
        // A stack that is too short for the least raise may still go in (6.16).
        let most = most.max(least).min(total);
        Some((least.min(total), most))
    }

    fn standard_range(&self, i: usize, total: i64) -> Option<(i64, i64)> {
        let round = &self.round;
        let step = round.last.max(self.least_bet());
        let reopened = round.open[i] || round.high - self.wager[i] >= step;
        if !reopened || (self.fixed() && round.raises >= 4) {
            return None;
        }
        let least = if round.completion { self.least_bet() } else { round.high + step };
        let pot: i64 = self.staked.iter().sum();
        let most = match self.setup.structure {
            Structure::Fixed { .. } => least,
            Structure::Pot { .. } => least.max(2 * round.high - self.wager[i] + pot),
            _ => total,
        };
        Some((least.min(total), most.min(total)))
    }

    /// What the player whose turn it is may do.
    pub fn legal(&self) -> LegalActs {
        let Some(i) = self.turn() else { return LegalActs::default() };
        let owed = self.round.high - self.wager[i];
        let raise = self.raise_range(i);
        if self.round.bring_in {
            return LegalActs { bring_in: true, raise, ..LegalActs::default() };
        }
        // Draw without blinds: open or fold (9.3.2, J14).
        let open_or_fold = self.game.family == Family::Draw
            && !self.setup.standard
            && self.rounds == 1
            && self.round.high == 0;
        let call = if open_or_fold { None } else { Some(owed.min(self.stacks[i])) };
        let kitty = self.kitty.is_some() && !self.kitty_taken && self.rounds == 1 && !self.round.acted[i];
        LegalActs { fold: true, call, raise, bring_in: false, kitty }
    }
}
