//! Every integration test of `store`: one program, so that it is linked once.

mod carry;
mod contract;
mod faults;
mod heads;
mod model;
mod postgres;
mod space;
mod support;
