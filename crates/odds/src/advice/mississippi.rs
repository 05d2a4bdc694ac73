use super::PointAdvice;
use crate::mississippi::Mississippi;
use crate::setup::Setup;

pub(super) fn points(_: &Setup<'_>, _: &Mississippi<'_, '_>) -> Vec<PointAdvice> {
    Vec::new()
}
