//! What royal and straight flushes of one round are awarded, by each book's formula, in exact fractions.

use minicbor::{Decode, Encode};
use money::{Direction, Fraction, MicroCents, Money, Rounding};
use rulebook::{Cite, Citing, Draw, MeterReading, Reset, SeveralFlushes, Shares, Split, WholeDollars};

/// What an outcome is awarded, and what it does to the meter.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "Citing")]
pub struct Award {
    /// To each royal flush, rounded as the book and the table's chips want it.
    #[n(0)]
    pub royal: Money,
    /// To each straight flush.
    #[n(1)]
    pub straight_flush: Money,
    /// What comes off the meter.
    #[n(2)]
    pub drawn: MicroCents,
    /// What is put in to reset it.
    #[n(3)]
    pub reseeded: MicroCents,
    /// What the house pays beyond the meter.
    #[n(4)]
    pub house: MicroCents,
    /// The clauses applied, in order.
    #[n(5)]
    pub cites: Vec<Cite>,
}

/// Works out an outcome. `value` is the meter at settlement, this round's wagers included; `seed` is its reset value.
pub fn awards(
    shares: &Shares,
    value: MicroCents,
    seed: Money,
    (royals, flushes): (u32, u32),
    rounding: Rounding,
) -> Award {
    let mut sum = AwardSum { shares, cites: Vec::new() };
    let meter = exact(value);
    let seed_exact = Fraction::from(seed);
    let (royal, flush, drawn) = match (royals, flushes) {
        (0, 0) => return Award::nothing(),
        (0, _) => sum.without_royal(meter, seed_exact, flushes),
        _ => sum.with_royals(meter, seed_exact, royals, flushes),
    };
    let paid = |amount: Fraction| rounding.apply(amount).unwrap_or(Money::ZERO);
    let (royal, straight_flush) = (paid(royal), paid(flush));
    let drawn = MicroCents::from_fraction(drawn, Direction::Up).unwrap_or(value).min(value);
    let left = sub(exact(value), exact(drawn));
    let reseeded = match (royals > 0, shares.reset.value) {
        (true, _) => {
            sum.cites.push(shares.reset_after_royal);
            sub(seed_exact, left)
        }
        (false, Reset::BelowSeed) if left < seed_exact => {
            sum.cites.push(shares.reset.cite);
            sub(seed_exact, left)
        }
        _ => Fraction::from(Money::ZERO),
    };
    let total = royal.cents() * i64::from(royals) + straight_flush.cents() * i64::from(flushes);
    // What is left of a cent when a royal takes all of the meter is not the house's to pay.
    let house = sub(Fraction::from(Money::from_cents(total)), exact(drawn)).max(whole(0));
    let micro = |amount: Fraction| MicroCents::from_fraction(amount, Direction::Up).unwrap_or(value);
    Award { royal, straight_flush, drawn, reseeded: micro(reseeded), house: micro(house), cites: sum.cites }
}

impl Award {
    fn nothing() -> Award {
        let none = MicroCents::from_micro_cents(0);
        Award {
            royal: Money::ZERO,
            straight_flush: Money::ZERO,
            drawn: none,
            reseeded: none,
            house: none,
            cites: Vec::new(),
        }
    }
}

struct AwardSum<'s> {
    shares: &'s Shares,
    cites: Vec<Cite>,
}

