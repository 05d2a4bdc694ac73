//! Hold'em before the flop with every hand known: boards that show the same ranks are counted together, first as
//! if there were no flushes; then only those boards are put right on which a flush wins.

use crate::rows::{BOARDS, LAYOUT, PAIRS, Rows, each_board, pair};
use crate::tally::{Outcome, Tally};
use cards::{CardSet, HandOrder};

/// One number for each combination of ranks on the board.
type EachBoard = Box<[u32; BOARDS]>;

/// The rows of the orders that a game compares hands by, and lists that are kept from one matchup to the next.
pub(crate) struct Collapse {
    high: &'static Rows,
    low: Option<&'static Rows>,
    pack: CardSet,
    /// How many deals each board stands for.
    weights: EachBoard,
    high_half: PotHalf,
    low_half: PotHalf,
}

/// The best hand on each board, flushes aside, and who holds it.
struct PotHalf {
    best: EachBoard,
    winners: EachBoard,
}

impl PotHalf {
    fn new() -> PotHalf {
        PotHalf { best: Box::new([0; BOARDS]), winners: Box::new([0; BOARDS]) }
    }

    fn clear(&mut self) {
        self.best.fill(0);
        self.winners.fill(0);
    }

    /// Takes in one more player's row. A rank of zero is no hand and never wins.
    fn add(&mut self, player: usize, row: &[u32]) {
        let bit = 1 << player;
        for ((best, winners), &rank) in self.best.iter_mut().zip(self.winners.iter_mut()).zip(row) {
            // A plain hand is best where nothing was: zero is beaten by every rank there is.
            let others = if rank > *best { 0 } else { *winners };
            let own = if rank > 0 && rank >= *best { bit } else { 0 };
            *winners = others | own;
            *best = rank.max(*best);
        }
    }
}

impl Collapse {
    pub(crate) fn new(order: &'static HandOrder, low: Option<&'static HandOrder>) -> Collapse {
        Collapse {
            high: Rows::of(order),
            low: low.map(Rows::of),
            pack: order.pack().cards(),
            weights: Box::new([0; BOARDS]),
            high_half: PotHalf::new(),
            low_half: PotHalf::new(),
        }
    }

    /// Counts all boards for these holes, none of which shares a card.
    pub(crate) fn count(&mut self, holes: &[CardSet], dead: CardSet, tally: &mut Tally) {
        let stub = self.pack - holes.iter().fold(dead, |gone, &hole| gone | hole);
        self.weigh(stub);
        self.high_half.clear();
        for (player, &hole) in holes.iter().enumerate() {
            self.high_half.add(player, self.high.row(hole));
        }
        if let Some(low) = self.low {
            self.low_half.clear();
            for (player, &hole) in holes.iter().enumerate() {
                self.low_half.add(player, low.row(hole));
            }
        }
        for suit in 0..4 {
            self.flushes(suit, holes, stub, tally);
        }
        let players = holes.len() as u32;
        let halves = self.high_half.winners.iter().zip(self.low_half.winners.iter());
        for ((&high, &low), &weight) in halves.zip(self.weights.iter()) {
            tally.add(high | low << players, u64::from(weight));
        }
    }

    /// How many ways the stub has to show each combination of ranks.
    fn weigh(&mut self, stub: CardSet) {
        let ways = count_ranks(stub.suits()).map(|cards| match cards {
            0 => [1u32, 0, 0, 0, 0],
            1 => [1, 1, 0, 0, 0],
            2 => [1, 2, 1, 0, 0],
            3 => [1, 3, 3, 1, 0],
            _ => [1, 4, 6, 4, 1],
        });
        let mut place = 0;
        let weights = &mut self.weights;
        each_board(1u32, &|weight, rank, cards| weight * ways[rank][cards], &mut |weight| {
            weights[place] = weight;
            place += 1;
        });
    }

    /// Counts the boards on which a flush in this suit wins, and takes them off those that are still to be counted.
    fn flushes(&mut self, suit: usize, holes: &[CardSet], stub: CardSet, tally: &mut Tally) {
        let layout = &*LAYOUT;
        let left = stub.suits()[suit];
        let held: Vec<u16> = holes.iter().map(|hole| hole.suits()[suit]).collect();
        let longest = held.iter().map(|held| held.count_ones()).max().unwrap_or(0);
        let mut others = stub.suits();
        others[suit] = 0;
        let others = count_ranks(others);
        let suited = self.high.suited();
        // The best flush with these ranks of the suit on the board, and who has it.
        let flush = |board: u16| {
            let (mut best, mut winners): (u32, Outcome) = (0, 0);
            for (player, held) in held.iter().enumerate() {
                let rank = suited[usize::from(held | board)];
                winners = if rank > best { 0 } else { winners };
                winners |= u32::from(rank > 0 && rank >= best) << player;
                best = best.max(rank);
            }
            (best, winners)
        };
        for (board, places) in layout.five().iter().filter(|(board, _)| board & !left == 0) {
            self.take(flush(*board), places, &[1], holes.len(), tally);
        }
        if longest >= 1 {
            let ways = others.map(|cards| cards as u32);
            for (board, places) in layout.four().iter().filter(|(board, _)| board & !left == 0) {
                self.take(flush(*board), places, &ways, holes.len(), tally);
            }
        }
        if longest >= 2 {
            let mut ways = [0; PAIRS];
            for a in 0..13 {
                (0..a).for_each(|b| ways[pair(a, b)] = (others[a] * others[b]) as u32);
                ways[pair(a, a)] = (others[a] * others[a].saturating_sub(1) / 2) as u32;
            }
            for (board, places) in layout.three().iter().filter(|(board, _)| board & !left == 0) {
                self.take(flush(*board), places, &ways, holes.len(), tally);
            }
        }
    }

    /// Gives the boards at these places to a flush, each as often as it comes, where nothing better is held.
    #[inline(always)]
    fn take(
        &mut self,
        (flush, winners): (u32, Outcome),
        places: &[u16],
        ways: &[u32],
        players: usize,
        tally: &mut Tally,
    ) {
        let mut taken = 0;
        for (&place, &ways) in places.iter().zip(ways) {
            // No flush ties with what is none.
            let place = usize::from(place);
            let ways = if flush > self.high_half.best[place] { ways } else { 0 };
            self.weights[place] -= ways;
            match self.low {
                None => taken += ways,
                Some(_) => tally.add(winners | self.low_half.winners[place] << players, u64::from(ways)),
            }
        }
        if self.low.is_none() {
            tally.add(winners, u64::from(taken));
        }
    }
}

/// How many of each rank these suits hold.
fn count_ranks(suits: [u16; 4]) -> [usize; 13] {
    std::array::from_fn(|rank| suits.iter().filter(|&held| held >> rank & 1 == 1).count())
}
