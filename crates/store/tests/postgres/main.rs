//! The store on PostgreSQL, with a server of its own: what is kept, who may write, and what trouble does to it.

mod claims;
mod kills;
mod partition;
mod proxy;
mod refusals;
mod restart;
mod server;
mod support;
