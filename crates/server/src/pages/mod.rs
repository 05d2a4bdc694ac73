//! The pages, rendered here; a little script keeps them fresh.

pub mod layout;
pub mod odds;
