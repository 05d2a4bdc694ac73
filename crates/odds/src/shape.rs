//! The shapes of game that there is a way of counting for: by their cards and decisions, never by their names.

use crate::setup::{board_shown_before, decision_steps};
use cards::{Better, Form, Pack};
use rulebook::{ChoiceKind, Device, HandOf, Variant};

/// The shapes of game there is a way of counting for, called after the first game of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    ThreeCard,
    Caribbean,
    Mississippi,
    Ultimate,
}

impl Shape {
    /// The shape of a game: its cards, what is shown between which decisions, and what can be decided; not its name. A game
    /// that differs in any of them would be counted wrongly, and is not known.
    pub fn of(game: &Variant, device: Device) -> Option<Shape> {
        let order = game.order(0);
        if order.pack() != Pack::OF_52 || order.rules().better != Better::Higher {
            return None;
        }
        let steps = decision_steps(game);
        let offered = |step: usize, kinds: &[ChoiceKind]| {
            game.step[step].choices.iter().any(|choice| kinds.contains(&choice.is))
        };
        // Whether one must bet or fold at each decision, or may stay in without a stake.
        let choices = steps.iter().map(|&step| {
            let folds = offered(step, &[ChoiceKind::FoldAnte, ChoiceKind::Fold]);
            (folds, offered(step, &[ChoiceKind::Check]))
        });
        let choices: Vec<(bool, bool)> = choices.collect();
        let board_shown: Vec<usize> =
            steps.iter().map(|&step| board_shown_before(game, device, step)).collect();
        let wagers: Vec<Option<&str>> = steps.iter().map(|&step| game.step[step].wager.as_deref()).collect();
        let apart = wagers.windows(2).all(|two| two[0] != two[1]);
        let (fold, check) = ((true, false), (false, true));
        let cards = (order.form(), game.hand_cards.value, game.dealer_cards, game.board_cards);
        let hand = game.wager[0].hand;
        match (cards, game.up_card.is_some(), choices.as_slice(), board_shown.as_slice()) {
            ((Form::Three, 3, 3, 0), false, [one], _) if *one == fold && hand == HandOf::Own => {
                Some(Shape::ThreeCard)
            }
            ((Form::Five, 5, 5, 0), true, [one], _) if *one == fold && hand == HandOf::Own => {
                Some(Shape::Caribbean)
            }
            ((Form::Five, 2, 0, 3), false, all, [0, 1, 2])
                if all.iter().all(|at| *at == fold) && apart && hand == HandOf::OwnAndBoard =>
            {
                Some(Shape::Mississippi)
            }
            ((Form::Five, 2, 2, 5), false, [first, flop, river], [0, 3, 5])
                if [*first, *flop, *river] == [check, check, fold]
                    && wagers.iter().all(|wager| *wager == wagers[0])
                    && hand == HandOf::OwnAndBoard =>
            {
                Some(Shape::Ultimate)
            }
            _ => None,
        }
    }
}
