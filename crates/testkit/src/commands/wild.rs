//! Anything that anybody might tell a table, sense or nonsense.

use super::deck;
use crate::dice::Dice;
use engine::banked::{
    Command, CorrectionReason, Decision, FoundWhen, Holder, IrregularityReport, NoticeOf, Patron,
    ShuffleGround, Table, Warning,
};
use engine::{Hidden, Limits, WAGERS};
use money::Money;
use rulebook::{Exposed, IrregularityKind, Medium, Variant};

/// An amount that might matter on a spot: around its limits, what lies there, multiples of the Ante, and nonsense.
pub fn amount(dice: &mut Dice, table: &Table, seat: usize, wager: usize) -> Money {
    let sign = table.sign.as_deref();
    let lies =
        |wager: usize| table.seats.get(seat).and_then(|seat| seat.stakes.get(wager)).map_or(0, |m| m.cents());
    let limit = |limits: Option<&[Option<Money>; WAGERS]>| {
        limits.and_then(|limits| *limits.get(wager)?).map_or(10_00, Money::cents)
    };
    let cents = match dice.below(12) {
        0 | 1 => limit(sign.map(|sign| &sign.limits.min)),
        2 | 3 => limit(sign.map(|sign| &sign.limits.max)),
        4 => lies(wager),
        5 | 6 => lies(0) * dice.from_to(1, 10),
        7 => sign.and_then(|sign| sign.jackpot.as_ref()).map_or(5_00, |jackpot| jackpot.wager.cents()),
        8 => lies(wager) / 2,
        9 => dice.pick(&[0, -1, 1, 1_000, i64::MAX, 10_000_000_000_000, 10_000_000_000_001]),
        _ => dice.from_to(1, 50_000),
    };
    Money::from_cents(cents.saturating_add(dice.pick(&[0, 0, 0, 0, 0, 1, -1])))
}

/// Other limits than those on the sign, here and there.
pub fn limits(dice: &mut Dice, table: &Table) -> Box<Limits> {
    let mut limits = table.sign.as_ref().map_or_else(Limits::default, |sign| sign.limits.clone());
    for _ in 0..dice.from_to(0, 3) {
        let wager = dice.below(WAGERS as u64 - 2) as usize;
        let amount = dice.chance(80).then(|| Money::from_cents(dice.from_to(1, 200) * 5_00));
        if dice.chance(60) { limits.min[wager] = amount } else { limits.max[wager] = amount }
    }
    Box::new(limits)
}

/// Something that went wrong, by those who sit there.
pub fn report(dice: &mut Dice, table: &Table) -> Box<IrregularityReport> {
    let taken = |dice: &mut Dice| {
        let seats = table.seats.iter().enumerate().filter(|(_, seat)| seat.taken);
        seats.filter(|_| dice.chance(40)).fold(0, |bits, (at, _)| bits | 1 << at)
    };
    let mut report = IrregularityReport::new(dice.pick(IrregularityKind::ALL));
    report.seats = if dice.chance(5) { dice.any() as u16 } else { taken(dice) };
    report.retracts = if dice.chance(70) { 0 } else { taken(dice) };
    report.of = dice.pick(&[Exposed::Player, Exposed::Dealer, Exposed::Board, Exposed::JackpotCards]);
    report.cards = dice.from_to(1, 3) as u8;
    report.looked = dice.chance(70);
    report.order_known = dice.chance(70);
    report.surplus = dice.pick(&[1, -1]);
    report.deck_count = dice.pick(&[52, 52, 51]);
    report.foreign = dice.chance(10);
    report.named = dice.chance(40);
    report.only_cards = dice.chance(40);
    let chosen = ["void", "forfeit", "bar", "exclude", "escalate", "continue"];
    // A choice is refused where the book leaves none.
    let open = matches!(
        report.what,
        IrregularityKind::ShownEarly
            | IrregularityKind::InformationShared
            | IrregularityKind::RuleBreach
            | IrregularityKind::Disruption
            | IrregularityKind::Fraud
    );
    report.chosen = dice.chance(if open { 75 } else { 5 }).then(|| dice.pick(&chosen).to_string());
    report.wager = dice.chance(5).then(|| dice.below(8) as usize);
    Box::new(report)
}

/// Columns of the game's pay tables, or nonsense.
pub fn paytables(dice: &mut Dice, game: &Variant) -> Vec<(String, String)> {
    let tables = game.chosen_tables();
    let mut chosen: Vec<(String, String)> =
        tables.iter().map(|(id, columns)| (id.to_string(), dice.pick(columns).to_string())).collect();
    if dice.chance(10) {
        chosen.push(("trips".into(), "Z".into()));
    }
    chosen
}

fn decision(dice: &mut Dice, table: &Table, seat: usize, wager: usize) -> Decision {
    match dice.below(10) {
        0..4 => {
            let amount = amount(dice, table, seat, wager);
            Decision::Bet { amount, checked: dice.chance(90), token: dice.chance(5) }
        }
        4 => Decision::Check,
        5 => Decision::Fold,
        6 => Decision::FoldAnte,
        7 => Decision::Cannot,
        8 => Decision::Absent,
        _ => Decision::Concede,
    }
}

