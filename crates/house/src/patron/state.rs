//! What a patron's file holds, and what the patron may still lose.

use super::command::{LimitOf, PatronEvent, Period};
use super::link::{FileName, GoesOn};
use crate::date::Date;
use crate::person::Attributed;
use engine::{Moment, PatronId, TableNumber};
use minicbor::{Decode, Encode};
use money::Money;

/// One patron's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct PatronFile {
    /// The number, once registered.
    #[n(0)]
    pub number: Option<PatronId>,
    #[n(1)]
    pub name: String,
    /// The gaming day.
    #[n(2)]
    pub day: Option<Date>,
    /// All cards there were; the last one is the patron's, unless it was lost.
    #[n(3)]
    pub cards: Vec<Card>,
    /// Limits, in the order of [`LimitOf::ALL`].
    #[n(4)]
    pub limits: [Limit; 5],
    /// Won less lost in each period so far, in the order of [`Period::ALL`].
    #[n(5)]
    pub net: [Money; 4],
    /// External money paid in today.
    #[n(6)]
    pub deposited: Money,
    /// What the account holds.
    #[n(7)]
    pub balance: Money,
    /// Whether the patron is kept out.
    #[n(8)]
    pub exclusion: Option<Exclusion>,
    /// Whether play is stopped for now.
    #[n(9)]
    pub paused: bool,
    /// Where the patron plays.
    #[n(10)]
    pub playing: Option<Playing>,
    /// When a second source last said what time it is: the recorded moment, and the time in milliseconds since 1970.
    #[n(11)]
    pub confirmed: Option<(Moment, i64)>,
    /// The file that is just being linked; nobody sits down meanwhile, since it may hold an exclusion.
    #[n(12)]
    pub linking: Option<FileName>,
    /// The files that go on in this one.
    #[n(13)]
    #[cbor(default)]
    pub joined: Vec<FileName>,
    /// The file in which this one goes on.
    #[n(14)]
    pub goes_on: Option<GoesOn>,
}

/// A player card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Card {
    #[n(0)]
    pub number: u64,
    /// Whether it was reported lost.
    #[n(1)]
    pub lost: bool,
}

/// A limit, and the higher one that was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Limit {
    #[n(0)]
    pub now: Option<Money>,
    /// What was asked for instead, and when.
    #[n(1)]
    pub asked: Option<(Option<Money>, Moment)>,
}

/// An exclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Exclusion {
    /// Whether it was the patron's own wish.
    #[n(0)]
    pub own: bool,
    /// The first day on which it may be lifted; none is for good.
    #[n(1)]
    pub until: Option<Date>,
}

/// Where a patron plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Playing {
    #[n(0)]
    pub table: TableNumber,
    #[n(1)]
    pub seat: u8,
    /// The last round that was counted.
    #[n(2)]
    pub round: Option<u64>,
    /// The number by which the table knows them, where it is not that of the file.
    #[n(3)]
    pub known_as: Option<PatronId>,
}

impl PatronFile {
    /// Whether something waits for its hours.
    pub fn waits(&self) -> bool {
        self.limits.iter().any(|limit| limit.asked.is_some())
    }

    /// The recorded moment that it is by a confirmed clock, where one was confirmed before.
    pub fn moment_at(&self, clock_ms: i64) -> Option<Moment> {
        let (at, known_ms) = self.confirmed?;
        let passed = u64::try_from(clock_ms.saturating_sub(known_ms) / 1000).ok()?;
        Some(Moment(at.0.saturating_add(passed)))
    }

    /// The card that is valid now.
    pub fn card(&self) -> Option<u64> {
        self.cards.last().filter(|card| !card.lost).map(|card| card.number)
    }

    /// A limit.
    pub fn limit(&self, of: LimitOf) -> &Limit {
        &self.limits[place(of)]
    }

    /// What may still be lost in a period before its limit, where it has one. Winnings of the period make room.
    pub fn room(&self, period: Period) -> Option<Money> {
        let limit = self.limit(LimitOf::Loss(period)).now?;
        // Both are bounded when they are decided, so the sum fits.
        Some((limit + self.net[period as usize]).max(Money::ZERO))
    }

