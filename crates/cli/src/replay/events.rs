//! What happens in a hand, event by event, in words.

use super::amount::Amount;
use cards::Card;
use phh::Hand;
use room::{Cards, Done, Event, Post};
use rulebook::describe::in_words;
use rulebook::room::PartName;

/// One event in words. Players are called as the file calls them.
pub(super) fn words(hand: &Hand, event: &Event) -> String {
    let amount = |units: i64| Amount { units, scale: hand.scale };
    let p = |seat: u8| player(hand, usize::from(seat));
    match *event {
        Event::Fee { seat, chips } => format!("{} pays a fee of {}", p(seat), amount(chips)),
        Event::Posted { seat, post, chips } => {
            let what = match post {
                Post::Ante => "an ante",
                Post::Blind => "a blind",
                Post::Straddle => "a straddle",
                Post::Entering => "to enter:",
            };
            format!("{} posts {what} of {}", p(seat), amount(chips)).replace(": of", ":")
        }
        Event::Burned(card) => format!("a card is burned{}", known(card, ": ")),
        Event::Dealt { seat, card, up } => {
            let face = if up { "up" } else { "down" };
            format!("{} is dealt {}, face {face}", p(seat), one(card))
        }
        Event::ToKitty(card) => format!("{} to the Kitty", one(card)),
        Event::ToBoard { board: 0, card } => format!("{} to the board", one(card)),
        Event::ToBoard { board, card } => format!("{} to board {}", one(card), board + 1),
        Event::Community(card) => format!("{} for all players", one(card)),
        Event::Shuffled(_) => "the cards are shuffled".into(),
        Event::Opens(seat) => format!("the betting begins with {}", p(seat)),
        Event::Acted { seat, done, to } => match done {
            Done::Fold => format!("{} folds", p(seat)),
            Done::Check => format!("{} checks", p(seat)),
            Done::Call => format!("{} calls {}", p(seat), amount(to)),
            Done::Bet => format!("{} bets {}", p(seat), amount(to)),
            Done::Raise => format!("{} raises to {}", p(seat), amount(to)),
            Done::BringIn => format!("{} brings it in for {}", p(seat), amount(to)),
            Done::TakeKitty => format!("{} takes the Kitty, {} in", p(seat), amount(to)),
        },
        Event::Discarded { seat, cards } if cards.is_empty() => format!("{} stands pat", p(seat)),
        Event::Discarded { seat, cards } => format!("{} discards {}", p(seat), all(&cards)),
        Event::Set { seat, front, middle, back } => {
            format!("{} sets {} / {} / {}", p(seat), all(&front), all(&middle), all(&back))
        }
        Event::Shown { seat, cards } => format!("{} shows {}", p(seat), all(&cards)),
        Event::Mucked { seat } => format!("{} mucks", p(seat)),
        Event::Runs(times) => format!("the rest of the board is dealt {times} times"),
        Event::Returned { seat, chips } => format!("{} gets {} back, uncalled", p(seat), amount(chips)),
        Event::Raked { pot, chips } => {
            format!("the house takes {} from {}", amount(chips), pot_name(pot))
        }
        Event::Won { seat, pot, run, part, chips } => {
            let half = match part {
                PartName::High => String::new(),
                part => format!(", {}", in_words(part)),
            };
            let run = if run == 0 { String::new() } else { format!(", run {}", run + 1) };
            format!("{} wins {} of {}{half}{run}", p(seat), amount(chips), pot_name(pot))
        }
        Event::Paid { from, to, chips } => format!("{} pays {} to {}", p(from), amount(chips), p(to)),
        // What needs no figures says itself: "street dealt".
        ref other => in_words(other),
    }
}

/// A player as the file calls him: `p3`, with the name where there is one.
pub(super) fn player(hand: &Hand, seat: usize) -> String {
    match hand.players().nth(seat).filter(|name| !name.is_empty()) {
        Some(name) => format!("p{} {}", seat + 1, crate::sorry::short(name)),
        None => format!("p{}", seat + 1),
    }
}

fn pot_name(pot: u8) -> String {
    match pot {
        0 => "the main pot".into(),
        side => format!("side pot {side}"),
    }
}

fn one(card: Option<Card>) -> String {
    card.map_or("a card".into(), |card| card.to_string())
}

fn known(card: Option<Card>, before: &str) -> String {
    card.map_or(String::new(), |card| format!("{before}{card}"))
}

fn all(cards: &Cards) -> String {
    let told = cards.iter().map(|card| card.map_or("??".into(), |card| card.to_string()));
    told.collect::<Vec<String>>().join(" ")
}
