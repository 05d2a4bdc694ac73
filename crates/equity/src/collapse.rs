//! Hold'em before the flop with every hand known: boards that show the same ranks are counted together, first as
//! if there were no flushes; then only those boards are put right on which somebody holds one.

use crate::rows::{BOARDS, LAYOUT, PAIRS, Rows, each_board, pair};
use crate::tally::{Best, Tally, outcome};
use cards::{CardSet, HandOrder};

/// The rows of the orders that a game compares hands by.
pub(crate) struct Collapse {
    high: &'static Rows,
    low: Option<&'static Rows>,
    pack: CardSet,
    /// How many deals each board without suits stands for, kept from one matchup to the next.
    weights: Box<[u32; BOARDS]>,
}

/// One player's hole and what it makes.
struct Seat<'a> {
    hole: CardSet,
    high: &'a [u32],
    low: &'a [u32],
}

/// Of boards that show these ranks, one more or less.
struct Changed<'a> {
    seats: &'a [Seat<'a>],
    /// The best flush of each seat, zero where there is none.
    flushes: [u32; MOST],
    suited: &'a [u32],
}

/// More players than any game has.
const MOST: usize = 16;

impl Collapse {
    pub(crate) fn new(order: &'static HandOrder, low: Option<&'static HandOrder>) -> Collapse {
        let pack = order.pack().cards();
        Collapse { high: Rows::of(order), low: low.map(Rows::of), pack, weights: Box::new([0; BOARDS]) }
    }

    /// Counts all boards for these holes, none of which shares a card.
    pub(crate) fn count(&mut self, holes: &[CardSet], dead: CardSet, tally: &mut Tally) {
        let stub = self.pack - holes.iter().fold(dead, |gone, &hole| gone | hole);
        self.weigh(stub);
        let seats: Vec<Seat<'_>> = (holes.iter())
            .map(|&hole| Seat {
                hole,
                high: &self.high.row(hole)[..BOARDS],
                low: self.low.map_or(&[], |low| &low.row(hole)[..BOARDS]),
            })
            .collect();
        let suited = self.high.suited();
        match &seats[..] {
            [a, b] if self.low.is_none() => {
                let (mut a_wins, mut b_wins, all) = without_flushes_heads_up(a, b, &self.weights);
                let mut changed = Changed { seats: &seats, flushes: [0; MOST], suited };
                changed.each_flush(stub, |place, weight, flushes| {
                    let (a, b) = (a.high[place], b.high[place]);
                    let (with_a, with_b) = (a.max(flushes[0]), b.max(flushes[1]));
                    a_wins += weight * (i64::from(with_a > with_b) - i64::from(a > b));
                    b_wins += weight * (i64::from(with_b > with_a) - i64::from(b > a));
                });
                for (outcome, deals) in (1..).zip([a_wins, b_wins, all - a_wins - b_wins]) {
                    tally.add(outcome, deals.unsigned_abs());
                }
            }
            _ => {
                let players = seats.len();
                let result = |place: usize, flushes: &[u32; MOST]| {
                    let (mut high, mut low) = (Best::default(), Best::default());
                    for (player, seat) in seats.iter().enumerate() {
                        high = high.with(player, seat.high[place].max(flushes[player]));
                        if let Some(&rank) = seat.low.get(place) {
                            low = low.with(player, rank);
                        }
                    }
                    outcome(players, high, low)
                };
                let none = [0; MOST];
                for (place, &weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
                    tally.add(result(place, &none), u64::from(weight));
                }
                let mut changed = Changed { seats: &seats, flushes: none, suited };
                changed.each_flush(stub, |place, weight, flushes| {
                    tally.add(result(place, &none), (-weight) as u64);
                    tally.add(result(place, flushes), weight as u64);
                });
            }
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
}

/// How many of each rank these suits hold.
fn count_ranks(suits: [u16; 4]) -> [usize; 13] {
    std::array::from_fn(|rank| suits.iter().filter(|&held| held >> rank & 1 == 1).count())
}

/// The deals that each of two wins as long as there are no flushes, and all deals.
fn without_flushes_heads_up(a: &Seat<'_>, b: &Seat<'_>, weights: &[u32; BOARDS]) -> (i64, i64, i64) {
    // All boards together are fewer than 32 bits hold, so that the loop needs no wider sums.
    let (mut a_wins, mut b_wins, mut all) = (0u32, 0u32, 0u32);
    for ((&a, &b), &weight) in a.high.iter().zip(b.high).zip(weights) {
        a_wins += if a > b { weight } else { 0 };
        b_wins += if b > a { weight } else { 0 };
        all += weight;
    }
    (i64::from(a_wins), i64::from(b_wins), i64::from(all))
}

impl Changed<'_> {
    /// Calls with every board on which somebody has a flush: its place, how many such boards there are, and the
    /// flushes.
    #[inline(always)]
    fn each_flush(&mut self, stub: CardSet, mut call: impl FnMut(usize, i64, &[u32; MOST])) {
        let layout = &*LAYOUT;
        for (suit, &left) in stub.suits().iter().enumerate() {
            let longest = self.seats.iter().map(|seat| seat.hole.suits()[suit].count_ones()).max();
            let longest = longest.unwrap_or(0);
            let mut others = stub.suits();
            others[suit] = 0;
            let others = count_ranks(others);
            for &(board, place) in layout.five.iter().filter(|(board, _)| board & !left == 0) {
                self.deal(suit, board);
                call(usize::from(place), 1, &self.flushes);
            }
            if longest >= 1 {
                for (board, places) in layout.four.iter().filter(|(board, _)| board & !left == 0) {
                    self.deal(suit, *board);
                    for (&place, &cards) in places.iter().zip(&others) {
                        call(usize::from(place), cards as i64, &self.flushes);
                    }
                }
            }
            if longest >= 2 {
                let mut ways = [0i64; PAIRS];
                for a in 0..13 {
                    let different = (0..a).map(|b| (pair(a, b), others[a] * others[b]));
                    let same = (pair(a, a), others[a] * others[a].saturating_sub(1) / 2);
                    different.chain([same]).for_each(|(place, count)| ways[place] = count as i64);
                }
                for (board, places) in layout.three.iter().filter(|(board, _)| board & !left == 0) {
                    self.deal(suit, *board);
                    for (&place, &cards) in places.iter().zip(&ways) {
                        call(usize::from(place), cards, &self.flushes);
                    }
                }
            }
        }
    }

    /// Works out the flushes with these ranks of the suit on the board.
    #[inline(always)]
    fn deal(&mut self, suit: usize, board: u16) {
        for (flush, seat) in self.flushes.iter_mut().zip(self.seats) {
            *flush = self.suited[usize::from(seat.hole.suits()[suit] | board)];
        }
    }
}
