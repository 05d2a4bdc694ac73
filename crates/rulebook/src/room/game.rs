//! A game between players with one deck: `games/<game>-<deck>.toml`.

use super::check::check;
use super::law::Law;
use super::order::RoomOrder;
use super::point::{Point, Points};
use crate::cite::{Cite, Ruled};
use crate::mistake::{Checked, item, mistake};
use cards::{HandOrder, Pack};
use serde::Deserialize;
use serde::de::{self, Deserializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game with one deck.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomGame {
    /// How files and commands write it: "holdem".
    pub game: String,
    /// How the book calls it.
    pub name: String,
    /// What names it in the book.
    pub clause: Cite,
    /// Which part of the book rules it: rows of irregularities go by it.
    pub family: Family,
    pub deck: Ruled<DeckOf>,
    /// How many may be dealt in.
    pub players: Ruled<u8>,
    /// How many may sit at the table, where it is more than may be dealt in.
    pub seats: Option<Ruled<u8>>,
    /// What goes in before the deal.
    pub posts: Ruled<Posts>,
    /// Whether there is a button; without one (stud) odd chips go by the highest card.
    pub button: Ruled<bool>,
    /// An extra hand that one player may take instead of his own.
    pub kitty: Option<Kitty>,
    /// The streets, one betting round each; none in Chinese Poker.
    #[serde(default)]
    pub street: Vec<Street>,
    /// How many boards there are.
    #[serde(default)]
    pub boards: Option<Ruled<u8>>,
    /// How hands are shown.
    pub showdown: Showdown,
    /// What the pot is won by: one part, or two halves of which the first takes the odd chip.
    pub part: Vec<Part>,
    /// Whether a wager after the cards show an open pair may be of either size (structured limit).
    pub open_pair: Option<Cite>,
    /// Whether the board may be dealt more than once when nobody can wager any more.
    pub runs: Option<Ruled<u8>>,
    /// Other clauses of the game that change nothing in its data.
    #[serde(default)]
    pub also: Option<Cite>,
    /// Points for which the game has a clause of its own.
    #[serde(default)]
    pub point: BTreeMap<Point, Cite>,
    /// The clause of every point in this game: those of the book, and its own.
    #[serde(skip)]
    pub points: Option<Points>,
    /// The least and the most that the book allows of a percentage commission, in per cent.
    #[serde(skip)]
    pub(super) rates: Option<Ruled<[u8; 2]>>,
    #[serde(skip)]
    pub(super) posts_of_a_sign: bool,
}

/// A deck of so many cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckOf(pub Pack);

impl DeckOf {
    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Never.
    pub const fn is_empty(self) -> bool {
        false
    }
}

impl<'de> Deserialize<'de> for DeckOf {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let cards = usize::deserialize(from)?;
        let pack = Pack::with_len(cards).map(DeckOf);
        pack.ok_or_else(|| de::Error::custom(format!("there is no deck of {cards} cards")))
    }
}

/// A chapter of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    Draw,
    Stud,
    Manila,
    Flop,
    Chinese,
}

/// What goes in before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Posts {
    /// Blinds; the sign may add antes.
    Blinds,
    /// Antes, no blinds: the first to speak opens or folds.
    Antes,
    /// Antes, and a forced first wager of an up card.
    AntesAndBringIn,
    Nothing,
}

/// The Kitty.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kitty {
    /// How many cards it has, dealt after the last player.
    pub cards: Ruled<u8>,
    /// Taking it instead of one's own hand.
    pub take: Cite,
    /// Taking it after a raise: pay the last blind, look, then call, raise or fold.
    pub after_raise: Cite,
    /// A second taker.
    pub taken: Cite,
    /// Mucked untaken before the draw.
    pub mucked: Cite,
}

/// How cards of a deal face: "du" is one down, one up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facing(pub Vec<bool>);

impl Facing {
    /// How many cards are dealt up.
    pub fn up(&self) -> usize {
        self.0.iter().filter(|up| **up).count()
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let face = |letter: char| match letter {
            'd' => Ok(false),
            'u' => Ok(true),
            other => Err(de::Error::custom(format!("a card faces 'd' or 'u', not '{other}'"))),
        };
        text.chars().map(face).collect::<Result<_, _>>().map(Facing)
    }
}

/// One street: cards, then a betting round, then perhaps a discard.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Street {
    /// What it is called.
    pub name: String,
    /// A card is burned first.
    pub burn: Option<Cite>,
    /// Private cards to each player.
    pub deal: Option<Ruled<Facing>>,
    /// Cards to the board, or to each board.
    pub board: Option<Ruled<u8>>,
    /// The same for the second board.
    pub bottom: Option<Cite>,
    /// Up to so many cards may be changed before the betting.
    pub draw: Option<Ruled<u8>>,
    pub opens: Ruled<Opens>,
    /// What happens when that player folds: the decision passes on.
    pub passes: Option<Cite>,
    /// The others act.
    pub acts: Cite,
    /// All but one have folded.
    pub won: Cite,
    /// Two or more remain.
    pub goes_on: Cite,
    /// Each player discards so many cards after the betting.
    pub discard: Option<Ruled<u8>>,
}

