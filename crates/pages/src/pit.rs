//! The pit: tables by state, approvals that wait, signs and limits, meters, people, patrons, disputes, money. For the staff;
//! each page shows what this person may do under the book, and says why not the rest.

mod act;
mod day;
mod disputes;
pub(crate) mod form;
mod glance;
mod map;
mod meters;
mod mispayments;
mod money;
mod patrons;
mod people;
mod signs;
mod table;
mod waiting;

pub(crate) use act::dispatch_form;
pub(crate) use patrons::{limits, standing};

use super::layout::Page;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Form as Sent, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use engine::{PatronId, TableNumber};
use floor::By;
use form::{CommandForm, FormFields, FormOutcome, FormPermission};
use house::Signature;
use maud::{Markup, html};
use rulebook::Rulebook;
use serde::Deserialize;
use serde_json::Value;
use server::access::Area;
use server::app::App;
use server::broadcast::ChangeSource;
use server::house_orders::{book, books, role_in, run_blocking};
use server::live;
use server::problem::Problem;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::sync::Arc;
use std::time::Duration;

/// Where the pit is.
pub fn routes() -> Router<Arc<App>> {
    macro_rules! page {
        ($place:expr) => {
            get(|State(app): State<Arc<App>>, Query(asked): Query<PitQuery>, viewer: Viewer| {
                show(app, viewer, $place, asked)
            })
            .post(
                |State(app): State<Arc<App>>,
                 Query(asked): Query<PitQuery>,
                 viewer: Viewer,
                 Sent(fields): Sent<FormFields>| { submit_form(app, viewer, $place, asked, fields) },
            )
        };
    }
    Router::new()
        .route("/pit", page!(PitPage::Map))
        .route("/pit/live", get(map_socket))
        .route("/pit/tables/{number}", get(show_pit_table).post(submit_table_form))
        .route("/pit/tables/{number}/live", get(table_socket))
        .route("/pit/meters", page!(PitPage::Meters))
        .route("/pit/people", page!(PitPage::People))
        .route("/pit/patrons", page!(PitPage::Patrons))
        .route("/pit/disputes", page!(PitPage::Disputes))
        .route("/pit/money", page!(PitPage::Money))
}

/// A page of the pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PitPage {
    Map,
    Table(TableNumber),
    Meters,
    People,
    Patrons,
    Disputes,
    Money,
}

impl PitPage {
    fn path(self) -> String {
        match self {
            PitPage::Map => "/pit".to_string(),
            PitPage::Table(number) => format!("/pit/tables/{number}"),
            PitPage::Meters => "/pit/meters".to_string(),
            PitPage::People => "/pit/people".to_string(),
            PitPage::Patrons => "/pit/patrons".to_string(),
            PitPage::Disputes => "/pit/disputes".to_string(),
            PitPage::Money => "/pit/money".to_string(),
        }
    }

    fn area(self) -> Area {
        match self {
            PitPage::Map | PitPage::Table(_) => Area::Floor,
            PitPage::Meters => Area::Meters,
            PitPage::People => Area::People,
            PitPage::Patrons => Area::Patrons,
            PitPage::Disputes => Area::Disputes,
            PitPage::Money => Area::Money,
        }
    }

    fn title(self) -> String {
        match self {
            PitPage::Map => t("pit.title").to_string(),
            PitPage::Table(number) => fill("pit.table-title", &[("number", &number.to_string())]),
            PitPage::Meters => t("pit.meters").to_string(),
            PitPage::People => t("pit.people").to_string(),
            PitPage::Patrons => t("pit.patrons").to_string(),
            PitPage::Disputes => t("pit.disputes").to_string(),
            PitPage::Money => t("pit.money").to_string(),
        }
    }
}

/// What an address asks for beside its page.
#[derive(Clone, Debug, Default, Deserialize)]
struct PitQuery {
    book: Option<String>,
    /// The form that was just done.
    done: Option<String>,
    /// A patron's number.
    patron: Option<PatronId>,
    /// A day that was closed: 20261115.
    day: Option<u32>,
}

/// Whoever looks, under a book, with what they said last.
struct PitContext<'l> {
    app: &'l App,
    by: By,
    signature: Signature,
    book: &'static Rulebook,
    said: Option<&'l FormOutcome>,
}

