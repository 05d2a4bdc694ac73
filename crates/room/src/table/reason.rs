//! Why the table refuses.

use super::notices::Notice;
use crate::terms::{ChipAmount, UnfitTerms};
use std::fmt;

/// The fact that stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Somebody above must do it.
    RoleTooLow { needs: String },
    /// It is for the player himself, or for the staff.
    NotYours,
    /// The table is not open.
    NotOpen,
    /// It is open already.
    AlreadyOpen,
    /// A hand is being played.
    InHand,
    /// No hand is being played.
    NoHand,
    /// The book has no such game with that deck.
    NoSuchGame,
    /// The sign cannot say that.
    BadSign(&'static str),
    /// No hand could be played with these posts.
    Posts(UnfitTerms),
    /// The cap cannot be taken in the chips of the table.
    CapNotChips {
        /// The lowest chip.
        chip: ChipAmount,
    },
    /// The percentage is outside the range.
    RateOutOfRange,
    /// Only one over-blind may be posted in Draw.
    OneOverBlind,
    /// Something is not displayed.
    NoticeMissing(Notice),
    /// There is no such seat.
    NoSuchSeat,
    /// Nobody sits there.
    SeatEmpty,
    /// Somebody sits there.
    SeatTaken,
    /// The player sits at this table already.
    AlreadySeated,
    /// The person is on the list already.
    AlreadyListed,
    /// The person is not on the list, or has no claim.
    NotListed,
    /// Others come first on the list.
    NotFirstOnList,
    /// The house holds chips of this person, who was picked up.
    ChipsHeld,
    /// The person has asked for the seat already.
    AlreadyClaimed,
    /// A seated player wants the seat.
    SeatedFirst,
    /// Several want the seat: they draw cards for it.
    DrawFirst,
    /// Somebody else has asked for the seat.
    SeatClaimed,
    /// Somebody else has won the seat by a draw of cards.
    SeatDrawn,
    /// Nobody else wants the seat.
    NothingToDraw,
    /// The cards are not one for each who wants the seat, all different.
    WrongDraw,
    /// The table is full.
    TableFull { most: u8 },
    /// Less than the minimum buy-in.
    BelowBuyIn { least: ChipAmount },
    /// Not whole chips, or too many.
    NotChips,
    /// The player is in the hand.
    PlayerInHand,
    /// Chips stay on the table.
    ChipsStay,
    /// The player is not away.
    NotAway,
    /// The player is away already.
    AlreadyAway,
    /// There is nothing to correct.
    NothingToPost,
    /// The player has to wait for the blind.
    MustWait,
    /// The condition is for new players.
    NotNew,
    /// The holder of the Kill Button may not.
    HoldsKill,
    /// Straddles are not allowed, or no more of them.
    NoStraddle,
    /// It is for the next seat left of the last blind, which has posted nothing.
    NotYourStraddle,
    /// A voluntary blind is posted in full.
    StraddleShort {
        /// How much it is.
        chips: ChipAmount,
        /// What the player has for it.
        has: ChipAmount,
    },
    /// A hand needs two players.
    TooFewPlayers,
    /// The hourly charge is to be collected first.
    ChargeDue,
    /// There is no such charge, or it is not due.
    ChargeNotDue,
    /// The sign has no time for sale.
    NoTimeForSale,
    /// The fee for more time is more than the player began the hand with.
    TimeFeeTooHigh { fee: ChipAmount, has: ChipAmount },
    /// A player has less than the hourly charge.
    CannotPay {
        seat: u8,
        /// What the player has.
        has: ChipAmount,
        fee: ChipAmount,
    },
    /// Nothing waits to be verified.
    NothingToVerify,
    /// Time charges are to be verified first.
    VerifyFirst,
    /// Chips have come from nowhere, or gone.
    ChipsDiffer {
        /// What the hand began with.
        began: ChipAmount,
        /// What it ends with, commission included.
        ended: ChipAmount,
    },
    /// More than the sign lets the house take from this hand.
    CommissionTooHigh { most: ChipAmount },
    /// The result is not of this hand.
    WrongResult,
    /// Nothing has been announced.
    NothingAnnounced,
    /// Too few hands since it was announced, and too few agree.
    NoticeTooShort {
        /// How many hands are still to be played.
        hands: u8,
    },
    /// The sign with the new minimum has to be up for longer.
    SignTooShort {
        /// Minutes that it must be up.
        minutes: u32,
    },
    /// The player has agreed already.
    AlreadyAgreed,
    /// It has been announced already.
    AlreadyAnnounced,
    /// Commission is not changed with the game.
    CommissionApart,
    /// The sign at the table is not changed.
    SignNotChanged,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::RoleTooLow { needs } => write!(f, "that is for the {needs} or above"),
            Reason::NotYours => f.write_str("that is for the player himself, or for the staff"),
            Reason::NotOpen => f.write_str("the table is not open"),
            Reason::AlreadyOpen => f.write_str("the table is open already"),
            Reason::InHand => f.write_str("a hand is being played"),
            Reason::NoHand => f.write_str("no hand is being played"),
            Reason::NoSuchGame => f.write_str("the book has no such game with that deck"),
            Reason::BadSign(what) => f.write_str(what),
            Reason::Posts(unfit) => unfit.fmt(f),
            Reason::CapNotChips { chip } => {
                write!(f, "the cap is taken in chips of {chip}, and is no whole number of them")
            }
            Reason::RateOutOfRange => f.write_str("the percentage is from 2 to 10"),
            Reason::OneOverBlind => f.write_str("one over-blind and no more"),
            Reason::NoticeMissing(notice) => write!(f, "the sign does not show {}", notice.name()),
            Reason::NoSuchSeat => f.write_str("there is no such seat"),
            Reason::SeatEmpty => f.write_str("nobody sits there"),
            Reason::SeatTaken => f.write_str("the seat is taken"),
            Reason::AlreadySeated => f.write_str("this player has a seat at the table"),
            Reason::AlreadyListed => f.write_str("already on the list"),
            Reason::NotListed => f.write_str("not on the list"),
            Reason::NotFirstOnList => f.write_str("others come first on the list"),
            Reason::ChipsHeld => f.write_str("the house holds this player's chips"),
            Reason::AlreadyClaimed => f.write_str("has asked for this seat already"),
            Reason::SeatedFirst => f.write_str("a player of the table wants the seat and comes first"),
            Reason::DrawFirst => f.write_str("several want the seat: cards are drawn for it"),
            Reason::SeatClaimed => {
                f.write_str("another player has asked for the seat: whoever wants it too asks for it")
            }
            Reason::SeatDrawn => f.write_str("another player has won the seat by a draw of cards"),
            Reason::NothingToDraw => f.write_str("no two have the same right to this seat"),
            Reason::WrongDraw => f.write_str("one card for each who wants the seat, all different"),
            Reason::TableFull { most } => write!(f, "at most {most} players in this game"),
            Reason::BelowBuyIn { least } => write!(f, "the minimum buy-in is {least}"),
            Reason::NotChips => f.write_str("not an amount in the chips of the table"),
            Reason::PlayerInHand => f.write_str("no chips are added by a player in the hand"),
            Reason::ChipsStay => f.write_str("chips are not taken off the table"),
            Reason::NotAway => f.write_str("the player is not away"),
            Reason::AlreadyAway => f.write_str("the player is away already"),
            Reason::NothingToPost => f.write_str("there is no blind to make up for"),
            Reason::MustWait => f.write_str("has to wait for the blind"),
            Reason::NotNew => f.write_str("the condition is for new players"),
            Reason::HoldsKill => f.write_str("who holds the Kill Button may not sit out or quit"),
            Reason::NoStraddle => f.write_str("no voluntary blind, or no other one, is allowed"),
            Reason::NotYourStraddle => f.write_str("it is for the next seat left of the last blind"),
            Reason::StraddleShort { chips, has } => {
                write!(f, "the voluntary blind is {chips} and no less, and the player has {has}")
            }
            Reason::TooFewPlayers => f.write_str("a hand needs two players"),
            Reason::ChargeDue => f.write_str("the hourly charge is payable in advance"),
            Reason::ChargeNotDue => f.write_str("no hourly charge is due"),
            Reason::NoTimeForSale => f.write_str("the sign has no time for sale"),
            Reason::TimeFeeTooHigh { fee, has } => {
                write!(f, "time costs {fee}, and the player began the hand with {has}")
            }
            Reason::CannotPay { seat, has, fee } => {
                let seat = u16::from(*seat) + 1;
                write!(f, "seat {seat} has {has} and the hourly charge is {fee}: chips are bought first")
            }
            Reason::NothingToVerify => f.write_str("no time charge waits to be verified"),
            Reason::VerifyFirst => f.write_str("the time charges are to be verified first"),
            Reason::ChipsDiffer { began, ended } => {
                write!(f, "the hand began with {began} and ends with {ended}")
            }
            Reason::CommissionTooHigh { most: 0 } => f.write_str("no commission is taken from this hand"),
            Reason::CommissionTooHigh { most } => {
                write!(f, "at most {most} is taken from this hand in commission")
            }
            Reason::WrongResult => f.write_str("that is no result of this hand"),
            Reason::NothingAnnounced => f.write_str("nothing has been announced"),
            Reason::NoticeTooShort { hands: 1 } => f.write_str("one more hand of notice is needed"),
            Reason::NoticeTooShort { hands } => write!(f, "{hands} more hands of notice are needed"),
            Reason::SignTooShort { minutes } => {
                write!(f, "a sign with the new minimum has to be up for {minutes} minutes")
            }
            Reason::AlreadyAgreed => f.write_str("this player has agreed already"),
            Reason::AlreadyAnnounced => f.write_str("that has been announced already"),
            Reason::CommissionApart => f.write_str("commission is varied by itself, not with the game"),
            Reason::SignNotChanged => f.write_str("the sign at the table has to be changed too"),
        }
    }
}
