//! Games with a board: every board is dealt, every hand that a player may hold is ranked on it, and the hands are
//! joined. Where suits can be renamed without changing the question, one board stands for several.

use crate::draws::{Draws, choose};
use crate::game::Game;
use crate::join::{Holding, Joiner};
use crate::position::Position;
use crate::range::Range;
use crate::rows::{rank_into, rank_two_into};
use crate::suits::{Renaming, renamings, stands_for};
use crate::tally::{BestRank, Tally, outcome};
use crate::workers::{Counts, Watch, add_up, share_out};
use cards::{CardSet, HandRank};

/// What is to be dealt, and to whom.
pub(crate) struct Boards<'a> {
    position: &'a Position,
    /// The hands each player may hold, all their cards known.
    hands: Vec<Vec<CardSet>>,
    draws: Draws,
    renamings: Vec<Renaming>,
    /// Boards in a unit of work.
    unit: u64,
}

/// So many hands are ranked together.
const TOGETHER: usize = 4096;
/// So long does a unit of work take, about.
const UNIT_NANOSECONDS: u64 = 5_000_000;

impl<'a> Boards<'a> {
    pub(crate) fn new(position: &'a Position) -> Boards<'a> {
        let game = position.game();
        let unseen = position.unseen();
        let hands: Vec<Vec<CardSet>> = (position.players().iter())
            .map(|range| match range.to_come() {
                0 => range.hands().to_vec(),
                open => {
                    let draws = Draws::new(unseen, open);
                    let with = |hand: &CardSet| draws.from(0).map(|drawn| *hand | drawn).collect::<Vec<_>>();
                    range.hands().iter().flat_map(with).collect()
                }
            })
            .collect();
        let draws = Draws::new(unseen, game.board() - position.board().len());
        let renamings = renamings(position);
        let (cost, boards) = (Boards::cost(position, renamings.len() as u64), draws.total());
        let unit = (boards.saturating_mul(UNIT_NANOSECONDS) / cost.max(1)).clamp(1, 65_536);
        Boards { position, hands, draws, renamings, unit }
    }

    /// About how long all boards take, in nanoseconds, with so many renamings.
    pub(crate) fn cost(position: &Position, renamings: u64) -> u64 {
        let game = position.game();
        let unseen = position.unseen().len();
        let dealt = game.board() - position.board().len();
        let boards = choose(unseen, dealt);
        let left = unseen - dealt;
        let count = |range: &Range| {
            let open = choose(left, range.to_come());
            (range.hands().len() as u64).saturating_mul(open)
        };
        let counts: Vec<u64> = position.players().iter().map(count).collect();
        let hands = counts.iter().fold(0u64, |sum, &count| sum.saturating_add(count));
        // On one board there are few different lows.
        let (each, low_classes) = (rank_cost(game), if game.low().is_some() { 16 } else { 1 });
        let join = Joiner::cost(&counts, game.hole(), unseen, low_classes);
        let board = hands.saturating_mul(each).saturating_add(join).saturating_add(20);
        let look = if renamings > 1 { boards.saturating_mul(renamings * 2) } else { 0 };
        boards.div_ceil(renamings.max(1)).saturating_mul(board).saturating_add(look)
    }

    /// Counts all deals, unless it is stopped.
    pub(crate) fn count(&self, threads: usize, watch: &Watch<'_>) -> Option<Tally> {
        let units = self.draws.total().div_ceil(self.unit);
        add_up(share_out(
            threads,
            units,
            watch,
            || WorkerState::new(self),
            |desk, unit| desk.work(self, unit),
        ))
    }
}

/// Nanoseconds to get a hand ready and rank it.
fn rank_cost(game: &Game) -> u64 {
    let orders = 1 + u64::from(game.low().is_some());
    let each = match (game.exactly_two(), game.hole()) {
        (false, _) => 2,
        (true, 2) => 8,
        (true, 3) => 15,
        (true, 4) => 24,
        (true, _) => 40,
    };
    4 + orders * each
}

/// What a worker needs: lists that are filled again and again.
struct WorkerState {
    tally: Tally,
    joiner: Joiner,
    /// Hands to rank: whole, or hole and board apart.
    wholes: Vec<CardSet>,
    holes: Vec<CardSet>,
    boards: Vec<CardSet>,
    ranks: [Vec<HandRank>; 2],
    /// The boards whose hands wait to be ranked, how often each counts, and how many hands each player has on it.
    waiting: Vec<(u64, Vec<usize>)>,
    held: Vec<Holding>,
}

impl Counts for WorkerState {
    fn into_tally(self) -> Tally {
        self.tally
    }
}

impl WorkerState {
    fn new(all: &Boards<'_>) -> WorkerState {
        let game = all.position.game();
        let has_low = game.low().is_some();
        WorkerState {
            tally: Tally::new(all.hands.len(), has_low),
            joiner: Joiner::new(game.pack().cards(), has_low),
            wholes: Vec::new(),
            holes: Vec::new(),
            boards: Vec::new(),
            ranks: [Vec::new(), Vec::new()],
            waiting: Vec::new(),
            held: Vec::new(),
        }
    }

