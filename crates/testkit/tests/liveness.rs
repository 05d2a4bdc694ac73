//! Ten thousand rounds of every game of every book among players who vanish, come back, press twice and lose their line.
//! Every round ends, money is right to the cent, no clause is broken, and nobody gains by stalling: beside the table at which
//! somebody is away stands another at which they take the decision that it counts as, and both come to the same.

use cases::TableAndMeter;
use engine::banked::{Command, Decision, Event, Hand, Offer, Patron, Phase, Settled};
use engine::{Actor, Machine, Moment, Who};
use money::{MicroCents, Money};
use rulebook::{Absence, BlindHands, ChoiceKind, Medium, Rulebook, Variant};
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::commands::deck;
use testkit::dice::Dice;
use testkit::rounds::Pair;

/// Rounds of each game of each book: as many, or what `CARDROOM_ROUNDS` asks for.
fn rounds() -> u64 {
    let asked = std::env::var("CARDROOM_ROUNDS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(10_000)
}

/// Rounds of one table.
const EACH: u64 = 50;
/// More orders than a round can need.
const MOST: u32 = 400;

/// How often what happened.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    rounds: u64,
    checked: u64,
    folded: u64,
    blind: u64,
    given_back: u64,
    pressed_twice: u64,
    too_late: u64,
}

impl Done {
    fn add(&mut self, other: &Done) {
        self.rounds += other.rounds;
        self.checked += other.checked;
        self.folded += other.folded;
        self.blind += other.blind;
        self.given_back += other.given_back;
        self.pressed_twice += other.pressed_twice;
        self.too_late += other.too_late;
    }
}

fn player(seat: usize) -> Actor {
    Actor { who: Who::Seat(seat), at: Moment(0) }
}

/// A table and its twin.
struct Sitting<'b> {
    book: &'b Rulebook,
    game: &'b Variant,
    /// Where players are away.
    away: TableAndMeter<'b>,
    /// Where they take the decision that their absence counts as.
    acts: TableAndMeter<'b>,
    dice: Dice,
    /// Whether the player of a place is there.
    here: Vec<bool>,
    done: Done,
}

