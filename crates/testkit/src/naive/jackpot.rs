//! Jackpot wagers, their prizes and the meter. The meter is in millionths of a cent.

use super::hand::Kind;
use super::limits::{ceiling, cents, unit};
use super::{Book, Jackpot, Line, Meter, Round, Ticket};

const CENT: i128 = 1_000_000;
const DOLLAR: i128 = 100 * CENT;

pub(super) struct Settled {
    /// For each seat the jackpot wager's line and the bonus jackpot's.
    pub(super) lines: Vec<(Option<Line>, Option<Line>)>,
    pub(super) meter: Option<Meter>,
}

/// The prizes that come from the meter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Prizes {
    /// What each royal flush is paid, in cents.
    pub(super) royal: i64,
    /// What each straight flush is paid, in cents.
    pub(super) straight_flush: i64,
    /// What comes off the meter.
    pub(super) off: i128,
    /// What is put in to reset it.
    pub(super) reseeded: i128,
}

pub(super) fn settle(round: &Round, tickets: &[Option<&Ticket>]) -> Settled {
    let Some(jackpot) = &round.sign.jackpot else {
        assert!(tickets.iter().all(Option::is_none), "a jackpot wager where there is no jackpot");
        return Settled { lines: tickets.iter().map(|_| (None, None)).collect(), meter: None };
    };
    let valid = |ticket: &&&Ticket| !ticket.void;
    let registered = tickets.iter().flatten().filter(valid).count() as i128;
    let contributed = registered * i128::from(jackpot.wager) * increment_ppm(round.book, jackpot);
    let meter = jackpot.meter + contributed;

    let winners =
        |kind: Kind| tickets.iter().flatten().filter(valid).filter(|t| t.hand == Some(kind)).count();
    let (royals, straight_flushes) = (winners(Kind::RoyalFlush), winners(Kind::StraightFlush));
    let prizes = prizes(round.book, jackpot, unit(round), meter, royals, straight_flushes);
    let mut bonus = 0;
    if round.book == Book::Star {
        // 15.2.10.2: for a royal flush, for a straight flush, and for both both.
        bonus += if royals > 0 { jackpot.bonus_royal.unwrap_or(0) } else { 0 };
        bonus += if straight_flushes > 0 { jackpot.bonus_straight_flush.unwrap_or(0) } else { 0 };
    }

    let mut lines = Vec::new();
    for ticket in tickets {
        let Some(ticket) = ticket else {
            lines.push((None, None));
            continue;
        };
        let (result, paid, returned) = match ticket.hand {
            _ if ticket.void => ("void", 0, ticket.staked),
            Some(Kind::RoyalFlush) => ("win", prizes.royal, 0),
            Some(Kind::StraightFlush) => ("win", prizes.straight_flush, 0),
            Some(kind) if fixed(round, jackpot, kind) > 0 => ("win", fixed(round, jackpot, kind), 0),
            _ => ("lose", 0, 0),
        };
        let top = matches!(ticket.hand, Some(Kind::RoyalFlush | Kind::StraightFlush));
        let line = |on: &str, staked, result: &str, paid, returned| {
            Some(Line { on: on.to_string(), staked, result: result.to_string(), paid, returned })
        };
        let extra =
            if ticket.void || top || bonus == 0 { None } else { line("bonus-jackpot", 0, "win", bonus, 0) };
        lines.push((line("jackpot", ticket.staked, result, paid, returned), extra));
    }

    let awarded = i128::from(prizes.royal) * royals as i128 * CENT
        + i128::from(prizes.straight_flush) * straight_flushes as i128 * CENT;
    let meter = Meter {
        contributed,
        paid: prizes.off,
        reseeded: prizes.reseeded,
        // A royal flush takes all of the meter, also what is left of a cent: that is nothing the house gets.
        house: (awarded - prizes.off).max(0),
        after: meter - prizes.off + prizes.reseeded,
    };
    Settled { lines, meter: Some(meter) }
}

