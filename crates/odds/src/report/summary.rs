//! The figures at a glance, what other manners of play cost, and what the words mean.

use super::charts::{Bar, Chart};
use super::outcomes::{hit_frequency, minus, named};
use super::section::Section;
use super::table::{Cell, Table, percent};
use super::words;
use crate::choice::Manner;
use crate::setup::{Setup, Unsolved};
use crate::study::Study;
use money::Fraction;
use rulebook::Variant;

pub(super) fn section(game: &Variant, study: &Study, setup: &Setup<'_>) -> Result<Section, Unsolved> {
    let mut section = Section::new("summary", "Summary");
    let columns = [
        "Wager",
        "Pay table",
        "House edge",
        "Expected result, exactly",
        "Average stake",
        "Element of risk",
        "Return of all staked",
        "Standard deviation",
        "Hit frequency",
    ];
    let mut table = Table::new("summary", "Every wager under every pay table", &columns);
    let mut bars = Vec::new();
    let share = |value: Fraction| Cell::Percent(value, 4);
    let column = |name: Option<&String>| name.map_or(Cell::text("–"), Cell::text);
    for main in &study.main {
        let gain = main.main.gain;
        let edge = minus(gain.mean);
        let risk = main.main.element_of_risk().unwrap_or(Fraction::ZERO);
        let setup = Setup::new(setup.book(), game, main.sign.clone())?;
        let hits =
            hit_frequency(main.endings.iter().map(|(ending, deals)| (setup.main_gain(ending), deals)))?;
        let name = main_name(game, &setup);
        bars.push(
            Bar::new(&named(&name, main.paytable.as_ref()), edge, percent(edge, 4)).coloured_by(gain.mean),
        );
        table.row(vec![
            Cell::Text(name),
            column(main.paytable.as_ref()),
            share(edge),
            Cell::Exact(gain.mean),
            Cell::Decimal(main.main.staked, 6),
            share(minus(risk)),
            share(Fraction::ONE.checked_add(risk).unwrap_or(Fraction::ONE)),
            Cell::Root(gain.variance),
            share(hits),
        ]);
    }
    for side in &study.sides {
        let wager = game.wager(&side.on).map_or(side.on.as_str(), |at| game.wager[at].name.as_str());
        let mut row = |name: String, gain: crate::Moments, hits: Cell| {
            let edge = minus(gain.mean);
            bars.push(
                Bar::new(&named(&name, side.paytable.as_ref()), edge, percent(edge, 4))
                    .coloured_by(gain.mean),
            );
            table.row(vec![
                Cell::Text(name),
                column(side.paytable.as_ref()),
                share(edge),
                Cell::Exact(gain.mean),
                Cell::Decimal(Fraction::ONE, 6),
                share(edge),
                share(Fraction::ONE.checked_add(gain.mean).unwrap_or(Fraction::ONE)),
                Cell::Root(gain.variance),
                hits,
            ]);
        };
        let hits = hit_frequency(side.side.outcomes.iter().map(|outcome| (outcome.gain, outcome.deals)))?;
        row(wager.to_string(), side.side.gain, share(hits));
        if let Some(kept) = side.side.unforfeited {
            row(format!("{wager}, never folding"), kept, Cell::Blank);
        }
    }
    let note = "House edge and standard deviation are per unit of the first wager. House edge is the expected result \
                with its sign turned.";
    section.table(table.noted(note));
    section.chart(Chart::bars("edges", "House edge of every wager and pay table", bars));
    Ok(section)
}

/// The wagers of the main play: "Ante and Blind, with Play".
fn main_name(game: &Variant, setup: &Setup<'_>) -> String {
    let names = |places: &[usize]| {
        let names: Vec<&str> = places.iter().map(|at| game.wager[*at].name.as_str()).collect();
        names.join(" and ")
    };
    let mut later: Vec<usize> = setup.decisions.iter().map(|decision| decision.wager).collect();
    later.dedup();
    let later = match later.len() {
        0 | 1 => names(&later),
        _ => "its Streets".to_string(),
    };
    format!("{}, with {later}", names(&setup.first))
}

