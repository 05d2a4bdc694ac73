//! The machines that the floor keeps desks for.

use crate::game::Game;
use crate::stream_writer::Hosted;
use crate::table::{FloorTable, State};
use engine::banked::Banked;
use engine::jackpot::{self, Meters};
use house::{House, PatronFile, PatronReason, Patrons};
use rulebook::{BookText, LoadError, Rulebook, library};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Mutex, OnceLock};

/// A book of house-banked games for as long as the program runs: it is read once, and every desk refers to it.
///
/// # Errors
/// If there is no such book, its games are between players, or it cannot be read.
pub fn book(id: &str) -> Result<&'static Rulebook, LoadError> {
    static BOOKS: OnceLock<Mutex<BTreeMap<String, &'static Rulebook>>> = OnceLock::new();
    let books = BOOKS.get_or_init(Mutex::default);
    let mut books = books.lock().unwrap_or_else(|broken| broken.into_inner());
    if let Some(book) = books.get(id) {
        return Ok(book);
    }
    // Said at once: no book of games between players is kept here, and reading it again would say no more.
    if library::between_players().any(|other| other == id) {
        let what = "its games are between players, and here a book of house-banked games is needed".into();
        return Err(LoadError { file: id.to_string(), line: None, what });
    }
    let book: &'static Rulebook = Box::leak(Box::new(Rulebook::open(id)?));
    books.insert(id.to_string(), book);
    Ok(book)
}

/// A house-banked table.
pub type BankedTable = FloorTable<Banked<'static>>;

impl<G: Game> Hosted for FloorTable<G> {
    fn book(&self) -> &'static BookText {
        self.game.book().text()
    }

    fn start(&self) -> Self::State {
        State::new(self.game.closed())
    }

    /// Between two deals, when nobody waits for an answer.
    fn is_quiet(&self, state: &Self::State) -> bool {
        !self.game.is_in_deal(&state.game) && state.due.is_empty()
    }
}

impl Hosted for Meters<'static> {
    fn book(&self) -> &'static BookText {
        Meters::book(self)
    }

    fn start(&self) -> jackpot::State {
        jackpot::State::default()
    }

    fn is_for_now(&self, reason: &jackpot::Reason) -> bool {
        *reason == jackpot::Reason::EquipmentDown
    }
}

impl Hosted for House<'static> {
    fn book(&self) -> &'static BookText {
        House::book(self)
    }

    fn start(&self) -> house::State {
        house::State::default()
    }
}

impl Hosted for Patrons<'static> {
    fn book(&self) -> &'static BookText {
        Patrons::book(self)
    }

    fn book_of(&self, event: &Self::Event) -> &'static BookText {
        Patrons::book_of(self, event.book.as_deref()).unwrap_or_else(|| Patrons::book(self))
    }

    fn book_in(&self, open: &[u8]) -> Option<&'static BookText> {
        Patrons::book_of(self, house::named_book(open).ok()?).map(Deref::deref)
    }

    fn start(&self) -> PatronFile {
        PatronFile::default()
    }

    /// A file that was linked meanwhile, or is just being linked, is followed or asked again.
    fn is_for_now(&self, reason: &PatronReason) -> bool {
        matches!(
            reason,
            PatronReason::GoesOnIn { .. } | PatronReason::LinkUnderWay | PatronReason::NoLinkUnderWay
        )
    }
}
