//! Time to act: run by the dealer, bought from the house, and let off by a manager.

use crate::declarations_table;

use declarations_table::book;
use engine::{Actor, Machine, Moment, Refusal, Who};
use room::{ActionClock, ClockCommand, ClockEvent, ClockOffer, ClockReason, ExtraTime, TimeSign, Timekeeper};
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
