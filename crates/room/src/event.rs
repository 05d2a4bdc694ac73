//! What has happened in a hand, and what it may be told.

use crate::irregularities::{IrregularityCommand, IrregularityEvent};
use crate::seats::Seats;
use crate::stub::Stub;
use crate::terms::ChipAmount;
use cards::FewCards as Cards;
use cards::{Card, Category};
use engine::{Actor, Hidden, Sink};
use rulebook::room::PartName;
use std::cmp::Ordering;

/// What went in before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Post {
    Ante,
    Blind,
    Straddle,
    /// Posted by who enters or has missed a blind: live.
    Entering,
}

/// A player's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Give the hand up.
    Fold,
    /// Check, or call what is asked, all-in for less.
    Call,
    /// Bet or raise to so much in this round.
    Raise(ChipAmount),
    /// The forced first wager of a stud hand.
    BringIn,
    /// Fold the own hand, pay the last blind, take the Kitty.
    TakeKitty,
}

/// What an act was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActKind {
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    BringIn,
    TakeKitty,
}

/// What the hand is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Collect fees, antes and blinds.
    Post,
    /// Deal all that is due from the stub.
    Deal,
    /// These private cards were dealt.
    Hole { seat: u8, cards: Cards },
    /// These cards were dealt to the next board.
    Board(Cards),
    /// The Kitty's cards.
    Kitty(Cards),
    /// The one card that a stud game's players share.
    Community(Option<Card>),
    /// The pool was shuffled and cut: it is the stub now.
    Shuffle(Stub),
    /// A player acts in turn.
    Act { seat: u8, act: Act },
    /// A player discards these cards; none: stands pat.
    Discard { seat: u8, cards: Cards },
    /// A player sets a Chinese hand.
    Set { seat: u8, front: Cards, middle: Cards, back: Cards },
    /// A player tables the hand; what was not known of it before is named.
    Show {
        seat: u8,
        /// The cards as they are shown.
        cards: Cards,
    },
    /// A player gives the hand up unseen.
    Muck { seat: u8 },
    /// All agree, and who may has allowed it: the rest of the board is dealt so many times in all.
    Run(u8),
    /// Push the pots.
    Pay,
    /// A player speaks or puts chips in: it is ruled, and happens.
    Gesture(crate::Gesture),
    /// The time of the player in turn is up.
    ClockRunsOut { seat: u8 },
    /// The player in turn buys time to act.
    BuyTime {
        seat: u8,
        /// What the sign asks for it.
        fee: ChipAmount,
    },
    /// Players ask to divide the pot between them.
    Chop,
    /// Something went wrong, or somebody above the dealer rules.
    Irregularity(IrregularityCommand),
    /// The dealer announces a tabled hand.
    Announce { seat: u8 },
    /// The sets of two Chinese hands are compared.
    Compare { seat: u8, with: u8 },
    /// A player asks to see a hand of the showdown.
    Ask { seat: u8 },
    /// Players ask for more than one run of the board.
    AskRuns {
        /// How many in all.
        times: u8,
        agreed: Seats,
        /// Who allows it.
        by: Actor,
    },
}

