//! Side wagers: what each gains beside best main play, and when the hand is never given up.

use crate::classes::Classes;
use crate::ending::{Endings, Moments};
use crate::setup::{Setup, Situation, Unsolved};
use crate::strength::choose;
use cards::{CardSet, HandOrder};
use money::Fraction;
use rulebook::{HandOf, Place};

/// What a side wager gains under one pay table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Beside best main play.
    pub gain: Moments,
    /// When the hand is never given up, where giving it up loses the wager.
    pub unforfeited: Option<Moments>,
    /// How often each class of hand comes and what it gains, best first; hands given up last.
    pub outcomes: Vec<SideOutcome>,
}

/// A class of hands as a side wager is settled on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideOutcome {
    /// The weakest hand of the class; none for hands that were given up.
    pub hand: Option<String>,
    /// How many deals.
    pub deals: u128,
    /// What one unit gains.
    pub gain: Fraction,
}

/// The hands that a side wager is settled on, counted by class; none where it is the hand that plays for the Ante.
#[derive(Clone, Debug)]
pub struct SideHands(Option<(Classes, Vec<u64>)>);

impl Setup<'_> {
    /// The spots of side wagers, in the order of the game.
    pub fn side_wagers(&self) -> impl Iterator<Item = usize> {
        let wagers = self.game().wager.iter().enumerate();
        let aside = wagers.filter(|(at, wager)| wager.place == Place::First && !self.first.contains(at));
        aside.map(|(at, _)| at)
    }

    /// Counts the hands that a side wager is settled on, whatever its pay table.
    ///
    /// # Errors
    /// If it is settled on cards that are not counted here.
    pub fn side_hands(&self, wager: usize) -> Result<SideHands, Unsolved> {
        let rules = &self.game().wager[wager];
        if rules.hand == self.game().wager[0].hand && rules.order == 0 {
            return Ok(SideHands(None));
        }
        match rules.hand {
            HandOf::OwnAndDealer => {
                let classes = Classes::new(self.book(), self.game(), rules.order);
                let cards = self.game().hand_cards.value + self.game().dealer_cards;
                let counts = count_classes(self.game().order(rules.order), &classes, cards);
                debug_assert_eq!(counts.iter().sum::<u64>(), choose(52, cards as i64) as u64);
                Ok(SideHands(Some((classes, counts))))
            }
            _ => Err(Unsolved(format!("{} is settled on cards that are not counted here", rules.name))),
        }
    }

    /// What a side wager gains beside this main play.
    ///
    /// # Errors
    /// If it depends on more than its cards and the main play.
    pub fn side(&self, wager: usize, hands: &SideHands, endings: &Endings) -> Result<Side, Unsolved> {
        match &hands.0 {
            None => self.side_on_main_hand(wager, endings),
            Some((classes, counts)) => self.side_on_all_cards(wager, (classes, counts), endings),
        }
    }

    /// Whether giving up a hand can lose a wager on it that would else have been settled otherwise.
    fn forfeits(&self, wager: usize) -> bool {
        let folds = (0..self.decisions.len()).filter(|at| self.decisions[*at].fold.is_some());
        let mut ends = folds.flat_map(|at| (0..self.classes.len()).map(move |class| (at, class)));
        ends.any(|(at, class)| {
            Situation::all().any(|s| self.gain(wager, Some(at), s, class) != self.gain(wager, None, s, class))
        })
    }

    fn side_on_main_hand(&self, wager: usize, endings: &Endings) -> Result<Side, Unsolved> {
        let folded = |folded: Option<u8>| folded.map(usize::from);
        let gain = endings
            .moments(|ending| self.gain(wager, folded(ending.line.folded), ending.situation, ending.class))?;
        let unforfeited = endings.moments(|ending| self.gain(wager, None, ending.situation, ending.class))?;
        let mut outcomes = Outcomes::default();
        for (ending, deals) in endings.iter() {
            let gain = self.gain(wager, folded(ending.line.folded), ending.situation, ending.class);
            let kept = self.gain(wager, None, ending.situation, ending.class);
            let class = (ending.line.folded.is_none() || gain == kept).then_some(ending.class);
            outcomes.add(class, gain, deals);
        }
        Ok(Side {
            gain,
            unforfeited: Some(unforfeited).filter(|_| self.forfeits(wager)),
            outcomes: outcomes.named(&self.classes),
        })
    }

    /// On the player's and the dealer's cards together: whatever is decided, so giving up the Ante must not lose it.
    fn side_on_all_cards(
        &self,
        wager: usize,
        (classes, counts): (&Classes, &[u64]),
        endings: &Endings,
    ) -> Result<Side, Unsolved> {
        let rules = &self.game().wager[wager];
        let folds = endings.iter().filter_map(|(ending, _)| ending.line.folded);
        let folds: Vec<Option<usize>> =
            std::iter::once(None).chain(folds.map(|at| Some(at.into()))).collect();
        let gain_of = |class: usize| {
            let gain = |folded: Option<usize>, situation| {
                let known = self.known(folded, situation);
                self.machine.payoff(&self.sign, wager, &known, classes.floor(class)).gain()
            };
            let one = gain(None, Situation::NO_DEALER);
            let always = folds.iter().all(|folded| Situation::all().all(|at| gain(*folded, at) == one));
            always.then_some(one).ok_or_else(|| {
                Unsolved(format!("{} depends on more than its cards: that is not counted here", rules.name))
            })
        };
        let mut outcomes = Outcomes::default();
        for (class, &deals) in counts.iter().enumerate() {
            outcomes.add(Some(class), gain_of(class)?, deals.into());
        }
        let gain = Moments::of(outcomes.0.iter().map(|(_, gain, deals)| (*gain, *deals)))?;
        Ok(Side { gain, unforfeited: None, outcomes: outcomes.named(classes) })
    }
}

