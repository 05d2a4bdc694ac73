//! The numbers that one command gives out, each meter's without gaps.

use super::meter::State;

pub(super) struct Sequence(Vec<u64>);

impl Sequence {
    pub(super) fn of(state: &State) -> Sequence {
        Sequence(state.meters.iter().map(|meter| meter.seq).collect())
    }

    /// The next number of a meter that is there.
    pub(super) fn next(&mut self, meter: usize) -> u64 {
        self.0[meter] += 1;
        self.0[meter]
    }
}
