//! Log-ins for people: who opens, closes and unlocks them, and for whom. A log-in that speaks for a patron's file takes two.

use crate::accounts::{AccountError, NewAccount, PatronNumbers};
use crate::app::App;
use crate::house_orders::{books, has_file, no_file, require_power, run_blocking};
use crate::problem::Problem;
use crate::signatures::{judge_power, require_recent_password, verify_signers, verify_signers_for_act};
use crate::viewer::Viewer;
use crate::wire::SecondSignature;
use engine::PatronId;
use floor::{By, Operator};
use house::Person;
use rulebook::{Act, Rulebook};
use std::sync::Arc;

/// A log-in that is to be opened.
pub struct NewLogIn {
    /// The name to log in with.
    pub name: String,
    /// The password: hashed, and never shown again.
    pub secret: String,
    /// Who that is.
    pub person: Person,
    /// A patron has a log-in already, and another is meant.
    pub another: bool,
}

/// What it takes to open a log-in of somebody, to close it, or to take its authenticator off. One that speaks for a patron's file joins the file to whoever knows the
/// password, so two persons agree to it, as to a link of two files [HOUSE-09].
fn power_over(person: Person) -> Act {
    match person {
        Person::Patron(_) => Act::LinkPatronFiles,
        _ => Act::ManageStaff,
    }
}

/// Opens a log-in at a book. Of staff, for whoever manages that person under every book that knows them: a log-in speaks
/// for them in all. Of a patron, for two who may link files with the operator of that book: elsewhere the number may be
/// somebody else's, and they are given the one that is theirs there.
///
/// # Errors
/// If they may not, no book knows the person, or the door refuses.
pub async fn open_log_in(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, second, new): (&'static Rulebook, Option<SecondSignature>, NewLogIn),
) -> Result<(), Problem> {
    require_recent_password(app, viewer)?;
    let power = power_over(new.person);
    let by = verify_signers_for_act(app, viewer, second, (book, power)).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        require_power(&app, book, by, power)?;
        let operator = operator_of(book).filter(|_| matches!(new.person, Person::Patron(_)));
        let numbers = PatronNumbers::default();
        let shown = managed(&app, by, (new.person, &numbers), operator)?;
        let only_at = operator.map(|operator| operator.slug.as_str());
        let NewLogIn { name, secret, person, another } = &new;
        let (person, another) = (*person, *another);
        let new = NewAccount { name, secret, person, only_at, shown: &shown, another, shown_to_all: false };
        Ok(app.user_accounts.open_account_for(&by.record(), &new)?)
    })
    .await
}

/// The number of a log-in's patron with an operator.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberOf {
    name: String,
    number: PatronId,
    /// Add the number although it has a log-in.
    #[serde(default)]
    another: bool,
}

/// Gives the patron of a log-in the number of their file with the operator of a book, for two who may link files: two
/// files of two operators behind one log-in stay two.
///
/// # Errors
/// If they may not, there is no such file or log-in, or it is not kept.
pub async fn give_number(
    app: &Arc<App>,
    viewer: &Viewer,
    (book, second): (&'static Rulebook, Option<SecondSignature>),
    NumberOf { name, number, another }: NumberOf,
) -> Result<(), Problem> {
    require_recent_password(app, viewer)?;
    let by = verify_signers_for_act(app, viewer, second, (book, Act::LinkPatronFiles)).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        require_power(&app, book, by, Act::LinkPatronFiles)?;
        let operator = operator_of(book);
        let operator =
            operator.ok_or_else(|| Problem::bad_request("this book keeps its patrons' files for itself"))?;
        if !has_file(&app, book, number)? {
            return Err(no_file(number));
        }
        Ok(app.user_accounts.give_number(&by.record(), &name, (&operator.slug, number), another)?)
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
    (second, name): (Option<SecondSignature>, String),
) -> Result<(), Problem> {
    let by = log_in_keeper(app, viewer, second, &name).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        let listed = app.user_accounts.list_accounts().into_iter().find(|listed| listed.name == name);
        let listed = listed.ok_or_else(|| Problem::not_found("there is no such log-in"))?;
        managed(&app, by, (listed.person, &listed.numbers), None)?;
        Ok(app.user_accounts.close_account(&by.record(), &listed.name)?)
    })
    .await
}

