//! What a question comes to, as a part of the page: figures, jackpot, best play, outcomes. The tables are those of the
//! mathematics report.

use super::charts;
use super::desk::{FieldRefusal, OddsGame};
use super::form;
use super::question::CanonicalWhatIf;
use crate::layout::clause;
use engine::Method;
use maud::{Markup, PreEscaped, html};
use money::Fraction;
use odds::report::{AskedJackpot, Block, Cell, Section, Table, grouped};
use odds::{Answer, JackpotReturn, MainStudy};
use rulebook::{Increment, Rulebook, Variant};
use server::texts::{fill, t};

/// Digits of every decimal beside its fraction.
const DIGITS: usize = 15;

/// The result.
pub(super) fn region(
    game: &OddsGame,
    book: &Rulebook,
    asked: &CanonicalWhatIf,
    answer: &Answer,
    sections: &[Section],
) -> Markup {
    let query = asked.query();
    let address = if query.is_empty() { game.path() } else { format!("{}?{query}", game.path()) };
    let id = &game.book.front.id;
    let main = answer.study.main.first();
    let said = main.map(|main| fill("odds.said", &[("edge", &percent(minus(main.main.gain.mean)))]));
    let of = |name: &str| sections.iter().find(|section| section.id == name);
    html! {
        section #result data-address=(address) data-said=[said] aria-labelledby="result-title" {
            h2 #result-title { (t("odds.result")) }
            (changed(id, game, answer))
            (form::marks(game, asked, &[]))
            @if let Some(main) = main { (figures(main, of("summary"))) }
            (downloads(game, &query))
            @if let Some(section) = of("summary") { (panel(id, section)) }
            @if let Some(jackpot) = &answer.jackpot { (jackpot_panel(book, jackpot)) }
            @if let Some(section) = of("strategy") { (panel(id, section)) }
            @if let Some(section) = of("main-play") { (folded(id, section)) }
            @if let Some(section) = of("side-wagers") { (folded(id, section)) }
        }
    }
}

/// Why there is no result.
pub(super) fn refused(game: &OddsGame, whys: &[FieldRefusal]) -> Markup {
    let id = &game.book.front.id;
    html! {
        section #result data-said=(t("odds.refused")) aria-labelledby="result-title" {
            h2 #result-title { (t("odds.result")) }
            div.notice.no role="alert" {
                p { strong { (t("odds.refused")) } }
                ul { @for why in whys { li { (why.why) @if let Some(label) = &why.clause { " " (clause(id, label)) } } } }
                p.next { (t("odds.refused-next")) " " a href=(game.path()) { (t("odds.approved-game")) } }
            }
            (form::marks(game, &CanonicalWhatIf::default(), whys))
        }
    }
}

/// Each wager at its first pay table: name, pay table, edge, exactly.
pub(super) fn edges(rules: &Variant, answer: &Answer) -> Vec<[String; 4]> {
    let named = |on: &str| rules.wager(on).map_or_else(|| on.to_string(), |at| rules.wager[at].name.clone());
    let row = |on: &str, paytable: Option<&String>, mean: Fraction| {
        [named(on), paytable.cloned().unwrap_or_default(), percent(minus(mean)), exactly(mean)]
    };
    let main = answer.study.main.first();
    let mut rows: Vec<[String; 4]> =
        main.iter().map(|main| row(&main.on, main.paytable.as_ref(), main.main.gain.mean)).collect();
    for group in answer.study.sides.chunk_by(|a, b| a.on == b.on) {
        let side = &group[0];
        rows.push(row(&side.on, side.paytable.as_ref(), side.side.gain.mean));
    }
    rows
}

/// A what-if must not be mistaken for the approved game.
fn changed(id: &str, game: &OddsGame, answer: &Answer) -> Markup {
    html! {
        @if !answer.changes.is_empty() {
            div.notice.no role="note" {
                p { strong { (t("odds.changed")) } }
                ul {
                    @for change in &answer.changes {
                        // The report ends each change with its clause in brackets.
                        @match change.strip_suffix(']').and_then(|text| text.rsplit_once(" [")) {
                            Some((words, label)) => li { (words) " " (clause(id, label)) },
                            None => li { (change) },
                        }
                    }
                }
                p.next { a href=(game.path()) { (t("odds.approved-game")) } }
            }
        }
    }
}

