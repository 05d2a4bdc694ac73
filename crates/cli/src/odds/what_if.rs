//! What if: pay lines, a qualifying hand, multiples and a jackpot as the command line gives them, each refused with the
//! clause where the book forbids it.

use super::OddsArgs;
use crate::sorry::{Sorry, short};
use engine::{Method, Sign, SignJackpot};
use money::{Money, Odds, Rate};
use rulebook::{Cite, HandFloor, Increment, OddsText, Pays, Place, Rulebook, Variant};

/// Odds above this, or divided finer, are refused: no table pays them.
const MOST: u32 = 1_000_000;

/// Changes the game as asked.
pub(super) fn change(book: &mut Rulebook, place: usize, args: &OddsArgs) -> Result<(), Sorry> {
    let mut seen: Vec<&str> = Vec::new();
    for text in &args.pay {
        let change = PayChange::read(text)?;
        let line = text.split('=').next().unwrap_or_default();
        if seen.contains(&line) {
            return Err(by_option("--pay", text, "this line is changed twice"));
        }
        seen.push(line);
        let clause = change.apply(&mut book.variants[place]);
        clause.map_err(|(wrong, cite)| by(book, wrong, cite))?;
    }
    if let Some(text) = &args.qualifies {
        let game = &mut book.variants[place];
        let Some(rule) = &mut game.qualifies else {
            let cite = game.clause;
            return Err(by(book, "in this game no dealer has to qualify".into(), cite));
        };
        let cite = rule.cite;
        let floor: HandFloor = match text.parse().or_else(|_| spaced(text)) {
            Ok(floor) => floor,
            Err(wrong) => return Err(by(book, format!("--qualifies '{}': {wrong}", short(text)), cite)),
        };
        rule.value = floor.clone();
        match floor.rank(game.order(0)) {
            Ok(rank) => game.qualifying_rank = rank,
            Err(wrong) => return Err(by(book, wrong, cite)),
        }
    }
    Ok(())
}

/// A changed line.
struct PayChange<'a> {
    text: &'a str,
    spot: &'a str,
    column: Option<&'a str>,
    hand: &'a str,
    /// None where they cannot be read, which is said with the clause of the line that they were meant for.
    odds: Option<(u32, u32)>,
}

impl PayChange<'_> {
    fn read(text: &str) -> Result<PayChange<'_>, Sorry> {
        let wrong = |why: &str| by_option("--pay", text, why);
        let form = "write SPOT.HAND=ODDS, such as bet.royal-flush=100";
        let (line, odds) = text.split_once('=').ok_or_else(|| wrong(form))?;
        let mut words = line.split('.');
        let (spot, second, third) = (words.next(), words.next(), words.next());
        let (spot, column, hand) = match (spot, second, third, words.next()) {
            (Some(spot), Some(hand), None, None) => (spot, None, hand),
            (Some(spot), Some(column), Some(hand), None) => (spot, Some(column), hand),
            _ => return Err(wrong(form)),
        };
        let (above, below) = odds.split_once('/').unwrap_or((odds, "1"));
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MOST);
        let odds = number(above).zip(number(below)).filter(|(_, below)| *below > 0);
        Ok(PayChange { text, spot, column, hand, odds })
    }

    /// Changes every line that fits. The error comes with the clause that is nearest.
    fn apply(&self, game: &mut Variant) -> Result<(), (String, Cite)> {
        let spot = short(self.spot);
        let table = match game.wager(self.spot) {
            Some(at) => {
                let wager = &game.wager[at];
                let table = |wager: &rulebook::WagerRules| {
                    wager.case.iter().find_map(|case| match &case.pays {
                        Some(Pays::Table(id)) if id != "jackpot" => Some(id.clone()),
                        _ => None,
                    })
                };
                // The Ante itself may be paid evenly, and a bonus on it by a table.
                let bonus =
                    || game.wager.iter().find(|bonus| bonus.of.as_deref() == Some(self.spot)).and_then(table);
                table(wager).or_else(bonus).ok_or_else(|| match wager.place {
                    Place::Jackpot => {
                        ("the prizes of a jackpot are not changed here".to_string(), wager.clause)
                    }
                    _ => (format!("{spot} is paid by no pay table"), wager.clause),
                })?
            }
            None if game.paytable.iter().any(|table| table.id == self.spot) => self.spot.to_string(),
            None => {
                let paid = game.wager.iter().filter(|wager| wager.place != Place::Jackpot);
                let spots: Vec<&str> = paid.map(|wager| wager.on.as_str()).collect();
                let cite = game.spots.unwrap_or(game.clause);
                return Err((format!("there is no spot '{spot}'; there are {}", spots.join(", ")), cite));
            }
        };
        let hand: HandFloor =
            self.hand.replacen('_', " ", 2).parse().or_else(|_| spaced(self.hand)).map_err(|_| {
                let cite = game
                    .paytable
                    .iter()
                    .find(|known| known.id == table)
                    .map_or(game.clause, |known| known.clause);
                (format!("'{}' is no hand", short(self.hand)), cite)
            })?;
        let mut found = false;
        let mut lines = Vec::new();
        let mut near = game.clause;
        for known in game.paytable.iter_mut().filter(|known| known.id == table) {
            near = known.clause;
            if self.column.is_some() && self.column != known.column.as_deref() {
                continue;
            }
            for line in &mut known.lines {
                let hand_named = line.hand.to_string();
                if !lines.contains(&hand_named) {
                    lines.push(hand_named);
                }
                if line.hand == hand {
                    let Some((above, below)) = self.odds else {
                        let why = "odds are N or N/D in whole numbers up to 1000000, and D not 0";
                        let cite = line.clause.unwrap_or(near);
                        return Err((format!("--pay '{}': {why}", short(self.text)), cite));
                    };
                    let odds = match line.pays.0 {
                        Odds::To(_) => Odds::to(above, below),
                        Odds::For(_) => Odds::for_every(above, below),
                    };
                    line.pays = OddsText(odds.expect("not divided by zero"));
                    found = true;
                }
            }
        }
        match (found, lines.is_empty()) {
            (true, _) => Ok(()),
            (false, true) => Err((
                format!("the pay table of {spot} has no column '{}'", short(self.column.unwrap_or(""))),
                near,
            )),
            (false, false) => {
                let why = format!(
                    "the pay table of {spot} has no line '{}'; it has {}",
                    short(self.hand),
                    lines.join(", ")
                );
                Err((format!("--pay {}: {why}", short(self.text)), near))
            }
        }
    }
}

