//! "Deal me this": cards where the deal will find them, or a kind of situation that is looked for.

use crate::cache::Coach;
use crate::draws::{has_pair, in_a_row, of_one_suit};
use crate::sight::seen;
use cards::{Card, CardId, CardsError, Rank, parse_cards};
use engine::banked::Table;
use money::Fraction;
use odds::{Choice, Seen};
use rulebook::{Device, To, Variant};
use std::fmt;

/// Cards that a practice round shall have; the rest comes as it is shuffled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Among the player's.
    pub own: Vec<Card>,
    /// The dealer's card that is turned up.
    pub up: Option<Card>,
    /// The first community cards.
    pub board: Vec<Card>,
}

/// Why cards cannot be dealt as they are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedError {
    /// A text that is no cards.
    Text(&'static str, CardsError),
    /// The same card twice.
    Twice(Card),
    /// More cards than go there: whose, how many were given, how many there are.
    TooMany(&'static str, usize, usize),
}

impl fmt::Display for WantedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WantedError::Text(whose, error) => write!(f, "{whose}, {error}"),
            WantedError::Twice(card) => write!(f, "the {} is wanted twice", card.in_words()),
            WantedError::TooMany(whose, _, 0) => write!(f, "{whose}: there are none in this game"),
            WantedError::TooMany(whose, given, most) => {
                write!(f, "{whose}: {given} cards are given, and {most} at most are dealt")
            }
        }
    }
}

impl std::error::Error for WantedError {}

const OWN: &str = "your cards";
const UP: &str = "the dealer's up card";
const BOARD: &str = "the board";

impl Wanted {
    /// Reads cards as people write them: "Qs 6d 4c"; an empty text wants nothing.
    ///
    /// # Errors
    /// If a text is no cards, or names one twice.
    pub fn read(own: &str, up: &str, board: &str) -> Result<Wanted, WantedError> {
        let read = |whose, text: &str| parse_cards(text).map_err(|error| WantedError::Text(whose, error));
        let (own, up, board) = (read(OWN, own)?, read(UP, up)?, read(BOARD, board)?);
        if up.len() > 1 {
            return Err(WantedError::TooMany(UP, up.len(), 1));
        }
        let mut known: Vec<Card> = Vec::new();
        for card in own.iter().chain(&up).chain(&board) {
            if known.contains(card) {
                return Err(WantedError::Twice(*card));
            }
            known.push(*card);
        }
        Ok(Wanted { own, up: up.first().copied(), board })
    }
}

/// Where each card of a deck goes in a round with one hand, as it is dealt: to the player, the dealer, the board.
fn order_of_deal(game: &Variant, device: Device) -> Vec<To> {
    let mut order = Vec::new();
    for block in game.deal.iter().filter(|block| block.device == device) {
        for _ in 0..block.repeat {
            for step in &block.steps {
                // Jackpot cards are dealt where there is a jackpot, and a card is burnt where somebody orders it:
                // neither is so at a practice table.
                if !matches!(step.to, To::JackpotCards | To::Burn) {
                    order.extend(std::iter::repeat_n(step.to, step.cards));
                }
            }
        }
    }
    let on_board = order.iter().filter(|to| **to == To::Board).count();
    order.extend(std::iter::repeat_n(To::Board, game.board_cards.saturating_sub(on_board)));
    order
}

/// The deck with the wanted cards where the deal will find them.
pub(crate) fn arranged(
    game: &Variant,
    device: Device,
    wanted: &Wanted,
    mut deck: [CardId; 52],
) -> Result<[CardId; 52], WantedError> {
    let order = order_of_deal(game, device);
    let places = |to: To| (0..order.len()).filter(|at| order[*at] == to).collect::<Vec<usize>>();
    let (own, dealer, board) = (places(To::Areas), places(To::Dealer), places(To::Board));
    let up = game.up_card.as_ref().and_then(|up| dealer.get(up.value).copied());
    let fits = |whose, given: usize, most: usize| {
        if given <= most { Ok(()) } else { Err(WantedError::TooMany(whose, given, most)) }
    };
    fits(OWN, wanted.own.len(), own.len())?;
    fits(UP, wanted.up.iter().count(), up.iter().count())?;
    fits(BOARD, wanted.board.len(), board.len())?;
    let laid =
        wanted.own.iter().zip(own).chain(wanted.up.iter().zip(up)).chain(wanted.board.iter().zip(board));
    let laid: Vec<(CardId, usize)> = laid.map(|(card, at)| (card.id(), at)).collect();
    for &(card, at) in &laid {
        let from = deck.iter().position(|held| *held == card).unwrap_or(at);
        deck.swap(from, at);
    }
    // A card that was laid is moved again only by the same card wanted elsewhere.
    match laid.iter().find(|(card, at)| deck[*at] != *card) {
        Some((card, _)) => Err(WantedError::Twice(card.card())),
        None => Ok(deck),
    }
}

