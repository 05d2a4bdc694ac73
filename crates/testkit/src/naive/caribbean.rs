//! Caribbean Stud (Crown Sydney 8).

use super::hand::{Hand, Kind, best};
use super::limits::{Fate, Outcome, Stake, amount_of, capped_odds, odds};
use super::{Played, Round, Seat, Ticket};

/// Table 1: what the Bet is paid, to 1.
fn bet_odds(kind: Kind) -> i64 {
    match kind {
        Kind::NoPair | Kind::Pair => 1,
        Kind::TwoPair => 2,
        Kind::ThreeOfAKind => 3,
        Kind::Straight => 4,
        Kind::Flush => 5,
        Kind::FullHouse => 7,
        Kind::FourOfAKind => 20,
        Kind::StraightFlush => 50,
        Kind::RoyalFlush => 250,
    }
}

pub(super) fn settle(round: &Round) -> (Option<bool>, Vec<Played>) {
    let dealer = best(&round.dealer);
    // Ace and king, or better (AMB-22).
    let qualifies = dealer.kind > Kind::NoPair || dealer.ranks[..2] == [14, 13];
    let seats = round.seats.iter().map(|seat| play(round, seat, &dealer, qualifies)).collect();
    (Some(qualifies), seats)
}

fn play(round: &Round, seat: &Seat, dealer: &Hand, qualifies: bool) -> Played {
    let hand = best(&seat.cards);
    let folded = seat.gave_up();
    let put_up = seat.wager("ante").expect("an Ante");
    let ante = Stake::found(round, seat, "ante", put_up);
    let void = ante.fate == Fate::Void;

    let mut bet = None;
    if !folded {
        let decision = seat.decisions.first().expect("bet or fold");
        let staked = amount_of(decision).unwrap_or(2 * put_up);
        let mut stake = Stake::found(round, seat, "bet", staked);
        stake.at_most(2 * ante.counts); // 13.8.1, on the Ante that counts (AMB-44)
        if void {
            stake.fate = Fate::Void;
        }
        bet = Some(stake);
    }

    let wins_ante = Outcome::Wins(odds(round, &ante, 1, 1));
    let on_ante = if folded {
        Outcome::Loses
    } else if !qualifies || hand > *dealer {
        wins_ante
    } else if hand == *dealer {
        Outcome::StandsOff
    } else {
        Outcome::Loses
    };
    let on_bet = |stake: &Stake| {
        if !qualifies {
            Outcome::GoesBack
        } else if hand > *dealer {
            Outcome::Wins(capped_odds(round, stake, bet_odds(hand.kind), 1))
        } else if hand == *dealer {
            Outcome::StandsOff
        } else {
            Outcome::Loses
        }
    };
    let live = !folded || round.sign.method_b;
    Played {
        first: vec![ante.line(on_ante)],
        ticket: seat.wager("jackpot").map(|staked| Ticket { staked, void, hand: live.then_some(hand.kind) }),
        then: bet.iter().map(|stake| stake.line(on_bet(stake))).collect(),
    }
}
