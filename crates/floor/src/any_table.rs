//! Tables of every game side by side: what the floor does with a table whatever is played there, and the games beside
//! the house-banked ones that a floor can be given.

use crate::day::at_close;
use crate::file_answers::{FileRefusal, refusal_of_file};
use crate::floor::{Floor, FloorError};
use crate::game::Game;
use crate::house_to_tables::HouseDecision;
use crate::names::TableName;
use crate::reconcile::{Folding, Log, fold_table};
use crate::stream_writer::{CommandOutcome, Past, Request, StreamWriter};
use crate::table::{Call, Command, FloorTable, Link, State};
use engine::{PatronId, TableNumber, Who};
use house::TableAtClose;
use money::Rounding;
use rulebook::FloorBook;
use std::any::Any;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use store::{CommandId as Id, Stream};

/// A call that a table has due first, with what making it needs to know of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DueCall {
    pub(crate) call: u64,
    pub(crate) what: Call,
    pub(crate) link: Link,
    /// The number of records of the table.
    pub(crate) version: u64,
    pub(crate) rounding: Rounding,
}

impl DueCall {
    pub(crate) fn of<G: Game>(table: &FloorTable<G>, state: &State<G::State>) -> Option<DueCall> {
        let &(call, what) = state.due.front()?;
        let rounding = table.game.meter().map_or(Rounding::UP_TO_CENT, |meter| meter.rounding(&state.game));
        Some(DueCall { call, what, link: state.link, version: state.version, rounding })
    }
}

/// What became of something that the floor told a table.
pub(crate) struct FloorReply {
    /// Whether it is the first answer given again; none where it was refused, or not kept.
    pub(crate) done_again: Option<bool>,
    /// The refusal of a patron's file among what happened.
    pub(crate) refused_by_file: Option<FileRefusal>,
}

/// Something that the floor tells a table, which is nothing of its game.
pub(crate) type FloorCommand = Command<Infallible>;

/// A table of this process, whatever is played there.
pub(crate) trait AnyTable: Send + Sync {
    fn stream(&self) -> &Stream;
    fn book(&self) -> FloorBook<'static>;
    fn version(&self) -> u64;
    fn is_fenced(&self) -> bool;
    fn release(&self);
    /// The call that is due first.
    fn due(&self) -> Option<DueCall>;
    /// The patrons who sit there.
    fn patrons(&self) -> Vec<PatronId>;
    /// The last day that was closed there, 20260815; none before the table is set up.
    fn last_day(&self) -> Option<u32>;
    /// How far it has come on the way to the end of the day.
    fn at_close(&self, number: TableNumber) -> TableAtClose;
    fn tell(
        self: Arc<Self>,
        id: Id,
        by: &str,
        command: FloorCommand,
        reply: Box<dyn FnOnce(FloorReply) + Send>,
    );
    /// Says what the house has decided, where it has not been heard.
    fn reach(self: Arc<Self>, floor: &Floor, house: &Stream, what: HouseDecision);
    /// For whoever knows which game it is.
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

impl<G: Game> AnyTable for StreamWriter<FloorTable<G>> {
    fn stream(&self) -> &Stream {
        self.stream()
    }

    fn book(&self) -> FloorBook<'static> {
        self.machine().game.book()
    }

    fn version(&self) -> u64 {
        self.version()
    }

    fn is_fenced(&self) -> bool {
        self.is_fenced()
    }

    fn release(&self) {
        self.release();
    }

    fn due(&self) -> Option<DueCall> {
        self.with_state(|state| DueCall::of(self.machine(), state))
    }

    fn patrons(&self) -> Vec<PatronId> {
        self.with_state(|state| state.patrons.iter().flatten().copied().collect())
    }

    fn last_day(&self) -> Option<u32> {
        let last = |state: &State<G::State>| state.sheets.back().map_or(0, |sheet| sheet.day);
        self.with_state(|state| state.mode.map(|_| last(state)))
    }

    fn at_close(&self, number: TableNumber) -> TableAtClose {
        self.with_state(|state| at_close(number, self.machine(), state))
    }

