//! What lies on the felt.

use crate::pages::layout::clause;
use crate::pages::parts::{self, Back, CardFace};
use crate::texts::{fill, t};
use crate::view::{Face, SeatView, SpotView, TableView};
use maud::{Markup, html};
use money::Money;

pub(in crate::pages) fn felt(view: &TableView) -> Markup {
    // Two packs take turns.
    let back = if view.round.is_multiple_of(2) { Back::Red } else { Back::Blue };
    let faces = |cards: &[Face]| -> Vec<CardFace> {
        let face = |face: &Face| match face {
            Face::Up(card) => CardFace::Known(*card),
            Face::Down => CardFace::Back(back),
        };
        cards.iter().map(face).collect()
    };
    // A new round is a new deal: its cards travel, those that lie do not.
    let key = |whose: &str| format!("{}-{whose}", view.round);
    html! {
        @if !view.dealer.cards.is_empty() || view.board.is_empty() {
            div.dealer {
                h2 { (t("table.dealer")) }
                (parts::hand(&faces(&view.dealer.cards), &key("dealer")))
                @if let Some(words) = &view.dealer.words {
                    p.words {
                        (words)
                        @match view.qualifies {
                            Some(true) => { ", " (t("table.qualifies")) }
                            Some(false) => { ", " (t("table.does-not-qualify")) }
                            None => {}
                        }
                    }
                }
            }
        }
        @if !view.board.is_empty() {
            div.board {
                h2 { (t("table.board")) }
                (parts::hand(&faces(&view.board), &key("board")))
            }
        }
        @if !view.jackpot_cards.is_empty() {
            div.board.jackpot-cards {
                h2 { (t("table.jackpot-cards")) }
                (parts::hand(&faces(&view.jackpot_cards), &key("jackpot")))
            }
        }
        ol.seats {
            @for seat in &view.seats { (place(view, seat, &faces(&seat.hand.cards), &key(&seat.place.to_string()))) }
        }
    }
}

fn place(view: &TableView, seat: &SeatView, cards: &[CardFace], key: &str) -> Markup {
    let kind = match seat {
        SeatView { mine: true, .. } => "seat me",
        SeatView { taken: false, .. } => "seat free",
        SeatView { bot: true, .. } => "seat taken bot",
        _ => "seat taken",
    };
    let name = match seat {
        SeatView { blind_of: Some(of), .. } => fill("table.blind", &[("place", &of.to_string())]),
        SeatView { mine: true, .. } => t("table.you").to_string(),
        SeatView { taken: false, .. } => t("table.free").to_string(),
        SeatView { name, .. } if name.is_empty() => t("table.player").to_string(),
        SeatView { name, .. } => name.clone(),
    };
    let shown =
        |spot: &&SpotView| spot.stake.is_some() || spot.result.is_some() || seat.mine && spot.kind != "bonus";
    html! {
        li class=(kind) data-seat=(seat.place) data-state=(seat.state) {
            h3 {
                span.number { (fill("table.place", &[("place", &seat.place.to_string())])) } " "
                span.name { (name) }
                @if seat.to_decide { " " span.turn { (t("table.deciding")) } }
                @if seat.state == "folded" { " " span.out { (t("table.folded")) } }
                @if seat.state == "gone" { " " span.out { (t("table.gone")) } }
            }
            @if !cards.is_empty() { (parts::hand(cards, key)) }
            @if let Some(words) = &seat.hand.words { p.words { (words) } }
            @if seat.taken {
                ul.spots {
                    @for spot in seat.spots.iter().filter(shown) { (betting_spot(view, spot)) }
                }
            }
            @if let Some(chips) = seat.chips.filter(|_| seat.taken) {
                p.rack { (fill("table.chips", &[("chips", &parts::money(chips.0))])) }
            }
            @if let Some(net) = seat.net.filter(|_| seat.mine && view.over) { (net_line(net.0, view.round)) }
        }
    }
}

fn net_line(net: Money, round: u64) -> Markup {
    let (key, amount) = match net {
        net if net > Money::ZERO => (fill("table.net-win", &[("amount", &parts::money(net))]), "win"),
        net if net.is_negative() => {
            (fill("table.net-lose", &[("amount", &parts::money(Money::ZERO - net))]), "lose")
        }
        _ => (t("table.net-even").to_string(), "push"),
    };
    html! { p class={ "net " (amount) } data-say={ "net" (round) } { (key) } }
}

fn betting_spot(view: &TableView, spot: &SpotView) -> Markup {
    let tone = |result: &str| match result {
        "win" => "win",
        "lose" | "forfeited" => "lose",
        _ => "push",
    };
    html! {
        li.spot data-spot=(spot.wager) data-kind=(spot.kind) {
            span.name { (spot.name) }
            @if let Some(stake) = spot.stake { (parts::stack(stake.0)) }
            @if let Some(result) = &spot.result {
                @let net = result.paid.0 + result.returned.0 - result.staked.0;
                span class={ "result " (tone(result.result)) } {
                    span.word { (result.result) } " "
                    @if result.result == "win" { (parts::signed(result.paid.0)) }
                    @else if !net.is_zero() && result.result != "carried" { (parts::signed(net)) }
                }
                " " (clause(&view.book, &result.clause))
            }
        }
    }
}
