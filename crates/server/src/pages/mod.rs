//! The pages, rendered here; a little script keeps them fresh.

pub mod account;
pub mod layout;
pub mod lobby;
pub mod parts;
pub mod pit;
pub mod styleguide;
pub mod table;
