//! A chart of two cards before the flop, rules on it, and on the river a count.

use super::rules::{Order, Positions, Sayings, find};
use super::{Grid, PointAdvice, Rule, two_cards};
use crate::choice::{Choice, Manner, Seen};
use crate::setup::{Setup, Situation, common_divisor};
use crate::solve::{Solver, in_parts};
use crate::ultimate::Ultimate;
use cards::{CardId, Rank};
use money::Fraction;
use rulebook::Against;
use std::collections::BTreeMap;

pub(super) fn points(setup: &Setup<'_>, game: &Ultimate<'_, '_>) -> Vec<PointAdvice> {
    vec![first(setup, game), flop(setup, game), river(setup, game)]
}

fn rank(card: CardId) -> usize {
    card.number() / 4
}

fn suit(card: CardId) -> usize {
    card.number() % 4
}

fn first(setup: &Setup<'_>, game: &Ultimate<'_, '_>) -> PointAdvice {
    let mut shares: Vec<(Choice, u32)> = Vec::new();
    for (_, choice) in game.first_choices() {
        match shares.iter_mut().find(|(known, _)| *known == choice) {
            Some((_, count)) => *count += 1,
            None => shares.push((choice, 1)),
        }
    }
    let hands = game
        .first_choices()
        .map(|([a, b], choice)| ([rank(a).max(rank(b)), rank(a).min(rank(b))], suit(a) == suit(b), choice));
    let grid = two_cards::grid(hands, "a number: bet so many Antes, - check");
    shares.sort_unstable();
    let note = shares.iter().map(|(choice, count)| {
        let share = Fraction::new((*count * 100).into(), 1_326).unwrap_or(Fraction::ZERO);
        format!("{} with {}% of hands", choice.words(), share.to_places(2))
    });
    let note = note.collect::<Vec<_>>().join(", ");
    let name = setup.decisions[0].name.clone();
    PointAdvice { name, rules: Vec::new(), grids: vec![grid], notes: vec![format!("In all: {note}.")] }
}

/// Two cards and a flop.
struct Flop {
    own: [usize; 2],
    /// Cards of each rank on the flop.
    board: [u8; 13],
    /// The most cards of one suit, own ones among them, and the highest own card of it.
    suited: usize,
    own_of_suit: usize,
    highest_of_suit: usize,
    /// Ranks held, own ones and the flop's.
    ranks: u16,
    one_suit: bool,
}

impl Flop {
    fn new(hole: &[CardId; 2], flop: &[CardId; 3]) -> Flop {
        let mut board = [0; 13];
        flop.iter().for_each(|card| board[rank(*card)] += 1);
        let mut found = Flop {
            own: [rank(hole[0]).max(rank(hole[1])), rank(hole[0]).min(rank(hole[1]))],
            board,
            suited: 0,
            own_of_suit: 0,
            highest_of_suit: 0,
            one_suit: flop.iter().all(|card| suit(*card) == suit(flop[0])),
            ranks: hole.iter().chain(flop).fold(0, |ranks, card| ranks | 1 << rank(*card)),
        };
        for of in 0..4 {
            let own = hole.iter().filter(|card| suit(**card) == of);
            let count = own.clone().count();
            let all = count + flop.iter().filter(|card| suit(**card) == of).count();
            if count > 0 && all > found.suited {
                found.suited = all;
                found.own_of_suit = count;
                found.highest_of_suit = own.map(|card| rank(*card)).max().unwrap_or(0);
            }
        }
        found
    }
    fn pocket(&self) -> bool {
        self.own[0] == self.own[1]
    }
    /// How many own cards the flop pairs; a pocket pair counts as one.
    fn pairs(&self) -> usize {
        if self.pocket() { 1 } else { self.own.iter().filter(|rank| self.board[**rank] > 0).count() }
    }
    /// The highest rank of which an own card makes a pair.
    fn pair(&self) -> Option<usize> {
        let paired = |rank: &&usize| self.pocket() || self.board[**rank] > 0;
        self.own.iter().filter(paired).max().copied()
    }
    fn three(&self) -> bool {
        let with = |rank: usize| self.board[rank] + self.own.iter().filter(|own| **own == rank).count() as u8;
        self.own.iter().any(|rank| with(*rank) >= 3)
    }
    fn board_pairs(&self) -> bool {
        self.board.iter().any(|count| *count >= 2)
    }
    /// Cards to a sequence of five.
    fn in_sequence(&self) -> usize {
        let low = (self.ranks << 1) | (self.ranks >> 12 & 1);
        (0..10).map(|from| (low >> from & 0x1f).count_ones() as usize).max().unwrap_or(0)
    }
}

