//! Three Card Poker.

use super::{BEST, Decide, QUEEN, Strategy, bet, rank};
use cards::Rank;
use engine::banked::{Banked, Decision, Table};

pub(super) const ALL: [Strategy; 4] = [
    Strategy {
        name: "basic",
        about: "play queen, six, four or better; fold the Ante of the rest",
        decide: Decide::Rule(basic),
    },
    Strategy {
        name: "mimic-dealer",
        about: "play queen high or better, as the dealer qualifies",
        decide: Decide::Rule(mimic),
    },
    Strategy { name: "never-fold", about: "play every hand", decide: Decide::Rule(never_fold) },
    BEST,
];

fn basic(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    let order = cards::orders::three_card();
    let cards = &table.seats[seat].cards;
    let held = order.fast().rank_ids(&[cards[0], cards[1], cards[2]]);
    let mut ranks = [rank(cards[0]), rank(cards[1]), rank(cards[2])];
    ranks.sort_unstable();
    let [low, middle, high] = ranks;
    let least = (QUEEN, Rank::Six as usize, Rank::Four as usize);
    if order.is_at_least(held, cards::Category::OnePair) || (high, middle, low) >= least {
        bet(table, seat, 1)
    } else {
        Decision::FoldAnte
    }
}

fn mimic(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    let order = cards::orders::three_card();
    let cards = &table.seats[seat].cards;
    let held = order.fast().rank_ids(&[cards[0], cards[1], cards[2]]);
    let high = cards[..3].iter().map(|card| rank(*card)).max();
    if order.is_at_least(held, cards::Category::OnePair) || high >= Some(QUEEN) {
        bet(table, seat, 1)
    } else {
        Decision::FoldAnte
    }
}

fn never_fold(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    bet(table, seat, 1)
}