/// A hand whose ranks are set off by dashes: "pair-J", "no-pair-A-K".
fn spaced(text: &str) -> Result<HandFloor, String> {
    let mut words: Vec<&str> = text.split('-').collect();
    let mut ranks = Vec::new();
    while words.last().is_some_and(|word| word.len() == 1) {
        ranks.extend(words.pop());
    }
    ranks.reverse();
    let mut hand = words.join("-");
    for rank in ranks {
        hand.push(' ');
        hand.push_str(&rank.to_uppercase());
    }
    hand.parse()
}

/// The sign: the multiples where the game has them, and the first column of every pay table.
pub(super) fn sign(book: &Rulebook, game: &Variant, args: &OddsArgs) -> Result<Sign, Sorry> {
    let mut sign = Sign::plain(book);
    for (name, columns) in game.chosen_tables() {
        sign.paytables.push((name.to_string(), columns[0].to_string()));
    }
    let staged =
        game.step.iter().find(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some()));
    match (staged, &args.multiples) {
        (None, None) => {}
        (None, Some(_)) => {
            let stake = game.step.iter().find_map(|step| step.stake.as_ref());
            let cite = stake.map_or(game.clause, |stake| stake.clause);
            return Err(by(
                book,
                "the sign of this game shows no multiples: the book says what may be bet".into(),
                cite,
            ));
        }
        (Some(step), text) => {
            let text = text.as_deref().unwrap_or("3-4,2,1");
            let cite = step.stake.as_ref().map_or(step.clause, |stake| stake.clause);
            let why = || format!("--multiples '{}': write three of N or N-M, such as 3-4,2,1", short(text));
            sign.multiples = multiples(text).ok_or_else(|| by(book, why(), cite))?;
        }
    }
    sign.check(book, game).map_err(|refusal| by(book, refusal.reason.to_string(), refusal.cite))?;
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

/// The sign with a jackpot.
pub(super) fn jackpot(book: &Rulebook, game: &Variant, sign: &Sign, text: &str) -> Result<Sign, Sorry> {
    let rules = &book.jackpots;
    if !game.wager.iter().any(|wager| wager.place == Place::Jackpot) {
        return Err(by(book, "this game has no jackpot wager".into(), game.clause));
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
        let wrong = |why: &str| by(book, format!("--jackpot '{}': {why}", short(pair)), rules.cost);
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
    let missing = |what: &str, cite| Err(by(book, format!("--jackpot: {what} is missing"), cite));
    match by_seed {
        true if !has_option => return missing("the option", rules.options.unwrap_or(rules.option[0].clause)),
        false if shown.wager.is_zero() => return missing("what a wager costs (wager=)", rules.cost),
        false if shown.increment.is_none() => return missing("the increment", rules.increment.cite),
        _ if !has_seed => return missing("the seed", rules.increment.cite),
        _ => {}
    }
    sign.jackpot = Some(shown);
    sign.check(book, game).map_err(|refusal| by(book, refusal.reason.to_string(), refusal.cite))?;
    Ok(sign)
}

fn by(book: &Rulebook, wrong: String, cite: Cite) -> Sorry {
    Sorry::Usage(format!("{wrong} [{}]", book.label(cite)))
}

fn by_option(option: &str, text: &str, why: &str) -> Sorry {
    Sorry::Usage(format!("{option} '{}': {why}", short(text)))
}
