//! The roster of a book, the gaming day, and the log-ins of its people.

use super::form::FormPermission;
use super::map::power;
use super::{PitContext, day};
use crate::layout::clause;
use crate::parts;
use house::{ClockSource, Command, Member, OutsiderId, Person, StaffId, State};
use maud::{Markup, html};
use rulebook::{Act, RoleId};
use serde_json::json;
use server::accounts::{AccountSummary, LockedFrom, SecondFactor, record_name};
use server::problem::Problem;
use server::texts::{fill, t};

/// The whole page.
pub(super) fn page(look: &PitContext<'_>) -> Result<Markup, Problem> {
    let (state, seen) = look.house()?;
    Ok(html! {
        (roster(look, &state))
        div.columns { (staff(look, &state, seen)) (outside(look, &state, seen)) (day::section(look, &state, seen)?) (clock(look, seen)) }
        (log_ins(look, &state))
    })
}

fn roster(look: &PitContext<'_>, state: &State) -> Markup {
    let ladder = &look.book.ladder;
    let highest_first = (0..ladder.roles.len()).rev().filter_map(|at| u8::try_from(at).ok().map(RoleId));
    html! {
        section.panel {
            h2 { (t("pit.roster")) " " (clause(look.id(), look.book.label(look.book.house.roster))) }
            @for role in highest_first {
                @let here: Vec<&Member> = state.roster.members.iter().filter(|member| member.role == role).collect();
                @if !here.is_empty() {
                    h3 { (ladder.name(role)) " "
                        @if let Some(found) = ladder.roles.get(usize::from(role.0)) { (clause(look.id(), look.book.label(found.clause))) } }
                    ul.plain {
                        @for member in here { li {
                            (member.name) " " span.soft { (record_name(Person::Staff(member.id))) }
                            @if !member.active { " " (parts::badge("plain", t("pit.left"))) }
                        } }
                    }
                }
            }
            @if !state.roster.outsiders.is_empty() {
                h3 { (t("pit.from-outside")) }
                ul.plain {
                    @for one in &state.roster.outsiders { li {
                        (one.name) " " span.soft {
                            (record_name(Person::Outside(one.id))) " · "
                            (ladder.outside.get(usize::from(one.place)).map_or("", |place| &place.name))
                        }
                        @if !one.active { " " (parts::badge("plain", t("pit.left"))) }
                    } }
                }
            }
        }
    }
}

fn staff(look: &PitContext<'_>, state: &State, seen: u64) -> Markup {
    let to = || format!("house/{}", look.id());
    let roles: Vec<(String, String)> =
        look.book.ladder.roles.iter().map(|role| (role.id.clone(), role.name.clone())).collect();
    let (id, role) = (StaffId(0), RoleId(0));
    let next = state.roster.members.iter().map(|member| u64::from(member.id.0)).max().unwrap_or(0) + 1;
    let (hire, hired_as, about) = hiring(look, state, &roles);
    let hire = look.form("hire", (to(), json!({ "do": "hire" })), seen, hire);
    let change = look.judge_house(state, &Command::ChangeRole { id, role });
    let change = look.form("change-role", (to(), json!({ "do": "change-role" })), seen, change);
    let dismiss = look.judge_house(state, &Command::Dismiss { id });
    let dismiss = look.form("dismiss", (to(), json!({ "do": "dismiss" })), seen, dismiss);
    html! {
        section.panel {
            h2 { (t("pit.staff")) }
            h3 { (t("pit.hire")) }
            @if let Some(about) = about { p.soft { (about) } }
            (hire.show(t("pit.hire"), html! {
                (hire.number("id#", t("pit.staff-number"), Some(next)))
                (hire.text("name", t("pit.name")))
                (hire.choose("role", t("pit.role"), &hired_as))
            }))
            h3 { (t("pit.change-role")) }
            (change.show(t("pit.change-role"), html! {
                (change.number("id#", t("pit.staff-number"), None))
                (change.choose("role", t("pit.role"), &roles))
            }))
            h3 { (t("pit.dismiss")) }
            (dismiss.show(t("pit.dismiss"), dismiss.number("id#", t("pit.staff-number"), None)))
        }
    }
}

