//! A whole game studied: the main play under each of its pay tables, and every side wager under each of its own.

use crate::choice::Manner;
use crate::ending::Endings;
use crate::setup::{Setup, Unsolved, bonuses, first_wagers};
use crate::side::Side;
use crate::solve::{Main, Solved};
use crate::watch::Watch;
use engine::Sign;
use rulebook::{Pays, Place, Rulebook, Variant};
use std::sync::Arc;

/// The main play under one pay table.
#[derive(Clone, Debug)]
pub struct MainStudy {
    /// The spot of the Ante.
    pub on: String,
    /// The column of the pay table, where the sign chooses one.
    pub paytable: Option<String>,
    /// What it gains.
    pub main: Main,
    /// Every deal by how it ends.
    pub endings: Endings,
    /// Other manners of play.
    pub deviations: Vec<(Manner, Main)>,
    /// The sign that it was solved under.
    pub sign: Sign,
}

/// A side wager under one pay table.
#[derive(Clone, Debug)]
pub struct SideStudy {
    pub on: String,
    /// The column of the pay table, where the sign chooses one.
    pub paytable: Option<String>,
    /// What it gains.
    pub side: Side,
}

/// A whole game studied.
#[derive(Clone, Debug)]
pub struct Study {
    /// The main play, by pay table.
    pub main: Vec<MainStudy>,
    /// The side wagers in the order of the game, by pay table.
    pub sides: Vec<SideStudy>,
}

impl Study {
    /// Studies a game under a sign; the pay tables that the sign could choose are all gone through. With the first
    /// solution in hand, `more` may ask it further things.
    ///
    /// # Errors
    /// If the game cannot be solved, or `more` fails.
    pub fn new(
        book: &Rulebook,
        game: &Variant,
        sign: &Sign,
        deviations: &[Manner],
        watch: &Arc<Watch>,
        mut more: impl FnMut(&Solved<'_, '_>, &Endings, &Sign) -> Result<(), Unsolved>,
    ) -> Result<Study, Unsolved> {
        let mut study = Study { main: Vec::new(), sides: Vec::new() };
        for (paytable, sign) in columns(game, sign, &main_wagers(game)) {
            let setup = Setup::watched(book, game, sign.clone(), watch.clone())?;
            let solved = Solved::new(&setup)?;
            let endings = solved.endings(Manner::Best);
            let main = solved.main(&endings)?;
            let other = |manner: &Manner| {
                let endings = solved.endings(*manner);
                Ok((*manner, solved.main(&endings)?))
            };
            let deviations = deviations.iter().map(other).collect::<Result<_, Unsolved>>()?;
            if study.main.is_empty() {
                for wager in setup.side_wagers() {
                    study.sides.extend(side_studies(&setup, wager, &endings)?);
                }
            }
            more(&solved, &endings, &sign)?;
            let on = game.wager[0].on.clone();
            study.main.push(MainStudy { on, paytable, main, endings, deviations, sign });
        }
        Ok(study)
    }
}

fn side_studies(setup: &Setup<'_>, wager: usize, endings: &Endings) -> Result<Vec<SideStudy>, Unsolved> {
    let game = setup.game();
    let hands = setup.side_hands(wager)?;
    let mut studies = Vec::new();
    for (paytable, sign) in columns(game, &setup.sign, &[wager]) {
        let setup = Setup::new(setup.book(), game, sign)?;
        let side = setup.side(wager, &hands, endings)?;
        studies.push(SideStudy { on: game.wager[wager].on.clone(), paytable, side });
    }
    Ok(studies)
}

/// The Ante, what must equal it, what is staked later, and payments on any of them.
fn main_wagers(game: &Variant) -> Vec<usize> {
    let later = (0..game.wager.len()).filter(|at| game.wager[*at].place == Place::Later);
    first_wagers(game).into_iter().chain(bonuses(game)).chain(later).collect()
}

/// The sign with each column of the pay tables by which these wagers are paid.
fn columns(game: &Variant, sign: &Sign, wagers: &[usize]) -> Vec<(Option<String>, Sign)> {
    let paid_by = |id: &str| {
        let cases = wagers.iter().flat_map(|at| &game.wager[*at].case);
        cases.into_iter().any(|case| matches!(&case.pays, Some(Pays::Table(table)) if table == id))
    };
    let chosen = game.chosen_tables();
    let Some((id, columns)) = chosen.into_iter().find(|(id, _)| paid_by(id)) else {
        return vec![(None, sign.clone())];
    };
    let with = |column: &str| {
        let mut sign = sign.clone();
        sign.paytables.retain(|(name, _)| name != id);
        sign.paytables.push((id.to_string(), column.to_string()));
        (Some(column.to_string()), sign)
    };
    columns.into_iter().map(with).collect()
}