impl<'b> Sitting<'b> {
    fn new(pair: Pair, book: &'b Rulebook, seed: u64) -> Sitting<'b> {
        let game = pair.game(book);
        let (away, acts) = (TableAndMeter::new(book, game), TableAndMeter::new(book, game));
        let mut sitting = Sitting {
            book,
            game,
            away,
            acts,
            dice: Dice::new(seed),
            here: Vec::new(),
            done: Done::default(),
        };
        let mut sign = floor::demo::sign(book, game);
        if pair.is_crown_sydney() && sitting.dice.chance(50) {
            sign.method = engine::Method::B;
        }
        let terms = sign.jackpot.clone();
        let manager = Actor { who: Who::Staff(book.ladder.highest()), at: Moment(0) };
        sitting.both(manager, &Command::Open(Box::new(sign)));
        if let Some(terms) = terms {
            let value = MicroCents::from_micro_cents(10_000_000_000_000);
            for house in [&mut sitting.away, &mut sitting.acts] {
                house.open_meter(&terms, value).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
            }
        }
        let players = 1 + sitting.dice.below(4) as usize;
        for seat in 0..players {
            sitting.both(manager, &Command::Sit { seat, blind_of: None, patron: Patron::default() });
        }
        sitting.here = vec![true; players];
        if book.table.wagers.hands.value != BlindHands::One && sitting.dice.chance(60) {
            let patron = Patron::default();
            sitting.both(manager, &Command::Sit { seat: players, blind_of: Some(0), patron });
        }
        sitting
    }

    /// Something that both tables must take.
    fn both(&mut self, actor: Actor, command: &Command) {
        for (name, house) in [("away", &mut self.away), ("acts", &mut self.acts)] {
            if let Err(refusal) = house.tell(actor, command) {
                let clause = self.book.label(refusal.cite);
                panic!("{name} stands still: {command:?} refused, {} [{clause}]", refusal.reason);
            }
        }
    }

    /// Something that both must refuse, and that changes nothing.
    fn neither(&mut self, actor: Actor, command: &Command) {
        for house in [&mut self.away, &mut self.acts] {
            let before = house.table.clone();
            assert!(house.tell(actor, command).is_err(), "{command:?} counts twice");
            assert!(house.table == before, "refused, and yet something changed");
        }
    }

    /// A player sends an order: it may be lost on the way, or be pressed twice.
    fn press(&mut self, by: usize, command: &Command, again: bool) -> bool {
        if self.dice.chance(5) {
            return false;
        }
        self.both(player(by), command);
        if again && self.dice.chance(10) {
            self.done.pressed_twice += 1;
            self.neither(player(by), command);
        }
        true
    }

    fn coming_and_going(&mut self) {
        for at in 0..self.here.len() {
            let leaves = self.here[at] && self.dice.chance(20);
            let returns = !self.here[at] && self.dice.chance(35);
            if leaves || returns {
                self.here[at] = !self.here[at];
            }
        }
    }

    fn offers(&self, by: usize) -> Vec<Offer> {
        self.away.machine.offers(&self.away.table, player(by))
    }

    fn wagers(&mut self) {
        for by in 0..self.here.len() {
            // One order after another, and at any of them somebody may be gone.
            while self.here[by] {
                let mut places = Vec::new();
                for offer in self.offers(by) {
                    if let Offer::Place { seat, wager, from, to, .. } = offer {
                        places.push((seat, wager, from, to));
                    }
                }
                let Some(&(seat, wager, from, to)) = places.first() else { break };
                // The first that is offered is the Ante; later ones are for those who like them.
                let (seat, wager, from, to) =
                    if self.dice.chance(60) { (seat, wager, from, to) } else { self.dice.pick(&places) };
                let equal = self.game.wager[wager].equals.as_ref().and_then(|on| self.game.wager(&on.value));
                let lies = equal.map(|other| self.away.table.seats[seat].stakes[other]);
                let amount = match lies.filter(|lies| !lies.is_zero() && *lies >= from && *lies <= to) {
                    Some(lies) if self.dice.chance(90) => lies,
                    _ => from,
                };
                let place = Command::Place {
                    seat,
                    wager,
                    amount,
                    medium: Medium::Chips,
                    proxy: false,
                    checked: true,
                };
                self.press(by, &place, true);
                if self.dice.chance(25) {
                    break;
                }
                if self.dice.chance(8) {
                    self.here[by] = false;
                }
            }
        }
        // The time for wagers has run out.
        let all: Vec<(usize, usize)> = (0..self.away.table.boxes().len())
            .flat_map(|seat| (0..self.game.wager.len()).map(move |wager| (seat, wager)))
            .collect();
        for _ in 0..2 {
            for &(seat, wager) in &all {
                if self.away.machine.unfinished(&self.away.table, seat, wager).is_some() {
                    self.done.given_back += 1;
                    self.both(Actor::DEALER, &Command::RefuseWager { seat, wager });
                }
            }
        }
    }

    fn open_hands(&self) -> Vec<usize> {
        let table = &self.away.table;
        let waits = |at: &usize| table.seats[*at].hand == Hand::Live && !table.seats[*at].decided;
        (0..table.boxes().len()).filter(waits).collect()
    }

    /// One of the decisions that a player has for a hand.
    fn choose(&mut self, by: usize, seat: usize) -> Command {
        let mut all = Vec::new();
        for offer in self.offers(by) {
            match offer {
                Offer::Bet { seat: of, from, to, only, .. } if of == seat => {
                    let amount =
                        if only.is_empty() { self.dice.pick(&[from, to]) } else { self.dice.pick(&only) };
                    all.push(Decision::Bet { amount, checked: true, token: false });
                }
                Offer::Exactly(Command::Decide { seat: of, decision }) if of == seat => all.push(decision),
                _ => {}
            }
        }
        assert!(!all.is_empty(), "seat {seat} has nothing to decide, and is waited for");
        Command::Decide { seat, decision: self.dice.pick(&all) }
    }

    fn decisions(&mut self) {
        let mut orders = 0;
        while let Phase::Deciding(step) = self.away.table.phase {
            orders += 1;
            assert!(orders < MOST, "a round comes to its end");
            self.coming_and_going();
            for seat in self.open_hands() {
                let by = self.away.table.owner(seat);
                // A blind hand stakes several wagers, one order each.
                while self.here[by] && self.open_hands().contains(&seat) {
                    let command = self.choose(by, seat);
                    let streets = self.book.table.wagers.hands.value == BlindHands::BlindWithStreets;
                    let several = streets && self.away.table.seats[seat].blind_of.is_some();
                    if !self.press(by, &command, !several) || several && self.dice.chance(15) {
                        break;
                    }
                }
            }
            // The clock runs out.
            for seat in self.open_hands() {
                self.absent(seat, usize::from(step));
            }
            self.both(Actor::DEALER, &Command::Proceed);
        }
    }

    /// Nobody decides for a hand.
    fn absent(&mut self, seat: usize, step: usize) {
        let by = self.away.table.owner(seat);
        let command = Command::Decide { seat, decision: Decision::Absent };
        let late = self.choose(by, seat);
        let offered = self.away.machine.offers(&self.away.table, Actor::DEALER);
        assert!(offered.contains(&Offer::Exactly(command.clone())), "the dealer is offered what is accepted");
        let own = self.offers(by);
        let deemed = self.deemed(step);
        let had = Command::Decide { seat, decision: deemed };
        // Only a blind hand whose streets must all be staked has no such decision: then a reading says what follows.
        let has = own.contains(&Offer::Exactly(had.clone()));
        assert!(has || self.away.table.seats[seat].blind_of.is_some(), "{deemed:?} is none of {own:?}");
        self.acts
            .tell(if has { player(by) } else { Actor::DEALER }, if has { &had } else { &command })
            .unwrap_or_else(|refusal| panic!("{had:?}: {}", refusal.reason));
        let from = self.away.said.len();
        self.away
            .tell(Actor::DEALER, &command)
            .unwrap_or_else(|refusal| panic!("the table waits for ever: {}", refusal.reason));
        let absent = self.book.table.wagers.absent.cite;
        for event in &self.away.said[from..] {
            assert!(!matches!(event.value, Event::WagerSettled { .. }), "an absence gives no wager back");
            if let Event::Decided { decision, .. } = event.value {
                assert_eq!((decision, event.cite), (Decision::Absent, absent));
            }
        }
        match deemed {
            _ if !has => self.done.blind += 1,
            Decision::Check => self.done.checked += 1,
            _ => self.done.folded += 1,
        }
        if self.dice.chance(20) {
            self.done.too_late += 1;
            self.neither(player(by), &late);
        }
    }

    /// What an absence counts as, by the book's data alone.
    fn deemed(&self, step: usize) -> Decision {
        let may = |kind| self.game.step[step].choices.iter().any(|choice| choice.is == kind);
        match self.book.table.wagers.absent.value {
            _ if may(ChoiceKind::Check) => Decision::Check,
            Absence::FoldsAnte if may(ChoiceKind::FoldAnte) => Decision::FoldAnte,
            _ => Decision::Fold,
        }
    }

    /// A round, from the wagers to the payment; whether there was one.
    fn round(&mut self) -> bool {
        self.away.said.clear();
        self.acts.said.clear();
        self.coming_and_going();
        self.wagers();
        if self
            .away
            .machine
            .decide(&self.away.table, Actor::DEALER, &Command::CallNoMoreBets, &mut Vec::new())
            .is_err()
        {
            // Nobody plays: then nothing lies there either.
            let stakes: Money = self.away.table.boxes().iter().map(|seat| seat.at_stake()).sum();
            assert!(stakes.is_zero(), "{stakes} lies at a table that is not dealt");
            return false;
        }
        self.both(Actor::DEALER, &Command::CallNoMoreBets);
        let deck = if self.dice.chance(3) {
            deck::stacked(&mut self.dice, &self.away.table, &self.away.machine)
        } else {
            deck::any(&mut self.dice)
        };
        self.both(Actor::DEALER, &Command::Deal(engine::Hidden::boxed(deck)));
        self.decisions();
        self.both(Actor::DEALER, &Command::Settle);
        assert_eq!(self.away.table.phase, Phase::Betting, "the round is over");
        self.compare();
        self.done.rounds += 1;
        true
    }

    /// Money to the cent, and the same at both tables.
    fn compare(&self) {
        let mut laid = Money::ZERO;
        let (mut staked, mut blind) = (Money::ZERO, 0u32);
        for event in &self.away.said {
            match event.value {
                Event::WagerPlaced { amount, .. } | Event::WagerRaised { amount, .. } => laid += amount,
                Event::WagerTakenBack { amount, .. } | Event::WagerRefused { amount, .. } => laid -= amount,
                Event::Decided { decision: Decision::Bet { amount, .. }, .. } => laid += amount,
                Event::Decided { seat, decision: Decision::Absent, .. } => blind |= 1 << seat,
                Event::WagerSettled { staked: stake, result, paid, returned, .. } => {
                    staked += stake;
                    assert_ne!(result, Settled::Carried);
                    assert!(!paid.is_negative() && !returned.is_negative() && returned <= stake);
                }
                _ => {}
            }
        }
        assert_eq!(laid, staked, "every wager is settled once");
        let settled = |house: &TableAndMeter<'_>| {
            let lines = house.said.iter().map(|event| event.value.clone());
            lines.filter(|event| matches!(event, Event::WagerSettled { .. })).collect::<Vec<_>>()
        };
        assert_eq!(settled(&self.away), settled(&self.acts), "nobody gains by stalling");
        assert_eq!(
            self.away.state.meters.first().map(|meter| meter.value),
            self.acts.state.meters.first().map(|meter| meter.value)
        );
        // A hand that was given up keeps nothing that a fold would lose.
        let cite = self.book.table.wagers.absent.cite;
        for event in self.away.said.iter().filter(|event| event.cite == cite) {
            if let Event::WagerSettled { seat, result, returned, .. } = event.value {
                assert!(blind & 1 << seat != 0 && result == Settled::Lose && returned.is_zero(), "{event:?}");
            }
        }
    }
}

