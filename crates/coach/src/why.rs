//! Why a choice is best: the rule that decides, the chart's word, or the count behind it.

use crate::cache::Coach;
use cards::{CardSet, Pack};
use money::Fraction;
use odds::{Choice, Seen, Worth};
use std::cmp::Ordering;

/// The reasons, the shortest first.
pub(crate) fn why(coach: &Coach, seen: &Seen, best: Choice, worths: &[Worth]) -> Vec<String> {
    let mut why = Vec::new();
    why.extend(by_rule(coach, seen, best).or_else(|| by_chart(coach, seen, best)));
    why.extend(by_count(coach, seen));
    why.extend(by_worth(best, worths));
    why
}

/// The first rule that fits, where it says the same. Rules are worked out for what best play would have staked before:
/// after another stake the best choice may be another, and no rule is named.
fn by_rule(coach: &Coach, seen: &Seen, best: Choice) -> Option<String> {
    let rules = &coach.rules().points.get(seen.decision)?.rules;
    let rule = coach.solved().rule(coach.rules(), seen).filter(|rule| rule.choice == best)?;
    let fit = match (rule.when.as_str(), rules.as_slice()) {
        ("", [only]) if only == rule => "With every hand".to_string(),
        // The one rule before it does not fit.
        ("", [other, _]) => other.when.replacen("with ", "Without ", 1),
        ("", _) => "With nothing that another rule would play".to_string(),
        (when, _) => capital(when),
    };
    Some(format!("{fit}: {}.", best.words()))
}

/// Two cards in the chart of starting hands.
fn by_chart(coach: &Coach, seen: &Seen, best: Choice) -> Option<String> {
    if seen.own.len() != 2
        || !seen.board.is_empty()
        || coach.rules().points.get(seen.decision)?.grids.is_empty()
    {
        return None;
    }
    let mut ranks: Vec<cards::Rank> = seen.own.iter().map(|card| card.rank()).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let hand = match ranks.as_slice() {
        [a, b] if a == b => format!("a pair of {}", a.plural()),
        [a, b] => {
            let suited = seen.own.suits().iter().any(|suit| suit.count_ones() == 2);
            format!("{}-{} {}", a.word(), b.word(), if suited { "of one suit" } else { "of two suits" })
        }
        _ => return None,
    };
    Some(format!("The chart of starting hands says of {hand}: {}.", best.words()))
}

/// With every card of one's own hand known, the dealer's hands are counted: how many are beaten, equal, better.
fn by_count(coach: &Coach, seen: &Seen) -> Option<String> {
    let game = coach.game();
    let all_shown = seen.board.len() == game.board_cards;
    if game.dealer_cards == 0 || !all_shown {
        return None;
    }
    let order = game.order(0);
    let up = seen.up.map_or(CardSet::EMPTY, CardSet::of);
    let mine = order.rank(seen.own | seen.board);
    let left = Pack::OF_52.cards() - (seen.own | seen.board | up);
    let hidden = game.dealer_cards - up.len();
    if left.len() > 45 && hidden > 3 {
        // Some hundred thousand hands: the worth says it well enough.
        return None;
    }
    let (mut beaten, mut equal, mut better, mut short) = (0u32, 0u32, 0u32, 0u32);
    for cards in left.choose(hidden) {
        let theirs = order.rank(cards | up | seen.board);
        if game.qualifies.is_some() && theirs < game.qualifying_rank {
            short += 1;
        }
        match theirs.cmp(&mine) {
            Ordering::Less => beaten += 1,
            Ordering::Equal => equal += 1,
            Ordering::Greater => better += 1,
        }
    }
    let all = beaten + equal + better;
    let short = match game.qualifies {
        Some(_) => format!("; {short} do not qualify"),
        None => String::new(),
    };
    Some(format!(
        "Of the dealer's {all} possible hands you beat {beaten}, {equal} are equal and {better} beat you{short}."
    ))
}

/// What the best and the next best choice gain.
fn by_worth(best: Choice, worths: &[Worth]) -> Option<String> {
    let gain = worths.iter().find(|worth| worth.choice == best)?.gain;
    let next = worths.iter().filter(|worth| worth.choice != best).max_by_key(|worth| worth.gain)?;
    let (first, second) = (in_antes(gain), in_antes(next.gain));
    Some(format!("On average {} {first}, {} {second}.", gerund(best), gerund(next.choice)))
}

fn gerund(choice: Choice) -> String {
    match choice {
        Choice::Fold => "folding".into(),
        Choice::Check => "checking".into(),
        Choice::Bet(times) => format!("betting {times}x"),
    }
}

/// "gains 0.531 of an Ante", "loses 1 Ante".
fn in_antes(gain: Fraction) -> String {
    let verb = if gain < Fraction::ZERO { "loses" } else { "gains" };
    let size = Fraction::new(gain.num().abs(), gain.den()).unwrap_or(gain);
    match size.den() {
        1 if size.num() == 1 => format!("{verb} 1 Ante"),
        1 => format!("{verb} {size} Antes"),
        _ => format!("{verb} {} Antes", size.to_places(4)),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
