//! The policies of a room book: `room.toml`.

use super::game::{Family, Posts, RoomGame};
use super::point::{Chapter, Point, Points};
use crate::cite::{Cite, Ruled};
use serde::Deserialize;

/// `room.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    /// How many raises (or wagers) a betting round has in limit games.
    pub raise_cap: Ruled<u8>,
    /// What the cap counts.
    pub cap_counts: Ruled<Counting>,
    /// Whether the cap falls away when two players are left to wager.
    pub head_to_head: Ruled<bool>,
    /// What an all-in short of a raise does in limit games.
    pub short_all_in: Ruled<ShortAllIn>,
    /// To whom chips go that cannot be shared equally.
    pub odd_chips: Ruled<OddChips>,
    /// Whether a raise below the least is good where it puts every opponent all-in.
    pub raise_to_cover: Ruled<bool>,
    /// Whether the opener of a stud hand may put in more than the forced wager at once, outside fixed limit.
    pub opens_for_more: Ruled<bool>,
    /// Whether the posts of a hand must be such as a sign of the book may have; otherwise they are what the hand says.
    pub posts_of_a_sign: Ruled<bool>,
    /// Whether a player is asked though all others are all-in and there is nothing to call.
    pub last_able_acts: Ruled<bool>,
    /// Whether hands are shown in turn.
    pub show_in_turn: Ruled<bool>,
    /// Whether every dead card is shuffled in when the deck runs out; otherwise only those that the clause names.
    pub all_dead_reshuffled: Ruled<bool>,
    /// Whether a seat that folds unbet goes on getting cards.
    pub dead_seat_cards: Ruled<bool>,
    /// Whether a hand that was folded or is dead gets back what nobody called.
    pub folded_takes_back: Ruled<bool>,
    /// The least and the most of a percentage commission, in per cent; none: any part of the pot.
    pub commission_rates: Option<Ruled<[u8; 2]>>,
    /// What the cap of a percentage commission covers where a hand pays by several methods; none: the percentage.
    pub cap_covers: Option<Ruled<CapCovers>>,
    /// Who opens a later round of stud where showing hands are equal.
    pub showing_ties: Ruled<ShowingTies>,
    /// Who opens the first round of stud where the card is an all-in player's.
    pub opener_all_in: Ruled<OpenerAllIn>,
    /// Chapters of points for which the book needs no clause: a convention of recorded hands keeps no table. What
    /// is asked of it there has the clause of `other`.
    pub leaves_out: Option<Ruled<Vec<Chapter>>>,
    /// The clause of each point.
    pub point: Points,
}

impl Law {
    /// The clause of a point, whatever the game: [`RoomGame::cite`](super::RoomGame::cite) knows the game's own.
    #[inline]
    pub fn cite(&self, point: Point) -> Cite {
        self.point.cite(point)
    }

    /// The points that a game can come to and that have no clause.
    pub(super) fn lacks(&self, game: &RoomGame) -> Vec<Point> {
        let points = game.points.as_ref().unwrap_or(&self.point).left_out();
        points.iter().copied().filter(|point| self.reaches(game, point.chapter())).collect()
    }

    /// Whether a game can come to the points of a chapter.
    fn reaches(&self, game: &RoomGame, chapter: Chapter) -> bool {
        let streets = || game.street.iter();
        match chapter {
            Chapter::Hands => true,
            Chapter::BringIn => game.posts.value == Posts::AntesAndBringIn,
            Chapter::OpenOrFold => {
                game.family == Family::Draw && streets().any(|street| street.passes.is_some())
            }
            Chapter::OpenPair => game.open_pair.is_some(),
            Chapter::NoButton => !game.button.value,
            Chapter::Draw => game.family == Family::Draw,
            Chapter::Discard => streets().any(|street| street.draw.is_some() || street.discard.is_some()),
            Chapter::Stud => game.family == Family::Stud,
            Chapter::DeadSeats => game.family == Family::Stud && self.dead_seat_cards.value,
            Chapter::Runs => game.runs.is_some(),
            Chapter::Chinese => game.family == Family::Chinese,
            other => !self.leaves_out.as_ref().is_some_and(|left| left.value.contains(&other)),
        }
    }
}

/// What the cap counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Raises: the first wager of the round is none.
    Raises,
    /// Wagers: the first one too; a blind or a bring-in is none.
    Wagers,
}

/// What an all-in short of a raise does in limit games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShortAllIn {
    /// Half the amount or more is a raise, less is not, and may be completed.
    HalfIsRaise,
    /// Only a full raise is one.
    FullOnly,
}

/// To whom odd chips go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OddChips {
    /// One at a time, clockwise from the button; without a button by the highest card.
    OneByOne,
    /// All to the first winner left of the button.
    AllToFirst,
}

/// What the cap of a commission covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CapCovers {
    /// Everything that is collected for the hand.
    WholeHand,
    /// The percentage alone.
    Percentage,
}

/// Who opens a later round of stud where showing hands are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShowingTies {
    /// The suits of the cards decide.
    Suit,
    /// The first seat has it.
    FirstSeat,
}

/// Who opens the first round of stud where the card that decides is an all-in player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpenerAllIn {
    /// The player with the next card who can wager.
    NextCard,
    /// The next player to the left who can wager.
    NextSeat,
}
