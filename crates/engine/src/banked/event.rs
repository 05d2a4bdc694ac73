//! What a table says has happened.

use super::command::CorrectionReason;
use super::command::Decision;
use super::state::{FoundWhen, Holder, NoticeOf, Patron, Warning};
use crate::hidden::Hidden;
use crate::machine::Moment;
use crate::sign::{Limits, Sign, SignJackpot};
use crate::stored::{self, SealingContext};
use cards::{CardId, HandRank};
use minicbor::{Decode, Encode};
use money::{Money, Odds};
use rulebook::{Device, DutyKind, IrregularityKind, Medium, Ruling};
use std::cmp::Ordering;
use std::fmt;

/// What became of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(index_only)]
pub enum Settled {
    /// Paid, and the stake goes back.
    #[n(0)]
    Win,
    #[n(1)]
    Lose,
    /// The stake goes back.
    #[n(2)]
    StandOff,
    /// Handed back unpaid.
    #[n(3)]
    Returned,
    /// Without a result; handed back.
    #[n(4)]
    Void,
    /// Taken as a sanction.
    #[n(5)]
    Forfeited,
    /// Plays on in the next round.
    #[n(6)]
    Carried,
}

/// A wager as it was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledWager {
    /// The place, from 0.
    pub seat: usize,
    /// The spot, by its place in the game.
    pub wager: usize,
    /// What lay there.
    pub staked: Money,
    pub result: Settled,
    /// What was paid besides.
    pub paid: Money,
    /// What went back of the stake.
    pub returned: Money,
}

impl SettledWager {
    /// Won; below zero, lost. What plays on is neither.
    pub fn net(&self) -> Money {
        match self.result {
            Settled::Carried => Money::ZERO,
            _ => self.gain(),
        }
    }

    /// What there is more than before in front of the player; below zero, less.
    pub fn gain(&self) -> Money {
        self.paid + self.returned - self.staked
    }
}

impl Event {
    /// The wager that is settled, where one is.
    pub fn settled(&self) -> Option<SettledWager> {
        match *self {
            Event::WagerSettled { seat, wager, staked, result, paid, returned } => {
                let (seat, wager) = (usize::from(seat), usize::from(wager));
                Some(SettledWager { seat, wager, staked, result, paid, returned })
            }
            _ => None,
        }
    }
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

/// What a wager on a spot should have been: from what to what, or one of a few amounts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub struct RightAmount {
    /// On which spot.
    #[n(0)]
    pub wager: u8,
    #[n(1)]
    pub from: Money,
    /// At most, where there is a most.
    #[n(2)]
    pub to: Option<Money>,
    /// One of these, where a sign has the multiples.
    #[n(3)]
    #[cbor(default)]
    pub only: Vec<Money>,
}

/// As a sentence has it: "20.00", "30.00 or 40.00", "10.00 to 30.00" or "25.00 or more".
impl fmt::Display for RightAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.only.is_empty() {
            let amounts: Vec<String> = self.only.iter().map(Money::to_string).collect();
            return f.write_str(&amounts.join(" or "));
        }
        match self.to {
            None => write!(f, "{} or more", self.from),
            Some(to) if to == self.from => write!(f, "{to}"),
            Some(to) => write!(f, "{} to {to}", self.from),
        }
    }
}

/// A record of real cards that was wrong.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub struct CorrectedRecord {
    #[n(0)]
    pub of: Holder,
    /// What was recorded: the cards and which of the holder's they were, from 0.
    #[n(1)]
    pub was: Hidden<Vec<(u8, CardId)>>,
    /// From which of the holder's cards on they are others.
    #[n(2)]
    pub from: u8,
    /// What they are; none where the record is only taken back.
    #[n(3)]
    pub cards: Hidden<Vec<CardId>>,
    #[n(4)]
    pub why: CorrectionReason,
    /// Taken back, to be recorded anew.
    #[n(5)]
    pub taken_back: bool,
}

