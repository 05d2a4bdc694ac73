//! Calls between desks: what a table must tell its meter and its patrons' files.
//!
//! A call is due because the table's log says so, and it is answered when the log says so. Its id is made from the
//! table and its number, so that it can be made again after a crash, by this process or another, and counts once.

use crate::desk::{Answer, Desk, Told};
use crate::floor::{Floor, FloorError, read};
use crate::game::{Game, MeterCall};
use crate::names::{TableName, meter_stream};
use crate::posts::BankedTable;
use crate::table::{Call, CallAnswer, Command, Link, PatronCall, SYSTEM, State};
use engine::jackpot::{self, Meters};
use engine::{Who, banked};
use house::Patrons;
use rulebook::{Act, RoleId, Rulebook};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use store::points::hit;
use store::{Command as Id, Stream};

/// Which calls are on their way.
#[derive(Default)]
pub(crate) struct Router {
    under_way: Mutex<BTreeMap<Stream, u64>>,
}

/// Who the log names as the one who called.
pub(crate) const BY: &str = "floor";

impl Router {
    /// Whether this call is to be made now.
    fn begin(&self, table: &Stream, call: u64) -> bool {
        let mut under_way = self.under_way.lock().unwrap_or_else(|broken| broken.into_inner());
        let begun = under_way.get(table) == Some(&call);
        if !begun {
            under_way.insert(table.clone(), call);
        }
        !begun
    }

    fn end(&self, table: &Stream) {
        self.under_way.lock().unwrap_or_else(|broken| broken.into_inner()).remove(table);
    }
}

/// The id of a call, or of what the table is told about it.
pub(crate) fn call_id(table: &Stream, call: u64, what: &str) -> Id {
    let mut sha = Sha256::new();
    sha.update(b"cardroom call 1\0");
    sha.update(what.as_bytes());
    sha.update([0]);
    sha.update(table.name().as_bytes());
    sha.update([0]);
    sha.update(call.to_le_bytes());
    let digest = sha.finalize();
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    Id(id)
}

impl Floor {
    /// Makes the calls that a table has due; after a start, and again when something did not answer.
    pub(crate) fn serve_calls(&self, table: &Arc<Desk<BankedTable>>) {
        self.router.end(table.stream());
        // Looked at, and then called: whoever answers may want to look at the table too.
        let state = table.look(|state| (!state.due.is_empty()).then(|| state.clone()));
        if let Some(state) = state {
            self.calls_due(table.stream(), &state);
        }
    }

    /// Makes the first call that is due, unless it is on its way: they are made one after the other, in order.
    pub(crate) fn calls_due(&self, table: &Stream, state: &State<banked::Table>) {
        let Some(&(call, what)) = state.due.front() else { return };
        if !self.router.begin(table, call) {
            return;
        }
        hit("call/due");
        let made = match what {
            Call::Meter { meter, what } => self.call_meter(table, state, call, (meter, what)),
            Call::Patron { patron, what } => self.call_patron(table, call, (patron, what)),
        };
        if let Err(error) = made {
            // It stays due: it is made again when somebody looks after the floor, and the line shows as lost meanwhile.
            self.router.end(table);
            if matches!(what, Call::Meter { .. }) && state.link == Link::Live {
                self.say_link(table, (call, state.version), Command::LoseLink, &error.to_string());
            }
        }
    }

