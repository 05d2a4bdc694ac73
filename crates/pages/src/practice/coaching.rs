//! What the coach says: the best decision, what each other one costs, why; and the score.

use super::address;
use super::felt::{amount, cards_text, signed};
use coach::{Advice, Marked, Score, hand_words, to_cent};
use maud::{Markup, html};
use money::{Fraction, Money};
use odds::Choice;
use server::practice_tables::{PracticeGame, PracticeTable};
use server::texts::{fill, t};

/// What the coach says of the open decision, if it was asked, and of the last one that was taken.
pub(super) fn coaching(pair: PracticeGame, room: &PracticeTable, advice: Option<&Advice>) -> Markup {
    let asked = advice.filter(|_| room.practice.is_asked());
    let last = room.practice.marked().last();
    html! {
        section.coach #coach aria-labelledby="coach-heading" {
            h2 #coach-heading { (t("practice.coach")) }
            @if let Some(advice) = asked {
                h3 { (t("practice.now")) }
                p.best { (fill("practice.best-is", &[("choice", &words(pair, advice, advice.best))])) }
                (reasons(advice))
                (prices(pair, advice, None))
            }
            @if let Some(marked) = last {
                h3 { (fill("practice.last-decision", &[("name", &decision_name(marked))])) }
                (verdict(pair, marked))
                (reasons(&marked.advice))
                (prices(pair, &marked.advice, Some(marked.chosen)))
            }
            @if asked.is_none() && last.is_none() { p { (t("practice.coach-waits")) } }
        }
    }
}

/// What a decision was worth.
fn verdict(pair: PracticeGame, marked: &Marked) -> Markup {
    let chosen = words(pair, &marked.advice, marked.chosen);
    let best = words(pair, &marked.advice, marked.advice.best);
    html! {
        @if marked.is_best() {
            p.verdict.good { (fill("practice.was-best", &[("choice", &chosen)])) }
        } @else {
            p.verdict.bad {
                (fill("practice.was-worse", &[
                    ("choice", &chosen), ("best", &best), ("cost", &cost(marked.cost)),
                ]))
            }
        }
        @if marked.helped { p.small { (t("practice.was-helped")) } }
    }
}

fn reasons(advice: &Advice) -> Markup {
    html! { ul.why { @for reason in &advice.why { li { (reason) } } } }
}

/// Every choice, what it gains on average, what it costs against the best.
fn prices(pair: PracticeGame, advice: &Advice, chosen: Option<Choice>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("practice.prices")) {
            table.prices {
                caption { (t("practice.prices")) }
                thead { tr {
                    th scope="col" { (t("practice.choice")) }
                    th scope="col" { (t("practice.on-average")) }
                    th scope="col" { (t("practice.costs")) }
                } }
                tbody {
                    @for priced in &advice.choices {
                        tr.best[priced.choice == advice.best].chosen[Some(priced.choice) == chosen] {
                            th scope="row" {
                                (words(pair, advice, priced.choice))
                                @if priced.choice == advice.best { " " span.mark { (t("practice.best")) } }
                                @if Some(priced.choice) == chosen { " " span.mark { (t("practice.yours")) } }
                            }
                            td.number { (average(priced.worth, advice.ante)) }
                            td.number title=(fill("practice.exactly", &[("cents", &priced.cost.to_string())])) {
                                (cost(priced.cost))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The mean gain in money, to the nearest cent.
fn average(worth: Fraction, ante: Money) -> String {
    let size = Fraction::new(worth.num().abs(), worth.den()).unwrap_or(worth);
    let cents = size.checked_mul(Fraction::from(ante)).map_or(Money::ZERO, to_cent);
    if worth < Fraction::ZERO { signed(Money::ZERO - cents) } else { signed(cents) }
}

/// What a choice costs, in cents; the little that would read as nothing is said.
pub(super) fn cost(exact: Fraction) -> String {
    let shown = to_cent(exact);
    match (exact == Fraction::ZERO, shown.is_zero()) {
        (true, _) => t("practice.costs-nothing").to_string(),
        (false, true) => t("practice.less-than-a-cent").to_string(),
        (false, false) => amount(shown),
    }
}

/// A choice as its button has it.
pub(super) fn words(pair: PracticeGame, advice: &Advice, choice: Choice) -> String {
    match choice {
        Choice::Fold => t("practice.fold").to_string(),
        Choice::Check => t("practice.check").to_string(),
        Choice::Bet(times) => {
            let stake = advice.priced(choice).map_or(Money::ZERO, |priced| priced.stake);
            let (stake, times) = (amount(stake), times.to_string());
            let with = [("amount", &*stake), ("times", &times), ("ante", &pair.game.wager[0].name)];
            fill("practice.bet-times", &with)
        }
    }
}

/// A decision as the book calls it, without its dashes.
pub(super) fn decision_name(marked: &Marked) -> String {
    marked.name.replace('-', " ")
}

/// The score against perfect play.
pub(super) fn score(pair: PracticeGame, room: &PracticeTable) -> Markup {
    let score = room.practice.score();
    html! {
        section.score aria-labelledby="score" {
            h2 #score { (t("practice.score")) }
            @if score.decisions + score.helped == 0 { p { (t("practice.no-score")) } } @else {
                dl {
                    div { dt { (t("practice.decisions")) } dd { (decided(score)) } }
                    div { dt { (t("practice.cost")) } dd { (cost(score.cost)) } }
                    @if score.helped > 0 { div { dt { (t("practice.helped")) } dd { (score.helped) } } }
                    div { dt { (t("practice.rounds")) } dd { (score.rounds) } }
                    div { dt { (t("practice.net")) } dd { (signed(score.net)) } }
                }
                @if !score.mistakes.is_empty() { (mistakes(pair, score)) }
                form method="post" action={ (address(pair)) "/new-score" } {
                    button.quiet { (t("practice.new-score")) }
                }
            }
        }
    }
}

fn decided(score: &Score) -> String {
    let (best, all) = (score.best.to_string(), score.decisions.to_string());
    match score.best_per_cent() {
        Some(per_cent) => {
            fill("practice.of-best", &[("best", &best), ("all", &all), ("per-cent", &per_cent.to_string())])
        }
        None => t("practice.none-alone").to_string(),
    }
}

fn mistakes(pair: PracticeGame, score: &Score) -> Markup {
    html! {
        h3 { (t("practice.mistakes")) }
        ul.mistakes {
            @for marked in &score.mistakes {
                li {
                    @let seen = &marked.advice.seen;
                    strong { (cards_text(seen.own)) }
                    @if let Some(up) = seen.up { " " (fill("practice.against", &[("up", &up.to_string())])) }
                    @if !seen.board.is_empty() {
                        " " (fill("practice.with-board", &[("board", &cards_text(seen.board))]))
                    }
                    ", " (hand_words(pair.game, seen.own, seen.board)) ": "
                    (fill("practice.mistake", &[
                        ("choice", &words(pair, &marked.advice, marked.chosen)),
                        ("best", &words(pair, &marked.advice, marked.advice.best)),
                        ("cost", &cost(marked.cost)),
                    ]))
                    @if let Some(reason) = marked.advice.why.first() { " " (reason) }
                }
            }
        }
    }
}