/// Any command at all.
pub fn command(dice: &mut Dice, table: &Table, game: &Variant) -> Command {
    let places = table.sign.as_ref().map_or(3, |sign| u64::from(sign.seats));
    // Now and then a place or a spot that is not there.
    let beyond = u64::from(dice.chance(5));
    let (seat, other) = (dice.below(places + 5 * beyond) as usize, dice.below(places + beyond) as usize);
    let wager = dice.below(game.wager.len() as u64 + beyond) as usize;
    let money = amount(dice, table, seat, wager);
    let patron = Patron::default();
    match dice.below(30) {
        0..6 => {
            let medium = if dice.chance(90) {
                Medium::Chips
            } else {
                dice.pick(&[Medium::Token, Medium::Cash, Medium::Oral])
            };
            let (proxy, checked) = (dice.chance(3), dice.chance(90));
            Command::Place { seat, wager, amount: money, medium, proxy, checked }
        }
        6 | 7 => Command::TopUp { seat, wager, amount: money },
        8 | 9 => Command::TakeBack { seat, wager, amount: money },
        10 => Command::RefuseWager { seat, wager },
        11 => Command::PlaceForAnother { seat, by: other },
        12 => Command::CallNoMoreBets,
        13 => {
            let mut cards = deck::any(dice);
            if dice.chance(30) {
                cards[7] = cards[8];
            }
            Command::Deal(engine::Hidden::boxed(cards))
        }
        14 => record(dice, table),
        15..20 => Command::Decide { seat, decision: decision(dice, table, seat, wager) },
        20 => {
            let all = [Command::Proceed, Command::Settle, Command::SettleHand { seat }, Command::Close];
            dice_pick(dice, all)
        }
        21 => Command::Award { seat, amount: money },
        22 => Command::VacateSeat { seat },
        23 => {
            let ordered = Command::OrderShuffle { ground: ground(dice) };
            let pauses = [Command::PausePlayer { seat }, Command::ResumePlayer { seat }];
            let [pause, resume] = pauses;
            let all = [
                Command::ChangeCards,
                ordered,
                Command::Cut,
                Command::CheckCards,
                Command::Shuffle,
                pause,
                resume,
            ];
            dice_pick(dice, all)
        }
        24 => Command::OrderBurn,
        25 => {
            let warning = dice.pick(&[
                Warning::UnderMinimum,
                Warning::CannotWager,
                Warning::ShortWager,
                Warning::LossLimit,
            ]);
            Command::RecordWarning { seat, warning }
        }
        26 => Command::RecordInvalidCard {
            seat,
            found: dice.pick(&[FoundWhen::Before, FoundWhen::During, FoundWhen::After]),
        },
        27 => Command::Leave { seat },
        28 => Command::Sit { seat, blind_of: dice.chance(50).then_some(other), patron },
        _ => free(dice, table, game, seat),
    }
}

/// A ground to shuffle out of turn.
pub fn ground(dice: &mut Dice) -> ShuffleGround {
    dice.pick(&[ShuffleGround::AbnormalRun, ShuffleGround::ReasonableCause])
}

fn dice_pick<const N: usize>(dice: &mut Dice, all: [Command; N]) -> Command {
    let at = dice.below(N as u64) as usize;
    all.into_iter().nth(at).expect("one of them")
}

/// Any of a table's real cards, or one that is not there.
pub fn record(dice: &mut Dice, table: &Table) -> Command {
    let card = Hidden::new(deck::any(dice)[0]);
    let shared = [Holder::Dealer, Holder::Board, Holder::JackpotCards, Holder::Burn];
    let live: Vec<Holder> = table.live.iter().flatten().map(|read| read.of).collect();
    let of = match live.is_empty() || dice.chance(10) {
        true if dice.chance(50) => Holder::Seat(dice.below(20) as u8),
        true => dice.pick(&shared),
        false => dice.pick(&live),
    };
    match dice.below(10) {
        0 => Command::DealLive,
        1 => Command::TakeBackRecord { of, why: dice.pick(&CorrectionReason::ALL) },
        2..4 => {
            let from = dice.below(3) as usize;
            let cards = deck::any(dice)[..dice.below(4) as usize].to_vec();
            let why = dice.chance(70).then(|| dice.pick(&CorrectionReason::ALL));
            Command::RecordCards { of, cards: Hidden::new(cards), from, why }
        }
        _ => Command::RecordNext { card },
    }
}

/// A command with free content, which is asked for and not offered.
pub fn free(dice: &mut Dice, table: &Table, game: &Variant, seat: usize) -> Command {
    match dice.below(7) {
        5 => {
            let (limit, lost) = (dice.from_to(-100, 100_000), dice.from_to(-10_000, 100_000));
            let lost = dice.chance(50).then(|| Money::from_cents(lost));
            Command::SetLossLimit { seat, limit: Money::from_cents(limit), lost }
        }
        0 => Command::Rule(report(dice, table)),
        1 => {
            let of = dice.pick(&[NoticeOf::Limits, NoticeOf::Closing, NoticeOf::PayTables]);
            Command::PostNotice { of, limits: dice.chance(80).then(|| limits(dice, table)) }
        }
        2 => Command::ChangeLimits { limits: limits(dice, table), at_once: dice.chance(50) },
        3 => Command::AgreeLimits { seat, limits: limits(dice, table) },
        4 => Command::ChangePayTables(paytables(dice, game)),
        _ => Command::OrderCount { cards: dice.pick(&[52, 52, 51]) },
    }
}

/// Whether the offers speak of such a command at all.
pub fn is_offered(command: &Command) -> bool {
    match command {
        Command::Place { medium, proxy, checked, .. } => *medium == Medium::Chips && !proxy && *checked,
        Command::Decide { decision: Decision::Bet { checked, token, .. }, .. } => *checked && !token,
        Command::Sit { patron, .. } => *patron == Patron::default(),
        Command::Open(_)
        | Command::Rule(_)
        | Command::PostNotice { .. }
        | Command::ChangeLimits { .. }
        | Command::AgreeLimits { .. }
        | Command::ChangePayTables(_)
        | Command::SetLossLimit { .. }
        | Command::RecordCards { .. }
        | Command::RecordNext { .. }
        | Command::OrderCount { .. } => false,
        _ => true,
    }
}
