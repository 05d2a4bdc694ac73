//! Two own cards and three shared ones that are shown one by one: a stake or a fold before each.
//!
//! What comes depends on the cards seen as a set, not on whose they are: so the game is worked backwards over the
//! suit-canonical sets of four, three and two cards, for each of the stakes that may lie there already.

use crate::choice::{Choice, Manner, Seen, Worth, best};
use crate::ending::{Ending, Endings, Line};
use crate::setup::{Setup, Situation};
use crate::solve::{Solver, worth_of};
use crate::strength::Ranker;
use cards::{CardSet, canonical, suit_orbit};
use std::collections::HashMap;

/// Stakes that may lie on the first two streets: the least or the most on each.
const BEFORE: usize = 4;

/// A game of streets.
pub(crate) struct Mississippi<'s, 'b> {
    setup: &'s Setup<'b>,
    /// Suit-canonical sets of two, three and four cards.
    sets: [Sets; 3],
    /// For each set of four: how many fifth cards make each class of hand.
    fifth: Vec<Vec<u8>>,
    solved: Streets,
}

/// Suit-canonical sets of so many cards.
struct Sets {
    cards: Vec<CardSet>,
    place: HashMap<CardSet, u32>,
    /// For each set the places of the sets that one more card makes, with the number of such cards.
    next: Vec<Vec<(u32, u8)>>,
}

/// What a manner of play does, and what that gains, in units over all the cards to come.
struct Streets {
    third: Vec<(Choice, i64)>,
    /// By the stake on 3rd Street.
    fourth: Vec<[(Choice, i64); 2]>,
    /// By the stakes on 3rd and 4th Street.
    fifth: Vec<[(Choice, i64); BEFORE]>,
}

/// How many ways lead to a set of cards with each of the stakes before; hands that were given up are counted with every
/// card that would have come, by where they were and with what.
struct Reach {
    third: Vec<[u64; 2]>,
    fourth: Vec<[u64; BEFORE]>,
    gone: Vec<[u64; 3]>,
}

impl Sets {
    fn of(count: usize) -> Sets {
        let all = CardSet::ALL.choose(count).filter(|set| set.suits().is_sorted_by(|a, b| a >= b));
        let cards: Vec<CardSet> = all.collect();
        let place = cards.iter().enumerate().map(|(at, set)| (*set, at as u32)).collect();
        Sets { cards, place, next: Vec::new() }
    }

    fn find(&self, set: CardSet) -> Option<usize> {
        self.place.get(&canonical([set])[0]).map(|at| *at as usize)
    }

    fn lead_to(&mut self, longer: &Sets) {
        let next = |set: &CardSet| {
            let mut next: Vec<(u32, u8)> = Vec::with_capacity(49);
            for card in (CardSet::ALL - *set).choose(1) {
                let at = longer.place[&canonical([*set | card])[0]];
                match next.iter_mut().find(|(known, _)| *known == at) {
                    Some((_, cards)) => *cards += 1,
                    None => next.push((at, 1)),
                }
            }
            next
        };
        self.next = self.cards.iter().map(next).collect();
    }
}

impl<'s, 'b> Mississippi<'s, 'b> {
    pub(crate) fn new(setup: &'s Setup<'b>) -> Self {
        let (mut two, mut three, four) = (Sets::of(2), Sets::of(3), Sets::of(4));
        two.lead_to(&three);
        three.lead_to(&four);
        let mut ranker = Ranker::new(setup.game().order(0));
        let count = |set: &CardSet| {
            let mut counts = vec![0u8; setup.classes.len()];
            let last = (CardSet::ALL - *set).choose(1).map(|card| *set | card);
            ranker.rank(last).iter().for_each(|rank| counts[setup.classes.of(*rank)] += 1);
            counts
        };
        let fifth = four.cards.iter().map(count).collect();
        let empty = Streets { third: Vec::new(), fourth: Vec::new(), fifth: Vec::new() };
        let mut solver = Mississippi { setup, sets: [two, three, four], fifth, solved: empty };
        solver.solved = solver.streets(Manner::Best);
        solver
    }

    /// The least and the most that may lie on a street.
    fn extremes(&self, street: usize) -> [u8; 2] {
        let decision = &self.setup.decisions[street];
        [decision.least as u8, decision.most as u8]
    }

    /// What lies on the first two streets, by place.
    fn before(&self, place: usize) -> [u8; 2] {
        [self.extremes(0)[place / 2], self.extremes(1)[place % 2]]
    }

    /// What giving up the hand at a street gains with these stakes before.
    fn given_up(&self, street: usize, stakes: &[u8]) -> i64 {
        let payoffs = &self.setup.payoffs;
        let later = &payoffs.folded_later[street];
        payoffs.folded[street]
            + stakes.iter().zip(later).map(|(&stake, gain)| i64::from(stake) * gain).sum::<i64>()
    }