/// What has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A fee for the hand was paid.
    Fee { seat: u8, chips: ChipAmount },
    /// Chips went in before the deal.
    Posted { seat: u8, post: Post, chips: ChipAmount },
    /// All posts are in.
    Ready,
    /// A card was burned.
    Burned(Hidden<Option<Card>>),
    /// A private card was dealt.
    Dealt { seat: u8, card: Hidden<Option<Card>>, up: bool },
    /// A card to the Kitty.
    ToKitty(Hidden<Option<Card>>),
    /// A card to a board.
    ToBoard {
        /// Which board, those of run 1 first.
        board: u8,
        card: Option<Card>,
    },
    /// One card for all players of a stud hand.
    Community(Option<Card>),
    /// The deck has run out, or nearly: cards are shuffled again.
    ShuffleDue,
    /// They were, and are the stub now.
    Shuffled(Stub),
    /// The cards of the street are out.
    StreetDealt,
    /// A betting round begins with this player.
    Opens(u8),
    /// A player acted.
    Acted {
        seat: u8,
        /// What it was.
        done: ActKind,
        /// His wager of this round after it.
        to: ChipAmount,
    },
    /// The betting round is closed.
    RoundClosed,
    /// The Kitty went untaken to the muck.
    KittyMucked,
    /// A player discarded.
    Discarded { seat: u8, cards: Cards },
    /// A Chinese hand was set.
    Set { seat: u8, front: Cards, middle: Cards, back: Cards },
    /// A hand was tabled.
    Shown { seat: u8, cards: Cards },
    /// A hand was mucked.
    Mucked { seat: u8 },
    /// The rest of the board is dealt so many times.
    Runs(u8),
    /// Chips that nobody called go back.
    Returned { seat: u8, chips: ChipAmount },
    /// The house takes its commission from a pot.
    Raked {
        /// Which pot, the main pot first.
        pot: u8,
        chips: ChipAmount,
    },
    /// A player wins part of a pot.
    Won {
        seat: u8,
        /// Which pot, the main pot first.
        pot: u8,
        /// On which run of the board, from 0.
        run: u8,
        /// Which part of the pot.
        part: PartName,
        chips: ChipAmount,
    },
    /// Units of Chinese Poker change hands.
    Paid { from: u8, to: u8, chips: ChipAmount },
    /// The hand is over.
    Ended,
    /// A player spoke or put chips in; what follows says what it was.
    Gestured {
        seat: u8,
        /// The chips that he put in.
        chips: ChipAmount,
        /// What of them goes back.
        change: ChipAmount,
    },
    /// Less than a call lies there: it is made up, or lost with the hand.
    PutShort {
        seat: u8,
        /// His wager of this round after it.
        to: ChipAmount,
        /// What is missing to a call.
        missing: ChipAmount,
    },
    /// A player wagered out of turn: it waits for his turn.
    WageredOutOfTurn {
        seat: u8,
        /// His wager of this round when it stands.
        to: ChipAmount,
        /// All-in for less than a call.
        less: bool,
    },
    /// His turn has come, and the wager stands.
    OutOfTurnStands(u8),
    /// Somebody who was passed over wagered more: the player may take his chips back and choose anew.
    OutOfTurnFreed(u8),
    /// Who checked out of turn may neither bet nor raise in this round.
    NoRaise(u8),
    /// A player passed his cards in out of turn.
    FoldedOutOfTurn(u8),
    /// A player's time to act is up.
    TimeUp(u8),
    /// A player paid for more time to act: chips of the stack went to the house, outside the pot.
    TimeBought { seat: u8, chips: ChipAmount },
    /// Something that followed from an irregularity.
    Irregularity(IrregularityEvent),
    /// A tabled hand was announced for what it is.
    Announced {
        seat: u8,
        /// On which run of the board, from 0.
        run: u8,
        /// For which part of the pot.
        part: PartName,
        /// What it is.
        category: Category,
    },
    /// A pot of a hand in which somebody is all-in.
    PotMade {
        /// Which, the main pot first.
        pot: u8,
        /// What is in it.
        chips: ChipAmount,
        /// Who can win it.
        players: Seats,
    },
    /// A pot was divided by the runs of the board: the share of one.
    Divided {
        pot: u8,
        /// Which run, from 0.
        run: u8,
        chips: ChipAmount,
    },
    /// A set of a Chinese hand was compared with another player's.
    Compared {
        seat: u8,
        with: u8,
        part: PartName,
        /// How it stands to the other's.
        result: Ordering,
    },
}

/// A sink that forgets: where a trial or a replay has events that nobody reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl<T> Sink<T> for NullSink {
    #[inline(always)]
    fn take(&mut self, _: T) {}
}
