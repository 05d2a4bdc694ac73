//! An order of hands as a book of games between players lists it.

use crate::cite::Cite;
use crate::hand_order::CategoryName;
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
    pub category: Vec<Place>,
    /// The order itself.
    #[serde(skip)]
    pub made: Option<&'static HandOrder>,
}

/// A category in an order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Which.
    pub is: CategoryName,
    /// Its clause.
    pub clause: Cite,
}

impl RoomOrder {
    pub(crate) fn complete(&mut self) -> Result<(), String> {
        let made = cards::orders::named(&self.like)
            .ok_or_else(|| format!("there is no order of hands like '{}'", self.like))?;
        let listed: Vec<_> = self.category.iter().map(|place| place.is.0).collect();
        if listed != made.rules().weakest_first {
            return Err(format!("the categories are not those of '{}', weakest first", self.like));
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
