//! Time to act: run by the dealer, bought from the house, and let off by a manager.

use crate::declarations_table;

use declarations_table::book;
use engine::{Actor, Machine, Moment, PatronId, Refusal, Who};
use room::table::{
    Command as TableCommand, Event as TableEvent, HandResult, Origin, Person, RoomTable, Sign, Table,
};
use room::{
    Act, ActionClock, ClockCommand, ClockEvent, ClockOffer, ClockReason, Command, Due, Event, ExtraTime,
    Reason, Stub, TimeSign, Timekeeper,
};
use rulebook::{RoleId, Ruled};

const SIGN: TimeSign = TimeSign { seconds: 30, extra: Some(ExtraTime { seconds: 60, times: 2, fee: 5 }) };

fn staff(role: &str, at: u64) -> Actor {
    let role = book().ladder.role(role).unwrap_or(RoleId(0));
    Actor { who: Who::Staff(role), at: Moment(at) }
}

fn player(seat: usize, at: u64) -> Actor {
    Actor { who: Who::Seat(seat), at: Moment(at) }
}

type ClockOutcome = Result<(ClockEvent, &'static str), (ClockReason, &'static str)>;

fn tell(
    keeper: &Timekeeper<'_>,
    clock: &mut ActionClock,
    actor: Actor,
    command: ClockCommand,
) -> ClockOutcome {
    let mut out: Vec<Ruled<ClockEvent>> = Vec::new();
    match keeper.decide(clock, actor, &command, &mut out) {
        Ok(()) => {
            keeper.evolve(clock, &out[0].value);
            Ok((out[0].value, book().label(out[0].cite)))
        }
        Err(Refusal { reason, cite }) => Err((reason, book().label(cite))),
    }
}

#[test]
fn time_runs_out_when_it_is_up_and_not_before() {
    let keeper = Timekeeper::new(book(), Some(SIGN));
    let mut clock = ActionClock::default();
    let start = tell(&keeper, &mut clock, staff("dealer", 100), ClockCommand::Start { seat: 3 });
    assert_eq!(start.expect("the dealer runs the clock").1, "6.15");
    let early = tell(&keeper, &mut clock, staff("dealer", 129), ClockCommand::RunOut);
    assert_eq!(early, Err((ClockReason::NotUp { left: 1 }, "6.15")));
    let up = tell(&keeper, &mut clock, staff("dealer", 130), ClockCommand::RunOut);
    assert_eq!(up, Ok((ClockEvent::RanOut { seat: 3 }, "6.15")));
    assert_eq!(clock.running(), None);
    // A player starts no clock.
    let start = tell(&keeper, &mut clock, player(1, 140), ClockCommand::Start { seat: 1 });
    assert_eq!(start, Err((ClockReason::RoleTooLow { needs: "Dealer".into() }, "6.15")));
}

#[test]
fn time_is_bought_as_the_sign_says_and_the_fee_is_the_houses() {
    let keeper = Timekeeper::new(book(), Some(SIGN));
    let mut clock = ActionClock::default();
    tell(&keeper, &mut clock, staff("dealer", 0), ClockCommand::Start { seat: 2 }).expect("started");
    let other = tell(&keeper, &mut clock, player(1, 10), ClockCommand::Buy);
    assert_eq!(other, Err((ClockReason::NotHis, "6.15.1")));
    assert_eq!(keeper.offers(&clock, player(2, 10)), [ClockOffer::Buy { seconds: 60, fee: 5 }]);
    for _ in 0..2 {
        let bought = tell(&keeper, &mut clock, player(2, 10), ClockCommand::Buy);
        assert_eq!(bought, Ok((ClockEvent::Bought { seat: 2, seconds: 60, fee: 5 }, "6.15.1")));
    }
    let third = tell(&keeper, &mut clock, player(2, 10), ClockCommand::Buy);
    assert_eq!(third, Err((ClockReason::NoneLeft { times: 2 }, "6.15.2")));
    assert_eq!(clock.fees(), 10);
    let early = tell(&keeper, &mut clock, staff("dealer", 149), ClockCommand::RunOut);
    assert_eq!(early, Err((ClockReason::NotUp { left: 1 }, "6.15")));
    tell(&keeper, &mut clock, staff("dealer", 150), ClockCommand::RunOut).expect("30 and twice 60 seconds");
    // Nothing is for sale that no sign shows.
    let keeper = Timekeeper::new(book(), Some(TimeSign { extra: None, ..SIGN }));
    let mut clock = ActionClock::default();
    tell(&keeper, &mut clock, staff("dealer", 0), ClockCommand::Start { seat: 0 }).expect("started");
    let none = tell(&keeper, &mut clock, player(0, 1), ClockCommand::Buy);
    assert_eq!(none, Err((ClockReason::NoExtraTime, "6.15.2")));
    let keeper = Timekeeper::new(book(), None);
    let none =
        tell(&keeper, &mut ActionClock::default(), staff("dealer", 0), ClockCommand::Start { seat: 0 });
    assert_eq!(none, Err((ClockReason::NotScheduled, "6.15.2")));
}