    fn work(&mut self, all: &Boards<'_>, unit: u64) {
        let exactly_two = all.position.game().exactly_two();
        let boards = all.draws.from(unit * all.unit).take(all.unit as usize);
        let known = all.hands.iter().all(|hands| hands.len() == 1);
        for drawn in boards {
            let times = match all.renamings.len() {
                1 => Some(1),
                _ => stands_for(&all.renamings, drawn),
            };
            let Some(times) = times else { continue };
            let board = all.position.board() | drawn;
            let mut counts = Vec::new();
            for hands in &all.hands {
                let before = self.holes.len();
                self.holes.extend(hands.iter().filter(|hand| !hand.overlaps(drawn)));
                if !known {
                    counts.push(self.holes.len() - before);
                }
            }
            if exactly_two {
                self.boards.resize(self.holes.len(), board);
            } else {
                let from = self.wholes.len();
                self.wholes.extend(self.holes[from..].iter().map(|&hole| hole | board));
            }
            self.waiting.push((times, counts));
            if self.holes.len() >= TOGETHER {
                self.rank_and_join(all);
            }
        }
        self.rank_and_join(all);
    }

    fn rank_and_join(&mut self, all: &Boards<'_>) {
        let game = all.position.game();
        for (order, ranks) in [Some(game.order()), game.low()].into_iter().flatten().zip(&mut self.ranks) {
            if game.exactly_two() {
                rank_two_into(order, &mut self.holes, &mut self.boards, ranks)
            } else {
                rank_into(order, &mut self.wholes, ranks)
            }
        }
        let players = all.hands.len();
        let code = |ranks: &[HandRank], i: usize| ranks.get(i).map_or(0, |rank| rank.code());
        let mut at = 0;
        for (times, counts) in &self.waiting {
            if counts.is_empty() {
                let (mut high, mut low) = (BestRank::default(), BestRank::default());
                for player in 0..players {
                    high = high.with(player, code(&self.ranks[0], at + player));
                    low = low.with(player, code(&self.ranks[1], at + player));
                }
                self.tally.add(outcome(players, high, low), *times);
                at += players;
                continue;
            }
            let hands: usize = counts.iter().sum();
            self.held.clear();
            self.held.extend((at..at + hands).map(|i| Holding {
                cards: self.holes[i],
                high: code(&self.ranks[0], i),
                low: code(&self.ranks[1], i),
            }));
            at += hands;
            let mut rest = &self.held[..];
            let mut lists: Vec<&[Holding]> = Vec::with_capacity(players);
            for &count in counts {
                let (own, others) = rest.split_at(count);
                lists.push(own);
                rest = others;
            }
            self.joiner.join(&lists, *times, &mut self.tally);
        }
        self.waiting.clear();
        self.holes.clear();
        self.boards.clear();
        self.wholes.clear();
    }
}
