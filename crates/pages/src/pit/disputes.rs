//! What went wrong between people: disputes and their instances, breaches and sanctions, directions, duties to notify.

use super::PitContext;
use super::form::CommandForm;
use super::mispayments::mispayments;
use crate::layout::clause;
use crate::parts;
use engine::{PatronId, TableNumber};
use house::{Breach, Command, Dispute, OutsiderId, Person, State};
use maud::{Markup, html};
use rulebook::{BreachKind, DirectionKind, NotifyOf, SanctionKind};
use serde_json::{Value, json};
use server::accounts::record_name;
use server::problem::Problem;
use server::texts::{fill, t};

/// The house and its version, with who looks.
pub(super) struct DisputesView<'d> {
    pub(super) look: &'d PitContext<'d>,
    pub(super) state: &'d State,
    seen: u64,
}

impl DisputesView<'_> {
    pub(super) fn form(&self, key: impl Into<String>, said: Value, command: &Command) -> CommandForm<'_> {
        let verdict = self.look.judge_house(self.state, command);
        self.look.form(key, (format!("house/{}", self.look.id()), said), self.seen, verdict)
    }

    pub(super) fn mark(&self, cite: rulebook::Cite) -> Markup {
        clause(self.look.id(), self.look.book.label(cite))
    }
}

/// The whole page.
pub(super) fn page(look: &PitContext<'_>) -> Result<Markup, Problem> {
    let (state, seen) = look.house()?;
    let desk = DisputesView { look, state: &state, seen };
    Ok(html! {
        (duties(&desk))
        (disputes(&desk))
        (breaches(&desk))
        (mispayments(&desk))
        (directions(&desk))
    })
}

fn duties(desk: &DisputesView<'_>) -> Markup {
    let due: Vec<_> = desk.state.duties_due().collect();
    let owe = desk.form(
        "owe",
        json!({ "do": "owe-duty" }),
        &Command::OweDuty { of: NotifyOf::WrongDeck, table: TableNumber(0), round: 0 },
    );
    let kinds: Vec<(String, String)> = (desk.look.book.house.notify.iter())
        .map(|row| match row.of {
            NotifyOf::WrongDeck => ("wrong-deck".to_string(), t("pit.duty-deck").to_string()),
            NotifyOf::JackpotEquipment => {
                ("jackpot-equipment".to_string(), t("pit.duty-equipment").to_string())
            }
        })
        .collect();
    html! {
        section.panel {
            h2 { (t("pit.duties")) }
            @if due.is_empty() { p.soft { (t("pit.no-duties")) } }
            @for (at, duty) in due {
                @let whom = desk.look.book.ladder.outside.get(usize::from(duty.place)).map_or("", |place| &place.name);
                @let of = match duty.of { NotifyOf::WrongDeck => t("pit.duty-deck"), NotifyOf::JackpotEquipment => t("pit.duty-equipment") };
                @let with = [("whom", whom), ("of", of), ("table", &duty.table.to_string())];
                @let form = desk.form(format!("notify-{}", at + 1), json!({ "do": "notify", "duty": at + 1 }), &Command::Notify { duty: at, person: OutsiderId(0) });
                article.duty {
                    p { strong { (fill("pit.duty-due", &with)) } " "
                        @if let Some(row) = desk.look.book.house.notify.iter().find(|row| row.of == duty.of) { (desk.mark(row.clause)) } }
                    (form.show(t("pit.notified"), form.number("person#", t("pit.who-was-told"), None)))
                }
            }
            @if !kinds.is_empty() {
                details { summary { (t("pit.owe")) }
                    (owe.show(t("pit.owe"), html! {
                        (owe.choose("of", t("pit.of-what"), &kinds))
                        (owe.number("table#", t("pit.table-number"), None))
                        (owe.number("round#", t("pit.round"), None))
                    }))
                }
            }
        }
    }
}

fn disputes(desk: &DisputesView<'_>) -> Markup {
    let rules = &desk.look.book.house.disputes;
    let plain =
        Command::RaiseDispute { table: TableNumber(0), round: 0, patron: PatronId(0), what: String::new() };
    let raise = desk.form("raise", json!({ "do": "raise-dispute" }), &plain);
    let (closed, open): (Vec<_>, Vec<_>) =
        desk.state.disputes.iter().enumerate().partition(|(_, dispute)| dispute.closed.is_some());
    html! {
        section.panel {
            h2 { (t("pit.disputes")) " " (desk.mark(rules.clause)) }
            @if open.is_empty() { p.soft { (t("pit.no-disputes")) } }
            @for (at, dispute) in open { (dispute_of(desk, at, dispute)) }
            details open[desk.look.said.is_some_and(|said| said.form == "raise")] {
                summary { (t("pit.raise")) }
                (raise.show(t("pit.raise"), html! {
                    (raise.number("table#", t("pit.table-number"), None))
                    (raise.number("round#", t("pit.round"), None))
                    (raise.number("patron#", t("pit.patron-no"), None))
                    (raise.text("what", t("pit.what-about")))
                }))
            }
            @if !closed.is_empty() {
                details { summary { (fill("pit.disputes-closed", &[("count", &closed.len().to_string())])) }
                    ol { @for (at, dispute) in closed { li value=(at + 1) { (dispute.what) } } }
                }
            }
        }
    }
}

