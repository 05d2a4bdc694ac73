//! The machine of one patron's file: card, limits, money, exclusion, play.

mod command;
mod limits;
mod link;
mod play;
mod reason;
mod state;

pub use command::{
    ClockSource, LimitOf, PatronCommand, PatronEvent, PatronOffer, Period, SignedCommand, Source, Tender,
};
pub use link::{CarriedContent, FileName, GoesOn};
pub use reason::PatronReason;
pub use state::{Card, Exclusion, Limit, PatronFile, Playing};

use crate::person::{Attributed, Barred, Person, Signature};
use engine::{Actor, Machine, Moment, Refusal, Sink};
use money::Money;
use rulebook::{Act, Cite, Rulebook, Ruled};

type FileRefusal = Refusal<PatronReason>;
type CitedEvents = Vec<(PatronEvent, Cite)>;

/// The files of patrons of an operator, or those opened under one of its books; each has a [`PatronFile`] of its own.
#[derive(Debug)]
pub struct Patrons<'b> {
    /// The book that is cited where an event names none.
    home: &'b Rulebook,
    /// All books of the operator.
    books: Vec<&'b Rulebook>,
    /// Every event names its book: the file was opened under none in particular.
    names_book: bool,
}

/// Somebody who asks something of a file.
struct FileRequest<'s> {
    /// Under which book.
    book: &'s Rulebook,
    file: &'s PatronFile,
    by: &'s Signature,
    at: Moment,
}

/// The exclusion that stands in the way, in words for whoever wants to play.
fn excluded(asking: &FileRequest<'_>, exclusion: Exclusion) -> PatronReason {
    let Exclusion { own, until } = exclusion;
    PatronReason::Excluded { own, until, from: asking.book.front.operator.clone() }
}

fn no<T>(reason: PatronReason, cite: Cite) -> Result<T, FileRefusal> {
    Err(Refusal::new(reason, cite))
}

fn barred(refusal: Refusal<Barred>) -> FileRefusal {
    Refusal::new(PatronReason::Barred(refusal.reason), refusal.cite)
}

impl<'b> Patrons<'b> {
    /// The files that were opened under a book, with no other book of its operator.
    pub fn new(book: &'b Rulebook) -> Patrons<'b> {
        Patrons { home: book, books: vec![book], names_book: false }
    }

    /// The files that were opened under one book of an operator, asked under any of them.
    pub fn opened_under(home: &'b Rulebook, books: Vec<&'b Rulebook>) -> Patrons<'b> {
        Patrons { home, books, names_book: false }
    }

    /// The files of an operator with these books; none where it has none.
    pub fn of_operator(books: Vec<&'b Rulebook>) -> Option<Patrons<'b>> {
        books.first().copied().map(|home| Patrons { home, books, names_book: true })
    }

    /// The book that is cited where an event names none.
    pub fn book(&self) -> &'b Rulebook {
        self.home
    }

