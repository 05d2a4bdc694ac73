//! Mississippi Stud (Crown Sydney 9, The Star, Crown Melbourne).

use super::hand::{Hand, Kind, best};
use super::limits::{Fate, Outcome, Stake, amount_of, capped_odds, odds, times_of, within_loss_limit};
use super::{Book, Card, Played, Round, Seat, Ticket};

const STREETS: [&str; 3] = ["3rd-street", "4th-street", "5th-street"];

/// What the Ante and the Streets are paid, to 1 (Crown Sydney Table 2, The Star 10.3, Melbourne Table 1).
fn pays(hand: &Hand) -> Option<i64> {
    match hand.kind {
        Kind::RoyalFlush => Some(500),
        Kind::StraightFlush => Some(100),
        Kind::FourOfAKind => Some(40),
        Kind::FullHouse => Some(10),
        Kind::Flush => Some(6),
        Kind::Straight => Some(4),
        Kind::ThreeOfAKind => Some(3),
        Kind::TwoPair => Some(2),
        Kind::Pair if hand.ranks[0] >= 11 => Some(1),
        Kind::Pair | Kind::NoPair => None,
    }
}

pub(super) fn settle(round: &Round) -> (Option<bool>, Vec<Played>) {
    (None, round.seats.iter().map(|seat| play(round, seat)).collect())
}

fn play(round: &Round, seat: &Seat) -> Played {
    let cards: Vec<Card> = seat.cards.iter().chain(&round.board).copied().collect();
    let hand = best(&cards);
    let folded = seat.gave_up();
    let put_up = seat.wager("ante").expect("an Ante");

    // In the order of time, which is also the order of the lines.
    let ante = Stake::found(round, seat, "ante", put_up);
    let void = ante.fate == Fate::Void;
    let counts = ante.counts;
    let mut stakes = vec![ante];
    if let Some(staked) = seat.wager("jackpot") {
        stakes.push(Stake::plain(seat, "jackpot", staked));
    }
    for (street, decision) in STREETS.iter().zip(&seat.decisions) {
        if decision != "fold" && decision != "absent" {
            stakes.push(street_wager(round, seat, street, decision, put_up, counts));
        }
    }
    if void {
        stakes.iter_mut().for_each(|stake| stake.fate = Fate::Void);
    }
    if round.book == Book::Star {
        within_loss_limit(seat, &mut stakes);
    }

    let outcome = |stake: &Stake| {
        if folded {
            return Outcome::Loses;
        }
        match pays(&hand) {
            Some(times) if round.book == Book::Star => Outcome::Wins(odds(round, stake, times, 1)),
            Some(times) => Outcome::Wins(capped_odds(round, stake, times, 1)),
            // Sixes to tens, judged by what the hand is and not by what it contains (AMB-21).
            None if hand.kind == Kind::Pair && hand.ranks[0] >= 6 => Outcome::StandsOff,
            None => Outcome::Loses,
        }
    };
    let survives_fold = match round.book {
        Book::CrownSydney => round.sign.method_b,
        Book::Star => true,
        Book::MelbourneMississippi | Book::MelbourneThreeCard => false,
    };
    let mut played = Played { first: Vec::new(), ticket: None, then: Vec::new() };
    for stake in &stakes {
        match stake.on.as_str() {
            "ante" => played.first.push(stake.line(outcome(stake))),
            "jackpot" => {
                let hand = (!folded || survives_fold).then_some(hand.kind);
                played.ticket = Some(Ticket { staked: stake.staked, void: stake.fate == Fate::Void, hand });
            }
            _ => played.then.push(stake.line(outcome(stake))),
        }
    }
    played
}

/// A Street wager: one to three times the Ante that counts.
fn street_wager(round: &Round, seat: &Seat, on: &str, decision: &str, ante: i64, counts: i64) -> Stake {
    let staked = amount_of(decision)
        .or_else(|| times_of(decision).map(|times| times * ante))
        .unwrap_or_else(|| panic!("no Street wager: {decision}"));
    let mut stake = Stake::found(round, seat, on, staked);
    match round.book {
        Book::Star => {
            // Limits on the sign (6.2, 6.3) have been seen to; without any, what is out of range is void (MS-A17). The
            // range is that of the Ante on the layout, which is what the player could go by.
            let on_the_sign = round.sign.min.contains_key(on) || round.sign.max.contains_key(on);
            if !on_the_sign && (staked < ante || staked > 3 * ante) {
                stake.fate = Fate::Void;
            }
        }
        Book::CrownSydney => stake.at_most(3 * counts), // 13.8.1; 13.8.2 settles a short one as it is
        Book::MelbourneMississippi | Book::MelbourneThreeCard => {
            stake.at_most(3 * counts); // 11.10.1
            if staked < counts && seat.warned_short {
                stake.fate = Fate::Returned; // 11.10.2
            }
        }
    }
    stake
}