    fn tell(
        self: Arc<Self>,
        id: Id,
        by: &str,
        command: FloorCommand,
        reply: Box<dyn FnOnce(FloorReply) + Send>,
    ) {
        let book = self.machine().game.book();
        let answered = move |answer: CommandOutcome<FloorTable<G>>| {
            reply(match answer {
                CommandOutcome::Done(done) => FloorReply {
                    done_again: Some(done.again),
                    refused_by_file: refusal_of_file(book, &done.events),
                },
                CommandOutcome::Refused(_) | CommandOutcome::Failed(_) => {
                    FloorReply { done_again: None, refused_by_file: None }
                }
            });
        };
        let command = command.for_game();
        let reply = Box::new(answered);
        StreamWriter::tell(
            &self,
            Request { id, by: by.into(), who: Who::System, command, order: None, reply },
        );
    }

    fn reach(self: Arc<Self>, floor: &Floor, house: &Stream, what: HouseDecision) {
        floor.reach(&self, house, what);
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}

/// A game beside the house-banked ones that a floor hosts: its tables are opened from the log like all others.
#[derive(Clone)]
pub struct HostedGame {
    book: String,
    game: String,
    host: Arc<dyn GameHost>,
}

impl fmt::Debug for HostedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} under {}", self.game, self.book)
    }
}

impl HostedGame {
    /// The tables of a game; `make` gives each its machine.
    pub fn new<G: Game>(make: impl Fn() -> G + Send + Sync + 'static) -> HostedGame {
        let game = make();
        let (book, id) = (game.book().front.id.clone(), game.id().to_string());
        HostedGame { book, game: id, host: Arc::new(Tables(make)) }
    }

    fn fits(&self, name: &TableName) -> bool {
        self.book == name.book && self.game == name.game
    }
}

/// How the tables of a game are opened, and read from the log.
pub(crate) trait GameHost: Send + Sync {
    /// Claims the stream of a table and goes on from its log.
    fn open(&self, floor: &Floor, stream: &Stream) -> Result<Arc<dyn AnyTable>, FloorError>;
    /// How far the table of another process has come on the way to the end of the day.
    fn at_close(
        &self,
        log: Log<'_>,
        stream: &Stream,
        number: TableNumber,
    ) -> Result<TableAtClose, FloorError>;
    /// Reconciles a table.
    fn reconcile(
        &self,
        log: Log<'_>,
        table: (&Stream, TableName),
        into: Folding<'_>,
    ) -> Result<(), FloorError>;
}

struct Tables<F>(F);

impl<G: Game, F: Fn() -> G + Send + Sync> GameHost for Tables<F> {
    fn open(&self, floor: &Floor, stream: &Stream) -> Result<Arc<dyn AnyTable>, FloorError> {
        let machine = FloorTable::new((self.0)()).of_stream(stream);
        let desk = StreamWriter::open(stream.clone(), machine, floor.tools.clone(), None)?;
        floor.watch_calls(&desk);
        Ok(desk)
    }

    fn at_close(
        &self,
        log: Log<'_>,
        stream: &Stream,
        number: TableNumber,
    ) -> Result<TableAtClose, FloorError> {
        let machine = FloorTable::new((self.0)()).of_stream(stream);
        let mut past = Past::latest(log.0, log.1, stream, &machine)?;
        past.read_on(log.0, log.1, stream, &machine, &mut |_, _, _, _| {})?;
        Ok(at_close(number, &machine, &past.state))
    }

    fn reconcile(
        &self,
        log: Log<'_>,
        table: (&Stream, TableName),
        into: Folding<'_>,
    ) -> Result<(), FloorError> {
        let machine = FloorTable::new((self.0)()).of_stream(table.0);
        fold_table(log, table, &machine, into)
    }
}

/// The game of a table among those.
pub(crate) fn host_of<'g>(games: &'g [HostedGame], name: &TableName) -> Option<&'g dyn GameHost> {
    games.iter().find(|game| game.fits(name)).map(|game| &*game.host)
}

impl Floor {
    /// A table of a game beside the house-banked ones, run by this process.
    pub fn table_of<G: Game>(&self, stream: &Stream) -> Option<Arc<StreamWriter<FloorTable<G>>>> {
        let table = crate::floor::read(&self.others).get(stream).cloned()?;
        table.into_any().downcast().ok()
    }

    /// Puts a new table of such a game on the floor: its desk, with nothing on it yet.
    ///
    /// # Errors
    /// If the game is not hosted here, the number is taken, or the store cannot be written.
    pub fn new_table_of<G: Game>(
        &self,
        name: &TableName,
    ) -> Result<Arc<StreamWriter<FloorTable<G>>>, FloorError> {
        let stream = self.free_stream(name)?;
        self.open_other(&stream)?;
        let unknown = || FloorError::Game { book: name.book.clone(), game: name.game.clone() };
        self.table_of(&stream).ok_or_else(unknown)
    }

