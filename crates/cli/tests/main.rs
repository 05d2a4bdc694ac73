//! Every integration test of `cli`: one program, so that it is linked once.

mod api_examples;
mod attack;
mod common;
mod deal;
mod docs;
mod equity;
mod fair_deal;
mod floor;
mod floor_postgres;
mod forgeries;
mod hand;
mod load;
mod odds;
mod odds_report;
mod pipes;
mod processes;
mod replay;
mod restart;
mod room_rules;
mod rotate_key;
mod rule;
mod rules;
mod serve;
mod simulate;
