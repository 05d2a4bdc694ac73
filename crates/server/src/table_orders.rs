//! Orders from people to tables: who gives them, who stands beside, what became of them.

use crate::app::App;
use crate::broadcast::ChangeSource;
use crate::house_orders::run_blocking;
use crate::idempotency::idempotency_key;
use crate::problem::Problem;
use crate::signatures::{require_recent_password, verify_signers};
use crate::viewer::Viewer;
use crate::wire::{CommandRequest, HexCommandId, TableCommand, floor_command};
use engine::{PatronId, TableNumber, banked};
use floor::table::{Command, Reason, State};
use floor::{BankedTable, By, CommandOutcome, KeptOut, OrderId, StreamWriter};
use money::Money;
use rulebook::Rulebook;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use store::{CommandId as Id, Stream};

/// What an order led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CommandReceipt {
    /// The first record of it.
    pub first: u64,
    /// The last; below the first where nothing had to be recorded.
    pub last: u64,
    /// Whether this is the first answer given again.
    pub again: bool,
}

/// A table as an order needs it: its stream and its book. Its desk is not held while something is waited for.
#[derive(Clone)]
pub struct Addressed {
    pub stream: Stream,
    book: &'static Rulebook,
}

impl Addressed {
    /// A table of this process by its number.
    ///
    /// # Errors
    /// If there is none.
    pub fn table(app: &App, number: TableNumber) -> Result<Addressed, Problem> {
        Ok(Addressed::of(&app.table(number)?.1))
    }

    fn of(desk: &StreamWriter<BankedTable>) -> Addressed {
        Addressed { stream: desk.stream().clone(), book: desk.machine().game.book() }
    }
}

/// An order as the table will hear it: whose it is, to which table, under which id.
struct Resolved {
    to: Addressed,
    viewer: Viewer,
    id: OrderId,
    command: Result<Command<banked::Command>, Problem>,
}

/// Looks up once what an order means: its table, who gives it there, and where they sit.
fn resolve(
    app: &App,
    viewer: &Viewer,
    number: TableNumber,
    order: &CommandRequest<TableCommand>,
) -> Result<Resolved, Problem> {
    let (_, desk) = app.table(number)?;
    let to = Addressed::of(&desk);
    let viewer = viewer.at(&to.book.front.id);
    let id = idempotency_key(order.id, viewer.by()?, (to.stream.name(), &order.command));
    let patron = viewer.patron();
    let seat = patron.and_then(|own| desk.with_state(|state| seat_of(state, own)));
    let command = floor_command(&order.command, desk.machine(), (seat, patron));
    Ok(Resolved { to, viewer, id, command })
}

/// Gives a table an order and waits until it is kept or refused.
///
/// # Errors
/// The refusal, with its clause.
pub async fn submit_command(
    app: &Arc<App>,
    viewer: &Viewer,
    number: TableNumber,
    order: CommandRequest<TableCommand>,
) -> Result<CommandReceipt, Problem> {
    let second = order.signature();
    let (own, whose) = (Arc::clone(app), viewer.clone());
    let Resolved { to, viewer, id, command } =
        run_blocking(move || resolve(&own, &whose, number, &order)).await?;
    let command = match command {
        Ok(command) => command,
        // Whoever got up and says so again has no place any more, and gets the first answer all the same.
        Err(problem) => return given_before(app, &to, id).await?.ok_or(problem),
    };
    let (own, told) = (to.clone(), command.clone());
    let judge = move |app: &App, by| {
        let judged = app.floor.judge_table(&own.stream, by, &told);
        judged.map_err(|error| Problem::from_floor(&error, &own.book.front.id))
    };
    if matches!(command, Command::Fill { .. } | Command::Credit { .. } | Command::PostCorrection { .. }) {
        require_recent_password(app, &viewer)?;
    }
    let by = verify_signers(app, &viewer, second, judge).await?;
    let asked = AskedOfFile::of(&command);
    match (ask_table(app, &to, (id, by), command).await, asked, viewer.patron()) {
        (Err(not_done), Some(asked), Some(patron)) => {
            Err(explain_to_patron(app, number, (patron, asked), not_done).await)
        }
        (answer, ..) => answer.map_err(|NotDone { problem, .. }| *problem),
    }
}

/// The first answer to an order, where it led to something at this table.
///
/// # Errors
/// If another order had this id, or the log cannot be asked: then nobody knows yet.
pub async fn given_before(
    app: &App,
    to: &Addressed,
    order: OrderId,
) -> Result<Option<CommandReceipt>, Problem> {
    let store = Arc::clone(&app.store);
    // What was kept before there were digests is taken for the same.
    let same = |before: Option<store::OrderDigest>| before.is_none() || before == order.digest;
    let found = run_blocking(move || store.answered(order.id).map_err(|e| Problem::from_store(&e))).await?;
    match found {
        Some((stream, before)) if stream == to.stream && same(before.order) => {
            Ok(Some(CommandReceipt { first: before.first, last: before.last, again: true }))
        }
        Some(_) => Err(crate::idempotency::used()),
        None => Ok(None),
    }
}

