//! Orders from people to houses, meters and patrons' files; log-ins for people. Each waits on a thread of its own.

use crate::app::App;
use crate::idempotency::idempotency_key;
use crate::problem::{ConcernsAuthority, Problem};
use crate::signatures::{judge_power, require_recent_password, verify_signers, verify_signers_for_act};
use crate::table_orders::CommandReceipt;
use crate::viewer::Viewer;
use crate::wire::{CommandRequest, HouseCommand, MeterCommand, PatronFileCommand, SecondSignature};
use engine::{MeterIndex, PatronId, TableNumber};
use floor::authority::{Capacity, of_house};
use floor::{
    AsAt, AuthorityRuling, By, CommandOutcome, FloorError, Hosted, MeterValue, OrderId, TableName, words,
};
use house::{Person, Signature};
use rulebook::{Act, Rulebook};
use std::sync::Arc;
use store::CommandId as Id;

/// Does what may block on a thread that nobody waits for.
///
/// # Errors
/// What the work says, or that the floor closes.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let closing = |_| Problem::from_store(&store::StoreError::Unavailable("the floor is closing".into()));
    tokio::task::spawn_blocking(work).await.map_err(closing)?
}

/// A book that can be played under.
///
/// # Errors
/// If there is none of that name.
pub fn book(id: &str) -> Result<&'static Rulebook, Problem> {
    floor::book(id).map_err(|_| Problem::not_found("there is no such rulebook here"))
}

/// A book, or the first of an operator's: a patron's file is the operator's, whichever of its books is named.
///
/// # Errors
/// If nobody is called so.
pub fn book_or_operator(id: &str) -> Result<&'static Rulebook, Problem> {
    let operators = floor::operators().unwrap_or_default();
    match operators.iter().find(|operator| operator.slug == id).and_then(|operator| operator.books.first()) {
        Some(first) => Ok(first),
        None => book(id),
    }
}

/// The books whose tables, meters and houses are kept here.
pub fn books() -> impl Iterator<Item = &'static Rulebook> {
    let playable = rulebook::library::house_banked();
    playable.filter_map(|id| floor::book(id).ok())
}

fn answered<M: Hosted<Reason: ConcernsAuthority>>(
    answer: CommandOutcome<M>,
    book: &Rulebook,
) -> Result<CommandReceipt, Problem> {
    match answer {
        CommandOutcome::Done(done) => {
            Ok(CommandReceipt { first: done.first, last: done.last, again: done.again })
        }
        CommandOutcome::Refused(refusal) => Err(Problem::from_refusal(book, &refusal)),
        CommandOutcome::Failed(error) => Err(Problem::from_store(&error)),
    }
}

/// Who somebody is under a book: of its staff, or from outside and enrolled there.
///
/// # Errors
/// If they are neither.
pub fn role_in(app: &App, viewer: &Viewer, book: &Rulebook) -> Result<Signature, Problem> {
    let by = viewer.by()?;
    let signature =
        app.floor.sign(&book.front.id, by).map_err(|error| Problem::from_floor(&error, &book.front.id))?;
    if signature.role().is_some() || signature.outside().is_some() {
        Ok(signature)
    } else {
        Err(Problem::forbidden("this is for the staff").next("log in as a member of staff"))
    }
}

/// Whether somebody has a power under a book, with the second person where it wants one.
///
/// # Errors
/// Why not, with the clause.
pub fn require_power(app: &App, book: &Rulebook, by: By, act: Act) -> Result<(), Problem> {
    judge_power(app, by, (book, act))?.map(drop).map_err(|refusal| Problem::from_refusal(book, &refusal))
}

/// Two persons say that the clock of the machine is right; the time that they have vouched for, in milliseconds since 1970.
///
/// # Errors
/// If they may not, with the clause.
pub async fn confirm_clock(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, second): (&'static Rulebook, Option<SecondSignature>),
) -> Result<i64, Problem> {
    let by = verify_signers_for_act(app, viewer, second, (book, Act::ManageStaff)).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        let confirmed = app.floor.confirm_clock(&book.front.id, by);
        confirmed.map_err(|error| Problem::from_floor(&error, &book.front.id))
    })
    .await
}

/// Whether somebody may tell the house of a book so, whatever else it says to it.
fn judge_house(
    app: &App,
    book: &Rulebook,
    by: By,
    what: &house::Command,
) -> Result<AuthorityRuling, Problem> {
    let problem = |error| Problem::from_floor(&error, &book.front.id);
    let signature = app.floor.sign(&book.front.id, by).map_err(problem)?;
    let needs =
        app.floor.house(&book.front.id).map_err(problem)?.with_state(|state| of_house(book, state, what));
    Ok(needs.judge(book, &Capacity::of(&signature, None)))
}

