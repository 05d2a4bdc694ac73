//! One wager of a game for people: when it is placed, the cards it is settled on, what becomes of it.

use super::game::spot_name;
use super::marks::{a_hand, cited, cited_all, spoken};
use maud::{Markup, html};
use rulebook::{Against, Case, Cite, Facts, HandOf, Outcome, Pays, Place, Rulebook, Variant, WagerRules};
use server::texts::{fill, t};

/// One wager: when it is placed, the cards it is settled on, and what becomes of it.
pub(super) fn panel(rules: &Rulebook, game: &Variant, wager: &WagerRules) -> Markup {
    html! {
        section.panel {
            h3 #{ "wager-" (wager.on) } { (wager.name) " " (cited(rules, wager.clause)) }
            p {
                (match wager.place {
                    Place::First => t("rules.placed-first"),
                    Place::Jackpot => t("rules.placed-jackpot"),
                    Place::Later => t("rules.placed-later"),
                    Place::Bonus => t("rules.placed-bonus"),
                }) " "
                (settled_on(wager))
                @if let Some(needs) = &wager.needs {
                    " " (fill("rules.needs", &[("wager", spot_name(game, &needs.value))])) " "
                    (cited(rules, needs.cite))
                }
            }
            (cases(rules, game, wager))
        }
    }
}

fn cases(rules: &Rulebook, game: &Variant, wager: &WagerRules) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(wager.name) {
            table.cases {
                caption { (t("rules.first-fits")) }
                thead {
                    tr {
                        th scope="col" { (t("rules.when")) }
                        th scope="col" { (t("rules.then")) }
                        th scope="col" { (t("rules.clause")) }
                    }
                }
                tbody {
                    @for row in merged(&wager.case) {
                        tr {
                            th scope="row" { (when(&row.facts)) }
                            td { (result(game, row.case)) }
                            td { (cited_all(rules, &row.clauses)) }
                        }
                    }
                }
            }
        }
    }
}

/// A line of settlement for people.
struct SettlementRow<'c> {
    facts: Facts,
    case: &'c Case,
    clauses: Vec<Cite>,
}

/// Lines that end alike whether the dealer qualifies or not, by whichever method the table deals, at whichever decision
/// one folds, made one: books tell them apart because their clauses differ.
fn merged(cases: &[Case]) -> Vec<SettlementRow<'_>> {
    let mut rows: Vec<SettlementRow<'_>> = Vec::new();
    for case in cases {
        let mut row = SettlementRow { facts: case.when.clone(), case, clauses: vec![case.clause] };
        while let Some(last) = rows.pop_if(|last| is_part(last, &row)) {
            row.clauses = [last.clauses, row.clauses].concat();
        }
        rows.push(row);
    }
    rows
}

/// Whether a line says of some hands what the line after it says of all the others like them.
fn is_part(line: &SettlementRow<'_>, after: &SettlementRow<'_>) -> bool {
    let mut open = line.facts.clone();
    if after.facts.qualifies.is_none() {
        open.qualifies = None;
    }
    if after.facts.method.is_none() {
        open.method = None;
    }
    if after.facts.folded == Some(true) && open.folded_at.take().is_some() {
        open.folded = Some(true);
    }
    when(&open) == when(&after.facts)
        && (pays(line.case), line.case.result) == (pays(after.case), after.case.result)
}

fn pays(case: &Case) -> Option<String> {
    case.pays.as_ref().map(|pays| match pays {
        Pays::Odds(odds) => odds.to_string(),
        Pays::Table(table) => table.clone(),
    })
}

fn when(facts: &Facts) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut fact = |is: Option<bool>, yes: &'static str, no: &'static str| {
        told.extend(is.map(|is| if is { yes } else { no }.to_string()));
    };
    fact(facts.folded, t("rules.you-folded"), t("rules.you-stayed"));
    fact(facts.folded_whole, t("rules.you-folded-all"), t("rules.you-kept-some"));
    fact(facts.qualifies, t("rules.dealer-qualifies"), t("rules.dealer-does-not"));
    fact(facts.pays_jackpot, t("rules.has-prize"), t("rules.no-prize"));
    told.extend(facts.folded_at.as_ref().map(|step| fill("rules.you-folded-at", &[("step", &spoken(step))])));
    told.extend(facts.against.map(|against| {
        match against {
            Against::Higher => t("rules.you-higher"),
            Against::Equal => t("rules.you-equal"),
            Against::Lower => t("rules.you-lower"),
        }
        .to_string()
    }));
    told.extend(facts.at_least.as_ref().map(|floor| fill("rules.you-have", &[("hand", &a_hand(floor))])));
    told.extend(facts.method.map(|method| fill("rules.by-method", &[("method", &format!("{method:?}"))])));
    if told.is_empty() { t("rules.otherwise").to_string() } else { told.join(t("rules.and")) }
}

fn result(game: &Variant, case: &Case) -> Markup {
    html! {
        @match (case.result, &case.pays) {
            (Outcome::Win, Some(Pays::Odds(odds))) => (fill("rules.wins-odds", &[("odds", &odds.to_string())])),
            (Outcome::Win, Some(Pays::Table(table))) if game.paytable.iter().any(|known| known.id == *table) => {
                (t("rules.wins")) ", " a href={ "#pays-" (table) } { (t("rules.by-table")) }
            },
            (Outcome::Win, _) => { (t("rules.wins")) ", " a href="#jackpot" { (t("rules.by-prizes")) } },
            (Outcome::Lose, _) => (t("rules.loses")),
            (Outcome::StandOff, _) => (t("rules.stands-off")),
            (Outcome::Returned, _) => (t("rules.comes-back")),
            (Outcome::None, _) => (t("rules.nothing-paid")),
        }
    }
}

/// The cards that a wager is settled on, and whether against the dealer's: the lines of its settlement say so.
pub(super) fn settled_on(wager: &WagerRules) -> &'static str {
    let against = wager.case.iter().any(|case| case.when.against.is_some());
    match wager.hand {
        HandOf::Own if against => t("rules.hand-own-against"),
        HandOf::Own => t("rules.hand-own"),
        HandOf::OwnAndBoard if against => t("rules.hand-board-against"),
        HandOf::OwnAndBoard => t("rules.hand-board"),
        HandOf::OwnAndFlop => t("rules.hand-flop"),
        HandOf::OwnAndDealer => t("rules.hand-dealer"),
        HandOf::OwnAndJackpotCards => t("rules.hand-jackpot"),
    }
}
