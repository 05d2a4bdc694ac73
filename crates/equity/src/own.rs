//! Stud: every player's cards are their own. All that each may end up with is listed and ranked, and joined.

use crate::draws::{Draws, choose};
use crate::join::{Holding, Joiner};
use crate::matchups::Matchups;
use crate::position::Position;
use crate::rows::rank_into;
use crate::tally::Tally;
use crate::workers::{Counts, Watch, add_up, share_out};
use cards::CardSet;

/// A list longer than this is not made.
const LONGEST: u64 = 8_000_000;
/// With three or more players a meeting is shared out in so many parts.
const PARTS: u64 = 64;

struct WorkerState {
    tally: Tally,
    /// The meeting whose hands are listed here.
    listed: Option<(u64, Joiner, Vec<Vec<Holding>>)>,
}

impl Counts for WorkerState {
    fn into_tally(self) -> Tally {
        self.tally
    }
}

/// Counts all deals, unless it is stopped.
pub(crate) fn count(position: &Position, threads: usize, watch: &Watch<'_>) -> Option<Tally> {
    let matchups = Matchups::of(position);
    let (players, has_low) = (position.players().len(), position.game().low().is_some());
    let parts = if players == 2 { 1 } else { PARTS };
    let desk = || WorkerState { tally: Tally::new(players, has_low), listed: None };
    let work = |desk: &mut WorkerState, unit: u64| {
        let (number, part) = (unit / parts, unit % parts);
        let (hands, times) = matchups.get(number as usize);
        if desk.listed.as_ref().is_none_or(|(listed, ..)| *listed != number) {
            let (joiner, lists) = list(position, hands);
            desk.listed = Some((number, joiner, lists));
        }
        let Some((_, joiner, lists)) = &mut desk.listed else { return };
        let mut lists: Vec<&[Holding]> = lists.iter().map(Vec::as_slice).collect();
        let first = lists[0].len() as u64;
        lists[0] = &lists[0][(first * part / parts) as usize..(first * (part + 1) / parts) as usize];
        joiner.join(&lists, times, &mut desk.tally);
    };
    add_up(share_out(threads, matchups.len() * parts, watch, desk, work))
}

/// All that each player may end up with from here.
fn list(position: &Position, hands: &[CardSet]) -> (Joiner, Vec<Vec<Holding>>) {
    let game = position.game();
    let known = hands.iter().fold(position.dead(), |known, &hand| known | hand);
    let pool = game.pack().cards() - known;
    let mut ranks = [Vec::new(), Vec::new()];
    let lists = hands.iter().zip(position.players()).map(|(&hand, range)| {
        let drawn: Vec<CardSet> = Draws::new(pool, range.to_come()).from(0).collect();
        let mut whole: Vec<CardSet> = drawn.iter().map(|&drawn| hand | drawn).collect();
        for (order, ranks) in [Some(game.order()), game.low()].into_iter().flatten().zip(&mut ranks) {
            rank_into(order, &mut whole, ranks);
        }
        let code =
            |order: usize, i: usize| ranks[order].get(i).map_or(0, |rank: &cards::HandRank| rank.code());
        let held = |(i, cards)| Holding { cards, high: code(0, i), low: code(1, i) };
        drawn.into_iter().enumerate().map(held).collect()
    });
    let lists = lists.collect();
    (Joiner::new(pool, game.low().is_some()), lists)
}

/// About how long it takes, in nanoseconds.
pub(crate) fn cost(position: &Position, renamings: u64) -> u64 {
    let game = position.game();
    let players = position.players();
    let known: usize = players.iter().map(|range| game.hole() - range.to_come()).sum();
    let pool = game.pack().len() - position.dead().len() - known;
    let counts: Vec<u64> = players.iter().map(|range| choose(pool, range.to_come())).collect();
    if counts.iter().any(|&count| count > LONGEST) {
        return u64::MAX;
    }
    let cards = players.iter().map(|range| range.to_come()).min().unwrap_or(0);
    let low_classes = if game.low().is_some() { 57 } else { 1 };
    let lists = counts.iter().sum::<u64>() * 30;
    let join = Joiner::cost(&counts, cards, pool, low_classes);
    Matchups::estimate(position, renamings).saturating_mul(lists.saturating_add(join))
}