/// The same for a command that is ready.
///
/// # Errors
/// The refusal, with its clause.
pub async fn send_table_command(
    app: &Arc<App>,
    to: &Addressed,
    order: (impl Into<OrderId>, By),
    command: Command<banked::Command>,
) -> Result<CommandReceipt, Problem> {
    ask_table(app, to, order, command).await.map_err(|NotDone { problem, .. }| *problem)
}

/// An order that a table did not carry out.
struct NotDone {
    problem: Box<Problem>,
    cause: Cause,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// Nobody has decided.
    Failed,
    /// The rules of the table say no.
    Rules,
    /// The house or the patron's own file says no.
    KeptOut,
}

impl From<Problem> for NotDone {
    fn from(problem: Problem) -> NotDone {
        NotDone { problem: Box::new(problem), cause: Cause::Failed }
    }
}

fn answer(book: &Rulebook, outcome: CommandOutcome<BankedTable>) -> Result<CommandReceipt, NotDone> {
    match outcome {
        CommandOutcome::Done(done) => {
            Ok(CommandReceipt { first: done.first, last: done.last, again: done.again })
        }
        CommandOutcome::Refused(refusal) => {
            let cause = match refusal.reason {
                Reason::FileRefuses { .. } | Reason::BarredToday => Cause::KeptOut,
                _ => Cause::Rules,
            };
            Err(NotDone { problem: Box::new(Problem::from_refusal(book, &refusal)), cause })
        }
        CommandOutcome::Failed(error) => Err(Problem::from_store(&error).into()),
    }
}

/// What a table answers, as it answers it. Nobody asks it again and again: the answer comes when the table, or the patron's file
/// that has the last word, has decided.
async fn ask_table(
    app: &Arc<App>,
    to: &Addressed,
    (id, by): (impl Into<OrderId>, By),
    command: Command<banked::Command>,
) -> Result<CommandReceipt, NotDone> {
    let id = id.into();
    let (reply, replied) = tokio::sync::oneshot::channel();
    let (floor, Addressed { stream, book }) = (Arc::clone(&app.floor), to.clone());
    // Whoever asked may have gone.
    let answered = move |outcome| drop(reply.send(answer(book, outcome)));
    // The roster may have to be read from the store.
    let told =
        tokio::task::spawn_blocking(move || floor.tell_table(&stream, (id, by), command, Box::new(answered)));
    let closing = || Problem::from_store(&store::StoreError::Unavailable("the floor is closing".into()));
    told.await.map_err(|_| closing())?.map_err(|error| Problem::from_floor(&error, &book.front.id))?;
    replied.await.map_err(|_| closing())?
}

/// Takes a place with chips from the account: two orders, the second when the patron's file has agreed to the first.
///
/// # Errors
/// The refusal of either.
pub async fn join(
    app: &Arc<App>,
    viewer: &Viewer,
    (number, seat): (TableNumber, u8),
    (id, amount): (HexCommandId, Money),
) -> Result<CommandReceipt, Problem> {
    let to = Addressed::table(app, number)?;
    let viewer = &viewer.at(&to.book.front.id);
    let by = viewer.by()?;
    let patron =
        viewer.patron().ok_or_else(|| Problem::forbidden("only patrons play").next("log in as a player"))?;
    let order = idempotency_key(id, by, (to.stream.name(), &("join", seat, amount.cents())));
    // Whoever sits there already only buys chips, and the id stands for that.
    let chips_alone = idempotency_key(id, by, (to.stream.name(), &("join, seated", seat, amount.cents())));
    // A second place is asked for like the first, and the table says what the book says to that.
    let (own, book) = (Arc::clone(app), to.book);
    let (just_seated, card) = run_blocking(move || {
        let file = own.floor.patron(&book.front.id, patron);
        let file = file.map_err(|error| Problem::from_floor(&error, &book.front.id))?;
        Ok((place_of(&own, number, patron)? != Some(seat), file.with_state(|file| file.card())))
    })
    .await?;
    // Asked after the seat was looked at: whoever the same order has just seated is known by its id.
    let tried = tried_before(app, &to, (order, chips_alone)).await?;
    if let JoinTried::ChipsAlone(receipt) = tried {
        return Ok(receipt);
    }
    let order = |id| OrderId { id, ..order };
    if just_seated {
        let asked = ask_table(app, &to, (order(id.0), by), Command::AskSeat { seat, patron, card }).await;
        if let Err(not_done) = asked {
            return Err(explain_to_patron(app, number, (patron, AskedOfFile::Seat), not_done).await);
        }
    }
    let alone = !just_seated && matches!(tried, JoinTried::Never);
    let next = if alone { chips_alone } else { order(beside(id.0)) };
    let with = floor::table::Tender::Account;
    let bought = ask_table(app, &to, (next, by), Command::BuyIn { seat, amount, with }).await;
    let Err(not_done) = bought else { return bought.map_err(|NotDone { problem, .. }| *problem) };
    if just_seated && not_done.cause != Cause::Failed {
        // Refused as a whole: nobody stays at a table whom it has refused. Whether they got up is in the log.
        let up = order(derived_id(id.0, b"get up"));
        let _ = send_table_command(app, &to, (up, by), Command::LeaveSeat { seat }).await;
    }
    Err(explain_to_patron(app, number, (patron, AskedOfFile::Chips), not_done).await)
}

