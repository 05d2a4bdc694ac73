//! Three Card Poker (Crown Melbourne).

use super::hand::{Kind, Three, ThreeKind, best, three};
use super::limits::{Outcome, Stake, amount_of, odds};
use super::{Card, Line, Played, Round, Seat, Ticket};

/// Table 9, Ante Bonus, to 1.
fn ante_bonus(table: char, kind: ThreeKind) -> i64 {
    let [straight_flush, three_of_a_kind, straight] = match table {
        'A' => [5, 4, 1],
        'B' => [5, 3, 1],
        'C' => [4, 3, 1],
        _ => panic!("no Ante Bonus table {table}"),
    };
    match kind {
        ThreeKind::StraightFlush => straight_flush,
        ThreeKind::ThreeOfAKind => three_of_a_kind,
        ThreeKind::Straight => straight,
        _ => 0,
    }
}

/// Table 9, Pair Plus, to 1.
fn pair_plus(table: char, kind: ThreeKind) -> i64 {
    let [straight_flush, three_of_a_kind, straight, flush, pair] = match table {
        'A' => [40, 30, 6, 4, 1],
        'B' => [40, 25, 6, 4, 1],
        'C' => [40, 30, 5, 4, 1],
        'D' => [40, 30, 6, 3, 1],
        'E' => [35, 25, 6, 4, 1],
        'F' => [35, 33, 6, 4, 1],
        _ => panic!("no Pair Plus table {table}"),
    };
    match kind {
        ThreeKind::StraightFlush => straight_flush,
        ThreeKind::ThreeOfAKind => three_of_a_kind,
        ThreeKind::Straight => straight,
        ThreeKind::Flush => flush,
        ThreeKind::Pair => pair,
        ThreeKind::NoPair => 0,
    }
}

/// Table 9, Six Card Bonus, to 1.
fn six_card_bonus(table: char, kind: Kind) -> i64 {
    let [royal, straight_flush, four, full_house, flush, straight, three] = match table {
        'A' => [1000, 200, 50, 25, 20, 10, 5],
        'B' => [1000, 200, 50, 25, 15, 10, 5],
        'C' => [1000, 200, 100, 20, 15, 9, 8],
        'D' => [1000, 200, 100, 20, 15, 10, 7],
        'E' => [500, 200, 50, 25, 12, 8, 5],
        _ => panic!("no Six Card Bonus table {table}"),
    };
    match kind {
        Kind::RoyalFlush => royal,
        Kind::StraightFlush => straight_flush,
        Kind::FourOfAKind => four,
        Kind::FullHouse => full_house,
        Kind::Flush => flush,
        Kind::Straight => straight,
        Kind::ThreeOfAKind => three,
        _ => 0,
    }
}

fn of_three(cards: &[Card]) -> Three {
    three(cards.try_into().expect("three cards"))
}

pub(super) fn settle(round: &Round) -> (Option<bool>, Vec<Played>) {
    let dealer = of_three(&round.dealer);
    let qualifies = dealer.kind > ThreeKind::NoPair || dealer.ranks[0] >= 12;
    let seats = round.seats.iter().map(|seat| play(round, seat, &dealer, qualifies)).collect();
    (Some(qualifies), seats)
}

fn play(round: &Round, seat: &Seat, dealer: &Three, qualifies: bool) -> Played {
    let hand = of_three(&seat.cards);
    // "fold" gives up everything; "fold ante" leaves the side wagers alive (9.5.2, TC-A3).
    let folded_all = seat.did("fold");
    // Who is gone leaves the side wagers, which ask for no decision (TC-A29).
    let folded = folded_all || seat.did("fold ante") || seat.did("absent");
    let mut played = Played { first: Vec::new(), ticket: None, then: Vec::new() };

    // Pays nothing at odds of 0.
    let side = |stake: Stake, times: i64| {
        let outcome = if times > 0 { Outcome::Wins(odds(round, &stake, times, 1)) } else { Outcome::Loses };
        stake.line(if folded_all { Outcome::Loses } else { outcome })
    };

    if let Some(put_up) = seat.wager("ante") {
        let ante = Stake::found(round, seat, "ante", put_up);
        let outcome = |stake: &Stake, unqualified: Outcome| {
            if folded {
                Outcome::Loses
            } else if !qualifies {
                unqualified
            } else if hand > *dealer {
                Outcome::Wins(odds(round, stake, 1, 1))
            } else if hand == *dealer {
                Outcome::StandsOff
            } else {
                Outcome::Loses
            }
        };
        played.first.push(ante.line(outcome(&ante, Outcome::Wins(odds(round, &ante, 1, 1)))));

        if !folded {
            let decision = seat.decisions.first().expect("play or fold");
            let mut stake = Stake::found(round, seat, "play", amount_of(decision).unwrap_or(put_up));
            stake.at_most(ante.counts); // 11.14.1
            played.then.push(stake.line(outcome(&stake, Outcome::StandsOff)));
            // A payment on the Ante that counts, whoever wins (9.6.2(d)).
            let paid = odds(round, &ante, ante_bonus(round.sign.ante_bonus, hand.kind), 1);
            if paid > 0 && ante.live() > 0 {
                let (on, result) = ("ante-bonus".to_string(), "win".to_string());
                played.then.push(Line { on, staked: 0, result, paid, returned: 0 });
            }
        }
    }
    if let Some(staked) = seat.wager("pair-plus") {
        let stake = Stake::found(round, seat, "pair-plus", staked);
        played.first.push(side(stake, pair_plus(round.sign.pair_plus, hand.kind)));
    }
    if let Some(staked) = seat.wager("six-card-bonus") {
        let six = best(&[&seat.cards[..], &round.dealer].concat()).kind;
        let stake = Stake::found(round, seat, "six-card-bonus", staked);
        played.first.push(side(stake, six_card_bonus(round.sign.six_card_bonus, six)));
    }
    played.ticket = seat.wager("jackpot").map(|staked| {
        let five = || best(&[&seat.cards[..], &round.jackpot_cards].concat()).kind;
        // Without a Play wager it is lost (5.11.2(a), TC-A4).
        Ticket { staked, void: false, hand: (!folded).then(five) }
    });
    played
}
