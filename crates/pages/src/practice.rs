//! Practice tables: the coach, situations on demand, a score against perfect play. Nothing here is for money, and nothing
//! here is reached from a live table, where the books forbid advice.

mod coaching;
mod felt;
mod past;
mod show;
#[cfg(test)]
mod tests;

use crate::layout::{Page, encode};
use axum::Router;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, FromRef, FromRequestParts, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use cards::ShuffleKey;
use coach::{Kind, Wanted};
use maud::html;
use money::Money;
use odds::Choice;
use serde::Deserialize;
use server::practice_tables::{
    self, PracticeGame, PracticeTable, PracticeTables, chance, lock, new_visitor, problem, visitor,
};
use server::problem::Problem;
use server::slow_work::PRACTICE;
use server::texts::{fill, t};
use server::viewer::Viewer;

/// Where they are found. The state is whatever knows the rooms and who looks.
pub fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    PracticeTables: FromRef<S>,
    Viewer: FromRequestParts<S>,
{
    Router::new()
        .route("/practice", get(games))
        .route("/practice/{book}/{game}", get(table))
        .route("/practice/{book}/{game}/deal", post(deal))
        .route("/practice/{book}/{game}/decide", post(decide))
        .route("/practice/{book}/{game}/ask", post(ask))
        .route("/practice/{book}/{game}/new-score", post(new_score))
}

/// The address of a practice table.
fn address(pair: PracticeGame) -> String {
    format!("/practice/{}/{}", encode(&pair.book.front.id), encode(&pair.game.game))
}

/// The games that can be practised.
async fn games(viewer: Viewer) -> Html<String> {
    let page = Page { title: t("practice.title"), kind: "practice", ..Page::default() };
    let content = page.render(
        &viewer,
        html! {
            h1 { (t("practice.title")) }
            p.lead { (t("practice.about")) }
            p { (t("practice.not-live")) }
            ul.games {
                @for pair in PracticeGame::all() {
                    li {
                        a.button href=(address(pair)) { (pair.game.name) }
                        p { (fill("practice.by-book", &[
                            ("operator", &pair.book.front.operator),
                            ("version", &pair.book.front.version),
                        ])) }
                    }
                }
            }
        },
    );
    Html(content.into_string())
}

type PracticePath = Path<(String, String)>;

