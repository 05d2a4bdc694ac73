//! An order of hands as data: which categories there are, which beats which, and how an ace plays.

use crate::card::Rank;
use crate::category::Category;
use crate::deck::Pack;
use crate::fast::Tables;
use crate::rank::HandRank;
use crate::set::CardSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// How an ace plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ace {
    /// Always above the king.
    High,
    /// Above the king, and also under the lowest card of the deck in a straight.
    HighOrSmallStraight,
    /// Always as a one.
    Low,
}

/// Which of two hands of one category is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// The one with the higher cards.
    Higher,
    /// The one with the lower cards.
    Lower,
}

/// How many cards make a hand, and what is looked for in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The best five cards of five, six or seven.
    Five,
    Three,
    /// Of four cards as many as have different ranks and suits.
    Badugi,
}

impl Form {
    /// How many cards a hand has in the end.
    pub const fn size(self) -> usize {
        match self {
            Form::Five => 5,
            Form::Three => 3,
            Form::Badugi => 4,
        }
    }

    /// How many cards it may be made from.
    pub const fn from(self) -> RangeInclusive<usize> {
        match self {
            Form::Five => 5..=7,
            Form::Three => 3..=3,
            Form::Badugi => 4..=4,
        }
    }

    /// Every category that such a hand could show.
    pub const fn categories(self) -> &'static [Category] {
        use Category::*;
        match self {
            Form::Five => &[
                NoPair,
                OnePair,
                TwoPair,
                ThreeOfAKind,
                Straight,
                Flush,
                FullHouse,
                FourOfAKind,
                StraightFlush,
                RoyalFlush,
            ],
            Form::Three => &[NoPair, OnePair, Flush, Straight, ThreeOfAKind, StraightFlush, RoyalFlush],
            Form::Badugi => &[OneCard, TwoCards, ThreeCards, FourCards],
        }
    }
}

/// What a rulebook says about its order of hands; [`HandOrder::new`] checks it.
#[derive(Clone, Debug)]
pub struct OrderRules {
    /// A short name, as files and command lines spell it.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// Where the order comes from: book and clause.
    pub source: String,
    /// The cards it is played with.
    pub pack: Pack,
    /// How many cards make a hand.
    pub form: Form,
    /// The categories that count, the one that loses to all others first.
    pub weakest_first: Vec<Category>,
    /// Categories that the source does not list because its games cannot show them. Should one be ranked all
    /// the same (part of a hand, say), it takes its usual place.
    pub unreachable: Vec<Category>,
    /// Categories that do not count: such cards are ranked as if they made nothing of the kind.
    pub uncounted: Vec<Category>,
    /// How an ace plays.
    pub ace: Ace,
    /// Which of two hands of one category is better.
    pub better: Better,
    /// The highest card that a qualifying hand may hold, where there is such a rule; it may not hold a pair
    /// then either.
    pub at_most: Option<Rank>,
}

/// An order of hands: data, checked once, that every evaluator obeys.
///
/// ```
/// use cards::{Category, orders};
/// let short = orders::high_32();
/// let flush = short.rank("Ah Kh 9h 8h 7h".parse()?);
/// let house = short.rank("8d 8s 8h Kh Kd".parse()?);
/// assert!(flush > house);
/// assert!(short.is_at_least(flush, Category::FullHouse));
/// # Ok::<(), cards::CardsError>(())
/// ```
#[derive(Debug)]
pub struct HandOrder {
    rules: OrderRules,
    /// The place of each category in a rank's code, by [`Category`] as a number.
    places: [u8; Category::ALL.len()],
    /// Weakest first with the unreachable ones put in: what `is_at_least` compares by.
    ladder: Vec<Category>,
    tables: OnceLock<Box<Tables>>,
}

impl HandOrder {
    /// Checks the rules and makes the order.
    pub fn new(rules: OrderRules) -> Result<HandOrder, OrderError> {
        let ladder = ladder(&rules)?;
        check_ace_and_qualifier(&rules)?;
        let places = places(&ladder, rules.better)?;
        Ok(HandOrder { rules, places, ladder, tables: OnceLock::new() })
    }

