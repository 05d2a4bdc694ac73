//! Parts that many pages are made of: cards, chips, amounts of money, badges, notices. How they look is `web/`.

use super::layout::clause;
use crate::assets;
use cards::Card;
use maud::{Markup, html};
use money::Money;
use server::texts::{fill, t};

/// The back of a pack; two packs of different colour alternate at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// The red pack.
    Red,
    /// The blue pack.
    Blue,
}

/// What a place for a card shows to whoever looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFace {
    /// A card that the viewer may see.
    Known(Card),
    /// A card that lies face down.
    Back(Back),
    /// A place that waits for its card.
    Empty,
}

impl CardFace {
    /// The symbol in `cards.svg`.
    fn symbol(self) -> String {
        match self {
            CardFace::Known(card) => card.to_string(),
            CardFace::Back(Back::Red) => "back-red".to_string(),
            CardFace::Back(Back::Blue) => "back-blue".to_string(),
            CardFace::Empty => "empty".to_string(),
        }
    }

    /// As a dealer would call it: "ace of spades", "a card face down".
    pub fn in_words(self) -> String {
        match self {
            CardFace::Known(card) => card.in_words(),
            CardFace::Back(_) => t("parts.face-down").to_string(),
            CardFace::Empty => t("parts.no-card").to_string(),
        }
    }
}

/// A card.
pub fn card(face: CardFace) -> Markup {
    drawn(face, None)
}

/// A card that travels from the shoe to its place when it is new: a key is a place at the table, "3-2" for the second card of
/// seat 3, never the card that lies there.
pub fn dealt(face: CardFace, key: &str) -> Markup {
    drawn(face, Some(key))
}

fn drawn(face: CardFace, key: Option<&str>) -> Markup {
    html! {
        svg.card role="img" aria-label=(face.in_words()) viewBox="0 0 60 84" data-key=[key] {
            use href={ (assets::path("cards.svg")) "#" (face.symbol()) } {}
        }
    }
}

/// A row of cards.
pub fn cards(faces: &[CardFace]) -> Markup {
    html! { div.hand { @for face in faces { (card(*face)) } } }
}

/// A row of cards that travel from the shoe when they are new; `place` is whose they are: "dealer", "3".
pub fn hand(faces: &[CardFace], place: &str) -> Markup {
    html! { div.hand { @for (at, face) in faces.iter().enumerate() { (dealt(*face, &format!("{place}-{at}"))) } } }
}

/// An amount as people write it: "$25", "$1,250.50", "-$5".
pub fn money(amount: Money) -> String {
    let exact = exact(amount);
    exact.strip_suffix(".00").map_or_else(|| exact.clone(), str::to_string)
}

/// An amount with its cents, always: "$25.00". What stands in columns and on meters.
pub fn exact(amount: Money) -> String {
    let cents = amount.cents().unsigned_abs();
    let digits = (cents / 100).to_string();
    let mut dollars = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            dollars.push(',');
        }
        dollars.push(digit);
    }
    let minus = if amount.is_negative() { "-" } else { "" };
    format!("{minus}${dollars}.{:02}", cents % 100)
}

/// A gain or a loss: "+$25", "-$25", "$0".
pub fn signed(amount: Money) -> String {
    let plus = if amount > Money::ZERO { "+" } else { "" };
    format!("{plus}{}", money(amount))
}

/// A meter whose digits glide to the next true value; `key` tells meters of one page apart.
pub fn meter(amount: Money, key: &str) -> Markup {
    // From a million on the digits of a wall are smaller, so that they fit.
    let long = amount.cents() >= 100_000_000;
    html! { span.meter.long[long] data-cents=(amount.cents()) data-meter=(key) { (exact(amount)) } }
}

/// A chip of the rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Denomination {
    /// What it is worth.
    pub worth: Money,
    /// Its class, which gives its colour.
    pub class: &'static str,
}

const fn chip(cents: i64, class: &'static str) -> Denomination {
    Denomination { worth: Money::from_cents(cents), class }
}

/// The chips of the rack, the dearest first.
pub const RACK: [Denomination; 7] = [
    chip(100_000, "c1000"),
    chip(50_000, "c500"),
    chip(10_000, "c100"),
    chip(2_500, "c25"),
    chip(500, "c5"),
    chip(250, "c2h"),
    chip(100, "c1"),
];

/// How a dealer cuts an amount: how many of each chip, the dearest first, and what remains in coins.
pub fn cut(amount: Money) -> (Vec<(Denomination, i64)>, Money) {
    let mut rest = amount.cents().max(0);
    let mut out = Vec::new();
    for chip in RACK {
        let worth = chip.worth.cents();
        // $2.50 chips are for halves: three dollars are three of one dollar, not a pink one and a coin.
        let count = if worth == 250 { i64::from(rest >= worth && rest % 100 == 50) } else { rest / worth };
        if count > 0 {
            out.push((chip, count));
            rest -= count * worth;
        }
    }
    (out, Money::from_cents(rest))
}

/// The most chips that a drawn stack shows; the amount beside it is what counts.
const TALLEST: usize = 7;

/// A stack of chips with its amount beside it.
pub fn chips(amount: Money) -> Markup {
    html! {
        span.chips {
            (stack(amount))
            span.amount { (money(amount)) }
        }
    }
}

/// A stack of chips alone, for the eyes only.
pub fn stack(amount: Money) -> Markup {
    let (cut, coins) = cut(amount);
    let each = cut.iter().flat_map(|(chip, count)| {
        let count = usize::try_from(*count).unwrap_or(TALLEST).min(TALLEST);
        std::iter::repeat_n(chip.class, count)
    });
    let coin = (!coins.is_zero()).then_some("coin");
    html! {
        span.stack aria-hidden="true" {
            @for class in each.chain(coin).take(TALLEST) { i class={ "chip " (class) } {} }
        }
    }
}