/// What of each wager goes on the meter, in millionths.
fn increment_ppm(book: Book, jackpot: &Jackpot) -> i128 {
    // In hundredths of a per cent.
    let rate = match book {
        Book::Star => return jackpot.increment_ppm.into(),
        // Table 6, options 1 to 6.
        Book::CrownSydney => {
            let row = match jackpot.seed {
                20_000 => [5722, 4997, 4076, 5133, 4801, 4168],
                40_000 => [5414, 4689, 3768, 4826, 4493, 3861],
                50_000 => [5260, 4535, 3614, 4672, 4339, 3707],
                60_000 => [5106, 4381, 3460, 4518, 4185, 3553],
                80_000 => [4798, 4074, 3152, 4210, 3878, 3245],
                100_000 => [4490, 3766, 2844, 3902, 3570, 2937],
                other => panic!("no reset value {other}"),
            };
            row[usize::from(jackpot.option) - 1]
        }
        // Tables 2 and 3; Three Card Poker's Tables 1 and 2 are the same.
        Book::MelbourneMississippi | Book::MelbourneThreeCard => {
            let row = match jackpot.seed {
                10_000 => [3406, 3102],
                20_000 => [3251, 2947],
                30_000 => [3094, 2790],
                40_000 => [2936, 2632],
                50_000 => [2776, 2470],
                60_000 => [2612, 2302],
                75_000 => [2350, 2028],
                other => panic!("no seed {other}"),
            };
            row[usize::from(jackpot.option) - 1]
        }
    };
    rate * 100
}

/// The prizes that take nothing off the meter, in cents; 0 for a hand that loses.
fn fixed(round: &Round, jackpot: &Jackpot, kind: Kind) -> i64 {
    let option = usize::from(jackpot.option);
    let times = match round.book {
        // Flat dollars, whatever the wager (15.2.9.3 to 15.2.9.5).
        Book::Star => {
            return match kind {
                Kind::FourOfAKind => 500 * 100,
                Kind::FullHouse => 150 * 100,
                Kind::Flush => 100 * 100,
                _ => 0,
            };
        }
        // Table 5, "for 1".
        Book::CrownSydney => match kind {
            Kind::FourOfAKind => [300, 400, 500, 300, 400, 500][option - 1],
            Kind::FullHouse => [80, 100, 120, 80, 100, 100][option - 1],
            Kind::Flush => [50, 60, 80, 40, 50, 50][option - 1],
            Kind::Straight => [0, 0, 0, 20, 10, 20][option - 1],
            _ => 0,
        },
        // Tables 4 and 5; Three Card Poker's Tables 3 and 4. Dollars for each dollar.
        Book::MelbourneMississippi | Book::MelbourneThreeCard => match kind {
            Kind::FourOfAKind => [500, 600][option - 1],
            Kind::FullHouse => [150, 100][option - 1],
            Kind::Flush => [100, 60][option - 1],
            Kind::Straight => [0, 40][option - 1],
            _ => 0,
        },
    };
    let chip = i128::from(unit(round));
    cents(ceiling(i128::from(times) * i128::from(jackpot.wager), chip) * chip)
}

/// The prizes for royal and straight flushes in one round, the meter standing at `meter`.
pub(super) fn prizes(
    book: Book,
    jackpot: &Jackpot,
    unit: i64,
    meter: i128,
    royals: usize,
    straight_flushes: usize,
) -> Prizes {
    if royals + straight_flushes == 0 {
        return Prizes { royal: 0, straight_flush: 0, off: 0, reseeded: 0 };
    }
    let reset = i128::from(jackpot.seed) * i128::from(jackpot.wager) * CENT;
    match book {
        Book::CrownSydney => crown_sydney(reset, unit, meter, royals, straight_flushes),
        Book::Star => star(i128::from(jackpot.seed) * DOLLAR, meter, royals, straight_flushes),
        Book::MelbourneMississippi | Book::MelbourneThreeCard => {
            melbourne(reset, unit, meter, royals, straight_flushes)
        }
    }
}

/// `amount / by` in millionths of a cent, up to the next multiple of so many cents.
fn pay(amount: i128, by: i128, unit: i64) -> i64 {
    let unit = i128::from(unit);
    cents(ceiling(amount, by * unit * CENT) * unit)
}

/// Of n straight flushes each takes so much of the meter and so much of the reset value, in thousandths of a per cent
/// (Crown Sydney Table 7; Melbourne Table 8).
const STRAIGHT_FLUSH_SHARES: [(i128, i128); 7] =
    [(10_000, 0), (9_500, 500), (9_033, 967), (8_598, 1_403), (8_190, 1_810), (7_809, 2_191), (7_453, 2_547)];

