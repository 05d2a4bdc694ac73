//! Why the machine refuses.

use crate::hand::Due;
use crate::irregularities::NotRuled;
use crate::terms::{ChipAmount, UnfitTerms};
use cards::Card;
use std::fmt;

/// The fact that stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A player who remains has not agreed.
    NotAgreed {
        /// Who, from 0.
        seat: u8,
    },
    /// Something else must happen first.
    NotNow(Due),
    /// It is another player's turn.
    NotYourTurn {
        /// Whose it is, from 0.
        turn: u8,
    },
    /// There is no such player in the hand.
    NoSuchPlayer,
    /// There are more players than the game deals in.
    TooManyPlayers { most: u8 },
    /// A hand needs two players.
    TooFewPlayers,
    /// The first to speak opens or folds.
    OpenOrFold,
    /// The first wager of a stud hand is the forced one, and no more.
    OnlyForced {
        /// What it is.
        chips: ChipAmount,
    },
    /// Less than the least.
    BelowLeast {
        /// The least total for the round.
        least: ChipAmount,
    },
    /// More than the most.
    AboveMost {
        /// The most total for the round.
        most: ChipAmount,
    },
    /// Only these totals can be wagered.
    OnlyExactly { least: ChipAmount, most: ChipAmount },
    /// No more raises in this round.
    CapReached {
        /// How many there may be.
        cap: u8,
    },
    /// The last wager did not reopen the betting for this player.
    NotReopened,
    /// The player has no chips beyond the call.
    NotEnoughChips,
    /// Nobody is left who could call.
    NobodyToCall,
    /// An exposed card has frozen the round.
    RoundFrozen,
    /// Checked out of turn.
    CheckedOutOfTurn,
    /// Not a whole number of the lowest chip.
    NotInChips {
        /// The lowest chip.
        chip: ChipAmount,
    },
    /// Not the number of cards that is due.
    WrongCards {
        /// What is due.
        due: u8,
    },
    /// More cards than may be changed.
    TooManyCards { most: u8 },
    /// The card is out already.
    CardTwice(Card),
    /// The deck has no such card.
    NoSuchCard(Card),
    /// The player does not hold that card.
    NotHeld(Card),
    /// The game has no Kitty.
    NoKitty,
    /// Somebody has the Kitty.
    KittyTaken { by: u8 },
    /// The Kitty is taken at a player's first turn or not at all.
    KittyPassedBy,
    /// Nobody took the Kitty, and it is in the muck.
    KittyMucked,
    /// The stub is too short.
    StubShort {
        /// How many times the board could be run.
        runs: u8,
    },
    /// The board cannot be run so often.
    Runs { most: u8 },
    /// The board is run once while there is betting to come.
    BettingOpen,
    /// It is agreed already how often the board is run.
    RunsAgreed { times: u8 },
    /// The shuffled cards are not those of the pool.
    WrongPool,
    /// A hand that may win was not shown in full.
    Unseen {
        /// Whose, from 0.
        seat: u8,
    },
    /// A card of the board is not known, so nobody's hand is.
    BoardUnseen,
    /// It is somebody else's to do.
    NotYours,
    /// A hand has a number of cards that cannot be compared.
    WrongCount {
        /// Whose, from 0.
        seat: u8,
    },
    /// An amount is below nothing, or more than can be counted.
    BadAmount,
    /// A hand cannot be played on these terms.
    Unfit(UnfitTerms),
    /// A player has no chips to play with.
    NoChips {
        /// Who, from 0.
        seat: u8,
    },
    /// A player has laid no sets that could be compared.
    NothingSet {
        /// Who, from 0.
        seat: u8,
    },
    /// Something that is no chip was put in.
    ChipsOnly,
    /// More than the player has on the table.
    MoreThanStack {
        /// What he has.
        stack: ChipAmount,
    },
    /// The fee for more time would leave the player nothing to play with.
    TimeFeeTooHigh {
        fee: ChipAmount,
        /// What he has.
        stack: ChipAmount,
    },
    /// Neither a word nor chips nor cards.
    NothingDone,
    /// A check facing a wager.
    FacingWager,
    /// A call where nothing is to be called.
    NothingToCall,
    /// Less than a call lies there.
    MakeUpOrFold {
        /// What is missing.
        missing: ChipAmount,
    },
    /// The player has acted out of turn, and that stands.
    ActedOutOfTurn,
    /// Out of turn only the cards passed in are a fold.
    NotFolded,
    /// Out of turn, chips short of a call are no bet, raise or call.
    ShortOutOfTurn {
        /// Whose turn it is, from 0.
        turn: u8,
    },
    /// Pots are not divided by agreement.
    NoChop,
    /// An irregularity is not ruled as it was reported.
    NotRuled(NotRuled),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotNow(due) => write!(f, "not now: {}", in_words(*due)),
            Reason::NotYourTurn { turn } => write!(f, "out of turn: it is p{}'s turn", turn + 1),
            Reason::NoSuchPlayer => f.write_str("there is no such player in the hand"),
            Reason::TooManyPlayers { most } => write!(f, "at most {most} players can be dealt in"),
            Reason::TooFewPlayers => f.write_str("a hand needs two players"),
            Reason::OpenOrFold => f.write_str("the first to speak opens or folds"),
            Reason::OnlyForced { chips } => {
                write!(f, "the first wager is the forced one of {chips} and no more")
            }
            Reason::BelowLeast { least } => write!(f, "the minimum is to {least}"),
            Reason::AboveMost { most } => write!(f, "the maximum is to {most}"),
            Reason::OnlyExactly { least, most } if least == most => {
                write!(f, "the only amount is to {least}")
            }
            Reason::OnlyExactly { least, most } => write!(f, "the amounts are to {least} or to {most}"),
            Reason::CapReached { cap } => write!(f, "no more than {cap} in a betting round"),
            Reason::NotReopened => {
                f.write_str("the last wager was no full raise and does not reopen the betting")
            }
            Reason::NotEnoughChips => f.write_str("the stack does not go beyond a call"),
            Reason::NobodyToCall => f.write_str("nobody is left who could call a raise"),
            Reason::RoundFrozen => {
                f.write_str("a card was exposed, and the round goes no higher than was wagered")
            }
            Reason::CheckedOutOfTurn => f.write_str("who checked out of turn may not bet or raise"),
            Reason::NotInChips { chip } => write!(f, "the lowest chip is {chip}"),
            Reason::WrongCards { due: 0 } => f.write_str("no card is due there"),
            Reason::WrongCards { due: 1 } => f.write_str("one card is due there"),
            Reason::WrongCards { due } => write!(f, "{due} cards are due there"),
            Reason::TooManyCards { most: 1 } => f.write_str("at most one card may be changed"),
            Reason::TooManyCards { most } => write!(f, "at most {most} cards may be changed"),
            Reason::CardTwice(card) => write!(f, "the {} is out already", card.in_words()),
            Reason::NoSuchCard(card) => write!(f, "the deck has no {}", card.in_words()),
            Reason::NotHeld(card) => write!(f, "the {} is not in that hand", card.in_words()),
            Reason::NoKitty => f.write_str("this game has no Kitty"),
            Reason::KittyTaken { by } => write!(f, "p{} has taken the Kitty", by + 1),
            Reason::KittyPassedBy => {
                f.write_str("the Kitty is taken at the first turn to act, and that is over")
            }
            Reason::KittyMucked => {
                f.write_str("nobody took the Kitty before the draw, and it is in the muck")
            }
            Reason::StubShort { runs } => write!(f, "the stub is enough for {runs} in all"),
            Reason::Runs { most: 1 } => f.write_str("the board is dealt once in this game"),
            Reason::Runs { most } => write!(f, "from two to {most} times in all"),
            Reason::BettingOpen => {
                f.write_str("there is betting to come, and until then the board is dealt once")
            }
            Reason::RunsAgreed { times } => write!(f, "it was agreed to deal the board {times} times"),
            Reason::WrongPool => f.write_str("these are not the cards that are to be shuffled"),
            Reason::Unseen { seat } => write!(f, "p{}'s hand has not been seen", seat + 1),
            Reason::BoardUnseen => f.write_str("a card of the board is not known"),
            Reason::NotAgreed { seat } => write!(f, "p{} does not agree", seat + 1),
            Reason::NotYours => f.write_str("that is for somebody else to do"),
            Reason::WrongCount { seat } => write!(f, "p{} has a wrong number of cards", seat + 1),
            Reason::BadAmount => f.write_str("an amount is negative or too large"),
            Reason::Unfit(unfit) => unfit.fmt(f),
            Reason::NoChips { seat } => write!(f, "p{} has no chips to play with", seat + 1),
            Reason::NothingSet { seat } => write!(f, "p{} has no hand to compare", seat + 1),
            Reason::ChipsOnly => f.write_str("wagers are in chips only"),
            Reason::MoreThanStack { stack } => write!(f, "there are {stack} on the table to wager with"),
            Reason::TimeFeeTooHigh { fee, stack } => {
                write!(f, "time costs {fee}, and there are {stack} on the table to play with")
            }
            Reason::NothingDone => f.write_str("nothing was said, and nothing put in"),
            Reason::FacingWager => f.write_str("there is a wager, so nobody can check"),
            Reason::NothingToCall => f.write_str("there is nothing to call"),
            Reason::MakeUpOrFold { missing } => {
                write!(f, "{missing} are missing to a call: they are added, or the hand is folded")
            }
            Reason::ActedOutOfTurn => f.write_str("the player has acted out of turn, and that stands"),
            Reason::NotFolded => f.write_str("out of turn a hand is folded when the cards are passed in"),
            Reason::ShortOutOfTurn { turn } => {
                write!(
                    f,
                    "out of turn less than a call is no wager and goes back: it is p{}'s turn",
                    turn + 1
                )
            }
            Reason::NoChop => f.write_str("a hand is played to its end: pots are not divided by agreement"),
            Reason::NotRuled(why) => why.fmt(f),
        }
    }
}

/// What is due, for people.
pub fn in_words(due: Due) -> String {
    let player = |seat: u8| format!("p{}", seat + 1);
    match due {
        Due::Posts => "antes and blinds are due".into(),
        Due::Hole => "players' cards are due".into(),
        Due::Kitty => "the Kitty's cards are due".into(),
        Due::Board => "cards for the board are due".into(),
        Due::Community => "the community card is due".into(),
        Due::Shuffle => "a shuffle is due".into(),
        Due::Open => "the betting round opens".into(),
        Due::BringIn(seat) => format!("{} has to open", player(seat)),
        Due::Act(seat) => format!("{} has to act", player(seat)),
        Due::Discard(seat) => format!("{} has to discard", player(seat)),
        Due::Replace => "replacements are due".into(),
        Due::Set(seat) => format!("{} has to set the hand", player(seat)),
        Due::Show(seat) => format!("{} has to show or muck", player(seat)),
        Due::Pay => "the pots are to be pushed".into(),
        Due::Over => "the hand is over".into(),
    }
}
