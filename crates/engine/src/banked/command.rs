//! What a table can be told, and what it may offer.

use super::state::{FoundWhen, Holder, NoticeOf, Patron};
use crate::hidden::Hidden;
use crate::sign::{Limits, MOST, Sign, SignJackpot};
use cards::CardId;
use minicbor::{Decode, Encode};
use money::Money;
use rulebook::{ChoiceKind, Exposed, IrregularityKind, Medium};
use serde::{Deserialize, Serialize};

/// What a table can be told.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Open it under this sign.
    Open(Box<Sign>),
    /// Take a place; or play a blind hand there besides the one at `blind_of`.
    Sit {
        /// The place, from 0.
        seat: usize,
        /// The seat of the player whose blind hand this will be.
        blind_of: Option<usize>,
        /// The player's card and limits.
        patron: Patron,
    },
    /// Leave a place.
    Leave { seat: usize },
    /// Lay a first wager.
    Place {
        /// On which box.
        seat: usize,
        /// On which spot.
        wager: usize,
        amount: Money,
        medium: Medium,
        /// For somebody who is not there.
        proxy: bool,
        /// Whether somebody checks it now, or it was found like this later.
        checked: bool,
    },
    /// Add to a first wager.
    TopUp {
        /// On which box.
        seat: usize,
        /// On which spot.
        wager: usize,
        /// How much more.
        amount: Money,
    },
    /// Take back a first wager, or a part of it.
    TakeBack {
        /// On which box.
        seat: usize,
        /// On which spot.
        wager: usize,
        /// How much of it.
        amount: Money,
    },
    /// Take a wager off the layout.
    RefuseWager {
        /// On which box.
        seat: usize,
        /// On which spot.
        wager: usize,
    },
    /// Lay a jackpot wager on somebody else's box.
    PlaceForAnother {
        seat: usize,
        /// The seat of the player whose wager it is.
        by: usize,
    },
    /// Call no more bets.
    CallNoMoreBets,
    /// Deal from this deck.
    Deal(Box<Hidden<[CardId; 52]>>),
    /// Deal real cards: which they are is recorded as they are read.
    DealLive,
    /// Record cards of a deal of real cards, typed or clicked; recording again corrects.
    RecordCards {
        of: Holder,
        cards: Hidden<Vec<CardId>>,
        /// From which of the holder's cards on, from 0.
        from: usize,
        /// Why what was recorded before is wrong; needed where there is something.
        why: Option<CorrectionReason>,
    },
    /// Record the next card that left a reading shoe, in the order of the deal.
    RecordNext { card: Hidden<CardId> },
    /// Take back what was recorded there.
    TakeBackRecord {
        of: Holder,
        /// Why it is wrong.
        why: CorrectionReason,
    },
    /// A player decides.
    Decide {
        /// On which box.
        seat: usize,
        decision: Decision,
    },
    /// Turn up the next cards, when everybody has decided.
    Proceed,
    /// Settle the wagers of one box, in the order of the book.
    SettleHand { seat: usize },
    /// Settle the wagers that are left, and record what the jackpot owes.
    Settle,
    /// Pay what the meter awards to a box.
    Award { seat: usize, amount: Money },
    /// Rule on something that went wrong.
    Rule(Box<IrregularityReport>),
    /// Put up a notice.
    PostNotice {
        of: NoticeOf,
        /// The limits it announces.
        limits: Option<Box<Limits>>,
    },
    /// Change the limits on the sign.
    ChangeLimits {
        limits: Box<Limits>,
        /// At once, seated players keeping their minimum.
        at_once: bool,
    },
    /// Agree limits with one player.
    AgreeLimits { seat: usize, limits: Box<Limits> },
    /// Change the pay tables on the sign: names and columns.
    ChangePayTables(Vec<(String, String)>),
    /// Show the terms that the linked meter has now.
    ChangeJackpot(Box<SignJackpot>),
    /// Close the table.
    Close,
    /// Have an idle player give up the seat.
    VacateSeat { seat: usize },
    /// Count the cards.
    OrderCount {
        /// How many there were.
        cards: u8,
    },
    /// Check the cards before they are played with.
    CheckCards,
    /// Bring new cards.
    ChangeCards,
    /// Shuffle real cards for the next round.
    Shuffle,
    /// Shuffle out of turn.
    OrderShuffle { ground: ShuffleGround },
    /// Burn a card before the community cards.
    OrderBurn,
    /// Cut the pack.
    Cut,
    /// Have a player take a break.
    PausePlayer { seat: usize },
    /// End a player's break.
    ResumePlayer { seat: usize },
    /// Set a player's loss limit; a lower one holds for every wager from now on.
    SetLossLimit {
        seat: usize,
        /// The most that may be lost.
        limit: Money,
        /// What is lost so far, where it is counted anew: at other tables too, or from now on.
        lost: Option<Money>,
    },
    /// Record an earlier warning of a player.
    RecordWarning { seat: usize, warning: super::state::Warning },
    /// Record that a player's card is not theirs.
    RecordInvalidCard {
        seat: usize,
        /// When it came out.
        found: FoundWhen,
    },
}