    /// Its short name.
    pub fn name(&self) -> &str {
        &self.rules.name
    }

    /// What it was made from.
    pub fn rules(&self) -> &OrderRules {
        &self.rules
    }

    /// The cards it is played with.
    pub fn pack(&self) -> Pack {
        self.rules.pack
    }

    /// How many cards make a hand.
    pub fn form(&self) -> Form {
        self.rules.form
    }

    /// Whether cards like these count as that category here.
    pub fn counts(&self, category: Category) -> bool {
        self.ladder.contains(&category)
    }

    /// Whether these cards can be ranked: the right number, all of them in the pack.
    pub fn accepts(&self, cards: CardSet) -> Result<(), CannotRank> {
        let strange = cards - self.pack().cards();
        if let Some(card) = strange.iter().next() {
            return Err(CannotRank::NotInPack { card, pack: self.pack() });
        }
        let form = self.form().from();
        if !form.contains(&cards.len()) {
            return Err(CannotRank::Count { found: cards.len(), allowed: form });
        }
        Ok(())
    }

    /// The rank of the best hand in these cards. Builds the tables of this order on first use.
    ///
    /// # Panics
    /// If [`accepts`](HandOrder::accepts) would refuse the cards.
    pub fn rank(&self, cards: CardSet) -> HandRank {
        assert!(self.pack().cards().contains_all(cards), "{} has no such cards: {cards}", self.name());
        self.tables().rank(self, cards)
    }

    /// The category of a rank of this order; none where the hand does not qualify.
    pub fn category(&self, rank: HandRank) -> Option<Category> {
        let (place, major, _) = rank.parts(self.rules.better)?;
        let at = |category: Category| self.counts(category) && self.places[category as usize] == place;
        // Two categories share the place of another and differ in what they are made of.
        let ace_bit = 1 << 12;
        if at(Category::RoyalFlush) && major == ace_bit {
            return Some(Category::RoyalFlush);
        }
        if at(Category::NoPair) && major == 0 {
            return Some(Category::NoPair);
        }
        let shared = [Category::NoPair, Category::RoyalFlush];
        self.ladder.iter().copied().find(|&category| at(category) && !shared.contains(&category))
    }

    /// Whether a rank is of that category or one that beats it, here.
    ///
    /// A category that does not count here is never reached.
    pub fn is_at_least(&self, rank: HandRank, category: Category) -> bool {
        let step = |wanted| self.ladder.iter().position(|&found| found == wanted);
        match (self.category(rank).and_then(step), step(category)) {
            (Some(held), Some(wanted)) => held >= wanted,
            _ => false,
        }
    }

    /// Every category that counts or takes its usual place, weakest first.
    pub(crate) fn ladder(&self) -> &[Category] {
        &self.ladder
    }

    pub(crate) fn place(&self, category: Category) -> u8 {
        self.places[category as usize]
    }

    pub(crate) fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Box::new(Tables::new(self)))
    }

    /// A rank's bit in a code: deuce lowest and ace highest, or ace lowest where it plays as a one.
    pub(crate) fn bit(&self, rank: Rank) -> u16 {
        match self.rules.ace {
            Ace::Low => 1 << ((rank.index() + 1) % 13),
            Ace::High | Ace::HighOrSmallStraight => 1 << rank.index(),
        }
    }

    /// The ranks of a code's bits, highest first.
    pub(crate) fn ranks_of(&self, bits: u16) -> Vec<Rank> {
        let mut ranks: Vec<Rank> = Rank::ALL.into_iter().filter(|&rank| bits & self.bit(rank) != 0).collect();
        ranks.sort_by_key(|&rank| std::cmp::Reverse(self.bit(rank)));
        ranks
    }
}