/// Tells the house of a book something.
///
/// # Errors
/// The refusal, with its clause.
pub async fn send_house_command(
    app: &Arc<App>,
    viewer: &Viewer,
    book: &'static Rulebook,
    order: CommandRequest<HouseCommand>,
) -> Result<CommandReceipt, Problem> {
    let second = order.signature();
    let viewer = &viewer.at(&book.front.id);
    let what = order.command.command(book, viewer.require_person()?)?;
    let id = idempotency_key(order.id, viewer.by()?, (&format!("house {}", book.front.id), &order.command));
    let (own, person, asked) = (Arc::clone(app), viewer.require_person()?, what.clone());
    run_blocking(move || fits_the_house(&own, book, person, id, &asked)).await?;
    if changes_people_or_money(&what) {
        require_recent_password(app, viewer)?;
    }
    let told = what.clone();
    let judge = move |app: &App, by| judge_house(app, book, by, &told);
    let by = verify_signers(app, viewer, second, judge).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        let gone = match &what {
            house::Command::Dismiss { id } => Some(Person::Staff(*id)),
            house::Command::Discharge { id } => Some(Person::Outside(*id)),
            _ => None,
        };
        let answer = app.floor.ask_house(&book.front.id, (id, by), what);
        let kept = answered(answer.map_err(|error| Problem::from_floor(&error, &book.front.id))?, book)?;
        if let Some(person) = gone
            && !works_here(&app, person)
        {
            app.user_accounts.end_sessions_of(&by.record(), person)?;
        }
        Ok(kept)
    })
    .await
}

/// What is asked before a house hears of an order: disputes have a limit, and a name is like no other's. A repeat has been
/// asked then.
fn fits_the_house(
    app: &App,
    book: &Rulebook,
    person: Person,
    order: OrderId,
    what: &house::Command,
) -> Result<(), Problem> {
    if app.store.answered(order.id).map_err(|error| Problem::from_store(&error))?.is_some() {
        return Ok(());
    }
    match (person, what) {
        (Person::Patron(own), house::Command::RaiseDispute { table, round, .. }) => {
            room_for_dispute(app, book, own, (*table, *round))
        }
        (_, house::Command::Hire { name, .. } | house::Command::Enrol { name, .. }) => {
            not_taken_for_staff(app, book, name)
        }
        _ => Ok(()),
    }
}

/// A patron has one dispute about a round open at a time, and raises only so many an hour: each is ruled on by a person.
fn room_for_dispute(
    app: &App,
    book: &Rulebook,
    own: PatronId,
    about: (TableNumber, u64),
) -> Result<(), Problem> {
    const AN_HOUR: usize = 6;
    let id = &book.front.id;
    let desk = app.floor.house(id).map_err(|error| Problem::from_floor(&error, id))?;
    let now = desk.now();
    let (same, lately) = desk.with_state(|house| {
        let own = || house.disputes.iter().filter(|dispute| dispute.patron == own);
        let same = own().any(|dispute| dispute.closed.is_none() && (dispute.table, dispute.round) == about);
        let lately = own().rev().filter(|dispute| now.0.saturating_sub(dispute.at.0) < 3600);
        (same, lately.count())
    });
    let label = book.label(book.house.disputes.clause);
    match (same, lately) {
        (true, _) => Err(Problem::refused("you have a dispute about this round that is open", id, label)
            .next("wait for its ruling; whoever rules on it will hear you")),
        (false, AN_HOUR..) => Err(Problem {
            status: 429,
            ..Problem::refused(format!("you have raised {AN_HOUR} disputes within an hour"), id, label)
                .next("call the pit if it is urgent")
        }),
        _ => Ok(()),
    }
}

/// A name that somebody would take for a colleague's, written with other letters, is refused. The very same name the house
/// itself refuses, while that colleague works here.
fn not_taken_for_staff(app: &App, book: &Rulebook, name: &str) -> Result<(), Problem> {
    let id = &book.front.id;
    let desk = app.floor.house(id).map_err(|error| Problem::from_floor(&error, id))?;
    let taken = desk.with_state(|house| {
        let staff = house.roster.members.iter().map(|member| member.name.as_str());
        let all = staff.chain(house.roster.outsiders.iter().map(|one| one.name.as_str()));
        commands::names::taken_for(name, all).map(str::to_string)
    });
    match taken {
        None => Ok(()),
        Some(other) => {
            Err(Problem::bad_request(format!("this name looks like that of {other}, who works here"))
                .at("/command/name")
                .next("write it with the letters of one script, or add a second name"))
        }
    }
}

