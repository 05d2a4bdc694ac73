//! What the jackpots are told, and what happens to them.

use super::state::{Equipment, EquipmentCheck, Terms, Win};
use super::witness::Claim;
use cards::CardSet;
use money::Money;

/// How a prize is paid (17.5.4, 16.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentMeans {
    Chips,
    Cash,
    CashEquivalent,
}

/// What the jackpots are told.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A jackpot is opened.
    Open { terms: Terms, value: Money },
    /// A table joins one.
    Link {
        jackpot: usize,
        table: u32,
        /// A place among the games of the book.
        game: usize,
        equipment: Equipment,
        /// The house wants it though the deck is short.
        short_deck: bool,
    },
    /// A table leaves.
    Unlink { table: u32 },
    /// The value is shown elsewhere too.
    Display { jackpot: usize, place: String },
    /// The equipment of a table was found so.
    Report { table: u32, working: EquipmentCheck },
    /// The jackpot button: a round of play begins.
    Begin { table: u32 },
    /// The round is completed.
    Complete { table: u32 },
    /// The round is void.
    Void { table: u32 },
    /// All others folded before the flop: the last player tables his cards and asks for it.
    DemandFlop { table: u32, seat: u8, hole: CardSet, others_folded: bool },
    /// An error of the flop was put right.
    CorrectFlop { table: u32, flop: CardSet },
    /// The handset: a royal flush.
    Record { table: u32, claim: Claim },
    /// The console: a win is confirmed, the rest of the deck sorted and counted.
    Confirm { table: u32, deck_counted: bool },
    /// It is paid.
    Pay { table: u32, means: PaymentMeans },
    /// Rounds that nobody recorded are added.
    Adjust { table: u32, rounds: u32 },
    /// The amount of a round during which the equipment failed is added.
    Credit { table: u32 },
}

/// What has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Opened {
        terms: Terms,
        value: Money,
    },
    Linked {
        jackpot: usize,
        table: u32,
        game: usize,
    },
    /// The table has button, console and display.
    Fitted {
        table: u32,
    },
    /// A warning: with this deck a royal flush is far less rare.
    ShortDeck {
        table: u32,
        one_in: u64,
    },
    Unlinked {
        table: u32,
    },
    Displayed {
        jackpot: usize,
        place: String,
    },
    Reported {
        table: u32,
        working: EquipmentCheck,
    },
    /// A round has begun.
    Begun {
        table: u32,
    },
    /// The house has added its amount.
    Contributed {
        table: u32,
        amount: Money,
    },
    Completed {
        table: u32,
    },
    /// The round was void, and what it added is taken out.
    Reversed {
        table: u32,
        amount: Money,
    },
    /// The round was void.
    Voided {
        table: u32,
    },
    /// The flop is burned for and dealt, though the pot is won.
    FlopDue {
        table: u32,
        seat: u8,
        hole: CardSet,
    },
    FlopCorrected {
        table: u32,
        flop: CardSet,
    },
    /// The hand is a royal flush of the first two cards and the first flop.
    Qualified {
        table: u32,
        seat: u8,
    },
    Recorded {
        jackpot: usize,
        win: Win,
    },
    /// What was recorded last at that table counts no longer: the flop was corrected, or the round is void.
    Disqualified {
        jackpot: usize,
        table: u32,
        seat: u8,
    },
    Confirmed {
        table: u32,
        seat: u8,
    },
    /// The next role above was told.
    Notified {
        table: u32,
    },
    /// The console was read for the settlement.
    Read {
        table: u32,
        value: Money,
    },
    Paid {
        jackpot: usize,
        table: u32,
        seat: u8,
        amount: Money,
        means: PaymentMeans,
    },
    /// What was paid is taken back: the flop was corrected, and with it the hand is no royal flush.
    TakenBack {
        jackpot: usize,
        table: u32,
        seat: u8,
        amount: Money,
        /// What the pool has again.
        drawn: Money,
        hole: CardSet,
        /// The flop on which it was paid, and the one that counts.
        was: CardSet,
        flop: CardSet,
    },
    /// The pool begins again.
    Reset {
        jackpot: usize,
        value: Money,
    },
    /// Rounds were added by hand.
    Adjusted {
        table: u32,
        rounds: u32,
        amount: Money,
    },
}

/// What would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    Open,
    Begin { table: u32 },
    Complete { table: u32 },
    Void { table: u32 },
    Record { table: u32 },
    Confirm { table: u32 },
    Pay { table: u32 },
    Adjust { table: u32 },
    Credit { table: u32 },
}
