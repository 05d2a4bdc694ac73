//! A patron's file, kept the plain way: what may be done is asked one question after the other.

use super::people::{Speaker, Staff};
use super::persons::place;
use engine::{PatronId, TableNumber};
use house::{Date, LimitOf, PatronCommand as C, PatronFile, Period, Source};
use money::Money;
use rulebook::{Act, Rulebook};

/// More than anybody has.
const MOST: i64 = 10_000_000_000_000;

/// What holds, and what was asked for when.
type Limit = (Option<i64>, Option<(Option<i64>, u64)>);

/// A patron's file. Amounts are cents.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    number: Option<PatronId>,
    name: String,
    day: Option<Date>,
    /// Numbers, and whether they are lost.
    cards: Vec<(u64, bool)>,
    limits: [Limit; 5],
    won: [i64; 4],
    paid_in: i64,
    /// What the account holds.
    pub(super) balance: i64,
    pub(super) out: Option<Option<Date>>,
    own_wish: bool,
    paused: bool,
    /// The table, the place, and the last round that was counted.
    pub(super) plays: Option<(TableNumber, u8, Option<u64>)>,
    /// The number by which the table knows them, where it is another than the file's.
    pub(super) known_as: Option<PatronId>,
    /// The file in which this one goes on.
    pub(super) goes_on: Option<PatronId>,
    /// At which houses the exclusion and the last limit were set, and play began.
    pub(super) out_at: Option<usize>,
    limit_at: Option<usize>,
    pub(super) plays_at: Option<usize>,
}

impl File {
    /// What a table may let them lose. An exclusion is no limit: the round that has begun is played to its end.
    pub(super) fn left(&self) -> Option<Money> {
        self.room().map(Money::from_cents)
    }

    /// Whether a higher limit waits for its hours.
    pub(super) fn waits(&self, of: LimitOf) -> bool {
        self.limits[place(of)].1.is_some()
    }

    /// Whether what two files hold is within what one may.
    pub(super) fn fits(&self, other: &File) -> bool {
        self.number.is_some()
            && other.number.is_some()
            && self.balance + other.balance <= MOST
            && self.paid_in + other.paid_in <= MOST
    }

    /// What the other file held is this one's too, and the stricter of it holds.
    pub(super) fn take_over(&mut self, other: &File) {
        if other.day > self.day
            && let Some(day) = other.day
        {
            self.begin(day);
        }
        let both = |period: Period| match (self.day, other.day) {
            (Some(own), Some(other)) => period.holds_both(own, other),
            _ => false,
        };
        let counts = Period::ALL.map(both);
        for ((own, other), counts) in self.won.iter_mut().zip(other.won).zip(counts) {
            *own += if counts { other } else { 0 };
        }
        self.paid_in += if self.day == other.day { other.paid_in } else { 0 };
        for (own, other) in self.limits.iter_mut().zip(&other.limits) {
            // Whoever waits for more asks again.
            *own = ([own.0, other.0].into_iter().flatten().min(), None);
        }
        let own = std::mem::replace(&mut self.cards, other.cards.clone());
        self.cards.extend(own);
        self.balance += other.balance;
        // For good is longer than any day.
        let longer = match (self.out, other.out) {
            (_, None) | (Some(None), _) => false,
            (None, _) | (_, Some(None)) => true,
            (Some(own), Some(other)) => other > own,
        };
        if longer {
            (self.out, self.own_wish, self.out_at) = (other.out, other.own_wish, other.out_at);
        }
        self.limit_at = self.limit_at.or(other.limit_at);
        self.paused |= other.paused;
    }

    fn begin(&mut self, date: Date) {
        for period in Period::ALL {
            if !self.day.is_some_and(|day| period.holds_both(day, date)) {
                self.won[period as usize] = 0;
            }
        }
        (self.day, self.paid_in) = (Some(date), 0);
    }

    /// What may still be lost, by the tightest limit.
    fn room(&self) -> Option<i64> {
        let rooms = (0..4).filter_map(|period| Some((self.limits[1 + period].0? + self.won[period]).max(0)));
        rooms.min()
    }

