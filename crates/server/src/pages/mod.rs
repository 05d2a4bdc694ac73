//! The pages, rendered here; a little script keeps them fresh.

pub mod displays;
pub mod inspector;
pub mod layout;
pub mod lobby;
pub mod parts;
pub mod rounds;
pub mod styleguide;
pub mod table;