/// Takes the authenticator off the log-in of somebody who has lost it, for whoever manages that person; its sessions end.
///
/// # Errors
/// If they may not, there is no such log-in, it has no authenticator, or it is not kept.
pub async fn remove_factor(
    app: &Arc<App>,
    viewer: &Viewer,
    (second, name): (Option<SecondSignature>, String),
) -> Result<(), Problem> {
    let by = log_in_keeper(app, viewer, second, &name).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        let listed = app.user_accounts.list_accounts().into_iter().find(|listed| listed.name == name);
        let listed = listed.ok_or_else(|| Problem::not_found("there is no such log-in"))?;
        managed(&app, by, (listed.person, &listed.numbers), None)?;
        if !listed.has_factor {
            return Err(AccountError::NoFactorHere.into());
        }
        Ok(app.user_accounts.remove_factor(&by.record(), &listed.name)?)
    })
    .await
}

/// Takes the locks off a log-in that wrong passwords have put there.
///
/// # Errors
/// If they may not, there is no such log-in, or it is not kept.
pub async fn unlock_log_in(
    app: &Arc<App>,
    viewer: &Viewer,
    (second, name): (Option<SecondSignature>, String),
) -> Result<(), Problem> {
    let by = log_in_keeper(app, viewer, second, &name).await?;
    let app = Arc::clone(app);
    run_blocking(move || {
        // Nothing is given away by it: whoever comes in still knows the password. One who keeps the people is enough.
        let keeps = books().any(|book| {
            let judged = judge_power(&app, by, (book, Act::ManageStaff));
            let alone = |refusal: &engine::Refusal<_>| refusal.reason == house::Barred::SecondNeeded;
            judged.is_ok_and(|judged| judged.as_ref().err().is_none_or(alone))
        });
        if keeps {
            Ok(app.user_accounts.unlock(&by.record(), &name)?)
        } else {
            Err(Problem::forbidden("log-ins are unlocked by whoever manages the staff"))
        }
    })
    .await
}

/// Who keeps a log-in, with whoever stands beside: their password is looked at where the first may keep log-ins of that kind
/// under some book.
async fn log_in_keeper(
    app: &Arc<App>,
    viewer: &Viewer,
    second: Option<SecondSignature>,
    name: &str,
) -> Result<By, Problem> {
    viewer.require_staff()?;
    require_recent_password(app, viewer)?;
    let listed = app.user_accounts.list_accounts().into_iter().find(|listed| listed.name == name);
    let person = listed.ok_or_else(|| Problem::not_found("there is no such log-in"))?.person;
    let act = power_over(person);
    let judge = move |app: &App, by: By| {
        let mut last = Err(Problem::forbidden("you are on no roster here"));
        for judged in books().filter_map(|book| judge_power(app, by, (book, act)).ok()) {
            match judged {
                Err(refusal) if refusal.reason != house::Barred::SecondNeeded => last = Ok(Err(refusal)),
                good => return Ok(good),
            }
        }
        last
    };
    verify_signers(app, viewer, second, judge).await
}

/// Whether somebody manages a person under every book that knows them, or under those of one operator; what the books
/// call that person.
fn managed(
    app: &App,
    by: By,
    (person, numbers): (Person, &PatronNumbers),
    only: Option<&Operator>,
) -> Result<String, Problem> {
    let mut shown = None;
    for book in books().filter(|book| only.is_none_or(|only| only.has(&book.front.id))) {
        let id = &book.front.id;
        let person = operator_of(book).map_or(Some(person), |at| numbers.with(person, &at.slug));
        let Some(person) = person else { continue };
        let problem = |error| Problem::from_floor(&error, id);
        let known = match person {
            Person::Patron(number) if has_file(app, book, number)? => {
                let file = app.floor.patron(id, number).map_err(problem)?;
                file.with_state(|file| file.number.map(|_| (file.name.clone(), power_over(person))))
            }
            Person::Patron(_) | Person::System => None,
            Person::Staff(number) => app.floor.house(id).map_err(problem)?.with_state(|house| {
                let member = house.roster.members.iter().find(|member| member.id == number)?;
                Some((member.name.clone(), Act::ManageStaff))
            }),
            Person::Outside(number) => app.floor.house(id).map_err(problem)?.with_state(|house| {
                let one = house.roster.outsiders.iter().find(|one| one.id == number)?;
                Some((one.name.clone(), Act::ManageStaff))
            }),
        };
        if let Some((name, act)) = known {
            require_power(app, book, by, act)?;
            shown.get_or_insert(name);
        }
    }
    shown.ok_or_else(|| {
        Problem::not_found("no roster and no file knows that person").next("hire or register them first")
    })
}
