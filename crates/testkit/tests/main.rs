//! Every integration test of `testkit`: one program, so that it is linked once.

mod faults;
mod kills;
mod live;
mod liveness;
mod model;
mod naive;
mod new_pay_table;
mod properties;
mod support;
