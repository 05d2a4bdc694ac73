//! What somebody can do at a table now, and why not the rest.

use crate::layout::clause;
use crate::parts;
use maud::{Markup, html};
use money::Money;
use serde_json::json;
use server::texts::{fill, t};
use server::view::{AbsenceView, ActionButton, Blocked, PlayerAction, TableView, WagerSpot};
use server::viewer::Viewer;
use server::wire::{PlaceNumber, TableCommand};

pub(super) fn turn(view: &TableView, viewer: &Viewer) -> Markup {
    html! {
        (leaving(view))
        (while_away(view))
        (limit_short(view))
        @match (view.me, viewer.patron()) {
            (Some(_), _) => (seated(view)),
            (None, Some(_)) => (find_seat(view)),
            (None, None) if viewer.is_staff() => {
                p { (t("table.staff-watching")) }
                p { a.button href={ "/dealer/" (view.table) } { (t("table.console")) } }
            }
            (None, None) => {
                p { (t("table.watching")) }
                p { a.button href={ "/log-in?next=/tables/" (view.table) } { (t("table.log-in")) } }
            }
        }
        @if let Some(refused) = &view.refused { (parts::notice(false, &refused.why, Some((&view.book, &refused.clause)))) }
    }
}

/// A loss limit that is too small for the wagers that follow: told when the first one is laid, until the hand is over.
fn limit_short(view: &TableView) -> Markup {
    html! {
        @for short in view.seats.iter().filter_map(|seat| seat.limit_short.as_ref()) {
            @let (left, needed) = (parts::money(short.left.0), parts::money(short.needed.0));
            @let why = fill("table.limit-short", &[("left", &left), ("needed", &needed)]);
            (parts::notice(false, &why, Some((&view.book, &short.clause))))
        }
    }
}

/// Why the viewer leaves this table, or has left it.
fn leaving(view: &TableView) -> Markup {
    html! {
        @if let Some(leaving) = &view.leaving {
            div.notice.no.leaving role="status" {
                p { (leaving.why) " " (clause(&view.book, &leaving.clause)) }
                @if view.me.is_none() && !leaving.kept_out { (put_away(view)) }
            }
        }
    }
}

/// What was told is put away.
fn put_away(view: &TableView) -> Markup {
    html! {
        form method="post" action={ "/tables/" (view.table) "/seen" } data-act={ "/api/tables/" (view.table) "/seen" } {
            input type="hidden" name="command" value="{}";
            button.quiet { (t("table.away-seen")) }
            p data-error {}
        }
    }
}

/// What was done in place of the viewer, and why: until they act, or put it away.
fn while_away(view: &TableView) -> Markup {
    html! {
        @if !view.absences.is_empty() {
            div.notice.no.while-away role="status" {
                @for note in once(&view.absences) {
                    p {
                        (away_text(note)) " " (clause(&view.book, &note.clause))
                        @if let Some(reading) = &note.reading { ", " (clause(&view.book, reading)) }
                    }
                }
                (put_away(view))
            }
        }
    }
}

/// A hand that was checked at two steps of a round is told of once.
fn once(notes: &[AbsenceView]) -> Vec<&AbsenceView> {
    let mut told: Vec<&AbsenceView> = Vec::new();
    for note in notes {
        if !told.contains(&note) {
            told.push(note);
        }
    }
    told
}

fn away_text(note: &AbsenceView) -> String {
    let (round, place) = (note.round.to_string(), note.place.to_string());
    let amount = note.amount.map(|amount| parts::money(amount.0)).unwrap_or_default();
    let with = [
        ("round", round.as_str()),
        ("place", &place),
        ("wager", note.wager.as_deref().unwrap_or_default()),
        ("amount", &amount),
    ];
    match note.deemed {
        "checked" => fill("table.away-checked", &with),
        "ante-folded" => fill("table.away-ante-folded", &with),
        "given-back" => fill("table.away-given-back", &with),
        _ => fill("table.away-folded", &with),
    }
}

