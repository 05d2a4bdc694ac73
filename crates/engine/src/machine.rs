//! What every machine of the engine has in common.

use crate::number::PatronId;
use minicbor::{Decode, Encode};
use rulebook::{Cite, Citing, Power, RoleId, Ruled};

/// A moment on the recorded time of a table, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Encode, Decode)]
#[cbor(transparent)]
pub struct Moment(#[n(0)] pub u64);

impl Moment {
    /// Whether so many full minutes have passed since.
    pub const fn is_after(self, since: Moment, minutes: u32) -> bool {
        self.0.saturating_sub(since.0) >= minutes as u64 * 60
    }
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(flat, context_bound = "Citing")]
pub enum Who {
    /// The player at this seat, from 0.
    #[n(0)]
    Seat(#[n(0)] usize),
    /// A member of staff with this role.
    #[n(1)]
    Staff(#[n(0)] RoleId),
    /// Somebody outside the ladder, an inspector or surveillance: a place in `Ladder::outside`.
    #[n(2)]
    Outside(#[cbor(n(0), with = "rulebook::outside_by_id")] u8),
    /// A patron by number, wherever they sit: a table looks the seat up when it decides, so that nobody acts for one that
    /// they have just left.
    #[n(3)]
    Patron(#[n(0)] PatronId),
    /// The program itself. It has every power that a book gives to anybody.
    #[n(4)]
    System,
}

/// Who acts, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Actor {
    #[n(0)]
    pub who: Who,
    #[n(1)]
    pub at: Moment,
}

impl Actor {
    /// The dealer, at the beginning of time: for simulations, where nobody waits.
    pub const DEALER: Actor = Actor { who: Who::Staff(RoleId(0)), at: Moment(0) };

    /// Whether this is a member of staff with that role or above, or the program.
    pub fn holds(self, least: RoleId) -> bool {
        match self.who {
            Who::Staff(role) => role >= least,
            Who::System => true,
            Who::Seat(_) | Who::Outside(_) | Who::Patron(_) => false,
        }
    }

    /// Whether this is a member of staff, or the program, which may do whatever staff may.
    pub const fn is_staff(self) -> bool {
        matches!(self.who, Who::Staff(_) | Who::System)
    }

    /// The role, where it is a member of staff.
    pub const fn role(self) -> Option<RoleId> {
        match self.who {
            Who::Staff(role) => Some(role),
            Who::Seat(_) | Who::Outside(_) | Who::Patron(_) | Who::System => None,
        }
    }

    /// Whether this is somebody to whom a book gives that power.
    pub fn may(self, power: &Power) -> bool {
        match self.who {
            Who::Outside(place) => power.outside.contains(&place),
            Who::Seat(_) | Who::Staff(_) | Who::Patron(_) | Who::System => self.holds(power.least.value),
        }
    }
}

/// The rules say no: why, and which clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal<R> {
    /// The fact that stands in the way.
    pub reason: R,
    pub cite: Cite,
}

impl<R> Refusal<R> {
    /// A refusal.
    pub fn new(reason: R, cite: Cite) -> Refusal<R> {
        Refusal { reason, cite }
    }
}

/// Where events go: a list for the store, a counter for a measurement.
pub trait Sink<E> {
    /// Takes one.
    fn take(&mut self, event: E);
}

impl<E> Sink<E> for Vec<E> {
    // Forced, so that an event is written where it will lie instead of being copied there: a fifth of a round.
    #[inline(always)]
    fn take(&mut self, event: E) {
        self.push(event);
    }
}

/// A machine that decides.
pub trait Machine {
    /// What it knows.
    type State;
    /// What it can be told.
    type Command;
    /// What it says has happened.
    type Event;
    /// Why it may refuse.
    type Reason;
    /// What it would accept; a range of amounts is one offer.
    type Offer;

    /// All that this actor may do now: the buttons. A command is accepted if and only if an offer admits it.
    fn offers(&self, state: &Self::State, actor: Actor) -> Vec<Self::Offer>;

    /// What follows from a command: events, which are not yet applied, or a refusal.
    ///
    /// # Errors
    /// The refusal.
    fn decide(
        &self,
        state: &Self::State,
        actor: Actor,
        command: &Self::Command,
        out: &mut impl Sink<Ruled<Self::Event>>,
    ) -> Result<(), Refusal<Self::Reason>>;

    /// Applies an event. It has happened, so this cannot refuse.
    fn evolve(&self, state: &mut Self::State, event: &Self::Event);
}
