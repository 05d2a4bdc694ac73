//! How many hands of each category there are, from the upper halves of codes alone.

use super::Batch;
use super::draw::BLOCK;
use super::lanes::{Job, Lanes};
use crate::category::Category;
use crate::order::{Better, HandOrder};
use crate::set::CardSet;

impl Batch<'_> {
    /// Counts the categories of the held cards with every way to draw so many more from the pool, weakest first.
    /// Hands that do not qualify are not counted.
    ///
    /// ```
    /// use cards::{CardSet, Category, orders};
    /// let counts = orders::high_52().batch().count_categories(CardSet::EMPTY, CardSet::ALL, 5);
    /// assert_eq!(counts[0], (Category::NoPair, 1_302_540));
    /// assert_eq!(counts[9], (Category::RoyalFlush, 4));
    /// ```
    ///
    /// # Panics
    /// As [`Batch::each_draw`] does.
    pub fn count_categories(&self, held: CardSet, pool: CardSet, draw: usize) -> Vec<(Category, u64)> {
        let mut waiting = [[0; BLOCK]; WAITING];
        let mut filled = 0;
        let mut tally = Tally::new(self.order);
        self.each_draw(held, pool, draw, |block| {
            waiting[filled] = *block.high();
            tally.live += block.live() as u64;
            filled += 1;
            if filled == WAITING {
                self.count(&waiting, &mut tally);
                filled = 0;
            }
        });
        self.count(&waiting[..filled], &mut tally);
        tally.by_category(self.order)
    }

    /// Kept apart, so that what is done for every block stays small.
    #[inline(never)]
    fn count(&self, halves: &[[u16; BLOCK]], tally: &mut Tally) {
        self.instructions.run(Count { halves, tally });
    }
}

/// So many blocks wait to be counted together, close by.
const WAITING: usize = 64;

/// Counts of the hands that reach each category.
struct Tally {
    /// The least upper half of a code of each category, weakest first.
    least: Vec<u16>,
    reached: Vec<u64>,
    live: u64,
}

impl Tally {
    fn new(order: &HandOrder) -> Tally {
        // Where hands must qualify, those that do not read as zero, and no category starts there.
        let lowest = u16::from(order.rules().at_most.is_some());
        let halves = order.ladder().iter().map(|&category| least_half(order, category).max(lowest));
        let least: Vec<u16> = halves.collect();
        Tally { reached: vec![0; least.len()], least, live: 0 }
    }

    /// Who reaches a category and not the next one is of it.
    fn by_category(mut self, order: &HandOrder) -> Vec<(Category, u64)> {
        // What is not live reads as zero, and zero reaches a category that starts there.
        for (reached, &least) in self.reached.iter_mut().zip(&self.least) {
            if least == 0 {
                *reached = self.live;
            }
        }
        let above = self.reached.iter().skip(1).copied().chain([0]);
        let counts = self.reached.iter().zip(above).map(|(&reached, above)| reached - above);
        order.ladder().iter().copied().zip(counts).collect()
    }
}

struct Count<'a> {
    halves: &'a [[u16; BLOCK]],
    tally: &'a mut Tally,
}

impl Job for Count<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, set: L::Set) {
        let one = L::splat(set, 1);
        let Tally { least, reached, .. } = self.tally;
        for (&least, reached) in least.iter().zip(reached).filter(|(least, _)| **least > 0) {
            let below = L::splat(set, least - 1);
            let mut lanes = L::splat(set, 0);
            for halves in self.halves {
                for lane in (0..BLOCK).step_by(L::WIDTH) {
                    let half = L::load(set, &halves[lane..lane + L::WIDTH]);
                    lanes = lanes.add_where(half.exceeds(below), one);
                }
            }
            let mut counts = [0; BLOCK];
            lanes.store(&mut counts[..L::WIDTH]);
            *reached += counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        }
    }
}

/// The least upper half of a code of this category.
fn least_half(order: &HandOrder, category: Category) -> u16 {
    let place = u16::from(order.place(category)) << 13;
    let ace = 1 << 12;
    match (order.rules().better, category) {
        (Better::Higher, Category::OnePair) => place | 1,
        (Better::Higher, Category::RoyalFlush) => place | ace,
        (Better::Higher, _) => place,
        // Turned over: the greatest becomes the least.
        (Better::Lower, Category::NoPair) => !place,
        (Better::Lower, Category::StraightFlush) if order.counts(Category::RoyalFlush) => {
            !(place | (ace - 1))
        }
        (
            Better::Lower,
            Category::OneCard | Category::TwoCards | Category::ThreeCards | Category::FourCards,
        ) => !place,
        (Better::Lower, _) => !(place | 0x1fff),
    }
}
