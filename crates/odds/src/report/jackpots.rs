//! Jackpots: the return of every option and seed of a book, with and without folding.

use super::charts::{Bar, Chart};
use super::cites::Cites;
use super::rates;
use super::rules::option_cell;
use super::section::Section;
use super::table::{Cell, Table, percent};
use super::words;
use crate::ending::Endings;
use crate::jackpot::{JackpotHands, JackpotReturn};
use crate::setup::Unsolved;
use crate::solve::Solved;
use engine::{Method, Sign, SignJackpot};
use money::{Fraction, Money};
use rulebook::{Cite, Increment, Place, Rulebook};

/// The jackpots of a game, worked out.
#[derive(Clone, Debug)]
pub(super) struct Jackpots {
    /// Ways to play beside which the chances differ; the last never folds.
    pub(super) ways: Vec<Way>,
    /// The chance of every prize: by option, by way, best prize first.
    chances: Vec<(u8, Vec<Vec<Fraction>>)>,
    /// Every option with every seed that the book prints.
    pub(super) cells: Vec<SeedCell>,
}

/// A way to play, and under which method.
#[derive(Clone, Debug)]
pub(super) struct Way {
    name: String,
    method: Method,
    unforfeited: bool,
}

/// An option with a seed.
#[derive(Clone, Debug)]
pub(super) struct SeedCell {
    pub(super) option: u8,
    pub(super) seed: u32,
    cite: Cite,
    pub(super) returns: Vec<JackpotReturn>,
}

/// The jackpot that was asked for.
#[derive(Clone, Debug)]
pub struct AskedJackpot {
    /// The sign that shows it.
    pub sign: Sign,
    /// Beside best main play.
    pub returned: JackpotReturn,
    /// As if no hand were ever given up, where that differs.
    pub unforfeited: Option<JackpotReturn>,
}

impl AskedJackpot {
    /// What the jackpot of a sign returns.
    ///
    /// # Errors
    /// If it is not counted here.
    pub fn new(solved: &Solved<'_, '_>, hands: &JackpotHands, sign: &Sign) -> Result<AskedJackpot, Unsolved> {
        let returned = solved.jackpot(hands, sign, false)?;
        let unforfeited = solved.jackpot(hands, sign, true)?;
        let unforfeited = Some(unforfeited).filter(|other| other.chances != returned.chances);
        Ok(AskedJackpot { sign: sign.clone(), returned, unforfeited })
    }
}

impl Jackpots {
    /// Works out every option and seed of the book; none where the game has no jackpot wager.
    pub(super) fn new(
        solved: &Solved<'_, '_>,
        endings: &Endings,
        asked: Option<&Sign>,
    ) -> Result<Option<(Jackpots, Option<AskedJackpot>)>, Unsolved> {
        let (book, game) = (solved.setup().book(), solved.setup().game());
        if !game.wager.iter().any(|wager| wager.place == Place::Jackpot) {
            return Ok(None);
        }
        let hands = solved.jackpot_hands(endings)?;
        let found = |option: u8, seed: u32, method: Method, unforfeited: bool| {
            let mut sign = solved.setup().sign.clone();
            sign.method = method;
            sign.jackpot = Some(shown(option, seed));
            solved.jackpot(&hands, &sign, unforfeited)
        };
        let seed_of = |option: u8| {
            book.jackpots.seed.iter().find(|row| row.option == option).map_or(0, |row| row.for_one)
        };
        let first = book.jackpots.option[0].number;
        let mut ways: Vec<(Way, Vec<Fraction>)> = Vec::new();
        for (name, method, unforfeited) in ways_of(book) {
            let chances = found(first, seed_of(first), method, unforfeited)?.chances;
            match ways.iter_mut().find(|(_, known)| *known == chances) {
                Some((way, _)) => {
                    way.name += &format!(" or {name}");
                    way.unforfeited |= unforfeited;
                }
                None => ways.push((Way { name: name.to_string(), method, unforfeited }, chances)),
            }
        }
        let ways: Vec<Way> = ways.into_iter().map(|(way, _)| way).collect();
        let by_way = |option: u8, seed: u32| {
            let returns = ways.iter().map(|way| found(option, seed, way.method, way.unforfeited));
            returns.collect::<Result<Vec<_>, Unsolved>>()
        };
        let mut chances = Vec::new();
        for option in &book.jackpots.option {
            let returns = by_way(option.number, seed_of(option.number))?;
            chances.push((option.number, returns.into_iter().map(|found| found.chances).collect()));
        }
        let mut cells = Vec::new();
        for row in &book.jackpots.seed {
            let returns = by_way(row.option, row.for_one)?;
            cells.push(SeedCell { option: row.option, seed: row.for_one, cite: row.clause, returns });
        }
        cells.sort_by_key(|cell| (cell.option, cell.seed));
        let asked = asked.map(|sign| AskedJackpot::new(solved, &hands, sign)).transpose()?;
        Ok(Some((Jackpots { ways, chances, cells }, asked)))
    }
}

