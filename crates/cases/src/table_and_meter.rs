//! A table and its meter, wired together as a floor would: the smallest house there is.

use crate::cited_clauses::CitedClauses;
use engine::banked::{self, Banked, Event, MeterCall, Table};
use engine::jackpot::{self, Meters};
use engine::{Actor, Machine, MeterIndex, Method, Moment, Refusal, SignJackpot, TableNumber, Who};
use money::{MicroCents, Money};
use rulebook::{Act, Cite, Rulebook, Ruled, Variant};

/// The one table of this house.
const TABLE: TableNumber = TableNumber(1);

/// A refusal of what the table or the meter had to accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was refused.
    pub what: String,
    /// The clause of the refusal.
    pub cite: Cite,
}

/// One table, and the meter it may be on.
#[derive(Debug)]
pub struct TableAndMeter<'b> {
    /// The rules of the table.
    pub machine: Banked<'b>,
    pub table: Table,
    /// The rules of the meters.
    pub meters: Meters<'b>,
    pub state: jackpot::State,
    /// All that the table said, with its clauses.
    pub said: Vec<Ruled<Event>>,
    /// What the meter said at the last outcome.
    pub award: Option<jackpot::Award>,
    /// All that was cited.
    pub heard: CitedClauses,
    /// What table and meter did not agree on: it should never be there, and must not be passed over.
    pub fault: Option<Fault>,
    book: &'b Rulebook,
}

