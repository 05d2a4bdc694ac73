//! The tables of a game's page: the order of hands with an example each, pay tables, prizes.

use super::marks::{cited, hand};
use crate::assets;
use crate::parts;
use cards::{Card, Category, Form};
use maud::{Markup, html};
use rulebook::{HandFloor, OrderId, PayTable, PrizeAmount, Rulebook, Variant};
use server::texts::{fill, t};

/// An example of a category of five cards, and of three.
const fn example(category: Category, three: bool) -> &'static str {
    match (category, three) {
        (Category::RoyalFlush, _) => "As Ks Qs Js Ts",
        (Category::StraightFlush, false) => "9h 8h 7h 6h 5h",
        (Category::FourOfAKind, _) => "Qs Qh Qd Qc 6d",
        (Category::FullHouse, _) => "Jd Jc Js 4h 4c",
        (Category::Flush, false) => "Kd Td 8d 6d 3d",
        (Category::Straight, false) => "Tc 9d 8s 7h 6c",
        (Category::ThreeOfAKind, false) => "7s 7h 7d Kc 2d",
        (Category::TwoPair, _) => "Ah Ac 9s 9d 5h",
        (Category::OnePair, false) => "Jh Jc Ad 8s 4c",
        (Category::NoPair, false) => "Kh Jd 8c 6s 2h",
        (Category::StraightFlush, true) => "9h 8h 7h",
        (Category::Flush, true) => "Kd 8d 3d",
        (Category::Straight, true) => "Tc 9d 8s",
        (Category::ThreeOfAKind, true) => "7s 7h 7d",
        (Category::OnePair, true) => "Jh Jc 4c",
        (Category::NoPair, true) => "Qh 8c 2s",
        _ => "",
    }
}

fn card(card: Card) -> Markup {
    html! {
        svg.card role="img" aria-label=(card.in_words()) {
            use href={ (assets::path("cards.svg")) "#" (card) } {}
        }
    }
}

/// The orders of hands of a game, best first.
pub(super) fn orders(rules: &Rulebook, game: &Variant) -> Markup {
    html! {
        @for order in &game.order {
            @let three = order.made.as_ref().is_some_and(|made| made.form() == Form::Three);
            h3 {
                @if three { (t("rules.order-three")) } @else { (t("rules.order-five")) }
                " " (cited(rules, order.clause))
            }
            (ranked(rules, order, three))
            p {
                (t("rules.ties")) " " (cited(rules, order.ties))
                @if let Some(equal) = order.equal { " " (t("rules.suits")) " " (cited(rules, equal)) }
            }
        }
    }
}

fn ranked(rules: &Rulebook, order: &OrderId, three: bool) -> Markup {
    html! {
        ol.ranking {
            @for category in order.category.iter().rev() {
                li {
                    span.name { (category.is.0.word()) " " (cited(rules, category.clause)) }
                    " "
                    span.hand {
                        @for code in example(category.is.0, three).split_whitespace() {
                            @if let Ok(shown) = code.parse::<Card>() { (card(shown)) " " }
                        }
                    }
                }
            }
        }
    }
}

/// The pay tables: one of each name, its columns side by side where the sign chooses.
pub(super) fn paytables(rules: &Rulebook, game: &Variant) -> Markup {
    let mut names: Vec<&str> = game.paytable.iter().map(|table| table.id.as_str()).collect();
    names.dedup();
    html! {
        @for name in names {
            @let tables: Vec<&PayTable> = game.paytable.iter().filter(|table| table.id == name).collect();
            h3 #{ "pays-" (name) } { (title(game, name)) }
            @if tables.len() > 1 { p { (t("rules.columns")) } }
            (paytable(rules, &title(game, name), &tables))
            @for capped in tables.iter().filter_map(|table| table.capped).take(1) {
                p { (t("rules.capped")) " " (cited(rules, capped)) }
            }
        }
    }
}