    /// The book with that id, where it is one of the operator's; the file's own where none is named.
    pub fn book_of(&self, id: Option<&str>) -> Option<&'b Rulebook> {
        let Some(id) = id else { return Some(self.home) };
        std::iter::once(&self.home).chain(&self.books).find(|book| book.front.id == id).copied()
    }

    fn authority(&self, asking: &FileRequest<'_>, act: Act) -> Result<Cite, FileRefusal> {
        asking.by.authority(asking.book, act).map_err(barred)
    }

    /// The patron, or a member of staff who keeps files.
    fn own_or_kept(&self, asking: &FileRequest<'_>, cite: Cite) -> Result<Cite, FileRefusal> {
        match asking.by.by() {
            Person::Patron(number) if Some(number) == asking.file.number => Ok(cite),
            _ => self.authority(asking, Act::KeepPatronFile).map(|_| cite),
        }
    }

    /// The program or any member of staff.
    fn serving(&self, asking: &FileRequest<'_>, cite: Cite) -> Result<Cite, FileRefusal> {
        if asking.by.serves() { Ok(cite) } else { no(PatronReason::Barred(Barred::NotYours), cite) }
    }

    fn ask(&self, asking: &FileRequest<'_>, command: &PatronCommand) -> Result<CitedEvents, FileRefusal> {
        let (file, rules) = (asking.file, &asking.book.house.patrons);
        if let PatronCommand::Register { number, name, day } = command {
            // Somebody of the house has looked at who they are.
            let cite = self.authority(asking, Act::KeepPatronFile)?;
            if file.number.is_some() {
                return no(PatronReason::AlreadyRegistered, rules.file);
            }
            if name.trim().is_empty() || name.chars().count() > 200 {
                return no(PatronReason::NameMissing, rules.file);
            }
            let registered = PatronEvent::Registered { number: *number, name: name.clone(), day: *day };
            return Ok(vec![(registered, cite)]);
        }
        if file.number.is_none() {
            return no(PatronReason::NotRegistered, rules.file);
        }
        if let Some(goes) = &file.goes_on {
            return no(PatronReason::GoesOnIn { file: goes.file.clone() }, rules.kept_by.cite);
        }
        match command {
            &PatronCommand::IssueCard { card } => {
                self.authority(asking, Act::KeepPatronFile)?;
                if file.card().is_some() {
                    return no(PatronReason::HasCard, rules.card);
                }
                if file.cards.iter().any(|known| known.number == card) {
                    return no(PatronReason::CardUsedBefore, rules.card);
                }
                Ok(vec![(PatronEvent::CardIssued { card }, rules.card)])
            }
            PatronCommand::ReportCardLost => {
                let cite = self.own_or_kept(asking, rules.card)?;
                match file.card() {
                    Some(card) => Ok(vec![(PatronEvent::CardLost { card }, cite)]),
                    None => no(PatronReason::NoCard, rules.card),
                }
            }
            PatronCommand::SetLimit { .. }
            | PatronCommand::TakeEffect { .. }
            | PatronCommand::CancelIncrease { .. }
            | PatronCommand::Deposit { .. }
            | PatronCommand::Withdraw { .. }
            | PatronCommand::TakeToTable { .. }
            | PatronCommand::Repay { .. }
            | PatronCommand::BringBack { .. } => self.limits(asking, command),
            PatronCommand::Link { .. }
            | PatronCommand::GoInto { .. }
            | PatronCommand::Join { .. }
            | PatronCommand::GiveUpLink { .. } => self.link(asking, command),
            _ => self.play(asking, command),
        }
    }

    /// All that this person may do now with a file.
    pub fn offers_to(&self, file: &PatronFile, by: Signature, at: Moment) -> Vec<PatronOffer> {
        let mut asked = vec![
            PatronCommand::ReportCardLost,
            PatronCommand::LiftExclusion,
            PatronCommand::Exclude { until: None },
            PatronCommand::Pause,
            PatronCommand::Resume,
            PatronCommand::EndPlay,
        ];
        for of in LimitOf::ALL {
            asked.push(PatronCommand::TakeEffect { of });
            asked.push(PatronCommand::CancelIncrease { of });
            asked.push(PatronCommand::SetLimit { of, to: None });
        }
        if file.balance > Money::ZERO {
            asked.push(PatronCommand::Withdraw { amount: file.balance });
        }
        let actor = Actor { at, ..Actor::DEALER };
        let asked = asked.into_iter().map(|what| SignedCommand { by, what, under: None });
        asked
            .filter(|asked| self.decide(file, actor, asked, &mut Vec::new()).is_ok())
            .map(PatronOffer)
            .collect()
    }
}

impl Machine for Patrons<'_> {
    type State = PatronFile;
    type Command = SignedCommand;
    type Event = Attributed<PatronEvent>;
    type Reason = PatronReason;
    type Offer = PatronOffer;

    /// Those of the patron and of the program; [`Patrons::offers_to`] is for anybody, whom a roster must sign for.
    fn offers(&self, file: &PatronFile, actor: Actor) -> Vec<PatronOffer> {
        let patron = file.number.map(Signature::patron);
        let mut offers = Vec::new();
        for by in patron.into_iter().chain([Signature::SYSTEM]) {
            offers.extend(self.offers_to(file, by, actor.at));
        }
        offers
    }

    /// The actor gives the time only: who asks stands in the signature.
    fn decide(
        &self,
        file: &PatronFile,
        actor: Actor,
        asked: &SignedCommand,
        out: &mut impl Sink<Ruled<Attributed<PatronEvent>>>,
    ) -> Result<(), FileRefusal> {
        let by = &asked.by;
        let book = self.book_of(asked.under.as_deref()).unwrap_or(self.home);
        if !by.sound_second() {
            return no(PatronReason::Barred(Barred::SecondUnfit), book.house.roster);
        }
        let asking = FileRequest { book, file, by, at: actor.at };
        let named = self.names_book || book.front.id != self.home.front.id;
        let cited = named.then(|| book.front.id.clone());
        for (what, cite) in self.ask(&asking, &asked.what)? {
            let done =
                Attributed { by: by.by(), second: by.second(), at: actor.at, what, book: cited.clone() };
            out.take(Ruled::new(done, cite));
        }
        Ok(())
    }

    fn evolve(&self, file: &mut PatronFile, event: &Attributed<PatronEvent>) {
        file.apply(event);
    }
}
