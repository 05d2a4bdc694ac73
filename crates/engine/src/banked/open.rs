//! The table between rounds: its sign, notices, limits, cards, and closing.

use super::event::Event;
use super::reason::Reason;
use super::state::{NoticeOf, Phase, Table};
use super::{Banked, BankedRefusal, Out};
use crate::machine::{Actor, Refusal};
use crate::sign::{Limits, Sign, SignJackpot, WAGERS};
use rulebook::{Act, Cite, PersonalLimits, RaiseMinimum};

impl Banked<'_> {
    pub(super) fn open(&self, table: &Table, sign: &Sign, out: &mut impl Out) -> Result<(), BankedRefusal> {
        if table.phase != Phase::Closed {
            return Err(self.no(Reason::AlreadyOpen));
        }
        if let Err(refusal) = sign.check(self.book, self.game) {
            return Err(Refusal::new(Reason::Sign(refusal.reason), refusal.cite));
        }
        out.say(Event::TableOpened { sign: Box::new(sign.clone()) }, self.game.clause);
        for cite in self.shown_at_opening(sign) {
            out.say(Event::FactShown, cite);
        }
        Ok(())
    }

    /// What the table shows or is made of, each with its clause.
    fn shown_at_opening(&self, sign: &Sign) -> Vec<Cite> {
        let rules = &self.book.table;
        let mut shown =
            vec![rules.seats.cite, rules.pack.cite, rules.wagers.media.cite, rules.wagers.closes.cite];
        // Which of the games this is stands on the table.
        shown.extend(rules.games);
        shown.extend(rules.device(sign.device).map(|device| device.clause));
        shown.extend(rules.device(sign.device).map(|device| device.packs.cite));
        if let Some(methods) = &rules.methods {
            shown.push(if sign.method == crate::sign::Method::A { methods.a } else { methods.b });
        }
        if let Some(low) = rules.low_limit.as_ref().filter(|_| sign.low_limit) {
            shown.extend([low.clause, low.device.cite, low.no_tournament]);
        }
        shown.extend(self.game.order.iter().map(|order| order.clause));
        shown.push(self.game.hand_cards.cite);
        let facts = rules.fact.iter().chain(&self.game.fact).chain(&self.book.jackpots.fact);
        shown.extend(
            facts.filter(|fact| !fact.with_jackpot || sign.jackpot.is_some()).map(|fact| fact.clause),
        );
        for (name, column) in &sign.paytables {
            let chosen =
                self.game.paytable.iter().find(|t| t.id == *name && t.column.as_ref() == Some(column));
            shown.extend(chosen.map(|table| table.clause));
        }
        if let Some(jackpot) = &sign.jackpot {
            let rules = &self.book.jackpots;
            shown.extend([rules.eligible, rules.increment.cite, rules.equipment, rules.links.group]);
            shown.extend(rules.option(jackpot.option).map(|option| option.clause));
            shown.extend(rules.rate(jackpot.option, jackpot.seed).map(|seed| seed.clause));
        }
        shown
    }

    pub(super) fn opened<'t>(&self, table: &'t Table) -> Result<&'t Sign, BankedRefusal> {
        table.sign.as_deref().ok_or_else(|| self.no(Reason::NotOpen))
    }

    pub(super) fn post_notice(
        &self,
        table: &Table,
        actor: Actor,
        (of, limits): (NoticeOf, &Option<Box<Limits>>),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        self.opened(table)?;
        let act = match of {
            NoticeOf::Limits => Act::ChangeLimits,
            NoticeOf::Closing => Act::CloseTable,
            NoticeOf::PayTables => Act::ChangePayTables,
        };
        let cite = self.authority(actor, act)?;
        out.say(Event::NoticePosted { of, at: actor.at, limits: limits.clone() }, cite);
        Ok(())
    }

    pub(super) fn change_limits(
        &self,
        table: &Table,
        actor: Actor,
        (limits, at_once): (&Limits, bool),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let sign = self.opened(table)?;
        let rules = &self.book.table.limits;
        let power =
            self.authority(actor, Act::ChangeLimits).map_err(|refusal| match rules.grandfathered {
                Some(cite) if at_once => Refusal { cite, ..refusal },
                _ => refusal,
            })?;
        if table.is_in_round() {
            return Err(Refusal::new(Reason::NotNow { what: "limits change between rounds" }, power));
        }
        self.sensible(limits, rules.shown)?;
        for (at, least) in sign.approved_min.iter().enumerate() {
            if least.is_some_and(|least| limits.min[at].is_some_and(|min| min < least)) {
                let reason = crate::SignReason::BelowApprovedMinimum { on: self.game.wager[at].on.clone() };
                return Err(Refusal::new(Reason::Sign(reason), rules.below_approved.unwrap_or(rules.shown)));
            }
        }
        // What some players keep is raised for them, even where the sign already shows it.
        let keeps = |at: usize| {
            table.seats.iter().filter_map(|seat| seat.keeps.as_ref()).map(move |kept| kept.min[at]).min()
        };
        let kept = !at_once && (0..WAGERS).any(|at| keeps(at).is_some_and(|kept| limits.min[at] > kept));
        let raises = kept || (0..WAGERS).any(|at| limits.min[at] > sign.limits.min[at]);
        let changed =
            |grandfathered| Event::LimitsChanged { limits: Box::new(limits.clone()), grandfathered };
        if !raises {
            out.say(changed(false), power);
            return Ok(());
        }
        if !table.is_occupied() && rules.empty_table.is_some() {
            out.say(changed(false), rules.empty_table.unwrap_or(power));
            return Ok(());
        }
        if at_once && rules.raise_minimum.value == RaiseMinimum::WithNoticeOrGrandfathered {
            out.say(changed(true), rules.grandfathered.unwrap_or(power));
            return Ok(());
        }
        let minutes = rules.notice_minutes.value;
        let announced = table.notices[NoticeOf::Limits as usize].as_ref().is_some_and(|notice| {
            let same = notice.limits.as_ref().is_some_and(|announced| announced.min == limits.min);
            same && actor.at.is_after(notice.since, minutes)
        });
        if !announced {
            let reason = Reason::NoticeTooShort { minutes, rounds: 0 };
            let cite = rules.kept.filter(|_| kept).unwrap_or(rules.notice_minutes.cite);
            return Err(Refusal::new(reason, cite));
        }
        let cite = rules.kept.filter(|_| kept).unwrap_or(rules.raise_minimum.cite);
        out.say(changed(false), cite);
        Ok(())
    }

    /// Limits that can be: amounts that a table can have, no minimum above its maximum.
    fn sensible(&self, limits: &Limits, cite: Cite) -> Result<(), BankedRefusal> {
        let upside_down =
            |at: usize| limits.min[at].is_some_and(|min| limits.max[at].is_some_and(|max| min > max));
        if limits.in_range() && !(0..WAGERS).any(upside_down) {
            Ok(())
        } else {
            Err(Refusal::new(Reason::LimitsOutOfOrder, cite))
        }
    }

    pub(super) fn agree_limits(
        &self,
        table: &Table,
        actor: Actor,
        (seat, limits): (usize, &Limits),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let sign = self.opened(table)?;
        self.authority(actor, Act::AgreeLimits)?;
        let cite = self.book.table.limits.personal.cite;
        let found = self.seat(table, seat)?;
        if !found.taken {
            return Err(Refusal::new(Reason::SeatEmpty, cite));
        }
        if table.is_in_round() {
            return Err(Refusal::new(Reason::NotNow { what: "limits change between rounds" }, cite));
        }
        self.sensible(limits, cite)?;
        if self.book.table.limits.personal.value == PersonalLimits::AboveMaximum {
            let only_above = (0..WAGERS).all(|at| match (limits.max[at], sign.limits.max[at]) {
                (Some(own), Some(signed)) => own > signed,
                (Some(_), None) => false,
                (None, _) => limits.min[at].is_none(),
            });
            if !only_above {
                return Err(Refusal::new(Reason::MinimumOnlyAbove, cite));
            }
        }
        for (at, least) in sign.approved_min.iter().enumerate() {
            if least.is_some_and(|least| limits.min[at].is_some_and(|min| min < least)) {
                let reason = crate::SignReason::BelowApprovedMinimum { on: self.game.wager[at].on.clone() };
                return Err(Refusal::new(Reason::Sign(reason), cite));
            }
        }
        out.say(Event::LimitsAgreed { seat: seat as u8, limits: Box::new(limits.clone()) }, cite);
        Ok(())
    }

    pub(super) fn change_paytables(
        &self,
        table: &Table,
        actor: Actor,
        paytables: &[(String, String)],
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let sign = self.opened(table)?;
        let cite = self.authority(actor, Act::ChangePayTables)?;
        if table.is_in_round() {
            return Err(Refusal::new(Reason::NotNow { what: "pay tables change between rounds" }, cite));
        }
        let mut changed = sign.clone();
        changed.paytables = paytables.to_vec();
        if let Err(refusal) = changed.check(self.book, self.game) {
            return Err(Refusal::new(Reason::Sign(refusal.reason), refusal.cite));
        }
        if table.is_occupied() && table.notices[NoticeOf::PayTables as usize].is_none() {
            let what = "the players must be told before it takes effect";
            return Err(Refusal::new(Reason::NotNow { what }, cite));
        }
        out.say(Event::PayTablesChanged { paytables: changed.paytables }, cite);
        Ok(())
    }

    /// The linked meter has other terms: the sign shows them. Jackpot wagers that lie for a round that has not begun go
    /// back, since they were laid on others.
    pub(super) fn change_jackpot(
        &self,
        table: &Table,
        actor: Actor,
        terms: &SignJackpot,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let sign = self.opened(table)?;
        let power = self.authority(actor, Act::ChangeMeter)?;
        let rules = &self.book.jackpots;
        let cite = rules.notices.terms.as_ref().map_or(power, |minutes| minutes.cite);
        let not_now = |what| Err(Refusal::new(Reason::NotNow { what }, cite));
        match &sign.jackpot {
            None => return Err(Refusal::new(Reason::NoSuchWager, cite)),
            Some(shown) if shown == terms => return not_now("the sign shows these terms already"),
            Some(_) => {}
        }
        if table.is_in_round() {
            return not_now("the terms of a jackpot change between rounds");
        }
        if table.boxes().iter().any(|seat| !seat.carried.is_zero()) {
            return not_now("a jackpot wager plays on under the terms before");
        }
        let changed = Sign { jackpot: Some(terms.clone()), ..sign.clone() };
        if let Err(refusal) = changed.check(self.book, self.game) {
            return Err(Refusal::new(Reason::Sign(refusal.reason), refusal.cite));
        }
        for (at, seat) in table.boxes().iter().enumerate() {
            let Some(wager) = self.jackpot.filter(|wager| !seat.stakes[*wager].is_zero()) else { continue };
            let (seat, amount) = (at as u8, seat.stakes[wager]);
            out.say(Event::WagerTakenBack { seat, wager: wager as u8, amount }, cite);
        }
        out.say(Event::JackpotChanged { terms: Box::new(terms.clone()) }, cite);
        let shown = [
            rules.option(terms.option).map(|option| option.clause),
            rules.rate(terms.option, terms.seed).map(|seed| seed.clause),
        ];
        shown.into_iter().flatten().for_each(|cite| out.say(Event::FactShown, cite));
        Ok(())
    }

    pub(super) fn close(&self, table: &Table, actor: Actor, out: &mut impl Out) -> Result<(), BankedRefusal> {
        self.opened(table)?;
        let power = self.authority(actor, Act::CloseTable)?;
        if table.is_in_round() {
            return Err(Refusal::new(Reason::NotNow { what: "a table closes between rounds" }, power));
        }
        if table.seats.iter().any(|seat| seat.has_wagers()) {
            return Err(Refusal::new(Reason::NotNow { what: "wagers lie on the layout" }, power));
        }
        let rule = &self.book.table.closing;
        let notice = table.notices[NoticeOf::Closing as usize].as_ref();
        let mut cite = power;
        if table.is_occupied() {
            if let Some(rounds) = &rule.rounds {
                cite = rounds.cite;
                if notice.is_none_or(|notice| table.rounds - notice.round < u64::from(rounds.value)) {
                    let reason = Reason::NoticeTooShort { minutes: 0, rounds: rounds.value };
                    return Err(Refusal::new(reason, cite));
                }
            }
            if let Some(minutes) = &rule.minutes {
                cite = minutes.cite;
                if notice.is_none_or(|notice| !actor.at.is_after(notice.since, minutes.value)) {
                    let reason = Reason::NoticeTooShort { minutes: minutes.value, rounds: 0 };
                    return Err(Refusal::new(reason, cite));
                }
            }
        }
        out.say(Event::TableClosed, cite);
        Ok(())
    }

    pub(super) fn vacate(
        &self,
        table: &Table,
        actor: Actor,
        seat: usize,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let sign = self.opened(table)?;
        self.authority(actor, Act::VacateSeat)?;
        let idle = &self.book.table.idle_rounds;
        let found = self.seat(table, seat)?;
        let full = table.seats[..usize::from(sign.seats)].iter().all(|seat| seat.taken);
        // Who plays a blind hand does not sit out.
        let elsewhere = table.boxes().iter().any(|other| other.blind_of.map(usize::from) == Some(seat));
        let idles = found.idle >= idle.value && !found.has_wagers() && !elsewhere;
        if table.is_in_round() || !found.taken || !full || !idles {
            return Err(Refusal::new(Reason::NotIdle, idle.cite));
        }
        out.say(Event::SeatVacated { seat: seat as u8 }, idle.cite);
        Ok(())
    }
}
