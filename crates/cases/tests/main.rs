//! Every integration test of `cases`: one program, so that it is linked once.

mod conformance;
mod coverage;
mod docs;
mod house;
mod readers;
mod room;
mod room_reader;
mod unknown;
