//! The points that the machine decides, each with its clause.

use crate::cite::Cite;
use serde::Deserialize;
use serde::de::{self, Deserializer};
use std::collections::BTreeMap;

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
    FurtherBlind,
    EnteringBlind,
    LastBlindMinimum,
    Straddle,
    OverBlindDouble,
    OneOverBlind,
    BringIn,
    KillWager,
    TooFewPlayers,
    Shuffle,
    Deal,
    Burn,
    DeckShort,
    CardTwice,
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
    OpensWithoutBlinds,
    // What may not be done.
    CheckFacingWager,
    KittyOnly,
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
    SilentAllIn,
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
    // Commission.
    Percentage,
    PercentageRange,
    PerHand,
    PerPerson,
    CommissionBlindsOnly,
    CommissionCap,
    CommissionTie,
    CommissionChange,
    CommissionNil,
    CommissionSign,
    // Draws and the deck running out.
    DrawReshuffle,
    StudReshuffle,
    StudCommunity,
    StudCommunityOpener,
    Discard,
    // Running it more than once.
    RunAllowed,
    RunAgreed,
    RunBeforeFlop,
    RunAfterFlop,
    RunAfterFourth,
    RunDivided,
    RunStub,
    RunShortStub,
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
    // Irregularities that are rules of play.
    OpenerAllIn,
    LaterOpenerAllIn,
    FoldUnbet,
    // The sign at the table.
    SignBonus,
    // Seats and chips between hands.
    RoundEnds,
    SeatPriority,
    SeatReserved,
    ButtonMoves,
    // Changes and the end of a table.
    ChangeNotice,
    ChangeAgreed,
    CloseNotice,
    CloseAgreed,
    Invalidated,
    // Kill pots.
    KillLegUp,
    KillSplit,
    KillRefused,
    // The royal flush jackpot and bonus prizes.
    JackpotEquipment,
    JackpotGames,
    JackpotTables,
    JackpotDisplay,
    JackpotWorking,
    JackpotIncrement,
    JackpotReversed,
    JackpotHit,
    JackpotRecorded,
    JackpotConfirmed,
    JackpotPaid,
    JackpotOrder,
    JackpotDemandedFlop,
    JackpotFolded,
    JackpotFirstFlop,
    JackpotDeckCounted,
    Bonus,
    BonusFolded,
    BonusCash,
    BonusGoods,
    // Between hands.
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
    SignJackpot,
    SignChinese,
    WarnNoLow,
    WarnJackpotDeck,
    TableOpens,
    TableInHand,
    TableNotOpen,
    SeatChoice,
    SeatDraw,
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
    ButtonDead,
    ButtonNone,
    ButtonBlinds,
    ButtonSmallBlindGone,
    ButtonBetween,
    StraddleNotAllowed,
    StraddleSeat,
    KillCentre,
    KillAtOnce,
    KillQualifying,
    KillLegKept,
    KillLegLost,
    KillFromLeg,
    KillKept,
    KillNoPot,
    KillMovesLegUp,
    KillMovesKill,
    KillLostSmall,
    KillSittingOut,
    KillRejoinNeutral,
    KillRejoinLegUp,
    KillRejoinTaken,
    KillSize,
    TimeAssessed,
    TimeInAdvance,
    TimeSlide,
    TimeVerified,
    DropPercentage,
    DropPerHand,
    DropPerPerson,
    ChangeMinimum,
    ChangeOnlyBetween,
    HandStarts,
    HandFinished,
    // Duties that were left out, and what those above the dealer may do.
    BurnMissed,
    DiscardMissed,
    WagersVoid,
    Excluded,
    WinningsHeld,
    DeviceTaken,
    Detained,
    InspectorNamed,
];
