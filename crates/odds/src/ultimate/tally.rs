//! How every deal ends under a manner of play: the sums of the solution, turned round.
//!
//! Each flop with each two cards goes to one of a few groups by what was decided so far. The groups are spread from
//! flops to boards just as boards were summed to flops, and every board's situations are counted for each group.

use super::kinds::{Kinds, Ways};
use super::play::{FlopKinds, Play};
use super::reckon::Compared;
use super::sums::take_held;
use super::world::World;
use super::{FLOPS, FLUSH_BOARDS, HOLES, PLAIN_BOARDS};
use crate::choice::Choice;
use crate::ending::{Ending, Endings, Line};
use crate::setup::{SITUATIONS, Setup, Situation};
use crate::solve::in_parts;

/// Pieces of work: flops grouped, boards counted.
pub(super) const PIECES: usize = FLOPS + FLUSH_BOARDS + PLAIN_BOARDS;

/// How many flops and hands of each kind go to each group.
struct Groups {
    plain: Vec<Vec<i32>>,
    flush: Vec<Vec<i32>>,
}

impl Groups {
    fn and(mut self, other: Groups) -> Groups {
        let mine = self.plain.iter_mut().chain(&mut self.flush).flatten();
        let theirs = other.plain.iter().chain(&other.flush).flatten();
        mine.zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        self
    }
}

/// Counts by group, by what is chosen on the river, by class.
type Counts = Vec<[u64; SITUATIONS]>;

pub(super) fn endings(setup: &Setup<'_>, world: &World, play: &Play) -> Endings {
    let lines = lines(play);
    let rivers = rivers(setup, play);
    let groups = group(setup, world, play, &lines);
    let classes = setup.classes.len();
    let (suit, ranks) = (&world.suit, &world.ranks);
    let none = || -> Counts { vec![[0; SITUATIONS]; lines.len() * rivers.len() * classes] };
    let untaken = || vec![vec![0i32; world.plain_compared.len()]; lines.len()];
    let start = || (none(), untaken(), Spread::new(suit, lines.len()));
    // Rows of a line: by what is chosen on the river, by class.
    let rows = rivers.len() * classes;
    let row_of = |compared: &Compared| {
        place_of(&rivers, play.pays.gains(compared).choice) * classes + usize::from(compared.class)
    };
    let parts =
        in_parts(&setup.watch, world.flush_boards.len(), 64, start, |(counts, taken, spread), range| {
            for at in range {
                let (board, place) = &world.flush_boards[at];
                spread.gather(suit, board, &groups.flush);
                let compared = &world.flush_compared[at * suit.pairs.len()..][..suit.pairs.len()];
                for (pair, compared) in
                    compared.iter().enumerate().filter(|(_, compared)| compared.is_there())
                {
                    let deals = compared.situations();
                    let of_ranks =
                        *place as usize * ranks.pairs.len() + usize::from(world.pair_of_ranks[pair]);
                    let row = row_of(compared);
                    for (line, lanes) in spread.lanes.iter().enumerate().filter(|(_, lanes)| lanes[pair] != 0)
                    {
                        taken[line][of_ranks] += lanes[pair];
                        add(&mut counts[row + line * rows], &deals, lanes[pair]);
                    }
                }
            }
        });
    let (mut counts, mut taken) = (none(), untaken());
    for (part, part_taken, _) in parts {
        merge(&mut counts, &part);
        for (all, part) in taken.iter_mut().zip(part_taken) {
            all.iter_mut().zip(part).for_each(|(all, part)| *all += part);
        }
    }
    let start = || (none(), Spread::new(ranks, lines.len()));
    let parts = in_parts(&setup.watch, world.plain_boards.len(), 64, start, |(counts, spread), range| {
        for at in range {
            spread.gather(ranks, &world.plain_boards[at], &groups.plain);
            let places = at * ranks.pairs.len()..(at + 1) * ranks.pairs.len();
            for (pair, place) in places.enumerate() {
                let compared = &world.plain_compared[place];
                if !compared.is_there() {
                    continue;
                }
                let deals = compared.situations();
                let row = row_of(compared);
                for (line, lanes) in spread.lanes.iter().enumerate() {
                    // Boards with a flush suit have been counted for what they are.
                    let ways = lanes[pair] - taken[line][place];
                    add(&mut counts[row + line * rows], &deals, ways);
                }
            }
        }
    });
    parts.iter().for_each(|(part, _)| merge(&mut counts, part));
    collect(setup, play, (&lines, &rivers), &counts)
}

fn merge(all: &mut Counts, part: &Counts) {
    for (all, part) in all.iter_mut().zip(part) {
        all.iter_mut().zip(part).for_each(|(all, part)| *all += part);
    }
}

