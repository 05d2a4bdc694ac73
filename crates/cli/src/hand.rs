//! `cardroom hand`: ranks hands, names them, and says which wins and why.

use crate::args::HandArgs;
use crate::sorry::{Place, Sorry};
use cards::{CannotRank, Card, CardSet, Form, HandOrder, HandRank, orders, parse_cards};
use serde::Serialize;
use std::fmt::Write;

pub(crate) fn answer(args: &HandArgs) -> Result<String, Sorry> {
    if args.orders {
        let listed: Vec<Listed> = orders::all().iter().map(Listed::new).collect();
        return Ok(if args.json { json(&listed) } else { list(&listed) });
    }
    let order = orders::named(&args.order).expect("the command line takes known names only");
    let board = args.board.as_deref().map(|text| read(text, Place::Board)).transpose()?;
    let hands = read_hands(&args.hands)?;
    if let Some(board) = &board {
        check_shared(&hands, board)?;
    }
    let board = board.unwrap_or_default();
    let ranked: Result<Vec<Ranked>, Sorry> = hands
        .iter()
        .enumerate()
        .map(|(i, cards)| rank(order, i + 1, cards, &board, args.exactly_two))
        .collect();
    let showdown = Showdown::new(order, &board, ranked?);
    Ok(if args.json { json(&showdown) } else { showdown.text() })
}

/// Words too short for more than a card, side by side, are one hand whose quotes were left out.
fn read_hands(texts: &[String]) -> Result<Vec<Vec<Card>>, Sorry> {
    if texts.len() > 1 && texts.iter().all(|text| (1..=3).contains(&text.chars().count())) {
        return Ok(vec![read(&texts.join(" "), Place::Hand(1))?]);
    }
    texts.iter().enumerate().map(|(i, text)| read(text, Place::Hand(i + 1))).collect()
}

fn read(text: &str, place: Place) -> Result<Vec<Card>, Sorry> {
    parse_cards(text).map_err(|error| Sorry::Cards { place, error })
}

/// With a board, all hands are of one deal: no card can be in two places.
fn check_shared(hands: &[Vec<Card>], board: &[Card]) -> Result<(), Sorry> {
    let mut seen: Vec<(Card, Place)> = board.iter().map(|&card| (card, Place::Board)).collect();
    for (i, hand) in hands.iter().enumerate() {
        let place = Place::Hand(i + 1);
        for &card in hand {
            if let Some(&(_, also)) = seen.iter().find(|(held, _)| *held == card) {
                return Err(Sorry::Shared { place, card, also });
            }
        }
        seen.extend(hand.iter().map(|&card| (card, place)));
    }
    Ok(())
}

/// A hand, ranked.
struct Ranked {
    cards: Vec<Card>,
    rank: HandRank,
    best: CardSet,
}

fn rank(
    order: &HandOrder,
    number: usize,
    cards: &[Card],
    board: &[Card],
    exactly_two: bool,
) -> Result<Ranked, Sorry> {
    let place = Place::Hand(number);
    let (hole, shared): (CardSet, CardSet) =
        (cards.iter().copied().collect(), board.iter().copied().collect());
    let stranger = |cards: &[Card]| cards.iter().position(|&card| !order.pack().cards().contains(card));
    let pack = order.pack();
    if let Some(i) = stranger(cards) {
        let place = Place::Card { hand: number, card: i + 1 };
        return Err(Sorry::Rank { place, error: CannotRank::NotInPack { card: cards[i], pack } });
    }
    if let Some(i) = stranger(board) {
        let error = CannotRank::NotInPack { card: board[i], pack };
        return Err(Sorry::Rank { place: Place::Board, error });
    }
    // No tables: for a few hands the readable evaluator answers before any could be built.
    let (rank, best) = if exactly_two {
        if order.form() != Form::Five {
            return Err(Sorry::NotFiveCards { order: order.name().into() });
        }
        for (place, found, least, most) in [(place, cards.len(), 2, 5), (Place::Board, board.len(), 3, 5)] {
            if !(least..=most).contains(&found) {
                return Err(Sorry::Count { place, found, least, most });
            }
        }
        order.slow().best_exactly_two(hole, shared)
    } else {
        order.accepts(hole | shared).map_err(|error| Sorry::Rank { place, error })?;
        order.slow().best(hole | shared)
    };
    let best = if rank.is_none() { CardSet::EMPTY } else { best };
    Ok(Ranked { cards: cards.to_vec(), rank, best })
}

/// All hands in their places.
#[derive(Serialize)]
struct Showdown<'a> {
    order: &'a str,
    source: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    board: Vec<String>,
    hands: Vec<Standing>,
    winners: Vec<usize>,
}