/// The ways to play whose chances may differ, the one without folds last.
fn ways_of(book: &Rulebook) -> Vec<(&'static str, Method, bool)> {
    let never = ("never folding", Method::A, true);
    match book.table.methods {
        Some(_) => {
            vec![("Method A with best main play", Method::A, false), ("Method B", Method::B, false), never]
        }
        None => vec![("best main play", Method::A, false), never],
    }
}

fn shown(option: u8, seed: u32) -> SignJackpot {
    SignJackpot {
        option,
        seed,
        increment: None,
        wager: Money::from_cents(1_00),
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    }
}

/// The section of the report.
pub(super) fn section(
    book: &Rulebook,
    jackpots: &Jackpots,
    asked: Option<&AskedJackpot>,
    cites: &Cites<'_>,
) -> Result<Section, Unsolved> {
    let mut section = Section::new("jackpots", "Jackpots");
    section.text(
        "Wagers come one at a time, each with the same chance of each prize. A share of each goes onto the meter; a \
         royal flush takes the meter, which the house puts back to its seed; a straight flush takes its part of it. \
         What players put on the meter comes back to them in the end. So the return is the fixed prizes, plus the \
         increment, plus what the house puts in: the seed after every royal flush, and where the book has a seed \
         floor what a straight flush leaves short of it. Prizes that fall together in one round and rounding up to \
         chips and dollars are left out. Meters are in multiples of one jackpot wager.",
    );
    section.table(prize_table(book, jackpots));
    if let Some(asked) = asked {
        section.table(asked_table(asked, book));
    }
    if jackpots.cells.is_empty() {
        if asked.is_none() {
            section.text(
                "The operator sets price, increment and seed of this jackpot: the return can be worked out once they \
                 are given.",
            );
        }
        return Ok(section);
    }
    for (at, way) in jackpots.ways.iter().enumerate() {
        section.heading(words::capital(&way.name));
        let bars = jackpots.cells.iter().map(|cell| {
            let found = &cell.returns[at];
            let label = format!("option {}, {}", cell.option, super::table::grouped(cell.seed.into()));
            let parts = vec![found.fixed, found.increment, found.reseed, found.floor];
            Bar::stacked(&label, parts, percent(found.total(), 3))
        });
        let parts = ["fixed prizes", "increment", "reseeding", "seed floor"];
        let floored = jackpots.cells.iter().any(|cell| cell.returns[at].floor > Fraction::ZERO);
        section.chart(Chart::stacked(
            &format!("jackpot-return-{}", at + 1),
            &format!("Return of each option and seed: {}", way.name),
            &parts[..if floored { 4 } else { 3 }],
            bars.collect(),
        ));
        section.table(return_table(jackpots, at, way, cites));
    }
    rates::consistency(jackpots, &mut section)?;
    Ok(section)
}

fn prize_table(book: &Rulebook, jackpots: &Jackpots) -> Table {
    let mut columns = vec!["Option".to_string(), "Hand".into(), "Prize".into()];
    for way in &jackpots.ways {
        let of = if jackpots.ways.len() > 1 { format!(", {}", way.name) } else { String::new() };
        columns.push(format!("Probability{of}"));
        columns.push(format!("Once in{of}"));
    }
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("jackpot-chances", "How often each prize is won", &columns);
    for (option, (number, ways)) in book.jackpots.option.iter().zip(&jackpots.chances) {
        for (at, prize) in option.prizes.iter().enumerate() {
            let mut row = vec![
                option_cell(*number),
                Cell::text(words::line_hand(&prize.hand)),
                Cell::text(words::prize(prize.pays)),
            ];
            for way in ways {
                row.extend([Cell::Chance(way[at]), Cell::OneIn(way[at])]);
            }
            table.row(row);
        }
    }
    table.noted("The mean number of jackpot wagers between two such prizes is what stands under “once in”.")
}

