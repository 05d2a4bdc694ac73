//! What the floor asks of a game beyond the engine's trait: what an event means in money, which cards it needs, what a
//! linked meter must be told. The house-banked table is one; the poker room's will be another.

mod banked;

use crate::ActingRole;
use crate::authority::Needs;
use crate::table::DealingMode;
use cards::CardId;
use engine::{Machine, SignJackpot};
use minicbor::{Decode, Encode};
use money::{Money, Rounding};
use rulebook::{NotifyOf, Rulebook, Ruled};
use std::fmt;

/// What an event means for the money at a table. Places count from 0 and are those of whoever pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Money goes onto the layout.
    Staked {
        seat: u8,
        amount: Money,
        /// As a promotional token.
        token: bool,
    },
    /// It goes back.
    TakenBack {
        seat: u8,
        amount: Money,
        /// As a promotional token.
        token: bool,
    },
    /// A wager is settled and leaves the layout.
    Settled {
        seat: u8,
        /// What lay there.
        staked: Money,
        /// What is paid besides.
        paid: Money,
        /// What goes back of the stake.
        returned: Money,
        /// As a promotional token.
        token: bool,
    },
    /// Somebody sits down.
    Taken { seat: u8 },
    /// A place is empty.
    Left { seat: u8 },
    /// A player's own place is now another of their boxes.
    Moved { from: u8, to: u8 },
    /// A round begins: the first wagers are closed.
    RoundBegan,
    /// The committed deck is dealt from.
    Dealt,
    /// It is over: the layout is cleared.
    RoundClosed,
    /// The table opens, and cards are needed.
    Opened,
    /// The pack is no longer what was committed to.
    Reshuffled,
}

/// What a round tells the linked meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum MeterCall {
    /// So many jackpot wagers.
    #[n(0)]
    Register {
        #[n(0)]
        wagers: u32,
    },
    /// So many are taken off again.
    #[n(1)]
    Cancel {
        #[n(0)]
        wagers: u32,
    },
    /// The outcome of a round, all places together.
    #[n(2)]
    Record {
        /// Of which round.
        #[n(0)]
        round: u64,
        #[n(1)]
        royals: u32,
        #[n(2)]
        flushes: u32,
        /// Wagers that play on.
        #[n(3)]
        carried: u32,
    },
    /// The authorised role has determined the awards: its rung.
    #[n(3)]
    Determine {
        #[n(0)]
        role: ActingRole,
    },
}

/// A patron as a game wants to know them when they sit down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Standing {
    /// The most that may be lost, and what is lost so far.
    #[n(0)]
    pub loss: Option<(Money, Money)>,
}

/// A game that can be played on the floor.
pub trait Game: Machine<State: Clone, Event: Clone, Reason: fmt::Display> {
    /// The book.
    fn book(&self) -> &'static Rulebook;
    /// The game's id in the book.
    fn id(&self) -> &str;
    /// A table that is not open.
    fn closed(&self) -> Self::State;
    /// What an event means in money, told before it is applied.
    fn effects(&self, state: &Self::State, event: &Self::Event, out: &mut Vec<Effect>);
    /// What the meter must be told of what was just said; `on_meter` wagers of this table are there already.
    fn calls(&self, after: &Self::State, said: &[Ruled<Self::Event>], on_meter: u32) -> Vec<MeterCall>;
    /// What is done when the system makes the deck of the next round ready, before it commits to it.
    fn shuffle_ahead(&self, state: &Self::State) -> Vec<Ruled<Self::Event>>;
    /// Dealing from this deck.
    fn deal(&self, deck: &[CardId; 52]) -> Self::Command;
    /// Sitting down.
    fn sit(&self, seat: u8, standing: Standing) -> Self::Command;
    /// Getting up.
    fn leave(&self, seat: u8) -> Self::Command;
    /// The most that a player may lose from now on, and what is lost of it.
    fn limit_loss(&self, seat: u8, limit: Money, lost: Money) -> Self::Command;
    /// A break of the player of a place, or its end.
    fn pause(&self, seat: u8, pauses: bool) -> Self::Command;
    /// Whether the player of a place takes a break.
    fn is_paused(&self, state: &Self::State, seat: u8) -> bool;
    /// What the player of a place may still lose, as the game has it.
    fn headroom(&self, state: &Self::State, seat: u8) -> Option<Money>;
    /// The round in which wagers that lie now play, from 1.
    fn round_of_wagers(&self, state: &Self::State) -> u64;
    /// Whether the player of a place has wagers that are not settled, at any of their boxes.
    fn has_open_wagers(&self, state: &Self::State, seat: u8) -> bool;
    /// The ruling that all wagers of the player of a place are void.
    fn void_wagers(&self, state: &Self::State, seat: u8) -> Self::Command;
    /// The ruling that the player of a place takes no further part.
    fn bar(&self, state: &Self::State, seat: u8) -> Self::Command;
    /// Showing the terms of the linked meter, where the sign shows others.
    fn follow_meter(&self, state: &Self::State, terms: &SignJackpot) -> Option<Self::Command>;
    /// Whether this says only that a clause applies, and changes nothing.
    fn is_fact(&self, event: &Self::Event) -> bool;
    /// Of what people outside must be told after this, where they must.
    fn notifies(&self, said: &[Ruled<Self::Event>]) -> Option<NotifyOf>;
    /// What the meter awards to those places that hit it.
    fn awards(&self, state: &Self::State, royal: Money, straight_flush: Money) -> Vec<Self::Command>;
    /// What a command needs of whoever gives it.
    fn needs(&self, state: &Self::State, mode: Option<DealingMode>, command: &Self::Command) -> Needs;
    /// Whether this pays what a linked meter awards: only the meter says how much that is.
    fn pays_award(&self, command: &Self::Command) -> bool;
    /// Whether this seats somebody whose file was not asked, or with other limits than it says.
    fn seats_unasked(&self, command: &Self::Command, mode: Option<DealingMode>) -> bool;
    /// Whether this seats somebody or lays a first wager: what nobody does out of hours.
    fn begins(&self, command: &Self::Command) -> bool;
    /// Whether this lays a jackpot wager.
    fn lays_jackpot(&self, command: &Self::Command) -> bool;
    /// Whose money a command stakes, and how much: so that nobody stakes what they do not have.
    fn stakes(&self, state: &Self::State, command: &Self::Command) -> Option<(u8, Money)>;
    /// The round that is under way or next, from 0.
    fn round(&self, state: &Self::State) -> u64;
    /// Whether a round is under way.
    fn is_in_round(&self, state: &Self::State) -> bool;
    /// Whether the table is open.
    fn is_open(&self, state: &Self::State) -> bool;
    /// Whether somebody sits there.
    fn is_taken(&self, state: &Self::State, seat: u8) -> bool;
    /// Whether a player has their own place there: chips lie before players, not before their other boxes.
    fn is_player(&self, state: &Self::State, seat: u8) -> bool;
    /// How the table rounds what it pays.
    fn rounding(&self, state: &Self::State) -> Rounding;
    /// Whether the cards are dealt by the system and not by a person: refused of commands that bring their own deck.
    fn brings_deck(&self, command: &Self::Command) -> bool;
    /// Whether this command deals or records cards by hand.
    fn is_by_hand(&self, command: &Self::Command) -> bool;
    /// What lies on the layout, as the game knows it: the accounts must say the same.
    fn on_layout(&self, state: &Self::State) -> Money;
}