impl PitContext<'_> {
    fn id(&self) -> &'static str {
        &self.book.front.id
    }

    /// A form, judged by whoever knows whether it may be pressed.
    fn form(
        &self,
        key: impl Into<String>,
        (to, command): (String, Value),
        seen: u64,
        verdict: FormPermission,
    ) -> CommandForm<'_> {
        let book = self.id();
        CommandForm { key: key.into(), to, command, seen, verdict, book, said: self.said }
    }

    /// What the house would say to whoever looks, before it looks at anything else.
    fn judge_house(&self, state: &house::State, command: &house::Command) -> FormPermission {
        let needs = floor::authority::of_house(self.book, state, command);
        let capacity = floor::authority::Capacity::of(&self.signature, None);
        FormPermission::of(self.book, needs.judge(self.book, &capacity))
    }

    /// The house of the book as it stands, with its version.
    fn house(&self) -> Result<(house::State, u64), Problem> {
        let desk = self.app.floor.house(self.id()).map_err(|error| Problem::from_floor(&error, self.id()))?;
        Ok((desk.with_state(Clone::clone), desk.version()))
    }
}

/// The books under which somebody works and may open a page.
fn own_books(app: &App, viewer: &Viewer, place: PitPage) -> Result<Vec<&'static Rulebook>, Problem> {
    viewer.require_staff()?;
    let mut own = Vec::new();
    let mut barred = Problem::forbidden("you are on no roster here").next("ask a manager to take you on");
    for book in books() {
        let Ok(signature) = role_in(app, viewer, book) else { continue };
        match place.area().open_to(book, &signature) {
            Ok(()) => own.push(book),
            Err(problem) => barred = problem,
        }
    }
    if own.is_empty() { Err(barred) } else { Ok(own) }
}

/// Who somebody is under the book of a page that they may open.
fn authorize(app: &App, viewer: &Viewer, place: PitPage, book: &Rulebook) -> Result<Signature, Problem> {
    viewer.require_staff()?;
    let signature = role_in(app, viewer, book)?;
    place.area().open_to(book, &signature)?;
    Ok(signature)
}

/// A page, whole.
fn render(
    app: &App,
    viewer: &Viewer,
    place: PitPage,
    asked: &PitQuery,
    said: Option<&FormOutcome>,
) -> Result<Markup, Problem> {
    viewer.require_staff()?;
    let named = match (place, &asked.book) {
        (PitPage::Table(number), _) => Some(book(&app.table(number)?.0.name.book)?),
        (_, Some(id)) => Some(book(id)?),
        (_, None) => None,
    };
    // First the book that is named, so that a refusal is by its clause.
    named.map_or(Ok(()), |book| authorize(app, viewer, place, book).map(drop))?;
    let own = own_books(app, viewer, place)?;
    let chosen = named.unwrap_or(own[0]);
    let signature = authorize(app, viewer, place, chosen)?;
    let done = asked.done.as_ref().map(|form| FormOutcome {
        form: form.clone(),
        message: None,
        problem: None,
        fields: FormFields::new(),
    });
    let look = PitContext { app, by: viewer.by()?, signature, book: chosen, said: said.or(done.as_ref()) };
    let content = match place {
        PitPage::Map => map::page(&look, &own)?,
        PitPage::Table(number) => table::page(&look, number)?,
        PitPage::Meters => meters::page(&look)?,
        PitPage::People => people::page(&look)?,
        PitPage::Patrons => patrons::page(&look, asked.patron)?,
        PitPage::Disputes => disputes::page(&look)?,
        PitPage::Money => money::page(&look, asked.day)?,
    };
    let live = match place {
        PitPage::Map | PitPage::Table(_) => Some(format!("{}/live", place.path())),
        _ => None,
    };
    let title = place.title();
    let page = Page { title: &title, kind: "pit", live, scripts: &["pit.js"], wall: false };
    Ok(page.render(viewer, html! { (frame(place, &look, &own)) (content) }))
}

/// The pages of the pit, and the books among which to choose.
fn frame(place: PitPage, look: &PitContext<'_>, own: &[&'static Rulebook]) -> Markup {
    let places =
        [PitPage::Map, PitPage::Meters, PitPage::People, PitPage::Patrons, PitPage::Disputes, PitPage::Money];
    let current = |here: bool| here.then_some("page");
    let role = look.signature.role().map_or("", |role| look.book.ladder.name(role));
    html! {
        link rel="stylesheet" href=(crate::assets::path("pit.css"));
        header.pit-head {
            h1 { (place.title()) }
            p.soft { (role) " · " (look.book.front.operator) }
            nav.tabs aria-label=(t("pit.pages")) {
                @for other in places.into_iter().filter(|other| other.area().open_to(look.book, &look.signature).is_ok()) {
                    a href={ (other.path()) "?book=" (look.id()) } aria-current=[current(other == place)] { (other.title()) }
                }
            }
            @if own.len() > 1 && !matches!(place, PitPage::Map | PitPage::Table(_)) {
                nav.tabs.books aria-label=(t("pit.books")) {
                    @for book in own {
                        a href={ (place.path()) "?book=" (book.front.id) }
                            aria-current=[current(book.front.id == look.book.front.id)] { (book.front.title) }
                    }
                }
            }
        }
    }
}

