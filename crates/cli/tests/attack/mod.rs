//! Attacks on the shipped program, on both stores: what an adversary tried once and must not manage again.
//! `scripts/attack` runs them.

mod place;
mod repeats;
mod restore;
