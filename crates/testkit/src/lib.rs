//! Slow, obvious second opinions to test the card room against.
//!
//! Nothing here is used by the room itself, and nothing here uses the room: an answer of this crate is worth
//! something because it was reached on a way of its own.

pub mod naive;
