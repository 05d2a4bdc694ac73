//! Outcomes of the main play and of side wagers: combinations, probabilities, and what each adds to the return.

use super::charts::{Bar, Chart};
use super::section::Section;
use super::table::{Cell, Table, percent};
use super::words;
use crate::ending::{Ending, Endings};
use crate::setup::{Setup, Situation, Unsolved};
use crate::side::Side;
use crate::study::{MainStudy, SideStudy};
use money::Fraction;
use rulebook::{PayLine, PayTable, Pays, Rulebook, Variant};
use std::collections::BTreeMap;

/// Deals that end alike, and what they gain together.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    deals: u128,
    gained: Option<Fraction>,
}

impl Tally {
    fn add(&mut self, gain: Fraction, deals: u128) -> Result<(), Unsolved> {
        let gained = whole(deals)?.checked_mul(gain);
        let before = self.gained.unwrap_or(Fraction::ZERO);
        self.gained = Some(gained.and_then(|gained| before.checked_add(gained)).ok_or_else(too_large)?);
        self.deals += deals;
        Ok(())
    }

    fn chance(&self, all: u128) -> Result<Fraction, Unsolved> {
        part(whole(self.deals)?, all)
    }

    /// What it adds to the expected result.
    fn adds(&self, all: u128) -> Result<Fraction, Unsolved> {
        part(self.gained.unwrap_or(Fraction::ZERO), all)
    }

    /// Its mean gain.
    fn mean(&self) -> Result<Fraction, Unsolved> {
        part(self.gained.unwrap_or(Fraction::ZERO), self.deals.max(1))
    }
}

fn whole(deals: u128) -> Result<Fraction, Unsolved> {
    i128::try_from(deals).map(Fraction::from).map_err(|_| too_large())
}

fn part(of: Fraction, all: u128) -> Result<Fraction, Unsolved> {
    of.checked_div(whole(all)?).ok_or_else(too_large)
}

fn too_large() -> Unsolved {
    Unsolved("the sums over all deals do not fit: the odds are too large".into())
}

/// The share of deals that gain something.
pub(super) fn hit_frequency(gains: impl Iterator<Item = (Fraction, u128)>) -> Result<Fraction, Unsolved> {
    let (mut hits, mut all) = (0, 0);
    for (gain, deals) in gains {
        all += deals;
        hits += if gain > Fraction::ZERO { deals } else { 0 };
    }
    part(whole(hits)?, all)
}

/// How a wager or a main play is named with its pay table.
pub(super) fn named(name: &str, paytable: Option<&String>) -> String {
    paytable.map_or_else(|| name.to_string(), |column| format!("{name}, table {column}"))
}

/// All about the main play under one pay table.
pub(super) fn main(setup: &Setup<'_>, study: &MainStudy, section: &mut Section) -> Result<(), Unsolved> {
    let game = setup.game();
    let name = named("Main play", study.paytable.as_ref());
    let id = named("main", study.paytable.as_ref());
    let endings = &study.endings;
    let all = endings.deals();
    section.heading(&name);
    let by_hand = by_hand(setup, endings)?;
    let bars = by_hand.iter().map(|(words, tally)| {
        let adds = tally.adds(all)?;
        Ok(Bar::new(words, adds, percent(adds, 3)))
    });
    let bars = bars.collect::<Result<Vec<_>, Unsolved>>()?;
    section.chart(Chart::bars(
        &format!("{id}-contribution"),
        &format!("{name}: what each final hand adds to the expected result, in % of the Ante"),
        bars,
    ));
    let lines = by_line(setup, endings)?;
    section.table(table(
        Table::new(
            format!("{id}-by-decision"),
            format!("{name}, by what the player did and how the hands compared"),
            &["What the player did", "Result", "Combinations", "Probability", "Mean net", "Contribution"],
        ),
        lines.into_iter().map(|((line, how), tally)| (vec![Cell::Text(line), Cell::Text(how)], tally, None)),
        (all, study.main.gain.mean),
    )?);
    section.table(table(
        Table::new(
            format!("{id}-by-hand"),
            format!("{name}, by the player's final hand"),
            &["Final hand", "Combinations", "Probability", "Mean net", "Contribution"],
        ),
        by_hand.into_iter().map(|(words, tally)| (vec![Cell::Text(words)], tally, None)),
        (all, study.main.gain.mean),
    )?);
    let mut by_net: BTreeMap<Fraction, Tally> = BTreeMap::new();
    for (ending, deals) in endings.iter() {
        let gain = setup.main_gain(ending);
        by_net.entry(gain).or_default().add(gain, deals)?;
    }
    let dots = by_net.iter().rev().map(|(net, tally)| {
        let chance = tally.chance(all)?;
        Ok(Bar::new(&signed(*net), chance, chance.to_significant(3)).coloured_by(*net))
    });
    section.chart(Chart::dots(
        &format!("{id}-net-results"),
        &format!("{name}: probability of each net result in Antes, on a logarithmic scale"),
        dots.collect::<Result<Vec<_>, Unsolved>>()?,
    ));
    let rows = by_net.into_iter().rev();
    let antes = if game.wager[0].name == "Ante" { "Antes".to_string() } else { game.wager[0].name.clone() };
    section.table(table(
        Table::new(
            format!("{id}-by-net"),
            format!("{name}, by net result"),
            &[&format!("Net, in {antes}"), "Combinations", "Probability", "Contribution"],
        ),
        rows.map(|(net, tally)| (vec![], tally, Some(net))),
        (all, study.main.gain.mean),
    )?);
    Ok(())
}

