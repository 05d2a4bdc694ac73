//! What the solver counts with and what a table pays are the same, for every class of outcome.
//!
//! How every class is reached: of all hands of five (or three) cards some of each class are taken, the rarest included;
//! against each the dealer gets any hand, one of each class and the same ranks in other suits, and in Hold'em, where
//! three to five of the cards lie on the board, each of the 990 pairs there are. What turns up must be exactly what the
//! solver says can happen when nothing is folded: an outcome that only one of them knows fails the test. Every line of
//! play, all multiples and every kind of fold at every decision, is then played at a table with deals of each outcome,
//! and each ending that the solver counts must be among what was played.

use crate::exact::common::{exact, fraction, plain_sign, sum};
use crate::exact::deals::{Deal, Outcome, find, find_six_card, situation};
use cards::{Card, CardId, CardSet, Evaluator};
use engine::banked::{Banked, Command, Decision, Event, Fold, Hand, HandFacts, Patron, Phase, Table};
use engine::{Actor, Machine, Method, Sign};
use money::{Fraction, Money};
use odds::{Ending, Line, Manner, Setup, Situation};
use rulebook::{ChoiceKind, Device, Medium, MethodFact, Place, Ruled, StepKind};
use std::collections::{BTreeMap, BTreeSet};
use testkit::rounds::Pair;

/// The Ante, in cents: such that all odds pay whole cents.
const ANTE: i64 = 10_000;

/// What a player does in a round.
#[derive(Clone, Copy, Debug)]
struct Way {
    line: Line,
    /// How the hand is given up, where it is.
    fold: Option<ChoiceKind>,
}

/// Every line of play that the table allows.
fn ways(setup: &Setup<'_>) -> Vec<Way> {
    fn follow(setup: &Setup<'_>, at: usize, stakes: [u8; odds::DECISIONS], ways: &mut Vec<Way>) {
        let Some(decision) = setup.decisions.get(at) else {
            return ways.push(Way { line: Line { stakes, folded: None }, fold: None });
        };
        let step = &setup.game().step[decision.step];
        for choice in &step.choices {
            match choice.is {
                ChoiceKind::Bet => {
                    let rules = step.stake.as_ref().expect("what may be staked");
                    let shown = match rules.sign_stage {
                        Some(stage) => setup.sign.multiples[stage].clone(),
                        None => (rules.from..=rules.to).collect(),
                    };
                    let last = setup.decisions.iter().all(|other| other.wager == decision.wager);
                    for multiple in shown {
                        let mut stakes = stakes;
                        stakes[at] = multiple as u8;
                        // Where all decisions are on one spot, a bet is the last of them.
                        follow(setup, if last { usize::MAX } else { at + 1 }, stakes, ways);
                    }
                }
                ChoiceKind::Check => follow(setup, at + 1, stakes, ways),
                kind => {
                    let line = Line { stakes, folded: Some(at as u8) };
                    ways.push(Way { line, fold: Some(kind) });
                }
            }
        }
    }
    let mut ways = Vec::new();
    follow(setup, 0, [0; odds::DECISIONS], &mut ways);
    ways
}

/// A table at which one player plays round after round.
struct Played<'s, 'b> {
    setup: &'s Setup<'b>,
    machine: Banked<'b>,
    table: Table,
    said: Vec<Ruled<Event>>,
    rounds: usize,
    wagers_settled: usize,
}

impl<'s, 'b> Played<'s, 'b> {
    fn open(setup: &'s Setup<'b>) -> Played<'s, 'b> {
        let machine = Banked::new(setup.book(), setup.game());
        let table = Table::closed();
        let mut played = Played { setup, machine, table, said: Vec::new(), rounds: 0, wagers_settled: 0 };
        played.tell(&Command::Open(Box::new(setup.sign.clone())));
        played.tell(&Command::Sit { seat: 0, blind_of: None, patron: Patron::default() });
        played
    }

