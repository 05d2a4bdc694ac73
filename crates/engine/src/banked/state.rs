//! What a table knows: its sign, its boxes, its cards, and how far the round has come.

use crate::hidden::Hidden;
use crate::machine::Moment;
use crate::place_number;
use crate::sign::{Limits, SEATS, Sign, WAGERS};
use crate::stored::{self, SealingContext};
use cards::{Card, CardId, CardSet};
use minicbor::{Decode, Encode};
use money::Money;
use rulebook::{ChoiceKind, IrregularityKind};
use serde::{Deserialize, Serialize};

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(flat)]
pub enum Phase {
    /// The table is not open.
    #[n(0)]
    Closed,
    /// First wagers may be placed.
    #[n(1)]
    Betting,
    /// No more bets; the cards are next.
    #[n(2)]
    Locked,
    /// Hands decide at this step of the game.
    #[n(3)]
    Deciding(#[n(0)] u8),
    /// All is decided and shown; the wagers are next.
    #[n(4)]
    Showdown,
    /// Hands wait for what the meter awards.
    #[n(5)]
    Awards,
}

/// A hand in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(flat)]
pub enum Hand {
    /// There is none.
    #[n(0)]
    None,
    #[n(1)]
    Live,
    /// Given up at a step; side wagers may go on.
    #[n(2)]
    Folded {
        #[n(0)]
        step: u8,
        /// With everything on it.
        #[n(1)]
        whole: bool,
    },
    /// Given up at settlement.
    #[n(3)]
    Conceded,
    /// Void, taken back or taken as a sanction: nothing of it is left to settle but perhaps the jackpot.
    #[n(4)]
    Gone,
}

/// A player's card and limits, where the book wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Encode, Decode)]
pub struct Patron {
    /// The card is another's, or there is none.
    #[n(0)]
    #[cbor(with = "stored::known")]
    pub invalid_card: Option<FoundWhen>,
    /// The most that may be lost, and what is lost so far.
    #[n(1)]
    pub loss: Option<(Money, Money)>,
    /// An employee who must not bet.
    #[n(2)]
    pub employee: bool,
    /// There is no card at all.
    #[n(3)]
    pub no_card: bool,
    /// The jackpot wager was placed before the Ante.
    #[n(4)]
    pub jackpot_first: bool,
}

/// When something came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum FoundWhen {
    /// Before the round.
    #[n(0)]
    Before,
    #[n(1)]
    During,
    #[n(2)]
    After,
}

