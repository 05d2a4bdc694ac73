//! Every integration test of `phh`: one program, so that it is linked once.

mod agreement;
mod built;
mod common;
mod errors;
mod files;
