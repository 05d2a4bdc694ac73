//! Every integration test of `money`: one program, so that it is linked once.

mod amounts;
mod fraction;
mod ledger;
mod odds;
mod rates;
mod text;
