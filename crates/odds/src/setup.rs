//! A game made ready to be solved: its decisions, and every settlement of the main play as whole numbers.
//!
//! The numbers come from the engine's own settlement, asked once for every class of outcome.

use crate::classes::Classes;
use crate::watch::Watch;
use engine::Sign;
use engine::banked::{Banked, Fold, HandFacts};
use money::Fraction;
use rulebook::{Against, ChoiceKind, Device, Place, Rulebook, Show, StepKind, Variant};
use std::fmt;
use std::sync::Arc;

/// What happened between a hand and the dealer: whether the dealer qualifies, and who is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Situation(pub(crate) u8);

/// How many situations there are.
pub(crate) const SITUATIONS: usize = 6;

impl Situation {
    /// Where there is no dealer's hand.
    pub const NO_DEALER: Situation = Situation(1);

    /// All, those in which the dealer does not qualify first; in each half the player lower, equal, higher.
    pub fn all() -> impl Iterator<Item = Situation> {
        (0..SITUATIONS as u8).map(Situation)
    }

    /// The dealer qualifies.
    pub fn qualifies(self) -> bool {
        self.0 >= 3
    }

    /// The player's hand against the dealer's.
    pub fn against(self) -> Against {
        [Against::Lower, Against::Equal, Against::Higher][usize::from(self.0 % 3)]
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A point at which the player decides.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The step of the game.
    pub step: usize,
    /// How the book calls it: "pre-flop".
    pub name: String,
    /// The spot that a bet fills.
    pub wager: usize,
    /// The least and the most multiple of the Ante that may be staked.
    pub least: u32,
    pub most: u32,
    /// A hand may be given up here; the choice that keeps side wagers comes first where there is one.
    pub fold: Option<ChoiceKind>,
    /// A hand may stay in without a stake.
    pub check: bool,
}

/// The settlement of the main play in whole numbers: what a player gains, times `unit`, for an Ante of one.
#[derive(Clone, Debug)]
pub(crate) struct Payoffs {
    /// The common denominator of all odds.
    pub(crate) unit: i64,
    /// On the first wagers together with their bonus, by class and situation.
    pub(crate) first: Vec<[i64; SITUATIONS]>,
    /// On one Ante staked at a decision, by class and situation.
    pub(crate) later: Vec<Vec<[i64; SITUATIONS]>>,
    /// On the first wagers when the hand is given up at a decision.
    pub(crate) folded: Vec<i64>,
    /// On one Ante staked at the second place of the pair, when the hand is given up at the first.
    pub(crate) folded_later: Vec<Vec<i64>>,
}

/// Why a game cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved(pub String);

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsolved {}

/// A game made ready.
pub struct Setup<'b> {
    /// The engine's machine of the game.
    pub machine: Banked<'b>,
    /// What the table offers.
    pub sign: Sign,
    /// The classes of the hand that plays for the Ante.
    pub classes: Classes,
    /// The points of decision.
    pub decisions: Vec<Decision>,
    /// The spots staked before the deal as one play: the Ante and what must equal it.
    pub first: Vec<usize>,
    /// Payments on them without a stake of their own.
    pub bonuses: Vec<usize>,
    pub(crate) payoffs: Payoffs,
    pub(crate) watch: Arc<Watch>,
}

/// What a round can gain is kept below this, so that sums over deals stay within the words they are counted in: twice
/// the 990 pairs of a dealer, the one count in words of 32 bits, take the most of it.
const MOST_PAYOFF: i128 = 1_000_000;