    /// What each choice at 5th Street gains, in units over the 48 last cards.
    fn fifth_choices(
        &self,
        counts: &[u8],
        stakes: [u8; 2],
        manner: Manner,
    ) -> impl Iterator<Item = (Choice, i64)> {
        let payoffs = &self.setup.payoffs;
        let at = Situation::NO_DEALER.index();
        let over = |paid: &dyn Fn(usize) -> i64| -> i64 {
            counts
                .iter()
                .enumerate()
                .filter(|(_, n)| **n > 0)
                .map(|(class, &n)| i64::from(n) * paid(class))
                .sum()
        };
        let [third, fourth] = stakes.map(i64::from);
        let so_far = over(&|class| {
            payoffs.first[class][at]
                + third * payoffs.later[0][class][at]
                + fourth * payoffs.later[1][class][at]
        });
        let last = over(&|class| payoffs.later[2][class][at]);
        let decision = &self.setup.decisions[2];
        let fold = manner.may_fold(decision).then(|| (Choice::Fold, 48 * self.given_up(2, &stakes)));
        let bets = manner.stakes(decision);
        fold.into_iter().chain(bets.map(move |times| (Choice::Bet(times), so_far + i64::from(times) * last)))
    }

    /// What each choice before the last street gains: giving up, or going on to what comes with that stake.
    fn earlier_choices<'a>(
        &'a self,
        street: usize,
        (stakes, cards): (&[u8], i64),
        manner: Manner,
        goes_on: impl Fn(usize) -> i64 + 'a,
    ) -> impl Iterator<Item = (Choice, i64)> + 'a {
        let decision = &self.setup.decisions[street];
        let fold = manner.may_fold(decision).then(|| (Choice::Fold, cards * self.given_up(street, stakes)));
        let extremes = self.extremes(street);
        let bets = manner.stakes(decision);
        let bets = bets.map(move |times| (Choice::Bet(times), goes_on(usize::from(times != extremes[0]))));
        fold.into_iter().chain(bets)
    }

    /// The whole game backwards.
    fn streets(&self, manner: Manner) -> Streets {
        let chosen = |found: Option<(Choice, i64)>| found.unwrap_or((Choice::Fold, 0));
        let fifth: Vec<[(Choice, i64); BEFORE]> = self
            .fifth
            .iter()
            .map(|counts| {
                std::array::from_fn(|place| {
                    chosen(best(self.fifth_choices(counts, self.before(place), manner)))
                })
            })
            .collect();
        // So many ways for the cards still to come: 48 last ones, times 49, times 50.
        let fourth: Vec<[(Choice, i64); 2]> = (self.sets[1].next.iter())
            .map(|next| {
                std::array::from_fn(|first| {
                    let stakes = [self.extremes(0)[first]];
                    let goes_on = |second: usize| sum_over(next, |at| fifth[at][first * 2 + second].1);
                    chosen(best(self.earlier_choices(1, (&stakes, 48 * 49), manner, goes_on)))
                })
            })
            .collect();
        let third: Vec<(Choice, i64)> = (self.sets[0].next.iter())
            .map(|next| {
                let goes_on = |first: usize| sum_over(next, |at| fourth[at][first].1);
                chosen(best(self.earlier_choices(0, (&[], 48 * 49 * 50), manner, goes_on)))
            })
            .collect();
        Streets { third, fourth, fifth }
    }

    /// Forwards: how many ways lead to each set with each of the stakes.
    fn reach(&self, streets: &Streets) -> Reach {
        let mut reach3 = vec![[0u64; 2]; self.sets[1].cards.len()];
        let mut reach4 = vec![[0u64; BEFORE]; self.sets[2].cards.len()];
        let mut gone3 = vec![0u64; reach3.len()];
        let mut gone4 = vec![[0u64; 3]; reach4.len()];
        for (at, set) in self.sets[0].cards.iter().enumerate() {
            let weight = u64::from(suit_orbit([*set]));
            let choice = streets.third[at].0;
            for &(next, cards) in &self.sets[0].next[at] {
                let ways = weight * u64::from(cards);
                match choice {
                    Choice::Bet(stake) => {
                        reach3[next as usize][usize::from(stake != self.extremes(0)[0])] += ways;
                    }
                    _ => gone3[next as usize] += ways,
                }
            }
        }
        for at in 0..reach3.len() {
            for &(next, cards) in &self.sets[1].next[at] {
                let (next, cards) = (next as usize, u64::from(cards));
                gone4[next][0] += gone3[at] * cards;
                for first in 0..2 {
                    let ways = reach3[at][first] * cards;
                    match streets.fourth[at][first].0 {
                        Choice::Bet(stake) => {
                            let second = usize::from(stake != self.extremes(1)[0]);
                            reach4[next][first * 2 + second] += ways;
                        }
                        _ => gone4[next][1 + first] += ways,
                    }
                }
            }
        }
        Reach { third: reach3, fourth: reach4, gone: gone4 }
    }

    /// The choices of best play: sets of two, three and four cards, each by the stakes before, with the number of ways
    /// in which best play comes there.
    pub(crate) fn chart(&self, street: usize) -> Vec<(CardSet, Vec<(Choice, u64)>)> {
        let reach = self.reach(&self.solved);
        let choices = |at: usize, set: &CardSet| match street {
            0 => vec![(self.solved.third[at].0, u64::from(suit_orbit([*set])))],
            1 => self.solved.fourth[at].iter().map(|(choice, _)| *choice).zip(reach.third[at]).collect(),
            _ => self.solved.fifth[at].iter().map(|(choice, _)| *choice).zip(reach.fourth[at]).collect(),
        };
        let sets = self.sets[street].cards.iter().enumerate();
        sets.map(|(at, set)| (*set, choices(at, set))).collect()
    }

    /// The stakes before a street, as the chart has them.
    pub(crate) fn stakes_before(&self, street: usize) -> Vec<Vec<u8>> {
        match street {
            0 => vec![Vec::new()],
            1 => self.extremes(0).map(|stake| vec![stake]).to_vec(),
            _ => (0..BEFORE).map(|place| self.before(place).to_vec()).collect(),
        }
    }
}