fn flop(setup: &Setup<'_>, game: &Ultimate<'_, '_>) -> PointAdvice {
    setup.watch.begin(game.flops());
    let sayings = sayings();
    let parts = in_parts(&setup.watch, game.flops(), 16, Positions::default, |positions, range| {
        game.each_flop(range, |hole, flop, weight, choice| {
            positions.add(sayings.of(&Flop::new(hole, flop)), choice, weight.into());
        });
    });
    let mut positions = Positions::default();
    parts.into_iter().for_each(|part| positions.merge(part));
    let found = find(&sayings, positions, Order::AsSaid, 2_000);
    let (mut rules, mut grids) = (found.rules.clone(), Vec::new());
    let mut notes =
        vec!["A pair of yours is one in the pocket or one that an own card makes with the flop.".to_string()];
    if found.open != Fraction::ZERO {
        let (mut sights, mut all) = (Sights::new(), 0);
        game.each_flop(0..game.flops(), |hole, flop, weight, choice| {
            let flop = Flop::new(hole, flop);
            all += u64::from(weight);
            if !found.decides(&sayings.of(&flop)) {
                *sights.entry(Sight::of(&flop)).or_default().entry(choice).or_default() += u64::from(weight);
            }
        });
        // What is left is settled at a sight where all such hands do the same.
        let (settled, open): (Sights, Sights) =
            sights.into_iter().partition(|(_, choices)| choices.len() == 1);
        for (sight, choices) in settled {
            let rule = choices.into_iter().map(|(choice, weight)| Rule {
                when: format!("with {}", sight.words()),
                choice,
                share: Fraction::new(weight.into(), i128::from(all)).unwrap_or(Fraction::ZERO),
                bound: None,
            });
            rules.extend(rule);
        }
        if !open.is_empty() {
            grids.push(chart(&open, all));
            notes.push("Where no rule fits, the chart says how often best play bets; for a hand: --seen \"OWN/FLOP\".".into());
        }
    }
    PointAdvice { name: setup.decisions[1].name.clone(), rules, grids, notes }
}

/// What can be said of a flop; before and after it there are no rules.
pub(super) fn said(seen: &Seen) -> Vec<String> {
    let ids = |cards: cards::CardSet| cards.iter().map(|card| card.id()).collect::<Vec<_>>();
    let (Ok(hole), Ok(flop)) = (ids(seen.own).try_into(), ids(seen.board).try_into()) else {
        return Vec::new();
    };
    let flop = Flop::new(&hole, &flop);
    let mut said = sayings().words_of(&flop);
    said.push(format!("with {}", Sight::of(&flop).words()));
    said
}

