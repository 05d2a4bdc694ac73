//! Practice tables in memory, one for each visitor and game: no money, no log, the oldest make room.

use crate::app::App;
use crate::problem::Problem;
use axum::extract::FromRef;
use axum::http::{HeaderMap, header};
use coach::{Coach, Coaches, Practice, practice_sign};
use money::Money;
use rulebook::{Rulebook, Variant, library};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most practice tables that are kept.
pub const MOST_ROOMS: usize = 2_000;

/// The name of the cookie. It is no session: it opens nothing but one's own practice tables.
pub const COOKIE: &str = "practice";

/// Letters of a visitor's token: 16 bytes.
const TOKEN_LETTERS: usize = 32;

/// A practice table and what its visitor likes to stake.
pub struct PracticeTable {
    pub practice: Practice,
    /// The Ante of the last deal.
    pub ante: Money,
}

/// The Ante that a new table proposes.
const FIRST_ANTE: Money = Money::from_cents(25_00);

/// All practice tables, and the coaches. A copy is the same rooms.
#[derive(Clone, Default)]
pub struct PracticeTables(Arc<SharedPractice>);

#[derive(Default)]
struct SharedPractice {
    coaches: Coaches,
    rooms: Mutex<Rooms>,
}

/// A visitor's token, a book and a game.
type Name = (String, String, String);

#[derive(Default)]
struct Rooms {
    asked: u64,
    /// When each was last asked for, and the room.
    tables: BTreeMap<Name, (u64, Arc<Mutex<PracticeTable>>)>,
}

impl FromRef<Arc<App>> for PracticeTables {
    fn from_ref(app: &Arc<App>) -> PracticeTables {
        app.practice.clone()
    }
}

/// A book and a game of it, by their names in an address.
#[derive(Clone, Copy)]
pub struct PracticeGame {
    pub book: &'static Rulebook,
    pub game: &'static Variant,
}

impl PracticeGame {
    /// Finds a pair.
    ///
    /// # Errors
    /// If there is no such book, or no such game in it.
    pub fn find(book: &str, game: &str) -> Result<PracticeGame, Problem> {
        let missing = |what: String| Problem::not_found(what).next("choose a game on the practice page");
        if !library::house_banked().any(|id| id == book) {
            return Err(missing(format!("there is no book '{}' to practise by", short(book))));
        }
        let book = floor::book(book).map_err(|error| missing(error.to_string()))?;
        let found = book.variant(game);
        let game = found.ok_or_else(|| missing(format!("this book has no game '{}'", short(game))))?;
        Ok(PracticeGame { book, game })
    }

    /// Every game of every book.
    pub fn all() -> Vec<PracticeGame> {
        let playable = library::house_banked();
        let books = playable.filter_map(|id| floor::book(id).ok());
        books.flat_map(|book| book.variants.iter().map(move |game| PracticeGame { book, game })).collect()
    }
}

