//! What a viewer may know, told from what the game has done and from nothing that a page is made of: the own cards, what has
//! been turned up, and what was settled.

use cards::CardId;
use engine::banked::{Event as E, Holder, LiveCard, Table};
use floor::table::Event;
use std::collections::BTreeMap;

use crate::worlds::world::Viewer;

/// What has been shown in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Legal {
    own: BTreeMap<usize, Vec<CardId>>,
    shown: Shown,
    showdown: bool,
}

/// What everybody may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Shown {
    up: Option<CardId>,
    board: Vec<CardId>,
    dealer: Vec<CardId>,
    jackpot: Vec<CardId>,
    declared: BTreeMap<u8, Vec<CardId>>,
    settled: Vec<String>,
}

/// What one viewer may know: comparable between worlds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    own: Option<Vec<CardId>>,
    shown: Shown,
}

/// What has turned up so far, of what is to be turned up.
#[derive(Clone, Copy, Debug, Default)]
struct Turned {
    up: bool,
    dealer: bool,
    jackpot: bool,
}

/// Follows one world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watcher {
    legal: Legal,
    turned: Turned,
    hands: u16,
}

/// The cards of a holder, where all are known.
fn lie(table: &Table, of: Holder, count: u8) -> Vec<CardId> {
    let cards: &[CardId] = match of {
        Holder::Seat(seat) => &*table.seats[usize::from(seat)].cards,
        Holder::Dealer => &*table.dealer,
        Holder::Board => &*table.board,
        Holder::JackpotCards => &*table.jackpot_cards,
        Holder::Burn => &[],
    };
    if (0..count).all(|at| is_read(table, of, at)) {
        cards.iter().copied().take(usize::from(count)).collect()
    } else {
        Vec::new()
    }
}

/// Whether a card is known: dealt by the system, or a real one that was recorded.
fn is_read(table: &Table, of: Holder, at: u8) -> bool {
    let read =
        |live: &Vec<LiveCard>| live.iter().any(|read| read.of == of && read.at == at && read.card.is_some());
    table.live.as_ref().is_none_or(read)
}

impl Watcher {
    /// Goes on by what has happened. `before` and `after` are the table as it stood around it.
    pub(crate) fn hear(&mut self, before: &Table, after: &Table, events: &[Event<E>]) {
        let mut closed = false;
        for event in events {
            let Event::Game(event) = event else { continue };
            match event {
                E::BettingClosed => *self = Watcher::default(),
                E::UpCardShown { .. } => self.turned.up = true,
                E::DealerShown => self.turned.dealer = true,
                E::JackpotCardsShown => self.turned.jackpot = true,
                E::ShowdownReached => self.legal.showdown = true,
                E::HandDeclared { seat, .. } => {
                    assert!(self.legal.showdown, "no hand is declared before the showdown");
                    self.hands |= seat.map_or(0, |seat| 1 << seat);
                }
                E::RoundClosed => closed = true,
                _ => {}
            }
            let counts = matches!(
                event,
                E::WagerSettled { .. }
                    | E::DealerQualified { .. }
                    | E::HandsCompared { .. }
                    | E::HandDeclared { .. }
                    | E::JackpotHit { .. }
            );
            if counts {
                // A hand that is given up loses before the showdown, whatever cards it held.
                let given_up = matches!(event, E::WagerSettled { .. });
                assert!(self.legal.showdown || given_up, "{event:?} before the showdown");
                self.legal.shown.settled.push(format!("{event:?}"));
            }
        }
        // What a round showed is gone from a table that was cleared.
        let table = if closed { before } else { after };
        for (seat, found) in table.seats.iter().enumerate() {
            let held = lie(table, Holder::Seat(seat as u8), found.held);
            // A blind hand is nobody's to look at until it is declared.
            if found.blind_of.is_none() && !held.is_empty() {
                self.legal.own.insert(seat, held.clone());
            }
            if self.hands & 1 << seat != 0 && !held.is_empty() {
                self.legal.shown.declared.insert(seat as u8, held);
            }
        }
        let shown = &mut self.legal.shown;
        if self.turned.up && table.dealer_held > 0 && is_read(table, Holder::Dealer, table.up_card) {
            shown.up = table.dealer.get(usize::from(table.up_card)).copied();
        }
        if table.board_shown > 0 {
            shown.board = lie(table, Holder::Board, table.board_shown);
        }
        if self.turned.dealer && table.dealer_held > 0 {
            shown.dealer = lie(table, Holder::Dealer, table.dealer_held);
        }
        if self.turned.jackpot && table.jackpot_held > 0 {
            shown.jackpot = lie(table, Holder::JackpotCards, table.jackpot_held);
        }
    }

    /// Whether a human dealer turns up the hands to pay them: the console of that table then guides box by box.
    pub(crate) fn hands_are_turned(&self) -> bool {
        self.legal.showdown
    }

    pub(crate) fn known(&self, viewer: Viewer) -> Known {
        let own = viewer.seat().and_then(|seat| self.legal.own.get(&seat).cloned());
        Known { own, shown: self.legal.shown.clone() }
    }

    /// Whether cards are out.
    pub(crate) fn is_dealt(&self) -> bool {
        !self.legal.own.is_empty()
    }
}
