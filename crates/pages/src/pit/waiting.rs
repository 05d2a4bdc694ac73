//! What an automatic table waits for: an alarm where it cannot go on, the places that decide, and what was done for players
//! who were away.

use super::PitContext;
use super::glance::PitTableView;
use super::map::of_game;
use super::table::simple;
use crate::layout::clause;
use crate::parts;
use engine::banked::{Command as Game, Decision};
use floor::Zone;
use maud::{Markup, html};
use serde_json::json;
use server::absences::{AbsenceNote, Deemed};
use server::app::App;
use server::auto_dealer::{Alarm, StallReason};
use server::texts::{fill, t};
use server::wire::PlaceNumber;

/// Tables whose alarms are shown at length.
const SHOWN: usize = 40;

/// Damage to the log, which every manager must know of.
pub(super) fn log_alarm(app: &App) -> Markup {
    let alarm = server::integrity::alarm(app);
    html! {
        section.alarms data-live="log-alarm" aria-label=(t("pit.log-alarm")) {
            @if let Some(what) = &alarm {
                article.alarm data-alarm="log" {
                    div data-say="alarm-log" {
                        h2 { (t("pit.log-alarm")) }
                        p { (what) }
                        p { (t("pit.log-alarm-do")) }
                    }
                }
            }
        }
    }
}

/// The tables that cannot go on by themselves, each with what to do.
pub(super) fn alarms(tables: &[PitTableView], zone: &Zone) -> Markup {
    let stuck = || tables.iter().filter_map(|table| Some((table, table.alarm.as_ref()?)));
    html! {
        section.alarms data-live="alarms" aria-label=(t("pit.alarms")) {
            @for (table, alarm) in stuck().take(SHOWN) { (article(table, alarm, zone)) }
            @let more = stuck().count().saturating_sub(SHOWN);
            @if more > 0 { p { (fill("pit.more-alarms", &[("count", &more.to_string())])) } }
        }
    }
}

/// One table's alarm.
pub(super) fn article(table: &PitTableView, alarm: &Alarm, zone: &Zone) -> Markup {
    let number = table.number.to_string();
    let id = &table.book.front.id;
    html! {
        article.alarm data-alarm=(number) {
            div data-say={ "alarm-" (number) "-" (alarm.since_ms) } {
                h2 { a href={ "/pit/tables/" (number) } { (fill("pit.stands-still", &[("number", &number)])) } }
                p {
                    @match &alarm.stuck {
                        StallReason::Refused { why, clause: label } => { (fill("pit.stuck-refused", &[("why", why)])) " " (clause(id, label)) }
                        StallReason::Failed(why) => (fill("pit.stuck-failed", &[("why", why)])),
                        StallReason::Unanswered => (t("pit.stuck-unanswered")),
                        StallReason::Awards => { (t("pit.stuck-awards")) " " (clause(id, table.book.label(table.book.jackpots.recorded))) }
                        StallReason::DealtByHand => (t("pit.stuck-by-hand")),
                    }
                    " " (t("pit.since")) " " (zone.time(alarm.since_ms))
                }
                p { (to_do(&alarm.stuck)) }
            }
        }
    }
}

/// What a person does about it.
fn to_do(stuck: &StallReason) -> &'static str {
    match stuck {
        StallReason::Refused { .. } | StallReason::Failed(_) => t("pit.do-refused"),
        StallReason::Unanswered => t("pit.do-unanswered"),
        StallReason::Awards => t("pit.do-awards"),
        StallReason::DealtByHand => t("pit.do-by-hand"),
    }
}

/// "waits for place 3".
pub(super) fn waits_for(table: &PitTableView) -> Option<String> {
    let places: Vec<String> =
        table.deciding.iter().map(|&seat| PlaceNumber::of(seat).0.to_string()).collect();
    (!places.is_empty()).then(|| fill("pit.waits-for", &[("places", &places.join(", "))]))
}

/// Who has to decide, since when and until when; and how the hand of somebody who has gone is given up at once.
pub(super) fn section(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let zone = &look.app.settings.time_zone;
    html! {
        section.panel.waiting data-live="waiting" {
            @if let Some(alarm) = &table.alarm { (article(table, alarm, zone)) }
            h2 { (t("pit.waiting")) }
            @match waits_for(table) {
                None => p.soft { (t("pit.waits-for-nobody")) },
                Some(text) => {
                    p {
                        (text)
                        @if let Some((since, until)) = table.waits {
                            " " (t("pit.since")) " " (zone.time(since))
                            @if let Some(until) = until { " " span.timer { (t("pit.clock-left")) " " time.countdown data-until-ms=(until) {} } }
                        }
                    }
                    p.soft { (t("pit.absent-about")) " " (clause(look.id(), table.book.label(table.book.table.wagers.absent.cite))) }
                    div.row { @for &seat in &table.deciding {
                        @let place = PlaceNumber::of(seat).0;
                        @let said = json!({ "do": "decide", "decision": "absent", "seat": place });
                        @let command = of_game(Game::Decide { seat, decision: Decision::Absent });
                        (simple(look, table, &format!("absent-{place}"), (said, command),
                            &fill("pit.is-absent", &[("place", &place.to_string())])))
                    } }
                }
            }
            @if !table.absences.is_empty() {
                h3 { (t("pit.absences")) }
                ul.plain { @for note in &table.absences { li { (absence_text(look.id(), note)) } } }
            }
        }
    }
}

/// A decision that was made for somebody who was away.
fn absence_text(book: &str, note: &AbsenceNote) -> Markup {
    let (round, place) = (note.round.to_string(), PlaceNumber::of(note.seat).0.to_string());
    let with = [("round", round.as_str()), ("place", &place)];
    html! {
        (fill("pit.absence", &with)) " "
        @if let Some(patron) = note.patron { (fill("pit.patron-number", &[("number", &patron.to_string())])) " " }
        @match &note.deemed {
            Deemed::Checked => (t("pit.deemed-checked")),
            Deemed::Folded => (t("pit.deemed-folded")),
            Deemed::AnteFolded => (t("pit.deemed-ante-folded")),
            Deemed::GivenBack(wager, amount) => {
                (fill("pit.deemed-given-back", &[("wager", wager), ("amount", &parts::money(*amount))]))
            }
        }
        " " (clause(book, &note.clause))
        @if let Some(reading) = &note.reading { ", " (clause(book, reading)) }
    }
}
