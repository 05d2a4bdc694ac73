//! The what-if as a form: a field for every line of every pay table, the qualifying hand, multiples, the jackpot. What
//! differs from the approved book and what is refused is told beside its field.

use super::desk::{FieldRefusal, OddsGame};
use super::question::CanonicalWhatIf;
use crate::layout::clause;
use engine::Method;
use maud::{Markup, html};
use money::Odds;
use odds::report::{hand, line_hand};
use odds::what_if::{DEFAULT_MULTIPLES, WhatIf, pay_name};
use rulebook::{Cite, Increment, PayTable, Place};
use server::texts::{fill, t};
use std::collections::BTreeMap;

/// What stands in the fields.
pub(super) struct WhatIfForm<'a> {
    /// By field, where it is not what the book has.
    values: BTreeMap<String, String>,
    whys: &'a [FieldRefusal],
    asked: CanonicalWhatIf,
}

impl<'a> WhatIfForm<'a> {
    /// A question that was answered.
    pub(super) fn answered(asked: &CanonicalWhatIf) -> WhatIfForm<'a> {
        let mut values: BTreeMap<String, String> =
            asked.pay.iter().map(|(name, odds)| (format!("pay.{name}"), odds.clone())).collect();
        values.extend(asked.qualifies.clone().map(|hand| ("qualifies".into(), hand)));
        values.extend(asked.multiples.clone().map(|multiples| ("multiples".into(), multiples)));
        values.extend(asked.jackpot.clone().map(|jackpot| ("jackpot".into(), jackpot)));
        WhatIfForm { values, whys: &[], asked: asked.clone() }
    }

    /// A question that was refused, as it was written.
    pub(super) fn refused(what_if: &WhatIf, whys: &'a [FieldRefusal]) -> WhatIfForm<'a> {
        let pairs = what_if.pay.iter().filter_map(|text| text.split_once('='));
        let pay = pairs.map(|(name, odds)| (name.to_string(), odds.to_string())).collect();
        let asked = CanonicalWhatIf {
            pay,
            qualifies: what_if.qualifies.clone(),
            multiples: what_if.multiples.clone(),
            jackpot: what_if.jackpot.clone(),
        };
        WhatIfForm { whys, asked: CanonicalWhatIf::default(), ..WhatIfForm::answered(&asked) }
    }

    fn value(&self, field: &str, approved: &str) -> String {
        self.values.get(field).cloned().unwrap_or_else(|| approved.to_string())
    }

    fn is_refused(&self, field: &str) -> bool {
        self.whys.iter().any(|why| why.field == field)
    }

    /// What is told beside a field; empty where there is nothing to tell, for a script to fill.
    fn mark(&self, game: &OddsGame, field: &str) -> Markup {
        let told = field_notes(game, &self.asked, self.whys).into_iter().find(|(known, ..)| known == field);
        html! {
            small.why id={ "why-" (field) } data-why=(field) {
                @if let Some((_, _, words)) = told { (words) }
            }
        }
    }
}

/// All that is told beside fields: field, "changed" or "refused", words.
fn field_notes(
    game: &OddsGame,
    asked: &CanonicalWhatIf,
    whys: &[FieldRefusal],
) -> Vec<(String, &'static str, Markup)> {
    let id = &game.book.front.id;
    let mut told: Vec<(String, &'static str, Markup)> = Vec::new();
    for why in whys.iter().filter(|why| !why.field.is_empty()) {
        let words = html! { (why.why) @if let Some(label) = &why.clause { " " (clause(id, label)) } };
        told.push((why.field.clone(), "refused", words));
    }
    let approved = |is: &str| html! { (fill("odds.approved-is", &[("is", is)])) };
    let rules = game.rules();
    for table in &rules.paytable {
        for line in &table.lines {
            let name = pay_name(rules, table, line);
            if asked.pay.iter().any(|(changed, _)| *changed == name) {
                told.push((format!("pay.{name}"), "changed", approved(&line.pays.0.to_string())));
            }
        }
    }
    if let (Some(_), Some(rule)) = (&asked.qualifies, &rules.qualifies) {
        told.push(("qualifies".into(), "changed", approved(&hand(&rule.value))));
    }
    told
}

/// The same for a script that keeps the form up to date.
pub(super) fn marks(game: &OddsGame, asked: &CanonicalWhatIf, whys: &[FieldRefusal]) -> Markup {
    html! {
        ul #marks hidden {
            @for (field, kind, words) in field_notes(game, asked, whys) {
                li data-field=(field) data-kind=(kind) { (words) }
            }
        }
    }
}