async fn show(app: Arc<App>, viewer: Viewer, place: PitPage, asked: PitQuery) -> Result<Markup, Problem> {
    run_blocking(move || render(&app, &viewer, place, &asked, None)).await
}

/// A form was sent: done and back to the page, or the page with why not beside the form.
async fn submit_form(
    app: Arc<App>,
    viewer: Viewer,
    place: PitPage,
    asked: PitQuery,
    mut fields: FormFields,
) -> Result<Response, Problem> {
    let (own, who, of_book) = (Arc::clone(&app), viewer.clone(), asked.book.clone());
    run_blocking(move || match (place, of_book) {
        (PitPage::Table(number), _) => {
            authorize(&own, &who, place, book(&own.table(number)?.0.name.book)?).map(drop)
        }
        (_, Some(id)) => authorize(&own, &who, place, book(&id)?).map(drop),
        (_, None) => own_books(&own, &who, place).map(drop),
    })
    .await?;
    let form = fields.get("form").cloned().unwrap_or_default();
    let answer = dispatch_form(&app, &viewer, &fields).await;
    let (told, problem) = match answer {
        Ok(None) => return Ok(Redirect::to(&back(place, &asked, &form)).into_response()),
        Ok(told) => (told, None),
        // Another process has it: the whole request goes there.
        Err(problem) if problem.elsewhere.is_some() => return Err(problem),
        Err(problem) => (None, Some(problem)),
    };
    let status = problem
        .as_ref()
        .and_then(|problem| StatusCode::from_u16(problem.status).ok())
        .unwrap_or(StatusCode::OK);
    // What opens a door is not written into a page.
    fields.remove("second.pin");
    fields.remove("secret");
    let said = FormOutcome { form, message: told, problem, fields };
    let page = run_blocking(move || render(&app, &viewer, place, &asked, Some(&said))).await?;
    Ok((status, page).into_response())
}

/// The page after something was done: the same, at the form.
fn back(place: PitPage, asked: &PitQuery, form: &str) -> String {
    use super::layout::encode;
    let mut address = format!("{}?done={}", place.path(), encode(form));
    if let Some(book) = &asked.book {
        address.push_str(&format!("&book={}", encode(book)));
    }
    if let Some(patron) = asked.patron {
        address.push_str(&format!("&patron={patron}"));
    }
    format!("{address}#{}", encode(form))
}

async fn show_pit_table(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    Query(asked): Query<PitQuery>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    show(app, viewer, PitPage::Table(number), asked).await
}

async fn submit_table_form(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    Query(asked): Query<PitQuery>,
    viewer: Viewer,
    Sent(fields): Sent<FormFields>,
) -> Result<Response, Problem> {
    submit_form(app, viewer, PitPage::Table(number), asked, fields).await
}

async fn map_socket(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let key = format!("pit/{}", viewer.require_staff()?);
    let (of, who) = (Arc::downgrade(&app), viewer.clone());
    let render = Box::new(move || {
        let app = of.upgrade()?;
        let own = own_books(&app, &who, PitPage::Map).ok()?;
        let signature = authorize(&app, &who, PitPage::Map, own[0]).ok()?;
        let look = PitContext { app: &app, by: who.by().ok()?, signature, book: own[0], said: None };
        Some(map::regions(&look, &own).ok()?.into_string())
    });
    let sources = [ChangeSource::Tables, ChangeSource::Meters, ChangeSource::Houses];
    watch(app, headers, upgrade, (key, &sources), render).await
}

async fn table_socket(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    viewer: Viewer,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let key = format!("pit/{}/table/{number}", viewer.require_staff()?);
    let (follower, _) = app.table(number)?;
    let of_book = book(&follower.name.book)?;
    let mut sources = vec![ChangeSource::DealerWait(number)];
    sources.extend(follower.name.stream().map(ChangeSource::Stream));
    sources.extend(floor::meter_stream(&follower.name.book).map(ChangeSource::Stream));
    let (of, who) = (Arc::downgrade(&app), viewer.clone());
    let render = Box::new(move || {
        let app = of.upgrade()?;
        let signature = authorize(&app, &who, PitPage::Table(number), of_book).ok()?;
        let look = PitContext { app: &app, by: who.by().ok()?, signature, book: of_book, said: None };
        Some(table::regions(&look, number).ok()?.into_string())
    });
    watch(app, headers, upgrade, (key, &sources), render).await
}

/// Watches a page of the pit.
async fn watch(
    app: Arc<App>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
    (key, sources): (String, &[ChangeSource]),
    render: server::broadcast::Render,
) -> Result<Response, Problem> {
    let (sources, gap) = (sources.to_vec(), Duration::from_millis(500));
    let missing = Problem::forbidden("this page is for the staff");
    let token = server::accounts::token(&headers).map(str::to_string);
    live::open(app, upgrade, token, live::LiveView { key, sources, gap, render, missing }).await
}
