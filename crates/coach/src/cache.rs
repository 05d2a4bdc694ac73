//! Solved games, each solved once for all who ask.

use engine::Sign;
use odds::{Setup, Solved, Unsolved};
use rulebook::{Rulebook, Variant};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A solved game: what best play is, and what it costs to play otherwise.
pub struct Coach {
    solved: Solved<'static, 'static>,
    rules: OnceLock<odds::Advice>,
}

impl Coach {
    /// Solves a game under a sign. The solution is kept for as long as the program runs: ask [`Coaches`], which solves
    /// each game once.
    fn new(book: &'static Rulebook, game: &'static Variant, sign: Sign) -> Result<Coach, Unsolved> {
        let setup = Setup::new(book, game, sign)?;
        if !Solved::knows(&setup) {
            return Err(Unsolved(format!("a game of the shape of '{}' is not solved", game.name)));
        }
        // A solution borrows its setup; it is never given up, and there are at most `MOST` of them.
        let setup: &'static Setup<'static> = Box::leak(Box::new(setup));
        Ok(Coach { solved: Solved::new(setup)?, rules: OnceLock::new() })
    }

    /// The solution.
    pub fn solved(&self) -> &Solved<'static, 'static> {
        &self.solved
    }

    /// The book.
    pub fn book(&self) -> &'static Rulebook {
        self.solved.setup().book()
    }

    /// The game.
    pub fn game(&self) -> &'static Variant {
        self.solved.setup().game()
    }

    /// The sign under which it is solved.
    pub fn sign(&self) -> &'static Sign {
        &self.solved.setup().sign
    }

    /// Best play in rules for people; worked out when it is first asked for.
    pub fn rules(&self) -> &odds::Advice {
        self.rules.get_or_init(|| self.solved.advice())
    }
}

type Solution = Arc<OnceLock<Result<Arc<Coach>, Unsolved>>>;

struct Known {
    book: String,
    game: String,
    sign: Sign,
    solution: Solution,
}

/// The most games that are kept solved; a house has a handful of books, and their signs differ in little.
const MOST: usize = 64;

/// All coaches: each game is solved when it is first asked for, and several who ask wait for one solution.
#[derive(Default)]
pub struct Coaches {
    known: Mutex<Vec<Known>>,
}

impl Coaches {
    /// The coach of a game under a sign.
    ///
    /// # Errors
    /// If the book forbids the sign, or the game cannot be solved.
    pub fn get(
        &self,
        book: &'static Rulebook,
        game: &'static Variant,
        sign: &Sign,
    ) -> Result<Arc<Coach>, Unsolved> {
        let sign = matters(book, sign);
        let solution = self.place(book, game, &sign)?;
        // Outside the list's lock, so that nobody waits for a solution of another game.
        solution.get_or_init(|| Coach::new(book, game, sign).map(Arc::new)).clone()
    }

    /// The coach of a game under a sign if it has been solved; whoever has others to serve does not wait for a solution.
    ///
    /// # Errors
    /// If the book forbids the sign, or the game cannot be solved.
    pub fn at_hand(
        &self,
        book: &'static Rulebook,
        game: &'static Variant,
        sign: &Sign,
    ) -> Result<Option<Arc<Coach>>, Unsolved> {
        self.place(book, game, &matters(book, sign))?.get().cloned().transpose()
    }

    fn place(&self, book: &Rulebook, game: &Variant, sign: &Sign) -> Result<Solution, Unsolved> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            |known: &&Known| known.book == book.front.id && known.game == game.game && known.sign == *sign;
        if let Some(found) = known.iter().find(same) {
            return Ok(Arc::clone(&found.solution));
        }
        if known.len() >= MOST {
            return Err(Unsolved(format!("no more than {MOST} games and signs are kept solved")));
        }
        let solution = Solution::default();
        known.push(Known {
            book: book.front.id.clone(),
            game: game.game.clone(),
            sign: sign.clone(),
            solution: Arc::clone(&solution),
        });
        Ok(solution)
    }
}

/// What of a sign the main play depends on; limits, seats and the jackpot change nothing in it.
fn matters(book: &Rulebook, sign: &Sign) -> Sign {
    Sign {
        device: sign.device,
        method: sign.method,
        multiples: sign.multiples.clone(),
        paytables: sign.paytables.clone(),
        ..Sign::plain(book)
    }
}

/// The sign of a practice table: the usual multiples, the book's first pay tables, no limits and no jackpot.
pub fn practice_sign(book: &Rulebook, game: &Variant) -> Sign {
    let mut sign = Sign::plain(book);
    if game.step.iter().any(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some())) {
        sign.multiples = [vec![3, 4], vec![2], vec![1]];
    }
    for (name, columns) in game.chosen_tables() {
        sign.paytables.push((name.to_string(), columns[0].to_string()));
    }
    sign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_at_hand_once_it_is_solved() {
        let book = Rulebook::open("crown-melbourne-three-card-poker-5.1").unwrap();
        let book: &'static Rulebook = Box::leak(Box::new(book));
        let game = book.variant("three-card-poker").unwrap();
        let (coaches, sign) = (Coaches::default(), practice_sign(book, game));
        assert!(coaches.at_hand(book, game, &sign).unwrap().is_none());
        let solved = coaches.get(book, game, &sign).unwrap();
        assert!(Arc::ptr_eq(&solved, &coaches.at_hand(book, game, &sign).unwrap().unwrap()));
    }
}
