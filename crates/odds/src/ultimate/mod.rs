//! Two own cards and five shared ones against the dealer's two: bet before the flop, on the flop or on the river.
//!
//! A board with at most two cards of each suit is worth the same for all cards of the same ranks. So every position is
//! first valued as if there were no flushes, by ranks alone; then, for each suit, the boards with three or more cards
//! of it put right what flushes change, with cards told apart only by rank and by being of that suit. A flop's worth is
//! the sum of the first and of at most three of the second, over the turns and rivers that can come.

mod gains;
mod kinds;
mod play;
mod reckon;
mod sums;
mod tally;
mod world;

use crate::choice::{Choice, Manner, Seen, Worth};
use crate::ending::Endings;
use crate::setup::{SITUATIONS, Setup};
use crate::solve::{Solver, worth_of};
use crate::strength::Ranker;
use cards::{CardId, CardSet};
use play::{FlopKinds, Play};
use reckon::DEALS;
use world::World;

/// Turns and rivers after a flop, for who holds two cards.
const LAST_TWO: i64 = 1_081;
/// Boards for who holds two cards.
const BOARDS: i64 = 2_118_760;
const FLOPS: usize = 1_755;
/// Boards by ranks alone, and with a flush suit.
const PLAIN_BOARDS: usize = 6_175;
const FLUSH_BOARDS: usize = 36_608;
const HOLES: usize = 1_326;

/// A solved game.
pub(crate) struct Ultimate<'s, 'b> {
    setup: &'s Setup<'b>,
    world: World,
    best: Play,
}

impl<'s, 'b> Ultimate<'s, 'b> {
    pub(crate) fn new(setup: &'s Setup<'b>) -> Self {
        // All boards compared, then summed to flops, flops decided, and all of it counted back.
        setup.watch.begin(World::PIECES + Play::PIECES + tally::PIECES);
        let world = World::new(setup);
        let best = Play::new(setup, &world, Manner::Best, false);
        Ultimate { setup, world, best }
    }
}

impl Solver for Ultimate<'_, '_> {
    fn endings(&self, manner: Manner) -> Endings {
        match manner {
            Manner::Best => tally::endings(self.setup, &self.world, &self.best),
            _ => {
                self.setup.watch.begin(Play::PIECES + tally::PIECES);
                tally::endings(self.setup, &self.world, &Play::new(self.setup, &self.world, manner, false))
            }
        }
    }

    fn worths(&self, seen: &Seen) -> Vec<Worth> {
        let ids: Vec<CardId> = seen.own.iter().map(|card| card.id()).collect();
        let &[a, b] = ids.as_slice() else { return Vec::new() };
        if seen.own.overlaps(seen.board) {
            return Vec::new();
        }
        match (seen.decision, seen.board.len()) {
            (0, 0) => {
                let hole = if a < b { [a, b] } else { [b, a] };
                let Some(at) = self.world.holes.iter().position(|known| *known == hole) else {
                    return Vec::new();
                };
                let worth = |&(choice, gain): &(Choice, i64)| {
                    worth_of(self.setup, choice, gain.into(), i128::from(10 * BOARDS * DEALS))
                };
                self.best.first_gains[at].iter().map(worth).collect()
            }
            (1, 3) => {
                let flop: Vec<CardId> = seen.board.iter().map(|card| card.id()).collect();
                let mut sums = vec![0; self.best.plain.lanes.len()];
                self.best.sums_at(&self.world, &[flop[0], flop[1], flop[2]], &[a, b], &mut sums);
                let check = self.best.flop_choices.len() - 1;
                let order = std::iter::once(check).chain(0..check);
                let worth = |at: usize| {
                    let gain = sums[at].into();
                    worth_of(self.setup, self.best.flop_choices[at], gain, i128::from(LAST_TWO * DEALS))
                };
                order.map(worth).collect()
            }
            (2, 5) => self.river(seen.own, seen.board),
            _ => Vec::new(),
        }
    }
}

impl Ultimate<'_, '_> {
    /// What best play does before the flop with every two cards.
    pub(crate) fn first_choices(&self) -> impl Iterator<Item = ([CardId; 2], Choice)> {
        self.world.holes.iter().copied().zip(self.best.first.iter().copied())
    }