/// Whether somebody may hire, for which roles, and what is special about it. While nobody could stand beside the founder, the
/// second of the highest role is hired alone, and nobody else is hired.
fn hiring(
    look: &PitContext<'_>,
    state: &State,
    roles: &[(String, String)],
) -> (FormPermission, Vec<(String, String)>, Option<String>) {
    let judge = |role| look.judge_house(state, &Command::Hire { id: StaffId(0), name: String::new(), role });
    let ladder = &look.book.ladder;
    let highest = ladder.highest();
    let managers = ladder.least(Act::ManageStaff).map_or(0, |least| state.roster.holders(least.value));
    match judge(highest) {
        FormPermission::Allowed if managers == 1 => {
            let only = roles.iter().skip(usize::from(highest.0)).cloned().collect();
            (
                FormPermission::Allowed,
                only,
                Some(fill("pit.hire-the-second", &[("role", ladder.name(highest))])),
            )
        }
        _ => (judge(RoleId(0)), roles.to_vec(), None),
    }
}

fn outside(look: &PitContext<'_>, state: &State, seen: u64) -> Markup {
    let to = || format!("house/{}", look.id());
    let places: Vec<(String, String)> =
        look.book.ladder.outside.iter().map(|place| (place.id.clone(), place.name.clone())).collect();
    let enrol = look.judge_house(state, &Command::Enrol { id: OutsiderId(0), name: String::new(), place: 0 });
    let enrol = look.form("enrol", (to(), json!({ "do": "enrol" })), seen, enrol);
    let discharge = look.judge_house(state, &Command::Discharge { id: OutsiderId(0) });
    let discharge = look.form("discharge", (to(), json!({ "do": "discharge" })), seen, discharge);
    html! {
        section.panel {
            h2 { (t("pit.from-outside")) }
            @if places.is_empty() { p.soft { (t("pit.nobody-outside")) } }
            @else {
                h3 { (t("pit.enrol")) }
                (enrol.show(t("pit.enrol"), html! {
                    (enrol.number("id#", t("pit.outside-number"), None))
                    (enrol.text("name", t("pit.name")))
                    (enrol.choose("place", t("pit.role"), &places))
                }))
                h3 { (t("pit.discharge")) }
                (discharge.show(t("pit.discharge"), discharge.number("id#", t("pit.outside-number"), None)))
            }
        }
    }
}

/// Two persons vouch for the clock of the machine, where no database does.
fn clock(look: &PitContext<'_>, seen: u64) -> Markup {
    let now = look.app.settings.time_zone.time(look.app.clock.wall_ms());
    let verdict = FormPermission::of(look.book, power(look, look.book, Act::ManageStaff));
    let form = look.form("clock", (format!("clock/{}", look.id()), json!({})), seen, verdict);
    html! {
        section.panel {
            h2 { (t("pit.clock")) " " (clause(look.id(), look.book.label(look.book.house.patrons.increase_after_hours.cite))) }
            p { (fill("pit.clock-shows", &[("time", &now)])) }
            @match look.app.floor.confirmed_clock() {
                Some((_, ClockSource::Database)) => p { (t("pit.clock-database")) },
                Some((_, ClockSource::Persons { .. })) => p { (t("pit.clock-persons")) },
                None => (form.show(t("pit.confirm-clock"), html! {})),
            }
        }
    }
}

