//! The meters of a book: value, all that went on and off, terms, notices, tables, equipment, corrections, the past.

use super::PitContext;
use super::act::cents;
use super::form::{CommandForm, FormPermission};
use super::signs::in_words;
use crate::layout::clause;
use crate::parts;
use engine::jackpot::{Command, Meter, MeterNotice};
use engine::{MeterIndex, Method, Moment, SignJackpot, TableNumber};
use maud::{Markup, html};
use money::{MicroCents, Money};
use rulebook::Increment;
use serde_json::{Value, json};
use server::problem::Problem;
use server::texts::{fill, t};

/// The whole page.
pub(super) fn page(look: &PitContext<'_>) -> Result<Markup, Problem> {
    let desk = look.app.floor.meter(look.id()).map_err(|error| Problem::from_floor(&error, look.id()))?;
    let (now, seen) = (desk.now(), desk.version());
    let meters = desk.with_state(|state| state.clone());
    Ok(html! {
        @if meters.meters.is_empty() { p.empty { (t("pit.no-meters")) } }
        @for (at, meter) in meters.numbered() { (one(look, (at, meter), (now, seen), meters.meters.len())) }
        (open(look, seen))
    })
}

/// What the meters would say to whoever looks.
fn judge(look: &PitContext<'_>, command: &Command) -> FormPermission {
    match look.app.floor.judge_meter(look.id(), look.by, command) {
        Ok(judged) => FormPermission::of(look.book, judged),
        Err(error) => {
            FormPermission::Denied(error.to_string(), look.book.label(look.book.house.roster).to_string())
        }
    }
}

fn form<'l>(
    look: &'l PitContext<'_>,
    key: String,
    said: Value,
    command: &Command,
    seen: u64,
) -> CommandForm<'l> {
    look.form(key, (format!("meter/{}", look.id()), said), seen, judge(look, command))
}

fn one(
    look: &PitContext<'_>,
    (at, meter): (MeterIndex, &Meter),
    (now, seen): (Moment, u64),
    all: usize,
) -> Markup {
    let number = at.number();
    let totals = &meter.totals;
    let shown = |value: MicroCents| html! { (parts::exact(cents(value))) };
    html! {
        section.panel id={ "meter-" (number) } {
            h2 { (fill("pit.meter", &[("number", &number.to_string())])) " " (parts::meter(cents(meter.value), &format!("m{number}"))) }
            p.badges {
                @if meter.closed { (parts::badge("closed", t("pit.closed"))) }
                @else if meter.works { (parts::badge("live", t("pit.works"))) }
                @else { (parts::badge("bad", t("pit.fails"))) }
                @if meter.manual { (parts::badge("manual", t("pit.by-hand"))) }
            }
            div.columns {
                div {
                    h3 { (t("pit.totals")) }
                    (parts::rows(&[
                        (t("pit.opening"), shown(totals.opening)),
                        (t("pit.wagers"), html! { (totals.wagers) }),
                        (t("pit.turnover"), shown(totals.turnover)),
                        (t("pit.increments"), shown(totals.increments)),
                        (t("pit.cancelled"), shown(totals.cancelled)),
                        (t("pit.royals"), html! { (totals.royals) }),
                        (t("pit.straight-flushes"), html! { (totals.flushes) }),
                        (t("pit.wins"), shown(totals.wins)),
                        (t("pit.drawn"), shown(totals.drawn)),
                        (t("pit.house-paid"), shown(totals.house)),
                        (t("pit.reseeded"), shown(totals.reseeded)),
                        (t("pit.moved-in"), shown(totals.transferred_in)),
                        (t("pit.moved-out"), shown(totals.transferred_out)),
                        (t("pit.corrections"), shown(totals.corrections)),
                    ]))
                    @if totals.value() == meter.value { (parts::notice(true, t("pit.meter-agrees"), None)) }
                    @else {
                        @let by = parts::signed(cents(meter.value - totals.value()));
                        (parts::notice(false, &fill("pit.meter-differs", &[("by", &by)]), None))
                    }
                }
                div {
                    h3 { (t("pit.terms")) }
                    (terms(look, &meter.terms))
                    h3 { (t("pit.its-tables")) }
                    ul.plain {
                        @for linked in &meter.tables { li {
                            a href={ "/pit/tables/" (linked.table) } { (fill("pit.table", &[("number", &linked.table.to_string())])) }
                            @if linked.recorded.is_some() { " " (parts::badge("wait", t("pit.award-recorded"))) }
                        } }
                    }
                    @if !meter.displays.is_empty() {
                        h3 { (t("pit.displays")) }
                        ul.plain { @for place in &meter.displays { li { (place) } } }
                    }
                    (notices(look, meter, now))
                }
            }
            @if !meter.closed { details { summary { (t("pit.change-meter")) } (changes(look, (at, meter), seen, all)) } }
            (past(look, (at, meter), seen))
        }
    }
}

