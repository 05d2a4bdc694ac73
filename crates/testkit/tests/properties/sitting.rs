//! One table from its opening on: every command is tried, what follows is applied, and the promises are checked.

use crate::properties::books::Books;
use crate::properties::jackpot::Registered;
use crate::properties::{deck, sense, stored, wild};
use engine::banked::{Banked, Command, Event, Offer, Phase, Settled, Table};
use engine::{Actor, Machine, Moment, SEATS, Who};
use rulebook::{Cite, RoleId, Rulebook, Ruled, Variant};
use testkit::bridge::engine_sign;
use testkit::dice::Dice;
use testkit::rounds::{Pair, throw};

/// What was done, and how often.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Done {
    pub(crate) rounds: u64,
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
    pub(crate) offers: u64,
    pub(crate) compared: u64,
    pub(crate) won: u64,
    pub(crate) carried: u64,
    pub(crate) ruled: u64,
    pub(crate) changed: u64,
}

pub(crate) struct Sitting<'b> {
    pair: Pair,
    seed: u64,
    book: &'b Rulebook,
    game: &'b Variant,
    machine: Banked<'b>,
    dice: Dice,
    now: Moment,
    table: Table,
    events: Vec<Event>,
    books: Books,
    registered: Registered,
    burnt: u8,
    trail: Vec<(Actor, Command)>,
    pub(crate) done: Done,
}

