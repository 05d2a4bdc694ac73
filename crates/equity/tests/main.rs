//! Every integration test of `equity`: one program, so that it is linked once.

mod brute_force;
mod common;
mod properties;
