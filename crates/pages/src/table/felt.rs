//! What lies on the felt.

use crate::layout::clause;
use crate::parts::{self, Back, CardFace};
use maud::{Markup, html};
use money::Money;
use server::texts::{fill, t};
use server::view::{Face, PlayerAction, SeatView, SpotView, TableView};

pub(crate) fn felt(view: &TableView) -> Markup {
    // Two packs take turns.
    let back = if view.round.is_multiple_of(2) { Back::Red } else { Back::Blue };
    let faces = |cards: &[Face]| -> Vec<CardFace> {
        let face = |face: &Face| match face {
            Face::Up(card) => CardFace::Known(*card),
            Face::Down => CardFace::Back(back),
        };
        cards.iter().map(face).collect()
    };
    // Where cards will lie is kept free for them, so that nothing moves when they come.
    let game = floor::book(&view.book).ok().and_then(|book| book.variant(&view.game));
    let (hand, dealer, board) =
        game.map_or((0, 0, 0), |game| (game.hand_cards.value, game.dealer_cards, game.board_cards));
    let placed = |cards: &[Face], places: usize| -> Vec<CardFace> {
        let mut placed = faces(cards);
        placed.resize(places.max(placed.len()), CardFace::Empty);
        placed
    };
    // A new round is a new deal: its cards travel, those that lie do not.
    let key = |whose: &str| format!("{}-{whose}", view.round);
    html! {
        div.middle data-origin="shoe" {
            @if dealer > 0 || !view.dealer.cards.is_empty() {
                div.dealer {
                    h2 { (t("table.dealer")) }
                    (parts::hand(&placed(&view.dealer.cards, dealer), &key("dealer")))
                    p.words { (dealers_words(view)) }
                }
            }
            @if board > 0 || !view.board.is_empty() {
                div.board {
                    h2 { (t("table.board")) }
                    (parts::hand(&placed(&view.board, board), &key("board")))
                }
            }
            @if !view.jackpot_cards.is_empty() {
                div.board.jackpot-cards {
                    h2 { (t("table.jackpot-cards")) }
                    (parts::hand(&faces(&view.jackpot_cards), &key("jackpot")))
                }
            }
        }
        ol.seats role="list" {
            @for seat in &view.seats {
                @let own = view.me == Some(seat.place);
                @let cards = placed(&seat.hand.cards, if own { hand } else { 0 });
                (place(view, seat, &cards, &key(&seat.place.to_string())))
            }
        }
    }
}

fn dealers_words(view: &TableView) -> Markup {
    html! {
        @if let Some(words) = &view.dealer.words {
            (words)
            @match view.qualifies {
                Some(true) => { ", " (t("table.qualifies")) }
                Some(false) => { ", " (t("table.does-not-qualify")) }
                None => {}
            }
        }
    }
}

/// How many places a seat is from the viewer's own, which lies in the middle: negative to the left.
fn from_own(view: &TableView, place: u8) -> Option<i16> {
    let (own, all) = (i16::from(view.me?), i16::try_from(view.seats.len()).ok()?);
    // An arc has room for nine; more places stand in rows.
    if all > 9 {
        return None;
    }
    let after = (i16::from(place) - own).rem_euclid(all.max(1));
    Some(if after > all / 2 { after - all } else { after })
}

