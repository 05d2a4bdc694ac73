//! A block of rounds at one table, through the engine's commands and events.

use crate::plan::Plan;
use crate::strategy::{Decide, decide_best, decide_by_rule};
use crate::tally::{Tally, Totals};
use cards::{CardId, ShuffleKey, Shuffler};
use engine::banked::{Banked, Command, Event, Hand, Patron, Phase, Table};
use engine::{Actor, Machine};
use money::Money;
use odds::Solved;
use rulebook::{Medium, Rulebook, Ruled, Variant};

/// A table that is played at.
struct Played<'b> {
    machine: Banked<'b>,
    table: Table,
    said: Vec<Ruled<Event>>,
    events: u64,
}

impl Played<'_> {
    /// A command that the rules accept; a plan that they do not is refused before it starts.
    fn tell(&mut self, command: &Command) {
        self.said.clear();
        let decided = self.machine.decide(&self.table, Actor::DEALER, command, &mut self.said);
        assert!(decided.is_ok(), "{command:?} was refused: {decided:?}");
        for event in &self.said {
            self.machine.evolve(&mut self.table, &event.value);
        }
        self.events += self.said.len() as u64;
    }
}

pub(crate) fn play(
    book: &Rulebook,
    game: &Variant,
    (plan, solved): (&Plan, Option<&Solved<'_, '_>>),
    block: u64,
    rounds: u64,
) -> Totals {
    let mut played =
        Played { machine: Banked::new(book, game), table: Table::closed(), said: Vec::new(), events: 0 };
    played.tell(&Command::Open(Box::new(plan.sign.clone())));
    for seat in 0..plan.seats {
        played.tell(&Command::Sit { seat, blind_of: None, patron: Patron::default() });
    }
    let mut totals = Totals {
        wagers: game.wager.iter().map(|wager| Tally { on: wager.on.clone(), ..Tally::default() }).collect(),
        ..Totals::default()
    };
    let stakes: Vec<(usize, Money)> =
        plan.wagers.iter().copied().enumerate().filter(|(_, amount)| !amount.is_zero()).collect();
    let mut shuffler = Shuffler::new(&key(plan.seed, block));
    let needed = cards_needed(game, plan.seats);
    let first = CardId::new(0).expect("there is a first card");
    let mut deck = [first; 52];
    for (at, card) in deck.iter_mut().enumerate() {
        *card = CardId::new(at as u8).unwrap_or(first);
    }
    let mut deal = Command::Deal(engine::Hidden::boxed(deck));
    for _ in 0..rounds {
        for seat in 0..plan.seats {
            for &(wager, amount) in &stakes {
                let medium = Medium::Chips;
                played.tell(&Command::Place { seat, wager, amount, medium, proxy: false, checked: true });
            }
        }
        if matches!(played.table.phase, Phase::Betting) {
            played.tell(&Command::CallNoMoreBets);
        }
        if let Command::Deal(deck) = &mut deal {
            // Only what will be dealt needs to be shuffled; the rest is as good in any order.
            for at in 0..needed {
                deck.swap(at, at + shuffler.below(52 - at));
            }
        }
        played.tell(&deal);
        decide(&mut played, plan, solved);
        played.tell(&Command::Settle);
        settle(&played.said, &mut totals, plan);
    }
    totals.rounds = rounds;
    totals.hands = rounds * plan.seats as u64;
    totals.events = played.events;
    totals
}

/// Every hand decides by the strategy until the cards are all shown.
fn decide(played: &mut Played<'_>, plan: &Plan, solved: Option<&Solved<'_, '_>>) {
    while let Phase::Deciding(step) = played.table.phase {
        for seat in 0..plan.seats {
            let found = &played.table.seats[seat];
            if found.hand == Hand::Live && !found.decided {
                let step = usize::from(step);
                let decision = match (plan.strategy.decide, solved) {
                    (Decide::Rule(rule), _) => {
                        decide_by_rule(rule, &played.machine, (&played.table, seat), step)
                    }
                    (Decide::Best, Some(solved)) => decide_best(solved, &played.table, seat, step),
                    (Decide::Best, None) => unreachable!("best play is solved before rounds are played"),
                };
                played.tell(&Command::Decide { seat, decision });
            }
        }
        played.tell(&Command::Proceed);
    }
}

fn settle(said: &[Ruled<Event>], totals: &mut Totals, plan: &Plan) {
    let mut hands = [Money::ZERO; engine::SEATS];
    for event in said {
        if let Event::WagerSettled { seat, wager, staked, paid, returned, .. } = event.value {
            let net = paid + returned - staked;
            totals.wagers[usize::from(wager)].add(staked, net);
            hands[usize::from(seat)] += net;
        }
    }
    for net in &hands[..plan.seats] {
        totals.whole.add(plan.wagers[0], *net);
    }
}

/// The most cards that a round can need.
fn cards_needed(game: &Variant, seats: usize) -> usize {
    game.hand_cards.value * seats + game.dealer_cards + game.board_cards + game.jackpot_cards
}

/// Each block has a key of its own, which a stranger could make again from the seed and its number.
pub(crate) fn key(seed: u64, block: u64) -> ShuffleKey {
    let mut bytes = *ShuffleKey::from_seed(seed).reveal();
    for (byte, part) in bytes[16..].iter_mut().zip(block.to_le_bytes()) {
        *byte ^= part;
    }
    ShuffleKey::from_bytes(bytes)
}
