//! A round as a case file, so that a person can rule it with the command and read on.

use crate::naive::{Card, Seat, Sign};
use crate::rounds::{Thrown, dollars};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text of the case file.
pub fn case_text(thrown: &Thrown) -> String {
    let Thrown { pair, seed, shuffler, round } = thrown;
    let mut text = format!(
        "# seed {seed}\nrulebook = \"{}\"\ngame = \"{}\"\n\n[sign]\n",
        pair.book_id(),
        pair.game_id()
    );
    let device = if *shuffler { "shuffler" } else { "shoe" };
    line(&mut text, "device", &quoted(device));
    write_sign(&mut text, &round.sign, thrown);
    for seat in &round.seats {
        write_seat(&mut text, seat);
    }
    let shared =
        [("dealer", &round.dealer), ("board", &round.board), ("jackpot-cards", &round.jackpot_cards)];
    for (name, cards) in shared.into_iter().filter(|(_, cards)| !cards.is_empty()) {
        write!(text, "\n[{name}]\ncards = {}\n", words(cards)).expect("text grows");
    }
    text
}

fn line(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect("text grows");
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn money(cents: i64) -> String {
    quoted(&dollars(cents))
}

fn words(cards: &[Card]) -> String {
    let word = |card: &Card| {
        let rank = char::from(b"23456789TJQKA"[usize::from(card.rank) - 2]);
        format!("{rank}{}", char::from(b"cdhs"[usize::from(card.suit)]))
    };
    quoted(&cards.iter().map(word).collect::<Vec<_>>().join(" "))
}

fn amounts<'a>(all: impl IntoIterator<Item = (&'a String, &'a i64)>) -> String {
    let one = |(on, cents): (&String, &i64)| format!("{on} = {}", money(*cents));
    format!("{{ {} }}", all.into_iter().map(one).collect::<Vec<_>>().join(", "))
}

fn list<T: ToString>(all: &[T], write: impl Fn(&T) -> String) -> String {
    format!("[{}]", all.iter().map(write).collect::<Vec<_>>().join(", "))
}

fn write_sign(text: &mut String, sign: &Sign, thrown: &Thrown) {
    if thrown.pair.is_crown_sydney() {
        line(text, "method", &quoted(if sign.method_b { "B" } else { "A" }));
    }
    line(text, "smallest_chip", &money(sign.smallest_chip));
    if let Some(most) = sign.max_payout {
        line(text, "max_payout", &money(most));
    }
    let limits: [(&str, &BTreeMap<String, i64>); 3] =
        [("min", &sign.min), ("max", &sign.max), ("approved_min", &sign.approved_min)];
    for (name, limits) in limits.into_iter().filter(|(_, limits)| !limits.is_empty()) {
        line(text, name, &amounts(limits));
    }
    if !thrown.round.dealer.is_empty() && !thrown.round.board.is_empty() {
        let stages: Vec<String> =
            sign.multiples.iter().map(|stage| list(stage, |multiple| multiple.to_string())).collect();
        line(text, "multiples", &list(&stages, String::clone));
    }
    if thrown.round.dealer.len() == 3 {
        let (ante, pair, six) = (sign.ante_bonus, sign.pair_plus, sign.six_card_bonus);
        let tables =
            format!("{{ ante-bonus = \"{ante}\", pair-plus = \"{pair}\", six-card-bonus = \"{six}\" }}");
        line(text, "paytables", &tables);
    }
    let Some(jackpot) = &sign.jackpot else { return };
    text.push_str("\n[sign.jackpot]\n");
    if jackpot.option == 0 {
        let (percent, part) = (jackpot.increment_ppm / 10_000, jackpot.increment_ppm % 10_000);
        line(text, "increment", &quoted(&format!("{percent}.{part:04}")));
    } else {
        line(text, "option", &jackpot.option.to_string());
    }
    line(text, "seed", &jackpot.seed.to_string());
    line(text, "wager", &money(jackpot.wager));
    let meter = format!("{}.{:08}", jackpot.meter / 100_000_000, jackpot.meter % 100_000_000);
    line(text, "meter", &quoted(&meter));
    let bonus = [("royal-flush", jackpot.bonus_royal), ("straight-flush", jackpot.bonus_straight_flush)];
    let bonus: BTreeMap<String, i64> =
        bonus.into_iter().filter_map(|(hand, amount)| Some((hand.to_string(), amount?))).collect();
    if !bonus.is_empty() {
        line(text, "bonus", &amounts(&bonus));
    }
}

fn write_seat(text: &mut String, seat: &Seat) {
    write!(text, "\n[[seat]]\nnumber = {}\n", seat.number).expect("text grows");
    line(text, "wagers", &amounts(seat.wagers.iter().map(|(on, cents)| (on, cents))));
    line(text, "cards", &words(&seat.cards));
    line(text, "decisions", &list(&seat.decisions, |word| quoted(word)));
    if !seat.tokens.is_empty() {
        line(text, "tokens", &list(&seat.tokens, |on| quoted(on)));
    }
    let mut warned = Vec::new();
    warned.extend(seat.warned_under_minimum.then_some("under-minimum"));
    warned.extend(seat.warned_short.then_some("short-wager"));
    if !warned.is_empty() {
        line(text, "warned", &list(&warned, |word| quoted(word)));
    }
    if let Some((limit, net_loss)) = seat.loss_limit {
        line(text, "loss_limit", &money(limit));
        line(text, "net_loss", &money(net_loss));
    }
}
