//! Two own cards and five shared ones against the dealer's two: bet before the flop, on the flop or on the river.
//!
//! A board with at most two cards of each suit is worth the same for all cards of the same ranks. So every position is
//! first valued as if there were no flushes, by ranks alone; then, for each suit, the boards with three or more cards
//! of it put right what flushes change, with cards told apart only by rank and by being of that suit. A flop's worth is
//! the sum of the first and of at most three of the second, over the turns and rivers that can come.

mod kinds;
mod reckon;
mod tally;

use crate::choice::{Choice, Manner, Seen, Worth, best};
use crate::ending::Endings;
use crate::setup::{SITUATIONS, Setup};
use crate::solve::{Solver, fill_in_parts, in_parts, worth_of};
use crate::strength::{RankCounts, Ranker, flushes, rainbow, rank_counts};
use cards::{CardId, CardSet, HandRank, suit_orbit};
use kinds::{Kinds, Ways, board_ways, flush_boards, kind_of, ranks_key, ranks_of};
use reckon::{Compared, DEALS, Reckoner};
use std::collections::HashMap;

/// Turns and rivers after a flop, for who holds two cards.
const LAST_TWO: i64 = 1_081;
/// Boards for who holds two cards.
const BOARDS: i64 = 2_118_760;
const FLOPS: usize = 1_755;
const HOLES: usize = 1_326;

/// A solved game.
pub(crate) struct Ultimate<'s, 'b> {
    setup: &'s Setup<'b>,
    world: World,
    best: Play,
}

/// What does not depend on how anybody plays.
struct World {
    ranks: Kinds,
    suit: Kinds,
    /// Every board by ranks, and the place of each.
    plain_boards: Vec<[u8; 5]>,
    /// All pairs on each of them, as if there were no flushes.
    plain_compared: Vec<Compared>,
    /// Boards with a flush suit, with the place of their ranks among the others.
    flush_boards: Vec<([u8; 5], u32)>,
    flush_compared: Vec<Compared>,
    /// For each pair of kinds of the suit, the pair of ranks.
    pair_of_ranks: Vec<u16>,
    /// Suit-canonical flops and how many flops each stands for.
    flops: Vec<(CardSet, [CardId; 3], u32)>,
    holes: Vec<[CardId; 2]>,
}

/// How a manner of play decides, with the sums it decides by.
struct Play {
    manner: Manner,
    /// What is summed at each flop, first by ranks alone, then what flushes change.
    plain: Sums,
    flush: Sums,
    /// The choice on each flop with each two cards, by place in `flop_choices`; the last is to check.
    flop: Vec<u8>,
    flop_choices: Vec<Choice>,
    /// By two cards: the choice before the flop.
    first: Vec<Choice>,
    /// By two cards: what each choice before the flop gains, in units over all boards and dealers.
    first_gains: Vec<Vec<(Choice, i64)>>,
}

/// Sums at flops: several lanes of numbers, each by flop and by pair.
struct Sums {
    lanes: Vec<Vec<i64>>,
    /// By pair: what is summed over whole boards, the first wagers and one Ante of Play.
    whole: Vec<[i64; 2]>,
}

impl Sums {
    fn new(kinds: &Kinds, lanes: usize) -> Sums {
        let pairs = kinds.pairs.len();
        Sums { lanes: vec![vec![0; kinds.flops.len() * pairs]; lanes], whole: vec![[0; 2]; pairs] }
    }

    fn merge(mut parts: Vec<Sums>) -> Option<Sums> {
        let mut all = parts.pop()?;
        for part in parts {
            for (mine, theirs) in all.lanes.iter_mut().zip(part.lanes) {
                mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
            }
            for (mine, theirs) in all.whole.iter_mut().zip(part.whole) {
                *mine = [mine[0] + theirs[0], mine[1] + theirs[1]];
            }
        }
        Some(all)
    }
}

/// What a pair on a board gains over all the dealer's pairs, in units.
#[derive(Clone, Copy)]
struct Gains {
    /// On the first wagers, the hand played to the end.
    first: i64,
    /// On one Ante of Play.
    play: i64,
    /// On the river, by the manner of play.
    river: i64,
    choice: Choice,
}

