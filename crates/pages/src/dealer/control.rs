//! Who stands at the console, and what the table would answer them: asked of the table itself, with nothing kept.

use engine::banked::{Command as Game, Table};
use engine::{Actor, Machine, Moment, Refusal, Who};
use floor::authority::{Capacity, of_table};
use floor::table::{Command, Event, Reason, State};
use floor::{BankedTable, By};
use house::{Person, StaffId};
use rulebook::{RoleId, Rulebook, Ruled};
use server::app::App;
use server::problem::Problem;
use server::view::Blocked;

/// Why a table refuses.
pub(super) type ConsoleRefusal = Refusal<Reason<engine::banked::Reason>>;
/// What a table would say.
pub(super) type ConsoleEvents = Vec<Ruled<Event<engine::banked::Event>>>;

/// Somebody of the staff at a table.
pub(super) struct DealerConsole<'c> {
    pub(super) machine: &'c BankedTable,
    pub(super) state: State<Table>,
    capacity: Capacity,
    role: RoleId,
    now: Moment,
}

/// A command of the game, as the floor takes it; it puts a fresh key in.
pub(super) fn of_game(command: Game) -> Command<Game> {
    Command::Game { command, next_key: None }
}

impl<'c> DealerConsole<'c> {
    /// A member of staff at a table, as its roster knows them now.
    ///
    /// # Errors
    /// If they are not on it.
    pub(super) fn of(
        app: &App,
        machine: &'c BankedTable,
        (state, now): (State<Table>, Moment),
        staff: StaffId,
    ) -> Result<DealerConsole<'c>, Problem> {
        let book = machine.game.book();
        let signed = app.floor.sign(&book.front.id, By::alone(Person::Staff(staff)));
        let signature = signed.map_err(|error| Problem::from_floor(&error, &book.front.id))?;
        let role = signature.role().ok_or_else(|| Problem::forbidden("this page is for the staff"))?;
        Ok(DealerConsole { machine, state, capacity: Capacity::of(&signature, None), role, now })
    }

    pub(super) fn book(&self) -> &'static Rulebook {
        self.machine.game.book()
    }

    pub(super) fn game(&self) -> &'static rulebook::Variant {
        self.machine.game.game()
    }

    pub(super) fn table(&self) -> &Table {
        &self.state.game
    }

    /// The actor, with at least that role: what is only looked at may be looked at by everybody here.
    pub(super) fn actor(&self, least: RoleId) -> Actor {
        Actor { who: Who::Staff(self.role.max(least)), at: self.now }
    }

    /// Why this person may not say so, whatever the game says to it.
    pub(super) fn barred(&self, command: &Command<Game>) -> Option<Blocked> {
        let book = self.book();
        let refused = of_table(self.machine, &self.state, command).judge(book, &self.capacity).err()?;
        Some(Blocked { why: refused.reason.to_string(), clause: book.label(refused.cite).to_string() })
    }

    /// What the table would say to it.
    pub(super) fn decide(
        &self,
        command: &Command<Game>,
        least: RoleId,
    ) -> Result<ConsoleEvents, ConsoleRefusal> {
        let mut said = Vec::new();
        self.machine.preview(&self.state, self.actor(least), command, &mut said)?;
        Ok(said)
    }

    /// Why it would be refused, by the roster or by the rules; nothing where it can be pressed.
    pub(super) fn blocked(&self, command: &Command<Game>) -> Option<Blocked> {
        self.barred(command).or_else(|| {
            let refused = self.decide(command, RoleId(0)).err()?;
            Some(self.because(&refused))
        })
    }

    /// A refusal for people.
    pub(super) fn because(&self, refused: &ConsoleRefusal) -> Blocked {
        let clause = self.book().label(refused.cite).to_string();
        Blocked { why: refused.reason.to_string(), clause }
    }

    /// The reason of the game itself for which it would be refused.
    pub(super) fn reason(&self, command: Game) -> Option<engine::banked::Reason> {
        match self.decide(&of_game(command), RoleId(0)).err()?.reason {
            Reason::Game(reason) => Some(reason),
            _ => None,
        }
    }

    /// Applies what would be said, to this copy alone.
    pub(super) fn apply_events(&mut self, said: &ConsoleEvents) {
        for event in said {
            self.machine.evolve(&mut self.state, &event.value);
        }
    }
}
