//! Signs: the form that opens a table, and what changes its limits and pay tables.

use super::PitContext;
use super::form::CommandForm;
use super::glance::PitTableView;
use super::map::{judge, of_game};
use super::table::no_limits;
use crate::layout::clause;
use crate::parts;
use engine::banked::{Command as Game, NoticeOf};
use engine::{Limits, Sign, SignJackpot};
use maud::{Markup, html};
use money::Money;
use rulebook::{Place, RaiseMinimum, Variant, WagerRules};
use serde_json::{Value, json};
use server::texts::{fill, t};
use server::wire::{Bounds, Dollars, JackpotText};
use std::collections::BTreeMap;

/// The wagers that can have limits, with their place in the game.
fn limited(game: &Variant) -> impl Iterator<Item = (usize, &WagerRules)> {
    let own = |wager: &WagerRules| matches!(wager.place, Place::First | Place::Later);
    game.wager.iter().enumerate().filter(move |(_, wager)| own(wager))
}

/// Limits as a table of wagers.
pub(super) fn limits_table(game: &Variant, limits: &Limits) -> Markup {
    let any = |at: usize| limits.min[at].is_some() || limits.max[at].is_some();
    let amount = |amount: Option<Money>| amount.map_or_else(|| "–".to_string(), parts::money);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("pit.scrolls")) { table.data {
            thead { tr { th scope="col" { (t("pit.wager")) } th.number scope="col" { (t("pit.least")) } th.number scope="col" { (t("pit.most")) } } }
            tbody {
                @for (at, wager) in game.wager.iter().enumerate().filter(|(at, _)| any(*at)) {
                    tr {
                        th scope="row" { (wager.name) }
                        td.number { (amount(limits.min[at])) }
                        td.number { (amount(limits.max[at])) }
                    }
                }
            }
        } }
    }
}

/// Limits as a form says them.
pub(super) fn limits_json(game: &Variant, limits: &Limits) -> Value {
    let bounds = game.wager.iter().enumerate().map(|(at, wager)| {
        (wager.on.as_str(), Bounds { min: limits.min[at].map(Dollars), max: limits.max[at].map(Dollars) })
    });
    let named: BTreeMap<&str, Bounds> = bounds.filter(|(_, bounds)| *bounds != Bounds::default()).collect();
    json!(named)
}

/// Fields for the limits of every wager.
fn fields(form: &CommandForm<'_>, game: &Variant, (under, now): (&str, Option<&Limits>)) -> Markup {
    let written = |amount: Option<Money>| amount.map(|amount| amount.to_string()).unwrap_or_default();
    html! {
        @for (at, wager) in limited(game) {
            fieldset.bounds {
                legend { (wager.name) }
                (form.money_at(&format!("{under}.{}.min", wager.on), (t("pit.least"), false),
                    &written(now.and_then(|now| now.min[at]))))
                (form.money_at(&format!("{under}.{}.max", wager.on), (t("pit.most"), false),
                    &written(now.and_then(|now| now.max[at]))))
            }
        }
    }
}

/// Other limits and pay tables, for an open table.
pub(super) fn change(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let to = || format!("table/{}", table.number);
    let rules = &table.book.table.limits;
    let now = table.sign.as_ref().map(|sign| &sign.limits);
    let may = || judge(look, table, &of_game(Game::ChangeLimits { limits: no_limits(), at_once: false }));
    let all = look.form("limits", (to(), json!({})), table.version, may());
    let mut buttons = vec![
        (t("pit.announce-limits"), Some(json!({ "do": "post-notice", "of": "limits" }))),
        (t("pit.change-limits"), Some(json!({ "do": "change-limits" }))),
    ];
    let grandfathered = rules.raise_minimum.value == RaiseMinimum::WithNoticeOrGrandfathered;
    if grandfathered {
        buttons.push((t("pit.change-at-once"), Some(json!({ "do": "change-limits", "at-once": true }))));
    }
    let agree = judge(look, table, &of_game(Game::AgreeLimits { seat: 0, limits: no_limits() }));
    let agree = look.form("agree", (to(), json!({ "do": "agree-limits" })), table.version, agree);
    let seats: Vec<(String, String)> = (table.players.iter())
        .map(|player| {
            let seat = (player.seat + 1).to_string();
            (seat.clone(), fill("pit.seat", &[("seat", &seat)]))
        })
        .collect();
    let minutes = rules.notice_minutes.value.to_string();
    html! {
        section.panel {
            h2 { (t("pit.limits")) }
            p { (fill("pit.limits-wait", &[("minutes", &minutes)])) " " (clause(look.id(), table.book.label(rules.notice_minutes.cite))) }
            @if let Some(cite) = rules.grandfathered.filter(|_| grandfathered) {
                p { (t("pit.limits-kept")) " " (clause(look.id(), table.book.label(cite))) }
            }
            (all.with(fields(&all, table.game, ("limits", now)), &buttons))
        }
        section.panel {
            h2 { (t("pit.agree")) " " (clause(look.id(), table.book.label(rules.personal.cite))) }
            @if seats.is_empty() { p.soft { (t("pit.nobody-plays")) } }
            @else {
                (agree.show(t("pit.agree-press"), html! {
                    (agree.choose("seat#", t("pit.place"), &seats))
                    (fields(&agree, table.game, ("limits", None)))
                }))
            }
        }
        (pay_tables(look, table))
    }
}

