//! Which way of counting a game needs, and what every solved game can be asked.

use crate::caribbean::Caribbean;
use crate::choice::{Choice, Manner, Seen, Worth, best};
use crate::ending::{Endings, Moments};
use crate::mississippi::Mississippi;
use crate::setup::{Setup, Unsolved};
use crate::shape::Shape;
use crate::three_card::ThreeCard;
use crate::ultimate::Ultimate;
use crate::watch::Watch;
use money::Fraction;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a solved game can be asked.
pub(crate) trait Solver: Sync {
    /// Every deal counted by how it ends under a manner of play.
    fn endings(&self, manner: Manner) -> Endings;

    /// What each choice is worth to a player who sees this; nothing where no such cards can be seen.
    fn worths(&self, seen: &Seen) -> Vec<Worth>;
}

/// A solved game.
pub struct Solved<'s, 'b> {
    setup: &'s Setup<'b>,
    pub(crate) how: How<'s, 'b>,
}

/// The ways of counting, by the shape of a game.
pub(crate) enum How<'s, 'b> {
    ThreeCard(ThreeCard<'s, 'b>),
    Caribbean(Box<Caribbean<'s, 'b>>),
    Mississippi(Box<Mississippi<'s, 'b>>),
    Ultimate(Box<Ultimate<'s, 'b>>),
}

fn shape(setup: &Setup<'_>) -> Option<Shape> {
    Shape::of(setup.game(), setup.sign.device)
}

impl<'s, 'b> Solved<'s, 'b> {
    /// Solves a game.
    ///
    /// # Errors
    /// If it has a shape that is not known here.
    pub fn new(setup: &'s Setup<'b>) -> Result<Solved<'s, 'b>, Unsolved> {
        let how = match shape(setup) {
            Some(Shape::ThreeCard) => How::ThreeCard(ThreeCard::new(setup)),
            Some(Shape::Caribbean) => How::Caribbean(Box::new(Caribbean::new(setup)?)),
            Some(Shape::Mississippi) => How::Mississippi(Box::new(Mississippi::new(setup))),
            Some(Shape::Ultimate) => How::Ultimate(Box::new(Ultimate::new(setup))),
            None => {
                let game = &setup.game().name;
                return Err(Unsolved(format!("a game of the shape of '{game}' is not solved")));
            }
        };
        Ok(Solved { setup, how })
    }

    /// Whether a game has a shape that is known here.
    pub fn knows(setup: &Setup<'_>) -> bool {
        shape(setup).is_some()
    }

    /// The game.
    pub fn setup(&self) -> &'s Setup<'b> {
        self.setup
    }

    fn solver(&self) -> &dyn Solver {
        match &self.how {
            How::ThreeCard(solver) => solver,
            How::Caribbean(solver) => &**solver,
            How::Mississippi(solver) => &**solver,
            How::Ultimate(solver) => &**solver,
        }
    }

    /// Every deal counted by how it ends under a manner of play.
    pub fn endings(&self, manner: Manner) -> Endings {
        self.solver().endings(manner)
    }

    /// What each choice is worth to a player who sees this, the least stake first; nothing where no such cards can be
    /// seen in this game.
    pub fn worths(&self, seen: &Seen) -> Vec<Worth> {
        self.solver().worths(seen)
    }

    /// The best choice of a player who sees this.
    pub fn decide(&self, seen: &Seen) -> Option<Choice> {
        best(self.worths(seen).into_iter().map(|worth| (worth.choice, worth.gain))).map(|(choice, _)| choice)
    }

    /// The main play over all its endings.
    ///
    /// # Errors
    /// If the numbers do not fit.
    pub fn main(&self, endings: &Endings) -> Result<Main, Unsolved> {
        let gain = endings.moments(|ending| self.setup.main_gain(ending))?;
        let staked = endings.moments(|ending| self.setup.main_stake(ending))?.mean;
        Ok(Main { gain, staked })
    }
}

/// The main play: mean, variance and mean stake for an Ante of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Main {
    /// What is gained.
    pub gain: Moments,
    /// The mean of all that is staked.
    pub staked: Fraction,
}

impl Main {
    /// What is gained for each unit staked.
    pub fn element_of_risk(&self) -> Option<Fraction> {
        self.gain.mean.checked_div(self.staked)
    }
}

/// What a choice is worth: a sum over so many deals, in units.
pub(crate) fn worth_of(setup: &Setup<'_>, choice: Choice, gain: i128, deals: i128) -> Worth {
    let below = deals * i128::from(setup.payoffs.unit);
    Worth { choice, gain: Fraction::new(gain, below).expect("some deals, and a unit above zero") }
}

/// Does work in chunks on every core, each with something of its own to add to.
pub(crate) fn in_parts<T: Send>(
    watch: &Watch,
    count: usize,
    chunk: usize,
    start: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, Range<usize>) + Sync,
) -> Vec<T> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let run = || {
        let mut mine = start();
        loop {
            let from = next.fetch_add(chunk, Ordering::Relaxed);
            if from >= count {
                break;
            }
            let to = (from + chunk).min(count);
            work(&mut mine, from..to);
            watch.did(to - from);
        }
        done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(mine);
    };
    std::thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(run);
        }
        run();
    });
    done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Fills rows of so many cells each on every core, with something at hand that is reused from row to row.
pub(crate) fn fill_in_parts<T: Send, W>(
    watch: &Watch,
    cells: &mut [T],
    width: usize,
    start: impl Fn() -> W + Sync,
    fill: impl Fn(&mut W, usize, &mut [T]) + Sync,
) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    const ROWS: usize = 64;
    let chunks: Mutex<Vec<(usize, &mut [T])>> =
        Mutex::new(cells.chunks_mut(width * ROWS).enumerate().rev().collect());
    let run = || {
        let mut work = start();
        loop {
            let next = chunks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
            let Some((at, chunk)) = next else { break };
            for (row, cells) in chunk.chunks_mut(width).enumerate() {
                fill(&mut work, at * ROWS + row, cells);
                watch.did(1);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(run);
        }
        run();
    });
}
