//! The rules of a game for somebody who has never played it: how a round goes, the wagers, what pays, the jackpot.

use super::clause::trail;
use super::home::name;
use super::marks::{a_hand, cited, spoken};
use super::settle::{self, settled_on};
use super::shelf::{Volume, rules_library};
use super::{MaybeViewer, ok_page, pay, volume};
use crate::parts;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::response::Response;
use maud::{Markup, html};
use rulebook::describe::{Topic, describe};
use rulebook::{
    BookGame, Choice, ChoiceKind, Cite, FoldedHandJackpot, Place, Rulebook, Show, Step, StepKind, Variant,
    WagerRules, shared_games,
};
use server::problem::Problem;
use server::texts::{fill, t};

pub(super) async fn page(
    looks: MaybeViewer,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Response, Problem> {
    let Path((book, game)) = path.map_err(|_| Problem::bad_request(t("rules.not-understood")))?;
    let volume = volume(&book)?;
    let game = volume.game(&game).ok_or_else(|| no_game(volume))?;
    let title = fill("rules.game-title", &[("game", game.name())]);
    let content = match game {
        BookGame::HouseBanked(rules, variant) => sign(volume, rules, variant),
        BookGame::BetweenPlayers(..) => points(volume, game),
    };
    Ok(ok_page(looks, &title, content))
}

/// That the book has no such game, with those that it has.
pub(super) fn no_game(volume: &Volume) -> Problem {
    let games: Vec<&str> = volume.games().map(BookGame::id).collect();
    Problem::not_found(fill("rules.no-game-in", &[("book", volume.id)]))
        .next(fill("rules.its-games", &[("games", &games.join(", "))]))
}

/// What the book says of a game between players, section by section.
fn points(volume: &Volume, game: BookGame<'_>) -> Markup {
    let topics = game.describe();
    html! {
        (trail(volume, None))
        h1 { (fill("rules.game-head", &[("game", game.name())])) }
        @for section in topics.chunk_by(|one, next| one.section == next.section) {
            h2 { (section[0].section) }
            dl.points {
                @for topic in section {
                    dt { (topic.topic) }
                    dd { (topic.point.is) " " (cited(volume, topic.point.cite)) }
                }
            }
        }
        (elsewhere(volume, game))
    }
}

fn sign(volume: &Volume, rules: &Rulebook, game: &Variant) -> Markup {
    let jackpot = game.wager.iter().find(|wager| wager.place == Place::Jackpot);
    html! {
        (trail(volume, None))
        h1 { (fill("rules.game-head", &[("game", &game.name)])) }
        (in_short(rules, game))
        nav.contents aria-label=(t("rules.contents")) {
            a href="#round" { (t("rules.round")) }
            " " a href="#wagers" { (t("rules.wagers")) }
            " " a href="#pays" { (t("rules.what-pays")) }
            @if jackpot.is_some() { " " a href="#jackpot" { (t("rules.jackpot")) } }
            " " a href="#ranking" { (t("rules.ranking")) }
            " " a href="#good-to-know" { (t("rules.good-to-know")) }
        }
        h2 #round { (t("rules.round")) }
        (round(rules, game))
        h2 #wagers { (t("rules.wagers")) }
        @for wager in &game.wager { (settle::panel(rules, game, wager)) }
        h2 #pays { (t("rules.what-pays")) }
        p { (t("rules.odds-explained")) }
        (pay::paytables(rules, game))
        @if let Some(wager) = jackpot { (jackpot_section(rules, wager)) }
        h2 #ranking { (t("rules.ranking")) }
        (pay::orders(rules, game))
        (good_to_know(volume, rules, game))
        (elsewhere(volume, BookGame::HouseBanked(rules, game)))
        p { a href="/odds" { (t("rules.see-odds")) } }
    }
}

/// The game in a few lines: whom you play against, with which cards.
fn in_short(rules: &Rulebook, game: &Variant) -> Markup {
    let count = |number: usize| number.to_string();
    html! {
        p.lead {
            @if game.dealer_cards > 0 { (t("rules.against-dealer")) } @else { (t("rules.against-table")) }
        }
        dl.facts {
            dt { (t("rules.your-cards")) } dd { (game.hand_cards.value) " " (cited(rules, game.hand_cards.cite)) }
            @if game.board_cards > 0 { dt { (t("rules.shared-cards")) } dd { (count(game.board_cards)) } }
            @if game.dealer_cards > 0 { dt { (t("rules.dealer-cards")) } dd { (count(game.dealer_cards)) } }
            @if let Some(qualifies) = &game.qualifies {
                dt { (t("rules.qualifies")) }
                dd {
                    (fill("rules.or-better", &[("hand", &a_hand(&qualifies.value))])) " "
                    (cited(rules, qualifies.cite))
                }
            }
            dt { (t("rules.seats")) } dd { (rules.table.seats.value) " " (cited(rules, rules.table.seats.cite)) }
            dt { (t("rules.pack")) } dd { (rules.table.pack.value) " " (cited(rules, rules.table.pack.cite)) }
        }
    }
}

/// The steps of a round, numbered, each with its clause.
fn round(rules: &Rulebook, game: &Variant) -> Markup {
    html! {
        ol.steps {
            li { strong { (t("rules.step-wager")) } " " (first_wagers(rules, game)) }
            li {
                strong { (t("rules.step-closed")) } " " (t("rules.step-closed-how")) " "
                (cited(rules, game.call.unwrap_or(rules.table.wagers.call)))
            }
            li { strong { (t("rules.step-deal")) } " " (deal(rules, game)) }
            @for (step, clauses) in steps(game) {
                li {
                    (step_words(game, step))
                    @for cite in clauses { " " (cited(rules, cite)) }
                    @if step.kind == StepKind::Decide { (choices(rules, game, step)) }
                }
            }
            @if let Some(qualifies) = &game.qualifies {
                li {
                    strong { (t("rules.step-qualify")) } " "
                    (fill("rules.step-qualify-how", &[("hand", &a_hand(&qualifies.value))])) " "
                    (cited(rules, qualifies.cite))
                }
            }
            li {
                strong { (t("rules.step-settle")) } " " (t("rules.step-settle-how")) " "
                (cited(rules, game.settlement))
            }
            @if let Some(last) = game.jackpot_last {
                li { strong { (t("rules.step-jackpot")) } " " (t("rules.step-jackpot-how")) " " (cited(rules, last)) }
            }
        }
    }
}

fn first_wagers(rules: &Rulebook, game: &Variant) -> Markup {
    let needed = &game.dealt_on;
    let first = |wager: &&WagerRules| matches!(wager.place, Place::First | Place::Jackpot);
    html! {
        @if needed.value.is_empty() { (t("rules.any-wager")) " " (cited(rules, needed.cite)) } @else {
            (t("rules.must-wager")) " "
            @for spot in &needed.value { strong { (spot_name(game, spot)) } " " }
            (cited(rules, needed.cite))
        }
        ul {
            @for wager in game.wager.iter().filter(first) {
                li {
                    (wager.name)
                    @if !needed.value.contains(&wager.on) && !needed.value.is_empty() {
                        " " span.quiet { (t("rules.if-you-like")) }
                    }
                    @if let Some(equals) = &wager.equals {
                        ", " (fill("rules.equal-to", &[("wager", spot_name(game, &equals.value))]))
                    }
                    @if let (Some(needs), true) = (&wager.needs, needed.value.is_empty()) {
                        ". " (fill("rules.needs", &[("wager", spot_name(game, &needs.value))]))
                    }
                    " " (cited(rules, wager.clause))
                }
            }
        }
    }
}

/// What a spot is called.
pub(super) fn spot_name<'g>(game: &'g Variant, spot: &'g str) -> &'g str {
    game.wager(spot).and_then(|at| game.wager.get(at)).map_or(spot, |wager| wager.name.as_str())
}

fn deal(rules: &Rulebook, game: &Variant) -> Markup {
    let cards = |count: usize| count.to_string();
    let per_device = describe(rules, game);
    html! {
        (fill("rules.deal-you", &[("count", &cards(game.hand_cards.value))])) " "
        @if game.dealer_cards > 0 { (fill("rules.deal-dealer", &[("count", &cards(game.dealer_cards))])) " " }
        @if game.board_cards > 0 { (fill("rules.deal-board", &[("count", &cards(game.board_cards))])) " " }
        @if game.jackpot_cards > 0 { (fill("rules.deal-jackpot", &[("count", &cards(game.jackpot_cards))])) " " }
        (cited(rules, game.hand_cards.cite))
        details {
            summary { (t("rules.deal-order")) }
            dl.points {
                @for topic in per_device.iter().filter(|topic| topic.topic.starts_with("deal from")) {
                    dt { (spoken(&topic.topic)) }
                    dd { (topic.point.is) " " (cited(rules, topic.point.cite)) }
                }
            }
        }
    }
}

/// The steps, those told once for each device made one.
fn steps(game: &Variant) -> Vec<(&Step, Vec<Cite>)> {
    let mut all: Vec<(&Step, Vec<Cite>)> = Vec::new();
    for step in &game.step {
        match all.last_mut() {
            Some((last, clauses))
                if last.device.is_some()
                    && step.device.is_some()
                    && last.device != step.device
                    && (last.kind, last.what, last.cards) == (step.kind, step.what, step.cards) =>
            {
                clauses.push(step.clause);
            }
            _ => all.push((step, vec![step.clause])),
        }
    }
    all
}

fn step_words(game: &Variant, step: &Step) -> Markup {
    let shown = match step.what {
        Some(Show::UpCard) => t("rules.show-up-card").to_string(),
        Some(Show::Board) if step.cards == 1 => t("rules.show-one").to_string(),
        Some(Show::Board) => fill("rules.show-board", &[("count", &step.cards.to_string())]),
        Some(Show::Dealer) => t("rules.show-dealer").to_string(),
        Some(Show::JackpotCards) => t("rules.show-jackpot").to_string(),
        None => String::new(),
    };
    html! {
        @match step.kind {
            StepKind::Show => strong { (shown) },
            StepKind::Decide => {
                strong { (fill("rules.decide", &[("name", &spoken(&step.name))])) }
                @if let Some(seen) = seen(game, step) { " " (seen) }
            },
        }
    }
}

/// What a player knows when deciding first.
fn seen(game: &Variant, step: &Step) -> Option<&'static str> {
    let first = game.step.iter().find(|step| step.kind == StepKind::Decide)?;
    (first.name == step.name).then(|| t("rules.decide-looks"))
}