fn sum_over(next: &[(u32, u8)], value: impl Fn(usize) -> i64) -> i64 {
    next.iter().map(|&(at, cards)| i64::from(cards) * value(at as usize)).sum()
}

impl Solver for Mississippi<'_, '_> {
    fn endings(&self, manner: Manner) -> Endings {
        let other;
        let streets = match manner {
            Manner::Best => &self.solved,
            _ => {
                other = self.streets(manner);
                &other
            }
        };
        let mut endings = Endings::default();
        let Reach { fourth: reach4, gone: gone4, .. } = self.reach(streets);
        let mut add = |line: Line, counts: &[u8], ways: u64| {
            for (class, &cards) in counts.iter().enumerate().filter(|_| ways > 0) {
                let ending = Ending { line, situation: Situation::NO_DEALER, class };
                endings.add(ending, u128::from(ways) * u128::from(cards));
            }
        };
        for (at, counts) in self.fifth.iter().enumerate() {
            add(Line { stakes: [0; 3], folded: Some(0) }, counts, gone4[at][0]);
            for first in 0..2 {
                let stakes = [self.extremes(0)[first], 0, 0];
                add(Line { stakes, folded: Some(1) }, counts, gone4[at][1 + first]);
            }
            for (place, &ways) in reach4[at].iter().enumerate() {
                let [third, fourth] = self.before(place);
                let line = match streets.fifth[at][place].0 {
                    Choice::Bet(fifth) => Line { stakes: [third, fourth, fifth], folded: None },
                    _ => Line { stakes: [third, fourth, 0], folded: Some(2) },
                };
                add(line, counts, ways);
            }
        }
        endings
    }

    fn worths(&self, seen: &Seen) -> Vec<Worth> {
        let cards = seen.own | seen.board;
        if seen.own.len() != 2 || cards.len() != 2 + seen.decision || seen.decision > 2 {
            return Vec::new();
        }
        let Some(at) = self.sets[seen.decision].find(cards) else { return Vec::new() };
        // The stakes before need not be ones that best play would have laid.
        let fifth = |at: usize, stakes: [u8; 2]| {
            best(self.fifth_choices(&self.fifth[at], stakes, Manner::Best)).map_or(0, |(_, gain)| gain)
        };
        let choices: Vec<(Choice, i64)> = match seen.decision {
            2 => {
                self.fifth_choices(&self.fifth[at], [seen.stakes[0], seen.stakes[1]], Manner::Best).collect()
            }
            1 => {
                let stakes = [seen.stakes[0]];
                let goes_on = |second: usize| {
                    let stakes = [stakes[0], self.extremes(1)[second]];
                    sum_over(&self.sets[1].next[at], |at| fifth(at, stakes))
                };
                self.earlier_choices(1, (&stakes, 48 * 49), Manner::Best, goes_on).collect()
            }
            _ => {
                let goes_on =
                    |first: usize| sum_over(&self.sets[0].next[at], |at| self.solved.fourth[at][first].1);
                self.earlier_choices(0, (&[], 48 * 49 * 50), Manner::Best, goes_on).collect()
            }
        };
        let deals = [48 * 49 * 50, 48 * 49, 48][seen.decision];
        choices.into_iter().map(|(choice, gain)| worth_of(self.setup, choice, gain.into(), deals)).collect()
    }
}
