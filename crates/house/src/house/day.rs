//! The gaming day: opened with its date, its last round called, closed by two over tables that are ready.

use super::command::TableAtClose;
use super::{CitedEvents, Command, Event, House, HouseRefusal, HouseRequest, Reason, no};
use rulebook::{Act, Cite};

impl House<'_> {
    /// The clause by which a day is closed, and without which nobody plays.
    pub fn closing(&self) -> Cite {
        self.book.ladder.least(Act::CloseDay).map_or(self.book.house.day, |power| power.cite)
    }

    pub(super) fn day(
        &self,
        asking: &HouseRequest<'_>,
        command: &Command,
    ) -> Result<CitedEvents, HouseRefusal> {
        let (state, rules) = (asking.state, &self.book.house);
        if let Command::CloseDay { date, tables } = command {
            let cite = self.authority(&asking.by, Act::CloseDay)?;
            let open = state.day.filter(|_| state.open);
            let Some(day) = open else { return no(Reason::NoDayOpen, rules.day) };
            if day != *date {
                return no(Reason::AnotherDay { open: day }, cite);
            }
            self.tables_ready(asking, tables, cite)?;
            let closed = Event::DayClosed { date: day, tables: Some(tables.clone()) };
            return Ok(vec![(closed, cite)]);
        }
        let cite = self.authority(&asking.by, Act::OpenDay)?;
        match (command, state.day.filter(|_| state.open)) {
            (&Command::OpenDay { date }, open) => {
                if open.is_some() {
                    return no(Reason::DayOpen, rules.day);
                }
                if state.day.is_some_and(|last| date <= last) {
                    return no(Reason::DateNotLater, rules.day);
                }
                Ok(vec![(Event::DayOpened { date }, cite)])
            }
            (_, None) => no(Reason::NoDayOpen, rules.day),
            (Command::CallLastRound, Some(date)) => {
                if state.last_round.is_some() {
                    no(Reason::LastRoundCalled, self.closing())
                } else {
                    Ok(vec![(Event::LastRoundCalled { date }, self.closing())])
                }
            }
            (_, Some(date)) => {
                if state.last_round.is_some() {
                    Ok(vec![(Event::PlayedOn { date }, self.closing())])
                } else {
                    no(Reason::LastRoundNotCalled, self.closing())
                }
            }
        }
    }

    /// Every table is closed, or nobody plays there any more and its float is counted.
    fn tables_ready(
        &self,
        asking: &HouseRequest<'_>,
        tables: &[TableAtClose],
        cite: Cite,
    ) -> Result<(), HouseRefusal> {
        let open = |table: &&TableAtClose| table.stage != super::ClosingStage::Closed;
        if asking.state.last_round.is_none() && tables.iter().any(|table| open(&table)) {
            return no(Reason::LastRoundNotCalled, cite);
        }
        let waiting: Vec<TableAtClose> =
            tables.iter().filter(|table| !table.stage.is_ready()).copied().collect();
        if waiting.is_empty() { Ok(()) } else { no(Reason::TablesNotReady { tables: waiting }, cite) }
    }
}
