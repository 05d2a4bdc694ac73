//! An order of hands as a book of games between players lists it.

use crate::cite::Cite;
use crate::hand_order::CategoryName;
use crate::mistake::{Checked, item, mistake};
use cards::{HandOrder, HandRank};
use serde::Deserialize;

/// An order of hands, each category with its clause.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomOrder {
    /// The order of [`cards::orders`] that it is.
    pub like: String,
    /// Where the order stands.
    pub clause: Cite,
    /// The categories with their clauses, weakest first as the order has them.
    pub category: Vec<CategoryClause>,
    /// The order itself.
    #[serde(skip)]
    pub made: Option<&'static HandOrder>,
}

/// A category in an order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryClause {
    pub is: CategoryName,
    pub clause: Cite,
}

impl RoomOrder {
    pub(super) fn complete(&mut self) -> Checked {
        let Some(made) = cards::orders::named(&self.like) else {
            let all = cards::orders::all().iter().map(HandOrder::name).collect::<Vec<_>>().join(", ");
            return mistake("like", format!("there is no order of hands '{}'; choose from {all}", self.like));
        };
        let counted = &made.rules().weakest_first;
        for (at, place) in self.category.iter().enumerate() {
            if counted.get(at) != Some(&place.is.0) {
                let due = counted.get(at).map_or("nothing more".into(), |due| format!("'{}'", due.name()));
                let what = format!("weakest first: '{}' has {due} at this place", self.like);
                return mistake(item("category", at), what);
            }
        }
        if let Some(missing) = counted.get(self.category.len()) {
            let what = format!("'{}' also has '{}', which is missing here", self.like, missing.name());
            return mistake("category", what);
        }
        self.made = Some(made);
        Ok(())
    }

    /// The order itself.
    pub fn order(&self) -> &'static HandOrder {
        self.made.expect("made when the book was read")
    }

    /// The clause of a hand's category.
    pub fn cite(&self, rank: HandRank) -> Cite {
        let category = self.order().category(rank);
        let place = self.category.iter().find(|place| Some(place.is.0) == category);
        place.map_or(self.clause, |place| place.clause)
    }
}
