//! The table sign of a case.

use crate::file::{Amounts, CaseError, JackpotTable, SignTable, money};
use engine::{Limits, Method, Sign, SignJackpot, WAGERS};
use money::{MicroCents, Money, Rate};
use rulebook::{Device, Increment, Rulebook, Variant};

/// The multiples of Ultimate Texas Hold'em where a case shows none: those that most tables show.
const USUAL_MULTIPLES: [&[u32]; 3] = [&[3, 4], &[2], &[1]];

pub(crate) fn sign(book: &Rulebook, game: &Variant, table: &SignTable) -> Result<Sign, CaseError> {
    let mut sign = Sign::plain(book);
    if let Some(seats) = table.seats {
        sign.seats = seats;
    }
    sign.low_limit = table.low_limit;
    sign.device = match table.device.as_deref() {
        None | Some("shoe") => Device::Shoe,
        Some("shuffler") => Device::Shuffler,
        Some(other) => {
            let what = format!("'{other}' is not a dealing device; choose \"shoe\" or \"shuffler\"");
            return Err(CaseError::new("sign.device", what).by(book.label(book.table.device[0].clause)));
        }
    };
    sign.method = match table.method.as_deref() {
        None | Some("A") => Method::A,
        Some("B") => Method::B,
        Some(other) => {
            return Err(CaseError::new(
                "sign.method",
                format!("'{other}' is not a method; choose \"A\" or \"B\""),
            ));
        }
    };
    if let Some(chip) = &table.smallest_chip {
        sign.smallest_chip = money("sign.smallest_chip", chip)?;
    }
    if let Some(most) = &table.max_payout {
        let most = money("sign.max_payout", most)?;
        if most <= Money::ZERO {
            return Err(CaseError::new("sign.max_payout", "the maximum payout must be above zero"));
        }
        sign.max_payout = Some(most);
    }
    sign.limits = limits(game, "sign", &table.min, &table.max)?;
    sign.approved_min = by_wager(game, "sign.approved_min", &table.approved_min)?;
    sign.multiples = multiples(game, table)?;
    sign.paytables = paytables(game, table)?;
    sign.jackpot = table.jackpot.as_ref().map(|jackpot| sign_jackpot(book, jackpot)).transpose()?;
    Ok(sign)
}

pub(crate) fn limits(game: &Variant, place: &str, min: &Amounts, max: &Amounts) -> Result<Limits, CaseError> {
    Ok(Limits {
        min: by_wager(game, &format!("{place}.min"), min)?,
        max: by_wager(game, &format!("{place}.max"), max)?,
    })
}

fn by_wager(game: &Variant, place: &str, amounts: &Amounts) -> Result<[Option<Money>; WAGERS], CaseError> {
    let mut found = [None; WAGERS];
    for (on, amount) in amounts {
        let Some(wager) = game.wager(on) else {
            return Err(CaseError::new(place, format!("{} has no spot '{on}'", game.name)));
        };
        found[wager] = Some(money(&format!("{place}.{on}"), amount)?);
    }
    Ok(found)
}

fn multiples(game: &Variant, table: &SignTable) -> Result<[Vec<u32>; 3], CaseError> {
    let uses =
        game.step.iter().any(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some()));
    match (&table.multiples, uses) {
        (None, true) => Ok(USUAL_MULTIPLES.map(<[u32]>::to_vec)),
        (None, false) => Ok([Vec::new(), Vec::new(), Vec::new()]),
        (Some(_), false) => {
            Err(CaseError::new("sign.multiples", format!("{} has no multiples on its sign", game.name)))
        }
        (Some(lists), true) => match lists.as_slice() {
            [first, second, third] => Ok([first.clone(), second.clone(), third.clone()]),
            _ => Err(CaseError::new("sign.multiples", "expected three lists, one for each stage")),
        },
    }
}

