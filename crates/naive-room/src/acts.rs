//! What each act of a player does to the betting (6.6, 6.16, 9.3.3, 14.4.5).

use crate::game::Family;
use crate::state::{HoleCard, State};
use crate::{LegalActs, Structure};

impl State {
    fn in_turn(&self, player: usize) -> Result<LegalActs, String> {
        match self.turn() {
            Some(turn) if turn == player => Ok(self.legal()),
            Some(turn) => Err(format!("out of turn: p{} is to act", turn + 1)),
            None => Err("no betting decision is due".to_owned()),
        }
    }

    fn acted(&mut self, player: usize) {
        self.round.acted[player] = true;
        self.round.open[player] = false;
        self.pass(player);
    }

    /// The turn goes on, or the round ends.
    fn pass(&mut self, player: usize) {
        self.round.turn = self.next_from(player + 1);
        if self.round.turn.is_none() || self.alive().len() == 1 {
            self.round.turn = None;
            self.muck_kitty();
            self.next_step();
        }
    }

    /// An untaken Kitty goes to the muck before the draw (9.3.3(e)).
    fn muck_kitty(&mut self) {
        if !self.kitty_taken
            && let Some(cards) = self.kitty.take()
        {
            self.muck.extend(cards.into_iter().map(|card| (card, 0, 0)));
        }
    }

    fn muck_hand(&mut self, player: usize) {
        let cards: Vec<_> = self.hole[player].drain(..).filter_map(|held| held.card).collect();
        self.muck.extend(cards.into_iter().map(|card| (card, player, 0)));
    }

    pub(crate) fn fold(&mut self, player: usize) -> Result<(), String> {
        if !self.in_turn(player)?.fold {
            return Err("may not fold".to_owned());
        }
        let unbet = self.wager[player] >= self.round.high;
        self.ghost[player] = unbet && self.game.family == Family::Stud && !self.setup.standard;
        self.live[player] = false;
        self.muck_hand(player);
        self.acted(player);
        Ok(())
    }

    pub(crate) fn call(&mut self, player: usize) -> Result<(), String> {
        let call = self.in_turn(player)?.call.ok_or("may neither check nor call")?;
        if self.put(player, call) > 0 {
            self.wagered = true;
        }
        self.acted(player);
        Ok(())
    }

    pub(crate) fn post_bring_in(&mut self, player: usize) -> Result<(), String> {
        if !self.in_turn(player)?.bring_in {
            return Err("no forced bet is due".to_owned());
        }
        let posted = self.put(player, self.setup.bring_in.unwrap_or(0));
        self.wagered = true;
        self.round.bring_in = false;
        self.round.high = posted;
        // The forced bet is no bet of his own: whoever is left of it is the first to act, and to show.
        self.round.first = (player + 1) % self.players;
        if !self.setup.standard {
            self.forced(posted);
        }
        self.acted(player);
        Ok(())
    }

    /// A first wager that stands as the bet, unless an all-in made it too short (6.16).
    fn forced(&mut self, amount: i64) {
        let asked = self.setup.bring_in.unwrap_or(0);
        if amount >= asked || (self.capped() && 2 * amount >= self.least_bet()) {
            self.round.full = amount;
        } else {
            self.round.full = 0;
        }
        self.round.last = self.round.last.max(if self.fixed() { 0 } else { amount });
    }

    pub(crate) fn raise(&mut self, player: usize, to: i64) -> Result<(), String> {
        let (least, most) = self.in_turn(player)?.raise.ok_or("may not bet or raise")?;
        let total = self.wager[player] + self.stacks[player];
        let rivals = self.alive().into_iter().filter(|j| *j != player);
        let reach = rivals.map(|j| self.wager[j] + self.stacks[j]).max().unwrap_or(0);
        let effective = self.setup.standard && to == reach && to > self.round.high;
        if (to < least && !effective) || to > most {
            return Err(format!("to {to}, but least {least} and most {most}"));
        }
        if to != total && !self.setup.standard {
            let sizes = self.round.pair && self.fixed();
            if to % self.setup.chip != 0 || (sizes && to != least && to != most) {
                return Err(format!("to {to} is no wager here"));
            }
        }
        self.put(player, to - self.wager[player]);
        self.wagered = true;
        if self.setup.standard {
            self.standard_raise(to);
        } else {
            self.book_raise(to);
        }
        self.round.high = to;
        self.round.bring_in = false;
        self.round.bettor = Some(player);
        self.ghost = vec![false; self.players];
        self.acted(player);
        Ok(())
    }

    fn reopen(&mut self) {
        self.round.open = vec![true; self.players];
    }

    fn standard_raise(&mut self, to: i64) {
        let added = to - self.round.high;
        // A bet is a bet however short; a raise that is less than a full one reopens nothing.
        if self.round.high == 0 || self.round.completion || added >= self.round.last.max(self.least_bet()) {
            self.reopen();
        }
        self.round.completion = false;
        self.round.last = self.round.last.max(added);
        self.round.raises += 1;
    }

    fn book_raise(&mut self, to: i64) {
        if self.round.bring_in {
            self.reopen();
            return self.forced(to);
        }
        if !self.capped() {
            let added = to - self.round.high;
            if added >= self.round.last {
                self.round.full = to;
                self.round.last = added;
                self.reopen();
            }
            return;
        }
        let added = to - self.round.full;
        let need = if self.fixed() { self.least_bet() } else { self.round.last };
        // Less than the upper amount is no bet at it, though an all-in may be more than the lower one (10.6.7).
        if let Structure::Fixed { big, .. } = self.setup.structure
            && self.round.pair
            && added >= big
        {
            self.round.upper = true;
        }
        // Half or more of what was needed counts as the raise, less counts as nothing (6.16.2).
        if 2 * added >= need {
            if self.round.full > 0 {
                self.round.raises += 1;
            }
            self.round.full = to;
            self.round.last = self.round.last.max(if self.fixed() { 0 } else { added });
            self.reopen();
        }
    }

    pub(crate) fn take_kitty(&mut self, player: usize) -> Result<(), String> {
        if !self.in_turn(player)?.kitty {
            return Err("the Kitty may not be taken".to_owned());
        }
        let blind = self.last_blind();
        let price = if blind > 0 { blind } else { self.least_bet() };
        // Unless it was raised the taker calls, be it an all-in that is no raise (6.16.3).
        let raised = self.round.full > price;
        let asked = if raised { price } else { price.max(self.round.high) };
        self.put(player, (asked - self.wager[player]).max(0));
        self.wagered = true;
        self.muck_hand(player);
        let cards = self.kitty.clone().unwrap_or_default();
        self.hole[player] = cards.into_iter().map(|card| HoleCard { card: Some(card), up: false }).collect();
        self.kitty_taken = true;
        let opened = self.wager[player] > self.round.high;
        if opened {
            let paid = self.wager[player];
            self.round.high = paid;
            self.round.bettor = Some(player);
            // All-in for less than half of a bet it may be completed (6.16.2).
            if paid >= price || !self.capped() || 2 * (paid - self.round.full) >= self.least_bet() {
                self.round.full = paid;
                self.reopen();
            }
        }
        if raised && self.stacks[player] > 0 {
            // After a raise the taker looks and then acts (9.3.3(c)).
            self.round.acted[player] = true;
        } else {
            self.acted(player);
        }
        Ok(())
    }
}