    fn tell(&mut self, command: &Command) {
        self.said.clear();
        let decided = self.machine.decide(&self.table, Actor::DEALER, command, &mut self.said);
        assert!(decided.is_ok(), "{command:?} was refused: {decided:?}");
        for event in &self.said {
            self.machine.evolve(&mut self.table, &event.value);
        }
    }

    /// What lies on each spot before the deal, in cents: the Ante and what must equal it, and different amounts beside.
    fn first_stakes(&self) -> Vec<i64> {
        let stake = |(at, wager): (usize, &rulebook::WagerRules)| match wager.place {
            Place::First if self.setup.first.contains(&at) => ANTE,
            Place::First => ANTE / 10 * (at as i64 + 1),
            _ => 0,
        };
        self.setup.game().wager.iter().enumerate().map(stake).collect()
    }

    /// A deck from which the table will deal these cards.
    fn deck(&mut self, deal: &Deal) -> [CardId; 52] {
        let any: [CardId; 52] = std::array::from_fn(|at| CardId::new(at as u8).expect("52 cards"));
        self.said.clear();
        let trial = Command::Deal(engine::Hidden::boxed(any));
        self.machine.decide(&self.table, Actor::DEALER, &trial, &mut self.said).expect("a deal");
        let mut places: Vec<Option<CardId>> = Vec::new();
        let (mut own, mut dealer, mut board) = (deal.own.iter(), deal.dealer.iter(), deal.board.iter());
        let mut put = |cards: &mut dyn Iterator<Item = &Card>, count: u8| {
            places.extend((0..count).map(|_| cards.next().map(|card| card.id())));
        };
        for event in &self.said {
            match event.value {
                Event::HandDealt { cards, .. } => put(&mut own, cards),
                Event::DealerDealt { cards } => put(&mut dealer, cards),
                Event::BoardDealt { cards } => put(&mut board, cards),
                Event::JackpotCardsDealt { cards } => put(&mut std::iter::empty(), cards),
                Event::CardBurnt => put(&mut std::iter::empty(), 1),
                _ => {}
            }
        }
        // Community cards that are dealt street by street come next.
        let rest = board.len() as u8;
        put(&mut board, rest);
        let named: Vec<CardId> = places.iter().flatten().copied().collect();
        let mut others = any.into_iter().filter(|id| !named.contains(id));
        places.resize(52, None);
        let mut next = places.into_iter().map(|place| place.or_else(|| others.next()).expect("52 cards"));
        std::array::from_fn(|_| next.next().expect("52 cards"))
    }

    /// Plays a round and compares what every wager came to with what the solver counts.
    fn play(&mut self, deal: &Deal, way: &Way) -> Ending {
        let setup = self.setup;
        let game = setup.game();
        let mut stakes = self.first_stakes();
        for (wager, &cents) in stakes.iter().enumerate().filter(|(_, cents)| **cents > 0) {
            let (amount, medium) = (Money::from_cents(cents), Medium::Chips);
            self.tell(&Command::Place { seat: 0, wager, amount, medium, proxy: false, checked: true });
        }
        if self.table.phase == Phase::Betting {
            self.tell(&Command::CallNoMoreBets);
        }
        let deck = self.deck(deal);
        self.tell(&Command::Deal(engine::Hidden::boxed(deck)));
        while let Phase::Deciding(step) = self.table.phase {
            if self.table.seats[0].hand == Hand::Live && !self.table.seats[0].decided {
                let step = &game.step[usize::from(step)];
                assert_eq!(step.kind, StepKind::Decide);
                let at = setup.decisions.iter().position(|decision| decision.name == step.name);
                let at = at.expect("a decision that the solver knows");
                let decision = match (way.line.stakes[at], way.fold) {
                    (0, Some(ChoiceKind::FoldAnte)) if way.line.folded == Some(at as u8) => {
                        Decision::FoldAnte
                    }
                    (0, Some(_)) if way.line.folded == Some(at as u8) => Decision::Fold,
                    (0, _) => Decision::Check,
                    (multiple, _) => {
                        let cents = ANTE * i64::from(multiple);
                        stakes[setup.decisions[at].wager] = cents;
                        Decision::Bet { amount: Money::from_cents(cents), checked: true, token: false }
                    }
                };
                self.tell(&Command::Decide { seat: 0, decision });
            }
            self.tell(&Command::Proceed);
        }
        self.tell(&Command::Settle);
        assert_eq!(self.table.phase, Phase::Betting, "the round is over");
        self.rounds += 1;
        self.compare(deal, way, &stakes)
    }

