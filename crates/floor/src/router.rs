//! Calls between desks: what a table must tell its meter and its patrons' files.
//!
//! A call is due because the table's log says so, and it is answered when the log says so. Its id is made from the
//! table and its number, so that it can be made again after a crash, by this process or another, and counts once.

use crate::any_table::{AnyTable, DueCall, FloorReply};
use crate::floor::{Floor, FloorError, read};
use crate::game::MeterCall;
use crate::names::{TableName, meter_stream};
use crate::stream_writer::{CommandOutcome, Request, StreamWriter};
use crate::table::{Call, CallAnswer, Command, Link, PatronCall};
use engine::jackpot::{self, Meters};
use engine::{MeterIndex, PatronId, Refusal, TableNumber, Who};
use house::{House, PatronReason, Patrons, Person};
use rulebook::{Act, BookText, NotifyOf, RoleId, Rulebook, Ruled};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::failpoints::hit;
use store::{CommandId as Id, StoreError, Stream};

/// Which calls are on their way.
#[derive(Default)]
pub(crate) struct Router {
    under_way: Mutex<BTreeMap<Stream, UnderWay>>,
}

/// A table's call on its way.
#[derive(Clone, Debug)]
pub(crate) struct UnderWay {
    pub(crate) call: u64,
    pub(crate) since: Instant,
    /// The meter that another process has, where the answer is looked for in its log.
    pub(crate) elsewhere: Option<Stream>,
    /// Whether it was looked for.
    looked: bool,
}

/// Who the log names as the one who called.
pub(crate) const BY: &str = "floor";

/// After what time a call to a desk of this process is made again.
const AGAIN: Duration = Duration::from_secs(2);

impl Router {
    fn under_way(&self) -> MutexGuard<'_, BTreeMap<Stream, UnderWay>> {
        self.under_way.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Whether this call is to be made now.
    fn begin(&self, table: &Stream, call: u64) -> bool {
        let mut under_way = self.under_way();
        let begun = under_way.get(table).is_some_and(|known| known.call == call);
        if !begun {
            let new = UnderWay { call, since: Instant::now(), elsewhere: None, looked: false };
            under_way.insert(table.clone(), new);
        }
        !begun
    }

    /// It has arrived, or is to be made again.
    fn end(&self, table: &Stream, call: u64) {
        let mut under_way = self.under_way();
        if under_way.get(table).is_some_and(|known| known.call == call) {
            under_way.remove(table);
        }
    }

    /// The answer will be in the log of that meter.
    fn wait_for(&self, table: &Stream, meter: Stream) {
        if let Some(known) = self.under_way().get_mut(table) {
            known.elsewhere = Some(meter);
        }
    }

    /// The answer was found, and the table is being told.
    fn tell(&self, table: &Stream) {
        if let Some(known) = self.under_way().get_mut(table) {
            (known.elsewhere, known.since) = (None, Instant::now());
        }
    }

    /// The calls whose answers are looked for in the log.
    pub(crate) fn elsewhere(&self) -> Vec<(Stream, Stream, UnderWay)> {
        let under_way = self.under_way();
        let each = under_way.iter();
        each.filter_map(|(table, way)| Some((table.clone(), way.elsewhere.clone()?, way.clone()))).collect()
    }

    /// Whether the log is to be asked: the first time, and when the meter has gone on.
    pub(crate) fn look(&self, table: &Stream, gone_on: bool) -> bool {
        let mut under_way = self.under_way();
        let Some(known) = under_way.get_mut(table) else { return false };
        gone_on || !std::mem::replace(&mut known.looked, true)
    }

