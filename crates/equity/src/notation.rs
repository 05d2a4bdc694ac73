//! How hands are written: as cards, with stars for any card, and in games of two hole cards by rank.

use crate::game::Game;
use crate::refusal::{RefusalReason, short};
use cards::{CardSet, Rank, parse_cards};

/// Reads one item of a list: hands as far as they are known.
pub(crate) fn read_item(game: &Game, text: &str) -> Result<Vec<CardSet>, RefusalReason> {
    if text.is_empty() {
        return Err(RefusalReason::Nothing);
    }
    let any = ["random", "any", "*"].iter().any(|word| text.eq_ignore_ascii_case(word));
    if any {
        return Ok(vec![CardSet::EMPTY]);
    }
    if game.hole() == 2 && begins_with_two_ranks(text) {
        return read_ranks(game, text);
    }
    let cards_only = text.trim_end_matches(|c: char| c == '*' || c.is_whitespace());
    let open = text[cards_only.len()..].matches('*').count();
    // What begins with no rank is not meant as a card.
    if cards_only.chars().next().is_some_and(|first| !first.is_ascii_digit() && rank(first).is_none()) {
        return Err(RefusalReason::NotAHand { item: short(text), two_cards: game.hole() == 2 });
    }
    let cards: CardSet = parse_cards(cards_only).map_err(RefusalReason::Cards)?.into_iter().collect();
    let (found, item) = (cards.len().saturating_add(open), short(text));
    match game.board() {
        0 if found > game.hole() => Err(RefusalReason::TooMany { item, found, most: game.hole() }),
        1.. if found != game.hole() => Err(RefusalReason::Count { item, found, wanted: game.hole() }),
        _ => Ok(vec![cards]),
    }
}

fn rank(letter: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| rank.letter() == letter.to_ascii_uppercase())
}

/// The first two ranks of a text and what follows them; a ten may be written out.
fn two_ranks(text: &str) -> Option<(Rank, Rank, &str)> {
    let one = |text: &'_ str| -> Option<(Rank, usize)> {
        if text.starts_with("10") {
            return Some((Rank::Ten, 2));
        }
        Some((rank(text.chars().next()?)?, 1))
    };
    let (first, used) = one(text)?;
    let rest = &text[used..];
    let (second, used) = one(rest)?;
    Some((first, second, &rest[used..]))
}