impl World {
    fn new(setup: &Setup<'_>) -> World {
        let order = setup.game().order(0);
        let (ranks, suit) = (Kinds::of_ranks(), Kinds::of_suit());
        let mut ranker = Ranker::new(order);
        let counts = rank_counts(5);
        let mut plain_boards = Vec::with_capacity(counts.len());
        let mut plain_place = HashMap::with_capacity(counts.len());
        let mut plain_ranks = Vec::with_capacity(counts.len() * ranks.pairs.len());
        for held in &counts {
            let mut board = [0; 5];
            let cards =
                held.iter().enumerate().flat_map(|(rank, &n)| std::iter::repeat_n(rank as u8, n.into()));
            board.iter_mut().zip(cards).for_each(|(kind, rank)| *kind = rank);
            plain_place.insert(ranks_key(held), plain_boards.len() as u32);
            plain_boards.push(board);
            let with = ranks.pairs.iter().map(|pair| {
                let mut seven = *held;
                pair.iter().for_each(|rank| seven[usize::from(*rank)] += 1);
                // Where a fifth card of a rank would be needed any hand will do, since nobody can hold it.
                rainbow(if seven.iter().all(|count| *count <= 4) { &seven } else { &SEVEN_RANKS })
            });
            let with: Vec<CardSet> = with.collect();
            plain_ranks.extend_from_slice(ranker.rank(with.into_iter()));
        }
        let pair_of_ranks = suit.pairs.iter().map(|[a, b]| ranks.pair(a % 13, b % 13) as u16).collect();
        let flops = CardSet::ALL.choose(3).filter(|flop| flop.suits().is_sorted_by(|a, b| a >= b));
        let ids = |flop: CardSet| {
            let mut ids = flop.iter().map(|card| card.id());
            std::array::from_fn(|_| ids.next().expect("three cards"))
        };
        let number = |at: usize| CardId::new(at as u8).expect("one of the 52");
        let holes = (0..52).flat_map(|b| (0..b).map(move |a| [number(a), number(b)]));
        let find = |board: [u8; 5]| (board, plain_place[&ranks_key(&ranks_of(&board))]);
        let mut world = World {
            plain_boards,
            plain_compared: Vec::new(),
            flush_boards: flush_boards().into_iter().map(find).collect(),
            flush_compared: Vec::new(),
            pair_of_ranks,
            flops: flops.map(|flop| (flop, ids(flop), suit_orbit([flop]))).collect(),
            holes: holes.collect(),
            ranks,
            suit,
        };
        world.compare(setup, &plain_ranks);
        world
    }

    /// Compares the dealer's pairs with every pair on every board.
    fn compare(&mut self, setup: &Setup<'_>, plain_ranks: &[HandRank]) {
        let qualifying = setup.game().qualifying_rank;
        let plain_pairs = self.ranks.pairs.len();
        let mut reckoner = Reckoner::new();
        for (board, ranks) in self.plain_boards.iter().zip(plain_ranks.chunks(plain_pairs)) {
            reckoner.reckon(&self.ranks, &self.ranks.left(board), ranks, qualifying);
            self.plain_compared.extend(ranks.iter().enumerate().map(|(pair, &rank)| {
                reckoner.compared(&self.ranks, pair, setup.classes.of(rank), rank >= qualifying)
            }));
        }
        let flushes = flushes(setup.game().order(0), 7);
        let pairs = self.suit.pairs.len();
        let mut compared = vec![Compared::NOT_THERE; self.flush_boards.len() * pairs];
        let this = &*self;
        fill_in_parts(
            &setup.watch,
            &mut compared,
            pairs,
            || (Reckoner::new(), Vec::new()),
            |(reckoner, ranks), at, row| {
                let (board, place) = &this.flush_boards[at];
                let plain = &plain_ranks[*place as usize * plain_pairs..][..plain_pairs];
                this.rank_flush_board(board, plain, &flushes, ranks);
                reckoner.reckon(&this.suit, &this.suit.left(board), ranks, qualifying);
                for (pair, (compared, &rank)) in row.iter_mut().zip(ranks.iter()).enumerate() {
                    *compared =
                        reckoner.compared(&this.suit, pair, setup.classes.of(rank), rank >= qualifying);
                }
            },
        );
        self.flush_compared = compared;
    }

