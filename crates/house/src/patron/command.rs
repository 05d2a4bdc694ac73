//! What a patron's file can be told.

use super::link::{CarriedContent, FileName};
use crate::date::Date;
use crate::number::StaffId;
use crate::person::Signature;
use engine::{Moment, PatronId, TableNumber};
use minicbor::{Decode, Encode};
use money::Money;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A command with the signature under it, which [`Roster::sign`](crate::Roster::sign) makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedCommand {
    /// Who asks, with the role that the roster knows.
    pub by: Signature,
    pub what: PatronCommand,
    /// The book at whose table or desk they ask: its clauses decide. None for the book that the file was opened under.
    pub under: Option<String>,
}

impl SignedCommand {
    /// SignedCommand under a book.
    pub fn under(book: &str, by: Signature, what: PatronCommand) -> SignedCommand {
        SignedCommand { by, what, under: Some(book.to_string()) }
    }
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatronCommand {
    /// Opens the file.
    Register {
        /// The patron's number.
        number: PatronId,
        name: String,
        /// The gaming day.
        day: Date,
    },
    /// Gives the patron a card; one at a time.
    IssueCard {
        /// The card's number, never one that the patron had before.
        card: u64,
    },
    /// The card is lost, and worth nothing from now on.
    ReportCardLost,
    /// Sets, lowers, raises or lifts a limit.
    SetLimit {
        of: LimitOf,
        /// How much; none lifts it.
        to: Option<Money>,
    },
    /// A higher limit that was asked for long enough ago holds from now on.
    TakeEffect { of: LimitOf },
    /// The patron no longer wants a higher limit.
    CancelIncrease { of: LimitOf },
    /// Money comes into the patron's account.
    Deposit { amount: Money, from: Source },
    /// Money leaves it.
    Withdraw { amount: Money },
    /// Money from the account that a table had paid too much; the patron need not play there any more.
    Repay { table: TableNumber, amount: Money },
    /// Money goes from the account to the table where the patron plays.
    TakeToTable { table: TableNumber, amount: Money },
    /// Money comes back from a table: always, whatever has happened to the patron since.
    BringBack { table: TableNumber, amount: Money },
    /// Keeps the patron out: the patron's own wish, or the operator's.
    Exclude {
        /// The first day on which it may be lifted; none is for good.
        until: Option<Date>,
    },
    /// Ends an exclusion whose day has come.
    LiftExclusion,
    /// Stops the patron from playing so that limits can be worked out.
    Pause,
    /// … and lets the patron play again.
    Resume,
    /// The patron begins to play.
    StartPlay {
        table: TableNumber,
        seat: u8,
        /// The card that was shown.
        card: Option<u64>,
        /// The number by which the table knows them, where it is not that of the file: they came with a linked one.
        known_as: Option<PatronId>,
    },
    /// The patron stops.
    EndPlay,
    /// What a round brought the patron, from the table.
    RecordPlay {
        table: TableNumber,
        /// The round; each is recorded once, in their order.
        round: u64,
        /// Won, or lost where it is below nothing.
        net: Money,
    },
    /// A gaming day began.
    NewDay {
        /// Its date, later than the last.
        date: Date,
    },
    /// A second source says that the clock is right: from here on a wait counts time during which nothing ran.
    ConfirmClock {
        /// What it shows, in milliseconds since 1970.
        clock_ms: i64,
        /// Who says so.
        source: ClockSource,
    },
    /// Another file of the same operator is of the same person: it is to go on in this one. Two persons say so.
    Link {
        /// The other file.
        other: FileName,
    },
    /// This file goes on in another, which has begun to link it: nothing is asked of it any more.
    GoInto { file: FileName },
    /// What a file that goes on in this one held.
    Join {
        other: FileName,
        /// What it held.
        held: Box<CarriedContent>,
    },
    /// The other file cannot be linked after all.
    GiveUpLink { other: FileName },
}

/// Who says, beside the machine itself, that its clock is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(flat)]
pub enum ClockSource {
    /// The database, which has a clock of its own.
    #[n(0)]
    Database,
    /// Two members of staff, at the start.
    #[n(1)]
    Persons {
        #[n(0)]
        first: StaffId,
        #[n(1)]
        second: StaffId,
    },
}

/// Which limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(flat)]
pub enum LimitOf {
    /// External money paid in on one day.
    #[n(0)]
    Deposit,
    /// The net loss of a period.
    #[n(1)]
    Loss(#[n(0)] Period),
}

impl LimitOf {
    /// All of them.
    pub const ALL: [LimitOf; 5] = [
        LimitOf::Deposit,
        LimitOf::Loss(Period::Day),
        LimitOf::Loss(Period::Week),
        LimitOf::Loss(Period::Month),
        LimitOf::Loss(Period::Year),
    ];

    /// Their words, in the same order.
    const WORDS: [&'static str; 5] = ["deposit", "loss-day", "loss-week", "loss-month", "loss-year"];

    /// As forms and JSON write it.
    pub const fn word(self) -> &'static str {
        let at = match self {
            LimitOf::Deposit => 0,
            LimitOf::Loss(period) => 1 + period as usize,
        };
        LimitOf::WORDS[at]
    }
}

impl Serialize for LimitOf {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for LimitOf {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<LimitOf, D::Error> {
        let word = String::deserialize(from)?;
        let found = LimitOf::ALL.into_iter().find(|limit| limit.word() == word);
        found.ok_or_else(|| serde::de::Error::unknown_variant(&word, &LimitOf::WORDS))
    }
}

/// A period of gaming days, as the calendar has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(index_only)]
pub enum Period {
    #[n(0)]
    Day,
    /// From Monday to Sunday.
    #[n(1)]
    Week,
    #[n(2)]
    Month,
    #[n(3)]
    Year,
}

impl Period {
    /// All of them.
    pub const ALL: [Period; 4] = [Period::Day, Period::Week, Period::Month, Period::Year];

