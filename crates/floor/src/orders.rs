//! Orders from people: who speaks, in which capacity, with whom beside them; and what a table tells a patron's file.

use crate::authority::{Capacity, of_meter, of_patron, of_table};
use crate::file_answers::asks_file;
use crate::floor::{Floor, FloorError, rules};
use crate::game::{Game, Standing};
use crate::hosted::BankedTable;
use crate::names::TableName;
use crate::stream_writer::{CommandOutcome, OrderId, Reply, Request, StreamWriter};
use crate::table::{Command, FloorTable, PatronCall, Reason};
use engine::jackpot::{self, Meters};
use engine::{PatronId, Refusal, TableNumber, Who, banked};
use house::{
    Barred, House, PatronCommand, PatronEvent, PatronReason, Patrons, Person, Signature, SignedCommand,
    StaffId,
};
use rulebook::Cite;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;
use store::Stream;

/// Who gives an order, and who stands beside them where one person is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    pub person: Person,
    /// The second member of staff.
    pub second: Option<StaffId>,
}

impl By {
    /// One person alone.
    pub fn alone(person: Person) -> By {
        By { person, second: None }
    }

    /// As records have them: "staff/12+staff/3".
    pub fn record(self) -> String {
        let person = match self.person {
            Person::Staff(id) => format!("staff/{id}"),
            Person::Patron(id) => format!("patron/{id}"),
            Person::Outside(id) => format!("outside/{id}"),
            Person::System => "floor".to_string(),
        };
        match self.second {
            Some(second) => format!("{person}+staff/{second}"),
            None => person,
        }
    }
}

/// The clause that lets somebody do so, or that does not.
pub type AuthorityRuling = Result<Cite, Refusal<Barred>>;

impl Floor {
    /// Who somebody is under a book, as its roster knows them.
    ///
    /// # Errors
    /// If a member of staff or somebody from outside is not on it, or it cannot be read.
    pub fn sign(&self, book: &str, by: By) -> Result<Signature, FloorError> {
        let signature = self.signature(book, by)?;
        let unknown = match by.person {
            Person::Staff(_) => signature.role().is_none(),
            Person::Outside(_) => signature.outside().is_none(),
            _ => false,
        };
        if unknown { Err(FloorError::Nobody(by.record())) } else { Ok(signature) }
    }

    /// The same where nobody is an answer too: one who may do nothing.
    fn signature(&self, book: &str, by: By) -> Result<Signature, FloorError> {
        match by.person {
            Person::System if by.second.is_none() => Ok(Signature::SYSTEM),
            Person::Patron(number) if by.second.is_none() => Ok(Signature::patron(number)),
            person => Ok(self.house(book)?.with_state(|state| state.roster.sign(person, by.second))),
        }
    }

    /// Whether somebody may tell a table so, whatever the game says to it.
    ///
    /// # Errors
    /// If there is no such table here, or the roster cannot be read.
    pub fn judge_table(
        &self,
        table: &Stream,
        by: By,
        command: &Command<banked::Command>,
    ) -> Result<AuthorityRuling, FloorError> {
        let desk = self.table(table).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        self.judge_desk(&desk, by, command)
    }

    /// The same at a table of any game.
    ///
    /// # Errors
    /// If the roster cannot be read.
    pub fn judge_desk<G: Game>(
        &self,
        desk: &StreamWriter<FloorTable<G>>,
        by: By,
        command: &Command<G::Command>,
    ) -> Result<AuthorityRuling, FloorError> {
        let signature = self.signature(&desk.machine().game.book().front.id, by)?;
        Ok(judge_signed(desk, (&signature, by.person), command))
    }

    /// Whether somebody may tell the meters of a book so.
    ///
    /// # Errors
    /// If the roster cannot be read.
    pub fn judge_meter(
        &self,
        book: &str,
        by: By,
        command: &jackpot::Command,
    ) -> Result<AuthorityRuling, FloorError> {
        let (rules, signature) = (rules(book)?, self.signature(book, by)?);
        Ok(of_meter(rules, command).judge(rules, &Capacity::of(&signature, None)))
    }

