//! Stands around every page: who asks how often, from where, and with what; and how a refusal looks.

pub mod bucket;
