//! Why a table on the floor may refuse.

use super::command::Link;
use house::Barred;
use money::Money;
use std::fmt;

/// Why a table may refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason<R> {
    Game(R),
    NotSetUp,
    SetUpAlready,
    ForTheSystem,
    NotStaff,
    RoleTooLow { needs: String },
    NotYourSeat,
    NoSuchSeat,
    SeatTaken,
    SeatEmpty,
    SeatAskedFor,
    SeatedAlready { seat: u8 },
    FileRefuses { why: String },
    LeavesAlready,
    WhyMissing,
    AmountNotPositive,
    AmountTooLarge,
    NotEnoughChips { has: Money },
    NotEnoughInFloat { has: Money },
    VirtualHasNoCash,
    LiveDealsByHand,
    VirtualDealsItself,
    NoDeck,
    NoDeckKey,
    NoAccount,
    RoundUnderWay,
    WagersOnLayout,
    CallsOpen,
    AlreadyLinked,
    NotLinked,
    LinkDown { link: Link },
    LinkWorks,
    NoSuchCall,
    NothingAwarded,
    DayClosedAlready,
    FloatNotCounted,
    NoDayOpen,
    LastRound,
    ThroughTheMeter,
    NoMeter,
    NoHouseWagers,
    RoundOver,
    BarredToday,
    FileFirst,
    SeedTooLate,
    SeedForOtherDeck,
    SeedGivenAlready,
    TooManySeeds,
    Barred(Barred),
}

impl<R: fmt::Display> fmt::Display for Reason<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Game(reason) => write!(f, "{reason}"),
            Reason::NotSetUp => f.write_str("the table is not set up"),
            Reason::SetUpAlready => f.write_str("the table is set up already"),
            Reason::ForTheSystem => f.write_str("only the system says that"),
            Reason::NotStaff => f.write_str("that is for the staff"),
            Reason::RoleTooLow { needs } => write!(f, "this needs the role {needs} or above"),
            Reason::NotYourSeat => f.write_str("that is somebody else's place"),
            Reason::NoSuchSeat => f.write_str("the table has no such place"),
            Reason::SeatTaken => f.write_str("the place is taken"),
            Reason::SeatEmpty => f.write_str("nobody sits there"),
            Reason::SeatAskedFor => f.write_str("somebody is just about to sit down there"),
            Reason::SeatedAlready { seat } => {
                write!(f, "You sit at place {} of this table: one place for each player", u16::from(*seat) + 1)
            }
            Reason::FileRefuses { why } => f.write_str(why),
            Reason::LeavesAlready => f.write_str("the player leaves after this round already"),
            Reason::WhyMissing => f.write_str("say why, in 1 to 200 characters"),
            Reason::AmountNotPositive => f.write_str("the amount must be above zero"),
            Reason::AmountTooLarge => f.write_str("no table has so much"),
            Reason::NotEnoughChips { has } => write!(f, "the player has {has} in chips"),
            Reason::NotEnoughInFloat { has } => write!(f, "the float holds {has}"),
            Reason::VirtualHasNoCash => f.write_str("this table takes money from accounts only"),
            Reason::LiveDealsByHand => {
                f.write_str("at a live table a person deals, and the cards are recorded")
            }
            Reason::VirtualDealsItself => f.write_str("the system shuffles and deals at this table"),
            Reason::NoDeck => f.write_str("no shuffled deck is ready: open the table first"),
            Reason::NoDeckKey => f.write_str("the next deck needs a fresh key, and none came with this order"),
            Reason::NoAccount => f.write_str("the player at this place has no account here"),
            Reason::RoundUnderWay => f.write_str("a round is under way"),
            Reason::WagersOnLayout => f.write_str("wagers lie on the layout"),
            Reason::CallsOpen => f.write_str("the meter or a patron's file has still to answer"),
            Reason::AlreadyLinked => f.write_str("the table is on a meter already"),
            Reason::NotLinked => f.write_str("the table is on no meter"),
            Reason::LinkDown { link } => {
                write!(f, "the line to the meter is {}: no jackpot wagers are taken", link.word())
            }
            Reason::LinkWorks => f.write_str("the line to the meter works"),
            Reason::NoSuchCall => f.write_str("nothing was asked under that number"),
            Reason::NothingAwarded => f.write_str("the meter has recorded no award for this table"),
            Reason::DayClosedAlready => f.write_str("that day is closed already, or a later one is"),
            Reason::RoundOver => f.write_str(
                "the round of these wagers is over: what was settled stands, or is corrected as a wrong payment",
            ),
            Reason::BarredToday => f.write_str(
                "the patron was excluded from further participation in this game for the gaming day",
            ),
            Reason::NoDayOpen => f.write_str(
                "no gaming day is open: nobody is seated and no wagers are taken until the house opens one",
            ),
            Reason::LastRound => f.write_str(
                "the last round of the day was called: nobody is seated and no wagers are taken until the next day opens",
            ),
            Reason::ThroughTheMeter => {
                f.write_str("the meter says what this table pays: determine the awards that it recorded")
            }
            Reason::NoMeter => f.write_str("this game has no jackpot that is linked to a meter"),
            Reason::NoHouseWagers => {
                f.write_str("players of this game wager between themselves: nothing is wagered against the house")
            }
            Reason::FileFirst => {
                f.write_str("their file is asked first: ask for the place with a patron's number")
            }
            Reason::SeedTooLate => f.write_str(
                "the cards of this round are out: a seed is taken from the commitment to the next deck until its deal begins",
            ),
            Reason::SeedForOtherDeck => f.write_str(
                "this seed names another commitment than the deck that is dealt next: look at the table again",
            ),
            Reason::SeedGivenAlready => f.write_str("you have given a seed for this deck already"),
            Reason::TooManySeeds => f.write_str("this deck has as many seeds as it takes"),
            Reason::Barred(barred) => write!(f, "{barred}"),
            Reason::FloatNotCounted => f.write_str("the float must be counted before the day is closed"),
        }
    }
}