    /// Whether a call is on its way and may still arrive.
    fn waits(&self, table: &Stream) -> bool {
        let under_way = self.under_way();
        under_way.get(table).is_some_and(|way| way.elsewhere.is_some() || way.since.elapsed() < AGAIN)
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
    /// Makes again what is due and nobody answered.
    pub fn call_again(&self) {
        self.reach_again();
        self.tell_impatient();
        for table in self.any_tables() {
            if table.due().is_some() && !self.router.waits(table.stream()) {
                self.serve_calls(&*table);
            }
        }
    }

    /// Makes the calls that a table has due; after a start, and again when something did not answer.
    pub(crate) fn serve_calls(&self, table: &dyn AnyTable) {
        // Looked at, and then called: whoever answers may want to look at the table too.
        if let Some(due) = table.due() {
            self.router.end(table.stream(), due.call);
            self.calls_due(table.stream(), due);
        }
    }

    /// Makes the first call that is due, unless it is on its way: they are made one after the other, in order.
    pub(crate) fn calls_due(&self, table: &Stream, due: DueCall) {
        let DueCall { call, what, .. } = due;
        if !self.router.begin(table, call) {
            return;
        }
        hit("call/due");
        let made = match what {
            Call::Meter { meter, what } => self.call_meter(table, due, (meter, what)),
            Call::Patron { patron, what } => self.call_patron(table, call, (patron, what)),
            Call::House { round } => self.call_house(table, call, round),
        };
        if let Err(error) = made {
            // It stays due: it is made again when somebody looks after the floor, and the line shows as lost meanwhile.
            self.router.end(table, call);
            if matches!(what, Call::Meter { .. }) && due.link == Link::Live {
                self.say_link(table, (call, due.version), &error.to_string());
            }
        }
    }

    fn call_meter(
        &self,
        table: &Stream,
        DueCall { call, rounding, .. }: DueCall,
        (meter, what): (MeterIndex, MeterCall),
    ) -> Result<(), FloorError> {
        let Some(name) = TableName::of(table) else { return Err(FloorError::NoTable(table.to_string())) };
        let stream = meter_stream(&name.book).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        let here = read(&self.meters).get(&stream).cloned().filter(|desk| !desk.is_fenced());
        let Some(desk) = here else {
            // Another process has the meter: it reads this table's log, and its answer is looked for in the meter's.
            self.router.wait_for(table, stream);
            return Ok(());
        };
        let (who, command) = meter_command(meter_rules(&desk), (meter, name.number), what, rounding);
        let floor = self.handle();
        let of = table.clone();
        desk.tell(Request {
            id: call_id(table, call, "made"),
            by: BY.into(),
            who,
            command,
            order: None,
            reply: Box::new(move |answer: CommandOutcome<Meters<'static>>| {
                if let Some(floor) = floor.upgrade() {
                    floor.meter_answered(&of, call, &answer);
                }
            }),
        });
        Ok(())
    }

    fn meter_answered(&self, table: &Stream, call: u64, answer: &CommandOutcome<Meters<'static>>) {
        hit("call/kept");
        match answer {
            CommandOutcome::Done(done) => {
                let Some(desk) = self.any_table(table) else { return };
                self.answer(table, call, of_meter_events(desk.book().text(), &done.events));
            }
            // Anything else that the rules refuse is recorded and comes as done.
            CommandOutcome::Refused(refusal) => {
                self.router.end(table, call);
                self.lose_link(table, call, &refusal.reason.to_string());
            }
            // The meter has moved: its log will say.
            CommandOutcome::Failed(StoreError::Fenced { .. } | StoreError::Held { .. }) => {
                self.router.end(table, call);
                if let Some(desk) = self.any_table(table) {
                    self.serve_calls(&*desk);
                }
            }
            CommandOutcome::Failed(error) => {
                self.router.end(table, call);
                self.lose_link(table, call, &error.to_string());
            }
        }
    }