fn begins_with_two_ranks(text: &str) -> bool {
    two_ranks(text).is_some()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Suiting {
    Suited,
    Offsuit,
    Either,
}

/// Hands of two ranks, the higher first.
#[derive(Clone, Copy, Debug)]
struct Class {
    high: Rank,
    low: Rank,
    suiting: Suiting,
}

impl Class {
    fn read(text: &str) -> Option<(Class, &str)> {
        let (first, second, rest) = two_ranks(text)?;
        let (suiting, rest) = match rest.chars().next() {
            Some('s' | 'S') => (Suiting::Suited, &rest[1..]),
            Some('o' | 'O') => (Suiting::Offsuit, &rest[1..]),
            _ => (Suiting::Either, rest),
        };
        Some((Class { high: first.max(second), low: first.min(second), suiting }, rest))
    }

    fn is_pair(&self) -> bool {
        self.high == self.low
    }

    /// How far apart the ranks are.
    fn gap(&self) -> usize {
        self.high.index() - self.low.index()
    }

    /// Every class from the one to the other: pairs, hands with one rank in common, or equally far apart.
    fn through(self, other: Class) -> Option<Vec<Class>> {
        let between = |a: Rank, b: Rank| {
            let (a, b) = (a.min(b).index(), a.max(b).index());
            (a..=b).filter_map(Rank::from_index)
        };
        let classes = if self.suiting != other.suiting {
            return None;
        } else if self.is_pair() && other.is_pair() {
            between(self.high, other.high).map(|rank| Class { high: rank, low: rank, ..self }).collect()
        } else if self.is_pair() || other.is_pair() {
            return None;
        } else if self.high == other.high {
            between(self.low, other.low).map(|low| Class { low, ..self }).collect()
        } else if self.gap() == other.gap() {
            let lows = between(self.low, other.low);
            lows.filter_map(|low| {
                Some(Class { low, high: Rank::from_index(low.index() + self.gap())?, ..self })
            })
            .collect()
        } else {
            return None;
        };
        Some(classes)
    }

    /// This and better: higher pairs, or a higher second card.
    fn and_better(self) -> Vec<Class> {
        let top = match (self.is_pair(), Rank::from_index(self.high.index().wrapping_sub(1))) {
            (true, _) => Class { high: Rank::Ace, low: Rank::Ace, ..self },
            (false, below) => Class { low: below.unwrap_or(self.low), ..self },
        };
        self.through(top).unwrap_or_default()
    }

    fn hands(self, into: &mut Vec<CardSet>) {
        for first in 0..4 {
            for second in 0..4 {
                let fits = match self.suiting {
                    _ if self.is_pair() => first < second,
                    Suiting::Suited => first == second,
                    Suiting::Offsuit => first != second,
                    Suiting::Either => true,
                };
                if fits {
                    let mut suits = [0u16; 4];
                    suits[first] |= 1 << self.high.index();
                    suits[second] |= 1 << self.low.index();
                    into.push(CardSet::from_suits(suits));
                }
            }
        }
    }
}

/// Reads `AK`, `AKs`, `TT+`, `KJo+`, `QQ-88`, `A5s-A2s`, `T9s-76s`.
fn read_ranks(game: &Game, text: &str) -> Result<Vec<CardSet>, RefusalReason> {
    let item = short(text);
    let not = || RefusalReason::NotAHand { item: item.clone(), two_cards: true };
    let (class, rest) = Class::read(text).ok_or_else(not)?;
    let mut ends = vec![class];
    let classes = match rest.trim() {
        "" => vec![class],
        "+" => class.and_better(),
        other => {
            let end = other.strip_prefix(['-', '–']).ok_or_else(not)?;
            let (end, rest) = Class::read(end.trim()).ok_or_else(not)?;
            if !rest.is_empty() {
                return Err(not());
            }
            ends.push(end);
            class.through(end).ok_or_else(|| RefusalReason::Ends { item: item.clone() })?
        }
    };
    if ends.iter().any(|class| class.is_pair() && class.suiting != Suiting::Either) {
        return Err(RefusalReason::SuitedPair { item });
    }
    if ends.iter().any(|class| class.low < game.pack().lowest()) {
        return Err(RefusalReason::RankNotInPack { item, pack: game.pack() });
    }
    let mut hands = Vec::new();
    classes.into_iter().for_each(|class| class.hands(&mut hands));
    Ok(hands)
}

#[cfg(test)]
mod tests {
    use crate::{Game, Range};

    #[test]
    fn ranges_hold_as_many_hands_as_they_should() {
        let holdem = Game::named("holdem").unwrap();
        for (text, hands) in [
            ("AsAh", 1),
            ("As Ah", 1),
            ("As,Ah", 1),
            ("AsAh,KsKh", 2),
            ("AsAh, AA", 6),
            ("aks", 4),
            ("AKo", 12),
            ("AK", 16),
            ("KA", 16),
            ("TT+", 30),
            ("1010+", 30),
            ("KJs+", 8),
            ("AJ+", 48),
            ("T9s+", 4),
            ("22+", 78),
            ("A2s+", 48),
            ("A5s-A2s", 16),
            ("A2s - A5s", 16),
            ("QQ-88", 30),
            ("T9s-76s", 16),
            ("random", 1326),
            ("*", 1326),
            ("As*", 51),
            ("As*,Ah*", 101),
            ("22+,A2+,random", 1326),
        ] {
            let range = Range::read(holdem, text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!((range.hands().len(), range.to_come()), (hands, 0), "{text}");
        }
        let omaha = Game::named("omaha").unwrap();
        for (text, hands, to_come) in
            [("AsAhKsKh", 1, 0), ("AsAhKsKh,2c3c4c5c", 2, 0), ("AsAh**", 1225, 0), ("random", 1, 4)]
        {
            let range = Range::read(omaha, text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!((range.hands().len(), range.to_come()), (hands, to_come), "{text}");
        }
    }

    #[test]
    fn what_is_no_range_is_refused_in_words() {
        let wrong =
            |game: &str, text: &str| Range::read(Game::named(game).unwrap(), text).unwrap_err().to_string();
        for (game, text, says) in [
            ("holdem", "", "a hand is missing here"),
            ("holdem", "AsAh,,KsKh", "a hand is missing here"),
            ("holdem", "AKx", "'AKx' is neither a hand"),
            ("holdem", "AKs++", "'AKs++' is neither a hand"),
            ("holdem", "AAs", "a pair has two suits anyway"),
            ("holdem", "AKs-QQ", "ends that do not match"),
            ("holdem", "A5s-K2s", "ends that do not match"),
            ("holdem", "As", "'As' is 1 card, but a hand has 2"),
            ("holdem", "AsAhKs", "'AsAhKs' is 3 cards, but a hand has 2"),
            ("holdem", "AsAs", "the ace of spades is already card 1"),
            ("holdem", "hello", "neither a hand"),
            ("holdem", "Ax", "is not a suit"),
            ("short-deck", "5s5h", "the five of spades is not in the 36-card deck"),
            ("short-deck", "A5s", "the lowest card of the 36-card deck is the six"),
            ("omaha", "AKs", "is not a suit"),
            ("omaha", "AsAh", "2 cards, but a hand has 4"),
            (
                "five-card-omaha",
                "2c****,2d****,2h****,2s****,3c****,3d****,3h****,3s****,4c****,4d****,4h****,4s****,5c****,\
                 5d****,5h****,5s****,6c****,6d****,6h****,6s****,7c****",
                "this range has too many hands",
            ),
            ("seven-card-stud", "AsAh2c,Ks", "same number of known cards"),
            ("seven-card-stud", "As2s3s4s5s6s7s8s", "8 cards, but a hand has at most 7"),
        ] {
            let found = wrong(game, text);
            assert!(found.contains(says), "{text}: {found}");
        }
    }
}