/// The figures of the main play, large.
fn figures(main: &MainStudy, summary: Option<&Section>) -> Markup {
    let gain = main.main.gain;
    let risk = main.main.element_of_risk().map(minus);
    let hits = summary.and_then(|section| section.tables().next()?.rows.first()?.last().cloned());
    html! {
        dl.figures {
            div.edge { dt { (t("odds.edge")) } dd { (percent(minus(gain.mean))) } }
            @if let Some(risk) = risk { div { dt { (t("odds.risk")) } dd { (percent(risk)) } } }
            div { dt { (t("odds.staked")) } dd { (main.main.staked.to_places(6)) } }
            div { dt { (t("odds.deviation")) } dd { (gain.variance.root_to_significant(7)) } }
            @if let Some(hits) = hits { div { dt { (t("odds.hits")) } dd { (hits.shown()) } } }
            div.wide { dt { (t("odds.expected")) }
                dd { code { (gain.mean.to_significant(DIGITS)) } " = " code.exact { (exactly(gain.mean)) } } }
            div.wide { dt { (t("odds.deals")) } dd { (grouped(main.endings.deals())) } }
        }
        @if let Some(column) = &main.paytable { p.soft { (fill("odds.first-table", &[("table", column)])) } }
    }
}

fn downloads(game: &OddsGame, query: &str) -> Markup {
    let tail = if query.is_empty() { String::new() } else { format!("?{query}") };
    let path = game.path();
    html! {
        p.downloads {
            a.button.quiet href={ (path) "/report" (tail) } { (t("odds.report")) }
            a.button.quiet href={ (path) "/report.csv" (tail) } { (t("odds.csv")) }
            a.button.quiet href={ "/api" (path) (tail) } { (t("odds.json")) }
        }
    }
}

fn jackpot_panel(book: &Rulebook, jackpot: &AskedJackpot) -> Markup {
    let Some(shown) = &jackpot.sign.jackpot else { return html! {} };
    let seed = grouped(shown.seed.into());
    let mut named = match book.jackpots.increment.value {
        Increment::BySeed => {
            fill("odds.jackpot-option", &[("option", &shown.option.to_string()), ("seed", &seed)])
        }
        Increment::Operator => {
            fill("odds.jackpot-operator", &[("wager", &shown.wager.to_string()), ("seed", &seed)])
        }
    };
    if book.table.methods.is_some() {
        let method = if jackpot.sign.method == Method::A { "A" } else { "B" };
        named += &fill("odds.jackpot-method", &[("method", method)]);
    }
    html! {
        section.panel #jackpot-return {
            h3 { (t("odds.jackpot")) }
            p { (named) }
            div.columns {
                (returned(t("odds.best-play"), &jackpot.returned))
                @if let Some(kept) = &jackpot.unforfeited { (returned(t("odds.never-folding"), kept)) }
            }
        }
    }
}

/// What comes back of each jackpot wager.
fn returned(title: &str, found: &JackpotReturn) -> Markup {
    let reseed = found.reseed.checked_add(found.floor).unwrap_or(found.reseed);
    let kept = Fraction::ONE.checked_sub(found.total()).unwrap_or(Fraction::ZERO);
    let parts = [
        (t("odds.fixed"), found.fixed),
        (t("odds.increment"), found.increment),
        (t("odds.reseed"), reseed),
        (t("odds.house-keeps"), kept),
    ];
    html! {
        div {
            h4 { (title) }
            (charts::shares(title, &parts))
            dl.rows {
                @for (name, share) in parts { dt { (name) } dd { (percent(share)) } }
                dt { (t("odds.together")) } dd { strong { (percent(found.total())) } " = " (exactly(found.total())) }
                @if found.guarantee != Fraction::ZERO { dt { (t("odds.guarantee")) } dd { (percent(found.guarantee)) } }
                @if let Some(life) = &found.life {
                    dt { (t("odds.per-hit")) } dd { (Cell::OneIn(life.hit).shown()) }
                    dt { (t("odds.at-hit")) } dd { (Cell::Decimal(life.mean_at_hit, 0).shown()) }
                }
            }
        }
    }
}