/// The form.
pub(super) fn form(game: &OddsGame, shown: &WhatIfForm<'_>) -> Markup {
    html! {
        form #what-if method="get" action=(game.path()) data-working=(t("odds.working")) data-silent=(t("odds.lost")) {
            h2 { (t("odds.what-if")) }
            p.soft { (t("odds.odds-form")) }
            @for (at, tables) in tables(game).iter().enumerate() { (pay_tables(game, shown, tables, at == 0)) }
            (qualifies(game, shown))
            (multiples(game, shown))
            (jackpot(game, shown))
            p.buttons {
                button { (t("odds.work-out")) }
                " "
                a.button.quiet href=(game.path()) { (t("odds.as-approved")) }
                " "
                span #working role="status" {}
            }
        }
    }
}

/// The pay tables, those between which a sign chooses together.
fn tables(game: &OddsGame) -> Vec<Vec<&'static PayTable>> {
    let all: Vec<&PayTable> = game.rules().paytable.iter().collect();
    all.chunk_by(|a, b| a.id == b.id).map(<[_]>::to_vec).collect()
}

fn pay_tables(game: &OddsGame, shown: &WhatIfForm<'_>, tables: &[&'static PayTable], open: bool) -> Markup {
    let rules = game.rules();
    let first = tables[0];
    let spot = rules.wager(&first.id).map(|at| rules.wager[at].name.clone());
    let name = spot.unwrap_or_else(|| t("odds.all-wagers").to_string());
    let mut hands: Vec<_> = tables.iter().flat_map(|table| &table.lines).collect();
    hands.sort_by_key(|line| std::cmp::Reverse(line.from));
    hands.dedup_by(|a, b| a.hand == b.hand);
    let touched = tables.iter().flat_map(|table| table.lines.iter().map(move |line| (table, line)));
    let mut touched = touched.map(|(table, line)| format!("pay.{}", pay_name(rules, table, line)));
    let open = open || touched.any(|field| shown.values.contains_key(&field));
    html! {
        details.panel open[open] id={ "pays-" (first.id) } {
            summary { h3 { (fill("odds.pay-table", &[("wager", &name)])) } }
            div.scroll {
                table.data.pays {
                    thead { tr {
                        th scope="col" { (t("odds.hand")) }
                        @for table in tables {
                            th scope="col" {
                                (table.column.as_deref().unwrap_or(t("odds.pays"))) " " (mark(game, table.clause))
                            }
                        }
                    } }
                    tbody {
                        @for line in hands {
                            tr {
                                th scope="row" { (line_hand(&line.hand)) }
                                @for table in tables { td { (pay_field(game, shown, table, &line.hand, &name)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn pay_field(
    game: &OddsGame,
    shown: &WhatIfForm<'_>,
    table: &'static PayTable,
    hand: &rulebook::HandFloor,
    wager: &str,
) -> Markup {
    let Some(line) = table.lines.iter().find(|line| line.hand == *hand) else { return html! { "–" } };
    let field = format!("pay.{}", pay_name(game.rules(), table, line));
    let (approved, to) = match line.pays.0 {
        Odds::To(ratio) => (ratio, t("odds.to")),
        Odds::For(ratio) => (ratio, t("odds.for")),
    };
    let approved = match approved.den() {
        1 => approved.num().to_string(),
        den => format!("{}/{den}", approved.num()),
    };
    let value = shown.value(&field, &approved);
    let mut label = fill("odds.pays-label", &[("wager", wager), ("hand", &line_hand(hand))]);
    if let Some(column) = &table.column {
        label += &fill("odds.table-label", &[("table", column)]);
    }
    // Fractions say both of their numbers.
    let to = if value.contains('/') { "" } else { to };
    html! {
        input.odds name=(field) value=(value) data-approved=(approved) aria-label=(label) size="5" maxlength="15"
            autocomplete="off" aria-describedby={ "why-" (field) }
            .changed[value != approved] aria-invalid=[shown.is_refused(&field).then_some("true")];
        " " span.to data-to=(t("odds.to")) { (to) }
        @if let Some(cite) = line.clause { " " (mark(game, cite)) }
        (shown.mark(game, &field))
    }
}

fn qualifies(game: &OddsGame, shown: &WhatIfForm<'_>) -> Markup {
    let Some(rule) = &game.rules().qualifies else { return html! {} };
    let approved = rule.value.to_string();
    let value = shown.value("qualifies", &approved);
    html! {
        fieldset.panel {
            legend { (t("odds.qualifying")) " " (mark(game, rule.cite)) }
            label for="qualifies" { (t("odds.qualifies")) }
            input #qualifies name="qualifies" value=(value) data-approved=(approved) maxlength="40" autocomplete="off"
                aria-describedby="why-qualifies qualifies-help" .changed[shown.asked.qualifies.is_some()]
                aria-invalid=[shown.is_refused("qualifies").then_some("true")];
            (shown.mark(game, "qualifies"))
            small.soft #qualifies-help { (t("odds.qualifies-help")) }
        }
    }
}

fn multiples(game: &OddsGame, shown: &WhatIfForm<'_>) -> Markup {
    let staged = |step: &&rulebook::Step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some());
    let steps: Vec<&rulebook::Step> = game.rules().step.iter().filter(staged).collect();
    if steps.is_empty() {
        return html! {};
    }
    let approved: Vec<&str> = DEFAULT_MULTIPLES.split(',').collect();
    let value = shown.value("multiples", DEFAULT_MULTIPLES);
    let values: Vec<&str> = value.split(',').collect();
    html! {
        fieldset.panel {
            legend { (t("odds.multiples")) }
            div.stages {
                @for (at, step) in steps.iter().enumerate() {
                    label { (step.name) " " @if let Some(stake) = &step.stake { (mark(game, stake.clause)) }
                        input.odds name="multiples" value=(values.get(at).copied().unwrap_or("")) size="5" maxlength="7"
                            autocomplete="off" aria-describedby="why-multiples"
                            data-approved=(approved.get(at).copied().unwrap_or(""))
                            aria-invalid=[shown.is_refused("multiples").then_some("true")];
                    }
                }
            }
            (shown.mark(game, "multiples"))
            small.soft { (t("odds.multiples-help")) }
        }
    }
}

fn jackpot(game: &OddsGame, shown: &WhatIfForm<'_>) -> Markup {
    if !game.rules().wager.iter().any(|wager| wager.place == Place::Jackpot) {
        return html! {};
    }
    let rules = &game.book.jackpots;
    let value = shown.value("jackpot", "");
    let part = |name: &str| {
        let pairs = value.split(',').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
    };
    let refused = shown.is_refused("jackpot").then_some("true");
    html! {
        fieldset.panel {
            legend { (t("odds.jackpot")) " " (mark(game, rules.eligible)) }
            @match rules.increment.value {
                Increment::BySeed => {
                    label for="jackpot" { (t("odds.option-and-seed")) }
                    select #jackpot name="jackpot" aria-describedby="why-jackpot" aria-invalid=[refused] data-approved="" {
                        option value="" { (t("odds.no-jackpot")) }
                        @for row in &rules.seed {
                            @let (option, seed) = (row.option.to_string(), row.for_one.to_string());
                            option value={ "option=" (option) ",seed=" (seed) }
                                selected[part("option") == option && part("seed") == seed] {
                                (fill("odds.jackpot-option", &[("option", &option),
                                    ("seed", &odds::report::grouped(row.for_one.into()))]))
                            }
                        }
                    }
                }
                Increment::Operator => {
                    p.soft { (t("odds.operator-sets")) }
                    div.stages {
                        @for (name, words) in [("wager", t("odds.costs")), ("increment", t("odds.rate")),
                            ("seed", t("odds.seed"))] {
                            label { (words)
                                input.odds name={ "jackpot." (name) } value=(part(name)) size="8" maxlength="12"
                                    autocomplete="off" aria-describedby="why-jackpot" aria-invalid=[refused] data-approved="";
                            }
                        }
                    }
                }
            }
            @if game.book.table.methods.is_some() {
                label for="method" { (t("odds.method")) }
                select #method name="jackpot.method" data-approved="A" {
                    @for (method, words) in [(Method::A, t("odds.method-a")), (Method::B, t("odds.method-b"))] {
                        @let letter = if method == Method::A { "A" } else { "B" };
                        option value=(letter) selected[part("method") == letter] { (words) }
                    }
                }
            }
            (shown.mark(game, "jackpot"))
        }
    }
}

fn mark(game: &OddsGame, cite: Cite) -> Markup {
    clause(&game.book.front.id, game.book.label(cite))
}
