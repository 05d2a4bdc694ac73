//! What a table may be told between hands.

use super::lineup::HandResult;
use super::sign::{Rake, Sign};
use super::state::Person;
use crate::terms::ChipAmount;
use cards::Card;

/// Where a player comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// New to the game.
    New,
    /// From a game that has closed.
    ClosedGame,
    /// Moved by management.
    Moved,
}

/// What the table is told. Seats are numbered from 0, which is at the Dealer's left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Open the table with this sign.
    Open(Box<Sign>),
    /// Somebody goes on the waiting list.
    Join(Person),
    /// Somebody goes off it.
    Quit(Person),
    /// Somebody would like a free seat.
    Claim { person: Person, seat: u8 },
    /// Cards are drawn for a seat that several want.
    Draw {
        seat: u8,
        /// Who drew what.
        cards: Vec<(Person, Card)>,
    },
    /// Somebody takes a seat with chips.
    Sit {
        person: Person,
        seat: u8,
        /// With how much.
        chips: ChipAmount,
        from: Origin,
    },
    /// A player buys more chips.
    Buy { seat: u8, chips: ChipAmount },
    /// A player would take chips off the table.
    Remove { seat: u8, chips: ChipAmount },
    /// A player is not to be dealt in.
    SitOut { seat: u8 },
    /// A player is away from the table.
    Walk { seat: u8 },
    /// A player is back, or pays for what was missed.
    Return {
        seat: u8,
        /// Posts the large blind to be dealt in now; otherwise waits for the blind.
        post: bool,
    },
    /// A condition is put on a new player.
    Impose {
        seat: u8,
        /// Post the large blind; otherwise wait for it.
        post: bool,
    },
    /// A player moves to a free seat.
    Move {
        /// From which seat.
        seat: u8,
        to: u8,
        /// Posts the large blind if the move is too far; otherwise waits.
        post: bool,
    },
    /// A player leaves for good.
    Leave { seat: u8 },
    /// An absent player's chips are put away.
    PickUp { seat: u8 },
    /// A player who was picked up is back.
    ComeBack(Person),
    /// A voluntary blind for the next hand.
    Straddle { seat: u8 },
    /// The next hand begins.
    Start,
    /// A player has folded in the hand.
    Fold { seat: u8 },
    /// The player at a seat has bought time to act in the hand, for the fee of the sign.
    BuyTime { seat: u8 },
    /// The hand is over.
    Finish(HandResult),
    /// The hourly charge is collected.
    CollectTime,
    /// Collected time charges are verified and dropped.
    VerifyTime,
    /// Another commission from the next hand on.
    Vary {
        /// From a hand.
        rake: Rake,
        /// For an hour.
        hourly: Option<ChipAmount>,
        /// Whether the sign at the table says so.
        sign_changed: bool,
    },
    /// Another game, buy-in, limit or type of betting is announced.
    Announce(Box<Sign>),
    /// A sign with a higher minimum and the time of the change is put up.
    ShowMinimum(ChipAmount),
    /// A player agrees to what was announced.
    Agree { seat: u8 },
    /// What was announced takes effect.
    Change,
    /// The closing of the table is announced.
    AnnounceClose,
    /// A player agrees to close.
    AgreeClose { seat: u8 },
    /// The table is closed.
    Close,
}
