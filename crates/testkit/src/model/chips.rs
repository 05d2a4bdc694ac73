//! The chips of a table: what lies where, and where the money of an event goes.

use super::PlainTable;
use engine::banked::{Decision, Event as E, Settled};
use engine::{Machine, PatronId, SEATS};
use floor::table::{DealingMode, Tender};
use money::Money;
use rulebook::Medium;

/// What lies on a spot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lies {
    pub(super) cents: i64,
    token: bool,
    /// At whose place the player sits who laid it, where it was laid on somebody else's box.
    by: Option<u8>,
}

/// What a patron's file hears.
pub(super) enum News {
    /// A round is over for them.
    Won(i64),
    /// They got up.
    GotUp,
    /// Chips came back to the account.
    Chips(i64),
}

impl PlainTable {
    pub(super) fn bought(&mut self, seat: usize, cents: i64, with: Tender) {
        self.racks[seat] += cents;
        let amount = Money::from_cents(cents);
        match with {
            Tender::Chips => self.away -= cents,
            Tender::Cash => {
                self.float -= cents;
                self.cash -= cents;
                self.drop += cents;
                self.sheet.cash_in += amount;
            }
            Tender::Account => {
                self.float -= cents;
                self.transit -= cents;
                self.house += cents;
                self.sheet.account_in += amount;
            }
        }
    }

    pub(super) fn handed_back(&mut self, seat: usize, cents: i64, home: bool) {
        self.racks[seat] -= cents;
        if home {
            self.float += cents;
            self.house -= cents;
            self.transit += cents;
            self.sheet.account_out += Money::from_cents(cents);
        } else {
            self.away += cents;
        }
    }

    fn gets_up(&mut self, seat: usize, news: &mut Vec<(PatronId, News)>) {
        let patron = self.patrons[seat].take();
        self.leaving[seat] = false;
        let (chips, won) = (self.racks[seat], std::mem::take(&mut self.won[seat]));
        let home = patron.filter(|_| self.mode == Some(DealingMode::Virtual));
        self.handed_back(seat, chips, home.is_some());
        if let Some(patron) = patron {
            if won != 0 {
                news.push((patron, News::Won(won)));
            }
            news.push((patron, News::GotUp));
        }
        news.extend(home.map(|patron| (patron, News::Chips(chips))));
    }

    /// Where the money of an event goes, before the game applies it.
    pub(super) fn happens(&mut self, event: &E, news: &mut Vec<(PatronId, News)>) {
        match *event {
            E::WagerPlaced { seat, wager, amount, medium, .. } => {
                self.lay((seat, wager), amount.cents(), Some(medium == Medium::Token), None);
            }
            E::WagerRaised { seat, wager, amount } => self.lay((seat, wager), amount.cents(), None, None),
            E::JackpotPlacedForAnother { seat, by, amount } => {
                let spot = self.machine.jackpot_spot().unwrap_or(0) as u8;
                self.lay((seat, spot), amount.cents(), Some(false), Some(by));
            }
            E::WagerTakenBack { seat, wager, amount } | E::WagerRefused { seat, wager, amount } => {
                self.lay((seat, wager), -amount.cents(), None, None);
            }
            E::WagerSettled { result: Settled::Carried, .. } => {}
            E::WagerSettled { seat, wager, staked, paid, returned, .. } => {
                // A bonus is paid where nothing lies.
                let nothing = Lies { cents: 0, token: false, by: None };
                let lies = self.spots.remove(&(seat, wager)).unwrap_or(nothing);
                let of = lies.by.map_or(self.owner(usize::from(seat)), usize::from);
                let back = if lies.token { staked } else { returned }.cents();
                // The table keeps what does not go back, and pays.
                self.float += lies.cents - back - paid.cents();
                *(if lies.token { &mut self.tokens } else { &mut self.racks[of] }) += back;
                self.racks[of] += paid.cents();
                self.won[of] += paid.cents() + if lies.token { 0 } else { back - lies.cents };
                self.sheet.staked += staked;
                self.sheet.paid += paid;
                let (tokens, chips) =
                    if lies.token { (staked, Money::ZERO) } else { (Money::ZERO, returned) };
                self.sheet.tokens += tokens;
                self.sheet.returned += chips;
            }
            E::SeatTaken { seat, .. } => self.won[usize::from(seat)] = 0,
            E::SeatLeft { seat } | E::SeatVacated { seat } => self.gets_up(usize::from(seat), news),
            E::TableClosed => {
                for seat in 0..SEATS {
                    if self.game.seats[seat].taken {
                        self.gets_up(seat, news);
                    }
                }
            }
            E::HandsSwapped { seat, with } => {
                let (from, to) = (usize::from(seat), usize::from(with));
                self.racks[to] += std::mem::take(&mut self.racks[from]);
                self.patrons.swap(from, to);
                self.leaving.swap(from, to);
                self.won.swap(from, to);
            }
            E::RoundClosed => {
                self.sheet.rounds += 1;
                for seat in 0..SEATS {
                    let won = std::mem::take(&mut self.won[seat]);
                    if let (Some(patron), true) = (self.patrons[seat], won != 0) {
                        news.push((patron, News::Won(won)));
                    }
                }
            }
            _ => {}
        }
    }

    /// The game applies an event. Where a bet lies is for the game to say: where there is more than before.
    pub(super) fn evolve(&mut self, event: &E) {
        let E::Decided { seat, decision: Decision::Bet { amount, token, .. }, .. } = *event else {
            return self.machine.evolve(&mut self.game, event);
        };
        let before = self.game.seats[usize::from(seat)].stakes;
        self.machine.evolve(&mut self.game, event);
        let after = self.game.seats[usize::from(seat)].stakes;
        if let Some(wager) = before.iter().zip(&after).position(|(before, after)| before != after) {
            self.lay((seat, wager as u8), amount.cents(), Some(token), None);
        }
    }

    /// Puts money onto a spot, or takes it off again.
    fn lay(&mut self, (seat, wager): (u8, u8), cents: i64, token: Option<bool>, by: Option<u8>) {
        let owner = self.owner(usize::from(seat));
        let spot =
            self.spots.entry((seat, wager)).or_insert(Lies { cents: 0, token: token == Some(true), by });
        let of = spot.by.map_or(owner, usize::from);
        spot.cents += cents;
        let gone = spot.cents == 0;
        let from = if spot.token { &mut self.tokens } else { &mut self.racks[of] };
        *from -= cents;
        if gone {
            self.spots.remove(&(seat, wager));
        }
    }
}
