//! What a jackpot wager returns in the long run.
//!
//! The model: wagers come one at a time, each with the same chance of each prize. A share of each goes onto the meter; a
//! royal takes the meter, which the house puts back to its seed; a straight flush takes its part of it. What players
//! put on the meter comes back to them in the end, so the return is fixed prizes, plus the increment, plus what the
//! house puts in: the seed after every royal, and where a book says so what a straight flush leaves short of it.
//! Prizes that fall together in one round, and rounding up to chips and dollars, are left out.

use crate::classes::Classes;
use crate::ending::Endings;
use crate::meter::{Chances, Life};
use crate::setup::{Setup, Situation, Unsolved, sum};
use crate::solve::{How, Solved};
use crate::strength::Ranker;
use cards::CardSet;
use engine::banked::HandFacts;
use engine::{Sign, SignJackpot};
use money::{Fraction, Money};
use rulebook::{HandOf, Increment, Place, PrizeAmount, Reset, Rulebook};

/// How often each class of jackpot hand comes, by whether it was given up.
#[derive(Clone, Debug)]
pub struct JackpotHands {
    /// The classes of hands.
    pub classes: Classes,
    /// Class, the decision at which the hand was given up, deals.
    pub counts: Vec<(usize, Option<usize>, u128)>,
}

/// What a jackpot wager returns, each part as a share of the wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JackpotReturn {
    /// Prizes that do not come off the meter.
    pub fixed: Fraction,
    /// What goes onto the meter.
    pub increment: Fraction,
    /// What the house puts in after royals.
    pub reseed: Fraction,
    /// What the house puts in where a straight flush leaves less than the seed; rounded to the fifteenth decimal.
    pub floor: Fraction,
    /// What the house adds to awards below their guaranteed least; rounded to the fifteenth decimal.
    pub guarantee: Fraction,
    /// The chance of each prize, best first.
    pub chances: Vec<Fraction>,
    /// The life of the meter, in multiples of the wager; none where no hand takes from it.
    pub life: Option<Life>,
}

impl JackpotReturn {
    /// The three parts together, without guarantees.
    pub fn total(&self) -> Fraction {
        let parts = [self.fixed, self.increment, self.reseed, self.floor];
        sum(parts.into_iter()).unwrap_or(Fraction::ZERO)
    }
}

impl Solved<'_, '_> {
    /// How often each jackpot hand comes under best main play.
    ///
    /// # Errors
    /// If the jackpot hand is not counted here, or there is none.
    pub fn jackpot_hands(&self, endings: &Endings) -> Result<JackpotHands, Unsolved> {
        let setup = self.setup();
        let rules = jackpot_wager(setup)?.1;
        let classes = Classes::new(setup.book(), setup.game(), rules.order);
        let mut hands = JackpotHands { classes, counts: Vec::new() };
        if rules.hand == setup.game().wager[0].hand && rules.order == 0 {
            for (ending, deals) in endings.iter() {
                hands.add(ending.class, ending.line.folded.map(usize::from), deals);
            }
            return Ok(hands);
        }
        match (rules.hand, &self.how) {
            (HandOf::OwnAndFlop, How::Ultimate(game)) => {
                for (class, folded, deals) in game.flop_hands() {
                    hands.add(class, folded.then_some(2), deals);
                }
            }
            (HandOf::OwnAndJackpotCards, How::ThreeCard(game)) => {
                let mut ranker = Ranker::new(setup.game().order(rules.order));
                for (own, _, weight, choice) in game.hands() {
                    let folded = (choice == crate::Choice::Fold).then_some(0);
                    let shared = (CardSet::ALL - own).choose(setup.game().jackpot_cards);
                    let mut counts = vec![0u64; hands.classes.len()];
                    for rank in ranker.rank(shared.map(|shared| own | shared)) {
                        counts[hands.classes.of(*rank)] += 1;
                    }
                    for (class, count) in counts.into_iter().enumerate() {
                        hands.add(class, folded, u128::from(count * weight));
                    }
                }
            }
            _ => return Err(Unsolved("the jackpot hand of this game is not counted here".into())),
        }
        Ok(hands)
    }

    /// Whether giving up a hand loses the jackpot wager under a sign.
    ///
    /// # Errors
    /// If the game has no jackpot wager.
    pub fn jackpot_forfeits(&self, hands: &JackpotHands, sign: &Sign) -> Result<bool, Unsolved> {
        let setup = self.setup();
        let (wager, _) = jackpot_wager(setup)?;
        let prize = |folded: Option<usize>, class: usize| {
            let known = known(setup, sign, folded);
            setup.machine.payoff(sign, wager, &known, hands.classes.floor(class)).prize
        };
        let folds = (0..setup.decisions.len()).filter(|at| setup.decisions[*at].fold.is_some());
        let mut ends = folds.flat_map(|at| (0..hands.classes.len()).map(move |class| (at, class)));
        Ok(ends.any(|(at, class)| prize(Some(at), class) != prize(None, class)))
    }