/// Weakest first, every category of the form accounted for.
fn ladder(rules: &OrderRules) -> Result<Vec<Category>, OrderError> {
    let all = rules.form.categories();
    let mut declared: Vec<Category> = Vec::new();
    for &category in rules.weakest_first.iter().chain(&rules.unreachable).chain(&rules.uncounted) {
        if !all.contains(&category) {
            return Err(OrderError::NotOfThisForm(category));
        }
        if declared.contains(&category) {
            return Err(OrderError::Twice(category));
        }
        declared.push(category);
    }
    if let Some(&missing) = all.iter().find(|category| !declared.contains(category)) {
        return Err(OrderError::Missing(missing));
    }
    // Only sequences and suits can be overlooked; a pair is a pair.
    use Category::{Flush, RoyalFlush, Straight, StraightFlush};
    let may_be_overlooked = [Straight, Flush, StraightFlush, RoyalFlush];
    if let Some(&category) = rules.uncounted.iter().find(|c| !may_be_overlooked.contains(c)) {
        return Err(OrderError::AlwaysCounts(category));
    }
    let counted = |category| !rules.uncounted.contains(&category);
    if all.contains(&StraightFlush) && counted(StraightFlush) != (counted(Straight) && counted(Flush)) {
        return Err(OrderError::StraightFlushIsBoth);
    }
    // An unreachable category goes below the first listed one that is usually above it.
    let usual = |category: Category| all.iter().position(|&other| other == category);
    let mut ladder = rules.weakest_first.clone();
    for &category in &rules.unreachable {
        let above = |&other: &Category| match rules.better {
            Better::Higher => usual(other) > usual(category),
            Better::Lower => usual(other) < usual(category),
        };
        let at = ladder.iter().position(above).unwrap_or(ladder.len());
        ladder.insert(at, category);
    }
    Ok(ladder)
}

/// An ace that plays low, and a highest card allowed, go with some orders only.
fn check_ace_and_qualifier(rules: &OrderRules) -> Result<(), OrderError> {
    if rules.at_most.is_some() && (rules.better == Better::Higher || rules.form != Form::Five) {
        return Err(OrderError::QualifierOnHigh);
    }
    if rules.ace == Ace::Low && !rules.uncounted.contains(&Category::RoyalFlush) && rules.form != Form::Badugi
    {
        return Err(OrderError::RoyalNeedsHighAce);
    }
    // In a pack of no more ranks than a straight has, the small straight is the same cards as the high one.
    let ranks = rules.pack.len() / 4;
    if rules.ace == Ace::HighOrSmallStraight && ranks <= rules.form.size() {
        return Err(OrderError::NoRoomForSmallStraight);
    }
    Ok(())
}

/// The place of each category in a rank's code, three bits: worst first for a high order, best first for
/// a low one, whose codes are turned over at the end.
fn places(ladder: &[Category], better: Better) -> Result<[u8; Category::ALL.len()], OrderError> {
    let mut by_value = ladder.to_vec();
    if better == Better::Lower {
        by_value.reverse();
    }
    check_values(&by_value)?;
    let mut places = [0; Category::ALL.len()];
    let mut next = 0;
    for (i, &category) in by_value.iter().enumerate() {
        let under = i.checked_sub(1).map(|below| by_value[below]);
        // No pair is a pair of nothing, and a royal flush a straight flush to the ace: each shares its
        // neighbour's place, which keeps a code within three bits of category.
        let shares = match (category, under) {
            (Category::OnePair, Some(Category::NoPair))
            | (Category::RoyalFlush, Some(Category::StraightFlush)) => true,
            (Category::OnePair, _) => return Err(OrderError::PairNotNextToNoPair),
            (Category::RoyalFlush, _) => return Err(OrderError::RoyalNotNextToStraightFlush),
            _ => false,
        };
        if i > 0 && !shares {
            next += 1;
        }
        places[category as usize] = next;
    }
    Ok(places)
}

/// What holds in every order, whatever else is where: no pair is worth least, and a straight flush more than a
/// straight or a flush. In badugi more cards are better.
fn check_values(by_value: &[Category]) -> Result<(), OrderError> {
    use Category::{Flush, FourCards, NoPair, OneCard, Straight, StraightFlush, ThreeCards, TwoCards};
    let at = |category| by_value.iter().position(|&other| other == category);
    if at(OneCard).is_some() {
        let usual = by_value == [FourCards, ThreeCards, TwoCards, OneCard];
        return if usual { Ok(()) } else { Err(OrderError::BadugiIsLow) };
    }
    if at(NoPair) != Some(0) {
        return Err(OrderError::NoPairNotLeast);
    }
    if at(StraightFlush).is_some() && at(StraightFlush) < at(Straight).max(at(Flush)) {
        return Err(OrderError::StraightFlushNotAboveBoth);
    }
    Ok(())
}

