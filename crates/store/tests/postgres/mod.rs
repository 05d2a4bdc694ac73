//! The store on PostgreSQL, with a server of its own: what is kept, who may write, and what trouble does to it.

mod claims;
mod contract;
mod heads;
mod kills;
mod partition;
mod proxy;
mod refusals;
mod restart;
mod sealing;
mod server;
mod support;
mod tampering;
mod tls;
