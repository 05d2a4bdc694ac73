//! Patrons' files: found by number; card, limits, money, exclusion, pause.

use super::PitContext;
use super::form::{CommandForm, FormPermission};
use crate::layout::clause;
use crate::parts;
use engine::{Moment, PatronId};
use house::{Date, FileName, LimitOf, PatronCommand, PatronFile, Period, Source};
use maud::{Markup, html};
use money::Money;
use rulebook::Rulebook;
use serde_json::{Value, json};
use server::house_orders::has_file;
use server::problem::Problem;
use server::texts::{fill, t};

/// The whole page.
pub(super) fn page(look: &PitContext<'_>, patron: Option<PatronId>) -> Result<Markup, Problem> {
    let found = match patron {
        Some(number) if has_file(look.app, look.book, number)? => {
            let desk = look.app.floor.patron(look.id(), number);
            let desk = desk.map_err(|error| Problem::from_floor(&error, look.id()))?;
            Some((desk.with_state(Clone::clone), desk.version(), desk.now()))
        }
        _ => None,
    };
    Ok(html! {
        section.panel {
            h2 { (t("pit.find-patron")) }
            form method="get" role="search" {
                input type="hidden" name="book" value=(look.id());
                label { (t("pit.patron-no")) " " input name="patron" inputmode="numeric" pattern="[0-9]{1,9}" required value=[patron]; }
                p.buttons { button { (t("pit.find")) } }
            }
        }
        @match (patron, found) {
            (None, _) => {}
            (Some(number), Some((file, seen, now))) if file.number.is_some() => (file_of(look, (number, &file), seen, now)),
            (Some(number), found) => (register(look, number, found.map_or(0, |(_, seen, _)| seen))),
        }
    })
}

/// What the file would say to whoever looks.
fn judge(look: &PitContext<'_>, number: PatronId, what: &PatronCommand) -> FormPermission {
    match look.app.floor.judge_patron((look.id(), number), look.by, what) {
        Ok(judged) => FormPermission::of(look.book, judged),
        Err(error) => {
            FormPermission::Denied(error.to_string(), look.book.label(look.book.house.roster).to_string())
        }
    }
}

fn register(look: &PitContext<'_>, number: PatronId, seen: u64) -> Markup {
    // A number that nobody has leaves no trace: its file is not opened to ask who may.
    let needs = super::map::power(look, look.book, rulebook::Act::KeepPatronFile);
    let form = look.form(
        "register",
        (format!("patron/{}/{number}", look.id()), json!({ "do": "register" })),
        seen,
        FormPermission::of(look.book, needs),
    );
    html! {
        section.panel {
            h2 { (fill("pit.no-file", &[("number", &number.to_string())])) " "
                (clause(look.id(), look.book.label(look.book.house.patrons.file))) }
            (form.show(t("pit.register"), form.text("name", t("pit.name"))))
        }
    }
}

fn file_of(look: &PitContext<'_>, (number, file): (PatronId, &PatronFile), seen: u64, now: Moment) -> Markup {
    let rules = &look.book.house.patrons;
    let mark = |cite| clause(look.id(), look.book.label(cite));
    let to = || format!("patron/{}/{number}", look.id());
    let form = |key: &str, said: Value, what: PatronCommand| -> CommandForm<'_> {
        look.form(key, (to(), said), seen, judge(look, number, &what))
    };
    let amount = Money::from_cents(1);
    let deposit =
        form("deposit", json!({ "do": "deposit" }), PatronCommand::Deposit { amount, from: Source::Cash });
    let withdraw = form("withdraw", json!({ "do": "withdraw" }), PatronCommand::Withdraw { amount });
    let card = form("card", json!({ "do": "issue-card" }), PatronCommand::IssueCard { card: 0 });
    let lost = form("card-lost", json!({ "do": "report-card-lost" }), PatronCommand::ReportCardLost);
    let exclude = form("exclude", json!({ "do": "exclude" }), PatronCommand::Exclude { until: None });
    let lift = form("lift", json!({ "do": "lift-exclusion" }), PatronCommand::LiftExclusion);
    let pause = form("pause", json!({ "do": "pause" }), PatronCommand::Pause);
    let resume = form("resume", json!({ "do": "resume" }), PatronCommand::Resume);
    let other = FileName { book: None, number };
    let link = form("link", json!({ "do": "link" }), PatronCommand::Link { other });
    let operator = floor::operator(look.id()).ok().flatten();
    let under: Vec<(String, String)> = operator
        .map_or(&[look.book][..], |operator| &operator.books)
        .iter()
        .map(|book| (book.front.id.clone(), book.front.title.clone()))
        .collect();
    let sources = [
        ("cash", t("pit.from-cash")),
        ("debit-card", t("pit.from-card")),
        ("eftpos", t("pit.from-eftpos")),
        ("bank-transfer", t("pit.from-bank")),
        ("chips", t("pit.from-chips")),
    ]
    .map(|(word, shown)| (word.to_string(), shown.to_string()));
    html! {
        section.panel {
            h2 { (file.name) " " span.soft { (fill("pit.patron-number", &[("number", &number.to_string())])) } }
            p.soft { (look.book.front.operator) }
            @for name in &file.joined { p { (fill("pit.one-person-linked", &[("file", &name.to_string())])) } }
            (standing(look.book, file))
            p { a href={ "/pit/patrons/data?book=" (look.id()) "&patron=" (number) } { (t("pit.patron-data")) } }
        }
        div.columns {
            section.panel {
                h2 { (t("pit.account")) " " (mark(rules.deposit_limit)) }
                (deposit.show(t("pit.deposit"), html! {
                    (deposit.money("amount", t("pit.amount"), true))
                    (deposit.choose("from", t("pit.source"), &sources))
                }))
                (withdraw.show(t("pit.withdraw"), withdraw.money("amount", t("pit.amount"), true)))
            }
            section.panel {
                h2 { (t("pit.card")) " " (mark(rules.card)) }
                (card.show(t("pit.issue-card"), card.number("card#", t("pit.card-number"), None)))
                @if file.card().is_some() { (lost.show(t("pit.card-lost"), html! {})) }
            }
            section.panel {
                h2 { (t("pit.exclusion")) " " (mark(rules.exclusion)) }
                @if file.exclusion.is_some() { (lift.show(t("pit.lift"), html! {})) }
                @else { (exclude.show(t("pit.exclude"), exclude.day("until", t("pit.until"), false))) }
                @if let Some(cite) = rules.pause {
                    h3 { (t("pit.pause-play")) " " (mark(cite)) }
                    @if file.paused { (resume.show(t("pit.resume"), html! {})) }
                    @else { (pause.show(t("pit.pause"), html! {})) }
                }
            }
        }
        section.panel {
            h2 { (t("pit.one-person")) " " (mark(rules.kept_by.cite)) }
            p { (t("pit.one-person-about")) }
            (link.show(t("pit.one-person-link"), html! {
                (link.number("patron#", t("pit.one-person-number"), None))
                (link.choose("book", t("pit.one-person-book"), &under))
            }))
        }
        section.panel {
            h2 { (t("pit.patron-limits")) " " (mark(rules.loss_limit)) }
            (limits((look.book, file, now), &|key, said, what| form(key, said, what)))
        }
    }
}

