//! Play and what stops it: exclusion, a pause, a card, another table, the limit; and the days that pass.

use super::{
    CitedEvents, FileRefusal, FileRequest, PatronCommand, PatronEvent, PatronReason, Patrons, Period,
    excluded, no,
};
use crate::MOST;
use crate::date::Date;
use crate::person::{Barred, Person};
use engine::{PatronId, TableNumber};
use money::Money;
use rulebook::{Act, Cite};

/// More than anybody wins or loses in a year: keeps the counters within what money holds.
const MOST_COUNTED: i64 = 1_000_000_000_000_000_000;

impl Patrons<'_> {
    pub(super) fn play(
        &self,
        asking: &FileRequest<'_>,
        command: &PatronCommand,
    ) -> Result<CitedEvents, FileRefusal> {
        let (file, rules) = (asking.file, &asking.book.house.patrons);
        match *command {
            PatronCommand::Exclude { until } => self.exclude(asking, until),
            PatronCommand::LiftExclusion => {
                let cite = self.authority(asking, Act::LiftExclusion)?;
                let Some(exclusion) = file.exclusion else { return no(PatronReason::NotExcluded, cite) };
                match (exclusion.until, file.day) {
                    (Some(until), Some(day)) if day >= until => {
                        Ok(vec![(PatronEvent::ExclusionLifted, cite)])
                    }
                    _ => no(excluded(asking, exclusion), rules.exclusion),
                }
            }
            PatronCommand::Pause | PatronCommand::Resume => {
                let power = self.authority(asking, Act::PausePlayer)?;
                let cite = rules.pause.unwrap_or(power);
                match (command, file.paused) {
                    (PatronCommand::Pause, false) => Ok(vec![(PatronEvent::Paused, cite)]),
                    (PatronCommand::Resume, true) => Ok(vec![(PatronEvent::Resumed, cite)]),
                    (PatronCommand::Pause, true) => no(PatronReason::Paused, cite),
                    _ => no(PatronReason::NotPaused, cite),
                }
            }
            PatronCommand::StartPlay { table, seat, card, known_as } => {
                self.start(asking, (table, seat, known_as), card)
            }
            PatronCommand::EndPlay => {
                self.at_table(asking, rules.play)?;
                match file.playing {
                    Some(playing) => Ok(vec![(PatronEvent::PlayEnded { table: playing.table }, rules.play)]),
                    None => no(PatronReason::NotPlaying, rules.play),
                }
            }
            PatronCommand::RecordPlay { table, round, net } => self.record(asking, (table, round), net),
            PatronCommand::NewDay { date } => {
                let cite = asking.book.house.day;
                self.serving(asking, cite)?;
                if file.day.is_some_and(|day| date <= day) {
                    no(PatronReason::DateNotLater, cite)
                } else {
                    Ok(vec![(PatronEvent::DayBegan { date }, cite)])
                }
            }
            PatronCommand::ConfirmClock { clock_ms, source } => {
                let cite = rules.increase_after_hours.cite;
                if asking.by.by() != Person::System {
                    return no(PatronReason::Barred(Barred::NotYours), cite);
                }
                if file.confirmed.is_some_and(|(_, known_ms)| clock_ms <= known_ms) {
                    no(PatronReason::NothingChanges, cite)
                } else {
                    Ok(vec![(PatronEvent::ClockConfirmed { clock_ms, source }, cite)])
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The patron, the program, or any member of staff.
    fn at_table(&self, asking: &FileRequest<'_>, cite: Cite) -> Result<(), FileRefusal> {
        match asking.by.by() {
            Person::Patron(number) if Some(number) == asking.file.number => Ok(()),
            _ => self.serving(asking, cite).map(|_| ()),
        }
    }

    fn exclude(&self, asking: &FileRequest<'_>, until: Option<Date>) -> Result<CitedEvents, FileRefusal> {
        let (file, rules) = (asking.file, &asking.book.house.patrons);
        let own = file.number.is_some_and(|number| asking.by.by() == Person::Patron(number));
        if !own {
            self.authority(asking, Act::ExcludePatron)?;
        }
        if until.is_some_and(|until| file.day.is_none_or(|day| until <= day)) {
            return no(PatronReason::DateNotLater, rules.exclusion);
        }
        let longer = |old: Option<Date>| match (old, until) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(old), Some(new)) => new > old,
        };
        match file.exclusion {
            Some(exclusion) if !longer(exclusion.until) => no(PatronReason::WouldShorten, rules.exclusion),
            _ => Ok(vec![(PatronEvent::Excluded { own, until }, rules.exclusion)]),
        }
    }

    fn start(
        &self,
        asking: &FileRequest<'_>,
        (table, seat, known_as): (TableNumber, u8, Option<PatronId>),
        shown: Option<u64>,
    ) -> Result<CitedEvents, FileRefusal> {
        let (file, rules) = (asking.file, &asking.book.house.patrons);
        self.at_table(asking, rules.play)?;
        if let Some(exclusion) = file.exclusion {
            return no(excluded(asking, exclusion), rules.exclusion);
        }
        if file.linking.is_some() {
            // The other file may hold an exclusion.
            return no(PatronReason::LinkUnderWay, rules.kept_by.cite);
        }
        if file.paused {
            return no(PatronReason::Paused, rules.pause.unwrap_or(rules.play));
        }
        if let Some(playing) = file.playing {
            return no(PatronReason::PlaysAlready { table: playing.table }, rules.play);
        }
        let wanted = asking.book.table.patrons.as_ref();
        match (shown, wanted) {
            (None, Some(policy)) => {
                return no(PatronReason::NoCard, policy.no_card.unwrap_or(policy.player_card.cite));
            }
            (Some(card), policy) if file.card() != Some(card) => {
                let cite = policy.map_or(rules.card, |policy| policy.player_card.cite);
                return no(PatronReason::CardNotValid, cite);
            }
            _ => {}
        }
        let headroom = file.headroom();
        if headroom == Some(Money::ZERO) {
            return no(PatronReason::AtLimit, rules.loss_limit);
        }
        Ok(vec![(PatronEvent::PlayStarted { table, seat, headroom, known_as }, rules.play)])
    }

    fn record(
        &self,
        asking: &FileRequest<'_>,
        (table, round): (TableNumber, u64),
        net: Money,
    ) -> Result<CitedEvents, FileRefusal> {
        let (file, rules) = (asking.file, &asking.book.house.patrons);
        let cite = self.serving(asking, rules.loss_limit)?;
        let Some(playing) = file.playing.filter(|playing| playing.table == table) else {
            return no(PatronReason::NotPlaying, rules.play);
        };
        if playing.round.is_some_and(|last| round <= last) {
            return no(PatronReason::RoundRecorded, cite);
        }
        let fits = |sum: &Money| {
            sum.checked_add(net).is_some_and(|sum| sum.cents().unsigned_abs() <= MOST_COUNTED.unsigned_abs())
        };
        if net > MOST || net < Money::ZERO - MOST || !file.net.iter().all(fits) {
            return no(PatronReason::AmountOutOfRange, cite);
        }
        let mut said = vec![(PatronEvent::PlayRecorded { table, round, net }, cite)];
        for period in Period::ALL {
            let left = |room: Money| room > Money::ZERO && room + net <= Money::ZERO;
            // A room cut off at nothing has been reported before.
            if file.room(period).is_some_and(left) {
                said.push((PatronEvent::LimitReached { period }, rules.loss_limit));
            }
        }
        Ok(said)
    }
}
