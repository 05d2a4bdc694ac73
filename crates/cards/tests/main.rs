//! Every integration test of `cards`: one program, so that it is linked once.

mod agreement;
mod counts;
mod orders;
mod parsing;
mod support;
mod worked;
