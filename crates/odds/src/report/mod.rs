//! The mathematics report of a game: everything a test laboratory files, as tables and charts that are built once and
//! written as a page or as CSV, so that the two cannot disagree. Nothing in it depends on when or where it was made.

mod charts;
mod cites;
mod csv;
mod heading;
mod jackpots;
mod outcomes;
mod page;
mod rates;
mod rules;
mod section;
mod strategy;
mod summary;
mod table;
mod words;

pub use charts::Chart;
pub use heading::changes;
pub use jackpots::AskedJackpot;
pub use section::{Block, Section};
pub use table::{Cell, Cited, Table, grouped};
pub use words::{hand, line_hand};

use crate::advice::Advice;
use crate::answer::Answer;
use crate::choice::Manner;
use crate::ending::{Ending, Endings, Line};
use crate::setup::{Setup, Unsolved};
use crate::side::Side;
use crate::study::Study;
use crate::watch::Watch;
use cites::Cites;
use engine::Sign;
use jackpots::Jackpots;
use rulebook::{Rulebook, Variant};
use std::sync::Arc;

/// What a report is about.
#[derive(Clone, Copy)]
pub struct Subject<'b> {
    /// The book as it was approved: what differs from it is said at the top.
    pub approved: &'b Rulebook,
    /// The book as it is counted.
    pub book: &'b Rulebook,
    /// The game, of the book as it is counted.
    pub game: &'b Variant,
    /// What the table offers.
    pub sign: &'b Sign,
    /// A sign with a jackpot to be shown besides those of the book.
    pub jackpot: Option<&'b Sign>,
}

/// A report.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it is called.
    pub title: String,
    /// What stands at its top: the game, the book, the sign.
    pub heading: Table,
    /// What differs from the approved rulebook.
    pub changes: Vec<String>,
    pub sections: Vec<Section>,
    /// The figures that it was made from.
    pub study: Study,
    /// The jackpot that was asked for.
    pub asked: Option<AskedJackpot>,
    /// Best play, by pay table of the main play.
    pub advice: Vec<(Option<String>, Advice)>,
}

/// What is found while a game is solved.
#[derive(Default)]
struct Found {
    /// Best play by pay table.
    advice: Vec<(Option<String>, Advice)>,
    jackpots: Option<Jackpots>,
    asked: Option<AskedJackpot>,
}

impl Report {
    /// Solves a game and reports on it.
    ///
    /// # Errors
    /// If the game cannot be solved, or a table does not add up to what was solved.
    pub fn new(subject: &Subject<'_>, watch: &Arc<Watch>) -> Result<Report, Unsolved> {
        let Subject { approved, book, game, sign, jackpot } = *subject;
        let manners = manners(&Setup::new(book, game, sign.clone())?);
        let mut found = Found::default();
        let study = Study::new(book, game, sign, &manners, watch, |solved, endings, sign| {
            let chosen = sign.paytables.iter().map(|(_, column)| column.clone()).next_back();
            found.advice.push((chosen, solved.advice()));
            if found.advice.len() == 1
                && let Some((jackpots, asked)) = Jackpots::new(solved, endings, jackpot)?
            {
                (found.jackpots, found.asked) = (Some(jackpots), asked);
            }
            Ok(())
        })?;
        let cites = Cites::new(book);
        let mut sections = vec![
            summary::section(game, &study, &Setup::new(book, game, sign.clone())?)?,
            rules::play(book, game, sign, &cites),
            rules::settlement(game, &cites),
            rules::pay_tables(book, game, &cites),
            main_section(book, game, &study)?,
        ];
        if !study.sides.is_empty() {
            sections.push(side_section(book, game, &study)?);
        }
        sections.extend(strategy::section(&found.advice));
        sections.push(summary::sensitivity(&study)?);
        if let Some(jackpots) = &found.jackpots {
            sections.push(jackpots::section(book, jackpots, found.asked.as_ref(), &cites)?);
        }
        sections.push(summary::definitions());
        sections.push(cites.section());
        let changes = heading::changes(approved, book, game);
        let deals = study.main.first().map_or(0, |main| main.endings.deals());
        Ok(Report {
            title: format!("{}: mathematics report", game.name),
            heading: heading::table(subject, deals, &changes),
            changes,
            sections,
            study,
            asked: found.asked,
            advice: found.advice,
        })
    }
}