fn sayings() -> Sayings<Flop> {
    let mut sayings: Sayings<Flop> = Sayings::new();
    let name = |rank: usize| Rank::ALL[rank].letter();
    sayings.say("with a straight, a flush, or three alike with an own card", |f| {
        f.three() || f.suited >= 5 || f.in_sequence() >= 5
    });
    sayings.say("with two pair, both made by own cards", |f| f.pairs() >= 2);
    sayings.say("with an own card paired on a paired flop", |f| {
        f.pairs() >= 1 && !f.pocket() && f.board_pairs()
    });
    sayings.say("with a pocket pair on three alike", |f| f.pocket() && f.board.contains(&3));
    for low in 0..12 {
        let rank = name(low);
        sayings.say(format!("with a pair of yours, {rank}s or higher"), move |f| {
            f.pair().is_some_and(|pair| pair >= low)
        });
        sayings.say(
            format!("with a pair of yours, {rank}s or higher, the flop not all of one suit"),
            move |f| f.pair().is_some_and(|pair| pair >= low) && !f.one_suit,
        );
        sayings.say(format!("with a pair of yours, {rank}s or higher, and four to a flush"), move |f| {
            f.pair().is_some_and(|pair| pair >= low) && f.suited == 4
        });
    }
    for high in 0..13 {
        let rank = name(high);
        sayings.say(
            format!("with four to a flush, both own cards of the suit and one of them {rank} or higher"),
            move |f| f.suited == 4 && f.own_of_suit == 2 && f.highest_of_suit >= high,
        );
        sayings.say(format!("with four to a flush, an own {rank} or higher of the suit"), move |f| {
            f.suited == 4 && f.highest_of_suit >= high
        });
    }
    sayings.say("without a pair anywhere, four to a flush or four to a straight", |f| {
        f.pairs() == 0 && f.suited < 4 && f.in_sequence() < 4 && !f.board_pairs()
    });
    for high in (0..13).rev() {
        let rank = name(high);
        sayings.say(
            format!("without a pair anywhere or four to a flush, both own cards {rank} or lower"),
            move |f| f.pairs() == 0 && f.suited < 4 && f.own[0] <= high && !f.board_pairs(),
        );
        sayings.say(
            format!("without a pair of yours, four to a flush or four to a straight, both own cards {rank} or lower"),
            move |f| f.pairs() == 0 && f.suited < 4 && f.own[0] <= high && f.in_sequence() < 4,
        );
        sayings.say(
            format!("without a pair of yours or four to a flush, both own cards {rank} or lower"),
            move |f| f.pairs() == 0 && f.suited < 4 && f.own[0] <= high,
        );
        sayings.say(
            format!("with four to a flush and nothing else, both own cards {rank} or lower"),
            move |f| {
                f.pairs() == 0 && f.suited == 4 && f.own[0] <= high && f.in_sequence() < 4 && !f.board_pairs()
            },
        );
        sayings.say(
            format!(
                "with four to a flush by one own card and no pair of yours, both own cards {rank} or lower"
            ),
            move |f| f.pairs() == 0 && f.suited == 4 && f.own_of_suit == 1 && f.own[0] <= high,
        );
    }
    sayings
}

/// What is left open, by what can be seen at a glance: how often best play bets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sight {
    pair: bool,
    four_to_flush: usize,
    four_to_straight: bool,
    flop: u8,
}

impl Sight {
    fn of(flop: &Flop) -> Sight {
        let texture = match flop.board.iter().max() {
            Some(3) => 3,
            Some(2) => 2,
            _ => u8::from(flop.one_suit),
        };
        Sight {
            pair: flop.pairs() > 0,
            four_to_flush: if flop.suited == 4 { flop.own_of_suit } else { 0 },
            four_to_straight: flop.in_sequence() == 4,
            flop: texture,
        }
    }

    fn words(self) -> String {
        let mut held = Vec::new();
        held.extend(self.pair.then_some("a pair of yours"));
        held.extend(
            ["", "four to a flush by one own card", "four to a flush by both"]
                .get(self.four_to_flush)
                .copied(),
        );
        held.extend(self.four_to_straight.then_some("four to a straight"));
        held.retain(|word| !word.is_empty());
        let held = if held.is_empty() { "nothing".to_string() } else { held.join(", ") };
        let flop =
            ["a plain flop", "a flop of one suit", "a paired flop", "three alike"][usize::from(self.flop)];
        format!("{held} on {flop}")
    }
}

type Sights = BTreeMap<Sight, BTreeMap<Choice, u64>>;

fn chart(sights: &Sights, all: u64) -> Grid {
    let share = |part: u64, of: u64| {
        let share = Fraction::new(i128::from(part) * 100, of.max(1).into()).unwrap_or(Fraction::ZERO);
        format!("{}%", share.to_places(1))
    };
    let weight = |choices: &BTreeMap<Choice, u64>| choices.values().sum::<u64>();
    let mut rows: Vec<(&Sight, &BTreeMap<Choice, u64>)> = sights.iter().collect();
    rows.sort_by_key(|(_, choices)| std::cmp::Reverse(weight(choices)));
    let row = |(sight, choices): (&Sight, &BTreeMap<Choice, u64>)| {
        let checks = choices.get(&Choice::Check).copied().unwrap_or(0);
        let all_of = weight(choices);
        (sight.words(), vec![share(all_of, all), share(all_of - checks, all_of)])
    };
    Grid {
        title: "What the rules leave open: how often best play bets".into(),
        columns: ["you have".to_string(), "of hands".into(), "bets".into()].to_vec(),
        rows: rows.into_iter().map(row).collect(),
        legend: "share of all hands on the flop, and how many of them bet".into(),
    }
}

