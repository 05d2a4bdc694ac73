//! All parts of the pages on one page: how they look, for whoever writes another. Nothing here is live.

use super::layout::{Page, clause};
use super::parts::{self, Back, CardFace};
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use cards::CardId;
use maud::{Markup, html};
use money::Money;
use server::app::App;
use server::texts::t;
use server::viewer::Viewer;
use std::sync::Arc;

/// Where it is found.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/styleguide", get(page)).route("/styleguide/wall", get(wall))
}

async fn page(viewer: Viewer) -> Html<String> {
    Html(styleguide(&viewer).into_string())
}

async fn wall(viewer: Viewer) -> Html<String> {
    Html(display(&viewer).into_string())
}

/// The page.
pub fn styleguide(viewer: &Viewer) -> Markup {
    let page = Page { title: t("styleguide.title"), kind: "styleguide", ..Page::default() };
    page.render(
        viewer,
        html! {
            h1 { (t("styleguide.title")) }
            p.lead { (t("styleguide.lead")) }
            (felt())
            (actions())
            div.columns { (log()) (words()) }
            (lobby())
            (deck())
            (money())
            (forms())
            (data())
        },
    )
}

/// A screen on a wall.
pub fn display(viewer: &Viewer) -> Markup {
    let page = Page { title: t("styleguide.meter"), kind: "meters", wall: true, ..Page::default() };
    page.render(
        viewer,
        html! {
            h1 { (t("styleguide.meter")) }
            p { (parts::meter(dollars(12_843_177), "wall")) }
            p.words { (t("styleguide.meter-words")) }
            p { (parts::badge("good", t("styleguide.live"))) }
        },
    )
}