fn terms(look: &PitContext<'_>, terms: &SignJackpot) -> Markup {
    let rate = terms.rate(look.book).to_string();
    parts::rows(&[
        (t("pit.option"), html! { (terms.option) }),
        (t("pit.wager-cost"), html! { (parts::money(terms.wager)) }),
        (t("pit.seed"), html! { (parts::money(terms.seed_value(look.book))) }),
        (
            t("pit.rate"),
            html! { (rate) " " (clause(look.id(), look.book.label(look.book.jackpots.increment.cite))) },
        ),
    ])
}

/// Signs that announce a change, with what is left of their time.
fn notices(look: &PitContext<'_>, meter: &Meter, now: Moment) -> Markup {
    let rules = &look.book.jackpots.notices;
    let closing = meter.tables.iter().map(|linked| linked.closing).min().flatten();
    let all = [
        (t("pit.notice-tables"), meter.notice, &rules.table),
        (t("pit.notice-closing"), closing, &rules.closing),
        (t("pit.notice-terms"), meter.terms_notice, &rules.terms),
    ];
    html! {
        @for (what, since, wait) in all {
            @if let (Some(since), Some(wait)) = (since, wait) {
                @let left = (u64::from(wait.value) * 60).saturating_sub(now.0.saturating_sub(since.0));
                p { (what) " "
                    @if left > 0 { (t("pit.runs")) " " (parts::countdown(left)) } @else { (parts::badge("good", t("pit.has-run"))) }
                    " " (clause(look.id(), look.book.label(wait.cite)))
                }
            }
        }
    }
}

/// All that can be done to a meter.
fn changes(look: &PitContext<'_>, (at, found): (MeterIndex, &Meter), seen: u64, all: usize) -> Markup {
    let meter = at.number();
    let key = |name: &str| format!("{name}-{meter}");
    let fails = found.works || found.manual;
    let equipment = |works, manual| Command::Equipment { meter: at, works, manual };
    let says = |works: bool, manual: bool| json!({ "do": "equipment", "meter": meter, "works": works, "manual": manual });
    let notice = |of: MeterNotice| Command::PostNotice { meter: at, of, table: None };
    let announce = |of: &str| json!({ "do": "post-notice", "meter": meter, "of": of });
    let press = |name: &str, said: Value, command: Command, text: &str| {
        form(look, key(name), said, &command, seen).show(text, html! {})
    };
    let link = Command::Link { meter: at, table: TableNumber(0), terms: found.terms.clone(), hands: true };
    let link = form(look, key("link"), json!({ "do": "link", "meter": meter }), &link, seen);
    let off = Command::Unlink { meter: at, table: TableNumber(0) };
    let off = form(look, key("unlink"), json!({ "do": "unlink", "meter": meter }), &off, seen);
    let correct = Command::Correct { meter: at, by: MicroCents::ZERO, why: String::new() };
    let correct = form(look, key("correct"), json!({ "do": "correct", "meter": meter }), &correct, seen);
    let display = Command::ShowOnDisplay { meter: at, place: String::new() };
    let display =
        form(look, key("display"), json!({ "do": "show-on-display", "meter": meter }), &display, seen);
    let close = Command::Close { meter: at, into: Vec::new() };
    let close = form(look, key("close"), json!({ "do": "close", "meter": meter }), &close, seen);
    let change = Command::ChangeTerms { meter: at, terms: found.terms.clone() };
    let change = form(look, key("terms"), json!({ "do": "change-terms", "meter": meter }), &change, seen);
    let others: Vec<(String, String)> = std::iter::once((String::new(), t("pit.nowhere").to_string()))
        .chain(
            (1..=all)
                .filter(|other| *other != at.index() + 1)
                .map(|other| (other.to_string(), fill("pit.meter", &[("number", &other.to_string())]))),
        )
        .collect();
    html! {
        div.columns {
            div {
                h3 { (t("pit.equipment")) " " (clause(look.id(), look.book.label(look.book.jackpots.equipment))) }
                @if fails { (press("fails", says(false, false), equipment(false, false), t("pit.it-fails"))) }
                @if !found.works { (press("works", says(true, false), equipment(true, false), t("pit.it-works"))) }
                @if !found.manual { (press("manual", says(false, true), equipment(false, true), t("pit.run-by-hand"))) }
                h3 { (t("pit.notices")) }
                (press("notice-tables", announce("tables"), notice(MeterNotice::Tables), t("pit.announce-tables")))
                (press("notice-terms", announce("terms"), notice(MeterNotice::Terms), t("pit.announce-terms")))
                (press("notice-closing", announce("closing"), notice(MeterNotice::Closing), t("pit.announce-meter-closing")))
            }
            div {
                h3 { (t("pit.its-tables")) }
                (link.show(t("pit.join-meter"), link.number("table#", t("pit.table-number"), None)))
                (off.show(t("pit.leave-meter"), off.number("table#", t("pit.table-number"), None)))
                h3 { (t("pit.displays")) }
                (display.show(t("pit.show-there"), display.text("place", t("pit.where"))))
            }
            div {
                h3 { (t("pit.terms")) }
                (change.show(t("pit.change-terms"), term_fields(look, &change, Some(&found.terms))))
                h3 { (t("pit.correction")) }
                (correct.show(t("pit.correct"), html! {
                    (correct.money("amount", t("pit.up-or-down"), true))
                    (correct.text("why", t("pit.why")))
                }))
                h3 { (t("pit.close-meter")) }
                (close.show(t("pit.close-meter"), close.choose("into.0.meter#", t("pit.goes-to"), &others)))
            }
        }
    }
}

