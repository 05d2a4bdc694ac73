//! Hands, facts and what a player did, in words.

use crate::classes::Classes;
use crate::ending::Line;
use crate::setup::{Decision, Situation};
use cards::{Category, Rank};
use rulebook::{Against, Facts, HandFloor, MethodFact, Outcome, PrizeAmount};

/// The weakest hand of a line as people say it: "pair of jacks", "ace-king high".
pub fn hand(floor: &HandFloor) -> String {
    let ranks = &floor.ranks;
    match (floor.category, ranks.as_slice()) {
        (category, []) => category.word().to_string(),
        (Category::OnePair, [rank]) => format!("pair of {}", rank.plural()),
        (Category::NoPair, _) => {
            let words: Vec<&str> = ranks.iter().map(|rank| rank.word()).collect();
            format!("{} high", words.join("-"))
        }
        (category, _) => {
            let words: Vec<&str> = ranks.iter().map(|rank| rank.word()).collect();
            format!("{}, {}", category.word(), words.join(" "))
        }
    }
}

/// The hands of a line of a pay table: "pair of jacks or better".
pub fn line_hand(floor: &HandFloor) -> String {
    if floor.ranks.is_empty() { hand(floor) } else { format!("{} or better", hand(floor)) }
}

/// A hand as a class writes it, in words.
pub(super) fn hand_named(name: &str) -> String {
    name.parse::<HandFloor>().map_or_else(|_| name.to_string(), |floor| hand(&floor))
}

/// A class of hands: from its weakest hand up to the next class.
pub(super) fn class(classes: &Classes, at: usize) -> String {
    let floor_of = |at: usize| classes.name(at).parse::<HandFloor>().ok();
    let Some(floor) = floor_of(at) else { return classes.name(at).to_string() };
    let next = (at + 1 < classes.len()).then(|| floor_of(at + 1)).flatten();
    let next = next.filter(|next| next.category == floor.category);
    let pair = |floor: &HandFloor| match floor.ranks.as_slice() {
        _ if floor.category != Category::OnePair => None,
        [] => Some(Rank::ALL[0]),
        [rank] => Some(*rank),
        _ => None,
    };
    match (pair(&floor), next.as_ref().map(pair)) {
        (Some(low), Some(Some(above))) if above.index() > 0 => {
            format!("pair, {} to {}", low.plural(), Rank::ALL[above.index() - 1].plural())
        }
        (Some(low), None) if !floor.ranks.is_empty() => format!("pair, {} to aces", low.plural()),
        _ => match next {
            Some(next) if floor.ranks.is_empty() => format!("{} below {}", hand(&floor), hand(&next)),
            Some(next) => format!("{} or higher, below {}", hand(&floor), hand(&next)),
            None if floor.ranks.is_empty() => hand(&floor),
            None => format!("{} or higher", hand(&floor)),
        },
    }
}

/// What a player did: "bet 4x at the pre-flop decision".
pub(super) fn line(line: &Line, decisions: &[Decision]) -> String {
    let mut told: Vec<String> = Vec::new();
    for (at, decision) in decisions.iter().enumerate() {
        let place = match decisions.len() {
            1 => String::new(),
            _ => format!(" at {}", spaced(&decision.name)),
        };
        if line.folded.map(usize::from) == Some(at) {
            told.push(format!("fold{place}"));
            break;
        }
        match line.stakes[at] {
            0 => {}
            stake => told.push(format!("bet {stake}x{place}")),
        }
    }
    if told.is_empty() { "no bet".into() } else { told.join(", ") }
}

/// How the hands compared; `alike` where it does not matter while the dealer does not qualify.
pub(super) fn situation(situation: Situation, alike: bool) -> String {
    let against = match situation.against() {
        Against::Higher => "the player's hand is higher",
        Against::Equal => "the hands are equal",
        Against::Lower => "the dealer's hand is higher",
    };
    match (situation.qualifies(), alike) {
        (true, _) => format!("dealer qualifies, {against}"),
        (false, true) => "dealer does not qualify".to_string(),
        (false, false) => format!("dealer does not qualify, {against}"),
    }
}

/// Facts of a settlement case.
pub(super) fn facts(when: &Facts) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut yes = |fact: Option<bool>, is: &str, is_not: &str| {
        if let Some(fact) = fact {
            told.push(if fact { is } else { is_not }.to_string());
        }
    };
    yes(when.folded, "the hand was folded", "the hand was not folded");
    yes(
        when.folded_whole,
        "the hand was folded with all its wagers",
        "the hand was not folded with all its wagers",
    );
    yes(when.qualifies, "the dealer qualifies", "the dealer does not qualify");
    yes(when.pays_jackpot, "the jackpot pays the hand", "the jackpot does not pay the hand");
    if let Some(step) = &when.folded_at {
        told.push(format!("folded at {}", spaced(step)));
    }
    if let Some(against) = when.against {
        let words = match against {
            Against::Higher => "the player's hand is higher",
            Against::Equal => "the hands are equal",
            Against::Lower => "the dealer's hand is higher",
        };
        told.push(words.to_string());
    }
    if let Some(floor) = &when.at_least {
        told.push(format!("{} or better", hand(floor)));
    }
    if let Some(method) = when.method {
        let letter = match method {
            MethodFact::A => 'A',
            MethodFact::B => 'B',
        };
        told.push(format!("Method {letter}"));
    }
    if told.is_empty() { "otherwise".into() } else { told.join(" and ") }
}

/// What happens to a wager.
pub(super) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "wins",
        Outcome::Lose => "loses",
        Outcome::StandOff => "stand-off: the stake goes back",
        Outcome::Returned => "returned unpaid",
        Outcome::None => "nothing to settle",
    }
}

/// How much a prize is.
pub(super) fn prize(pays: PrizeAmount) -> String {
    match pays {
        PrizeAmount::Meter => "all of the meter".to_string(),
        PrizeAmount::Share(rate) => format!("{rate} of the meter"),
        PrizeAmount::For(odds) => odds.to_string(),
        PrizeAmount::Flat(amount) => format!("${amount}"),
    }
}

/// A name with spaces for dashes: "3rd street"; "pre-flop" keeps its own.
pub(super) fn spaced(name: &str) -> String {
    match name {
        "pre-flop" => name.to_string(),
        _ => name.replace('-', " "),
    }
}

/// With a capital at the front.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
