//! Where games are solved for the pages: one at a time, away from the workers that serve, each question once.

use super::question::{CanonicalWhatIf, field};
use super::result;
use axum::http::StatusCode;
use odds::report::{Report, Subject};
use odds::what_if::{Signs, WhatIf};
use odds::{Answer, Contract, Watch};
use rulebook::{Rulebook, library};
use server::problem::{Problem, ProblemClause};
use server::texts::t;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::Semaphore;

/// What-ifs that are kept; the games as approved are kept besides.
const KEPT: usize = 64;
/// Reports that are kept: each is a large document.
const KEPT_REPORTS: usize = 8;
/// Questions that may wait for their turn.
const MOST_WAITING: usize = 16;

/// A game of a book.
#[derive(Clone, Copy, Debug)]
pub(super) struct OddsGame {
    pub(super) book: &'static Rulebook,
    pub(super) place: usize,
}

impl OddsGame {
    /// Finds a game.
    pub(super) fn find(book: &str, game: &str) -> Result<OddsGame, Problem> {
        let known = books().iter().find(|known| known.front.id == book);
        let book = known.ok_or_else(|| Problem::not_found(t("odds.no-book")).next(t("odds.see-list")))?;
        let place = book.variants.iter().position(|variant| variant.game == game);
        let place = place.ok_or_else(|| Problem::not_found(t("odds.no-game")).next(t("odds.see-list")))?;
        Ok(OddsGame { book, place })
    }

    /// All games, by book.
    pub(super) fn all() -> impl Iterator<Item = OddsGame> {
        books().iter().flat_map(|book| (0..book.variants.len()).map(move |place| OddsGame { book, place }))
    }

    pub(super) fn rules(&self) -> &'static rulebook::Variant {
        &self.book.variants[self.place]
    }

    /// Where its page is.
    pub(super) fn path(&self) -> String {
        format!("/odds/{}/{}", self.book.front.id, self.rules().game)
    }
}

/// The books of house-banked games, opened once.
fn books() -> &'static [Rulebook] {
    static BOOKS: OnceLock<Vec<Rulebook>> = OnceLock::new();
    BOOKS.get_or_init(|| {
        // They are part of the program, and tests open them all.
        library::house_banked().filter_map(|id| Rulebook::open(id).ok()).collect()
    })
}

/// A question that was answered, written once for all who ask it.
#[derive(Debug)]
pub(super) struct RenderedOdds {
    pub(super) asked: CanonicalWhatIf,
    /// The part of the page with the result.
    pub(super) region: String,
    /// For programs: without and with best play.
    pub(super) json: [String; 2],
    /// Each wager at its first pay table: name, pay table, edge, exactly.
    pub(super) edges: Vec<[String; 4]>,
}

/// A report, ready to be sent.
#[derive(Debug)]
pub(super) struct RenderedReport {
    pub(super) html: String,
    pub(super) csv: String,
}

/// Why a question has no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// The book forbids it, or it makes no sense there: the field, the reason and the clause of each.
    Refused(Vec<FieldRefusal>),
    /// It could not be worked on.
    Problem(Problem),
}

/// A refusal, beside its field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldRefusal {
    pub(super) field: String,
    pub(super) why: String,
    pub(super) clause: Option<String>,
}

impl Unanswered {
    /// For programs, and where there is no form: the first reason.
    pub(super) fn problem(self, book: &str) -> Problem {
        match self {
            Unanswered::Problem(problem) => problem,
            Unanswered::Refused(all) => {
                let first = all.into_iter().next();
                let what = first.as_ref().map_or("", |why| why.why.as_str()).to_string();
                let label = first.and_then(|why| why.clause);
                let clause = label.map(|label| ProblemClause { book: book.to_string(), label });
                Problem { clause, ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, what) }
            }
        }
    }
}

/// What is kept, by book, game and question; the last that was used is last.
#[derive(Debug)]
struct LruCache<T>(Vec<(String, Arc<T>)>);

impl<T> LruCache<T> {
    fn get(&mut self, key: &str) -> Option<Arc<T>> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        let entry = self.0.remove(at);
        let found = Arc::clone(&entry.1);
        self.0.push(entry);
        Some(found)
    }

    fn put(&mut self, key: String, found: Arc<T>, most: usize) {
        self.0.retain(|(known, _)| *known != key);
        self.0.push((key, found));
        if self.0.len() > most {
            self.0.remove(0);
        }
    }
}

