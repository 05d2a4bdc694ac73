//! What happens in a hand, in words: one place for replays, cases and pages.

use crate::event::{ActKind, Event, Post};
use crate::terms::ChipAmount;
use cards::Card;
use cards::FewCards as Cards;
use rulebook::room::PartName;
use std::cmp::Ordering;
use std::fmt::Debug;

/// How players and amounts are called.
pub trait DisplayNames {
    /// A player, by position from 0.
    fn player(&self, seat: u8) -> String {
        format!("p{}", u16::from(seat) + 1)
    }

    /// An amount.
    fn chips(&self, chips: ChipAmount) -> String {
        chips.to_string()
    }
}

/// Players are `p1`, `p2` and so on, amounts whole numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionNames;

impl DisplayNames for PositionNames {}

/// One event in words.
pub fn words(event: &Event, names: &impl DisplayNames) -> String {
    let p = |seat: u8| names.player(seat);
    let amount = |chips: ChipAmount| names.chips(chips);
    match *event {
        Event::Fee { seat, chips } => format!("{} pays a fee of {}", p(seat), amount(chips)),
        Event::Posted { seat, post, chips } => match post {
            Post::Ante => format!("{} posts an ante of {}", p(seat), amount(chips)),
            Post::Blind => format!("{} posts a blind of {}", p(seat), amount(chips)),
            Post::Straddle => format!("{} posts a straddle of {}", p(seat), amount(chips)),
            Post::Entering => format!("{} posts {} to enter", p(seat), amount(chips)),
        },
        Event::Ready => "all posts are in".into(),
        Event::Burned(card) => match *card {
            Some(card) => format!("{card} is burned"),
            None => "a card is burned".into(),
        },
        Event::Dealt { seat, card, up } => {
            format!("{} gets {}{}", p(seat), one(*card), if up { " face up" } else { "" })
        }
        Event::ToKitty(card) => format!("{} to the Kitty", one(*card)),
        Event::ToBoard { board: 0, card } => format!("{} to the board", one(card)),
        Event::ToBoard { board, card } => format!("{} to board {}", one(card), u16::from(board) + 1),
        Event::Community(card) => format!("{} for all players", one(card)),
        Event::ShuffleDue => "the deck has run out".into(),
        Event::Shuffled(stub) => format!("{} cards are shuffled", stub.len()),
        Event::StreetDealt => "nobody can wager".into(),
        Event::Opens(seat) => format!("{} opens the betting", p(seat)),
        Event::Acted { seat, done, to } => match done {
            ActKind::Fold => format!("{} folds", p(seat)),
            ActKind::Check => format!("{} checks", p(seat)),
            ActKind::Call => format!("{} calls {}", p(seat), amount(to)),
            ActKind::Bet => format!("{} bets {}", p(seat), amount(to)),
            ActKind::Raise => format!("{} raises to {}", p(seat), amount(to)),
            ActKind::BringIn => format!("{} brings it in for {}", p(seat), amount(to)),
            ActKind::TakeKitty => format!("{} takes the Kitty, {} in", p(seat), amount(to)),
        },
        Event::RoundClosed => "the betting round is closed".into(),
        Event::KittyMucked => "the Kitty is mucked".into(),
        Event::Discarded { seat, cards } if cards.is_empty() => format!("{} stands pat", p(seat)),
        Event::Discarded { seat, cards } => format!("{} discards {}", p(seat), all(&cards)),
        Event::Set { seat, front, middle, back } => {
            format!("{} sets {} / {} / {}", p(seat), all(&front), all(&middle), all(&back))
        }
        Event::Shown { seat, cards } if cards.is_empty() => format!("{} shows", p(seat)),
        Event::Shown { seat, cards } => format!("{} shows {}", p(seat), all(&cards)),
        Event::Mucked { seat } => format!("{} mucks", p(seat)),
        Event::Runs(times) => format!("the rest of the board is dealt {times} times"),
        Event::Returned { seat, chips } => format!("{} gets {} back, uncalled", p(seat), amount(chips)),
        Event::Raked { chips: 0, .. } => "no commission".into(),
        Event::Raked { pot, chips } => format!("the house takes {} from {}", amount(chips), pot_name(pot)),
        Event::Won { seat, pot, run, part, chips } => {
            let half = match part {
                PartName::High => String::new(),
                part => format!(", {}", plainly(part)),
            };
            let run = if run == 0 { String::new() } else { format!(", board {}", run + 1) };
            format!("{} wins {} of {}{half}{run}", p(seat), amount(chips), pot_name(pot))
        }
        Event::Paid { from, to, chips } => format!("{} pays {} to {}", p(from), amount(chips), p(to)),
        Event::Ended => "the hand is over".into(),
        Event::Announced { seat, run, part, category } => {
            let part = if part == PartName::High { String::new() } else { format!(", {}", plainly(part)) };
            let run = if run == 0 { String::new() } else { format!(", board {}", run + 1) };
            format!("{} has {category}{part}{run}", p(seat))
        }
        Event::PotMade { pot, chips, players } => {
            let who: Vec<String> = players.iter().map(|seat| p(seat as u8)).collect();
            format!("{} of {} for {}", pot_name(pot), amount(chips), who.join(" "))
        }
        Event::Divided { pot, run, chips } => {
            format!("{} of {} on board {}", amount(chips), pot_name(pot), u16::from(run) + 1)
        }
        Event::Compared { seat, with, part, result } => {
            let how = match result {
                Ordering::Greater => "wins",
                Ordering::Less => "loses",
                Ordering::Equal => "ties",
            };
            format!("{} {how} the {} against {}", p(seat), plainly(part), p(with))
        }
        Event::Gestured { seat, chips: 0, .. } => format!("{} gives a sign", p(seat)),
        Event::Gestured { seat, chips, change: 0 } => format!("{} puts {}", p(seat), amount(chips)),
        Event::Gestured { seat, chips, change } => {
            format!("{} puts {}, {} back", p(seat), amount(chips), amount(change))
        }
        Event::PutShort { seat, to, missing } => format!(
            "{} has only {} in: {} more make the call of {}, or the hand is folded",
            p(seat),
            amount(to),
            amount(missing),
            amount(to + missing)
        ),
        Event::WageredOutOfTurn { seat, to, .. } => {
            format!("{} wagers {} ahead of the turn", p(seat), amount(to))
        }
        Event::OutOfTurnStands(seat) => format!("{}'s wager stands", p(seat)),
        Event::OutOfTurnFreed(seat) => format!("{} may choose anew", p(seat)),
        Event::NoRaise(seat) => format!("{} may not bet or raise", p(seat)),
        Event::FoldedOutOfTurn(seat) => format!("{} folds ahead of the turn", p(seat)),
        Event::TimeBought { seat, chips } => format!("{} pays {} for time", p(seat), amount(chips)),
        Event::TimeUp(seat) => format!("{}'s time is up", p(seat)),
        Event::Irregularity(ref event) => crate::irregularities::words::words(event, names),
    }
}