    /// The ranks of all pairs of kinds on a board with a flush suit.
    fn rank_flush_board(
        &self,
        board: &[u8; 5],
        plain: &[HandRank],
        flushes: &[HandRank],
        ranks: &mut Vec<HandRank>,
    ) {
        let suited = |kinds: &[u8]| {
            let of_suit = kinds.iter().filter(|kind| **kind < 13);
            of_suit.fold(0u16, |ranks, kind| ranks | 1 << kind)
        };
        let on_board = suited(board);
        ranks.clear();
        ranks.extend(self.suit.pairs.iter().zip(&self.pair_of_ranks).map(|(pair, of_ranks)| {
            let flush = flushes[usize::from(on_board | suited(pair))];
            flush.max(plain[usize::from(*of_ranks)])
        }));
    }
}

/// Some hand.
const SEVEN_RANKS: RankCounts = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];

impl<'s, 'b> Ultimate<'s, 'b> {
    pub(crate) fn new(setup: &'s Setup<'b>) -> Self {
        let world = World::new(setup);
        let best = Play::new(setup, &world, Manner::Best, false);
        Ultimate { setup, world, best }
    }
}

/// What a pair gains over all the dealer's pairs, in units.
#[inline]
fn gains(setup: &Setup<'_>, manner: Manner, compared: &Compared) -> Gains {
    let class = usize::from(compared.class);
    let deals = compared.situations();
    let payoffs = &setup.payoffs;
    let over = |paid: &[i64; SITUATIONS]| -> i64 { paid.iter().zip(&deals).map(|(paid, n)| paid * n).sum() };
    let (first, play) = (over(&payoffs.first[class]), over(&payoffs.later[2][class]));
    let decision = &setup.decisions[2];
    let fold = (Choice::Fold, payoffs.folded[2] * DEALS);
    let bet = |times: u8| (Choice::Bet(times), first + i64::from(times) * play);
    let chosen = match manner {
        Manner::MimicDealer => Some(if compared.qualifies { bet(decision.least as u8) } else { fold }),
        _ => {
            let fold = manner.may_fold(decision).then_some(fold);
            best(fold.into_iter().chain(manner.stakes(decision).map(bet)))
        }
    };
    let (choice, river) = chosen.unwrap_or(fold);
    Gains { first, play, river, choice }
}

impl Play {
    fn new(setup: &Setup<'_>, world: &World, manner: Manner, count_folds: bool) -> Play {
        let mut flop_choices: Vec<Choice> = match manner {
            Manner::MimicDealer => Vec::new(),
            _ => manner.stakes(&setup.decisions[1]).map(Choice::Bet).collect(),
        };
        flop_choices.push(Choice::Check);
        // Lanes: what each bet gains, the river's gain for who checks, and where it is asked for how often that folds.
        let lanes = flop_choices.len() + usize::from(count_folds);
        let plain_gains = plain_gains(setup, world, manner);
        let plain = plain_sums(world, &plain_gains, &flop_choices, lanes);
        let flush = flush_sums(setup, world, manner, &plain_gains, &flop_choices, lanes);
        let mut play = Play {
            manner,
            plain,
            flush,
            flop: Vec::new(),
            flop_choices,
            first: Vec::new(),
            first_gains: Vec::new(),
        };
        let checked = play.decide_flops(setup, world);
        play.decide_first(setup, world, &checked);
        play
    }

    /// The sums of one flop with one hole, by lane.
    fn sums_at(&self, world: &World, flop: &[CardId; 3], hole: &[CardId; 2], sums: &mut [i64]) {
        let at = FlopKinds::new(world, flop);
        at.sums(self, world, hole, sums);
    }

