//! The state of one hand: small, of fixed size, copied at will.

use crate::seats::Seats;
use crate::stub::Stub;
use crate::terms::{ChipAmount, MOST};
use cards::CardSet;
use std::fmt;

/// Boards that can lie on the table: two boards of a Double Flop hand, run seven times.
pub const BOARDS: usize = 14;

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Due {
    /// Fees, antes and blinds.
    Posts,
    /// Private cards to those who are owed some.
    Hole,
    /// The Kitty's cards.
    Kitty,
    /// Cards to the board.
    Board,
    /// One card for all, where a stud game's deck has run out.
    Community,
    /// The cards of [`HandRules::pool`](crate::HandRules::pool) have to be shuffled.
    Shuffle,
    /// A betting round, which is opened as soon as the cards are out: nobody ever waits for this.
    Open,
    /// The forced first wager of this player.
    BringIn(u8),
    /// This player's decision.
    Act(u8),
    /// This player's discards.
    Discard(u8),
    /// Replacements for cards that were discarded.
    Replace,
    /// This player sets a Chinese hand.
    Set(u8),
    /// This player shows or mucks.
    Show(u8),
    /// The pots are pushed.
    Pay,
    Over,
}

/// One hand. Positions go clockwise from the first seat left of the button, which is last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    pub(crate) players: u8,
    pub(crate) street: u8,
    pub(crate) due: Due,
    pub(crate) stacks: [ChipAmount; MOST],
    pub(crate) bets: [ChipAmount; MOST],
    pub(crate) staked: [ChipAmount; MOST],
    /// What each player began with: if the game is found invalid when it is over, all is as it was (18.7).
    pub(crate) began: [ChipAmount; MOST],
    /// Not folded, dead or void.
    pub(crate) live: Seats,
    /// Live, and with chips to wager.
    pub(crate) able: Seats,
    /// Still to act in this round.
    pub(crate) to_act: Seats,
    /// Have acted since the last wager that counts as a raise, so may only call.
    pub(crate) closed: Seats,
    /// The highest wager of the round.
    pub(crate) high: ChipAmount,
    /// The last full level of the round, from which limit games count.
    pub(crate) level: ChipAmount,
    /// The last full bet or raise.
    pub(crate) step: ChipAmount,
    /// Raises (or wagers) of the round that count towards the cap.
    pub(crate) raises: u8,
    /// Who wagered last in the round, else who opened it.
    pub(crate) leader: Option<u8>,
    /// Who was to open the round.
    pub(crate) opener: Option<u8>,
    /// A wager beyond the posts has been made in the hand.
    pub(crate) wagered: bool,
    /// Players who have acted in this round.
    pub(crate) acted: Seats,
    /// A wager of the higher size was made after an open pair.
    pub(crate) big_size: bool,
    /// A pair was shown that lets all choose between two sizes.
    pub(crate) open_pair: bool,
    /// Once a card is exposed too early the round goes no higher than this.
    pub(crate) ceiling: Option<ChipAmount>,
    /// Checked out of turn: may neither bet nor raise in this round.
    pub(crate) no_raise: Seats,
    pub(crate) down: [CardSet; MOST],
    pub(crate) up: [CardSet; MOST],
    /// Private cards that nobody has seen.
    pub(crate) unseen: [u8; MOST],
    /// Cards still owed to each player on this street.
    pub(crate) owed: [u8; MOST],
    /// Discards of the present draw.
    pub(crate) discards: [CardSet; MOST],
    pub(crate) kitty: CardSet,
    pub(crate) kitty_cards: u8,
    /// Who took the Kitty.
    pub(crate) taker: Option<u8>,
    pub(crate) boards: [CardSet; BOARDS],
    /// Cards still owed to the board, and which board comes next.
    pub(crate) board_owed: u8,
    pub(crate) board_at: u8,
    pub(crate) board_unseen: u8,
    /// How many times the board is run in all, the present run, and the street from which they part.
    pub(crate) runs: u8,
    pub(crate) run: u8,
    pub(crate) run_street: u8,
    pub(crate) burned: u8,
    pub(crate) burns: CardSet,
    /// Folded hands and discards, as far as they are known, and their number.
    pub(crate) muck: CardSet,
    pub(crate) mucked: u8,
    /// Cards that have left the stub and are known.
    pub(crate) out: CardSet,
    pub(crate) stub: Stub,
    /// Folded seats that go on getting cards until there is a wager.
    pub(crate) ghosts: Seats,
    pub(crate) shown: Seats,
    /// Have yet to show or muck.
    pub(crate) to_show: Seats,
    /// The street on which hands were shown before the last cards.
    pub(crate) shown_on: Option<u8>,
    /// Chinese Poker: front, middle and back.
    pub(crate) sets: [[CardSet; 3]; 4],
    pub(crate) set: Seats,
    /// What the house has taken.
    pub(crate) commission: ChipAmount,
    /// What the house has earned with time to act, outside the pots and their commission.
    pub(crate) time_fees: ChipAmount,
    /// Waiting for the deal of the street to go on after a shuffle.
    pub(crate) resume: AfterShuffle,
    /// A burn has been made for the present street or draw.
    pub(crate) burnt_street: bool,
    /// Has put in less than a call, and calls or folds.
    pub(crate) short: Seats,
    /// Have wagered out of turn, and wait for it; all-in for less than a call among them.
    pub(crate) out_of_turn: Seats,
    pub(crate) out_of_turn_less: Seats,
    /// What those wager in this round.
    pub(crate) out_of_turn_to: [ChipAmount; MOST],
    /// What went wrong, as far as it matters later.
    pub(crate) remedies: crate::irregularities::Remedies,
    /// Who mucked at the showdown.
    pub(crate) late: ShowdownMucks,
}