    /// Whether two days lie in the same one.
    pub fn holds_both(self, one: Date, other: Date) -> bool {
        match self {
            Period::Day => one == other,
            Period::Week => one.week() == other.week(),
            Period::Month => one.month() == other.month(),
            Period::Year => one.year() == other.year(),
        }
    }
}

/// How chips are paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tender {
    /// With cash, which goes into the drop box.
    #[n(0)]
    Cash,
    /// From the patron's account with the house.
    #[n(1)]
    Account,
    /// With chips that the player brings along.
    #[n(2)]
    Chips,
}

/// Where money for an account comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(index_only)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Cash at the cashier.
    #[n(0)]
    Cash,
    /// A debit card.
    #[n(1)]
    DebitCard,
    /// Electronic funds transfer at the counter.
    #[n(2)]
    Eftpos,
    /// A transfer from a bank.
    #[n(3)]
    BankTransfer,
    /// Chips from the tables, which is not external money.
    #[n(4)]
    Chips,
}

impl Source {
    /// Whether it counts against the deposit limit.
    pub const fn is_external(self) -> bool {
        !matches!(self, Source::Chips)
    }
}

/// What has happened to a patron's file; who and when stand beside it in [`Done`](crate::Attributed).
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(flat)]
pub enum PatronEvent {
    /// The file was opened.
    #[n(0)]
    Registered {
        #[n(0)]
        number: PatronId,
        #[n(1)]
        name: String,
        #[n(2)]
        day: Date,
    },
    /// A card was issued.
    #[n(1)]
    CardIssued {
        #[n(0)]
        card: u64,
    },
    /// … and lost.
    #[n(2)]
    CardLost {
        #[n(0)]
        card: u64,
    },
    /// A limit holds from now on.
    #[n(3)]
    LimitSet {
        #[n(0)]
        of: LimitOf,
        #[n(1)]
        to: Option<Money>,
    },
    /// A higher one was asked for.
    #[n(4)]
    IncreaseAsked {
        #[n(0)]
        of: LimitOf,
        #[n(1)]
        to: Option<Money>,
        #[n(2)]
        at: Moment,
    },
    /// … and is not wanted any more.
    #[n(5)]
    IncreaseCancelled {
        #[n(0)]
        of: LimitOf,
    },
    /// Money came in.
    #[n(6)]
    Deposited {
        #[n(0)]
        amount: Money,
        #[n(1)]
        from: Source,
    },
    /// Money went out.
    #[n(7)]
    Withdrawn {
        #[n(0)]
        amount: Money,
    },
    /// The patron is kept out.
    #[n(8)]
    Excluded {
        #[n(0)]
        own: bool,
        #[n(1)]
        until: Option<Date>,
    },
    /// … no longer.
    #[n(9)]
    ExclusionLifted,
    /// Play is stopped.
    #[n(10)]
    Paused,
    /// … and may go on.
    #[n(11)]
    Resumed,
    /// The patron plays; the headroom is what may be lost.
    #[n(12)]
    PlayStarted {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        seat: u8,
        #[n(2)]
        headroom: Option<Money>,
        /// The number by which the table knows the patron, where it is another.
        #[n(3)]
        known_as: Option<PatronId>,
    },
    /// … no longer.
    #[n(13)]
    PlayEnded {
        #[n(0)]
        table: TableNumber,
    },
    /// A round was counted.
    #[n(14)]
    PlayRecorded {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        round: u64,
        #[n(2)]
        net: Money,
    },
    /// A limit is used up: no further wager.
    #[n(15)]
    LimitReached {
        #[n(0)]
        period: Period,
    },
    /// A gaming day began; counters of periods that ended start again.
    #[n(16)]
    DayBegan {
        #[n(0)]
        date: Date,
    },
    /// Money went from the account to the table where the patron plays.
    #[n(17)]
    TakenToTable {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        amount: Money,
    },
    /// … and came back.
    #[n(18)]
    BroughtBack {
        #[n(0)]
        table: TableNumber,
        #[n(1)]
        amount: Money,
    },
    /// A second source has said that the clock is right. The moment of this record counts the time since the last such
    /// record, whether anything ran or not.
    #[n(37)]
    ClockConfirmed {
        #[n(0)]
        clock_ms: i64,
        #[n(1)]
        source: ClockSource,
    },
    /// Two persons said that another file is of the same person; play waits until it has answered.
    #[n(22)]
    LinkBegun {
        #[n(0)]
        other: FileName,
    },
    /// This file goes on in another; the money of its account is on its way there.
    #[n(23)]
    WentInto {
        #[n(0)]
        file: FileName,
        #[n(1)]
        balance: Money,
    },
    /// The other file goes on in this one: from now on what either held holds here.
    #[n(24)]
    Joined {
        #[n(0)]
        other: FileName,
        #[n(1)]
        held: Box<CarriedContent>,
    },
    /// The other file could not be linked; nothing has changed.
    #[n(25)]
    LinkGivenUp {
        #[n(0)]
        other: FileName,
    },
}

/// A command that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatronOffer(pub SignedCommand);
