//! What a table says has happened.

use super::command::Decision;
use super::state::{Found, Holder, NoticeOf, Patron, Warning};
use crate::hidden::Hidden;
use crate::machine::Moment;
use crate::sign::{Limits, Sign};
use cards::{CardId, HandRank};
use money::{Money, Odds};
use rulebook::{Device, DutyKind, Medium, Ruling, What};
use std::cmp::Ordering;

/// What became of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settled {
    /// Paid, and the stake goes back.
    Win,
    /// Taken.
    Lose,
    /// The stake goes back.
    StandOff,
    /// Handed back unpaid.
    Returned,
    /// Without a result; handed back.
    Void,
    /// Taken as a sanction.
    Forfeited,
    /// Plays on in the next round.
    Carried,
}

impl Settled {
    /// As rulings write it.
    pub const fn word(self) -> &'static str {
        match self {
            Settled::Win => "win",
            Settled::Lose => "lose",
            Settled::StandOff => "stand-off",
            Settled::Returned => "returned",
            Settled::Void => "void",
            Settled::Forfeited => "forfeited",
            Settled::Carried => "carried",
        }
    }
}

/// Something that has happened, in the past tense. The clause travels with it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of the fields are the meaning; seats and wagers count from 0")]
pub enum Event {
    TableOpened {
        sign: Box<Sign>,
    },
    /// Something the table shows or is made of: a value of the book, cited.
    FactShown,
    SeatTaken {
        seat: u8,
        blind_of: Option<u8>,
        patron: Box<Patron>,
    },
    SeatLeft {
        seat: u8,
    },
    WagerPlaced {
        seat: u8,
        wager: u8,
        amount: Money,
        medium: Medium,
        checked: bool,
    },
    WagerRaised {
        seat: u8,
        wager: u8,
        amount: Money,
    },
    WagerTakenBack {
        seat: u8,
        wager: u8,
        amount: Money,
    },
    WagerRefused {
        seat: u8,
        wager: u8,
        amount: Money,
    },
    JackpotPlacedForAnother {
        seat: u8,
        by: u8,
        amount: Money,
    },
    /// No more bets is called, where it does not close them yet.
    CallMade,
    BettingClosed,
    /// The jackpot wagers of the round are on the meter: how many of them are new.
    JackpotRegistered {
        wagers: u8,
    },
    DeckShuffled {
        device: Device,
    },
    DeckCut {
        cut: bool,
    },
    DeckPlaced {
        deck: Box<Hidden<[CardId; 52]>>,
    },
    /// A human dealer deals real cards: which they are is recorded as they are read.
    CardsDealtLive,
    /// Cards of a human dealer's deal were read, by a shoe or by somebody: who sees them is for other events to say.
    CardsRecorded {
        of: Holder,
        from: u8,
        cards: Hidden<Vec<CardId>>,
        replaces: bool,
    },
    /// What was recorded there was read wrong.
    RecordTakenBack {
        of: Holder,
    },
    CardBurnt,
    HandDealt {
        seat: u8,
        cards: u8,
    },
    DealerDealt {
        cards: u8,
    },
    BoardDealt {
        cards: u8,
    },
    JackpotCardsDealt {
        cards: u8,
    },
    UpCardShown {
        at: u8,
    },
    BoardShown {
        cards: u8,
    },
    DealerShown,
    JackpotCardsShown,
    StepOpened {
        step: u8,
    },
    ShowdownReached,
    AwardsAwaited,
    Decided {
        seat: u8,
        decision: Decision,
        step: u8,
    },
    /// A fold: the cards are counted and discarded.
    HandDiscarded {
        seat: u8,
    },
    /// A fold: the cards are kept for the jackpot.
    HandKept {
        seat: u8,
    },
    DealerQualified {
        rank: HandRank,
        qualifies: bool,
    },
    HandDeclared {
        seat: Option<u8>,
        order: u8,
        rank: HandRank,
    },
    HandsCompared {
        seat: u8,
        against: Ordering,
    },
    /// A limit, a required multiple or a loss limit changed what is settled.
    StakeAdjusted {
        seat: u8,
        wager: u8,
        to: Money,
    },
    PayLineApplied {
        seat: u8,
        wager: u8,
        odds: Odds,
    },
    PaymentRounded {
        seat: u8,
        wager: u8,
    },
    PaymentCapped {
        seat: u8,
        wager: u8,
    },
    TokenKept {
        seat: u8,
        wager: u8,
    },
    WinningsWithheld {
        seat: u8,
        wager: u8,
    },
    WagerSettled {
        seat: u8,
        wager: u8,
        staked: Money,
        result: Settled,
        paid: Money,
        returned: Money,
    },
    /// A jackpot hand that the meter pays: the place of its prize in the option.
    JackpotHit {
        seat: u8,
        prize: u8,
    },
    HandCounted {
        seat: u8,
    },
    /// A box was settled by itself, before the others.
    HandSettled {
        seat: u8,
    },
    PlayerWarned {
        seat: u8,
        warning: Warning,
    },
    RoundClosed,
    TroubleRuled {
        what: What,
        ruling: Ruling,
        seats: u16,
    },
    /// A seat may take back its wagers and did, or plays on.
    RetractionChosen {
        seat: u8,
        retracts: bool,
    },
    DutyDue {
        duty: DutyKind,
    },
    /// The hand is void, taken back or taken: nothing of it is left but perhaps the jackpot.
    HandGone {
        seat: u8,
    },
    HandsSwapped {
        seat: u8,
        with: u8,
    },
    JackpotCancelled,
    JackpotReRegistered {
        wagers: u8,
        this_round: bool,
    },
    PlayerBarred {
        seat: u8,
    },
    PlayerPaused {
        seat: u8,
    },
    PlayerResumed {
        seat: u8,
    },
    /// A loss limit of a player, and what is lost so far where it is counted anew.
    LossLimitSet {
        seat: u8,
        limit: Money,
        lost: Option<Money>,
    },
    UpCardChosen {
        at: u8,
    },
    NoticePosted {
        of: NoticeOf,
        at: Moment,
        limits: Option<Box<Limits>>,
    },
    LimitsChanged {
        limits: Box<Limits>,
        grandfathered: bool,
    },
    LimitsAgreed {
        seat: u8,
        limits: Box<Limits>,
    },
    PayTablesChanged {
        paytables: Vec<(String, String)>,
    },
    TableClosed,
    SeatVacated {
        seat: u8,
    },
    CardsCounted {
        cards: u8,
    },
    CardsChecked,
    CardsChanged,
    BurnOrdered,
    CardsShuffledAgain,
    CardFoundInvalid {
        seat: u8,
        found: Found,
    },
}
