//! Real cards, recorded as they are read: two keys a card, clicks, a paste, or a reading shoe. What was recorded and lies face
//! down is only counted here; no page brings it back.

use super::control::DealerConsole;
use super::forms::{approval, approval_needed};
use super::step::NextStep;
use crate::layout::clause;
use crate::parts;
use engine::TableNumber;
use engine::banked::{Command as Game, CorrectionReason, Holder, Phase};
use maud::{Markup, html};
use serde_json::json;
use server::texts::{fill, t};

/// A holder of real cards.
struct HolderRecording {
    of: Holder,
    dealt: usize,
    recorded: usize,
    /// What can be recorded now: from which card on, how many.
    open: Option<(usize, usize)>,
}

impl DealerConsole<'_> {
    /// Who has cards, in the order in which they are recorded: the dealer, the board, the boxes from the dealer's right.
    fn records(&self) -> Vec<HolderRecording> {
        let table = self.table();
        let boxes =
            self.paying_order().into_iter().map(|at| Holder::Seat(u8::try_from(at).unwrap_or(u8::MAX)));
        let all = [Holder::Dealer, Holder::Board, Holder::JackpotCards].into_iter().chain(boxes);
        let count = |of: Holder| {
            let read = |card: &&engine::banked::LiveCard| card.of == of && card.card.is_some();
            table.live.iter().flatten().filter(read).count()
        };
        all.filter(|&of| table.dealt_live(of) > 0)
            .map(|of| HolderRecording {
                of,
                dealt: table.dealt_live(of),
                recorded: count(of),
                open: self.unread(of),
            })
            .collect()
    }

    /// The forms for recording.
    pub(super) fn recording(&self, number: TableNumber, next: &NextStep) -> Markup {
        let active = matches!(self.table().phase, Phase::Deciding(_) | Phase::Showdown);
        if !self.is_live() || !active || self.table().live.is_none() {
            return html! {};
        }
        let wanted = match next {
            NextStep::Record(of) => Some(*of),
            _ => None,
        };
        let showdown = self.table().phase == Phase::Showdown;
        let records = self.records();
        let now = |record: &&HolderRecording| {
            showdown || wanted == Some(record.of) || !matches!(record.of, Holder::Seat(_))
        };
        let later: Vec<&HolderRecording> = records.iter().filter(|record| !now(record)).collect();
        html! {
            h2 { (t("dealer.record")) }
            p.soft { (t("dealer.record-lead")) }
            ol.records { @for record in records.iter().filter(now) { (self.holder(number, record, wanted)) } }
            @if !later.is_empty() {
                details #record-hands {
                    summary { (t("dealer.record-hands")) }
                    ol.records { @for record in later { (self.holder(number, record, wanted)) } }
                }
            }
            details #record-shoe {
                summary { (t("dealer.shoe")) }
                (self.form(number, &json!({ "do": "record-next" }), "shoe", html! {
                    label { (t("dealer.shoe-card")) " " input name="card" id="shoe-card" size="4" autocomplete="off" spellcheck="false" data-scan; } " "
                    @if let Some(next) = self.table().live.iter().flatten().find(|read| read.card.is_none()) {
                        (self.confirmation(next.of))
                    }
                    button.quiet { (t("dealer.record-it")) }
                }))
            }
        }
    }

    /// Whether what was recorded may be taken back: not what a box was settled on.
    fn may_take_back(&self, of: Holder) -> bool {
        let command = Game::TakeBackRecord { of, why: CorrectionReason::Mistyped };
        self.reason(command).is_none()
    }

    /// Taking back what was recorded: why, and with whom beside where somebody may have acted on it.
    fn take_back(&self, number: TableNumber, of: Holder, name: &str) -> Markup {
        let command = Game::TakeBackRecord { of, why: CorrectionReason::Mistyped };
        let late = self.machine.game.corrects_late(self.table(), &command);
        let id = format!("why-{}", key(of));
        html! {
            details.take-back id={ "take-back-" (key(of)) } {
                summary { (t("dealer.take-back-record")) span.heard { " " (name) } }
                (self.form(number, &json!({ "do": "take-back-record", "of": of }), "take-back", html! {
                    label for=(id) { (t("dealer.correction")) } " "
                    select id=(id) name="why" {
                        @for (word, text) in corrections() { option value=(json!(word).as_str().unwrap_or_default()) { (text) } }
                    }
                    @if late {
                        (approval("second", t("dealer.correction-beside")))
                        (clause(&self.book().front.id, self.book().label(self.book().house.records)))
                    }
                    " " button.quiet { (t("dealer.take-back-record")) }
                }))
            }
        }
    }

    /// Who confirms what is recorded where a record was corrected late [HOUSE-18].
    fn confirmation(&self, of: Holder) -> Markup {
        html! {
            @if self.table().is_corrected_late(of) {
                (approval_needed("second", t("dealer.correction-beside")))
                (clause(&self.book().front.id, self.book().label(self.book().house.records)))
            }
        }
    }

    fn holder(&self, number: TableNumber, record: &HolderRecording, wanted: Option<Holder>) -> Markup {
        let HolderRecording { of, dealt, recorded, open } = *record;
        let name = holder_words(of);
        let (from, want) = open.unwrap_or((0, dealt));
        let id = format!("record-{}", key(of));
        let counted =
            fill("dealer.recorded", &[("recorded", &recorded.to_string()), ("dealt", &dealt.to_string())]);
        let current = wanted == Some(of);
        html! {
            li.record aria-current=[current.then_some("step")] {
                span.whose { strong { (name) } " " span.soft { (counted) } }
                // Whether a card is recorded is no secret; which it is stays with whoever typed it.
                span.marks aria-hidden="true" { @for at in 0..dealt { i.mark.read[at < recorded] {} } }
                @if open.is_some() {
                    (self.form(number, &json!({ "do": "record-cards", "of": of, "from": from }), "cards", html! {
                        label.heard for=(id) { (fill("dealer.cards-of", &[("whose", &name)])) }
                        input id=(id) name="cards" autocomplete="off" autocapitalize="off" spellcheck="false" required
                            placeholder=(fill("dealer.how-many", &[("count", &want.to_string())]))
                            data-want=(want) data-record=[current.then_some("now")] data-round=(self.table().rounds);
                        (self.confirmation(of))
                        button.quiet { (t("dealer.record-it")) }
                    }))
                }
                @if recorded > 0 && self.may_take_back(of) { (self.take_back(number, of, &name)) }
            }
        }
    }
}

