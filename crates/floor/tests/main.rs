//! Every integration test of `floor`: one program, so that it is linked once.

mod adversary;
mod authority;
mod common;
mod confirmed;
mod confirmed_stores;
mod day;
mod dealing_order;
mod facts;
mod high_card;
mod inspector;
mod linking;
mod live;
mod meters;
mod notices;
mod operator;
mod people;
mod reach;
mod removal;
mod rounds;
mod seeds;
mod two_worlds;