fn crown_sydney(reset: i128, unit: i64, meter: i128, royals: usize, straight_flushes: usize) -> Prizes {
    let displayed = meter / CENT * CENT;
    if royals == 0 {
        // 12.6: what comes from the meter is taken off it (AMB-36), the rest is the house's.
        let (of_meter, of_reset) = STRAIGHT_FLUSH_SHARES[straight_flushes - 1];
        let straight_flush = pay(of_meter * displayed + of_reset * reset, 100_000, unit);
        let off = straight_flushes as i128 * of_meter * displayed / 100_000;
        return Prizes { royal: 0, straight_flush, off, reseeded: 0 };
    }
    // 12.5: the meter up to the dollar, a reset value for every royal after the first, shared by 10R + S.
    let pot = ceiling(displayed, DOLLAR) * DOLLAR + (royals as i128 - 1) * reset;
    let parts = 10 * royals as i128 + straight_flushes as i128;
    Prizes {
        royal: pay(10 * pot, parts, unit),
        straight_flush: pay(pot, parts, unit),
        off: meter,
        reseeded: reset,
    }
}

/// Three Card Poker Table 6, in thousandths of a per cent: a row for each number of straight flushes from none to
/// seven, a column for each number of royal flushes from one to four.
const ROYAL_SHARES: [[i128; 4]; 8] = [
    [100_000, 50_000, 33_333, 25_000],
    [90_909, 47_619, 32_258, 24_390],
    [83_333, 45_455, 31_250, 23_810],
    [76_923, 43_478, 30_303, 23_256],
    [71_429, 41_667, 29_412, 22_727],
    [66_667, 40_000, 28_571, 22_222],
    [62_500, 38_462, 27_778, 21_739],
    [58_824, 37_037, 27_027, 21_277],
];

/// Table 7: the straight flushes beside royal flushes, a row for each number of them from one to seven.
const BESIDE_ROYAL_SHARES: [[i128; 4]; 7] = [
    [9_091, 4_762, 3_226, 2_439],
    [8_333, 4_545, 3_125, 2_381],
    [7_692, 4_348, 3_030, 2_326],
    [7_143, 4_167, 2_941, 2_273],
    [6_667, 4_000, 2_857, 2_222],
    [6_250, 3_846, 2_778, 2_174],
    [5_882, 3_704, 2_703, 2_128],
];

fn melbourne(reset: i128, unit: i64, meter: i128, royals: usize, straight_flushes: usize) -> Prizes {
    let rounded = ceiling(meter, DOLLAR) * DOLLAR;
    if royals == 0 {
        let (of_meter, of_reset) = STRAIGHT_FLUSH_SHARES[straight_flushes - 1];
        let each = of_meter * rounded + of_reset * reset;
        // The award itself comes off the meter, not its rounding, and no more than is there; the meter never stays
        // below its seed (9.4.1, 6.4.1).
        let off = (straight_flushes as i128 * each / 100_000).min(meter);
        let reseeded = (reset - (meter - off)).max(0);
        return Prizes { royal: 0, straight_flush: pay(each, 100_000, unit), off, reseeded };
    }
    let pool = rounded + (royals as i128 - 1) * reset;
    let royal = pay(ROYAL_SHARES[straight_flushes][royals - 1] * pool, 100_000, unit);
    let straight_flush = if straight_flushes == 0 {
        0
    } else {
        pay(BESIDE_ROYAL_SHARES[straight_flushes - 1][royals - 1] * pool, 100_000, unit)
    };
    Prizes { royal, straight_flush, off: meter, reseeded: reset }
}

fn star(seed: i128, meter: i128, royals: usize, straight_flushes: usize) -> Prizes {
    // 15.2.13.2: ten per cent of what is there, as often as there are straight flushes, shared; at least $5,000 each.
    let (tens, nines) = (10_i128.pow(straight_flushes as u32), 9_i128.pow(straight_flushes as u32));
    let drawn = ceiling(meter * (tens - nines), tens);
    let mut prizes = Prizes { royal: 0, straight_flush: 0, off: drawn, reseeded: 0 };
    if straight_flushes > 0 {
        let share = pay(meter * (tens - nines), tens * straight_flushes as i128, 1);
        prizes.straight_flush = share.max(5_000 * 100);
    }
    if royals > 0 {
        // 15.2.14: the straight flushes first, the royal flushes take what is left; at least $50,000 each.
        prizes.royal = pay(meter - drawn, royals as i128, 1).max(50_000 * 100);
        prizes.off = meter;
        prizes.reseeded = seed;
    }
    prizes
}
