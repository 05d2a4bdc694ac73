//! Chinese Poker: setting and settlement (section 13).

use cards::Card;

use crate::dealing::known_cards;
use crate::money::Outcome;
use crate::ranking::{Order, Value, rank, value};
use crate::state::{Phase, State};

const HIGH: Order = Order::High { flush_over_full: false, small_straight: Some(2) };

/// The front's value on the scale of five cards: trips, pair or high card only (13.3.1).
fn front_value(cards: &[Card]) -> Value {
    let mut ranks: Vec<i32> = cards.iter().map(|card| rank(*card)).collect();
    ranks.sort();
    ranks.reverse();
    match ranks.as_slice() {
        [a, b, c] if a == b && b == c => vec![3, *a],
        [a, b, c] if a == b => vec![1, *a, *c],
        [a, b, c] if b == c => vec![1, *b, *a],
        _ => {
            let mut value = vec![0];
            value.extend(ranks);
            value
        }
    }
}

fn values(set: &[Vec<Card>]) -> Vec<Value> {
    let mut values = vec![front_value(&set[0])];
    values.extend(set[1..].iter().map(|cards| value(HIGH, cards).unwrap_or_default()));
    values
}

/// A hand must not grow weaker from front to back; equal is no foul (J52).
fn foul(set: &[Vec<Card>]) -> bool {
    values(set).windows(2).any(|pair| pair[0] > pair[1])
}

/// Units that the first player wins from the second (13.4.3).
fn units(a: &[Vec<Card>], b: &[Vec<Card>]) -> i64 {
    match (foul(a), foul(b)) {
        (true, true) => return 0,
        (true, false) => return -4,
        (false, true) => return 4,
        (false, false) => {}
    }
    let pairs: Vec<(Value, Value)> = values(a).into_iter().zip(values(b)).collect();
    let won = pairs.iter().filter(|(a, b)| a > b).count() as i64;
    let lost = pairs.iter().filter(|(a, b)| a < b).count() as i64;
    won - lost + i64::from(won >= 2) - i64::from(lost >= 2)
}

impl State {
    pub(crate) fn set(&mut self, player: usize, parts: [&str; 3]) -> Result<(), String> {
        let Phase::Set(mut queue) = self.phase.clone() else { return Err("no hand is to be set".to_owned()) };
        if queue.first() != Some(&player) {
            return Err("sets out of turn".to_owned());
        }
        let set: Vec<Vec<Card>> = parts.iter().map(|part| known_cards(part)).collect::<Result<_, _>>()?;
        let sizes: Vec<usize> = set.iter().map(Vec::len).collect();
        if sizes != [3, 5, 5] {
            return Err("a set has three, five and five cards".to_owned());
        }
        let mut cards: Vec<Card> = set.iter().flatten().copied().collect();
        let mut held: Vec<Card> = self.hole[player].iter().filter_map(|held| held.card).collect();
        cards.sort();
        held.sort();
        if cards != held {
            return Err("the set is not the hand that was dealt".to_owned());
        }
        self.sets[player] = set;
        queue.remove(0);
        if queue.is_empty() {
            self.next_step();
        } else {
            self.phase = Phase::Set(queue);
        }
        Ok(())
    }

    /// Every two players settle, from the left of the button; nobody pays more than he has (13.4.1, J52).
    pub(crate) fn settle_chinese(&self) -> Outcome {
        let mut stacks = self.stacks.clone();
        for a in 0..self.players {
            for b in a + 1..self.players {
                let won = units(&self.sets[a], &self.sets[b]) * self.setup.unit;
                let (from, to) = if won >= 0 { (b, a) } else { (a, b) };
                let paid = won.abs().min(stacks[from]);
                stacks[from] -= paid;
                stacks[to] += paid;
            }
        }
        Outcome { stacks, pots: Vec::new(), rake: 0 }
    }
}
