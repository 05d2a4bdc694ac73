//! The pages, rendered here; a little script keeps them fresh.

pub mod account;
pub mod api_docs;
pub mod dealer;
pub mod displays;
pub mod inspector;
pub mod layout;
pub mod lobby;
pub mod log_in;
pub mod odds;
pub mod own_data;
pub mod parts;
pub mod pit;
pub mod practice;
pub mod rounds;
pub mod rules;
pub mod security;
pub mod styleguide;
pub mod table;
