//! The machines that the floor keeps desks for.

use crate::game::Game;
use crate::stream_writer::Hosted;
use crate::table::{FloorTable, State};
use engine::banked::Banked;
use engine::jackpot::{self, Meters};
use house::{House, PatronFile, PatronReason, Patrons};
use rulebook::Rulebook;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

/// A book for as long as the program runs: it is read once, and every desk refers to it.
///
/// # Errors
/// If there is no such book, or it cannot be read.
pub fn book(id: &str) -> Result<&'static Rulebook, rulebook::LoadError> {
    static BOOKS: OnceLock<Mutex<BTreeMap<String, &'static Rulebook>>> = OnceLock::new();
    let books = BOOKS.get_or_init(Mutex::default);
    let mut books = books.lock().unwrap_or_else(|broken| broken.into_inner());
    if let Some(book) = books.get(id) {
        return Ok(book);
    }
    let book: &'static Rulebook = Box::leak(Box::new(Rulebook::open(id)?));
    books.insert(id.to_string(), book);
    Ok(book)
}

/// A house-banked table.
pub type BankedTable = FloorTable<Banked<'static>>;

impl Hosted for BankedTable {
    fn book(&self) -> &'static Rulebook {
        Game::book(&self.game)
    }

    fn start(&self) -> Self::State {
        State::new(self.game.closed())
    }

    /// Between two rounds, when nobody waits for an answer.
    fn is_quiet(&self, state: &Self::State) -> bool {
        !self.game.is_in_round(&state.game) && state.due.is_empty()
    }
}

impl Hosted for Meters<'static> {
    fn book(&self) -> &'static Rulebook {
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
    fn book(&self) -> &'static Rulebook {
        House::book(self)
    }

    fn start(&self) -> house::State {
        house::State::default()
    }
}

impl Hosted for Patrons<'static> {
    fn book(&self) -> &'static Rulebook {
        Patrons::book(self)
    }

    fn book_of(&self, event: &Self::Event) -> &'static Rulebook {
        Patrons::book_of(self, event.book.as_deref()).unwrap_or_else(|| Patrons::book(self))
    }

    fn book_in(&self, open: &[u8]) -> Option<&'static Rulebook> {
        Patrons::book_of(self, house::named_book(open).ok()?)
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