    /// Whether somebody may tell a patron's file so.
    ///
    /// # Errors
    /// If the roster or the file cannot be read.
    pub fn judge_patron(
        &self,
        (book, patron): (&str, PatronId),
        by: By,
        what: &PatronCommand,
    ) -> Result<AuthorityRuling, FloorError> {
        let desk = self.patron(book, patron)?;
        self.judge_file((book, patron), &desk, by, what).map(|judged| judged.map(|(cite, _)| cite))
    }

    /// Whether somebody may tell this file so, and who they are in it: the number that a patron came with may be that of
    /// a file which goes on in this one.
    fn judge_file(
        &self,
        (book, patron): (&str, PatronId),
        desk: &Arc<StreamWriter<Patrons<'static>>>,
        by: By,
        what: &PatronCommand,
    ) -> Result<Result<(Cite, By), Refusal<Barred>>, FloorError> {
        let rules = rules(book)?;
        let (mut by, mut theirs) = (by, false);
        if let Person::Patron(own) = by.person {
            theirs = own == patron || self.is_their_file((book, own), desk)?;
            let number = desk.with_state(|file| file.number).unwrap_or(patron);
            by.person = if theirs { Person::Patron(number) } else { by.person };
        }
        let mut who = Capacity::of(&self.signature(book, by)?, None);
        // The same number may be somebody else's under another book.
        who.patron = who.patron.filter(|_| theirs);
        let needs = desk.with_state(|file| of_patron(rules, file, what));
        Ok(needs.judge(rules, &who).map(|cite| (cite, by)))
    }

    fn is_their_file(
        &self,
        (book, own): (&str, PatronId),
        desk: &Arc<StreamWriter<Patrons<'static>>>,
    ) -> Result<bool, FloorError> {
        Ok(self.open_patron(book, own)?.stream() == desk.stream())
    }

    /// Tells a table something. A fresh key for its next deck goes along.
    ///
    /// # Errors
    /// If there is no such table here, or nobody knows who speaks; the table's own answer comes to `reply`, and where a
    /// patron's file has the last word, that of the file.
    pub fn tell_table(
        &self,
        table: &Stream,
        (id, by): (impl Into<OrderId>, By),
        command: Command<banked::Command>,
        reply: Reply<BankedTable>,
    ) -> Result<(), FloorError> {
        let desk = self.table(table).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        self.tell_desk(&desk, (id, by), command, reply)
    }

    /// The same at a table of any game.
    ///
    /// # Errors
    /// If nobody knows who speaks.
    pub fn tell_desk<G: Game>(
        &self,
        desk: &Arc<StreamWriter<FloorTable<G>>>,
        (id, by): (impl Into<OrderId>, By),
        command: Command<G::Command>,
        reply: Reply<FloorTable<G>>,
    ) -> Result<(), FloorError> {
        let id = id.into();
        let table = desk.stream();
        let name = TableName::of(table).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        let signature = self.signature(&name.book, by)?;
        // A repeat hears what the file decided then, whatever the person may do now.
        let reply = if asks_file(&command) { self.when_decided(desk, reply) } else { reply };
        if let Err(refusal) = judge_signed(desk, (&signature, by.person), &command) {
            let barred = CommandOutcome::Refused(Refusal::new(Reason::Barred(refusal.reason), refusal.cite));
            reply(desk.given_before(id, &by.record()).unwrap_or(barred));
            return Ok(());
        }
        if let Some(refusal) = self.out_of_hours(&name, desk, &command)? {
            reply(desk.given_before(id, &by.record()).unwrap_or(CommandOutcome::Refused(refusal)));
            return Ok(());
        }
        let who = match (by.person, signature.role(), signature.outside()) {
            (Person::System, ..) => Who::System,
            // Where they sit is looked up when the table decides.
            (Person::Patron(own), ..) => Who::Patron(own),
            (_, Some(role), _) => Who::Staff(role),
            (_, None, Some(place)) => Who::Outside(place),
            (_, None, None) => return Err(FloorError::Nobody(by.record())),
        };
        let command = self.with_key(command)?;
        let OrderId { id, digest: order } = id;
        desk.tell(Request { id, by: by.record().into(), who, command, order, reply });
        Ok(())
    }

