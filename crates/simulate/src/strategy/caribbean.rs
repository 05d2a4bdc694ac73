//! Caribbean Stud.

use super::{ACE, BEST, Decide, JACK, KING, QUEEN, Strategy, bet, rank};
use engine::banked::{Banked, Decision, Table};

pub(super) const ALL: [Strategy; 4] = [
    Strategy {
        name: "basic",
        about: "bet a pair or better, and ace-king by the dealer's shown card",
        decide: Decide::Rule(basic),
    },
    Strategy {
        name: "mimic-dealer",
        about: "bet ace-king or better, as the dealer qualifies",
        decide: Decide::Rule(mimic),
    },
    Strategy { name: "never-fold", about: "bet every hand", decide: Decide::Rule(never_fold) },
    BEST,
];

/// The ranks of five cards, highest first, and whether two are the same or they make more than high cards.
fn ranks(table: &Table, seat: usize) -> ([usize; 5], bool) {
    let cards = table.seats[seat].cards;
    let order = cards::orders::high_52();
    let paired = order.is_at_least(order.fast().rank_ids(&cards), cards::Category::OnePair);
    let mut ranks = cards.map(rank);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    (ranks, paired)
}

fn basic(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    let (ranks, paired) = ranks(table, seat);
    let shown = rank(table.dealer[usize::from(table.up_card)]);
    let ace_king = ranks[0] == ACE && ranks[1] == KING;
    let plays = paired
        || ace_king
            && (shown <= QUEEN && ranks.contains(&shown)
                || shown >= KING && (ranks[2] == QUEEN || ranks[2] == JACK)
                || shown <= QUEEN && ranks[2] == QUEEN && shown < ranks[3]);
    if plays { bet(table, seat, 2) } else { Decision::Fold }
}

fn mimic(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    let (ranks, paired) = ranks(table, seat);
    if paired || ranks[0] == ACE && ranks[1] == KING { bet(table, seat, 2) } else { Decision::Fold }
}

fn never_fold(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    bet(table, seat, 2)
}
