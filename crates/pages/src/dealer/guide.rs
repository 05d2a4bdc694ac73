//! The paying guide: box after box in the book's order, what to take, what to pay and in which chips, what stays face up.

use super::control::{DealerConsole, of_game};
use super::preview::{BoxAfter, PreviewSubject, WagerAfter};
use crate::layout::clause;
use crate::parts;
use engine::banked::{Command as Game, Phase};
use maud::{Markup, html};
use money::Money;
use rulebook::RoleId;
use server::texts::{fill, t};
use server::view::{SeatView, TableView};

impl DealerConsole<'_> {
    /// The guide, while there is something to pay or something was just paid.
    pub(super) fn guide(&mut self, view: &TableView) -> Markup {
        let results = |seat: &&SeatView| seat.spots.iter().any(|spot| spot.result.is_some());
        let paying = self.is_live() && self.table().phase == Phase::Showdown;
        if !paying && !view.seats.iter().any(|seat| results(&seat)) {
            return html! {};
        }
        let order = self.paying_order();
        let next = self.to_settle();
        let ahead = if paying { self.ahead(&order) } else { Vec::new() };
        // Places that are in the round no more lie as the last one left them.
        let order = if order.is_empty() { (0..view.seats.len()).rev().collect() } else { order };
        html! {
            h2 { (t("dealer.guide")) }
            ol.guide {
                @for at in order {
                    @let seat = view.seats.get(at);
                    @let coming = ahead.iter().find(|after| usize::from(after.place) == at + 1);
                    @if let Some(after) = coming {
                        li.box aria-current=[(next == Some(at)).then_some("step")] {
                            h3 { (fill("dealer.place", &[("place", &after.place.to_string())])) }
                            (to_do(&view.book, after))
                        }
                    } @else if let Some(seat) = seat.filter(results) {
                        li.box.done {
                            h3 { (fill("dealer.place", &[("place", &seat.place.to_string())])) " " span.soft { (t("dealer.settled")) } }
                            (paid(&view.book, seat))
                        }
                    }
                }
            }
        }
    }

    /// What becomes of the boxes that are left, one after the other, as far as their cards are recorded.
    fn ahead(&mut self, order: &[usize]) -> Vec<BoxAfter> {
        let mut out = Vec::new();
        for &seat in order {
            let Ok(preview) = self.preview(&PreviewSubject::Hand(seat)) else { continue };
            let Ok(said) = self.decide(&of_game(Game::SettleHand { seat }), RoleId(0)) else { continue };
            out.extend(preview.seats.into_iter().filter(|after| usize::from(after.place) == seat + 1));
            self.apply_events(&said);
        }
        out
    }
}

fn paid(book: &str, seat: &SeatView) -> Markup {
    html! {
        ul.pay {
            @for spot in &seat.spots {
                @if let Some(result) = &spot.result {
                    li { strong { (spot.name) } " " (result_words(result.result)) " "
                        @if !result.paid.0.is_zero() { (parts::money(result.paid.0)) " " }
                        (clause(book, &result.clause)) }
                }
            }
        }
    }
}

fn to_do(book: &str, after: &BoxAfter) -> Markup {
    html! {
        ul.pay { @for wager in &after.wagers { (line(book, wager)) } }
        @if after.jackpot { p.face-up { (t("dealer.leave-face-up")) } }
        @if after.counted { p { (t("dealer.count-cards")) } }
    }
}

fn line(book: &str, wager: &WagerAfter) -> Markup {
    let taken = wager.taken();
    html! {
        li {
            strong { (wager.name) } " "
            @if !wager.settled.paid.0.is_zero() {
                (fill("dealer.pay", &[("amount", &parts::money(wager.settled.paid.0))])) " " (cut(wager.settled.paid.0))
            } @else if !taken.is_zero() {
                (fill("dealer.take", &[("amount", &parts::money(taken))]))
            } @else { (result_words(wager.settled.result)) }
            " " (clause(book, &wager.settled.clause))
        }
    }
}

/// The chips to cut: "2 × $25, 1 × $5".
fn cut(amount: Money) -> Markup {
    let (chips, coins) = parts::cut(amount);
    html! {
        span.cut {
            (parts::stack(amount)) " "
            @for (at, (chip, count)) in chips.iter().enumerate() {
                @if at > 0 { ", " }
                (count) " × " (parts::money(chip.worth))
            }
            @if !coins.is_zero() { @if !chips.is_empty() { ", " } (fill("dealer.coins", &[("amount", &parts::money(coins))])) }
        }
    }
}

/// What became of a wager, as dealers say it.
pub(super) fn result_words(result: &str) -> &'static str {
    match result {
        "win" => t("dealer.result-win"),
        "lose" => t("dealer.result-lose"),
        "stand-off" => t("dealer.result-stand-off"),
        "returned" => t("dealer.result-returned"),
        "void" => t("dealer.result-void"),
        "forfeited" => t("dealer.result-forfeited"),
        _ => t("dealer.result-carried"),
    }
}

/// What a ruling makes of each hand and wager.
pub(super) fn after(book: &str, seats: &[BoxAfter]) -> Markup {
    html! {
        @if seats.is_empty() { p.soft { (t("dealer.nothing-moves")) } }
        @else {
            div.scroll tabindex="0" role="region" aria-label=(t("dealer.boxes")) {
                table.data {
                    thead { tr { th { (t("dealer.box")) } th { (t("dealer.wager")) } th { (t("dealer.becomes")) } th.number { (t("dealer.back")) } th { (t("dealer.clause")) } } }
                    tbody {
                        @for seat in seats {
                            @let place = fill("dealer.place", &[("place", &seat.place.to_string())]);
                            @if seat.wagers.is_empty() {
                                tr { th scope="row" { (place) } td {} td { (hand_words(seat)) } td {} td {} }
                            }
                            @for (at, wager) in seat.wagers.iter().enumerate() {
                                tr {
                                    th scope="row" { @if at == 0 { (place) } }
                                    td { (wager.name) }
                                    td { (result_words(wager.settled.result)) }
                                    td.number { (parts::money(wager.settled.paid.0 + wager.settled.returned.0)) }
                                    td { (clause(book, &wager.settled.clause)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn hand_words(seat: &BoxAfter) -> &'static str {
    match (seat.retracts, seat.gone) {
        (Some(true), _) => t("dealer.retracts"),
        (Some(false), _) => t("dealer.plays-on"),
        (None, true) => t("dealer.hand-gone"),
        (None, false) => t("dealer.hand-stays"),
    }
}
