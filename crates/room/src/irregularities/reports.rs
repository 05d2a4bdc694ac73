//! What the hand is told when something went wrong, and what it answers.

use crate::seats::Seats;
use crate::terms::ChipAmount;
use cards::Card;
use cards::FewCards as Cards;
use engine::{Actor, Hidden};
use rulebook::RoleId;
use rulebook::room::{IrregularityKind, Remedy};
use std::fmt;

/// Something went wrong: what is known of it. The machine itself knows who has acted, the street and the stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IrregularityReport {
    /// What has happened.
    pub what: IrregularityKind,
    /// The players concerned.
    pub seats: Seats,
    /// The cards concerned, in the order in which they fell. From a known stub they need not be named.
    pub cards: Cards,
    /// How many cards: those that a hand has, that were opened, or how often the board was to be run.
    pub count: u8,
    /// Who rules has seen that the fault can be put right.
    pub can_correct: bool,
    /// The cards have been seen by who got them.
    pub seen: bool,
    /// The cards of the street had begun to be dealt.
    pub begun: bool,
    /// It concerns the bottom board.
    pub bottom: bool,
    /// Who asks for it, from 0.
    pub asker: Option<u8>,
    /// Whether the player concerned wants to be treated as all-in.
    pub takes_all_in: Option<bool>,
}

impl IrregularityReport {
    /// Something that went wrong, and nothing else is known of it.
    pub fn new(what: IrregularityKind) -> IrregularityReport {
        IrregularityReport {
            what,
            seats: Seats::NONE,
            cards: Cards::default(),
            count: 0,
            can_correct: false,
            seen: false,
            begun: false,
            bottom: false,
            asker: None,
            takes_all_in: None,
        }
    }

    /// It concerns this player.
    pub fn at(mut self, seat: usize) -> IrregularityReport {
        self.seats = self.seats.with(seat);
        self
    }

    /// It concerns these cards.
    pub fn cards(mut self, cards: Cards) -> IrregularityReport {
        self.cards = cards;
        self
    }

    /// It concerns so many cards.
    pub fn count(mut self, count: u8) -> IrregularityReport {
        self.count = count;
        self
    }

    /// How many cards it concerns, named or counted.
    pub(crate) fn number(&self) -> u8 {
        self.count.max(self.cards.len() as u8)
    }
}

/// What the hand is told of irregularities and of those who rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IrregularityCommand {
    /// Something went wrong and is ruled upon.
    Rule { by: Actor, report: IrregularityReport },
    /// A duty was left out, and play goes on until it is noticed.
    Omit(Omission),
    /// The game does not count.
    Invalidate { by: Actor, cause: Cause },
    /// A player broke the rules.
    Sanction {
        by: Actor,
        /// Who, from 0.
        seat: u8,
        sanction: Sanction,
    },
    /// A player's behaviour is found to harm the game.
    Conduct {
        by: Actor,
        /// Who, from 0.
        seat: u8,
    },
    /// A player disputes something.
    Dispute {
        /// By whom it is decided.
        by: Actor,
        /// Who complains, from 0.
        seat: u8,
        /// Whether the player is content with what is decided.
        content: bool,
    },
    /// The deck is counted and verified, or replaced because it is unfit.
    Deck {
        by: Actor,
        /// Replaced; otherwise counted.
        replace: bool,
    },
    /// A player's hand is looked at after the hand.
    Inspect {
        by: Actor,
        /// Whose, from 0.
        seat: u8,
    },
}

/// A duty that was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Omission {
    /// The dealer does not burn before the cards that are due.
    NoBurn,
    /// The player whose discard is due keeps all cards.
    NoDiscard,
}

/// Why a game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    Commotion,
    Fire,
    Riot,
    Brawl,
    Robbery,
    ActOfGod,
    Fraud,
}

/// What may follow a breach of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sanction {
    /// The player's wagers are void.
    WagersVoid,
    /// The player is excluded from the game.
    Excluded,
    /// Winnings made with a device are seized and held.
    WinningsHeld,
    /// The device is confiscated.
    DeviceTaken,
    /// The player is detained.
    Detained,
}

/// Where a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardPlace {
    /// In the stub.
    Stub,
    /// In a player's hand, face down.
    Down(u8),
    /// In a player's hand, face up.
    Up(u8),
    /// On a board.
    Board(u8),
    /// Among the burns.
    Burns,
    /// In the muck.
    Muck,
    /// Set aside, to be shuffled in later.
    Aside,
    /// In the Kitty.
    Kitty,
}

/// Which cards are shuffled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reshuffle {
    /// The whole deck.
    Deck,
    /// The stub with the cards that were set aside.
    Rest,
    Burns,
}

/// What is arranged for streets to come; a street is a bit, the first in bit 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct StreetArrangement {
    /// Streets that are dealt without a burn, because it was made or supplied before.
    pub no_burn: u8,
    /// Streets on which the bottom board comes first.
    pub bottom_first: u8,
    /// Streets on which a card is burned between the boards.
    pub burn_between: u8,
    /// Streets before whose cards (or whose top board) the cards set aside are shuffled in.
    pub shuffle: u8,
}

