//! The last rounds of a practice table, each with its cards, decisions and settled lines.

use super::coaching::{cost, decision_name, words};
use super::felt::{amount, result_words, signed};
use crate::layout::clause;
use cards::Card;
use coach::{Marked, Round, hand_words};
use maud::{Markup, html};
use server::practice_tables::{PracticeGame, PracticeTable};
use server::texts::{fill, t};

/// The history.
pub(super) fn past(pair: PracticeGame, room: &PracticeTable) -> Markup {
    let rounds: Vec<&Round> = room.practice.history().collect();
    html! {
        @if !rounds.is_empty() {
            section.past aria-labelledby="past" {
                h2 #past { (t("practice.history")) }
                ol.rounds reversed start=(rounds[0].number) {
                    @for round in rounds { li { (one(pair, round)) } }
                }
            }
        }
    }
}

fn one(pair: PracticeGame, round: &Round) -> Markup {
    let known = |cards: &[Option<Card>]| cards.iter().flatten().copied().collect::<Vec<Card>>();
    let (dealer, board) = (known(&round.sight.dealer), known(&round.sight.board));
    html! {
        details {
            summary {
                span.cards { (text(&round.sight.own)) } " "
                span.result { (signed(round.net)) }
                @if round.marked.iter().any(|marked| !marked.is_best()) {
                    " " span.mark { (t("practice.with-mistake")) }
                }
            }
            p {
                (hand_words(pair.game, round.sight.own_set(), round.sight.board_set()))
                @if !board.is_empty() { "; " (fill("practice.with-board", &[("board", &text(&board))])) }
                @if !dealer.is_empty() { "; " (fill("practice.dealer-had", &[("cards", &text(&dealer))])) }
            }
            ul.decisions { @for marked in &round.marked { li { (decision(pair, marked)) } } }
            ul.lines {
                @for line in &round.lines {
                    li {
                        (pair.game.wager[line.settled.wager].name) " " (amount(line.settled.staked)) ": "
                        (result_words(line.settled.result)) " " (signed(line.settled.gain())) " "
                        (clause(&pair.book.front.id, pair.book.label(line.cite)))
                    }
                }
            }
        }
    }
}

fn decision(pair: PracticeGame, marked: &Marked) -> Markup {
    let chosen = words(pair, &marked.advice, marked.chosen);
    html! {
        (decision_name(marked)) ": "
        @if marked.is_best() { (fill("practice.was-best", &[("choice", &chosen)])) } @else {
            (fill("practice.mistake", &[
                ("choice", &chosen),
                ("best", &words(pair, &marked.advice, marked.advice.best)),
                ("cost", &cost(marked.cost)),
            ]))
        }
    }
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