/// What a player has been warned of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
#[cbor(index_only)]
pub enum Warning {
    /// A wager under the minimum.
    #[n(0)]
    UnderMinimum,
    /// Not placing the next wager.
    #[n(1)]
    CannotWager,
    /// A later wager that was too small: the player is told the right amount.
    #[n(2)]
    ShortWager,
    /// Wagers beyond a loss limit: the player is told of the duties that come with one.
    #[n(15)]
    LossLimit,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub struct Seat {
    /// Somebody sits here, or plays a blind hand here.
    #[n(0)]
    pub taken: bool,
    /// The seat whose player's blind hand this is.
    #[n(1)]
    pub blind_of: Option<u8>,
    /// What lies on each spot, as it was found.
    #[n(2)]
    pub stakes: [Money; WAGERS],
    /// Spots whose stake is a token: a bit each.
    #[n(3)]
    pub tokens: u8,
    /// Wagers went down that nobody checked.
    #[n(4)]
    pub unchecked: bool,
    /// The spots that are settled: a bit each.
    #[n(5)]
    pub settled: u8,
    /// The whole box was settled by itself, before the others: it stands, whatever happens to them.
    #[n(22)]
    #[cbor(default)]
    pub done: bool,
    /// The jackpot wager was good: it was lost or won at settlement.
    #[n(23)]
    #[cbor(default)]
    pub drew: bool,
    #[n(6)]
    pub hand: Hand,
    /// Has decided at this step, or need not.
    #[n(7)]
    pub decided: bool,
    /// The step at which each later wager was made.
    #[n(8)]
    pub made_at: u8,
    #[n(9)]
    pub cards: Hidden<[CardId; 5]>,
    /// How many it has.
    #[n(10)]
    pub held: u8,
    /// Waits for what the meter awards.
    #[n(11)]
    pub awaits: bool,
    /// The place of the prize that the meter pays.
    #[n(12)]
    pub hit: Option<u8>,
    /// Was not there to decide.
    #[n(13)]
    pub absent: bool,
    /// Warnings so far: a bit each.
    #[n(14)]
    pub warned: u8,
    /// Rounds sat out in a row.
    #[n(15)]
    pub idle: u32,
    /// May not play on.
    #[n(16)]
    pub barred: bool,
    /// Takes a break that a supervisor ordered.
    #[n(24)]
    #[cbor(default)]
    pub paused: bool,
    /// A jackpot wager that was paid for in an earlier round.
    #[n(17)]
    pub carried: Money,
    /// Whose jackpot wager lies here, where it is another's.
    #[n(18)]
    pub jackpot_by: Option<u8>,
    /// Limits of this player alone.
    #[n(19)]
    pub personal: Option<Box<Limits>>,
    /// The minimum that this player keeps.
    #[n(20)]
    pub keeps: Option<Box<Limits>>,
    /// The player's card and limits.
    #[n(21)]
    pub patron: Patron,
}

impl Seat {
    /// A place nobody has taken.
    pub fn empty() -> Seat {
        Seat {
            taken: false,
            blind_of: None,
            stakes: [Money::ZERO; WAGERS],
            tokens: 0,
            unchecked: false,
            settled: 0,
            done: false,
            drew: false,
            hand: Hand::None,
            decided: false,
            made_at: 0,
            cards: Hidden::new([ACE; 5]),
            held: 0,
            awaits: false,
            hit: None,
            absent: false,
            warned: 0,
            idle: 0,
            barred: false,
            paused: false,
            carried: Money::ZERO,
            jackpot_by: None,
            personal: None,
            keeps: None,
            patron: Patron::default(),
        }
    }

    /// What an absence at this box counted as, once it was applied.
    pub fn choice_for_absent(&self) -> ChoiceKind {
        match self.hand {
            Hand::Folded { whole: true, .. } => ChoiceKind::Fold,
            Hand::Folded { whole: false, .. } => ChoiceKind::FoldAnte,
            _ => ChoiceKind::Check,
        }
    }

    /// Whether any money lies here.
    pub fn has_wagers(&self) -> bool {
        self.stakes.iter().any(|stake| !stake.is_zero())
    }

    /// What lies here and is not settled yet.
    pub fn at_stake(&self) -> Money {
        let open = self.stakes.iter().enumerate().filter(|(wager, _)| !self.is_settled(*wager));
        open.map(|(_, stake)| *stake).sum()
    }

    /// Whether a spot is settled.
    pub fn is_settled(&self, wager: usize) -> bool {
        self.settled & 1 << wager != 0
    }

    /// Whether a warning was given.
    pub fn is_warned(&self, warning: Warning) -> bool {
        self.warned & 1 << warning as u8 != 0
    }
}

/// Any card: the place holder where none has been dealt.
pub(crate) const ACE: CardId = Card::new(cards::Rank::Ace, cards::Suit::Spades).id();

/// What has been done with the cards at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Encode, Decode)]
pub struct Pack {
    /// Checked since they came to the table.
    #[n(0)]
    pub checked: bool,
    /// FoundWhen wrong: others must come.
    #[n(1)]
    pub wrong: bool,
    /// Shuffled since they came to the table.
    #[n(2)]
    pub mixed: bool,
    /// Shuffled for the next round.
    #[n(3)]
    pub shuffled: bool,
}

/// Whose cards, or where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(flat)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// A box, from 0; people count it from 1.
    #[n(0)]
    Seat(
        #[n(0)]
        #[serde(with = "place_number::of_seat")]
        u8,
    ),
    #[n(1)]
    Dealer,
    /// The community cards.
    #[n(2)]
    Board,
    /// The shared cards of the jackpot.
    #[n(3)]
    JackpotCards,
    #[n(4)]
    Burn,
}

