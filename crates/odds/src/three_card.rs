//! Three cards against the dealer's three, none of them seen: one decision.
//!
//! All 22,100 hands are gone through once from the weakest up, counting as they pass how many hold each card and each
//! pair of cards. What a player's three cards leave of the dealer's hands below is then a sum of eight counts, each
//! added or taken away by the number of cards it holds.

use crate::choice::{Choice, Manner, Seen, Worth, best};
use crate::ending::{Ending, Endings, Line};
use crate::setup::{SITUATIONS, Setup, Situation};
use crate::solve::Solver;
use crate::worth_of;
use cards::{CardSet, Evaluator, HandRank, canonical, suit_orbit};
use std::collections::HashMap;

/// The dealer's hands that a player's three cards leave.
const DEALS: i64 = 18_424;

/// A solved game.
pub(crate) struct ThreeCard<'s, 'b> {
    setup: &'s Setup<'b>,
    /// Every suit-canonical hand.
    hands: Vec<Counted>,
    by_cards: HashMap<CardSet, usize>,
}

struct Counted {
    cards: CardSet,
    rank: HandRank,
    class: usize,
    /// How many hands it stands for.
    weight: u64,
    /// Dealer's hands by situation.
    deals: [i64; SITUATIONS],
}

impl<'s, 'b> ThreeCard<'s, 'b> {
    pub(crate) fn new(setup: &'s Setup<'b>) -> Self {
        let order = setup.game().order(0);
        let sets: Vec<CardSet> = CardSet::ALL.choose(3).collect();
        let mut ranks = vec![HandRank::NONE; sets.len()];
        order.batch().rank_all(&sets, &mut ranks);
        let mut sorted: Vec<(HandRank, CardSet)> = ranks.into_iter().zip(sets).collect();
        sorted.sort_unstable_by_key(|(rank, _)| *rank);

        let mut passed = Passed::new();
        let mut short_of_qualifying: Option<Passed> = None;
        let mut found: Vec<(CardSet, HandRank, i64, i64)> = Vec::with_capacity(1_755);
        for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
            let rank = equal[0].0;
            if rank >= setup.game().qualifying_rank && short_of_qualifying.is_none() {
                short_of_qualifying = Some(passed.clone());
            }
            let asked = equal.iter().filter(|(_, hand)| canonical([*hand])[0] == *hand);
            let start = found.len();
            found.extend(asked.map(|&(rank, hand)| (hand, rank, passed.apart_from(hand), 0)));
            equal.iter().for_each(|(_, hand)| passed.pass(*hand));
            for (hand, _, _, up_to) in &mut found[start..] {
                // The hand itself was passed too, and is taken away once too often by the sum over its pairs.
                *up_to = passed.apart_from(*hand) - 1;
            }
        }
        let short = short_of_qualifying.unwrap_or(passed);
        let counted = found.into_iter().map(|(cards, rank, below, up_to)| {
            let own = i64::from(rank < setup.game().qualifying_rank);
            let unqualified = short.apart_from(cards) - own;
            Counted {
                cards,
                rank,
                class: setup.classes.of(rank),
                weight: suit_orbit([cards]).into(),
                deals: situations([below, up_to, unqualified], DEALS, rank >= setup.game().qualifying_rank),
            }
        });
        let hands: Vec<Counted> = counted.collect();
        let by_cards = hands.iter().enumerate().map(|(at, hand)| (hand.cards, at)).collect();
        ThreeCard { setup, hands, by_cards }
    }

    fn choose(&self, hand: &Counted, manner: Manner) -> Choice {
        choose_once(self.setup, manner, (hand.rank, hand.class), &hand.deals, DEALS)
    }

    /// Every suit-canonical hand with the number of hands it stands for and what best play does with it.
    pub(crate) fn hands(&self) -> impl Iterator<Item = (CardSet, HandRank, u64, Choice)> {
        self.hands.iter().map(|hand| (hand.cards, hand.rank, hand.weight, self.choose(hand, Manner::Best)))
    }
}

