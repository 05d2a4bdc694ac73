//! The forms of the console: sent as JSON by the script, and as forms where there is none.

use super::control::DealerConsole;
use super::step::CommandButton;
use crate::layout::clause;
use crate::parts;
use engine::TableNumber;
use engine::banked::DecisionKind;
use maud::{Markup, html};
use serde::Serialize;
use server::texts::{fill, t};
use server::view::Blocked;
use server::wire::TableCommand;

/// A field that nobody sees.
pub(super) fn hidden(name: &str, value: &str) -> Markup {
    html! { input type="hidden" name=(name) value=(value); }
}

/// Why something cannot be done.
pub(super) fn why_not(book: &str, blocked: &Blocked) -> Markup {
    html! { p.why-not { (fill("dealer.not-now", &[("why", &blocked.why)])) " " (clause(book, &blocked.clause)) } }
}

/// Log-in name and password of somebody who stands at the console too: whoever approves, or a second person.
pub(super) fn approval(name: &str, legend: &str) -> Markup {
    proof(name, legend, false)
}

/// The same where nothing goes on without it: the form is not sent before it is filled in.
pub(super) fn approval_needed(name: &str, legend: &str) -> Markup {
    proof(name, legend, true)
}

fn proof(name: &str, legend: &str, needed: bool) -> Markup {
    let (log_in, password) = match name {
        "approval" => (t("dealer.approver-log-in"), t("dealer.approver-password")),
        _ => (t("dealer.second-log-in"), t("dealer.second-password")),
    };
    html! {
        fieldset.approval {
            legend { (legend) }
            label { (log_in) " " input name={ (name) ".badge" } autocomplete="off" spellcheck="false" required[needed]; }
            label { (password) " " input type="password" name={ (name) ".pin" } autocomplete="off" required[needed]; }
            label { (t("dealer.code")) " " input name={ (name) ".code" } autocomplete="off" spellcheck="false" maxlength="40"; }
        }
    }
}

impl DealerConsole<'_> {
    /// A form that tells the table something.
    pub(super) fn form(
        &self,
        number: TableNumber,
        say: &impl Serialize,
        class: &str,
        inner: Markup,
    ) -> Markup {
        let command = serde_json::to_string(say).unwrap_or_default();
        html! {
            form class=(class) method="post" action={ "/tables/" (number) "/act" } data-act={ "/api/tables/" (number) "/commands" } {
                (hidden("command", &command))
                (hidden("seen", &self.state.version.to_string()))
                (inner)
                p data-error {}
            }
        }
    }

    /// A button, large where it is the next step.
    pub(super) fn button(&self, number: TableNumber, press: &CommandButton, big: bool) -> Markup {
        let class = if big { "decide next" } else { "quiet" };
        let key = big.then_some("Space");
        html! {
            (self.form(number, &press.say, "step", html! {
                button class=(class) disabled[press.blocked.is_some()] data-key-press=[key] {
                    (label(&press.say)) @if big { " " (parts::kbd("Space")) }
                }
            }))
            @if let Some(blocked) = &press.blocked { (why_not(&self.book().front.id, blocked)) }
        }
    }
}

/// What a command is called on a button.
pub(super) fn label(say: &TableCommand) -> String {
    match say {
        TableCommand::CheckCards {} => t("dealer.check-cards").to_string(),
        TableCommand::ChangeCards {} => t("dealer.change-cards").to_string(),
        TableCommand::Shuffle {} => t("dealer.shuffle").to_string(),
        TableCommand::Cut {} => t("dealer.cut").to_string(),
        TableCommand::NoMoreBets {} => t("dealer.no-more-bets").to_string(),
        TableCommand::Deal {} | TableCommand::DealLive {} => t("dealer.deal").to_string(),
        TableCommand::Proceed {} => t("dealer.proceed").to_string(),
        TableCommand::SettleHand { seat } => fill("dealer.settle-hand", &[("place", &seat.0.to_string())]),
        TableCommand::Settle {} => t("dealer.settle").to_string(),
        TableCommand::Decide { decision, amount, .. } => match (decision, amount) {
            (DecisionKind::Bet, Some(amount)) => fill("dealer.bet", &[("amount", &parts::money(amount.0))]),
            (DecisionKind::Bet, None) => fill("dealer.bet", &[("amount", "")]),
            (DecisionKind::Check, _) => t("dealer.checks").to_string(),
            (DecisionKind::Fold, _) => t("dealer.folds").to_string(),
            (DecisionKind::FoldAnte, _) => t("dealer.folds-ante").to_string(),
            (DecisionKind::Cannot, _) => t("dealer.cannot").to_string(),
            (DecisionKind::Absent, _) => t("dealer.absent").to_string(),
            (DecisionKind::Concede, _) => t("dealer.concedes").to_string(),
        },
        _ => t("dealer.do-it").to_string(),
    }
}
