//! What a table on the floor can be told beyond its game, and what it says.

use crate::ActingRole;
use crate::game::{MeterCall, Standing};
use cards::ShuffleKey;
pub use engine::banked::DealingMode;
use engine::stored::SealingContext;
use engine::{Hidden, MeterIndex, PatronId, SignJackpot};
pub use house::Tender;
use minicbor::encode::Write;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};
use money::Money;
use store::Hash;

/// The key that a deck is shuffled from: randomness comes in as an argument. It is never zeros, whether it was drawn, or read
/// from a log or an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeckKey(Hidden<[u8; 32]>);

impl DeckKey {
    /// None for zeros, which nobody has drawn: anybody could compute the deck that they shuffle.
    pub fn new(key: [u8; 32]) -> Option<DeckKey> {
        (key != [0; 32]).then_some(DeckKey(Hidden::new(key)))
    }

    /// The same for the shuffle.
    pub fn shuffle_key(&self) -> ShuffleKey {
        ShuffleKey::from_bytes(*self.0)
    }
}

impl<C: SealingContext> Encode<C> for DeckKey {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        self.0.encode(e, context)
    }
}

impl<'b, C: SealingContext> Decode<'b, C> for DeckKey {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<DeckKey, decode::Error> {
        let key = Hidden::<[u8; 32]>::decode(d, context)?;
        DeckKey::new(*key).ok_or_else(|| decode::Error::message("the key of a deck is zeros"))
    }
}

/// What a table can be told.
#[derive(Clone, Debug)]
pub enum Command<C> {
    /// Set it up on the floor.
    SetUp(DealingMode),
    /// Something about the game.
    Game {
        command: C,
        /// For the next deck.
        next_key: Option<DeckKey>,
    },
    /// Deal from the deck that was committed to.
    Deal {
        /// For the next deck.
        next_key: Option<DeckKey>,
    },
    /// A patron wants a place: their file is asked first.
    AskSeat {
        seat: u8,
        /// The patron's number.
        patron: PatronId,
        /// The card that was shown.
        card: Option<u64>,
    },
    /// How a patron stands has changed in their file.
    Standing {
        patron: PatronId,
        /// What may be lost now.
        standing: Standing,
        /// The last round that the file has counted.
        counted: Option<u64>,
        /// The seat is to be left.
        leaves: bool,
        /// A break begins or ends.
        pauses: Option<bool>,
    },
    /// A player gives a seed for the order in which the committed deck is dealt.
    GiveSeed {
        /// At which place.
        seat: u8,
        /// The commitment that the player has seen.
        root: CommittedRoot,
        seed: Seed,
        /// The promise of the seed for the next deck (`promise_of`).
        next: Option<Seed>,
    },
    /// A player gets up.
    LeaveSeat {
        /// From which place.
        seat: u8,
    },
    /// A member of staff orders a player off the table: the place is left when the round is over, or now.
    RemovePlayer {
        /// From which place.
        seat: u8,
        /// Why, for the log and for the player.
        why: String,
    },
    /// Chips for money.
    BuyIn {
        /// At which place.
        seat: u8,
        amount: Money,
        with: Tender,
    },
    /// Chips leave the table with the player, or go back to the account.
    CashOut {
        /// At which place.
        seat: u8,
        amount: Money,
    },
    /// Chips for other chips of the same worth.
    ChangeColour {
        /// At which place.
        seat: u8,
        amount: Money,
    },
    /// Chips come to the float.
    Fill { amount: Money },
    /// Chips go from the float.
    Credit { amount: Money },
    /// The float is counted.
    CountFloat {
        /// What was found.
        amount: Money,
    },
    /// The drop box is counted and emptied.
    CountDrop {
        /// What was found.
        amount: Money,
    },
    /// The day ends for this table.
    CloseDay {
        /// Which day: year, month, day as a number, 20260815.
        day: u32,
    },
    /// The table goes onto a linked meter.
    Link {
        /// Which of the book's meters.
        meter: MeterIndex,
    },
    /// The table leaves its meter.
    Unlink,
    /// Something that was asked of a meter or a patron's file is answered.
    Answered {
        /// The number of the call.
        call: u64,
        answer: CallAnswer,
    },
    /// The house declared a patron's wagers void in a round.
    VoidWagers {
        patron: PatronId,
        /// In which round, from 1.
        round: u64,
        /// For the next deck.
        next_key: Option<DeckKey>,
    },
    /// The house bars a patron from the game: the place is left, after the round where one is under way.
    Bar { patron: PatronId },
    /// A wrong payment of this table was corrected.
    PostCorrection {
        /// The number of the wrong payment in the house.
        mispayment: u32,
        patron: PatronId,
        /// Whether the patron gives back what was too much.
        over: bool,
        /// How much was corrected in all so far.
        total: Money,
    },
    /// The linked meter has other terms: the sign follows, after the round where one is under way.
    FollowMeter { terms: Box<SignJackpot> },
    /// People deal at a table where the system shuffles, or the automatic dealer does.
    DealByHand {
        /// Whether people do.
        by_hand: bool,
    },
    /// The meter cannot be reached.
    LoseLink,
    /// A manual process runs in place of the meter.
    GoManual,
    /// The meter can be reached again.
    FindLink,
    /// The awards that the meter recorded are determined and paid.
    DetermineAwards {
        /// For the next deck.
        next_key: Option<DeckKey>,
    },
}