    fn compare(&mut self, deal: &Deal, way: &Way, stakes: &[i64]) -> Ending {
        let setup = self.setup;
        let game = setup.game();
        let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
        let (own, dealer, board) = (set(&deal.own), set(&deal.dealer), set(&deal.board));
        let order = game.order(0);
        let rank = order.slow().rank(own | board);
        let class = setup.classes.of(rank);
        let situation = match game.dealer_cards {
            0 => Situation::NO_DEALER,
            _ => {
                let dealers = order.slow().rank(dealer | board);
                situation(dealers >= game.qualifying_rank, rank.cmp(&dealers))
            }
        };
        let ending = Ending { line: way.line, situation, class };
        let about = || format!("{} {deal:?} {way:?}, {}", game.name, setup.classes.name(class));

        // The cards that came are the cards that were meant, and the table says the same of them.
        let mut net: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
        for event in &self.said {
            match event.value {
                Event::HandDeclared { seat: Some(0), order: 0, rank: declared } => {
                    assert_eq!(declared, rank, "{}", about());
                }
                Event::DealerQualified { qualifies, .. } => {
                    assert_eq!(qualifies, situation.qualifies(), "{}", about());
                }
                Event::WagerSettled { wager, staked, paid, returned, .. } => {
                    let before =
                        net.insert(wager.into(), (staked.cents(), (paid + returned - staked).cents()));
                    assert_eq!(before, None, "settled twice: {}", about());
                    self.wagers_settled += 1;
                }
                _ => {}
            }
        }

        // Each wager by itself.
        let folded = way.line.folded.map(usize::from);
        let step = |at: usize| setup.decisions[at].step as u8;
        let known = HandFacts {
            folded: folded
                .map(|at| Fold { step: Some(step(at)), whole: way.fold != Some(ChoiceKind::FoldAnte) }),
            qualifies: situation.qualifies(),
            against: situation.against(),
            method: if setup.sign.method == Method::B { MethodFact::B } else { MethodFact::A },
        };
        // The solver folds in the way that keeps what can be kept.
        let as_solved = folded.is_none_or(|at| setup.decisions[at].fold == way.fold);
        assert!(!as_solved || setup.known(folded, situation) == known, "{}", about());
        let mut main = Vec::new();
        for (wager, rules) in game.wager.iter().enumerate() {
            let of = rules.of.as_deref().and_then(|of| game.wager(of));
            let stake = match rules.place {
                Place::Jackpot => continue,
                Place::Bonus => stakes[of.expect("a bonus is on some wager")],
                _ => stakes[wager],
            };
            let (staked, gained) = net.get(&wager).copied().unwrap_or((0, 0));
            match rules.place {
                Place::Bonus => assert_eq!(staked, 0, "a bonus is not staked: {}", about()),
                _ => assert_eq!(staked, stake, "on {}: {}", rules.on, about()),
            }
            if stake == 0 {
                continue;
            }
            let rank_there = match rules.order {
                0 => setup.classes.floor(class),
                other => game.order(other).slow().rank(own | dealer),
            };
            let payoff = setup.machine.payoff(&setup.sign, wager, &known, rank_there).gain();
            if rules.order == 0 && as_solved {
                assert_eq!(setup.gain(wager, folded, situation, class), payoff, "{}", about());
            }
            let found = fraction(gained.into(), stake.into());
            assert_eq!(found, payoff, "on {}: {}", rules.on, about());
            let later = setup.decisions.iter().any(|decision| decision.wager == wager);
            if later || setup.first.contains(&wager) || setup.bonuses.contains(&wager) {
                main.push((staked, gained));
            }
        }

        // And the main play as a whole, which is what the solver adds up.
        let per_ante = |cents: i64| fraction(cents.into(), ANTE.into());
        let gained: Fraction = sum(main.iter().map(|(_, gained)| per_ante(*gained)));
        assert_eq!(setup.main_gain(&ending), gained, "{}", about());
        let staked: Fraction = sum(main.iter().map(|(staked, _)| per_ante(*staked)));
        assert_eq!(setup.main_stake(&ending), staked, "{}", about());
        ending
    }
}

