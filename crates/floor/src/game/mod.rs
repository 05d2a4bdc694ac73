//! What the floor asks of a game beyond the engine's trait: what an event means in money, which cards it needs, whose an
//! action is. Every game on a table implements [`Game`]; one that is played against the house says so by
//! [`HouseBanked`], and one with a linked jackpot by [`LinkedToMeter`].
//!
//! A *deal* is one game of a series, whatever a book calls it: a round of a house-banked game, a hand of poker. Records
//! and sheets number deals as rounds.

mod banked;
mod seat;

pub use seat::Seat;

use crate::ActingRole;
use crate::authority::Needs;
use crate::table::DealingMode;
use cards::{CardId, Pack};
use engine::stored::Storable;
use engine::{Machine, SignJackpot};
use minicbor::{Decode, Encode};
use money::{Money, Rounding};
use rulebook::{FloorBook, JackpotRules, NotifyOf, Ruled};
use std::fmt;

/// What an event means for the money at a table. Seats are those of whoever pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A wager against the house goes onto the layout.
    Staked {
        seat: Seat,
        amount: Money,
        /// As a promotional token.
        token: bool,
    },
    /// It goes back.
    TakenBack {
        seat: Seat,
        amount: Money,
        /// As a promotional token.
        token: bool,
    },
    /// A wager is settled and leaves the layout.
    Settled {
        seat: Seat,
        /// What lay there.
        staked: Money,
        /// What is paid besides.
        paid: Money,
        /// What goes back of the stake.
        returned: Money,
        /// As a promotional token.
        token: bool,
    },
    /// Money goes into the pot that players play for. Whoever put it in has lost it until some comes back.
    IntoPot { seat: Seat, amount: Money },
    /// Money comes out of the pot: won, or put in and called by nobody.
    FromPot { seat: Seat, amount: Money },
    /// The house takes its part of the pot, into the drop box.
    Commission { amount: Money },
    /// Somebody sits down.
    Taken { seat: Seat },
    /// A seat is empty.
    Left { seat: Seat },
    /// A player's own seat is now another of their boxes.
    Moved { from: Seat, to: Seat },
    /// A deal begins: what is staked stays.
    DealBegan,
    /// The committed deck is dealt from.
    DeckDealt,
    /// The deal is over and the layout cleared. Nothing else is an effect of the same event.
    DealEnded,
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
pub trait Game:
    Machine<
        State: Clone + Storable + Send,
        Command: Send,
        Event: Clone + Storable + Send + Sync,
        Reason: fmt::Display + Clone + Send,
    > + Send
    + Sync
    + Sized
    + 'static
{
    /// The book.
    fn book(&self) -> FloorBook<'static>;
    /// The game's id in the book.
    fn id(&self) -> &str;
    /// How many seats a table has, and the clause.
    fn seats(&self) -> Ruled<u8>;
    /// A table that is not open.
    fn closed(&self) -> Self::State;
    /// What an event means in money, told before it is applied.
    fn effects(&self, state: &Self::State, event: &Self::Event, out: &mut Vec<Effect>);
    /// The pack that the next deck is made of.
    fn pack(&self, state: &Self::State) -> Pack;
    /// Dealing from this deck, top first.
    fn deal(&self, deck: &[CardId]) -> Self::Command;
    /// The whole deck that an event puts on the table, in the order of the deal.
    fn deck_of<'e>(&self, event: &'e Self::Event) -> Option<&'e [CardId]>;
    /// Sitting down. What a patron's standing does not allow, the game refuses.
    fn sit(&self, seat: Seat, standing: Standing) -> Self::Command;
    /// Getting up.
    fn leave(&self, seat: Seat) -> Self::Command;
    /// A break of the player of a seat, or its end.
    fn pause(&self, seat: Seat, pauses: bool) -> Self::Command;
    /// Whether the player of a seat takes a break.
    fn is_paused(&self, state: &Self::State, seat: Seat) -> bool;
    /// What a command needs of whoever gives it.
    fn needs(&self, state: &Self::State, mode: Option<DealingMode>, command: &Self::Command) -> Needs;
    /// Whether this seats somebody whose file was not asked, or with other limits than it says.
    fn seats_unasked(&self, command: &Self::Command, mode: Option<DealingMode>) -> bool;
    /// Whether this seats somebody or lays a first stake: what nobody does out of hours.
    fn begins(&self, command: &Self::Command) -> bool;
    /// Whose money a command stakes, and how much: so that nobody stakes what they do not have.
    fn stakes(&self, state: &Self::State, command: &Self::Command) -> Option<(Seat, Money)>;
    /// Whether a command brings its own deck, which a table where the system deals refuses.
    fn brings_deck(&self, command: &Self::Command) -> bool;
    /// Whether this command deals or records cards by hand.
    fn is_by_hand(&self, command: &Self::Command) -> bool;
    /// The number of the deal that is under way, or of the last; 0 before the first.
    fn deal_number(&self, state: &Self::State) -> u64;
    /// Whether a deal is under way.
    fn is_in_deal(&self, state: &Self::State) -> bool;
    /// Whether the table is open.
    fn is_open(&self, state: &Self::State) -> bool;
    /// Whether somebody sits there.
    fn is_taken(&self, state: &Self::State, seat: Seat) -> bool;
    /// Whether a player has their own seat there: chips lie before players, not before their other boxes.
    fn is_player(&self, state: &Self::State, seat: Seat) -> bool;
    /// What lies on the layout, as the game knows it: the accounts must say the same.
    fn on_layout(&self, state: &Self::State) -> Money;

    /// The deal in which stakes that lie now play, from 1.
    fn deal_of_stakes(&self, state: &Self::State) -> u64 {
        self.deal_number(state) + u64::from(!self.is_in_deal(state))
    }
    /// What is done when the system makes the next deck ready, before it commits to it.
    fn shuffle_ahead(&self, _: &Self::State) -> Vec<Ruled<Self::Event>> {
        Vec::new()
    }
    /// Whether this says only that a clause applies, and changes nothing.
    fn is_fact(&self, _: &Self::Event) -> bool {
        false
    }
    /// Of what people outside must be told after this, where they must.
    fn notifies(&self, _: &[Ruled<Self::Event>]) -> Option<NotifyOf> {
        None
    }
    /// What it has as a game against the house; none where players play each other.
    fn house_banked(&self) -> Option<&dyn HouseBanked<Self>> {
        None
    }
    /// What it tells a linked meter; none where no jackpot is played for.
    fn meter(&self) -> Option<&dyn LinkedToMeter<Self>> {
        None
    }
}