fn place(view: &TableView, seat: &SeatView, cards: &[CardFace], key: &str) -> Markup {
    let me = view.me == Some(seat.place);
    let kind = match seat {
        _ if me => "seat me",
        SeatView { mine: true, .. } => "seat taken own",
        SeatView { taken: false, .. } => "seat free",
        SeatView { bot: true, .. } => "seat taken bot",
        _ => "seat taken",
    };
    let name = match seat {
        SeatView { blind_of: Some(of), .. } => fill("table.blind", &[("place", &of.to_string())]),
        SeatView { mine: true, .. } => t("table.you").to_string(),
        SeatView { taken: false, .. } => t("table.free").to_string(),
        SeatView { name, .. } if name.is_empty() => t("table.player").to_string(),
        SeatView { name, .. } => name.clone(),
    };
    let (now, out) =
        (seat.to_decide.then_some(" turn"), matches!(seat.state, "folded" | "gone").then_some(" folded"));
    let kind = [kind, now.unwrap_or_default(), out.filter(|_| seat.taken).unwrap_or_default()].concat();
    let shown =
        |spot: &&SpotView| spot.stake.is_some() || spot.result.is_some() || seat.mine && spot.kind != "bonus";
    html! {
        li class=(kind) data-seat=(seat.place) data-state=(seat.state) data-at=[from_own(view, seat.place)] {
            div.plate {
                h3 {
                    span.number { (fill("table.place", &[("place", &seat.place.to_string())])) } " "
                    span.name { (name) }
                }
                @if seat.to_decide { " " span.state { (t("table.deciding")) } }
                @if seat.state == "folded" { " " span.state { (t("table.folded")) } }
                @if seat.state == "gone" { " " span.state { (t("table.gone")) } }
                @if let Some(chips) = seat.chips.filter(|_| seat.taken) {
                    " " span.purse { (fill("table.chips", &[("chips", &parts::money(chips.0))])) }
                }
            }
            @if !cards.is_empty() { (parts::hand(cards, key)) }
            @if seat.hand.words.is_some() || me { p.words { @if let Some(words) = &seat.hand.words { (words) } } }
            @if seat.taken {
                ul.spots {
                    @for spot in seat.spots.iter().filter(shown) { (betting_spot(view, seat, spot)) }
                }
            }
            @if me {
                @match seat.net.filter(|_| view.over) {
                    Some(net) => (net_line(net.0, view.round, last_turn(seat))),
                    None => p.net {},
                }
            }
        }
    }
}

/// How many of a place's wagers are settled before the net is said.
fn last_turn(seat: &SeatView) -> usize {
    let turns = seat.spots.iter().filter_map(|spot| spot.turn).map(|turn| turn + 1);
    turns.max().unwrap_or(0)
}

fn net_line(net: Money, round: u64, turn: usize) -> Markup {
    let (text, tone) = match net {
        net if net > Money::ZERO => (fill("table.net-win", &[("amount", &parts::money(net))]), "win"),
        net if net.is_negative() => {
            (fill("table.net-lose", &[("amount", &parts::money(Money::ZERO - net))]), "lose")
        }
        _ => (t("table.net-even").to_string(), "push"),
    };
    html! {
        p class={ "net " (tone) } {
            span data-say={ "net" (round) } data-reveal={ (round) "-net" } data-turn=(turn)
                data-sound=[(tone == "win").then_some("win")] { (text) }
        }
    }
}

/// A spot of the layout: what lies there, or what became of it. Results appear one after another as the table settled them.
fn betting_spot(view: &TableView, seat: &SeatView, spot: &SpotView) -> Markup {
    let tone = |result: &str| match result {
        "win" => "win",
        "lose" | "forfeited" => "lose",
        _ => "push",
    };
    let can = view.actions.iter().any(|action| match action {
        PlayerAction::Wager(open) => {
            open.place == seat.place && open.wager == spot.wager && open.add.is_some()
        }
        PlayerAction::Press(_) => false,
    });
    let key = format!("{}-{}-{}", view.round, seat.place, spot.wager);
    html! {
        li.spot.can[can].jackpot[spot.kind == "jackpot"] data-spot=(spot.wager) data-place=(seat.place) {
            span.name { (spot.name) }
            @if let Some(stake) = spot.stake {
                " " span.chips {
                    span data-key={ (key) "-" (stake.0.cents()) } { (parts::stack(stake.0)) }
                    span.amount { (parts::money(stake.0)) }
                }
            }
            @if let Some(result) = &spot.result {
                @let net = result.paid.0 + result.returned.0 - result.staked.0;
                " " span.outcome data-reveal=[seat.mine.then_some(&key)] data-turn=[spot.turn] {
                    span class={ "result " (tone(result.result)) } {
                        span.word { (result.result) } " "
                        @if result.result == "win" { (parts::signed(result.paid.0)) }
                        @else if !net.is_zero() && result.result != "carried" { (parts::signed(net)) }
                    }
                    " " (clause(&view.book, &result.clause))
                }
            }
        }
    }
}