/// What has happened because of an irregularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IrregularityEvent {
    /// It was ruled upon.
    Ruled {
        /// The row's number in the book's table.
        row: u8,
        /// What had happened.
        what: IrregularityKind,
        /// What is done.
        remedy: Remedy,
        /// Who is concerned.
        seats: Seats,
        cards: Cards,
    },
    /// A card went from one place to another.
    Moved {
        /// Which; none: nobody has seen it.
        card: Hidden<Option<Card>>,
        from: CardPlace,
        to: CardPlace,
    },
    /// Streets to come are dealt in another way.
    Arranged {
        arrangement: StreetArrangement,
        /// The place of the row among the book's.
        row: u8,
    },
    /// Cards are to be shuffled again before play goes on.
    ReshuffleDue {
        of: Reshuffle,
        /// The place of the row among the book's, where one asks for it.
        row: Option<u8>,
    },
    /// Chips of the hand went back.
    Refunded { seat: u8, chips: ChipAmount },
    /// What a player won or lost of a game that does not count is made undone; less than nothing: he gives it back.
    Reversed {
        seat: u8,
        /// How much he gets.
        chips: ChipAmount,
    },
    /// A hand is dead, or void with its wagers returned.
    HandGone { seat: u8, void: bool },
    /// All cards go back; posts stay for the new deal.
    Misdealt {
        /// The place of the row among the book's.
        row: u8,
    },
    /// The hand does not count.
    Voided,
    /// The round goes no higher than this.
    Frozen {
        /// The highest amount wagered.
        at: ChipAmount,
    },
    /// A player is treated as all-in.
    TreatedAllIn { seat: u8 },
    /// The last cards of the street are dealt face up.
    LastCardsUp {
        /// The place of the row among the book's.
        row: u8,
    },
    /// The cards that decide who opens have changed.
    OpensAgain,
    /// The board's cards that fell last are dealt again, then play goes on where it was.
    BoardAgain {
        /// From this board on.
        board: u8,
        /// After a burn.
        burn: bool,
    },
    /// A wager made out of turn stays in the pot, though the hand is dead.
    WagerStays {
        seat: u8,
        /// To what in the round.
        to: ChipAmount,
    },
    /// A burn was left out.
    BurnMissed,
    /// A player kept cards that were to be discarded.
    DiscardMissed { seat: u8 },
    /// The forgotten discard was made.
    DiscardMade { seat: u8 },
    /// The street had begun when the deck ran short: it goes on.
    DealBegun,
    /// A hand out of the muck was shown and cannot win, or can again.
    MuckShown {
        seat: u8,
        cards: Cards,
        /// Whether it can win.
        live: bool,
    },
    /// A player has shown the hand to somebody and owes it to all.
    OwesShow { seat: u8 },
    /// A hand was shown to all.
    ShownToAll { seat: u8, cards: Cards },
    /// The game does not count.
    Invalidated(Cause),
    /// A breach of the rules has followed.
    Sanctioned { seat: u8, sanction: Sanction },
    /// A player's behaviour was found to harm the game.
    ConductFound { seat: u8 },
    /// A dispute was decided.
    DisputeDecided { seat: u8 },
    /// A player who is not content was told that an inspector is there.
    InspectorNamed { seat: u8 },
    /// The deck was counted and verified.
    DeckCounted,
    /// The deck was replaced.
    DeckReplaced,
    /// A hand was looked at.
    Inspected { seat: u8 },
}

/// Why an irregularity is not ruled as it was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotRuled {
    /// The role is too low.
    RoleTooLow {
        /// The least that may.
        needs: RoleId,
    },
    /// The book has no row for it in this game and these circumstances.
    NoRow,
    /// The machine sees it itself and rules it as part of play.
    PartOfPlay,
    /// It cannot have happened in this hand.
    CannotBe,
    /// It has to be said which player.
    WhichPlayer,
    /// It has to be said which card, or how many.
    WhichCards,
    /// The player has to choose.
    Choose,
    /// Somebody has not discarded.
    NotDiscarded {
        /// Who, from 0.
        seat: u8,
    },
}

impl fmt::Display for NotRuled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotRuled::RoleTooLow { .. } => "a higher role has to rule that",
            NotRuled::NoRow => "the book has no ruling for that here: it is decided as a dispute",
            NotRuled::PartOfPlay => "that is seen and ruled as part of play",
            NotRuled::CannotBe => "that cannot have happened in this hand",
            NotRuled::WhichPlayer => "it has to be said which player it concerns",
            NotRuled::WhichCards => "it has to be said which cards it concerns",
            NotRuled::Choose => "the player has to choose how he is treated",
            NotRuled::NotDiscarded { seat } => {
                return write!(f, "p{} has not discarded", seat + 1);
            }
        })
    }
}
