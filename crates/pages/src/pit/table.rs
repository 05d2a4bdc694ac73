//! One table in the pit: how it stands, what is announced, who plays, and everything that can be done about it.

use super::PitContext;
use super::form::FormPermission;
use super::glance::{PitNoticeView, PitPlayerView, PitTableView};
use super::map::{announced, judge, mode, of_game};
use super::{signs, waiting};
use crate::layout::clause;
use crate::parts;
use engine::banked::{Command as Game, NoticeOf, Phase};
use engine::{Limits, MeterIndex, Sign, TableNumber};
use floor::table::{Command, DealingMode, Link};
use maud::{Markup, html};
use money::Money;
use serde_json::{Value, json};
use server::problem::Problem;
use server::texts::{fill, t};
use server::wire::PlaceNumber;

/// The whole page.
pub(super) fn page(look: &PitContext<'_>, number: TableNumber) -> Result<Markup, Problem> {
    let table = PitTableView::of(look.app, number)?;
    Ok(html! {
        (regions(look, number)?)
        (forms(look, &table))
    })
}

/// What is kept fresh.
pub(super) fn regions(look: &PitContext<'_>, number: TableNumber) -> Result<Markup, Problem> {
    let table = PitTableView::of(look.app, number)?;
    Ok(html! {
        section.approvals data-live="approval" aria-label=(t("pit.approvals")) {
            @if !table.wins.is_empty() { (approval(look, &table)) }
        }
        @if table.mode == Some(DealingMode::Virtual) { (waiting::section(look, &table)) }
        div.columns {
            section.panel data-live="now" {
                h2 { (table.game.name) }
                p.badges {
                    span.badge.state data-state=(table.state()) { (table.phase_words) } " "
                    @if table.link != Link::None { (parts::badge(&table.link.word().to_lowercase(), table.link.word())) }
                }
                (parts::rows(&[
                    (t("pit.cards-come"), html! { (mode(table.mode)) }),
                    (t("pit.round"), html! { (table.round) }),
                    (t("pit.float"), html! { (parts::exact(table.float)) }),
                    (t("pit.drop"), html! { (parts::exact(table.drop)) }),
                    (t("pit.layout"), html! { (parts::exact(table.layout)) }),
                    (t("pit.day-win"), html! { (parts::signed(table.sheet.win())) }),
                    (t("pit.open-calls"), html! { (table.due) }),
                ]))
                p { a href={ "/tables/" (number) } { (t("pit.look-at-felt")) } " · "
                    a href={ "/dealer/" (number) } { (t("pit.console")) } }
            }
            section.panel data-live="sign" {
                h2 { (t("pit.sign")) " " (clause(look.id(), look.book.label(look.book.table.limits.shown))) }
                @match &table.sign {
                    Some(sign) => (in_force(&table, sign)),
                    None => p.empty { (t("pit.no-sign")) },
                }
                h3 { (t("pit.notices")) }
                @if table.notices.is_empty() { p.soft { (t("pit.no-notices")) } }
                @for notice in &table.notices { (notice_of(look, &table, notice)) }
            }
        }
        section.panel data-live="players" {
            h2 { (t("pit.players")) }
            @if table.players.is_empty() { p.soft { (t("pit.nobody-plays")) } }
            ul.players { @for player in &table.players { (player_of(look, &table, player)) } }
        }
    })
}

/// Awards that wait, impossible to miss.
pub(super) fn approval(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let number = table.number.to_string();
    let command = Command::DetermineAwards { next_key: None };
    let verdict = judge(look, table, &command);
    let mut form = look.form(
        format!("award-{number}"),
        (format!("table/{number}"), json!({ "do": "determine-awards" })),
        table.award,
        verdict,
    );
    form.book = &table.book.front.id;
    let ready = table.wins.iter().all(|win| win.amount.is_some());
    html! {
        article.award data-award={ (number) "-" (table.award) } {
            div data-say={ "award-" (number) "-" (table.award) } {
                h2 { (fill("pit.award", &[("number", &number)])) }
                ul.plain {
                    @for win in &table.wins { li {
                        strong { (fill("pit.award-hand", &[("hand", &win.hand), ("seat", &(win.seat + 1).to_string())])) } " "
                        @if let Some(patron) = win.patron { (fill("pit.patron-number", &[("number", &patron.to_string())])) " " }
                        @match win.amount {
                            Some(amount) => strong.amount { (parts::exact(amount)) },
                            None => span { (t("pit.award-unknown")) },
                        }
                        " " (clause(&table.book.front.id, &win.clause))
                    } }
                }
            }
            @if ready { (form.show(t("pit.approve"), html! {})) }
        }
    }
}