impl<'b> Setup<'b> {
    /// Makes a game ready.
    ///
    /// # Errors
    /// If the book forbids the sign, the game has no decisions, or odds too large or too finely divided to be counted.
    pub fn new(book: &'b Rulebook, game: &'b Variant, sign: Sign) -> Result<Setup<'b>, Unsolved> {
        Setup::watched(book, game, sign, Arc::default())
    }

    /// Makes a game ready, with somebody who looks how far its solution is.
    ///
    /// # Errors
    /// As [`Setup::new`].
    pub fn watched(
        book: &'b Rulebook,
        game: &'b Variant,
        sign: Sign,
        watch: Arc<Watch>,
    ) -> Result<Setup<'b>, Unsolved> {
        sign.check(book, game)
            .map_err(|refusal| Unsolved(format!("{} [{}]", refusal.reason, book.label(refusal.cite))))?;
        let machine = Banked::new(book, game);
        let decisions = decisions(game, &sign)?;
        let (first, bonuses) = (first_wagers(game), bonuses(game));
        let classes = Classes::new(book, game, 0);
        let unpaid = Payoffs {
            unit: 1,
            first: Vec::new(),
            later: Vec::new(),
            folded: Vec::new(),
            folded_later: Vec::new(),
        };
        let mut setup = Setup { machine, sign, classes, decisions, first, bonuses, payoffs: unpaid, watch };
        setup.payoffs = setup.settle_all()?;
        Ok(setup)
    }

    /// The game.
    pub fn game(&self) -> &'b Variant {
        self.machine.game()
    }

    /// The book.
    pub fn book(&self) -> &'b Rulebook {
        self.machine.book()
    }

    /// How many community cards are shown at a decision, with the device that the sign names.
    pub fn board_shown(&self, decision: usize) -> usize {
        board_shown_before(self.game(), self.sign.device, self.decisions[decision].step)
    }

    /// What is known of a hand at settlement.
    pub fn known(&self, folded: Option<usize>, situation: Situation) -> HandFacts {
        let decision = folded.map(|at| &self.decisions[at]);
        HandFacts {
            folded: decision
                .map(|d| Fold { step: Some(d.step as u8), whole: d.fold != Some(ChoiceKind::FoldAnte) }),
            qualifies: situation.qualifies(),
            against: situation.against(),
            method: self.sign.method.fact(),
        }
    }

    /// What a player gains on one unit of a wager, by the engine's settlement. The wager must be settled on the hand that
    /// plays for the Ante: its classes are those of another order else.
    pub fn gain(&self, wager: usize, folded: Option<usize>, situation: Situation, class: usize) -> Fraction {
        let known = self.known(folded, situation);
        self.machine.payoff(&self.sign, wager, &known, self.classes.floor(class)).gain()
    }

    /// Everything that the main play can be paid, over one denominator.
    fn settle_all(&self) -> Result<Payoffs, Unsolved> {
        let all = || (0..self.classes.len()).flat_map(|class| Situation::all().map(move |s| (class, s)));
        let main = || self.first.iter().chain(&self.bonuses);
        let mut first = vec![[Fraction::ZERO; SITUATIONS]; self.classes.len()];
        for (class, situation) in all() {
            let gains = main().map(|&wager| self.gain(wager, None, situation, class));
            first[class][situation.index()] = sum(gains)?;
        }
        let mut later = vec![vec![[Fraction::ZERO; SITUATIONS]; self.classes.len()]; self.decisions.len()];
        for (decision, paid) in self.decisions.iter().zip(&mut later) {
            for (class, situation) in all() {
                paid[class][situation.index()] = self.gain(decision.wager, None, situation, class);
            }
        }
        // A hand that is given up is settled alike whatever it would have become.
        let folded_gain = |wagers: &[usize], at: usize| {
            let gain = |(class, situation)| {
                sum(wagers.iter().map(|&wager| self.gain(wager, Some(at), situation, class)))
            };
            let mut gains = all().map(gain);
            let one = gains.next().unwrap_or(Ok(Fraction::ZERO))?;
            if gains.all(|other| other.as_ref() == Ok(&one)) {
                Ok(one)
            } else {
                Err(Unsolved("a folded hand is settled by its cards: that is not solved".into()))
            }
        };
        let mains: Vec<usize> = main().copied().collect();
        let mut folded = Vec::new();
        let mut folded_later = Vec::new();
        for at in 0..self.decisions.len() {
            folded.push(folded_gain(&mains, at)?);
            let lies_there = |decision: &Decision| {
                decision.step < self.decisions[at].step && decision.wager != self.decisions[at].wager
            };
            let earlier = self.decisions.iter().map(|decision| {
                if lies_there(decision) { folded_gain(&[decision.wager], at) } else { Ok(Fraction::ZERO) }
            });
            folded_later.push(earlier.collect::<Result<Vec<_>, _>>()?);
        }
        let everything = first.iter().flatten().chain(later.iter().flatten().flatten());
        let everything = everything.chain(&folded).chain(folded_later.iter().flatten());
        let unit = everything.fold(1i128, |unit, gain| least_common(unit, gain.den()));
        let whole = |gain: &Fraction| whole(*gain, unit);
        let rows = |rows: &[[Fraction; SITUATIONS]]| {
            let row = |row: &[Fraction; SITUATIONS]| {
                let mut out = [0; SITUATIONS];
                out.iter_mut().zip(row).try_for_each(|(out, gain)| whole(gain).map(|gain| *out = gain))?;
                Ok(out)
            };
            rows.iter().map(row).collect::<Result<Vec<_>, Unsolved>>()
        };
        let first = rows(&first)?;
        let later = later.iter().map(|later| rows(later)).collect::<Result<Vec<_>, _>>()?;
        let most =
            |paid: &[[i64; SITUATIONS]]| paid.iter().flatten().map(|gain| gain.abs()).max().unwrap_or(0);
        let staked =
            self.decisions.iter().zip(&later).map(|(decision, paid)| i64::from(decision.most) * most(paid));
        if i128::from(most(&first) + staked.sum::<i64>()) > MOST_PAYOFF {
            return Err(too_fine());
        }
        Ok(Payoffs {
            unit: whole(&Fraction::ONE)?,
            first,
            later,
            folded: folded.iter().map(whole).collect::<Result<_, _>>()?,
            folded_later: folded_later
                .iter()
                .map(|row| row.iter().map(whole).collect::<Result<Vec<_>, _>>())
                .collect::<Result<_, _>>()?,
        })
    }
}

