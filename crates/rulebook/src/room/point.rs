//! The points that the machine decides, each with its clause.

use crate::cite::Cite;
use serde::Deserialize;
use serde::de::{self, Deserializer};
use std::collections::BTreeMap;

/// A clause for each point; what a file leaves out has the clause of `other`.
#[derive(Clone, Debug)]
pub struct Points {
    cites: [Cite; Point::ALL.len()],
    left_out: Vec<Point>,
}

impl Points {
    /// The same with other clauses for some points.
    pub(super) fn with(&self, own: &BTreeMap<Point, Cite>) -> Points {
        let mut points = self.clone();
        for (&point, &cite) in own {
            points.cites[point as usize] = cite;
        }
        points.left_out.retain(|point| !own.contains_key(point));
        points
    }

    /// The clause of a point.
    #[inline]
    pub fn cite(&self, point: Point) -> Cite {
        self.cites[point as usize]
    }

    /// Those that have no clause of their own.
    pub(super) fn left_out(&self) -> &[Point] {
        &self.left_out
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let given = BTreeMap::<Point, Cite>::deserialize(from)?;
        let Some(&other) = given.get(&Point::Other) else {
            return Err(de::Error::custom("the point 'other' is missing: what no other clause decides"));
        };
        let left_out = Point::ALL.into_iter().filter(|point| !given.contains_key(point)).collect();
        Ok(Points { cites: Point::ALL.map(|point| given.get(&point).copied().unwrap_or(other)), left_out })
    }
}

/// What a point is about: which books need a clause for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chapter {
    /// Every hand can come to it.
    #[serde(skip)]
    Hands,
    /// Games with a forced wager of an up card.
    #[serde(skip)]
    BringIn,
    /// Games whose first player opens or folds.
    #[serde(skip)]
    OpenOrFold,
    /// Games in which an open pair lets either amount be wagered.
    #[serde(skip)]
    OpenPair,
    /// Games without a button.
    #[serde(skip)]
    NoButton,
    #[serde(skip)]
    Draw,
    /// Games in which cards are given up.
    #[serde(skip)]
    Discard,
    #[serde(skip)]
    Stud,
    /// Stud games where a seat that folds unbet goes on getting cards.
    #[serde(skip)]
    DeadSeats,
    /// Games whose board may be dealt more than once.
    #[serde(skip)]
    Runs,
    #[serde(skip)]
    Chinese,
    /// What is said and put in at the table, in turn and out of it.
    Gestures,
    /// Time to act.
    Clock,
    /// What the house takes.
    Commission,
    /// The table between hands: its sign, its seats, its button, changes, its end.
    Tables,
    KillPots,
    /// The royal flush jackpot.
    Jackpot,
    Bonus,
    /// What goes wrong, and what those above the dealer may do.
    Irregularities,
}

macro_rules! points {
    ($($chapter:ident { $($name:ident),* $(,)? })*) => {
        /// A point that the machine decides; its clause stands in `room.toml`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Point { $($($name,)*)* }

        impl Point {
            /// All of them.
            pub const ALL: [Point; [$($(Point::$name,)*)*].len()] = [$($(Point::$name,)*)*];

            /// What it is about.
            pub fn chapter(self) -> Chapter {
                match self {
                    $($(Point::$name => Chapter::$chapter,)*)*
                }
            }
        }
    };
}

impl Point {
    /// As `room.toml` writes it.
    pub fn name(self) -> String {
        crate::describe::in_words(self).replace(' ', "-")
    }
}

points! {
    Hands {
        // What no other point names.
        Other,
        // Before the deal.
        Ante,
        Blind,
        FurtherBlind,
        EnteringBlind,
        Straddle,
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
        OpensWithoutBlinds,
        // What may not be done.
        CheckFacingWager,
        KittyOnly,
        NothingToCall,
        FixedAmount,
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
        // Pots and their division.
        Uncalled,
        Pot,
        MainPot,
        SidePot,
        Tie,
        OddChipButton,
        LastPlayer,
        CardsSpeak,
        DeadHand,
        Muck,
    }
    BringIn {
        BringIn,
    }
    OpenOrFold {
        Open,
        OpenOrFold,
    }
    OpenPair {
        OpenPair,
    }
    NoButton {
        OddChipSuit,
    }
    Draw {
        DrawReshuffle,
    }
    Discard {
        Discard,
    }
    Stud {
        StudReshuffle,
        StudCommunity,
        StudCommunityOpener,
        OpenerAllIn,
        LaterOpenerAllIn,
    }
    DeadSeats {
        FoldUnbet,
    }
    Runs {
        RunAllowed,
        RunAgreed,
        RunBeforeFlop,
        RunAfterFlop,
        RunAfterFourth,
        RunDivided,
        RunStub,
        RunShortStub,
    }
    Chinese {
        ChineseSets,
        ChineseCompare,
        ChineseWins,
        ChineseLoses,
        ChineseTies,
        ChineseUnit,
        ChineseExtra,
        ChineseFoul,
        ChinesePaid,
        NoticeUnit,
        SignChinese,
    }
    Gestures {
        // What may not be done.
        ChipsOnly,
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
    }
    Clock {
        ClockFold,
        ClockCheck,
        TimeBought,
        TimeSign,
    }
    Commission {
        Percentage,
        PerHand,
        PerPerson,
        CommissionBlindsOnly,
        CommissionCap,
        CommissionTie,
        CommissionChange,
        CommissionNil,
        CommissionSign,
        NoticeHourly,
        NoticePerHand,
        NoticePerPerson,
        TimeAssessed,
        TimeInAdvance,
        TimeSlide,
        TimeVerified,
        DropPercentage,
        DropPerHand,
        DropPerPerson,
    }
    Tables {
        // What a sign may allow or forbid.
        LastBlindMinimum,
        OverBlindDouble,
        OneOverBlind,
        SpreadRange,
        LowestChip,
        NoChop,
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
        // Signs, seats, lists and the button.
        NoticeSign,
        NoticeWagers,
        NoticeBlinds,
        SignGame,
        SignAmounts,
        WarnNoLow,
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
        ChangeMinimum,
        ChangeOnlyBetween,
        HandStarts,
        HandFinished,
    }
    KillPots {
        KillWager,
        KillLegUp,
        KillSplit,
        KillRefused,
        NoticeKill,
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
    }
    Jackpot {
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
        NoticeJackpot,
        SignJackpot,
        WarnJackpotDeck,
    }
    Bonus {
        SignBonus,
        Bonus,
        BonusFolded,
        BonusCash,
        BonusGoods,
    }
    Irregularities {
        RoundFrozen,
        Invalidated,
        BurnMissed,
        DiscardMissed,
        WagersVoid,
        Excluded,
        WinningsHeld,
        DeviceTaken,
        Detained,
        InspectorNamed,
    }
}