/// A table of outcomes with its total, which must be all deals and the expected result.
fn table(
    mut table: Table,
    rows: impl Iterator<Item = (Vec<Cell>, Tally, Option<Fraction>)>,
    (all, mean): (u128, Fraction),
) -> Result<Table, Unsolved> {
    let (mut chances, mut sum, mut deals) = (Fraction::ZERO, Fraction::ZERO, 0);
    let mut named = 0;
    for (mut cells, tally, net) in rows {
        let (chance, adds) = (tally.chance(all)?, tally.adds(all)?);
        named = cells.len();
        cells.extend(net.map(Cell::Exact));
        cells.extend([Cell::Count(tally.deals), Cell::Chance(chance)]);
        if net.is_none() {
            cells.push(Cell::Decimal(tally.mean()?, 6));
        }
        cells.push(Cell::Percent(adds, 5));
        table.row(cells);
        chances = chances.checked_add(chance).ok_or_else(too_large)?;
        sum = sum.checked_add(adds).ok_or_else(too_large)?;
        deals += tally.deals;
    }
    if (chances, sum, deals) != (Fraction::ONE, mean, all) {
        return Err(Unsolved(format!("the table '{}' does not add up to the expected result", table.id)));
    }
    let mut total = vec![Cell::Blank; named.max(1)];
    total[0] = Cell::text("all");
    total.extend([Cell::Count(deals), Cell::Exact(chances)]);
    if named > 0 {
        total.push(Cell::Decimal(mean, 6));
    }
    total.push(Cell::Percent(sum, 5));
    table.total(total);
    Ok(table.noted(format!("Exactly {} in all.", Cell::Exact(sum).shown())))
}

/// What the player did and how the hands compared, in words.
type Told = (String, String);

/// By what the player did and how the hands compared.
fn by_line(setup: &Setup<'_>, endings: &Endings) -> Result<Vec<(Told, Tally)>, Unsolved> {
    let alike = endings.iter().all(|(ending, _)| {
        let gain = |at| setup.main_gain(&Ending { situation: Situation(at), ..*ending });
        gain(0) == gain(1) && gain(1) == gain(2)
    });
    let has_dealer = setup.game().dealer_cards > 0;
    let mut tallies: BTreeMap<(crate::Line, Option<u8>), Tally> = BTreeMap::new();
    for (ending, deals) in endings.iter() {
        let gain = setup.main_gain(ending);
        let how = match (ending.line.folded, has_dealer) {
            (Some(_), _) => None,
            (None, true) if alike && !ending.situation.qualifies() => Some(0),
            (None, true) => Some(ending.situation.0),
            // Without a dealer: lost, stand-off, won.
            (None, false) => Some(gain.cmp(&Fraction::ZERO) as i8 as u8),
        };
        tallies.entry((ending.line, how)).or_default().add(gain, deals)?;
    }
    let told = |((line, how), tally): ((crate::Line, Option<u8>), Tally)| {
        let how = match (how, has_dealer) {
            (None, _) => "folded".to_string(),
            (Some(how), true) => words::situation(Situation(how), alike),
            (Some(0), false) => "stand-off".to_string(),
            (Some(1), false) => "won".to_string(),
            (Some(_), false) => "lost".to_string(),
        };
        ((words::line(&line, &setup.decisions), how), tally)
    };
    Ok(tallies.into_iter().map(told).collect())
}

/// By the player's final hand, best first; hands that were given up last.
fn by_hand(setup: &Setup<'_>, endings: &Endings) -> Result<Vec<(String, Tally)>, Unsolved> {
    let mut folded = Tally::default();
    let mut classes: BTreeMap<usize, Tally> = BTreeMap::new();
    for (ending, deals) in endings.iter() {
        let gain = setup.main_gain(ending);
        match ending.line.folded {
            Some(_) => folded.add(gain, deals)?,
            None => classes.entry(ending.class).or_default().add(gain, deals)?,
        }
    }
    let classes = classes.into_iter().rev();
    let mut told: Vec<(String, Tally)> =
        classes.map(|(class, tally)| (words::class(&setup.classes, class), tally)).collect();
    if folded.deals > 0 {
        told.push(("folded".to_string(), folded));
    }
    Ok(told)
}

/// A net result with its sign.
fn signed(net: Fraction) -> String {
    let sign = if net > Fraction::ZERO { "+" } else { "" };
    format!("{sign}{}", Cell::Exact(net).shown())
}

