//! What would come next at a table that plays on: commands that are mostly accepted.

use super::deck;
use super::wild;
use crate::dice::Dice;
use engine::Limits;
use engine::banked::{Banked, Command, Decision, FoundWhen, Hand, Pack, Patron, Phase, Table, Warning};
use money::Money;
use rulebook::{Medium, Place, Variant};

/// The next command, by how far the round has come.
pub fn command(dice: &mut Dice, table: &Table, machine: &Banked<'_>) -> Command {
    let game = machine.game();
    let unread = table.live.iter().flatten().any(|read| read.card.is_none());
    if unread && matches!(table.phase, Phase::Deciding(_) | Phase::Showdown) && dice.chance(60) {
        return wild::record(dice, table);
    }
    match table.phase {
        Phase::Closed => unreachable!("a closed table is opened by its sitting"),
        Phase::Betting => betting(dice, table, machine),
        Phase::Locked if dice.chance(8) => aside(dice, table),
        Phase::Locked => deal(dice, table, machine),
        Phase::Deciding(step) => deciding(dice, table, game, usize::from(step)),
        Phase::Showdown if dice.chance(8) => {
            let areas: Vec<usize> = table.dealt_areas().collect();
            Command::Decide { seat: dice.pick(&areas), decision: Decision::Concede }
        }
        Phase::Showdown if dice.chance(4) => Command::Rule(wild::report(dice, table)),
        Phase::Showdown if dice.chance(40) => {
            let left = |at: &usize| !table.seats[*at].done;
            Command::SettleHand { seat: table.dealt_areas().rev().find(left).unwrap_or(0) }
        }
        Phase::Showdown => Command::Settle,
        Phase::Awards if dice.chance(5) => Command::Rule(wild::report(dice, table)),
        Phase::Awards => {
            let waiting = table.seats.iter().position(|seat| seat.awaits).unwrap_or(0);
            Command::Award { seat: waiting, amount: Money::from_cents(dice.from_to(1, 10_000_000)) }
        }
    }
}

fn deal(dice: &mut Dice, table: &Table, machine: &Banked<'_>) -> Command {
    if dice.chance(25) {
        let cuts = machine.book().table.device(table.sign.as_ref().expect("an open table").device);
        return match table.pack {
            Pack { wrong: true, .. } => Command::ChangeCards,
            Pack { checked: false, .. } => Command::CheckCards,
            Pack { shuffled: false, .. } => Command::Shuffle,
            _ if cuts.is_some_and(|device| device.cut.value) && !table.cut => Command::Cut,
            _ => Command::DealLive,
        };
    }
    let stacked = dice.chance(30);
    Command::Deal(engine::Hidden::boxed(if stacked {
        deck::stacked(dice, table, machine)
    } else {
        deck::any(dice)
    }))
}

/// What happens beside the round.
fn aside(dice: &mut Dice, table: &Table) -> Command {
    match dice.below(9) {
        0 | 1 => Command::Cut,
        2 | 3 => Command::CheckCards,
        4 => Command::Shuffle,
        5 => Command::OrderShuffle { ground: wild::ground(dice) },
        6 => Command::OrderBurn,
        _ => Command::Rule(wild::report(dice, table)),
    }
}

fn betting(dice: &mut Dice, table: &Table, machine: &Banked<'_>) -> Command {
    let game = machine.game();
    let places = table.sign.as_ref().map_or(0, |sign| usize::from(sign.seats));
    let all: Vec<usize> = (0..places).collect();
    let taken: Vec<usize> = all.iter().copied().filter(|&at| table.seats[at].taken).collect();
    let empty: Vec<usize> = all.iter().copied().filter(|&at| !table.seats[at].taken).collect();
    if taken.is_empty() || !empty.is_empty() && dice.chance(12) {
        let blind_of = (!taken.is_empty() && dice.chance(40)).then(|| dice.pick(&taken));
        let patron = patron(dice);
        return Command::Sit { seat: dice.pick(&empty), blind_of, patron };
    }
    let seat = dice.pick(&taken);
    if dice.chance(14) {
        return between(dice, table, game, seat);
    }
    // A box that holds up the call is cleared.
    let stakes =
        |at: usize, on: &str| game.wager(on).map_or(Money::ZERO, |wager| table.seats[at].stakes[wager]);
    let unequal = |at: usize| game.wager("blind").is_some() && stakes(at, "ante") != stakes(at, "blind");
    let orphaned = |at: usize| stakes(at, "ante").is_zero() && !stakes(at, "jackpot").is_zero();
    if let Some(&seat) = taken.iter().find(|&&at| unequal(at) || orphaned(at)).filter(|_| dice.chance(20)) {
        return Command::Leave { seat };
    }
    // Boxes without a first wager come first; most players put up what the game asks for.
    let bare = taken.iter().copied().find(|&at| !table.seats[at].has_wagers() && !table.seats[at].barred);
    let seat = bare.filter(|_| dice.chance(70)).unwrap_or(seat);
    let missing = |wager: &usize| {
        let spot = &game.wager[*wager];
        matches!(spot.place, Place::First | Place::Jackpot) && table.seats[seat].stakes[*wager].is_zero()
    };
    let open: Vec<usize> = (0..game.wager.len()).filter(missing).collect();
    let needed = |wager: &&usize| matches!(game.wager[**wager].on.as_str(), "ante" | "blind");
    let wanted = open.iter().find(needed).copied().filter(|_| dice.chance(90));
    match wanted.or_else(|| (!open.is_empty() && dice.chance(50)).then(|| dice.pick(&open))) {
        Some(wager) => place(dice, table, game, seat, wager),
        None if dice.chance(60) => Command::CallNoMoreBets,
        None => deal(dice, table, machine),
    }
}

