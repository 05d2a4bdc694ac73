//! What follows from an irregularity, in words.

use crate::irregularities::{CardPlace, IrregularityEvent, Reshuffle};
use crate::seats::Seats;
use crate::words::{DisplayNames, all, one, plainly};

/// One such event in words.
pub(crate) fn words(event: &IrregularityEvent, names: &impl DisplayNames) -> String {
    let p = |seat: u8| names.player(seat);
    match *event {
        IrregularityEvent::Ruled { remedy, seats, .. } => {
            let who = players(seats, names);
            format!("ruled: {}{}{who}", plainly(remedy), if who.is_empty() { "" } else { ", " })
        }
        IrregularityEvent::Moved { card, from, to } => {
            format!("{} goes from {} to {}", one(*card), place(from, names), place(to, names))
        }
        IrregularityEvent::Arranged { .. } => "streets to come are dealt in another way".into(),
        IrregularityEvent::ReshuffleDue { of, .. } => match of {
            Reshuffle::Deck => "the deck is to be shuffled".into(),
            Reshuffle::Rest => "the stub is to be shuffled with what was set aside".into(),
            Reshuffle::Burns => "the burns are to be shuffled".into(),
        },
        IrregularityEvent::Refunded { seat, chips } => {
            format!("{} gets {} back", p(seat), names.chips(chips))
        }
        IrregularityEvent::Reversed { seat, chips } => {
            let way = if chips < 0 { "gives" } else { "gets" };
            format!("{} {way} {} back", p(seat), names.chips(chips.abs()))
        }
        IrregularityEvent::HandGone { seat, void: true } => format!("{}'s hand is void", p(seat)),
        IrregularityEvent::HandGone { seat, void: false } => format!("{}'s hand is dead", p(seat)),
        IrregularityEvent::Misdealt { .. } => "misdeal: all cards go back".into(),
        IrregularityEvent::Voided => "the hand does not count".into(),
        IrregularityEvent::Frozen { at } => format!("the round goes no higher than {}", names.chips(at)),
        IrregularityEvent::TreatedAllIn { seat } => format!("{} is treated as all-in", p(seat)),
        IrregularityEvent::LastCardsUp { .. } => "all last cards are dealt face up".into(),
        IrregularityEvent::OpensAgain => "who opens is matched anew".into(),
        IrregularityEvent::BoardAgain { .. } => "the board's cards are dealt again".into(),
        IrregularityEvent::WagerStays { seat, to } => {
            format!("{}'s wager of {} stays in the pot", p(seat), names.chips(to))
        }
        IrregularityEvent::BurnMissed => "no card is burned".into(),
        IrregularityEvent::DiscardMissed { seat } => format!("{} keeps all cards", p(seat)),
        IrregularityEvent::DiscardMade { seat } => format!("{} has discarded", p(seat)),
        IrregularityEvent::DealBegun => "the deal of the street goes on".into(),
        IrregularityEvent::MuckShown { seat, cards, live } => {
            let can = if live { "can win" } else { "is dead" };
            format!("{}'s mucked hand {} is shown and {can}", p(seat), all(&cards))
        }
        IrregularityEvent::OwesShow { seat } => format!("{} owes the hand to all", p(seat)),
        IrregularityEvent::ShownToAll { seat, cards } => format!("{} shows all {}", p(seat), all(&cards)),
        IrregularityEvent::Invalidated(cause) => format!("the game is invalid: {}", plainly(cause)),
        IrregularityEvent::Sanctioned { seat, sanction } => format!("{}: {}", p(seat), plainly(sanction)),
        IrregularityEvent::ConductFound { seat } => format!("{}'s conduct harms the game", p(seat)),
        IrregularityEvent::DisputeDecided { seat } => format!("{}'s dispute is decided", p(seat)),
        IrregularityEvent::InspectorNamed { seat } => format!("{} is told of the inspector", p(seat)),
        IrregularityEvent::DeckCounted => "the deck is counted".into(),
        IrregularityEvent::DeckReplaced => "the deck is replaced".into(),
        IrregularityEvent::Inspected { seat } => format!("{}'s hand is looked at", p(seat)),
    }
}

fn players(seats: Seats, names: &impl DisplayNames) -> String {
    seats.iter().map(|seat| names.player(seat as u8)).collect::<Vec<_>>().join(" ")
}

fn place(place: CardPlace, names: &impl DisplayNames) -> String {
    match place {
        CardPlace::Stub => "the stub".into(),
        CardPlace::Down(seat) => format!("{}'s hand", names.player(seat)),
        CardPlace::Up(seat) => format!("{}'s up cards", names.player(seat)),
        CardPlace::Board(0) => "the board".into(),
        CardPlace::Board(board) => format!("board {}", u16::from(board) + 1),
        CardPlace::Burns => "the burns".into(),
        CardPlace::Muck => "the muck".into(),
        CardPlace::Aside => "the cards set aside".into(),
        CardPlace::Kitty => "the Kitty".into(),
    }
}