#[test]
fn finding_01_every_round_ends_whoever_vanishes() {
    let next = AtomicU64::new(0);
    let work = || {
        let books = Pair::ALL.map(|pair| (pair, pair.book()));
        let mut done = [Done::default(); 6];
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let at = (seed % 6) as usize;
            if seed >= 6 * rounds() / EACH {
                return done;
            }
            let (pair, book) = &books[at];
            let mut sitting = Sitting::new(*pair, book, seed);
            let mut tried = 0;
            while sitting.done.rounds < EACH {
                tried += 1;
                assert!(tried < 100 * EACH, "{pair:?}, seed {seed}: nobody ever plays");
                sitting.round();
            }
            done[at].add(&sitting.done);
        }
    };
    let parts: Vec<[Done; 6]> = std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.map(|thread| thread.join().expect("every round ends")).to_vec()
    });
    for (at, pair) in Pair::ALL.into_iter().enumerate() {
        let mut done = Done::default();
        parts.iter().for_each(|part| done.add(&part[at]));
        println!("{pair:?}: {done:?}");
        assert!(done.rounds >= rounds());
        assert!(
            done.folded > rounds() / 10
                && done.pressed_twice > rounds() / 20
                && done.too_late > rounds() / 100,
            "{pair:?}: {done:?}"
        );
        match pair {
            Pair::UltimateHoldem => {
                assert!(done.checked > rounds() / 10 && done.given_back > rounds() / 100, "{done:?}")
            }
            Pair::MelbourneMississippi => assert!(done.blind > rounds() / 100, "{done:?}"),
            _ => assert_eq!(done.checked, 0),
        }
    }
}