/// On the river the dealer's 990 pairs can be counted: what betting gains over folding is a weighted sum of them.
fn river(setup: &Setup<'_>, game: &Ultimate<'_, '_>) -> PointAdvice {
    let decision = &setup.decisions[2];
    let endings = game.endings(Manner::Best);
    let at_river = |line: &crate::Line| line.stakes[0] == 0 && line.stakes[1] == 0;
    let count = |keep: &dyn Fn(&crate::Ending) -> bool| -> u128 {
        endings.iter().filter(|(ending, _)| keep(ending)).map(|(_, deals)| deals).sum()
    };
    let all = count(&|ending| at_river(&ending.line));
    let share = |deals: u128| Fraction::new(deals as i128, all.max(1) as i128).unwrap_or(Fraction::ZERO);
    // The weakest classes that are all paid alike share one count.
    let payoffs = &setup.payoffs;
    let worth = |class: usize, situation: Situation| {
        let at = situation.index();
        payoffs.first[class][at] + i64::from(decision.least) * payoffs.later[2][class][at] - payoffs.folded[2]
    };
    let alike = |class: &usize| Situation::all().all(|at| worth(*class, at) == worth(0, at));
    let plain = (0..setup.classes.len()).take_while(alike).count();
    let mut notes = Vec::new();
    if decision.least == decision.most {
        let worths: Vec<(i64, Situation)> = Situation::all().map(|at| (worth(0, at), at)).collect();
        let common =
            worths.iter().fold(0, |common, (worth, _)| common_divisor(common, worth.abs().into())).max(1);
        let side = |sign: i64| {
            let mut terms: Vec<String> = Vec::new();
            for (worth, situation) in worths.iter().filter(|(worth, _)| worth * sign > 0) {
                let dealer = if situation.qualifies() { "qualifying pairs" } else { "other pairs" };
                let against = match situation.against() {
                    Against::Higher => "you beat",
                    Against::Equal => "you tie",
                    Against::Lower => "beating you",
                };
                let times = i128::from(worth.abs()) / common;
                let times = if times == 1 { String::new() } else { format!("{times} x ") };
                terms.push(format!("{times}({dealer} {against})"));
            }
            terms.join(" + ")
        };
        let below = if plain < setup.classes.len() {
            format!("With less than {}, count", setup.classes.name(plain).replace('-', " "))
        } else {
            "Count".to_string()
        };
        notes.push(format!(
            "{below} the dealer's 990 possible pairs: bet just when {} is more than {}.",
            side(1),
            side(-1)
        ));
    }
    let strong = |fold: bool| {
        count(&|ending| {
            at_river(&ending.line) && ending.class >= plain && ending.line.folded.is_some() == fold
        })
    };
    if plain < setup.classes.len() {
        let of = strong(true) + strong(false);
        let folds = Fraction::new(strong(true) as i128 * 100, of.max(1) as i128).unwrap_or(Fraction::ZERO);
        notes.push(format!(
            "With {} or better bet; the few that fold ({}% of them) have nothing but what lies on the board, and nearly \
             every pair of the dealer's beats that.",
            setup.classes.name(plain).replace('-', " "),
            folds.to_places(4)
        ));
    }
    if decision.least != decision.most {
        notes.push("Between folding and the stakes that the sign allows, ask for the worth of each.".into());
    }
    let folded = count(&|ending| ending.line.folded.is_some());
    let hundred = share(folded).checked_mul(Fraction::from(100)).unwrap_or(Fraction::ZERO);
    notes.push(format!("In all {}% of hands that come to the river fold.", hundred.to_places(4)));
    notes.push("For a hand: --seen \"OWN/BOARD\".".into());
    PointAdvice { name: decision.name.clone(), rules: Vec::new(), grids: Vec::new(), notes }
}