    /// The same, waiting for the answer.
    ///
    /// # Errors
    /// If there is no such table here, or nobody knows who speaks.
    pub fn ask_table(
        &self,
        table: &Stream,
        (id, by): (impl Into<OrderId>, By),
        command: Command<banked::Command>,
    ) -> Result<CommandOutcome<BankedTable>, FloorError> {
        let desk = self.table(table).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        self.ask_desk(&desk, (id, by), command)
    }

    /// The same at a table of any game.
    ///
    /// # Errors
    /// If nobody knows who speaks.
    pub fn ask_desk<G: Game>(
        &self,
        desk: &Arc<StreamWriter<FloorTable<G>>>,
        (id, by): (impl Into<OrderId>, By),
        command: Command<G::Command>,
    ) -> Result<CommandOutcome<FloorTable<G>>, FloorError> {
        let (tell, told) = std::sync::mpsc::sync_channel(1);
        self.tell_desk(desk, (id, by), command, Box::new(move |answer| drop(tell.send(answer))))?;
        loop {
            match told.recv_timeout(Duration::from_secs(1)) {
                Ok(answer) => return Ok(answer),
                // Nobody else may look after those who wait.
                Err(RecvTimeoutError::Timeout) => self.tell_impatient(),
                Err(RecvTimeoutError::Disconnected) => {
                    let closing = store::StoreError::Unavailable("the floor is closing".into());
                    return Err(FloorError::Store(closing));
                }
            }
        }
    }

    /// Tells the meters of a book something, and waits.
    ///
    /// # Errors
    /// If they are not here, or nobody knows who speaks.
    pub fn ask_meter(
        &self,
        book: &str,
        (id, by): (impl Into<OrderId>, By),
        command: jackpot::Command,
    ) -> Result<CommandOutcome<Meters<'static>>, FloorError> {
        let id = id.into();
        let desk = self.meter(book)?;
        let (rules, signature) = (rules(book)?, self.signature(book, by)?);
        if let Err(refusal) = of_meter(rules, &command).judge(rules, &Capacity::of(&signature, None)) {
            if let Some(given) = desk.given_before(id, &by.record()) {
                return Ok(given);
            }
            let clause = rules.label(refusal.cite).to_string();
            return Err(FloorError::Barred { reason: refusal.reason, clause });
        }
        let who = match (by.person, signature.role(), signature.outside()) {
            (Person::System, ..) => Who::System,
            (_, Some(role), _) => Who::Staff(role),
            (_, None, Some(place)) => Who::Outside(place),
            _ => return Err(FloorError::Nobody(by.record())),
        };
        let answer = desk.ask(id, &by.record(), who, command);
        if matches!(&answer, CommandOutcome::Done(done) if !done.again) {
            self.follow_meter(&desk);
            self.owe_equipment(&desk);
        }
        Ok(answer)
    }

    /// Tells the house something, and waits.
    ///
    /// # Errors
    /// If it is held elsewhere.
    pub fn ask_house(
        &self,
        book: &str,
        (id, by): (impl Into<OrderId>, By),
        what: house::Command,
    ) -> Result<CommandOutcome<House<'static>>, FloorError> {
        let id = id.into();
        let mut told = house::Instruction { by: by.person, second: by.second, what };
        let desk = self.house(book)?;
        if let Some(refusal) = self.ask_tables(book, &mut told)? {
            return Ok(desk.given_before(id, &by.record()).unwrap_or(CommandOutcome::Refused(refusal)));
        }
        let answer = desk.ask(id, &by.record(), Who::System, told);
        if matches!(answer, CommandOutcome::Done(_)) {
            // Not while the house holds its own state: tables may be asking for it.
            self.reach_from(&desk);
        }
        Ok(answer)
    }

    /// Tells a patron's file something, and waits.
    ///
    /// # Errors
    /// If it is held elsewhere, or nobody knows who speaks.
    pub fn ask_patron(
        &self,
        (book, patron): (&str, PatronId),
        (id, by): (impl Into<OrderId>, By),
        what: PatronCommand,
    ) -> Result<CommandOutcome<Patrons<'static>>, FloorError> {
        let id = id.into();
        let mut desk = self.patron(book, patron)?;
        let by = match self.judge_file((book, patron), &desk, by, &what)? {
            Ok((_, by)) => by,
            Err(refusal) => {
                let barred =
                    CommandOutcome::Refused(Refusal::new(PatronReason::Barred(refusal.reason), refusal.cite));
                return Ok(desk.given_before(id, &by.record()).unwrap_or(barred));
            }
        };
        let signature = self.signature(book, by)?;
        if let PatronCommand::Link { other } = &what {
            return self.link_files((book, patron), (id, by), (signature, other));
        }
        loop {
            let answer =
                desk.ask(id, &by.record(), Who::System, SignedCommand::under(book, signature, what.clone()));
            match &answer {
                // Linked by another process since we looked.
                CommandOutcome::Refused(refusal)
                    if matches!(refusal.reason, PatronReason::GoesOnIn { .. }) =>
                {
                    desk = self.follow_links(desk)?;
                }
                _ => return Ok(answer),
            }
        }
    }

    /// Puts a fresh key for the next deck into a command that may need one.
    fn with_key<C>(&self, mut command: Command<C>) -> Result<Command<C>, FloorError> {
        match &mut command {
            Command::Game { next_key, .. }
            | Command::Deal { next_key }
            | Command::DetermineAwards { next_key } => {
                *next_key = Some(self.next_deck_key()?);
            }
            _ => {}
        }
        Ok(command)
    }
}

