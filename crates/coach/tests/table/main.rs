//! The coach, practice rounds and patrons who play by themselves, at the tables of every book.
//!
//! One program, so that each game is solved once and all tests ask the same coach.

mod advice;
mod common;
mod practice;
mod styles;
