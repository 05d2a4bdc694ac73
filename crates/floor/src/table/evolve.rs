//! Applying what has happened at a table: the game, the accounts, the calls to others.

use super::FloorTable;
use super::command::{Call, CallAnswer, CorrectedWith, Event, Link, Tender};
use super::state::{Committed, REMEMBERED, SHEETS, Sheet, State};
use crate::account::{Account, post, transfer};
use crate::game::{Effect, Game, MeterCall, Seat};
use money::Money;

impl<G: Game> FloorTable<G> {
    pub(super) fn apply(&self, state: &mut State<G::State>, event: &Event<G::Event>) {
        state.version += 1;
        match event {
            Event::Game(event) => {
                let mut effects = Vec::new();
                self.game.effects(&state.game, event, &mut effects);
                self.game.evolve(&mut state.game, event);
                effects.into_iter().for_each(|effect| self.effect(state, effect));
                if state.awaited.is_some() && self.awaited(state).is_none() {
                    state.awaited = None;
                }
            }
            Event::SetUp(mode) => state.mode = Some(*mode),
            Event::DeckCommitted { root, key } => {
                let pack = self.game.pack(&state.game);
                state.deck = Some(Committed { root: *root, key: *key, seeds: Vec::new(), pack });
                // What was promised until now was promised before anybody could know this deck's commitment.
                state.promises.values_mut().for_each(|promise| promise.binds = true);
            }
            Event::SeedGiven { seat, seed, next } => state.take_seed(*seat, *seed, *next),
            Event::SeatAsked { seat, patron } => state.asked[usize::from(*seat)] = Some(*patron),
            Event::PatronSeated { seat, patron } => {
                state.asked[usize::from(*seat)] = None;
                state.patrons[usize::from(*seat)] = Some(*patron);
            }
            Event::SeatRefused { seat, .. } => state.asked[usize::from(*seat)] = None,
            Event::CallDue { call, what } => {
                state.calls = call + 1;
                match what {
                    Call::Meter { what: MeterCall::Register { wagers }, .. } => state.on_meter += wagers,
                    Call::Meter { what: MeterCall::Cancel { wagers }, .. } => {
                        state.on_meter = state.on_meter.saturating_sub(*wagers);
                    }
                    Call::Meter { what: MeterCall::Record { carried, .. }, .. } => state.on_meter = *carried,
                    Call::Meter { what: MeterCall::Determine { .. }, .. } => state.award = None,
                    Call::Patron { .. } | Call::House { .. } => {}
                }
                state.due.push_back((*call, *what));
            }
            Event::CallAnswered { answer, .. } => {
                state.due.pop_front();
                if let CallAnswer::Awarded { royal, straight_flush, seq } = answer {
                    state.award = Some((*royal, *straight_flush, *seq));
                }
            }
            Event::Linked { meter } => {
                state.meter = Some(*meter);
                state.link = Link::Live;
            }
            Event::Unlinked => {
                state.meter = None;
                state.link = Link::None;
            }
            Event::LinkChanged { to } => state.link = *to,
            Event::DealingChanged { by_hand } => state.by_hand = *by_hand,
            Event::MustLeave { seat, .. } | Event::RemovalOrdered { seat, .. } => state.leaving |= 1 << seat,
            Event::TermsAwaited { terms } => state.awaited = Some(terms.clone()),
            Event::CorrectionAsked { mispayment, amount, .. } => state.correct(*mispayment, *amount),
            Event::CorrectionRefused { mispayment, amount, .. } => state.correct(*mispayment, -*amount),
            Event::BuyInAsked { .. } | Event::BuyInRefused { .. } | Event::ColourChanged { .. } => {}
            _ => self.apply_money(state, event),
        }
    }

