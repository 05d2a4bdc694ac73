//! The clause of what must happen next.

use crate::hand::{AfterShuffle, Due, Hand};
use crate::hand_rules::HandRules;
use rulebook::Cite;
use rulebook::room::Point;

impl HandRules<'_> {
    /// The clause by which it is due: the street's, the showdown's, or the point's.
    pub fn due_cite(&self, hand: &Hand) -> Cite {
        let street = self.street(hand);
        match hand.due {
            Due::Posts => self.game.posts.cite,
            Due::Hole | Due::Replace => self.hole_cite(hand),
            Due::Kitty => self.game.kitty.as_ref().map_or(self.cite(Point::Deal), |kitty| kitty.cards.cite),
            Due::Board => self.board_cite(hand),
            Due::Community => self.cite(Point::StudCommunity),
            Due::Shuffle => self.cite(match hand.resume {
                AfterShuffle::Replace => Point::DrawReshuffle,
                AfterShuffle::Hole => Point::StudReshuffle,
                AfterShuffle::Community => Point::StudCommunity,
            }),
            Due::Open | Due::BringIn(_) => street.opens.cite,
            Due::Act(_) if hand.acted.is_empty() => street.opens.cite,
            Due::Act(_) => street.acts,
            Due::Discard(_) => {
                let draw = street.draw.map(|draw| draw.cite);
                let discard = street.discard.map(|discard| discard.cite);
                draw.or(discard).unwrap_or_else(|| self.cite(Point::Discard))
            }
            Due::Set(_) => self.cite(Point::ChineseSets),
            Due::Show(_) => self.game.showdown.clause,
            Due::Pay | Due::Over => self.cite(Point::Pot),
        }
    }
}