/// What has happened at a table.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(context_bound = "engine::stored::SealingContext")]
pub enum Event<E> {
    #[n(0)]
    SetUp(#[n(0)] DealingMode),
    /// Something of the game.
    #[n(1)]
    Game(#[n(0)] E),
    /// A deck was shuffled: its commitment for all to see, its key for nobody.
    #[n(2)]
    DeckCommitted {
        #[n(0)]
        root: CommittedRoot,
        #[n(1)]
        key: DeckKey,
    },
    #[n(3)]
    SeatAsked {
        #[n(0)]
        seat: u8,
        #[n(1)]
        patron: PatronId,
    },
    #[n(4)]
    PatronSeated {
        #[n(0)]
        seat: u8,
        #[n(1)]
        patron: PatronId,
    },
    #[n(5)]
    SeatRefused {
        #[n(0)]
        seat: u8,
        #[n(1)]
        patron: PatronId,
        #[n(2)]
        why: String,
        #[n(3)]
        clause: String,
    },
    #[n(6)]
    BoughtIn {
        #[n(0)]
        seat: u8,
        #[n(1)]
        amount: Money,
        #[n(2)]
        with: Tender,
    },
    #[n(7)]
    CashedOut {
        #[n(0)]
        seat: u8,
        #[n(1)]
        amount: Money,
        #[n(2)]
        to: Tender,
    },
    #[n(8)]
    ColourChanged {
        #[n(0)]
        seat: u8,
        #[n(1)]
        amount: Money,
    },
    #[n(9)]
    FloatFilled {
        #[n(0)]
        amount: Money,
    },
    #[n(10)]
    FloatCredited {
        #[n(0)]
        amount: Money,
    },
    #[n(11)]
    FloatCounted {
        #[n(0)]
        amount: Money,
    },
    #[n(12)]
    DropCounted {
        #[n(0)]
        amount: Money,
    },
    #[n(13)]
    DayClosed {
        #[n(0)]
        day: u32,
    },
    #[n(14)]
    Linked {
        #[n(0)]
        meter: MeterIndex,
    },
    #[n(15)]
    Unlinked,
    /// Somebody else must be told: a call, numbered without gaps.
    #[n(16)]
    CallDue {
        #[n(0)]
        call: u64,
        #[n(1)]
        what: Call,
    },
    #[n(17)]
    CallAnswered {
        #[n(0)]
        call: u64,
        #[n(1)]
        answer: CallAnswer,
    },
    #[n(18)]
    LinkChanged {
        #[n(0)]
        to: Link,
    },
    #[n(19)]
    BuyInAsked {
        #[n(0)]
        seat: u8,
        #[n(1)]
        amount: Money,
    },
    #[n(20)]
    BuyInRefused {
        #[n(0)]
        seat: u8,
        #[n(1)]
        why: String,
    },
    /// A correction of a wrong payment moved money.
    #[n(28)]
    CorrectionPosted {
        #[n(0)]
        mispayment: u32,
        #[n(1)]
        patron: PatronId,
        /// Whether it came from the patron, who had too much.
        #[n(2)]
        over: bool,
        #[n(3)]
        amount: Money,
        #[n(4)]
        with: CorrectedWith,
    },
    /// A patron's account is asked for what a correction takes back.
    #[n(29)]
    CorrectionAsked {
        #[n(0)]
        mispayment: u32,
        #[n(1)]
        patron: PatronId,
        #[n(2)]
        amount: Money,
    },
    /// … and does not give it.
    #[n(30)]
    CorrectionRefused {
        #[n(0)]
        mispayment: u32,
        #[n(1)]
        patron: PatronId,
        #[n(2)]
        amount: Money,
        #[n(3)]
        why: String,
    },
    /// The meter has other terms; the sign follows when the round is over.
    #[n(31)]
    TermsAwaited {
        #[n(0)]
        terms: Box<SignJackpot>,
    },
    /// People deal at a table where the system shuffles, or the system does again.
    #[n(32)]
    DealingChanged {
        #[n(0)]
        by_hand: bool,
    },
    /// Somebody is kept out: the place is left when the round is over.
    #[n(21)]
    MustLeave {
        #[n(0)]
        seat: u8,
        #[n(1)]
        patron: PatronId,
    },
    /// A member of staff ordered a player off the table: the place is left when the round is over.
    #[n(33)]
    RemovalOrdered {
        #[n(0)]
        seat: u8,
        #[n(1)]
        patron: Option<PatronId>,
        /// The rung of whoever ordered it; the record has the person.
        #[n(2)]
        role: ActingRole,
        #[n(3)]
        why: String,
    },
    /// A player gave a seed for the deck that is committed to.
    #[n(34)]
    SeedGiven {
        #[n(0)]
        seat: u8,
        #[n(1)]
        seed: Seed,
        /// The promise of the next one.
        #[n(2)]
        next: Option<Seed>,
    },
}

/// Between what a correction moves money: the float, and this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub enum CorrectedWith {
    /// The patron's chips at a place of the table.
    #[n(0)]
    Rack(#[n(0)] u8),
    /// The patron's account.
    #[n(1)]
    Account,
    /// Chips that the patron brings along or takes away.
    #[n(2)]
    Chips,
}

/// The commitment to a deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub struct CommittedRoot(
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    pub [u8; 32],
);

impl From<Hash> for CommittedRoot {
    fn from(hash: Hash) -> CommittedRoot {
        CommittedRoot(hash.0)
    }
}

/// A seed of a player's program for the order of a deal, or the promise of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub struct Seed(
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    pub [u8; 32],
);

