//! Recorded hands, as far as the comparison needs them read.

use crate::{Commission, Setup, Structure, UNKNOWN_STACK};

/// A recorded hand: what is known before it and what is done in it.
#[derive(Clone, Debug)]
pub struct RecordedHand {
    /// Before the first action.
    pub setup: Setup,
    /// The actions, with amounts in whole chips.
    pub actions: Vec<String>,
}

/// Reads one hand; amounts are multiplied by `scale`, which must make them whole.
pub fn read(text: &str, scale: i64) -> Result<RecordedHand, String> {
    let file: toml::Table = text.parse().map_err(|error| format!("{error}"))?;
    let standard = !file.contains_key("_rulebook");
    let string = |key: &str| file.get(key).and_then(|value| value.as_str());
    let amount = |key: &str| file.get(key).map(|value| whole(value, scale)).transpose();
    let need = |key: &str| amount(key)?.ok_or_else(|| format!("no {key}"));
    let amounts = |key: &str| -> Result<Vec<i64>, String> {
        let Some(list) = file.get(key) else { return Ok(Vec::new()) };
        let list = list.as_array().ok_or_else(|| format!("{key} is no list"))?;
        list.iter().map(|value| whole(value, scale)).collect()
    };
    let game = match (standard, string("_variant")) {
        (false, Some(name)) => name.to_owned(),
        _ => string("variant").ok_or("no variant")?.to_owned(),
    };
    let structure = match (standard, string("_structure")) {
        (false, Some(name)) => name.to_owned(),
        (false, None) => "none".to_owned(),
        (true, _) => match game.chars().next() {
            Some('F') => "fixed".to_owned(),
            Some('P') => "pot".to_owned(),
            _ => "no-limit".to_owned(),
        },
    };
    let deck = match file.get("_deck").and_then(|value| value.as_integer()) {
        Some(deck) => u8::try_from(deck).map_err(|_| "no such deck")?,
        None if game == "NS" || game == "two-card-manila" || game == "three-card-manila" => 36,
        None => 52,
    };
    let rounds = crate::game::game(&game, standard, deck)?;
    let rounds = rounds.steps.iter().filter(|step| **step == crate::game::Step::Bet).count();
    let structure = match structure.as_str() {
        "fixed" => {
            let small_rounds = match file.get("_small_rounds").and_then(|value| value.as_integer()) {
                Some(number) => usize::try_from(number).map_err(|_| "_small_rounds")?,
                None => rounds / 2,
            };
            Structure::Fixed { small: need("small_bet")?, big: need("big_bet")?, small_rounds }
        }
        "spread" => Structure::Spread { min: need("min_bet")?, max: need("_max_bet")? },
        "half-pot" => Structure::HalfPot { min: need("min_bet")? },
        "pot" => Structure::Pot { min: need("min_bet")? },
        "no-limit" => Structure::NoLimit { min: need("min_bet")? },
        "none" => Structure::NoLimit { min: 0 },
        other => return Err(format!("unknown structure {other}")),
    };
    let setup = Setup {
        standard,
        deck,
        structure,
        antes: amounts("antes")?,
        blinds: amounts("blinds_or_straddles")?,
        bring_in: amount("bring_in")?,
        stacks: amounts("starting_stacks")?,
        chip: amount("_chip")?.unwrap_or(1),
        commission: commission(&file, scale)?,
        unit: amount("_unit")?.unwrap_or(0),
        ante_trimming: file
            .get("ante_trimming_status")
            .and_then(|value| value.as_bool())
            .unwrap_or(!standard),
        ..Setup::of(&game)
    };
    let actions = file.get("actions").and_then(|value| value.as_array()).ok_or("no actions")?;
    let actions = actions.iter().map(|action| {
        let text = action.as_str().ok_or("an action is no text")?;
        scaled_action(text, scale)
    });
    Ok(RecordedHand { setup, actions: actions.collect::<Result<_, String>>()? })
}

fn commission(file: &toml::Table, scale: i64) -> Result<Commission, String> {
    let Some(table) = file.get("_commission").and_then(|value| value.as_table()) else {
        return Ok(Commission::None);
    };
    let has = |keys: &[&str]| keys.iter().filter(|key| table.contains_key(**key)).count();
    let capped_fee = has(&["cap"]) == 1 && has(&["percent"]) == 0;
    if has(&["percent", "per_hand", "per_person"]) > 1 || capped_fee {
        let amount = |key: &str| table.get(key).map(|value| whole(value, scale)).transpose();
        let percent = table.get("percent").and_then(|value| value.as_str());
        return Ok(Commission::Several {
            ppm: percent.map_or(Ok(0), |percent| decimal(percent, 10_000))?,
            cap: amount("cap")?,
            per_hand: amount("per_hand")?.unwrap_or(0),
            per_person: amount("per_person")?.unwrap_or(0),
        });
    }
    if let Some(percent) = table.get("percent").and_then(|value| value.as_str()) {
        let cap = table.get("cap").map(|cap| whole(cap, scale)).transpose()?;
        let (num, den) = (decimal(percent, 1000)?, 100_000);
        return Ok(Commission::Percent { num, den, cap });
    }
    if let Some(fee) = table.get("per_hand") {
        return Ok(Commission::PerHand(whole(fee, scale)?));
    }
    match table.get("per_person") {
        Some(fee) => Ok(Commission::PerPerson(whole(fee, scale)?)),
        None => Err("unknown _commission".to_owned()),
    }
}

/// An action whose amount, if it has one, is in whole chips, without its comment.
fn scaled_action(text: &str, scale: i64) -> Result<String, String> {
    let text = text.split('#').next().unwrap_or("").trim();
    match text.split_once(" cbr ") {
        Some((player, amount)) => Ok(format!("{player} cbr {}", decimal(amount.trim(), scale)?)),
        None => Ok(text.to_owned()),
    }
}

fn whole(value: &toml::Value, scale: i64) -> Result<i64, String> {
    match value {
        toml::Value::Integer(number) => number.checked_mul(scale).ok_or_else(|| "too many chips".to_owned()),
        // The shortest text of a float is the decimal that was written.
        toml::Value::Float(number) => decimal(&number.to_string(), scale),
        other => Err(format!("{other} is no amount")),
    }
}

/// A decimal number times `scale`.
fn decimal(text: &str, scale: i64) -> Result<i64, String> {
    if text == "inf" {
        return Ok(UNKNOWN_STACK);
    }
    let bad = || format!("{text} is no whole number of chips");
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mut number: i64 = whole.parse::<i64>().map_err(|_| bad())?.checked_mul(scale).ok_or_else(bad)?;
    let mut place = scale;
    for digit in part.chars() {
        let digit = i64::from(digit.to_digit(10).ok_or_else(bad)?);
        if digit * place % 10 != 0 {
            return Err(bad());
        }
        // A place smaller than one chip must hold a zero.
        number += digit * place / 10;
        place = if place % 10 == 0 { place / 10 } else { 0 };
    }
    Ok(if negative { -number } else { number })
}
