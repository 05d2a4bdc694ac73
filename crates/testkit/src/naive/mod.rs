//! The four house-banked games settled a second time, as plainly as possible.
//!
//! Written from the registers of clauses and the readings alone, and on purpose without anything of the other
//! crates: it is there to disagree with them. Every constant stands where it is used. A round that is handed in has
//! to be legal; nothing is refused here.

mod caribbean;
pub mod hand;
mod jackpot;
mod limits;
mod mississippi;
#[cfg(test)]
mod tests;
mod three_card;
mod ultimate;

use std::collections::BTreeMap;

/// Whose rules the table plays by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Book {
    /// Crown Sydney, Poker Minors 3.3.
    CrownSydney,
    /// The Star Sydney, Mississippi Stud 4.
    Star,
    /// Crown Melbourne, Mississippi Stud 3.0.
    MelbourneMississippi,
    /// Crown Melbourne, Three Card Poker 5.1.
    MelbourneThreeCard,
}

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Game {
    /// Five cards each, the dealer needs ace and king.
    CaribbeanStud,
    /// Two cards and three of the table, nobody to beat.
    MississippiStud,
    /// Two cards and five of the table, the dealer needs a pair.
    UltimateTexasHoldem,
    /// Three cards each, the dealer needs a queen.
    ThreeCardPoker,
}

/// One round as it was found at settlement.
#[derive(Debug, Clone)]
pub struct Round {
    pub book: Book,
    pub game: Game,
    /// What the table displays.
    pub sign: Sign,
    /// The hands played.
    pub seats: Vec<Seat>,
    /// The dealer's cards; none in Mississippi Stud.
    pub dealer: Vec<Card>,
    /// The community cards in the order of their streets; flop, turn and river in Hold'em.
    pub board: Vec<Card>,
    /// Three Card Poker's two Jackpot Cards.
    pub jackpot_cards: Vec<Card>,
}

/// A card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// From 2 to 14, the ace.
    pub rank: u8,
    /// From 0 to 3.
    pub suit: u8,
}

/// What the table displays. All money is in cents.
#[derive(Debug, Clone)]
pub struct Sign {
    /// Crown Sydney: Method B, under which a folded hand keeps its jackpot wager.
    pub method_b: bool,
    /// Winnings are rounded up to a multiple of it.
    pub smallest_chip: i64,
    /// The most that one wager is paid, where its pay table says so.
    pub max_payout: Option<i64>,
    /// The displayed minimum of a spot.
    pub min: BTreeMap<String, i64>,
    /// The displayed maximum of a spot.
    pub max: BTreeMap<String, i64>,
    /// The regulator's minimum of a spot (Crown Sydney).
    pub approved_min: BTreeMap<String, i64>,
    /// Hold'em: the multiples of the Ante allowed before the flop, on the flop, on the river.
    pub multiples: [Vec<i64>; 3],
    /// Three Card Poker: the Ante Bonus table, `A` to `C`.
    pub ante_bonus: char,
    /// Three Card Poker: the Pair Plus table, `A` to `F`.
    pub pair_plus: char,
    /// Three Card Poker: the Six Card Bonus table, `A` to `E`.
    pub six_card_bonus: char,
    /// The jackpot, where one is offered.
    pub jackpot: Option<Jackpot>,
}

/// A jackpot and its meter.
#[derive(Debug, Clone)]
pub struct Jackpot {
    /// The option of the rulebook; any at The Star.
    pub option: u8,
    /// The reset value or initial seed "for 1"; at The Star in dollars, 0 for none.
    pub seed: i64,
    /// The Star: what of each wager goes on the meter, in millionths.
    pub increment_ppm: i64,
    /// The cost of one jackpot wager in cents.
    pub wager: i64,
    /// The meter before this round's wagers are registered, in millionths of a cent.
    pub meter: i128,
    /// The Star: the bonus jackpot with a royal flush, in cents.
    pub bonus_royal: Option<i64>,
    /// The Star: the bonus jackpot with a straight flush, in cents.
    pub bonus_straight_flush: Option<i64>,
}

