//! Patrons who play by themselves choose only what is offered, and every round ends.

use crate::common::{Chance, PAIRS, coach, game};
use coach::Style;
use engine::banked::{Banked, Command, Hand, Patron, Phase, Table};
use engine::{Actor, Hidden, Machine, Moment, Sign, SignJackpot, Who};
use money::{Money, Rate};
use rulebook::{Increment, Place, Rulebook, Variant};

fn player(seat: usize) -> Actor {
    Actor { who: Who::Seat(seat), at: Moment(0) }
}

struct Played {
    machine: Banked<'static>,
    table: Table,
}

impl Played {
    fn tell(&mut self, actor: Actor, command: &Command) {
        let mut said = Vec::new();
        let decided = self.machine.decide(&self.table, actor, command, &mut said);
        assert!(decided.is_ok(), "{command:?}: {decided:?}");
        said.iter().for_each(|event| self.machine.evolve(&mut self.table, &event.value));
    }

    /// A choice of a patron, which an offer must admit.
    fn choose(&mut self, seat: usize, command: &Command) {
        let offers = self.machine.offers(&self.table, player(seat));
        assert!(offers.iter().any(|offer| offer.admits(command)), "{command:?} is not offered");
        self.tell(player(seat), command);
    }
}

/// A sign as tables have it: limits, and a jackpot where the book has one.
fn sign(book: &Rulebook, game: &Variant, limits: bool) -> Sign {
    let mut sign = coach::practice_sign(book, game);
    if game.wager.iter().any(|wager| wager.place == Place::Jackpot) {
        let row = book.jackpots.seed.first();
        let by_seed = book.jackpots.increment.value == Increment::BySeed;
        sign.jackpot = Some(SignJackpot {
            option: row.map_or(0, |row| row.option),
            seed: row.map_or(5_000, |row| row.for_one),
            increment: if by_seed { None } else { Rate::from_ppm(200_000).ok() },
            wager: Money::from_cents(5_00),
            games: 1,
            bonus_royal: None,
            bonus_straight_flush: None,
        });
    }
    for (at, wager) in game.wager.iter().enumerate().filter(|_| limits) {
        if wager.place == Place::First {
            sign.limits.min[at] = Some(Money::from_cents(15_00));
            sign.limits.max[at] = Some(Money::from_cents(40_00));
        }
    }
    sign
}

#[test]
fn what_they_choose_is_offered_and_every_round_ends() {
    let mut chance = Chance::new(21);
    for pair in 0..PAIRS.len() {
        let (book, game) = game(pair);
        let coach = coach(pair);
        for limits in [false, true] {
            let mut played = Played { machine: Banked::new(book, game), table: Table::closed() };
            played.tell(Actor::DEALER, &Command::Open(Box::new(sign(book, game, limits))));
            let seats = Style::ALL.len().min(usize::from(book.table.seats.value));
            for seat in 0..seats {
                let sit = Command::Sit { seat, blind_of: None, patron: Patron::default() };
                played.tell(Actor::DEALER, &sit);
            }
            for round in 0..40 {
                let styles: Vec<Style> =
                    (0..seats).map(|seat| Style::ALL[(seat + round) % Style::ALL.len()]).collect();
                play_round(&mut played, &coach, &styles, &mut chance);
            }
            assert_eq!(played.table.rounds, 40);
        }
    }
}

fn play_round(played: &mut Played, coach: &coach::Coach, styles: &[Style], chance: &mut Chance) {
    let game = played.machine.game();
    let unit = Money::from_cents(10_00);
    for (seat, style) in styles.iter().enumerate() {
        let mood = chance.long();
        for _ in 0..=game.wager.len() {
            let offers = played.machine.offers(&played.table, player(seat));
            let next = style.next_wager(game, (&played.table, seat), &offers, unit, mood);
            let Some(next) = next else { break };
            played.choose(seat, &next);
        }
        let stakes = &played.table.seats[seat].stakes;
        assert!(!stakes[0].is_zero(), "{style:?} has laid no Ante");
        let sides = (1..game.wager.len()).filter(|at| {
            matches!(game.wager[*at].place, Place::First | Place::Jackpot) && game.wager[*at].equals.is_none()
        });
        match style {
            Style::Sidebetter => assert!(sides.clone().all(|at| !stakes[at].is_zero())),
            Style::Best => assert!(sides.clone().all(|at| stakes[at].is_zero())),
            _ => {}
        }
    }
    if played.table.phase == Phase::Betting {
        played.tell(Actor::DEALER, &Command::CallNoMoreBets);
    }
    played.tell(Actor::DEALER, &Command::Deal(Hidden::boxed(chance.deck())));
    while let Phase::Deciding(_) = played.table.phase {
        for (seat, style) in styles.iter().enumerate() {
            let found = &played.table.seats[seat];
            if found.hand != Hand::Live || found.decided {
                continue;
            }
            let offers = played.machine.offers(&played.table, player(seat));
            let with = (&played.machine, Some(coach));
            let decided = style.decide(with, (&played.table, seat), &offers, chance.long()).unwrap();
            if *style == Style::Best {
                let best = coach.advise(&played.table, seat).unwrap();
                let same = best.priced(best.best).unwrap().decision;
                let folds =
                    matches!(same, engine::banked::Decision::Fold | engine::banked::Decision::FoldAnte);
                assert!(folds || decided == Command::Decide { seat, decision: same });
            }
            played.choose(seat, &decided);
        }
        played.tell(Actor::DEALER, &Command::Proceed);
    }
    for (seat, style) in styles.iter().enumerate().filter(|(_, style)| **style == Style::NeverFolds) {
        assert_eq!(played.table.seats[seat].hand, Hand::Live, "{style:?} has folded");
    }
    played.tell(Actor::DEALER, &Command::Settle);
    while played.table.phase == Phase::Awards {
        let seat = played.table.seats.iter().position(|seat| seat.awaits).unwrap();
        played.tell(Actor::DEALER, &Command::Award { seat, amount: Money::from_cents(10_000) });
    }
    assert_eq!(played.table.phase, Phase::Betting);
}

#[test]
fn first_wagers_come_in_one_list_too() {
    let mut chance = Chance::new(22);
    for pair in 0..PAIRS.len() {
        let (book, game) = game(pair);
        for style in Style::ALL {
            let mut played = Played { machine: Banked::new(book, game), table: Table::closed() };
            played.tell(Actor::DEALER, &Command::Open(Box::new(sign(book, game, true))));
            played.tell(Actor::DEALER, &Command::Sit { seat: 0, blind_of: None, patron: Patron::default() });
            let table = played.table.clone();
            let mut laid = 0;
            let all =
                style.first_wagers(game, (&table, 0), Money::from_cents(10_00), chance.long(), |so_far| {
                    for command in &so_far[laid..] {
                        played.choose(0, command);
                    }
                    laid = so_far.len();
                    played.machine.offers(&played.table, player(0))
                });
            assert_eq!(all.len(), laid, "the last question is about all of them");
            assert!(!played.table.seats[0].stakes[0].is_zero());
        }
    }
}

#[test]
fn everybody_has_a_style() {
    let found: std::collections::HashSet<Style> = (0..100).map(Style::of).collect();
    assert_eq!(found.len(), Style::ALL.len());
    assert_eq!(Style::of(42), Style::of(42));
    let names: std::collections::HashSet<&str> = Style::ALL.iter().map(|style| style.name()).collect();
    assert_eq!(names.len(), Style::ALL.len());
}
