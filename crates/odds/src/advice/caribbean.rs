use super::PointAdvice;
use crate::caribbean::Caribbean;
use crate::setup::Setup;

pub(super) fn points(_: &Setup<'_>, _: &Caribbean<'_, '_>) -> Vec<PointAdvice> {
    Vec::new()
}