/// Log-ins of those whom this book knows. A password is typed once and never shown.
fn log_ins(look: &PitContext<'_>, state: &State) -> Markup {
    let accounts = look.app.user_accounts.list_accounts();
    let seen = accounts.len() as u64 + accounts.iter().filter(|one| one.closed).count() as u64;
    let own = |person: Person| match person {
        Person::Staff(id) => state.roster.members.iter().any(|member| member.id == id),
        Person::Outside(id) => state.roster.outsiders.iter().any(|one| one.id == id),
        Person::Patron(_) => true,
        Person::System => false,
    };
    let verdict = |act| FormPermission::of(look.book, power(look, look.book, act));
    let open = look.form(
        "log-in-open",
        (format!("log-in/open/{}", look.id()), json!({})),
        seen,
        verdict(Act::LinkPatronFiles),
    );
    let unlock =
        look.form("log-in-unlock", ("log-in/unlock".into(), json!({})), seen, FormPermission::Allowed);
    html! {
        section.panel {
            h2 { (t("pit.log-ins")) }
            p { (t("pit.log-ins-about")) }
            div.scroll tabindex="0" role="region" aria-label=(t("pit.scrolls")) { table.data {
                thead { tr { th scope="col" { (t("pit.log-in-name")) } th scope="col" { (t("pit.person")) } th scope="col" { (t("pit.log-in-state")) } } }
                tbody {
                    @for account in accounts.iter().filter(|account| own(account.person)) {
                        tr {
                            th scope="row" { (account.name) }
                            td { (account.shown) " " span.soft { (record_name(account.person)) } }
                            td { (standing(look, account)) }
                        }
                    }
                }
            } }
            div.columns {
                div {
                    h3 { (t("pit.log-in-open")) }
                    (open.show(t("pit.log-in-open"), html! {
                        (open.text("name", t("pit.log-in-name")))
                        (open.text("person", t("pit.person-as")))
                        label { (t("pit.secret")) " " input type="password" name="secret" required autocomplete="new-password"; }
                        (open.tick("another?", t("pit.log-in-another")))
                    }))
                }
                div {
                    h3 { (t("pit.log-in-number")) }
                    p.soft { (t("pit.log-in-number-about")) }
                    @let number = look.form("log-in-number", (format!("log-in/number/{}", look.id()), json!({})), seen, verdict(Act::LinkPatronFiles));
                    (number.show(t("pit.log-in-number"), html! {
                        (number.text("name", t("pit.log-in-name")))
                        (number.number("number#", t("pit.log-in-patron-number"), None))
                        (number.tick("another?", t("pit.log-in-another")))
                    }))
                }
                div {
                    h3 { (t("pit.log-in-close")) }
                    @let close = look.form("log-in-close", ("log-in/close".into(), json!({})), seen, verdict(Act::ManageStaff));
                    (close.show(t("pit.log-in-close"), close.text("name", t("pit.log-in-name"))))
                }
                @if look.app.settings.log_in.second_factor != SecondFactor::Off { div {
                    h3 { (t("pit.log-in-no-code")) }
                    p.soft { (t("pit.log-in-no-code-about")) }
                    @let no_code = look.form("log-in-no-code", ("log-in/no-code".into(), json!({})), seen, verdict(Act::ManageStaff));
                    (no_code.show(t("pit.log-in-no-code"), no_code.text("name", t("pit.log-in-name"))))
                } }
                div {
                    h3 { (t("pit.log-in-unlock")) }
                    p.soft { (t("pit.log-in-unlock-about")) }
                    (unlock.show(t("pit.log-in-unlock"), unlock.text("name", t("pit.log-in-name"))))
                }
            }
        }
    }
}

/// Whether a log-in is open, locked or closed, and whether a code is wanted beside its password.
fn standing(look: &PitContext<'_>, account: &AccountSummary) -> Markup {
    let time = |ms| look.app.settings.time_zone.time(ms);
    html! {
        @if account.closed { (parts::badge("closed", t("pit.closed"))) }
        @else if account.locks.is_empty() { (parts::badge("open", t("pit.log-in-is-open"))) }
        @for LockedFrom { from, until_ms } in &account.locks {
            @let from = from.as_deref().unwrap_or(t("pit.log-in-locked-for-all"));
            (parts::badge("wait", &fill("pit.log-in-locked", &[("from", from), ("until", &time(*until_ms))]))) " "
        }
        @if account.has_factor && !account.closed { " " (parts::badge("plain", t("pit.log-in-has-factor"))) }
    }
}