/// Any value of a machine as people would read it: `SeatTaken { seat: 3 }` is "seat taken, seat 3".
pub fn plainly(value: impl Debug) -> String {
    let name = format!("{value:?}");
    let mut text = String::with_capacity(name.len());
    let mut before = ' ';
    for letter in name.chars() {
        match letter {
            '{' | '(' | '[' => {
                let bare = text.trim_end().len();
                text.truncate(bare);
                text.push_str(if text.is_empty() { "" } else { ", " });
            }
            '}' | ')' | ']' => {
                let bare = text.trim_end_matches([' ', ',']).len();
                text.truncate(bare);
            }
            ':' => {}
            '_' => text.push(' '),
            ' ' if text.ends_with(' ') => {}
            letter if letter.is_ascii_uppercase() => {
                if before.is_ascii_lowercase() {
                    text.push(' ');
                }
                text.push(letter.to_ascii_lowercase());
            }
            letter => text.push(letter),
        }
        before = letter;
    }
    text
}

fn pot_name(pot: u8) -> String {
    match pot {
        0 => "the main pot".into(),
        side => format!("side pot {side}"),
    }
}

pub(crate) fn one(card: Option<Card>) -> String {
    card.map_or("a card".into(), |card| card.to_string())
}

pub(crate) fn all(cards: &Cards) -> String {
    let told = cards.iter().map(|card| card.map_or("??".into(), |card| card.to_string()));
    told.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_told_in_words() {
        let told = |event: Event| words(&event, &PositionNames);
        assert_eq!(told(Event::Acted { seat: 2, done: ActKind::Raise, to: 40 }), "p3 raises to 40");
        assert_eq!(
            told(Event::Won { seat: 0, pot: 1, run: 1, part: PartName::Low, chips: 7 }),
            "p1 wins 7 of side pot 1, low, board 2"
        );
        assert_eq!(told(Event::Raked { pot: 0, chips: 0 }), "no commission");
    }

    #[test]
    fn what_has_no_words_says_what_it_is() {
        #[derive(Debug)]
        #[allow(dead_code, reason = "only shown")]
        enum Some_ {
            SeatTaken { seat: u8, by_whom: Option<u8> },
            Closed,
        }
        assert_eq!(plainly(Some_::Closed), "closed");
        assert_eq!(plainly(Some_::SeatTaken { seat: 3, by_whom: None }), "seat taken, seat 3, by whom none");
    }
}
