//! What is done to a meter besides its rounds: other terms, corrections, displays, and looking back.

use super::meter::{Event, Meter, State};
use super::meters::{MOST, MOST_SEED, MeterRefusal, Meters};
use super::reason::Reason;
use crate::machine::{Actor, Refusal, Sink};
use crate::number::MeterIndex;
use crate::sign::SignJackpot;
use money::MicroCents;
use rulebook::{Act, Cite, Ruled};

impl Meters<'_> {
    /// Another option, seed or rate. Meters that must share an option, or a seed, change together, each after its own
    /// sign and between its rounds.
    pub(super) fn change_terms(
        &self,
        state: &State,
        actor: Actor,
        (meter, terms): (MeterIndex, &SignJackpot),
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), MeterRefusal> {
        let rules = &self.book.jackpots;
        let power = self.authority(actor, Act::ChangeMeter)?;
        // The games on a meter are those of its tables, and do not change with its prizes.
        let terms = SignJackpot { games: self.meter(state, meter)?.terms.games, ..terms.clone() };
        if terms == self.meter(state, meter)?.terms {
            return Err(Refusal::new(Reason::SameTerms, power));
        }
        let mut cite = power;
        let mut changes = Vec::new();
        for (at, other) in state.numbered().filter(|(_, other)| !other.closed) {
            let new = if at == meter { terms.clone() } else { self.following(&other.terms, &terms) };
            if let Some(cost) = rules.links.different_cost.filter(|_| at != meter && new.wager == terms.wager)
            {
                return Err(Refusal::new(Reason::OtherMeterSameCost, cost));
            }
            if new != other.terms {
                cite = self.may_change(other, actor, &new)?.unwrap_or(power);
                changes.push((at, new));
            }
        }
        let say = |clause: Option<Cite>, out: &mut _| {
            clause.into_iter().for_each(|cite| Sink::take(out, Ruled::new(Event::ClauseApplied, cite)));
        };
        say(rules.option(terms.option).map(|option| option.clause), out);
        say(rules.rate(terms.option, terms.seed).map(|seed| seed.clause), out);
        say(rules.links.same_option.filter(|_| changes.len() > 1), out);
        for (meter, terms) in changes {
            let found = &state[meter];
            let raised = self.raised(found, &terms);
            say(rules.floor.filter(|_| !raised.is_zero()), out);
            let seq = found.seq + 1;
            out.take(Ruled::new(Event::TermsChanged { meter, terms, raised, seq }, cite));
        }
        Ok(())
    }

    /// What another meter's terms must become: the same option, and the same seed where the book wants that too.
    fn following(&self, own: &SignJackpot, changed: &SignJackpot) -> SignJackpot {
        let links = &self.book.jackpots.links;
        SignJackpot {
            option: links.same_option.map_or(own.option, |_| changed.option),
            seed: links.same_seed.map_or(own.seed, |_| changed.seed),
            ..own.clone()
        }
    }

    /// After its sign, between rounds, to terms that the book allows: the clause of the sign, where there is one.
    fn may_change(
        &self,
        meter: &Meter,
        actor: Actor,
        terms: &SignJackpot,
    ) -> Result<Option<Cite>, MeterRefusal> {
        let rules = &self.book.jackpots;
        if let Err(refusal) = terms.check(self.book) {
            return Err(Refusal::new(Reason::Terms(refusal.reason), refusal.cite));
        }
        if terms.seed_value(self.book).cents() > MOST_SEED {
            return Err(Refusal::new(Reason::OutOfRange, rules.links.group));
        }
        let notice = rules.notices.terms.as_ref();
        if let Some(minutes) = notice {
            let waited = meter.terms_notice.is_some_and(|since| actor.at.is_after(since, minutes.value));
            if !waited {
                return Err(Refusal::new(Reason::NoticeTooShort { minutes: minutes.value }, minutes.cite));
            }
        }
        if meter.tables.iter().any(|linked| linked.registered > 0 || linked.recorded.is_some()) {
            Err(Refusal::new(Reason::RoundUnderWay, notice.map_or(rules.links.group, |minutes| minutes.cite)))
        } else {
            Ok(notice.map(|minutes| minutes.cite))
        }
    }

    /// What players have put on a meter stays on it. Where a book never lets it stand below its seed, the house makes up
    /// what is missing to the new one; elsewhere the new seed counts from the next reset.
    fn raised(&self, meter: &Meter, terms: &SignJackpot) -> MicroCents {
        let seed = MicroCents::from(terms.seed_value(self.book));
        match self.book.jackpots.floor {
            Some(_) if meter.value < seed => seed - meter.value,
            _ => MicroCents::ZERO,
        }
    }

    /// A meter falls only when it pays, or so: recorded, with its reason.
    pub(super) fn correct(
        &self,
        state: &State,
        actor: Actor,
        (meter, by, why): (MeterIndex, MicroCents, &str),
    ) -> Result<Ruled<Event>, MeterRefusal> {
        let cite = self.authority(actor, Act::ChangeMeter)?;
        let found = self.meter(state, meter)?;
        if by.is_zero() || why.trim().is_empty() {
            return Err(Refusal::new(Reason::NothingSaid, cite));
        }
        let corrected = found.value.checked_add(by);
        if !corrected.is_some_and(|value| (0..MOST).contains(&value.micro_cents())) {
            return Err(Refusal::new(Reason::OutOfRange, cite));
        }
        let seed = MicroCents::from(found.terms.seed_value(self.book));
        let below = by.is_negative() && corrected.is_some_and(|value| value < seed);
        if let Some(floor) = self.book.jackpots.floor.filter(|_| below) {
            return Err(Refusal::new(Reason::BelowSeed, floor));
        }
        let event = Event::MeterCorrected { meter, by, why: why.to_string(), seq: found.seq + 1 };
        Ok(Ruled::new(event, cite))
    }

    /// The value may be shown elsewhere too, alone or beside others.
    pub(super) fn show_on_display(
        &self,
        state: &State,
        actor: Actor,
        (meter, place): (MeterIndex, &str),
    ) -> Result<Ruled<Event>, MeterRefusal> {
        let power = self.authority(actor, Act::ChangeMeter)?;
        self.meter(state, meter)?;
        let cite = self.book.jackpots.notices.displays.unwrap_or(power);
        if place.trim().is_empty() {
            Err(Refusal::new(Reason::NothingSaid, cite))
        } else {
            Ok(Ruled::new(Event::DisplayAdded { meter, place: place.to_string() }, cite))
        }
    }

    /// The value as at any settlement can be read, a closed meter's too. Who did is kept; the log has the value.
    pub(super) fn read_as_at(
        &self,
        state: &State,
        actor: Actor,
        (meter, seq): (MeterIndex, u64),
    ) -> Result<Ruled<Event>, MeterRefusal> {
        let cite = self.authority(actor, Act::ReadMeter)?;
        let Some(found) = state.get(meter) else {
            return Err(Refusal::new(Reason::NoSuchMeter, self.book.jackpots.links.group));
        };
        if seq <= found.seq {
            Ok(Ruled::new(Event::MeterRead { meter, seq }, cite))
        } else {
            Err(Refusal::new(Reason::NotYet { seq: found.seq }, cite))
        }
    }
}