/// Something that a table asks of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Call {
    /// Of its meter.
    #[n(0)]
    Meter {
        #[n(0)]
        meter: MeterIndex,
        #[n(1)]
        what: MeterCall,
    },
    /// Of a patron's file.
    #[n(1)]
    Patron {
        #[n(0)]
        patron: PatronId,
        #[n(1)]
        what: PatronCall,
    },
    /// Of the house: people outside must be told.
    #[n(2)]
    House {
        /// In which round.
        #[n(0)]
        round: u64,
    },
}

/// What a table tells a patron's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum PatronCall {
    /// May they sit down?
    #[n(0)]
    StartPlay {
        #[n(0)]
        seat: u8,
        /// The card that was shown.
        #[n(1)]
        card: Option<u64>,
    },
    /// Money from the account to the table.
    #[n(1)]
    TakeMoney {
        #[n(0)]
        amount: Money,
        /// For which place.
        #[n(1)]
        seat: u8,
    },
    /// A round is settled.
    #[n(2)]
    RecordPlay {
        #[n(0)]
        round: u64,
        /// What it won; below zero, lost.
        #[n(1)]
        net: Money,
    },
    /// They got up.
    #[n(3)]
    EndPlay,
    /// Money from the table to the account.
    #[n(4)]
    GiveMoney {
        #[n(0)]
        amount: Money,
    },
    /// Money from the account that was paid too much.
    #[n(11)]
    Repay {
        #[n(0)]
        amount: Money,
        /// The number of the wrong payment in the house.
        #[n(1)]
        mispayment: u32,
    },
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum CallAnswer {
    #[n(0)]
    Done,
    /// The meter recorded an outcome: what each gets, and its number in the meter's order.
    #[n(1)]
    Awarded {
        /// To each royal flush.
        #[n(0)]
        royal: Money,
        /// To each straight flush.
        #[n(1)]
        straight_flush: Money,
        /// The number of the outcome.
        #[n(2)]
        seq: u64,
    },
    /// The patron may play.
    #[n(2)]
    Welcome(#[n(0)] Standing),
    /// The rules say no.
    #[n(3)]
    Refused {
        #[n(0)]
        why: String,
        #[n(1)]
        clause: String,
    },
}

/// The line between a table and its meter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Encode, Decode)]
pub enum Link {
    /// The table is on no meter.
    #[n(0)]
    #[default]
    None,
    /// The meter answers.
    #[n(1)]
    Live,
    /// It does not: no jackpot wagers are taken.
    #[n(2)]
    Stale,
    /// A manual process runs; what the meter must hear is kept until it answers again.
    #[n(3)]
    Manual,
    /// It answers again and hears what was kept; no jackpot wagers until it has.
    #[n(4)]
    Reconciling,
}

impl Link {
    /// As displays write it.
    pub const fn word(self) -> &'static str {
        match self {
            Link::None => "-",
            Link::Live => "LIVE",
            Link::Stale => "STALE",
            Link::Manual => "MANUAL",
            Link::Reconciling => "RECONCILING",
        }
    }
}
