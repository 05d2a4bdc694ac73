//! What a table must show, and under which clause.

use rulebook::room::Point;

/// Something that the table must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notice {
    Game,
    BuyIn,
    Limits,
    Commission,
    TimeToAct,
    LeastAndMostWager,
    RakeLeastAndMost,
    HourlyFee,
    FeePerHand,
    FeePerPerson,
    NumberOfBlinds,
    ExtraTime,
    KillPots,
    Unit,
    Jackpot,
}

impl Notice {
    /// All of them.
    pub const ALL: [Notice; 15] = [
        Notice::Game,
        Notice::BuyIn,
        Notice::Limits,
        Notice::Commission,
        Notice::TimeToAct,
        Notice::LeastAndMostWager,
        Notice::RakeLeastAndMost,
        Notice::HourlyFee,
        Notice::FeePerHand,
        Notice::FeePerPerson,
        Notice::NumberOfBlinds,
        Notice::ExtraTime,
        Notice::KillPots,
        Notice::Unit,
        Notice::Jackpot,
    ];

    /// Whose clause orders it.
    pub const fn point(self) -> Point {
        match self {
            Notice::Game | Notice::BuyIn | Notice::Limits | Notice::Commission | Notice::TimeToAct => {
                Point::NoticeSign
            }
            Notice::LeastAndMostWager => Point::NoticeWagers,
            Notice::RakeLeastAndMost => Point::CommissionSign,
            Notice::HourlyFee => Point::NoticeHourly,
            Notice::FeePerHand => Point::NoticePerHand,
            Notice::FeePerPerson => Point::NoticePerPerson,
            Notice::NumberOfBlinds => Point::NoticeBlinds,
            Notice::ExtraTime => Point::TimeSign,
            Notice::KillPots => Point::NoticeKill,
            Notice::Unit => Point::NoticeUnit,
            Notice::Jackpot => Point::NoticeJackpot,
        }
    }

    /// For people.
    pub const fn name(self) -> &'static str {
        match self {
            Notice::Game => "the type of game",
            Notice::BuyIn => "the minimum buy-in",
            Notice::Limits => "the betting limits",
            Notice::Commission => "the commission or hourly charge",
            Notice::TimeToAct => "the time to act",
            Notice::LeastAndMostWager => "the minimum and maximum wagers",
            Notice::RakeLeastAndMost => "the method, minimum and cap of the rake",
            Notice::HourlyFee => "the hourly fee per player",
            Notice::FeePerHand => "the fee per hand",
            Notice::FeePerPerson => "the fee per person and hand",
            Notice::NumberOfBlinds => "the number of compulsory blinds",
            Notice::ExtraTime => "the time that can be bought, how often, and its fee",
            Notice::KillPots => "that Kill Pots are offered",
            Notice::Unit => "the value of a unit",
            Notice::Jackpot => "the value of the jackpot",
        }
    }
}

/// What the house should know before it opens a table so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Warning {
    /// The deck has too few low ranks: no low hand ever qualifies, and the high hand takes all.
    NoLow,
    /// A short deck makes a royal flush on the flop many times likelier.
    JackpotDeck,
}

impl Warning {
    /// Whose clause allows it.
    pub const fn point(self) -> Point {
        match self {
            Warning::NoLow => Point::WarnNoLow,
            Warning::JackpotDeck => Point::WarnJackpotDeck,
        }
    }
}

/// A set of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Notices(u16);

impl Notices {
    /// None.
    pub const NONE: Notices = Notices(0);

    /// With one more.
    pub const fn with(self, notice: Notice) -> Notices {
        Notices(self.0 | 1 << notice as u16)
    }

    /// With one fewer.
    pub const fn without(self, notice: Notice) -> Notices {
        Notices(self.0 & !(1 << notice as u16))
    }

    /// Whether it is among them.
    pub const fn has(self, notice: Notice) -> bool {
        self.0 >> notice as u16 & 1 == 1
    }
}
