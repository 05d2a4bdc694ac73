//! A table on the floor: a game, the money and the people around it, the cards it is dealt from and the line to its
//! meter. A machine like any other: no clock, no dice, no disk; keys for shuffles come in with the commands.

mod command;
mod evolve;
mod money_moves;
mod people;
mod play;
mod reach;
mod reason;
mod seeds;
mod state;
mod stored;

pub use command::{
    Call, CallAnswer, Command, CommittedRoot, CorrectedWith, DealingMode, Event, Link, NextDeckKey,
    PatronCall, Seed, Tender,
};
pub use reason::Reason;
pub use seeds::{GivenSeed, Promise};
pub use state::{Committed, REMEMBERED, Sheet, State};

use crate::game::Game;
use engine::{Actor, Machine, Refusal, SEATS, Sink, Who};
use rulebook::{Act, Cite, Ruled};

/// A refusal of a table.
pub type TableRefusal<G> = Refusal<Reason<<G as Machine>::Reason>>;
/// What a table says.
pub type CitedTableEvent<G> = Ruled<Event<<G as Machine>::Event>>;

/// Who speaks when the floor itself does: a rung above every ladder.
pub const SYSTEM: Who = Who::Staff(rulebook::RoleId(u8::MAX));

/// A patron who speaks, by number: where they sit is looked up when the table decides, so that nobody acts for a place
/// that they have just left.
pub const fn player(patron: u32) -> Who {
    Who::Player(SEATS + patron as usize)
}

/// A table for a game.
#[derive(Debug)]
pub struct FloorTable<G> {
    /// The rules of the game.
    pub game: G,
    /// The name of its stream, which the order of a deal is bound to.
    stream: String,
}

impl<G: Game> FloorTable<G> {
    /// A table for this game.
    pub fn new(game: G) -> FloorTable<G> {
        FloorTable { game, stream: String::new() }
    }

    /// The same in this stream.
    pub fn of_stream(self, stream: &store::Stream) -> FloorTable<G> {
        FloorTable { stream: stream.name().to_string(), ..self }
    }

    /// The clause for matters that no other covers: what no finer clause decides.
    fn ground(&self) -> Cite {
        self.game.book().house.uncovered
    }

    fn no(&self, reason: Reason<G::Reason>) -> TableRefusal<G> {
        Refusal::new(reason, self.ground())
    }

    /// The clause that lets this actor do so.
    fn authority(&self, actor: Actor, act: Act) -> Result<Cite, TableRefusal<G>> {
        let ladder = &self.game.book().ladder;
        let Some(power) = ladder.least(act) else { return self.staff(actor) };
        match actor.holds(power.value) {
            true => Ok(power.cite),
            false => {
                let needs = ladder.name(power.value).to_string();
                Err(Refusal::new(Reason::RoleTooLow { needs }, power.cite))
            }
        }
    }

    fn staff(&self, actor: Actor) -> Result<Cite, TableRefusal<G>> {
        match actor.role() {
            Some(_) => Ok(self.ground()),
            None => Err(self.no(Reason::NotStaff)),
        }
    }

    fn system(&self, actor: Actor) -> Result<Cite, TableRefusal<G>> {
        match actor.who == SYSTEM {
            true => Ok(self.ground()),
            false => Err(self.no(Reason::ForTheSystem)),
        }
    }

    /// A patron becomes the player of the place where they sit, or of none.
    fn seated(&self, state: &State<G::State>, actor: Actor) -> Actor {
        let Who::Player(code) = actor.who else { return actor };
        let Some(number) = code.checked_sub(SEATS) else { return actor };
        let own = |patron: &Option<u32>| patron.is_some_and(|patron| patron as usize == number);
        let seat = state.patrons.iter().position(own).unwrap_or(usize::MAX);
        Actor { who: Who::Player(seat), ..actor }
    }

    /// A member of staff, or the player of that place.
    fn at_seat(&self, actor: Actor, seat: u8) -> Result<(), TableRefusal<G>> {
        match actor.who {
            _ if usize::from(seat) >= SEATS => Err(self.no(Reason::NoSuchSeat)),
            Who::Staff(_) => Ok(()),
            Who::Player(own) if own == usize::from(seat) => Ok(()),
            _ => Err(self.no(Reason::NotYourSeat)),
        }
    }
}

impl<G: Game> Machine for FloorTable<G> {
    type State = State<G::State>;
    type Command = Command<G::Command>;
    type Event = Event<G::Event>;
    type Reason = Reason<G::Reason>;
    type Offer = G::Offer;

    fn offers(&self, state: &Self::State, actor: Actor) -> Vec<G::Offer> {
        match state.mode {
            Some(_) => self.game.offers(&state.game, actor),
            None => Vec::new(),
        }
    }

    fn decide(
        &self,
        state: &Self::State,
        actor: Actor,
        command: &Self::Command,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        match (command, state.mode) {
            (Command::SetUp(mode), None) => {
                let cite = self.authority(actor, Act::CloseTable)?;
                out.take(Ruled::new(Event::SetUp(*mode), cite));
                return Ok(());
            }
            (Command::SetUp(_), Some(_)) => return Err(self.no(Reason::SetUpAlready)),
            (_, None) => return Err(self.no(Reason::NotSetUp)),
            _ => {}
        }
        if let Command::AskSeat { patron, .. } = command
            && let Who::Player(_) = actor.who
            && actor.who != player(*patron)
        {
            return Err(Refusal::new(Reason::NotYourSeat, self.game.book().house.patrons.play));
        }
        let actor = self.seated(state, actor);
        match command {
            Command::Game { command, spare } => self.play(state, actor, command, spare, out),
            Command::Deal { spare } => self.deal(state, actor, spare, out),
            Command::DetermineAwards { spare } => self.determine(state, actor, spare, out),
            Command::AskSeat { seat, patron, card } => {
                self.ask_seat(state, actor, (*seat, *patron, *card), out)
            }
            &Command::Standing { patron, standing, counted, leaves, pauses } => {
                self.stand(state, actor, (patron, standing, counted), (leaves, pauses), out)
            }
            &Command::DealByHand { by_hand } => self.deal_by_hand(state, actor, by_hand, out),
            &Command::GiveSeed { seat, root, seed, next } => {
                self.give_seed(state, actor, (seat, root), (seed, next), out)
            }
            Command::LeaveSeat { seat } => self.leave_seat(state, actor, *seat, out),
            Command::RemovePlayer { seat, why } => self.remove_player(state, actor, (*seat, why), out),
            Command::Answered { call, answer } => self.answered(state, actor, *call, answer, out),
            Command::LoseLink | Command::FindLink | Command::GoManual => {
                self.change_link(state, actor, command, out)
            }
            Command::Link { meter } => self.link(state, actor, *meter, out),
            Command::Unlink => self.unlink(state, actor, out),
            Command::VoidWagers { patron, round, spare } => {
                self.void_wagers(state, actor, (*patron, *round, spare), out)
            }
            Command::Bar { patron } => self.bar(state, actor, *patron, out),
            &Command::PostCorrection { mispayment, patron, over, total } => {
                self.post_correction(state, actor, (mispayment, patron, over, total), out)
            }
            Command::FollowMeter { terms } => self.follow_meter(state, actor, terms, out),
            _ => self.move_money(state, actor, command, out),
        }
    }

    fn evolve(&self, state: &mut Self::State, event: &Self::Event) {
        self.apply(state, event);
    }
}
