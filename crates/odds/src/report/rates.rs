//! Whether the rates that a book prints for its jackpots agree with one another.

use super::jackpots::{Jackpots, SeedCell};
use super::rules::option_cell;
use super::section::Section;
use super::table::{Cell, Table, percent};
use crate::setup::{Unsolved, sum};
use money::Fraction;

/// Whether the printed rates agree with one another: each row of the book should return the same.
pub(super) fn consistency(jackpots: &Jackpots, section: &mut Section) -> Result<(), Unsolved> {
    section.heading("Consistency of the printed rates");
    let never = jackpots.ways.len() - 1;
    let of = |cell: &SeedCell| {
        let found = &cell.returns[never];
        let plain = sum([found.fixed, found.increment, found.reseed].into_iter())?;
        Ok::<_, Unsolved>((plain, found.total()))
    };
    let totals = jackpots.cells.iter().map(of).collect::<Result<Vec<_>, Unsolved>>()?;
    let floored = totals.iter().any(|(plain, total)| plain != total);
    let too_large = || Unsolved("the jackpot's figures do not fit".into());
    let count = Fraction::from(totals.len() as i128);
    let mean = sum(totals.iter().map(|(_, total)| *total))?.checked_div(count).ok_or_else(too_large)?;
    let spread_of = |picked: &dyn Fn(&SeedCell) -> bool, with_floor: bool| {
        let picked = jackpots.cells.iter().zip(&totals).filter(|(cell, _)| picked(cell));
        let values: Vec<Fraction> =
            picked.map(|(_, (plain, total))| if with_floor { *total } else { *plain }).collect();
        let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
        Some((least?, most?, most?.checked_sub(least?)?))
    };
    let sums: &[(&str, bool)] = if floored {
        &[("fixed + rate + seed × P(royal)", false), ("with the seed floor", true)]
    } else {
        &[("fixed + rate + seed × P(royal)", true)]
    };
    let columns = ["Rows", "Sum", "Least", "Most", "Spread, in points"];
    let mut spreads = Table::new("jackpot-spread", "How closely the rows of the book agree", &columns);
    let mut options: Vec<u8> = jackpots.cells.iter().map(|cell| cell.option).collect();
    options.dedup();
    for (name, with_floor) in sums {
        let mut row = |words: String, picked: &dyn Fn(&SeedCell) -> bool| {
            if let Some((least, most, spread)) = spread_of(picked, *with_floor) {
                let points = Cell::Decimal(spread.checked_mul(Fraction::from(100)).unwrap_or(spread), 4);
                let ends = [Cell::Percent(least, 4), Cell::Percent(most, 4), points];
                spreads.row([vec![Cell::Text(words), Cell::text(*name)], ends.to_vec()].concat());
            }
        };
        for option in &options {
            row(format!("option {option}"), &|cell| cell.option == *option);
        }
        row(format!("all {}", totals.len()), &|_| true);
    }
    let whole = spread_of(&|_| true, true).ok_or_else(too_large)?;
    // A rate is printed to a hundredth of a point, so it may be off by half of that either way.
    let printed_to = Fraction::new(1, 10_000).map_err(|_| too_large())?;
    let verdict = if whole.2 <= printed_to {
        "no more than rates printed to a hundredth of a point must be apart"
    } else {
        "more than rounding to a hundredth of a point makes"
    };
    let points = Cell::Decimal(whole.2.checked_mul(Fraction::from(100)).ok_or_else(too_large)?, 4).shown();
    let floor_words = match (floored, spread_of(&|_| true, false)) {
        (true, Some((least, most, _))) => format!(
            " Without the seed floor they would lie between {} and {}, falling as the seed rises: the printed rates \
             make allowance for the floor.",
            percent(least, 4),
            percent(most, 4)
        ),
        _ => String::new(),
    };
    section.text(format!(
        "The rates of a book are its regulator's own arithmetic. If they were worked out for one return, fixed prizes, \
         printed rate and the house's reseeding must come to the same in every row, with no hand folded. They lie \
         between {} and {}, with a mean of {}: {points} points apart, {verdict}.{floor_words}",
        percent(whole.0, 4),
        percent(whole.1, 4),
        percent(mean, 4)
    ));
    section.table(spreads);
    let mut columns = vec!["Option", "Seed, for 1", "Fixed + rate + seed × P(royal)"];
    columns.extend(floored.then_some("With the seed floor"));
    columns.extend(["Printed rate", "Rate for the mean", "Difference, in points"]);
    let mut rates =
        Table::new("jackpot-rates", "Printed rates, and those that would return the mean", &columns);
    for (cell, (plain, total)) in jackpots.cells.iter().zip(&totals) {
        let printed = cell.returns[never].increment;
        let over = total.checked_sub(mean).ok_or_else(too_large)?;
        let implied = printed.checked_sub(over).ok_or_else(too_large)?;
        let mut row = vec![option_cell(cell.option), Cell::Count(cell.seed.into()), Cell::Percent(*plain, 4)];
        row.extend(floored.then_some(Cell::Percent(*total, 4)));
        row.extend([
            Cell::Percent(printed, 2),
            Cell::Percent(implied, 4),
            Cell::Decimal(over.checked_mul(Fraction::from(100)).ok_or_else(too_large)?, 4),
        ]);
        rates.row(row);
    }
    section.table(rates.noted(
        "Difference: how far the row returns from the mean of all rows, which a rate other by as much would make up for \
         (the seed floor hardly depends on the rate). A rate printed to a hundredth of a point is off by up to half of \
         that, and so may the mean be.",
    ));
    Ok(())
}
