//! The numbers that one command gives out, each meter's without gaps.

use super::meter::State;
use crate::number::MeterIndex;

pub(super) struct Sequence(Vec<u64>);

impl Sequence {
    pub(super) fn of(state: &State) -> Sequence {
        Sequence(state.meters.iter().map(|meter| meter.seq).collect())
    }

    /// The next number of a meter that is there.
    pub(super) fn next(&mut self, meter: MeterIndex) -> u64 {
        let seq = &mut self.0[meter.index()];
        *seq += 1;
        *seq
    }
}
