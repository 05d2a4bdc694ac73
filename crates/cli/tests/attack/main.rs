//! Attacks on the shipped program, on both stores: what an adversary tried once and must not manage again.
//! `scripts/attack` runs them.

#[path = "../common/mod.rs"]
mod common;
mod place;
mod repeats;
mod restore;
