//! The showdown: when hands are shown, in what order, and what a muck means.

use cards::Card;

use crate::dealing::cards_of;
use crate::game::{Family, Step};
use crate::state::{HoleCard, Phase, State};

impl State {
    /// Hands are due to be shown before anything else happens.
    pub(crate) fn must_show_now(&self) -> bool {
        let unshown = |i: &usize| !self.mucked[*i] && self.shown[*i] == 0;
        let half_shown = |i: &usize| !self.mucked[*i] && self.shown[*i] < self.hole[*i].len();
        if self.game.family == Family::Chinese {
            return false;
        }
        if self.step >= self.game.steps.len() {
            return self.alive().iter().any(half_shown);
        }
        let more_choices =
            self.game.steps[self.step..].iter().any(|step| matches!(step, Step::Draw | Step::Discard));
        let early = self.setup.standard || self.game.family == Family::Board;
        early && self.betting_over() && !more_choices && self.alive().iter().any(unshown)
    }

    /// Who shows, first to last: from the last bettor, else from the one who would have opened.
    pub(crate) fn show_order(&self) -> Vec<usize> {
        let from = self.round.bettor.unwrap_or(self.round.first);
        let seats = (0..self.players).map(|i| (from + i) % self.players);
        seats.filter(|i| self.live[*i] && !self.mucked[*i]).collect()
    }

    pub(crate) fn show(&mut self, player: usize, text: Option<&str>) -> Result<(), String> {
        let cards = match text {
            None => None,
            Some("-") => Some(self.hole[player].iter().map(|held| held.card).collect()),
            Some(text) => Some(cards_of(text)?),
        };
        if self.phase == Phase::Done && self.setup.standard {
            // The winner of a folded pot may show what he likes: it changes nothing.
            return cards.map_or(Ok(()), |cards| self.turn_up(player, &cards));
        }
        let Phase::Show(mut queue) = self.phase.clone() else {
            return Err("no hands are due to be shown".to_owned());
        };
        let place = queue.iter().position(|i| *i == player).ok_or("that player has nothing to show")?;
        if place != 0 && !self.setup.standard {
            return Err("shows out of turn".to_owned());
        }
        queue.remove(place);
        match cards {
            Some(cards) => self.turn_up(player, &cards)?,
            None => {
                self.mucked[player] = true;
                self.muck_order.push(player);
                if self.alive().iter().all(|i| self.mucked[*i]) {
                    return Err("the last hand may not be mucked".to_owned());
                }
            }
        }
        let shown_or_to_show = self.alive().iter().filter(|i| !self.mucked[**i]).count();
        if shown_or_to_show == 1 {
            // All others have given up: nothing more is dealt.
            self.finish();
        } else if queue.is_empty() {
            self.enter();
        } else {
            self.phase = Phase::Show(queue);
        }
        Ok(())
    }

    /// The cards shown must be the cards held; hidden ones become known.
    fn turn_up(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), String> {
        if cards.len() != self.hole[player].len() {
            return Err("not the number of cards held".to_owned());
        }
        let mut hidden = self.hole[player].iter().filter(|held| held.card.is_none()).count();
        let mut known = self.hole[player].clone();
        for card in cards.iter().flatten() {
            if known.iter().any(|held| held.card == Some(*card)) {
                continue;
            }
            if hidden == 0 {
                return Err(format!("{card} is not in the hand"));
            }
            hidden -= 1;
            self.first_seen(*card)?;
            if let Some(place) = known.iter().position(|held| held.card.is_none()) {
                known[place] = HoleCard { card: Some(*card), ..known[place] };
            }
        }
        self.hole[player] = known;
        self.shown[player] = cards.len();
        Ok(())
    }
}