/// A card that left a real shoe.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub struct LiveCard {
    /// To whom it went.
    #[n(0)]
    pub of: Holder,
    /// As which of their cards, from 0.
    #[n(1)]
    pub at: u8,
    /// Which it is, once it is recorded.
    #[n(2)]
    pub card: Hidden<Option<CardId>>,
}

// Apart, so that a deal of the system, which is played by the million, passes it by with one comparison.
#[cold]
fn leave_unread(live: &mut Vec<LiveCard>, of: Holder, from: u8, cards: u8) {
    let unread = |at| LiveCard { of, at, card: Hidden::new(None) };
    live.extend((from..from + cards).map(unread));
}

/// A notice on the table.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Notice {
    #[n(0)]
    pub since: Moment,
    /// Rounds begun when it went up.
    #[n(1)]
    pub round: u64,
    /// The minima it announces.
    #[n(2)]
    pub limits: Option<Box<Limits>>,
}

/// What a notice announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[cbor(index_only)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeOf {
    #[n(0)]
    Limits,
    #[n(1)]
    Closing,
    #[n(2)]
    PayTables,
}

/// A house-banked table.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
pub struct Table {
    /// How far the round has come.
    #[n(0)]
    pub phase: Phase,
    /// Rounds begun so far.
    #[n(1)]
    pub rounds: u64,
    /// The sign, while the table is open.
    #[n(2)]
    pub sign: Option<Box<Sign>>,
    #[n(3)]
    pub seats: [Seat; SEATS],
    /// How many of them are in use: one more than the last that is taken.
    #[n(4)]
    pub used: u8,
    /// The deck in its order, as it lay when the deal began.
    #[n(5)]
    pub deck: Hidden<[CardId; 52]>,
    /// Cards that have left it.
    #[n(6)]
    pub dealt: u8,
    /// The cards of a human dealer's deal in the order in which they left the device; none where the system deals.
    #[n(24)]
    pub live: Option<Vec<LiveCard>>,
    /// The boxes that were dealt to, in order, and how many.
    #[n(7)]
    pub areas: ([u8; SEATS], u8),
    /// The dealer's cards.
    #[n(8)]
    pub dealer: Hidden<[CardId; 5]>,
    /// How many the dealer has.
    #[n(9)]
    pub dealer_held: u8,
    /// Which of them is shown before the decision.
    #[n(10)]
    pub up_card: u8,
    /// The community cards, how many are dealt, and how many are shown.
    #[n(11)]
    pub board: Hidden<[CardId; 5]>,
    /// Community cards dealt.
    #[n(12)]
    pub board_dealt: u8,
    /// Community cards shown.
    #[n(13)]
    pub board_shown: u8,
    /// The shared cards of the jackpot.
    #[n(14)]
    pub jackpot_cards: Hidden<[CardId; 2]>,
    /// How many of them are dealt.
    #[n(15)]
    pub jackpot_held: u8,
    /// The dealer's hand is shown.
    #[n(16)]
    pub dealer_shown: bool,
    /// What has been done with the cards.
    #[n(25)]
    #[cbor(default)]
    pub pack: Pack,
    /// The pack has been cut since the shuffle.
    #[n(17)]
    pub cut: bool,
    /// A burn was ordered.
    #[n(18)]
    pub burn: bool,
    /// Somebody has decided, so somebody has looked.
    #[n(19)]
    pub looked: bool,
    /// The jackpot game of this round is registered.
    #[n(20)]
    pub registered: bool,
    /// The last irregularity ruled on in this round.
    #[n(21)]
    pub irregularity: Option<IrregularityKind>,
    /// The minimum was raised while the table was open.
    #[n(22)]
    pub raised: bool,
    /// Notices on the table, by [`NoticeOf`].
    #[n(23)]
    pub notices: [Option<Notice>; 3],
    /// Whose cards were recorded last, while nothing else has happened at the table since: a slip is corrected at once.
    #[n(26)]
    pub just_recorded: Option<Holder>,
    /// Whose record was corrected or taken back late in this round: whatever is recorded there wants a second person too, so that
    /// nobody alone replaces what two have looked at.
    #[n(27)]
    pub corrected_late: Option<Vec<Holder>>,
}