fn find_seat(view: &TableView) -> Markup {
    let free = || view.seats.iter().filter(|seat| !seat.taken);
    // What would be refused is not offered; why stands above or below.
    if view.leaving.as_ref().is_some_and(|leaving| leaving.kept_out) || view.out_of_hours.is_some() {
        return html! {};
    }
    html! {
        h2 { (t("table.take-seat")) }
        @if view.phase == "closed" { p { (t("table.closed-table")) } }
        @else if view.mode == "live" { p { (t("table.live-seat")) } }
        @else if free().next().is_none() { p { (t("table.seats-taken")) } }
        @else {
            form.join method="post" action={ "/tables/" (view.table) "/join" } data-act={ "/api/tables/" (view.table) "/join" } {
                input type="hidden" name="command" value="{}";
                label { (t("table.bring")) " "
                    input #bring name="amount" inputmode="decimal" value="500" required pattern="[0-9]+(\\.[0-9]{1,2})?" autocomplete="off";
                }
                div.places role="group" aria-label=(t("table.take-seat")) {
                    @for seat in free() {
                        button name="seat" value=(seat.place) { (fill("table.sit-at", &[("place", &seat.place.to_string())])) }
                    }
                }
                p data-error {}
            }
        }
    }
}

/// Wagers and decisions of the viewer, apart from what can wait.
fn seated(view: &TableView) -> Markup {
    let wagers = view.actions.iter().filter_map(|action| match action {
        PlayerAction::Wager(spot) => Some(spot),
        PlayerAction::Press(_) => None,
    });
    html! {
        @if choices(view).any(decides) {
            h2.turn { (t("table.your-move")) (clock(view)) }
            div.decisions {
                @for choice in choices(view).filter(|choice| decides(choice)) { (decision(view, choice)) }
            }
        } @else if view.phase == "betting" {
            (place_wagers(view, &wagers.collect::<Vec<_>>()))
        } @else {
            p.waiting { (fill("table.waiting", &[("phase", view.phase_words)])) (clock(view)) }
        }
    }
}

fn choices(view: &TableView) -> impl Iterator<Item = &ActionButton> {
    view.actions.iter().filter_map(|action| match action {
        PlayerAction::Press(choice) => Some(choice),
        PlayerAction::Wager(_) => None,
    })
}

fn decides(choice: &ActionButton) -> bool {
    matches!(choice.id, "bet" | "check" | "fold" | "fold-ante")
}

fn clock(view: &TableView) -> Markup {
    html! {
        @if let Some(until) = view.pace.as_ref().and_then(|pace| pace.until_ms) {
            " " time.countdown data-until-ms=(until) {}
        }
    }
}

/// What can wait: chips, blind hands, leaving.
pub(super) fn more(view: &TableView) -> Markup {
    let named = |id: &'static str| choices(view).filter(move |choice| choice.id == id);
    let others = choices(view).filter(|choice| !decides(choice) && choice.id != "sit-blind");
    html! {
        @if view.me.is_some() {
            (money_form(view, "buy-in", t("table.buy-in"), None))
            (money_form(view, "cash-out", t("table.cash-out"), own_chips(view)))
            (blind_hands(view, &named("sit-blind").collect::<Vec<_>>()))
            @for choice in others { (other(view, choice)) }
            p.help.keyboard { (t("table.chip-help")) }
        }
    }
}

/// A blind hand at one of the free places: one row, and one reason where none can be had.
fn blind_hands(view: &TableView, places: &[&ActionButton]) -> Markup {
    let open = || places.iter().filter(|choice| choice.blocked.is_none());
    html! {
        @if open().next().is_some() {
            div.blind-hands role="group" aria-label=(t("table.blind-hands")) {
                span { (t("table.blind-hands")) }
                @for choice in open() {
                    @let place = choice.place.to_string();
                    (act(view, &text(&choice.command), "other", html! {
                        button.quiet aria-label=(fill("table.sit-blind", &[("place", &place)])) { (place) }
                        p data-error {}
                    }))
                }
            }
        } @else if let Some(blocked) = places.iter().find_map(|choice| choice.blocked.as_ref()) {
            div.blind-hands { span { (t("table.blind-hands")) } (why_not(view, blocked)) }
        }
    }
}