/// Deals by class and gain.
#[derive(Default)]
struct Outcomes(Vec<(Option<usize>, Fraction, u128)>);

impl Outcomes {
    fn add(&mut self, class: Option<usize>, gain: Fraction, deals: u128) {
        match self.0.iter_mut().find(|known| (known.0, known.1) == (class, gain)) {
            Some(known) => known.2 += deals,
            None => self.0.push((class, gain, deals)),
        }
    }

    /// Best first; neighbouring classes that gain the same are one.
    fn named(mut self, classes: &Classes) -> Vec<SideOutcome> {
        self.0.sort_by_key(|(class, ..)| std::cmp::Reverse(*class));
        let mut named: Vec<(Option<usize>, SideOutcome)> = Vec::new();
        for (class, gain, deals) in self.0 {
            let hand = class.map(|class| classes.name(class).to_string());
            match named.last_mut() {
                Some((Some(_), last)) if class.is_some() && last.gain == gain => {
                    last.deals += deals;
                    last.hand = hand;
                }
                _ => named.push((class, SideOutcome { hand, deals, gain })),
            }
        }
        named.into_iter().map(|(_, outcome)| outcome).collect()
    }
}

/// How many hands of so many cards there are in each class.
fn count_classes(order: &HandOrder, classes: &Classes, cards: usize) -> Vec<u64> {
    let mut counts = vec![0; classes.len()];
    let by_category = order.batch().count_categories(CardSet::EMPTY, CardSet::ALL, cards);
    let class_of =
        |category| (0..classes.len()).filter(move |class| classes.category(order, *class) == Some(category));
    if by_category.iter().all(|(category, _)| class_of(*category).count() == 1) {
        for (category, count) in by_category {
            class_of(category).for_each(|class| counts[class] = count);
        }
        return counts;
    }
    // A line within a category: every hand is looked at.
    order.batch().each_draw(CardSet::EMPTY, CardSet::ALL, cards, |block| {
        block.ranks().for_each(|rank| counts[classes.of(rank)] += 1);
    });
    counts
}