fn term_fields(look: &PitContext<'_>, form: &CommandForm<'_>, now: Option<&SignJackpot>) -> Markup {
    let first = look.book.jackpots.seed.first();
    let now = now.map(in_words);
    let seed = now.as_ref().map(|now| now.seed).or(first.map(|row| row.for_one)).unwrap_or(5_000);
    let option = now.as_ref().map(|now| now.option).or(first.map(|row| row.option)).unwrap_or_default();
    let wager = now.as_ref().and_then(|now| now.wager).map_or(Money::from_cents(5_00), |wager| wager.0);
    let ppm = now.as_ref().and_then(|now| now.increment_ppm).map(u64::from);
    html! {
        (form.number("terms.option#", t("pit.option"), Some(u64::from(option))))
        (form.number("terms.seed#", t("pit.seed-as-printed"), Some(u64::from(seed))))
        (form.money_at("terms.wager", (t("pit.wager-cost"), true), &wager.to_string()))
        @if look.book.jackpots.increment.value == Increment::Operator {
            (form.number("terms.increment-ppm#", t("pit.rate-ppm"), ppm.or(Some(200_000))))
        }
    }
}

fn open(look: &PitContext<'_>, seen: u64) -> Markup {
    let plain = SignJackpot {
        option: 0,
        seed: 0,
        increment: None,
        wager: Money::ZERO,
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    };
    let open = Command::Open { terms: plain, value: MicroCents::ZERO, method: Method::A, new: true };
    let open = form(look, "open-meter".into(), json!({ "do": "open" }), &open, seen);
    html! {
        section.panel {
            h2 { (t("pit.open-meter")) " " (clause(look.id(), look.book.label(look.book.jackpots.links.group))) }
            (open.show(t("pit.open-meter"), html! {
                (term_fields(look, &open, None))
                (open.money("amount", t("pit.stands-at"), false))
                @if look.book.table.methods.is_some() { (open.tick("method-b?", t("pit.method-b"))) }
            }))
        }
    }
}

/// The meter as at a past settlement: reading it is kept too.
fn past(look: &PitContext<'_>, (at, meter): (MeterIndex, &Meter), seen: u64) -> Markup {
    let (number, read) = (at.number(), Command::ReadAsAt { meter: at, seq: meter.seq });
    let verdict = judge(look, &read);
    let form = look.form(
        format!("as-at-{number}"),
        (format!("as-at/{}", look.id()), json!({ "meter": number })),
        seen,
        verdict,
    );
    html! {
        details open[look.said.is_some_and(|said| said.form == format!("as-at-{number}"))] {
            summary { (t("pit.as-at")) }
            p { (fill("pit.as-at-about", &[("last", &meter.seq.to_string())])) }
            (form.show(t("pit.read"), form.number("seq#", t("pit.change-number"), Some(meter.seq))))
        }
    }
}