    /// What the jackpot wager of a sign returns; `unforfeited` as if no hand were ever given up.
    ///
    /// # Errors
    /// If the sign has no jackpot, or numbers do not fit.
    pub fn jackpot(
        &self,
        hands: &JackpotHands,
        sign: &Sign,
        unforfeited: bool,
    ) -> Result<JackpotReturn, Unsolved> {
        let setup = self.setup();
        let (wager, _) = jackpot_wager(setup)?;
        let book = setup.book();
        let shown = sign.jackpot.as_ref().ok_or_else(|| Unsolved("the sign shows no jackpot".into()))?;
        let option = book.jackpots.option(shown.option);
        let option = option.ok_or_else(|| Unsolved("there is no such jackpot option".into()))?;
        let all: u128 = hands.counts.iter().map(|(_, _, deals)| deals).sum();
        let mut deals = vec![0u128; option.prizes.len()];
        for &(class, folded, count) in &hands.counts {
            let known = known(setup, sign, folded.filter(|_| !unforfeited));
            let payoff = setup.machine.payoff(sign, wager, &known, hands.classes.floor(class));
            if let Some(prize) = payoff.prize {
                deals[prize] += count;
            }
        }
        let chance = |deals: &u128| part(*deals, all);
        let chances = deals.iter().map(chance).collect::<Result<Vec<_>, _>>()?;
        returned(book, shown, &option.prizes, chances)
    }
}

/// What is known of a hand under a sign of its own.
fn known(setup: &Setup<'_>, sign: &Sign, folded: Option<usize>) -> HandFacts {
    HandFacts { method: sign.method.fact(), ..setup.known(folded, Situation::NO_DEALER) }
}

impl JackpotHands {
    fn add(&mut self, class: usize, folded: Option<usize>, deals: u128) {
        match self.counts.iter_mut().find(|known| (known.0, known.1) == (class, folded)) {
            Some(known) => known.2 += deals,
            None => self.counts.push((class, folded, deals)),
        }
    }
}

fn jackpot_wager<'b>(setup: &Setup<'b>) -> Result<(usize, &'b rulebook::WagerRules), Unsolved> {
    let found = setup.game().wager.iter().enumerate().find(|(_, wager)| wager.place == Place::Jackpot);
    found.ok_or_else(|| Unsolved(format!("{} has no jackpot wager", setup.game().name)))
}

fn part(deals: u128, all: u128) -> Result<Fraction, Unsolved> {
    let too_many = || Unsolved("the deals do not fit".into());
    let (above, below) =
        (i128::try_from(deals).map_err(|_| too_many())?, i128::try_from(all).map_err(|_| too_many())?);
    Fraction::new(above, below).map_err(|_| too_many())
}

fn returned(
    book: &Rulebook,
    shown: &SignJackpot,
    prizes: &[rulebook::Prize],
    chances: Vec<Fraction>,
) -> Result<JackpotReturn, Unsolved> {
    let too_large = || Unsolved("the jackpot's figures do not fit".into());
    let wagers =
        |amount: Money| Fraction::from(amount).checked_div(Fraction::from(shown.wager)).ok_or_else(too_large);
    let mut fixed = Fraction::ZERO;
    let (mut royal, mut flush) = (Fraction::ZERO, (Fraction::ZERO, Fraction::ZERO));
    for (prize, &chance) in prizes.iter().zip(&chances) {
        let paid = match prize.pays {
            PrizeAmount::Meter => {
                royal = chance;
                continue;
            }
            PrizeAmount::Share(share) => {
                flush = (chance, share.into());
                continue;
            }
            PrizeAmount::For(odds) => {
                odds.returned(shown.wager).checked_div(Fraction::from(shown.wager)).ok_or_else(too_large)?
            }
            PrizeAmount::Flat(amount) => wagers(amount)?,
        };
        let more = paid.checked_mul(chance).and_then(|more| fixed.checked_add(more));
        fixed = more.ok_or_else(too_large)?;
    }
    let seed = match book.jackpots.increment.value {
        Increment::BySeed => Fraction::from(i128::from(shown.seed)),
        Increment::Operator => wagers(shown.seed_value(book))?,
    };
    let increment = Fraction::from(shown.rate(book));
    let minimum = book.jackpots.shares.minimum.as_ref();
    let guaranteed = match minimum {
        Some(minimum) => Some((wagers(minimum.royal.0)?, wagers(minimum.straight_flush.0)?)),
        None => None,
    };
    let chances_of = Chances { royal, flush: flush.0, share: flush.1 };
    let floored = book.jackpots.shares.reset.value == Reset::BelowSeed;
    let life = Life::of(chances_of, increment, seed, floored, guaranteed);
    let reseed = seed.checked_mul(royal).ok_or_else(too_large)?;
    let (floor, guarantee) =
        life.as_ref().map_or((Fraction::ZERO, Fraction::ZERO), |life| (life.floor, life.guarantee));
    Ok(JackpotReturn { fixed, increment, reseed, floor, guarantee, chances, life })
}
