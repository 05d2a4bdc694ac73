//! Strategies by name: what a player decides from the cards that this player can see.
//!
//! They are for trying a game out and for company at a table. The one called "best" asks the exact solution of the game;
//! the ones called "basic" are the rules of thumb that players learn.

mod best;
mod caribbean;
mod mississippi;
mod three_card;
mod ultimate;

pub(crate) use best::decide as decide_best;
use cards::{CardId, Rank};
use engine::banked::{Banked, Decision, Table};
use money::Money;

/// A named strategy.
#[derive(Clone, Copy)]
pub struct Strategy {
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// How it decides.
    pub decide: Decide,
}

/// How a strategy decides for a seat at a step of the game.
#[derive(Clone, Copy)]
pub enum Decide {
    /// By a rule.
    Rule(fn(&Banked<'_>, &Table, usize, usize) -> Decision),
    /// By the exact solution of the game.
    Best,
}

/// The exact solution of the game, under the sign of the table.
const BEST: Strategy =
    Strategy { name: "best", about: "best play, worked out exactly", decide: Decide::Best };

impl std::fmt::Debug for Strategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The strategies of a game.
pub fn strategies(game: &str) -> &'static [Strategy] {
    match game {
        "caribbean-stud" => &caribbean::ALL,
        "mississippi-stud" => &mississippi::ALL,
        "ultimate-texas-holdem" => &ultimate::ALL,
        "three-card-poker" => &three_card::ALL,
        _ => &[],
    }
}

/// The next wager at so many Antes.
fn bet(table: &Table, seat: usize, times: i64) -> Decision {
    let ante = table.seats[seat].stakes[0];
    Decision::Bet { amount: Money::from_cents(ante.cents() * times), checked: true, token: false }
}

/// The rank of a card as a number from 0 (deuce) to 12 (ace).
fn rank(card: CardId) -> usize {
    card.number() / 4
}

/// The suit of a card as a number.
fn suit(card: CardId) -> usize {
    card.number() % 4
}

const ACE: usize = Rank::Ace as usize;
const KING: usize = Rank::King as usize;
const QUEEN: usize = Rank::Queen as usize;
const JACK: usize = Rank::Jack as usize;
const TEN: usize = Rank::Ten as usize;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_number_is_its_rank_and_suit() {
        for card in cards::Pack::OF_52.cards().iter() {
            assert_eq!(rank(card.id()), card.rank() as usize);
            assert_eq!(suit(card.id()), card.suit().index());
        }
        assert_eq!((ACE, TEN), (12, 8));
    }
}
