//! Linking two files of one person. Two persons order it of the file that remains; the floor then has the other go on in
//! it and tells it what the other held. Each step follows from what the log says, so a crash in between is made good
//! when either file is opened next, and nobody sits down with a file that is half linked.

use crate::files::{file_name, operator};
use crate::floor::{Floor, FloorError, rules};
use crate::orders::By;
use crate::router::{BY, call_id};
use crate::stream_writer::{CommandOutcome, OrderId, Request, StreamWriter};
use engine::{PatronId, Refusal, Who};
use house::{FileName, PatronCommand, PatronReason, Patrons, Signature, SignedCommand};
use std::sync::Arc;

type File = Arc<StreamWriter<Patrons<'static>>>;
/// Is told how a link ended: the refusal of the other file, where it refused.
type Ended = Box<dyn FnOnce(Option<PatronReason>) + Send>;

impl Floor {
    /// Links the file of a number under a book with another of the same operator, and waits until both know.
    pub(crate) fn link_files(
        &self,
        (book, patron): (&str, PatronId),
        (id, by): (OrderId, By),
        (signature, other): (Signature, &FileName),
    ) -> Result<CommandOutcome<Patrons<'static>>, FloorError> {
        let cite = rules(book)?.house.patrons.kept_by.cite;
        let no = |reason| Ok(CommandOutcome::Refused(Refusal::new(reason, cite)));
        let under = other.book.as_deref().unwrap_or(book);
        if under != book && !operator(book)?.is_some_and(|operator| operator.has(under)) {
            let why = format!("{under} is another operator's book: files are linked within one operator");
            let clause = rules(book)?.label(cite).to_string();
            return Err(FloorError::Refused { why, clause });
        }
        let (mut keeps, mut goes) = (self.patron(book, patron)?, self.patron(under, other.number)?);
        if let Some(given) = [&keeps, &goes].iter().find_map(|desk| desk.given_before(id, &by.record())) {
            return Ok(given);
        }
        if keeps.stream() == goes.stream() {
            let same = under == book && other.number == patron;
            return no(if same { PatronReason::SameFile } else { PatronReason::LinkedAlready });
        }
        let table = |desk: &File| desk.with_state(|file| file.playing.map(|playing| playing.table));
        match (table(&keeps), table(&goes)) {
            (Some(_), Some(table)) => return no(PatronReason::PlaysAlready { table }),
            // Whoever plays goes on playing in the file that the table knows, and hears of an exclusion there.
            (None, Some(_)) => std::mem::swap(&mut keeps, &mut goes),
            _ => {}
        }
        let (one, two) = (keeps.with_state(Clone::clone), goes.with_state(Clone::clone));
        if one.number.is_none() || two.number.is_none() {
            return no(PatronReason::NotRegistered);
        }
        if !Patrons::fits(&one, &two) {
            return no(PatronReason::AmountOutOfRange);
        }
        let name = file_name(goes.stream()).ok_or_else(|| FloorError::NoTable(goes.stream().to_string()))?;
        let asked = SignedCommand::under(book, signature, PatronCommand::Link { other: name });
        let begun = keeps.ask(id, &by.record(), Who::System, asked);
        if !matches!(begun, CommandOutcome::Done(_)) {
            return Ok(begun);
        }
        let (tell, told) = std::sync::mpsc::sync_channel(1);
        self.drive_link(&keeps, Box::new(move |refused| drop(tell.send(refused))));
        match told.recv() {
            Ok(None) => Ok(begun),
            Ok(Some(reason)) => no(reason),
            Err(_) => {
                Err(FloorError::Store(store::StoreError::Unavailable("the other file: try again".into())))
            }
        }
    }

    /// Finishes a link that somebody began.
    pub(crate) fn go_on_linking(&self, desk: &File) {
        if desk.with_state(|file| file.linking.is_some()) {
            self.drive_link(desk, Box::new(|_| {}));
        }
    }

    /// Has the other file go on in this one, and then joins it; or gives the link up.
    fn drive_link(&self, desk: &File, ended: Ended) {
        let Some(other) = desk.with_state(|file| file.linking.clone()) else { return ended(None) };
        let (Some(own), Ok(stream)) = (file_name(desk.stream()), self.stream_of(desk.stream(), &other))
        else {
            return;
        };
        // What cannot be opened now is opened when somebody next asks for this file.
        let Ok(goes) = self.open_file(&stream) else { return };
        let (floor, keeps, its) = (self.handle(), Arc::clone(desk), Arc::clone(&goes));
        let command = system(PatronCommand::GoInto { file: own.clone() });
        let id = call_id(&stream, goes.version(), "goes into");
        goes.tell(Request {
            id,
            by: BY.into(),
            who: Who::System,
            command,
            order: None,
            reply: Box::new(move |answer| {
                let Some(floor) = floor.upgrade() else { return };
                match answer {
                    CommandOutcome::Done(_) => floor.join(&keeps, &its, other, ended),
                    CommandOutcome::Refused(refusal) => match refusal.reason {
                        PatronReason::GoesOnIn { file } if file == own => {
                            floor.join(&keeps, &its, other, ended);
                        }
                        reason => floor.give_up_link(&keeps, other, reason, ended),
                    },
                    // Not kept: the link stays under way.
                    CommandOutcome::Failed(_) => {}
                }
            }),
        });
    }

    fn join(&self, keeps: &File, goes: &File, other: FileName, ended: Ended) {
        let held = Box::new(goes.with_state(|file| file.held()));
        let command = system(PatronCommand::Join { other, held });
        let id = call_id(keeps.stream(), keeps.version(), "joins");
        // Whoever was faster has joined it already.
        let reply = Box::new(move |answer| {
            if !matches!(answer, CommandOutcome::Failed(_)) {
                ended(None);
            }
        });
        keeps.tell(Request { id, by: BY.into(), who: Who::System, command, order: None, reply });
    }

    fn give_up_link(&self, keeps: &File, other: FileName, why: PatronReason, ended: Ended) {
        let command = system(PatronCommand::GiveUpLink { other });
        let id = call_id(keeps.stream(), keeps.version(), "gives up");
        let reply = Box::new(move |answer| {
            if !matches!(answer, CommandOutcome::Failed(_)) {
                ended(Some(why));
            }
        });
        keeps.tell(Request { id, by: BY.into(), who: Who::System, command, order: None, reply });
    }
}

fn system(what: PatronCommand) -> SignedCommand {
    SignedCommand { by: Signature::SYSTEM, what, under: None }
}
