//! An answer in the form that programs read: decimals with 15 digits and exact fractions, under names that stay. Whoever
//! writes it (the command line, the server) chooses how it is spelled.

use crate::advice::{Advice, Grid, PointAdvice};
use crate::answer::Answer;
use crate::jackpot::JackpotReturn;
use crate::report::AskedJackpot;
use engine::Method;
use money::Fraction;
use serde::Serialize;

/// Digits of every decimal.
const DIGITS: usize = 15;

/// An answer for programs.
#[derive(Serialize)]
pub struct Contract<'a> {
    rulebook: &'a str,
    game: &'a str,
    /// What differs from the approved rulebook.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    changed: &'a [String],
    /// The multiples of the Ante on the sign, where it shows some.
    #[serde(skip_serializing_if = "Option::is_none")]
    multiples: Option<&'a [Vec<u32>; 3]>,
    wagers: Vec<Wager<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jackpot: Option<JackpotAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strategy: Vec<Strategy<'a>>,
}

/// Best play under one pay table of the main play.
#[derive(Serialize)]
struct Strategy<'a> {
    paytable: Option<&'a str>,
    decisions: Vec<Decision<'a>>,
}

#[derive(Serialize)]
struct Decision<'a> {
    at: &'a str,
    rules: Vec<Rule<'a>>,
    charts: Vec<Chart<'a>>,
    notes: &'a [String],
}

/// The first rule that fits decides; one without words fits always.
#[derive(Serialize)]
struct Rule<'a> {
    when: &'a str,
    choice: String,
    share: String,
}

#[derive(Serialize)]
struct Chart<'a> {
    title: &'a str,
    legend: &'a str,
    columns: &'a [String],
    rows: Vec<(&'a str, &'a [String])>,
}

#[derive(Serialize, Default)]
struct Wager<'a> {
    on: &'a str,
    paytable: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per: Option<&'a str>,
    expected: String,
    expected_exact: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    average_staked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    average_staked_exact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    element_of_risk: Option<String>,
    standard_deviation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    unforfeited: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unforfeited_exact: Option<String>,
}

#[derive(Serialize)]
struct JackpotAnswer {
    option: Option<u8>,
    seed: u32,
    wager: String,
    method: char,
    #[serde(flatten)]
    returned: Returned,
    #[serde(skip_serializing_if = "Option::is_none")]
    unforfeited: Option<Returned>,
}

#[derive(Serialize)]
struct Returned {
    fixed: String,
    increment: String,
    reseed: String,
    total: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    guarantee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wagers_per_hit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_meter_at_hit: Option<String>,
}

impl<'a> Contract<'a> {
    /// An answer about a game of a book.
    pub fn new(rulebook: &'a str, game: &'a str, worked: &'a Answer) -> Contract<'a> {
        let decimal = |value: Fraction| value.to_significant(DIGITS);
        let mut wagers = Vec::new();
        for study in &worked.study.main {
            let main = &study.main;
            wagers.push(Wager {
                on: &study.on,
                paytable: study.paytable.as_deref(),
                per: Some(&study.on),
                expected: decimal(main.gain.mean),
                expected_exact: main.gain.mean.to_string(),
                average_staked: Some(decimal(main.staked)),
                average_staked_exact: Some(main.staked.to_string()),
                element_of_risk: main.element_of_risk().map(decimal),
                standard_deviation: main.gain.variance.root_to_significant(DIGITS),
                ..Wager::default()
            });
        }
        for study in &worked.study.sides {
            let unforfeited = study.side.unforfeited.map(|moments| moments.mean);
            wagers.push(Wager {
                on: &study.on,
                paytable: study.paytable.as_deref(),
                expected: decimal(study.side.gain.mean),
                expected_exact: study.side.gain.mean.to_string(),
                standard_deviation: study.side.gain.variance.root_to_significant(DIGITS),
                unforfeited: unforfeited.map(decimal),
                unforfeited_exact: unforfeited.map(|mean| mean.to_string()),
                ..Wager::default()
            });
        }
        let jackpot = worked.jackpot.as_ref().and_then(jackpot);
        let strategy =
            worked.advice.iter().map(|(paytable, advice)| strategy(paytable.as_deref(), advice)).collect();
        let sign = worked.study.main.first().map(|study| &study.sign);
        let multiples = sign.map(|sign| &sign.multiples).filter(|multiples| !multiples[0].is_empty());
        Contract { rulebook, game, changed: &worked.changes, multiples, wagers, jackpot, strategy }
    }
}

impl Contract<'_> {
    /// Without best play, where it was worked out and is not asked for.
    #[must_use]
    pub fn without_strategy(self) -> Self {
        Contract { strategy: Vec::new(), ..self }
    }
}

fn strategy<'a>(paytable: Option<&'a str>, advice: &'a Advice) -> Strategy<'a> {
    let rule = |rule: &'a crate::advice::Rule| Rule {
        when: &rule.when,
        choice: rule.choice.words(),
        share: rule.share.to_significant(DIGITS),
    };
    let chart = |grid: &'a Grid| Chart {
        title: &grid.title,
        legend: &grid.legend,
        columns: &grid.columns,
        rows: grid.rows.iter().map(|(name, cells)| (name.as_str(), cells.as_slice())).collect(),
    };
    let decision = |point: &'a PointAdvice| Decision {
        at: &point.name,
        rules: point.rules.iter().map(rule).collect(),
        charts: point.grids.iter().map(chart).collect(),
        notes: &point.notes,
    };
    Strategy { paytable, decisions: advice.points.iter().map(decision).collect() }
}

fn jackpot(jackpot: &AskedJackpot) -> Option<JackpotAnswer> {
    let shown = jackpot.sign.jackpot.as_ref()?;
    Some(JackpotAnswer {
        option: Some(shown.option).filter(|option| *option > 0),
        seed: shown.seed,
        wager: shown.wager.to_string(),
        method: if jackpot.sign.method == Method::A { 'A' } else { 'B' },
        returned: returned(&jackpot.returned),
        unforfeited: jackpot.unforfeited.as_ref().map(returned),
    })
}

fn returned(found: &JackpotReturn) -> Returned {
    let decimal = |value: Fraction| value.to_significant(DIGITS);
    let reseed = found.reseed.checked_add(found.floor).unwrap_or(found.reseed);
    let per_hit = |hit: Fraction| Fraction::ONE.checked_div(hit).map(decimal);
    Returned {
        fixed: decimal(found.fixed),
        increment: decimal(found.increment),
        reseed: decimal(reseed),
        total: decimal(found.total()),
        guarantee: (found.guarantee != Fraction::ZERO).then(|| found.guarantee.to_significant(4)),
        wagers_per_hit: found.life.as_ref().and_then(|life| per_hit(life.hit)),
        mean_meter_at_hit: found.life.as_ref().map(|life| decimal(life.mean_at_hit)),
    }
}