    /// How many suit-canonical flops there are.
    pub(crate) fn flops(&self) -> usize {
        self.world.flops.len()
    }

    /// Calls with some of the flops, every two cards that best play has checked before, how many flops that stands for,
    /// and what it does now.
    pub(crate) fn each_flop(
        &self,
        range: std::ops::Range<usize>,
        mut call: impl FnMut(&[CardId; 2], &[CardId; 3], u32, Choice),
    ) {
        for at in range {
            let (_, flop, orbit) = &self.world.flops[at];
            for (hole, cards) in self.world.holes.iter().enumerate() {
                let choice = self.best.flop[at * HOLES + hole];
                if choice != u8::MAX && self.best.first[hole] == Choice::Check {
                    call(cards, flop, *orbit, self.best.flop_choices[usize::from(choice)]);
                }
            }
        }
    }

    /// The two own cards with the flop, under best play: class, whether the hand was given up later, deals.
    pub(crate) fn flop_hands(&self) -> Vec<(usize, bool, u128)> {
        let world = &self.world;
        self.setup.watch.begin(Play::PIECES);
        let play = Play::new(self.setup, world, Manner::Best, true);
        let mut ranker = Ranker::new(self.setup.game().order(0));
        let mut sums = vec![0; play.plain.lanes.len()];
        let mut counts = vec![[0u128; 2]; self.setup.classes.len()];
        let check = (play.flop_choices.len() - 1) as u8;
        for (at, (set, flop, orbit)) in world.flops.iter().enumerate() {
            let apart = |hole: &[CardId; 2]| !hole.iter().any(|card| set.contains(card.card()));
            let holes: Vec<usize> = (0..HOLES).filter(|hole| apart(&world.holes[*hole])).collect();
            let hands = holes.iter().map(|hole| {
                let own: CardSet = world.holes[*hole].iter().map(|card| card.card()).collect();
                own | *set
            });
            let kinds = FlopKinds::new(world, flop);
            for (&hole, &rank) in holes.iter().zip(ranker.rank(hands)) {
                let checks = play.first[hole] == Choice::Check && play.flop[at * HOLES + hole] == check;
                let folds = if checks {
                    kinds.sums(&play, world, &world.holes[hole], &mut sums);
                    sums[play.flop_choices.len()]
                } else {
                    0
                };
                let count = &mut counts[self.setup.classes.of(rank)];
                let deals = |boards: i64| u128::from(*orbit) * (boards * DEALS) as u128;
                count[0] += deals(LAST_TWO - folds);
                count[1] += deals(folds);
            }
        }
        let rows = counts.into_iter().enumerate();
        rows.flat_map(|(class, [kept, gone])| [(class, false, kept), (class, true, gone)]).collect()
    }

    /// What each choice on the river is worth, from the 990 dealer's pairs.
    fn river(&self, own: CardSet, board: CardSet) -> Vec<Worth> {
        let setup = self.setup;
        let order = setup.game().order(0);
        let rank = order.rank(own | board);
        let [mut below, mut equal, mut short] = [0i64; 3];
        order.batch().each_draw(board, CardSet::ALL - own - board, 2, |block| {
            for dealer in block.ranks() {
                below += i64::from(dealer < rank);
                equal += i64::from(dealer == rank);
                short += i64::from(dealer < setup.game().qualifying_rank);
            }
        });
        let qualifies = rank >= setup.game().qualifying_rank;
        let deals = crate::three_card::situations([below, below + equal, short], DEALS, qualifies);
        let class = setup.classes.of(rank);
        let over =
            |paid: &[i64; SITUATIONS]| -> i64 { paid.iter().zip(deals).map(|(paid, n)| paid * n).sum() };
        let (first, play) = (over(&setup.payoffs.first[class]), over(&setup.payoffs.later[2][class]));
        let fold = (Choice::Fold, setup.payoffs.folded[2] * DEALS);
        let bets = Manner::Best.stakes(&setup.decisions[2]);
        let bets = bets.map(|times| (Choice::Bet(times), first + i64::from(times) * play));
        let choices = std::iter::once(fold).chain(bets);
        choices.map(|(choice, gain)| worth_of(setup, choice, gain.into(), DEALS.into())).collect()
    }
}