    /// Chooses on every flop with every two cards; the answer is what checking before the flop gains, by hole.
    fn decide_flops(&mut self, setup: &Setup<'_>, world: &World) -> Vec<i64> {
        let lanes = self.plain.lanes.len();
        let start = || (vec![0i64; HOLES], Vec::new());
        let this = &*self;
        let parts = in_parts(&setup.watch, world.flops.len(), 16, start, |(checked, chosen), range| {
            let mut sums = vec![0i64; lanes];
            for at in range {
                let (set, flop, orbit) = &world.flops[at];
                let kinds = FlopKinds::new(world, flop);
                let mut row = vec![u8::MAX; HOLES];
                for (hole, cards) in world.holes.iter().enumerate() {
                    if cards.iter().any(|card| set.contains(card.card())) {
                        continue;
                    }
                    kinds.sums(this, world, cards, &mut sums);
                    let (choice, gain) = this.choose_flop(&sums);
                    row[hole] = choice;
                    checked[hole] += i64::from(*orbit) * gain;
                }
                chosen.push((at, row));
            }
        });
        let mut checked = vec![0; HOLES];
        self.flop = vec![u8::MAX; FLOPS * HOLES];
        for (part, chosen) in parts {
            checked.iter_mut().zip(part).for_each(|(all, part)| *all += part);
            for (at, row) in chosen {
                self.flop[at * HOLES..][..HOLES].copy_from_slice(&row);
            }
        }
        checked
    }

    /// The place of the best choice, checking before betting where both are worth the same.
    fn choose_flop(&self, sums: &[i64]) -> (u8, i64) {
        let check = self.flop_choices.len() - 1;
        let mut chosen = (check, sums[check]);
        for (at, &sum) in sums[..check].iter().enumerate() {
            if sum > chosen.1 {
                chosen = (at, sum);
            }
        }
        (chosen.0 as u8, chosen.1)
    }

    /// Chooses before the flop. Sums over canonical flops stand for a hole and those that renaming the suits makes of
    /// it: only over all holes of a class are they whole.
    fn decide_first(&mut self, setup: &Setup<'_>, world: &World, checked: &[i64]) {
        let mut by_class: HashMap<CardSet, (i64, i64)> = HashMap::new();
        let class = |hole: &[CardId; 2]| cards::canonical([hole.iter().map(|card| card.card()).collect()])[0];
        for (hole, &checked) in world.holes.iter().zip(checked) {
            let entry = by_class.entry(class(hole)).or_default();
            entry.0 += checked;
            entry.1 += 1;
        }
        let decision = &setup.decisions[0];
        let bets = match self.manner {
            Manner::MimicDealer => Vec::new(),
            manner => manner.stakes(decision).collect(),
        };
        for hole in &world.holes {
            let (checked, holes) = by_class[&class(hole)];
            let [first, play] = self.whole_at(world, hole);
            let mut gains = vec![(Choice::Check, checked / holes)];
            // A board comes as ten flops with a turn and a river.
            gains.extend(
                bets.iter().map(|&times| (Choice::Bet(times), 10 * (first + i64::from(times) * play))),
            );
            self.first.push(best(gains.iter().copied()).map_or(Choice::Check, |(choice, _)| choice));
            self.first_gains.push(gains);
        }
    }

    /// What is summed over all boards for two cards.
    fn whole_at(&self, world: &World, hole: &[CardId; 2]) -> [i64; 2] {
        let [a, b] = hole.map(|card| (card.number() / 4) as u8);
        let mut whole = self.plain.whole[world.ranks.pair(a, b)];
        for suit in 0..4 {
            let [a, b] = hole.map(|card| kind_of(card, suit));
            let more = self.flush.whole[world.suit.pair(a, b)];
            whole = [whole[0] + more[0], whole[1] + more[1]];
        }
        whole
    }
}

/// A flop by ranks, and as to each suit it has.
struct FlopKinds {
    plain: usize,
    suits: [(usize, usize); 3],
    count: usize,
}