fn add(row: &mut [u64; SITUATIONS], deals: &[u64; SITUATIONS], ways: i32) {
    row.iter_mut().zip(deals).for_each(|(count, deals)| *count += deals * ways as u64);
}

/// The groups: a bet before the flop, a bet on it, or on to the river.
fn lines(play: &Play) -> Vec<Choices> {
    let mut lines = Vec::new();
    let mut firsts: Vec<Choice> =
        play.first.iter().copied().filter(|choice| *choice != Choice::Check).collect();
    firsts.sort_unstable();
    firsts.dedup();
    lines.extend(firsts.into_iter().map(|first| Choices { first, flop: None }));
    lines.extend(
        (0..play.flop_choices.len()).map(|flop| Choices { first: Choice::Check, flop: Some(flop as u8) }),
    );
    lines
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Choices {
    first: Choice,
    flop: Option<u8>,
}

fn group(setup: &Setup<'_>, world: &World, play: &Play, lines: &[Choices]) -> Groups {
    let cells = |kinds: &Kinds| vec![vec![0i32; kinds.flops.len() * kinds.pairs.len()]; lines.len()];
    let start = || Groups { plain: cells(&world.ranks), flush: cells(&world.suit) };
    let parts = in_parts(&setup.watch, world.flops.len(), 16, start, |groups, range| {
        for at in range {
            let (set, flop, orbit) = &world.flops[at];
            let kinds = FlopKinds::new(world, flop);
            for (hole, cards) in world.holes.iter().enumerate() {
                if cards.iter().any(|card| set.contains(card.card())) {
                    continue;
                }
                let flop = Some(play.flop[at * HOLES + hole]).filter(|_| play.first[hole] == Choice::Check);
                let choices = Choices { first: play.first[hole], flop };
                let Some(line) = lines.iter().position(|line| *line == choices) else { continue };
                let (plain, places) = kinds.places(world, cards);
                groups.plain[line][plain] += *orbit as i32;
                for place in &places[..kinds.count] {
                    groups.flush[line][*place] += *orbit as i32;
                }
            }
        }
    });
    parts.into_iter().reduce(Groups::and).unwrap_or_else(start)
}

/// The groups of one board, by pair.
struct Spread {
    lanes: Vec<Vec<i32>>,
}

impl Spread {
    fn new(kinds: &Kinds, lines: usize) -> Spread {
        Spread { lanes: vec![vec![0; kinds.pairs.len()]; lines] }
    }

    fn gather(&mut self, kinds: &Kinds, board: &[u8; 5], groups: &[Vec<i32>]) {
        let left = kinds.left(board);
        let pairs = kinds.pairs.len();
        self.lanes.iter_mut().for_each(|lane| lane.fill(0));
        kinds.each_flop(board, |flop, turn, river| {
            let ways = Ways::new(&left, turn, river);
            for (lane, group) in self.lanes.iter_mut().zip(groups) {
                let group = &group[flop * pairs..][..pairs];
                lane.iter_mut().zip(group).for_each(|(lane, count)| *lane += ways.all * count);
                take_held(kinds, &ways, (turn, river), |at, fewer| lane[at] -= fewer * group[at]);
            }
        });
    }
}

/// What may be chosen on the river.
fn rivers(setup: &Setup<'_>, play: &Play) -> Vec<Choice> {
    let bets = play.manner.stakes(&setup.decisions[2]).map(Choice::Bet);
    std::iter::once(Choice::Fold).chain(bets).collect()
}

fn place_of(rivers: &[Choice], choice: Choice) -> usize {
    rivers.iter().position(|river| *river == choice).unwrap_or(0)
}

fn collect(
    setup: &Setup<'_>,
    play: &Play,
    (lines, rivers): (&[Choices], &[Choice]),
    counts: &Counts,
) -> Endings {
    let classes = setup.classes.len();
    let mut endings = Endings::default();
    for (at, row) in counts.iter().enumerate() {
        let (place, class) = (at / classes, at % classes);
        let (line, river) = (lines[place / rivers.len()], rivers[place % rivers.len()]);
        let flop = line.flop.map(|flop| play.flop_choices[usize::from(flop)]);
        let line = match (line.first, flop, river) {
            (Choice::Bet(times), ..) => Line { stakes: [times, 0, 0], folded: None },
            (_, Some(Choice::Bet(times)), _) => Line { stakes: [0, times, 0], folded: None },
            (.., Choice::Bet(times)) => Line { stakes: [0, 0, times], folded: None },
            _ => Line { stakes: [0; 3], folded: Some(2) },
        };
        for (situation, &deals) in Situation::all().zip(row) {
            endings.add(Ending { line, situation, class }, deals.into());
        }
    }
    endings
}