/// A hand that is played, and what was put up on it.
#[derive(Debug, Clone, Default)]
pub struct Seat {
    /// The number of the box.
    pub number: u8,
    /// The wagers before the deal: the spot and the cents on it.
    pub wagers: Vec<(String, i64)>,
    /// The player's own cards.
    pub cards: Vec<Card>,
    /// What the player did, in the words of a case file.
    pub decisions: Vec<String>,
    /// The Star: the player's loss limit, and the net loss so far.
    pub loss_limit: Option<(i64, i64)>,
    /// The wagers that are promotional tokens, by name.
    pub tokens: Vec<String>,
    /// Melbourne: has been told that wagers under the minimum will be returned.
    pub warned_under_minimum: bool,
    /// Melbourne Mississippi Stud: has been told that short Street wagers will be returned.
    pub warned_short: bool,
}

/// The ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether the dealer's hand qualifies, in a game with a dealer's hand.
    pub dealer_qualifies: Option<bool>,
    /// The lines of each seat, in the order of the round's seats.
    pub seats: Vec<Vec<Line>>,
    /// What became of the meter, where there is one.
    pub jackpot: Option<Meter>,
}

/// The ruling on one wager, in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub on: String,
    /// What was put up.
    pub staked: i64,
    /// `win`, `lose`, `stand-off`, `returned` or `void`.
    pub result: String,
    /// The winnings alone.
    pub paid: i64,
    /// What of the stake goes back.
    pub returned: i64,
}

/// What became of the meter, in millionths of a cent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meter {
    /// What the wagers of the round put on it.
    pub contributed: i128,
    /// What prizes took off it.
    pub paid: i128,
    /// What was put in to reset it.
    pub reseeded: i128,
    /// What the house paid beyond the meter, fixed prizes and bonus jackpots apart.
    pub house: i128,
    /// Where it stands now.
    pub after: i128,
}

impl Default for Sign {
    fn default() -> Sign {
        Sign {
            method_b: false,
            smallest_chip: 1,
            max_payout: None,
            min: BTreeMap::new(),
            max: BTreeMap::new(),
            approved_min: BTreeMap::new(),
            multiples: [vec![3, 4], vec![2], vec![1]],
            ante_bonus: 'A',
            pair_plus: 'A',
            six_card_bonus: 'A',
            jackpot: None,
        }
    }
}

impl Seat {
    fn wager(&self, on: &str) -> Option<i64> {
        self.wagers.iter().find(|(spot, _)| spot == on).map(|&(_, cents)| cents)
    }

    fn did(&self, decision: &str) -> bool {
        self.decisions.iter().any(|made| made == decision)
    }

    /// Folded, or was gone at a decision at which nobody can check (Sydney 13.7, The Star 11.11, MS-A56).
    fn gave_up(&self) -> bool {
        self.did("fold") || self.did("absent")
    }
}

/// A seat when its game is over and the jackpot is still to be settled.
struct Played {
    /// The lines that stand before the jackpot's.
    first: Vec<Line>,
    /// The jackpot wager, if there is one.
    ticket: Option<Ticket>,
    /// The lines that stand after the jackpot's.
    then: Vec<Line>,
}

/// A jackpot wager.
struct Ticket {
    staked: i64,
    /// It is no wager: it goes back and puts nothing on the meter.
    void: bool,
    /// The five cards that it is judged by; none if a fold has lost it.
    hand: Option<hand::Kind>,
}

/// Settles a round.
pub fn settle(round: &Round) -> Answer {
    let (dealer_qualifies, played) = match round.game {
        Game::CaribbeanStud => caribbean::settle(round),
        Game::MississippiStud => mississippi::settle(round),
        Game::UltimateTexasHoldem => ultimate::settle(round),
        Game::ThreeCardPoker => three_card::settle(round),
    };
    let tickets: Vec<Option<&Ticket>> = played.iter().map(|seat| seat.ticket.as_ref()).collect();
    let jackpots = jackpot::settle(round, &tickets);
    let mut seats = Vec::new();
    for (seat, (jackpot, bonus)) in played.into_iter().zip(jackpots.lines) {
        let mut lines = seat.first;
        lines.extend(jackpot);
        lines.extend(seat.then);
        lines.extend(bonus);
        seats.push(lines);
    }
    Answer { dealer_qualifies, seats, jackpot: jackpots.meter }
}