/// What lies open on the table, and how many cards do not: no card that somebody may not see is in a log.
impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<usize> = (0..self.players()).map(|seat| self.card_count(seat)).collect();
        f.debug_struct("Hand")
            .field("street", &self.street)
            .field("due", &self.due)
            .field("stacks", &self.stacks())
            .field("bets", &self.bets())
            .field("staked", &self.staked())
            .field("live", &self.live)
            .field("able", &self.able)
            .field("to_act", &self.to_act)
            .field("high", &self.high)
            .field("cards", &cards)
            .field("up", &&self.up[..self.players()])
            .field("boards", &self.boards)
            .field("burned", &self.burned)
            .field("mucked", &self.mucked)
            .field("kitty_cards", &self.kitty_cards)
            .field("shown", &self.shown)
            .field("commission", &self.commission)
            .field("time_fees", &self.time_fees)
            .field("stub", &self.stub)
            .finish_non_exhaustive()
    }
}

/// Players who gave their hands up at the showdown, in that order: their stakes have made side pots all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShowdownMucks {
    /// Four bits each, position from 1, the last in the lowest.
    order: u64,
    pub(crate) seats: Seats,
}

impl ShowdownMucks {
    pub(crate) fn push(&mut self, seat: usize) {
        self.order = self.order << 4 | (seat as u64 + 1);
        self.seats = self.seats.with(seat);
    }

    /// The last of some players to give up.
    pub(crate) fn last_of(self, players: Seats) -> Option<usize> {
        let mut order = self.order;
        while order != 0 {
            let seat = (order & 15) as usize - 1;
            if players.has(seat) {
                return Some(seat);
            }
            order >>= 4;
        }
        None
    }
}

/// What goes on after a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AfterShuffle {
    Hole,
    Replace,
    Community,
}

impl Hand {
    /// A hand of these stacks, before anything has happened.
    ///
    /// # Panics
    /// With more than eleven stacks.
    #[inline]
    pub fn new(stacks: &[ChipAmount], stub: Stub) -> Hand {
        assert!(stacks.len() <= MOST, "at most eleven players");
        let everyone = Seats::first(stacks.len());
        let mut hand = Hand {
            players: stacks.len() as u8,
            street: 0,
            due: Due::Posts,
            stacks: [0; MOST],
            bets: [0; MOST],
            staked: [0; MOST],
            began: [0; MOST],
            live: everyone,
            able: everyone,
            to_act: Seats::NONE,
            closed: Seats::NONE,
            high: 0,
            level: 0,
            step: 0,
            raises: 0,
            leader: None,
            opener: None,
            wagered: false,
            acted: Seats::NONE,
            big_size: false,
            open_pair: false,
            ceiling: None,
            no_raise: Seats::NONE,
            down: [CardSet::default(); MOST],
            up: [CardSet::default(); MOST],
            unseen: [0; MOST],
            owed: [0; MOST],
            discards: [CardSet::default(); MOST],
            kitty: CardSet::default(),
            kitty_cards: 0,
            taker: None,
            boards: [CardSet::default(); BOARDS],
            board_owed: 0,
            board_at: 0,
            board_unseen: 0,
            runs: 1,
            run: 0,
            run_street: 0,
            burned: 0,
            burns: CardSet::default(),
            muck: CardSet::default(),
            mucked: 0,
            out: CardSet::default(),
            stub,
            ghosts: Seats::NONE,
            shown: Seats::NONE,
            to_show: Seats::NONE,
            shown_on: None,
            sets: [[CardSet::default(); 3]; 4],
            set: Seats::NONE,
            commission: 0,
            time_fees: 0,
            resume: AfterShuffle::Hole,
            burnt_street: false,
            short: Seats::NONE,
            out_of_turn: Seats::NONE,
            out_of_turn_less: Seats::NONE,
            out_of_turn_to: [0; MOST],
            remedies: crate::irregularities::Remedies::NONE,
            late: ShowdownMucks::default(),
        };
        hand.stacks[..stacks.len()].copy_from_slice(stacks);
        hand.began = hand.stacks;
        hand
    }

