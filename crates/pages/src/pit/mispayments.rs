//! Payments that were wrong: recorded, enquired into, put right, and listed month by month.

use super::disputes::DisputesView;
use crate::parts;
use engine::TableNumber;
use house::{Command, Mispaid, MispaidOn, Mispayment, Month};
use maud::{Markup, html};
use money::Money;
use serde_json::json;
use server::texts::{fill, t};

/// All of them, and the lists.
pub(super) fn mispayments(desk: &DisputesView<'_>) -> Markup {
    let rules = &desk.look.book.house.mispayments;
    let mispaid = Mispaid {
        table: TableNumber(0),
        round: 0,
        patron: None,
        over: false,
        amount: Money::ZERO,
        of: MispaidOn::Wager,
        suspected: false,
    };
    let record =
        desk.form("mispaid", json!({ "do": "record-mispayment" }), &Command::RecordMispayment(mispaid));
    let kinds = [
        ("wager", t("pit.mispaid-wager")),
        ("cash-change", t("pit.mispaid-cash")),
        ("colour-change", t("pit.mispaid-colour")),
    ]
    .map(|(word, shown)| (word.to_string(), shown.to_string()));
    let month = desk.state.day.map(house::Date::month);
    html! {
        section.panel {
            h2 { (t("pit.mispayments")) " " (desk.mark(rules.wager)) }
            @if desk.state.mispayments.is_empty() { p.soft { (t("pit.no-mispayments")) } }
            @for (at, known) in desk.state.mispayments.iter().enumerate() { (mispayment_of(desk, at, known)) }
            details open[desk.look.said.is_some_and(|said| said.form == "mispaid")] {
                summary { (t("pit.record-mispayment")) }
                (record.show(t("pit.record-mispayment"), html! {
                    (record.number("table#", t("pit.table-number"), None))
                    (record.number("round#", t("pit.round"), None))
                    (record.maybe_number("patron#", t("pit.patron-no")))
                    (record.choose("of", t("pit.of-what"), &kinds))
                    (record.money("amount", t("pit.amount"), true))
                    (record.tick("over?", t("pit.too-much")))
                    (record.tick("suspected?", t("pit.suspected")))
                }))
            }
            h3 { (t("pit.monthly")) " " (desk.mark(rules.list_above.cite)) }
            p { (fill("pit.list-above", &[("amount", &parts::money(rules.list_above.value.0))])) }
            @for due in desk.state.lists_due() { (monthly(desk, due, true)) }
            @if let Some(month) = month { (monthly(desk, month, false)) }
        }
    }
}

/// The list of a month, and the button that reports it once the month is over.
fn monthly(desk: &DisputesView<'_>, month: Month, due: bool) -> Markup {
    let listed = desk.state.monthly_list(month, desk.look.book.house.mispayments.list_above.value.0);
    let form = desk.form(
        format!("report-{month}"),
        json!({ "do": "report-month", "month": month.to_string() }),
        &Command::ReportMonth { month },
    );
    html! {
        p { strong { (month) } ": " (fill("pit.listed", &[("count", &listed.len().to_string())])) }
        @if due { (form.show(t("pit.report-month"), html! {})) }
    }
}

fn mispayment_of(desk: &DisputesView<'_>, at: usize, known: &Mispayment) -> Markup {
    let number = at + 1;
    let key = |name: &str| format!("{name}-{number}");
    let said = |word: &str| json!({ "do": word, "mispayment": number });
    let enquire = Command::Enquire { mispayment: at, suspected: false, note: String::new() };
    let enquire = desk.form(key("enquire"), said("enquire"), &enquire);
    let attempt = Command::AttemptCorrection { mispayment: at, note: String::new() };
    let attempt = desk.form(key("attempt"), said("attempt-correction"), &attempt);
    let identify = Command::IdentifyPatron { mispayment: at, patron: None };
    let identify = desk.form(key("identify"), said("identify-patron"), &identify);
    let correct =
        desk.form(key("correct"), said("correct"), &Command::Correct { mispayment: at, amount: Money::ZERO });
    let tell =
        desk.form(key("regulator"), said("tell-regulator"), &Command::TellRegulator { mispayment: at });
    let rules = &desk.look.book.house.mispayments;
    let with = [
        ("amount", &*parts::exact(known.mispaid.amount)),
        ("table", &known.mispaid.table.to_string()),
        ("round", &known.mispaid.round.to_string()),
    ];
    html! {
        article.mispayment {
            h3 { @if known.mispaid.over { (fill("pit.overpaid", &with)) } @else { (fill("pit.underpaid", &with)) } }
            p.badges {
                @if known.outstanding().is_zero() { (parts::badge("good", t("pit.corrected"))) }
                @else { (parts::badge("wait", &fill("pit.outstanding", &[("amount", &parts::exact(known.outstanding()))]))) }
                @if known.mispaid.suspected { (parts::badge("bad", t("pit.suspected"))) }
                @if known.is_excused() { (parts::badge("good", t("pit.excused"))) (desk.mark(rules.excused)) }
            }
            details { summary { (t("pit.deal-with-it")) }
                @if !known.enquired { (enquire.show(t("pit.enquire"), html! { (enquire.text("note", t("pit.note"))) (enquire.tick("suspected?", t("pit.suspected"))) })) }
                (identify.show(t("pit.identify"), identify.maybe_number("patron#", t("pit.patron-no"))))
                (attempt.show(t("pit.attempt"), attempt.text("note", t("pit.note"))))
                @if !known.outstanding().is_zero() { (correct.show(t("pit.correct-payment"), correct.money("amount", t("pit.amount"), true))) }
                @if !known.told { (tell.show(t("pit.tell-regulator"), html! {})) }
            }
        }
    }
}
