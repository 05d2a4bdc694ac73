//! The machine of the meters: opened, linked, fed, recorded, determined, closed.

use super::award::awards;
use super::meter::{Command, Event, Linked, Meter, MeterNotice, Offer, State};
use super::reason::Reason;
use super::sequence::Sequence;
use crate::machine::{Actor, Machine, Moment, Refusal, Sink};
use crate::number::{MeterIndex, TableNumber};
use crate::sign::{Method, SignJackpot};
use money::MicroCents;
use rulebook::{Act, Cite, Rulebook, Ruled};

/// The most that a meter can be: $10 billion.
pub(super) const MOST: i128 = 1_000_000_000_000_000_000;
/// The most that a seed can be, in cents.
pub(super) const MOST_SEED: i64 = 1_000_000_000_000;

/// The meters under one book.
#[derive(Debug)]
pub struct Meters<'b> {
    pub(super) book: &'b Rulebook,
}

pub(super) type MeterRefusal = Refusal<Reason>;

impl<'b> Meters<'b> {
    /// The meters of a floor under a book.
    pub fn new(book: &'b Rulebook) -> Meters<'b> {
        Meters { book }
    }

    /// The book.
    pub fn book(&self) -> &'b Rulebook {
        self.book
    }

    pub(super) fn meter<'s>(&self, state: &'s State, meter: MeterIndex) -> Result<&'s Meter, MeterRefusal> {
        let found = state.get(meter).filter(|meter| !meter.closed);
        found.ok_or_else(|| Refusal::new(Reason::NoSuchMeter, self.book.jackpots.links.group))
    }

    fn linked<'s>(
        &self,
        state: &'s State,
        meter: MeterIndex,
        table: TableNumber,
    ) -> Result<&'s Linked, MeterRefusal> {
        let found = self.meter(state, meter)?.tables.iter().find(|linked| linked.table == table);
        found.ok_or_else(|| Refusal::new(Reason::NoSuchTable, self.book.jackpots.links.group))
    }

    pub(super) fn authority(&self, actor: Actor, act: Act) -> Result<Cite, MeterRefusal> {
        let Some(power) = self.book.ladder.least(act) else { return Ok(self.book.jackpots.links.group) };
        if actor.holds(power.value) {
            Ok(power.cite)
        } else {
            let needs = self.book.ladder.name(power.value).to_string();
            Err(Refusal::new(Reason::RoleTooLow { needs }, power.cite))
        }
    }

    fn open(
        &self,
        state: &State,
        actor: Actor,
        (terms, value, new): (&SignJackpot, MicroCents, bool),
    ) -> Result<Vec<Cite>, MeterRefusal> {
        let rules = &self.book.jackpots;
        self.authority(actor, Act::ChangeMeter)?;
        if let Err(refusal) = terms.check(self.book) {
            return Err(Refusal::new(Reason::Terms(refusal.reason), refusal.cite));
        }
        if !(0..MOST).contains(&value.micro_cents()) || terms.seed_value(self.book).cents() > MOST_SEED {
            return Err(Refusal::new(Reason::OutOfRange, rules.links.group));
        }
        let seed = MicroCents::from(terms.seed_value(self.book));
        if let Some(cite) = rules.floor.filter(|_| new && value < seed) {
            return Err(Refusal::new(Reason::BelowSeed, cite));
        }
        for other in state.meters.iter().filter(|other| !other.closed) {
            if let Some(cite) = rules.links.same_option.filter(|_| other.terms.option != terms.option) {
                return Err(Refusal::new(Reason::OtherMeterOtherOption, cite));
            }
            if let Some(cite) = rules.links.same_seed.filter(|_| other.terms.seed != terms.seed) {
                return Err(Refusal::new(Reason::OtherMeterOtherSeed, cite));
            }
            if let Some(cite) = rules.links.different_cost.filter(|_| other.terms.wager == terms.wager) {
                return Err(Refusal::new(Reason::OtherMeterSameCost, cite));
            }
        }
        let mut cites = vec![rules.links.group];
        cites.extend(rules.option(terms.option).map(|option| option.clause));
        cites.extend(rules.rate(terms.option, terms.seed).map(|seed| seed.clause));
        cites.push(rules.increment.cite);
        Ok(cites)
    }

    /// Whether a table's terms are those of the meter.
    fn matches(&self, meter: &Meter, terms: &SignJackpot, same_hands: bool) -> Result<(), MeterRefusal> {
        let links = &self.book.jackpots.links;
        let no = |reason, cite| Err(Refusal::new(reason, cite));
        if terms.wager != meter.terms.wager {
            return no(Reason::DifferentCost, links.same_cost);
        }
        if !same_hands {
            return no(Reason::DifferentHands, links.same_hands);
        }
        if terms.option != meter.terms.option {
            return no(Reason::DifferentPrizes, links.same_prizes);
        }
        if terms.seed != meter.terms.seed || terms.stated(self.book) != meter.terms.stated(self.book) {
            return no(Reason::DifferentRateOrSeed, links.same_rate_and_seed);
        }
        Ok(())
    }

    /// Tables join, leave and move after their sign, and not during a jackpot game.
    fn noticed(&self, meter: &Meter, actor: Actor) -> Result<Cite, MeterRefusal> {
        let power = self.authority(actor, Act::ChangeMeter)?;
        let Some(minutes) = &self.book.jackpots.notices.table else { return Ok(power) };
        let waited = meter.notice.is_some_and(|since| actor.at.is_after(since, minutes.value));
        if waited {
            Ok(minutes.cite)
        } else {
            Err(Refusal::new(Reason::NoticeTooShort { minutes: minutes.value }, minutes.cite))
        }
    }

    fn link(
        &self,
        state: &State,
        actor: Actor,
        (meter, table): (MeterIndex, TableNumber),
        (terms, hands): (&SignJackpot, bool),
    ) -> Result<Cite, MeterRefusal> {
        let links = &self.book.jackpots.links;
        let found = self.meter(state, meter)?;
        let on = |meter: &Meter| !meter.closed && meter.tables.iter().any(|linked| linked.table == table);
        if state.meters.iter().any(on) {
            return Err(Refusal::new(Reason::TableOnAnotherMeter, links.one_meter));
        }
        self.matches(found, terms, hands)?;
        self.noticed(found, actor)
    }

    fn leaves(
        &self,
        state: &State,
        actor: Actor,
        (meter, table): (MeterIndex, TableNumber),
    ) -> Result<Cite, MeterRefusal> {
        let linked = self.linked(state, meter, table)?;
        let cite = self.noticed(self.meter(state, meter)?, actor)?;
        if linked.registered > 0 || linked.recorded.is_some() {
            Err(Refusal::new(Reason::RoundUnderWay, cite))
        } else {
            Ok(cite)
        }
    }

    fn close(
        &self,
        state: &State,
        actor: Actor,
        (meter, into): (MeterIndex, &[(MeterIndex, Option<MicroCents>)]),
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), MeterRefusal> {
        let rules = &self.book.jackpots;
        let mut cite = self.authority(actor, Act::CloseMeter)?;
        let found = self.meter(state, meter)?;
        if let Some(minutes) = &rules.notices.closing {
            cite = minutes.cite;
            let waited =
                |since: Option<Moment>| since.is_some_and(|since| actor.at.is_after(since, minutes.value));
            let everywhere = found.tables.iter().all(|linked| waited(linked.closing));
            if !everywhere || found.tables.is_empty() && !waited(found.notice) {
                return Err(Refusal::new(Reason::NoticeTooShort { minutes: minutes.value }, cite));
            }
        }
        if found.tables.iter().any(|linked| linked.registered > 0 || linked.recorded.is_some()) {
            return Err(Refusal::new(Reason::RoundUnderWay, cite));
        }
        let seed = MicroCents::from(found.terms.seed_value(self.book));
        let above = found.value.micro_cents() - seed.micro_cents();
        let above = MicroCents::from_micro_cents(above.max(0));
        if let Some(transfer) = rules.notices.transfer {
            let parts = self.transfers(state, meter, above, into);
            let Some(parts) = parts else { return Err(Refusal::new(Reason::NowhereToTransfer, transfer)) };
            out.take(Ruled::new(Event::ClauseApplied, transfer));
            let mut sequence = Sequence::of(state);
            for (into, amount) in parts {
                let (from_seq, into_seq) = (sequence.next(meter), sequence.next(into));
                let event = Event::MeterTransferred { from: meter, into, amount, from_seq, into_seq };
                out.take(Ruled::new(event, transfer));
            }
            if let Some(other_games) = rules.notices.other_games {
                out.take(Ruled::new(Event::ClauseApplied, other_games));
            }
        }
        out.take(Ruled::new(Event::MeterClosed { meter }, cite));
        Ok(())
    }

    /// How what is above the seed is shared out; none where the parts do not make up the whole.
    fn transfers(
        &self,
        state: &State,
        closing: MeterIndex,
        above: MicroCents,
        into: &[(MeterIndex, Option<MicroCents>)],
    ) -> Option<Vec<(MeterIndex, MicroCents)>> {
        let mut left = above.micro_cents();
        for (other, part) in into {
            let known = *other != closing && self.meter(state, *other).is_ok();
            left -= part.map_or(0, MicroCents::micro_cents);
            if !known || left < 0 || part.is_some_and(MicroCents::is_negative) {
                return None;
            }
        }
        // The first without a part of its own takes the rest.
        let rest = into.iter().position(|(_, part)| part.is_none());
        if left > 0 && rest.is_none() {
            return None;
        }
        let share = |(at, (other, part)): (usize, &(MeterIndex, Option<MicroCents>))| {
            let rest = if Some(at) == rest { left } else { 0 };
            (*other, part.unwrap_or(MicroCents::from_micro_cents(rest)))
        };
        Some(into.iter().enumerate().map(share).filter(|(_, part)| !part.is_zero()).collect())
    }

    fn record(
        &self,
        state: &State,
        actor: Actor,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), MeterRefusal> {
        let &Command::Record { meter, table, royals, flushes, carried, rounding } = command else {
            unreachable!("record is given an outcome")
        };
        let rules = &self.book.jackpots;
        let linked = self.linked(state, meter, table)?;
        if linked.recorded.is_some() {
            return Err(Refusal::new(Reason::AwardsPending, rules.recorded));
        }
        if royals.saturating_add(flushes).saturating_add(carried) > linked.registered {
            return Err(Refusal::new(Reason::NotSoMany, rules.eligible));
        }
        let printed = |royals: u32, flushes: u32| {
            let part = rules.shares.part.iter().any(|row| row.royals == royals && row.flushes == flushes);
            let row = rules.shares.row.iter().any(|row| row.flushes == flushes);
            if royals > 0 {
                part || rules.shares.part.is_empty()
            } else {
                flushes == 0 || row || rules.shares.row.is_empty()
            }
        };
        if !printed(royals, flushes) {
            return Err(Refusal::new(Reason::CannotFallTogether, rules.shares.split.cite));
        }
        let found = self.meter(state, meter)?;
        let seed = found.terms.seed_value(self.book);
        let award = awards(&rules.shares, found.value, seed, (royals, flushes), rounding);
        let mut said = |event, cite| out.take(Ruled::new(event, cite));
        said(Event::ClauseApplied, rules.simultaneous);
        if found.tables.len() > 1 {
            said(Event::ClauseApplied, rules.sequential);
        }
        for &cite in &award.cites {
            said(Event::ClauseApplied, cite);
        }
        let (seq, at) = (found.seq + 1, actor.at);
        let event = Event::OutcomeRecorded { meter, table, royals, flushes, carried, award, seq, at };
        said(event, rules.recorded);
        Ok(())
    }
}

