//! Time to act (6.15): the clock of a table, time that is bought, and what happens when it runs out.

use crate::event::{Act, Command, Event};
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::terms::{ChipAmount, MOST};
use engine::{Actor, Machine, Moment, Refusal, Sink, Who};
use rulebook::room::{Point, RoomBook};
use rulebook::{Act as Power, Cite, Ruled};
use std::fmt;

impl HandRules<'_> {
    /// Time is up for the player in turn: dead if he faces a wager, else a check (6.15, J56).
    pub(crate) fn clock_runs_out(
        &self,
        hand: &mut Hand,
        seat: usize,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let (act, point) = match hand.due {
            Due::Act(turn) => {
                self.in_turn(hand, seat, turn)?;
                if hand.owes(seat) > 0 || self.must_open(hand) {
                    (Act::Fold, Point::ClockFold)
                } else {
                    (Act::Call, Point::ClockCheck)
                }
            }
            // The forced wager is due whatever he decides (J84).
            Due::BringIn(turn) => {
                self.in_turn(hand, seat, turn)?;
                (Act::BringIn, Point::ClockFold)
            }
            due => return self.no(Reason::NotNow(due), Point::ClockFold),
        };
        self.say(hand, out, Event::TimeUp(seat as u8), self.cite(point));
        self.act(hand, seat, act, out)
    }

    /// The player in turn pays for more time. The fee is the house's, outside the pot and its commission (6.15.1).
    pub(crate) fn buy_time(
        &self,
        hand: &mut Hand,
        seat: usize,
        fee: ChipAmount,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        match hand.due {
            Due::Act(turn) | Due::BringIn(turn) => self.in_turn(hand, seat, turn)?,
            due => return self.no(Reason::NotNow(due), Point::TimeBought),
        }
        if fee <= 0 {
            return self.no(Reason::BadAmount, Point::TimeBought);
        }
        let stack = hand.stacks[seat];
        // Time to decide is of no use without a chip to decide about.
        if fee >= stack {
            return self.no(Reason::TimeFeeTooHigh { fee, stack }, Point::TimeBought);
        }
        let bought = Event::TimeBought { seat: seat as u8, chips: fee };
        self.say(hand, out, bought, self.cite(Point::TimeBought));
        Ok(())
    }
}

/// What the sign says of time (6.1.1, 6.15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSign {
    /// Seconds to act.
    pub seconds: u32,
    /// Time that can be bought.
    pub extra: Option<ExtraTime>,
}

/// Time that can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraTime {
    /// Seconds for one fee.
    pub seconds: u32,
    /// How often a player may buy in one hand.
    pub times: u8,
    /// The fee, which is the house's and no part of a pot.
    pub fee: ChipAmount,
}

/// Whose time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningClock {
    /// His position in the hand.
    pub seat: u8,
    pub since: Moment,
    /// Seconds that he has in all.
    pub seconds: u32,
}

/// The clock of one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ActionClock {
    running: Option<RunningClock>,
    bought: [u8; MOST],
    fees: ChipAmount,
}

impl ActionClock {
    /// Whose time runs.
    pub const fn running(&self) -> Option<RunningClock> {
        self.running
    }

    /// What the house has earned with time.
    pub const fn fees(&self) -> ChipAmount {
        self.fees
    }
}

/// What the clock is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockCommand {
    /// It is this player's turn.
    Start { seat: u8 },
    /// The player whose time runs buys more.
    Buy,
    /// The player has acted.
    Stop,
    /// Time is up.
    RunOut,
    /// Time is up, and the player is let off: he may still act.
    LetOff,
}

/// What happened to the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    Started(RunningClock),
    /// Time was bought: the hand and the table are told [`Command::BuyTime`](crate::Command::BuyTime) and
    /// [`table::Command::BuyTime`](crate::table::Command::BuyTime), which charge the fee to the seat.
    Bought {
        seat: u8,
        seconds: u32,
        fee: ChipAmount,
    },
    Stopped,
    /// Time is up: the hand is told [`Command::ClockRunsOut`](crate::Command::ClockRunsOut).
    RanOut {
        seat: u8,
    },
    /// Time was up, and nothing follows from it.
    LetOff {
        seat: u8,
    },
}

