//! What proves the log: verification of every chain, where the streams end, anchors signed and compared, and the whole log
//! carried away as one file.

use super::{
    check_review_access, check_whole_log_access, inspector_tabs, require_review_access,
    require_whole_log_access, run_log_read,
};
use crate::layout::Page;
use crate::parts;
use axum::body::Body;
use axum::extract::{Form, Query, State};
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use floor::Zone;
use maud::{Markup, html};
use serde::Deserialize;
use server::app::App;
use server::archive::VerificationReport;
use server::house_orders::run_blocking;
use server::problem::Problem;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::io::{self, Write};
use std::sync::Arc;
use store::export::ExportError;
use store::{Anchor, SignedAnchor, StoreError};
use tokio::sync::mpsc::{Sender, channel};

/// Streams on a page.
const PAGE: usize = 200;
/// So much of an export is sent at a time, and so many such parts wait for a slow reader.
const PART: usize = 64 * 1024;
const PARTS: usize = 4;

fn frame(app: &App, viewer: &Viewer, compared: Option<&AnchorComparison>) -> Markup {
    let page =
        Page { title: t("inspector.verify"), kind: "inspector", scripts: &["rounds.js"], ..Page::default() };
    let under_way = app.archive.check.percent();
    let takes_all = check_whole_log_access(app, viewer).is_ok();
    page.render(
        viewer,
        html! {
            h1 { (t("inspector.verify")) }
            (inspector_tabs("/inspector/verify"))
            div.columns {
                section.panel {
                    h2 { (t("inspector.chain")) }
                    p { (t("inspector.chain-why")) }
                    @match under_way {
                        Some(percent) => {
                            p { (fill("inspector.verifying", &[("percent", &percent.to_string())])) }
                            progress max="100" value=(percent) aria-label=(t("inspector.verify")) {}
                        }
                        None => form method="post" action="/inspector/verify" { button { (t("inspector.begin")) } },
                    }
                    @if let Some(last) = app.archive.check.last() { (result(&last, &app.settings.time_zone)) }
                }
                section.panel {
                    h2 { (t("inspector.anchors")) }
                    p { (t("inspector.anchors-why")) }
                    @if takes_all { p { a.button href="/inspector/anchor" { (t("inspector.sign")) } } }
                    form method="post" action="/inspector/anchor" {
                        label for="anchor" { (t("inspector.paste")) }
                        textarea #anchor name="anchor" rows="6" required spellcheck="false" {}
                        p.only-script { label for="file" { (t("inspector.file")) } input #file type="file" data-into="anchor"; }
                        p.buttons { button { (t("inspector.compare")) } }
                    }
                    @if let Some(compared) = compared { (compared.render(&app.settings.time_zone)) }
                }
                section.panel {
                    h2 { (t("inspector.export")) }
                    p { (t("inspector.export-why")) }
                    @if takes_all { p { a.button href="/inspector/export" { (t("inspector.export-now")) } } }
                    @else { p.empty { (t("inspector.export-not")) } }
                }
            }
        },
    )
}

fn result(checked: &VerificationReport, zone: &Zone) -> Markup {
    let count = |number: u64| html! { (number) };
    html! {
        h3 { (fill("inspector.verified-at", &[("time", &zone.time(checked.began_ms))])) }
        @if checked.wrong.is_empty() { p.notice.ok { (t("inspector.whole")) } }
        @else {
            p.notice.no role="alert" { (t("inspector.not-whole")) }
            ul.wrong { @for wrong in &checked.wrong { li { (wrong) } } }
        }
        (parts::rows(&[
            (t("inspector.streams"), count(checked.streams)),
            (t("inspector.records"), count(checked.records)),
            (t("inspector.commands"), count(checked.commands)),
            (t("inspector.events"), html! { @match checked.events { Some(events) => (events), None => (t("inspector.not-read")) } }),
            (t("inspector.took"), html! { (checked.took_ms) " ms" }),
        ]))
    }
}

pub(super) async fn show_verification(
    State(app): State<Arc<App>>,
    viewer: Viewer,
) -> Result<impl IntoResponse, Problem> {
    run_blocking(move || {
        check_review_access(&app, &viewer)?;
        // Looked at again while it is under way, without a script too.
        let again = app.archive.check.percent().map(|_| AppendHeaders([("refresh", "1")]));
        Ok((again, frame(&app, &viewer, None)))
    })
    .await
}

pub(super) async fn begin(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Redirect, Problem> {
    run_blocking(move || {
        check_review_access(&app, &viewer)?;
        app.archive.check.begin(&app.store, &app.vault, app.clock.wall_ms());
        Ok(Redirect::to("/inspector/verify"))
    })
    .await
}

pub(super) async fn sign_anchor(
    State(app): State<Arc<App>>,
    viewer: Viewer,
) -> Result<impl IntoResponse, Problem> {
    require_whole_log_access(&app, &viewer).await?;
    let of = Arc::clone(&app);
    let signed = run_log_read(move || {
        Anchor::of(&*of.store, of.clock.wall_ms()).map(|anchor| anchor.signed(&of.vault).to_string())
    });
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"cardroom.anchor\""),
    ];
    Ok((headers, signed.await??))
}