/// Why a record is corrected, as a dealer chooses it.
fn corrections() -> [(CorrectionReason, &'static str); 5] {
    [
        (CorrectionReason::Mistyped, t("dealer.correction-mistyped")),
        (CorrectionReason::Misread, t("dealer.correction-misread")),
        (CorrectionReason::WrongPlace, t("dealer.correction-wrong-place")),
        (CorrectionReason::DeviceMisread, t("dealer.correction-device-misread")),
        (CorrectionReason::CameraShows, t("dealer.correction-camera-shows")),
    ]
}

/// A holder in words.
pub(super) fn holder_words(of: Holder) -> String {
    match of {
        Holder::Seat(seat) => fill("dealer.place", &[("place", &(u16::from(seat) + 1).to_string())]),
        Holder::Dealer => t("dealer.holder-dealer").to_string(),
        Holder::Board => t("dealer.holder-board").to_string(),
        Holder::JackpotCards => t("dealer.holder-jackpot").to_string(),
        Holder::Burn => t("dealer.holder-burn").to_string(),
    }
}

fn key(of: Holder) -> String {
    match of {
        Holder::Seat(seat) => (u16::from(seat) + 1).to_string(),
        Holder::Dealer => "dealer".to_string(),
        Holder::Board => "board".to_string(),
        Holder::JackpotCards => "jackpot".to_string(),
        Holder::Burn => "burn".to_string(),
    }
}

/// All 52 cards, to be clicked; the script puts them where the next card goes.
pub(super) fn grid() -> Markup {
    html! {
        section.card-grid #card-grid hidden aria-label=(t("dealer.grid")) {
            @for suit in ["s", "h", "d", "c"] {
                div.suit role="group" {
                    @for rank in ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] {
                        @let name = format!("{rank}{suit}");
                        button type="button" class={ "pick " (suit) } data-card=(name) {
                            span aria-hidden="true" { (if rank == "T" { "10" } else { rank }) @match suit { "s" => "♠", "h" => "♥", "d" => "♦", _ => "♣" } }
                            @if let Ok(card) = name.parse::<cards::Card>() { span.heard { (card.in_words()) } }
                        }
                    }
                }
            }
            p { (t("dealer.typed")) " " output #typed {} " "
                button.quiet type="button" data-untype { (t("dealer.untype")) " " (parts::kbd("Backspace")) } }
        }
    }
}
