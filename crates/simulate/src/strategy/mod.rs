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
use odds::Shape;
use rulebook::{ChoiceKind, Device, Variant};

/// A named strategy.
#[derive(Clone, Copy)]
pub struct Strategy {
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// How it decides.
    pub decide: Decide,
}

/// A rule of thumb: what it decides at a table for a seat, at a step of the game.
pub type Rule = fn(&Banked<'_>, &Table, usize, usize) -> Decision;

/// How a strategy decides for a seat at a step of the game.
#[derive(Clone, Copy)]
pub enum Decide {
    /// By a rule.
    Rule(Rule),
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

/// The strategies of a game, by its shape, whatever it is called.
pub fn strategies(game: &Variant) -> &'static [Strategy] {
    match [Device::Shoe, Device::Shuffler].into_iter().find_map(|device| Shape::of(game, device)) {
        Some(Shape::Caribbean) => &caribbean::ALL,
        Some(Shape::Mississippi) => &mississippi::ALL,
        Some(Shape::Ultimate) => &ultimate::ALL,
        Some(Shape::ThreeCard) => &three_card::ALL,
        None => &[],
    }
}

/// What a rule decides, within what this game offers at the step: a rule is for all games of its shape, and they differ in what
/// must be staked and in which way a hand is given up.
pub fn decide_by_rule(
    rule: Rule,
    machine: &Banked<'_>,
    (table, seat): (&Table, usize),
    step: usize,
) -> Decision {
    let decided = rule(machine, table, seat, step);
    let Some(here) = machine.game().step.get(step) else { return decided };
    let offers = |kind| here.choices.iter().any(|choice| choice.is == kind);
    match decided {
        Decision::Bet { amount, checked, token } => {
            let Some(stake) = &here.stake else { return decided };
            let shown = |stage: usize| table.sign.as_ref().map(|sign| sign.multiples[stage].as_slice());
            let (least, most) = match stake.sign_stage.and_then(shown) {
                Some(shown) => (shown.iter().min().copied(), shown.iter().max().copied()),
                None => (Some(stake.from), Some(stake.to)),
            };
            let ante = table.seats[seat].stakes[0];
            let times = |times: u32| ante.checked_mul(i64::from(times)).unwrap_or(ante);
            let amount = least.map_or(amount, |least| amount.max(times(least)));
            let amount = most.map_or(amount, |most| amount.min(times(most)));
            Decision::Bet { amount, checked, token }
        }
        Decision::FoldAnte if !offers(ChoiceKind::FoldAnte) => Decision::Fold,
        Decision::Fold if !offers(ChoiceKind::Fold) && offers(ChoiceKind::FoldAnte) => Decision::FoldAnte,
        decided => decided,
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