/// Something that has happened, in the past tense. The clause travels with it.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(flat, context_bound = "SealingContext")]
pub enum Event {
    #[n(0)]
    TableOpened {
        #[n(0)]
        sign: Box<Sign>,
    },
    /// Something the table shows or is made of: a value of the book, cited.
    #[n(1)]
    FactShown,
    #[n(2)]
    SeatTaken {
        #[n(0)]
        seat: u8,
        #[n(1)]
        blind_of: Option<u8>,
        #[n(2)]
        patron: Box<Patron>,
    },
    #[n(3)]
    SeatLeft {
        #[n(0)]
        seat: u8,
    },
    #[n(4)]
    WagerPlaced {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
        #[n(2)]
        amount: Money,
        #[n(3)]
        medium: Medium,
        #[n(4)]
        checked: bool,
    },
    #[n(5)]
    WagerRaised {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
        #[n(2)]
        amount: Money,
    },
    #[n(6)]
    WagerTakenBack {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
        #[n(2)]
        amount: Money,
    },
    #[n(7)]
    WagerRefused {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
        #[n(2)]
        amount: Money,
    },
    #[n(8)]
    JackpotPlacedForAnother {
        #[n(0)]
        seat: u8,
        #[n(1)]
        by: u8,
        #[n(2)]
        amount: Money,
    },
    /// No more bets is called, where it does not close them yet.
    #[n(9)]
    CallMade,
    #[n(10)]
    BettingClosed,
    /// The jackpot wagers of the round are on the meter: how many of them are new.
    #[n(11)]
    JackpotRegistered {
        #[n(0)]
        wagers: u8,
    },
    #[n(12)]
    DeckShuffled {
        #[n(0)]
        device: Device,
    },
    #[n(13)]
    DeckCut {
        #[n(0)]
        cut: bool,
    },
    #[n(14)]
    DeckPlaced {
        #[n(0)]
        deck: Box<Hidden<[CardId; 52]>>,
    },
    /// A human dealer deals real cards: which they are is recorded as they are read.
    #[n(64)]
    CardsDealtLive,
    /// Cards of a human dealer's deal were read, by a shoe or by somebody: who sees them is for other events to say.
    #[n(65)]
    CardsRecorded {
        #[n(0)]
        of: Holder,
        #[n(1)]
        from: u8,
        #[n(2)]
        cards: Hidden<Vec<CardId>>,
        #[n(3)]
        replaces: bool,
    },
    /// What was recorded there was read wrong. Early logs have it; [`Event::RecordCorrected`] says what it was and why.
    #[n(66)]
    RecordTakenBack {
        #[n(0)]
        of: Holder,
    },
    /// What was recorded there was wrong: what it was, what it is now, and why. Who said so, and who stood beside, is on the
    /// record.
    #[n(81)]
    RecordCorrected {
        #[n(0)]
        record: Box<CorrectedRecord>,
    },
    #[n(15)]
    CardBurnt,
    #[n(16)]
    HandDealt {
        #[n(0)]
        seat: u8,
        #[n(1)]
        cards: u8,
    },
    #[n(17)]
    DealerDealt {
        #[n(0)]
        cards: u8,
    },
    #[n(18)]
    BoardDealt {
        #[n(0)]
        cards: u8,
    },
    #[n(19)]
    JackpotCardsDealt {
        #[n(0)]
        cards: u8,
    },
    #[n(20)]
    UpCardShown {
        #[n(0)]
        at: u8,
    },
    #[n(21)]
    BoardShown {
        #[n(0)]
        cards: u8,
    },
    #[n(22)]
    DealerShown,
    #[n(23)]
    JackpotCardsShown,
    #[n(24)]
    StepOpened {
        #[n(0)]
        step: u8,
    },
    #[n(25)]
    ShowdownReached,
    #[n(26)]
    AwardsAwaited,
    #[n(27)]
    Decided {
        #[n(0)]
        seat: u8,
        #[n(1)]
        decision: Decision,
        #[n(2)]
        step: u8,
    },
    /// A fold: the cards are counted and discarded.
    #[n(28)]
    HandDiscarded {
        #[n(0)]
        seat: u8,
    },
    /// A fold: the cards are kept for the jackpot.
    #[n(29)]
    HandKept {
        #[n(0)]
        seat: u8,
    },
    #[n(30)]
    DealerQualified {
        #[n(0)]
        rank: HandRank,
        #[n(1)]
        qualifies: bool,
    },
    #[n(31)]
    HandDeclared {
        #[n(0)]
        seat: Option<u8>,
        #[n(1)]
        order: u8,
        #[n(2)]
        rank: HandRank,
    },
    #[n(32)]
    HandsCompared {
        #[n(0)]
        seat: u8,
        #[n(1)]
        #[cbor(with = "stored::ordering")]
        against: Ordering,
    },
    /// A limit, a required multiple or a loss limit changed what is settled.
    #[n(33)]
    StakeAdjusted {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
        #[n(2)]
        to: Money,
        /// What lay there, or counted before; early logs do not say.
        #[n(3)]
        was: Option<Money>,
    },
    #[n(34)]
    PayLineApplied {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
        #[n(2)]
        odds: Odds,
    },
    #[n(35)]
    PaymentRounded {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
    },
    #[n(36)]
    PaymentCapped {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
    },
    #[n(37)]
    TokenKept {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
    },
    #[n(38)]
    WinningsWithheld {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
    },
    #[n(39)]
    WagerSettled {
        #[n(0)]
        seat: u8,
        #[n(1)]
        wager: u8,
        #[n(2)]
        staked: Money,
        #[n(3)]
        result: Settled,
        #[n(4)]
        paid: Money,
        #[n(5)]
        returned: Money,
    },
    /// A jackpot hand that the meter pays: the place of its prize in the option.
    #[n(40)]
    JackpotHit {
        #[n(0)]
        seat: u8,
        #[n(1)]
        prize: u8,
    },
    #[n(41)]
    HandCounted {
        #[n(0)]
        seat: u8,
    },
    /// A box was settled by itself, before the others.
    #[n(67)]
    HandSettled {
        #[n(0)]
        seat: u8,
    },
    #[n(42)]
    PlayerWarned {
        #[n(0)]
        seat: u8,
        #[n(1)]
        warning: Warning,
        /// What would have been right, where the player is told.
        #[n(2)]
        right: Option<RightAmount>,
    },
    #[n(43)]
    RoundClosed,
    #[n(44)]
    IrregularityRuled {
        #[n(0)]
        what: IrregularityKind,
        #[n(1)]
        ruling: Ruling,
        #[n(2)]
        seats: u16,
    },
    /// A seat may take back its wagers and did, or plays on.
    #[n(45)]
    RetractionChosen {
        #[n(0)]
        seat: u8,
        #[n(1)]
        retracts: bool,
    },
    #[n(46)]
    DutyDue {
        #[n(0)]
        duty: DutyKind,
    },
    /// The hand is void, taken back or taken: nothing of it is left but perhaps the jackpot.
    #[n(47)]
    HandGone {
        #[n(0)]
        seat: u8,
    },
    #[n(48)]
    HandsSwapped {
        #[n(0)]
        seat: u8,
        #[n(1)]
        with: u8,
    },
    #[n(49)]
    JackpotCancelled,
    #[n(50)]
    JackpotReRegistered {
        #[n(0)]
        wagers: u8,
        #[n(1)]
        this_round: bool,
    },
    #[n(51)]
    PlayerBarred {
        #[n(0)]
        seat: u8,
    },
    #[n(68)]
    PlayerPaused {
        #[n(0)]
        seat: u8,
    },
    #[n(69)]
    PlayerResumed {
        #[n(0)]
        seat: u8,
    },
    /// A loss limit of a player, and what is lost so far where it is counted anew.
    #[n(70)]
    LossLimitSet {
        #[n(0)]
        seat: u8,
        #[n(1)]
        limit: Money,
        #[n(2)]
        lost: Option<Money>,
    },
    /// What the loss limit of a player leaves, which is less than the wagers that follow take at least.
    #[n(82)]
    LimitShort {
        #[n(0)]
        seat: u8,
        #[n(1)]
        left: Money,
        #[n(2)]
        needed: Money,
    },
    #[n(52)]
    UpCardChosen {
        #[n(0)]
        at: u8,
    },
    #[n(53)]
    NoticePosted {
        #[n(0)]
        of: NoticeOf,
        #[n(1)]
        at: Moment,
        #[n(2)]
        limits: Option<Box<Limits>>,
    },
    #[n(54)]
    LimitsChanged {
        #[n(0)]
        limits: Box<Limits>,
        #[n(1)]
        grandfathered: bool,
    },
    #[n(55)]
    LimitsAgreed {
        #[n(0)]
        seat: u8,
        #[n(1)]
        limits: Box<Limits>,
    },
    #[n(56)]
    PayTablesChanged {
        #[n(0)]
        paytables: Vec<(String, String)>,
    },
    /// The sign shows the terms that the linked meter has now.
    #[n(78)]
    JackpotChanged {
        #[n(0)]
        terms: Box<SignJackpot>,
    },
    #[n(57)]
    TableClosed,
    #[n(58)]
    SeatVacated {
        #[n(0)]
        seat: u8,
    },
    #[n(59)]
    CardsCounted {
        #[n(0)]
        cards: u8,
    },
    #[n(71)]
    CardsChecked,
    #[n(60)]
    CardsChanged,
    #[n(61)]
    BurnOrdered,
    #[n(62)]
    CardsShuffledAgain,
    #[n(63)]
    CardFoundInvalid {
        #[n(0)]
        seat: u8,
        #[n(1)]
        found: FoundWhen,
    },
}
