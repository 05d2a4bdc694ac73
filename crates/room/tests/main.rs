//! Every integration test of `room`: one program, so that it is linked once.

mod clock;
mod declarations;
mod declarations_random;
mod declarations_table;
mod irregularities;
mod naive;
mod perft;
mod play;
mod royal;
mod secrecy;
mod table;
mod tables;
mod terms;