/// The columns chosen, column A where the sign shows none.
fn paytables(game: &Variant, table: &SignTable) -> Result<Vec<(String, String)>, CaseError> {
    let tables = game.chosen_tables();
    // A column that the book does not have is refused by its clause, when the table opens.
    if let Some(name) = table.paytables.keys().find(|name| !tables.iter().any(|(known, _)| known == name)) {
        let what = format!("{} has no pay table '{name}' to choose", game.name);
        return Err(CaseError::new("sign.paytables", what));
    }
    let mut chosen: Vec<(String, String)> =
        table.paytables.iter().map(|(name, column)| (name.clone(), column.clone())).collect();
    for (name, columns) in tables {
        if !table.paytables.contains_key(name) {
            chosen.push((name.to_string(), columns[0].to_string()));
        }
    }
    Ok(chosen)
}

/// Pay tables among which the sign chooses, each in a column that there is.
pub(crate) fn known_columns(game: &Variant, place: &str, chosen: &Amounts) -> Result<(), CaseError> {
    let tables = game.chosen_tables();
    for (name, column) in chosen {
        let columns = tables.iter().find(|(table, _)| table == name);
        if columns.is_none_or(|(_, columns)| !columns.iter().any(|known| known == column)) {
            return Err(CaseError::new(place, format!("there is no '{name}' in column '{column}'")));
        }
    }
    Ok(())
}

pub(crate) fn sign_jackpot(book: &Rulebook, table: &JackpotTable) -> Result<SignJackpot, CaseError> {
    let rules = &book.jackpots;
    let by_seed = rules.increment.value == Increment::BySeed;
    let place = "sign.jackpot";
    let option = match (table.option, by_seed) {
        (Some(option), _) => option,
        (None, false) => 0,
        (None, true) => {
            let clause = book.label(rules.option[0].clause);
            return Err(CaseError::new(place, "the option is missing").by(clause));
        }
    };
    if table.option == Some(0) {
        return Err(CaseError::new(place, "there is no option 0").by(book.label(rules.option[0].clause)));
    }
    let seed = match (table.seed, by_seed) {
        (Some(seed), _) => seed,
        (None, false) => 0,
        (None, true) => {
            return Err(CaseError::new(place, "the seed is missing").by(book.label(rules.increment.cite)));
        }
    };
    let mut bonus = [None; 2];
    for (hand, amount) in &table.bonus {
        let at = match hand.as_str() {
            "royal-flush" => 0,
            "straight-flush" => 1,
            _ => return Err(CaseError::new(place, format!("there is no bonus for '{hand}'"))),
        };
        bonus[at] = Some(money("sign.jackpot.bonus", amount)?);
    }
    Ok(SignJackpot {
        option,
        seed,
        increment: table.increment.as_deref().map(|text| rate(place, text)).transpose()?,
        wager: money("sign.jackpot.wager", &table.wager)?,
        games: games(book, place, table.games.as_deref())?,
        bonus_royal: bonus[0],
        bonus_straight_flush: bonus[1],
    })
}

/// How many games share a meter: each must be the book's.
pub(crate) fn games(book: &Rulebook, place: &str, games: Option<&[String]>) -> Result<u8, CaseError> {
    let Some(games) = games else { return Ok(1) };
    match games.iter().find(|game| book.variant(game).is_none()) {
        Some(game) => Err(CaseError::new(place, format!("{} has no game '{game}'", book.front.id))),
        None => Ok(games.len().clamp(1, 255) as u8),
    }
}

pub(crate) fn rate(place: &str, text: &str) -> Result<Rate, CaseError> {
    Rate::from_percent(text)
        .map_err(|error| CaseError::new(place, format!("'{text}' is not a percentage: {error}")))
}

pub(crate) fn meter(place: &str, text: &str) -> Result<MicroCents, CaseError> {
    let read: Result<MicroCents, _> = text.parse();
    match read {
        Ok(value) if !value.is_negative() => Ok(value),
        Ok(_) => Err(CaseError::new(place, format!("'{text}': a meter is never below zero"))),
        Err(error) => Err(CaseError::new(place, format!("'{text}' is not a meter value: {error}"))),
    }
}