fn pay_tables(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let chosen = table.game.chosen_tables();
    if chosen.is_empty() {
        return html! {};
    }
    let to = || format!("table/{}", table.number);
    let notice = judge(look, table, &of_game(Game::PostNotice { of: NoticeOf::PayTables, limits: None }));
    let announce = json!({ "do": "post-notice", "of": "pay-tables" });
    let notice = look.form("notice-pay-tables", (to(), announce), table.version, notice);
    let change = judge(look, table, &of_game(Game::ChangePayTables(Vec::new())));
    let change = look.form("pay-tables", (to(), json!({ "do": "change-pay-tables" })), table.version, change);
    html! {
        section.panel {
            h2 { (t("pit.pay-tables")) }
            (notice.show(t("pit.announce-pay-tables"), html! {}))
            (change.show(t("pit.change-pay-tables"), columns(&change, table.game, "paytables")))
        }
    }
}

fn columns(form: &CommandForm<'_>, game: &Variant, under: &str) -> Markup {
    html! {
        @for (name, columns) in game.chosen_tables() {
            @let of: Vec<(String, String)> =
                columns.iter().map(|column| (column.to_string(), column.to_string())).collect();
            (form.choose(&format!("{under}.{name}"), &fill("pit.pay-table", &[("name", name)]), &of))
        }
    }
}

/// The form that opens a closed table with its sign.
pub(super) fn open(look: &PitContext<'_>, table: &PitTableView) -> Markup {
    let plain = Sign::plain(table.book);
    let staged = table
        .game
        .step
        .iter()
        .any(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some()));
    // The multiples of the Ante at the three stages, as the game is played everywhere.
    let multiples = if staged { json!([[3, 4], [2], [1]]) } else { json!([]) };
    let command = json!({ "do": "open", "sign": { "multiples": multiples } });
    let may = judge(look, table, &of_game(Game::Open(Box::new(plain.clone()))));
    let form = look.form("open", (format!("table/{}", table.number), command), table.version, may);
    html! {
        section.panel {
            h2 { (t("pit.open")) " " (clause(look.id(), table.book.label(table.book.table.limits.shown))) }
            (form.show(t("pit.open-press"), html! {
                (form.number("sign.seats#", t("pit.seats"), Some(u64::from(plain.seats))))
                (fields(&form, table.game, ("sign.limits", None)))
                (form.money_at("sign.smallest-chip", (t("pit.smallest-chip"), true), &plain.smallest_chip.to_string()))
                (form.money("sign.max-payout", t("pit.max-payout"), false))
                (columns(&form, table.game, "sign.paytables"))
                (jackpots(look, table, &form))
                @if table.book.table.device.len() > 1 { (form.tick("sign.shuffler?", t("pit.shuffler"))) }
                @if table.book.table.methods.is_some() { (form.tick("sign.method-b?", t("pit.method-b"))) }
                @if table.book.table.low_limit.is_some() { (form.tick("sign.low-limit?", t("pit.low-limit"))) }
            }))
        }
    }
}

/// The jackpot of the sign: that of a meter that is open, or none.
fn jackpots(look: &PitContext<'_>, table: &PitTableView, form: &CommandForm<'_>) -> Markup {
    if !table.game.wager.iter().any(|wager| wager.place == Place::Jackpot) {
        return html! {};
    }
    let mut of = vec![(String::new(), t("pit.no-jackpot").to_string())];
    let of_book = floor::meter_stream(look.id());
    let meters = look.app.floor.seen_meters();
    if let Some(seen) = meters.iter().find(|seen| Some(seen.stream()) == of_book.as_ref()) {
        seen.with_state(|state| {
            for (at, meter) in state.numbered().filter(|(_, meter)| !meter.closed) {
                let number = at.number().to_string();
                of.push((
                    json!(in_words(&meter.terms)).to_string(),
                    fill("pit.meter", &[("number", &number)]),
                ));
            }
        });
    }
    form.choose("sign.jackpot!", t("pit.jackpot"), &of)
}

/// The terms of a jackpot as forms say them.
pub(super) fn in_words(terms: &SignJackpot) -> JackpotText {
    JackpotText {
        option: terms.option,
        seed: terms.seed,
        increment_ppm: terms.increment.map(money::Rate::ppm),
        wager: Some(Dollars(terms.wager)),
        games: Some(terms.games),
        bonus_royal: terms.bonus_royal.map(Dollars),
        bonus_straight_flush: terms.bonus_straight_flush.map(Dollars),
    }
}
