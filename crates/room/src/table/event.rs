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
        /// Who.
        person: Person,
        /// At the top; otherwise at the bottom.
        top: bool,
    },
    /// Somebody is off the list.
    Unlisted(Person),
    /// Somebody would like a seat.
    Claimed {
        /// Who.
        person: Person,
        /// Which seat.
        seat: u8,
    },
    /// Cards were drawn for a seat.
    Drawn {
        /// Which seat.
        seat: u8,
        /// Who has it.
        person: Person,
        /// By which card.
        card: Card,
    },
    /// Somebody took a seat.
    Sat {
        /// Who.
        person: Person,
        /// Which seat.
        seat: u8,
        /// From where.
        from: Origin,
    },
    /// A player has more chips; those bought during a hand count from the next one.
    Bought {
        /// Whose seat.
        seat: u8,
        /// How many.
        chips: ChipAmount,
    },
    /// A player is not dealt in.
    DealtOut {
        /// Whose seat.
        seat: u8,
    },
    /// A player is away.
    Walking {
        /// Whose seat.
        seat: u8,
    },
    /// The blind went past a player.
    BlindMissed {
        /// Whose seat.
        seat: u8,
    },
    /// A player is back, on this condition.
    Returned {
        /// Whose seat.
        seat: u8,
        /// How dealt in again.
        entry: Entry,
    },
    /// A new player has this condition.
    Imposed {
        /// Whose seat.
        seat: u8,
        /// Which.
        entry: Entry,
    },
    /// A player has another seat, on this condition.
    Moved {
        /// From.
        from: u8,
        /// To.
        to: u8,
        /// How dealt in again.
        entry: Entry,
    },
    /// A player has left for good with his chips, and the seat is reserved.
    Left {
        /// Which seat.
        seat: u8,
        /// With how much.
        chips: ChipAmount,
    },
    /// A player's chips are put away, and the seat is reserved.
    PickedUp {
        /// Which seat.
        seat: u8,
        /// When.
        at: Moment,
    },
    /// A player who was picked up has his chips again.
    CameBack {
        /// Who.
        person: Person,
        /// How much.
        chips: ChipAmount,
    },
    /// A voluntary blind was announced.
    Straddled {
        /// Whose seat.
        seat: u8,
        /// How much.
        chips: ChipAmount,
    },
    /// Where the button lies for the hand.
    ButtonAt {
        /// Which seat.
        seat: u8,
        /// In front of nobody who is dealt in.
        dead: bool,
    },
    /// The game has no button: the first card goes here.
    DealsFrom {
        /// Which seat.
        seat: u8,
    },
    /// A blind is due.
    BlindDue {
        /// Whose seat.
        seat: u8,
        /// How much.
        chips: ChipAmount,
    },
    /// Nobody posts this blind.
    NoBlind {
        /// The seat that it would have been.
        seat: u8,
    },
    /// A player waits: at the button and new, between button and blinds, or not among the first of Chinese Poker.
    HeldBack {
        /// Whose seat.
        seat: u8,
    },
    /// A player posts to be dealt in.
    EntryDue {
        /// Whose seat.
        seat: u8,
        /// How much.
        chips: ChipAmount,
    },
    /// A Kill wager is due.
    KillDue {
        /// Whose seat.
        seat: u8,
        /// How much.
        chips: ChipAmount,
    },
    /// A hand has begun.
    Started(Box<Lineup>),
    /// A player has folded.
    Folded {
        /// Whose seat.
        seat: u8,
    },
    /// The hand is over.
    Finished(HandResult),
    /// Commission went into the chip box, or into the float of a stand-alone table.
    Dropped {
        /// How much.
        chips: ChipAmount,
    },
    /// The Kill Button lies so now.
    KillButton(Kill),
    /// A player refused the Kill wager.
    KillRefused {
        /// Who.
        person: Person,
        /// When.
        at: Moment,
    },
    /// Who refused is back while another is Killer, and posts the same.
    KillOwed {
        /// Whose seat.
        seat: u8,
    },
    /// A player's hourly charge, on the slide.
    TimeTaken {
        /// Whose seat.
        seat: u8,
        /// How much.
        chips: ChipAmount,
    },
    /// The hour is paid for.
    TimePaid {
        /// Until when.
        until: Moment,
    },
    /// Time charges were verified and dropped.
    TimeVerified {
        /// How much.
        chips: ChipAmount,
    },
    /// Another commission.
    Varied {
        /// From a hand.
        rake: Rake,
        /// For an hour.
        hourly: Option<ChipAmount>,
    },
    /// A change was announced.
    Announced(Box<Sign>),
    /// A sign with a higher minimum is up.
    MinimumShown {
        /// The minimum.
        least: ChipAmount,
        /// Since when.
        at: Moment,
    },
    /// A player agrees to the change.
    Agreed {
        /// Whose seat.
        seat: u8,
    },
    /// The change is made.
    Changed(Box<Sign>),
    /// The closing was announced.
    CloseAnnounced,
    /// A player agrees to close.
    CloseAgreed {
        /// Whose seat.
        seat: u8,
    },
    /// The table is closed.
    Closed,
    /// The game is played with this many cards.
    DeckReady {
        /// How many.
        cards: u8,
    },
    /// What is played here.
    Plays(String),
}