#[derive(Serialize)]
struct Standing {
    hand: usize,
    cards: Vec<String>,
    best: Vec<String>,
    category: Option<String>,
    words: String,
    place: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    beaten_by: Option<Beaten>,
}

#[derive(Serialize)]
struct Beaten {
    hand: usize,
    why: String,
}

fn written(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(|card| card.to_string()).collect()
}

impl<'a> Showdown<'a> {
    fn new(order: &'a HandOrder, board: &[Card], ranked: Vec<Ranked>) -> Showdown<'a> {
        let standing = |(i, hand): (usize, &Ranked)| {
            let better = |other: &&Ranked| other.rank > hand.rank;
            // The next better hand is the one to be told why.
            let next = ranked
                .iter()
                .enumerate()
                .filter(|(_, other)| better(other))
                .min_by_key(|(_, other)| other.rank);
            Standing {
                hand: i + 1,
                cards: written(hand.cards.iter().copied()),
                best: written(hand.best.iter()),
                category: order.category(hand.rank).map(|category| category.name()),
                words: order.words(hand.rank),
                place: 1 + ranked.iter().filter(better).count(),
                beaten_by: next.map(|(i, other)| Beaten {
                    hand: i + 1,
                    why: order.why(other.rank, hand.rank).to_string(),
                }),
            }
        };
        let hands: Vec<Standing> = ranked.iter().enumerate().map(standing).collect();
        // Hands that do not qualify win nothing, even if all are alike.
        let wins = |hand: &&Standing| hand.place == 1 && hand.category.is_some();
        let winners = hands.iter().filter(wins).map(|hand| hand.hand).collect();
        let source = &order.rules().source;
        Showdown { order: order.name(), source, board: written(board.iter().copied()), hands, winners }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if !self.board.is_empty() {
            let _ = writeln!(text, "Board {}", self.board.join(" "));
        }
        let cards_width = self.hands.iter().map(|hand| hand.cards.join(" ").len()).max().unwrap_or(0);
        let words_width = self.hands.iter().map(|hand| hand.words.len()).max().unwrap_or(0);
        let several = self.hands.len() > 1;
        for hand in &self.hands {
            if several {
                let _ = write!(text, "{:>2}  ", hand.hand);
            }
            let _ = write!(text, "{:cards_width$}  {:words_width$}", hand.cards.join(" "), hand.words);
            if !hand.best.is_empty() {
                let _ = write!(text, "  ({})", hand.best.join(" "));
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        if several {
            text += &self.verdict();
        }
        let _ = writeln!(text, "Order {}: {}", self.order, self.source);
        text
    }

    /// Who wins, and why everybody else does not.
    fn verdict(&self) -> String {
        let numbers: Vec<String> = self.winners.iter().map(usize::to_string).collect();
        let mut text = match &numbers[..] {
            [] => "No hand qualifies.\n".to_string(),
            [one] => format!("Hand {one} wins.\n"),
            [most @ .., last] => format!("Hands {} and {last} tie.\n", most.join(", ")),
        };
        let mut beaten: Vec<&Standing> = self.hands.iter().filter(|hand| hand.beaten_by.is_some()).collect();
        beaten.sort_by_key(|hand| hand.place);
        for hand in beaten {
            if let Some(by) = &hand.beaten_by {
                let _ = writeln!(text, "Hand {} beats hand {}: {}.", by.hand, hand.hand, by.why);
            }
        }
        text
    }
}

/// An order of hands as it is listed.
#[derive(Serialize)]
struct Listed {
    name: String,
    title: String,
    source: String,
    deck: usize,
    weakest_first: Vec<String>,
    unreachable: Vec<String>,
    uncounted: Vec<String>,
}

impl Listed {
    fn new(order: &HandOrder) -> Listed {
        let rules = order.rules();
        let names =
            |categories: &[cards::Category]| categories.iter().map(|category| category.name()).collect();
        Listed {
            name: rules.name.clone(),
            title: rules.title.clone(),
            source: rules.source.clone(),
            deck: order.pack().len(),
            weakest_first: names(&rules.weakest_first),
            unreachable: names(&rules.unreachable),
            uncounted: names(&rules.uncounted),
        }
    }
}

fn list(orders: &[Listed]) -> String {
    let width = orders.iter().map(|order| order.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for order in orders {
        let _ = writeln!(text, "{:width$}  {}", order.name, order.title);
        let _ = writeln!(text, "{:width$}  {}", "", order.source);
    }
    text
}

fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("plain data always becomes JSON");
    text.push('\n');
    text
}
