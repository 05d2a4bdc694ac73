//! A question answered: every wager under every pay table, the jackpot that was asked for, best play, and what differs
//! from the approved book.

use crate::advice::Advice;
use crate::ending::Endings;
use crate::report::{AskedJackpot, changes};
use crate::setup::Unsolved;
use crate::solve::Solved;
use crate::study::Study;
use crate::watch::Watch;
use crate::what_if::Signs;
use engine::Sign;
use rulebook::{Rulebook, Variant};
use std::sync::Arc;

/// Everything that was worked out.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Every wager under every pay table.
    pub study: Study,
    /// The jackpot that was asked for.
    pub jackpot: Option<AskedJackpot>,
    /// Best play, by pay table of the main play, where it was asked for.
    pub advice: Vec<(Option<String>, Advice)>,
    /// What differs from the approved rulebook.
    pub changes: Vec<String>,
}

impl Answer {
    /// Solves a game of a book, changed or not, with best play in words where it is wanted.
    ///
    /// # Errors
    /// If it cannot be solved.
    pub fn new(
        approved: &Rulebook,
        (book, game): (&Rulebook, &Variant),
        signs: &Signs,
        strategy: bool,
        watch: &Arc<Watch>,
    ) -> Result<Answer, Unsolved> {
        let mut jackpot = None;
        let mut advice: Vec<Advice> = Vec::new();
        let study = Study::new(book, game, &signs.sign, &[], watch, |solved, endings, _| {
            if let (Some(sign), None) = (&signs.jackpot, &jackpot) {
                jackpot = Some(jackpot_return(solved, endings, sign)?);
            }
            if strategy {
                advice.push(solved.advice());
            }
            Ok(())
        })?;
        let tables = study.main.iter().map(|main| main.paytable.clone());
        let advice = tables.zip(advice).collect();
        Ok(Answer { study, jackpot, advice, changes: changes(approved, book, game) })
    }
}

fn jackpot_return(solved: &Solved<'_, '_>, endings: &Endings, sign: &Sign) -> Result<AskedJackpot, Unsolved> {
    let hands = solved.jackpot_hands(endings)?;
    let forfeits = solved.jackpot_forfeits(&hands, sign)?;
    let returned = solved.jackpot(&hands, sign, false)?;
    let unforfeited = solved.jackpot(&hands, sign, true)?;
    let unforfeited = Some(unforfeited).filter(|_| forfeits);
    Ok(AskedJackpot { sign: sign.clone(), returned, unforfeited })
}
