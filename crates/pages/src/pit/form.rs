//! Forms that work without a script: what may be pressed, why not, who must stand beside, and what became of it.
//! The names of the fields say what they are, as [`commands::form_value`] reads them.

use crate::layout::clause;
use crate::parts;
use floor::AuthorityRuling;
use house::Barred;
use maud::{Markup, html};
use rulebook::Rulebook;
use serde_json::Value;
use server::problem::Problem;
use server::texts::t;
use server::viewer::Viewer;
use server::wire::HexCommandId;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The fields of a form that was sent.
pub(crate) type FormFields = BTreeMap<String, String>;

/// What became of the form that was sent last.
pub(crate) struct FormOutcome {
    /// Which.
    pub(crate) form: String,
    /// What it led to, where there is more to say than that it was done.
    pub(crate) message: Option<String>,
    /// Why it was refused.
    pub(crate) problem: Option<Problem>,
    /// What was typed.
    pub(crate) fields: FormFields,
}

/// Whether somebody may press a button.
pub(crate) enum FormPermission {
    Allowed,
    /// With a second person beside them: the clause.
    Second(String),
    /// They may not: why, and the clause.
    Denied(String, String),
}

impl FormPermission {
    /// As the floor judges.
    pub(crate) fn of(book: &Rulebook, judged: AuthorityRuling) -> FormPermission {
        match judged {
            Ok(_) => FormPermission::Allowed,
            Err(refusal) => {
                let clause = book.label(refusal.cite).to_string();
                match refusal.reason {
                    Barred::SecondNeeded => FormPermission::Second(clause),
                    reason => FormPermission::Denied(reason.to_string(), clause),
                }
            }
        }
    }
}

/// A form.
pub(crate) struct CommandForm<'f> {
    /// Its name on the page.
    pub(crate) key: String,
    /// Whom it speaks to: "table/5", "house/BOOK".
    pub(crate) to: String,
    /// What it says, before the fields are put in.
    pub(crate) command: Value,
    /// What it was drawn on: sent again from the same page, it is the same command.
    pub(crate) seen: u64,
    /// Whether it may be pressed.
    pub(crate) verdict: FormPermission,
    /// The book by which that is judged.
    pub(crate) book: &'f str,
    /// What was said last.
    pub(crate) said: Option<&'f FormOutcome>,
}

