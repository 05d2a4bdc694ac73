//! What one seat may see: its own cards, the card that the dealer turned up, the board as far as it is shown.

use crate::cache::Coach;
use cards::{Card, CardId, CardSet, HandOrder};
use engine::banked::{Hand, Holder, LiveCard, Phase, Table};
use odds::{DECISIONS, Seen};
use rulebook::{HandOf, Variant};

/// What a seat sees at its decision, and no more; none where it has nothing to decide, its cards are not read yet, or
/// what it staked before is no whole number of Antes.
pub fn seen(coach: &Coach, table: &Table, seat: usize) -> Option<Seen> {
    let Phase::Deciding(step) = table.phase else { return None };
    let setup = coach.solved().setup();
    let game = setup.game();
    let name = &game.step.get(usize::from(step))?.name;
    let here = setup.decisions.iter().position(|decision| decision.name == *name)?;
    let player = table.seats.get(seat)?;
    if player.hand != Hand::Live || player.decided {
        return None;
    }
    let shown = usize::from(table.board_shown);
    let cards = game.hand_cards.value;
    let read = table.is_known(Holder::Seat(seat as u8), cards) && table.is_known(Holder::Board, shown);
    let up = game.up_card.as_ref().map(|_| usize::from(table.up_card));
    let up_is_read = |up: usize| {
        table.live.as_ref().is_none_or(|live| {
            let read = |card: &LiveCard| card.of == Holder::Dealer && usize::from(card.at) == up;
            live.iter().any(|card| read(card) && card.card.is_some())
        })
    };
    if !read || !up.is_none_or(up_is_read) {
        return None;
    }
    let ante = player.stakes[0].cents();
    let mut stakes = [0; DECISIONS];
    for (stake, decision) in stakes.iter_mut().zip(&setup.decisions[..here]) {
        let staked = player.stakes[decision.wager].cents();
        if ante <= 0 || staked % ante != 0 {
            return None;
        }
        *stake = u8::try_from(staked / ante).ok()?;
    }
    Some(Seen {
        decision: here,
        own: set(&player.cards[..cards]),
        up: up.map(|up| table.dealer[up].card()),
        board: set(&table.board[..shown]),
        stakes,
    })
}

/// The cards of a round as one seat sees them: a card, or its back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The seat's own.
    pub own: Vec<Card>,
    pub dealer: Vec<Option<Card>>,
    /// The community cards, dealt or still to come.
    pub board: Vec<Option<Card>>,
}

impl Sight {
    /// The own cards as a set.
    pub fn own_set(&self) -> CardSet {
        self.own.iter().copied().collect()
    }

    /// The community cards that are shown.
    pub fn board_set(&self) -> CardSet {
        self.board.iter().flatten().copied().collect()
    }

    /// The dealer's hand, where all of it is shown.
    pub fn dealer_set(&self) -> Option<CardSet> {
        let all = self.dealer.iter().copied().collect::<Option<CardSet>>();
        all.filter(|cards| !cards.is_empty())
    }
}

/// The cards as a seat sees them in a round that the system deals.
pub fn sight(game: &Variant, table: &Table, seat: usize) -> Sight {
    let in_play = !matches!(table.phase, Phase::Closed | Phase::Betting | Phase::Locked);
    let Some(player) = table.seats.get(seat).filter(|_| in_play) else { return Sight::default() };
    let up = game.up_card.as_ref().map(|_| usize::from(table.up_card));
    let dealer = |at: usize| (table.dealer_shown || up == Some(at)).then(|| table.dealer[at].card());
    let board = |at: usize| (at < usize::from(table.board_shown)).then(|| table.board[at].card());
    Sight {
        own: player.cards[..usize::from(player.held)].iter().map(|card| card.card()).collect(),
        dealer: (0..usize::from(table.dealer_held)).map(dealer).collect(),
        board: (0..game.board_cards).map(board).collect(),
    }
}

pub(crate) fn set(cards: &[CardId]) -> CardSet {
    cards.iter().map(|card| card.card()).collect()
}

/// The hand in words, from so many cards as are seen: "pair of kings, nine kicker"; of fewer cards than a hand has, what
/// they hold so far: "pair of kings", "ace high, two cards".
pub fn hand_words(game: &Variant, own: CardSet, board: CardSet) -> String {
    let cards = match game.wager[0].hand {
        HandOf::OwnAndBoard | HandOf::OwnAndFlop => own | board,
        _ => own,
    };
    let order: &HandOrder = game.order(0);
    if order.accepts(cards).is_ok() {
        return order.words(order.rank(cards));
    }
    so_far(cards)
}

/// What fewer cards than a hand has hold.
fn so_far(cards: CardSet) -> String {
    let mut ranks: Vec<(usize, cards::Rank)> = Vec::new();
    for card in cards.iter() {
        match ranks.iter_mut().find(|(_, rank)| *rank == card.rank()) {
            Some((count, _)) => *count += 1,
            None => ranks.push((1, card.rank())),
        }
    }
    ranks.sort_by(|a, b| b.cmp(a));
    let Some(&(count, first)) = ranks.first() else { return String::new() };
    let kickers: Vec<&str> =
        ranks.iter().filter(|(count, _)| *count == 1).map(|(_, rank)| rank.word()).collect();
    let with = |made: String| {
        if kickers.is_empty() || count == 1 { made } else { format!("{made}, {}", kickers.join(" ")) }
    };
    let suited = cards.suits().iter().any(|suit| suit.count_ones() as usize == cards.len());
    match count {
        4 => with(format!("four {}", first.plural())),
        3 => with(format!("three {}", first.plural())),
        2 => match ranks.get(1) {
            Some((2, second)) => with(format!("two pair, {} and {}", first.plural(), second.plural())),
            _ => with(format!("pair of {}", first.plural())),
        },
        _ => format!("{}{}", kickers.join(" "), if suited { ", of one suit" } else { "" }),
    }
}