fn dispute_of(desk: &DisputesView<'_>, at: usize, dispute: &Dispute) -> Markup {
    let number = at + 1;
    let rules = &desk.look.book.house.disputes;
    let key = |name: &str| format!("{name}-{number}");
    let said = |word: &str| json!({ "do": word, "dispute": number });
    let instance = rules.instance.get(usize::from(dispute.instance));
    let next = rules.instance.get(usize::from(dispute.instance) + 1);
    let rule = desk.form(
        key("rule"),
        said("rule-dispute"),
        &Command::RuleDispute { dispute: at, ruling: String::new() },
    );
    let escalate = desk.form(key("escalate"), said("escalate"), &Command::Escalate { dispute: at });
    let tell = desk.form(key("tell"), said("tell-of-inspector"), &Command::TellOfInspector { dispute: at });
    let take =
        desk.form(key("inspector"), said("take-to-inspector"), &Command::TakeToInspector { dispute: at });
    let close =
        desk.form(key("close"), said("close-dispute"), &Command::CloseDispute { dispute: at, content: true });
    let with = [
        ("number", &*number.to_string()),
        ("table", &dispute.table.to_string()),
        ("round", &dispute.round.to_string()),
        ("patron", &dispute.patron.to_string()),
    ];
    html! {
        article.dispute {
            h3 { (fill("pit.dispute", &with)) }
            p { (dispute.what) }
            p { a href={ "/inspector/tables/" (dispute.table) "/rounds/" (dispute.round) } { (t("pit.recall")) } }
            ol {
                @for ruling in &dispute.rulings { li {
                    (ruling.text) " " span.soft { (record_name(ruling.by)) } " "
                    @if let Some(of) = rules.instance.get(usize::from(ruling.instance)) { (desk.mark(of.clause)) }
                } }
            }
            @if let Some(finding) = &dispute.finding { p { (t("pit.finding")) " " (finding) " " (desk.mark(rules.complain)) } }
            @if let Some(instance) = instance.filter(|_| !dispute.is_ruled()) {
                p { (fill("pit.lies-with", &[("role", desk.look.book.ladder.name(instance.least))])) " " (desk.mark(instance.clause)) }
                (rule.show(t("pit.rule"), rule.text("ruling", t("pit.ruling"))))
            }
            div.row {
                @if dispute.is_ruled() && next.is_some() { (escalate.show(t("pit.escalate"), html! {})) }
                @if dispute.is_ruled() && !dispute.told { (tell.show(t("pit.tell-inspector"), html! {})) }
                @if dispute.told && !dispute.inspector { (take.show(t("pit.take-inspector"), html! {})) }
                @if dispute.is_ruled() { (close.show(t("pit.close-dispute"), close.tick("content?", t("pit.content")))) }
            }
        }
    }
}

fn breaches(desk: &DisputesView<'_>) -> Markup {
    let rules = &desk.look.book.house;
    let kinds: Vec<(String, String)> =
        rules.breach.iter().map(|row| (word(&row.what), breach_name(row.what).to_string())).collect();
    let some = rules.breach.first().map_or(BreachKind::Other, |row| row.what);
    let plain = Command::RecordBreach {
        of: Person::Patron(PatronId(0)),
        table: None,
        kind: some,
        what: String::new(),
    };
    let record = desk.form("breach", json!({ "do": "record-breach" }), &plain);
    html! {
        section.panel {
            h2 { (t("pit.breaches")) }
            @if desk.state.breaches.is_empty() { p.soft { (t("pit.no-breaches")) } }
            @for (at, breach) in desk.state.breaches.iter().enumerate() { (breach_of(desk, at, breach)) }
            details open[desk.look.said.is_some_and(|said| said.form == "breach")] {
                summary { (t("pit.record-breach")) }
                (record.show(t("pit.record-breach"), html! {
                    (record.text("of", t("pit.person-as")))
                    (record.maybe_number("table#", t("pit.table-number")))
                    (record.choose("kind", t("pit.breach-kind"), &kinds))
                    (record.text("what", t("pit.what-happened")))
                }))
            }
        }
    }
}