impl Command {
    /// Those that say nothing besides: offered wherever they would be accepted.
    pub(super) const PLAIN: [Command; 12] = [
        Command::CallNoMoreBets,
        Command::DealLive,
        Command::Proceed,
        Command::Settle,
        Command::Close,
        Command::CheckCards,
        Command::ChangeCards,
        Command::Shuffle,
        Command::OrderShuffle { ground: ShuffleGround::AbnormalRun },
        Command::OrderShuffle { ground: ShuffleGround::ReasonableCause },
        Command::OrderBurn,
        Command::Cut,
    ];

    /// Those that say nothing but of which box: offered in the same way.
    pub(super) const fn of_a_box(seat: usize) -> [Command; 5] {
        [
            Command::Leave { seat },
            Command::VacateSeat { seat },
            Command::SettleHand { seat },
            Command::PausePlayer { seat },
            Command::ResumePlayer { seat },
        ]
    }
}

/// Why a record of real cards is corrected. A closed list: words of a dealer could name a card that lies face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(index_only)]
#[serde(rename_all = "kebab-case")]
pub enum CorrectionReason {
    /// Somebody misread a card.
    #[n(0)]
    Misread,
    /// It was read right and typed wrong.
    #[n(1)]
    Mistyped,
    /// The cards are those of another place.
    #[n(2)]
    WrongPlace,
    /// A shoe that reads cards read one wrong.
    #[n(3)]
    DeviceMisread,
    /// The recording of a camera shows other cards.
    #[n(4)]
    CameraShows,
}

impl CorrectionReason {
    /// All there are.
    pub const ALL: [CorrectionReason; 5] = [
        CorrectionReason::Misread,
        CorrectionReason::Mistyped,
        CorrectionReason::WrongPlace,
        CorrectionReason::DeviceMisread,
        CorrectionReason::CameraShows,
    ];
}

/// Why cards are shuffled out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShuffleGround {
    /// The run of the cards looks abnormal.
    AbnormalRun,
    /// Another reasonable cause.
    ReasonableCause,
}

/// How cards come to a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealingMode {
    /// The system shuffles and deals.
    #[n(0)]
    #[default]
    Virtual,
    /// A person deals real cards and the console records them.
    #[n(1)]
    Live,
}

/// What a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(flat)]
pub enum Decision {
    /// Stake the next wager.
    #[n(0)]
    Bet {
        #[n(0)]
        amount: Money,
        /// Whether somebody checks it now, or it was found like this later.
        #[n(1)]
        checked: bool,
        /// Whether it is a token.
        #[n(2)]
        token: bool,
    },
    /// Stay in without a stake.
    #[n(1)]
    Check,
    /// Give up the hand.
    #[n(2)]
    Fold,
    /// Give up the Ante and keep the side wagers.
    #[n(3)]
    FoldAnte,
    /// Does not place the wager that is needed.
    #[n(4)]
    Cannot,
    /// Is not there.
    #[n(5)]
    Absent,
    /// Give up the hand at settlement.
    #[n(6)]
    Concede,
}

impl Decision {
    /// The choice of the game that it is, where it is one.
    pub const fn kind(self) -> Option<ChoiceKind> {
        match self {
            Decision::Bet { .. } => Some(ChoiceKind::Bet),
            Decision::Check => Some(ChoiceKind::Check),
            Decision::Fold => Some(ChoiceKind::Fold),
            Decision::FoldAnte => Some(ChoiceKind::FoldAnte),
            Decision::Cannot | Decision::Absent | Decision::Concede => None,
        }
    }
}

/// What a player decides, whatever is staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    Bet,
    Check,
    Fold,
    FoldAnte,
    Cannot,
    Absent,
    Concede,
}

impl DecisionKind {
    /// The decision, checked as it is made.
    ///
    /// # Errors
    /// If a bet is without an amount, or anything else has one.
    pub fn with(self, amount: Option<Money>) -> Result<Decision, &'static str> {
        match (self, amount) {
            (DecisionKind::Bet, Some(amount)) => Ok(Decision::Bet { amount, checked: true, token: false }),
            (DecisionKind::Bet, None) => Err("a bet needs its amount"),
            (_, Some(_)) => Err("only a bet has an amount"),
            (DecisionKind::Check, None) => Ok(Decision::Check),
            (DecisionKind::Fold, None) => Ok(Decision::Fold),
            (DecisionKind::FoldAnte, None) => Ok(Decision::FoldAnte),
            (DecisionKind::Cannot, None) => Ok(Decision::Cannot),
            (DecisionKind::Absent, None) => Ok(Decision::Absent),
            (DecisionKind::Concede, None) => Ok(Decision::Concede),
        }
    }
}