impl Table {
    /// A table that is not open.
    pub fn closed() -> Table {
        Table {
            phase: Phase::Closed,
            rounds: 0,
            sign: None,
            seats: std::array::from_fn(|_| Seat::empty()),
            used: 0,
            deck: Hidden::new([ACE; 52]),
            dealt: 0,
            live: None,
            areas: ([0; SEATS], 0),
            dealer: Hidden::new([ACE; 5]),
            dealer_held: 0,
            up_card: 0,
            board: Hidden::new([ACE; 5]),
            board_dealt: 0,
            board_shown: 0,
            jackpot_cards: Hidden::new([ACE; 2]),
            jackpot_held: 0,
            dealer_shown: false,
            pack: Pack::default(),
            cut: false,
            burn: false,
            looked: false,
            registered: false,
            irregularity: None,
            raised: false,
            notices: [None, None, None],
            just_recorded: None,
            corrected_late: None,
        }
    }

    /// The place of the player whose hand lies at a box: its own, or that of whoever plays it blind.
    pub fn owner(&self, seat: usize) -> usize {
        self.seats.get(seat).and_then(|found| found.blind_of).map_or(seat, usize::from)
    }

    /// The boxes up to the last that is taken.
    pub fn boxes(&self) -> &[Seat] {
        &self.seats[..usize::from(self.used)]
    }

    /// Counts the boxes in use again, after somebody sat down or left.
    pub(crate) fn count_boxes(&mut self) {
        self.used = self.seats.iter().rposition(|seat| seat.taken).map_or(0, |last| last as u8 + 1);
    }

    /// The boxes dealt to, in the order of the deal.
    pub fn dealt_areas(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.areas.0[..usize::from(self.areas.1)].iter().map(|&at| usize::from(at))
    }

    /// Whether the first wagers are closed and the round is not over.
    pub fn is_in_round(&self) -> bool {
        !matches!(self.phase, Phase::Closed | Phase::Betting)
    }

    /// Whether anybody sits here.
    pub fn is_occupied(&self) -> bool {
        self.used > 0
    }

    /// The cards that have left the deck in this round, as far as they are known.
    pub fn cards_out(&self) -> CardSet {
        match &self.live {
            Some(live) => live.iter().filter_map(|read| *read.card).map(CardId::card).collect(),
            None => self.deck[..usize::from(self.dealt)].iter().map(|id| id.card()).collect(),
        }
    }

    /// Whether the first so many cards of a holder are known: dealt by the system, or recorded.
    pub fn is_known(&self, of: Holder, cards: usize) -> bool {
        let Some(live) = &self.live else { return true };
        let known = |read: &&LiveCard| read.of == of && usize::from(read.at) < cards && read.card.is_some();
        live.iter().filter(known).count() == cards
    }

    /// Whether what was recorded there was corrected late in this round.
    pub fn is_corrected_late(&self, of: Holder) -> bool {
        self.corrected_late.as_ref().is_some_and(|late| late.contains(&of))
    }

    /// How many cards of a human dealer's deal a holder has.
    pub fn dealt_live(&self, of: Holder) -> usize {
        self.live.iter().flatten().filter(|read| read.of == of).count()
    }

    /// Notes that cards left a real shoe: nobody has recorded yet which.
    #[inline(always)]
    pub(crate) fn leaves_shoe(&mut self, of: Holder, from: u8, cards: u8) {
        if let Some(live) = &mut self.live {
            leave_unread(live, of, from, cards);
        }
    }

    /// Puts a recorded card where it lies, or takes the record back.
    pub(crate) fn record(&mut self, of: Holder, at: u8, card: Option<CardId>) {
        let Some(live) = &mut self.live else { return };
        let Some(place) = live.iter().position(|read| read.of == of && read.at == at) else { return };
        live[place].card = Hidden::new(card);
        let card = card.unwrap_or(ACE);
        let at = usize::from(at);
        self.deck[place] = card;
        match of {
            Holder::Seat(seat) => self.seats[usize::from(seat)].cards[at] = card,
            Holder::Dealer => self.dealer[at] = card,
            Holder::Board => self.board[at] = card,
            Holder::JackpotCards => self.jackpot_cards[at] = card,
            Holder::Burn => {}
        }
    }
}
