//! The machine of the house: who works here, what they rule, what is owed to whom.

mod breaches;
mod command;
mod day;
mod disputes;
mod duties;
mod event;
mod evolve;
mod mispayments;
mod offers;
mod reason;
mod staff;
mod state;

pub use command::{ClosingStage, Command, Mispaid, MispaidOn, Offer, TableAtClose};
pub use event::Event;
pub use reason::Reason;
pub use state::{Breach, Direction, Dispute, Duty, Hours, Mispayment, Ruling, State};

use crate::date::Month;
use crate::person::{Attributed, Barred, Instruction, Signature};
use engine::{Actor, Machine, Moment, Refusal, Sink};
use rulebook::{Act, Cite, Rulebook, Ruled};

type HouseRefusal = Refusal<Reason>;

/// The people of one house under a book.
#[derive(Debug)]
pub struct House<'b> {
    book: &'b Rulebook,
}

/// Somebody who tells the house something, and what comes of it.
struct HouseRequest<'s> {
    state: &'s State,
    by: Signature,
    at: Moment,
}

/// What is said of a command.
type CitedEvents = Vec<(Event, Cite)>;

fn no<T>(reason: Reason, cite: Cite) -> Result<T, HouseRefusal> {
    Err(Refusal::new(reason, cite))
}

fn barred(refusal: Refusal<Barred>) -> HouseRefusal {
    Refusal::new(Reason::Barred(refusal.reason), refusal.cite)
}

/// Something was written, and not too much.
fn text(text: &str, cite: Cite) -> Result<(), HouseRefusal> {
    match text.chars().count() {
        0 => no(Reason::TextMissing, cite),
        _ if text.trim().is_empty() => no(Reason::TextMissing, cite),
        count if count > 2000 => no(Reason::TextTooLong, cite),
        _ => Ok(()),
    }
}

impl<'b> House<'b> {
    /// The house under a book.
    pub fn new(book: &'b Rulebook) -> House<'b> {
        House { book }
    }

    /// The book.
    pub fn book(&self) -> &'b Rulebook {
        self.book
    }

    /// The known wrong payments of a month that the regulator is told of: above the book's amount.
    pub fn monthly_list(&self, state: &State, month: Month) -> Vec<usize> {
        state.monthly_list(month, self.book.house.mispayments.list_above.value.0)
    }

    fn authority(&self, by: &Signature, act: Act) -> Result<Cite, HouseRefusal> {
        by.authority(self.book, act).map_err(barred)
    }

    fn staff(&self, by: &Signature, cite: Cite) -> Result<Cite, HouseRefusal> {
        by.staff(cite).map_err(barred)
    }

    fn ask(&self, asking: &HouseRequest<'_>, command: &Command) -> Result<CitedEvents, HouseRefusal> {
        match command {
            Command::Found { .. }
            | Command::Hire { .. }
            | Command::ChangeRole { .. }
            | Command::Dismiss { .. }
            | Command::Enrol { .. }
            | Command::Discharge { .. } => self.people(asking, command),
            Command::OpenDay { .. } | Command::CallLastRound | Command::PlayOn | Command::CloseDay { .. } => {
                self.day(asking, command)
            }
            Command::RaiseDispute { .. }
            | Command::RuleDispute { .. }
            | Command::Escalate { .. }
            | Command::TellOfInspector { .. }
            | Command::TakeToInspector { .. }
            | Command::RecordFinding { .. }
            | Command::CloseDispute { .. } => self.dispute(asking, command),
            Command::RecordBreach { .. } | Command::Sanction { .. } | Command::ReleaseWithheld { .. } => {
                self.breach(asking, command)
            }
            Command::RecordMispayment(_)
            | Command::Enquire { .. }
            | Command::IdentifyPatron { .. }
            | Command::AttemptCorrection { .. }
            | Command::Correct { .. }
            | Command::TellRegulator { .. }
            | Command::ReportMonth { .. } => self.mispayment(asking, command),
            Command::SupplyRules { .. }
            | Command::OpenDeck { .. }
            | Command::OweDuty { .. }
            | Command::Notify { .. }
            | Command::Direct { .. } => self.duty(asking, command),
        }
    }
}

impl Machine for House<'_> {
    type State = State;
    type Command = Instruction<Command>;
    type Event = Attributed<Event>;
    type Reason = Reason;
    type Offer = Offer;

    /// Those of everybody on the roster and of the program; [`House::offers_to`] is for one.
    fn offers(&self, state: &State, actor: Actor) -> Vec<Offer> {
        self.offers_to_all(state, actor.at)
    }

    /// The actor gives the time only: who acts stands in the command, and the role in the roster.
    fn decide(
        &self,
        state: &State,
        actor: Actor,
        told: &Instruction<Command>,
        out: &mut impl Sink<Ruled<Attributed<Event>>>,
    ) -> Result<(), HouseRefusal> {
        let by = state.roster.sign(told.by, told.second);
        if !by.sound_second() {
            return no(Reason::Barred(Barred::SecondUnfit), self.book.house.roster);
        }
        let asking = HouseRequest { state, by, at: actor.at };
        for (what, cite) in self.ask(&asking, &told.what)? {
            let done = Attributed { by: told.by, second: told.second, at: asking.at, what, book: None };
            out.take(Ruled::new(done, cite));
        }
        Ok(())
    }

    fn evolve(&self, state: &mut State, event: &Attributed<Event>) {
        state.apply(event);
    }
}