/// What went wrong and how it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrregularityReport {
    pub what: IrregularityKind,
    /// The boxes concerned: a bit each.
    pub seats: u16,
    /// The boxes that take back their wagers, where they may: a bit each.
    pub retracts: u16,
    /// Whose card was exposed.
    pub of: Exposed,
    /// How many cards.
    pub cards: u8,
    /// A player had looked, or the call to decide was made.
    pub looked: bool,
    /// The order of the cards can be told.
    pub order_known: bool,
    /// Cards too many; below zero too few.
    pub surplus: i8,
    /// How many cards a count found.
    pub deck_count: u8,
    /// A card that does not belong.
    pub foreign: bool,
    /// The player named the cards.
    pub named: bool,
    /// Nothing else lies in the rack.
    pub only_cards: bool,
    /// What those in charge chose, where they may choose.
    pub chosen: Option<String>,
    /// The one wager that is void, where not all are.
    pub wager: Option<usize>,
}

impl IrregularityReport {
    /// The plainest form of it.
    pub fn new(what: IrregularityKind) -> IrregularityReport {
        IrregularityReport {
            what,
            seats: 0,
            retracts: 0,
            of: Exposed::Player,
            cards: 1,
            looked: false,
            order_known: false,
            surplus: 1,
            deck_count: 52,
            foreign: false,
            named: false,
            only_cards: false,
            chosen: None,
            wager: None,
        }
    }
}

/// Something that would be accepted: a command, or a range of amounts of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// A first wager on a box: any of these amounts, in one of these media.
    Place {
        /// On which box.
        seat: usize,
        /// On which spot.
        wager: usize,
        from: Money,
        to: Money,
        /// In steps of this, the smallest chip.
        chip: Money,
    },
    /// Adding to a first wager: any of these amounts.
    TopUp {
        /// On which box.
        seat: usize,
        /// On which spot.
        wager: usize,
        from: Money,
        to: Money,
        /// In steps of this, the smallest chip.
        chip: Money,
    },
    /// Taking back a first wager: all of it, or so much that the rest is still enough.
    TakeBack {
        /// On which box.
        seat: usize,
        /// On which spot.
        wager: usize,
        /// All of it.
        all: Money,
        /// The most that can be taken and leave enough.
        part: Money,
        /// What is left is made of chips, of which this is the smallest.
        chip: Money,
    },
    /// A later wager: any amount in the range, or one of the list.
    Bet {
        /// On which box.
        seat: usize,
        from: Money,
        to: Money,
        /// Only these, where the list is not empty.
        only: Vec<Money>,
        /// Multiples of the least, or of this, the smallest chip.
        chip: Money,
    },
    /// A jackpot award of any amount.
    Award {
        /// To which box.
        seat: usize,
    },
    /// Taking back what was recorded there, for any reason.
    TakeBackRecord {
        of: Holder,
    },
    /// Dealing from any deck of 52 different cards.
    Deal,
    Exactly(Command),
}

impl Offer {
    /// Whether a command is what is offered.
    pub fn admits(&self, command: &Command) -> bool {
        match (self, command) {
            (
                Offer::Place { seat, wager, from, to, chip },
                Command::Place {
                    seat: at,
                    wager: on,
                    amount,
                    medium: Medium::Chips,
                    proxy: false,
                    checked: true,
                },
            ) => seat == at && wager == on && (from..=to).contains(&amount) && is_of(*amount, *chip),
            (
                Offer::TopUp { seat, wager, from, to, chip },
                Command::TopUp { seat: at, wager: on, amount },
            ) => seat == at && wager == on && (from..=to).contains(&amount) && is_of(*amount, *chip),
            (
                Offer::TakeBack { seat, wager, all, part, chip },
                Command::TakeBack { seat: at, wager: on, amount },
            ) => {
                let leaves = *amount > Money::ZERO && amount <= part && is_of(*all - *amount, *chip);
                seat == at && wager == on && (amount == all || leaves)
            }
            (
                Offer::Bet { seat, from, to, only, chip },
                Command::Decide { seat: at, decision: Decision::Bet { amount, checked: true, token: false } },
            ) => {
                let made = if only.is_empty() {
                    is_of(*amount, *from) || is_of(*amount, *chip)
                } else {
                    only.contains(amount)
                };
                seat == at && (from..=to).contains(&amount) && made
            }
            (Offer::Award { seat }, Command::Award { seat: at, amount }) => {
                seat == at && !amount.is_negative() && *amount <= MOST
            }
            (Offer::TakeBackRecord { of }, Command::TakeBackRecord { of: whose, .. }) => of == whose,
            (Offer::Deal, Command::Deal(deck)) => super::deal::is_whole(deck),
            (Offer::Exactly(offered), command) => offered == command,
            _ => false,
        }
    }
}

/// Whether so many of one amount make the other.
fn is_of(amount: Money, one: Money) -> bool {
    amount.cents() % one.cents().max(1) == 0
}