/// A small word about a state: "live", "stale", "open". The tone is a class: "good", "bad", "wait", "plain".
pub fn badge(tone: &str, text: &str) -> Markup {
    html! { span class={ "badge " (tone) } { (text) } }
}

/// Something that went well, or did not, with the clause that says so.
pub fn notice(well: bool, text: &str, because: Option<(&str, &str)>) -> Markup {
    html! {
        p class={ "notice " (if well { "ok" } else { "no" }) } role=[(!well).then_some("alert")] {
            (text)
            @if let Some((book, label)) = because { " " (clause(book, label)) }
        }
    }
}

/// Facts, a name and a value each.
pub fn rows(facts: &[(&str, Markup)]) -> Markup {
    html! { dl.rows { @for (name, value) in facts { div { dt { (name) } dd { (value) } } } } }
}

/// A key of the keyboard.
pub fn kbd(key: &str) -> Markup {
    html! { kbd { (key) } }
}

/// Time that runs out, counted by the page itself; without a script it shows the seconds there were.
pub fn countdown(seconds_left: u64) -> Markup {
    let shown = fill("parts.seconds", &[("seconds", &seconds_left.to_string())]);
    html! { time.countdown data-seconds-left=(seconds_left) { (shown) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: i64) -> Money {
        Money::from_cents(cents)
    }

    #[test]
    fn money_is_written_as_people_write_it() {
        let written = [
            (0, "$0"),
            (1, "$0.01"),
            (99, "$0.99"),
            (100, "$1"),
            (250, "$2.50"),
            (2_500, "$25"),
            (99_999, "$999.99"),
            (100_000, "$1,000"),
            (125_050, "$1,250.50"),
            (99_999_900, "$999,999"),
            (100_000_000, "$1,000,000"),
            (-1, "-$0.01"),
            (-2_500, "-$25"),
            (-125_005, "-$1,250.05"),
            (i64::MAX, "$92,233,720,368,547,758.07"),
            (i64::MIN, "-$92,233,720,368,547,758.08"),
        ];
        for (amount, text) in written {
            assert_eq!(money(cents(amount)), text);
        }
        assert_eq!(exact(cents(100_000)), "$1,000.00");
        assert_eq!(exact(cents(-5)), "-$0.05");
        assert_eq!(
            [2_500, 0, -2_500].map(|amount| signed(cents(amount))),
            ["+$25".to_string(), "$0".to_string(), "-$25".to_string()]
        );
    }

    #[test]
    fn a_cut_is_worth_what_was_asked() {
        for amount in (0..200_000).step_by(25).chain([i64::MAX]) {
            let (cut, coins) = cut(cents(amount));
            let sum: i64 = cut.iter().map(|(chip, count)| chip.worth.cents() * count).sum();
            assert_eq!(sum + coins.cents(), amount);
            assert!(coins < cents(100), "{amount} leaves {coins} in coins");
        }
        assert_eq!(cut(cents(-500)), (Vec::new(), Money::ZERO));
    }

    #[test]
    fn halves_take_the_pink_chip_and_whole_dollars_do_not() {
        let classes = |amount| {
            let (cut, coins) = cut(cents(amount));
            let chips: Vec<String> =
                cut.iter().map(|(chip, count)| format!("{count}{}", chip.class)).collect();
            (chips.join(" "), coins.cents())
        };
        assert_eq!(classes(300), ("3c1".to_string(), 0));
        assert_eq!(classes(250), ("1c2h".to_string(), 0));
        assert_eq!(classes(750), ("1c5 1c2h".to_string(), 0));
        assert_eq!(classes(450), ("1c2h 2c1".to_string(), 0));
        assert_eq!(classes(150), ("1c1".to_string(), 50));
        assert_eq!(classes(163_750), ("1c1000 1c500 1c100 1c25 2c5 1c2h".to_string(), 0));
    }

    #[test]
    fn a_stack_is_never_taller_than_it_may_be_and_says_its_amount() {
        let drawn = chips(cents(9_999_950)).into_string();
        assert_eq!(drawn.matches("class=\"chip ").count(), TALLEST);
        assert!(drawn.contains("$99,999.50"));
        let drawn = chips(cents(3_000)).into_string();
        assert_eq!(drawn.matches("class=\"chip ").count(), 2);
        assert!(drawn.contains("chip c25") && drawn.contains("chip c5"));
    }

    #[test]
    fn every_face_has_its_symbol() {
        let sprite = include_str!("../../../web/cards.svg");
        let known = (0..52).filter_map(cards::CardId::new).map(|id| CardFace::Known(id.card()));
        let others = [CardFace::Back(Back::Red), CardFace::Back(Back::Blue), CardFace::Empty];
        for face in known.chain(others) {
            assert!(sprite.contains(&format!("<symbol id=\"{}\"", face.symbol())), "{}", face.symbol());
        }
    }

    #[test]
    fn a_card_face_down_says_nothing_of_what_it_is() {
        let down = dealt(CardFace::Back(Back::Blue), "3-0").into_string();
        assert!(down.contains("#back-blue") && down.contains("data-key=\"3-0\""));
        assert!(down.contains(t("parts.face-down")));
        let known = card(CardFace::Known("Kh".parse().unwrap())).into_string();
        assert!(known.contains("#Kh") && known.contains("king of hearts"));
    }
}