impl CommandForm<'_> {
    fn outcome(&self) -> Option<&FormOutcome> {
        self.said.filter(|said| said.form == self.key)
    }

    /// What was typed before a refusal, or what stands there to begin with.
    fn typed<'v>(&'v self, name: &str, first: &'v str) -> &'v str {
        let kept =
            self.outcome().filter(|said| said.problem.is_some()).and_then(|said| said.fields.get(name));
        kept.map_or(first, String::as_str)
    }

    /// The form with one button.
    pub(crate) fn show(&self, button: &str, fields: Markup) -> Markup {
        self.with(fields, &[(button, None)])
    }

    /// The form with several buttons, each of which may say more.
    pub(crate) fn with(&self, fields: Markup, buttons: &[(&str, Option<Value>)]) -> Markup {
        let blocked = matches!(self.verdict, FormPermission::Denied(..));
        let why = format!("why-{}", self.key);
        html! {
            form.pit-form id=(self.key) method="post" {
                input type="hidden" name="to" value=(self.to);
                input type="hidden" name="form" value=(self.key);
                input type="hidden" name="seen" value=(self.seen);
                input type="hidden" name="command" value=(self.command);
                (fields)
                @if let FormPermission::Second(label) = &self.verdict { (self.second(label)) }
                @if let FormPermission::Denied(reason, label) = &self.verdict {
                    p.why id=(why) { (reason) " " (clause(self.book, label)) }
                }
                p.buttons {
                    @for (text, more) in buttons {
                        @let more = more.as_ref().map(Value::to_string);
                        @let name = more.as_ref().map(|_| "press");
                        button name=[name] value=[more] disabled[blocked]
                            aria-describedby=[blocked.then_some(&why)] { (text) }
                    }
                }
                div data-error { @if let Some(said) = self.outcome() { (outcome(said)) } }
            }
        }
    }

    fn second(&self, label: &str) -> Markup {
        html! {
            fieldset.second {
                legend { (t("pit.second")) " " (clause(self.book, label)) }
                label { (t("pit.second-log-in")) " "
                    input name="second.badge" autocomplete="off" required value=(self.typed("second.badge", ""));
                }
                label { (t("pit.second-password")) " "
                    input type="password" name="second.pin" autocomplete="off" required;
                }
                label { (t("pit.second-code")) " "
                    input name="second.code" autocomplete="off" spellcheck="false" maxlength="40";
                }
            }
        }
    }

    /// Something to write.
    pub(crate) fn text(&self, name: &str, label: &str) -> Markup {
        html! { label { (label) " " input name=(name) required maxlength="2000" value=(self.typed(name, "")); } }
    }

    /// A sentence.
    pub(crate) fn short_text(&self, name: &str, label: &str) -> Markup {
        html! { label { (label) " " input name=(name) required maxlength="200" autocomplete="off" value=(self.typed(name, "")); } }
    }

    /// A whole number.
    pub(crate) fn number(&self, name: &str, label: &str, first: Option<u64>) -> Markup {
        let first = first.map(|first| first.to_string()).unwrap_or_default();
        html! {
            label { (label) " "
                input name=(name) inputmode="numeric" pattern="[0-9]{1,18}" required value=(self.typed(name, &first));
            }
        }
    }

    /// A whole number, or nothing.
    pub(crate) fn maybe_number(&self, name: &str, label: &str) -> Markup {
        html! {
            label { (label) " "
                input name=(name) inputmode="numeric" pattern="[0-9]{1,18}" value=(self.typed(name, ""));
            }
        }
    }

    /// An amount of dollars.
    pub(crate) fn money(&self, name: &str, label: &str, required: bool) -> Markup {
        self.money_at(name, (label, required), "")
    }

    /// An amount of dollars with what stands there to begin with.
    pub(crate) fn money_at(&self, name: &str, (label, required): (&str, bool), first: &str) -> Markup {
        html! {
            label { (label) " "
                input.money name=(name) inputmode="decimal" pattern="-?[0-9]{1,15}([.][0-9]{1,2})?" placeholder="25.00"
                    required[required] value=(self.typed(name, first));
            }
        }
    }

    /// A day.
    pub(crate) fn day(&self, name: &str, label: &str, required: bool) -> Markup {
        html! { label { (label) " " input type="date" name=(name) required[required] value=(self.typed(name, "")); } }
    }

    /// One of several: the value of each and what it is called.
    pub(crate) fn choose(&self, name: &str, label: &str, of: &[(String, String)]) -> Markup {
        let typed = self.typed(name, "");
        html! {
            label { (label) " "
                select name=(name) {
                    @for (value, shown) in of { option value=(value) selected[typed == value] { (shown) } }
                }
            }
        }
    }

    /// Yes or no.
    pub(crate) fn tick(&self, name: &str, label: &str) -> Markup {
        let ticked = self.typed(name, "") == "yes";
        html! { label.choice { input type="checkbox" name=(name) value="yes" checked[ticked]; " " (label) } }
    }
}

fn outcome(said: &FormOutcome) -> Markup {
    let Some(problem) = &said.problem else {
        return parts::notice(true, said.message.as_deref().unwrap_or_else(|| t("pit.done")), None);
    };
    html! {
        p.notice.no role="alert" {
            (problem.what)
            @if let Some(found) = &problem.clause { " " (clause(&found.book, &found.label)) }
            @if let Some(next) = &problem.next { span.next { (next) } }
        }
    }
}

/// What may be typed again without making another order of it.
const UNIDENTIFIED: [&str; 3] = ["second.pin", "second.code", "secret"];

/// The same form, sent twice from the same page by the same person, is the same command.
pub(crate) fn id(viewer: &Viewer, fields: &FormFields) -> HexCommandId {
    let mut sha = Sha256::new();
    sha.update(format!("{:?}", viewer.person()));
    for (name, value) in fields.iter().filter(|(name, _)| !UNIDENTIFIED.contains(&name.as_str())) {
        for part in [name, value] {
            sha.update((part.len() as u64).to_be_bytes());
            sha.update(part);
        }
    }
    let mut id = [0; 16];
    id.copy_from_slice(&sha.finalize()[..16]);
    HexCommandId(store::CommandId(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(all: &[(&str, &str)]) -> FormFields {
        all.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn the_same_form_of_the_same_page_is_the_same_command() {
        let viewer = Viewer::default();
        let one = fields(&[("to", "table/1"), ("seen", "5"), ("amount", "10.00"), ("second.pin", "1")]);
        let again = fields(&[("to", "table/1"), ("seen", "5"), ("amount", "10.00"), ("second.pin", "2")]);
        let later = fields(&[("to", "table/1"), ("seen", "6"), ("amount", "10.00"), ("second.pin", "1")]);
        assert_eq!(id(&viewer, &one), id(&viewer, &again), "a PIN mistyped changes nothing");
        assert_ne!(id(&viewer, &one), id(&viewer, &later));
    }
}
