//! Hands in words, and why one beats another.

use crate::card::Rank;
use crate::category::Category;
use crate::order::{Better, HandOrder};
use crate::rank::HandRank;
use std::cmp::Ordering;

impl HandOrder {
    /// The hand in words.
    ///
    /// # Panics
    /// Perhaps, if the rank is of another order.
    ///
    /// ```
    /// let order = cards::orders::high_52();
    /// let rank = order.rank("As Ad 7h 7c Qs 3d 2c".parse()?);
    /// assert_eq!(order.words(rank), "two pair, aces and sevens, queen kicker");
    /// # Ok::<(), cards::CardsError>(())
    /// ```
    pub fn words(&self, rank: HandRank) -> String {
        let Some(hand) = self.read(rank) else {
            return "no qualifying low".into();
        };
        let Hand { category, made_of, beside } = &hand;
        let low = self.rules().better == Better::Lower;
        match category {
            Category::NoPair if low => format!("{} low", dashed(beside)),
            Category::NoPair => format!("{} high{}", beside[0].word(), kickers(&beside[1..])),
            Category::OnePair => format!("pair of {}{}", made_of[0].plural(), kickers(beside)),
            Category::TwoPair => {
                format!("two pair, {} and {}{}", made_of[0].plural(), made_of[1].plural(), kickers(beside))
            }
            Category::ThreeOfAKind => {
                format!("three of a kind, {}{}", made_of[0].plural(), kickers(beside))
            }
            Category::Straight => format!("straight, {} high", made_of[0].word()),
            Category::Flush => format!("flush, {} high{}", beside[0].word(), kickers(&beside[1..])),
            Category::FullHouse => {
                format!("full house, {} over {}", made_of[0].plural(), beside[0].plural())
            }
            Category::FourOfAKind => {
                format!("four of a kind, {}{}", made_of[0].plural(), kickers(beside))
            }
            Category::StraightFlush => format!("straight flush, {} high", made_of[0].word()),
            Category::RoyalFlush => "royal flush".into(),
            Category::OneCard | Category::TwoCards | Category::ThreeCards | Category::FourCards => {
                format!("{category}, {}", dashed(beside))
            }
        }
    }

    /// Why the first hand beats the second, loses to it or ties with it.
    ///
    /// ```
    /// let order = cards::orders::high_52();
    /// let queen = order.rank("As Ad 7h 7c Qs".parse()?);
    /// let jack = order.rank("Ah Ac 7s 7d Js".parse()?);
    /// assert_eq!(order.why(queen, jack).to_string(), "queen kicker beats jack");
    /// # Ok::<(), cards::CardsError>(())
    /// ```
    pub fn why(&self, first: HandRank, second: HandRank) -> Why {
        let (winner, loser) = match first.cmp(&second) {
            Ordering::Equal if first.is_none() => return Why::NeitherQualifies,
            Ordering::Equal => return Why::Tie,
            Ordering::Greater => (self.read(first), self.read(second)),
            Ordering::Less => (self.read(second), self.read(first)),
        };
        let Some(winner) = winner else {
            return Why::NeitherQualifies;
        };
        let Some(loser) = loser else {
            return Why::OnlyOneQualifies;
        };
        if winner.category != loser.category {
            return Why::Category { winner: winner.category, loser: loser.category };
        }
        let part = |hand: &Hand| -> Vec<(Part, Rank)> {
            let made = hand.made_of.iter().map(|&rank| (Part::MadeOf, rank));
            let beside = hand.beside.iter().map(|&rank| (Part::Beside, rank));
            made.chain(beside).collect()
        };
        let pairs = part(&winner).into_iter().zip(part(&loser)).enumerate();
        for (place, ((part, winner_rank), (_, loser_rank))) in pairs {
            if winner_rank != loser_rank {
                let at = match (winner.category, part, place) {
                    (Category::FullHouse, Part::Beside, _) => At::Pair,
                    (Category::FullHouse, ..) => At::Three,
                    (Category::TwoPair, Part::MadeOf, 0) => At::HigherPair,
                    (Category::TwoPair, Part::MadeOf, _) => At::LowerPair,
                    (Category::OnePair, Part::MadeOf, _) => At::Pair,
                    (Category::ThreeOfAKind, Part::MadeOf, _) => At::Three,
                    (Category::FourOfAKind, Part::MadeOf, _) => At::Four,
                    (_, Part::MadeOf, _) => At::Top,
                    (_, Part::Beside, 0) => At::Top,
                    _ if self.rules().better == Better::Lower => At::NextCard,
                    _ => At::Kicker,
                };
                return Why::Ranks { at, winner: winner_rank, loser: loser_rank };
            }
        }
        Why::Tie
    }

