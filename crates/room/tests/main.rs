//! Every integration test of `room`: one program, so that it is linked once.

mod clock;
mod human;
mod human_random;
mod human_table;
mod naive;
mod perft;
mod play;
mod royal;
mod table;
mod tables;
mod terms;
mod trouble;