impl ClockEvent {
    /// What the hand is told of it, if anything.
    pub const fn for_the_hand(&self) -> Option<Command> {
        match *self {
            ClockEvent::RanOut { seat } => Some(Command::ClockRunsOut { seat }),
            ClockEvent::Bought { seat, fee, .. } if fee > 0 => Some(Command::BuyTime { seat, fee }),
            _ => None,
        }
    }
}

impl fmt::Display for ClockEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockEvent::Started(RunningClock { seat, seconds, .. }) => {
                write!(f, "p{} has {seconds} seconds", seat + 1)
            }
            ClockEvent::Bought { seat, seconds, fee } => {
                write!(f, "p{} buys {seconds} seconds for {fee}", seat + 1)
            }
            ClockEvent::Stopped => f.write_str("the clock is stopped"),
            ClockEvent::RanOut { seat } => write!(f, "p{}'s time is up", seat + 1),
            ClockEvent::LetOff { seat } => write!(f, "p{} is let off and may still act", seat + 1),
        }
    }
}

/// Why the clock refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockReason {
    NotScheduled,
    NoSuchPlayer,
    NotRunning,
    Running,
    /// Time cannot be bought any more.
    Up,
    NotUp {
        left: u64,
    },
    NoExtraTime,
    NoneLeft {
        times: u8,
    },
    NotHis,
    RoleTooLow {
        needs: String,
    },
}

impl fmt::Display for ClockReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockReason::NotScheduled => f.write_str("the sign gives no time to act"),
            ClockReason::NoSuchPlayer => f.write_str("there is no such player in the hand"),
            ClockReason::NotRunning => f.write_str("nobody's time runs"),
            ClockReason::Running => f.write_str("another player's time runs"),
            ClockReason::Up => f.write_str("the time is up: more is bought before it runs out"),
            ClockReason::NotUp { left: 1 } => f.write_str("there is 1 second left"),
            ClockReason::NotUp { left } => write!(f, "there are {left} seconds left"),
            ClockReason::NoExtraTime => f.write_str("the sign has no time for sale"),
            ClockReason::NoneLeft { times } => write!(f, "time can be bought {times} times at most"),
            ClockReason::NotHis => f.write_str("it is another player's time"),
            ClockReason::RoleTooLow { needs } => write!(f, "this needs the role {needs} or above"),
        }
    }
}

/// What the clock would accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockOffer {
    Start,
    Buy { seconds: u32, fee: ChipAmount },
    Stop,
    RunOut,
    LetOff,
}

/// Keeps the time to act of a table.
#[derive(Clone, Copy, Debug)]
pub struct Timekeeper<'b> {
    book: &'b RoomBook,
    sign: Option<TimeSign>,
}

type ClockRefusal = Refusal<ClockReason>;