fn breach_of(desk: &DisputesView<'_>, at: usize, breach: &Breach) -> Markup {
    let number = at + 1;
    let rules = &desk.look.book.house;
    let fits = |only: &[BreachKind]| only.is_empty() || only.contains(&breach.kind);
    let kinds: Vec<(String, String)> = (rules.sanction.iter().filter(|row| fits(&row.only)))
        .map(|row| (word(&row.is), sanction_name(row.is).to_string()))
        .collect();
    let some = SanctionKind::BarFromGame;
    let sanction = Command::Sanction { breach: at, kind: some, amount: None, round: None };
    let sanction =
        desk.form(format!("sanction-{number}"), json!({ "do": "sanction", "breach": number }), &sanction);
    let release = Command::ReleaseWithheld { breach: at, to_patron: true };
    let release = desk.form(
        format!("release-{number}"),
        json!({ "do": "release-withheld", "breach": number }),
        &release,
    );
    html! {
        article.breach {
            h3 { (breach_name(breach.kind)) " " span.soft { (record_name(breach.of)) } " "
                @if let Some(row) = rules.breach(breach.kind) { (desk.mark(row.clause)) } }
            p { (breach.what) }
            ul.plain {
                @for done in &breach.sanctions { li {
                    (sanction_name(*done)) " " @if let Some(row) = rules.sanction(*done) { (desk.mark(row.clause)) }
                } }
            }
            @if let Some(withheld) = breach.withheld {
                p { (fill("pit.withheld", &[("amount", &parts::exact(withheld))])) }
                (release.show(t("pit.release"), release.tick("to-patron?", t("pit.to-patron"))))
            }
            @if !kinds.is_empty() {
                (sanction.show(t("pit.sanction"), html! {
                    (sanction.choose("kind", t("pit.sanction-kind"), &kinds))
                    (sanction.money("amount", t("pit.withhold-how-much"), false))
                }))
            }
        }
    }
}

fn directions(desk: &DisputesView<'_>) -> Markup {
    let rules = &desk.look.book.house.direction;
    let Some(first) = rules.first() else { return html! {} };
    let kinds: Vec<(String, String)> =
        rules.iter().map(|row| (word(&row.is), direction_name(row.is).to_string())).collect();
    let direct = Command::Direct { table: TableNumber(0), patrons: Vec::new(), direction: first.is };
    let direct = desk.form("direct", json!({ "do": "direct", "patrons": [] }), &direct);
    html! {
        section.panel {
            h2 { (t("pit.directions")) " " (desk.mark(first.clause)) }
            ul.plain {
                @for given in &desk.state.directions { li {
                    (direction_name(given.is)) " · " (fill("pit.table", &[("number", &given.table.to_string())]))
                } }
            }
            (direct.show(t("pit.direct"), html! {
                (direct.number("table#", t("pit.table-number"), None))
                (direct.number("patrons.0#", t("pit.patron-no"), None))
                (direct.maybe_number("patrons.1#", t("pit.other-patron")))
                (direct.choose("direction", t("pit.direction"), &kinds))
            }))
        }
    }
}

/// As files and forms write it: "side-bet".
fn word(kind: &impl std::fmt::Debug) -> String {
    let mut text = String::new();
    for letter in format!("{kind:?}").chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

fn breach_name(kind: BreachKind) -> &'static str {
    match kind {
        BreachKind::Device => t("pit.breach-device"),
        BreachKind::SideBet => t("pit.breach-side-bet"),
        BreachKind::Influence => t("pit.breach-influence"),
        BreachKind::Advice => t("pit.breach-advice"),
        BreachKind::ProxyBet => t("pit.breach-proxy"),
        BreachKind::SharedCards => t("pit.breach-shared"),
        BreachKind::OthersCard => t("pit.breach-card"),
        BreachKind::Undeclared => t("pit.breach-undeclared"),
        BreachKind::Peeking => t("pit.breach-peeking"),
        BreachKind::Other => t("pit.breach-other"),
    }
}

fn sanction_name(kind: SanctionKind) -> &'static str {
    match kind {
        SanctionKind::VoidWager => t("pit.sanction-void"),
        SanctionKind::BarFromGame => t("pit.sanction-bar"),
        SanctionKind::ExcludeFromCasino => t("pit.sanction-exclude"),
        SanctionKind::WithholdWinnings => t("pit.sanction-withhold"),
        SanctionKind::HandToPolice => t("pit.sanction-police"),
    }
}

fn direction_name(kind: DirectionKind) -> &'static str {
    match kind {
        DirectionKind::ActFirst => t("pit.direction-first"),
        DirectionKind::SitApart => t("pit.direction-apart"),
        DirectionKind::EnglishOnly => t("pit.direction-english"),
    }
}