/// What an anchor says about the log of today.
enum AnchorComparison {
    NoAnchor(String),
    OtherHouse(String),
    Moved(Vec<String>),
    Whole { streams: usize, made_ms: i64, by: String },
}

impl AnchorComparison {
    fn of(app: &App, text: &str) -> Result<AnchorComparison, Problem> {
        let signed = match SignedAnchor::parse(text.trim_start()) {
            Ok(signed) => signed,
            Err(error) => return Ok(AnchorComparison::NoAnchor(error.to_string())),
        };
        if !(app.vault.knows(&signed.key) && signed.is_signed_by(&signed.key)) {
            return Ok(AnchorComparison::OtherHouse(app.vault.verifying_key().to_string()));
        }
        let moved = match signed.anchor.check(&*app.store) {
            Ok(moved) => moved.iter().map(ToString::to_string).collect(),
            // A record that the anchor names cannot be read: that is what was asked.
            Err(error @ store::StoreError::Damaged { .. }) => vec![error.to_string()],
            Err(error) => return Err(error.into()),
        };
        if !moved.is_empty() {
            return Ok(AnchorComparison::Moved(moved));
        }
        let (streams, made_ms) = (signed.anchor.heads.len(), signed.anchor.made_ms);
        Ok(AnchorComparison::Whole { streams, made_ms, by: signed.key.to_string() })
    }

    fn render(&self, zone: &Zone) -> Markup {
        match self {
            AnchorComparison::NoAnchor(why) => parts::notice(false, why, None),
            AnchorComparison::OtherHouse(house) => {
                parts::notice(false, &fill("inspector.other-house", &[("key", house)]), None)
            }
            AnchorComparison::Moved(moved) => html! {
                (parts::notice(false, t("inspector.moved"), None))
                ul.wrong { @for moved in moved { li { (moved) } } }
            },
            AnchorComparison::Whole { streams, made_ms, by } => {
                let (streams, made) = (streams.to_string(), zone.time(*made_ms));
                let with = [("streams", streams.as_str()), ("time", &made), ("key", by)];
                parts::notice(true, &fill("inspector.unmoved", &with), None)
            }
        }
    }
}

/// An anchor as it is pasted.
#[derive(Deserialize)]
pub(super) struct AnchorForm {
    anchor: String,
}

pub(super) async fn compare(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    Form(pasted): Form<AnchorForm>,
) -> Result<Markup, Problem> {
    require_review_access(&app, &viewer).await?;
    run_blocking(move || Ok(frame(&app, &viewer, Some(&AnchorComparison::of(&app, &pasted.anchor)?)))).await
}

/// Which page of the streams.
#[derive(Default, Deserialize)]
pub(super) struct StreamsQuery {
    page: Option<usize>,
}

