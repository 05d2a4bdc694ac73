//! Every integration test of `odds`: one program, so that it is linked once.

mod exact;
mod jackpots;
mod report;
