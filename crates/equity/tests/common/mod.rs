//! Equity by brute force: every deal is dealt and shown down by the definition. Shares no code with the crate.

#![allow(dead_code, reason = "each test file uses what it needs")]

use cards::{CardSet, Evaluator, HandRank, Pack, ShuffleKey, Shuffler};
use equity::{Equities, Game, Position};
use money::Fraction;
use std::collections::HashMap;

/// What a player got, counted one deal at a time.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Got {
    pub(crate) won: u128,
    pub(crate) tied: u128,
    pub(crate) lost: u128,
    /// High and low, alone and shared.
    pub(crate) halves: [u128; 4],
    /// In 55,440ths of a pot.
    pub(crate) parts: u128,
}

const POT: u128 = 55_440;

pub(crate) struct Brute<'a> {
    position: &'a Position,
    seen: HashMap<(CardSet, CardSet), (HandRank, HandRank)>,
    pub(crate) got: Vec<Got>,
    pub(crate) deals: u128,
}

impl Brute<'_> {
    pub(crate) fn count(position: &Position) -> Brute<'_> {
        let players = position.players().len();
        let mut brute =
            Brute { position, seen: HashMap::new(), got: vec![Got::default(); players], deals: 0 };
        let gone = position.board() | position.dead();
        brute.give(&mut Vec::new(), gone);
        brute
    }

    /// First the known cards of everyone.
    fn give(&mut self, hands: &mut Vec<CardSet>, gone: CardSet) {
        let Some(range) = self.position.players().get(hands.len()) else {
            return self.complete(hands, 0, gone);
        };
        for &hand in range.hands().iter().filter(|hand| !hand.overlaps(gone)) {
            hands.push(hand);
            self.give(hands, gone | hand);
            hands.pop();
        }
    }

    /// Then what each still gets, then the board.
    fn complete(&mut self, hands: &mut [CardSet], player: usize, gone: CardSet) {
        let left = self.position.game().pack().cards() - gone;
        if player == hands.len() {
            let to_come = self.position.game().board() - self.position.board().len();
            for drawn in left.choose(to_come) {
                self.show_down(hands, self.position.board() | drawn);
            }
            return;
        }
        let known = hands[player];
        for drawn in left.choose(self.position.players()[player].to_come()) {
            hands[player] = known | drawn;
            self.complete(hands, player + 1, gone | drawn);
        }
        hands[player] = known;
    }

    fn rank(&mut self, hole: CardSet, board: CardSet) -> (HandRank, HandRank) {
        let game = self.position.game();
        *self.seen.entry((hole, board)).or_insert_with(|| {
            let rank = |order: &cards::HandOrder| {
                if game.exactly_two() {
                    order.slow().rank_exactly_two(hole, board)
                } else {
                    order.slow().rank(hole | board)
                }
            };
            (rank(game.order()), game.low().map_or(HandRank::NONE, rank))
        })
    }

    fn show_down(&mut self, hands: &[CardSet], board: CardSet) {
        self.deals += 1;
        let ranks: Vec<(HandRank, HandRank)> = hands.iter().map(|&hole| self.rank(hole, board)).collect();
        let high = ranks.iter().map(|ranks| ranks.0).max().unwrap();
        let low = ranks.iter().map(|ranks| ranks.1).max().unwrap();
        let highs = ranks.iter().filter(|ranks| ranks.0 == high).count() as u128;
        let lows = ranks.iter().filter(|ranks| ranks.1 == low).count() as u128;
        let pot_high = if low.is_none() { POT } else { POT / 2 };
        for (got, ranks) in self.got.iter_mut().zip(ranks) {
            let mut parts = 0;
            if ranks.0 == high {
                parts += pot_high / highs;
                got.halves[usize::from(highs > 1)] += 1;
            }
            if ranks.1 == low && !low.is_none() {
                parts += POT / 2 / lows;
                got.halves[2 + usize::from(lows > 1)] += 1;
            }
            match parts {
                0 => got.lost += 1,
                POT => got.won += 1,
                _ => got.tied += 1,
            }
            got.parts += parts;
        }
    }
}

/// All that was counted must be what brute force counts.
pub(crate) fn check_against_brute_force(position: &Position, equities: &Equities) {
    let brute = Brute::count(position);
    assert_eq!(equities.deals, brute.deals, "{position:?}");
    for (equity, got) in equities.players.iter().zip(&brute.got) {
        let halves = match equity.hi_lo {
            Some(halves) => [halves.high_won, halves.high_tied, halves.low_won, halves.low_tied],
            None => [equity.won, equity.tied, 0, 0],
        };
        let share = Fraction::new(got.parts as i128, (brute.deals * POT) as i128).unwrap();
        assert_eq!(
            (equity.won, equity.tied, equity.lost, halves, equity.share),
            (got.won, got.tied, got.lost, got.halves, share),
            "{position:?}"
        );
    }
    check_conservation(equities);
}

/// Whole pots are shared out, neither more nor less, and every deal is won, tied or lost.
pub(crate) fn check_conservation(equities: &Equities) {
    let sum =
        equities.players.iter().fold(Fraction::ZERO, |sum, equity| sum.checked_add(equity.share).unwrap());
    assert_eq!(sum, Fraction::ONE);
    for equity in &equities.players {
        assert_eq!(equity.won + equity.tied + equity.lost, equities.deals);
        if equity.hi_lo.is_none() {
            assert_eq!(equity.tied_ways.iter().sum::<u128>(), equity.tied);
        }
    }
}

/// Cards at random.
pub(crate) struct Dealer(pub(crate) Shuffler);

impl Dealer {
    pub(crate) fn new(seed: u64) -> Dealer {
        Dealer(Shuffler::new(&ShuffleKey::from_seed(seed)))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// The pack in some order; in every other one most clubs lie together, so that flushes come.
    pub(crate) fn shuffled(&mut self, pack: Pack) -> Vec<CardSet> {
        let mut cards: Vec<CardSet> = pack.cards().iter().map(CardSet::of).collect();
        self.0.shuffle(&mut cards);
        if self.below(2) == 0 {
            let (top, bottom): (Vec<CardSet>, Vec<CardSet>) =
                cards.into_iter().partition(|card| card.suits()[0] == 0 && self.0.below(4) > 0);
            return if self.below(2) == 0 { [top, bottom].concat() } else { [bottom, top].concat() };
        }
        cards
    }
}

pub(crate) fn exact(game: &str, hands: &[&str], board: &str, dead: &str) -> Equities {
    let game = Game::named(game).unwrap();
    let position =
        Position::new(game, hands, board, dead).unwrap_or_else(|refusal| panic!("{hands:?}: {refusal}"));
    position.exact(2, &equity::Watch::NONE).unwrap()
}