    fn call_meter(
        &self,
        table: &Stream,
        state: &State<banked::Table>,
        call: u64,
        (meter, what): (u32, MeterCall),
    ) -> Result<(), FloorError> {
        let Some(name) = TableName::of(table) else { return Err(FloorError::NoTable(table.to_string())) };
        let stream = meter_stream(&name.book).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        let Some(desk) = read(&self.meters).get(&stream).cloned() else {
            // Another process has the meter: it reads this table's log, and its answer is looked for in the meter's.
            return self.look_for_answer(table, &stream, call);
        };
        let game = self.table(table).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        let (who, command) = meter_command(
            meter_rules(&desk),
            (meter, name.number),
            what,
            game.machine().game.rounding(&state.game),
        );
        let floor = self.handle();
        let of = table.clone();
        desk.tell(Told {
            id: call_id(table, call, "made"),
            by: BY.into(),
            who,
            command,
            reply: Box::new(move |answer: Answer<Meters<'static>>| {
                if let Some(floor) = floor.upgrade() {
                    floor.meter_answered(&of, call, &answer);
                }
            }),
        });
        Ok(())
    }

    fn meter_answered(&self, table: &Stream, call: u64, answer: &Answer<Meters<'static>>) {
        hit("call/kept");
        self.router.end(table);
        match answer {
            Answer::Done(done) => {
                let answer = of_meter_events(done.events.iter().map(|event| &event.value));
                self.answer(table, call, answer);
            }
            Answer::Refused(refusal) if refusal.reason == jackpot::Reason::EquipmentDown => {
                self.lose_link(table, call, "the equipment is down");
            }
            Answer::Refused(refusal) => {
                let Some(desk) = self.table(table) else { return };
                let clause = desk.machine().game.book().label(refusal.cite).to_string();
                self.answer(table, call, CallAnswer::Refused { why: refusal.reason.to_string(), clause });
            }
            Answer::Failed(error) => self.lose_link(table, call, &error.to_string()),
        }
    }

    fn call_patron(
        &self,
        table: &Stream,
        call: u64,
        (patron, what): (u32, PatronCall),
    ) -> Result<(), FloorError> {
        let Some(name) = TableName::of(table) else { return Err(FloorError::NoTable(table.to_string())) };
        let desk = self.patron(&name.book, patron)?;
        let floor = self.handle();
        let of = table.clone();
        desk.tell(Told {
            id: call_id(table, call, "made"),
            by: BY.into(),
            who: SYSTEM,
            command: crate::orders::patron_command(name.number, what),
            reply: Box::new(move |answer: Answer<Patrons<'static>>| {
                let Some(floor) = floor.upgrade() else { return };
                hit("call/kept");
                floor.router.end(&of);
                let answer = match answer {
                    Answer::Done(done) => match what {
                        PatronCall::StartPlay { .. } => {
                            let said = done.events.iter().map(|event| &event.value.what);
                            CallAnswer::Welcome(crate::orders::standing(said))
                        }
                        _ => CallAnswer::Done,
                    },
                    Answer::Refused(refusal) => {
                        let clause = crate::floor::rules(&name.book).map(|book| book.label(refusal.cite));
                        CallAnswer::Refused {
                            why: refusal.reason.to_string(),
                            clause: clause.unwrap_or_default().to_string(),
                        }
                    }
                    // Not kept, so it stays due.
                    Answer::Failed(_) => return,
                };
                floor.answer(&of, call, answer);
            }),
        });
        Ok(())
    }

    /// Tells a table that its call was answered.
    fn answer(&self, table: &Stream, call: u64, answer: CallAnswer) {
        let Some(desk) = self.table(table) else { return };
        let floor = self.handle();
        let of = table.clone();
        desk.tell(Told {
            id: call_id(table, call, "answered"),
            by: BY.into(),
            who: SYSTEM,
            command: Command::Answered { call, answer },
            reply: Box::new(move |answer| {
                hit("call/answered");
                // A repeat changes nothing, so nobody looks at what is due next but here.
                if let (Answer::Done(done), Some(floor)) = (answer, floor.upgrade())
                    && done.again
                    && let Some(desk) = floor.table(&of)
                {
                    floor.serve_calls(&desk);
                }
            }),
        });
    }

    fn lose_link(&self, table: &Stream, call: u64, why: &str) {
        let version = self.table(table).map_or(0, |desk| desk.version());
        self.say_link(table, (call, version), Command::LoseLink, why);
    }

    /// Tells a table of its line. The version makes it a new command every time, since a line may be lost twice.
    fn say_link(
        &self,
        table: &Stream,
        (call, version): (u64, u64),
        command: Command<banked::Command>,
        why: &str,
    ) {
        let Some(desk) = self.table(table) else { return };
        let id = call_id(table, call, &format!("{why} {version}"));
        desk.tell(Told { id, by: BY.into(), who: SYSTEM, command, reply: Box::new(|_| {}) });
    }

    /// Looks whether another process's meter has answered a call.
    fn look_for_answer(&self, table: &Stream, meter: &Stream, call: u64) -> Result<(), FloorError> {
        let id = call_id(table, call, "made");
        let Some((stream, answered)) = self.tools.store.answered(id)? else {
            return Err(FloorError::NoTable(format!("{meter} has not answered yet")));
        };
        let most = usize::try_from(answered.last + 1 - answered.first).unwrap_or(usize::MAX);
        let records = self.tools.store.read(&stream, answered.first, most)?;
        let machine = Meters::new(crate::floor::rules(meter.rest())?);
        let events: Vec<_> = records
            .iter()
            .map(|record| crate::desk::open(&machine, &self.tools.vault, record))
            .collect::<Result<_, _>>()?;
        self.router.end(table);
        self.answer(table, call, of_meter_events(events.iter().map(|event| &event.value)));
        Ok(())
    }
}

fn meter_rules(desk: &Desk<Meters<'static>>) -> &'static Rulebook {
    desk.machine().book()
}

/// A table's call as the meter's command, and who gives it.
pub(crate) fn meter_command(
    book: &Rulebook,
    (meter, table): (u32, u32),
    what: MeterCall,
    rounding: money::Rounding,
) -> (Who, jackpot::Command) {
    let meter = meter as usize;
    let least = |act| book.ladder.least(act).map_or(RoleId(0), |power| power.value);
    let dealer = Who::Staff(RoleId(0));
    match what {
        MeterCall::Register { wagers } => (dealer, jackpot::Command::Register { meter, table, wagers }),
        MeterCall::Cancel { wagers } => {
            let who = Who::Staff(least(Act::CancelJackpotGame));
            (who, jackpot::Command::Cancel { meter, table, wagers })
        }
        MeterCall::Record { royals, flushes, carried, .. } => {
            (dealer, jackpot::Command::Record { meter, table, royals, flushes, carried, rounding })
        }
        MeterCall::Determine { role } => {
            (Who::Staff(RoleId(role)), jackpot::Command::Determine { meter, table })
        }
    }
}

/// What a table hears of what the meter said.
fn of_meter_events<'e>(mut events: impl Iterator<Item = &'e jackpot::Event>) -> CallAnswer {
    let award = events.find_map(|event| match event {
        jackpot::Event::OutcomeRecorded { award, royals, flushes, seq, .. } if royals + flushes > 0 => {
            Some(CallAnswer::Awarded { royal: award.royal, straight_flush: award.straight_flush, seq: *seq })
        }
        _ => None,
    });
    award.unwrap_or(CallAnswer::Done)
}
