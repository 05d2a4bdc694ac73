//! The machine of one patron's file: card, limits, money, exclusion, play.

mod command;
mod limits;
mod play;
mod reason;
mod state;

pub use command::{Asked, LimitOf, PatronCommand, PatronEvent, PatronOffer, Period, Source};
pub use reason::PatronReason;
pub use state::{Card, Exclusion, Limit, PatronFile, Playing};

use crate::person::{Barred, Done, Person, Signature};
use engine::{Actor, Machine, Moment, Refusal, Sink};
use money::Money;
use rulebook::{Act, Cite, Rulebook, Ruled};

type Denied = Refusal<PatronReason>;
type Said = Vec<(PatronEvent, Cite)>;

/// The files of patrons under a book; each has a [`PatronFile`] of its own.
#[derive(Debug)]
pub struct Patrons<'b> {
    book: &'b Rulebook,
}

/// Somebody who asks something of a file.
struct Asking<'s> {
    file: &'s PatronFile,
    by: &'s Signature,
    at: Moment,
}

fn no<T>(reason: PatronReason, cite: Cite) -> Result<T, Denied> {
    Err(Refusal::new(reason, cite))
}

fn barred(refusal: Refusal<Barred>) -> Denied {
    Refusal::new(PatronReason::Barred(refusal.reason), refusal.cite)
}

impl<'b> Patrons<'b> {
    /// The files under a book.
    pub fn new(book: &'b Rulebook) -> Patrons<'b> {
        Patrons { book }
    }

    /// The book.
    pub fn book(&self) -> &'b Rulebook {
        self.book
    }

    fn authority(&self, asking: &Asking<'_>, act: Act) -> Result<Cite, Denied> {
        asking.by.authority(self.book, act).map_err(barred)
    }

    /// The patron, or a member of staff who keeps files.
    fn own_or_kept(&self, asking: &Asking<'_>, cite: Cite) -> Result<Cite, Denied> {
        match asking.by.by() {
            Person::Patron(number) if Some(number) == asking.file.number => Ok(cite),
            _ => self.authority(asking, Act::KeepPatronFile).map(|_| cite),
        }
    }

    /// The program or any member of staff.
    fn serving(&self, asking: &Asking<'_>, cite: Cite) -> Result<Cite, Denied> {
        match asking.by.serves() {
            true => Ok(cite),
            false => no(PatronReason::Barred(Barred::NotYours), cite),
        }
    }

    fn ask(&self, asking: &Asking<'_>, command: &PatronCommand) -> Result<Said, Denied> {
        let (file, rules) = (asking.file, &self.book.house.patrons);
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
        let asked = asked.into_iter().map(|what| Asked { by, what });
        asked
            .filter(|asked| self.decide(file, actor, asked, &mut Vec::new()).is_ok())
            .map(PatronOffer)
            .collect()
    }
}

impl Machine for Patrons<'_> {
    type State = PatronFile;
    type Command = Asked;
    type Event = Done<PatronEvent>;
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
        asked: &Asked,
        out: &mut impl Sink<Ruled<Done<PatronEvent>>>,
    ) -> Result<(), Denied> {
        let by = &asked.by;
        if !by.sound_second() {
            return no(PatronReason::Barred(Barred::SecondUnfit), self.book.house.roster);
        }
        let asking = Asking { file, by, at: actor.at };
        for (what, cite) in self.ask(&asking, &asked.what)? {
            out.take(Ruled::new(Done { by: by.by(), second: by.second(), at: actor.at, what }, cite));
        }
        Ok(())
    }

    fn evolve(&self, file: &mut PatronFile, event: &Done<PatronEvent>) {
        file.apply(event);
    }
}
