//! `cardroom floor init`: a new store and its key, and a house with its first member of staff.

use super::place::{Place, Where, let_go, sorry};
use crate::sorry::Sorry;
use floor::{By, CommandOutcome, Floor, Options};
use house::{Person, StaffId};
use std::fmt::Write as _;
use std::sync::Arc;
use store::{Store, Vault};

/// The number of the first member of staff.
const FOUNDER: StaffId = StaffId(1);

pub(super) fn answer(place: &Place, books: &[String], founder: Option<&str>) -> Result<String, Sorry> {
    let mut books = books.iter().map(|book| playable(book)).collect::<Result<Vec<_>, _>>()?;
    books.sort_unstable();
    books.dedup();
    if founder
        .is_some_and(|name| name.trim().is_empty() || name.len() > 100 || name.contains(char::is_control))
    {
        return Err(Sorry::Usage("--founder needs a name, of at most 100 letters".into()));
    }
    let (store, vault) = make(place)?;
    let mut text = format!("{} is made; its key is {}.\n", place.name(), place.key.display());
    text += "Keep the key apart from the store, with a copy: without it nobody can open what is sealed.\n";
    if let Some(name) = founder {
        let founded = found(Arc::clone(&store), vault, &books, name);
        let_go(store);
        founded.inspect_err(|_| place.discard())?;
        for book in &books {
            let _ = writeln!(text, "{name} is staff {FOUNDER} of the house under {book}.");
        }
        text += "Next, a second of the highest role must be entered; the founder may do that alone.\n";
    }
    let _ = writeln!(text, "Look at it: cardroom floor{} status", place.options());
    if founder.is_none() {
        let at = place.options();
        let _ = writeln!(text, "Or fill it with tables that play: cardroom floor{at} demo");
    }
    Ok(text)
}

/// A new key and a new store; where one cannot be made the other is not left behind.
pub(super) fn make(place: &Place) -> Result<(Arc<dyn Store>, Arc<Vault>), Sorry> {
    if matches!(&place.store, Where::File(path) if path.exists()) {
        // It says what is wrong before a key is made for nothing.
        return Ok((place.create()?, place.vault()?));
    }
    if let Where::Postgres(url) = &place.store {
        // Nor for a server that cannot be reached.
        store::PostgresStore::init(url).map_err(sorry)?;
    }
    let vault = place.new_vault()?;
    let store = place.create().inspect_err(|_| {
        // Made a moment ago for a store that there is not. What lies there is somebody else's.
        let _ = std::fs::remove_file(&place.key);
    })?;
    place.forget_anchors(&vault)?;
    Ok((store, vault))
}

/// A book by its name, with games to play.
pub(super) fn playable(name: &str) -> Result<&'static str, Sorry> {
    let id = crate::rules::id(name)?;
    if rulebook::library::house_banked().any(|banked| banked == id) {
        return Ok(id);
    }
    let room = crate::rules::between_players(id);
    Err(Sorry::Usage(format!("{room}: no house-banked table can be under it")))
}

fn found(store: Arc<dyn Store>, vault: Arc<Vault>, books: &[&str], name: &str) -> Result<(), Sorry> {
    let floor = Floor::open(store, vault, Options::default()).map_err(sorry)?;
    let founded = books.iter().try_for_each(|book| {
        let what = house::Command::Found { id: FOUNDER, name: name.to_string() };
        let key = floor::os_keys()().map_err(sorry)?;
        let mut id = [0; 16];
        id.copy_from_slice(&key[..16]);
        let asked = floor.ask_house(book, (store::CommandId(id), By::alone(Person::System)), what);
        match asked.map_err(sorry)? {
            CommandOutcome::Done(_) => Ok(()),
            CommandOutcome::Refused(refusal) => Err(sorry(format!("{book}: {}", refusal.reason))),
            CommandOutcome::Failed(error) => Err(sorry(error)),
        }
    });
    floor.close();
    founded
}