impl<'b> Timekeeper<'b> {
    /// For a table with that sign; none where time is not limited.
    pub const fn new(book: &'b RoomBook, sign: Option<TimeSign>) -> Timekeeper<'b> {
        Timekeeper { book, sign }
    }

    fn no<T>(&self, reason: ClockReason, point: Point) -> Result<T, ClockRefusal> {
        Err(Refusal::new(reason, self.book.law.cite(point)))
    }

    fn holds(&self, actor: Actor, power: Power) -> Result<Cite, ClockRefusal> {
        let Some(least) = self.book.ladder.least(power) else {
            return Ok(self.book.law.cite(Point::ClockFold));
        };
        if actor.holds(least.value) {
            Ok(least.cite)
        } else {
            let needs = self.book.ladder.name(least.value).to_string();
            Err(Refusal::new(ClockReason::RoleTooLow { needs }, least.cite))
        }
    }

    fn watched(&self, clock: &ActionClock) -> Result<RunningClock, ClockRefusal> {
        clock.running.map_or_else(|| self.no(ClockReason::NotRunning, Point::ClockFold), Ok)
    }

    fn rule(
        &self,
        clock: &ActionClock,
        actor: Actor,
        command: &ClockCommand,
    ) -> Result<RuledClockEvent, ClockRefusal> {
        let Some(sign) = self.sign else { return self.no(ClockReason::NotScheduled, Point::TimeSign) };
        match *command {
            ClockCommand::Start { seat } => {
                let cite = self.holds(actor, Power::RunClock)?;
                if usize::from(seat) >= MOST {
                    return self.no(ClockReason::NoSuchPlayer, Point::ClockFold);
                }
                if clock.running.is_some() {
                    return self.no(ClockReason::Running, Point::ClockFold);
                }
                let watched = RunningClock { seat, since: actor.at, seconds: sign.seconds };
                Ok(Ruled::new(ClockEvent::Started(watched), cite))
            }
            ClockCommand::Buy => {
                let watched = self.watched(clock)?;
                let seat = watched.seat;
                match actor.who {
                    Who::Seat(who) if who == usize::from(seat) => {}
                    // Who runs the clock records what the player buys.
                    Who::Staff(_) | Who::System => {
                        self.holds(actor, Power::RunClock)?;
                    }
                    Who::Seat(_) | Who::Outside(_) | Who::Patron(_) => {
                        return self.no(ClockReason::NotHis, Point::TimeBought);
                    }
                }
                if left(watched, actor.at) == 0 {
                    return self.no(ClockReason::Up, Point::TimeBought);
                }
                let Some(extra) = sign.extra else {
                    return self.no(ClockReason::NoExtraTime, Point::TimeSign);
                };
                if clock.bought[usize::from(seat)] >= extra.times {
                    return self.no(ClockReason::NoneLeft { times: extra.times }, Point::TimeSign);
                }
                let event = ClockEvent::Bought { seat, seconds: extra.seconds, fee: extra.fee };
                Ok(Ruled::new(event, self.book.law.cite(Point::TimeBought)))
            }
            ClockCommand::Stop => {
                self.watched(clock)?;
                Ok(Ruled::new(ClockEvent::Stopped, self.holds(actor, Power::RunClock)?))
            }
            ClockCommand::RunOut | ClockCommand::LetOff => {
                let watched = self.watched(clock)?;
                let lets_off = *command == ClockCommand::LetOff;
                let power = if lets_off { Power::SettleDispute } else { Power::RunClock };
                let cite = self.holds(actor, power)?;
                match (left(watched, actor.at), watched.seat) {
                    (0, seat) if lets_off => Ok(Ruled::new(ClockEvent::LetOff { seat }, cite)),
                    (0, seat) => {
                        let cite = self.book.law.cite(Point::ClockFold);
                        Ok(Ruled::new(ClockEvent::RanOut { seat }, cite))
                    }
                    (left, _) => self.no(ClockReason::NotUp { left }, Point::ClockFold),
                }
            }
        }
    }
}

type RuledClockEvent = Ruled<ClockEvent>;

/// The seconds that are left.
fn left(watched: RunningClock, now: Moment) -> u64 {
    (watched.since.0.saturating_add(u64::from(watched.seconds))).saturating_sub(now.0)
}

impl Machine for Timekeeper<'_> {
    type State = ActionClock;
    type Command = ClockCommand;
    type Event = ClockEvent;
    type Reason = ClockReason;
    type Offer = ClockOffer;

    fn offers(&self, clock: &ActionClock, actor: Actor) -> Vec<ClockOffer> {
        let may = |command| self.rule(clock, actor, &command).ok().map(|said| said.value);
        let mut offers = Vec::new();
        offers.extend(may(ClockCommand::Start { seat: 0 }).map(|_| ClockOffer::Start));
        if let Some(ClockEvent::Bought { seconds, fee, .. }) = may(ClockCommand::Buy) {
            offers.push(ClockOffer::Buy { seconds, fee });
        }
        offers.extend(may(ClockCommand::Stop).map(|_| ClockOffer::Stop));
        offers.extend(may(ClockCommand::RunOut).map(|_| ClockOffer::RunOut));
        offers.extend(may(ClockCommand::LetOff).map(|_| ClockOffer::LetOff));
        offers
    }

    fn decide(
        &self,
        clock: &ActionClock,
        actor: Actor,
        command: &ClockCommand,
        out: &mut impl Sink<Ruled<ClockEvent>>,
    ) -> Result<(), ClockRefusal> {
        out.take(self.rule(clock, actor, command)?);
        Ok(())
    }

    fn evolve(&self, clock: &mut ActionClock, event: &ClockEvent) {
        match *event {
            ClockEvent::Started(watched) => clock.running = Some(watched),
            ClockEvent::Bought { seat, seconds, fee } => {
                clock.bought[usize::from(seat) % MOST] += 1;
                clock.fees += fee;
                if let Some(watched) = &mut clock.running {
                    watched.seconds = watched.seconds.saturating_add(seconds);
                }
            }
            ClockEvent::Stopped | ClockEvent::RanOut { .. } => clock.running = None,
            ClockEvent::LetOff { .. } => clock.running = None,
        }
    }
}
