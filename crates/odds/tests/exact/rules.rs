//! The rule that is named for a hand: it says what best play says, whatever the cards, and none is named for cards that
//! the game does not deal.

use crate::common::{draw_set, exact, sees};
use cards::{CardSet, Pack};
use odds::Seen;
use testkit::dice::Dice;
use testkit::rounds::Pair;

#[test]
fn the_rule_that_fits_says_what_is_best() {
    let mut dice = Dice::new(71);
    for pair in Pair::ALL {
        let game = exact(pair);
        let advice = game.solved.advice();
        let mut named = 0;
        for _ in 0..2_000 {
            let all = Pack::OF_52.cards();
            let own = draw_set(&mut dice, all, game.setup.game().hand_cards.value);
            let up = draw_set(&mut dice, all - own, 1).iter().next();
            let decision = dice.below(game.setup.decisions.len() as u64) as usize;
            let board = draw_set(&mut dice, all - own, game.setup.board_shown(decision));
            let mut stakes = [0; odds::DECISIONS];
            for (stake, decision) in stakes.iter_mut().zip(&game.setup.decisions[..decision]) {
                // Where one may check, nothing was staked; else the least or the most, as best play does.
                if !decision.check {
                    *stake = dice.pick(&[decision.least, decision.most]) as u8;
                }
            }
            let up = up.filter(|_| game.setup.game().up_card.is_some());
            let seen = Seen { decision, own, up, board, stakes };
            let best = game.solved.decide(&seen);
            // Stakes that best play would not have laid may ask for something else than the rule says.
            let laid = stakes.iter().all(|stake| *stake <= 1);
            if let Some(rule) = game.solved.rule(&advice, &seen).filter(|_| laid) {
                let on_the_way = decision == 0 || decision > 0 && game.setup.decisions[0].check;
                assert!(!on_the_way || Some(rule.choice) == best, "{pair:?} {seen:?} {rule:?}");
                named += 1;
            }
        }
        assert!(named > 100, "{pair:?}: {named}");
        assert_eq!(game.solved.rule(&advice, &sees(CardSet::EMPTY)), None);
    }
}
