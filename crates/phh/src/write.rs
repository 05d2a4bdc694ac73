//! A hand as text.

use crate::amount;
use crate::hand::{Commission, Hand, TextField};
use crate::text::{key, quote};
use std::fmt::Write;

/// The fields that the standard has behind the actions, in its order.
const ORDER: [&str; 27] = [
    "author",
    "event",
    "url",
    "venue",
    "address",
    "city",
    "region",
    "postal_code",
    "country",
    "time",
    "time_zone",
    "time_zone_abbreviation",
    "day",
    "month",
    "year",
    "hand",
    "level",
    "seats",
    "seat_count",
    "table",
    "players",
    "finishing_stacks",
    "winnings",
    "currency",
    "currency_symbol",
    "time_limit",
    "time_banks",
];

/// Writes a hand: the game, the stakes, the actions, then the rest, each in the standard's order.
///
/// Reading it gives the same hand. A hand with a number gets its header, so that hands written one after the other make a `.phhs`.
pub fn write(hand: &Hand) -> String {
    let mut out = String::with_capacity(hand.text.len() + 64);
    write_to(hand, &mut out);
    out
}

/// Writes a hand, as [`write()`] does, behind what is in `out`.
pub fn write_to(hand: &Hand, out: &mut String) {
    let mut writer = Writer { hand, out };
    if let Some(number) = hand.number {
        if !writer.out.is_empty() {
            writer.out.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = writeln!(writer.out, "[{number}]");
    }
    writer.word("variant", TextField::Variant);
    writer.game();
    if let Some(status) = hand.ante_trimming_status {
        let _ = writeln!(writer.out, "ante_trimming_status = {status}");
    }
    writer.list("antes", hand.antes.iter().map(|amount| Some(*amount)));
    writer.list("blinds_or_straddles", hand.blinds_or_straddles.iter().map(|amount| Some(*amount)));
    writer.amount("bring_in", hand.bring_in);
    writer.amount("small_bet", hand.small_bet);
    writer.amount("big_bet", hand.big_bet);
    writer.amount("min_bet", hand.min_bet);
    writer.amount("_max_bet", hand.max_bet);
    writer.count("_small_rounds", hand.small_rounds);
    writer.list("starting_stacks", hand.starting_stacks.iter().copied());
    writer.actions();
    for name in ORDER {
        match name {
            "players" => writer.players(),
            "finishing_stacks" => writer.list(name, hand.finishing_stacks.iter().copied()),
            "winnings" => writer.list(name, hand.winnings.iter().map(|amount| Some(*amount))),
            name => {
                if let Some(value) = hand.other(name) {
                    writer.other(name, value);
                }
            }
        }
    }
    for (name, value) in hand.others().filter(|(name, _)| !ORDER.contains(name)) {
        writer.other(name, value);
    }
}

struct Writer<'a> {
    hand: &'a Hand,
    out: &'a mut String,
}

impl Writer<'_> {
    /// The fields that name the rulebook's game.
    fn game(&mut self) {
        self.word("_rulebook", TextField::Rulebook);
        self.word("_variant", TextField::Game);
        self.count("_deck", self.hand.deck);
        self.word("_structure", TextField::Structure);
        self.amount("_chip", self.hand.chip);
        if let Some(commission) = self.hand.commission {
            self.out.push_str("_commission = { ");
            let (ppm, amounts) = match commission {
                Commission::Percent { ppm, cap } => (Some(ppm), [cap, None, None]),
                Commission::PerHand(amount) => (None, [None, Some(amount), None]),
                Commission::PerPerson(amount) => (None, [None, None, Some(amount)]),
                Commission::Several { ppm, cap, per_hand, per_person } => (ppm, [cap, per_hand, per_person]),
            };
            let mut between = "";
            if let Some(ppm) = ppm {
                self.out.push_str("percent = \"");
                self.percent(ppm);
                self.out.push('"');
                between = ", ";
            }
            for (name, amount) in ["cap", "per_hand", "per_person"].into_iter().zip(amounts) {
                let Some(amount) = amount else { continue };
                self.out.push_str(between);
                self.out.push_str(name);
                self.out.push_str(" = ");
                amount::write(self.out, amount, self.hand.scale);
                between = ", ";
            }
            self.out.push_str(" }\n");
        }
        self.amount("_unit", self.hand.unit);
    }

    /// A percentage with the decimals that it needs.
    fn percent(&mut self, ppm: u32) {
        amount::write(self.out, i64::from(ppm), 4);
        if !ppm.is_multiple_of(10_000) {
            let length = self.out.trim_end_matches('0').len();
            self.out.truncate(length);
        }
    }

    fn name(&mut self, name: &str) {
        key(self.out, name);
        self.out.push_str(" = ");
    }

    fn word(&mut self, name: &str, word: TextField) {
        if let Some(text) = self.hand.word(word) {
            self.name(name);
            quote(self.out, text);
            self.out.push('\n');
        }
    }

    fn amount(&mut self, name: &str, amount: Option<i64>) {
        if let Some(amount) = amount {
            self.name(name);
            amount::write(self.out, amount, self.hand.scale);
            self.out.push('\n');
        }
    }

    fn count(&mut self, name: &str, count: Option<u8>) {
        if let Some(count) = count {
            let _ = writeln!(self.out, "{name} = {count}");
        }
    }

    fn list(&mut self, name: &str, amounts: impl ExactSizeIterator<Item = Option<i64>>) {
        if amounts.len() == 0 {
            return;
        }
        self.name(name);
        for (place, amount) in amounts.enumerate() {
            self.out.push_str(if place == 0 { "[" } else { ", " });
            match amount {
                Some(amount) => amount::write(self.out, amount, self.hand.scale),
                None => self.out.push_str("inf"),
            }
        }
        self.out.push_str("]\n");
    }

    fn players(&mut self) {
        if self.hand.players.is_empty() {
            return;
        }
        self.name("players");
        for (place, player) in self.hand.players().enumerate() {
            self.out.push_str(if place == 0 { "[" } else { ", " });
            quote(self.out, player);
        }
        self.out.push_str("]\n");
    }

    fn actions(&mut self) {
        self.out.push_str("actions = [");
        let mut text = String::new();
        for (place, action) in self.hand.actions().iter().enumerate() {
            if place > 0 {
                self.out.push_str(", ");
            }
            text.clear();
            self.hand.write_action(action, &mut text);
            quote(self.out, &text);
        }
        self.out.push_str("]\n");
    }

    fn other(&mut self, name: &str, value: &str) {
        self.name(name);
        self.out.push_str(value);
        self.out.push('\n');
    }
}
