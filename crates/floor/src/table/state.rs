//! What a table on the floor knows beyond its game.

use super::command::{Call, CommittedRoot, DealingMode, DeckKey, Link};
use super::seeds::{GivenSeed, Promise};
use crate::account::Account;
use cards::Pack;
use engine::{MeterIndex, PatronId, SEATS, SignJackpot};
use money::{Ledger, Money};
use std::collections::{BTreeMap, VecDeque};

/// How many rounds can be recalled without reading all of the log.
pub const REMEMBERED: usize = 1000;
/// How many days a table keeps its sheets of.
pub(super) const SHEETS: usize = 400;

/// A table on the floor.
#[derive(Clone, Debug, PartialEq)]
pub struct State<S> {
    pub game: S,
    /// How cards come to it; none before it is set up.
    pub mode: Option<DealingMode>,
    /// Whose money is where; it sums to nothing.
    pub ledger: Ledger<Account, Money>,
    /// The patrons at the places, where they are known.
    pub patrons: [Option<PatronId>; SEATS],
    /// Who has asked for a place and waits for their file.
    pub asked: [Option<PatronId>; SEATS],
    /// What each place has won in this round; below zero, lost.
    pub nets: [Money; SEATS],
    /// The deck that is committed to for the next deal.
    pub deck: Option<Committed>,
    /// The commitment of the deck in play or last played, for proofs.
    pub dealt_from: Option<Committed>,
    /// What others must still be told, in order.
    pub due: VecDeque<(u64, Call)>,
    /// Calls made so far.
    pub calls: u64,
    /// The meter it is on.
    pub meter: Option<MeterIndex>,
    /// The line to it.
    pub link: Link,
    /// Jackpot wagers of this table on the meter, as the table has told it.
    pub on_meter: u32,
    /// What the meter has recorded for the round: to each royal and each straight flush, and its number.
    pub award: Option<(Money, Money, u64)>,
    /// Records so far.
    pub version: u64,
    /// The first record of the last rounds: of each, its number and the record.
    pub rounds: VecDeque<(u64, u64)>,
    /// Where the records of the present round begin.
    pub round_from: u64,
    /// The day under way.
    pub sheet: Sheet,
    /// The days closed, oldest first.
    pub sheets: VecDeque<Sheet>,
    /// Places that are left when the round is over: a bit each.
    pub leaving: u16,
    /// What was corrected of wrong payments, by their number in the house.
    pub corrections: BTreeMap<u32, Money>,
    /// The terms of the meter that the sign shows when the round is over.
    pub awaited: Option<Box<SignJackpot>>,
    /// People deal here, though the system shuffles.
    pub by_hand: bool,
    /// What patrons have promised of their next seeds, by number.
    pub promises: BTreeMap<PatronId, Promise>,
}

/// A deck that is committed to.
#[derive(Clone, Debug, PartialEq, minicbor::Encode, minicbor::Decode)]
#[cbor(context_bound = "engine::stored::SealingContext")]
pub struct Committed {
    /// What everybody may know.
    #[n(0)]
    pub root: CommittedRoot,
    /// What nobody may.
    #[n(1)]
    pub key: DeckKey,
    /// What players gave for the order in which it is dealt, as it came.
    #[n(2)]
    #[cbor(default)]
    pub seeds: Vec<GivenSeed>,
    /// The pack it is made of.
    #[n(3)]
    #[cbor(with = "super::stored::pack", has_nil)]
    pub pack: Pack,
}

/// What a table's day came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, minicbor::Encode, minicbor::Decode)]
pub struct Sheet {
    /// Which day, 20260815; nothing while it is under way.
    #[n(0)]
    pub day: u32,
    #[n(1)]
    pub rounds: u64,
    #[n(2)]
    pub opening_float: Money,
    #[n(3)]
    pub fills: Money,
    #[n(4)]
    pub credits: Money,
    /// Chips sold for cash, which is in the drop box.
    #[n(5)]
    pub cash_in: Money,
    /// Chips sold from accounts.
    #[n(6)]
    pub account_in: Money,
    /// Chips handed back into accounts.
    #[n(7)]
    pub account_out: Money,
    #[n(8)]
    pub staked: Money,
    #[n(9)]
    pub paid: Money,
    #[n(10)]
    pub returned: Money,
    /// What the accounts say that the float holds at the end.
    #[n(11)]
    pub closing_float: Money,
    #[n(12)]
    pub float_counted: Option<Money>,
    #[n(13)]
    pub drop_counted: Option<Money>,
    /// What of the stakes was in tokens.
    #[n(14)]
    pub tokens: Money,
    /// What the accounts said that the float held when it was counted.
    #[n(15)]
    pub counted_against: Option<Money>,
    /// What corrections of wrong payments brought back to the house; below zero, to players.
    #[n(16)]
    pub corrected: Option<Money>,
    /// What the house took of pots, which is in the drop box.
    #[n(17)]
    pub commission: Option<Money>,
}

impl Sheet {
    /// What the float must hold by the day's play: a second way to the same figure as the accounts.
    pub fn expected_float(&self) -> Money {
        self.opening_float + self.fills - self.credits - self.cash_in - self.account_in
            + self.account_out
            + self.win()
            + self.corrected.unwrap_or(Money::ZERO)
    }

    /// What the drop box must hold: the cash that chips were bought with, and what was taken of pots.
    pub fn expected_drop(&self) -> Money {
        self.cash_in + self.commission.unwrap_or(Money::ZERO)
    }

    /// What the house won by the day's settled wagers, tokens aside.
    pub fn win(&self) -> Money {
        self.staked - self.tokens - self.paid - self.returned
    }
}

impl<S> State<S> {
    /// A table that is not set up.
    pub fn new(game: S) -> State<S> {
        State {
            game,
            mode: None,
            ledger: Ledger::new(),
            patrons: [None; SEATS],
            asked: [None; SEATS],
            nets: [Money::ZERO; SEATS],
            deck: None,
            dealt_from: None,
            due: VecDeque::new(),
            calls: 0,
            meter: None,
            link: Link::None,
            on_meter: 0,
            award: None,
            version: 0,
            rounds: VecDeque::new(),
            round_from: 0,
            sheet: Sheet::default(),
            sheets: VecDeque::new(),
            leaving: 0,
            corrections: BTreeMap::new(),
            awaited: None,
            by_hand: false,
            promises: BTreeMap::new(),
        }
    }

    /// What was corrected of a wrong payment, or is on its way.
    pub fn corrected(&self, mispayment: u32) -> Money {
        self.corrections.get(&mispayment).copied().unwrap_or(Money::ZERO)
    }

    pub(super) fn correct(&mut self, mispayment: u32, by: Money) {
        let total = self.corrected(mispayment) + by;
        self.corrections.insert(mispayment, total);
    }

    /// What an account holds.
    pub fn holds(&self, account: Account) -> Money {
        self.ledger.balance(&account)
    }

    /// The chips of a place.
    pub fn rack(&self, seat: u8) -> Money {
        self.holds(Account::Rack(seat))
    }
}
