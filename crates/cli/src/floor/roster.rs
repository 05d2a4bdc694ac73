//! Whether somebody named on the command line is known to a house of the floor.

use super::place::sorry;
use crate::sorry::{Sorry, short};
use floor::snapshot_view::survey;
use store::{Store, Vault};

/// Refuses a person, written staff/12 or outside/1, whom no house of this floor knows. A floor without houses knows nobody
/// yet, and takes everybody's word.
pub(super) fn check((store, vault): (&dyn Store, &Vault), option: &str, person: &str) -> Result<(), Sorry> {
    let houses = survey(store, vault).map_err(sorry)?.houses;
    let known = houses.iter().any(|(_, house)| {
        let staff =
            house.roster.members.iter().filter(|one| one.active).map(|one| format!("staff/{}", one.id));
        let outside =
            house.roster.outsiders.iter().filter(|one| one.active).map(|one| format!("outside/{}", one.id));
        staff.chain(outside).any(|one| one == person)
    });
    if known || houses.is_empty() {
        return Ok(());
    }
    Err(Sorry::Usage(format!(
        "{option}: no house of this floor has {} on its roster; /pit/people lists who is on it",
        short(person)
    )))
}