    /// What an event of the game does to the accounts.
    fn effect(&self, state: &mut State<G::State>, effect: Effect) {
        let ledger = &mut state.ledger;
        let purse = |seat: Seat, token: bool| if token { Account::Tokens } else { Account::Rack(seat.0) };
        match effect {
            Effect::Staked { seat, amount, token } => {
                transfer(ledger, purse(seat, token), Account::Layout, amount)
            }
            Effect::TakenBack { seat, amount, token } => {
                transfer(ledger, Account::Layout, purse(seat, token), amount)
            }
            Effect::Settled { seat, staked, paid, returned, token } => {
                let back = if token { staked } else { returned };
                let lines = [
                    (Account::Layout, -staked),
                    (purse(seat, token), back),
                    (Account::Rack(seat.0), paid),
                    (Account::Float, staked - back - paid),
                ];
                post(ledger, &lines);
                state.nets[seat.index()] += if token { paid } else { paid + returned - staked };
                state.sheet.staked += staked;
                state.sheet.paid += paid;
                state.sheet.returned += if token { Money::ZERO } else { returned };
                state.sheet.tokens += if token { staked } else { Money::ZERO };
            }
            Effect::IntoPot { seat, amount } => {
                transfer(ledger, Account::Rack(seat.0), Account::Layout, amount);
                state.nets[seat.index()] -= amount;
            }
            Effect::FromPot { seat, amount } => {
                transfer(ledger, Account::Layout, Account::Rack(seat.0), amount);
                state.nets[seat.index()] += amount;
            }
            Effect::Commission { amount } => {
                transfer(ledger, Account::Layout, Account::Drop, amount);
                let taken = state.sheet.commission.unwrap_or(Money::ZERO);
                state.sheet.commission = Some(taken + amount);
            }
            Effect::Taken { seat } => state.nets[seat.index()] = Money::ZERO,
            Effect::Left { seat: Seat(seat) } => {
                let rack = state.ledger.balance(&Account::Rack(seat));
                let patron = state.patrons[usize::from(seat)].take();
                let known = patron.is_some();
                patron.map(|patron| state.promises.remove(&patron));
                state.leaving &= !(1 << seat);
                // Chips of a virtual table go back to the account; others are carried away.
                let home = known && state.mode == Some(super::DealingMode::Virtual);
                self.hand_back(state, seat, rack, home);
                state.nets[usize::from(seat)] = Money::ZERO;
            }
            Effect::Moved { from: Seat(from), to: Seat(to) } => {
                let rack = state.ledger.balance(&Account::Rack(from));
                transfer(&mut state.ledger, Account::Rack(from), Account::Rack(to), rack);
                let (from, to) = (usize::from(from), usize::from(to));
                state.patrons.swap(from, to);
                state.nets.swap(from, to);
                // Whoever must leave must leave from where they sit now.
                let bit = |seat: usize| state.leaving >> seat & 1;
                let moved = (bit(from) ^ bit(to)) * (1 << from | 1 << to);
                state.leaving ^= moved;
            }
            Effect::DealBegan => {
                state.dealt_from = None;
                if state.rounds.len() == REMEMBERED {
                    state.rounds.pop_front();
                }
                state.rounds.push_back((self.game.deal_number(&state.game), state.round_from + 1));
            }
            Effect::DeckDealt => state.dealt_from = state.deck.take(),
            Effect::DealEnded => {
                state.nets = [Money::ZERO; engine::SEATS];
                state.sheet.rounds += 1;
                state.round_from = state.version;
            }
            Effect::Opened => state.round_from = state.version,
            Effect::Reshuffled => state.deck = None,
        }
    }

    fn hand_back(&self, state: &mut State<G::State>, seat: u8, amount: Money, to_account: bool) {
        if to_account {
            state.sheet.account_out += amount;
            let bank = [(Account::House, -amount), (Account::Transit, amount)];
            post(
                &mut state.ledger,
                &[(Account::Rack(seat), -amount), (Account::Float, amount), bank[0], bank[1]],
            );
        } else {
            transfer(&mut state.ledger, Account::Rack(seat), Account::ChipsOut, amount);
        }
    }