/// What wants the password again: who works here, and money that is put right by hand.
fn changes_people_or_money(what: &house::Command) -> bool {
    use house::Command as C;
    matches!(
        what,
        C::Hire { .. }
            | C::ChangeRole { .. }
            | C::Dismiss { .. }
            | C::Enrol { .. }
            | C::Discharge { .. }
            | C::RecordMispayment { .. }
            | C::ReleaseWithheld { .. }
            | C::Correct { .. }
    )
}

/// Whether some roster still knows somebody; where one cannot be read, it may.
fn works_here(app: &App, person: Person) -> bool {
    books().any(|book| {
        app.floor.sign(&book.front.id, By::alone(person)).map_or_else(
            |error| !matches!(error, FloorError::Nobody(_)),
            |signature| signature.role().is_some() || signature.outside().is_some(),
        )
    })
}

/// Tells the meters of a book something.
///
/// # Errors
/// The refusal, with its clause.
pub async fn send_meter_command(
    app: &Arc<App>,
    viewer: &Viewer,
    book: &'static Rulebook,
    order: CommandRequest<MeterCommand>,
) -> Result<CommandReceipt, Problem> {
    let second = order.signature();
    let id = idempotency_key(order.id, viewer.by()?, (&format!("meters {}", book.front.id), &order.command));
    let own = Arc::clone(app);
    let what = run_blocking(move || {
        let sign_of = |table: TableNumber| {
            let (follower, desk) = own.table(table).ok()?;
            let of_book = follower.name.book == book.front.id;
            desk.with_state(|state| state.game.sign.as_ref()?.jackpot.clone()).filter(|_| of_book)
        };
        Ok(order.command.command(book, &sign_of)?)
    })
    .await?;
    let told = what.clone();
    let problem = |error| Problem::from_floor(&error, &book.front.id);
    let judge = move |app: &App, by| app.floor.judge_meter(&book.front.id, by, &told).map_err(problem);
    let by = verify_signers(app, viewer, second, judge).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        let kept = answered(app.floor.ask_meter(&book.front.id, (id, by), what).map_err(problem)?, book);
        // The first meter of a book has nobody who follows it yet.
        app.follow_new_streams();
        kept
    })
    .await
}

/// What a meter stood at; that somebody read it is kept.
///
/// # Errors
/// If they may not, or it has not come so far.
pub async fn read_meter(
    app: &Arc<App>,
    by: By,
    (book, meter): (&'static Rulebook, MeterIndex),
    (id, at): (Id, AsAt),
) -> Result<MeterValue, Problem> {
    let app = Arc::clone(app);
    run_blocking(move || {
        let read = app.floor.meter_as_at((&book.front.id, meter), (id, by), at);
        read.map_err(|error| Problem::from_floor(&error, &book.front.id))
    })
    .await
}

/// Whether somebody may look at the whole deck of a round under a book.
///
/// # Errors
/// If not, with the clause.
pub fn may_open_deck(
    app: &App,
    by: By,
    book: &Rulebook,
    (table, round): (TableNumber, u64),
) -> Result<(), Problem> {
    let judged = judge_house(app, book, by, &house::Command::OpenDeck { table, round })?;
    judged.map(drop).map_err(|refusal| Problem::from_refusal(book, &refusal))
}

/// Keeps in the log of the house that somebody looks at the whole deck of a round, with the cards that nobody saw: they are
/// shown when that is kept, and not before.
///
/// # Errors
/// If they may not, or it cannot be kept.
pub async fn keep_deck_opened(
    app: &Arc<App>,
    by: By,
    book: &'static Rulebook,
    (id, (table, round)): (Id, (TableNumber, u64)),
) -> Result<CommandReceipt, Problem> {
    let app = Arc::clone(app);
    run_blocking(move || {
        let what = house::Command::OpenDeck { table, round };
        let answer = app.floor.ask_house(&book.front.id, (id, by), what);
        answered(answer.map_err(|error| Problem::from_floor(&error, &book.front.id))?, book)
    })
    .await
}

/// Whether the log has a file of that number, with the book's operator or under one of its books: files are not opened
/// for whoever guesses one.
///
/// # Errors
/// If the log cannot be read.
pub fn has_file(app: &App, book: &Rulebook, number: PatronId) -> Result<bool, Problem> {
    let known = app.floor.patron_numbers(&book.front.id);
    Ok(known.map_err(|error| Problem::from_floor(&error, &book.front.id))?.contains(&number))
}

/// Tells a patron's file something.
///
/// # Errors
/// The refusal, with its clause.
pub async fn send_patron_command(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, number): (&'static Rulebook, PatronId),
    order: CommandRequest<PatronFileCommand>,
) -> Result<CommandReceipt, Problem> {
    let second = order.signature();
    let viewer = &viewer.at(&book.front.id);
    let person = viewer.require_person()?;
    let own = person == Person::Patron(number);
    let staff = matches!(person, Person::Staff(_) | Person::Outside(_));
    if !own && !staff {
        return Err(Problem::forbidden("this is another patron's file"));
    }
    let to = format!("patron {number} {}", book.front.id);
    let given = idempotency_key(order.id, viewer.by()?, (&to, &order.command));
    let reading = Arc::clone(app);
    let registers = matches!(order.command, PatronFileCommand::Register { .. });
    let what = run_blocking(move || patron_command(&reading, (book, number), &order.command)).await?;
    use house::PatronCommand as P;
    let staffs = matches!(what, P::Deposit { .. } | P::Link { .. }) && viewer.is_staff();
    if staffs || matches!(what, P::Withdraw { .. }) {
        require_recent_password(app, viewer)?;
    }
    let told = what.clone();
    let judge = move |app: &App, by| {
        if registers {
            // Asked before the file is opened: a number that somebody may not register leaves no trace.
            judge_power(app, by, (book, Act::KeepPatronFile))
        } else {
            let judged = app.floor.judge_patron((&book.front.id, number), by, &told);
            judged.map_err(|error| Problem::from_floor(&error, &book.front.id))
        }
    };
    let by = verify_signers(app, viewer, second, judge).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        let id = &book.front.id;
        if registers {
            require_power(&app, book, by, Act::KeepPatronFile)?;
        }
        let answer = app.floor.ask_patron((id, number), (given, by), what);
        match answer.map_err(|error| Problem::from_floor(&error, id))? {
            // What staff read of a patron is told to the patron in the second person.
            CommandOutcome::Refused(refusal) if matches!(by.person, Person::Patron(_)) => {
                Err(Problem { what: refusal.reason.to_patron(), ..Problem::from_refusal(book, &refusal) })
            }
            answer => answered(answer, book),
        }
    })
    .await
}