    /// What the patron may still lose now, by the tightest limit; none where there is none. Nothing left stops play.
    pub fn headroom(&self) -> Option<Money> {
        Period::ALL.into_iter().filter_map(|period| self.room(period)).min()
    }

    /// What may still be paid in today, where there is a limit.
    pub fn deposit_room(&self) -> Option<Money> {
        let limit = self.limit(LimitOf::Deposit).now?;
        Some((limit - self.deposited).max(Money::ZERO))
    }

    /// Whether a wager may be made now: not excluded, not paused, and something left to lose.
    pub fn may_wager(&self) -> bool {
        self.exclusion.is_none() && !self.paused && self.headroom() != Some(Money::ZERO)
    }

    pub(super) fn apply(&mut self, done: &Attributed<PatronEvent>) {
        match &done.what {
            PatronEvent::Registered { number, name, day } => {
                (self.number, self.name, self.day) = (Some(*number), name.clone(), Some(*day));
            }
            PatronEvent::CardIssued { card } => self.cards.push(Card { number: *card, lost: false }),
            PatronEvent::CardLost { card } => {
                let found = self.cards.iter_mut().filter(|known| known.number == *card);
                found.for_each(|card| card.lost = true);
            }
            PatronEvent::LimitSet { of, to } => {
                self.limits[place(*of)] = Limit { now: *to, asked: None };
            }
            PatronEvent::IncreaseAsked { of, to, at } => self.limits[place(*of)].asked = Some((*to, *at)),
            PatronEvent::IncreaseCancelled { of } => self.limits[place(*of)].asked = None,
            PatronEvent::Deposited { amount, from } => {
                self.balance += *amount;
                if from.is_external() {
                    self.deposited += *amount;
                }
            }
            PatronEvent::Withdrawn { amount } | PatronEvent::TakenToTable { amount, .. } => {
                self.balance -= *amount;
            }
            PatronEvent::BroughtBack { amount, .. } => self.balance += *amount,
            PatronEvent::Excluded { own, until } => {
                self.exclusion = Some(Exclusion { own: *own, until: *until });
            }
            PatronEvent::ExclusionLifted => self.exclusion = None,
            PatronEvent::Paused => self.paused = true,
            PatronEvent::Resumed => self.paused = false,
            PatronEvent::PlayStarted { table, seat, known_as, .. } => {
                let (table, seat, known_as) = (*table, *seat, *known_as);
                self.playing = Some(Playing { table, seat, round: None, known_as });
            }
            PatronEvent::PlayEnded { .. } => self.playing = None,
            PatronEvent::PlayRecorded { round, net, .. } => {
                self.net.iter_mut().for_each(|sum| *sum += *net);
                if let Some(playing) = &mut self.playing {
                    playing.round = Some(*round);
                }
            }
            PatronEvent::LimitReached { .. } => {}
            PatronEvent::ClockConfirmed { clock_ms, .. } => self.confirmed = Some((done.at, *clock_ms)),
            PatronEvent::DayBegan { date } => self.begin_day(*date),
            PatronEvent::LinkBegun { other } => self.linking = Some(other.clone()),
            PatronEvent::LinkGivenUp { .. } => self.linking = None,
            PatronEvent::WentInto { file, balance } => {
                self.goes_on = Some(GoesOn { file: file.clone(), balance: *balance });
                self.balance -= *balance;
            }
            PatronEvent::Joined { other, held } => {
                self.linking = None;
                self.joined.push(other.clone());
                self.take_over(held);
            }
        }
    }

    pub(super) fn begin_day(&mut self, date: Date) {
        for period in Period::ALL {
            if !self.day.is_some_and(|day| period.holds_both(day, date)) {
                self.net[period as usize] = Money::ZERO;
            }
        }
        (self.day, self.deposited) = (Some(date), Money::ZERO);
    }
}

pub(super) fn place(of: LimitOf) -> usize {
    match of {
        LimitOf::Deposit => 0,
        LimitOf::Loss(period) => 1 + period as usize,
    }
}