fn dollars(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// Cards by their names; what is no card shows as a back, so that a row keeps its length.
fn faces(text: &str) -> Vec<CardFace> {
    let read = |word: &str| match (word, word.parse()) {
        ("-", _) => CardFace::Empty,
        (_, Ok(card)) => CardFace::Known(card),
        (_, Err(_)) => CardFace::Back(Back::Blue),
    };
    text.split(' ').map(read).collect()
}

fn heading(text: &str) -> Markup {
    html! { h2 { (text) } }
}

fn felt() -> Markup {
    html! {
        section.felt data-live="felt" aria-label=(t("styleguide.felt")) {
            div.middle data-origin="shoe" {
                div.dealer {
                    h2 { (t("styleguide.dealer")) }
                    (parts::hand(&faces("x x"), "dealer"))
                    p.words { (t("styleguide.dealer-words")) }
                }
                (board())
            }
            ol.seats role="list" {
                (other("1", "taken", t("styleguide.name-1"), "x x"))
                (other("2", "bot", t("styleguide.name-2"), "x x"))
                (free("3"))
                (own("4"))
                (other("5", "bot", t("styleguide.name-3"), "x x"))
                (free("6"))
                (other("7", "taken turn", t("styleguide.name-4"), "x x"))
            }
        }
    }
}

fn board() -> Markup {
    html! { div.board { (parts::cards(&faces("Kd 9s 4h - -"))) } }
}

/// The own seat is the fourth.
fn from_own(seat: &str) -> i8 {
    seat.parse::<i8>().unwrap_or(4) - 4
}

fn own(seat: &str) -> Markup {
    html! {
        li.seat.me data-seat=(seat) data-at=(from_own(seat)) {
            div.plate { h3 { (t("styleguide.you")) } }
            (parts::hand(&faces("Ks Kh"), seat))
            p.words { (t("styleguide.own-words")) }
            ul.spots {
                li.spot data-spot="trips" {
                    span.name { (t("styleguide.trips")) } (parts::chips(dollars(500)))
                    span.outcome { span.result.win { (parts::signed(dollars(1_500))) } (clause("styleguide", "8.4.4(a)")) }
                }
                li.spot data-spot="ante" {
                    span.name { (t("styleguide.ante")) } (parts::chips(dollars(2_500)))
                    span.outcome { span.result.win { (parts::signed(dollars(2_500))) } (clause("styleguide", "8.4.2(b)")) }
                }
                li.spot data-spot="blind" {
                    span.name { (t("styleguide.blind")) } (parts::chips(dollars(2_500)))
                    span.outcome { span.result.push { (t("styleguide.push")) } (clause("styleguide", "8.4.3")) }
                }
                li.spot data-spot="play" {
                    span.name { (t("styleguide.play")) } (parts::chips(dollars(13_750)))
                    span.outcome { span.result.lose { (parts::signed(dollars(-13_750))) } (clause("styleguide", "8.4.5")) }
                }
                li.spot.jackpot data-spot="jackpot" { span.name { (t("styleguide.jackpot")) } }
            }
        }
    }
}

fn other(seat: &str, class: &str, name: &str, cards: &str) -> Markup {
    html! {
        li class={ "seat " (class) } data-seat=(seat) data-at=(from_own(seat)) {
            div.plate { h3 { (name) } }
            (parts::hand(&faces(cards), seat))
            ul.spots {
                li.spot data-spot="ante" { span.name { (t("styleguide.ante")) } (parts::chips(dollars(1_500))) }
                li.spot data-spot="blind" { span.name { (t("styleguide.blind")) } (parts::chips(dollars(1_500))) }
            }
        }
    }
}

fn free(seat: &str) -> Markup {
    html! {
        li.seat.free data-seat=(seat) data-at=(from_own(seat)) { h3 { (t("styleguide.free")) } a.button.quiet href="#content" { (t("styleguide.sit")) } }
    }
}

fn actions() -> Markup {
    html! {
        section.actions data-live="actions" aria-label=(t("styleguide.actions")) {
            p.turn { (t("styleguide.turn")) " " (parts::countdown(25)) }
            div.decisions {
                button.decide type="button" data-key-press="b" { (t("styleguide.bet-4")) small { (t("styleguide.bet-4-price")) } kbd { "B" } }
                button.decide type="button" data-key-press="v" { (t("styleguide.bet-3")) small { (t("styleguide.bet-3-price")) } kbd { "V" } }
                button.decide.quiet type="button" data-key-press="c" { (t("styleguide.check")) small { (t("styleguide.check-price")) } kbd { "C" } }
                button.decide.danger type="button" data-key-press="f" { (t("styleguide.fold")) small { (t("styleguide.fold-price")) } kbd { "F" } }
            }
            p.why-not { (t("styleguide.why-not")) " " (clause("styleguide", "8.2.1")) }
            div.rack data-origin="rack" {
                @for (at, chip) in parts::RACK.iter().rev().enumerate() {
                    button.chip-button type="button" data-key-press=(at + 1) {
                        i class={ "chip " (chip.class) } aria-hidden="true" {} span { (parts::money(chip.worth)) } kbd { (at + 1) }
                    }
                }
            }
        }
    }
}

fn log() -> Markup {
    html! {
        section.log.panel data-live="log" {
            (heading(t("styleguide.log")))
            ol tabindex="0" aria-label=(t("styleguide.log")) {
                li { (t("styleguide.log-1")) }
                li { (t("styleguide.log-2")) " " (clause("styleguide", "5.3")) }
                li { (t("styleguide.log-3")) " " (clause("styleguide", "8.4.2(b)")) }
            }
        }
    }
}

fn words() -> Markup {
    html! {
        section.panel {
            (heading(t("styleguide.states")))
            p.badges {
                (parts::badge("good", t("styleguide.live"))) " " (parts::badge("wait", t("styleguide.stale"))) " "
                (parts::badge("bad", t("styleguide.manual"))) " " (parts::badge("wait", t("styleguide.reconciling"))) " "
                (parts::badge("plain", t("styleguide.closed")))
            }
            (parts::notice(true, t("styleguide.well"), None))
            (parts::notice(false, t("styleguide.not-well"), Some(("styleguide", "6.2.1"))))
            (parts::rows(&[
                (t("styleguide.limits"), html! { (parts::money(dollars(500))) " – " (parts::money(dollars(50_000))) }),
                (t("styleguide.meter"), parts::meter(dollars(12_843_177), "small")),
            ]))
        }
    }
}

fn lobby() -> Markup {
    html! {
        section {
            (heading(t("styleguide.lobby")))
            div.tables {
                @for (name, game) in [
                    (t("styleguide.table-1"), t("styleguide.game-1")),
                    (t("styleguide.table-2"), t("styleguide.game-2")),
                    (t("styleguide.table-3"), t("styleguide.game-3")),
                ] {
                    article.table-card {
                        h3 { a href="#content" { (name) } }
                        p.game { (game) }
                        (parts::rows(&[
                            (t("styleguide.limits"), html! { (parts::money(dollars(500))) " – " (parts::money(dollars(50_000))) }),
                            (t("styleguide.seats"), html! { "3 / 7" }),
                        ]))
                        p.foot { (parts::badge("good", t("styleguide.open"))) a.button href="#content" { (t("styleguide.sit")) } }
                    }
                }
            }
        }
    }
}

fn deck() -> Markup {
    let all: Vec<CardFace> = (0..52).filter_map(CardId::new).map(|id| CardFace::Known(id.card())).collect();
    html! {
        section.panel {
            (heading(t("styleguide.cards")))
            @for suit in 0..4 {
                div.hand.small { @for face in all.iter().skip(suit).step_by(4) { (parts::card(*face)) } }
            }
            (parts::cards(&[CardFace::Back(Back::Red), CardFace::Back(Back::Blue), CardFace::Empty]))
        }
    }
}

fn money() -> Markup {
    html! {
        section.panel {
            (heading(t("styleguide.money")))
            p.badges {
                @for cents in [100, 250, 500, 2_500, 10_000, 50_000, 100_000, 163_650, 4_100] { (parts::chips(dollars(cents))) " " }
            }
        }
    }
}

fn forms() -> Markup {
    html! {
        section.panel {
            (heading(t("styleguide.forms")))
            form method="get" action="/styleguide" {
                label for="amount" { (t("styleguide.amount")) }
                input #amount name="amount" inputmode="decimal" value="25.00";
                label for="why" { (t("styleguide.why")) }
                select #why name="why" { option { (t("styleguide.why-1")) } option { (t("styleguide.why-2")) } }
                label.choice { input type="checkbox" name="sure"; " " (t("styleguide.sure")) }
                p.buttons {
                    button { (t("styleguide.confirm")) } " "
                    button.quiet type="button" { (t("styleguide.back")) } " "
                    button.danger type="button" { (t("styleguide.void")) } " "
                    button type="button" disabled { (t("styleguide.confirm")) }
                }
            }
        }
    }
}

fn data() -> Markup {
    let lines = [
        (t("styleguide.ante"), 2_500, 1_241_000, 96),
        (t("styleguide.blind"), 2_500, -190_350, 61),
        (t("styleguide.trips"), 500, 8_825, 28),
    ];
    html! {
        section.panel {
            (heading(t("styleguide.data")))
            div.scroll tabindex="0" role="region" aria-label=(t("styleguide.data")) {
                table.data {
                    thead { tr {
                        th scope="col" { (t("styleguide.wager")) } th.number scope="col" { (t("styleguide.amount")) }
                        th.number scope="col" { (t("styleguide.result")) } th scope="col" { (t("styleguide.clause")) }
                    } }
                    tbody { @for (name, stake, net, _) in lines { tr {
                        th scope="row" { (name) } td.number { (parts::exact(dollars(stake))) }
                        td.number { (parts::exact(dollars(net))) } td { (clause("styleguide", "8.4.2(a)(ii)")) }
                    } } }
                }
            }
            svg.chart viewBox="0 0 320 120" role="img" aria-label=(t("styleguide.chart")) {
                line.axis x1="0" y1="110" x2="320" y2="110" {}
                @for (at, (.., height)) in lines.iter().enumerate() {
                    rect.bar x=(20 + at * 60) y=(110 - height) width="36" height=(height) rx="3" {}
                }
                polyline.line points="200,90 230,64 260,70 290,30 315,22" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content security policy allows neither; and every file that a page names is there.
    #[test]
    fn no_style_and_no_script_stands_in_a_page() {
        for page in [styleguide(&Viewer::default()), display(&Viewer::default())] {
            let page = page.into_string();
            for inline in [" style=", "<style", " onclick=", "javascript:", "<script>"] {
                assert!(!page.contains(inline), "{inline}");
            }
            assert!(!page.contains("/web/none/"));
            assert!(page.len() < 150_000, "{} bytes", page.len());
        }
    }

    #[test]
    fn a_wall_has_no_navigation() {
        let page = display(&Viewer::default()).into_string();
        assert!(page.contains("class=\"meters display\"") && !page.contains("<nav"));
        assert!(styleguide(&Viewer::default()).into_string().contains("<nav"));
    }
}