/// What a pay table is called: after the wagers that it pays.
pub(super) fn title(game: &Variant, table: &str) -> String {
    let pays = |wager: &&rulebook::WagerRules| {
        wager.case.iter().any(|case| matches!(&case.pays, Some(rulebook::Pays::Table(name)) if name == table))
    };
    let names: Vec<&str> = game.wager.iter().filter(pays).map(|wager| wager.name.as_str()).collect();
    if names.is_empty() { super::marks::spoken(table) } else { names.join(", ") }
}

/// The hand of a line. A line pays every hand from its weakest up to the line above: where the last one is for no pair and none
/// is for a pair, it pays all that is left.
fn line_hand(table: &PayTable, weakest: &HandFloor) -> String {
    let pair = table.lines.iter().any(|line| line.hand.category == Category::OnePair);
    match weakest.category {
        Category::NoPair if !pair && weakest.ranks.is_empty() => t("rules.any-other-hand").to_string(),
        _ => hand(weakest),
    }
}

fn paytable(rules: &Rulebook, title: &str, tables: &[&PayTable]) -> Markup {
    let Some(first) = tables.first() else { return html! {} };
    html! {
        div.wide tabindex="0" role="region" aria-label=(title) {
            table.pays {
                caption { (fill("rules.pays-caption", &[("wager", title)])) " " (cited(rules, first.clause)) }
                thead {
                    tr {
                        th scope="col" { (t("rules.hand")) }
                        @for table in tables {
                            th scope="col" {
                                @match &table.column {
                                    Some(column) => (fill("rules.column", &[("name", column)])),
                                    None => (t("rules.pays")),
                                }
                                @if table.clause != first.clause { " " (cited(rules, table.clause)) }
                            }
                        }
                    }
                }
                tbody {
                    @for line in &first.lines {
                        tr {
                            th scope="row" { (line_hand(first, &line.hand)) }
                            @for table in tables {
                                td {
                                    @if let Some(same) = table.lines.iter().find(|other| other.hand == line.hand) {
                                        (same.pays.0)
                                        @if let Some(clause) = same.clause { " " (cited(rules, clause)) }
                                    } @else { "–" }
                                }
                            }
                        }
                    }
                    // A hand that only a later column pays.
                    @for line in tables.iter().skip(1).flat_map(|table| &table.lines)
                        .filter(|line| !first.lines.iter().any(|known| known.hand == line.hand)) {
                        tr {
                            th scope="row" { (hand(&line.hand)) }
                            @for table in tables {
                                td {
                                    @match table.lines.iter().find(|other| other.hand == line.hand) {
                                        Some(same) => (same.pays.0),
                                        None => "–",
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The prizes of the jackpot, an option a column.
pub(super) fn prizes(rules: &Rulebook) -> Markup {
    let options = &rules.jackpots.option;
    let mut hands: Vec<&rulebook::Prize> = options.iter().flat_map(|option| &option.prizes).collect();
    hands.sort_by_key(|prize| std::cmp::Reverse(prize.from));
    hands.dedup_by_key(|prize| prize.from);
    html! {
        @if options.len() > 1 { p { (t("rules.options")) } }
        div.wide tabindex="0" role="region" aria-label=(t("rules.prizes")) {
            table.pays {
                caption { (t("rules.prizes")) }
                thead {
                    tr {
                        th scope="col" { (t("rules.hand")) }
                        @for option in options {
                            th scope="col" {
                                @if option.number == 0 { (t("rules.prize")) }
                                @else { (fill("rules.option", &[("number", &option.number.to_string())])) }
                                " " (cited(rules, option.clause))
                            }
                        }
                    }
                }
                tbody {
                    @for row in hands {
                        tr {
                            th scope="row" { (hand(&row.hand)) }
                            @for option in options {
                                td {
                                    @match option.prizes.iter().find(|prize| prize.from == row.from) {
                                        Some(prize) => (amount(prize.pays)),
                                        None => "–",
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn amount(pays: PrizeAmount) -> String {
    match pays {
        PrizeAmount::Meter => t("rules.whole-meter").to_string(),
        PrizeAmount::Share(rate) => fill("rules.share", &[("rate", &rate.to_string())]),
        PrizeAmount::For(odds) => odds.to_string(),
        PrizeAmount::Flat(amount) => parts::money(amount),
    }
}
