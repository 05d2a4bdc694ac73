//! What each choice is worth to a player who sees certain cards.

use crate::sorry::{Sorry, short};
use ::odds::{Seen, Setup, Solved, Worth};
use cards::{Card, CardSet};
use engine::Sign;
use rulebook::{Rulebook, Variant};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct Answer<'a> {
    decision: &'a str,
    choices: Vec<ChoiceAnswer>,
    best: String,
}

#[derive(Serialize)]
struct ChoiceAnswer {
    choice: String,
    expected: String,
    expected_exact: String,
}

pub(super) fn answer(
    book: &Rulebook,
    game: &Variant,
    sign: &Sign,
    (text, staked): (&str, Option<&str>),
    json: bool,
) -> Result<String, Sorry> {
    let unsolved = |error: ::odds::Unsolved| Sorry::Usage(error.to_string());
    let setup = Setup::new(book, game, sign.clone()).map_err(unsolved)?;
    let seen = read(&setup, text, staked)?;
    let solved = Solved::new(&setup).map_err(unsolved)?;
    let worths = solved.worths(&seen);
    let Some(best) = solved.decide(&seen) else { return Err(cannot(&setup, text)) };
    let decision = &setup.decisions[seen.decision];
    let choice = |worth: &Worth| ChoiceAnswer {
        choice: worth.choice.words(),
        expected: worth.gain.to_significant(15),
        expected_exact: worth.gain.to_string(),
    };
    if json {
        let answer = Answer {
            decision: &decision.name,
            choices: worths.iter().map(choice).collect(),
            best: best.words(),
        };
        let text = serde_json::to_string_pretty(&answer).unwrap_or_default();
        return Ok(format!("{text}\n"));
    }
    let mut text = format!("At {}, for an Ante of one:\n", decision.name);
    for worth in &worths {
        let mark = if worth.choice == best { "<- best" } else { "" };
        let _ = writeln!(
            text,
            "  {:<8} {:>18}  = {} {mark}",
            worth.choice.words(),
            worth.gain.to_places(12),
            worth.gain
        );
    }
    if decision.most > decision.least + 1 {
        text += "  A stake between the least and the most is never better than both.\n";
    }
    Ok(text)
}

/// Reads OWN, OWN/BOARD or OWN@UP; which decision it is follows from the cards.
fn read(setup: &Setup<'_>, text: &str, staked: Option<&str>) -> Result<Seen, Sorry> {
    let game = setup.game();
    let cards = |part: &str| {
        cards::parse_cards(part).map_err(|error| Sorry::Usage(format!("--seen '{}': {error}", short(part))))
    };
    let (own, up) = text.split_once('@').unwrap_or((text, ""));
    let (own, board) = own.split_once('/').unwrap_or((own, ""));
    let (own, board, up) = (cards(own)?, cards(board)?, cards(up)?);
    let all: CardSet = own.iter().chain(&board).chain(&up).copied().collect();
    if all.len() != own.len() + board.len() + up.len() {
        return Err(Sorry::Usage(format!("--seen '{}': a card appears twice", short(text))));
    }
    if own.len() != game.hand_cards.value || up.len() != usize::from(game.up_card.is_some()) {
        return Err(cannot(setup, text));
    }
    // The board grows from decision to decision: which one it is shows by how much of it is there.
    let decision = (0..setup.decisions.len()).find(|at| setup.board_shown(*at) == board.len());
    let decision = decision.ok_or_else(|| cannot(setup, text))?;
    let mut stakes = [0; ::odds::DECISIONS];
    if let Some(staked) = staked {
        let here = &setup.decisions[decision];
        let before = setup.decisions[..decision].iter().filter(|earlier| earlier.wager != here.wager);
        let before: Vec<&str> = before.map(|earlier| earlier.name.as_str()).collect();
        let wrong = || {
            let why = if before.is_empty() {
                format!("a player who still decides at {} has staked nothing since the deal", here.name)
            } else {
                format!("give what was staked at {}, in Antes", before.join(" and "))
            };
            Sorry::Usage(format!("--staked '{}': {why}", short(staked)))
        };
        let read: Option<Vec<u8>> = staked.split(',').map(|times| times.trim().parse().ok()).collect();
        let read = read.filter(|read| read.len() == before.len() && !read.is_empty()).ok_or_else(wrong)?;
        stakes.iter_mut().zip(read).for_each(|(stake, read)| *stake = read);
    }
    let later = setup.decisions[..decision]
        .iter()
        .zip(&stakes)
        .filter(|(earlier, _)| earlier.wager != setup.decisions[decision].wager);
    for (earlier, stake) in later {
        let allowed = (earlier.least..=earlier.most).contains(&u32::from(*stake));
        if !allowed {
            let step = &game.step[earlier.step];
            let cite = step.stake.as_ref().map_or(step.clause, |stake| stake.clause);
            return Err(Sorry::Usage(format!(
                "--staked must say what was staked at {}: {} to {} Antes [{}]",
                earlier.name,
                earlier.least,
                earlier.most,
                setup.book().label(cite)
            )));
        }
    }
    let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
    Ok(Seen { decision, own: set(&own), up: up.first().copied(), board: set(&board), stakes })
}

fn cannot(setup: &Setup<'_>, text: &str) -> Sorry {
    let game = setup.game();
    let up = if game.up_card.is_some() { ", then @ and the dealer's up card" } else { "" };
    let board =
        if game.board_cards > 0 { ", then / and the community cards shown at a decision" } else { "" };
    Sorry::Usage(format!(
        "--seen '{}': give the {} own cards{board}{up} [{}]",
        short(text),
        game.hand_cards.value,
        setup.book().label(game.hand_cards.cite)
    ))
}