    fn call_patron(
        &self,
        table: &Stream,
        call: u64,
        (patron, what): (PatronId, PatronCall),
    ) -> Result<(), FloorError> {
        let Some(name) = TableName::of(table) else { return Err(FloorError::NoTable(table.to_string())) };
        let id = call_id(table, call, "made");
        let desk = match self.file_for(&name.book, patron, id) {
            // The number means nobody in particular: nothing that is asked again would change that.
            Err(FloorError::Refused { why, clause }) => {
                self.answer(table, call, CallAnswer::Refused { why, clause });
                return Ok(());
            }
            desk => desk?,
        };
        let floor = self.handle();
        let of = table.clone();
        let known_as =
            desk.with_state(|file| file.number).is_some_and(|number| number != patron).then_some(patron);
        desk.tell(Request {
            id,
            by: BY.into(),
            who: Who::System,
            command: crate::orders::patron_command((&name.book, name.number), what, known_as),
            order: None,
            reply: Box::new(move |answer: CommandOutcome<Patrons<'static>>| {
                let Some(floor) = floor.upgrade() else { return };
                hit("call/kept");
                let answer = match answer {
                    CommandOutcome::Done(done) => match what {
                        PatronCall::StartPlay { .. } => {
                            let said = done.events.iter().map(|event| &event.value.what);
                            CallAnswer::Welcome(crate::orders::standing(said))
                        }
                        _ => CallAnswer::Done,
                    },
                    // Linked by another process since we looked: it is made again, and finds the file.
                    CommandOutcome::Refused(Refusal { reason: PatronReason::GoesOnIn { .. }, .. }) => {
                        return floor.router.end(&of, call);
                    }
                    CommandOutcome::Refused(refusal) => {
                        let clause = crate::floor::rules(&name.book).map(|book| book.label(refusal.cite));
                        CallAnswer::Refused {
                            why: refusal.reason.to_string(),
                            clause: clause.unwrap_or_default().to_string(),
                        }
                    }
                    // Not kept, so it stays due.
                    CommandOutcome::Failed(_) => return floor.router.end(&of, call),
                };
                floor.answer(&of, call, answer);
            }),
        });
        Ok(())
    }

    /// The file that a call is for: the one that has answered it before, where that went on in another since.
    fn file_for(
        &self,
        book: &str,
        patron: PatronId,
        id: Id,
    ) -> Result<Arc<StreamWriter<Patrons<'static>>>, FloorError> {
        let desk = self.patron(book, patron)?;
        if *desk.stream() == self.file_stream(book, patron)? {
            return Ok(desk);
        }
        match self.tools.store.answered(id)? {
            Some((answered, _)) => self.open_file(&answered),
            None => Ok(desk),
        }
    }

    /// Somebody outside must be told: it becomes a duty of the house.
    fn call_house(&self, table: &Stream, call: u64, round: u64) -> Result<(), FloorError> {
        let Some(name) = TableName::of(table) else { return Err(FloorError::NoTable(table.to_string())) };
        let desk = self.house(&name.book)?;
        let what = house::Command::OweDuty { of: NotifyOf::WrongDeck, table: name.number, round };
        let (floor, of) = (self.handle(), table.clone());
        desk.tell(Request {
            id: call_id(table, call, "made"),
            by: BY.into(),
            who: Who::System,
            command: house::Instruction::alone(Person::System, what),
            order: None,
            reply: Box::new(move |answer: CommandOutcome<House<'static>>| {
                let Some(floor) = floor.upgrade() else { return };
                match answer {
                    CommandOutcome::Done(_) => floor.answer(&of, call, CallAnswer::Done),
                    CommandOutcome::Refused(refusal) => {
                        let clause = crate::floor::rules(&name.book).map(|book| book.label(refusal.cite));
                        let clause = clause.unwrap_or_default().to_string();
                        let why = refusal.reason.to_string();
                        floor.answer(&of, call, CallAnswer::Refused { why, clause });
                    }
                    // Not kept, so it stays due.
                    CommandOutcome::Failed(_) => floor.router.end(&of, call),
                }
            }),
        });
        Ok(())
    }

    /// Tells a table that its call was answered.
    fn answer(&self, table: &Stream, call: u64, answer: CallAnswer) {
        let Some(desk) = self.any_table(table) else { return };
        let floor = self.handle();
        let of = table.clone();
        let reply = move |answer: FloorReply| {
            hit("call/answered");
            let Some(floor) = floor.upgrade() else { return };
            // It is on its way until the table has it: nobody makes it again meanwhile.
            floor.router.end(&of, call);
            if answer.done_again.is_some() {
                floor.tell_waiting(&of, call, answer.refused_by_file);
            }
            // A repeat changes nothing, so nobody looks at what is due next but here.
            if answer.done_again == Some(true)
                && let Some(desk) = floor.any_table(&of)
            {
                floor.serve_calls(&*desk);
            }
        };
        let command = Command::Answered { call, answer };
        desk.tell(call_id(table, call, "answered"), BY, command, Box::new(reply));
    }

    pub(crate) fn lose_link(&self, table: &Stream, call: u64, why: &str) {
        let version = self.any_table(table).map_or(0, |desk| desk.version());
        self.say_link(table, (call, version), why);
    }

    /// Tells a table that its line is lost. The version makes it a new command every time: a line may be lost twice.
    fn say_link(&self, table: &Stream, (call, version): (u64, u64), why: &str) {
        let Some(desk) = self.any_table(table) else { return };
        let id = call_id(table, call, &format!("{why} {version}"));
        desk.tell(id, BY, Command::LoseLink, Box::new(|_| {}));
    }

    /// Looks whether another process's meter has answered a call.
    pub(crate) fn look_for_answer(
        &self,
        table: &Stream,
        meter: &Stream,
        call: u64,
    ) -> Result<(), FloorError> {
        let id = call_id(table, call, "made");
        let Some((stream, answered)) = self.tools.store.answered(id)? else { return Ok(()) };
        let most = usize::try_from(answered.last + 1 - answered.first).unwrap_or(usize::MAX);
        let records = self.tools.store.read(&stream, answered.first, most)?;
        let machine = Meters::new(crate::floor::rules(meter.rest())?);
        let events: Vec<_> = records
            .iter()
            .map(|record| crate::stream_writer::open(&machine, &self.tools.vault, record))
            .collect::<Result<_, _>>()?;
        self.router.tell(table);
        self.answer(table, call, of_meter_events(machine.book(), &events));
        Ok(())
    }
}

