//! The cards of a round. Left to chance, what a rulebook is about hardly ever happens; so most deals are rigged.

use crate::dice::Dice;
use crate::naive::{Card, Game};

/// All cards, a bit each: four to a rank, from the twos up.
const ALL: u64 = (1 << 52) - 1;

/// How many cards go where.
pub(super) struct Shape {
    pub(super) seats: usize,
    pub(super) own: usize,
    pub(super) dealer: usize,
    pub(super) board: usize,
    pub(super) jackpot: usize,
}

/// The cards dealt.
#[derive(Default)]
pub(super) struct Dealt {
    pub(super) seats: Vec<Vec<Card>>,
    pub(super) dealer: Vec<Card>,
    pub(super) board: Vec<Card>,
    pub(super) jackpot: Vec<Card>,
}

/// A deck from which wanted cards can be asked for.
struct Stack<'d> {
    dice: &'d mut Dice,
    gone: u64,
}

/// How a deal is rigged.
enum Rig {
    /// Not at all.
    Fair,
    /// Cards of these kinds come first: a few ranks in a row, few suits.
    From(u64),
    /// Shared cards of a straight flush, which the boxes complete.
    StraightFlush { suit: u8, low: u8 },
    /// Everybody pairs this rank.
    Pair(u8),
    /// The boxes hold the dealer's ranks in other suits.
    Mirror,
    /// Dealer and boxes hold high cards and nothing more.
    High,
}

impl Stack<'_> {
    /// One of the wanted cards, or any other where they are all gone.
    fn draw(&mut self, wanted: u64) -> Card {
        let free = match wanted & !self.gone {
            0 => ALL & !self.gone,
            some => some,
        };
        let mut left = self.dice.below(u64::from(free.count_ones()));
        let mut cards = free;
        while left > 0 {
            cards &= cards - 1;
            left -= 1;
        }
        let number = cards.trailing_zeros() as u8;
        self.gone |= 1 << number;
        Card { rank: 2 + number / 4, suit: number % 4 }
    }

    fn hand(&mut self, count: usize, wanted: u64) -> Vec<Card> {
        (0..count).map(|_| self.draw(wanted)).collect()
    }

    /// Exactly these cards, if they are all there.
    fn take(&mut self, cards: &[Card]) -> bool {
        let bits = cards.iter().fold(0, |bits, &card| bits | bit(card));
        let there = self.gone & bits == 0 && bits.count_ones() as usize == cards.len();
        self.gone |= if there { bits } else { 0 };
        there
    }
}

fn bit(card: Card) -> u64 {
    1 << ((card.rank - 2) * 4 + card.suit)
}

fn rank(rank: u8) -> u64 {
    0b1111 << ((rank - 2) * 4)
}

/// The ranks from one to another in some suits; the ace is also 1.
fn window(low: u8, high: u8, suits: u64) -> u64 {
    let ranks = (low..=high).map(|at| if at == 1 { 14 } else { at });
    ranks.filter(|at| *at <= 14).fold(0, |bits, at| bits | suits << ((at - 2) * 4))
}

/// The five cards of a straight flush from this low card; the ace is 1.
fn run(low: u8, suit: u8) -> [Card; 5] {
    std::array::from_fn(|at| {
        let rank = low + at as u8;
        Card { rank: if rank == 1 { 14 } else { rank }, suit }
    })
}

pub(super) fn deal(dice: &mut Dice, game: Game, shape: &Shape) -> Dealt {
    let rig = rig(dice, game);
    let mut stack = Stack { dice, gone: 0 };
    let mut dealt = Dealt::default();
    match rig {
        Rig::StraightFlush { suit, low } => straight_flushes(&mut stack, shape, (suit, low), &mut dealt),
        Rig::Pair(of) => {
            dealt.board = stack.hand(shape.board.min(1), rank(of));
            dealt.board.extend(stack.hand(shape.board.saturating_sub(1), ALL & !rank(of)));
            for _ in 0..shape.seats {
                let of = if stack.dice.chance(80) { of } else { stack.dice.pick(&[5, 6, 10, 11]) };
                let mut hand = vec![stack.draw(rank(of))];
                hand.extend(stack.hand(shape.own - 1, if shape.own > 2 { rank(of) } else { ALL }));
                dealt.seats.push(hand);
            }
        }
        Rig::Mirror => {
            dealt.dealer = stack.hand(shape.dealer, ALL);
            for _ in 0..shape.seats {
                let turn = stack.dice.from_to(1, 3) as u8;
                let other = |card: &Card| Card { rank: card.rank, suit: (card.suit + turn) % 4 };
                let hand: Vec<Card> = dealt.dealer.iter().map(other).collect();
                let fits = hand.len() == shape.own && stack.take(&hand);
                dealt.seats.push(if fits { hand } else { stack.hand(shape.own, ALL) });
            }
        }
        Rig::High => {
            dealt.dealer = high(&mut stack, shape.dealer);
            dealt.seats = (0..shape.seats).map(|_| high(&mut stack, shape.own)).collect();
        }
        Rig::Fair | Rig::From(_) => {
            let wanted = if let Rig::From(wanted) = rig { wanted } else { ALL };
            // Who is served first gets the most of it.
            if stack.dice.chance(50) {
                dealt.board = stack.hand(shape.board, wanted);
                dealt.jackpot = stack.hand(shape.jackpot, wanted);
                dealt.dealer = stack.hand(shape.dealer, wanted);
            }
            dealt.seats = (0..shape.seats).map(|_| stack.hand(shape.own, wanted)).collect();
        }
    }
    let wanted = if let Rig::From(wanted) = rig { wanted } else { ALL };
    let mut fill = |cards: &mut Vec<Card>, count: usize| {
        while cards.len() < count {
            cards.push(stack.draw(wanted));
        }
    };
    fill(&mut dealt.board, shape.board);
    fill(&mut dealt.jackpot, shape.jackpot);
    fill(&mut dealt.dealer, shape.dealer);
    dealt
}

