//! The fields that a hand needs, and how they must fit each other.

use crate::error::{Error, Fault};
use crate::hand::{Commission, Hand, MOST_PLAYERS};

/// Whether the hand has what such a hand needs.
pub(crate) fn check(hand: &Hand) -> Result<(), Error> {
    let in_hand = |fault| Err(Error::new(fault).of_hand(hand.number));
    if let Some(field) = missing(hand) {
        return in_hand(Fault::Missing(field));
    }
    let players = hand.starting_stacks.len();
    if players > MOST_PLAYERS {
        return in_hand(Fault::TooManyPlayers(players));
    }
    let lists = [
        ("antes", hand.antes.len()),
        ("blinds_or_straddles", hand.blinds_or_straddles.len()),
        ("finishing_stacks", hand.finishing_stacks.len()),
        ("winnings", hand.winnings.len()),
        ("players", hand.players.len()),
    ];
    if let Some((field, found)) = lists.into_iter().find(|(_, found)| *found != 0 && *found != players) {
        return in_hand(Fault::WrongLength { field, found, players });
    }
    if let Some(field) = negative(hand) {
        return in_hand(Fault::Negative(field));
    }
    for (place, action) in hand.actions().iter().enumerate() {
        if let Some(player) = action.act.player().filter(|player| *player >= players) {
            let fault = Fault::NoSuchPlayer { player: player + 1, players };
            let error = Error::new(fault).of_hand(hand.number);
            let error = error.in_action(place + 1, &hand.action_text(action));
            return Err(if action.line > 0 { error.at_line(action.line) } else { error });
        }
    }
    Ok(())
}

/// The first field that the hand should have and has not.
fn missing(hand: &Hand) -> Option<&'static str> {
    if hand.variant().is_none() && hand.game().is_none() {
        return Some("variant");
    }
    if hand.antes.is_empty() {
        return Some("antes");
    }
    if hand.blinds_or_straddles.is_empty() && hand.bring_in.is_none() {
        return Some("blinds_or_straddles (or, in stud, bring_in)");
    }
    let (fixed, least) = limits(hand);
    if fixed && hand.small_bet.is_none() {
        return Some("small_bet");
    }
    if fixed && hand.big_bet.is_none() {
        return Some("big_bet");
    }
    if least && hand.min_bet.is_none() {
        return Some("min_bet");
    }
    hand.starting_stacks.is_empty().then_some("starting_stacks")
}

/// Whether the hand's structure needs a small and a big bet, and whether it needs a least bet.
///
/// The structure says so itself, or else the first letter of the standard's code. A game of the rulebook that says neither,
/// and a code that nobody knows, are for the replay to judge.
fn limits(hand: &Hand) -> (bool, bool) {
    match (hand.structure(), hand.game(), hand.variant()) {
        (Some("fixed"), _, _) => (true, false),
        (Some("spread" | "half-pot" | "pot" | "no-limit"), _, _) => (false, true),
        (Some(_), _, _) | (None, Some(_), _) => (false, false),
        (None, None, variant) => match variant.and_then(|code| code.bytes().next()) {
            Some(b'F') => (true, false),
            Some(b'N' | b'P') => (false, true),
            _ => (false, false),
        },
    }
}

/// The first field below zero that may not be. Blinds may: so the standard marks an entering player's.
fn negative(hand: &Hand) -> Option<&'static str> {
    let below = |amount: Option<i64>| amount.is_some_and(|amount| amount < 0);
    let mut commission = hand.commission;
    let taken = commission.iter_mut().flat_map(Commission::amounts).map(|amount| *amount).min();
    let fields = [
        ("antes", hand.antes.iter().copied().min()),
        ("bring_in", hand.bring_in),
        ("small_bet", hand.small_bet),
        ("big_bet", hand.big_bet),
        ("min_bet", hand.min_bet),
        ("_max_bet", hand.max_bet),
        ("_chip", hand.chip),
        ("_unit", hand.unit),
        ("_commission", taken),
        ("starting_stacks", hand.starting_stacks.iter().copied().flatten().min()),
        ("finishing_stacks", hand.finishing_stacks.iter().copied().flatten().min()),
    ];
    fields.into_iter().find(|(_, amount)| below(*amount)).map(|(field, _)| field)
}