impl AwardSum<'_> {
    /// The meter as the book reads it, up to a dollar where it says so.
    fn basis(&mut self, meter: Fraction, with_royal: bool) -> Fraction {
        let shares = self.shares;
        self.cites.push(shares.reads.cite);
        let read = match shares.reads.value {
            MeterReading::ToTheCent => whole(meter.floor()),
            MeterReading::Exact => meter,
        };
        let dollars = match shares.whole_dollars.value {
            WholeDollars::Always => true,
            WholeDollars::WithRoyals => with_royal,
            WholeDollars::Never => false,
        };
        if !dollars {
            return read;
        }
        self.cites.push(shares.whole_dollars.cite);
        let hundred = whole(100);
        times(whole(div(read, hundred).ceil()), hundred)
    }

    /// Straight flushes alone: each one's award, and what comes off the meter.
    fn without_royal(
        &mut self,
        meter: Fraction,
        seed: Fraction,
        flushes: u32,
    ) -> (Fraction, Fraction, Fraction) {
        let shares = self.shares;
        let none = whole(0);
        let count = whole(i128::from(flushes));
        if flushes > 1 {
            self.cites.push(shares.several.cite);
        }
        match shares.several.value {
            SeveralFlushes::SuccessiveTenths => {
                let all = successive_tenths(meter, flushes);
                (none, self.at_least(div(all, count), false), all)
            }
            SeveralFlushes::MeterAndSeed => {
                let basis = self.basis(meter, false);
                let Some(row) = shares.row.iter().find(|row| row.flushes == flushes) else {
                    // Beyond the printed table: the average of as many successive tenths, the rest from the seed.
                    let part = div(successive_tenths(basis, flushes), count);
                    let tenth = div(seed, whole(10));
                    let from_seed = sub(tenth, div(successive_tenths(seed, flushes), count));
                    return (none, add(part, from_seed), times(part, count));
                };
                self.cites.push(row.clause);
                let part = times(basis, percent(row.meter.0));
                let award = add(part, times(seed, percent(row.seed.0)));
                self.cites.push(shares.draw.cite);
                let drawn = match shares.draw.value {
                    Draw::MeterPart => times(part, count),
                    Draw::WholeAward => times(award, count),
                };
                (none, award, drawn)
            }
        }
    }

    /// Royals, alone or with straight flushes: they take all of the meter between them.
    fn with_royals(
        &mut self,
        meter: Fraction,
        seed: Fraction,
        royals: u32,
        flushes: u32,
    ) -> (Fraction, Fraction, Fraction) {
        let shares = self.shares;
        let together = royals + flushes > 1;
        if together {
            self.cites.push(shares.split.cite);
        }
        if shares.split.value == Split::StraightFlushFirst {
            let taken = MicroCents::from_fraction(successive_tenths(meter, flushes), Direction::Up);
            let taken = taken.map_or(meter, exact);
            let flush = match flushes {
                0 => whole(0),
                _ => {
                    self.cites.push(shares.straight_flush);
                    self.at_least(div(taken, whole(i128::from(flushes))), false)
                }
            };
            if royals > 1 {
                self.cites.push(shares.pool);
            }
            let royal = self.at_least(div(sub(meter, taken), whole(i128::from(royals))), true);
            return (royal, flush, meter);
        }
        let basis = self.basis(meter, true);
        if royals > 1 {
            self.cites.push(shares.pool);
        }
        let pool = add(basis, times(seed, whole(i128::from(royals) - 1)));
        if together {
            self.cites.push(shares.royal);
        }
        if flushes > 0 {
            self.cites.push(shares.straight_flush);
        }
        let parts = whole(10 * i128::from(royals) + i128::from(flushes));
        let printed = shares.part.iter().find(|row| row.royals == royals && row.flushes == flushes);
        let (royal, flush) = match (shares.split.value, printed) {
            (Split::TensByTable, Some(row)) => {
                self.cites.push(row.clause);
                (percent(row.royal.0), row.flush.map_or(whole(0), |flush| percent(flush.0)))
            }
            _ => (div(whole(10), parts), div(whole(1), parts)),
        };
        (times(pool, royal), times(pool, flush), meter)
    }

    /// The guaranteed least award.
    fn at_least(&mut self, amount: Fraction, royal: bool) -> Fraction {
        let Some(minimum) = &self.shares.minimum else { return amount };
        let least = if royal { minimum.royal.0 } else { minimum.straight_flush.0 };
        let least = Fraction::from(least);
        if amount >= least {
            return amount;
        }
        self.cites.push(minimum.clause);
        least
    }
}

/// What so many withdrawals of a tenth take, each from what the one before left.
fn successive_tenths(amount: Fraction, times_over: u32) -> Fraction {
    let mut left = amount;
    for _ in 0..times_over {
        left = div(times(left, whole(9)), whole(10));
    }
    sub(amount, left)
}

fn exact(value: MicroCents) -> Fraction {
    Fraction::new(value.micro_cents(), 1_000_000).expect("the denominator is not zero")
}

fn percent(rate: money::Rate) -> Fraction {
    Fraction::new(i128::from(rate.ppm()), 1_000_000).expect("the denominator is not zero")
}

fn whole(number: i128) -> Fraction {
    Fraction::new(number, 1).expect("the denominator is one")
}

// A meter is below 10^17 micro-cents and every factor here below 10^8, so nothing leaves what a fraction holds.
fn add(a: Fraction, b: Fraction) -> Fraction {
    a.checked_add(b).expect("within what a fraction holds")
}

fn sub(a: Fraction, b: Fraction) -> Fraction {
    a.checked_sub(b).expect("within what a fraction holds")
}

fn times(a: Fraction, b: Fraction) -> Fraction {
    a.checked_mul(b).expect("within what a fraction holds")
}

fn div(a: Fraction, b: Fraction) -> Fraction {
    a.checked_div(b).expect("never by zero, within what a fraction holds")
}
