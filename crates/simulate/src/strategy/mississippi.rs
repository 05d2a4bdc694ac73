//! Mississippi Stud.

use super::{BEST, Decide, JACK, Strategy, TEN, bet, rank, suit};
use cards::{CardId, Rank};
use engine::banked::{Banked, Decision, Table};

pub(super) const ALL: [Strategy; 4] = [
    Strategy {
        name: "basic",
        about: "two points a high card, one a middling one; raise made hands",
        decide: Decide::Rule(basic),
    },
    Strategy { name: "never-fold", about: "one Ante on every street", decide: Decide::Rule(never_fold) },
    Strategy {
        name: "always-three",
        about: "three Antes on every street",
        decide: Decide::Rule(always_three),
    },
    BEST,
];

const SIX: usize = Rank::Six as usize;

/// What a player sees: the own cards and the board so far.
struct Seen {
    cards: [CardId; 5],
    count: usize,
    /// How many cards of each rank.
    ranks: [u8; 13],
}

impl Seen {
    fn new(table: &Table, seat: usize) -> Seen {
        let own = table.seats[seat].cards;
        let mut cards = [own[0]; 5];
        cards[1] = own[1];
        let shown = usize::from(table.board_shown).min(3);
        cards[2..2 + shown].copy_from_slice(&table.board[..shown]);
        let count = 2 + shown;
        let mut ranks = [0; 13];
        cards[..count].iter().for_each(|card| ranks[rank(*card)] += 1);
        Seen { cards, count, ranks }
    }

    fn cards(&self) -> &[CardId] {
        &self.cards[..self.count]
    }

    /// Two for each jack or higher, one for each six to ten.
    fn points(&self) -> usize {
        let worth = |card: &CardId| match rank(*card) {
            JACK.. => 2,
            SIX.. => 1,
            _ => 0,
        };
        self.cards().iter().map(worth).sum()
    }

    fn highs(&self) -> usize {
        self.cards().iter().filter(|card| rank(**card) >= JACK).count()
    }

    /// A hand that at least stands off: two pair or three alike, or a pair of sixes or better.
    fn is_made(&self) -> bool {
        let pairs = self.ranks.iter().filter(|count| **count >= 2).count();
        let good = self.ranks[SIX..].iter().any(|count| *count >= 2);
        pairs >= 2 || good || self.ranks.iter().any(|count| *count >= 3)
    }

    fn has_pair(&self) -> bool {
        self.ranks.iter().any(|count| *count >= 2)
    }

    fn suited(&self) -> bool {
        self.cards().iter().all(|card| suit(*card) == suit(self.cards[0]))
    }

    /// Ranks missing between the lowest and the highest, where all are different.
    fn gaps(&self) -> Option<usize> {
        let ranks = || self.cards().iter().map(|card| rank(*card));
        let (low, high) = (ranks().min()?, ranks().max()?);
        (!self.has_pair()).then(|| high - low + 1 - self.count)
    }

    fn lowest(&self) -> usize {
        self.cards().iter().map(|card| rank(*card)).min().unwrap_or(0)
    }

    fn highest(&self) -> usize {
        self.cards().iter().map(|card| rank(*card)).max().unwrap_or(0)
    }
}

fn basic(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    let seen = Seen::new(table, seat);
    let times = match seen.count {
        2 => third_street(&seen),
        3 => fourth_street(&seen),
        _ => fifth_street(&seen, table, seat),
    };
    if times == 0 { Decision::Fold } else { bet(table, seat, times) }
}

fn third_street(seen: &Seen) -> i64 {
    let six_five = seen.suited() && seen.lowest() == SIX - 1 && seen.highest() == SIX;
    match () {
        () if seen.has_pair() => 3,
        () if seen.points() >= 2 || six_five => 1,
        () => 0,
    }
}

fn fourth_street(seen: &Seen) -> i64 {
    let draws_straight_flush = seen.suited()
        && match seen.gaps() {
            Some(0) => seen.lowest() >= SIX - 1,
            Some(1) => seen.highs() >= 1,
            Some(2) => seen.highs() >= 2,
            _ => false,
        };
    let royal = seen.suited() && seen.lowest() >= TEN;
    let straight = match seen.gaps() {
        Some(0) => seen.lowest() >= SIX - 2,
        Some(1) => seen.cards().iter().filter(|card| (SIX..=TEN).contains(&rank(**card))).count() >= 2,
        _ => false,
    };
    match () {
        () if seen.is_made() || royal || draws_straight_flush => 3,
        () if seen.suited() || seen.has_pair() || seen.points() >= 3 || straight => 1,
        () => 0,
    }
}

fn fifth_street(seen: &Seen, table: &Table, seat: usize) -> i64 {
    let gaps = seen.gaps();
    let open_ended = gaps == Some(0) && seen.highest() >= SIX + 2 && seen.highest() < super::ACE;
    let draws_straight = gaps.is_some_and(|gaps| gaps <= 1) || wheel_draw(seen);
    let middling = seen.cards().iter().filter(|card| (SIX..=TEN).contains(&rank(**card))).count();
    let ante = table.seats[seat].stakes[0].cents();
    let raised = table.seats[seat].stakes[1..].iter().any(|stake| stake.cents() == 3 * ante);
    match () {
        () if seen.is_made() || seen.suited() || open_ended => 3,
        () if draws_straight || seen.has_pair() || seen.points() >= 4 => 1,
        () if middling >= 3 && raised => 1,
        () => 0,
    }
}

/// Four different cards of ace to five.
fn wheel_draw(seen: &Seen) -> bool {
    let low = |card: &CardId| rank(*card) < SIX || rank(*card) == super::ACE;
    !seen.has_pair() && seen.cards().iter().all(low)
}

fn never_fold(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    bet(table, seat, 1)
}

fn always_three(_: &Banked<'_>, table: &Table, seat: usize, _: usize) -> Decision {
    bet(table, seat, 3)
}