    /// Opens a table of a game beside the house-banked ones; false where it is open here, or no such game is hosted.
    pub(crate) fn open_other(&self, stream: &Stream) -> Result<bool, FloorError> {
        let Some(name) = TableName::of(stream) else { return Ok(false) };
        let Some(host) = host_of(&self.options.games, &name) else { return Ok(false) };
        let _one = self.opening();
        let known = crate::floor::read(&self.others).get(stream).cloned();
        if known.is_some_and(|table| !table.is_fenced()) {
            return Ok(false);
        }
        let table = host.open(self, stream)?;
        crate::floor::write(&self.others).insert(stream.clone(), Arc::clone(&table));
        Ok(true)
    }

    /// A table of this process, whatever is played there.
    pub(crate) fn any_table(&self, stream: &Stream) -> Option<Arc<dyn AnyTable>> {
        match self.table(stream) {
            Some(table) => Some(table),
            None => crate::floor::read(&self.others).get(stream).cloned(),
        }
    }

    /// All tables of this process.
    pub(crate) fn any_tables(&self) -> Vec<Arc<dyn AnyTable>> {
        let banked = self.tables().into_iter().map(|table| -> Arc<dyn AnyTable> { table });
        banked.chain(crate::floor::read(&self.others).values().cloned()).collect()
    }

    /// Makes the calls of a table as it records them.
    pub(crate) fn watch_calls<G: Game>(&self, desk: &Arc<StreamWriter<FloorTable<G>>>) {
        let (floor, of) = (self.handle(), Arc::downgrade(desk));
        desk.watch(Box::new(move |state, _| {
            if let (Some(floor), Some(desk)) = (floor.upgrade(), of.upgrade())
                && let Some(due) = DueCall::of(desk.machine(), state)
            {
                floor.calls_due(desk.stream(), due);
            }
        }));
    }
}

impl FloorCommand {
    /// The same for a table of some game.
    fn for_game<C>(self) -> Command<C> {
        match self {
            Command::Game { command, .. } => match command {},
            Command::SetUp(mode) => Command::SetUp(mode),
            Command::Deal { next_key } => Command::Deal { next_key },
            Command::AskSeat { seat, patron, card } => Command::AskSeat { seat, patron, card },
            Command::Standing { patron, standing, counted, leaves, pauses } => {
                Command::Standing { patron, standing, counted, leaves, pauses }
            }
            Command::GiveSeed { seat, root, seed, next } => Command::GiveSeed { seat, root, seed, next },
            Command::LeaveSeat { seat } => Command::LeaveSeat { seat },
            Command::RemovePlayer { seat, why } => Command::RemovePlayer { seat, why },
            Command::BuyIn { seat, amount, with } => Command::BuyIn { seat, amount, with },
            Command::CashOut { seat, amount } => Command::CashOut { seat, amount },
            Command::ChangeColour { seat, amount } => Command::ChangeColour { seat, amount },
            Command::Fill { amount } => Command::Fill { amount },
            Command::Credit { amount } => Command::Credit { amount },
            Command::CountFloat { amount } => Command::CountFloat { amount },
            Command::CountDrop { amount } => Command::CountDrop { amount },
            Command::CloseDay { day } => Command::CloseDay { day },
            Command::Link { meter } => Command::Link { meter },
            Command::Unlink => Command::Unlink,
            Command::Answered { call, answer } => Command::Answered { call, answer },
            Command::VoidWagers { patron, round, next_key } => {
                Command::VoidWagers { patron, round, next_key }
            }
            Command::Bar { patron } => Command::Bar { patron },
            Command::PostCorrection { mispayment, patron, over, total } => {
                Command::PostCorrection { mispayment, patron, over, total }
            }
            Command::FollowMeter { terms } => Command::FollowMeter { terms },
            Command::DealByHand { by_hand } => Command::DealByHand { by_hand },
            Command::LoseLink => Command::LoseLink,
            Command::GoManual => Command::GoManual,
            Command::FindLink => Command::FindLink,
            Command::DetermineAwards { next_key } => Command::DetermineAwards { next_key },
        }
    }
}