    /// What must happen next.
    #[inline]
    pub const fn due(&self) -> Due {
        self.due
    }

    /// How many were dealt in.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The street, from 0.
    pub const fn street(&self) -> usize {
        self.street as usize
    }

    /// The chips in front of each player that are not wagered.
    pub fn stacks(&self) -> &[ChipAmount] {
        &self.stacks[..self.players()]
    }

    /// What each player has wagered in this round.
    pub fn bets(&self) -> &[ChipAmount] {
        &self.bets[..self.players()]
    }

    /// What each player has put in, in the whole hand.
    pub fn staked(&self) -> &[ChipAmount] {
        &self.staked[..self.players()]
    }

    /// Everything in the middle, wagers of this round among it.
    pub fn pot(&self) -> ChipAmount {
        self.staked().iter().sum()
    }

    /// Who has a hand that can win.
    pub const fn live(&self) -> Seats {
        self.live
    }

    /// Who can still wager.
    pub const fn able(&self) -> Seats {
        self.able
    }

    /// Whose hand has been shown.
    pub const fn shown(&self) -> Seats {
        self.shown
    }

    /// The highest wager of the round.
    pub const fn high(&self) -> ChipAmount {
        self.high
    }

    /// A player's cards that only he sees; none of a position that is not in the hand.
    #[inline]
    pub fn down(&self, seat: usize) -> CardSet {
        of(&self.down, seat)
    }

    /// A player's cards that all see; none of a position that is not in the hand.
    #[inline]
    pub fn up(&self, seat: usize) -> CardSet {
        of(&self.up, seat)
    }

    /// All cards of a player, as far as they are known; none of a position that is not in the hand.
    #[inline]
    pub fn held(&self, seat: usize) -> CardSet {
        of(&self.down, seat) | of(&self.up, seat)
    }

    /// How many cards a player has, known or not; none at a position that is not in the hand.
    pub fn card_count(&self, seat: usize) -> usize {
        self.held(seat).len() + usize::from(of(&self.unseen, seat))
    }

    /// The cards on a board: boards of run 1 first. Beyond [`BOARDS`] there are none.
    #[inline]
    pub fn board(&self, at: usize) -> CardSet {
        of(&self.boards, at)
    }

    /// How many times the board is run.
    pub const fn runs(&self) -> usize {
        self.runs as usize
    }

    /// How many cards a player is owed now; none at a position that is not in the hand.
    pub fn owed(&self, seat: usize) -> usize {
        usize::from(of(&self.owed, seat))
    }

    /// The undealt cards.
    pub const fn stub(&self) -> &Stub {
        &self.stub
    }

    /// The burned cards that are known.
    pub const fn burns(&self) -> CardSet {
        self.burns
    }

    /// How many cards were burned.
    pub const fn burned(&self) -> usize {
        self.burned as usize
    }

    /// The discards and folded hands that are known.
    pub const fn muck(&self) -> CardSet {
        self.muck
    }

    /// The Kitty while it lies there, as far as it is known.
    pub const fn kitty(&self) -> CardSet {
        self.kitty
    }

    /// What a player has discarded in the present draw, as far as it is known; nothing of a position that is not in the
    /// hand.
    pub fn discards(&self, seat: usize) -> CardSet {
        of(&self.discards, seat)
    }

    /// Who took the Kitty.
    pub fn taker(&self) -> Option<usize> {
        self.taker.map(usize::from)
    }

    /// What the house has taken.
    pub const fn commission(&self) -> ChipAmount {
        self.commission
    }

    /// What the house has earned with time to act.
    pub const fn time_fees(&self) -> ChipAmount {
        self.time_fees
    }

    /// Whether the pots have been pushed.
    pub const fn is_over(&self) -> bool {
        matches!(self.due, Due::Over)
    }

    /// Whether two or more players have acted in this round, in turn or out of it: substantial action. A forced wager is
    /// no act.
    pub const fn substantial_action(&self) -> bool {
        self.acted.and(self.remedies.played).len() >= 2
    }

    /// What a player needs to call.
    #[inline]
    pub(crate) const fn owes(&self, seat: usize) -> ChipAmount {
        self.high - self.bets[seat]
    }
}

/// What lies at a place, or nothing where there is no such place.
#[inline]
fn of<T: Copy + Default>(all: &[T], at: usize) -> T {
    all.get(at).copied().unwrap_or_default()
}
