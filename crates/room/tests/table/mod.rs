//! A table of the poker room between hands: the worked scenarios, then whatever comes at random.

mod blinds;
mod changes;
mod clauses;
mod kill;
mod random;
mod seats;
mod signs;
mod support;