/// Whether whoever speaks may tell a table so, by where they sit now.
fn judge_signed<G: Game>(
    desk: &StreamWriter<FloorTable<G>>,
    (signature, person): (&Signature, Person),
    command: &Command<G::Command>,
) -> AuthorityRuling {
    desk.with_state(|state| {
        let seat = match person {
            Person::Patron(own) => state.patrons.iter().position(|patron| *patron == Some(own)),
            _ => None,
        };
        let seat = seat.and_then(|seat| u8::try_from(seat).ok());
        let needs = of_table(desk.machine(), state, command);
        needs.judge(desk.machine().game.book(), &Capacity::of(signature, seat))
    })
}

/// What a table tells a patron's file, as its command.
pub(crate) fn patron_command(
    (book, table): (&str, TableNumber),
    what: PatronCall,
    known_as: Option<PatronId>,
) -> SignedCommand {
    let what = match what {
        PatronCall::StartPlay { seat, card } => PatronCommand::StartPlay { table, seat, card, known_as },
        PatronCall::TakeMoney { amount, .. } => PatronCommand::TakeToTable { table, amount },
        PatronCall::Repay { amount, .. } => PatronCommand::Repay { table, amount },
        PatronCall::GiveMoney { amount } => PatronCommand::BringBack { table, amount },
        PatronCall::RecordPlay { round, net } => PatronCommand::RecordPlay { table, round, net },
        PatronCall::EndPlay => PatronCommand::EndPlay,
    };
    SignedCommand::under(book, Signature::SYSTEM, what)
}

/// What a table must know of a patron who sits down: what the tightest limit leaves.
pub(crate) fn standing<'e>(mut events: impl Iterator<Item = &'e PatronEvent>) -> Standing {
    let started = events.find_map(|event| match event {
        PatronEvent::PlayStarted { headroom, .. } => Some(*headroom),
        _ => None,
    });
    Standing { loss: started.flatten().map(|left| (left, money::Money::ZERO)) }
}
