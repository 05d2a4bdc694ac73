//! Every integration test of `naive-room`: one program, so that it is linked once.

mod hands;
mod lines;
mod random;
mod scenarios;