/// How a patron stands: for the staff, and for themselves.
pub(crate) fn standing(book: &Rulebook, file: &PatronFile) -> Markup {
    let until =
        |until: Option<Date>| until.map_or_else(|| t("pit.for-good").to_string(), |day| day.to_string());
    html! {
        p.badges {
            @if let Some(exclusion) = file.exclusion {
                (parts::badge("bad", &fill("pit.excluded-until", &[("until", &until(exclusion.until))])))
            }
            @if file.paused { (parts::badge("wait", t("pit.paused"))) }
        }
        (parts::rows(&[
            (t("pit.balance"), html! { (parts::exact(file.balance)) }),
            (t("pit.plays-at"), html! {
                @match file.playing {
                    Some(playing) => a href={ "/tables/" (playing.table) } { (fill("pit.table", &[("number", &playing.table.to_string())])) },
                    None => { (t("pit.nowhere-now")) }
                }
            }),
            (t("pit.net-today"), html! { (parts::signed(file.net[0])) }),
            (t("pit.paid-in-today"), html! { (parts::exact(file.deposited)) }),
            (t("pit.left-to-lose"), html! {
                @match file.headroom() {
                    Some(left) => { (parts::exact(left)) " " (clause(&book.front.id, book.label(book.house.patrons.loss_limit))) }
                    None => { (t("pit.no-limit")) }
                }
            }),
            (t("pit.card"), html! {
                @match file.card() { Some(card) => { (card) } None => { (t("pit.no-card")) } }
            }),
        ]))
    }
}

/// Makes a form of the file: its name, what it says, and what the floor is asked about it.
pub(crate) type MakeForm<'m, 'f> = &'m dyn Fn(&str, Value, PatronCommand) -> CommandForm<'f>;

/// Every limit with what holds, what was asked for and when that may hold, and the forms to change it.
pub(crate) fn limits((book, file, now): (&Rulebook, &PatronFile, Moment), make: MakeForm<'_, '_>) -> Markup {
    let wait = &book.house.patrons.increase_after_hours;
    let mark = || clause(&book.front.id, book.label(wait.cite));
    html! {
        p { (fill("pit.limits-about", &[("hours", &wait.value.to_string())])) " " (mark()) }
        div.columns {
            @for of in LimitOf::ALL {
                @let limit = file.limit(of);
                @let set = make(&format!("limit-{}", of.word()), json!({ "do": "set-limit", "limit": of.word() }), PatronCommand::SetLimit { of, to: None });
                div.limit {
                    h3 { (called(of)) }
                    p { @match limit.now { Some(now) => strong { (parts::exact(now)) }, None => { (t("pit.no-limit")) } } }
                    @if let Some((to, since)) = limit.asked {
                        @let left = (u64::from(wait.value) * 3600).saturating_sub(now.0.saturating_sub(since.0));
                        @let to = to.map_or_else(|| t("pit.no-limit").to_string(), parts::exact);
                        div.notice {
                            p { (fill("pit.asked-for", &[("to", &to)])) " "
                                @if left > 0 { (t("pit.runs")) " " (parts::countdown(left)) } @else { (parts::badge("good", t("pit.has-run"))) }
                                " " (mark()) }
                            (make(&format!("effect-{}", of.word()), json!({ "do": "take-effect", "limit": of.word() }), PatronCommand::TakeEffect { of })
                                .show(t("pit.take-effect"), html! {}))
                            (make(&format!("cancel-{}", of.word()), json!({ "do": "cancel-increase", "limit": of.word() }), PatronCommand::CancelIncrease { of })
                                .show(t("pit.cancel-increase"), html! {}))
                        }
                    }
                    (set.show(t("pit.set-limit"), set.money("amount", t("pit.new-limit"), false)))
                }
            }
        }
    }
}

fn called(limit: LimitOf) -> &'static str {
    match limit {
        LimitOf::Deposit => t("pit.limit-deposit"),
        LimitOf::Loss(Period::Day) => t("pit.limit-day"),
        LimitOf::Loss(Period::Week) => t("pit.limit-week"),
        LimitOf::Loss(Period::Month) => t("pit.limit-month"),
        LimitOf::Loss(Period::Year) => t("pit.limit-year"),
    }
}
