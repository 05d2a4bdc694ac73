//! Two files of one person made one: the file that remains begins the link, the other goes on in it, and what the other
//! held is taken over. A crash in between leaves a link under way, which whoever opens the file finishes.

use super::command::{LimitOf, PatronCommand, PatronEvent, Period};
use super::state::{Card, Exclusion, Limit, PatronFile, place};
use super::{CitedEvents, FileRefusal, FileRequest, PatronReason, Patrons, no};
use crate::MOST;
use crate::date::Date;
use engine::PatronId;
use minicbor::{Decode, Encode};
use money::Money;
use rulebook::Act;
use std::fmt;

/// Which file of an operator: its own, or one that was opened under a book alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct FileName {
    /// The book that it was opened under; none for a file of the operator.
    #[n(0)]
    pub book: Option<String>,
    /// The patron's number in it.
    #[n(1)]
    pub number: PatronId,
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.book {
            Some(book) => write!(f, "file {} of {book}", self.number),
            None => write!(f, "file {}", self.number),
        }
    }
}

/// Where a file goes on.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct GoesOn {
    /// In which file.
    #[n(0)]
    pub file: FileName,
    /// What its account held, which is there now.
    #[n(1)]
    pub balance: Money,
}

/// What a file held when it went on in another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct CarriedContent {
    /// Its gaming day.
    #[n(0)]
    pub day: Option<Date>,
    /// Its cards, the valid one among them.
    #[n(1)]
    pub cards: Vec<Card>,
    /// What its limits were, in the order of [`LimitOf::ALL`].
    #[n(2)]
    pub limits: [Option<Money>; 5],
    /// Won less lost in each period, in the order of [`Period::ALL`].
    #[n(3)]
    pub net: [Money; 4],
    /// External money paid in on its day.
    #[n(4)]
    pub deposited: Money,
    /// What its account held.
    #[n(5)]
    pub balance: Money,
    #[n(6)]
    pub exclusion: Option<Exclusion>,
    /// Whether play was stopped.
    #[n(7)]
    pub paused: bool,
    /// The files that had gone into it before.
    #[n(8)]
    pub joined: Vec<FileName>,
}

/// The longer of two exclusions; for good is the longest.
fn longer(one: Option<Exclusion>, other: Option<Exclusion>) -> Option<Exclusion> {
    match (one, other) {
        (Some(one), Some(other)) => match (one.until, other.until) {
            (Some(first), Some(second)) if second > first => Some(other),
            (Some(_), None) => Some(other),
            _ => Some(one),
        },
        (one, other) => one.or(other),
    }
}

impl PatronFile {
    /// What the file in which this one goes on has to know.
    pub fn held(&self) -> CarriedContent {
        let balance = self.goes_on.as_ref().map_or(self.balance, |goes| goes.balance);
        CarriedContent {
            day: self.day,
            cards: self.cards.clone(),
            limits: LimitOf::ALL.map(|of| self.limit(of).now),
            net: self.net,
            deposited: self.deposited,
            balance,
            exclusion: self.exclusion,
            paused: self.paused,
            joined: self.joined.clone(),
        }
    }

    /// Takes over what another file held: the stricter of each holds.
    pub(super) fn take_over(&mut self, held: &CarriedContent) {
        if let Some(day) = held.day.filter(|day| self.day.is_none_or(|own| own < *day)) {
            self.begin_day(day);
        }
        let same = |period: Period| match (self.day, held.day) {
            (Some(own), Some(other)) => period.holds_both(own, other),
            _ => false,
        };
        let counts = Period::ALL.map(same);
        for period in Period::ALL.into_iter().filter(|period| counts[*period as usize]) {
            let net = &mut self.net[period as usize];
            // Bounded when the link was decided.
            *net = net.checked_add(held.net[period as usize]).unwrap_or(*net);
        }
        if counts[Period::Day as usize] {
            self.deposited += held.deposited;
        }
        for of in LimitOf::ALL {
            let (own, other) = (self.limits[place(of)], held.limits[place(of)]);
            let now = own.now.into_iter().chain(other).min();
            // A higher limit that was waiting was asked for by somebody who had another: it is asked for again.
            self.limits[place(of)] = Limit { now, asked: None };
        }
        // The card of the file that remains stays valid; the other's is valid where this one never had any.
        self.cards.splice(0..0, held.cards.iter().copied());
        self.balance += held.balance;
        self.exclusion = longer(self.exclusion, held.exclusion);
        self.paused |= held.paused;
        self.joined.extend(held.joined.iter().cloned());
    }
}

impl Patrons<'_> {
    pub(super) fn link(
        &self,
        asking: &FileRequest<'_>,
        command: &PatronCommand,
    ) -> Result<CitedEvents, FileRefusal> {
        let (file, cite) = (asking.file, asking.book.house.patrons.kept_by.cite);
        match command {
            PatronCommand::Link { other } => {
                let cite = self.authority(asking, Act::LinkPatronFiles)?;
                if file.linking.is_some() {
                    return no(PatronReason::LinkUnderWay, cite);
                }
                if file.joined.contains(other) {
                    return no(PatronReason::LinkedAlready, cite);
                }
                Ok(vec![(PatronEvent::LinkBegun { other: other.clone() }, cite)])
            }
            PatronCommand::GoInto { file: into } => {
                self.serving(asking, cite)?;
                if let Some(playing) = file.playing {
                    return no(PatronReason::PlaysAlready { table: playing.table }, cite);
                }
                if file.linking.is_some() {
                    return no(PatronReason::LinkUnderWay, cite);
                }
                Ok(vec![(PatronEvent::WentInto { file: into.clone(), balance: file.balance }, cite)])
            }
            PatronCommand::Join { other, held } => {
                self.serving(asking, cite)?;
                if file.linking.as_ref() != Some(other) {
                    return no(PatronReason::NoLinkUnderWay, cite);
                }
                Ok(vec![(PatronEvent::Joined { other: other.clone(), held: held.clone() }, cite)])
            }
            PatronCommand::GiveUpLink { other } => {
                self.serving(asking, cite)?;
                if file.linking.as_ref() == Some(other) {
                    Ok(vec![(PatronEvent::LinkGivenUp { other: other.clone() }, cite)])
                } else {
                    no(PatronReason::NoLinkUnderWay, cite)
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether the accounts of two files fit into one.
    pub fn fits(one: &PatronFile, other: &PatronFile) -> bool {
        let nets = one.net.iter().zip(&other.net);
        one.balance + other.balance <= MOST
            && one.deposited + other.deposited <= MOST
            && nets.fold(true, |fits, (one, other)| fits && one.checked_add(*other).is_some())
    }
}