fn in_force(table: &PitTableView, sign: &Sign) -> Markup {
    html! {
        (signs::limits_table(table.game, &sign.limits))
        @if !sign.paytables.is_empty() {
            h3 { (t("pit.pay-tables")) }
            ul.plain { @for (name, column) in &sign.paytables { li { (name) ": " (column) } } }
        }
        @if let Some(terms) = &sign.jackpot {
            p { (fill("pit.jackpot-cost", &[("cost", &parts::money(terms.wager))])) }
        }
    }
}

/// A notice with what it announces, and the button that puts it in force.
fn notice_of(look: &PitContext<'_>, table: &PitTableView, notice: &PitNoticeView) -> Markup {
    let number = table.number;
    html! {
        div.notice {
            p { (announced(table.book, notice)) }
            @if let Some(new) = &notice.limits {
                (signs::limits_table(table.game, new))
                @let command = json!({ "do": "change-limits", "limits": signs::limits_json(table.game, new) });
                @let verdict = judge(look, table, &of_game(Game::ChangeLimits { limits: Box::new(new.clone()), at_once: false }));
                (look.form("announced", (format!("table/{number}"), command), table.version, verdict)
                    .show(t("pit.put-in-force"), html! {}))
            }
            @if notice.of == NoticeOf::Closing {
                (simple(look, table, "close-announced", (json!({ "do": "close" }), of_game(Game::Close)), t("pit.close-table")))
            }
        }
    }
}

fn player_of(look: &PitContext<'_>, table: &PitTableView, player: &PitPlayerView) -> Markup {
    let seat = player.seat;
    let place = PlaceNumber::of(seat).0;
    let pause = if player.paused {
        ("resume", "resume-player", Game::ResumePlayer { seat }, t("pit.resume"))
    } else {
        ("pause", "pause-player", Game::PausePlayer { seat }, t("pit.pause"))
    };
    html! {
        li.panel {
            h3 { (fill("pit.seat", &[("seat", &place.to_string())])) }
            p {
                @if let Some(patron) = player.patron {
                    a href={ "/pit/patrons?book=" (look.id()) "&patron=" (patron) } {
                        (fill("pit.patron-number", &[("number", &patron.to_string())]))
                    } " "
                }
                (parts::money(player.chips)) " "
                @if player.paused { (parts::badge("wait", t("pit.paused"))) " " }
                @if player.keeps { (parts::badge("plain", t("pit.keeps"))) " " }
                @if player.leaving { (parts::badge("wait", t("pit.leaving"))) " " }
                @if player.personal { (parts::badge("plain", t("pit.agreed"))) }
            }
            div.row {
                @let (key, word, command, text) = pause;
                (simple(look, table, &format!("{key}-{place}"), (json!({ "do": word, "seat": place }), of_game(command)), text))
                (simple(look, table, &format!("vacate-{place}"),
                    (json!({ "do": "vacate-seat", "seat": place }), of_game(Game::VacateSeat { seat })), t("pit.vacate")))
                (simple(look, table, &format!("leave-{place}"),
                    (json!({ "do": "leave", "seat": place }), Command::LeaveSeat { seat: seat as u8 }), t("pit.gets-up")))
            }
            (remove(look, table, player))
        }
    }
}

/// A player is ordered off the table, and is told why.
fn remove(look: &PitContext<'_>, table: &PitTableView, player: &PitPlayerView) -> Markup {
    let place = PlaceNumber::of(player.seat).0;
    let command = Command::RemovePlayer { seat: player.seat as u8, why: String::new() };
    let said = json!({ "do": "remove-player", "seat": place });
    let to = (format!("table/{}", table.number), said);
    let form = look.form(format!("remove-{place}"), to, table.version, judge(look, table, &command));
    form.show(t("pit.remove"), form.short_text("why", t("pit.remove-why")))
}

/// A form of one button.
pub(super) fn simple(
    look: &PitContext<'_>,
    table: &PitTableView,
    key: &str,
    (said, command): (Value, Command<Game>),
    button: &str,
) -> Markup {
    let verdict = judge(look, table, &command);
    look.form(key, (format!("table/{}", table.number), said), table.version, verdict).show(button, html! {})
}

/// All that can be done about the table, each with who may.
fn forms(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    html! {
        @if table.mode.is_none() { (set_up(look, table)) }
        @if table.phase == Phase::Closed && table.mode.is_some() { (signs::open(look, table)) }
        @if table.sign.is_some() { (signs::change(look, table)) (closing(look, table)) }
        @if table.mode.is_some() { div.columns { (money(look, table)) (meter_link(look, table)) } }
        @if table.mode == Some(DealingMode::Virtual) { (dealing(look, table)) }
    }
}