    /// Money goes back where it belongs: to the float of the table, or from it.
    fn apply_correction(
        &self,
        state: &mut State<G::State>,
        (mispayment, over, amount): (u32, bool, Money),
        with: CorrectedWith,
    ) {
        let to_house = if over { amount } else { -amount };
        // What an account is asked for was noted when it was asked.
        if !(over && with == CorrectedWith::Account) {
            state.correct(mispayment, amount);
        }
        let sheet = &mut state.sheet;
        sheet.corrected = Some(sheet.corrected.unwrap_or(Money::ZERO) + to_house);
        let lines = match with {
            CorrectedWith::Rack(seat) => [(Account::Rack(seat), -to_house), (Account::Float, to_house)],
            CorrectedWith::Chips => [(Account::ChipsOut, -to_house), (Account::Float, to_house)],
            // The chips stay where they are: account and house settle it between them.
            CorrectedWith::Account => {
                let part = if over { &mut sheet.account_in } else { &mut sheet.account_out };
                *part += amount;
                [(Account::Transit, -to_house), (Account::House, to_house)]
            }
        };
        post(&mut state.ledger, &lines);
    }

    fn apply_money(&self, state: &mut State<G::State>, event: &Event<G::Event>) {
        match *event {
            Event::BoughtIn { seat, amount, with } => {
                let rack = (Account::Rack(seat), amount);
                let float = (Account::Float, -amount);
                match with {
                    Tender::Cash => {
                        state.sheet.cash_in += amount;
                        let cash = [(Account::Outside, -amount), (Account::Drop, amount)];
                        post(&mut state.ledger, &[rack, float, cash[0], cash[1]]);
                    }
                    Tender::Account => {
                        state.sheet.account_in += amount;
                        let taken = [(Account::Transit, -amount), (Account::House, amount)];
                        post(&mut state.ledger, &[rack, float, taken[0], taken[1]]);
                    }
                    Tender::Chips => post(&mut state.ledger, &[rack, (Account::ChipsOut, -amount)]),
                }
            }
            Event::CashedOut { seat, amount, to } => {
                self.hand_back(state, seat, amount, to == Tender::Account);
            }
            Event::CorrectionPosted { mispayment, over, amount, with, .. } => {
                self.apply_correction(state, (mispayment, over, amount), with);
            }
            Event::FloatFilled { amount } => {
                state.sheet.fills += amount;
                transfer(&mut state.ledger, Account::House, Account::Float, amount);
            }
            Event::FloatCredited { amount } => {
                state.sheet.credits += amount;
                transfer(&mut state.ledger, Account::Float, Account::House, amount);
            }
            Event::FloatCounted { amount } => {
                state.sheet.float_counted = Some(amount);
                state.sheet.counted_against = Some(state.holds(Account::Float));
            }
            Event::DropCounted { amount } => {
                let counted = state.sheet.drop_counted.unwrap_or(Money::ZERO) + amount;
                state.sheet.drop_counted = Some(counted);
                // The box is emptied; what it should have held and did not is the house's difference.
                let held = state.holds(Account::Drop);
                transfer(&mut state.ledger, Account::Drop, Account::House, held);
            }
            Event::DayClosed { day } => {
                let closing = state.holds(Account::Float);
                let sheet = Sheet { day, closing_float: closing, ..state.sheet };
                if state.sheets.len() == SHEETS {
                    state.sheets.pop_front();
                }
                state.sheets.push_back(sheet);
                state.sheet = Sheet { opening_float: closing, ..Sheet::default() };
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::TableName;
    use crate::stream_writer::Hosted;
    use engine::{Machine, PatronId, TableNumber, banked};

    #[test]
    fn whoever_must_leave_leaves_from_the_place_that_they_moved_to() {
        let (book, game) = ("crown-melbourne-three-card-poker-5.1".into(), "three-card-poker".into());
        let machine = crate::recall::table(&TableName { book, game, number: TableNumber(1) }).unwrap();
        let mut state = machine.start();
        state.patrons[2] = Some(PatronId(7));
        machine.evolve(&mut state, &Event::MustLeave { seat: 2, patron: PatronId(7) });
        machine.evolve(&mut state, &Event::Game(banked::Event::HandsSwapped { seat: 2, with: 3 }));
        assert_eq!((state.patrons[3], state.leaving), (Some(PatronId(7)), 1 << 3));
    }
}
