//! Ultimate Texas Hold'em.

use super::{ACE, BEST, Decide, JACK, KING, QUEEN, Strategy, TEN, bet, rank, suit};
use cards::{CardId, Rank, orders};
use engine::banked::{Banked, Decision, Table};

pub(super) const ALL: [Strategy; 3] = [
    Strategy {
        name: "basic",
        about: "the usual starting hands, hidden pairs and flush draws, few outs",
        decide: Decide::Rule(basic),
    },
    Strategy {
        name: "never-fold",
        about: "check to the river and bet every hand there",
        decide: Decide::Rule(never_fold),
    },
    BEST,
];

/// The highest multiple that the sign shows for the step.
fn highest(table: &Table, stage: usize) -> i64 {
    let shown = table.sign.as_ref().and_then(|sign| sign.multiples[stage].iter().max());
    shown.map_or(1, |multiple| i64::from(*multiple))
}

fn basic(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    let own = [table.seats[seat].cards[0], table.seats[seat].cards[1]];
    match table.board_shown {
        0 if starts_well(own) => bet(table, seat, highest(table, 0)),
        0 => Decision::Check,
        3 if flops_well(own, &table.board) => bet(table, seat, highest(table, 1)),
        3 => Decision::Check,
        _ if stays(own, &table.board) => bet(table, seat, highest(table, 2)),
        _ => Decision::Fold,
    }
}

fn starts_well(own: [CardId; 2]) -> bool {
    let (high, low) = (rank(own[0]).max(rank(own[1])), rank(own[0]).min(rank(own[1])));
    let suited = suit(own[0]) == suit(own[1]);
    let at_least = |alike: Rank, mixed: Rank| low >= if suited { alike as usize } else { mixed as usize };
    match high {
        _ if high == low => high >= Rank::Three as usize,
        ACE => true,
        KING => at_least(Rank::Deuce, Rank::Five),
        QUEEN => at_least(Rank::Six, Rank::Eight),
        JACK => at_least(Rank::Eight, Rank::Ten),
        _ => false,
    }
}

/// A pair that uses a hole card, two pair or better, or four to a flush with a hidden ten or better.
fn flops_well(own: [CardId; 2], board: &[CardId; 5]) -> bool {
    let flop = [board[0], board[1], board[2]];
    let deuces = rank(own[0]) == 0 && rank(own[1]) == 0;
    let hidden = rank(own[0]) == rank(own[1]) && !deuces
        || own.iter().any(|card| flop.iter().any(|other| rank(*card) == rank(*other)));
    let order = orders::high_52();
    let made = order.fast().rank_ids(&[own[0], own[1], flop[0], flop[1], flop[2]]);
    let flush_draw = (0..4).any(|of| {
        let held = own.iter().chain(&flop).filter(|card| suit(**card) == of).count();
        held >= 4 && own.iter().any(|card| suit(*card) == of && rank(*card) >= TEN)
    });
    hidden || order.is_at_least(made, cards::Category::TwoPair) || flush_draw
}

/// A hidden pair or better, or fewer than 21 cards that would put the dealer ahead.
fn stays(own: [CardId; 2], board: &[CardId; 5]) -> bool {
    let fast = orders::high_52().fast();
    let [a, b, c, d, e] = *board;
    let mine = fast.rank_ids(&[own[0], own[1], a, b, c, d, e]);
    let boards = fast.rank_ids(&[a, b, c, d, e]);
    let order = orders::high_52();
    let pairs = rank(own[0]) == rank(own[1])
        || own.iter().any(|card| board.iter().any(|other| rank(*card) == rank(*other)));
    let better = mine > boards && order.category(mine) != order.category(boards);
    if pairs || better {
        return true;
    }
    let seen = |card: CardId| own.contains(&card) || board.contains(&card);
    let outs = (0..52).filter_map(CardId::new).filter(|card| !seen(*card));
    outs.filter(|card| fast.rank_ids(&[*card, a, b, c, d, e]) > mine).count() < 21
}

fn never_fold(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    if table.board_shown < 5 { Decision::Check } else { bet(table, seat, highest(table, 2)) }
}