impl<'b> TableAndMeter<'b> {
    /// A house with a closed table.
    pub fn new(book: &'b Rulebook, game: &'b Variant) -> TableAndMeter<'b> {
        TableAndMeter {
            machine: Banked::new(book, game),
            table: Table::closed(),
            meters: Meters::new(book),
            state: jackpot::State::default(),
            said: Vec::new(),
            award: None,
            heard: CitedClauses::default(),
            fault: None,
            book,
        }
    }

    /// The least actor of a kind: the role that the book names for an act, or the dealer.
    pub fn least(&self, act: Act) -> Actor {
        let role = self.book.ladder.least(act).map(|power| power.value);
        role.map_or(Actor::DEALER, |role| Actor { who: Who::Staff(role), at: Moment(0) })
    }

    /// Puts the table on a meter that stands at this value.
    ///
    /// # Errors
    /// What the book forbids.
    pub fn open_meter(
        &mut self,
        terms: &SignJackpot,
        value: MicroCents,
    ) -> Result<(), Refusal<jackpot::Reason>> {
        let manager = self.least(Act::ChangeMeter);
        let method = self.table.sign.as_ref().map_or(Method::A, |sign| sign.method);
        self.meter(manager, &jackpot::Command::Open { terms: terms.clone(), value, method, new: false })?;
        let notice = jackpot::Command::PostNotice {
            meter: MeterIndex(0),
            of: jackpot::MeterNotice::Tables,
            table: None,
        };
        self.meter(manager, &notice)?;
        // The table was linked after its notice, long before the round that is looked at.
        let manager = Actor { at: Moment(24 * 60 * 60), ..manager };
        let link =
            jackpot::Command::Link { meter: MeterIndex(0), table: TABLE, terms: terms.clone(), hands: true };
        self.meter(manager, &link).map(|_| ())
    }

    /// Tells the table something.
    ///
    /// # Errors
    /// Its refusal.
    pub fn tell(&mut self, actor: Actor, command: &banked::Command) -> Result<(), banked::BankedRefusal> {
        let from = self.said.len();
        let mut said = std::mem::take(&mut self.said);
        let decided = self.machine.decide(&self.table, actor, command, &mut said);
        self.said = said;
        match decided {
            Ok(()) => {
                for at in from..self.said.len() {
                    let event = &self.said[at];
                    self.heard.note(event.cite);
                    self.machine.evolve(&mut self.table, &event.value);
                }
                self.tell_meter(from);
                Ok(())
            }
            Err(refusal) => {
                self.said.truncate(from);
                self.heard.note(refusal.cite);
                Err(refusal)
            }
        }
    }

    /// Tells the meters something; the answer is where their events begin.
    ///
    /// # Errors
    /// Their refusal.
    pub fn meter(
        &mut self,
        actor: Actor,
        command: &jackpot::Command,
    ) -> Result<Vec<Ruled<jackpot::Event>>, Refusal<jackpot::Reason>> {
        let mut said = Vec::new();
        match self.meters.decide(&self.state, actor, command, &mut said) {
            Ok(()) => {
                for event in &said {
                    self.heard.note(event.cite);
                    self.meters.evolve(&mut self.state, &event.value);
                }
                Ok(said)
            }
            Err(refusal) => {
                self.heard.note(refusal.cite);
                Err(refusal)
            }
        }
    }

    /// Keeps the first refusal of something that had to be accepted.
    fn must<T, R: std::fmt::Display>(&mut self, told: Result<T, Refusal<R>>) -> Option<T> {
        match told {
            Ok(told) => Some(told),
            Err(Refusal { reason, cite }) => {
                self.fault.get_or_insert(Fault { what: reason.to_string(), cite });
                None
            }
        }
    }

    /// Registers, cancels and records with the meter what the table said since.
    fn tell_meter(&mut self, from: usize) {
        if self.state.meters.is_empty() {
            return;
        }
        let known = self.state.meters[0].tables.first().map_or(0, |linked| linked.registered);
        let (meter, table) = (MeterIndex(0), TABLE);
        for call in self.machine.meter_calls(&self.table, &self.said[from..], known) {
            let (actor, command) = match call {
                MeterCall::Register(wagers) => {
                    (Actor::DEALER, jackpot::Command::Register { meter, table, wagers })
                }
                MeterCall::Cancel(wagers) => {
                    let canceller = self.least(Act::CancelJackpotGame);
                    (canceller, jackpot::Command::Cancel { meter, table, wagers })
                }
                MeterCall::Record { royals, flushes, carried } => {
                    self.record(royals, flushes, carried);
                    continue;
                }
            };
            let told = self.meter(actor, &command);
            self.must(told);
        }
    }

    /// The outcome goes onto the meter, the authorised role determines it, and the table pays.
    fn record(&mut self, royals: u32, flushes: u32, carried: u32) {
        let Some(sign) = self.table.sign.as_deref() else { return };
        let rounding = sign.rounding(self.book);
        let record = jackpot::Command::Record {
            meter: MeterIndex(0),
            table: TABLE,
            royals,
            flushes,
            carried,
            rounding,
        };
        let told = self.meter(Actor::DEALER, &record);
        let Some(said) = self.must(told) else { return };
        let award = said.into_iter().find_map(|event| match event.value {
            jackpot::Event::OutcomeRecorded { award, .. } => Some(award),
            _ => None,
        });
        if royals + flushes == 0 {
            return;
        }
        let top = self.least(Act::DetermineTopJackpot);
        let told = self.meter(top, &jackpot::Command::Determine { meter: MeterIndex(0), table: TABLE });
        self.must(told);
        let Some(award) = award else { return };
        let hits: Vec<(usize, Money)> = self
            .said
            .iter()
            .rev()
            .take_while(|event| !matches!(event.value, Event::BettingClosed))
            .filter_map(|event| match event.value {
                Event::JackpotHit { seat, prize: 0 } => Some((usize::from(seat), award.royal)),
                Event::JackpotHit { seat, .. } => Some((usize::from(seat), award.straight_flush)),
                _ => None,
            })
            .collect();
        self.award = Some(award);
        for (seat, amount) in hits.into_iter().rev() {
            let told = self.tell(top, &banked::Command::Award { seat, amount });
            self.must(told);
        }
    }
}

/// An exact amount in dollars: two decimals, and more where it needs them.
pub fn dollars(value: MicroCents) -> String {
    let text = value.to_string();
    let cents = text.find('.').map_or(text.len(), |point| point + 3);
    let needed = text.trim_end_matches('0').len();
    text[..needed.max(cents)].to_string()
}