fn own_chips(view: &TableView) -> Option<Money> {
    let own = view.seats.iter().find(|seat| Some(seat.place) == view.me);
    own.and_then(|seat| seat.chips).map(|chips| chips.0)
}

fn act(view: &TableView, command: &str, class: &str, inner: Markup) -> Markup {
    html! {
        form class=(class) method="post" action={ "/tables/" (view.table) "/act" } data-act={ "/api/tables/" (view.table) "/commands" } {
            input type="hidden" name="command" value=(command);
            input type="hidden" name="seen" value=(view.version);
            (inner)
        }
    }
}

fn money_form(view: &TableView, what: &str, label: &str, amount: Option<Money>) -> Markup {
    let command = json!({ "do": what }).to_string();
    let value = amount.map_or_else(|| "500".to_string(), |amount| amount.to_string());
    act(
        view,
        &command,
        "money",
        html! {
            label.heard for={ "m-" (what) } { (fill("table.amount", &[("what", label)])) }
            input id={ "m-" (what) } name="amount" inputmode="decimal" value=(value) autocomplete="off"; " "
            button.quiet { (label) }
            p data-error {}
        },
    )
}

fn place_wagers(view: &TableView, spots: &[&WagerSpot]) -> Markup {
    let pace = view.pace.as_ref();
    html! {
        h2.turn { (t("table.place-wagers")) (clock(view)) }
        div.chip-tray data-origin="rack" role="group" aria-label=(t("table.chip-tray")) {
            @for (at, chip) in parts::RACK.iter().rev().enumerate().filter(|(_, chip)| can_wager(view, chip.worth)) {
                @let amount = parts::money(chip.worth);
                button type="button" class={ "chip " (chip.class) } data-cents-chip=(chip.worth.cents()) draggable="true"
                    data-key-press=(at + 1) aria-label=(fill("table.chip", &[("amount", &amount)])) {
                    (amount.trim_start_matches('$'))
                }
            }
            button.quiet type="button" data-wagers="repeat" data-key-press="r" { (t("table.repeat")) " " (parts::kbd("R")) }
            button.quiet type="button" data-wagers="clear" data-key-press="Backspace" { (t("table.clear")) }
        }
        ul.wagers {
            @for spot in spots { (wager(view, spot)) }
        }
        div.lay {
            button.decide type="button" data-wagers="lay" data-key-press="Enter" { (t("table.lay")) " " (parts::kbd("Enter")) }
            @if pace.is_some_and(|pace| pace.ready) { p { (t("table.is-ready")) } }
            @else if pace.is_some_and(|pace| pace.may_be_ready) {
                form method="post" action={ "/tables/" (view.table) "/ready" } data-act={ "/api/tables/" (view.table) "/ready" } {
                    input type="hidden" name="command" value="{}";
                    button.decide.ready data-key-press="d" { (t("table.ready")) " " (parts::kbd("D")) }
                    p data-error {}
                }
            }
        }
    }
}

/// Whether a chip is one of the table's: wagers are multiples of the smallest. Keys stay with their chips.
fn can_wager(view: &TableView, chip: Money) -> bool {
    let smallest = view.sign.as_ref().map_or(1, |sign| sign.smallest_chip.0.cents());
    chip.cents() % smallest.max(1) == 0
}

