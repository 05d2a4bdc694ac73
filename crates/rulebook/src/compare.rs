//! Two books side by side: where they differ on a game, and where they agree.

use crate::book::Rulebook;
use crate::describe::{Point, Topic, describe};
use crate::variant::Variant;
use serde::Serialize;

/// A topic on which two books differ; a side that does not speak of it is empty.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Differs {
    pub section: String,
    pub topic: String,
    pub first: Option<Point>,
    pub second: Option<Point>,
}

/// A topic on which two books agree, each by its own clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Same {
    pub section: String,
    pub topic: String,
    pub first: Point,
    pub second: Point,
}

/// What two books say of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Where they differ, by sections in the order in which the first book tells them.
    pub differ: Vec<Differs>,
    /// Where they agree.
    pub same: Vec<Same>,
}

/// Compares a game of one book with a game of another.
pub fn compare(one: (&Rulebook, &Variant), other: (&Rulebook, &Variant)) -> Comparison {
    compare_topics(&describe(one.0, one.1), &describe(other.0, other.1))
}

/// Compares what one book says with what another does, topic by topic.
pub fn compare_topics(mine: &[Topic], theirs: &[Topic]) -> Comparison {
    let on = |all: &[Topic], topic: &Topic| {
        let found = all.iter().find(|their| their.section == topic.section && their.topic == topic.topic);
        found.map(|topic| topic.point.clone())
    };
    let mut found = Comparison::default();
    for topic in mine {
        let (section, name) = (topic.section.clone(), topic.topic.clone());
        let first = topic.point.clone();
        match on(theirs, topic) {
            Some(second) if second.is == first.is => {
                found.same.push(Same { section, topic: name, first, second });
            }
            second => found.differ.push(Differs { section, topic: name, first: Some(first), second }),
        }
    }
    for topic in theirs.iter().filter(|topic| on(mine, topic).is_none()) {
        let (section, name) = (topic.section.clone(), topic.topic.clone());
        found.differ.push(Differs { section, topic: name, first: None, second: Some(topic.point.clone()) });
    }
    let place =
        |differs: &Differs| mine.iter().chain(theirs).position(|topic| topic.section == differs.section);
    found.differ.sort_by_key(place);
    found
}

/// The games that both books have, as files write them.
pub fn shared_games<'b>(one: &'b Rulebook, other: &Rulebook) -> Vec<&'b str> {
    let games = one.variants.iter().map(|variant| variant.game.as_str());
    games.filter(|game| other.variant(game).is_some()).collect()
}
