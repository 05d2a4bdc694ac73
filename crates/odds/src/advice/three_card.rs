use super::PointAdvice;
use crate::setup::Setup;
use crate::three_card::ThreeCard;

pub(super) fn points(_: &Setup<'_>, _: &ThreeCard<'_, '_>) -> Vec<PointAdvice> {
    Vec::new()
}