/// What a page shows at once of a game that is solved: the figures, the outcomes, best play.
///
/// # Errors
/// If a table does not add up to what was solved.
pub fn at_a_glance(book: &Rulebook, game: &Variant, answer: &Answer) -> Result<Vec<Section>, Unsolved> {
    let study = &answer.study;
    let sign = study.main.first().map_or_else(|| Sign::plain(book), |main| main.sign.clone());
    let mut sections = vec![
        summary::section(game, study, &Setup::new(book, game, sign)?)?,
        main_section(book, game, study)?,
    ];
    if !study.sides.is_empty() {
        sections.push(side_section(book, game, study)?);
    }
    sections.extend(strategy::section(&answer.advice));
    Ok(sections)
}

/// The manners of play that make sense in a game.
fn manners(setup: &Setup<'_>) -> Vec<Manner> {
    let decisions = &setup.decisions;
    let mut manners = Vec::new();
    if decisions.iter().any(|decision| decision.fold.is_some()) {
        manners.push(Manner::NeverFold);
    }
    if decisions.iter().any(|decision| decision.most > decision.least) {
        manners.push(Manner::LeastStake);
    }
    if setup.game().qualifies.is_some() {
        manners.push(Manner::MimicDealer);
    }
    manners
}

fn main_section(book: &Rulebook, game: &Variant, study: &Study) -> Result<Section, Unsolved> {
    let mut section = Section::new("main-play", "Outcomes of the main play");
    section.text(
        "Best play, for an Ante of one. A combination is one deal of all the cards that decide the round. \
         Contribution is probability times net result; contributions add up to the expected result exactly.",
    );
    for main in &study.main {
        let setup = Setup::new(book, game, main.sign.clone())?;
        outcomes::main(&setup, main, &mut section)?;
    }
    Ok(section)
}

fn side_section(book: &Rulebook, game: &Variant, study: &Study) -> Result<Section, Unsolved> {
    let mut section = Section::new("side-wagers", "Outcomes of side wagers");
    section.text(
        "For a wager of one. Contribution is probability times net result; contribution to return counts the stake \
         that comes back too.",
    );
    let mut last = "";
    for side in &study.sides {
        if side.on != last {
            let name = game.wager(&side.on).map_or(side.on.as_str(), |at| game.wager[at].name.as_str());
            section.heading(name);
            last = &side.on;
        }
        let kept = match side.side.unforfeited {
            Some(_) => Some(kept(book, game, study, side)?),
            None => None,
        };
        outcomes::side(book, game, side, kept.as_ref(), &mut section)?;
    }
    Ok(section)
}

/// A side wager as if no hand were ever given up.
fn kept(
    book: &Rulebook,
    game: &Variant,
    study: &Study,
    side: &crate::study::SideStudy,
) -> Result<Side, Unsolved> {
    let main = &study.main[0];
    let mut sign = main.sign.clone();
    if let (Some(column), Some(id)) = (&side.paytable, outcomes::paid_by(game, &side.on)) {
        sign.paytables.retain(|(name, _)| name != id);
        sign.paytables.push((id.to_string(), column.clone()));
    }
    let setup = Setup::new(book, game, sign)?;
    let mut endings = Endings::default();
    for (ending, deals) in main.endings.iter() {
        endings.add(Ending { line: Line { folded: None, ..ending.line }, ..*ending }, deals);
    }
    let wager = game.wager(&side.on).unwrap_or(0);
    setup.side(wager, &setup.side_hands(wager)?, &endings)
}
