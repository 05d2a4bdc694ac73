//! The policies of a room book, and the clause of every point that the machine decides: `room.toml`.

use crate::cite::{Cite, Ruled};
use serde::Deserialize;
use serde::de::{self, Deserializer};
use std::collections::BTreeMap;

/// `room.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    /// How many raises (or wagers) a betting round has in limit games.
    pub raise_cap: Ruled<u8>,
    /// What the cap counts.
    pub cap_counts: Ruled<Counting>,
    /// Whether the cap falls away when two players are left to wager.
    pub head_to_head: Ruled<bool>,
    /// What an all-in short of a raise does in limit games.
    pub short_all_in: Ruled<ShortAllIn>,
    /// To whom chips go that cannot be shared equally.
    pub odd_chips: Ruled<OddChips>,
    /// Whether a raise below the least is good where it puts every opponent all-in.
    pub raise_to_cover: Ruled<bool>,
    /// Whether the opener of a stud hand may put in more than the forced wager at once, outside fixed limit.
    pub opens_for_more: Ruled<bool>,
    /// Whether a player is asked though all others are all-in and there is nothing to call.
    pub last_able_acts: Ruled<bool>,
    /// Whether hands are shown in turn.
    pub show_in_turn: Ruled<bool>,
    /// Whether every dead card is shuffled in when the deck runs out; otherwise only those that the clause names.
    pub all_dead_reshuffled: Ruled<bool>,
    /// Whether a seat that folds unbet goes on getting cards.
    pub dead_seat_cards: Ruled<bool>,
    /// Who opens a later round of stud where showing hands are equal.
    pub showing_ties: Ruled<ShowingTies>,
    /// Who opens the first round of stud where the card is an all-in player's.
    pub opener_all_in: Ruled<OpenerAllIn>,
    /// The clause of each point.
    pub point: Points,
}

impl Law {
    /// The clause of a point, whatever the game: [`RoomGame::cite`](super::RoomGame::cite) knows the game's own.
    #[inline]
    pub fn cite(&self, point: Point) -> Cite {
        self.point.cite(point)
    }
}

/// What the cap counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Raises: the first wager of the round is none.
    Raises,
    /// Wagers: the first one too; a blind or a bring-in is none.
    Wagers,
}

/// What an all-in short of a raise does in limit games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShortAllIn {
    /// Half the amount or more is a raise, less is not, and may be completed.
    HalfIsRaise,
    /// Only a full raise is one.
    FullOnly,
}

/// To whom odd chips go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OddChips {
    /// One at a time, clockwise from the button; without a button by the highest card.
    OneByOne,
    /// All to the first winner left of the button.
    AllToFirst,
}

/// Who opens a later round of stud where showing hands are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShowingTies {
    /// The suits of the cards decide.
    Suit,
    /// The first seat has it.
    FirstSeat,
}

/// Who opens the first round of stud where the card that decides is an all-in player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpenerAllIn {
    /// The player with the next card who can wager.
    NextCard,
    /// The next player to the left who can wager.
    NextSeat,
}

/// A clause for each point; what a file leaves out has the clause of `other`.
#[derive(Clone, Debug)]
pub struct Points([Cite; Point::ALL.len()]);

impl Points {
    /// The same with other clauses for some points.
    pub(super) fn with(&self, own: &BTreeMap<Point, Cite>) -> Points {
        let mut points = self.clone();
        for (&point, &cite) in own {
            points.0[point as usize] = cite;
        }
        points
    }

    /// The clause of a point.
    #[inline]
    pub fn cite(&self, point: Point) -> Cite {
        self.0[point as usize]
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let given = BTreeMap::<Point, Cite>::deserialize(from)?;
        let Some(&other) = given.get(&Point::Other) else {
            return Err(de::Error::custom("the point 'other' is missing: what no other clause decides"));
        };
        Ok(Points(Point::ALL.map(|point| given.get(&point).copied().unwrap_or(other))))
    }
}

macro_rules! points {
    ($($name:ident),* $(,)?) => {
        /// A point that the machine decides; its clause stands in `room.toml`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the names are the meaning")]
        pub enum Point { $($name),* }

        impl Point {
            /// All of them.
            pub const ALL: [Point; [$(Point::$name),*].len()] = [$(Point::$name),*];
        }
    };
}

