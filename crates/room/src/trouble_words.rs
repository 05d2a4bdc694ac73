//! What follows from trouble, in words.

use crate::seats::Seats;
use crate::trouble::{Place, Reshuffle, TroubleEvent};
use crate::words::{DisplayNames, all, one, plainly};

/// One event of trouble in words.
pub(crate) fn words(told: &TroubleEvent, names: &impl DisplayNames) -> String {
    let p = |seat: u8| names.player(seat);
    match *told {
        TroubleEvent::Ruled { remedy, seats, .. } => {
            let who = players(seats, names);
            format!("ruled: {}{}{who}", plainly(remedy), if who.is_empty() { "" } else { ", " })
        }
        TroubleEvent::Moved { card, from, to } => {
            format!("{} goes from {} to {}", one(card), place(from, names), place(to, names))
        }
        TroubleEvent::Arranged { .. } => "streets to come are dealt in another way".into(),
        TroubleEvent::ReshuffleDue { of, .. } => match of {
            Reshuffle::Deck => "the deck is to be shuffled".into(),
            Reshuffle::Rest => "the stub is to be shuffled with what was set aside".into(),
            Reshuffle::Burns => "the burns are to be shuffled".into(),
        },
        TroubleEvent::Refunded { seat, chips } => format!("{} gets {} back", p(seat), names.chips(chips)),
        TroubleEvent::Reversed { seat, chips } => {
            let way = if chips < 0 { "gives" } else { "gets" };
            format!("{} {way} {} back", p(seat), names.chips(chips.abs()))
        }
        TroubleEvent::HandGone { seat, void: true } => format!("{}'s hand is void", p(seat)),
        TroubleEvent::HandGone { seat, void: false } => format!("{}'s hand is dead", p(seat)),
        TroubleEvent::Misdealt { .. } => "misdeal: all cards go back".into(),
        TroubleEvent::Voided => "the hand does not count".into(),
        TroubleEvent::Frozen { at } => format!("the round goes no higher than {}", names.chips(at)),
        TroubleEvent::TreatedAllIn { seat } => format!("{} is treated as all-in", p(seat)),
        TroubleEvent::LastCardsUp { .. } => "all last cards are dealt face up".into(),
        TroubleEvent::OpensAgain => "who opens is found anew".into(),
        TroubleEvent::BoardAgain { .. } => "the board's cards are dealt again".into(),
        TroubleEvent::WagerStays { seat, to } => {
            format!("{}'s wager of {} stays in the pot", p(seat), names.chips(to))
        }
        TroubleEvent::BurnMissed => "no card is burned".into(),
        TroubleEvent::DiscardMissed { seat } => format!("{} keeps all cards", p(seat)),
        TroubleEvent::DiscardMade { seat } => format!("{} has discarded", p(seat)),
        TroubleEvent::DealBegun => "the deal of the street goes on".into(),
        TroubleEvent::MuckShown { seat, cards, live } => {
            let can = if live { "can win" } else { "is dead" };
            format!("{}'s mucked hand {} is shown and {can}", p(seat), all(&cards))
        }
        TroubleEvent::OwesShow { seat } => format!("{} owes the hand to all", p(seat)),
        TroubleEvent::ShownToAll { seat, cards } => format!("{} shows all {}", p(seat), all(&cards)),
        TroubleEvent::Invalidated(cause) => format!("the game is invalid: {}", plainly(cause)),
        TroubleEvent::Sanctioned { seat, sanction } => format!("{}: {}", p(seat), plainly(sanction)),
        TroubleEvent::ConductFound { seat } => format!("{}'s conduct harms the game", p(seat)),
        TroubleEvent::DisputeDecided { seat } => format!("{}'s dispute is decided", p(seat)),
        TroubleEvent::InspectorNamed { seat } => format!("{} is told of the inspector", p(seat)),
        TroubleEvent::DeckCounted => "the deck is counted".into(),
        TroubleEvent::DeckReplaced => "the deck is replaced".into(),
        TroubleEvent::Inspected { seat } => format!("{}'s hand is looked at", p(seat)),
    }
}

fn players(seats: Seats, names: &impl DisplayNames) -> String {
    seats.iter().map(|seat| names.player(seat as u8)).collect::<Vec<_>>().join(" ")
}

fn place(place: Place, names: &impl DisplayNames) -> String {
    match place {
        Place::Stub => "the stub".into(),
        Place::Down(seat) => format!("{}'s hand", names.player(seat)),
        Place::Up(seat) => format!("{}'s up cards", names.player(seat)),
        Place::Board(0) => "the board".into(),
        Place::Board(board) => format!("board {}", u16::from(board) + 1),
        Place::Burns => "the burns".into(),
        Place::Muck => "the muck".into(),
        Place::Aside => "the cards set aside".into(),
        Place::Kitty => "the Kitty".into(),
    }
}
