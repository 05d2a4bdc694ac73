//! Orders from people to houses, meters and patrons' files; log-ins for people. Each waits on a thread of its own.

use crate::app::App;
use crate::door::Numbers;
use crate::idempotency::order_id;
use crate::orders::{Kept, signed};
use crate::say::{Order, SayHouse, SayMeter, SayPatron, Second};
use crate::sorry::Sorry;
use crate::viewer::Viewer;
use floor::{Answer, AsAt, By, MeterValue, Operator, Post, TableName, words};
use house::{Person, Signature};
use rulebook::{Act, Rulebook};
use std::sync::Arc;
use store::Command as Id;

/// Does what may block on a thread that nobody waits for.
///
/// # Errors
/// What the work says, or that the floor closes.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Sorry> + Send + 'static,
) -> Result<T, Sorry> {
    let closing = |_| Sorry::store(&store::StoreError::Unavailable("the floor is closing".into()));
    tokio::task::spawn_blocking(work).await.map_err(closing)?
}

/// A book that can be played under.
///
/// # Errors
/// If there is none of that name.
pub fn book(id: &str) -> Result<&'static Rulebook, Sorry> {
    let known = rulebook::library::is_playable(id);
    floor::book(id).ok().filter(|_| known).ok_or_else(|| Sorry::missing("there is no such rulebook here"))
}

/// A book, or the first of an operator's: a patron's file is the operator's, whichever of its books is named.
///
/// # Errors
/// If nobody is called so.
pub fn book_or_operator(id: &str) -> Result<&'static Rulebook, Sorry> {
    let operators = floor::operators().unwrap_or_default();
    match operators.iter().find(|operator| operator.slug == id).and_then(|operator| operator.books.first()) {
        Some(first) => Ok(first),
        None => book(id),
    }
}

/// The books whose tables, meters and houses are kept here.
pub fn books() -> impl Iterator<Item = &'static Rulebook> {
    let playable = rulebook::library::ids().filter(|id| rulebook::library::is_playable(id));
    playable.filter_map(|id| floor::book(id).ok())
}

fn answered<M: Post>(answer: Answer<M>, book: &Rulebook) -> Result<Kept, Sorry> {
    match answer {
        Answer::Done(done) => Ok(Kept { first: done.first, last: done.last, again: done.again }),
        Answer::Refused(refusal) => {
            Err(Sorry::refused(refusal.reason.to_string(), &book.front.id, book.label(refusal.cite)))
        }
        Answer::Failed(error) => Err(Sorry::store(&error)),
    }
}

/// Who somebody is under a book: of its staff, or from outside and enrolled there.
///
/// # Errors
/// If they are neither.
pub fn role_in(app: &App, viewer: &Viewer, book: &Rulebook) -> Result<Signature, Sorry> {
    let by = viewer.by()?;
    let signature =
        app.floor.sign(&book.front.id, by).map_err(|error| Sorry::floor(&error, &book.front.id))?;
    match signature.role().is_some() || signature.outside().is_some() {
        true => Ok(signature),
        false => Err(Sorry::forbidden("this is for the staff").next("log in as a member of staff")),
    }
}

/// Whether somebody has a power under a book, with the second person where it wants one.
///
/// # Errors
/// Why not, with the clause.
pub fn may(app: &App, book: &Rulebook, by: By, act: Act) -> Result<(), Sorry> {
    let id = &book.front.id;
    let signature = app.floor.sign(id, by).map_err(|error| Sorry::floor(&error, id))?;
    let barred = |refusal: engine::Refusal<house::Barred>| {
        Sorry::refused(refusal.reason.to_string(), id, book.label(refusal.cite))
    };
    signature.authority(book, act).map(drop).map_err(barred)
}