points![
    // What no other point names.
    Other,
    // Before the deal.
    Ante,
    Blind,
    LastBlindMinimum,
    Straddle,
    OverBlind,
    OverBlindDouble,
    OneOverBlind,
    BringIn,
    KillWager,
    FeePerPerson,
    TooManyPlayers,
    TooFewPlayers,
    Shuffle,
    Deal,
    Burn,
    DeckShort,
    CardTwice,
    CardNotInDeck,
    WrongCardCount,
    // Acts in turn.
    Turn,
    Fold,
    Check,
    Call,
    CallAllIn,
    Bet,
    Raise,
    AllIn,
    Open,
    RoundClosed,
    // What may not be done.
    CheckFacingWager,
    NothingToCall,
    FixedAmount,
    SpreadRange,
    MinimumBet,
    MinimumRaise,
    PotMaximum,
    NoLimitStack,
    RaiseCap,
    HeadToHead,
    ShortAllInUnderHalf,
    ShortAllInHalf,
    ShortAllInNotReopened,
    TableStakes,
    RoundFrozen,
    OpenOrFold,
    OpenPair,
    ChipsOnly,
    LowestChip,
    StraddleOption,
    // What was said and put in.
    SpokenBinds,
    SilentHalfCompletes,
    SilentUnderHalfCalls,
    OversizeInLimit,
    OversizeFirstRound,
    OversizeLaterBet,
    OversizeLaterCall,
    OversizeRaise,
    ShortCall,
    ShortCallFold,
    CallChips,
    RaiseChips,
    FoldCards,
    CheckSaid,
    // Out of turn.
    OutOfTurnStands,
    OutOfTurnChoice,
    OutOfTurnCheck,
    OutOfTurnAllIn,
    // Time.
    ClockFold,
    ClockCheck,
    TimeBought,
    TimeSign,
    // Pots and their division.
    Uncalled,
    Pot,
    MainPot,
    SidePot,
    Tie,
    OddChipButton,
    OddChipSuit,
    NoChop,
    LastPlayer,
    CardsSpeak,
    DeadHand,
    Muck,
    SuitOrder,
    // Commission.
    CommissionMethods,
    Percentage,
    PercentageRange,
    PercentageTaken,
    PercentageDropped,
    PerHand,
    PerPerson,
    TimeCharge,
    CommissionUncalled,
    CommissionBlindsOnly,
    CommissionCap,
    CommissionTie,
    CommissionChange,
    CommissionNil,
    CommissionSign,
    // Draws and the deck running out.
    Draw,
    DrawBurn,
    DrawReshuffle,
    DrawReshuffleKitty,
    StudReshuffle,
    StudCommunity,
    StudCommunityOpener,
    StudDeckShortBegun,
    Discard,
    // Running it more than once.
    RunAllowed,
    RunAgreed,
    RunMost,
    RunBurns,
    RunBeforeFlop,
    RunAfterFlop,
    RunAfterFourth,
    RunDivided,
    RunContested,
    RunStub,
    RunShortStub,
    RunFewer,
    RunTurned,
    // Chinese Poker.
    ChineseSets,
    ChineseCompare,
    ChineseWins,
    ChineseLoses,
    ChineseTies,
    ChineseUnit,
    ChineseExtra,
    ChineseFoul,
    ChinesePaid,
    ChineseActive,
    // Irregularities that are rules of play.
    OpenerAllIn,
    LaterOpenerAllIn,
    FoldUnbet,
    // The table between hands: what the sign shows and says.
    NoticeSign,
    NoticeWagers,
    NoticeHourly,
    NoticePerHand,
    NoticePerPerson,
    NoticeBlinds,
    NoticeKill,
    NoticeUnit,
    NoticeJackpot,
    SignGame,
    SignAmounts,
    SignPosts,
    SignJackpot,
    SignChinese,
    TableOpens,
    TableInHand,
    TableNotOpen,
    // Seats.
    SeatChoice,
    SeatDraw,
    SeatPriority,
    SeatReserved,
    SeatAllocated,
    SeatBuyIn,
    SeatChipsAdded,
    SeatChipsInHand,
    SeatChipsRemoved,
    SeatDealtOut,
    SeatWalking,
    SeatMissedBlind,
    SeatAbsent,
    SeatReturns,
    SeatCures,
    SeatMoved,
    SeatMovedFar,
    SeatMovedToButton,
    SeatNew,
    SeatNewAtButton,
    SeatTransferred,
    SeatNewWaits,
    SeatNewPosts,
    SeatPickedUp,
    SeatOutOfHand,
    ListJoined,
    ListTop,
    ListBottom,
    // The button and the blinds of the next hand.
    ButtonFirst,
    ButtonMoves,
    ButtonDead,
    ButtonNone,
    ButtonBlinds,
    ButtonSmallBlindGone,
    ButtonLargeBlindGone,
    ButtonBetween,
    StraddleNotAllowed,
    StraddleSeat,
    // Kill pots.
    KillCentre,
    KillLegUp,
    KillAtOnce,
    KillQualifying,
    KillLegKept,
    KillLegLost,
    KillFromLeg,
    KillKept,
    KillNoPot,
    KillSplit,
    KillMovesLegUp,
    KillMovesKill,
    KillLostSmall,
    KillSittingOut,
    KillRefused,
    KillRejoinNeutral,
    KillRejoinLegUp,
    KillRejoinTaken,
    KillSize,
    // Charges, changes and the end.
    TimeAssessed,
    TimeInAdvance,
    TimeSlide,
    TimeVerified,
    DropPercentage,
    DropPerHand,
    DropPerPerson,
    ChangeNotice,
    ChangeAgreed,
    ChangeMinimum,
    ChangeOnlyBetween,
    CloseNotice,
    CloseAgreed,
    HandStarts,
    HandFinished,
];
