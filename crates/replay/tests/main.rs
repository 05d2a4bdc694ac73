//! Every integration test of `replay`: one program, so that it is linked once.

mod books;
mod dealt;
mod recorded;
mod tampered;