impl FlopKinds {
    fn new(world: &World, flop: &[CardId; 3]) -> FlopKinds {
        let mut ranks = flop.map(|card| (card.number() / 4) as u8);
        ranks.sort_unstable();
        let mut kinds = FlopKinds { plain: world.ranks.flop(ranks), suits: [(0, 0); 3], count: 0 };
        for suit in (0..4).filter(|suit| flop.iter().any(|card| card.number() % 4 == *suit)) {
            let mut as_to = flop.map(|card| kind_of(card, suit));
            as_to.sort_unstable();
            kinds.suits[kinds.count] = (suit, world.suit.flop(as_to));
            kinds.count += 1;
        }
        kinds
    }

    /// The place of the ranks of two cards, and of their kinds as to each suit of the flop.
    #[inline]
    fn places(&self, world: &World, hole: &[CardId; 2]) -> (usize, [usize; 3]) {
        let [a, b] = hole.map(|card| (card.number() / 4) as u8);
        let plain = self.plain * world.ranks.pairs.len() + world.ranks.pair(a, b);
        let mut places = [0; 3];
        for (place, (suit, flop)) in places.iter_mut().zip(&self.suits[..self.count]) {
            let [a, b] = hole.map(|card| kind_of(card, *suit));
            *place = flop * world.suit.pairs.len() + world.suit.pair(a, b);
        }
        (plain, places)
    }

    #[inline]
    fn sums(&self, play: &Play, world: &World, hole: &[CardId; 2], sums: &mut [i64]) {
        let (plain, places) = self.places(world, hole);
        for ((sum, plain_lane), flush_lane) in sums.iter_mut().zip(&play.plain.lanes).zip(&play.flush.lanes) {
            *sum = plain_lane[plain];
            for place in &places[..self.count] {
                *sum += flush_lane[*place];
            }
        }
    }
}

/// What every pair of ranks gains on every board by ranks; none where the board leaves no such cards.
fn plain_gains(setup: &Setup<'_>, world: &World, manner: Manner) -> Vec<Option<Gains>> {
    let there = |compared: &Compared| compared.is_there().then(|| gains(setup, manner, compared));
    world.plain_compared.iter().map(there).collect()
}

fn plain_sums(world: &World, all: &[Option<Gains>], choices: &[Choice], lanes: usize) -> Sums {
    let kinds = &world.ranks;
    let mut sums = Sums::new(kinds, lanes);
    let mut row = Row::new(kinds, lanes);
    for (board, gains) in world.plain_boards.iter().zip(all.chunks(kinds.pairs.len())) {
        row.clear();
        for (pair, gains) in gains.iter().enumerate() {
            if let Some(gains) = gains {
                row.put(pair, gains, None, choices);
            }
        }
        row.spread(kinds, board, &mut sums);
    }
    sums
}

fn flush_sums(
    setup: &Setup<'_>,
    world: &World,
    manner: Manner,
    plain: &[Option<Gains>],
    choices: &[Choice],
    lanes: usize,
) -> Sums {
    let kinds = &world.suit;
    let (pairs, plain_pairs) = (kinds.pairs.len(), world.ranks.pairs.len());
    let start = || (Sums::new(kinds, lanes), Row::new(kinds, lanes));
    let parts = in_parts(&setup.watch, world.flush_boards.len(), 64, start, |(sums, row), range| {
        for at in range {
            let (board, place) = &world.flush_boards[at];
            row.clear();
            let plain = &plain[*place as usize * plain_pairs..][..plain_pairs];
            let compared = world.flush_compared[at * pairs..][..pairs].iter().enumerate();
            for (pair, compared) in compared.filter(|(_, compared)| compared.is_there()) {
                let gains = gains(setup, manner, compared);
                row.put(pair, &gains, plain[usize::from(world.pair_of_ranks[pair])].as_ref(), choices);
            }
            row.spread(kinds, board, sums);
        }
    });
    let sums = parts.into_iter().map(|(sums, _)| sums).collect();
    Sums::merge(sums).unwrap_or_else(|| Sums::new(kinds, lanes))
}

/// The lanes of one board, by pair.
struct Row {
    lanes: Vec<Vec<i32>>,
    whole: Vec<[i64; 2]>,
}