/// Who opens a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opens {
    /// The first left of the last blind; without blinds, left of the button.
    LeftOfLastBlind,
    /// The first active player left of the button.
    LeftOfButton,
    /// The lowest up card makes a forced wager, ties to the lowest suit.
    LowestUpCard,
    /// The highest up card, the ace low, ties to the highest suit.
    HighestUpCard,
    /// The best showing hand, ties to the highest suit.
    BestShowing,
    /// The lowest showing hand, the ace low, ties to the lowest suit.
    LowestShowing,
}

/// How hands are shown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Showdown {
    /// Who shows first, and who must follow.
    pub clause: Cite,
    /// Any player may ask to see a hand.
    pub asked: Option<Cite>,
    /// The winner is announced.
    pub announced: Option<Cite>,
}

/// One part of the pot.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub of: PartName,
    /// Its order of hands: a name in `orders/`.
    pub order: String,
    /// Which cards play.
    pub plays: Ruled<Plays>,
    /// Which board, from 0.
    #[serde(default)]
    pub on: u8,
    /// Who wins it.
    pub clause: Cite,
    /// Nobody qualifies: the other part takes all.
    pub nobody: Option<Cite>,
    /// The odd chip between the halves comes here.
    pub odd: Option<Cite>,
    /// One player may win both halves.
    pub both: Option<Cite>,
    /// The order with its clauses.
    #[serde(skip)]
    pub made: Option<Arc<RoomOrder>>,
}

impl Part {
    /// The order of hands.
    pub fn order(&self) -> &'static HandOrder {
        self.listed().order()
    }

    /// The order with its clauses.
    pub fn listed(&self) -> &RoomOrder {
        self.made.as_ref().expect("found when the game was read")
    }
}

/// Which part of a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartName {
    High,
    Low,
    Top,
    Bottom,
    Front,
    Middle,
    Back,
}

/// Which cards play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plays {
    /// The best of all the player's cards and the board.
    Any,
    /// Exactly two of the hole with three of the board.
    ExactlyTwo,
    /// One of the three sets of a Chinese hand.
    Set,
}

impl RoomGame {
    /// Finds the orders and the clauses of all points, and checks what TOML cannot.
    pub(super) fn complete(&mut self, law: &Law, orders: &BTreeMap<String, Arc<RoomOrder>>) -> Checked {
        self.points = Some(law.point.with(&self.point));
        self.rates = law.commission_rates;
        self.posts_of_a_sign = law.posts_of_a_sign.value;
        for (at, part) in self.part.iter_mut().enumerate() {
            let Some(order) = orders.get(&part.order) else {
                return mistake(
                    item("part", at).key("order"),
                    format!("there is no file orders/{}.toml", part.order),
                );
            };
            part.made = Some(Arc::clone(order));
        }
        check(self, law)
    }

    /// The clause of a point in this game.
    #[inline]
    pub fn cite(&self, point: Point) -> Cite {
        self.points.as_ref().expect("found when the game was read").cite(point)
    }

    /// The cards that a player holds in the end, if nothing is changed.
    pub fn hole_cards(&self) -> usize {
        self.street.iter().filter_map(|street| street.deal.as_ref()).map(|deal| deal.value.0.len()).sum()
    }

    /// The cards of one board in the end.
    pub fn board_cards(&self) -> usize {
        self.street
            .iter()
            .filter_map(|street| street.board.as_ref())
            .map(|board| usize::from(board.value))
            .sum()
    }

    /// The file's name without its ending: "holdem-52".
    pub fn id(&self) -> String {
        format!("{}-{}", self.game, self.deck.value.len())
    }

    /// Whether a commission may be so many millionths of a pot; where the book says nothing of rates, any part of it.
    pub fn allows_rate(&self, ppm: u32) -> bool {
        let [least, most] =
            self.rates.map_or([0, 100], |rates| rates.value).map(|per_cent| u32::from(per_cent) * 10_000);
        (least..=most).contains(&ppm)
    }

    /// Whether the posts of a hand must be such as a sign of the book may have.
    pub const fn has_posts_of_a_sign(&self) -> bool {
        self.posts_of_a_sign
    }

    /// The clause that says which rates are allowed.
    pub fn rates_cite(&self) -> Cite {
        self.rates.map_or_else(|| self.cite(Point::Percentage), |rates| rates.cite)
    }

    /// Whether the pot is shared between a high and a low hand.
    pub fn is_hi_lo(&self) -> bool {
        self.part.len() > 1 && self.part.iter().any(|part| part.of == PartName::Low)
    }
}
