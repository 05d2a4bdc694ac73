//! Why a table may refuse.

use super::state::Holder;
use crate::sign::SignReason;
use cards::CardId;
use money::Money;
use rulebook::Ruling;
use std::fmt;

/// Why a table may refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    Sign(SignReason),
    AlreadyOpen,
    NotOpen,
    NotNow { what: &'static str },
    NotYours,
    RoleTooLow { needs: String },
    NoSuchSeat,
    SeatTaken,
    SeatEmpty,
    SecondHand,
    NoBlindHandOfThat,
    PlayerCardNeeded,
    Barred,
    NoSuchWager,
    NotAFirstWager,
    NoJackpotHere,
    JackpotCost { cost: Money },
    MediumNotTaken,
    SpotHasWager,
    SpotHasNone,
    AmountNotPositive,
    AmountTooLarge,
    UnderMinimum { min: Money },
    OverMaximum { max: Money },
    OverLossLimit { left: Money },
    ProxyWager,
    NeedsOther { other: String },
    MustEqual { other: String },
    NobodyWagers,
    NotAWholeDeck,
    NoCut,
    AlreadyCut,
    NotToDecide,
    NotAChoice,
    StakeOutOfRange { from: Money, to: Money },
    StakeNotOnSign { allowed: Vec<Money> },
    NoConcession,
    BlindHandsBetAll,
    StillDeciding,
    NothingAwarded,
    NoSuchIrregularity,
    NoRetraction,
    CannotHaveHappened { what: &'static str },
    NoForfeiture,
    NotTheRuling { asked: String, ruling: Ruling },
    ChipsCannotMake { chip: Money },
    NoticeTooShort { minutes: u32, rounds: u32 },
    MinimumOnlyAbove,
    LimitsOutOfOrder,
    NotIdle,
    NoBurn,
    NotLive,
    NotInPack { card: CardId },
    CardElsewhere { card: CardId, of: Holder },
    CardTwice { card: CardId },
    NothingDealt { to: Holder },
    WrongNumber { of: Holder, dealt: usize, given: usize },
    AllRecorded,
    NotRecorded { what: Holder },
    HandSettled { of: Holder },
    CorrectionUnexplained { of: Holder },
    OutOfOrder { next: Holder },
    NotChecked,
    NotShuffled,
    NotCut,
    WrongPack,
    Paused,
    NotPaused,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Sign(reason) => write!(f, "{reason}"),
            Reason::AlreadyOpen => f.write_str("the table is open already"),
            Reason::NotOpen => f.write_str("the table is not open"),
            Reason::NotNow { what } => write!(f, "{what}"),
            Reason::NotYours => f.write_str("that is somebody else's to do"),
            Reason::RoleTooLow { needs } => write!(f, "this needs the role {needs} or above"),
            Reason::NoSuchSeat => f.write_str("the table has no such place"),
            Reason::SeatTaken => f.write_str("the place is taken"),
            Reason::SeatEmpty => f.write_str("nobody sits there"),
            Reason::SecondHand => f.write_str("a player plays one hand"),
            Reason::NoBlindHandOfThat => f.write_str("a blind hand belongs to the player of another seat"),
            Reason::PlayerCardNeeded => f.write_str("a player needs a valid card of their own"),
            Reason::Barred => f.write_str("this player may not go on playing"),
            Reason::NoSuchWager => f.write_str("this game has no such wager"),
            Reason::NotAFirstWager => f.write_str("that wager is made with a decision, not before the deal"),
            Reason::NoJackpotHere => f.write_str("the table offers no jackpot"),
            Reason::JackpotCost { cost } => write!(f, "a jackpot wager is {cost}, no more and no less"),
            Reason::MediumNotTaken => f.write_str("stakes are not taken in that"),
            Reason::SpotHasWager => f.write_str("the spot holds a wager already"),
            Reason::SpotHasNone => f.write_str("the spot holds no wager"),
            Reason::AmountNotPositive => f.write_str("a wager must be more than nothing"),
            Reason::AmountTooLarge => f.write_str("no table takes so much"),
            Reason::UnderMinimum { min } => {
                write!(f, "the minimum is {min}: take it back, or make it up to that")
            }
            Reason::OverMaximum { max } => write!(f, "the maximum is {max}: take back what is above it"),
            Reason::OverLossLimit { left } => write!(f, "the loss limit leaves {left}"),
            Reason::ProxyWager => f.write_str("nobody wagers for somebody else"),
            Reason::NeedsOther { other } => write!(f, "it needs a wager on {other} too"),
            Reason::MustEqual { other } => write!(f, "it must equal the wager on {other}"),
            Reason::NobodyWagers => f.write_str("no box has the wagers for which cards are dealt"),
            Reason::NotAWholeDeck => f.write_str("the deck is not 52 different cards"),
            Reason::NoCut => f.write_str("with this device the pack is not cut"),
            Reason::AlreadyCut => f.write_str("the pack is cut once, by the dealer"),
            Reason::NotToDecide => f.write_str("this hand has nothing to decide now"),
            Reason::NotAChoice => f.write_str("that is no choice at this point"),
            Reason::StakeOutOfRange { from, to } if from == to => write!(f, "the stake must be {from}"),
            Reason::StakeOutOfRange { from, to } => write!(f, "the stake must be from {from} to {to}"),
            Reason::StakeNotOnSign { allowed } => {
                let amounts: Vec<String> = allowed.iter().map(Money::to_string).collect();
                write!(f, "the sign allows a stake of {}", amounts.join(" or "))
            }
            Reason::NoConcession => f.write_str("a hand cannot be given up here"),
            Reason::BlindHandsBetAll => f.write_str("a blind hand stakes every street and is not folded"),
            Reason::StillDeciding => f.write_str("somebody has still to decide"),
            Reason::NothingAwarded => f.write_str("this box waits for no award"),
            Reason::NoSuchIrregularity => f.write_str("the book has no ruling for that here"),
            Reason::CannotHaveHappened { what } => write!(f, "that cannot have happened: {what}"),
            Reason::NoRetraction => f.write_str("nobody may take back a wager for that"),
            Reason::NoForfeiture => f.write_str("wagers are not taken for that"),
            Reason::NotTheRuling { asked, ruling } => {
                write!(f, "nobody may rule '{asked}' on that: the ruling is '{}'", ruling.word())
            }
            Reason::ChipsCannotMake { chip } => {
                write!(f, "chips cannot make that amount: the smallest is {chip}")
            }
            Reason::NoticeTooShort { minutes: 0, rounds } => write!(f, "{rounds} rounds' notice are needed"),
            Reason::NoticeTooShort { minutes, .. } => {
                write!(f, "a sign must have shown it for {minutes} minutes")
            }
            Reason::MinimumOnlyAbove => f.write_str("only a maximum above the table's can be agreed"),
            Reason::LimitsOutOfOrder => {
                f.write_str("limits must be more than nothing, and no minimum above its maximum")
            }
            Reason::NotIdle => f.write_str("the player has not sat out long enough at a full table"),
            Reason::NoBurn => f.write_str("no card is burnt in this game"),
            Reason::NotLive => f.write_str("the system deals these cards: there is nothing to record"),
            Reason::NotInPack { card } => write!(f, "the pack has no {}", card.card()),
            Reason::CardTwice { card } => {
                write!(f, "{} is recorded in two places: correct the one that is wrong", card.card())
            }
            Reason::CardElsewhere { card, .. } => {
                write!(f, "{} is recorded already: take back that record first", card.card())
            }
            Reason::NothingDealt { to } => write!(f, "nothing was dealt to {to}"),
            Reason::WrongNumber { of, dealt, given } => {
                let cards = if *given == 1 { "1 card does" } else { &format!("{given} cards do") };
                write!(f, "{cards} not fit: {of} was dealt {dealt}")
            }
            Reason::AllRecorded => f.write_str("every card that left the shoe is recorded"),
            Reason::NotChecked => f.write_str("the cards are not checked yet"),
            Reason::NotShuffled => f.write_str("the cards are not shuffled yet"),
            Reason::NotCut => f.write_str("the pack is not cut yet"),
            Reason::WrongPack => f.write_str("the cards were found wrong: others must come"),
            Reason::Paused => f.write_str("this player takes a break"),
            Reason::NotPaused => f.write_str("this player takes no break"),
            Reason::HandSettled { of } => write!(f, "{of} is settled, or was settled against: it stands"),
            Reason::CorrectionUnexplained { of } => {
                write!(f, "cards of {of} are recorded already: say why they are others now")
            }
            Reason::OutOfOrder { next } => {
                write!(f, "hands are settled from the dealer's right: {next} is next")
            }
            Reason::NotRecorded { what } => write!(f, "the cards of {what} are not recorded yet"),
        }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // People count places from 1.
            Holder::Seat(seat) => write!(f, "seat {}", u16::from(*seat) + 1),
            Holder::Dealer => f.write_str("the dealer"),
            Holder::Board => f.write_str("the board"),
            Holder::JackpotCards => f.write_str("the jackpot"),
            Holder::Burn => f.write_str("the burn"),
        }
    }
}
