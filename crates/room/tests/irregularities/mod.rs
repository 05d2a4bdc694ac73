//! Irregularities of a hand, row by row, with the clause of each ruling.

mod board;
mod deal;
mod house;
mod play;
mod recorded;
mod showdown;
mod stud;
mod table;