/// Why rules do not make an order of hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderError {
    /// Not listed, not declared unreachable, not declared uncounted.
    Missing(Category),
    Twice(Category),
    /// Such a hand cannot be made from that many cards.
    NotOfThisForm(Category),
    /// Declared uncounted, though cards of one rank always count.
    AlwaysCounts(Category),
    /// A straight flush counts just where straights and flushes both do.
    StraightFlushIsBoth,
    /// A pair must come next to no pair.
    PairNotNextToNoPair,
    /// A royal flush must come next to the other straight flushes.
    RoyalNotNextToStraightFlush,
    /// No pair must be worth least: it loses to all in a high order, and beats all in a low one.
    NoPairNotLeast,
    /// A straight flush must be worth more than a straight and than a flush.
    StraightFlushNotAboveBoth,
    /// A royal flush ends with an ace that plays high.
    RoyalNeedsHighAce,
    /// The pack has too few ranks for an ace to play low as well as high.
    NoRoomForSmallStraight,
    /// In badugi more cards beat fewer, and lower cards higher ones.
    BadugiIsLow,
    /// Only a low hand of five cards can have a highest card to qualify.
    QualifierOnHigh,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Missing(category) => {
                write!(f, "{category} is not listed, and not declared unreachable or uncounted")
            }
            OrderError::Twice(category) => write!(f, "{category} is named twice"),
            OrderError::NotOfThisForm(category) => {
                write!(f, "{category} cannot be made from that many cards")
            }
            OrderError::AlwaysCounts(category) => write!(f, "{category} cannot be left uncounted"),
            OrderError::StraightFlushIsBoth => {
                f.write_str("a straight flush counts just where straights and flushes both do")
            }
            OrderError::PairNotNextToNoPair => f.write_str("a pair must stand directly next to no pair"),
            OrderError::RoyalNotNextToStraightFlush => {
                f.write_str("a royal flush must stand directly next to a straight flush")
            }
            OrderError::NoPairNotLeast => f.write_str("no pair must be worth least"),
            OrderError::StraightFlushNotAboveBoth => {
                f.write_str("a straight flush must be worth more than a straight and than a flush")
            }
            OrderError::RoyalNeedsHighAce => {
                f.write_str("a royal flush cannot count where the ace plays low")
            }
            OrderError::NoRoomForSmallStraight => {
                f.write_str("the pack has too few ranks for an ace to play low as well as high")
            }
            OrderError::BadugiIsLow => {
                f.write_str("in badugi more cards beat fewer, and lower cards beat higher ones")
            }
            OrderError::QualifierOnHigh => {
                f.write_str("only a low order of five cards can have a highest card allowed")
            }
        }
    }
}

impl std::error::Error for OrderError {}

/// Why cards cannot be ranked under an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotRank {
    /// Too few cards or too many.
    Count { found: usize, allowed: RangeInclusive<usize> },
    /// A card that this deck does not have.
    NotInPack { card: crate::Card, pack: Pack },
}

impl fmt::Display for CannotRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotRank::Count { found, allowed } => {
                let (least, most) = (allowed.start(), allowed.end());
                match found {
                    0 => f.write_str("there are no cards")?,
                    1 => f.write_str("there is one card")?,
                    _ => write!(f, "there are {found} cards")?,
                }
                if least == most {
                    write!(f, "; this order ranks {least}")
                } else {
                    write!(f, "; this order ranks {least} to {most}")
                }
            }
            CannotRank::NotInPack { card, pack } => write!(
                f,
                "the {} is not in a {pack}, whose lowest card is the {}",
                card.in_words(),
                pack.lowest().word()
            ),
        }
    }
}

impl std::error::Error for CannotRank {}