/// Two persons say that the clock of the machine is right; the time that they have vouched for, in milliseconds since 1970.
///
/// # Errors
/// If they may not, with the clause.
pub async fn confirm_clock(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, second): (&'static Rulebook, Option<Second>),
) -> Result<i64, Sorry> {
    let by = signed(app, viewer, second).await?;
    let floor = Arc::clone(&app.floor);
    aside(move || {
        floor.confirm_clock(&book.front.id, by).map_err(|error| Sorry::floor(&error, &book.front.id))
    })
    .await
}

/// Tells the house of a book something.
///
/// # Errors
/// The refusal, with its clause.
pub async fn tell_house(
    app: &Arc<App>,
    viewer: &Viewer,
    book: &'static Rulebook,
    order: Order<SayHouse>,
) -> Result<Kept, Sorry> {
    let by = signed(app, &viewer.at(&book.front.id), order.second).await?;
    let id = order_id(order.id, by, (&format!("house {}", book.front.id), &order.command));
    let what = order.command.command(book, by.person)?;
    let floor = Arc::clone(&app.floor);
    aside(move || {
        let answer = floor.ask_house(&book.front.id, (id, by), what);
        answered(answer.map_err(|error| Sorry::floor(&error, &book.front.id))?, book)
    })
    .await
}

/// Tells the meters of a book something.
///
/// # Errors
/// The refusal, with its clause.
pub async fn tell_meter(
    app: &Arc<App>,
    viewer: &Viewer,
    book: &'static Rulebook,
    order: Order<SayMeter>,
) -> Result<Kept, Sorry> {
    let by = signed(app, viewer, order.second).await?;
    let id = order_id(order.id, by, (&format!("meters {}", book.front.id), &order.command));
    let app = Arc::clone(app);
    aside(move || {
        let sign_of = |table: u32| {
            let (follower, desk) = app.table(table).ok()?;
            let own = follower.name.book == book.front.id;
            desk.look(|state| state.game.sign.as_ref()?.jackpot.clone()).filter(|_| own)
        };
        let what = order.command.command(book, &sign_of)?;
        let answer = app.floor.ask_meter(&book.front.id, (id, by), what);
        let kept = answered(answer.map_err(|error| Sorry::floor(&error, &book.front.id))?, book);
        // The first meter of a book has nobody who follows it yet.
        app.keep_up();
        kept
    })
    .await
}