/// Plays every line with every deal.
fn drive(setup: &Setup<'_>, deals: &BTreeMap<Outcome, Vec<Deal>>) -> (BTreeSet<Ending>, usize) {
    let mut played = Played::open(setup);
    let mut driven = BTreeSet::new();
    for way in ways(setup) {
        for (outcome, deal) in
            deals.iter().flat_map(|(outcome, deals)| deals.iter().map(move |deal| (outcome, deal)))
        {
            let ending = played.play(deal, &way);
            assert_eq!((ending.situation, ending.class), *outcome);
            driven.insert(ending);
        }
    }
    assert!(played.wagers_settled >= played.rounds, "every round has an Ante to settle");
    (driven, played.rounds)
}

/// Deals for each outcome that the solver knows, and for no other.
fn deals_of_all_outcomes(pair: Pair, attempts: usize) -> BTreeMap<Outcome, Vec<Deal>> {
    let exact = exact(pair);
    let deals = find(exact.setup, 7 + pair as u64, attempts);
    let counted = exact.endings(Manner::NeverFold).iter();
    let counted: BTreeSet<Outcome> = counted.map(|(ending, _)| (ending.situation, ending.class)).collect();
    let words = |all: Vec<&Outcome>| -> Vec<String> {
        all.iter()
            .map(|(situation, class)| format!("{situation:?} {}", exact.setup.classes.name(*class)))
            .collect()
    };
    let found: BTreeSet<Outcome> = deals.keys().copied().collect();
    let missing = words(counted.difference(&found).collect());
    assert!(missing.is_empty(), "no deal was found for {missing:?}");
    let unknown = words(found.difference(&counted).collect());
    assert!(unknown.is_empty(), "the solver does not know of {unknown:?}");
    deals
}

/// Every ending that the solver counts has been played, and so many outcomes and lines there are.
fn assert_covers(pair: Pair, driven: &BTreeSet<Ending>, outcomes: usize, lines: usize) {
    let exact = exact(pair);
    for manner in [Manner::Best, Manner::NeverFold] {
        let missing: Vec<Ending> = (exact.endings(manner).iter())
            .filter(|(ending, deals)| *deals > 0 && !driven.contains(ending))
            .map(|(ending, _)| *ending)
            .collect();
        assert!(missing.is_empty(), "{manner:?}: never played: {missing:?}");
    }
    assert_eq!(driven.len(), outcomes * lines, "{pair:?}");
}

/// The game under another sign, all its lines with the same deals.
fn drive_under(pair: Pair, deals: &BTreeMap<Outcome, Vec<Deal>>, change: impl FnOnce(&mut Sign)) {
    let book = pair.book();
    let mut sign = plain_sign(&book);
    change(&mut sign);
    let setup = Setup::new(&book, pair.game(&book), sign).unwrap_or_else(|error| panic!("{error}"));
    let (driven, rounds) = drive(&setup, deals);
    assert!(driven.len() > deals.len() && rounds >= driven.len());
}

