//! What happens to jackpots and bonuses, in the words of the floor.

use super::bonus::{BonusEvent, BonusState, Bonuses, Prize};
use super::event::{Event, PaymentMeans};
use super::jackpots::Jackpots;
use super::state::{EquipmentCheck, Terms};
use money::Money;
use rulebook::{Act, RoleId};

/// `$12,005.00`.
pub fn dollars(amount: Money) -> String {
    let cents = amount.cents().unsigned_abs();
    let sign = if amount.is_negative() { "-" } else { "" };
    format!("{sign}${}.{:02}", grouped(cents / 100), cents % 100)
}

/// `12,005`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A position of the hand: `p4`.
pub(super) fn name(seat: u8) -> String {
    format!("p{}", u16::from(seat) + 1)
}

fn paid_in(means: PaymentMeans) -> &'static str {
    match means {
        PaymentMeans::Chips => "in chips",
        PaymentMeans::Cash => "in cash",
        PaymentMeans::CashEquivalent => "in cash equivalent",
    }
}

fn found(working: EquipmentCheck) -> String {
    let each = [
        (working.increments, "increments are not recorded"),
        (working.times, "the time of a settlement is not recorded"),
        (working.readable, "the value cannot be read"),
    ];
    let lacks: Vec<&str> = each.into_iter().filter(|(works, _)| !works).map(|(_, what)| what).collect();
    if lacks.is_empty() { "the equipment works".into() } else { lacks.join(", ") }
}

impl Jackpots<'_> {
    /// An event in words.
    pub fn words(&self, event: &Event) -> String {
        match *event {
            Event::Opened { terms: Terms { contribution, reset, unit }, value } => format!(
                "a jackpot of {} is open: {} more for each round, {} after a win, paid in steps of {}",
                dollars(value),
                dollars(contribution),
                dollars(reset),
                dollars(unit)
            ),
            Event::Linked { jackpot, table, game } => {
                let game = self.book.games.get(game);
                let game = game.map(|game| format!(" with {}, {} cards", game.name, game.deck.value.len()));
                format!("table {table} joins jackpot {}{}", jackpot + 1, game.unwrap_or_default())
            }
            Event::Fitted { table } => format!("table {table} has button, console and display"),
            Event::ShortDeck { table, one_in } => {
                format!("at table {table} one hand in {} is a royal flush on the flop", grouped(one_in))
            }
            Event::Unlinked { table } => format!("table {table} leaves its jackpot"),
            Event::Displayed { jackpot, ref place } => {
                format!("jackpot {} is displayed {place} too", jackpot + 1)
            }
            Event::Reported { table, working } => format!("at table {table} {}", found(working)),
            Event::Begun { table } => format!("a round begins at table {table}"),
            Event::Contributed { table, amount } => {
                format!("the house adds {} for the round at table {table}", dollars(amount))
            }
            Event::Completed { table } => format!("the round at table {table} is completed"),
            Event::Reversed { table, amount } => {
                format!("the {} of the round at table {table} is taken out again", dollars(amount))
            }
            Event::Voided { table } => format!("the round at table {table} is void"),
            Event::FlopDue { table, seat, hole } => {
                format!("{} tables {hole}, and the flop is dealt at table {table}", name(seat))
            }
            Event::FlopCorrected { table, flop } => {
                format!("the flop at table {table} is corrected to {flop}")
            }
            Event::Qualified { table, seat } => {
                format!("{} at table {table} has a royal flush with the first flop", name(seat))
            }
            Event::Recorded { win, .. } => {
                let (who, cards) = (name(win.seat), win.hole | win.flop);
                format!("the royal flush of {who} at table {} is recorded: {cards}", win.table)
            }
            Event::Disqualified { table, seat, .. } => {
                format!("the royal flush of {} at table {table} counts no longer", name(seat))
            }
            Event::Confirmed { table, seat } => {
                format!("the royal flush of {} at table {table} is confirmed", name(seat))
            }
            Event::Notified { table } => {
                let least = self.book.ladder.least(Act::ConfirmJackpot);
                let above = least.map_or(RoleId::default(), |least| least.value).0.saturating_add(1);
                let above = self.book.ladder.name(RoleId(above));
                format!("the {above} or above is told of the royal flush at table {table}")
            }
            Event::Read { table, value } => {
                format!("the console shows {} for table {table}", dollars(value))
            }
            Event::Paid { table, seat, amount, means, .. } => {
                format!("{} at table {table} is paid {} {}", name(seat), dollars(amount), paid_in(means))
            }
            Event::TakenBack { jackpot, table, seat, amount, drawn, hole, was, flop } => format!(
                "the {} paid to {} at table {table} for {hole} with the flop {was} is taken back: with {flop} it is \
                 no royal flush, and jackpot {} has {} again",
                dollars(amount),
                name(seat),
                jackpot + 1,
                dollars(drawn)
            ),
            Event::Reset { jackpot, value } => {
                format!("jackpot {} begins again at {}", jackpot + 1, dollars(value))
            }
            Event::Adjusted { table, rounds, amount } => {
                let rounds = match rounds {
                    1 => "a round".to_string(),
                    rounds => format!("{} rounds", grouped(u64::from(rounds))),
                };
                format!("the house adds {} for {rounds} at table {table} not recorded", dollars(amount))
            }
        }
    }
}

impl Bonuses<'_> {
    /// An event in words, told to the state before it.
    pub fn words(&self, state: &BonusState, event: &BonusEvent) -> String {
        let whose = |claim: usize| match state.claims.get(claim) {
            Some(claim) => format!("{} at table {}", name(claim.seat), claim.table),
            None => format!("claim {}", claim + 1),
        };
        let bonus = |claim: usize| {
            state.claims.get(claim).map_or("the bonus".into(), |claim| format!("bonus {}", claim.bonus + 1))
        };
        let goods = |claim: usize| {
            let claim = state.claims.get(claim);
            match claim.and_then(|claim| state.offered.get(claim.bonus)).map(|offered| &offered.prize) {
                Some(Prize::Goods(what)) => what.clone(),
                Some(Prize::Cash(amount)) => dollars(*amount),
                None => "the prize".into(),
            }
        };
        match *event {
            BonusEvent::Offered(ref offered) => {
                let prize = match &offered.prize {
                    Prize::Cash(amount) => dollars(*amount),
                    Prize::Goods(what) => what.clone(),
                };
                let tables: Vec<String> = offered.tables.iter().map(u32::to_string).collect();
                let word = if tables.len() == 1 { "table" } else { "tables" };
                let (number, outcomes) = (state.offered.len() + 1, &offered.outcomes);
                format!("bonus {number} is offered: {prize} for {outcomes} at {word} {}", tables.join(", "))
            }
            BonusEvent::Notified { bonus, table, seat, .. } => format!(
                "claim {}: {} at table {table} is named for bonus {}, and the hand is to be verified",
                state.claims.len() + 1,
                name(seat),
                bonus + 1
            ),
            BonusEvent::Verified { claim } => {
                format!("the hand of {} qualifies for {}", whose(claim), bonus(claim))
            }
            BonusEvent::Rejected { claim } => {
                format!("the hand of {} does not qualify for {}", whose(claim), bonus(claim))
            }
            BonusEvent::Paid { claim, amount, means } => {
                format!("{} is paid {} {}", whose(claim), dollars(amount), paid_in(means))
            }
            BonusEvent::Outstanding { claim } => {
                format!("{} is to receive {} at a convenient time", whose(claim), goods(claim))
            }
            BonusEvent::Delivered { claim } => format!("{} has received {}", whose(claim), goods(claim)),
        }
    }
}
