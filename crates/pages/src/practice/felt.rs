//! The felt of a practice table: the dealer, the board, the player's hand and the spots.

use crate::layout::clause;
use crate::parts::{self, Back, CardFace};
pub(super) use crate::parts::{money as amount, signed};
use cards::{Card, CardSet};
use coach::{Line, Round, Sight, hand_words};
use engine::banked::Settled;
use maud::{Markup, html};
use money::Money;
use rulebook::Place;
use server::practice_tables::{PracticeGame, PracticeTable};
use server::texts::{fill, t};

/// The felt as the player sees it: the round that is played, or the last one.
pub(super) fn felt(pair: PracticeGame, room: &PracticeTable) -> Markup {
    let playing = room.practice.is_deciding();
    let last = room.practice.last().filter(|_| !playing);
    let sight = match (playing, last) {
        (true, _) => room.practice.sight(),
        (false, Some(round)) => round.sight.clone(),
        (false, None) => Sight::default(),
    };
    html! {
        section.felt #felt aria-label=(t("practice.felt")) {
            @if sight.own.is_empty() { p.empty { (t("practice.empty")) } }
            @if !sight.dealer.is_empty() { (dealer(pair, &sight, last)) }
            @if !sight.own.is_empty() && !sight.board.is_empty() {
                div.board.hand role="group" aria-label=(t("practice.board")) {
                    @for card in &sight.board { (face(*card)) }
                }
            }
            ol.seats {
                li.seat.me {
                    h3 { (t("practice.you")) }
                    @if !sight.own.is_empty() {
                        div.hand { @for card in &sight.own { (face(Some(*card))) } }
                        p.words { (own_words(pair, &sight, last)) }
                    }
                    (spots(pair, room, last))
                }
            }
            @if let Some(round) = last { p.net { (net_words(round)) } }
        }
    }
}

fn dealer(pair: PracticeGame, sight: &Sight, last: Option<&Round>) -> Markup {
    html! {
        div.dealer {
            h2 { (t("practice.dealer")) }
            div.hand { @for card in &sight.dealer { (face(*card)) } }
            @if let Some(hand) = sight.dealer_set() {
                p.words {
                    (hand_words(pair.game, hand, sight.board_set()))
                    @match last.and_then(|round| round.qualified) {
                        Some(true) => { "; " (t("practice.qualifies")) (qualifying(pair)) }
                        Some(false) => { "; " (t("practice.does-not-qualify")) (qualifying(pair)) }
                        None => {}
                    }
                }
            }
        }
    }
}

/// The clause by which a dealer qualifies.
fn qualifying(pair: PracticeGame) -> Markup {
    let rule = pair.game.qualifies.as_ref().map(|rule| pair.book.label(rule.cite));
    html! { @if let Some(label) = rule { " " (clause(&pair.book.front.id, label)) } }
}

/// The player's hand in words, at every street.
fn own_words(pair: PracticeGame, sight: &Sight, last: Option<&Round>) -> String {
    let words = hand_words(pair.game, sight.own_set(), sight.board_set());
    if last.is_some_and(|round| round.folded) { fill("practice.folded", &[("hand", &words)]) } else { words }
}

/// The spots of the main play: what lies there, or what became of it.
fn spots(pair: PracticeGame, room: &PracticeTable, last: Option<&Round>) -> Markup {
    let setup = room.practice.coach().solved().setup();
    let later = setup.decisions.iter().map(|decision| decision.wager);
    let mut wagers: Vec<usize> = setup.first.iter().copied().chain(later).collect();
    wagers.dedup();
    html! {
        ul.spots {
            @match last {
                // In the order in which the book settles.
                Some(round) => @for line in &round.lines { (settled(pair, line)) },
                None => @for wager in wagers {
                    (spot(pair, wager, room.practice.table().seats[0].stakes[wager]))
                },
            }
        }
    }
}

fn spot(pair: PracticeGame, wager: usize, stake: Money) -> Markup {
    let rules = &pair.game.wager[wager];
    html! {
        li.spot data-spot=(rules.on) {
            span.name { (rules.name) }
            @if !stake.is_zero() { " " span.amount { (amount(stake)) } }
        }
    }
}

fn settled(pair: PracticeGame, line: &Line) -> Markup {
    let rules = &pair.game.wager[line.settled.wager];
    let net = line.settled.gain();
    let class = match net {
        net if net > Money::ZERO => "result win",
        net if net < Money::ZERO => "result lose",
        _ => "result push",
    };
    html! {
        li.spot data-spot=(rules.on) {
            span.name { (rules.name) } " "
            @if rules.place != Place::Bonus { span.amount { (amount(line.settled.staked)) } " " }
            span class=(class) { (result_words(line.settled.result)) " " (signed(net)) } " "
            (clause(&pair.book.front.id, pair.book.label(line.cite)))
        }
    }
}

pub(super) fn result_words(result: Settled) -> &'static str {
    match result {
        Settled::Win => t("practice.result-win"),
        Settled::Lose => t("practice.result-lose"),
        Settled::StandOff => t("practice.result-stand-off"),
        Settled::Returned => t("practice.result-returned"),
        Settled::Void => t("practice.result-void"),
        Settled::Forfeited => t("practice.result-forfeited"),
        Settled::Carried => t("practice.result-carried"),
    }
}

fn net_words(round: &Round) -> String {
    let size = amount(Money::from_cents(round.net.cents().abs()));
    match round.net {
        net if net > Money::ZERO => fill("practice.net-win", &[("amount", &size)]),
        net if net < Money::ZERO => fill("practice.net-lose", &[("amount", &size)]),
        _ => t("practice.net-even").to_string(),
    }
}

/// A card, or its back.
fn face(card: Option<Card>) -> Markup {
    parts::card(card.map_or(CardFace::Back(Back::Red), CardFace::Known))
}

/// Cards as text: "Kh 7d".
pub(super) fn cards_text(cards: CardSet) -> String {
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}
