//! What a patron's file can be told.

use crate::date::Date;
use crate::person::Signature;
use engine::Moment;
use money::Money;

/// A command with the signature under it, which [`Roster::sign`](crate::Roster::sign) makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who asks, with the role that the roster knows.
    pub by: Signature,
    /// What.
    pub what: PatronCommand,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatronCommand {
    /// Opens the file.
    Register {
        /// The patron's number.
        number: u32,
        /// The name.
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
        /// Which.
        of: LimitOf,
        /// How much; none lifts it.
        to: SetLimit,
    },
    /// A higher limit that was asked for long enough ago holds from now on.
    TakeEffect {
        /// Which.
        of: LimitOf,
    },
    /// The patron no longer wants a higher limit.
    CancelIncrease {
        /// Which.
        of: LimitOf,
    },
    /// Money comes into the patron's account.
    Deposit {
        /// How much.
        amount: Money,
        /// From where.
        from: Source,
    },
    /// Money leaves it.
    Withdraw {
        /// How much.
        amount: Money,
    },
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
        /// The table.
        table: u32,
        /// The seat.
        seat: u8,
        /// The card that was shown.
        card: Option<u64>,
    },
    /// The patron stops.
    EndPlay,
    /// What a round brought the patron, from the table.
    RecordPlay {
        /// The table.
        table: u32,
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
}

/// Which limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitOf {
    /// External money paid in on one day.
    Deposit,
    /// The net loss of a period.
    Loss(Period),
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
}

/// A period of gaming days, as the calendar has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Period {
    /// One.
    Day,
    /// From Monday to Sunday.
    Week,
    /// A month.
    Month,
    /// A year.
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

/// An amount for a limit; none where there is to be no limit.
pub type SetLimit = Option<Money>;

/// Where money for an account comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Cash at the cashier.
    Cash,
    /// A debit card.
    DebitCard,
    /// Electronic funds transfer at the counter.
    Eftpos,
    /// A transfer from a bank.
    BankTransfer,
    /// Chips from the tables, which is not external money.
    Chips,
}

impl Source {
    /// Whether it counts against the deposit limit.
    pub const fn is_external(self) -> bool {
        !matches!(self, Source::Chips)
    }
}

/// What has happened to a patron's file; who and when stand beside it in [`Done`](crate::Done).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the commands")]
pub enum PatronEvent {
    /// The file was opened.
    Registered { number: u32, name: String, day: Date },
    /// A card was issued.
    CardIssued { card: u64 },
    /// … and lost.
    CardLost { card: u64 },
    /// A limit holds from now on.
    LimitSet { of: LimitOf, to: SetLimit },
    /// A higher one was asked for.
    IncreaseAsked { of: LimitOf, to: SetLimit, at: Moment },
    /// … and is not wanted any more.
    IncreaseCancelled { of: LimitOf },
    /// Money came in.
    Deposited { amount: Money, from: Source },
    /// Money went out.
    Withdrawn { amount: Money },
    /// The patron is kept out.
    Excluded { own: bool, until: Option<Date> },
    /// … no longer.
    ExclusionLifted,
    /// Play is stopped.
    Paused,
    /// … and may go on.
    Resumed,
    /// The patron plays; the headroom is what may be lost.
    PlayStarted { table: u32, seat: u8, headroom: Option<Money> },
    /// … no longer.
    PlayEnded { table: u32 },
    /// A round was counted.
    PlayRecorded { table: u32, round: u64, net: Money },
    /// A limit is used up: no further wager.
    LimitReached { period: Period },
    /// A gaming day began; counters of periods that ended start again.
    DayBegan { date: Date },
}

/// A command that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatronOffer(pub Asked);
