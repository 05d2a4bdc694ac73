//! Two books side by side: where they differ on a game, and where they agree.

use crate::book::{Book, BookGame};
use crate::describe::{Point, Topic};
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

/// Compares a game of one book with a game of another, topic by topic.
pub fn compare(one: BookGame<'_>, other: BookGame<'_>) -> Comparison {
    let mut theirs = other.describe();
    if let (BookGame::BetweenPlayers(_, here), BookGame::BetweenPlayers(_, there)) = (one, other) {
        // Books call their streets differently: the second of one is the second of the other.
        for topic in &mut theirs {
            let name = topic.section.strip_prefix("Street: ");
            let at = name.and_then(|name| there.street.iter().position(|street| street.name == name));
            if let Some(street) = at.and_then(|at| here.street.get(at)) {
                topic.section = format!("Street: {}", street.name);
            }
        }
    }
    compare_topics(&one.describe(), &theirs)
}

fn compare_topics(mine: &[Topic], theirs: &[Topic]) -> Comparison {
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

/// The games that both books have, as files write them; none where one is of house-banked games and the other is not.
pub fn shared_games<'b>(one: &'b Book, other: &Book) -> Vec<&'b str> {
    if one.is_house_banked() != other.is_house_banked() {
        return Vec::new();
    }
    one.games().map(BookGame::id).filter(|game| other.game(game).is_some()).collect()
}