fn set_up(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    html! {
        section.panel {
            h2 { (t("pit.set-up")) }
            div.row {
                (simple(look, table, "set-up-virtual",
                    (json!({ "do": "set-up", "mode": "virtual" }), Command::SetUp(DealingMode::Virtual)), t("pit.set-up-virtual")))
                (simple(look, table, "set-up-live",
                    (json!({ "do": "set-up", "mode": "live" }), Command::SetUp(DealingMode::Live)), t("pit.set-up-live")))
            }
        }
    }
}

fn closing(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let notice = |of| of_game(Game::PostNotice { of, limits: None });
    let rules = &table.book.table.closing;
    let wait = match (&rules.rounds, &rules.minutes) {
        (Some(rounds), _) => {
            Some((fill("pit.wait-rounds", &[("rounds", &rounds.value.to_string())]), rounds.cite))
        }
        (None, Some(minutes)) => {
            Some((fill("pit.wait-minutes", &[("minutes", &minutes.value.to_string())]), minutes.cite))
        }
        (None, None) => None,
    };
    html! {
        section.panel {
            h2 { (t("pit.closing")) }
            @if let Some((text, cite)) = wait { p { (text) " " (clause(look.id(), table.book.label(cite))) } }
            div.row {
                (simple(look, table, "notice-closing",
                    (json!({ "do": "post-notice", "of": "closing" }), notice(NoticeOf::Closing)), t("pit.announce-closing")))
                (simple(look, table, "close", (json!({ "do": "close" }), of_game(Game::Close)), t("pit.close-table")))
            }
        }
    }
}

/// Chips and cash of the table.
fn money(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let to = || format!("table/{}", table.number);
    let amount = Money::from_cents(1);
    let one = |key: &str, word: &str, command: Command<Game>, button: &str| {
        let form = look.form(key, (to(), json!({ "do": word })), table.version, judge(look, table, &command));
        form.show(button, form.money("amount", t("pit.amount"), true))
    };
    let day = judge(look, table, &Command::CloseDay { day: 0 });
    let day = look.form("close-day", (to(), json!({ "do": "close-day" })), table.version, day);
    html! {
        section.panel {
            h2 { (t("pit.chips-and-cash")) }
            (one("fill", "fill", Command::Fill { amount }, t("pit.fill")))
            (one("credit", "credit", Command::Credit { amount }, t("pit.credit")))
            (one("count-float", "count-float", Command::CountFloat { amount }, t("pit.count-float")))
            (one("count-drop", "count-drop", Command::CountDrop { amount }, t("pit.count-drop")))
            (day.show(t("pit.close-day"), day.number("day#", t("pit.day-number"), None)))
        }
    }
}

/// The line to the meter.
fn meter_link(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let meters: Vec<(String, String)> = (look.app.meter_views().iter())
        .filter(|meter| meter.book == look.id() && !meter.closed)
        .map(|meter| {
            let number = meter.meter.to_string();
            (number.clone(), fill("pit.meter", &[("number", &number)]))
        })
        .collect();
    let link = look.form(
        "link",
        (format!("table/{}", table.number), json!({ "do": "link" })),
        table.version,
        judge(look, table, &Command::Link { meter: MeterIndex(0) }),
    );
    html! {
        section.panel {
            h2 { (t("pit.line")) " " (clause(look.id(), look.book.label(look.book.jackpots.equipment))) }
            @match table.meter {
                Some(meter) => {
                    p { (fill("pit.on-meter", &[("number", &meter.number().to_string())])) " "
                        (parts::badge(&table.link.word().to_lowercase(), table.link.word())) }
                    (simple(look, table, "go-manual", (json!({ "do": "go-manual" }), Command::GoManual), t("pit.go-manual")))
                    (simple(look, table, "unlink", (json!({ "do": "unlink" }), Command::Unlink), t("pit.unlink")))
                }
                None if meters.is_empty() => p.soft { (t("pit.no-meters")) },
                None => {
                    p { (t("pit.link-about")) }
                    (link.show(t("pit.link"), link.choose("meter#", t("pit.which-meter"), &meters)))
                }
            }
        }
    }
}

/// Who deals where the system shuffles.
fn dealing(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let by_hand = look.app.is_by_hand(table.number);
    let power = super::map::power(look, table.book, rulebook::Act::CloseTable);
    let command = json!({ "by-hand": !by_hand });
    let to = format!("pace/{}", table.number);
    let form = look.form("pace", (to, command), u64::from(by_hand), FormPermission::of(table.book, power));
    html! {
        section.panel {
            h2 { (t("pit.dealing")) }
            p { @if by_hand { (t("pit.dealt-by-hand")) } @else { (t("pit.dealt-by-itself")) } }
            (form.show(if by_hand { t("pit.deal-by-itself") } else { t("pit.deal-by-hand") }, html! {}))
        }
    }
}

/// Limits of nothing, where only who may is asked.
pub(super) fn no_limits() -> Box<Limits> {
    Box::default()
}