    /// Somebody wants something of the file: whether it is done.
    pub(super) fn told(
        &mut self,
        (book, house): (&Rulebook, usize),
        (staff, by, own): (&Staff, Speaker, bool),
        now: u64,
        what: &C,
    ) -> bool {
        if !staff.sound(by) {
            return false;
        }
        let keeps = || staff.may(book, by, Act::KeepPatronFile);
        if let C::Register { number, name, day } = what {
            let named = !name.trim().is_empty() && name.chars().count() <= 200;
            let fits = keeps() && self.number.is_none() && named;
            if fits {
                (self.number, self.name, self.day) = (Some(*number), name.clone(), Some(*day));
            }
            return fits;
        }
        if self.number.is_none() {
            return false;
        }
        match what {
            C::IssueCard { card } => {
                let has = self.cards.last().is_some_and(|(_, lost)| !lost);
                let fits = keeps() && !has && self.cards.iter().all(|(number, _)| number != card);
                if fits {
                    self.cards.push((*card, false));
                }
                fits
            }
            C::ReportCardLost => {
                let has = self.cards.last().is_some_and(|(_, lost)| !lost);
                let fits = (own || keeps()) && has;
                if let (true, Some(card)) = (fits, self.cards.last_mut()) {
                    card.1 = true;
                }
                fits
            }
            C::SetLimit { of, to } => {
                let to = to.map(Money::cents);
                let limit = &mut self.limits[place(*of)];
                if !(own || keeps()) || to.is_some_and(|to| !(0..=MOST).contains(&to)) || to == limit.0 {
                    return false;
                }
                let wider = limit.0.is_some_and(|old| to.is_none_or(|to| to > old));
                *limit = if wider { (limit.0, Some((to, now))) } else { (to, None) };
                self.limit_at = Some(house);
                true
            }
            C::TakeEffect { of } => {
                let limit = &mut self.limits[place(*of)];
                let hours = u64::from(book.house.patrons.increase_after_hours.value);
                let serves = by.is_system() || staff.role(by).is_some();
                match limit.1 {
                    Some((to, since)) if (serves || own) && now >= since + hours * 3600 => {
                        *limit = (to, None);
                        true
                    }
                    _ => false,
                }
            }
            C::CancelIncrease { of } => {
                let limit = &mut self.limits[place(*of)];
                let fits = (own || keeps()) && limit.1.is_some();
                if fits {
                    limit.1 = None;
                }
                fits
            }
            C::Deposit { amount, from } => {
                let (amount, outside) = (amount.cents(), *from != Source::Chips);
                let room = self.limits[0].0.map(|limit| (limit - self.paid_in).max(0));
                let fits = (own || keeps())
                    && self.out.is_none()
                    && (1..=MOST).contains(&amount)
                    && self.balance + amount <= MOST
                    && !(outside && room.is_some_and(|room| amount > room))
                    && !(outside && self.paid_in + amount > MOST);
                if fits {
                    self.balance += amount;
                    self.paid_in += if outside { amount } else { 0 };
                }
                fits
            }
            C::Withdraw { amount } => {
                let amount = amount.cents();
                let fits = (own || keeps()) && amount > 0 && amount <= self.balance;
                if fits {
                    self.balance -= amount;
                }
                fits
            }
            C::Exclude { until } => {
                let later = until.is_none_or(|until| self.day.is_some_and(|day| until > day));
                let longer = match self.out {
                    None => true,
                    Some(None) => false,
                    Some(Some(old)) => until.is_none_or(|new| new > old),
                };
                let fits = (own || staff.may(book, by, Act::ExcludePatron)) && later && longer;
                if fits {
                    (self.out, self.own_wish, self.out_at) = (Some(*until), own, Some(house));
                }
                fits
            }
            C::LiftExclusion => {
                let over = matches!((self.out, self.day), (Some(Some(until)), Some(day)) if day >= until);
                let fits = staff.may(book, by, Act::LiftExclusion) && over;
                if fits {
                    (self.out, self.out_at) = (None, None);
                }
                fits
            }
            C::Pause | C::Resume => {
                let pause = *what == C::Pause;
                let fits = staff.may(book, by, Act::PausePlayer) && self.paused != pause;
                if fits {
                    self.paused = pause;
                }
                fits
            }
            C::NewDay { date } => {
                let serves = by.is_system() || staff.role(by).is_some();
                let fits = serves && self.day.is_none_or(|day| *date > day);
                if fits {
                    self.begin(*date);
                }
                fits
            }
            // Those are for tables: see below.
            _ => false,
        }
    }