/// What other manners of play cost.
pub(super) fn sensitivity(study: &Study) -> Result<Section, Unsolved> {
    let mut section = Section::new("sensitivity", "Sensitivity to other manners of play");
    section.text("Each manner is played through every deal, like best play; the cost is what it loses beside best play.");
    let columns = [
        "Manner of play",
        "House edge",
        "Cost beside best play",
        "Expected result, exactly",
        "Average stake",
        "Element of risk",
        "Standard deviation",
    ];
    for main in &study.main {
        let name = named("Main play", main.paytable.as_ref());
        let id = named("sensitivity", main.paytable.as_ref());
        let mut table = Table::new(&id, format!("{name}, by manner of play"), &columns);
        let mut bars = Vec::new();
        let best = (Manner::Best, main.main);
        for (manner, found) in std::iter::once(&best).chain(&main.deviations) {
            let edge = minus(found.gain.mean);
            let cost = main.main.gain.mean.checked_sub(found.gain.mean);
            let cost = cost.ok_or_else(|| Unsolved("the cost of a manner of play does not fit".into()))?;
            let risk = found.element_of_risk().unwrap_or(Fraction::ZERO);
            let words = words::capital(manner.words());
            bars.push(Bar::new(short(*manner), edge, percent(edge, 4)).coloured_by(found.gain.mean));
            table.row(vec![
                Cell::Text(words),
                Cell::Percent(edge, 4),
                Cell::Percent(cost, 4),
                Cell::Exact(found.gain.mean),
                Cell::Decimal(found.staked, 6),
                Cell::Percent(minus(risk), 4),
                Cell::Root(found.gain.variance),
            ]);
        }
        section.chart(Chart::bars(&id, &format!("{name}: house edge by manner of play"), bars));
        section.table(table);
    }
    Ok(section)
}

fn short(manner: Manner) -> &'static str {
    match manner {
        Manner::Best => "best play",
        Manner::NeverFold => "never fold",
        Manner::LeastStake => "least stake",
        Manner::MimicDealer => "mimic the dealer",
    }
}

/// What the words mean.
pub(super) fn definitions() -> Section {
    let mut section = Section::new("definitions", "Definitions and method");
    let mut table = Table::new("definitions", "Words", &["Word", "Meaning"]);
    let words = [
        ("combination", "one deal of all the cards that decide a round, each as likely as any other"),
        (
            "expected result",
            "the player's mean net result for one unit of the first wager; Ante and Blind together count as one Ante's \
             worth of play, per one unit of Ante",
        ),
        ("house edge", "the expected result with its sign turned, as a share of the first wager"),
        ("average stake", "the mean of all that is staked in the main play, per unit of Ante"),
        ("element of risk", "what is lost for each unit staked: house edge over average stake"),
        ("return of all staked", "one less the element of risk"),
        ("standard deviation", "of the net result of one round, per unit of the first wager"),
        ("hit frequency", "the share of deals with a net gain"),
        (
            "best play",
            "at every decision the choice with the highest expected result of the main play; between equals the one \
             that stakes less. Side wagers and jackpots do not change it",
        ),
        ("never folding", "a side wager or jackpot valued as if no hand were ever given up"),
    ];
    for (word, meaning) in words {
        table.row(vec![Cell::text(word), Cell::text(meaning)]);
    }
    section.table(table);
    section.text(
        "Every deal is counted in whole numbers through the same settlement that pays the wagers; nothing is sampled \
         and nothing is rounded on the way. Every table of outcomes is checked to add up to one and to the expected \
         result, as fractions, before it is written. Decimals are rounded to the nearest when they are printed. The \
         report holds no date: the same rulebook and the same question give the same bytes.",
    );
    section
}
