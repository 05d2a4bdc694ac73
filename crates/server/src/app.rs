//! What every page can reach: the floor, the door, the live views.

use crate::door::Door;
use floor::Floor;
use std::sync::Arc;
use store::{Store, Vault};

/// Everything that a request may need.
pub struct App {
    /// The floor.
    pub floor: Arc<Floor>,
    /// Where it is kept.
    pub store: Arc<dyn Store>,
    /// Who opens what is sealed.
    pub vault: Arc<Vault>,
    /// Who comes in.
    pub door: Arc<Door>,
    /// Practice tables.
    pub practice: crate::practice_rooms::PracticeRooms,
}