fn wager(view: &TableView, spot: &WagerSpot) -> Markup {
    let seat = PlaceNumber(spot.place);
    let on = &spot.wager;
    let id = format!("w-{}-{on}", spot.place);
    let what = if spot.empty { "place" } else { "top-up" };
    html! {
        li.wager data-spot=(on) data-place=(spot.place) {
            div.what {
                strong { (spot.name) } " "
                @if view.me != Some(spot.place) { small { (fill("table.place", &[("place", &spot.place.to_string())])) } " " }
                @if !spot.empty { span.lies { (fill("table.lies", &[("amount", &parts::money(spot.stake.0))])) } }
            }
            @if let Some((from, to)) = spot.add {
                (act(view, &json!({ "do": what, "wager": on, "seat": seat }).to_string(), "put", html! {
                    label.heard for=(id) { (fill("table.amount-on", &[("wager", &spot.name)])) }
                    input id=(id) name="amount" inputmode="decimal" autocomplete="off" data-from=(from.0.cents()) data-to=(to.0.cents())
                        aria-describedby=[spot.empty.then(|| format!("{id}-range"))] data-same=[equals(view, on)];
                    button.quiet { (t("table.put")) }
                    @if spot.empty { p.range id={ (id) "-range" } { (super::bounds(Some(from.0), Some(to.0))) } }
                    p data-error {}
                }))
            }
            @if let Some(all) = spot.take_back {
                @let command = TableCommand::TakeBack { wager: on.clone(), amount: all, seat: Some(seat) };
                (act(view, &text(&command), "take-back", html! { button.quiet { (t("table.take-back")) } p data-error {} }))
            }
            @if let Some(blocked) = &spot.blocked { (why_not(view, blocked)) }
        }
    }
}

/// The spot whose wager this one must equal, so that a script lays both.
fn equals(view: &TableView, on: &str) -> Option<String> {
    let book = floor::book(&view.book).ok()?;
    let game = book.variant(&view.game)?;
    let rules = &game.wager[game.wager(on)?];
    rules.equals.as_ref().map(|other| other.value.clone())
}

fn text(command: &TableCommand) -> String {
    serde_json::to_string(command).unwrap_or_default()
}

fn why_not(view: &TableView, blocked: &Blocked) -> Markup {
    html! {
        p.why-not { (fill("table.not-now", &[("why", &blocked.why)])) " " (clause(&view.book, &blocked.clause)) }
    }
}

fn decision(view: &TableView, choice: &ActionButton) -> Markup {
    let amount = choice.amount.map(|amount| parts::money(amount.0)).unwrap_or_default();
    let key = match (choice.id, choice.times) {
        ("bet", Some(times @ 2..=9)) => times.to_string(),
        ("bet", _) => "b".to_string(),
        ("check", _) => "c".to_string(),
        ("fold-ante", _) => "a".to_string(),
        _ => "f".to_string(),
    };
    let wager = choice.wager.as_deref().unwrap_or_default();
    act(
        view,
        &text(&choice.command),
        "choice",
        html! {
            button class={ "decide " (choice.id) } disabled[choice.blocked.is_some()] data-key-press=(key) {
                @match choice.id {
                    "bet" => {
                        (fill("table.bet", &[("wager", wager), ("amount", &amount)]))
                        @if let Some(times) = choice.times { " " small { (fill("table.bet-times", &[("times", &times.to_string())])) } }
                    }
                    "check" => (t("table.check")),
                    id => {
                        @if id == "fold" { (t("table.fold")) } @else { (t("table.fold-ante")) }
                        " " small { (fill("table.fold-loses", &[("amount", &amount)])) }
                    }
                }
                " " (parts::kbd(&key.to_uppercase()))
            }
            @if let Some(blocked) = &choice.blocked { (why_not(view, blocked)) }
            p data-error {}
        },
    )
}

fn other(view: &TableView, choice: &ActionButton) -> Markup {
    let place = choice.place.to_string();
    let label = match choice.id {
        "leave-blind" => fill("table.leave-blind", &[("place", &place)]),
        "concede" => t("table.concede").to_string(),
        _ => t("table.leave").to_string(),
    };
    act(
        view,
        &text(&choice.command),
        "other",
        html! {
            button.quiet disabled[choice.blocked.is_some()] { (label) }
            @if let Some(blocked) = &choice.blocked { (why_not(view, blocked)) }
            p data-error {}
        },
    )
}
