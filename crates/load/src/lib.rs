//! Load on a floor and its server: many who watch, many tables that play, every page asked for; and what that costs.

pub mod figures;
pub mod floods;
pub mod frames;
pub mod host;
mod http;
pub mod pages;
pub mod process;
mod sorry;
mod standstill;
pub mod tables;
pub mod viewers;

pub use sorry::LoadError;

/// Told how far something is: what is done, how much of it, of how much.
pub type Progress<'p> = &'p (dyn Fn(&str, u64, u64) + Sync);
