//! Ultimate Texas Hold'em (Crown Sydney 10).

use super::hand::{Hand, Kind, best};
use super::limits::{Fate, Outcome, Stake, amount_of, capped_odds, odds, times_of};
use super::{Card, Played, Round, Seat, Ticket};

/// Table 3: what the Blind is paid, as `(a, b)` for a to b.
fn blind_odds(kind: Kind) -> Option<(i64, i64)> {
    match kind {
        Kind::RoyalFlush => Some((500, 1)),
        Kind::StraightFlush => Some((50, 1)),
        Kind::FourOfAKind => Some((10, 1)),
        Kind::FullHouse => Some((3, 1)),
        Kind::Flush => Some((3, 2)),
        Kind::Straight => Some((1, 1)),
        _ => None,
    }
}

/// Table 4: what Trips is paid, to 1.
fn trips_odds(kind: Kind) -> Option<i64> {
    match kind {
        Kind::RoyalFlush => Some(50),
        Kind::StraightFlush => Some(40),
        Kind::FourOfAKind => Some(30),
        Kind::FullHouse => Some(8),
        Kind::Flush => Some(7),
        Kind::Straight => Some(4),
        Kind::ThreeOfAKind => Some(3),
        _ => None,
    }
}

fn with(cards: &[Card], more: &[Card]) -> Hand {
    best(&[cards, more].concat())
}

pub(super) fn settle(round: &Round) -> (Option<bool>, Vec<Played>) {
    let dealer = with(&round.dealer, &round.board);
    let qualifies = dealer.kind >= Kind::Pair;
    let seats = round.seats.iter().map(|seat| play(round, seat, &dealer, qualifies)).collect();
    (Some(qualifies), seats)
}

fn play(round: &Round, seat: &Seat, dealer: &Hand, qualifies: bool) -> Played {
    let hand = with(&seat.cards, &round.board);
    // Before the River somebody who is gone has checked (AMB-63).
    let folded = seat.did("fold") || seat.decisions.get(2).is_some_and(|last| last == "absent");
    let put_up = seat.wager("ante").expect("an Ante");

    let mut ante = Stake::found(round, seat, "ante", put_up);
    let mut blind = Stake::found(round, seat, "blind", seat.wager("blind").expect("a Blind"));
    if ante.fate == Fate::Plays && blind.fate == Fate::Plays {
        // Unlike ones are both settled on the smaller (AMB-35).
        let smaller = ante.counts.min(blind.counts);
        ante.at_most(smaller);
        blind.at_most(smaller);
    }
    let mut trips = seat.wager("trips").map(|staked| Stake::found(round, seat, "trips", staked));
    let mut play = play_wager(round, seat, put_up, ante.counts);
    // Cards are dealt on an Ante and a Blind: without one of them there is no hand (10.5.3(b)(i), AMB-24).
    let void = ante.fate == Fate::Void || blind.fate == Fate::Void;
    if void {
        (ante.fate, blind.fate) = (Fate::Void, Fate::Void);
        trips.iter_mut().chain(&mut play).for_each(|stake| stake.fate = Fate::Void);
    }

    let on_ante = if folded {
        Outcome::Loses
    } else if !qualifies || hand == *dealer {
        Outcome::StandsOff
    } else if hand > *dealer {
        Outcome::Wins(odds(round, &ante, 1, 1))
    } else {
        Outcome::Loses
    };
    let on_blind = if folded || hand < *dealer {
        Outcome::Loses
    } else {
        match blind_odds(hand.kind) {
            Some((a, b)) if hand > *dealer => Outcome::Wins(capped_odds(round, &blind, a, b)),
            _ => Outcome::StandsOff,
        }
    };
    let on_trips = |stake: &Stake| match trips_odds(hand.kind) {
        Some(times) if !folded => Outcome::Wins(odds(round, stake, times, 1)),
        _ => Outcome::Loses,
    };
    let on_play = |stake: &Stake| {
        if hand > *dealer {
            Outcome::Wins(odds(round, stake, 1, 1))
        } else if hand == *dealer {
            Outcome::StandsOff
        } else {
            Outcome::Loses
        }
    };

    let mut first = vec![ante.line(on_ante), blind.line(on_blind)];
    first.extend(trips.iter().map(|stake| stake.line(on_trips(stake))));
    let live = !folded || round.sign.method_b;
    // The jackpot is judged by the hole cards and the flop alone (10.4.5, AMB-25).
    let flop = || with(&seat.cards, &round.board[..3]).kind;
    Played {
        first,
        ticket: seat.wager("jackpot").map(|staked| Ticket { staked, void, hand: live.then(flop) }),
        then: play.iter().map(|stake| stake.line(on_play(stake))).collect(),
    }
}

/// The Play wager, if one was made, and what of it counts at the stage it was made.
fn play_wager(round: &Round, seat: &Seat, ante: i64, counts: i64) -> Option<Stake> {
    let passed = |made: &str| ["check", "fold", "absent"].contains(&made);
    let (stage, decision) = seat.decisions.iter().enumerate().find(|(_, made)| !passed(made))?;
    let staked = amount_of(decision)
        .or_else(|| times_of(decision).map(|times| times * ante))
        .unwrap_or_else(|| panic!("no Play wager: {decision}"));
    let mut stake = Stake::found(round, seat, "play", staked);
    // The largest permitted multiple of the Ante as it lay there is the same multiple of the Ante that counts (AMB-44);
    // what goes beyond it is returned. Less than any stands, as far as one of the Ante that counts goes (13.8).
    let permitted = &round.sign.multiples[stage];
    let laid = permitted.iter().filter(|&multiple| multiple * ante <= staked).max();
    let covered = permitted.iter().filter(|&multiple| multiple * counts <= staked).max();
    if let Some(multiple) = laid.or(covered) {
        stake.at_most(multiple * counts);
    }
    Some(stake)
}