/// Enough of a text to know it again.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl PracticeTables {
    /// The coach of a game; whoever asks first waits until it is solved.
    ///
    /// # Errors
    /// If it cannot be solved.
    pub fn coach(&self, pair: PracticeGame) -> Result<Arc<Coach>, Problem> {
        let sign = practice_sign(pair.book, pair.game);
        self.0.coaches.get(pair.book, pair.game, &sign).map_err(|unsolved| {
            Problem::not_found(format!("{} cannot be practised: {unsolved}", pair.game.name))
                .next("choose another game on the practice page")
        })
    }

    /// Solves every game ahead of the first visitor, its rules for people included: some seconds of work, for a thread of
    /// its own when the doors open. A game that cannot be solved says so when it is asked for.
    pub fn warm(&self) {
        for pair in PracticeGame::all() {
            if let Ok(coach) = self.coach(pair) {
                coach.rules();
            }
        }
    }

    /// A visitor's table, where there is one.
    pub fn room(&self, visitor: &str, pair: PracticeGame) -> Option<Arc<Mutex<PracticeTable>>> {
        let mut rooms = lock(&self.0.rooms);
        rooms.asked += 1;
        let asked = rooms.asked;
        let (last, room) = rooms.tables.get_mut(&name(visitor, pair))?;
        *last = asked;
        Some(Arc::clone(room))
    }

    /// A visitor's table, which is opened where there is none; the one that nobody has asked for longest goes if there
    /// are too many.
    ///
    /// # Errors
    /// If the game cannot be practised.
    pub fn open(&self, visitor: &str, pair: PracticeGame) -> Result<Arc<Mutex<PracticeTable>>, Problem> {
        if let Some(room) = self.room(visitor, pair) {
            return Ok(room);
        }
        let room = Arc::new(Mutex::new(self.fresh(pair)?));
        let mut rooms = lock(&self.0.rooms);
        rooms.asked += 1;
        let asked = rooms.asked;
        if rooms.tables.len() >= MOST_ROOMS {
            let oldest = rooms.tables.iter().min_by_key(|(_, (last, _))| *last).map(|(name, _)| name.clone());
            oldest.and_then(|oldest| rooms.tables.remove(&oldest));
        }
        // Two requests at once may both open it: the first one's stays.
        let (_, room) = rooms.tables.entry(name(visitor, pair)).or_insert((asked, room));
        Ok(Arc::clone(room))
    }

    /// A table that nobody has played at, which is not kept.
    ///
    /// # Errors
    /// If the game cannot be practised.
    pub fn fresh(&self, pair: PracticeGame) -> Result<PracticeTable, Problem> {
        let practice = Practice::new(self.coach(pair)?).map_err(|refused| problem(&refused, pair))?;
        Ok(PracticeTable { practice, ante: FIRST_ANTE })
    }

    /// How many tables are kept.
    pub fn len(&self) -> usize {
        lock(&self.0.rooms).tables.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn name(visitor: &str, pair: PracticeGame) -> Name {
    (visitor.to_string(), pair.book.front.id.clone(), pair.game.game.clone())
}

/// What a lock holds. Somebody who panicked with it left a whole table behind: commands change it all or not at all.
pub fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a practice table could not do.
pub fn problem(refused: &coach::Refused, pair: PracticeGame) -> Problem {
    match refused {
        coach::Refused::Rules { why, clause } => Problem::refused(why.clone(), &pair.book.front.id, clause),
        coach::Refused::InRound | coach::Refused::NothingToDecide => {
            Problem::new(axum::http::StatusCode::CONFLICT, refused.to_string())
        }
        coach::Refused::NoSuchHand(_) => {
            Problem::new(axum::http::StatusCode::CONFLICT, refused.to_string()).next("ask for it again")
        }
        coach::Refused::NotAChoice | coach::Refused::Ante(_) => Problem::bad_request(refused.to_string()),
        coach::Refused::Cards(_) => Problem::bad_request(refused.to_string())
            .next("write cards as rank and suit: As Kd Th 9c; leave a field empty for any card"),
    }
}

/// The visitor's token that a browser sends along, if it is one of ours.
pub fn visitor(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let token = pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token)?;
    let ours = token.len() == TOKEN_LETTERS && token.bytes().all(|letter| letter.is_ascii_hexdigit());
    ours.then(|| token.to_string())
}

/// Chance from the operating system.
///
/// # Errors
/// If it has none.
pub fn chance<const BYTES: usize>() -> Result<[u8; BYTES], Problem> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "no randomness");
        Problem::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, "cards cannot be shuffled just now")
            .next("try again in a moment")
    })?;
    Ok(bytes)
}

/// A token for a new visitor.
///
/// # Errors
/// If there is no chance to make it from.
pub fn new_visitor() -> Result<String, Problem> {
    Ok(chance::<16>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three_card() -> PracticeGame {
        PracticeGame::find("crown-melbourne-three-card-poker-5.1", "three-card-poker").unwrap()
    }

    #[test]
    fn six_games_can_be_practised() {
        let all = PracticeGame::all();
        assert_eq!(all.len(), 6);
        assert_eq!(
            PracticeGame::find("nothing", "three-card-poker").err().map(|problem| problem.status),
            Some(404)
        );
        let book = &all[0].book.front.id;
        assert_eq!(PracticeGame::find(book, "snap").err().map(|problem| problem.status), Some(404));
    }

    #[test]
    fn the_oldest_make_room() {
        let rooms = PracticeTables::default();
        for visitor in 0..MOST_ROOMS {
            rooms.open(&format!("{visitor:032x}"), three_card()).unwrap();
        }
        assert_eq!(rooms.len(), MOST_ROOMS);
        // The first comes back, so that the second is the oldest.
        assert!(rooms.room(&format!("{:032x}", 0), three_card()).is_some());
        rooms.open(&"f".repeat(32), three_card()).unwrap();
        assert_eq!(rooms.len(), MOST_ROOMS);
        assert!(rooms.room(&format!("{:032x}", 0), three_card()).is_some());
        assert!(rooms.room(&format!("{:032x}", 1), three_card()).is_none());
    }

    #[test]
    fn only_our_own_tokens_are_taken() {
        let with = |cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            visitor(&headers)
        };
        let token = new_visitor().unwrap();
        assert_eq!(with(&format!("a=b; practice={token}")), Some(token));
        for cookie in ["practice=", "practice=../../etc", "practise=00", "practice=00ff"] {
            assert_eq!(with(cookie), None, "{cookie}");
        }
        assert_ne!(new_visitor().unwrap(), new_visitor().unwrap());
    }
}