/// The desk.
#[derive(Debug)]
pub(super) struct OddsSolver {
    approved: Mutex<LruCache<RenderedOdds>>,
    what_ifs: Mutex<LruCache<RenderedOdds>>,
    reports: Mutex<LruCache<RenderedReport>>,
    /// Reading a question takes a moment, solving it a second: who is refused need not wait for who is solved.
    reads: Arc<Semaphore>,
    solves: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Somebody who waits; leaves the count however the waiting ends.
struct QueueSlot(Arc<OddsSolver>);

impl Drop for QueueSlot {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl OddsSolver {
    /// A desk that has solved nothing yet.
    pub(super) fn new() -> Arc<OddsSolver> {
        books();
        Arc::new(OddsSolver {
            approved: Mutex::new(LruCache(Vec::new())),
            what_ifs: Mutex::new(LruCache(Vec::new())),
            reports: Mutex::new(LruCache(Vec::new())),
            reads: Arc::new(Semaphore::new(1)),
            solves: Arc::new(Semaphore::new(1)),
            waiting: AtomicUsize::new(0),
        })
    }

    /// The answer to a question, solved now or known from before.
    pub(super) async fn answer(
        self: &Arc<OddsSolver>,
        game: OddsGame,
        what_if: &WhatIf,
    ) -> Result<Arc<RenderedOdds>, Unanswered> {
        if what_if.is_empty()
            && let Some(found) = self.cached(&game, "")
        {
            return Ok(found);
        }
        let waits = self.wait()?;
        let read = self.read(game, what_if).await?;
        let key = read.asked.query();
        if let Some(found) = self.cached(&game, &key) {
            return Ok(found);
        }
        let desk = Arc::clone(self);
        run_in_turn(&self.solves, move || {
            let _waits = waits;
            // Whoever came first may have asked the same.
            if let Some(found) = desk.cached(&game, &key) {
                return Ok(found);
            }
            let found = Arc::new(solve(game, read)?);
            let (shelf, most) =
                if key.is_empty() { (&desk.approved, usize::MAX) } else { (&desk.what_ifs, KEPT) };
            lock(shelf).put(name(&game, &key), Arc::clone(&found), most);
            Ok(found)
        })
        .await?
    }

    /// The mathematics report.
    pub(super) async fn report(
        self: &Arc<OddsSolver>,
        game: OddsGame,
        what_if: &WhatIf,
    ) -> Result<Arc<RenderedReport>, Unanswered> {
        let waits = self.wait()?;
        let read = self.read(game, what_if).await?;
        let key = name(&game, &read.asked.query());
        let desk = Arc::clone(self);
        run_in_turn(&self.solves, move || {
            let _waits = waits;
            if let Some(written) = lock(&desk.reports).get(&key) {
                return Ok(written);
            }
            let (book, signs) = (&read.book, &read.signs);
            let subject = Subject {
                approved: game.book,
                book,
                game: &book.variants[game.place],
                sign: &signs.sign,
                jackpot: signs.jackpot.as_ref(),
            };
            let report = Report::new(&subject, &Arc::new(Watch::default()));
            let report = report.map_err(|error| unsolved(game, &error))?;
            let written = Arc::new(RenderedReport { html: report.html(), csv: report.csv() });
            lock(&desk.reports).put(key, Arc::clone(&written), KEPT_REPORTS);
            Ok(written)
        })
        .await?
    }

    fn cached(&self, game: &OddsGame, query: &str) -> Option<Arc<RenderedOdds>> {
        let shelf = if query.is_empty() { &self.approved } else { &self.what_ifs };
        lock(shelf).get(&name(game, query))
    }

    /// Takes a place among those who wait, if there is one.
    fn wait(self: &Arc<OddsSolver>) -> Result<QueueSlot, Unanswered> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waits = QueueSlot(Arc::clone(self));
        if before < MOST_WAITING {
            Ok(waits)
        } else {
            let busy = Problem::new(StatusCode::SERVICE_UNAVAILABLE, t("odds.busy"));
            Err(Unanswered::Problem(busy.next(t("odds.busy-next"))))
        }
    }

