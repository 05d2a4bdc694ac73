//! Every integration test of `engine`: one program, so that it is linked once.

mod deal_order;
mod leaving;
mod live;
mod loss_limits;
mod outside;
mod reachable;
mod stored;
mod tokens;
