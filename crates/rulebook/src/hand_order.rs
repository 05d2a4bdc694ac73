//! An order of hands as a book lists it, each category with its clause.

use crate::cite::Cite;
use crate::floor::HandFloor;
use crate::mistake::{Checked, KeyPath, Mistake, mistake};
use cards::{Category, Form, HandOrder, HandRank, OrderRules};
use serde::Deserialize;
use serde::de::{self, Deserializer};

/// An order of hands as the book lists it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderId {
    /// The order of [`cards::orders`] whose cards, form and aces it has.
    pub like: String,
    /// Where the order stands, and the ranks and suits in it.
    pub clause: Cite,
    /// How equal categories are compared.
    pub ties: Cite,
    /// Equal hands: suits never decide.
    pub equal: Option<Cite>,
    /// The categories, weakest first.
    pub category: Vec<CategoryRule>,
    /// Categories that cannot occur in this game.
    #[serde(default)]
    pub unreachable: Vec<CategoryName>,
    /// The order, made and checked.
    #[serde(skip)]
    pub made: Option<HandOrder>,
}

/// A category in an order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryRule {
    pub is: CategoryName,
    /// Its place in the order, and its definition.
    pub clause: Cite,
    /// The rank from which a hand is in it.
    #[serde(skip)]
    pub from: HandRank,
}

/// A category as files spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CategoryName(pub Category);

impl<'de> Deserialize<'de> for CategoryName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        let found = Category::named(&name).map(CategoryName);
        found.ok_or_else(|| de::Error::custom(format!("'{name}' is not a category of hands")))
    }
}

impl OrderId {
    /// Makes the order; `at` is where it stands in its file.
    pub(crate) fn complete(&mut self, at: &KeyPath) -> Checked {
        let Some(like) = cards::orders::named(&self.like) else {
            return mistake(at.clone().key("like"), format!("there is no order of hands '{}'", self.like));
        };
        let rules = OrderRules {
            name: self.like.clone(),
            weakest_first: self.category.iter().map(|category| category.is.0).collect(),
            unreachable: self.unreachable.iter().map(|name| name.0).collect(),
            ..like.rules().clone()
        };
        let made = HandOrder::new(rules).map_err(|error| Mistake::new(at.clone(), error.to_string()))?;
        for (place, category) in self.category.iter_mut().enumerate() {
            let floor = HandFloor { category: category.is.0, ranks: Vec::new() };
            let from = floor.rank(&made);
            category.from =
                from.map_err(|what| Mistake::new(at.clone().key("category").item(place), what))?;
        }
        debug_assert!(matches!(made.form(), Form::Five | Form::Three), "house games use these");
        self.made = Some(made);
        Ok(())
    }

    /// The category of a rank, with its clause.
    pub fn category_of(&self, rank: HandRank) -> &CategoryRule {
        let reached = self.category.iter().rev().find(|category| rank >= category.from);
        reached.unwrap_or(&self.category[0])
    }
}