/// The Ante and what must equal it.
pub(crate) fn first_wagers(game: &Variant) -> Vec<usize> {
    let equals_ante = |at: &usize| {
        let rules = &game.wager[*at];
        *at == 0 || rules.equals.as_ref().is_some_and(|equals| equals.value == game.wager[0].on)
    };
    (0..game.wager.len()).filter(equals_ante).collect()
}

/// Payments on those without a stake of their own.
pub(crate) fn bonuses(game: &Variant) -> Vec<usize> {
    let first = first_wagers(game);
    let on_first = |at: &usize| {
        let rules = &game.wager[*at];
        let of = rules.of.as_deref().and_then(|of| game.wager(of));
        rules.place == Place::Bonus && of.is_some_and(|of| first.contains(&of))
    };
    (0..game.wager.len()).filter(on_first).collect()
}

/// The steps at which players decide. One that is written once for each device is one decision.
pub(crate) fn decision_steps(game: &Variant) -> Vec<usize> {
    let mut steps: Vec<usize> = Vec::new();
    for (at, step) in game.step.iter().enumerate() {
        let same = steps.last().is_some_and(|last| game.step[*last].name == step.name);
        if step.kind == StepKind::Decide && !same {
            steps.push(at);
        }
    }
    steps
}

/// How many community cards are shown before a step, with this device.
pub(crate) fn board_shown_before(game: &Variant, device: Device, step: usize) -> usize {
    let shown = game.step[..step].iter().filter(|step| step.what == Some(Show::Board));
    shown.filter(|step| step.device.is_none_or(|of| of == device)).map(|step| step.cards).sum()
}

fn decisions(game: &Variant, sign: &Sign) -> Result<Vec<Decision>, Unsolved> {
    let mut decisions: Vec<Decision> = Vec::new();
    for at in decision_steps(game) {
        let step = &game.step[at];
        let wager = step.wager.as_deref().and_then(|name| game.wager(name));
        let (Some(wager), Some(stake)) = (wager, &step.stake) else {
            return Err(Unsolved(format!("nothing can be staked at '{}'", step.name)));
        };
        let (least, most) = match stake.sign_stage {
            Some(stage) => {
                let shown = &sign.multiples[stage];
                match (shown.iter().min(), shown.iter().max()) {
                    (Some(&least), Some(&most)) => (least, most),
                    _ => return Err(Unsolved(format!("the sign shows no multiples for '{}'", step.name))),
                }
            }
            None => (stake.from, stake.to),
        };
        if least > most || most > u8::MAX.into() {
            return Err(Unsolved(format!(
                "{least} to {most} Antes at '{}' is not a range of stakes",
                step.name
            )));
        }
        let offered = |kind| step.choices.iter().any(|choice| choice.is == kind);
        let folds = [ChoiceKind::FoldAnte, ChoiceKind::Fold];
        decisions.push(Decision {
            step: at,
            name: step.name.clone(),
            wager,
            least,
            most,
            fold: folds.into_iter().find(|kind| offered(*kind)),
            check: offered(ChoiceKind::Check),
        });
    }
    if decisions.is_empty() { Err(Unsolved("a game without decisions".into())) } else { Ok(decisions) }
}

pub(crate) fn sum(gains: impl Iterator<Item = Fraction>) -> Result<Fraction, Unsolved> {
    let mut gains = gains;
    gains.try_fold(Fraction::ZERO, |sum, gain| sum.checked_add(gain)).ok_or_else(too_fine)
}

fn whole(gain: Fraction, unit: i128) -> Result<i64, Unsolved> {
    let whole = gain.num().checked_mul(unit / gain.den()).filter(|whole| whole.abs() <= MOST_PAYOFF);
    whole.and_then(|whole| i64::try_from(whole).ok()).ok_or_else(too_fine)
}

fn too_fine() -> Unsolved {
    Unsolved(format!(
        "the odds are too large or too finely divided: all that a round can gain, over the common denominator of its \
         odds, must come to less than {MOST_PAYOFF}"
    ))
}

fn least_common(a: i128, b: i128) -> i128 {
    // Denominators of printed odds are small; a product that does not fit is refused by `whole`.
    (a / common_divisor(a, b)).saturating_mul(b).min(i128::MAX / 4)
}

/// The greatest number that divides both.
pub(crate) fn common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
