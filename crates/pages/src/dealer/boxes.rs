//! The boxes: who sits there, what lies there, what is typed in for them at a live table.

use super::control::DealerConsole;
use super::forms::{hidden, why_not};
use super::step::{CommandButton, decides};
use crate::layout::clause;
use crate::parts::{self, Back, CardFace};
use engine::banked::DecisionKind;
use engine::banked::Phase;
use engine::{PatronId, TableNumber};
use maud::{Markup, html};
use rulebook::Place;
use serde_json::json;
use server::texts::{fill, t};
use server::view::{Face, SeatView, TableView};
use server::wire::{PlaceNumber, TableCommand};

impl DealerConsole<'_> {
    /// The layout as everybody may see it.
    pub(super) fn layout(&self, view: &TableView, refused: &[(PatronId, String, String)]) -> Markup {
        let back = if view.round.is_multiple_of(2) { Back::Red } else { Back::Blue };
        let faces = |cards: &[Face]| -> Vec<CardFace> {
            let face = |face: &Face| match face {
                Face::Up(card) => CardFace::Known(*card),
                Face::Down => CardFace::Back(back),
            };
            cards.iter().map(face).collect()
        };
        let key = |whose: &str| format!("{}-{whose}", view.round);
        html! {
            h2 { (t("dealer.boxes")) }
            @for (patron, why, label) in refused {
                (parts::notice(false, &fill("dealer.seat-refused", &[("patron", &patron.to_string()), ("why", why)]), Some((&view.book, label))))
            }
            @if !view.dealer.cards.is_empty() || !view.board.is_empty() || !view.jackpot_cards.is_empty() {
                div.common {
                    @for (name, cards, words) in [
                        (t("dealer.holder-dealer"), &view.dealer.cards, view.dealer.words.as_deref()),
                        (t("dealer.holder-board"), &view.board, None),
                        (t("dealer.holder-jackpot"), &view.jackpot_cards, None),
                    ] {
                        @if !cards.is_empty() {
                            div { h3 { (name) } (parts::hand(&faces(cards), &key(name))) @if let Some(words) = words { p.words { (words) } } }
                        }
                    }
                }
            }
            ol.boxes {
                @for seat in &view.seats {
                    li.box data-state=(seat.state) data-free[!seat.taken] {
                        (self.heading(seat))
                        @if !seat.hand.cards.is_empty() { (parts::hand(&faces(&seat.hand.cards), &key(&seat.place.to_string()))) }
                        @if let Some(words) = &seat.hand.words { p.words { (words) } }
                        @if seat.taken { (lies(view, seat)) }
                        @if self.is_live() { (self.typed_in(view, seat)) }
                    }
                }
            }
        }
    }

    fn heading(&self, seat: &SeatView) -> Markup {
        let name = match seat {
            SeatView { blind_of: Some(of), .. } => fill("dealer.blind-of", &[("place", &of.to_string())]),
            SeatView { taken: false, .. } => t("dealer.free").to_string(),
            SeatView { name, .. } if name.is_empty() => t("dealer.player").to_string(),
            SeatView { name, .. } => name.clone(),
        };
        html! {
            h3 {
                (fill("dealer.place", &[("place", &seat.place.to_string())])) " " span.soft { (name) }
                @if seat.to_decide { " " (parts::badge("wait", t("dealer.to-decide"))) }
                @if seat.state == "folded" { " " (parts::badge("plain", t("dealer.folded"))) }
                @if seat.state == "gone" { " " (parts::badge("plain", t("dealer.hand-gone"))) }
                @if let Some(chips) = seat.chips.filter(|chips| seat.taken && !chips.0.is_negative()) { " " span.soft { (fill("dealer.chips", &[("chips", &parts::money(chips.0))])) } }
            }
        }
    }

    /// What the dealer types for a box of a live table.
    fn typed_in(&self, view: &TableView, seat: &SeatView) -> Markup {
        let betting = view.phase == "betting";
        html! {
            @if !seat.taken && betting { (self.sit(view.table, seat.place)) }
            @if seat.taken && betting { (self.wagers(view, seat)) }
            @if seat.taken && seat.blind_of.is_none() { (self.money(view.table, seat)) }
        }
    }

    fn sit(&self, number: TableNumber, place: u8) -> Markup {
        let card = self.book().table.patrons.is_some();
        html! {
            details id={ "sit-" (place) } {
                summary { (t("dealer.seat-patron")) }
                (self.form(number, &json!({ "do": "sit", "seat": place }), "sit", html! {
                    label { (t("dealer.patron-number")) " " input id={ "patron-" (place) } name="patron#" inputmode="numeric" required pattern="[0-9]+" autocomplete="off"; }
                    @if card { label { (t("dealer.patron-card")) " " input id={ "card-" (place) } name="card#" inputmode="numeric" required pattern="[0-9]+" autocomplete="off"; } }
                    button.quiet { (t("dealer.seat-them")) }
                }))
                @if self.table().is_occupied() {
                    (self.form(number, &json!({ "do": "sit-blind", "seat": place }), "sit", html! {
                        label { (t("dealer.blind-for")) " " input id={ "blind-" (place) } name="of#" inputmode="numeric" required pattern="[0-9]+" size="3" autocomplete="off"; }
                        button.quiet { (t("dealer.seat-blind")) }
                    }))
                }
            }
        }
    }

    /// All first wagers of a box in one line: an amount each, Enter lays them.
    fn wagers(&self, view: &TableView, seat: &SeatView) -> Markup {
        let at = usize::from(seat.place - 1);
        let first = |name: &str| {
            let spot = self.game().wager(name);
            spot.is_some_and(|spot| matches!(self.game().wager[spot].place, Place::First | Place::Jackpot))
        };
        html! {
            form.wagers method="post" action={ "/dealer/" (view.table) "/box" } data-act={ "/api/tables/" (view.table) "/box" } {
                (hidden("command", &json!({ "seat": seat.place }).to_string()))
                (hidden("seen", &self.state.version.to_string()))
                @for spot in seat.spots.iter().filter(|spot| first(&spot.wager)) {
                    @let lies = self.game().wager(&spot.wager).map(|on| self.table().seats[at].stakes[on]).filter(|stake| !stake.is_zero());
                    @let same = self.game().wager(&spot.wager).and_then(|on| self.game().wager[on].equals.as_ref()).map(|other| other.value.as_str());
                    label { (spot.name) " "
                        input id={ "w-" (seat.place) "-" (spot.wager) } name={ "wagers." (spot.wager) } inputmode="decimal" size="6" autocomplete="off"
                            value=[lies.map(|stake| stake.to_string())] data-same=[same];
                    }
                }
                button.quiet { (t("dealer.lay")) span.heard { " " (fill("dealer.place", &[("place", &seat.place.to_string())])) } }
                p data-error {}
            }
        }
    }

    fn money(&self, number: TableNumber, seat: &SeatView) -> Markup {
        let place = seat.place;
        let amount = |what: &str, value: Option<String>| {
            html! { label { (t("dealer.amount")) " " input id={ (what) "-" (place) } name="amount" inputmode="decimal" size="8" required autocomplete="off" value=[value]; } }
        };
        let chips = seat.chips.map(|chips| chips.0.to_string());
        html! {
            details id={ "money-" (place) } {
                summary { (t("dealer.money")) }
                (self.form(number, &json!({ "do": "buy-in", "seat": place }), "money", html! {
                    (amount("buy", None))
                    label { (t("dealer.pays-with")) " "
                        select id={ "with-" (place) } name="with" {
                            option value="cash" { (t("dealer.with-cash")) }
                            option value="chips" { (t("dealer.with-chips")) }
                            option value="account" { (t("dealer.with-account")) }
                        }
                    }
                    button.quiet { (t("dealer.buy-in")) }
                }))
                (self.form(number, &json!({ "do": "change-colour", "seat": place }), "money", html! {
                    (amount("colour", None)) button.quiet { (t("dealer.colour")) }
                }))
                (self.form(number, &json!({ "do": "cash-out", "seat": place }), "money", html! {
                    (amount("out", chips)) button.quiet { (t("dealer.cash-out")) }
                }))
                (self.form(number, &TableCommand::Leave { seat: Some(PlaceNumber(place)) }, "money", html! {
                    button.quiet { (t("dealer.leaves")) }
                }))
            }
        }
    }

    /// The decision of the box that is next: a button each.
    pub(super) fn decision(&self, number: TableNumber, seat: usize) -> Markup {
        let Phase::Deciding(step) = self.table().phase else { return html! {} };
        let name = self
            .game()
            .step
            .get(usize::from(step))
            .map_or_else(String::new, |step| super::in_words(&step.name));
        let ante = self.table().seats[seat].stakes[0].cents();
        let mut bets = 0;
        let key = |word: DecisionKind, amount: Option<i64>, bets: &mut u32| match word {
            DecisionKind::Bet => {
                *bets += 1;
                match amount.filter(|amount| ante > 0 && amount % ante == 0).map(|amount| amount / ante) {
                    Some(times @ 1..=9) => times.to_string(),
                    _ => bets.to_string(),
                }
            }
            DecisionKind::Check => "c".to_string(),
            DecisionKind::Fold => "f".to_string(),
            DecisionKind::FoldAnte => "a".to_string(),
            DecisionKind::Cannot => "n".to_string(),
            DecisionKind::Absent | DecisionKind::Concede => "x".to_string(),
        };
        html! {
            p.lead data-say={ "turn" (self.table().rounds) "-" (step) "-" (seat) } {
                (fill("dealer.decides", &[("place", &(seat + 1).to_string()), ("step", &name)]))
            }
            div.decisions {
                @for (word, amount, blocked) in self.decisions(seat) {
                    @let key = key(word, amount.map(money::Money::cents), &mut bets);
                    @let press = CommandButton { say: decides(seat, word, amount), blocked };
                    @let besides = matches!(word, DecisionKind::Cannot | DecisionKind::Absent);
                    div {
                        (self.form(number, &press.say, "choice", html! {
                            button class={ "decide" @if besides { " quiet" } } disabled[press.blocked.is_some()] data-key-press=(key) {
                                (super::forms::label(&press.say)) " " (parts::kbd(&key.to_uppercase()))
                            }
                        }))
                        @if let Some(blocked) = &press.blocked { (why_not(&self.book().front.id, blocked)) }
                    }
                }
            }
        }
    }
}

/// What lies on the spots of a box.
fn lies(view: &TableView, seat: &SeatView) -> Markup {
    let shown = || seat.spots.iter().filter(|spot| spot.stake.is_some() || spot.result.is_some());
    html! {
        @if shown().next().is_some() {
            ul.lies {
                @for spot in shown() {
                    li { (spot.name) " "
                        @if let Some(stake) = spot.stake { (parts::chips(stake.0)) }
                        @if let Some(result) = &spot.result { (super::guide::result_words(result.result)) " " (clause(&view.book, &result.clause)) }
                    }
                }
            }
        }
    }
}
