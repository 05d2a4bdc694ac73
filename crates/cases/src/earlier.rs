//! Rounds before the one that matters: nothing happens in them but that every hand is folded as soon as it can.

use crate::decide::decision;
use crate::file::{CaseError, SeatTable};
use crate::play::RoundRun;
use crate::table_and_meter::TableAndMeter;
use engine::banked::{BankedRefusal, Command, Hand, Phase, Table};
use engine::{Actor, Hidden};
use money::Money;
use rulebook::{Medium, Variant};

/// More than any rule looks back.
pub(crate) const MOST_ROUNDS: u32 = 10_000;

/// Plays a whole round with these seats; the answer is where the events of its last command begin.
pub(crate) fn play_round(
    house: &mut TableAndMeter<'_>,
    game: &Variant,
    dealer: Actor,
    seats: &[usize],
) -> Result<usize, BankedRefusal> {
    for &seat in seats {
        wagers(house, game, dealer, seat)?;
    }
    house.tell(dealer, &Command::CallNoMoreBets)?;
    // In whatever order: nobody plays for the cards.
    let pack: Vec<cards::CardId> = cards::Pack::OF_52.cards().iter().map(cards::Card::id).collect();
    let deck = <[cards::CardId; 52]>::try_from(pack).expect("the pack has 52 cards");
    house.tell(dealer, &Command::Deal(Hidden::boxed(deck)))?;
    while let Phase::Deciding(at) = house.table.phase {
        fold(house, game, dealer, usize::from(at))?;
        proceed(house, dealer);
    }
    let last = house.said.len();
    house.tell(dealer, &Command::Settle)?;
    Ok(last)
}

/// The least wagers for which cards are dealt.
fn wagers(
    house: &mut TableAndMeter<'_>,
    game: &Variant,
    dealer: Actor,
    seat: usize,
) -> Result<(), BankedRefusal> {
    for (wager, rules) in game.wager.iter().enumerate() {
        let needed = rules.on == "ante" || game.dealt_on.value.contains(&rules.on);
        let free = house.table.seats.get(seat).is_some_and(|found| found.stakes[wager].is_zero());
        if !needed || !free {
            continue;
        }
        let least = house.table.sign.as_ref().and_then(|sign| sign.limits.min[wager]);
        let command = Command::Place {
            seat,
            wager,
            amount: least.unwrap_or(Money::from_cents(10_00)),
            medium: Medium::Chips,
            proxy: false,
            checked: true,
        };
        house.tell(dealer, &command)?;
    }
    Ok(())
}

/// Every hand that has to decide is folded, or stays in for as little as it can.
fn fold(
    house: &mut TableAndMeter<'_>,
    game: &Variant,
    dealer: Actor,
    step: usize,
) -> Result<(), BankedRefusal> {
    for seat in house.table.dealt_areas().collect::<Vec<_>>() {
        let found = &house.table.seats[seat];
        if found.hand != Hand::Live || found.decided {
            continue;
        }
        let ante = found.stakes[game.wager("ante").unwrap_or(0)];
        let mut last = Ok(());
        for text in ["fold", "check", "1x"] {
            let Ok(decision) = decision(game, step, ante, text) else { continue };
            last = house.tell(dealer, &Command::Decide { seat, decision });
            if last.is_ok() {
                break;
            }
        }
        last?;
    }
    Ok(())
}

/// Turns up what comes, when everybody has decided.
pub(crate) fn proceed(house: &mut TableAndMeter<'_>, actor: Actor) {
    let everybody = |table: &Table| {
        !table.dealt_areas().any(|at| table.seats[at].hand == Hand::Live && !table.seats[at].decided)
    };
    if matches!(house.table.phase, Phase::Deciding(_)) && everybody(&house.table) {
        let _ = house.tell(actor, &Command::Proceed);
    }
}

impl RoundRun<'_, '_> {
    /// The rounds before the one of the file. What they said is heard, and no part of its ruling.
    pub(crate) fn earlier(&mut self) -> Result<(), CaseError> {
        let case = self.case;
        let rounds = case.rounds.unwrap_or(0);
        for left in (1..=rounds).rev() {
            let plays = |seat: &&SeatTable| seat.rounds.unwrap_or(rounds) >= left;
            let seats: Vec<usize> = case.seat.iter().filter(plays).map(|seat| seat.number - 1).collect();
            if seats.is_empty() {
                continue;
            }
            let played = play_round(&mut self.house, self.game, Actor::DEALER, &seats);
            played
                .map_err(|refusal| self.refused(format!("earlier round {}", rounds - left + 1), &refusal))?;
        }
        self.house.said.clear();
        Ok(())
    }
}
