//! Sets of a few cards of a pool, numbered without a gap: smaller sets first.

use crate::draws::{choose, one_by_one};
use cards::CardSet;

/// The numbering of a pool's sets.
pub(crate) struct Sets {
    /// Where each bit of a set stands in the pool.
    place: [u8; 64],
    pool: usize,
    /// How many sets have fewer cards, by the number of cards.
    before: [usize; 9],
}

/// How many sets of at most so many cards a pool has.
pub(crate) fn sets_within(pool: usize, cards: usize) -> u64 {
    (0..=cards.min(pool).min(7)).map(|cards| choose(pool, cards)).sum()
}

impl Sets {
    pub(crate) fn new(pool: CardSet) -> Sets {
        let mut place = [0; 64];
        for (i, card) in one_by_one(pool).enumerate() {
            place[card.trailing_zeros() as usize] = i as u8;
        }
        let mut before = [0; 9];
        for cards in 0..8 {
            before[cards + 1] = before[cards] + choose(pool.len(), cards) as usize;
        }
        Sets { place, pool: pool.len(), before }
    }

    /// How many cards the pool has.
    pub(crate) fn pool(&self) -> usize {
        self.pool
    }

    /// How many sets have at most so many cards.
    pub(crate) fn within(&self, cards: usize) -> usize {
        sets_within(self.pool, cards) as usize
    }

    /// Where the cards stand in the pool, lowest first, and how many there are.
    #[inline(always)]
    fn places(&self, cards: CardSet) -> ([u8; 64], usize) {
        let (mut places, mut count) = ([0; 64], 0);
        for card in one_by_one(cards) {
            places[count % 64] = self.place[card.trailing_zeros() as usize % 64];
            count += 1;
        }
        (places, count)
    }

    /// The numbers of all sets of these cards, up to so many cards each, and whether they have an odd number.
    pub(crate) fn numbers(&self, cards: CardSet, most: usize, numbers: &mut Vec<(usize, bool)>) {
        numbers.clear();
        if let (2, 2) = (cards.len(), most) {
            // Hold'em, worked out at once.
            let bits = cards.bits();
            let place = |bit: u32| usize::from(self.place[bit as usize % 64]);
            let (low, high) = (place(bits.trailing_zeros()), place(63 - bits.leading_zeros()));
            let both = self.before[2] + low + choose(high, 2) as usize;
            return numbers.extend([(0, false), (1 + low, true), (1 + high, true), (both, false)]);
        }
        let (places, count) = self.places(cards);
        for chosen in 0u32..1 << count {
            let size = chosen.count_ones() as usize;
            if size > most {
                continue;
            }
            let (mut number, mut nth, mut left) = (self.before[size], 0, chosen);
            while left != 0 {
                nth += 1;
                number += choose(usize::from(places[left.trailing_zeros() as usize]), nth) as usize;
                left &= left - 1;
            }
            numbers.push((number, size % 2 == 1));
        }
    }

    /// Calls with the sets of many cards, up to so many cards each.
    #[inline(always)]
    pub(crate) fn each(&self, cards: CardSet, most: usize, call: &mut impl FnMut(usize, bool)) {
        let (places, count) = self.places(cards);
        let places = &places[..count];
        call(0, false);
        if most == 0 {
            return;
        }
        for (i, &first) in places.iter().enumerate() {
            let first = usize::from(first);
            call(1 + first, true);
            if most == 1 {
                continue;
            }
            // Pairs are what hold'em is made of: no further call for them.
            for (j, &second) in places.iter().enumerate().skip(i + 1) {
                let number = first + choose(usize::from(second), 2) as usize;
                call(self.before[2] + number, false);
                if most > 2 {
                    self.larger(&places[j + 1..], 3, most, number, call);
                }
            }
        }
    }

    /// The sets that begin with cards of this number, one card more and larger.
    fn larger(
        &self,
        places: &[u8],
        size: usize,
        most: usize,
        number: usize,
        call: &mut impl FnMut(usize, bool),
    ) {
        for (i, &place) in places.iter().enumerate() {
            let number = number + choose(usize::from(place), size) as usize;
            call(self.before[size] + number, size % 2 == 1);
            if size < most {
                self.larger(&places[i + 1..], size + 1, most, number, call);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_number_of_its_own() {
        let pool: CardSet = "As Kd Qh Jc Ts 2c 2d 9h".parse().unwrap();
        for most in 0..=4 {
            let (sets, mut seen, mut numbers) = (Sets::new(pool), Vec::new(), Vec::new());
            sets.each(pool, most, &mut |number, odd| seen.push((number, odd)));
            sets.numbers(pool, most, &mut numbers);
            numbers.sort_unstable();
            seen.sort_unstable();
            assert_eq!(seen, numbers);
            let mut seen: Vec<usize> = seen.into_iter().map(|(number, _)| number).collect();
            seen.sort_unstable();
            assert!(seen.iter().copied().eq(0..Sets::new(pool).within(most)), "{most}: {seen:?}");
        }
    }
}
