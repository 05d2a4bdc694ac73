//! What happens in a hand, in the words of the open hand-history format.

use cards::Card;
use room::{ActKind, Cards, Event, Hand, MOST};

/// Writes down what happens; cards of one street are gathered player by player.
#[derive(Default)]
pub(crate) struct Scribe {
    hole: [Cards; MOST],
    boards: Vec<(u8, Vec<Card>)>,
    kitty: Cards,
    standard: bool,
}

impl Scribe {
    pub(crate) fn new(standard: bool) -> Scribe {
        Scribe { standard, ..Scribe::default() }
    }

    /// The actions that one event makes; cards are kept back until the street is out.
    pub(crate) fn take(&mut self, event: &Event, hand: &Hand) -> Vec<String> {
        match event {
            Event::Dealt { seat, card, .. } => {
                self.hole[usize::from(*seat)].push(**card);
                return Vec::new();
            }
            Event::ToBoard { board, card } => {
                match self.boards.last_mut() {
                    Some((last, cards)) if last == board => cards.extend(*card),
                    _ => self.boards.push((*board, card.iter().copied().collect())),
                }
                return Vec::new();
            }
            Event::Burned(_) | Event::ShuffleDue | Event::Shuffled(_) => return Vec::new(),
            _ => {}
        }
        let mut texts = Vec::new();
        for (seat, cards) in self.hole.iter_mut().enumerate().filter(|(_, cards)| !cards.is_empty()) {
            texts.push(format!("d dh p{} {}", seat + 1, std::mem::take(cards)));
        }
        for (_, cards) in self.boards.drain(..) {
            texts.push(format!("d db {}", cards.iter().map(Card::to_string).collect::<String>()));
        }
        texts.extend(self.said(event, hand));
        texts
    }

    fn said(&mut self, event: &Event, hand: &Hand) -> Option<String> {
        let player = |seat: u8| format!("p{}", seat + 1);
        match event {
            Event::ToKitty(card) => {
                self.kitty.push(**card);
                (self.kitty.len() == 5).then(|| format!("d dk {}", std::mem::take(&mut self.kitty)))
            }
            Event::Community(card) => {
                let word = if self.standard { "db" } else { "dc" };
                card.map(|card| format!("d {word} {card}"))
            }
            Event::Acted { seat, done, to } => {
                let player = player(*seat);
                Some(match done {
                    ActKind::Fold => format!("{player} f"),
                    ActKind::Check | ActKind::Call => format!("{player} cc"),
                    ActKind::Bet | ActKind::Raise => format!("{player} cbr {to}"),
                    ActKind::BringIn => format!("{player} pb"),
                    ActKind::TakeKitty => format!("{player} kt"),
                })
            }
            Event::Discarded { seat, cards } => {
                Some(format!("{} sd {cards}", player(*seat)).trim_end().to_owned())
            }
            Event::Set { seat, front, middle, back } => {
                Some(format!("{} set {front} {middle} {back}", player(*seat)))
            }
            Event::Shown { seat, .. } => {
                let cards: Cards = hand.held(usize::from(*seat)).iter().collect();
                Some(format!("{} sm {cards}", player(*seat)))
            }
            Event::Mucked { seat } => Some(format!("{} sm", player(*seat))),
            Event::Runs(times) => Some(format!("d run {times}")),
            _ => None,
        }
    }
}
