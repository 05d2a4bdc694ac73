//! The rule that is named for a hand: it says what best play says, whatever the cards, and none is named for cards that
//! the game does not deal.

use crate::exact::common::{draw_set, exact, sees};
use cards::{CardSet, Pack};
use odds::{Choice, Seen};
use testkit::dice::Dice;
use testkit::rounds::Pair;

#[test]
fn the_rule_that_fits_says_what_is_best() {
    let mut dice = Dice::new(71);
    for pair in Pair::ALL {
        let game = exact(pair);
        let (setup, advice) = (game.setup, game.solved.advice());
        let mut named = 0;
        for _ in 0..2_000 {
            let all = Pack::OF_52.cards();
            let own = draw_set(&mut dice, all, setup.game().hand_cards.value);
            let up = draw_set(&mut dice, all - own, 1).iter().next();
            let mut seen = Seen { up: up.filter(|_| setup.game().up_card.is_some()), ..sees(own) };
            // As far as best play brings the hand: that is what the rules are for.
            for decision in 0..setup.decisions.len() {
                let more = setup.board_shown(decision) - seen.board.len();
                seen.board = seen.board | draw_set(&mut dice, all - own - seen.board, more);
                seen.decision = decision;
                let best = game.solved.decide(&seen).expect("such cards are dealt");
                if let Some(rule) = game.solved.rule(&advice, &seen) {
                    assert_eq!(rule.choice, best, "{pair:?} {seen:?} {rule:?}");
                    named += 1;
                }
                match best {
                    Choice::Fold => break,
                    Choice::Bet(_) if setup.decisions[0].check => break,
                    Choice::Bet(times) => seen.stakes[decision] = times,
                    Choice::Check => {}
                }
            }
        }
        assert!(named > 100, "{pair:?}: {named}");
        assert_eq!(game.solved.rule(&advice, &sees(CardSet::EMPTY)), None);
    }
}
