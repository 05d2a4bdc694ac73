//! What to simulate, and the blocks in which it is done.

use crate::block::play;
use crate::strategy::{Decide, Strategy, strategies};
use crate::tally::Totals;
use engine::Sign;
use money::Money;
use odds::{Setup, Solved, Unsolved};
use rulebook::{Place, Rulebook, Variant};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rounds in a block. A block has a shuffle of its own, so what comes out does not depend on who plays it.
const BLOCK: u64 = 1 << 15;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    pub rounds: u64,
    /// Players at the table.
    pub seats: usize,
    /// The seed for the shuffles.
    pub seed: u64,
    /// How they decide.
    pub strategy: Strategy,
    /// What each lays on each first spot, in the order of the game's wagers.
    pub wagers: Vec<Money>,
    /// The table sign.
    pub sign: Sign,
}

/// Why something cannot be simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotPlan {
    /// No strategy has that name in this game.
    NoSuchStrategy {
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The book refuses the sign.
    Sign { why: String, clause: String },
    /// Best play is not worked out for this game.
    Unsolved(Unsolved),
    /// A table has so many places.
    Seats { most: u8, clause: String },
}

impl fmt::Display for CannotPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotPlan::NoSuchStrategy { name, known } => {
                write!(f, "there is no strategy '{name}' for this game; choose from {}", known.join(", "))
            }
            CannotPlan::Unsolved(unsolved) => unsolved.fmt(f),
            CannotPlan::Sign { why, clause } => write!(f, "{why} [{clause}]"),
            CannotPlan::Seats { most, clause } => {
                write!(f, "1 to {most} players can sit at a table [{clause}]")
            }
        }
    }
}

impl std::error::Error for CannotPlan {}

impl Plan {
    /// A million rounds of one player with the usual strategy and $10 on every spot but the jackpot's.
    ///
    /// # Errors
    /// If the game has no strategy.
    pub fn new(book: &Rulebook, game: &Variant) -> Result<Plan, CannotPlan> {
        let mut sign = Sign::plain(book);
        if game.step.iter().any(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some())) {
            sign.multiples = [vec![3, 4], vec![2], vec![1]];
        }
        for (name, columns) in game.chosen_tables() {
            sign.paytables.push((name.to_string(), columns[0].to_string()));
        }
        let ten = Money::from_cents(10_00);
        let stake = |place| if place == Place::First { ten } else { Money::ZERO };
        Ok(Plan {
            rounds: 1_000_000,
            seats: 1,
            seed: 1,
            strategy: Plan::strategy(game, "basic")?,
            wagers: game.wager.iter().map(|wager| stake(wager.place)).collect(),
            sign,
        })
    }

    /// A strategy by its name.
    ///
    /// # Errors
    /// If there is none.
    pub fn strategy(game: &Variant, name: &str) -> Result<Strategy, CannotPlan> {
        let all = strategies(game);
        let found = all.iter().find(|strategy| strategy.name == name).copied();
        found.ok_or_else(|| CannotPlan::NoSuchStrategy {
            name: name.to_string(),
            known: all.iter().map(|strategy| strategy.name).collect(),
        })
    }

    /// Whether the book allows it.
    ///
    /// # Errors
    /// What it forbids.
    pub fn check(&self, book: &Rulebook, game: &Variant) -> Result<(), CannotPlan> {
        let places = &book.table.seats;
        if self.seats == 0 || self.seats > usize::from(places.value) {
            let clause = book.label(places.cite).to_string();
            return Err(CannotPlan::Seats { most: places.value, clause });
        }
        self.sign.check(book, game).map_err(|refusal| CannotPlan::Sign {
            why: refusal.reason.to_string(),
            clause: book.label(refusal.cite).to_string(),
        })?;
        match self.setup(book, game) {
            Some(Err(unsolved)) => Err(CannotPlan::Unsolved(unsolved)),
            Some(Ok(setup)) if !Solved::knows(&setup) => {
                Err(CannotPlan::Unsolved(Unsolved(format!("{} is not solved", game.name))))
            }
            _ => Ok(()),
        }
    }

    /// The game made ready to be solved, where the strategy asks its solution.
    fn setup<'b>(&self, book: &'b Rulebook, game: &'b Variant) -> Option<Result<Setup<'b>, Unsolved>> {
        matches!(self.strategy.decide, Decide::Best).then(|| Setup::new(book, game, self.sign.clone()))
    }
}

/// Plays all rounds on so many threads; `progress` is told how many are done. The plan must pass [`Plan::check`].
pub fn run(
    book: &Rulebook,
    game: &Variant,
    plan: &Plan,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Totals {
    let setup = plan.setup(book, game);
    let setup = setup.as_ref().map(|setup| setup.as_ref().expect("a plan that was checked"));
    let solved = setup.map(|setup| Solved::new(setup).expect("a plan that was checked"));
    let solved = &solved;
    let blocks = plan.rounds.div_ceil(BLOCK);
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    let totals = Mutex::new(Totals::default());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut mine = Totals::default();
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= blocks {
                        break;
                    }
                    let rounds = BLOCK.min(plan.rounds - block * BLOCK);
                    mine.merge(&play(book, game, (plan, solved.as_ref()), block, rounds));
                    progress(done.fetch_add(rounds, Ordering::Relaxed) + rounds);
                }
                // Sums of whole numbers: the order in which they come does not matter.
                totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner).merge(&mine);
            });
        }
    });
    totals.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}
