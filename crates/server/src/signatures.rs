//! The second person beside an order. Whether the first may give it at all is asked before anybody's password is looked
//! at, so that nobody tries the passwords of others with orders that are not theirs to give; patrons have nobody beside them.

use crate::accounts::{AccountError, AttemptSource, Credentials};
use crate::app::App;
use crate::house_orders::run_blocking;
use crate::problem::Problem;
use crate::viewer::Viewer;
use crate::wire::SecondSignature;
use floor::{AuthorityRuling, By};
use house::{Barred, Person, StaffId};
use rulebook::{Act, Rulebook};
use std::sync::Arc;

/// Who gives an order, with the second person at their side. `judge` says what would be answered to the first alone; where
/// that is no, for another reason than that nobody stands beside, the order goes on alone and is refused for that reason.
///
/// # Errors
/// If nobody is logged in, a patron names a second person, or that person is not who they say.
pub async fn verify_signers(
    app: &Arc<App>,
    viewer: &Viewer,
    second: Option<SecondSignature>,
    judge: impl FnOnce(&App, By) -> Result<AuthorityRuling, Problem> + Send + 'static,
) -> Result<By, Problem> {
    let person = viewer.require_person()?;
    let alone = By::alone(person);
    let Some(second) = second else { return Ok(alone) };
    if let Person::Patron(_) = person {
        let what = "a second person stands beside members of staff, and never beside a patron";
        return Err(Problem::forbidden(what).next("send the order without 'second'"));
    }
    let own = Arc::clone(app);
    let judged = run_blocking(move || judge(&own, alone)).await?;
    match judged {
        Err(refusal) if refusal.reason != Barred::SecondNeeded => Ok(alone),
        _ => Ok(By { person, second: Some(verify_second(app, viewer, second).await?) }),
    }
}

/// Somebody has said their password lately enough to move money by hand, to take it out of the house or to change people: an
/// unwatched console or telephone is not enough for that.
///
/// # Errors
/// If it is too long ago.
pub fn require_recent_password(app: &App, viewer: &Viewer) -> Result<(), Problem> {
    let Some(session) = viewer.session.as_ref() else { return Ok(()) };
    let within = i64::try_from(app.settings.password_again.as_millis()).unwrap_or(i64::MAX);
    if app.user_accounts.proved_lately(session, within) {
        Ok(())
    } else {
        Err(Problem::forbidden("this needs your password again: you typed it too long ago")
            .next("confirm it at /security, or by POST /api/session, and send the order again"))
    }
}

/// The same for whoever has a power under a book.
///
/// # Errors
/// The same.
pub async fn verify_signers_for_act(
    app: &Arc<App>,
    viewer: &Viewer,
    second: Option<SecondSignature>,
    (book, act): (&'static Rulebook, Act),
) -> Result<By, Problem> {
    verify_signers(app, viewer, second, move |app, by| judge_power(app, by, (book, act))).await
}

/// Whether somebody has a power under a book, with whoever stands beside.
///
/// # Errors
/// If nobody knows them there, or the roster cannot be read.
pub fn judge_power(app: &App, by: By, (book, act): (&Rulebook, Act)) -> Result<AuthorityRuling, Problem> {
    let id = &book.front.id;
    let signature = app.floor.sign(id, by).map_err(|error| Problem::from_floor(&error, id))?;
    Ok(signature.authority(book, act))
}

/// The member of staff whose log-in name and password these are. Wrong ones count for whoever is logged in here, and for no other
/// console.
///
/// # Errors
/// If they are nobody's. It is not whoever is logged in who is unknown, so their session goes on.
pub async fn verify_second(
    app: &Arc<App>,
    viewer: &Viewer,
    SecondSignature { badge, pin, code, order }: SecondSignature,
) -> Result<StaffId, Problem> {
    let session = viewer.session.as_ref().ok_or_else(Problem::unauthenticated)?;
    let source = AttemptSource::Beside(session.account.clone());
    // Slow on purpose, and so not on a thread that others wait for.
    let proved = app.user_accounts.on_blocking_thread(move |accounts| {
        let order = order.map(|store::CommandId(id)| id);
        accounts.verify_credentials(
            &Credentials { name: badge.trim(), secret: &pin, code: code.as_deref(), order },
            &source,
        )
    });
    let proved = proved.await.map_err(|error| match error {
        AccountError::CodeNeeded => {
            Problem::forbidden("the code of the second person's authenticator is needed too")
                .next("let the second person type it, or one of their codes on paper")
        }
        AccountError::WrongCode => {
            Problem::forbidden("the second person's code is wrong, too old, or was used for something else")
                .next("wait for the next code")
        }
        AccountError::FactorMissing => {
            Problem::forbidden("the second person has no authenticator, and needs one here")
                .next("they log in and set one up at /security")
        }
        error => Problem::from(error),
    });
    match proved {
        Ok(Person::Staff(id)) => Ok(id),
        Ok(_) => Err(Problem::forbidden("the second person must be a member of staff")),
        Err(problem) if problem.status == 401 => {
            let what = "the second person's log-in name or password is wrong";
            Err(Problem::forbidden(what).next("let the second person type both again"))
        }
        Err(problem) => Err(problem),
    }
}