pub(super) async fn streams(
    State(app): State<Arc<App>>,
    Query(which): Query<StreamsQuery>,
    viewer: Viewer,
) -> Result<Markup, Problem> {
    require_review_access(&app, &viewer).await?;
    let of = Arc::clone(&app);
    let heads = run_log_read(move || of.store.streams()).await??;
    let at = which.page.unwrap_or(1).max(1);
    let pages = heads.len().div_ceil(PAGE).max(1);
    let page = Page { title: t("inspector.streams"), kind: "inspector", ..Page::default() };
    Ok(page.render(
        &viewer,
        html! {
            h1 { (t("inspector.streams")) }
            (inspector_tabs("/inspector/streams"))
            p.lead { (t("inspector.streams-why")) }
            div.scroll tabindex="0" role="region" aria-label=(t("inspector.streams")) {
                table.data {
                    thead { tr {
                        th scope="col" { (t("inspector.stream")) } th.number scope="col" { (t("inspector.records")) }
                        th.number scope="col" { (t("inspector.claim")) } th scope="col" { (t("inspector.head")) }
                    } }
                    tbody { @for (stream, head) in heads.iter().skip((at - 1).saturating_mul(PAGE)).take(PAGE) {
                        tr {
                            th scope="row" { (link(stream)) } td.number { (head.version) } td.number { (head.epoch.0) }
                            td { code.hash { (head.hash) } }
                        }
                    } }
                }
            }
            nav.pages aria-label=(t("inspector.pages")) {
                @if at > 1 { a rel="prev" href={ "?page=" (at - 1) } { (t("inspector.before")) } " " }
                span { (fill("inspector.page", &[("page", &at.to_string()), ("pages", &pages.to_string())])) }
                @if at < pages { " " a rel="next" href={ "?page=" (at + 1) } { (t("inspector.after")) } }
            }
        },
    ))
}

/// A table's stream leads to what happened there.
fn link(stream: &store::Stream) -> Markup {
    html! {
        @match floor::TableName::of(stream) {
            Some(name) => a href={ "/inspector/recall/" (name.number) } { (stream.name()) },
            None => (stream.name()),
        }
    }
}

/// The whole log as one signed file, sent as it is read: nothing of it is held but a few parts. The key is not in it.
pub(super) async fn export(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Response, Problem> {
    require_whole_log_access(&app, &viewer).await?;
    let who = viewer.session.as_ref().map(|session| session.account.clone()).unwrap_or_default();
    let turn = app.archive.exports.begin(&who)?;
    let (send, receive) = channel(PARTS);
    let made_ms = app.clock.wall_ms();
    // A thread of its own, which waits for the reader; the connection is cut where nothing is taken for long.
    let thread = std::thread::Builder::new().name("export".into());
    let begun = thread.spawn(move || {
        let mut pipe = ExportWriter { send: send.clone(), held: Vec::with_capacity(PART) };
        match store::export::export(&*app.store, &app.vault, made_ms, &mut pipe) {
            Ok(_) => {}
            Err(ExportError::File(error)) => tracing::info!(%error, "an export was broken off"),
            Err(error) => {
                tracing::error!(%error, "an export");
                // The reader sees the connection break: half of a log is of no use to anybody.
                let _ = send.blocking_send(Err(io::Error::other(error.to_string())));
            }
        }
    });
    begun.map_err(|error| {
        Problem::from_store(&StoreError::Unavailable(format!("no thread for an export: {error}")))
    })?;
    // The turn ends when all of it is taken, not when all is read: what waits for a slow reader takes up room.
    let parts = futures_util::stream::unfold((receive, turn), |(mut receive, turn)| async move {
        let part: io::Result<Vec<u8>> = receive.recv().await?;
        Some((part, (receive, turn)))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"cardroom.export\""),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// A writer whose parts go to a reader far away, and which waits for it.
struct ExportWriter {
    send: Sender<io::Result<Vec<u8>>>,
    held: Vec<u8>,
}

impl Write for ExportWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= PART {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.held.is_empty() {
            return Ok(());
        }
        let part = std::mem::replace(&mut self.held, Vec::with_capacity(PART));
        self.send.blocking_send(Ok(part)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
