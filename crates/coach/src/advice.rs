//! Advice at a decision: the best choice, what every other one costs, and why.

use crate::cache::Coach;
use crate::sight::seen;
use crate::why::why;
use cards::CardSet;
use engine::banked::{Decision, Phase, Table};
use money::{Fraction, Money};
use odds::{Choice, Seen, Worth};
use rulebook::ChoiceKind;

/// A choice with its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    pub choice: Choice,
    /// The decision that a table is told.
    pub decision: Decision,
    /// What is staked with it.
    pub stake: Money,
    /// The mean gain of the main play after it, best play following: for an Ante of one.
    pub worth: Fraction,
    /// What it gains less than the best choice on average: in cents, exactly. Nothing for the best.
    pub cost: Fraction,
}

impl Priced {
    /// What it costs, to the nearest cent.
    pub fn cost_shown(&self) -> Money {
        to_cent(self.cost)
    }
}

/// An exact number of cents as an amount, to the nearest cent: for showing, never for settling.
pub fn to_cent(cents: Fraction) -> Money {
    let half = Fraction::new(1, 2).unwrap_or(Fraction::ZERO);
    let whole = cents.checked_add(half).map_or(0, Fraction::floor);
    Money::from_cents(i64::try_from(whole).unwrap_or(i64::MAX))
}

/// What a coach says at a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What it was worked out from: all that the seat may see.
    pub seen: Seen,
    /// The step of the game.
    pub step: usize,
    pub ante: Money,
    /// The best choice; between equals the one that stakes less.
    pub best: Choice,
    /// Every choice, the least stake first.
    pub choices: Vec<Priced>,
    /// Why, in a sentence or two.
    pub why: Vec<String>,
}

impl Advice {
    /// A choice with its price.
    pub fn priced(&self, choice: Choice) -> Option<&Priced> {
        self.choices.iter().find(|priced| priced.choice == choice)
    }

    /// How much the next best choice costs: in Antes.
    pub fn margin(&self) -> Option<Fraction> {
        let best = self.priced(self.best)?.worth;
        let others = self.choices.iter().filter(|priced| priced.choice != self.best);
        others.filter_map(|priced| best.checked_sub(priced.worth)).min()
    }
}

impl Coach {
    /// What to do at the decision of a seat: none where it has nothing to decide. Only what that seat may see goes into
    /// it. The main play is what is worked out: the Ante, what must equal it, and what is staked on it since.
    pub fn advise(&self, table: &Table, seat: usize) -> Option<Advice> {
        let Phase::Deciding(step) = table.phase else { return None };
        let seen = seen(self, table, seat)?;
        let ante = table.seats.get(seat)?.stakes[0];
        let worths = self.all_worths(&seen);
        // The solution's own choice: between equals the one that stakes less.
        let best = self.solved().decide(&seen)?;
        let most = worths.iter().find(|worth| worth.choice == best)?.gain;
        let cents = Fraction::from(ante);
        let price = |worth: &Worth| {
            Some(Priced {
                choice: worth.choice,
                decision: self.decision(seen.decision, worth.choice, ante)?,
                stake: stake(worth.choice, ante)?,
                worth: worth.gain,
                cost: most.checked_sub(worth.gain)?.checked_mul(cents)?,
            })
        };
        let choices = worths.iter().map(price).collect::<Option<Vec<_>>>()?;
        let why = why(self, &seen, best, &worths);
        Some(Advice { seen, step: usize::from(step), ante, best, choices, why })
    }

    /// The best choice of a seat, without the reasons.
    pub fn best(&self, table: &Table, seat: usize) -> Option<Choice> {
        self.solved().decide(&seen(self, table, seat)?)
    }

    /// What a table is told for a choice.
    pub(crate) fn decision(&self, at: usize, choice: Choice, ante: Money) -> Option<Decision> {
        Some(match choice {
            Choice::Bet(_) => Decision::Bet { amount: stake(choice, ante)?, checked: true, token: false },
            Choice::Check => Decision::Check,
            Choice::Fold if self.solved().setup().decisions[at].fold == Some(ChoiceKind::FoldAnte) => {
                Decision::FoldAnte
            }
            Choice::Fold => Decision::Fold,
        })
    }

    /// What each whole multiple is worth too, where the solution gives the least and the most.
    pub(crate) fn all_worths(&self, seen: &Seen) -> Vec<Worth> {
        let mut worths = self.solved().worths(seen);
        if worths.is_empty() {
            return worths;
        }
        let setup = self.solved().setup();
        let decision = &setup.decisions[seen.decision];
        let stage = setup.game().step[decision.step].stake.as_ref().and_then(|stake| stake.sign_stage);
        for times in decision.least + 1..decision.most {
            // A sign may leave some of them out.
            if stage.is_some_and(|stage| !setup.sign.multiples[stage].contains(&times)) {
                continue;
            }
            let Some(gain) = self.between(seen, &worths, times as u8) else { continue };
            let at = worths.len() - 1;
            worths.insert(at, Worth { choice: Choice::Bet(times as u8), gain });
        }
        worths
    }

    /// The worth of a stake between the least and the most.
    fn between(&self, seen: &Seen, worths: &[Worth], times: u8) -> Option<Fraction> {
        let setup = self.solved().setup();
        let here = &setup.decisions[seen.decision];
        let goes_on = setup.decisions.get(seen.decision + 1).filter(|next| next.wager != here.wager);
        if goes_on.is_none() {
            // Nothing is decided after it: what it gains grows with the stake along a straight line.
            let gain = |times: u32| {
                worths.iter().find(|worth| worth.choice == Choice::Bet(times as u8)).map(|worth| worth.gain)
            };
            let (low, high) = (gain(here.least)?, gain(here.most)?);
            let part =
                Fraction::new(i128::from(u32::from(times) - here.least), i128::from(here.most - here.least));
            return low.checked_add(high.checked_sub(low)?.checked_mul(part.ok()?)?);
        }
        // The mean over every card that may come next, best play from there.
        let mut stakes = seen.stakes;
        stakes[seen.decision] = times;
        let mut sum = Fraction::ZERO;
        let left = cards::Pack::OF_52.cards() - (seen.own | seen.board);
        for card in left.iter() {
            let board = seen.board | CardSet::of(card);
            let next = Seen { decision: seen.decision + 1, board, stakes, ..*seen };
            let gain = self.solved().worths(&next).into_iter().map(|worth| worth.gain).max()?;
            sum = sum.checked_add(gain)?;
        }
        sum.checked_div(Fraction::from(left.len() as i128))
    }
}

fn stake(choice: Choice, ante: Money) -> Option<Money> {
    match choice {
        Choice::Bet(times) => ante.checked_mul(i64::from(times)),
        Choice::Check | Choice::Fold => Some(Money::ZERO),
    }
}
