//! A second, naive implementation of one poker hand.
//!
//! It exists to be compared with the real machine, so it shares no code with it: its own ranking of five cards,
//! its own tables of games, its own betting law and its own division of pots. It is slow on purpose. Vectors
//! are cloned freely and everything is worked out again whenever it is asked for.
//!
//! A hand is a [`Setup`] and a list of actions, each the text that the open hand-history format writes.
//!
//! ```
//! use naive_room::{Setup, State, Structure};
//!
//! let setup = Setup {
//!     structure: Structure::NoLimit { min: 2 },
//!     blinds: vec![1, 2, 0],
//!     antes: vec![0, 0, 0],
//!     stacks: vec![100, 100, 100],
//!     ..Setup::of("holdem")
//! };
//! let mut hand = State::new(&setup)?;
//! for action in ["d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 7c2d", "p3 f", "p1 cbr 6", "p2 f"] {
//!     hand.apply(action)?;
//! }
//! assert!(hand.finished());
//! assert_eq!(hand.finishing_stacks(), [102, 98, 100]);
//! # Ok::<(), String>(())
//! ```

mod acts;
mod betting;
mod chinese;
mod dealing;
mod game;
mod money;
mod perft;
mod ranking;
mod read;
mod showing;
mod state;
mod stud;

pub use perft::{perft, perft_by_act, play_out};
pub use read::{RecordedHand, read};
pub use state::State;

/// A stack that the file does not know (`inf`): so many chips that no wager reaches the end of it.
pub const UNKNOWN_STACK: i64 = 1 << 50;

/// What is known about a hand before its first action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rulebook's name of the game (`holdem`), or the standard's code (`NT`).
    pub game: String,
    /// Play by the conventions of the hand-history standard instead of by the rulebook.
    pub standard: bool,
    /// Cards in the deck: 52, 40, 36, 32 or 20.
    pub deck: u8,
    /// How much may be bet.
    pub structure: Structure,
    /// The ante of each position.
    pub antes: Vec<i64>,
    /// The blind of each position, as the file writes them: the standard's reversal with two players is done here.
    pub blinds: Vec<i64>,
    /// The forced first wager of a stud game.
    pub bring_in: Option<i64>,
    /// What each player starts with.
    pub stacks: Vec<i64>,
    /// The lowest chip in play.
    pub chip: i64,
    /// What the house takes.
    pub commission: Commission,
    /// The value of one unit in Chinese Poker.
    pub unit: i64,
    /// The standard's `ante_trimming_status`: a short ante wins only as much of each other ante.
    pub ante_trimming: bool,
}

impl Setup {
    /// The named game of the rulebook with a 52-card deck, and everything else empty: a start for struct update.
    pub fn of(game: &str) -> Setup {
        Setup {
            game: game.to_owned(),
            standard: false,
            deck: 52,
            structure: Structure::NoLimit { min: 0 },
            antes: Vec::new(),
            blinds: Vec::new(),
            bring_in: None,
            stacks: Vec::new(),
            chip: 1,
            commission: Commission::None,
            unit: 0,
            ante_trimming: true,
        }
    }
}

/// How much may be bet (6.6 to 6.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// One amount a street.
    Fixed {
        /// The lower amount.
        small: i64,
        /// The upper amount.
        big: i64,
        /// How many betting rounds, from the first, use the lower amount.
        small_rounds: usize,
    },
    /// Anything between two amounts.
    Spread {
        /// The least bet.
        min: i64,
        /// The most that one bet or raise may add.
        max: i64,
    },
    /// At most half the pot.
    HalfPot {
        /// The least bet.
        min: i64,
    },
    /// At most the pot.
    Pot {
        /// The least bet.
        min: i64,
    },
    /// At most the stack.
    NoLimit {
        /// The least bet.
        min: i64,
    },
}

/// What the house takes from a hand (section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commission {
    None,
    /// `num / den` of every pot, at most `cap` a hand.
    Percent {
        /// Numerator of the part taken.
        num: i64,
        /// Denominator of the part taken.
        den: i64,
        /// The most that one hand pays, if there is a most.
        cap: Option<i64>,
    },
    /// A fixed amount out of the pots.
    PerHand(i64),
    /// A fixed amount from each player before the hand.
    PerPerson(i64),
    /// All three; what is not taken is 0. The cap is for everything that the hand pays (J88).
    Several {
        /// Millionths of every pot.
        ppm: i64,
        /// The most that one hand pays, if there is a most.
        cap: Option<i64>,
        /// A fixed amount out of the pots.
        per_hand: i64,
        /// A fixed amount from each player before the hand.
        per_person: i64,
    },
}

/// What the player whose turn it is may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LegalActs {
    pub fold: bool,
    /// Chips that a call adds; 0 is a check. `None`: neither.
    pub call: Option<i64>,
    /// The least and the most total of this round that a bet or raise may be to.
    pub raise: Option<(i64, i64)>,
    /// May post the forced first wager.
    pub bring_in: bool,
    /// May take the Kitty.
    pub kitty: bool,
}