/// What a file is told, where there is such a file; those whom it names have one too.
fn patron_command(
    app: &App,
    (book, number): (&'static Rulebook, PatronId),
    said: &PatronFileCommand,
) -> Result<house::PatronCommand, Problem> {
    let id = &book.front.id;
    if !matches!(said, PatronFileCommand::Register { .. }) && !has_file(app, book, number)? {
        return Err(no_file(number));
    }
    if let PatronFileCommand::Register { name } = said {
        not_taken_for_staff(app, book, name.trim())?;
    }
    let house = app.floor.house(id).map_err(|error| Problem::from_floor(&error, id))?;
    let what = said.command(number, house.with_state(|house| house.day))?;
    if let house::PatronCommand::Link { other } = &what {
        let under = other.book.as_deref().map_or(Ok(book), book_or_operator)?;
        if !has_file(app, under, other.number)? {
            return Err(no_file(other.number));
        }
    }
    Ok(what)
}

/// There is no file of that number.
pub fn no_file(number: PatronId) -> Problem {
    Problem::not_found(format!("this operator has no file of a patron {number}"))
        .next("register the patron first")
}

/// Puts a new table on the floor, for whoever may open and close tables.
///
/// # Errors
/// If they may not, the book has no such game, or the number is taken.
pub async fn new_table(app: &Arc<App>, by: By, name: TableName) -> Result<(), Problem> {
    let app = Arc::clone(app);
    run_blocking(move || {
        let book = book(&name.book)?;
        require_power(&app, book, by, Act::CloseTable)?;
        if name.number == TableNumber(0) {
            return Err(Problem::bad_request("tables count from 1"));
        }
        app.floor.new_table(&name).map_err(|error| Problem::from_floor(&error, &name.book))?;
        app.follow_new_streams();
        Ok(())
    })
    .await
}

/// What the house calls people, by its rosters and files under a book.
pub struct FloorNames<'a> {
    /// Where they are kept.
    pub app: &'a App,
    pub book: &'a str,
}

impl words::Names for FloorNames<'_> {
    fn name(&self, person: Person) -> Option<String> {
        let house = || self.app.floor.house(self.book).ok();
        match person {
            Person::Staff(number) => house()?.with_state(|house| {
                house
                    .roster
                    .members
                    .iter()
                    .find(|member| member.id == number)
                    .map(|member| member.name.clone())
            }),
            Person::Outside(number) => house()?.with_state(|house| {
                house.roster.outsiders.iter().find(|one| one.id == number).map(|one| one.name.clone())
            }),
            Person::Patron(number) => {
                let file = || words::patron_name(&*self.app.store, &self.app.vault, self.book, number);
                self.app.dealer.bot_name(number).or_else(file)
            }
            Person::System => None,
        }
    }
}
