//! Commands by the million: [`sense`] says what would come next at a table that plays on, [`wild`] anything at all.

pub mod deck;
pub mod sense;
pub mod wild;