impl Solver for ThreeCard<'_, '_> {
    fn endings(&self, manner: Manner) -> Endings {
        let mut endings = Endings::default();
        for hand in &self.hands {
            let choice = self.choose(hand, manner);
            for (situation, deals) in Situation::all().zip(hand.deals) {
                let ending = Ending { line: line_of(choice), situation, class: hand.class };
                endings.add(ending, u128::from(hand.weight) * deals as u128);
            }
        }
        endings
    }

    fn worths(&self, seen: &Seen) -> Vec<Worth> {
        let found = self.by_cards.get(&canonical([seen.own])[0]).filter(|_| seen.decision == 0);
        let Some(&at) = found else { return Vec::new() };
        let hand = &self.hands[at];
        choices_once(self.setup, Manner::Best, hand.class, &hand.deals, DEALS)
            .map(|(choice, gain)| worth_of(self.setup, choice, gain.into(), DEALS.into()))
            .collect()
    }
}

/// What the player did where there is one decision.
pub(crate) fn line_of(choice: Choice) -> Line {
    match choice {
        Choice::Bet(times) => Line { stakes: [times, 0, 0], folded: None },
        _ => Line { stakes: [0; 3], folded: Some(0) },
    }
}

/// The situations of a hand from the dealer's hands below it, up to it, and short of qualifying.
pub(crate) fn situations(
    [below, up_to, unqualified]: [i64; 3],
    all: i64,
    would_qualify: bool,
) -> [i64; SITUATIONS] {
    if would_qualify {
        [0, 0, unqualified, all - up_to, up_to - below, below - unqualified]
    } else {
        [unqualified - up_to, up_to - below, below, all - unqualified, 0, 0]
    }
}

/// What each choice gains over all the dealer's hands, in units, where there is one decision; the least stake first.
pub(crate) fn choices_once<'a>(
    setup: &'a Setup<'_>,
    manner: Manner,
    class: usize,
    deals: &'a [i64; SITUATIONS],
    all: i64,
) -> impl Iterator<Item = (Choice, i64)> + 'a {
    let payoffs = &setup.payoffs;
    let decision = &setup.decisions[0];
    let fold = manner.may_fold(decision).then(|| (Choice::Fold, payoffs.folded[0] * all));
    let over =
        |paid: &[i64; SITUATIONS]| -> i64 { paid.iter().zip(deals).map(|(paid, deals)| paid * deals).sum() };
    let (first, later) = (over(&payoffs.first[class]), over(&payoffs.later[0][class]));
    let bets = manner.stakes(decision);
    fold.into_iter().chain(bets.map(move |times| (Choice::Bet(times), first + i64::from(times) * later)))
}

/// The choice where there is one decision.
pub(crate) fn choose_once(
    setup: &Setup<'_>,
    manner: Manner,
    (rank, class): (HandRank, usize),
    deals: &[i64; SITUATIONS],
    all: i64,
) -> Choice {
    if manner == Manner::MimicDealer {
        return if rank >= setup.game().qualifying_rank {
            Choice::Bet(setup.decisions[0].least as u8)
        } else {
            Choice::Fold
        };
    }
    best(choices_once(setup, manner, class, deals, all)).map_or(Choice::Fold, |(choice, _)| choice)
}

/// How many of the hands gone through hold each card, and each two cards.
#[derive(Clone)]
struct Passed {
    all: i64,
    card: [i64; 52],
    pair: Vec<[i64; 52]>,
}

impl Passed {
    fn new() -> Passed {
        Passed { all: 0, card: [0; 52], pair: vec![[0; 52]; 52] }
    }

    fn ids(hand: CardSet) -> [usize; 3] {
        let mut ids = [0; 3];
        ids.iter_mut().zip(hand.iter()).for_each(|(id, card)| *id = card.id().number());
        ids
    }

    fn pass(&mut self, hand: CardSet) {
        let [a, b, c] = Passed::ids(hand);
        self.all += 1;
        for card in [a, b, c] {
            self.card[card] += 1;
        }
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.pair[x][y] += 1;
        }
    }

    /// Those that hold none of these cards; where the hand itself has passed it must be taken away by the caller.
    fn apart_from(&self, hand: CardSet) -> i64 {
        let [a, b, c] = Passed::ids(hand);
        self.all - self.card[a] - self.card[b] - self.card[c]
            + self.pair[a][b]
            + self.pair[a][c]
            + self.pair[b][c]
    }
}