/// 6.15.1: players buy time, each for himself; whoever runs the clock may record it, and nobody else.
#[test]
fn nobody_buys_time_for_another() {
    let keeper = Timekeeper::new(book(), Some(SIGN));
    let mut clock = ActionClock::default();
    tell(&keeper, &mut clock, staff("dealer", 0), ClockCommand::Start { seat: 2 }).expect("started");
    for who in [Who::Outside(0), Who::Patron(PatronId(2)), Who::Seat(1)] {
        let actor = Actor { who, at: Moment(1) };
        let bought = tell(&keeper, &mut clock, actor, ClockCommand::Buy);
        assert_eq!(bought, Err((ClockReason::NotHis, "6.15.1")), "{who:?}");
        let buys = |offer: &ClockOffer| matches!(offer, ClockOffer::Buy { .. });
        assert!(!keeper.offers(&clock, actor).iter().any(buys), "{who:?}");
    }
    assert_eq!(clock.fees(), 0);
    tell(&keeper, &mut clock, staff("dealer", 1), ClockCommand::Buy).expect("recorded by the dealer");
    assert_eq!(clock.fees(), 5);
}

/// 6.15.1: the fee goes from the stack to the house, outside the pot, and the table's chips add up.
#[test]
fn bought_time_is_charged_to_the_seat() {
    let game = book().game("holdem", 52).expect("a game");
    let mut sign = Sign::plain(game, room::Structure::NoLimit { least: 10 }, 200);
    (sign.blinds, sign.extra_time) = (vec![5, 10], SIGN.extra);
    sign.show_all();
    let (machine, mut table) = (Table::new(book()), RoomTable::new(9));
    let mut out = Vec::new();
    let manager = || staff("tg-area-manager", 0);
    machine.tell(&mut table, manager(), &TableCommand::Open(Box::new(sign)), &mut out).expect("open");
    for seat in 0..3 {
        let sit = TableCommand::Sit { person: Person(u64::from(seat)), seat, chips: 200, from: Origin::New };
        machine.tell(&mut table, staff("dealer", 0), &sit, &mut out).expect("seated");
    }
    machine.tell(&mut table, staff("dealer", 0), &TableCommand::Start, &mut out).expect("started");
    let lineup = table.hand().expect("a hand").clone();
    let rules = machine.room(&table).expect("a hand");
    let mut hand = lineup.hand(Stub::of(cards::Pack::OF_52.cards().iter()));
    let mut events = Vec::new();
    for command in [Command::Post, Command::Deal] {
        rules.tell(&mut hand, &command, &mut events).expect("dealt");
    }
    let Due::Act(turn) = hand.due() else { panic!("{hand:?}") };
    // The clock sells, and says what the hand is told.
    let keeper = Timekeeper::new(book(), Some(SIGN));
    let mut clock = ActionClock::default();
    tell(&keeper, &mut clock, staff("dealer", 0), ClockCommand::Start { seat: turn }).expect("started");
    let bought = tell(&keeper, &mut clock, player(usize::from(turn), 1), ClockCommand::Buy);
    let command = bought.expect("bought").0.for_the_hand().expect("the hand is told");
    assert_eq!(command, Command::BuyTime { seat: turn, fee: 5 });
    let outside = Actor { who: Who::Outside(0), at: Moment(1) };
    let refusal = rules.decide(&hand, outside, &command, &mut Vec::new()).expect_err("not from outside");
    assert_eq!(refusal.reason, Reason::NotYours);
    let (pot, stack) = (hand.pot(), hand.stacks()[usize::from(turn)]);
    rules.tell(&mut hand, &command, &mut events).expect("charged");
    let charged = events.last().expect("an event");
    assert_eq!(charged.value, Event::TimeBought { seat: turn, chips: 5 });
    assert_eq!(book().label(charged.cite), "6.15.1");
    assert_eq!((hand.pot(), hand.stacks()[usize::from(turn)]), (pot, stack - 5));
    assert_eq!((hand.time_fees(), hand.commission()), (5, 0));
    let early = Command::BuyTime { seat: turn, fee: hand.stacks()[usize::from(turn)] };
    let refusal = rules.tell(&mut hand, &early, &mut events).expect_err("nothing would be left");
    assert!(matches!(refusal.reason, Reason::TimeFeeTooHigh { .. }));
    // The table is told at whose seat.
    let seat = lineup.seats[usize::from(turn)];
    let buys = TableCommand::BuyTime { seat };
    let refusal = machine.tell(&mut table, outside, &buys, &mut out).expect_err("not from outside");
    assert_eq!(book().label(refusal.cite), "6.15.1");
    machine.tell(&mut table, player(usize::from(seat), 1), &buys, &mut out).expect("charged");
    assert_eq!(out.last().expect("an event").value, TableEvent::TimeBought { seat, chips: 5 });
    assert!(table.accounted());
    while !hand.is_over() {
        let command = match hand.due() {
            Due::Act(seat) => Command::Act { seat, act: Act::Fold },
            Due::Pay => Command::Pay,
            due => panic!("{due:?}"),
        };
        rules.tell(&mut hand, &command, &mut events).expect("folded");
    }
    let result = HandResult::of(&hand, events.iter().map(|event| &event.value));
    let finish = TableCommand::Finish(result);
    machine.tell(&mut table, staff("dealer", 2), &finish, &mut out).expect("every chip is there");
    assert!(table.accounted());
    let stacks: i64 = (0..3).filter_map(|seat| table.seated(seat)).map(|seated| seated.stack).sum();
    assert_eq!(stacks, 3 * 200 - 5);
}

#[test]
fn a_manager_may_let_a_player_off() {
    let keeper = Timekeeper::new(book(), Some(SIGN));
    let mut clock = ActionClock::default();
    tell(&keeper, &mut clock, staff("dealer", 0), ClockCommand::Start { seat: 4 }).expect("started");
    let dealer = tell(&keeper, &mut clock, staff("dealer", 40), ClockCommand::LetOff);
    assert_eq!(dealer, Err((ClockReason::RoleTooLow { needs: "TG Area Manager".into() }, "18.11")));
    let manager = tell(&keeper, &mut clock, staff("tg-area-manager", 40), ClockCommand::LetOff);
    assert_eq!(manager, Ok((ClockEvent::LetOff { seat: 4 }, "18.11")));
    // He may act, and the clock may be started again.
    tell(&keeper, &mut clock, staff("dealer", 41), ClockCommand::Start { seat: 4 }).expect("started");
    tell(&keeper, &mut clock, staff("dealer", 50), ClockCommand::Stop).expect("he has acted");
    assert_eq!(
        tell(&keeper, &mut clock, staff("dealer", 99), ClockCommand::RunOut).map_err(|no| no.0),
        Err(ClockReason::NotRunning)
    );
}