fn meter_rules(desk: &StreamWriter<Meters<'static>>) -> &'static Rulebook {
    desk.machine().book()
}

/// A table's call as the meter's command, and who gives it.
pub(crate) fn meter_command(
    book: &Rulebook,
    (meter, table): (MeterIndex, TableNumber),
    what: MeterCall,
    rounding: money::Rounding,
) -> (Who, jackpot::Command) {
    let least = |act| book.ladder.least(act).map_or(RoleId(0), |power| power.value);
    let dealer = Who::Staff(RoleId(0));
    let (who, command) = match what {
        MeterCall::Register { wagers } => (dealer, jackpot::Command::Register { meter, table, wagers }),
        MeterCall::Cancel { wagers } => {
            let who = Who::Staff(least(Act::CancelJackpotGame));
            (who, jackpot::Command::Cancel { meter, table, wagers })
        }
        MeterCall::Record { royals, flushes, carried, .. } => {
            (dealer, jackpot::Command::Record { meter, table, royals, flushes, carried, rounding })
        }
        MeterCall::Determine { role } => (role.who(), jackpot::Command::Determine { meter, table }),
    };
    (who, jackpot::Command::Call { table, what: Box::new(command) })
}

/// What a table hears of what the meter said.
fn of_meter_events(book: &BookText, events: &[Ruled<jackpot::Event>]) -> CallAnswer {
    let answer = events.iter().find_map(|event| match &event.value {
        jackpot::Event::OutcomeRecorded { award, royals, flushes, seq, .. } if royals + flushes > 0 => {
            Some(CallAnswer::Awarded { royal: award.royal, straight_flush: award.straight_flush, seq: *seq })
        }
        jackpot::Event::CallDeclined { why, .. } => {
            let clause = book.label(event.cite).to_string();
            Some(CallAnswer::Refused { why: why.clone(), clause })
        }
        _ => None,
    });
    answer.unwrap_or(CallAnswer::Done)
}
