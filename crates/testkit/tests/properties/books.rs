//! Double entry beside the table: every chip is in a rack, in a box or in the float, and the table must agree.

use engine::banked::{Decision, Event, Settled, Table};
use money::{Ledger, Money, Movement};

/// Where chips can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Account {
    Rack(usize),
    Box(usize),
    Float,
}

/// The ledger, and what the settled lines say that every player has gained since the last round closed.
#[derive(Debug)]
pub(crate) struct Books {
    ledger: Ledger<Account>,
    gained: Vec<Money>,
    held: Vec<Money>,
}

impl Books {
    pub(crate) fn new(seats: usize) -> Books {
        Books { ledger: Ledger::new(), gained: vec![Money::ZERO; seats], held: vec![Money::ZERO; seats] }
    }

    fn moves(&mut self, from: Account, to: Account, amount: Money) -> Result<(), String> {
        if amount.is_zero() {
            return Ok(());
        }
        let movement = Movement::transfer(from, to, amount).map_err(|error| error.to_string())?;
        self.ledger.apply(&movement).map_err(|error| error.to_string())
    }

    /// Books an event that is about to happen at the table.
    pub(crate) fn book(
        &mut self,
        table: &Table,
        of_jackpot: impl Fn(usize) -> bool,
        event: &Event,
    ) -> Result<(), String> {
        let owner = |seat: usize, wager: usize| {
            let other = table.seats[seat].jackpot_by.filter(|_| of_jackpot(wager));
            other.map_or(seat, usize::from)
        };
        match *event {
            Event::WagerPlaced { seat, amount, .. } | Event::WagerRaised { seat, amount, .. } => {
                let seat = usize::from(seat);
                self.moves(Account::Rack(seat), Account::Box(seat), amount)
            }
            Event::JackpotPlacedForAnother { seat, by, amount } => {
                self.moves(Account::Rack(usize::from(by)), Account::Box(usize::from(seat)), amount)
            }
            Event::WagerTakenBack { seat, wager, amount } | Event::WagerRefused { seat, wager, amount } => {
                let (seat, wager) = (usize::from(seat), usize::from(wager));
                self.moves(Account::Box(seat), Account::Rack(owner(seat, wager)), amount)
            }
            Event::Decided { seat, decision: Decision::Bet { amount, .. }, .. } => {
                let seat = usize::from(seat);
                self.moves(Account::Rack(seat), Account::Box(seat), amount)
            }
            Event::WagerSettled { seat, wager, staked, result, paid, returned } => {
                let (seat, wager) = (usize::from(seat), usize::from(wager));
                let known = &table.seats[seat];
                if staked != known.stakes[wager] || known.is_settled(wager) {
                    return Err(format!("settled on {staked}, or twice: {event:?}"));
                }
                if paid.is_negative() || returned.is_negative() || returned > staked {
                    return Err(format!("more goes back than was staked, or less than nothing: {event:?}"));
                }
                if result != Settled::Win && !paid.is_zero() {
                    return Err(format!("paid without a win: {event:?}"));
                }
                if result == Settled::Carried {
                    return Ok(());
                }
                let rack = owner(seat, wager);
                self.gained[rack] += paid + returned - staked;
                self.moves(Account::Box(seat), Account::Rack(rack), returned)?;
                self.moves(Account::Box(seat), Account::Float, staked - returned)?;
                self.moves(Account::Float, Account::Rack(rack), paid)
            }
            _ => Ok(()),
        }
    }

    /// Whether every box holds what the table says that lies there.
    pub(crate) fn agree(&self, table: &Table, jackpot: usize) -> Result<(), String> {
        for (at, seat) in table.seats.iter().enumerate() {
            let lies = |(wager, stake): (usize, &Money)| match seat.is_settled(wager) {
                false => *stake,
                true if jackpot == wager => seat.carried,
                true => Money::ZERO,
            };
            let there: Money = seat.stakes.iter().enumerate().map(lies).sum();
            let held = self.ledger.balance(&Account::Box(at));
            if there != held {
                return Err(format!("box {at} holds {held}, the table says {there}"));
            }
        }
        if self.ledger.total().is_zero() { Ok(()) } else { Err("the ledger does not sum to nothing".into()) }
    }

    /// The round is closed: boxes are empty but for carried jackpot wagers, and racks have changed by what the lines say.
    pub(crate) fn close_round(&mut self, table: &Table) -> Result<(), String> {
        let mut staked_for: Vec<Money> = vec![Money::ZERO; table.seats.len()];
        for (at, seat) in table.seats.iter().enumerate() {
            let held = self.ledger.balance(&Account::Box(at));
            if held != seat.carried {
                return Err(format!("box {at} still holds {held}, carried are {}", seat.carried));
            }
            staked_for[seat.jackpot_by.map_or(at, usize::from)] += held;
        }
        for (at, out) in staked_for.into_iter().enumerate() {
            // A rack is short of what its player has carried in a box.
            let has = self.ledger.balance(&Account::Rack(at)) + out;
            let expected = self.held[at] + self.gained[at];
            if has != expected {
                return Err(format!("the player at {at} has {has}, by the lines it should be {expected}"));
            }
            self.held[at] = has;
            self.gained[at] = Money::ZERO;
        }
        Ok(())
    }
}
