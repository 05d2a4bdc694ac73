//! What can go wrong at a table of players: `irregularities.toml`, one row for each way it is ruled.

use super::game::{Family, RoomGame};
use crate::cite::Cite;
use crate::roles::RoleId;
use serde::Deserialize;

/// `irregularities.toml` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IrregularitiesFile {
    #[serde(default)]
    pub(super) irregularity: Vec<RoomIrregularity>,
}

/// One row: a situation, the facts under which it is this row, what is done.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomIrregularity {
    /// The row's number in the book's table of irregularities.
    pub row: u8,
    /// What has happened.
    pub what: IrregularityKind,
    /// The families it is a row for; none: all.
    #[serde(default)]
    pub families: Vec<Family>,
    /// The games it is a row for; none: all.
    #[serde(default)]
    pub games: Vec<String>,
    /// The facts that must hold.
    #[serde(default)]
    pub when: Facts,
    /// What is done.
    pub ruling: Remedy,
    pub clause: Cite,
    /// The least role that may rule it: an id of the ladder.
    pub by: String,
    /// The least role.
    #[serde(skip)]
    pub least: RoleId,
}

impl RoomIrregularity {
    /// Whether this row is for the game and the facts: how it stood, and how many cards (or players) are concerned.
    pub fn fits(&self, game: &RoomGame, what: IrregularityKind, stood: &Facts, concerned: u8) -> bool {
        self.what == what && self.is_for(game) && self.when.hold(stood, concerned)
    }

    /// Whether this row is for the game.
    pub fn is_for(&self, game: &RoomGame) -> bool {
        (self.families.is_empty() || self.families.contains(&game.family))
            && (self.games.is_empty() || self.games.contains(&game.game))
    }
}

impl Facts {
    /// Whether all that these facts say is so. A fact that nobody has stated is not so.
    fn hold(&self, stood: &Facts, concerned: u8) -> bool {
        fn same<T: PartialEq>(asked: Option<T>, is: Option<T>) -> bool {
            asked.is_none() || asked == is
        }
        same(self.substantial_action, stood.substantial_action)
            && same(self.correctable, stood.correctable)
            && same(self.player_acted, stood.player_acted)
            && self.at_least.is_none_or(|least| concerned >= least)
            && self.at_most.is_none_or(|most| concerned <= most)
            && same(self.initial_deal, stood.initial_deal)
            && same(self.pot_pushed, stood.pot_pushed)
            && same(self.seen, stood.seen)
            && same(self.first_of_street, stood.first_of_street)
            && same(self.two_boards, stood.two_boards)
            && same(self.bottom, stood.bottom)
            && same(self.last_street, stood.last_street)
            && same(self.street, stood.street)
            && same(self.winner_asks, stood.winner_asks)
            && same(self.begun, stood.begun)
    }
}

/// Facts of a situation; what is left out does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Two or more players have acted.
    pub substantial_action: Option<bool>,
    /// The fault can be put right.
    pub correctable: Option<bool>,
    /// The player concerned has acted.
    pub player_acted: Option<bool>,
    /// Cards concerned, at least; with two up cards, players.
    pub at_least: Option<u8>,
    /// Cards concerned, at most; with two up cards, players.
    pub at_most: Option<u8>,
    /// While the first cards are dealt (up to the end of the first betting round).
    pub initial_deal: Option<bool>,
    /// The pot has been pushed.
    pub pot_pushed: Option<bool>,
    /// The cards have been seen by who has them.
    pub seen: Option<bool>,
    /// It is the first card of its street.
    pub first_of_street: Option<bool>,
    /// There are two boards.
    pub two_boards: Option<bool>,
    /// It concerns the bottom board.
    pub bottom: Option<bool>,
    /// It is the last street.
    pub last_street: Option<bool>,
    /// The street, from 1.
    pub street: Option<u8>,
    /// A winner of the pot asks.
    pub winner_asks: Option<bool>,
    /// The street's cards have begun to be dealt.
    pub begun: Option<bool>,
}

/// What has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IrregularityKind {
    ExposedInCut,
    NotShuffledOrCut,
    OutOfOrder,
    SkippedOrExtraHand,
    WrongCount,
    WrongCountAtEnd,
    DefectiveDeck,
    BoxedCards,
    ExposedByDealer,
    DrawnByWrongPlayer,
    FirstCardUp,
    TwoUpCards,
    ThreeUpCards,
    WrongFacing,
    OpenerAllIn,
    ExposedEarly,
    FoldUnbet,
    LastCardUp,
    DeckShort,
    NoBurn,
    FlopTooMany,
    FlopEarly,
    BoardCardEarly,
    BoardCardsTogether,
    NoDiscard,
    StubShortForRuns,
    TurnedBeforeAgreement,
    ExposedByPlayer,
    MuckedHandAsked,
    ShownToOne,
    FouledSetting,
    RoundUnrecorded,
    JackpotMalfunction,
    FlopErrorAtJackpot,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    Misdeal,
    PlayOn,
    Correct,
    VoidHand,
    DeadHand,
    RefundAll,
    ResultStands,
    MuckAndReplace,
    FirstBurnSwap,
    CardPlays,
    KeepsThem,
    MoveThem,
    NextCardDown,
    NextOpener,
    LeftOfOpener,
    FreezeRound,
    SeatGetsCards,
    AllLastCardsUp,
    ChooseAllIn,
    AllIn,
    ReshuffleOrCommunity,
    DealStubThenBurns,
    NewFlopWithBurn,
    RebuildAndBurn,
    FewerBurns,
    NewFlopNoBurn,
    SetAsideFourth,
    NewFifthNoBurn,
    ExtraIsNextBurn,
    ExtraIsMucked,
    ExtrasShuffledIn,
    SetAsideTopFourth,
    SetAsideTopFifth,
    ExtraIsBottom,
    BottomThenNewTop,
    DiscardNow,
    RunsFromBurns,
    FewerRuns,
    StreetOnce,
    TapAndShow,
    ShowLive,
    ShowAll,
    PaysFour,
    AdjustJackpot,
    CreditAndPay,
    JudgeCorrectedFlop,
}