/// A kind of situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The next best choice costs less than a tenth of an Ante.
    Close,
    Pair,
    /// One card short of a flush, with a card to come.
    FlushDraw,
    /// One card short of a straight, with a card to come.
    StraightDraw,
    /// An ace or a king, and no pair.
    HighCard,
    /// Best play gives up the hand.
    Fold,
    /// Best play stakes the most that it may, more than the least.
    Raise,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [
        Kind::Close,
        Kind::Pair,
        Kind::FlushDraw,
        Kind::StraightDraw,
        Kind::HighCard,
        Kind::Fold,
        Kind::Raise,
    ];

    /// As forms and addresses write it.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::Close => "close",
            Kind::Pair => "pair",
            Kind::FlushDraw => "flush-draw",
            Kind::StraightDraw => "straight-draw",
            Kind::HighCard => "high-card",
            Kind::Fold => "fold",
            Kind::Raise => "raise",
        }
    }

    /// The kind with that id.
    pub fn from_id(id: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Close => "a close decision",
            Kind::Pair => "a pair",
            Kind::FlushDraw => "a flush draw",
            Kind::StraightDraw => "a straight draw",
            Kind::HighCard => "an ace or a king without a pair",
            Kind::Fold => "a hand to give up",
            Kind::Raise => "a hand to raise",
        }
    }

    /// Whether a game has it: draws need cards to come, a raise a range of stakes.
    pub fn is_in(self, coach: &Coach) -> bool {
        let setup = coach.solved().setup();
        match self {
            Kind::FlushDraw | Kind::StraightDraw => setup.game().board_cards > 0,
            Kind::Raise => setup
                .decisions
                .iter()
                .any(|decision| decision.most > decision.least || decision.check && decision.most > 1),
            Kind::Close | Kind::Pair | Kind::HighCard | Kind::Fold => true,
        }
    }

    /// Whether a seat is at a decision of this kind.
    pub(crate) fn holds(self, coach: &Coach, table: &Table, seat: usize) -> bool {
        let Some(seen) = seen(coach, table, seat) else { return false };
        let cards = seen.own | seen.board;
        let to_come = coach.game().board_cards > seen.board.len();
        match self {
            Kind::Close => is_close(coach, &seen),
            Kind::Pair => has_pair(cards) && (seen.board.is_empty() || !has_pair(seen.board)),
            Kind::FlushDraw => to_come && cards.len() >= 4 && of_one_suit(cards) == 4,
            Kind::StraightDraw => to_come && cards.len() >= 4 && in_a_row(cards) == 4,
            Kind::HighCard => {
                let high = |card: Card| card.rank() >= Rank::King;
                seen.board.is_empty() && !has_pair(seen.own) && seen.own.iter().any(high)
            }
            Kind::Fold => coach.solved().decide(&seen) == Some(Choice::Fold),
            Kind::Raise => {
                let decision = &coach.solved().setup().decisions[seen.decision];
                let most = Choice::Bet(decision.most as u8);
                decision.most > 1 && coach.solved().decide(&seen) == Some(most)
            }
        }
    }
}

fn is_close(coach: &Coach, seen: &Seen) -> bool {
    let mut gains: Vec<Fraction> = coach.solved().worths(seen).into_iter().map(|worth| worth.gain).collect();
    gains.sort_unstable_by(|a, b| b.cmp(a));
    let tenth = Fraction::new(1, 10).unwrap_or(Fraction::ZERO);
    match gains.as_slice() {
        [best, next, ..] => best.checked_sub(*next).is_some_and(|margin| margin < tenth),
        _ => false,
    }
}