/// What a meter, from 1, stood at; that somebody read it is kept.
///
/// # Errors
/// If they may not, or it has not come so far.
pub async fn read_meter(
    app: &Arc<App>,
    by: By,
    (book, meter): (&'static Rulebook, usize),
    (id, at): (Id, AsAt),
) -> Result<MeterValue, Sorry> {
    let meter = meter.checked_sub(1).ok_or_else(|| Sorry::bad("meters count from 1"))?;
    let floor = Arc::clone(&app.floor);
    aside(move || {
        let read = floor.meter_as_at((&book.front.id, meter), (id, by), at);
        read.map_err(|error| Sorry::floor(&error, &book.front.id))
    })
    .await
}

/// Whether the log has a file of that number, with the book's operator or under one of its books: files are not opened
/// for whoever guesses one.
///
/// # Errors
/// If the log cannot be read.
pub fn has_file(app: &App, book: &Rulebook, number: u32) -> Result<bool, Sorry> {
    let known = app.floor.patron_numbers(&book.front.id);
    Ok(known.map_err(|error| Sorry::floor(&error, &book.front.id))?.contains(&number))
}

/// Tells a patron's file something.
///
/// # Errors
/// The refusal, with its clause.
pub async fn tell_patron(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, number): (&'static Rulebook, u32),
    order: Order<SayPatron>,
) -> Result<Kept, Sorry> {
    let by = signed(app, &viewer.at(&book.front.id), order.second).await?;
    let own = by.person == Person::Patron(number);
    let staff = matches!(by.person, Person::Staff(_) | Person::Outside(_));
    if !own && !staff {
        return Err(Sorry::forbidden("this is another patron's file"));
    }
    let to = format!("patron {number} {}", book.front.id);
    let given = order_id(order.id, by, (&to, &order.command));
    let app = Arc::clone(app);
    aside(move || {
        let id = &book.front.id;
        let sorry = |error| Sorry::floor(&error, id);
        if !matches!(order.command, SayPatron::Register { .. }) && !has_file(&app, book, number)? {
            return Err(no_file(number));
        }
        let day = app.floor.house(id).map_err(sorry)?.look(|house| house.day);
        let what = order.command.command(number, day)?;
        if let house::PatronCommand::Link { other } = &what {
            let under = other.book.as_deref().map_or(Ok(book), book_or_operator)?;
            if !has_file(&app, under, other.number)? {
                return Err(no_file(other.number));
            }
        }
        // Asked before the file is opened: a number that somebody may not register leaves no trace.
        if matches!(order.command, SayPatron::Register { .. }) {
            may(&app, book, by, Act::KeepPatronFile)?;
        }
        match app.floor.ask_patron((id, number), (given, by), what).map_err(sorry)? {
            // What staff read of a patron is told to the patron in the second person.
            Answer::Refused(refusal) if matches!(by.person, Person::Patron(_)) => {
                Err(Sorry::refused(refusal.reason.to_patron(), id, book.label(refusal.cite)))
            }
            answer => answered(answer, book),
        }
    })
    .await
}

/// There is no file of that number.
pub fn no_file(number: u32) -> Sorry {
    Sorry::missing(format!("this operator has no file of a patron {number}"))
        .next("register the patron first")
}

/// Puts a new table on the floor, for whoever may open and close tables.
///
/// # Errors
/// If they may not, the book has no such game, or the number is taken.
pub async fn new_table(app: &Arc<App>, by: By, name: TableName) -> Result<(), Sorry> {
    let app = Arc::clone(app);
    aside(move || {
        let book = book(&name.book)?;
        may(&app, book, by, Act::CloseTable)?;
        if name.number == 0 {
            return Err(Sorry::bad("tables count from 1"));
        }
        app.floor.new_table(&name).map_err(|error| Sorry::floor(&error, &name.book))?;
        app.keep_up();
        Ok(())
    })
    .await
}

/// A log-in that is to be opened.
pub struct NewLogIn {
    /// The name to log in with.
    pub name: String,
    /// The password: hashed, and never shown again.
    pub secret: String,
    /// Who that is.
    pub person: Person,
}

/// Opens a log-in at a book. Of staff, for whoever manages that person under every book that knows them: a log-in speaks
/// for them in all. Of a patron, for whoever keeps their file with the operator of that book: elsewhere the number may be
/// somebody else's, and they are given the one that is theirs there.
///
/// # Errors
/// If they may not, no book knows the person, or the door refuses.
pub async fn open_log_in(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, second, new): (&'static Rulebook, Option<Second>, NewLogIn),
) -> Result<(), Sorry> {
    let by = signed(app, viewer, second).await?;
    let app = Arc::clone(app);
    aside(move || {
        let operator = operator_of(book).filter(|_| matches!(new.person, Person::Patron(_)));
        let numbers = Numbers::default();
        let shown = managed(&app, by, (new.person, &numbers), operator)?;
        let who = (new.person, operator.map(|operator| operator.slug.as_str()));
        Ok(app.door.open_account_for(&by.record(), (&new.name, &new.secret), who, &shown)?)
    })
    .await
}

/// Gives the patron of a log-in the number of their file with the operator of a book, for whoever keeps that file: two
/// files of two operators behind one log-in stay two.
///
/// # Errors
/// If they may not, there is no such file or log-in, or it is not kept.
pub async fn give_number(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, second): (&'static Rulebook, Option<Second>),
    (name, number): (String, u32),
) -> Result<(), Sorry> {
    let by = signed(app, viewer, second).await?;
    let app = Arc::clone(app);
    aside(move || {
        may(&app, book, by, Act::KeepPatronFile)?;
        let operator = operator_of(book);
        let operator = operator.ok_or_else(|| Sorry::bad("this book keeps its patrons' files for itself"))?;
        if !has_file(&app, book, number)? {
            return Err(no_file(number));
        }
        Ok(app.door.give_number(&by.record(), &name, (&operator.slug, number))?)
    })
    .await
}

fn operator_of(book: &Rulebook) -> Option<&'static Operator> {
    floor::operator(&book.front.id).ok().flatten()
}