const RETURN_COLUMNS: [&str; 9] = [
    "Fixed prizes",
    "Increment",
    "Reseeding after royals",
    "Seed floor",
    "Guarantees",
    "Total",
    "House edge",
    "Wagers between hits",
    "Mean meter at a hit",
];

fn return_cells(found: &JackpotReturn) -> Vec<Cell> {
    let total = found.total();
    let edge = Fraction::ONE.checked_sub(total).unwrap_or(Fraction::ZERO);
    let between = found.life.as_ref().and_then(|life| Fraction::ONE.checked_div(life.hit));
    let share = |share: Fraction| Cell::Percent(share, 4);
    vec![
        share(found.fixed),
        share(found.increment),
        share(found.reseed),
        share(found.floor),
        share(found.guarantee),
        share(total),
        share(edge),
        between.map_or(Cell::Blank, |between| Cell::Decimal(between, 0)),
        found.life.as_ref().map_or(Cell::Blank, |life| Cell::Decimal(life.mean_at_hit, 0)),
    ]
}

/// Leaves out a column in which there is nothing but zeros.
fn without_empty(mut table: Table, name: &str) -> Table {
    let Some(at) = table.columns.iter().position(|column| column == name) else { return table };
    if table.rows.iter().all(|row| matches!(&row[at], Cell::Percent(share, _) if *share == Fraction::ZERO)) {
        table.columns.remove(at);
        table.rows.iter_mut().for_each(|row| {
            row.remove(at);
        });
    }
    table
}

fn return_table(jackpots: &Jackpots, at: usize, way: &Way, cites: &Cites<'_>) -> Table {
    let columns = [&["Option", "Seed, for 1", "Clauses"][..], &RETURN_COLUMNS].concat();
    let title = format!("Return of every option and seed: {}", way.name);
    let mut table = Table::new(format!("jackpot-return-{}", at + 1), title, &columns);
    for cell in &jackpots.cells {
        let mut row = vec![option_cell(cell.option), Cell::Count(cell.seed.into()), cites.cell(cell.cite)];
        row.extend(return_cells(&cell.returns[at]));
        table.row(row);
    }
    without_empty(without_empty(table, "Seed floor"), "Guarantees").noted(
        "A hit is a royal flush or a straight flush, which take from the meter. The mean meter includes the increment \
         of the wager that hits, in multiples of one jackpot wager.",
    )
}

fn asked_table(asked: &AskedJackpot, book: &Rulebook) -> Table {
    let columns = [&["Play"][..], &RETURN_COLUMNS].concat();
    let title = match asked.sign.jackpot.as_ref() {
        Some(shown) => format!("The jackpot asked for: {}", jackpot_words(shown, asked.sign.method, book)),
        None => "The jackpot asked for".to_string(),
    };
    let mut table = Table::new("jackpot-asked", title, &columns);
    let best = [vec![Cell::text("best main play")], return_cells(&asked.returned)].concat();
    table.row(best);
    if let Some(unforfeited) = &asked.unforfeited {
        table.row([vec![Cell::text("never folding")], return_cells(unforfeited)].concat());
    }
    let table = without_empty(table, "Seed floor");
    match book.jackpots.shares.minimum {
        Some(_) => table.noted(
            "Guarantees are what the house adds to awards below their guaranteed least; they are not in the total and \
             are worked out to about four digits.",
        ),
        None => without_empty(table, "Guarantees"),
    }
}

/// A jackpot as a sign shows it.
pub(super) fn jackpot_words(shown: &SignJackpot, method: Method, book: &Rulebook) -> String {
    let seed = super::table::grouped(shown.seed.into());
    let method = match (&book.table.methods, method) {
        (None, _) => "",
        (Some(_), Method::A) => ", Method A",
        (Some(_), Method::B) => ", Method B",
    };
    match book.jackpots.increment.value {
        Increment::BySeed => format!("option {}, seed {seed} for 1{method}", shown.option),
        Increment::Operator => {
            format!("wager ${}, increment {}, seed ${seed}{method}", shown.wager, shown.rate(book))
        }
    }
}