impl Row {
    fn new(kinds: &Kinds, lanes: usize) -> Row {
        Row { lanes: vec![vec![0; kinds.pairs.len()]; lanes], whole: vec![[0; 2]; kinds.pairs.len()] }
    }

    fn clear(&mut self) {
        self.lanes.iter_mut().for_each(|lane| lane.fill(0));
        self.whole.fill([0; 2]);
    }

    /// Puts what a pair gains, less what it was thought to gain before.
    #[inline]
    fn put(&mut self, pair: usize, gains: &Gains, less: Option<&Gains>, choices: &[Choice]) {
        let mut put = |gains: &Gains, sign: i64| {
            for (lane, choice) in self.lanes.iter_mut().zip(choices) {
                let gain = match choice {
                    Choice::Bet(times) => gains.first + i64::from(*times) * gains.play,
                    _ => gains.river,
                };
                lane[pair] += (sign * gain) as i32;
            }
            if let Some(folds) = self.lanes.get_mut(choices.len()) {
                folds[pair] += sign as i32 * i32::from(gains.choice == Choice::Fold);
            }
            self.whole[pair][0] += sign * gains.first;
            self.whole[pair][1] += sign * gains.play;
        };
        put(gains, 1);
        if let Some(less) = less {
            put(less, -1);
        }
    }

    /// Adds the board to every flop with which it can come, as often as it does, and to the whole.
    fn spread(&self, kinds: &Kinds, board: &[u8; 5], sums: &mut Sums) {
        let left = kinds.left(board);
        let pairs = kinds.pairs.len();
        kinds.each_flop(board, |flop, turn, river| {
            let ways = Ways::new(&left, turn, river);
            for (row, sums) in self.lanes.iter().zip(&mut sums.lanes) {
                let sums = &mut sums[flop * pairs..][..pairs];
                add_scaled(sums, row, ways.all);
                take_held(kinds, &ways, (turn, river), |at, fewer| {
                    sums[at] -= i64::from(fewer) * i64::from(row[at])
                });
            }
        });
        for (pair, (hole, &[first, play])) in kinds.pairs.iter().zip(&self.whole).enumerate() {
            if first == 0 && play == 0 {
                continue;
            }
            let ways = board_ways(kinds, board, *hole);
            sums.whole[pair][0] += ways * first;
            sums.whole[pair][1] += ways * play;
        }
    }
}

/// Calls with every pair that holds a card of the two kinds, and by how many ways fewer it has than the others.
#[inline]
fn take_held(kinds: &Kinds, ways: &Ways, (turn, river): (u8, u8), mut call: impl FnMut(usize, i32)) {
    let mut take = |kind: u8, fewer: i32| {
        for (place, &at) in kinds.holding[usize::from(kind)].iter().enumerate() {
            // The pair of two such cards comes first.
            call(at.into(), if place == 0 { 2 * fewer } else { fewer });
        }
    };
    take(turn, ways.per_turn);
    if turn != river {
        take(river, ways.per_river);
    }
    call(kinds.pair(turn, river), -1);
}

/// Adds so many times each number.
fn add_scaled(sums: &mut [i64], row: &[i32], times: i32) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn wide(sums: &mut [i64], row: &[i32], times: i32) {
            add_each(sums, row, times);
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { wide(sums, row, times) };
        }
    }
    add_each(sums, row, times);
}

#[inline(always)]
fn add_each(sums: &mut [i64], row: &[i32], times: i32) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum += i64::from(value) * i64::from(times);
    }
}

impl Solver for Ultimate<'_, '_> {
    fn endings(&self, manner: Manner) -> Endings {
        match manner {
            Manner::Best => tally::endings(self.setup, &self.world, &self.best),
            _ => tally::endings(self.setup, &self.world, &Play::new(self.setup, &self.world, manner, false)),
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
                let folds = match checks {
                    true => {
                        kinds.sums(&play, world, &world.holes[hole], &mut sums);
                        sums[play.flop_choices.len()]
                    }
                    false => 0,
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