async fn table(
    State(rooms): State<PracticeTables>,
    viewer: Viewer,
    Path((book, game)): PracticePath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let pair = PracticeGame::find(&book, &game)?;
    let content = run_practice_work(move || {
        // Whoever only looks gets a table that is not kept, so that passers-by take nobody's place.
        let kept = visitor(&headers).and_then(|visitor| rooms.room(&visitor, pair));
        match kept {
            Some(room) => Ok(show::content(pair, &lock(&room))),
            None => rooms.fresh(pair).map(|room| show::content(pair, &room)),
        }
    })
    .await?;
    let title = fill("practice.table-title", &[("game", &pair.game.name)]);
    let page = Page { title: &title, kind: "practice", scripts: &["practice.js"], ..Page::default() };
    let mut response = Html(page.render(&viewer, content).into_string()).into_response();
    // Cards of a round that is being played are nobody else's, and none of a cache's.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// A deal: the Ante, and what is wanted.
#[derive(Deserialize)]
struct PracticeDealForm {
    #[serde(default)]
    ante: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    own: String,
    #[serde(default)]
    up: String,
    #[serde(default)]
    board: String,
}

/// More than any list of cards needs: what is longer is not even read.
const LONGEST: usize = 200;

async fn deal(
    State(rooms): State<PracticeTables>,
    Path((book, game)): PracticePath,
    headers: HeaderMap,
    form: Result<Form<PracticeDealForm>, FormRejection>,
) -> Result<Response, Problem> {
    let (pair, form) = (PracticeGame::find(&book, &game)?, read(form)?);
    let key = ShuffleKey::from_bytes(chance()?);
    act(rooms, pair, &headers, move |room| {
        let ante = match form.ante.trim() {
            "" => room.ante,
            text => dollars(text)?,
        };
        if [&form.own, &form.up, &form.board].iter().any(|text| text.len() > LONGEST) {
            return Err(Problem::bad_request(t("practice.too-long")));
        }
        let wanted = Wanted::read(&form.own, &form.up, &form.board);
        let wanted = wanted.map_err(|error| problem(&error.into(), pair))?;
        let practice = &mut room.practice;
        let dealt = match form.kind.as_str() {
            "" => practice.deal(ante, &wanted, &key),
            id => {
                let known = Kind::from_id(id).filter(|kind| kind.is_in(practice.coach()));
                let kind = known.ok_or_else(|| Problem::bad_request(t("practice.no-such-kind")))?;
                practice.deal_kind(ante, kind, &key)
            }
        };
        dealt.map_err(|refused| problem(&refused, pair))?;
        room.ante = ante;
        Ok(())
    })
    .await
}

/// An amount as people type it: "25", "$1,000".
fn dollars(text: &str) -> Result<Money, Problem> {
    let plain: String = text.chars().filter(|letter| !matches!(letter, '$' | ',' | ' ')).take(20).collect();
    plain.parse().map_err(|error| {
        let text: String = text.chars().take(20).collect();
        Problem::bad_request(format!("'{text}' is no amount: {error}")).next(t("practice.ante-hint"))
    })
}

/// A decision, and the page on which it was taken.
#[derive(Deserialize)]
struct PracticeDecisionForm {
    choice: String,
    /// The round and the decision that the page showed: a second press of a button decides nothing else.
    #[serde(default)]
    at: String,
}

/// The mark of the decision that is open.
fn open_decision(room: &PracticeTable) -> String {
    format!("{}-{}", room.practice.table().rounds, room.practice.marked().len())
}

/// A choice as forms write it: "fold", "check", "bet-3".
fn choice_id(choice: Choice) -> String {
    match choice {
        Choice::Fold => "fold".into(),
        Choice::Check => "check".into(),
        Choice::Bet(times) => format!("bet-{times}"),
    }
}

fn choice_of(id: &str) -> Option<Choice> {
    match id {
        "fold" => Some(Choice::Fold),
        "check" => Some(Choice::Check),
        bet => bet.strip_prefix("bet-")?.parse().ok().map(Choice::Bet),
    }
}

async fn decide(
    State(rooms): State<PracticeTables>,
    Path((book, game)): PracticePath,
    headers: HeaderMap,
    form: Result<Form<PracticeDecisionForm>, FormRejection>,
) -> Result<Response, Problem> {
    let (pair, form) = (PracticeGame::find(&book, &game)?, read(form)?);
    let choice = choice_of(&form.choice).ok_or_else(|| Problem::bad_request(t("practice.no-such-choice")))?;
    act(rooms, pair, &headers, move |room| {
        if !form.at.is_empty() && form.at != open_decision(room) {
            return Ok(());
        }
        room.practice.decide(choice).map(|_| ()).map_err(|refused| problem(&refused, pair))
    })
    .await
}

async fn ask(
    State(rooms): State<PracticeTables>,
    Path((book, game)): PracticePath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let pair = PracticeGame::find(&book, &game)?;
    act(rooms, pair, &headers, move |room| {
        room.practice.ask().map(|_| ()).map_err(|refused| problem(&refused, pair))
    })
    .await
}

async fn new_score(
    State(rooms): State<PracticeTables>,
    Path((book, game)): PracticePath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let pair = PracticeGame::find(&book, &game)?;
    act(rooms, pair, &headers, |room| {
        room.practice.new_score();
        Ok(())
    })
    .await
}

fn read<T>(form: Result<Form<T>, FormRejection>) -> Result<T, Problem> {
    let Form(form) = form.map_err(|error| Problem::new(error.status(), error.body_text()))?;
    Ok(form)
}

/// Does something at a visitor's table and goes back to its page; a new visitor gets a table and the cookie for it.
async fn act(
    rooms: PracticeTables,
    pair: PracticeGame,
    headers: &HeaderMap,
    what: impl FnOnce(&mut PracticeTable) -> Result<(), Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let known = visitor(headers);
    let token = match &known {
        Some(token) => token.clone(),
        None => new_visitor()?,
    };
    let cookie = format!(
        "{}={token}; Path=/practice; HttpOnly; SameSite=Strict; Max-Age=604800",
        practice_tables::COOKIE
    );
    run_practice_work(move || {
        let room = rooms.open(&token, pair)?;
        let mut room = lock(&room);
        what(&mut room)
    })
    .await?;
    let mut response = Redirect::to(&format!("{}#felt", address(pair))).into_response();
    if known.is_none() {
        let cookie = HeaderValue::from_str(&cookie)
            .map_err(|_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, t("practice.no-cookie")))?;
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Work that may take a second (a game is solved, decks are tried) on a thread where nobody else waits.
async fn run_practice_work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    PRACTICE.run(work).await.unwrap_or_else(|| {
        tracing::error!("a practice table");
        Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, t("practice.broken")))
    })
}