/// What an earlier try of the same order to join has come to.
enum JoinTried {
    Never,
    /// The seat was asked for, or chips were bought by the id that is made for it.
    Seat,
    /// Chips were bought by somebody who sat there.
    ChipsAlone(CommandReceipt),
}

/// # Errors
/// If another order had this id, or the log cannot be asked.
async fn tried_before(
    app: &App,
    to: &Addressed,
    (order, chips_alone): (OrderId, OrderId),
) -> Result<JoinTried, Problem> {
    let store = Arc::clone(&app.store);
    let (first, chips) = run_blocking(move || {
        let asked = |id| store.answered(id).map_err(|error| Problem::from_store(&error));
        Ok((asked(order.id)?, asked(beside(order.id))?))
    })
    .await?;
    match first {
        Some((stream, before)) if stream == to.stream && before.order == chips_alone.digest => {
            Ok(JoinTried::ChipsAlone(CommandReceipt { first: before.first, last: before.last, again: true }))
        }
        // What was kept before there were digests is taken for the same.
        Some((stream, before))
            if stream == to.stream && (before.order.is_none() || before.order == order.digest) =>
        {
            Ok(JoinTried::Seat)
        }
        Some(_) => Err(crate::idempotency::used()),
        None if chips.is_some() => Ok(JoinTried::Seat),
        None => Ok(JoinTried::Never),
    }
}

/// What a patron's file has the last word on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AskedOfFile {
    Seat,
    Chips,
}

impl AskedOfFile {
    fn of(command: &Command<banked::Command>) -> Option<AskedOfFile> {
        match command {
            Command::AskSeat { .. } => Some(AskedOfFile::Seat),
            Command::BuyIn { .. } => Some(AskedOfFile::Chips),
            _ => None,
        }
    }
}

/// A refusal of a place or of chips that this answer tells, in the words for the patron where it is the house or their own file
/// that refuses: the page does not tell it again.
async fn explain_to_patron(
    app: &Arc<App>,
    number: TableNumber,
    (patron, asked): (PatronId, AskedOfFile),
    NotDone { problem, cause }: NotDone,
) -> Problem {
    let problem = *problem;
    if cause == Cause::Failed {
        return problem;
    }
    let app = Arc::clone(app);
    let told = run_blocking(move || {
        let Ok((follower, desk)) = app.table(number) else { return Ok(problem) };
        if follower.feed().refused.remove(&patron).is_some() {
            app.broadcaster.notify(ChangeSource::Stream(desk.stream().clone()));
        }
        if cause != Cause::KeptOut {
            return Ok(problem);
        }
        let kept = app.floor.kept_out(&follower.name, patron).ok().flatten();
        // What keeps somebody from a place for now says nothing of their chips, and the file may have changed since it refused.
        let same = |kept: &KeptOut| {
            problem.clause.as_ref().is_some_and(|clause| clause.label == kept.clause)
                && (asked == AskedOfFile::Seat || kept.lasts)
        };
        Ok(match kept.filter(same) {
            Some(kept) => Problem { what: kept.why, ..problem },
            None => problem,
        })
    });
    told.await.unwrap_or_else(|problem| problem)
}

/// Has people deal at a table where the system shuffles, or the automatic dealer again; the table keeps it.
///
/// # Errors
/// The refusal, with its clause.
pub async fn deal_by_hand(
    app: &Arc<App>,
    number: TableNumber,
    (id, by): (HexCommandId, By),
    by_hand: bool,
) -> Result<(), Problem> {
    let to = Addressed::table(app, number)?;
    let order = idempotency_key(id, by, (to.stream.name(), &("by hand", by_hand)));
    send_table_command(app, &to, (order, by), Command::DealByHand { by_hand }).await?;
    app.dealer.dealing_changed(number);
    Ok(())
}

/// An id for the second of two commands: made from the first, so that a repeat is a repeat, and like no other that somebody
/// counts up.
fn beside(id: Id) -> Id {
    derived_id(id, b"buy-in")
}

fn derived_id(id: Id, purpose: &[u8]) -> Id {
    let hash = Sha256::new().chain_update(purpose).chain_update(id.0).finalize();
    let mut next = [0; 16];
    next.copy_from_slice(&hash[..16]);
    Id(next)
}

fn place_of(app: &App, number: TableNumber, patron: PatronId) -> Result<Option<u8>, Problem> {
    let seat = app.table(number)?.1.with_state(|state| seat_of(state, patron));
    Ok(seat.and_then(|seat| u8::try_from(seat).ok()))
}

/// Where a patron sits.
pub fn seat_of(state: &State<banked::Table>, patron: PatronId) -> Option<usize> {
    state.patrons.iter().position(|own| *own == Some(patron))
}