fn patron(dice: &mut Dice) -> Patron {
    let mut patron = Patron::default();
    if dice.chance(15) {
        let limit = Money::from_cents(dice.from_to(0, 200_000));
        patron.loss = Some((limit, Money::from_cents(dice.from_to(-10_000, 100_000))));
        patron.jackpot_first = dice.chance(30);
        patron.employee = dice.chance(10);
    }
    patron
}

fn place(dice: &mut Dice, table: &Table, game: &Variant, seat: usize, wager: usize) -> Command {
    let sign = table.sign.as_ref().expect("an open table");
    let cost = sign.jackpot.as_ref().filter(|_| game.wager[wager].place == Place::Jackpot);
    let blind = game.wager[wager].equals.is_some();
    let amount = match cost {
        Some(jackpot) => jackpot.wager,
        None if blind && dice.chance(90) => table.seats[seat].stakes[0],
        None if dice.chance(60) => {
            let low = sign.limits.min[wager].map_or(1_00, Money::cents);
            let high = sign.limits.max[wager].map_or(low * 3 + 50_00, Money::cents).max(low);
            Money::from_cents(dice.from_to(low, high))
        }
        None => wild::amount(dice, table, seat, wager),
    };
    // Mostly what the table's chips can make.
    let chip = sign.smallest_chip.cents();
    let chips = amount.cents() / chip * chip;
    let amount = if chips > 0 && dice.chance(80) { Money::from_cents(chips) } else { amount };
    let medium = if dice.chance(92) { Medium::Chips } else { Medium::Token };
    Command::Place { seat, wager, amount, medium, proxy: false, checked: dice.chance(75) }
}

/// What happens between rounds.
fn between(dice: &mut Dice, table: &Table, game: &Variant, seat: usize) -> Command {
    let wager = dice.below(game.wager.len() as u64) as usize;
    let held = table.seats[seat].stakes[wager];
    match dice.below(20) {
        16 => Command::PausePlayer { seat },
        17 | 18 => Command::ResumePlayer { seat },
        0..3 => Command::TopUp { seat, wager, amount: Money::from_cents(dice.from_to(1, 20_00)) },
        3..5 => Command::TakeBack { seat, wager, amount: held },
        5 => Command::TakeBack { seat, wager, amount: Money::from_cents((held.cents() / 3).max(1)) },
        6 => Command::RefuseWager { seat, wager },
        7 => {
            let by = dice.below(table.sign.as_ref().map_or(1, |sign| u64::from(sign.seats))) as usize;
            Command::PlaceForAnother { seat, by }
        }
        8 => Command::Leave { seat },
        9 => Command::RecordWarning {
            seat,
            warning: dice.pick(&[
                Warning::UnderMinimum,
                Warning::CannotWager,
                Warning::ShortWager,
                Warning::LossLimit,
            ]),
        },
        10 => Command::RecordInvalidCard {
            seat,
            found: dice.pick(&[FoundWhen::Before, FoundWhen::During, FoundWhen::After]),
        },
        11 if dice.chance(30) => Command::Close,
        12 => Command::VacateSeat { seat },
        13 => aside(dice, table),
        14 => {
            let mut own = Limits::default();
            own.max[wager] = Some(Money::from_cents(dice.from_to(1, 100_000)));
            Command::AgreeLimits { seat, limits: Box::new(own) }
        }
        _ => wild::free(dice, table, game, seat),
    }
}

fn deciding(dice: &mut Dice, table: &Table, game: &Variant, step: usize) -> Command {
    if dice.chance(3) {
        return Command::Rule(wild::report(dice, table));
    }
    let open: Vec<usize> = table
        .dealt_areas()
        .filter(|&at| table.seats[at].hand == Hand::Live && !table.seats[at].decided)
        .collect();
    if open.is_empty() {
        return Command::Proceed;
    }
    let seat = dice.pick(&open);
    let ante = game.wager("ante").map_or(0, |ante| table.seats[seat].stakes[ante].cents());
    let stake = game.step[step].stake.as_ref();
    let shown = table.sign.as_ref().map(|sign| &sign.multiples);
    let times = match (stake.and_then(|stake| stake.sign_stage), stake, shown) {
        (Some(stage), _, Some(shown)) => i64::from(dice.pick(&shown[stage])),
        (_, Some(stake), _) => dice.from_to(i64::from(stake.from), i64::from(stake.to)),
        _ => 1,
    };
    let right = dice.chance(85);
    let cents = if right { ante * times } else { dice.from_to(1, ante.saturating_mul(12).max(1)) };
    let bet = Decision::Bet { amount: Money::from_cents(cents), checked: right, token: dice.chance(5) };
    let decision = match dice.below(20) {
        0 => Decision::Cannot,
        1 => Decision::Absent,
        2 => Decision::Concede,
        3 => Decision::FoldAnte,
        4 | 5 => Decision::Fold,
        6..9 => Decision::Check,
        _ => bet,
    };
    Command::Decide { seat, decision }
}