    fn read(&self, rank: HandRank) -> Option<Hand> {
        let (_, made_of, beside) = rank.parts(self.rules().better)?;
        let category = self.category(rank)?;
        Some(Hand { category, made_of: self.ranks_of(made_of), beside: self.ranks_of(beside) })
    }
}

struct Hand {
    category: Category,
    made_of: Vec<Rank>,
    beside: Vec<Rank>,
}

#[derive(Clone, Copy)]
enum Part {
    MadeOf,
    Beside,
}

/// ", king queen jack kickers", or nothing where nothing plays beside the hand.
fn kickers(ranks: &[Rank]) -> String {
    match ranks {
        [] => String::new(),
        [one] => format!(", {} kicker", one.word()),
        [..] => {
            let words: Vec<&str> = ranks.iter().map(|rank| rank.word()).collect();
            format!(", {} kickers", words.join(" "))
        }
    }
}

/// "8-6-4-3-A", as lows are called.
fn dashed(ranks: &[Rank]) -> String {
    let spoken = |rank: &Rank| match rank {
        Rank::Ten => "10".to_string(),
        other => other.letter().to_string(),
    };
    ranks.iter().map(spoken).collect::<Vec<_>>().join("-")
}

/// What decided between two hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The hands are equal.
    Tie,
    /// There is no qualifying hand on either side.
    NeitherQualifies,
    /// Only the winner has a qualifying hand.
    OnlyOneQualifies,
    /// The winner's kind of hand beats the loser's.
    Category { winner: Category, loser: Category },
    /// The kinds are the same; these ranks are the first that differ.
    Ranks { at: At, winner: Rank, loser: Rank },
}

/// Which cards of two hands were the first to differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    Top,
    Pair,
    HigherPair,
    LowerPair,
    Three,
    Four,
    Kicker,
    NextCard,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::Tie => f.write_str("the hands are equal"),
            Why::NeitherQualifies => f.write_str("neither hand qualifies"),
            Why::OnlyOneQualifies => f.write_str("only the winner has a qualifying hand"),
            Why::Category { winner, loser } => {
                write!(f, "{} beats {}", with_article(*winner), with_article(*loser))
            }
            Why::Ranks { at, winner, loser } => {
                let (word, plural) = (winner.word(), winner.plural());
                match at {
                    At::Top => write!(f, "{word} high beats {} high", loser.word()),
                    At::Pair => write!(f, "a pair of {plural} beats {}", loser.plural()),
                    At::HigherPair => {
                        write!(f, "the higher pair, {plural}, beats {}", loser.plural())
                    }
                    At::LowerPair => {
                        write!(f, "the lower pair, {plural}, beats {}", loser.plural())
                    }
                    At::Three => write!(f, "three {plural} beat three {}", loser.plural()),
                    At::Four => write!(f, "four {plural} beat four {}", loser.plural()),
                    At::Kicker => write!(f, "{word} kicker beats {}", loser.word()),
                    At::NextCard => write!(f, "{word} beats {} as the next card", loser.word()),
                }
            }
        }
    }
}

fn with_article(category: Category) -> String {
    match category {
        Category::NoPair | Category::TwoPair | Category::ThreeOfAKind | Category::FourOfAKind => {
            category.word().into()
        }
        _ => format!("a {category}"),
    }
}