impl Machine for Meters<'_> {
    type State = State;
    type Command = Command;
    type Event = Event;
    type Reason = Reason;
    type Offer = Offer;

    fn offers(&self, state: &State, actor: Actor) -> Vec<Offer> {
        let mut offers = Vec::new();
        for (meter, found) in state.numbered() {
            for linked in &found.tables {
                let table = linked.table;
                offers.push(Command::Determine { meter, table });
                offers.push(Command::Unlink { meter, table });
                offers.push(Command::Register { meter, table, wagers: 1 });
                offers.push(Command::Cancel { meter, table, wagers: 1 });
            }
        }
        let accepted = |command: &Command| self.decide(state, actor, command, &mut Vec::new()).is_ok();
        offers.into_iter().filter(accepted).map(Offer).collect()
    }

    fn decide(
        &self,
        state: &State,
        actor: Actor,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), MeterRefusal> {
        let rules = &self.book.jackpots;
        match command {
            Command::Open { terms, value, method, new } => {
                let several = rules.links.several_games.filter(|_| terms.games > 1 && *method == Method::A);
                if let Some(cite) = several {
                    return Err(Refusal::new(Reason::MethodBNeeded, cite));
                }
                let cites = self.open(state, actor, (terms, *value, *new))?;
                for &cite in &cites[1..] {
                    out.take(Ruled::new(Event::ClauseApplied, cite));
                }
                out.take(Ruled::new(Event::MeterOpened { terms: terms.clone(), value: *value }, cites[0]));
            }
            Command::Link { meter, table, terms, hands } => {
                let cite = self.link(state, actor, (*meter, *table), (terms, *hands))?;
                out.take(Ruled::new(Event::TableLinked { meter: *meter, table: *table }, cite));
            }
            &Command::Unlink { meter, table } => {
                let cite = self.leaves(state, actor, (meter, table))?;
                out.take(Ruled::new(Event::TableUnlinked { meter, table }, cite));
            }
            Command::Move { table, to, terms } => {
                let on =
                    |meter: &Meter| !meter.closed && meter.tables.iter().any(|linked| linked.table == *table);
                let Some((from, _)) = state.numbered().find(|(_, meter)| on(meter)) else {
                    return Err(Refusal::new(Reason::NoSuchTable, rules.links.group));
                };
                let cite = self.leaves(state, actor, (from, *table))?;
                self.matches(self.meter(state, *to)?, terms, true)?;
                out.take(Ruled::new(Event::TableUnlinked { meter: from, table: *table }, cite));
                out.take(Ruled::new(Event::TableLinked { meter: *to, table: *table }, cite));
            }
            &Command::PostNotice { meter, of, table } => {
                self.meter(state, meter)?;
                let act = if of == MeterNotice::Closing { Act::CloseMeter } else { Act::ChangeMeter };
                let cite = self.authority(actor, act)?;
                out.take(Ruled::new(Event::NoticePosted { meter, of, table, at: actor.at }, cite));
            }
            Command::Close { meter, into } => self.close(state, actor, (*meter, into), out)?,
            &Command::Equipment { meter, works, manual } => {
                self.meter(state, meter)?;
                out.take(Ruled::new(Event::EquipmentChanged { meter, works, manual }, rules.equipment));
            }
            &Command::Register { meter, table, wagers } => {
                let linked = self.linked(state, meter, table)?;
                let found = self.meter(state, meter)?;
                if !found.works && !found.manual {
                    return Err(Refusal::new(Reason::EquipmentDown, rules.equipment));
                }
                if linked.registered.saturating_add(wagers) > 1_000_000 {
                    return Err(Refusal::new(Reason::OutOfRange, rules.one_per_hand));
                }
                let increment = self.increment(found, wagers);
                let event = Event::WagersRegistered { meter, table, wagers, increment, seq: found.seq + 1 };
                out.take(Ruled::new(event, rules.registered));
            }
            &Command::Cancel { meter, table, wagers } => {
                let linked = self.linked(state, meter, table)?;
                let cite = self.authority(actor, Act::CancelJackpotGame)?;
                if wagers > linked.registered {
                    return Err(Refusal::new(Reason::NotSoMany, cite));
                }
                // What an award has taken meanwhile cannot be taken off again.
                let found = self.meter(state, meter)?;
                let increment = self.increment(found, wagers.min(linked.on_meter)).min(found.value);
                let event = Event::WagersCancelled { meter, table, wagers, increment, seq: found.seq + 1 };
                out.take(Ruled::new(event, cite));
            }
            Command::Record { .. } => self.record(state, actor, command, out)?,
            &Command::Determine { meter, table } => {
                let linked = self.linked(state, meter, table)?;
                let Some((royals, flushes, _)) = &linked.recorded else {
                    return Err(Refusal::new(Reason::NothingToDetermine, rules.recorded));
                };
                let act =
                    if royals + flushes > 0 { Act::DetermineTopJackpot } else { Act::DetermineFixedJackpot };
                let cite = self.authority(actor, act)?;
                out.take(Ruled::new(Event::AwardsDetermined { meter, table }, cite));
            }
            Command::ChangeTerms { meter, terms } => self.change_terms(state, actor, (*meter, terms), out)?,
            Command::Correct { meter, by, why } => {
                out.take(self.correct(state, actor, (*meter, *by, why))?);
            }
            Command::ShowOnDisplay { meter, place } => {
                out.take(self.show_on_display(state, actor, (*meter, place))?);
            }
            &Command::ReadAsAt { meter, seq } => out.take(self.read_as_at(state, actor, (meter, seq))?),
            Command::Call { table, what } => {
                let mut said = Vec::new();
                match self.decide(state, actor, what, &mut said) {
                    Ok(()) => said.into_iter().for_each(|event| out.take(event)),
                    Err(refusal) if refusal.reason == Reason::EquipmentDown => return Err(refusal),
                    Err(refusal) => {
                        let why = refusal.reason.to_string();
                        out.take(Ruled::new(Event::CallDeclined { table: *table, why }, refusal.cite));
                    }
                }
            }
        }
        Ok(())
    }

    fn evolve(&self, state: &mut State, event: &Event) {
        super::evolve::evolve(state, event);
    }
}

impl Meters<'_> {
    fn increment(&self, meter: &Meter, wagers: u32) -> MicroCents {
        let one = meter.terms.rate(self.book).of(meter.terms.wager);
        MicroCents::from_micro_cents(one.micro_cents() * i128::from(wagers))
    }
}
