//! A book's irregularities as data: what happened and how it stood, the ruling, who may give it, what it entails.

use crate::cite::Cite;
use crate::roles::RoleId;
use crate::table::Device;
use serde::{Deserialize, Serialize};

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A card was shown in the initial deal.
    CardExposed,
    /// Too few, too many or no cards on a box with a wager.
    WrongCards,
    /// Cards on a box without one.
    StrayHand,
    /// Wrong number of community cards.
    WrongBoard,
    /// Wrong number of cards to the dealer.
    WrongDealerCards,
    /// Wrong number of shared jackpot cards.
    WrongJackpotCards,
    /// Community cards spread wrongly.
    BoardMisspread,
    /// A player's cards mixed with the dealer's.
    MixedWithDealer,
    /// A player's cards mixed with the shared jackpot cards.
    MixedWithJackpotCards,
    /// The dealer took a hand that its player had looked at.
    HandTaken,
    /// A card was shown too early after the initial deal.
    ShownEarly,
    /// The deck is not what it should be.
    WrongDeck,
    /// The shuffler stopped.
    ShufflerJam,
    /// The shuffler does not confirm the number of cards.
    ShufflerUnverified,
    /// The device stopped for good with cards out.
    DeviceDead,
    /// A blind hand was looked at.
    BlindHandViewed,
    /// The jackpot game was started by mistake.
    JackpotStartedInError,
    /// Players traded knowledge of cards.
    InformationShared,
    /// A player broke a rule.
    RuleBreach,
    /// Something outside anybody's control.
    Disruption,
    Fraud,
}

/// From when on something can have happened, and so be ruled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Since {
    /// Whenever the table is open.
    Opening,
    /// From no more bets on.
    Round,
    /// From the first card on.
    Deal,
}

impl What {
    /// From when on it can have happened.
    pub const fn since(self) -> Since {
        match self {
            What::WrongDeck
            | What::ShufflerJam
            | What::ShufflerUnverified
            | What::JackpotStartedInError
            | What::RuleBreach => Since::Opening,
            What::Disruption | What::Fraud => Since::Round,
            What::CardExposed
            | What::WrongCards
            | What::StrayHand
            | What::WrongBoard
            | What::WrongDealerCards
            | What::WrongJackpotCards
            | What::BoardMisspread
            | What::MixedWithDealer
            | What::MixedWithJackpotCards
            | What::HandTaken
            | What::ShownEarly
            | What::DeviceDead
            | What::BlindHandViewed
            | What::InformationShared => Since::Deal,
        }
    }
}

/// How it stood. What is left out does not matter.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circumstances {
    /// Whose card was exposed.
    pub of: Option<Exposed>,
    /// At most so many cards were.
    pub at_most: Option<u8>,
    /// A player had looked, or the call to decide was made.
    pub looked: Option<bool>,
    /// The order of the cards can be told.
    pub order_known: Option<bool>,
    /// There are too many cards (not too few).
    pub surplus: Option<bool>,
    /// A count of the deck is right.
    pub deck_right: Option<bool>,
    pub device: Option<Device>,
    /// The player named the cards, or nothing else lies in the rack.
    pub matched: Option<bool>,
    /// The player named the cards.
    pub named: Option<bool>,
    /// Only one hand was looked at.
    pub one_hand: Option<bool>,
    /// The player concerned has made the first later wager.
    pub has_bet: Option<bool>,
    /// What those in charge chose.
    pub chosen: Option<String>,
}

/// Whose card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, minicbor::Encode, minicbor::Decode,
)]
#[serde(rename_all = "kebab-case")]
#[cbor(index_only)]
pub enum Exposed {
    #[n(0)]
    Player,
    #[n(1)]
    Dealer,
    /// A community card.
    #[n(2)]
    Board,
    /// A shared jackpot card.
    #[n(3)]
    JackpotCards,
}

/// What is done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// All hands void, wagers back, jackpot wagers by the book's policy.
    Misdeal,
    /// The same for the round.
    VoidRound,
    /// The hands concerned are void and their wagers go back.
    VoidHands,
    /// Play goes on.
    Continue,
    /// Cards too many are the next to be dealt.
    SurplusNext,
    /// Cards too many go to the rack.
    SurplusDiscarded,
    /// Cards too few are dealt from the next ones.
    ShortageDealt,
    /// The card is turned down again.
    TurnedDown,
    /// The card becomes the dealer's shown card.
    UpCard,
    /// The hand goes back to its player.
    HandRestored,
    /// The hand stays where it is; wagers taken by mistake go back.
    HandDead,
    /// The stray cards are burnt or discarded.
    StrayBurnt,
    /// The hand looked at becomes the hand of the seat.
    SeatHandSwapped,
    /// All jackpot wagers go back, the round goes on.
    JackpotReturned,
    /// The jackpot game is cancelled; all may wager for the next round.
    JackpotCancelled,
    /// The cards are shuffled again.
    Reshuffled,
    /// Main wagers are taken.
    MainForfeited,
    /// All wagers are taken.
    AllForfeited,
    /// The player's wagers are void and go back.
    WagersVoid,
    /// The player may not go on playing.
    Barred,
    /// The player must leave the premises.
    Excluded,
    /// An inspector or the police are called.
    Escalated,
    /// The outcome does not count; every wager goes back.
    Invalidated,
    /// The outcome does not count; the offender's wagers are taken, the others go back.
    InvalidatedForfeiting,
}

/// What must be done besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DutyKind {
    CountDeck,
    ShuffleAndReuse,
    BoxAndSeal,
    ReplaceCards,
    BurnCards,
    NotifyRole,
    NotifySurveillance,
    NotifyInspector,
    CheckDeck,
    NewDevice,
    EarlierRoundsStand,
    RecordRuling,
    RemindPlayer,
    WarnPlayer,
    FaceDownAndCount,
    DealAnew,
}

/// A duty with its clause.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    pub is: DutyKind,
    /// Where the book says so.
    pub clause: Cite,
}

/// A row of `irregularities.toml`; the first that fits decides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IrregularityRule {
    pub what: What,
    /// Only in these games; none: in all.
    #[serde(default)]
    pub games: Vec<String>,
    /// And so it stood.
    #[serde(default)]
    pub when: Circumstances,
    /// What is done.
    pub ruling: Ruling,
    pub clause: Cite,
    /// The least role that may rule so.
    pub by: String,
    /// The clause of a refund, where it is another.
    pub refund: Option<Cite>,
    /// The jackpot wagers concerned: the clause, where the book's general one does not apply.
    pub jackpot: Option<crate::Ruled<crate::MisdealJackpot>>,
    /// The others may take back their wagers.
    pub retraction: Option<Cite>,
    /// A jackpot wager taken back: the game is cancelled and the rest registered again.
    pub retraction_jackpot: Option<Cite>,
    /// Who plays on is bound.
    pub plays_on: Option<Cite>,
    /// What must be done besides.
    #[serde(default)]
    pub duty: Vec<Duty>,
    /// The role of `by`.
    #[serde(skip)]
    pub least: RoleId,
    /// The clause that gives the power: the first of the row that is about authority.
    #[serde(skip)]
    pub power: Option<Cite>,
}

/// `irregularities.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IrregularitiesFile {
    #[serde(default)]
    pub(crate) irregularity: Vec<IrregularityRule>,
}
