//! The pages, rendered here; a little script keeps them fresh.

pub mod dealer;
pub mod layout;
pub mod lobby;
pub mod parts;
pub mod styleguide;
pub mod table;