fn rig(dice: &mut Dice, game: Game) -> Rig {
    match dice.below(100) {
        0..30 => Rig::Fair,
        30..58 => {
            let width = dice.from_to(3, 7) as u8;
            let low = dice.from_to(1, i64::from(15 - width)) as u8;
            let suits = dice.pick(&[0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b1010, 0b0110, 0b1111, 0b1111]);
            Rig::From(window(low, low + width - 1, suits))
        }
        58..63 => Rig::From(dice.pick(&[0x1111_1111_1111_1111, 0x8888_8888_8888_8888]) & ALL),
        63..80 => {
            let low = if dice.chance(45) { 10 } else { dice.from_to(1, 10) as u8 };
            Rig::StraightFlush { suit: dice.below(4) as u8, low }
        }
        80..88 => Rig::Pair(dice.pick(&[5, 6, 10, 11, 2, 14])),
        88..94 if game != Game::MississippiStud => Rig::Mirror,
        94..100 if game != Game::MississippiStud => Rig::High,
        _ => Rig::Pair(dice.pick(&[5, 6, 10, 11])),
    }
}

/// Around the line where a dealer begins to qualify: ace and king or not, queen or not.
fn high(stack: &mut Stack<'_>, count: usize) -> Vec<Card> {
    let leads: &[[u8; 2]] = if count == 3 {
        &[[12, 9], [12, 2], [11, 9], [11, 3], [13, 2]]
    } else {
        &[[14, 13], [14, 13], [14, 12], [13, 12], [14, 9]]
    };
    let lead = stack.dice.pick(leads);
    let mut hand: Vec<Card> = lead.iter().take(count).map(|&at| stack.draw(rank(at))).collect();
    while hand.len() < count {
        let known = hand.iter().fold(0, |bits, card| bits | rank(card.rank));
        hand.push(stack.draw(window(2, 8, 0b1111) & !known));
    }
    hand
}

/// The shared cards are part of a run in a suit, and many boxes hold what completes it or one that overlaps.
fn straight_flushes(stack: &mut Stack<'_>, shape: &Shape, (suit, low): (u8, u8), dealt: &mut Dealt) {
    let shared = if shape.board > 0 { 3 } else { shape.jackpot };
    // Cards in a row leave room for a run at either end.
    let at = if stack.dice.chance(70) { (0..shared).collect() } else { stack.dice.different(shared, 5) };
    let common: Vec<Card> = at.into_iter().map(|at| run(low, suit)[at]).collect();
    stack.take(&common);
    for _ in 0..shape.seats {
        let mut hand = Vec::new();
        if stack.dice.chance(70) {
            let suit = if shared == 0 { stack.dice.below(4) as u8 } else { suit };
            hand = completion(stack, &common, suit, shape.own).unwrap_or_default();
        }
        if hand.is_empty() {
            let wanted = if stack.dice.chance(30) { window(2, 14, 1 << suit) } else { ALL };
            hand = stack.hand(shape.own, wanted);
        }
        dealt.seats.push(hand);
    }
    if shape.board > 0 {
        dealt.board = common;
    } else {
        dealt.jackpot = common;
    }
}

/// Cards that make a straight flush of the common ones, if there are any left; a royal flush more often than not.
fn completion(stack: &mut Stack<'_>, common: &[Card], suit: u8, count: usize) -> Option<Vec<Card>> {
    let rest =
        |low: u8| -> Vec<Card> { run(low, suit).into_iter().filter(|card| !common.contains(card)).collect() };
    let fits = |low: &u8| {
        let cards = rest(*low);
        cards.len() == count && cards.iter().all(|card| stack.gone & bit(*card) == 0)
    };
    let lows: Vec<u8> = (1..=10).filter(fits).collect();
    let low = match lows.last()? {
        10 if stack.dice.chance(50) => 10,
        _ => stack.dice.pick(&lows),
    };
    let cards = rest(low);
    stack.take(&cards).then_some(cards)
}