impl<'b> Sitting<'b> {
    pub(crate) fn new(pair: Pair, book: &'b Rulebook, seed: u64) -> Sitting<'b> {
        let game = pair.game(book);
        Sitting {
            pair,
            seed,
            book,
            game,
            machine: Banked::new(book, game),
            dice: Dice::new(seed ^ (pair as u64) << 40),
            now: Moment(0),
            table: Table::closed(),
            events: Vec::new(),
            books: Books::new(SEATS),
            registered: Registered::default(),
            burnt: 0,
            trail: Vec::new(),
            done: Done::default(),
        }
    }

    /// Plays until so many rounds are over, from a shoe or a shuffler.
    pub(crate) fn play(&mut self, rounds: u64, shuffler: bool) {
        let mut since = 0;
        while self.done.rounds < rounds {
            let before = self.done.rounds;
            self.now = Moment(self.now.0 + self.dice.below(40));
            if self.table.phase == Phase::Closed {
                self.open(shuffler);
            }
            if self.dice.chance(25) {
                self.probe();
            }
            let (actor, command) = if self.dice.chance(12) {
                (self.anybody(), wild::command(&mut self.dice, &self.table, self.game))
            } else {
                let command = sense::command(&mut self.dice, &self.table, &self.machine);
                (self.actor_for(&command), command)
            };
            self.tell(actor, &command);
            since = if self.done.rounds > before { 0 } else { since + 1 };
            self.holds(since < 5_000, "no round has ended for thousands of commands");
        }
        self.replay();
    }

    fn open(&mut self, shuffler: bool) {
        let shown = throw(self.pair, self.dice.any()).round.sign;
        let mut sign = engine_sign(self.pair, self.book, &shown, shuffler);
        if self.dice.chance(75) {
            sign.seats = self.dice.from_to(1, 3) as u8;
        }
        self.tell(Actor::DEALER, &Command::Open(Box::new(sign)));
        self.holds(self.table.phase == Phase::Betting, "the table does not open");
    }

    /// The highest role for what needs one, the player for what is a player's, as often as not.
    fn actor_for(&mut self, command: &Command) -> Actor {
        let top = Who::Staff(RoleId(self.book.ladder.roles.len() as u8 - 1));
        let who = match command {
            Command::Place { seat, .. } | Command::Leave { seat } | Command::Decide { seat, .. }
                if self.dice.chance(50) =>
            {
                let owner = self.table.seats.get(*seat).and_then(|seat| seat.blind_of);
                Who::Seat(owner.map_or(*seat, usize::from))
            }
            Command::Cut | Command::Deal(_) | Command::DealLive | Command::CallNoMoreBets => {
                Actor::DEALER.who
            }
            _ => top,
        };
        Actor { who, at: self.now }
    }

    fn anybody(&mut self) -> Actor {
        let roles = self.book.ladder.roles.len() as u64;
        let places = self.table.sign.as_ref().map_or(1, |sign| u64::from(sign.seats));
        let who = if self.dice.chance(40) {
            Who::Seat(self.dice.below(places + 1) as usize)
        } else {
            Who::Staff(RoleId(self.dice.below(roles + 1) as u8))
        };
        Actor { who, at: self.now }
    }

    /// Asks what somebody may do, and holds the answers to random commands against it.
    fn probe(&mut self) {
        let actor = self.anybody();
        let before = self.table.clone();
        let offers = self.machine.offers(&self.table, actor);
        self.done.offers += 1;
        for _ in 0..12 {
            let command = if self.dice.chance(50) {
                sense::command(&mut self.dice, &self.table, &self.machine)
            } else {
                wild::command(&mut self.dice, &self.table, self.game)
            };
            if !wild::is_offered(&command) {
                continue;
            }
            let accepted = self.machine.decide(&self.table, actor, &command, &mut Vec::new()).is_ok();
            let offered = offers.iter().any(|offer| offer.admits(&command));
            if offered != accepted {
                let ranges = offers.iter().filter(|offer| !matches!(offer, Offer::Exactly(_)));
                let ranges: Vec<_> = ranges.collect();
                let both = format!("offered {offered}, accepted {accepted}");
                self.fail(&format!("{both}: {actor:?} {command:?}\n{ranges:?}"));
            }
            self.done.compared += 1;
        }
        self.holds(before == self.table, "asking has changed the table");
    }

    /// Tells the table something; what follows is applied, booked and checked, and a refusal changes nothing.
    fn tell(&mut self, actor: Actor, command: &Command) {
        let mut said: Vec<Ruled<Event>> = Vec::new();
        if let Err(refusal) = self.machine.decide(&self.table, actor, command, &mut said) {
            if !said.is_empty() {
                self.fail(&format!("a refusal of {command:?} leaves {said:?}"));
            }
            self.cited(refusal.cite);
            self.done.refused += 1;
            return;
        }
        self.done.accepted += 1;
        self.trail.push((actor, command.clone()));
        for ruled in said {
            self.well(stored::comes_back(&ruled, self.book));
            self.cited(ruled.cite);
            self.happens(ruled.value);
        }
        self.check();
    }

    /// Books an event and applies it.
    fn happens(&mut self, event: Event) {
        let jackpot = self.machine.jackpot_spot().expect("every game here has a jackpot");
        let machine = &self.machine;
        let booked = self.books.book(&self.table, |wager| machine.is_of_jackpot(wager), &event);
        self.well(booked);
        let counted = self.registered.count(&self.table, jackpot, &event);
        self.well(counted);
        match &event {
            Event::CardBurnt => self.burnt += 1,
            Event::DeckPlaced { .. } | Event::CardsDealtLive => self.burnt = 0,
            Event::JackpotHit { .. } => self.done.won += 1,
            Event::WagerSettled { result: Settled::Carried, .. } => self.done.carried += 1,
            Event::IrregularityRuled { .. } => self.done.ruled += 1,
            Event::LimitsChanged { .. } | Event::LimitsAgreed { .. } | Event::PayTablesChanged { .. } => {
                self.done.changed += 1;
            }
            _ => {}
        }
        let closes = event == Event::RoundClosed;
        if closes && self.table.dealt > 0 {
            self.well(deck::is_accounted_for(&self.table, self.burnt));
        }
        self.machine.evolve(&mut self.table, &event);
        self.events.push(event);
        if self.events.len().is_multiple_of(97) {
            self.well(stored::comes_back(&self.table, self.book));
            self.well(stored::hides_its_cards(&self.table, self.book));
        }
        if closes {
            self.done.rounds += 1;
            let closed = self.books.close_round(&self.table);
            self.well(closed);
        }
    }

    /// What must hold after every command.
    fn check(&self) {
        let table = &self.table;
        let jackpot = self.machine.jackpot_spot().expect("every game here has a jackpot");
        self.well(self.books.agree(table, jackpot));
        self.well(self.registered.agree(table, jackpot));
        if table.is_in_round() && table.phase != Phase::Locked {
            self.well(deck::is_accounted_for(table, self.burnt));
        }
        // A card that lies face down may be recorded elsewhere too, so that no refusal tells of it. Nobody is paid on that.
        if deck::is_recorded_twice(table) {
            let settled = self.machine.decide(table, Actor::DEALER, &Command::Settle, &mut Vec::new());
            self.holds(settled.is_err(), "hands are settled while a card is recorded in two places");
        }
        let owned = |other: u8| {
            let owner = &table.seats[usize::from(other)];
            owner.taken && owner.blind_of.is_none()
        };
        let mut owners = table.seats.iter().filter(|seat| seat.taken).filter_map(|seat| seat.blind_of);
        self.holds(owners.all(owned), "a blind hand is nobody's");
        let early = table.phase != Phase::Awards;
        let waits = table.seats.iter().any(|seat| seat.awaits && !(early && seat.done));
        self.holds(waits == (table.phase == Phase::Awards), "awards are awaited for nobody, or too early");
    }

    fn cited(&self, cite: Cite) {
        self.holds(cite.number() < self.book.citation_count(), "the book has no such citation");
    }

    /// All that happened, told to a table that knows nothing, makes the same table.
    fn replay(&self) {
        let machine = Banked::new(self.book, self.game);
        let mut table = Table::closed();
        for event in &self.events {
            machine.evolve(&mut table, event);
        }
        self.holds(table == self.table, "the replay comes to another table");
    }

    fn well(&self, checked: Result<(), String>) {
        if let Err(what) = checked {
            self.fail(&what);
        }
    }

    fn holds(&self, is: bool, what: &str) {
        if !is {
            self.fail(what);
        }
    }

    fn fail(&self, what: &str) -> ! {
        let from = self.trail.len().saturating_sub(25);
        let mut trail = String::new();
        for (actor, command) in &self.trail[from..] {
            let command = format!("{command:?}");
            let short: String = command.chars().take(300).collect();
            trail.push_str(&format!("  {:?} {short}\n", actor.who));
        }
        panic!("{:?}, sitting {}: {what}\n{trail}at {:?}", self.pair, self.seed, self.table.phase);
    }
}
