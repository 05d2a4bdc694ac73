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
    Call, CallAnswer, Command, CommittedRoot, CorrectedWith, DealingMode, DeckKey, Event, Link, PatronCall,
    Seed, Tender,
};
pub use reason::Reason;
pub use seeds::{GivenSeed, Promise};
pub use state::{Committed, REMEMBERED, Sheet, State};

use crate::game::{Game, LinkedToMeter};
use engine::{Actor, Machine, Refusal, SEATS, Sink, Who};
use rulebook::{Act, Cite, JackpotRules, Ruled};

/// A refusal of a table.
pub type TableRefusal<G> = Refusal<Reason<<G as Machine>::Reason>>;
/// What a table says.
pub type CitedTableEvent<G> = Ruled<Event<<G as Machine>::Event>>;

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

    /// What the book says of linked jackpots, where the game plays for one.
    pub(crate) fn jackpots(&self) -> Option<&'static JackpotRules> {
        self.game.meter().map(LinkedToMeter::jackpots)
    }

    /// The same for what only a game with a meter is told.
    fn linked(&self) -> Result<&'static JackpotRules, TableRefusal<G>> {
        self.jackpots().ok_or_else(|| self.no(Reason::NoMeter))
    }

    /// What an order would lead to, where nobody draws a key for the next deck yet: what is committed to then is left out.
    ///
    /// # Errors
    /// The refusal.
    pub fn preview(
        &self,
        state: &State<G::State>,
        actor: Actor,
        command: &Command<G::Command>,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        match self.decide(state, actor, command, out) {
            // Asked for last, when everything else was accepted.
            Err(refusal) if matches!(refusal.reason, Reason::NoDeckKey) => Ok(()),
            decided => decided,
        }
    }

    fn no(&self, reason: Reason<G::Reason>) -> TableRefusal<G> {
        Refusal::new(reason, self.ground())
    }

    /// The clause that lets this actor do so.
    fn authority(&self, actor: Actor, act: Act) -> Result<Cite, TableRefusal<G>> {
        let ladder = &self.game.book().text().ladder;
        let Some(power) = ladder.least(act) else { return self.staff(actor) };
        if actor.holds(power.value) {
            return Ok(power.cite);
        }
        let needs = ladder.name(power.value).to_string();
        Err(Refusal::new(Reason::RoleTooLow { needs }, power.cite))
    }

    fn staff(&self, actor: Actor) -> Result<Cite, TableRefusal<G>> {
        if actor.is_staff() { Ok(self.ground()) } else { Err(self.no(Reason::NotStaff)) }
    }

    fn system(&self, actor: Actor) -> Result<Cite, TableRefusal<G>> {
        if actor.who == Who::System { Ok(self.ground()) } else { Err(self.no(Reason::ForTheSystem)) }
    }

    /// A patron who sits here acts as the player of their seat; whoever sits nowhere stays a patron, who may act for none.
    fn seated(&self, state: &State<G::State>, actor: Actor) -> Actor {
        let Who::Patron(number) = actor.who else { return actor };
        let seat = state.patrons.iter().position(|patron| *patron == Some(number));
        seat.map_or(actor, |seat| Actor { who: Who::Seat(seat), ..actor })
    }

    /// A member of staff, or the player of that place.
    fn at_seat(&self, actor: Actor, seat: u8) -> Result<(), TableRefusal<G>> {
        match actor.who {
            _ if usize::from(seat) >= SEATS => Err(self.no(Reason::NoSuchSeat)),
            Who::Staff(_) | Who::System => Ok(()),
            Who::Seat(own) if own == usize::from(seat) => Ok(()),
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
            && matches!(actor.who, Who::Seat(_) | Who::Patron(_))
            && actor.who != Who::Patron(*patron)
        {
            return Err(Refusal::new(Reason::NotYourSeat, self.game.book().house.patrons.play));
        }
        let actor = self.seated(state, actor);
        match command {
            Command::Game { command, next_key } => self.play(state, actor, command, *next_key, out),
            Command::Deal { next_key } => self.deal(state, actor, *next_key, out),
            Command::DetermineAwards { next_key } => self.determine(state, actor, *next_key, out),
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
            Command::VoidWagers { patron, round, next_key } => {
                self.void_wagers(state, actor, (*patron, *round, *next_key), out)
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