/// A game whose wagers the house takes and pays.
pub trait HouseBanked<M: Machine> {
    /// The most that a player may lose from now on, and what is lost of it.
    fn limit_loss(&self, seat: Seat, limit: Money, lost: Money) -> M::Command;
    /// What the player of a seat may still lose, as the game has it.
    fn headroom(&self, state: &M::State, seat: Seat) -> Option<Money>;
    /// Whether the player of a seat has wagers that are not settled, at any of their boxes.
    fn has_open_wagers(&self, state: &M::State, seat: Seat) -> bool;
    /// The ruling that all wagers of the player of a seat are void.
    fn void_wagers(&self, state: &M::State, seat: Seat) -> M::Command;
    /// The ruling that the player of a seat takes no further part.
    fn bar(&self, state: &M::State, seat: Seat) -> M::Command;
}

/// A game that plays for a linked jackpot.
pub trait LinkedToMeter<M: Machine> {
    /// What the book says of its jackpots.
    fn jackpots(&self) -> &'static JackpotRules;
    /// What the meter must be told of what was just said; `on_meter` wagers of this table are there already.
    fn calls(&self, after: &M::State, said: &[Ruled<M::Event>], on_meter: u32) -> Vec<MeterCall>;
    /// What the meter awards to those seats that hit it.
    fn awards(&self, state: &M::State, royal: Money, straight_flush: Money) -> Vec<M::Command>;
    /// Whether this pays what a linked meter awards: only the meter says how much that is.
    fn pays_award(&self, command: &M::Command) -> bool;
    /// Whether this lays a jackpot wager.
    fn lays_jackpot(&self, command: &M::Command) -> bool;
    /// Jackpot wagers that stay on the layout for the next deal.
    fn carried(&self, state: &M::State) -> Money;
    /// Showing the terms of the linked meter, where the sign shows others.
    fn follow_meter(&self, state: &M::State, terms: &SignJackpot) -> Option<M::Command>;
    /// How the table rounds what an award pays.
    fn rounding(&self, state: &M::State) -> Rounding;
}
