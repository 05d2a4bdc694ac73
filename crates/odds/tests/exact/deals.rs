//! Deals that make every outcome happen: hands of every class, against dealers of every kind.

use crate::exact::common::draw;
use cards::{Card, CardSet, Category, Evaluator, HandOrder};
use odds::{Setup, Situation};
use rulebook::Against;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use testkit::dice::Dice;

/// The cards of a round, each in the order in which they are dealt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deal {
    pub(crate) own: Vec<Card>,
    pub(crate) dealer: Vec<Card>,
    pub(crate) board: Vec<Card>,
}

/// An outcome: how the hands compare, and the class of the player's.
pub(crate) type Outcome = (Situation, usize);

/// How many deals are kept for each outcome.
const KEPT: usize = 2;
/// How many hands are kept of each class to build deals from.
const HANDS: usize = 60;

/// The situation of that name.
pub(crate) fn situation(qualifies: bool, against: Ordering) -> Situation {
    let against = match against {
        Ordering::Less => Against::Lower,
        Ordering::Equal => Against::Equal,
        Ordering::Greater => Against::Higher,
    };
    let mut all = Situation::all();
    all.find(|known| known.qualifies() == qualifies && known.against() == against).expect("there are all six")
}

/// Random hands of so many cards, as many of each class of an order as there are or as are kept.
pub(crate) fn hands_by_class(
    dice: &mut Dice,
    order: &HandOrder,
    size: usize,
    class_of: impl Fn(cards::HandRank) -> usize,
) -> Vec<Vec<CardSet>> {
    let mut kept: Vec<(u64, Vec<CardSet>)> = Vec::new();
    let ranker = order.fast();
    for hand in CardSet::ALL.choose(size) {
        let class = class_of(ranker.rank(hand));
        if kept.len() <= class {
            kept.resize(class + 1, (0, Vec::new()));
        }
        let (seen, hands) = &mut kept[class];
        *seen += 1;
        // Each of the hands so far is kept with the same chance.
        let at = dice.below(*seen) as usize;
        match hands.len() < HANDS {
            true => hands.push(hand),
            false if at < HANDS => hands[at] = hand,
            false => {}
        }
    }
    kept.into_iter().map(|(_, hands)| hands).collect()
}

/// Deals for every outcome that turned up in so many attempts from the hands of each class.
pub(crate) fn find(setup: &Setup<'_>, seed: u64, attempts: usize) -> BTreeMap<Outcome, Vec<Deal>> {
    let game = setup.game();
    let order = game.order(0);
    let mut dice = Dice::new(seed);
    let size = order.form().size();
    let by_class = hands_by_class(&mut dice, order, size, |rank| setup.classes.of(rank));
    let mut found: BTreeMap<Outcome, Vec<Deal>> = BTreeMap::new();
    let mut keep = |outcome: Outcome, deal: &dyn Fn() -> Deal| {
        let deals = found.entry(outcome).or_default();
        if deals.len() < KEPT {
            deals.push(deal());
        }
    };
    let ranker = order.fast();
    for _ in 0..attempts {
        for hands in &by_class {
            let hand = dice.pick(hands);
            let shuffled = draw(&mut dice, hand, size);
            match (game.dealer_cards, game.board_cards) {
                (0, _) => {
                    let class = setup.classes.of(ranker.rank(hand));
                    let deal = || Deal {
                        own: shuffled[..2].to_vec(),
                        board: shuffled[2..].to_vec(),
                        dealer: Vec::new(),
                    };
                    keep((Situation::NO_DEALER, class), &deal);
                }
                (_, 0) => {
                    let own = ranker.rank(hand);
                    for dealer in dealers(&mut dice, hand, &by_class) {
                        let rank = ranker.rank(dealer);
                        let situation = situation(rank >= game.qualifying_rank, own.cmp(&rank));
                        let (own_cards, dealer) = (&shuffled, dealer.iter().collect::<Vec<_>>());
                        let deal =
                            || Deal { own: own_cards.clone(), dealer: dealer.clone(), board: Vec::new() };
                        keep((situation, setup.classes.of(own)), &deal);
                    }
                }
                _ => {
                    // From three to all of the hand lie on the board; anything may lie beside them.
                    let on_board = dice.from_to(3, 5) as usize;
                    let others = draw(&mut dice, CardSet::ALL - hand, 2);
                    let (mut board, mut own) = (shuffled[..on_board].to_vec(), shuffled[on_board..].to_vec());
                    let (to_board, to_own) = others.split_at(5 - on_board);
                    board.extend(to_board);
                    own.extend(to_own);
                    let shared: CardSet = board.iter().copied().collect();
                    let held: CardSet = own.iter().copied().collect();
                    let rank = ranker.rank(shared | held);
                    for dealer in (CardSet::ALL - shared - held).choose(2) {
                        let dealers = ranker.rank(shared | dealer);
                        let situation = situation(dealers >= game.qualifying_rank, rank.cmp(&dealers));
                        let dealer_cards = || dealer.iter().collect();
                        let deal = || Deal { own: own.clone(), dealer: dealer_cards(), board: board.clone() };
                        keep((situation, setup.classes.of(rank)), &deal);
                    }
                }
            }
        }
    }
    found
}

/// Dealer's hands to try against a hand: any, one of each class, and the same ranks in other suits.
fn dealers(dice: &mut Dice, hand: CardSet, by_class: &[Vec<CardSet>]) -> Vec<CardSet> {
    let mut all: Vec<CardSet> = by_class.iter().map(|hands| dice.pick(hands)).collect();
    all.push(draw(dice, CardSet::ALL - hand, hand.len()).into_iter().collect());
    for by in 1..4 {
        let mut suits = hand.suits();
        suits.rotate_left(by);
        all.push(CardSet::from_suits(suits));
    }
    all.retain(|dealer| !dealer.overlaps(hand));
    all
}

/// Three cards each such that the best five of all six are of every category, the dealer qualifying or not.
pub(crate) fn find_six_card(setup: &Setup<'_>, seed: u64) -> BTreeMap<(&'static str, bool), Deal> {
    let game = setup.game();
    let (three, five) = (game.order(0), game.order(1));
    let mut dice = Dice::new(seed);
    let place = |category| Category::ALL.iter().position(|known| *known == category).expect("one of all");
    let category = |rank| five.category(rank).expect("every rank has its category");
    let by_category = hands_by_class(&mut dice, five, 5, |rank| place(category(rank)));
    let mut found = BTreeMap::new();
    for _ in 0..2_000 {
        for hands in by_category.iter().filter(|hands| !hands.is_empty()) {
            let hand = dice.pick(hands);
            let mut all = draw(&mut dice, hand, 5);
            all.extend(draw(&mut dice, CardSet::ALL - hand, 1));
            // Either may hold the card that does not belong.
            if dice.chance(50) {
                all.rotate_right(1);
            }
            let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
            let best = category(five.fast().rank(set(&all)));
            let qualifies = three.fast().rank(set(&all[3..])) >= game.qualifying_rank;
            found.entry((best.word(), qualifies)).or_insert_with(|| Deal {
                own: all[..3].to_vec(),
                dealer: all[3..].to_vec(),
                board: Vec::new(),
            });
        }
    }
    found
}
