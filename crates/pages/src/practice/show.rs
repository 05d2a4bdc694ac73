//! The page of a practice table.

use super::{address, choice_id, coaching, felt, open_decision, past};
use crate::layout::clause;
use coach::{Advice, Kind, Priced};
use felt::amount;
use maud::{Markup, html};
use money::{Fraction, Money};
use odds::Choice;
use rulebook::Place;
use server::practice_tables::{PracticeGame, PracticeTable};
use server::texts::{fill, t};

/// All that the page holds.
pub(super) fn content(pair: PracticeGame, room: &PracticeTable) -> Markup {
    let advice = room.practice.advice();
    html! {
        h1 { (pair.game.name) }
        p.lead {
            (fill("practice.by-book", &[
                ("operator", &pair.book.front.operator),
                ("version", &pair.book.front.version),
            ]))
            " "
            a href="/practice" { (t("practice.other-game")) }
        }
        (felt::felt(pair, room))
        section.actions #actions aria-label=(t("practice.actions")) {
            @match &advice {
                Some(advice) => (decisions(pair, room, advice)),
                None => (deal_form(pair, room)),
            }
        }
        (coaching::coaching(pair, room, advice.as_ref()))
        (coaching::score(pair, room))
        @if advice.is_none() { (picker(pair, room)) }
        (past::past(pair, room))
        p.notice {
            (t("practice.not-live"))
            @for label in no_advice(pair) { " " (clause(&pair.book.front.id, label)) }
            " " (t("practice.main-play"))
        }
    }
}

/// The clauses by which nobody coaches at a live table: what the book says on conduct, in our words.
pub(super) fn no_advice(pair: PracticeGame) -> Vec<&'static str> {
    let forbids = |effect: &str| {
        let effect = effect.to_lowercase();
        ["advice", "advise", "coach"].iter().any(|word| effect.contains(word))
    };
    let clauses = pair.book.register.iter().map(|(_, clause)| clause);
    let conduct = clauses.filter(|clause| clause.kind == rulebook::Kind::Conduct && forbids(&clause.effect));
    conduct.map(|clause| clause.label.as_str()).collect()
}

/// The buttons of a decision, each with its price and its key.
fn decisions(pair: PracticeGame, room: &PracticeTable, advice: &Advice) -> Markup {
    let bets = advice.choices.iter().filter(|priced| matches!(priced.choice, Choice::Bet(_))).count();
    html! {
        form method="post" action={ (address(pair)) "/decide" } {
            input type="hidden" name="at" value=(open_decision(room));
            @for priced in &advice.choices { (button(pair, priced, advice, bets)) }
        }
        @if !room.practice.is_asked() {
            form method="post" action={ (address(pair)) "/ask" } {
                button.quiet data-key-press="?" { (t("practice.ask")) " " kbd { "?" } }
            }
        }
    }
}

fn button(pair: PracticeGame, priced: &Priced, advice: &Advice, bets: usize) -> Markup {
    let (name, price, key) = match priced.choice {
        Choice::Fold => {
            // A hand that is given up loses the same whatever it is, so that the worth is the price.
            let lost = Fraction::ZERO
                .checked_sub(priced.worth)
                .and_then(|lost| lost.checked_mul(Fraction::from(advice.ante)));
            let lost = lost.map_or(Money::ZERO, coach::to_cent);
            (t("practice.fold").to_string(), fill("practice.lose", &[("amount", &amount(lost))]), 'f')
        }
        Choice::Check => (t("practice.check").to_string(), t("practice.free").to_string(), 'c'),
        Choice::Bet(times) => {
            let stake = amount(priced.stake);
            let ante = &pair.game.wager[0].name;
            let times_text = times.to_string();
            let key = if bets == 1 { 'b' } else { char::from_digit(times.into(), 10).unwrap_or('b') };
            (
                fill("practice.bet", &[("amount", &stake)]),
                fill("practice.times", &[("times", &times_text), ("ante", ante)]),
                key,
            )
        }
    };
    html! {
        button.decide name="choice" value=(choice_id(priced.choice)) data-key-press=(key) {
            (name) " " small { (price) } " " kbd { (key.to_ascii_uppercase()) }
        }
    }
}

/// The Ante and the next deal.
fn deal_form(pair: PracticeGame, room: &PracticeTable) -> Markup {
    html! {
        form.deal method="post" action={ (address(pair)) "/deal" } {
            (ante_field(pair, room, "ante"))
            button.decide data-key-press="d" { (t("practice.deal")) " " kbd { "D" } }
        }
    }
}

fn ante_field(pair: PracticeGame, room: &PracticeTable, id: &str) -> Markup {
    let ante = &pair.game.wager[0].name;
    // What must equal the Ante is laid along with it.
    let others = pair.game.wager.iter().filter(|wager| wager.place == Place::First && wager.equals.is_some());
    let others: Vec<&str> = others.map(|wager| wager.name.as_str()).collect();
    html! {
        label for=(id) {
            (ante)
            @if !others.is_empty() { " " (fill("practice.and-as-much", &[("others", &others.join(", "))])) }
        }
        input #(id) name="ante" inputmode="decimal" autocomplete="off" maxlength="12" size="8"
            value=(room.ante.cents() / 100) aria-describedby={ (id) "-hint" };
        small id={ (id) "-hint" } { (t("practice.ante-hint")) }
    }
}

/// "Deal me …": a kind of situation, or cards.
fn picker(pair: PracticeGame, room: &PracticeTable) -> Markup {
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_in(room.practice.coach()));
    let own = pair.game.hand_cards.value.to_string();
    let board = pair.game.board_cards.to_string();
    html! {
        section.picker aria-labelledby="picker" {
            h2 #picker { (t("practice.deal-me")) }
            form.kinds method="post" action={ (address(pair)) "/deal" } {
                input type="hidden" name="ante" value=(room.ante);
                @for kind in kinds {
                    button.quiet name="kind" value=(kind.id()) { (kind_words(kind)) }
                }
            }
            form.cards method="post" action={ (address(pair)) "/deal" } {
                input type="hidden" name="ante" value=(room.ante);
                p { (t("practice.these-cards")) }
                div.field {
                    label for="own" { (fill("practice.own-cards", &[("count", &own)])) }
                    input #own name="own" autocomplete="off" maxlength="40" placeholder="As Kd";
                }
                @if pair.game.up_card.is_some() {
                    div.field {
                        label for="up" { (t("practice.up-card")) }
                        input #up name="up" autocomplete="off" maxlength="10" placeholder="Qh";
                    }
                }
                @if pair.game.board_cards > 0 {
                    div.field {
                        label for="board" { (fill("practice.board-cards", &[("count", &board)])) }
                        input #board name="board" autocomplete="off" maxlength="40" placeholder="9c 9d 2s";
                    }
                }
                button { (t("practice.deal-these")) }
            }
        }
    }
}

fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Close => t("practice.kind-close"),
        Kind::Pair => t("practice.kind-pair"),
        Kind::FlushDraw => t("practice.kind-flush-draw"),
        Kind::StraightDraw => t("practice.kind-straight-draw"),
        Kind::HighCard => t("practice.kind-high-card"),
        Kind::Fold => t("practice.kind-fold"),
        Kind::Raise => t("practice.kind-raise"),
    }
}