#[test]
fn caribbean_stud_is_settled_as_it_is_counted() {
    let deals = deals_of_all_outcomes(Pair::CaribbeanStud, 400);
    // Eleven classes with four situations each, less what cannot tie and what nothing beats.
    assert_eq!(deals.len(), 11 * 4 - 4);
    let (driven, _) = drive(exact(Pair::CaribbeanStud).setup, &deals);
    // Bet, or fold.
    assert_covers(Pair::CaribbeanStud, &driven, deals.len(), 2);
    drive_under(Pair::CaribbeanStud, &deals, |sign| {
        sign.device = Device::Shuffler;
        sign.method = Method::B;
    });
}

#[test]
fn mississippi_stud_is_settled_as_it_is_counted() {
    for pair in [Pair::SydneyMississippi, Pair::StarMississippi, Pair::MelbourneMississippi] {
        let deals = deals_of_all_outcomes(pair, 4);
        assert_eq!(deals.len(), 12, "nothing, pairs of three kinds, and eight better hands");
        let (driven, _) = drive(exact(pair).setup, &deals);
        // Three stakes on each of three streets, or a fold after none, one or two of them.
        assert_covers(pair, &driven, deals.len(), 27 + 1 + 3 + 9);
        drive_under(pair, &deals, |sign| sign.device = Device::Shuffler);
    }
}

#[test]
fn ultimate_texas_holdem_is_settled_as_it_is_counted() {
    let pair = Pair::UltimateHoldem;
    let deals = deals_of_all_outcomes(pair, 400);
    // Ten classes with four situations each; a full house or four of a kind is only made on a board with which the
    // dealer qualifies, and nothing beats a royal flush.
    assert_eq!(deals.len(), 10 * 4 - 3);
    let (driven, _) = drive(exact(pair).setup, &deals);
    // Three or four times, twice, once, or a fold.
    assert_covers(pair, &driven, deals.len(), 5);
    drive_under(pair, &deals, |sign| {
        sign.multiples = [vec![2, 3, 5, 10], vec![9, 1, 4], vec![1, 2]];
        sign.device = Device::Shuffler;
        sign.method = Method::B;
    });
}

#[test]
fn three_card_poker_is_settled_as_it_is_counted_under_every_pay_table() {
    let pair = Pair::ThreeCard;
    let deals = deals_of_all_outcomes(pair, 400);
    // Seven classes with four situations each; threes cannot tie.
    assert_eq!(deals.len(), 7 * 4 - 1);
    let (driven, _) = drive(exact(pair).setup, &deals);
    // Play, or a fold.
    assert_covers(pair, &driven, deals.len(), 2);

    // Both kinds of fold and the play, for every class of the six cards as well.
    let six = find_six_card(exact(pair).setup, 11);
    assert_eq!(six.len(), 2 * 10, "ten classes, the dealer qualifying or not");
    let book = pair.book();
    let game = pair.game(&book);
    let columns = game.chosen_tables();
    let names: Vec<(&str, usize)> = columns.iter().map(|(name, columns)| (*name, columns.len())).collect();
    assert_eq!(names, [("ante-bonus", 3), ("pair-plus", 6), ("six-card-bonus", 5)]);
    for turn in 0..6 {
        let mut sign = plain_sign(&book);
        let chosen = |(name, columns): &(&str, Vec<&str>)| {
            (name.to_string(), columns[turn % columns.len()].to_string())
        };
        sign.paytables = columns.iter().map(chosen).collect();
        sign.device = if turn % 2 == 0 { Device::Shoe } else { Device::Shuffler };
        let setup = Setup::new(&book, game, sign).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(ways(&setup).len(), 3, "play, fold, or fold the Ante alone");
        assert_eq!(
            setup.decisions[0].fold,
            Some(ChoiceKind::FoldAnte),
            "which costs nothing beside the Ante"
        );
        let (driven, _) = drive(&setup, &deals);
        assert_eq!(driven.len(), 2 * deals.len());
        let mut played = Played::open(&setup);
        for (way, deal) in ways(&setup).iter().flat_map(|way| six.values().map(move |deal| (way, deal))) {
            played.play(deal, way);
        }
        assert_eq!(played.rounds, 3 * six.len());
    }
}
