//! What is known of the jackpots of a room.

use cards::CardSet;
use engine::Moment;
use money::Money;

/// The terms of a jackpot, which the house determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What the house adds for each round (17.2).
    pub contribution: Money,
    /// Where the pool begins again once it was won.
    pub reset: Money,
    /// The least amount that can be paid out; prizes are rounded up to it.
    pub unit: Money,
}

/// What a table is fitted with (2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equipment {
    /// The jackpot button.
    pub button: bool,
    /// The jackpot management console.
    pub console: bool,
    /// A jackpot display on the table or close to it.
    pub display: bool,
}

impl Equipment {
    /// All of it.
    pub const ALL: Equipment = Equipment { button: true, console: true, display: true };
}

/// When the equipment counts as working (17.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EquipmentCheck {
    /// Increments can be recorded.
    pub increments: bool,
    /// The time of a settlement can be recorded.
    pub times: bool,
    /// The value can be read on the console.
    pub readable: bool,
}

impl EquipmentCheck {
    /// As it should be.
    pub const WELL: EquipmentCheck = EquipmentCheck { increments: true, times: true, readable: true };

    /// Whether all of it works.
    pub fn is_well(self) -> bool {
        self == EquipmentCheck::WELL
    }
}

/// The last player before the flop, who tabled his cards and asked for it (17.5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlopDemand {
    pub seat: u8,
    /// The cards that he tabled.
    pub hole: CardSet,
}

/// A round of play at a jackpot table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Round {
    /// The house's amount for it was added to the pool.
    pub counted: bool,
    /// And has not been won since.
    pub in_pool: bool,
    /// A royal flush of it was recorded.
    pub recorded: bool,
    /// The flop after an error was put right.
    pub corrected: Option<CardSet>,
    /// Who won the pot before the flop and asked for it, and with which cards.
    pub demanded: Option<FlopDemand>,
    /// The royal flush that was recorded.
    pub win: Option<Win>,
    /// What was paid for it.
    pub prize: Option<Prize>,
}

/// What was paid for a royal flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prize {
    /// To the player.
    pub amount: Money,
    /// What the pool lost by it: the value that was read, less where it began again.
    pub drawn: Money,
    /// All that the jackpot had paid then.
    pub total: Money,
}

/// A table of a jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub table: u32,
    /// Its game, as a place among those of the book.
    pub game: usize,
    pub working: EquipmentCheck,
    /// The round that is being played.
    pub round: Option<Round>,
    /// The round before it, until the next one begins: its flop may still be corrected (17.6.3, J89).
    pub finished: Option<Round>,
}

impl Table {
    /// The round that a corrected flop concerns.
    pub fn last_round(&self) -> Option<&Round> {
        self.round.as_ref().or(self.finished.as_ref())
    }
}

/// A royal flush that was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// At which table.
    pub table: u32,
    pub seat: u8,
    /// His first two cards.
    pub hole: CardSet,
    /// The first flop.
    pub flop: CardSet,
    /// When it was recorded.
    pub at: Moment,
    /// A manager has confirmed it.
    pub confirmed: bool,
}

/// One jackpot and its group of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jackpot {
    pub terms: Terms,
    /// What the display shows.
    pub value: Money,
    pub tables: Vec<Table>,
    /// What was recorded and is not paid, in the order of recording.
    pub wins: Vec<Win>,
    /// What has been paid.
    pub paid: Money,
    /// Other displays in the casino.
    pub displays: Vec<String>,
}

impl Jackpot {
    /// What a table recorded last and is not paid: the royal flush of its round, if that has recorded one.
    pub fn last_of(&self, table: u32) -> Option<&Win> {
        self.wins.iter().rfind(|win| win.table == table)
    }
}

/// The jackpots of a room.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct State {
    /// Each of them.
    pub jackpots: Vec<Jackpot>,
}

impl State {
    /// The jackpot of a table, and the table.
    pub fn find(&self, table: u32) -> Option<(usize, &Table)> {
        self.jackpots.iter().enumerate().find_map(|(at, jackpot)| {
            jackpot.tables.iter().find(|linked| linked.table == table).map(|linked| (at, linked))
        })
    }

    pub(super) fn find_mut(&mut self, table: u32) -> Option<&mut Table> {
        self.jackpots.iter_mut().flat_map(|jackpot| &mut jackpot.tables).find(|linked| linked.table == table)
    }
}