fn choices(rules: &Rulebook, game: &Variant, step: &Step) -> Markup {
    html! {
        ul {
            @for choice in &step.choices {
                li { (choice_words(game, step, choice)) " " (cited(rules, choice.clause)) }
            }
        }
    }
}

fn choice_words(game: &Variant, step: &Step, choice: &Choice) -> String {
    let wager = step.wager.as_deref().map_or("", |spot| spot_name(game, spot));
    match (choice.is, &step.stake) {
        (ChoiceKind::Check, _) => t("rules.choice-check").to_string(),
        (ChoiceKind::Fold, _) => t("rules.choice-fold").to_string(),
        (ChoiceKind::FoldAnte, _) => t("rules.choice-fold-ante").to_string(),
        (ChoiceKind::Bet, None) => fill("rules.choice-bet", &[("wager", wager)]),
        (ChoiceKind::Bet, Some(stake)) => {
            let (from, to) = (stake.from.to_string(), stake.to.to_string());
            match (stake.sign_stage, stake.from == stake.to, stake.from) {
                (Some(_), _, _) => fill("rules.choice-bet-sign", &[("wager", wager)]),
                (None, true, 1) => fill("rules.choice-bet-once", &[("wager", wager)]),
                (None, true, _) => fill("rules.choice-bet-times", &[("wager", wager), ("times", &from)]),
                (None, false, _) => {
                    fill("rules.choice-bet-range", &[("wager", wager), ("from", &from), ("to", &to)])
                }
            }
        }
    }
}

