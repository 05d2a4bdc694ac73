//! The weakest hand that is good enough: "pair 6", "high A K", "straight".

use cards::{Card, CardSet, Category, HandOrder, HandRank, Rank, Suit};
use serde::Deserialize;
use serde::de::{self, Deserializer};
use std::fmt;

/// A category, and where it matters the highest ranks in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandFloor {
    pub category: Category,
    /// The ranks that must at least lead, highest first; none where the category is enough.
    pub ranks: Vec<Rank>,
}

impl HandFloor {
    /// The rank of the weakest such hand. The error says why there is none.
    pub fn rank(&self, order: &HandOrder) -> Result<HandRank, String> {
        let size = order.form().size();
        let mut weakest: Option<HandRank> = None;
        for shape in shapes(self.category, size) {
            for hand in fillings(&shape, &self.ranks, self.category) {
                let rank = order.slow().best(hand).0;
                if order.category(rank) == Some(self.category) && weakest.is_none_or(|known| rank < known) {
                    weakest = Some(rank);
                }
            }
        }
        weakest.ok_or_else(|| format!("no hand of {} is a {self}", order.name()))
    }
}

/// How many cards of each rank make the category, the leading group first.
fn shapes(category: Category, size: usize) -> Vec<Vec<usize>> {
    let singles = |groups: &[usize]| {
        let held: usize = groups.iter().sum();
        let mut shape = groups.to_vec();
        shape.extend(std::iter::repeat_n(1, size.saturating_sub(held)));
        (held <= size).then_some(shape)
    };
    let groups: &[usize] = match category {
        Category::OnePair => &[2],
        Category::TwoPair => &[2, 2],
        Category::ThreeOfAKind => &[3],
        Category::FullHouse => &[3, 2],
        Category::FourOfAKind => &[4],
        _ => &[],
    };
    singles(groups).into_iter().collect()
}

/// The hands of a shape that are weak enough to matter: given ranks lead, and the lowest others follow.
fn fillings(shape: &[usize], lead: &[Rank], category: Category) -> Vec<CardSet> {
    let suited = matches!(category, Category::Flush | Category::StraightFlush | Category::RoyalFlush);
    let runs = matches!(category, Category::Straight | Category::StraightFlush | Category::RoyalFlush);
    let open = shape.len().saturating_sub(lead.len());
    let low: Vec<Rank> = match (category, runs) {
        (Category::RoyalFlush, _) => Rank::ALL[8..].to_vec(),
        (_, true) => Rank::ALL[..5].iter().copied().chain([Rank::Ace]).collect(),
        _ => Rank::ALL[..7].to_vec(),
    };
    let mut hands = Vec::new();
    for chosen in combinations(&low, open) {
        // Both ways round for groups: the higher rank may be the pair or the three.
        for ranks in [chosen.clone(), chosen.iter().rev().copied().collect()] {
            let ranks: Vec<Rank> = lead.iter().copied().chain(ranks).collect();
            let distinct = ranks.iter().all(|rank| ranks.iter().filter(|other| *other == rank).count() == 1);
            if distinct {
                hands.push(cards_of(shape, &ranks, suited));
            }
        }
    }
    hands
}

fn cards_of(shape: &[usize], ranks: &[Rank], suited: bool) -> CardSet {
    let mut hand = CardSet::EMPTY;
    for (at, (&count, &rank)) in shape.iter().zip(ranks).enumerate() {
        for suit in 0..count {
            // Mixed suits: the last card differs from the first.
            let suit = if suited { 0 } else { (suit + usize::from(at % 2 == 1)) % 4 };
            hand.insert(Card::new(rank, Suit::ALL[suit]));
        }
    }
    hand
}

fn combinations(ranks: &[Rank], count: usize) -> Vec<Vec<Rank>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &rank) in ranks.iter().enumerate() {
        for mut rest in combinations(&ranks[at + 1..], count - 1) {
            rest.insert(0, rank);
            all.push(rest);
        }
    }
    all
}

impl fmt::Display for HandFloor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.category.name())?;
        self.ranks.iter().try_for_each(|rank| write!(f, " {}", rank.letter()))
    }
}

impl std::str::FromStr for HandFloor {
    type Err = String;
    fn from_str(text: &str) -> Result<HandFloor, String> {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default();
        let Some(category) = Category::named(name) else {
            return Err(format!("'{name}' is not a category of hands"));
        };
        let rank = |word: &str| {
            let found = Rank::ALL.into_iter().find(|rank| word == rank.letter().to_string());
            found.ok_or_else(|| format!("'{word}' is not a rank"))
        };
        Ok(HandFloor { category, ranks: words.map(rank).collect::<Result<_, _>>()? })
    }
}

impl<'de> Deserialize<'de> for HandFloor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::orders;

    #[test]
    fn the_weakest_of_each_kind_is_what_players_know() {
        let five = [
            ("no-pair A K", "As Kd 4c 3h 2s"),
            ("no-pair", "7s 5d 4c 3h 2s"),
            ("pair", "2s 2d 5c 4h 3s"),
            ("pair 6", "6s 6d 4c 3h 2s"),
            ("pair J", "Js Jd 4c 3h 2s"),
            ("two-pair", "3s 3d 2c 2h 4s"),
            ("three-of-a-kind", "2s 2d 2c 4h 3s"),
            ("straight", "5s 4d 3c 2h As"),
            ("flush", "7s 5s 4s 3s 2s"),
            ("full-house", "2s 2d 2c 3h 3s"),
            ("four-of-a-kind", "2s 2d 2c 2h 3s"),
            ("straight-flush", "5s 4s 3s 2s As"),
            ("royal-flush", "As Ks Qs Js Ts"),
        ];
        let three = [
            ("no-pair Q", "Qs 3d 2c"),
            ("pair", "2s 2d 3c"),
            ("flush", "5s 3s 2s"),
            ("straight", "3s 2d Ac"),
            ("three-of-a-kind", "2s 2d 2c"),
            ("straight-flush", "3s 2s As"),
        ];
        for (order, all) in [(orders::high_52(), &five[..]), (orders::three_card(), &three[..])] {
            for (floor, hand) in all {
                let floor: HandFloor = floor.parse().unwrap();
                let expected = order.rank(hand.parse().unwrap());
                assert_eq!(floor.rank(order), Ok(expected), "{floor}");
                assert_eq!(floor.to_string().parse(), Ok(floor));
            }
        }
    }

    #[test]
    fn what_no_hand_can_be_is_refused() {
        let house: HandFloor = "full-house".parse().unwrap();
        assert!(house.rank(orders::three_card()).is_err());
        assert!("full".parse::<HandFloor>().is_err());
        assert!("pair X".parse::<HandFloor>().is_err());
    }
}
