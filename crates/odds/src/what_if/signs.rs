//! The sign of a question: multiples and a jackpot.

use super::{Field, Refused, short};
use engine::{Method, Sign, SignJackpot};
use money::{Money, Rate};
use rulebook::{Cite, Increment, Place, Rulebook, Variant};

/// The multiples of the Ante where a question names none.
pub const DEFAULT_MULTIPLES: &str = "3-4,2,1";

/// The sign: the multiples where the game has them, and the first column of every pay table.
pub(super) fn sign(book: &Rulebook, game: &Variant, asked: Option<&str>) -> Result<Sign, Refused> {
    let mut sign = Sign::plain(book);
    for (name, columns) in game.chosen_tables() {
        sign.paytables.push((name.to_string(), columns[0].to_string()));
    }
    let staged =
        game.step.iter().find(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some()));
    let no = |why: String, cite: Cite| Refused::new(Field::Multiples, why, cite);
    match (staged, asked) {
        (None, None) => {}
        (None, Some(_)) => {
            let stake = game.step.iter().find_map(|step| step.stake.as_ref());
            let cite = stake.map_or(game.clause, |stake| stake.clause);
            let why = "the sign of this game shows no multiples: the book says what may be bet";
            return Err(no(why.into(), cite));
        }
        (Some(step), text) => {
            let text = text.unwrap_or(DEFAULT_MULTIPLES);
            let cite = step.stake.as_ref().map_or(step.clause, |stake| stake.clause);
            let why = "write three of N or N-M, such as 3-4,2,1";
            sign.multiples = multiples(text).ok_or_else(|| no(why.into(), cite).given(text))?;
        }
    }
    sign.check(book, game).map_err(|refusal| no(refusal.reason.to_string(), refusal.cite))?;
    Ok(sign)
}

fn multiples(text: &str) -> Option<[Vec<u32>; 3]> {
    let stage = |text: &str| -> Option<Vec<u32>> {
        let (low, high) = text.split_once('-').unwrap_or((text, text));
        let (low, high): (u32, u32) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low <= high && high <= 1_000).then(|| (low..=high).collect())
    };
    let stages: Option<Vec<Vec<u32>>> = text.split(',').map(stage).collect();
    stages.and_then(|stages| stages.try_into().ok())
}

/// Multiples as a question writes them, by stage: "3-4", "2", "1".
pub fn multiples_written(multiples: &[Vec<u32>; 3]) -> Vec<String> {
    let stage = |stage: &Vec<u32>| match (stage.iter().min(), stage.iter().max()) {
        (Some(low), Some(high)) if low != high => format!("{low}-{high}"),
        (Some(only), _) => only.to_string(),
        _ => String::new(),
    };
    multiples.iter().map(stage).collect()
}

/// The sign with a jackpot.
pub(super) fn jackpot(book: &Rulebook, game: &Variant, sign: &Sign, text: &str) -> Result<Sign, Refused> {
    let rules = &book.jackpots;
    let no = |why: &str, cite: Cite| Refused::new(Field::Jackpot, why, cite);
    if !game.wager.iter().any(|wager| wager.place == Place::Jackpot) {
        return Err(no("this game has no jackpot wager", game.clause));
    }
    let mut sign = sign.clone();
    let by_seed = rules.increment.value == Increment::BySeed;
    let mut shown = SignJackpot {
        option: 0,
        seed: 0,
        increment: None,
        wager: Money::from_cents(if by_seed { 1_00 } else { 0 }),
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    };
    let mut keys: Vec<&str> = Vec::new();
    let (mut has_option, mut has_seed) = (false, false);
    for pair in text.split(',') {
        let wrong = |why: &str| Refused { given: Some(format!("'{}'", short(pair))), ..no(why, rules.cost) };
        let (key, value) = pair.split_once('=').ok_or_else(|| wrong("write KEY=VALUE, such as option=1"))?;
        if keys.contains(&key.trim()) {
            return Err(wrong("it is given twice"));
        }
        keys.push(key.trim());
        match key.trim() {
            "option" => {
                shown.option = value.parse().map_err(|_| wrong("there is no such option"))?;
                has_option = true;
            }
            "seed" => {
                shown.seed = value.parse().map_err(|_| wrong("a seed is a whole number"))?;
                has_seed = true;
            }
            "method" => {
                sign.method = match value {
                    "A" | "a" => Method::A,
                    "B" | "b" => Method::B,
                    _ => return Err(wrong("the methods are A and B")),
                }
            }
            "wager" => {
                let amount = if value.contains('.') { value.to_string() } else { format!("{value}.00") };
                shown.wager =
                    amount.parse().map_err(|_| wrong("a wager is an amount of money, such as 5 or 2.50"))?;
            }
            "increment" => {
                let rate = Rate::from_percent(value.trim_end_matches('%'));
                shown.increment = Some(rate.map_err(|_| wrong("an increment is a percentage, such as 30"))?);
            }
            _ => return Err(wrong("the keys are option, seed, method, wager and increment")),
        }
    }
    let missing = |what: &str, cite: Cite| {
        Err(Refused { given: Some(String::new()), ..no(&format!("{what} is missing"), cite) })
    };
    match by_seed {
        true if !has_option => return missing("the option", rules.options.unwrap_or(rules.option[0].clause)),
        false if shown.wager.is_zero() => return missing("what a wager costs (wager=)", rules.cost),
        false if shown.increment.is_none() => return missing("the increment", rules.increment.cite),
        _ if !has_seed => return missing("the seed", rules.increment.cite),
        _ => {}
    }
    sign.jackpot = Some(shown);
    sign.check(book, game).map_err(|refusal| no(&refusal.reason.to_string(), refusal.cite))?;
    Ok(sign)
}