    /// A table asks whether the patron may sit down: what may be lost, or no.
    pub(super) fn start(
        &mut self,
        (book, house): (&Rulebook, usize),
        (table, seat): (TableNumber, u8),
        (patron, shown): (PatronId, Option<u64>),
    ) -> Option<Option<Money>> {
        let valid = self.cards.last().filter(|(_, lost)| !lost).map(|(number, _)| *number);
        let card = match shown {
            None => book.table.patrons.is_none(),
            Some(card) => valid == Some(card),
        };
        let room = self.room();
        let may = self.number.is_some()
            && self.out.is_none()
            && !self.paused
            && self.plays.is_none()
            && card
            && room != Some(0);
        may.then(|| {
            (self.plays, self.plays_at) = (Some((table, seat, None)), Some(house));
            self.known_as = self.number.filter(|number| *number != patron).map(|_| patron);
            room.map(Money::from_cents)
        })
    }

    /// They got up.
    pub(super) fn end(&mut self) {
        (self.plays, self.plays_at, self.known_as) = (None, None, None);
    }

    /// Whether what may be lost follows from a limit set at another house.
    pub(super) fn is_limited_by(&self, house: usize) -> bool {
        self.room().is_some() && self.limit_at.is_some_and(|at| at != house)
    }

    /// Money for a table: whether it is there.
    pub(super) fn take(&mut self, table: TableNumber, amount: i64) -> bool {
        let fits = self.out.is_none()
            && self.plays.is_some_and(|(at, ..)| at == table)
            && (1..=MOST).contains(&amount)
            && amount <= self.balance;
        if fits {
            self.balance -= amount;
        }
        fits
    }

    /// A round brought so much.
    pub(super) fn count(&mut self, table: TableNumber, round: u64, net: i64) {
        let Some((at, _, last)) = &mut self.plays else { return };
        // More than anybody has is nothing that a file counts.
        if *at == table && last.is_none_or(|last| round > last) && net.abs() <= MOST {
            *last = Some(round);
            self.won.iter_mut().for_each(|sum| *sum += net);
        }
    }

    /// Whether the file of the floor says the same.
    pub(super) fn equals(&self, file: &PatronFile) -> bool {
        let cents = |money: Option<Money>| money.map(Money::cents);
        self.number == file.number
            && self.name == file.name
            && self.day == file.day
            && self.cards.len() == file.cards.len()
            && self.cards.iter().zip(&file.cards).all(|(own, card)| *own == (card.number, card.lost))
            && LimitOf::ALL.into_iter().zip(&self.limits).all(|(of, own)| {
                let limit = file.limit(of);
                own.0 == cents(limit.now) && own.1 == limit.asked.map(|(to, since)| (cents(to), since.0))
            })
            && self.won.iter().zip(&file.net).all(|(own, net)| *own == net.cents())
            && self.paid_in == file.deposited.cents()
            && self.balance == file.balance.cents()
            && self.out == file.exclusion.map(|exclusion| exclusion.until)
            && file.exclusion.is_none_or(|exclusion| exclusion.own == self.own_wish)
            && self.paused == file.paused
            && self.plays == file.playing.map(|playing| (playing.table, playing.seat, playing.round))
            && self.known_as == file.playing.and_then(|playing| playing.known_as)
            && self.goes_on == file.goes_on.as_ref().map(|goes| goes.file.number)
            && file.linking.is_none()
    }
}
