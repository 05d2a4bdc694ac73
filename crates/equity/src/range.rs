//! What a player may hold: one hand, or any of several.

use crate::draws::{Draws, choose};
use crate::game::Game;
use crate::notation::read_item;
use crate::refusal::{RefusalReason, short};
use cards::{Card, CardSet};

/// The hands that a player may hold, each as likely as any other.
///
/// ```
/// use equity::{Game, Range};
/// let holdem = Game::named("holdem").unwrap();
/// assert_eq!(Range::read(holdem, "TT+, AKs")?.hands().len(), 5 * 6 + 4);
/// let stud = Game::named("seven-card-stud").unwrap();
/// assert_eq!(Range::read(stud, "As Ah 2c")?.to_come(), 4);
/// # Ok::<(), equity::RefusalReason>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    text: String,
    hands: Vec<CardSet>,
    to_come: usize,
}

/// A hand with cards left open is written out where there are at most so many.
const FEW: u64 = 2_000;
/// Several such hands are written out where that gives at most so many.
const MOST_WRITTEN_OUT: u64 = 5_000_000;

impl Range {
    /// Reads hands as people write them: `AsAh`, and in games of two hole cards `TT+`, `AKs`, `KJo+`, `A5s-A2s`,
    /// `QQ-88`; lists with commas; `*` for any card and `random` for any hand. In stud what is missing is to come.
    ///
    /// # Errors
    /// Where a text is none of these, or its cards are not those of the game.
    pub fn read(game: &Game, text: &str) -> Result<Range, RefusalReason> {
        // Commas between single cards only, "As,Ah", make one hand.
        let one_card = |item: &str| item.trim().parse::<Card>().is_ok();
        let mut known: Vec<CardSet> = Vec::new();
        if text.split(',').all(one_card) {
            known.extend(read_item(game, &text.replace(',', " "))?);
        } else {
            for item in text.split(',') {
                known.extend(read_item(game, item.trim())?);
            }
        }
        let strange = known.iter().find_map(|&hand| (hand - game.pack().cards()).iter().next());
        if let Some(card) = strange {
            return Err(RefusalReason::NotInPack { card, pack: game.pack() });
        }
        let mut range = Range::of(game, &known)?;
        range.text = short_of(text);
        Ok(range)
    }

    fn of(game: &Game, known: &[CardSet]) -> Result<Range, RefusalReason> {
        let Some(first) = known.first() else { return Err(RefusalReason::Nothing) };
        let to_come = game.hole() - first.len();
        let even = known.iter().all(|hand| hand.len() == first.len());
        let mut hands = known.to_vec();
        hands.sort_unstable();
        hands.dedup();
        let range = Range { text: String::new(), hands, to_come };
        if game.board() == 0 {
            return if even { Ok(range) } else { Err(RefusalReason::Uneven) };
        }
        let few = range.hands.len() > 1 || choose(game.pack().len(), to_come) <= FEW;
        if even && (to_come == 0 || !few) {
            return Ok(range);
        }
        let ways = |hand: &CardSet| choose(game.pack().len() - hand.len(), game.hole() - hand.len());
        if range.hands.iter().map(ways).sum::<u64>() > MOST_WRITTEN_OUT {
            return Err(RefusalReason::TooWide);
        }
        // Hands that two of the items allow are still held once only.
        let mut hands: Vec<CardSet> = (range.hands.iter())
            .flat_map(|&hand| {
                let draws = Draws::new(game.pack().cards() - hand, game.hole() - hand.len());
                draws.from(0).map(|drawn| hand | drawn).collect::<Vec<_>>()
            })
            .collect();
        hands.sort_unstable();
        hands.dedup();
        Ok(Range { hands, to_come: 0, ..range })
    }

    /// How it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The known cards of each hand, sorted.
    pub fn hands(&self) -> &[CardSet] {
        &self.hands
    }

    /// How many cards of each hand are not known.
    pub fn to_come(&self) -> usize {
        self.to_come
    }

    /// The only hand, where there is one, as far as it is known.
    pub(crate) fn only(&self) -> Option<CardSet> {
        match self.hands[..] {
            [hand] => Some(hand),
            _ => None,
        }
    }

    /// Leaves out hands that need one of these cards.
    pub(crate) fn without(&mut self, gone: CardSet) {
        self.hands.retain(|hand| !hand.overlaps(gone));
    }
}

/// What was written, on one line and not endless.
fn short_of(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= 60 { line } else { short(&line) }
}