fn jackpot_section(rules: &Rulebook, wager: &WagerRules) -> Markup {
    let folded = &rules.table.jackpot.folded_hand;
    html! {
        h2 #jackpot { (t("rules.jackpot")) }
        p { (t("rules.jackpot-lead")) " " (cited(rules, rules.jackpots.eligible)) }
        p { (t("rules.jackpot-cost")) " " (cited(rules, rules.jackpots.cost)) }
        p {
            (settled_on(wager))
        }
        p {
            (match folded.value {
                FoldedHandJackpot::ByMethod => t("rules.fold-by-method"),
                FoldedHandJackpot::StaysEligible => t("rules.fold-stays"),
                FoldedHandJackpot::Forfeits => t("rules.fold-forfeits"),
            }) " " (cited(rules, folded.cite))
        }
        (pay::prizes(rules))
        @if let Some(minimum) = &rules.jackpots.shares.minimum {
            p {
                (fill("rules.guaranteed", &[
                    ("royal", &parts::money(minimum.royal.0)),
                    ("flush", &parts::money(minimum.straight_flush.0)),
                ])) " " (cited(rules, minimum.clause))
            }
        }
        p {
            (t("rules.several")) " " (cited(rules, rules.jackpots.shares.split.cite)) " "
            (cited(rules, rules.jackpots.shares.several.cite))
        }
    }
}

/// The small print that players ask about, in the book's sections.
fn good_to_know(volume: &Volume, rules: &Rulebook, game: &Variant) -> Markup {
    let topics =
        volume.topics.iter().find(|(known, _)| *known == game.game).map(|(_, topics)| topics.as_slice());
    let asked = |topic: &&Topic| matches!(topic.section.as_str(), "Wagers" | "Limits");
    html! {
        h2 #good-to-know { (t("rules.good-to-know")) }
        dl.points {
            @for topic in topics.unwrap_or_default().iter().filter(asked) {
                dt { (spoken(&topic.topic)) ": " (topic.point.is) }
                dd { (rules.clause(topic.point.cite).effect) " " (cited(rules, topic.point.cite)) }
            }
        }
        p {
            (t("rules.goes-wrong")) " "
            a href={ "/rules/" (volume.id) "#irregularities" } { (t("rules.irregularities")) }
        }
    }
}

/// The same game in other books.
fn elsewhere(volume: &Volume, game: BookGame<'_>) -> Markup {
    let others = || {
        let has = |other: &&Volume| shared_games(volume, other).contains(&game.id());
        rules_library().volumes.iter().filter(|other| other.id != volume.id).filter(has)
    };
    html! {
        @if others().next().is_some() {
            h2 { (t("rules.elsewhere")) }
            ul {
                @for other in others() {
                    li {
                        a href={ "/rules/" (other.id) "/game/" (game.id()) } { (name(other)) } " · "
                        a href={ "/rules/compare?a=" (volume.id) "&b=" (other.id) "&game=" (game.id()) } {
                            (t("rules.what-differs"))
                        }
                    }
                }
            }
        }
    }
}
