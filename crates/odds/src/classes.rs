//! Classes of hands: between two neighbouring lines of any pay table all hands are settled alike.

use cards::{Category, HandOrder, HandRank};
use rulebook::{HandFloor, Rulebook, Variant};

/// The ranks of one order, cut at every category and at every hand that a line, a case or a prize names.
#[derive(Clone, Debug)]
pub struct Classes {
    /// Where each class begins, weakest first, and how that is called.
    floors: Vec<(HandRank, String)>,
}

impl Classes {
    /// The classes of the hands that an order of the game ranks, by its place.
    pub(crate) fn new(book: &Rulebook, game: &Variant, place: usize) -> Classes {
        let order = game.order(place);
        let mut floors: Vec<(HandRank, String)> = Vec::new();
        for category in Category::ALL.into_iter().filter(|category| order.counts(*category)) {
            let floor = HandFloor { category, ranks: Vec::new() };
            if let Ok(rank) = floor.rank(order) {
                floors.push((rank, floor.to_string()));
            }
        }
        let tables = game.paytable.iter().filter(|table| table.order == place);
        let lines = tables.flat_map(|table| &table.lines).map(|line| (line.from, line.hand.to_string()));
        floors.extend(lines);
        for wager in game.wager.iter().filter(|wager| wager.order == place) {
            for case in &wager.case {
                let floor = case.when.at_least.as_ref().map(|hand| (case.when.floor, hand.to_string()));
                floors.extend(floor);
            }
        }
        if let Some(hand) = game.qualifies.as_ref().filter(|_| place == 0) {
            floors.push((game.qualifying_rank, hand.value.to_string()));
        }
        let on_jackpot =
            game.wager.iter().any(|wager| wager.place == rulebook::Place::Jackpot && wager.order == place);
        if on_jackpot {
            let prizes = book.jackpots.option.iter().flat_map(|option| &option.prizes);
            floors.extend(prizes.map(|prize| (prize.from, prize.hand.to_string())));
        }
        floors.sort_by_key(|(rank, name)| (*rank, name.len()));
        floors.dedup_by_key(|(rank, _)| *rank);
        Classes { floors }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.floors.len()
    }

    /// There is always one.
    pub fn is_empty(&self) -> bool {
        self.floors.is_empty()
    }

    /// The class of a hand.
    pub fn of(&self, rank: HandRank) -> usize {
        self.floors.partition_point(|(floor, _)| *floor <= rank).saturating_sub(1)
    }

    /// The weakest rank of a class.
    pub fn floor(&self, class: usize) -> HandRank {
        self.floors[class].0
    }

    /// The weakest hand of a class as pay tables write it: "pair J".
    pub fn name(&self, class: usize) -> &str {
        &self.floors[class].1
    }

    /// The category of a class.
    pub fn category(&self, order: &HandOrder, class: usize) -> Option<Category> {
        order.category(self.floor(class))
    }
}