    /// Reads a question against its book.
    async fn read(&self, game: OddsGame, what_if: &WhatIf) -> Result<AllowedQuestion, Unanswered> {
        let what_if = what_if.clone();
        run_in_turn(&self.reads, move || {
            let failed = |error: rulebook::LoadError| {
                tracing::error!(%error, "a book of the program");
                Unanswered::Problem(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, t("odds.failed")))
            };
            let mut book = Rulebook::open(&game.book.front.id).map_err(failed)?;
            let signs = what_if.apply(&mut book, game.place).map_err(|all| {
                let label = |cite| game.book.label(cite).to_string();
                Unanswered::Refused(
                    all.iter()
                        .map(|refused| FieldRefusal {
                            field: field(&what_if, refused),
                            why: refused.why.clone(),
                            clause: refused.clause.map(label),
                        })
                        .collect(),
                )
            })?;
            let asked = CanonicalWhatIf::of(game.book, &book, game.place, &signs);
            Ok(AllowedQuestion { book, signs, asked })
        })
        .await?
    }
}

/// A question that the book allows.
struct AllowedQuestion {
    book: Rulebook,
    signs: Signs,
    asked: CanonicalWhatIf,
}

fn solve(game: OddsGame, read: AllowedQuestion) -> Result<RenderedOdds, Unanswered> {
    let rules = &read.book.variants[game.place];
    let watch = Arc::new(Watch::default());
    let wrong = |error: odds::Unsolved| unsolved(game, &error);
    let answer = Answer::new(game.book, (&read.book, rules), &read.signs, true, &watch).map_err(wrong)?;
    let sections = odds::report::at_a_glance(&read.book, rules, &answer).map_err(wrong)?;
    let contract = || Contract::new(&game.book.front.id, &rules.game, &answer);
    let json = |contract: &Contract<'_>| serde_json::to_string_pretty(contract).unwrap_or_default() + "\n";
    let json = [json(&contract().without_strategy()), json(&contract())];
    let region = result::region(&game, &read.book, &read.asked, &answer, &sections).into_string();
    Ok(RenderedOdds { edges: result::edges(rules, &answer), asked: read.asked, region, json })
}

fn unsolved(game: OddsGame, error: &odds::Unsolved) -> Unanswered {
    let clause = Some(game.book.label(game.rules().clause).to_string());
    Unanswered::Refused(vec![FieldRefusal { field: String::new(), why: error.to_string(), clause }])
}

/// Does work in its turn, on a thread that serves nobody meanwhile. The turn ends with the work, also where whoever asked
/// has gone.
async fn run_in_turn<T: Send + 'static>(
    turn: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Unanswered> {
    let failed = || Unanswered::Problem(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, t("odds.failed")));
    let turn = Arc::clone(turn).acquire_owned().await.map_err(|_| failed())?;
    let done = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work()
    });
    done.await.map_err(|_| failed())
}

fn name(game: &OddsGame, query: &str) -> String {
    format!("{}?{query}", game.path())
}

fn lock<T>(shelf: &Mutex<LruCache<T>>) -> MutexGuard<'_, LruCache<T>> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shelf_keeps_what_was_used_last() {
        let mut shelf = LruCache(Vec::new());
        for name in ["a", "b"] {
            shelf.put(name.into(), Arc::new(name), 2);
        }
        assert_eq!(shelf.get("a").as_deref(), Some(&"a"));
        shelf.put("c".into(), Arc::new("c"), 2);
        assert_eq!((shelf.get("b"), shelf.0.len()), (None, 2), "b was used least lately");
    }

    #[tokio::test]
    async fn no_more_wait_than_may() {
        let desk = OddsSolver::new();
        let places: Vec<QueueSlot> = (0..MOST_WAITING).map(|_| desk.wait().ok().unwrap()).collect();
        let game = OddsGame::all().next().unwrap();
        let busy = desk.answer(game, &WhatIf::default()).await.unwrap_err().problem("");
        assert_eq!(busy.status, 503);
        assert!(busy.next.is_some());
        drop(places);
        assert_eq!(desk.waiting.load(Ordering::Relaxed), 0);
        assert!(desk.wait().is_ok());
    }
}
