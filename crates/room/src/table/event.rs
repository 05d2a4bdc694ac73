//! What has happened at a table between hands.

use super::command::Origin;
use super::kill::Kill;
use super::lineup::{HandResult, Lineup};
use super::notices::{Notice, Warning};
use super::sign::{Rake, Sign};
use super::state::{Entry, Person};
use crate::terms::ChipAmount;
use cards::Card;
use engine::Moment;

/// What has happened at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The table is open.
    Opened(Box<Sign>),
    /// This is displayed.
    Shown(Notice),
    /// The sign says something that the book allows and the house may not have meant.
    Warned(Warning),
    /// Somebody is on the waiting list now.
    Listed {
        person: Person,
        /// At the top; otherwise at the bottom.
        top: bool,
    },
    /// Somebody is off the list.
    Unlisted(Person),
    /// Somebody would like a seat.
    Claimed { person: Person, seat: u8 },
    /// Cards were drawn for a seat.
    Drawn {
        seat: u8,
        /// Who has it.
        person: Person,
        /// By which card.
        card: Card,
    },
    /// Somebody took a seat.
    Sat { person: Person, seat: u8, from: Origin },
    /// A player has more chips; those bought during a hand count from the next one.
    Bought { seat: u8, chips: ChipAmount },
    /// A player is not dealt in.
    DealtOut { seat: u8 },
    /// A player is away.
    Walking { seat: u8 },
    /// The blind went past a player.
    BlindMissed { seat: u8 },
    /// A player is back, on this condition.
    Returned {
        seat: u8,
        /// How dealt in again.
        entry: Entry,
    },
    /// A new player has this condition.
    Imposed { seat: u8, entry: Entry },
    /// A player has another seat, on this condition.
    Moved {
        from: u8,
        to: u8,
        /// How dealt in again.
        entry: Entry,
    },
    /// A player has left for good with his chips, and the seat is reserved.
    Left {
        seat: u8,
        /// With how much.
        chips: ChipAmount,
    },
    /// A player's chips are put away, and the seat is reserved.
    PickedUp { seat: u8, at: Moment },
    /// A player who was picked up has his chips again.
    CameBack { person: Person, chips: ChipAmount },
    /// A voluntary blind was announced.
    Straddled { seat: u8, chips: ChipAmount },
    /// Where the button lies for the hand.
    ButtonAt {
        seat: u8,
        /// In front of nobody who is dealt in.
        dead: bool,
    },
    /// The game has no button: the first card goes here.
    DealsFrom { seat: u8 },
    /// A blind is due.
    BlindDue { seat: u8, chips: ChipAmount },
    /// Nobody posts this blind.
    NoBlind {
        /// The seat that it would have been.
        seat: u8,
    },
    /// A player waits: at the button and new, between button and blinds, or not among the first of Chinese Poker.
    HeldBack { seat: u8 },
    /// A player posts to be dealt in.
    EntryDue { seat: u8, chips: ChipAmount },
    /// A Kill wager is due.
    KillDue { seat: u8, chips: ChipAmount },
    /// A hand has begun.
    Started(Box<Lineup>),
    /// A player has folded.
    Folded { seat: u8 },
    /// The hand is over.
    Finished(HandResult),
    /// Commission went into the chip box, or into the float of a stand-alone table.
    Dropped { chips: ChipAmount },
    /// The Kill Button lies so now.
    KillButton(Kill),
    /// A player refused the Kill wager.
    KillRefused { person: Person, at: Moment },
    /// Who refused is back while another is Killer, and posts the same.
    KillOwed { seat: u8 },
    /// A player's fee for more time to act went into the chip box; it is no part of the pot.
    TimeBought { seat: u8, chips: ChipAmount },
    /// A player's hourly charge, on the slide.
    TimeTaken { seat: u8, chips: ChipAmount },
    /// The hour is paid for.
    TimePaid { until: Moment },
    /// Time charges were verified and dropped.
    TimeVerified { chips: ChipAmount },
    Varied {
        /// From a hand.
        rake: Rake,
        /// For an hour.
        hourly: Option<ChipAmount>,
    },
    /// A change was announced.
    Announced(Box<Sign>),
    /// A sign with a higher minimum is up.
    MinimumShown { least: ChipAmount, at: Moment },
    /// A player agrees to the change.
    Agreed { seat: u8 },
    /// The change is made.
    Changed(Box<Sign>),
    /// The closing was announced.
    CloseAnnounced,
    /// A player agrees to close.
    CloseAgreed { seat: u8 },
    /// The table is closed.
    Closed,
    /// The game is played with this many cards.
    DeckReady { cards: u8 },
    /// What is played here.
    Plays(String),
}