fn panel(id: &str, section: &Section) -> Markup {
    html! { section.panel id=(section.id) { h3 { (section.title) } (blocks(id, section)) } }
}

/// Long sections are opened by who wants them.
fn folded(id: &str, section: &Section) -> Markup {
    html! {
        details.panel id=(section.id) { summary { h3 { (section.title) } } (blocks(id, section)) }
    }
}

fn blocks(id: &str, section: &Section) -> Markup {
    html! {
        @for block in &section.blocks {
            @match block {
                Block::Heading(words) => h4 { (words) },
                Block::Text(words) => @if let Some(words) = for_pages(words) { p { (words) } },
                Block::Table(found) => (grid_or_table(id, found)),
                Block::Chart(chart) => figure {
                    figcaption { (chart.title) }
                    div.scroll tabindex="0" role="group" aria-label=(chart.title) { (PreEscaped(chart.svg())) }
                },
            }
        }
    }
}

fn grid_or_table(id: &str, found: &Table) -> Markup {
    match charts::grid(found) {
        Some(drawn) => html! {
            figure {
                figcaption { (found.title) }
                div.scroll tabindex="0" role="group" aria-label=(found.title) { (drawn) }
                p.soft { (found.note) }
                details id={ "as-table-" (found.id) } { summary { (t("odds.as-table")) } (table(id, found)) }
            }
        },
        None => table(id, found),
    }
}

fn table(id: &str, found: &Table) -> Markup {
    let total = found.totalled.then(|| found.rows.len().saturating_sub(1));
    html! {
        div.scroll tabindex="0" role="group" aria-label=(found.title) {
            table.data id={ "table-" (found.id) } {
                caption { (found.title) }
                thead { tr {
                    @for (at, column) in found.columns.iter().enumerate() {
                        @if column.is_empty() { td {} } @else {
                            th scope="col" .number[found.rows.iter().any(|row| row[at].is_number())] { (column) }
                        }
                    }
                } }
                tbody { @for row in &found.rows[..total.unwrap_or(found.rows.len())] { (cells(id, row)) } }
                @if let Some(last) = total { tfoot { (cells(id, &found.rows[last])) } }
            }
        }
        @if !found.note.is_empty() { p.soft { (found.note) } }
    }
}

fn cells(id: &str, row: &[Cell]) -> Markup {
    html! {
        tr {
            @for (at, cell) in row.iter().enumerate() {
                @match (at, cell) {
                    (0, cell) => th scope="row" .number[cell.is_number()] .words[is_long(cell)] { (cell.shown()) },
                    (_, Cell::Clauses(cited)) => td { @for cited in cited { (clause(id, &cited.label)) " " } },
                    (_, cell) => td .number[cell.is_number()] .words[is_long(cell)] { (cell.shown()) },
                }
            }
        }
    }
}

/// Without the advice to ask the command line about a hand; none where there is nothing else.
fn for_pages(words: &str) -> Option<String> {
    let Some((told, _)) = words.split_once("--seen") else { return Some(words.to_string()) };
    let told = told.rsplit_once(':').map_or(told, |(told, _)| told);
    let told = ["for a hand", "For a hand"].iter().fold(told, |told, asks| told.trim_end_matches(asks));
    let told = told.trim_end_matches([' ', ';']);
    (!told.is_empty()).then(|| format!("{told}."))
}

/// More words than stay on one line: such a cell is given room.
fn is_long(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(words) if words.chars().count() > 18)
}

fn percent(share: Fraction) -> String {
    Cell::Percent(share, 4).shown()
}

fn exactly(value: Fraction) -> String {
    Cell::Exact(value).shown()
}

fn minus(value: Fraction) -> Fraction {
    Fraction::ZERO.checked_sub(value).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_do_not_send_people_to_the_command_line() {
        let cases = [
            ("It depends; for a hand: --seen \"OWN/FLOP\".", Some("It depends.")),
            ("For a hand: --seen \"OWN/BOARD\".", None),
            ("The suits decide: ask with --seen \"CARDS@UP\".", Some("The suits decide.")),
            ("In all: check.", Some("In all: check.")),
        ];
        for (words, expected) in cases {
            assert_eq!(for_pages(words).as_deref(), expected, "{words}");
        }
    }
}