/// Closes a log-in, and ends its sessions.
///
/// # Errors
/// The same.
pub async fn close_log_in(
    app: &Arc<App>,
    viewer: &Viewer,
    (second, name): (Option<Second>, String),
) -> Result<(), Sorry> {
    let by = signed(app, viewer, second).await?;
    let app = Arc::clone(app);
    aside(move || {
        let listed = app.door.accounts().into_iter().find(|listed| listed.name == name);
        let listed = listed.ok_or_else(|| Sorry::missing("there is no such log-in"))?;
        managed(&app, by, (listed.person, &listed.numbers), None)?;
        Ok(app.door.close_account(&by.record(), &listed.name)?)
    })
    .await
}

/// Whether somebody manages a person under every book that knows them, or under those of one operator; what the books
/// call that person.
fn managed(
    app: &App,
    by: By,
    (person, numbers): (Person, &Numbers),
    only: Option<&Operator>,
) -> Result<String, Sorry> {
    let mut shown = None;
    for book in books().filter(|book| only.is_none_or(|only| only.has(&book.front.id))) {
        let id = &book.front.id;
        let person = operator_of(book).map_or(Some(person), |at| numbers.with(person, &at.slug));
        let Some(person) = person else { continue };
        let sorry = |error| Sorry::floor(&error, id);
        let known = match person {
            Person::Patron(number) if has_file(app, book, number)? => {
                let file = app.floor.patron(id, number).map_err(sorry)?;
                file.look(|file| file.number.map(|_| (file.name.clone(), Act::KeepPatronFile)))
            }
            Person::Patron(_) | Person::System => None,
            Person::Staff(number) => app.floor.house(id).map_err(sorry)?.look(|house| {
                let member = house.roster.members.iter().find(|member| member.id == number)?;
                Some((member.name.clone(), Act::ManageStaff))
            }),
            Person::Outside(number) => app.floor.house(id).map_err(sorry)?.look(|house| {
                let one = house.roster.outsiders.iter().find(|one| one.id == number)?;
                Some((one.name.clone(), Act::ManageStaff))
            }),
        };
        if let Some((name, act)) = known {
            may(app, book, by, act)?;
            shown.get_or_insert(name);
        }
    }
    shown.ok_or_else(|| {
        Sorry::missing("no roster and no file knows that person").next("hire or register them first")
    })
}

/// What the house calls people, by its rosters and files under a book.
pub struct FloorNames<'a> {
    /// Where they are kept.
    pub app: &'a App,
    /// The book.
    pub book: &'a str,
}

impl words::Names for FloorNames<'_> {
    fn name(&self, person: Person) -> Option<String> {
        let house = || self.app.floor.house(self.book).ok();
        match person {
            Person::Staff(number) => house()?.look(|house| {
                house
                    .roster
                    .members
                    .iter()
                    .find(|member| member.id == number)
                    .map(|member| member.name.clone())
            }),
            Person::Outside(number) => house()?.look(|house| {
                house.roster.outsiders.iter().find(|one| one.id == number).map(|one| one.name.clone())
            }),
            Person::Patron(number) => {
                let file = || words::patron_name(&*self.app.store, &self.app.vault, self.book, number);
                self.app.pace.bot_name(number).or_else(file)
            }
            Person::System => None,
        }
    }
}