/// All about a side wager under one pay table.
pub(super) fn side(
    book: &Rulebook,
    game: &Variant,
    study: &SideStudy,
    kept: Option<&Side>,
    section: &mut Section,
) -> Result<(), Unsolved> {
    let wager = game.wager(&study.on).map_or(study.on.as_str(), |at| game.wager[at].name.as_str());
    let name = named(wager, study.paytable.as_ref());
    let id = named(&format!("side-{}", study.on), study.paytable.as_ref());
    let beside = if kept.is_some() { ", beside best main play" } else { "" };
    section.table(side_table(book, game, study, &study.side, (&id, &format!("{name}{beside}")))?);
    if let Some(kept) = kept {
        let (id, name) = (format!("{id}-kept"), format!("{name}, when no hand is folded"));
        section.table(side_table(book, game, study, kept, (&id, &name))?);
    }
    Ok(())
}

fn side_table(
    book: &Rulebook,
    game: &Variant,
    study: &SideStudy,
    side: &Side,
    (id, title): (&str, &str),
) -> Result<Table, Unsolved> {
    let columns =
        ["Hand", "Pays", "Combinations", "Probability", "Net", "Contribution", "Contribution to return"];
    let mut table = Table::new(id, title, &columns);
    let all: u128 = side.outcomes.iter().map(|outcome| outcome.deals).sum();
    let (mut chances, mut sum, mut returned) = (Fraction::ZERO, Fraction::ZERO, Fraction::ZERO);
    let mut lines = pay_lines(game, study);
    for (at, outcome) in side.outcomes.iter().enumerate() {
        let loses = outcome.gain < Fraction::ZERO;
        // Lines one after another that pay the same are one outcome.
        let hand = outcome.hand.as_deref();
        let last = lines.iter().position(|line| Some(line.hand.to_string().as_str()) == hand);
        let (paid, left) = lines.split_at(last.map_or(0, |last| last + 1));
        lines = left;
        let hands: Vec<String> = paid.iter().map(|line| words::line_hand(&line.hand)).collect();
        let words = match hand {
            None => "folded, and the wager with it".to_string(),
            Some(_) if !hands.is_empty() => hands.join(" or "),
            Some(_) if loses && at > 0 => "any lower hand".to_string(),
            Some(hand) => words::hand_named(hand),
        };
        let pays = paid.last().map(|line| line.pays.0.to_string());
        let chance = part(whole(outcome.deals)?, all)?;
        let adds = chance.checked_mul(outcome.gain).ok_or_else(too_large)?;
        let comes_back = adds.checked_add(chance).ok_or_else(too_large)?;
        table.row(vec![
            Cell::Text(words),
            Cell::text(pays.unwrap_or_else(|| if loses { "loses".into() } else { String::new() })),
            Cell::Count(outcome.deals),
            Cell::Chance(chance),
            Cell::Exact(outcome.gain),
            Cell::Percent(adds, 5),
            Cell::Percent(comes_back, 5),
        ]);
        let add = |sum: &mut Fraction, more| {
            *sum = sum.checked_add(more).ok_or_else(too_large)?;
            Ok::<(), Unsolved>(())
        };
        add(&mut chances, chance)?;
        add(&mut sum, adds)?;
        add(&mut returned, comes_back)?;
    }
    if (chances, sum) != (Fraction::ONE, side.gain.mean) {
        let wrong = format!("the table '{id}' of {} does not add up to the expected result", book.front.id);
        return Err(Unsolved(wrong));
    }
    table.total(vec![
        Cell::text("all"),
        Cell::Blank,
        Cell::Count(all),
        Cell::Exact(chances),
        Cell::Decimal(sum, 6),
        Cell::Percent(sum, 5),
        Cell::Percent(returned, 5),
    ]);
    Ok(table.noted(format!(
        "Exactly {} in all; house edge {}, standard deviation {}.",
        Cell::Exact(sum).shown(),
        percent(minus(sum), 4),
        Cell::Root(side.gain.variance).shown()
    )))
}

/// The lines of the pay table of a side wager, best hand first.
fn pay_lines<'v>(game: &'v Variant, study: &SideStudy) -> &'v [PayLine] {
    let id = paid_by(game, &study.on);
    let fits = |table: &&PayTable| {
        Some(table.id.as_str()) == id
            && (table.column.is_none() || study.paytable.is_none() || table.column == study.paytable)
    };
    game.paytable.iter().find(fits).map_or(&[], |table| &table.lines)
}

/// The pay table of a wager.
pub(super) fn paid_by<'v>(game: &'v Variant, on: &str) -> Option<&'v str> {
    game.wager[game.wager(on)?].case.iter().find_map(|case| match &case.pays {
        Some(Pays::Table(id)) => Some(id.as_str()),
        _ => None,
    })
}

/// Below zero what was above it.
pub(super) fn minus(value: Fraction) -> Fraction {
    Fraction::ZERO.checked_sub(value).unwrap_or(value)
}
