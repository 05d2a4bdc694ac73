//! The meters under random play: refusals change nothing, events make them again, offers are kept, and what stands on
//! them is what went on less what was drawn.

use crate::properties::stored;
use engine::jackpot::{Command, Event, MeterNotice, Meters, State};
use engine::{Actor, Machine, MeterIndex, Moment, SignJackpot, TableNumber, Who};
use money::{MicroCents, Rounding};
use rulebook::{RoleId, Rulebook, Ruled};
use testkit::bridge::engine_sign;
use testkit::dice::Dice;
use testkit::rounds::{Pair, throw};

struct Floor<'b> {
    pair: Pair,
    book: &'b Rulebook,
    meters: Meters<'b>,
    state: State,
    events: Vec<Event>,
    /// What should stand on each meter, in millionths of a cent.
    stands: Vec<i128>,
    /// How many numbers each meter has given out.
    numbered: Vec<u64>,
    dice: Dice,
    now: Moment,
}

impl<'b> Floor<'b> {
    fn new(pair: Pair, book: &'b Rulebook, seed: u64) -> Floor<'b> {
        let (state, events, stands, numbered) = (State::default(), Vec::new(), Vec::new(), Vec::new());
        let dice = Dice::new(seed ^ (pair as u64) << 48);
        Floor { pair, book, meters: Meters::new(book), state, events, stands, numbered, dice, now: Moment(0) }
    }

    /// Terms that the book allows, most often those of a meter that is there.
    fn terms(&mut self) -> SignJackpot {
        if !self.state.meters.is_empty() && self.dice.chance(85) {
            let at = self.dice.below(self.state.meters.len() as u64) as usize;
            return self.state.meters[at].terms.clone();
        }
        loop {
            let shown = throw(self.pair, self.dice.any()).round.sign;
            if let Some(terms) = engine_sign(self.pair, self.book, &shown, false).jackpot {
                return terms;
            }
        }
    }

    /// Terms that the meter could change to, most often at its own cost.
    fn other_terms(&mut self, meter: MeterIndex) -> SignJackpot {
        let own = self.state.get(meter).map(|meter| meter.terms.wager);
        loop {
            let shown = throw(self.pair, self.dice.any()).round.sign;
            if let Some(mut terms) = engine_sign(self.pair, self.book, &shown, false).jackpot {
                terms.wager = own.filter(|_| self.dice.chance(90)).unwrap_or(terms.wager);
                return terms;
            }
        }
    }

    fn command(&mut self) -> Command {
        let meter = self.dice.below(self.state.meters.len() as u64 + 1) as usize;
        let meter = meter.min(self.state.meters.len().saturating_sub(usize::from(self.dice.chance(97))));
        let meter = MeterIndex(meter as u32);
        let linked = self.state.get(meter).and_then(|meter| meter.tables.last()).map(|last| last.table);
        let table = linked.filter(|_| self.dice.chance(60)).unwrap_or(TableNumber(self.dice.below(5) as u32));
        let wagers = self.dice.from_to(0, 7) as u32;
        match self.dice.below(24) {
            0 if self.state.meters.len() < 2 || self.dice.chance(5) => {
                let terms = self.terms();
                let seed = terms.seed_value(self.book).cents();
                let cents = if self.dice.chance(60) { seed } else { self.dice.from_to(0, 100_000_000) };
                let value = i128::from(cents) * 1_000_000 + i128::from(self.dice.from_to(0, 999_999));
                let value = MicroCents::from_micro_cents(value);
                Command::Open { terms, value, method: engine::Method::B, new: self.dice.chance(50) }
            }
            1 | 2 => Command::Link { meter, table, terms: self.terms(), hands: self.dice.chance(95) },
            3 => Command::Unlink { meter, table },
            4 => Command::Move { table, to: meter, terms: self.terms() },
            5 | 6 => {
                let of = self.dice.pick(&[MeterNotice::Tables, MeterNotice::Closing, MeterNotice::Terms]);
                Command::PostNotice { meter, of, table: self.dice.chance(30).then_some(table) }
            }
            7 if self.dice.chance(15) => {
                let into = MeterIndex(self.dice.below(self.state.meters.len() as u64 + 1) as u32);
                let part = self.dice.chance(30).then(|| {
                    MicroCents::from_micro_cents(i128::from(self.dice.from_to(-1, 1_000_000_000_000)))
                });
                let rest = (MeterIndex(self.dice.below(3) as u32), None);
                Command::Close {
                    meter,
                    into: if self.dice.chance(50) { vec![(into, part), rest] } else { vec![rest] },
                }
            }
            8 => Command::Equipment { meter, works: self.dice.chance(80), manual: self.dice.chance(50) },
            9..13 => Command::Register { meter, table, wagers },
            13 => Command::Cancel { meter, table, wagers },
            14..17 => {
                let royals = self.dice.pick(&[0, 0, 0, 0, 0, 1, 1, 2]);
                let flushes = self.dice.pick(&[0, 0, 0, 1, 1, 2, 3]);
                let chip = money::Money::from_cents(self.dice.pick(&[1, 50, 100, 250, 500]));
                let rounding = Rounding::up_to(chip).expect("a chip worth something");
                let carried = self.dice.pick(&[0, 0, 0, 1, 2]);
                Command::Record { meter, table, royals, flushes, carried, rounding }
            }
            17 | 18 => Command::ChangeTerms { meter, terms: self.other_terms(meter) },
            19 => {
                let by = i128::from(self.dice.from_to(-3_000_000_000, 3_000_000_000));
                let by = MicroCents::from_micro_cents(by * self.dice.pick(&[0, 1, 1, 1, 1_000_000]));
                let why = self.dice.pick(&["counted again", "a wager registered twice", " "]).to_string();
                Command::Correct { meter, by, why }
            }
            20 => {
                Command::ShowOnDisplay { meter, place: self.dice.pick(&["entrance", "bar", ""]).to_string() }
            }
            21 => Command::ReadAsAt { meter, seq: self.dice.below(60) },
            _ => Command::Determine { meter, table },
        }
    }

    fn actor(&mut self) -> Actor {
        let roles = self.book.ladder.roles.len() as u64;
        let who = match self.dice.below(10) {
            0 => Who::Seat(0),
            1..4 => Who::Staff(RoleId(self.dice.below(roles + 1) as u8)),
            _ => Who::Staff(RoleId(roles as u8 - 1)),
        };
        Actor { who, at: self.now }
    }

    /// What an event does to what should stand on the meters.
    fn book(&mut self, event: &Event) {
        for (meter, seq) in numbers(event) {
            self.numbered[meter.index()] += 1;
            assert_eq!(seq, self.numbered[meter.index()], "a number is left out or given twice: {event:?}");
        }
        match event {
            Event::MeterOpened { value, .. } => {
                self.stands.push(value.micro_cents());
                self.numbered.push(0);
            }
            Event::WagersRegistered { meter, increment, .. } => {
                self.stands[meter.index()] += increment.micro_cents()
            }
            Event::WagersCancelled { meter, increment, .. } => {
                self.stands[meter.index()] -= increment.micro_cents()
            }
            Event::OutcomeRecorded { meter, royals, award, .. } => {
                let seed = MicroCents::from(self.state[*meter].terms.seed_value(self.book));
                let stood = self.stands[meter.index()];
                assert!(award.drawn.micro_cents() <= stood.max(0), "more is drawn than is there: {event:?}");
                assert!(!award.house.is_negative() && !award.reseeded.is_negative(), "{event:?}");
                self.stands[meter.index()] += award.reseeded.micro_cents() - award.drawn.micro_cents();
                let reset = *royals == 0 || self.stands[meter.index()] == seed.micro_cents();
                assert!(reset, "after a royal flush a meter stands at its seed: {event:?}");
            }
            Event::MeterTransferred { from, into, amount, .. } => {
                self.stands[from.index()] -= amount.micro_cents();
                self.stands[into.index()] += amount.micro_cents();
            }
            Event::TermsChanged { meter, raised, .. } => self.stands[meter.index()] += raised.micro_cents(),
            Event::MeterCorrected { meter, by, .. } => self.stands[meter.index()] += by.micro_cents(),
            _ => {}
        }
    }

    fn turn(&mut self) -> bool {
        self.now = Moment(self.now.0 + self.dice.below(1_200));
        let (actor, command) = (self.actor(), self.command());
        let before = self.state.clone();
        let mut said: Vec<Ruled<Event>> = Vec::new();
        let accepted = self.meters.decide(&self.state, actor, &command, &mut said).is_ok();
        assert_eq!(before, self.state, "asking changes the meters: {command:?}");
        let simple = match command {
            Command::Determine { .. } | Command::Unlink { .. } => true,
            Command::Register { wagers, .. } | Command::Cancel { wagers, .. } => wagers == 1,
            _ => false,
        };
        if simple {
            let offered = self.meters.offers(&self.state, actor).iter().any(|offer| offer.0 == command);
            assert_eq!(offered, accepted, "{:?}: {actor:?} {command:?}", self.pair);
        }
        if !accepted {
            assert!(said.is_empty(), "{:?}: a refusal of {command:?} leaves {said:?}", self.pair);
            return false;
        }
        for ruled in said {
            stored::comes_back(&ruled, self.book).unwrap();
            let event = ruled.value;
            self.book(&event);
            self.meters.evolve(&mut self.state, &event);
            self.events.push(event);
        }
        for (at, meter) in self.state.meters.iter().enumerate() {
            assert_eq!(meter.seq, self.numbered[at], "{:?}: meter {at} after {command:?}", self.pair);
            assert_eq!(meter.totals.value(), meter.value, "{:?}: meter {at} after {command:?}", self.pair);
            assert!(!meter.value.is_negative(), "{:?}: meter {at} after {command:?}", self.pair);
            assert_eq!(
                meter.value.micro_cents(),
                self.stands[at],
                "{:?}: meter {at} after {command:?}",
                self.pair
            );
        }
        true
    }

    /// What may have changed the meters one by one is told by them all: wins are what was drawn and what the house added,
    /// to within what rounding leaves on each award.
    fn totals(&self) {
        for meter in &self.state.meters {
            let totals = &meter.totals;
            let paid = totals.drawn.micro_cents() + totals.house.micro_cents();
            assert!(totals.wins.micro_cents() <= paid, "{:?}: {totals:?}", self.pair);
            assert!(totals.cancelled_wagers <= totals.wagers, "{:?}: {totals:?}", self.pair);
        }
        let moved = |of: fn(&engine::jackpot::Totals) -> MicroCents| -> i128 {
            self.state.meters.iter().map(|meter| of(&meter.totals).micro_cents()).sum()
        };
        assert_eq!(moved(|totals| totals.transferred_in), moved(|totals| totals.transferred_out));
    }

    fn replay(&self) {
        let mut state = State::default();
        self.events.iter().for_each(|event| Meters::new(self.book).evolve(&mut state, event));
        assert_eq!(state, self.state, "the replay comes to other meters");
    }
}

/// The meters whose value or outcomes an event changes, with the numbers it gives them.
fn numbers(event: &Event) -> Vec<(MeterIndex, u64)> {
    match *event {
        Event::WagersRegistered { meter, seq, .. }
        | Event::WagersCancelled { meter, seq, .. }
        | Event::OutcomeRecorded { meter, seq, .. }
        | Event::TermsChanged { meter, seq, .. }
        | Event::MeterCorrected { meter, seq, .. } => vec![(meter, seq)],
        Event::MeterTransferred { from, into, from_seq, into_seq, .. } => {
            vec![(from, from_seq), (into, into_seq)]
        }
        _ => Vec::new(),
    }
}

#[test]
fn the_meters_keep_their_promises() {
    let (mut accepted, mut refused) = (0, 0);
    let (mut changed, mut retermed) = (0, 0);
    for pair in Pair::ALL {
        let book = pair.book();
        for seed in 0..200 {
            let mut floor = Floor::new(pair, &book, seed);
            for _ in 0..600 {
                *(if floor.turn() { &mut accepted } else { &mut refused }) += 1;
            }
            floor.replay();
            floor.totals();
            stored::comes_back(&floor.state, &book).unwrap();
            changed += floor.state.meters.iter().filter(|meter| !meter.totals.corrections.is_zero()).count();
            for event in &floor.events {
                retermed += usize::from(matches!(event, Event::TermsChanged { .. }));
            }
        }
    }
    println!("{accepted} commands accepted, {refused} refused");
    assert!(accepted > 50_000 && refused > 50_000);
    assert!(changed > 500 && retermed > 500, "{changed} corrected, {retermed} changed");
}
